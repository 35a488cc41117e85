#!/usr/bin/env python3
"""The virtual table through random edits, transactions and savepoints, against a plain table.

Every edit goes to both. Every answer of the virtual table must be that of a loop over the plain one.
Room: tests.
"""

import sqlite3
import unittest

from carom_sql import CASES, EXTENTS, connect, generator, nearest, random_wall

COLUMNS = "ax, ay, bx, by, wr, extent, name"
WALL = "ax, ay, bx, by, wr, extent"


class Mirror:
    def __init__(self, source, db):
        self.source, self.db = source, db
        db.execute("CREATE VIRTUAL TABLE w USING carom(+name TEXT)")
        db.execute(f"CREATE TABLE plain(id INTEGER PRIMARY KEY, {COLUMNS.replace('by', chr(34) + 'by' + chr(34))})")
        self.savepoints = []

    def both(self, sql, *values):
        """Runs an edit on both tables: both must succeed or both must fail."""
        outcomes = []
        for table in ("w", "plain"):
            try:
                self.db.execute(sql.format(table), values)
                outcomes.append(None)
            except sqlite3.Error as error:
                outcomes.append(type(error).__name__)
        assert outcomes[0] == outcomes[1], (sql, values, outcomes)

    def edit(self):
        source = self.source
        wall_id = source.randint(-20, 60)
        clause = source.choice(["", "", "OR IGNORE", "OR REPLACE", "OR FAIL", "OR ABORT"])
        wall = (*random_wall(source), source.choice(["door", "lift", None]))
        choice = source.randrange(10)
        if choice < 3:
            self.both(f"INSERT {clause} INTO {{}}(id, {COLUMNS}) VALUES(?, ?, ?, ?, ?, ?, ?, ?)", wall_id, *wall)
        elif choice < 4:
            self.both(f"INSERT INTO {{}}({COLUMNS}) VALUES(?, ?, ?, ?, ?, ?, ?)", *wall)
        elif choice < 6:
            self.both(
                "UPDATE {} SET ax = ?, ay = ?, bx = ?, by = ?, wr = ?, extent = ?, name = ? WHERE id = ?",
                *wall,
                wall_id,
            )
        elif choice < 7:
            self.both(f"UPDATE {clause} {{}} SET id = ? WHERE id = ?", source.randint(-20, 60), wall_id)
        elif choice < 8:
            self.both("DELETE FROM {} WHERE id = ?", wall_id)
        elif choice < 9:
            # Many rows, the last of which may fail: a statement that is rolled back.
            rows = ", ".join(f"({wall_id + i}, {i}, 0, {i}, 4, 0.5, 'segment')" for i in range(5))
            self.both(f"INSERT {clause} INTO {{}}(id, {WALL}) VALUES {rows}")
        else:
            self.both("DELETE FROM {} WHERE id BETWEEN ? AND ?", wall_id, wall_id + 3)

    def transact(self):
        """Begins, ends or undoes a transaction or a savepoint."""
        db, source = self.db, self.source
        if not db.in_transaction:
            db.execute("BEGIN")
            return
        choice = source.randrange(6)
        if choice < 2:
            self.savepoints.append(f"s{len(self.savepoints)}")
            db.execute(f"SAVEPOINT {self.savepoints[-1]}")
        elif choice < 4 and self.savepoints:
            place = source.randrange(len(self.savepoints))
            db.execute(source.choice(["ROLLBACK TO ", "RELEASE "]) + self.savepoints[place])
            # A released savepoint is gone, and those within it.
            alive = self.savepoints[: place + 1]
            try:
                db.execute(f"ROLLBACK TO {alive[-1]}")
            except sqlite3.Error:
                alive.pop()
            self.savepoints = alive
        elif choice == 4:
            db.execute("COMMIT")
            self.savepoints = []
        else:
            db.execute("ROLLBACK")
            self.savepoints = []

    def check(self):
        """Every query against the loop."""
        db, source = self.db, self.source
        x, y, r = source.randint(-7, 7), source.randint(-7, 7), source.choice([0, 1, 2, 2.5, 5])
        vx, vy, gap = source.randint(-9, 9), source.randint(-9, 9), source.choice([0, 1, 1.5])
        rows = db.execute(f"SELECT id, {COLUMNS} FROM plain ORDER BY id").fetchall()
        assert db.execute(f"SELECT id, {COLUMNS} FROM w").fetchall() == rows
        assert db.execute("SELECT id, name FROM w ORDER BY id DESC").fetchall() == [
            (row[0], row[7]) for row in reversed(rows)
        ]
        low, high = sorted((source.randint(-20, 60), source.randint(-20, 60)))
        for sql in ("id > ? AND id <= ?", "rowid >= ? AND id < ?", "id IN (?, ?)", "id + 0 BETWEEN ? AND ?"):
            found = db.execute(f"SELECT id FROM w WHERE {sql} ORDER BY id", (low, high)).fetchall()
            assert found == db.execute(f"SELECT id FROM plain WHERE {sql} ORDER BY id", (low, high)).fetchall()
        self.same("carom_touching(?1, ?2, ?3)", f"carom_touches(?1, ?2, ?3, {WALL})", x, y, r)
        self.same("carom_touching(?1, ?2, ?3, 'open')", f"carom_depth(?1, ?2, ?3, {WALL}) > 0", x, y, r)
        ring = f"carom_relation(?1, ?2, ?3, {WALL}) IN ('touching', 'crossing', 'inside-touching')"
        self.same("carom_touching(?1, ?2, ?3, 'ring')", ring, x, y, r)
        self.same("carom_near(?1, ?2, ?3, ?4)", f"carom_within(?1, ?2, ?3, ?4, {WALL})", x, y, r, gap)
        self.check_near_wall(random_wall(source), gap)
        self.check_pairs(gap)
        self.check_nearest(rows, x, y, r)
        self.check_first(x, y, r, vx, vy)

    def same(self, query, condition, *values):
        fields = ["relation", "feature", "px", "py", "nx", "ny", "depth"]
        calls = ", ".join(f"carom_{field}(?1, ?2, ?3, {WALL})" for field in [*fields, "signed_distance"])
        found = self.db.execute(
            f"SELECT id, name, ax, extent, {', '.join(fields)}, gap, kind FROM w WHERE w MATCH {query}", values
        ).fetchall()
        loop = self.db.execute(
            f"SELECT id, name, ax, extent, {calls}, NULL FROM plain WHERE {condition} ORDER BY id", values
        ).fetchall()
        assert found == loop, (query, values, found, loop)
        count = self.db.execute(f"SELECT count(*) FROM w WHERE w MATCH {query}", values).fetchone()[0]
        assert count == len(loop)

    def check_near_wall(self, wall, gap):
        """Walls near a wall. The points are at the ends of the gap, along the normal."""
        found = self.db.execute(
            "SELECT id, name, relation, gap, depth, feature, px, py, qx, qy, nx, ny FROM w "
            "WHERE w MATCH carom_near_wall(?7, ?1, ?2, ?3, ?4, ?5, ?6)",
            (*wall, gap),
        ).fetchall()
        loop = self.db.execute(
            f"SELECT id, name, carom_wall_relation(?1, ?2, ?3, ?4, ?5, ?6, {WALL}), "
            f"carom_wall_gap({WALL}, ?1, ?2, ?3, ?4, ?5, ?6), NULL, NULL FROM plain "
            f"WHERE carom_wall_within(?7, {WALL}, ?1, ?2, ?3, ?4, ?5, ?6) ORDER BY id",
            (*wall, gap),
        ).fetchall()
        assert [row[:6] for row in found] == loop, (wall, gap, found, loop)
        for row in found:
            distance, (px, py, qx, qy, nx, ny) = row[3], row[6:]
            assert abs(qx - px - distance * nx) + abs(qy - py - distance * ny) < 1e-9, (wall, row)

    def check_pairs(self, gap):
        """The pairs of walls that are near each other, by a join with itself."""
        other = ", ".join(f"b.{column}" for column in WALL.split(", "))
        one = ", ".join(f"a.{column}" for column in WALL.split(", "))
        pairs = self.db.execute(
            f"SELECT a.id, b.id, b.relation, b.gap FROM w a JOIN w b ON b.w MATCH carom_near_wall(?, {one}) "
            "WHERE a.id < b.id ORDER BY a.id, b.id",
            (gap,),
        ).fetchall()
        loop = self.db.execute(
            f"SELECT a.id, b.id, carom_wall_relation({one}, {other}), carom_wall_gap({one}, {other}) "
            f"FROM plain a JOIN plain b ON a.id < b.id AND carom_wall_within(?, {one}, {other}) "
            "ORDER BY a.id, b.id",
            (gap,),
        ).fetchall()
        assert pairs == loop, (gap, pairs, loop)

    def check_nearest(self, rows, x, y, r):
        walls = [(row[0], row[1:7]) for row in rows]
        for k in (1, self.source.randint(0, 12), 1000):
            found = [
                row[0]
                for row in self.db.execute("SELECT id FROM w WHERE w MATCH carom_nearest(?, ?, ?, ?)", (x, y, r, k))
            ]
            assert found == nearest(walls, x, y, k), (x, y, r, k, found, nearest(walls, x, y, k))
            by_id = self.db.execute(
                "SELECT id FROM w WHERE w MATCH carom_nearest(?, ?, ?, ?) ORDER BY id", (x, y, r, k)
            )
            assert [row[0] for row in by_id] == sorted(found)

    def check_first(self, x, y, r, vx, vy):
        fields = ["kind", "t", "x", "y", "px", "py", "nx", "ny", "feature"]
        calls = ", ".join(f"carom_sweep_{field}(?1, ?2, ?3, ?4, ?5, {WALL}) AS s_{field}" for field in fields)
        values = (x, y, r, vx, vy)
        for only, kinds in ((0, "'graze', 'hit', 'overlap'"), (1, "'hit', 'overlap'")):
            found = self.db.execute(
                f"SELECT id, {', '.join(fields)}, relation FROM w "
                f"WHERE w MATCH carom_first(?1, ?2, ?3, ?4, ?5, {only})",
                values,
            ).fetchall()
            loop = self.db.execute(
                f"SELECT id, {calls}, NULL FROM plain WHERE s_kind IN ({kinds}) ORDER BY s_t, id LIMIT 1", values
            ).fetchall()
            assert found == loop, (values, only, found, loop)


class TestMirror(unittest.TestCase):
    def test_random_edits(self):
        source = generator()
        for _ in range(3):
            db = connect()
            mirror = Mirror(source, db)
            for _ in range(CASES * 4):
                step = source.randrange(8)
                if step == 0:
                    mirror.transact()
                elif step < 3:
                    mirror.check()
                else:
                    mirror.edit()
            if db.in_transaction:
                db.execute("COMMIT")
            mirror.check()
            self.assertEqual(db.execute("SELECT carom_check('w')").fetchone()[0], "ok")

    def test_ids_that_come_and_go(self):
        """Many removals from the hash table of ids, with a question after every few."""
        source = generator()
        db = connect()
        db.execute("CREATE VIRTUAL TABLE w USING carom")
        ids = [source.randint(-(2**63), 2**63 - 1) for _ in range(400)]
        present = set()
        db.execute("BEGIN")
        for _ in range(CASES * 3):
            for wall_id in source.sample(ids, 60):
                if wall_id in present:
                    db.execute("DELETE FROM w WHERE id = ?", (wall_id,))
                else:
                    db.execute("INSERT INTO w(id, ax, ay, bx, by) VALUES(?, 0, 0, 1, 0)", (wall_id,))
                present ^= {wall_id}
            found = db.execute("SELECT id FROM w WHERE w MATCH carom_touching(0, 0, 1)").fetchall()
            self.assertEqual(found, [(wall_id,) for wall_id in sorted(present)])
        db.execute("COMMIT")

    def test_words_of_extents(self):
        db = connect()
        db.execute("CREATE VIRTUAL TABLE w USING carom")
        for extent in EXTENTS:
            db.execute("INSERT INTO w(ax, ay, bx, by, extent) VALUES(0, 0, 1, 0, ?)", (extent,))
        found = db.execute("SELECT extent FROM w WHERE w MATCH carom_touching(0, 0, 1)").fetchall()
        self.assertEqual([row[0] for row in found], EXTENTS)


if __name__ == "__main__":
    unittest.main()
