#!/usr/bin/env python3
"""Errors of the SQLite extension: each names the place, the argument, the value, and what is right.

Also what is not an error: NULL, integers that are exact, numbers as text in a table. Room: tests.
"""

import sqlite3
import unittest

from carom_sql import connect, error_of

REST = ["relation", "feature", "along", "px", "py", "nx", "ny", "depth", "touches", "distance", "signed_distance"]
SWEEP = ["kind", "t", "x", "y", "px", "py", "nx", "ny", "feature"]
WALL = ["ax", "ay", "bx", "by", "wr", "extent"]
OTHER = ["cx", "cy", "dx", "dy", "other_wr", "other_extent"]
FUNCTIONS = (
    {f"carom_{name}": ["x", "y", "r", "ax", "ay", "bx", "by", "wr", "extent"] for name in REST}
    | {f"carom_sweep_{name}": ["x", "y", "r", "vx", "vy", "ax", "ay", "bx", "by", "wr", "extent"] for name in SWEEP}
    | {
        "carom_within": ["x", "y", "r", "gap", "ax", "ay", "bx", "by", "wr", "extent"],
        "carom_wall_relation": [*WALL, *OTHER],
        "carom_wall_gap": [*WALL, *OTHER],
        "carom_wall_within": ["gap", *WALL, *OTHER],
        "carom_touching": ["x", "y", "r", "rule"],
        "carom_near": ["x", "y", "r", "gap"],
        "carom_near_wall": ["gap", *WALL],
        "carom_nearest": ["x", "y", "r", "k"],
        "carom_first": ["x", "y", "r", "vx", "vy", "hits_only"],
        "carom_in_box": ["x0", "y0", "x1", "y1"],
        "carom_areas": ["x", "y", "r", "gap"],
        "carom_nearest_areas": ["x", "y", "r", "k"],
    }
)
GOOD = {"extent": "ray", "other_extent": "line", "rule": "ring"}


def call(name, arguments):
    return f"SELECT {name}({', '.join('?' * len(arguments))})"


class TestFunctions(unittest.TestCase):
    def setUp(self):
        self.db = connect()

    def test_every_argument_of_every_function(self):
        for function, names in FUNCTIONS.items():
            good = [GOOD.get(name, 1) for name in names]
            self.db.execute(call(function, good), good)
            for i, name in enumerate(names):
                bad = {"abc": "the text 'abc'", b"12": "a blob"}
                if name not in GOOD:
                    bad |= {"1": "the text '1'", float("inf"): "Inf", -float("inf"): "-Inf", 2**53 + 1: str(2**53 + 1)}
                if name in ("r", "wr", "other_wr", "gap", "k", "hits_only"):
                    bad[-1] = "-1"
                for value, printed in bad.items():
                    values = [*good[:i], value, *good[i + 1 :]]
                    message = error_of(self.db, call(function, values), *values)
                    self.assertTrue(message.startswith(f"{function}: {name} is {printed}; it must be "), message)

    def test_numbers_as_text_are_told_of_cast(self):
        """As .import of the shell stores them, in columns without a type or of type TEXT."""
        hint = "it must be {}: use CAST(... AS REAL), or columns of type REAL"
        for value, must in (("685.76", "a finite number"), (" 3 ", "a finite number"), ("abc", None)):
            message = error_of(self.db, "SELECT carom_touching(?, 0, 1)", value)
            expected = hint.format(must) if must else "it must be a finite number"
            self.assertEqual(message, f"carom_touching: x is the text '{value}'; {expected}")
        message = error_of(self.db, "SELECT carom_touching(0, 0, '1')")
        self.assertEqual(message, f"carom_touching: r is the text '1'; {hint.format('a finite number')}")
        # A word is no number, whatever its text.
        message = error_of(self.db, "SELECT carom_touching(0, 0, 1, '1')")
        self.assertEqual(message, "carom_touching: rule is the text '1'; it must be 'closed', 'open' or 'ring'")
        self.db.execute("CREATE TABLE d AS SELECT '3' AS x")
        good = "SELECT carom_touches(CAST(x AS REAL), 0, 1, 3, 0, 4, 0) FROM d"
        self.assertEqual(self.db.execute(good).fetchone(), (1,))

    def test_null_gives_null(self):
        for function, names in FUNCTIONS.items():
            good = [GOOD.get(name, 1) for name in names]
            for i in range(len(names)):
                values = [*good[:i], None, *good[i + 1 :]]
                values[0] = None if i else values[0]
                self.assertEqual(self.db.execute(call(function, values), values).fetchone(), (None,))

    def test_a_query_is_no_argument(self):
        """Its value is NULL to all but MATCH, and NULL would give NULL."""
        for function, names in FUNCTIONS.items():
            for i, name in enumerate(names):
                arguments = [repr(GOOD.get(name, 1)) for name in names]
                arguments[i] = "carom_near(NULL, 1, 1, 1)"
                message = error_of(self.db, f"SELECT {function}({', '.join(arguments)})")
                self.assertTrue(message.startswith(f"{function}: {name} is a query for MATCH; it must be "), message)

    def test_wrong_numbers_of_arguments(self):
        self.assertIn("wrong number of arguments", error_of(self.db, "SELECT carom_touches(1, 2, 3)"))
        self.assertIn("wrong number of arguments", error_of(self.db, "SELECT carom_first(1, 2, 3)"))

    def test_what_is_right(self):
        wall = "0, 0, 1, 0"
        self.assertIn("'segment', 'ray' or 'line'", error_of(self.db, f"SELECT carom_depth(0, 0, 1, {wall}, 0, 'Ray')"))
        self.assertIn("'closed', 'open' or 'ring'", error_of(self.db, "SELECT carom_touching(0, 0, 1, 'disc')"))
        self.assertIn("0 or more", error_of(self.db, f"SELECT carom_depth(0, 0, -0.5, {wall})"))
        self.assertIn("a whole number", error_of(self.db, "SELECT carom_nearest(0, 0, 1, 1.5)"))
        # A whole number, but no double.
        message = error_of(self.db, "SELECT carom_nearest_areas(0, 0, 1, ?)", 2**63 - 1)
        exact = "an integer that a double holds exactly, such as any from -2^53 to 2^53"
        self.assertEqual(message, f"carom_nearest_areas: k is {2**63 - 1}; it must be {exact}")
        self.assertIn("lower left", error_of(self.db, "SELECT carom_in_box(1, 0, 0, 1)"))

    def test_large_integers_are_exact_or_refused(self):
        sql = "SELECT carom_px(?, 0, 0, ?, 0, ?, 0)"
        for exact in (2**53, 2**53 + 2, -(2**63), 2**62):
            self.assertEqual(self.db.execute(sql, (exact, exact, exact)).fetchone()[0], float(exact))
        for rounded in (2**53 + 1, 2**63 - 1, -(2**63) + 1):
            self.assertIn("a double holds exactly", error_of(self.db, sql, rounded, 0, 0))

    def test_functions_are_deterministic_and_innocuous(self):
        self.db.execute("PRAGMA trusted_schema = OFF")
        self.db.execute("CREATE TABLE b(x, d AS (carom_depth(x, 0, 1, 0, 0, 1, 0)) STORED)")
        self.db.execute("CREATE INDEX i ON b(carom_touches(x, 0, 1, 0, 0, 1, 0))")
        self.db.execute("INSERT INTO b VALUES(2), (9)")
        self.assertEqual(self.db.execute("SELECT d FROM b").fetchall(), [(0.0,), (-7.0,)])


class TestTable(unittest.TestCase):
    def setUp(self):
        self.db = connect()
        self.db.execute("CREATE VIRTUAL TABLE w USING carom(+name TEXT)")
        self.db.execute("INSERT INTO w(id, ax, ay, bx, by) VALUES(1, 0, 0, 1, 0)")

    def error(self, sql, *values):
        return error_of(self.db, sql, *values)

    def test_match_with_something_else(self):
        for value in ("'x'", "5", "NULL", "x'00'", "(SELECT 1)"):
            self.assertIn("must be a call of carom_touching", self.error(f"SELECT * FROM w WHERE w MATCH {value}"))
        touching = "carom_touching(0, 0, 1)"
        for sql in (f"ax MATCH {touching}", f"w MATCH {touching} AND w MATCH {touching}", f"NOT w MATCH {touching}"):
            self.assertIn("once for each table", self.error(f"SELECT * FROM w WHERE {sql}"))
        # SQLite drops a pointer when it stores a value.
        self.db.execute(f"CREATE TABLE q AS SELECT {touching} AS q")
        for sql in (
            "SELECT w.id FROM q JOIN w ON w MATCH q.q",
            f"SELECT id FROM w WHERE w MATCH coalesce({touching}, NULL)",
            f"SELECT id FROM w WHERE w MATCH (SELECT {touching} UNION SELECT {touching})",
        ):
            self.assertRegex(self.error(sql), "must be a call .*; a query becomes NULL if it is stored")
        self.assertNotIn("becomes NULL", self.error("SELECT * FROM w WHERE w MATCH 5"))

    def test_id_compared_with_a_query(self):
        for sql in ("SELECT ax FROM w WHERE id", "DELETE FROM w WHERE id", "UPDATE w SET ax = 1 WHERE rowid"):
            for operator in ("=", ">", "<="):
                message = self.error(f"{sql} {operator} carom_touching(1, 1, 1)")
                self.assertIn("w: id is a query for MATCH; it must be compared with a number", message)

    def test_null_in_a_query_finds_nothing(self):
        for query in ("carom_touching(NULL, 0, 1)", "carom_nearest(0, 0, 0, NULL)", "carom_in_box(0, 0, 1, NULL)"):
            self.assertEqual(self.db.execute(f"SELECT * FROM w WHERE w MATCH {query}").fetchall(), [])

    def test_values_of_a_wall(self):
        insert = "INSERT INTO w(ax, ay, bx, by, wr, extent) VALUES(?, ?, ?, ?, ?, ?)"
        good = [0, 0, 1, 0, 0, "ray"]
        names = ["ax", "ay", "bx", "by", "wr", "extent"]
        bad = ["abc", "", b"1", float("inf"), 2**53 + 1]
        cases = [(i, v) for i in range(5) for v in bad] + [(i, None) for i in range(4)]
        cases += [(4, -1), (5, "Ray"), (5, 1), (5, b"ray")]
        for i, value in cases:
            values = [*good[:i], value, *good[i + 1 :]]
            self.assertRegex(self.error(insert, *values), f"^w: {names[i]} is .*; it must be ")
            self.assertRegex(self.error(f"UPDATE w SET {names[i]} = ?", value), f"^w: {names[i]} is .*; it must be ")
        self.assertRegex(
            self.error("INSERT INTO w(id, ax, ay, bx, by) VALUES('a', 0, 0, 0, 0)"), "^w: id is the text 'a'"
        )
        self.assertEqual(self.db.execute("SELECT count(*) FROM w").fetchone()[0], 1)

    def test_text_that_is_a_number(self):
        """As in a column of type REAL: .import of the shell inserts text."""
        values = ("7", "1.5", "0", "2e1", "-3", "0.25", "line")
        self.db.execute("INSERT INTO w(id, ax, ay, bx, by, wr, extent) VALUES(?, ?, ?, ?, ?, ?, ?)", values)
        row = self.db.execute("SELECT id, ax, ay, bx, by, wr, extent FROM w WHERE id = 7").fetchone()
        self.assertEqual(row, (7, 1.5, 0.0, 20.0, -3.0, 0.25, "line"))

    def test_hidden_columns_are_not_written(self):
        for column in ("w", "relation", "gap", "t", "feature"):
            for value in ("1", "carom_touching(1, 1, 1)"):
                message = self.error(f"INSERT INTO w(ax, ay, bx, by, {column}) VALUES(0, 0, 0, 0, {value})")
                self.assertIn("cannot be written", message)
            for value in ("1", "NULL", "carom_touching(1, 1, 1)"):
                for rows in ("", " WHERE id = 1", " WHERE ax + 1"):
                    message = self.error(f"UPDATE w SET {column} = {value}{rows}")
                    self.assertIn(
                        "cannot be written; a query stands after WHERE: UPDATE w SET ax = 0 WHERE w MATCH", message
                    )
        if sqlite3.sqlite_version_info >= (3, 33):
            for value in ("1", "NULL", "carom_touching(1, 1, 1)"):
                message = self.error(f"UPDATE w SET w = {value} FROM (SELECT 1 AS b) WHERE id = b")
                self.assertIn("cannot be written", message)

    def test_a_query_is_not_stored(self):
        for column in ("id", "ax", "wr", "extent", "name"):
            values = {"id": "NULL", "ax": "0", "ay": "0", "bx": "0", "by": "0", column: "carom_touching(1, 1, 1)"}
            for sql in (
                f"INSERT INTO w({', '.join(values)}) VALUES({', '.join(values.values())})",
                f"REPLACE INTO w({', '.join(values)}) SELECT {', '.join(values.values())} FROM (SELECT 1)",
                f"UPDATE w SET {column} = carom_touching(1, 1, 1) WHERE id = 1",
            ):
                self.assertRegex(self.error(sql), f"^w: {column} is a query for MATCH; it must be ")
        self.assertEqual(self.db.execute("SELECT * FROM w").fetchall(), [(1, 0.0, 0.0, 1.0, 0.0, 0.0, "segment", None)])

    def test_an_id_that_exists(self):
        self.assertRegex(self.error("INSERT INTO w(id, ax, ay, bx, by) VALUES(1, 0, 0, 0, 0)"), "w.id: there is a wall")
        with self.assertRaises(sqlite3.IntegrityError):
            self.db.execute("INSERT INTO w(rowid, ax, ay, bx, by) VALUES(1, 0, 0, 0, 0)")
        self.db.execute("INSERT INTO w(rowid, ax, ay, bx, by) VALUES(5, 0, 0, 0, 0)")
        self.db.execute("UPDATE w SET rowid = 6 WHERE id = 5")
        self.assertEqual(self.db.execute("SELECT id FROM w").fetchall(), [(1,), (6,)])

    def test_declarations(self):
        for argument in ("name", "+", "+name TEXT NOT NULL", "+a DEFAULT 1", "+a b-c", "+a(b)", "+a UNIQUE"):
            self.assertIn("such as +name TEXT", self.error(f"CREATE VIRTUAL TABLE v USING carom({argument})"), argument)
        for name in ("gap", "X", "ax"):
            self.assertIn("neither the table nor", self.error(f"CREATE VIRTUAL TABLE v USING carom(+{name} TEXT)"))
            self.assertIn("neither the table nor", self.error(f"CREATE VIRTUAL TABLE {name} USING carom"))
        self.assertIn("neither the table nor", self.error("CREATE VIRTUAL TABLE v USING carom(+a, +A)"))
        self.assertEqual(self.db.execute("SELECT count(*) FROM sqlite_master WHERE name LIKE 'v%'").fetchone()[0], 0)
        self.db.execute('CREATE VIRTUAL TABLE "a ""b" USING carom(+"x ""y" VARCHAR(10, 2), + z)')
        self.db.execute('INSERT INTO "a ""b"(ax, ay, bx, by, "x ""y", z) VALUES(0, 0, 1, 1, 12, \'12\')')
        sql = 'SELECT "x ""y", z FROM "a ""b" WHERE "a ""b" MATCH carom_touching(0, 0, 1)'
        self.assertEqual(self.db.execute(sql).fetchall(), [("12", "12")])
        self.db.execute('ALTER TABLE "a ""b" RENAME TO "c\'d"')
        self.assertEqual(self.db.execute("SELECT carom_check('c''d')").fetchone()[0], "ok")

    def test_taken_names_of_shadow_tables(self):
        self.db.execute("CREATE TABLE v_commits(a)")
        self.assertIn("v_commits", self.error("CREATE VIRTUAL TABLE v USING carom"))
        self.assertEqual(
            self.db.execute("SELECT name FROM sqlite_master WHERE name LIKE 'v%'").fetchall(), [("v_commits",)]
        )


class TestCorruption(unittest.TestCase):
    def setUp(self):
        self.db = connect()
        self.db.execute("CREATE VIRTUAL TABLE w USING carom(+name TEXT)")
        rows = [(i, i, 0, i, 1) for i in range(5)]
        self.db.executemany("INSERT INTO w(id, ax, ay, bx, by) VALUES(?, ?, ?, ?, ?)", rows)
        self.count()

    def count(self):
        return self.db.execute("SELECT count(*) FROM w WHERE w MATCH carom_touching(0, 0, 2)").fetchone()[0]

    def check(self):
        return self.db.execute("SELECT carom_check('w')").fetchone()[0]

    def test_bad_walls_until_they_are_rolled_back(self):
        for sql, what in (
            ("ax = 'x'", "ax of id 3"),
            ("wr = -1", "a number of id 3"),
            ("extent = 3", "extent of id 3"),
            ("extent = 'ray'", "extent of id 3"),
            ('"by" = 9e999', "a number of id 3"),
            ("bx = NULL", "bx of id 3"),
        ):
            self.db.execute("SAVEPOINT a")
            self.db.execute(f"UPDATE w_walls SET {sql} WHERE id = 3")
            message = error_of(self.db, "SELECT id FROM w WHERE w MATCH carom_touching(0, 0, 2)")
            self.assertIn(what, message)
            self.assertIn("carom_check", message)
            self.assertEqual(self.check(), f"w_walls: {what} is not valid")
            self.db.execute("SELECT * FROM w").fetchall()
            self.db.execute("ROLLBACK TO a")
            self.db.execute("RELEASE a")
            self.assertEqual(self.count(), 3)
            self.assertEqual(self.check(), "ok")

    def test_missing_parts_until_they_are_rolled_back(self):
        """Statements in between may fail. test_sqlite_corrupt.c says which ones, and how."""
        for sql, what in (
            ("DELETE FROM w_edits", "w_edits"),
            ("INSERT INTO w_edits VALUES(1, 1)", "w_edits"),
            ("UPDATE w_edits SET count = 'x'", "w_edits"),
            ("DROP TABLE w_edits", "w_edits"),
            ("DROP TABLE w_walls", "w_walls"),
            ("DROP TABLE w_commits", "w_commits"),
            ("UPDATE w_commits SET ids = 'abc'", "w_commits"),
            ("UPDATE w_commits SET ids = x'00'", "w_commits"),
            ("UPDATE w_commits SET first = last + 1", "w_commits"),
            ("DROP TRIGGER w_update", "trigger"),
        ):
            self.db.execute("BEGIN")
            self.db.execute(sql)
            self.assertIn(what, self.check(), sql)
            for statement in (
                "SELECT * FROM w WHERE w MATCH carom_touching(0, 0, 2)",
                "SELECT * FROM w",
                "UPDATE w SET ax = 1",
                "DELETE FROM w",
            ):
                try:
                    self.db.execute(statement).fetchall()
                except sqlite3.Error:
                    pass
            if self.db.in_transaction:
                self.db.execute("ROLLBACK")
            self.assertEqual(self.count(), 3)
            self.assertEqual(self.check(), "ok")

    def test_edits_that_are_not_counted(self):
        self.db.execute("DROP TRIGGER w_update")
        self.assertIn("the edits are not counted", error_of(self.db, "UPDATE w SET ax = 1"))
        self.assertEqual(self.db.execute("SELECT ax FROM w WHERE id = 4").fetchall(), [(4.0,)])
        self.db.execute("DROP TABLE w")

    def test_check_of_other_names(self):
        self.assertIn("no such table", self.db.execute("SELECT carom_check('nope')").fetchone()[0])
        self.assertEqual(self.db.execute("SELECT carom_check('main', 'w')").fetchone()[0], "ok")
        self.assertIsNone(self.db.execute("SELECT carom_check(NULL)").fetchone()[0])

    def test_messages_name_the_schema_to_check(self):
        """The check that a message names finds the damage, also if main has a sound table of this name."""
        self.db.execute("CREATE VIRTUAL TABLE temp.w USING carom")
        self.db.execute("INSERT INTO temp.w(id, ax, ay, bx, by) VALUES(3, 0, 0, 1, 1)")
        for damage, statement in (
            ("UPDATE temp.w_walls SET ax = 'x'", "SELECT id FROM temp.w WHERE w MATCH carom_touching(0, 0, 2)"),
            ("DROP TRIGGER temp.w_update", "UPDATE temp.w SET ax = 1"),
        ):
            self.db.execute(damage)
            message = error_of(self.db, statement)
            self.assertIn("SELECT carom_check('temp', 'w') lists what is wrong", message)
            self.assertNotEqual(self.db.execute("SELECT carom_check('temp', 'w')").fetchone()[0], "ok")
            self.assertEqual(self.check(), "ok")

    def test_shadow_tables_are_protected_in_defensive_mode(self):
        if not hasattr(self.db, "setconfig"):
            self.skipTest("this Python cannot set the defensive mode")
        self.db.setconfig(sqlite3.SQLITE_DBCONFIG_DEFENSIVE, True)
        self.assertIn("may not be modified", error_of(self.db, "DELETE FROM w_walls"))
        self.db.execute("BEGIN")
        self.db.execute("DELETE FROM w WHERE id = 1")
        self.db.execute("COMMIT")
        self.assertEqual(self.count(), 2)


if __name__ == "__main__":
    unittest.main()
