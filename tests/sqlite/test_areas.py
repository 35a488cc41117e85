#!/usr/bin/env python3
"""Areas in the SQLite extension, against a loop over the walls in rational numbers.

Rings come, go, move, change their names, and are opened and closed again, on two connections, in
transactions and savepoints. Room: tests.
"""

import math
import pathlib
import re
import sqlite3
import tempfile
import unittest
from fractions import Fraction

from carom_sql import CASES, axis_distance2, connect, error_of, generator, random_wall

# Of all types, and some that are only nearly the same. 1 and 1.0 are one area.
NAMES = ["Lake", "lake", "it's", "", 7, "7", 1, 1.0, -2.5, b"7", 2**62]
WORDS = ["outside", "touching", "crossing", "inside-touching", "inside"]
OPEN = re.compile(
    r"^w: area (.*) does not close: the point \((.*), (.*)\) is the end of an odd number of its walls; "
    r"one of them has the id (-?\d+)$"
)


def sql_order(value):
    """The order of SQL: numbers, texts, blobs."""
    if isinstance(value, (int, float)):
        return 0, Fraction(value)
    return (1, value.encode()) if isinstance(value, str) else (2, value)


def areas_of(db):
    """The walls of each area by its name, as {name: {id: wall}}, in the order of SQL."""
    areas = {}
    for wall_id, name, *wall, extent in db.execute('SELECT id, zone, ax, ay, bx, "by", wr, extent FROM w_walls'):
        if name is not None:
            areas.setdefault(name, {})[wall_id] = (*wall, ["segment", "ray", "line"][extent])
    return {name: areas[name] for name in sorted(areas, key=sql_order)}


def odd_points(walls):
    """The points that are the end of an odd number of walls."""
    odd = set()
    for ax, ay, bx, by, _, _ in walls:
        odd ^= {(ax, ay)}
        odd ^= {(bx, by)}
    return odd


def is_inside(x, y, walls):
    """The parity of the axes that a ray to the right crosses. Not for points on an axis."""
    inside = False
    for ax, ay, bx, by, _, _ in walls:
        if (ay > y) != (by > y):
            crossing = Fraction(ax) + (Fraction(y) - Fraction(ay)) * (Fraction(bx) - ax) / (Fraction(by) - ay)
            inside ^= crossing > x
    return inside


class Hit:
    """An area and a circle."""

    def __init__(self, name, walls, x, y, r):
        self.name, self.id = name, min(walls)
        self.wall = walls[self.id]
        self.distance2 = min(axis_distance2(x, y, wall) for wall in walls.values())
        self.inside = self.distance2 > 0 and is_inside(x, y, walls.values())
        self.reach = Fraction(r) + Fraction(self.wall[4])
        touched, crossed = self.distance2 == self.reach**2, self.distance2 < self.reach**2
        self.word = "crossing" if crossed else WORDS[3 * self.inside + (touched != self.inside)]
        self.order = (-1 if self.inside else 1) * self.distance2

    def is_within(self, gap):
        return self.inside or self.distance2 <= (self.reach + Fraction(gap)) ** 2

    def assert_is(self, row):
        wall_id, name, relation, distance, *wall = row
        assert (wall_id, name, relation, tuple(wall)) == (self.id, self.name, self.word, self.wall), (row, vars(self))
        assert (distance < 0) == self.inside, row
        size, ulp = Fraction(abs(distance)), Fraction(math.ulp(distance))
        low, high = max(size - ulp, 0), size + ulp
        assert distance == self.distance2 or low**2 <= self.distance2 <= high**2, (row, self.distance2)


def assert_rows(rows, hits):
    assert len(rows) == len(hits), (rows, [vars(hit) for hit in hits])
    for row, hit in zip(rows, hits):
        hit.assert_is(row)


COLUMNS = "id, zone, relation, distance, ax, ay, bx, by, wr, extent"


def check(db, source):
    """Every query of areas against the loop, or the message about an area that is open."""
    x, y = source.choice([0, 0.5, 1]) + source.randint(-6, 6), source.randint(-6, 6)
    r, gap, k = source.choice([0, 0, 1, 0.5, 2.5]), source.choice([0, 1, 0.5]), source.randint(0, 12)
    areas = areas_of(db)
    is_open = {name: odd for name, walls in areas.items() if (odd := odd_points(walls.values()))}
    if is_open:
        message = error_of(db, "SELECT id FROM w WHERE w MATCH carom_areas(?, ?)", x, y)
        quoted, px, py, wall_id = OPEN.match(message).groups()
        assert (quoted,) == db.execute("SELECT quote(zone) FROM w_walls WHERE id = ?", (wall_id,)).fetchone(), message
        name = next(name for name in is_open if int(wall_id) in areas[name])
        assert (float(px), float(py)) in is_open[name], message
        wall = areas[name][int(wall_id)]
        assert (float(px), float(py)) in (wall[:2], wall[2:4]), message
        return False
    hits = [Hit(name, walls, x, y, r) for name, walls in areas.items()]
    met = [hit for hit in hits if hit.is_within(gap)]
    select = f"SELECT {COLUMNS} FROM w WHERE w MATCH"
    assert_rows(db.execute(f"{select} carom_areas(?, ?, ?, ?)", (x, y, r, gap)).fetchall(), met)
    by_id = db.execute(f"{select} carom_areas(?, ?, ?, ?) ORDER BY id", (x, y, r, gap)).fetchall()
    assert_rows(by_id, sorted(met, key=lambda hit: hit.id))
    near = sorted(hits, key=lambda hit: hit.order)[:k]
    assert_rows(db.execute(f"{select} carom_nearest_areas(?, ?, ?, ?)", (x, y, r, k)).fetchall(), near)
    by_id = db.execute(f"{select} carom_nearest_areas(?, ?, ?, ?) ORDER BY id", (x, y, r, k)).fetchall()
    assert_rows(by_id, sorted(near, key=lambda hit: hit.id))
    points = [Hit(name, walls, x, y, 0) for name, walls in areas.items()]
    at = [hit for hit in points if hit.is_within(0)]
    assert_rows(db.execute(f"{select} carom_areas(?, ?)", (x, y)).fetchall(), at)
    others = db.execute("SELECT relation, px, gap, t, distance FROM w WHERE w MATCH carom_nearest(?, ?, 0)", (x, y))
    assert all(row[4] is None and row[1] is not None for row in others)
    touching = "SELECT id FROM w WHERE w MATCH carom_touching(?1, ?2, ?3)"
    loop = "SELECT id FROM w WHERE carom_touches(?1, ?2, ?3, ax, ay, bx, by, wr, extent) ORDER BY id"
    assert db.execute(touching, (x, y, r)).fetchall() == db.execute(loop, (x, y, r)).fetchall()
    return True


class Editor:
    """Random edits, on one of two connections at a time."""

    def __init__(self, source, databases):
        self.source, self.databases = source, databases
        self.db = databases[0]
        self.savepoints = 0
        # The walls of an area have one radius, and 1 and 1.0 are one area.
        self.radii = {name: source.choice([0, 0, 0.5, 1]) for name in NAMES}

    def insert_ring(self, name):
        source = self.source
        ring = [(source.randint(-6, 6), source.randint(-6, 6)) for _ in range(source.randint(1, 5))]
        if source.randrange(2):
            x, y, size = source.randint(-6, 3), source.randint(-6, 3), source.randint(1, 5)
            ring = [(x, y), (x + size, y), (x + size, y + size), (x, y + size)]
        walls = [(*a, *b, self.radii[name], name) for a, b in zip(ring, ring[1:] + ring[:1])]
        # Ids as they come, and ids below others.
        wall_id = source.choice([None, source.randint(-(10**6), 10**6)])
        for i, wall in enumerate(source.sample(walls, len(walls))):
            given = None if wall_id is None else wall_id + i
            self.db.execute("INSERT OR IGNORE INTO w(id, ax, ay, bx, by, wr, zone) VALUES(?, ?, ?, ?, ?, ?, ?)",
                            (given, *wall))  # fmt: skip

    def edit(self):
        db, source = self.db, self.source
        present = [row[0] for row in db.execute("SELECT DISTINCT zone FROM w WHERE zone IS NOT NULL")]
        name, other = source.choice(present or NAMES), source.choice(NAMES)
        choice = source.randrange(14)
        if choice < 5:
            self.insert_ring(other)
        elif choice < 6:
            db.execute("DELETE FROM w WHERE zone IS ?", (name,))
        elif choice < 7:
            dx = source.randint(-2, 2)
            db.execute("UPDATE w SET ax = ax + ?1, bx = bx + ?1 WHERE zone IS ?2", (dx, name))
        elif choice < 8:
            db.execute("UPDATE w SET zone = ?, wr = ? WHERE zone IS ?", (other, self.radii[other], name))
        elif choice < 9:
            db.execute("UPDATE w SET zone = NULL WHERE zone IS ?", (name,))
        elif choice < 10:
            db.execute("INSERT INTO w(ax, ay, bx, by, wr, extent) VALUES(?, ?, ?, ?, ?, ?)", random_wall(source))
        elif choice < 11:
            # Behind the back of the extension.
            db.execute("DELETE FROM w_walls WHERE zone IS ?", (name,))
        elif choice < 13:
            ids = [row[0] for row in db.execute("SELECT id FROM w WHERE zone IS ?", (name,))]
            db.execute("DELETE FROM w WHERE id = ?", (source.choice(ids or [0]),))
        else:
            db.execute("UPDATE w SET id = -1 - id WHERE zone IS ? AND -1 - id NOT IN (SELECT id FROM w)", (name,))

    def repair(self):
        """Deletes the areas that are open."""
        for name, walls in areas_of(self.db).items():
            if odd_points(walls.values()):
                self.db.execute("DELETE FROM w WHERE zone IS ?", (name,))

    def transact(self):
        db, source = self.db, self.source
        if not db.in_transaction:
            db.execute("BEGIN")
            self.savepoints = 0
            return
        choice = source.randrange(5)
        if choice < 2:
            db.execute(f"SAVEPOINT s{self.savepoints}")
            self.savepoints += 1
        elif choice == 2 and self.savepoints > 0:
            db.execute(f"ROLLBACK TO s{source.randrange(self.savepoints)}")
            self.savepoints = 0
        else:
            db.execute(source.choice(["COMMIT", "ROLLBACK"]))

    def step(self):
        choice = self.source.randrange(8)
        if not self.db.in_transaction:
            self.db = self.source.choice(self.databases)
        if choice == 0:
            self.transact()
        elif choice < 3:
            self.edit()
        return choice >= 3


class TestAreas(unittest.TestCase):
    def test_random_edits(self):
        source = generator()
        for declared in ("+zone", "+zone, +name TEXT"):
            with tempfile.TemporaryDirectory() as folder:
                path = str(pathlib.Path(folder) / "areas.db")
                databases = [connect(path), connect(path)]
                for db in databases:
                    db.execute("PRAGMA journal_mode = WAL")
                    db.execute("PRAGMA synchronous = OFF")
                databases[0].execute(f"CREATE VIRTUAL TABLE w USING carom({declared}, area=zone)")
                editor = Editor(source, databases)
                answered = refused = 0
                for _ in range(CASES * 6):
                    if editor.step():
                        for db in databases:
                            if check(db, source):
                                answered += 1
                            else:
                                refused += 1
                        if source.randrange(2):
                            editor.repair()
                # Both happened, and often.
                self.assertGreater(answered, CASES)
                self.assertGreater(refused, CASES // 20)
                if editor.db.in_transaction:
                    editor.db.execute("COMMIT")
                editor.repair()
                self.assertTrue(all(check(db, source) for db in databases))
                self.assertEqual(databases[1].execute("SELECT carom_check('w')").fetchone()[0], "ok")
                for db in databases:
                    db.close()


def square(db, name, x, y, size, wr=0.0, table="w"):
    ring = [(x, y), (x + size, y), (x + size, y + size), (x, y + size)]
    rows = [(*a, *b, wr, name) for a, b in zip(ring, ring[1:] + ring[:1])]
    db.executemany(f"INSERT INTO {table}(ax, ay, bx, by, wr, zone) VALUES(?, ?, ?, ?, ?, ?)", rows)


class TestUses(unittest.TestCase):
    def setUp(self):
        self.db = connect()
        self.db.execute("CREATE VIRTUAL TABLE w USING carom(+zone TEXT, area=zone)")
        square(self.db, "port", 0, 0, 10)
        square(self.db, "pier", 4, 4, 2)
        square(self.db, "buoy", 20, 0, 2)

    def rows(self, sql, *values):
        return self.db.execute(sql, values).fetchall()

    def at(self, x, y):
        return [row[0] for row in self.rows("SELECT zone FROM w WHERE w MATCH carom_areas(?, ?)", x, y)]

    def error(self, sql, *values):
        return error_of(self.db, sql, *values)

    def test_forms(self):
        self.assertEqual(self.at(5, 5), ["pier", "port"])
        self.assertEqual(self.at(10, 10), ["port"])
        self.assertEqual(self.at(11, 5), [])
        self.assertEqual(self.rows("SELECT zone FROM w(carom_areas(5, 5, 1)) WHERE relation = 'inside'"), [("port",)])
        self.assertEqual(
            self.rows("SELECT v.zone, v.distance FROM w AS v WHERE v.w MATCH carom_nearest_areas(17, 1, 0, 2)"),
            [("buoy", 3.0), ("port", 7.0)],
        )
        self.assertEqual(self.rows("SELECT zone FROM w WHERE w MATCH carom_nearest_areas(17, 1, 0)"), [("buoy",)])
        self.assertEqual(
            self.rows("SELECT zone FROM w WHERE w MATCH carom_areas(5, 5) ORDER BY distance"), [("port",), ("pier",)]
        )
        self.assertEqual(self.rows("SELECT id, ax FROM w WHERE w MATCH carom_areas(5, 5) AND id = 5"), [(5, 4.0)])
        self.assertEqual(self.rows("SELECT count(*) FROM w WHERE w MATCH carom_areas(5, 5)"), [(2,)])
        both = "SELECT zone FROM w WHERE w MATCH carom_areas(1, 1) OR w MATCH carom_areas(21, 1) ORDER BY zone"
        self.assertEqual(self.rows(both), [("buoy",), ("port",)])

    def test_columns_that_do_not_apply(self):
        names = "px, py, nx, ny, depth, gap, kind, t, x, y, feature, qx, qy"
        self.assertEqual(self.rows(f"SELECT {names} FROM w WHERE w MATCH carom_areas(1, 1)"), [(None,) * 13])
        self.assertEqual(len(self.rows("SELECT * FROM w LIMIT 1")[0]), 8)
        for query in ("carom_touching(0, 0, 1)", "carom_first(-1, 1, 0, 9, 0)", "carom_near_wall(1, 0, 0, 1, 1)"):
            found = self.rows(f"SELECT distance, relation, kind FROM w WHERE w MATCH {query}")
            self.assertTrue(found and all(row[0] is None for row in found), query)

    def test_joins(self):
        self.db.execute("CREATE TABLE ships(ship, x REAL, y REAL, r REAL, distance)")
        ships = [("a", 5, 5, 1, 0), ("b", 5, 12, 2, 0), ("c", 15, 5, 1, 0), ("d", None, 5, 1, 0)]
        self.db.executemany("INSERT INTO ships VALUES(?, ?, ?, ?, ?)", ships)
        self.assertEqual(
            self.rows("SELECT ship, zone, relation FROM ships s LEFT JOIN w ON w MATCH carom_areas(s.x, s.y, s.r)"),
            [("a", "pier", "inside-touching"), ("a", "port", "inside"), ("b", "port", "touching"),
             ("c", None, None), ("d", None, None)],
        )  # fmt: skip
        inner = "SELECT zone FROM w WHERE w MATCH carom_areas(s.x, s.y)"
        counts = [(2,), (0,), (0,), (0,)]
        self.assertEqual(self.rows(f"SELECT (SELECT count(*) FROM ({inner})) FROM ships s"), counts)
        # A table without areas has no column distance, which would make this ambiguous.
        self.db.execute("CREATE VIRTUAL TABLE v USING carom(+zone TEXT)")
        self.assertEqual(
            self.rows("SELECT distance FROM ships JOIN v ON v MATCH carom_touching(ships.x, ships.y, r)"), []
        )
        self.db.execute("CREATE VIRTUAL TABLE u USING carom(+distance TEXT)")

    def test_edits_of_what_a_query_finds(self):
        """The row of an area is that of its first wall; its name leads to all of its walls."""
        self.db.execute("UPDATE w SET zone = 'dock' WHERE zone IN (SELECT zone FROM w WHERE w MATCH carom_areas(1, 1))")
        self.assertEqual(self.at(1, 1), ["dock"])
        self.db.execute("DELETE FROM w WHERE zone IN (SELECT zone FROM w WHERE w MATCH carom_areas(5, 5))")
        self.assertEqual(self.rows("SELECT DISTINCT zone FROM w"), [("buoy",)])
        self.db.execute("UPDATE w SET zone = 'mark' WHERE w MATCH carom_areas(21, 1)")
        self.assertIn(
            "area 'buoy' does not close: the point (22.0, 0.0)", self.error("SELECT id FROM w(carom_areas(0, 0))")
        )
        self.db.execute("DELETE FROM w WHERE zone = 'mark'")
        self.assertEqual(self.rows("SELECT count(*) FROM w"), [(3,)])
        self.db.execute("DELETE FROM w")
        self.assertEqual(self.at(1, 1), [])
        self.assertEqual(self.rows("SELECT id FROM w WHERE w MATCH carom_nearest_areas(0, 0, 0, 3)"), [])

    def test_a_question_within_a_question(self):
        """The answer of a query stays while the walls change and others ask."""
        found = []
        for row in self.db.execute("SELECT zone, distance FROM w WHERE w MATCH carom_nearest_areas(5, 5, 0, 3)"):
            square(self.db, f"z{len(found)}", 4.5, 4.5, 1)
            found.append((row, len(self.at(5, 5))))
        self.assertEqual(found, [(("port", -5.0), 3), (("pier", -1.0), 4), (("buoy", math.hypot(15, 3)), 5)])

    def test_null_finds_nothing(self):
        for query in ("carom_areas(NULL, 0)", "carom_areas(1, 1, NULL)", "carom_nearest_areas(1, 1, 0, NULL)"):
            self.assertEqual(self.rows(f"SELECT * FROM w WHERE w MATCH {query}"), [])

    def test_types_of_a_column(self):
        """Names are what the column stores: of a column of integers '7' is 7."""
        self.db.execute('CREATE VIRTUAL TABLE v USING carom(area = "net id", +"Net Id" INTEGER, +zone INTEGER)')
        self.db.execute("INSERT INTO v(ax, ay, bx, by, \"net id\") SELECT ax, ay, bx, by, iif(id % 2, '7', 7) FROM w")
        found = self.rows('SELECT "net id", relation FROM v WHERE v MATCH carom_areas(1, 1)')
        self.assertEqual(found, [(7, "inside")])

    def test_a_renamed_table_and_a_changed_schema(self):
        self.assertEqual(self.at(21, 1), ["buoy"])
        self.db.execute('ALTER TABLE w RENAME TO "two words"')
        sql = 'SELECT zone FROM "two words" WHERE "two words" MATCH carom_areas(21, 1)'
        self.assertEqual(self.rows(sql), [("buoy",)])
        self.assertIn("is the name of a column", self.error('ALTER TABLE "two words" RENAME TO Distance'))
        self.db.execute("VACUUM")
        self.assertEqual(self.rows(sql), [("buoy",)])

    def test_walls_that_bound_no_area(self):
        ask = "SELECT id FROM w WHERE w MATCH carom_areas(1, 1)"
        self.db.execute("INSERT INTO w(id, ax, ay, bx, by, extent) VALUES(50, 9, 9, 10, 10, 'line')")
        self.assertEqual(self.at(1, 1), ["port"])
        self.db.execute("UPDATE w SET zone = 'port' WHERE id = 50")
        self.assertEqual(self.error(ask), "w: area 'port' has a line, with the id 50; its walls must be segments")
        self.db.execute("DELETE FROM w WHERE id = 50")
        self.assertEqual(self.at(1, 1), ["port"])
        self.db.execute("UPDATE w SET wr = 0.5 WHERE id = 3")
        message = (
            "w: area 'port' has walls of different wr: 0.0 with the id 1, 0.5 with the id 3; they must be the same"
        )
        self.assertEqual(self.error(ask), message)
        self.db.execute("UPDATE w SET wr = 0.5 WHERE zone = 'port'")
        self.assertEqual(self.at(1, 1), ["port"])
        long = "x" * 1000
        self.db.execute("UPDATE w SET zone = ? WHERE id = 3", (long,))
        self.assertIn("odd number of its walls", self.error(ask))
        self.assertLess(len(self.error(ask)), 250)

    def test_a_long_name_of_an_open_area_is_cut(self):
        for name, quoted in (
            ("n" * 58, f"'{'n' * 58}'"),
            ("n" * 59, f"'{'n' * 59}..."),
            ("n" * 10**6, f"'{'n' * 59}..."),
        ):
            self.db.execute("DELETE FROM w")
            self.db.execute('INSERT INTO w(ax, ay, bx, "by", zone) VALUES (0, 0, 1, 0, ?)', (name,))
            message = error_of(self.db, "SELECT id FROM w WHERE w MATCH carom_areas(0, 0)")
            self.assertTrue(message.startswith(f"w: area {quoted} does not close: "), message[:200])

    def test_a_table_without_areas(self):
        self.db.execute("CREATE VIRTUAL TABLE v USING carom(+zone TEXT)")
        for query in ("carom_areas(1, 1)", "carom_nearest_areas(1, 1, 0)"):
            self.assertEqual(
                self.error(f"SELECT id FROM v WHERE v MATCH {query}"),
                "v: the table has no areas; its argument area= must name the column that does: "
                "CREATE VIRTUAL TABLE v USING carom(+zone TEXT, area=zone)",
            )
        self.assertIn("no such column", self.error("SELECT distance FROM v"))

    def test_declarations(self):
        for argument, part in (
            ("area=zone", 'area="zone" must name a column that is added'),
            ("+zone TEXT, area=zones", 'area="zones" must name a column that is added'),
            ("+zone TEXT, area=id", 'area="id" must name a column that is added'),
            ("+zone TEXT, area=", 'the argument "area=" must name one column, once'),
            ("+zone TEXT, area=zone TEXT", 'the argument "area=zone TEXT" must name one column, once'),
            ("+zone TEXT, +b, area=zone, area=b", 'the argument "area=b" must name one column, once'),
            ("+zone TEXT, area", "such as +name TEXT, or the column that names areas, such as area=name"),
            ("+zone TEXT, areas=zone", "such as area=name"),
            ("+zone TEXT, +distance, area=zone", "duplicate column name: distance"),
        ):
            message = self.error(f"CREATE VIRTUAL TABLE v USING carom({argument})")
            self.assertTrue(message.startswith("carom: ") and part in message, message)
        self.assertIn("qx, qy, distance", self.error("CREATE VIRTUAL TABLE distance USING carom(+z, area=z)"))
        for argument in ("area=zone,+zone", '+"zo""ne", AREA = "Zo""ne" ', "+area INTEGER, area=area", "+area = 5"):
            try:
                self.db.execute(f"CREATE VIRTUAL TABLE v USING carom({argument})")
                self.db.execute("DROP TABLE v")
            except sqlite3.Error as error:
                self.assertEqual(argument, "+area = 5", error)

    def test_hidden_columns_are_not_written(self):
        for sql in (
            "INSERT INTO w(ax, ay, bx, by, distance) VALUES(0, 0, 1, 1, 5)",
            "UPDATE w SET distance = 5 WHERE id = 1",
            "UPDATE w SET distance = NULL",
        ):
            self.assertIn("cannot be written", self.error(sql))
        self.db.execute("UPDATE w SET zone = 'a' FROM (SELECT 'port' AS old) WHERE zone = old")
        self.assertEqual(self.at(1, 1), ["a"])

    def test_damage(self):
        self.db.execute("UPDATE w_walls SET ax = 'x' WHERE id = 3")
        self.assertIn("ax of id 3 is not valid", self.error("SELECT id FROM w WHERE w MATCH carom_areas(1, 1)"))
        self.db.execute("UPDATE w_walls SET ax = 10 WHERE id = 3")
        self.assertEqual(self.at(1, 1), ["port"])


if __name__ == "__main__":
    unittest.main()
