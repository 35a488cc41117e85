#!/usr/bin/env python3
"""Several connections and processes: each answer must be that of a loop over the shadow table.

Edits by other connections, with the extension and without it; rollbacks; old read transactions; a
table that others rename or drop. Room: tests.
"""

import pathlib
import sqlite3
import subprocess
import sys
import tempfile
import unittest

from carom_sql import CASES, connect, generator, random_wall

WALL = "ax, ay, bx, by, wr, extent"
STORED = "ax, ay, bx, \"by\", wr, CASE extent WHEN 0 THEN 'segment' WHEN 1 THEN 'ray' ELSE 'line' END"


def answer(db, x=0, y=0, r=5, table="w"):
    sql = f"SELECT id, depth FROM {table} WHERE {table} MATCH carom_touching(?, ?, ?)"
    return db.execute(sql, (x, y, r)).fetchall()


def loop(db, x=0, y=0, r=5, table="w"):
    """The answer by a loop over the shadow table, which the cache cannot have changed."""
    touches, depth = (f"carom_{name}(?1, ?2, ?3, {STORED})" for name in ("touches", "depth"))
    sql = f"SELECT id, {depth} FROM {table}_walls WHERE {touches} ORDER BY id"
    return db.execute(sql, (x, y, r)).fetchall()


class Connections(unittest.TestCase):
    journal = "WAL"

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = str(pathlib.Path(folder.name) / "map.db")
        self.first = self.connect()
        self.first.execute(f"PRAGMA journal_mode = {self.journal}")
        self.first.execute("CREATE VIRTUAL TABLE w USING carom(+name TEXT)")
        self.first.executemany(
            f"INSERT INTO w({WALL}, name) VALUES(?, ?, ?, ?, 0, 'segment', 'n')", [(i, 0, i, 3) for i in range(10)]
        )
        self.second = self.connect()

    def connect(self):
        db = connect(self.path, timeout=5)
        db.execute("PRAGMA synchronous = OFF")
        self.addCleanup(db.close)
        return db

    def same(self, *databases):
        for db in databases or (self.first, self.second):
            db.execute("BEGIN")
            self.assertEqual(answer(db), loop(db))
            db.execute("COMMIT")

    def insert(self, db, wall_id=None):
        db.execute(f"INSERT INTO w(id, {WALL}) VALUES(?, 1, 1, 2, 2, 0, 'segment')", (wall_id,))

    def test_each_sees_the_edits_of_the_other(self):
        self.same()
        self.insert(self.first, 100)
        self.same()
        self.second.execute("UPDATE w SET ay = 50, by = 50 WHERE id = 100")
        self.same()
        self.second.execute("UPDATE w SET id = 70 WHERE id = 100")
        self.first.execute("DELETE FROM w WHERE id < 4")
        self.same()
        self.second.execute("BEGIN")
        self.insert(self.second, 200)
        if self.journal == "WAL":
            self.same(self.first)
        self.assertEqual(answer(self.second)[-1][0], 200)
        self.second.execute("ROLLBACK")
        self.insert(self.first, 201)
        self.same()

    def test_rolled_back_edits_are_not_confused_with_later_ones(self):
        """The count of edits is the same after the rollback and another edit."""
        self.same()
        self.first.execute("BEGIN")
        self.insert(self.first, 300)
        answer(self.first)
        self.first.execute("ROLLBACK")
        self.insert(self.second, 301)
        self.same()
        self.first.execute("BEGIN")
        self.first.execute("SAVEPOINT a")
        self.insert(self.first, 302)
        answer(self.first)
        self.first.execute("ROLLBACK TO a")
        self.insert(self.first, 303)
        self.first.execute("COMMIT")
        self.same()

    def test_many_edits_in_one_transaction(self):
        self.same()
        self.first.execute("BEGIN")
        rows = ((i % 90, i // 90, i % 90 + 1, i // 90) for i in range(70000))
        self.first.executemany(f"INSERT INTO w({WALL}) VALUES(?, ?, ?, ?, 0, 'segment')", rows)
        self.first.execute("COMMIT")
        self.same()
        self.assertEqual(self.first.execute("SELECT count(*) FROM w_commits").fetchone()[0], 0)
        for _ in range(300):
            self.insert(self.first)
        self.same()
        self.first.execute("BEGIN")
        self.first.execute("DELETE FROM w WHERE id > 100")
        if self.journal == "WAL":
            self.same(self.second)
        self.assertEqual(answer(self.first), loop(self.first))
        self.first.execute("ROLLBACK")
        self.same()

    def test_edits_behind_the_back_of_the_extension(self):
        """By a process without the extension, by this one, and mixed with own edits."""
        self.same()
        code = (
            "import sqlite3, sys; db = sqlite3.connect(sys.argv[1]);"
            "db.execute('UPDATE w_walls SET ax = 1, ay = 1 WHERE id = 3');"
            "db.execute('DELETE FROM w_walls WHERE id = 4');"
            "db.execute('INSERT INTO w_walls VALUES(77, 0, 0, 0, 0, 1, 0, NULL)'); db.commit()"
        )
        subprocess.run([sys.executable, "-c", code, self.path], check=True)
        self.same()
        self.first.execute("DELETE FROM w_walls WHERE id = 5")
        self.same()
        self.first.execute("BEGIN")
        self.insert(self.first, 400)
        self.first.execute("DELETE FROM w_walls WHERE id = 6")
        self.insert(self.first, 401)
        self.assertEqual(answer(self.first), loop(self.first))
        self.first.execute("COMMIT")
        self.same()
        self.first.execute("BEGIN")
        self.first.execute("DELETE FROM w_walls WHERE id = 7")
        self.assertEqual(answer(self.first), loop(self.first))
        self.first.execute("ROLLBACK")
        self.first.execute("DELETE FROM w_walls WHERE id = 8")
        self.same()

    def test_an_old_read_transaction_keeps_its_answer(self):
        if self.journal != "WAL":
            self.skipTest("a reader locks writers out")
        self.second.execute("BEGIN")
        before = answer(self.second)
        self.insert(self.first, 500)
        self.assertEqual(answer(self.second), before)
        self.second.execute("COMMIT")
        self.same()

    def test_rename_and_drop_by_another_connection(self):
        self.same()
        self.first.execute("ALTER TABLE w RENAME TO v")
        self.assertEqual(answer(self.second, table="v"), loop(self.second, table="v"))
        self.second.execute("BEGIN")
        self.second.execute(f"INSERT INTO v({WALL}) VALUES(0, 1, 0, 2, 0, 'segment')")
        self.second.execute("ALTER TABLE v RENAME TO w")
        self.second.execute(f"INSERT INTO w({WALL}) VALUES(0, 1, 0, 3, 0, 'segment')")
        self.second.execute("COMMIT")
        self.same()
        self.second.execute("BEGIN")
        self.insert(self.second)
        self.second.execute("SAVEPOINT a")
        self.second.execute("ALTER TABLE w RENAME TO v")
        self.second.execute("ROLLBACK TO a")
        self.insert(self.second)
        self.second.execute("COMMIT")
        self.same()
        self.second.execute("DROP TABLE w")
        self.assertRaisesRegex(sqlite3.OperationalError, "no such table: w", answer, self.first)
        names = self.first.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
        self.assertEqual(names, 0)

    def test_changes_of_the_schema_elsewhere(self):
        self.same()
        self.first.execute("CREATE TABLE other(a)")
        self.insert(self.second)
        self.first.execute("ALTER TABLE other RENAME TO another")
        self.same()
        self.first.execute("VACUUM")
        self.same()

    def test_random_edits(self):
        source = generator()
        both = (self.first, self.second)
        for _ in range(CASES * 4):
            db = source.choice(both)
            wall_id = source.randint(0, 40)
            choice = source.randrange(8)
            db.execute("BEGIN IMMEDIATE")
            for _ in range(source.randint(1, 3)):
                if choice < 3:
                    sql = f"REPLACE INTO w(id, {WALL}) VALUES(?, ?, ?, ?, ?, ?, ?)"
                    db.execute(sql, (wall_id, *random_wall(source)))
                elif choice < 5:
                    db.execute("DELETE FROM w WHERE id = ?", (wall_id,))
                elif choice < 6:
                    db.execute("UPDATE OR REPLACE w SET id = id + 1, ax = ax + 1 WHERE id = ?", (wall_id,))
                else:
                    db.execute("UPDATE w_walls SET ay = ay - 1 WHERE id = ?", (wall_id,))
                if source.randrange(3) == 0:
                    self.assertEqual(answer(db), loop(db))
                wall_id += 1
            db.execute(source.choice(["COMMIT", "COMMIT", "ROLLBACK"]))
            if source.randrange(2):
                self.same(source.choice(both))
        self.same()
        self.assertEqual(self.first.execute("SELECT carom_check('w')").fetchone()[0], "ok")


class ConnectionsWithRollbackJournal(Connections):
    journal = "DELETE"


if __name__ == "__main__":
    unittest.main()
