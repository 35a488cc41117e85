#!/usr/bin/env python3
"""Plans of the SQLite extension: EXPLAIN QUERY PLAN, the order of rows, joins, forms of a query.

Room: tests.
"""

import itertools
import unittest

from carom_sql import connect, error_of

TOUCHING = "carom_touching(0, 0, 3)"


class TestPlans(unittest.TestCase):
    def setUp(self):
        self.db = connect()
        self.db.execute("CREATE VIRTUAL TABLE w USING carom(+name TEXT)")
        for i in (5, 3, 9, 1):
            values = (i, i, i, f"n{i}")
            self.db.execute("INSERT INTO w(id, ax, ay, bx, by, name) VALUES(?, ?, 0, ?, 1, ?)", values)
        self.db.execute("CREATE TABLE balls(b INTEGER PRIMARY KEY, x, y, r)")
        self.db.execute("INSERT INTO balls VALUES(1, 0, 0, 1), (2, 4, 0, 1), (3, NULL, 0, 1), (4, 8, 0, 1)")

    def plan(self, sql):
        return [row[3] for row in self.db.execute(f"EXPLAIN QUERY PLAN {sql}")]

    def rows(self, sql, *values):
        return self.db.execute(sql, values).fetchall()

    def ends(self, sql, *words):
        """The plan uses the table by these indexes, and sorts nothing."""
        plan = self.plan(sql)
        used = [line.rsplit(":", 1)[1] for line in plan if "VIRTUAL TABLE" in line]
        self.assertEqual(used, list(words), plan)
        self.assertFalse([line for line in plan if "TEMP B-TREE" in line], plan)

    def test_indexes(self):
        self.ends(f"SELECT id FROM w WHERE w MATCH {TOUCHING}", "match")
        self.ends(f"SELECT id FROM w WHERE w MATCH {TOUCHING} AND id = 3", "match")
        self.ends("SELECT ax FROM w WHERE id = 5", "id")
        self.ends("SELECT ax FROM w WHERE rowid = 5", "id")
        self.ends("SELECT ax FROM w WHERE id IN (1, 5)", "id")
        self.ends("SELECT ax FROM w WHERE name = 'a'", "scan")
        self.ends("SELECT ax FROM balls JOIN w ON w.id = balls.b", "id")
        self.ends("SELECT ax FROM balls b JOIN w ON w MATCH carom_touching(b.x, b.y, b.r)", "match")
        self.ends("SELECT ax FROM w JOIN balls b WHERE w MATCH carom_touching(b.x, b.y, b.r)", "match")

    def test_orders_that_need_no_sorting(self):
        self.ends(f"SELECT id FROM w WHERE w MATCH {TOUCHING} ORDER BY id", "match")
        self.ends("SELECT id FROM w ORDER BY id", "scan")
        self.ends("SELECT id FROM w WHERE id > 3 ORDER BY rowid DESC", "scan")
        self.assertIn("TEMP B-TREE", str(self.plan(f"SELECT id FROM w WHERE w MATCH {TOUCHING} ORDER BY depth")))
        self.assertIn("TEMP B-TREE", str(self.plan(f"SELECT id FROM w WHERE w MATCH {TOUCHING} ORDER BY id DESC")))

    def test_orders(self):
        nearest = "SELECT id FROM w WHERE w MATCH carom_nearest(6, 0, 0, 3)"
        self.assertEqual(self.rows(nearest), [(5,), (3,), (9,)])
        self.assertEqual(self.rows(f"{nearest} ORDER BY id"), [(3,), (5,), (9,)])
        self.assertEqual(self.rows(f"{nearest} ORDER BY id DESC"), [(9,), (5,), (3,)])
        self.assertEqual(self.rows(f"{nearest} ORDER BY gap DESC, id"), [(3,), (9,), (5,)])
        self.assertEqual(self.rows(f"{nearest} LIMIT 1 OFFSET 1"), [(3,)])

    def test_forms(self):
        expected = [(1, "n1"), (3, "n3")]
        self.assertEqual(self.rows(f"SELECT id, name FROM w WHERE w MATCH {TOUCHING}"), expected)
        self.assertEqual(self.rows(f"SELECT id, name FROM w({TOUCHING})"), expected)
        self.assertEqual(self.rows(f"SELECT v.id, v.name FROM w AS v WHERE v.w MATCH {TOUCHING}"), expected)
        self.assertEqual(self.rows("SELECT id, name FROM w WHERE w MATCH carom_touching(?, ?, ?)", 0, 0, 3), expected)
        either = f"SELECT id, name FROM w WHERE w MATCH {TOUCHING} OR w MATCH carom_touching(9, 0, 1)"
        self.assertEqual(self.rows(f"{either} ORDER BY id"), [*expected, (9, "n9")])
        self.assertEqual(self.rows(f"SELECT count(*) FROM w WHERE w MATCH {TOUCHING}"), [(2,)])
        self.assertEqual(
            self.rows(f"SELECT name FROM w WHERE id IN (SELECT id FROM w({TOUCHING}))"), [("n1",), ("n3",)]
        )

    def test_joins(self):
        pairs = [(1, 1, "touching"), (2, 3, "touching"), (2, 5, "touching"), (4, 9, "touching")]
        sql = "SELECT b, id, relation FROM balls b {} w ON w MATCH carom_touching(b.x, b.y, b.r) ORDER BY b, id"
        self.assertEqual(self.rows(sql.format("JOIN")), pairs)
        self.assertEqual(self.rows(sql.format("LEFT JOIN")), [*pairs[:3], (3, None, None), pairs[3]])
        twice = (
            "SELECT v.id, u.id FROM w AS v JOIN w AS u ON u.w MATCH carom_near(v.bx, v.by, 0, 2) "
            "WHERE v.w MATCH carom_touching(0, 0, 5) ORDER BY v.id, u.id"
        )
        self.assertEqual(self.rows(twice), [(1, 1), (1, 3), (3, 1), (3, 3), (3, 5), (5, 3), (5, 5)])
        nearest = "SELECT b, (SELECT id FROM w WHERE w MATCH carom_nearest(balls.x, balls.y, 0)) FROM balls"
        self.assertEqual(self.rows(nearest), [(1, 1), (2, 3), (3, None), (4, 9)])

    def test_every_order_of_tables(self):
        """SQLite finds the order in which each query is known."""
        tables = ["balls AS b", "w AS s", "w AS t", "w AS u"]
        matches = (
            "s.w MATCH carom_touching(b.x, b.y, b.r) AND t.w MATCH carom_near(s.ax, s.ay, 0, 2) "
            "AND u.w MATCH carom_near(t.ax, 0, b.r, 1)"
        )
        self.db.execute("CREATE TABLE loop AS SELECT * FROM w")
        expected = self.rows(
            "SELECT b.b, s.id, t.id, u.id FROM balls b, loop s, loop t, loop u "
            "WHERE carom_touches(b.x, b.y, b.r, s.ax, s.ay, s.bx, s.by) "
            "AND carom_within(s.ax, s.ay, 0, 2, t.ax, t.ay, t.bx, t.by) "
            "AND carom_within(t.ax, 0, b.r, 1, u.ax, u.ay, u.bx, u.by)"
        )
        self.assertTrue(expected)
        for order in itertools.permutations(tables):
            sql = f"SELECT b.b, s.id, t.id, u.id FROM {', '.join(order)} WHERE {matches} ORDER BY 1, 2, 3, 4"
            with self.subTest(sql):
                self.assertEqual(self.rows(sql), sorted(expected))

    def test_match_that_no_order_of_tables_can_serve(self):
        matches = "a.w MATCH carom_touching(b.ax, 0, 1) AND b.w MATCH carom_touching(a.ax, 0, 1)"
        for sql in (
            f"SELECT * FROM w AS a, w AS b WHERE {matches}",
            f"SELECT * FROM w AS a JOIN balls JOIN w AS b WHERE {matches}",
            "SELECT * FROM w AS a, w(carom_touching(a.ax, 0, 1)) AS b WHERE a.w MATCH carom_touching(b.ax, 0, 1)",
        ):
            with self.subTest(sql):
                message = error_of(self.db, sql)
                self.assertIn("w: the query on the right of MATCH needs a row", message)
                self.assertIn("SELECT b.id, w.id FROM b JOIN w ON w MATCH carom_touching(b.x, b.y, b.r)", message)

    def test_result_columns(self):
        every = "relation, px, py, nx, ny, depth, gap, kind, t, x, y, feature, qx, qy"
        row = self.rows(f"SELECT {every} FROM w WHERE w MATCH carom_touching(0, 0, 1)")
        self.assertEqual(row, [("touching", 1.0, 0.0, -1.0, 0.0, 0.0, 0.0, None, None, None, None, "a", None, None)])
        row = self.rows(f"SELECT {every} FROM w WHERE w MATCH carom_first(0, 0.5, 0.5, 8, 0)")
        self.assertEqual(row, [(None, 1.0, 0.5, -1.0, 0.0, None, None, "hit", 0.0625, 0.5, 0.5, "side", None, None)])
        row = self.rows(f"SELECT {every} FROM w WHERE w MATCH carom_near_wall(1, 0, -5, 0, 5, 0.25)")
        self.assertEqual(row, [("separate", 1.0, 0.0, -1.0, 0.0, None, 0.75, None, None, None, None, None, 0.25, 0.0)])
        row = self.rows(f"SELECT {every} FROM w WHERE w MATCH carom_in_box(0, 0, 1, 1)")
        self.assertEqual(row, [(None,) * 14])
        self.assertEqual(self.rows(f"SELECT {every} FROM w WHERE id = 1"), [(None,) * 14])
        self.assertEqual(self.rows(f"SELECT * FROM w({TOUCHING})")[0], (1, 1.0, 0.0, 1.0, 1.0, 0.0, "segment", "n1"))

    def test_edits_of_what_a_query_finds(self):
        self.db.execute(f"UPDATE w SET ax = ax + 100, bx = bx + 100 WHERE w MATCH {TOUCHING}")
        self.assertEqual(self.rows("SELECT id FROM w WHERE ax > 100"), [(1,), (3,)])
        self.db.execute("DELETE FROM w WHERE w MATCH carom_near(100, 0, 0, 1)")
        self.assertEqual(self.rows("SELECT id FROM w"), [(3,), (5,), (9,)])
        self.db.execute(
            "INSERT INTO w(ax, ay, bx, by) SELECT ax, ay + 1, bx, by + 1 FROM w WHERE w MATCH carom_nearest(0, 0, 0)"
        )
        self.assertEqual(self.rows("SELECT count(*) FROM w"), [(4,)])
        # Edits between the rows of a question: it keeps the answer that it began with.
        found = []
        for row in self.db.execute("SELECT id, ax FROM w WHERE w MATCH carom_nearest(0, 0, 0, 9)"):
            self.db.execute("DELETE FROM w")
            found.append(row)
        self.assertEqual(len(found), 4)

    def test_many_added_columns(self):
        names = [f"c{i}" for i in range(70)]
        self.db.execute(f"CREATE VIRTUAL TABLE v USING carom({', '.join('+' + name for name in names)})")
        marks = ", ".join("?" * 70)
        self.db.execute(f"INSERT INTO v(ax, ay, bx, by, {', '.join(names)}) VALUES(0, 0, 1, 1, {marks})", range(70))
        self.assertEqual(self.rows(f"SELECT c69, relation, c0 FROM v({TOUCHING})"), [(69, "inside", 0)])
        self.assertEqual(self.rows(f"SELECT feature, c63 FROM v({TOUCHING})"), [("a", 63)])


if __name__ == "__main__":
    unittest.main()
