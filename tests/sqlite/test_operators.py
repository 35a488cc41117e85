#!/usr/bin/env python3
"""Every operator between the column named as the table and a query, at every place of a statement.

MATCH is right: its answer is that of a loop. All else is an error that leads to MATCH, and never an answer.
Room: tests.
"""

import sqlite3
import unittest

from carom_sql import connect, error_of

QUERY = "carom_touching(1, 1, 1)"
# The column stands for w, the query for q.
RIGHT = ["w MATCH q", "(w MATCH q)", "w MATCH q AND 1"]
WRONG = [
    "w = q",
    "w == q",
    "q = w",
    "(w, id + 0) = (q, id)",
    "w = w",
    "(id, w) IN (VALUES (1, q))",
    "(w, id) IN (VALUES (q, 1), (q, 3))",
    "(w, id) IN (SELECT q, 1)",
    "(id, w) IN (SELECT b, q FROM balls)",
    "(1, w) IN (SELECT 1, q)",
    "(id, w) NOT IN (VALUES (1, q))",
    "w IN (q)",
    "w IN (q, carom_near(9, 9, 0, 1))",
    "w IN (q, NULL)",
    "w IN (SELECT q)",
    "w IN (VALUES (q), (NULL))",
    "w IN (SELECT q FROM balls)",
    "w IN balls",
    "q IN (w)",
    "q IN (w, w)",
    "(SELECT q) IN (w)",
    "w NOT IN (q)",
    "w NOT IN (SELECT q)",
    "w IS q",
    "q IS w",
    "w IS NOT q",
    "w IS DISTINCT FROM q",
    "w IS NOT DISTINCT FROM q",
    "w <> q",
    "w != q",
    "w < q",
    "w <= q",
    "w > q",
    "w >= q",
    "q > w",
    "w BETWEEN q AND q",
    "w NOT BETWEEN q AND q",
    "q BETWEEN w AND w",
    "w LIKE q",
    "w NOT LIKE q",
    "q LIKE w",
    "w LIKE q ESCAPE 'x'",
    "like(q, w)",
    "w GLOB q",
    "w NOT GLOB q",
    "w REGEXP q",
    "w NOT REGEXP q",
    "NOT w MATCH q",
    "w NOT MATCH q",
    "NOT w = q",
    "w MATCH q IS 1",
    "(w MATCH q) = 1",
    "w MATCH q AND w MATCH q",
    "w MATCH q AND w MATCH carom_near(99, 99, 0, 1)",
    "w MATCH carom_near(99, 99, 0, 1) AND w IS q",
    "w MATCH q OR w IS q",
    "w IS q OR w MATCH q",
    "w MATCH q OR w + 1",
    "CASE WHEN w MATCH q THEN 1 END",
    "CASE w WHEN q THEN 1 END",
    "coalesce(w, q) IS NULL",
    "w IS NULL",
    "w ISNULL",
    "w NOT NULL",
    "w IS NOT NULL",
    "w",
    "NOT w",
    "w + 1",
    "w || q IS NULL",
    "-w IS NULL",
    "w -> q IS NULL",
    "w COLLATE NOCASE = q COLLATE NOCASE OR 0",
    "iif(w IS q, 1, 1)",
    "nullif(w, q) IS NULL",
    "EXISTS (SELECT 1 WHERE w IS q)",
]
# Where a condition can stand. Each gives one row for each wall and ball that satisfy it.
PLACES = [
    "SELECT w.id FROM w WHERE {}",
    "SELECT v.id FROM w AS v WHERE {}",
    "SELECT w.id FROM balls JOIN w ON {}",
    "SELECT w.id FROM w JOIN balls ON {}",
    "SELECT w.id FROM w, balls WHERE {}",
    "SELECT w.id FROM balls LEFT JOIN w ON {}",
    "SELECT id FROM (SELECT * FROM w WHERE {})",
    "SELECT id FROM w WHERE id IN (SELECT id FROM w WHERE {})",
    "WITH a AS (SELECT id FROM w WHERE {}) SELECT id FROM a",
    "SELECT id FROM w WHERE {} UNION SELECT id FROM w WHERE {}",
]
# Where MATCH itself cannot stand.
READS = [
    "SELECT {} FROM w",
    "SELECT id FROM w ORDER BY {}",
    "SELECT count(*) FROM w GROUP BY {}",
    "SELECT count(*) FROM w GROUP BY id HAVING {}",
    "SELECT max({}) FROM w",
    "SELECT id FROM w LEFT JOIN balls ON {}",
    "SELECT id, row_number() OVER (ORDER BY {}) FROM w",
]


class TestOperators(unittest.TestCase):
    def setUp(self):
        self.db = connect()
        # As a program that has its own REGEXP, -> and so on.
        self.db.create_function("regexp", 2, lambda a, b: 1)
        self.db.execute("CREATE VIRTUAL TABLE w USING carom(+name TEXT)")
        for i in (5, 3, 9, 1):
            self.db.execute("INSERT INTO w(id, ax, ay, bx, by) VALUES(?, ?, 0, ?, 1)", (i, i / 2, i / 2))
        self.db.execute("CREATE TABLE balls(b)")
        self.db.execute("INSERT INTO balls VALUES(1)")
        loop = "SELECT id FROM w WHERE carom_touches(1, 1, 1, ax, ay, bx, by, wr, extent) ORDER BY id"
        self.found = self.db.execute(loop).fetchall()
        self.assertEqual(self.found, [(1,), (3,)])

    def knows(self, condition):
        """False if this SQLite does not have the operator."""
        try:
            self.db.execute(f"SELECT 1 FROM (SELECT 1 AS w, 1 AS id), balls WHERE {condition.replace('q', '1')}")
        except sqlite3.Error as error:
            return not ("syntax error" in str(error) or "no such function" in str(error))
        return True

    def statements(self, condition, places):
        for place in places:
            column = "v.w" if "AS v" in place else "w.w"
            made = "".join(QUERY if c == "q" else column if c == "w" else c for c in self.words(condition))
            if "AS v" in place:
                made = made.replace("id", "v.id")
            yield place.replace("{}", made)

    @staticmethod
    def words(condition):
        """The characters of a condition, in which w and q that are part of a word are joined to it."""
        word = ""
        for c in condition + " ":
            if c.isalnum() or c == "_":
                word += c
                continue
            if word:
                yield word
            word = ""
            yield c

    def refused(self, sql):
        self.assertIn("SELECT id FROM w WHERE w MATCH carom_touching(x, y, r)", error_of(self.db, sql), sql)

    def test_a_left_join_is_told_of_on(self):
        for sql in ("balls LEFT JOIN w WHERE w MATCH {}", "w LEFT JOIN balls ON w MATCH {}"):
            message = error_of(self.db, f"SELECT w.id FROM {sql.format('carom_touching(b, 1, 1)')}")
            self.assertIn("in a LEFT JOIN after ON, with w on the right: SELECT", message)

    def test_right(self):
        for condition in RIGHT:
            for sql in self.statements(condition, PLACES):
                with self.subTest(sql):
                    self.assertEqual(sorted(self.db.execute(sql).fetchall()), self.found)

    def test_wrong(self):
        for condition in WRONG:
            if condition.startswith("w MATCH q OR") or self.knows(condition.replace("MATCH", "=")):
                for sql in self.statements(condition, PLACES):
                    with self.subTest(sql):
                        self.refused(sql)

    def test_where_match_cannot_stand(self):
        for condition in [RIGHT[0], "w = q", "w IS q", "w", "w IN (q)"]:
            for sql in self.statements(condition, READS):
                with self.subTest(sql):
                    self.refused(sql)

    def test_edits(self):
        self.db.execute("UPDATE w SET name = 'old'")
        for condition in ("w = q", "w IS q", "w IN (q)", "w <> q", "NOT w IS q", "CASE w WHEN q THEN 0 ELSE 1 END"):
            for sql in self.statements(
                condition, ["DELETE FROM w WHERE {}", "UPDATE w SET name = 'x' WHERE {}", "UPDATE w SET name = {}"]
            ):
                with self.subTest(sql):
                    self.refused(sql)
            if sqlite3.sqlite_version_info >= (3, 33):
                self.refused(*self.statements(condition, ["UPDATE w SET name = b FROM balls WHERE {}"]))
        self.assertEqual(self.db.execute("SELECT count(*) FROM w WHERE name = 'old'").fetchone(), (4,))

    def test_update_from(self):
        """It reads all columns of the rows that it edits, the hidden ones, too."""
        names = "SELECT id, name FROM w ORDER BY id"
        self.db.execute("UPDATE w SET name = b FROM balls WHERE w.id = b")
        self.assertEqual(self.db.execute(names).fetchall(), [(1, "1"), (3, None), (5, None), (9, None)])
        self.db.execute(f"UPDATE w SET name = relation || b FROM balls WHERE w MATCH {QUERY}")
        self.assertEqual(self.db.execute(names).fetchall(), [(1, "crossing1"), (3, "crossing1"), (5, None), (9, None)])
        self.db.execute("UPDATE w SET ax = other.ax + 1, bx = other.bx + 1 FROM w AS other WHERE w.id = other.id")
        self.assertEqual(self.db.execute("SELECT ax FROM w").fetchall(), [(1.5,), (2.5,), (3.5,), (5.5,)])
        for added in (54, 55, 56, 70):  # SQLite says of each of the columns before the 64th if it is read
            columns = ", ".join(f"+c{i}" for i in range(added))
            self.db.execute(f"CREATE VIRTUAL TABLE v{added} USING carom({columns})")
            self.db.execute(f"INSERT INTO v{added}(ax, ay, bx, by) VALUES(0, 0, 1, 1)")
            for condition in ("id = 1", f"v{added} MATCH {QUERY}"):
                self.db.execute(f"UPDATE v{added} SET c50 = ifnull(c50, 0) + b FROM balls WHERE {condition}")
            self.assertEqual(self.db.execute(f"SELECT c50 FROM v{added}").fetchall(), [(2,)])
            self.assertIn("MATCH", error_of(self.db, f"SELECT id FROM v{added} WHERE NOT v{added} IS {QUERY}"))

    def test_columns_of_two_tables(self):
        """SQLite joins by =. A name that both tables have, too: USING (w)."""
        self.db.execute("CREATE TABLE k(w)")
        self.db.execute("INSERT INTO k VALUES(1)")
        for sql in (
            "SELECT w.id FROM {} JOIN {} ON w.w = k.w",
            "SELECT w.id FROM {} LEFT JOIN {} ON w.w = k.w",
            "SELECT w.id FROM {}, {} WHERE k.w = w.w",
            "SELECT w.id FROM {} JOIN {} USING (w)",
        ):
            self.refused(sql.format("w", "k"))
            self.refused(sql.format("k", "w"))
        self.refused("SELECT w.id FROM w JOIN w AS v ON w.w = v.w")

    def test_ids_beside_match(self):
        for ids in ("id = 1 OR id = 5", "id IN (1, 5)", "id = 1 OR id = b", "id = 1 OR id > 4", "id = 1 OR name"):
            for table in ("w, balls", "balls, w", "balls JOIN w", "w JOIN balls"):
                sql = f"SELECT w.id FROM {table} WHERE w MATCH {QUERY} AND ({ids})"
                with self.subTest(sql):
                    self.assertEqual(self.db.execute(sql).fetchall(), [(1,)])

    @unittest.skipIf(sqlite3.sqlite_version_info < (3, 39), "no RIGHT JOIN")
    def test_right_join(self):
        """SQLite asks no plan for the conditions on its right table, and would lose walls."""
        self.refused(f"SELECT b, id FROM balls RIGHT JOIN w ON b = id WHERE w MATCH {QUERY}")
        self.refused(f"SELECT b, id FROM w FULL JOIN balls ON w MATCH {QUERY}")
        sql = f"SELECT b, id FROM balls RIGHT JOIN (SELECT * FROM w({QUERY})) ON b = id"
        right = [(1, 1), (None, 3)]
        self.assertEqual(self.db.execute(sql).fetchall(), right)
        sql = f"SELECT b, id FROM balls RIGHT JOIN w({QUERY}) ON b = id"
        try:
            self.assertEqual(self.db.execute(sql).fetchall(), right)
        except sqlite3.Error:  # as in SQLite 3.40
            self.refused(sql)


if __name__ == "__main__":
    unittest.main()
