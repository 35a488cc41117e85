"""What the tests of the SQLite extension share: connections, and answers by a loop.

A loop here is a query of a plain table with the same rows, which calls the scalar functions for each
row. test_sqlite_functions.c compares these with the C library, bit for bit. The order of distances is
decided in rational numbers. Room: tests.
"""

import os
import pathlib
import random
import sqlite3
import sys
from fractions import Fraction

EXTENSION = str(pathlib.Path(os.environ["CAROM_SQLITE"]).with_suffix(""))
SEED = int(os.environ.get("CAROM_SEED", "1"))
_CASES = os.environ.get("CAROM_TEST_CASES", "60")
# A number, or a percentage of the default.
CASES = max(60 * int(_CASES[:-1]) // 100, 1) if _CASES.endswith("%") else int(_CASES)
EXTENTS = ["segment", "ray", "line"]


def connect(path=":memory:", **options):
    """A connection with the extension, in autocommit mode."""
    db = sqlite3.connect(path, isolation_level=None, **options)
    db.enable_load_extension(True)
    db.load_extension(EXTENSION)
    db.enable_load_extension(False)
    return db


def error_of(db, sql, *values):
    """The message of the error that a statement must raise."""
    try:
        db.execute(sql, values).fetchall()
    except sqlite3.Error as error:
        return str(error)
    raise AssertionError(f"no error: {sql} {values}")


def generator():
    """A random source. Its seed is printed, so that a failure can be repeated."""
    print(f"CAROM_SEED={SEED} CAROM_TEST_CASES={CASES}", file=sys.stderr)
    return random.Random(SEED)


def random_wall(source):
    """A wall on a small grid, so that there are many ties."""
    ax, ay = source.randint(-6, 6), source.randint(-6, 6)
    bx, by = ax + source.randint(-3, 3), ay + source.randint(-3, 3)
    wr = source.choice([0.0, 0.0, 0.0, 0.5, 1.0])
    return float(ax), float(ay), float(bx), float(by), wr, source.choices(EXTENTS, [8, 1, 1])[0]


def axis_distance2(x, y, wall):
    """The squared distance of a point from the axis of a wall, exactly."""
    ax, ay, bx, by, _, extent = wall
    ux, uy = Fraction(bx) - Fraction(ax), Fraction(by) - Fraction(ay)
    wx, wy = Fraction(x) - Fraction(ax), Fraction(y) - Fraction(ay)
    len2 = ux * ux + uy * uy
    s = (ux * wx + uy * wy) / len2 if len2 else Fraction(0)
    if extent == "segment":
        s = min(max(s, Fraction(0)), Fraction(1))
    elif extent == "ray":
        s = max(s, Fraction(0))
    return (wx - s * ux) ** 2 + (wy - s * uy) ** 2


class Nearness:
    """Orders walls by sqrt(distance2) - wr, exactly, then by id."""

    def __init__(self, distance2, wr, wall_id):
        self.distance2, self.wr, self.id = distance2, Fraction(wr), wall_id

    def __lt__(self, other):
        order = compare_roots(self.distance2, other.distance2, self.wr - other.wr)
        return order < 0 or (order == 0 and self.id < other.id)


def compare_roots(a, b, d):
    """The sign of sqrt(a) - sqrt(b) - d."""
    # sqrt(a) against sqrt(b) + d. If that is not negative, compare the squares: a - b - d^2 against
    # 2 d sqrt(b).
    if d < 0:
        return -compare_roots(b, a, -d)
    left, right2 = a - b - d * d, 4 * d * d * b
    if left < 0:
        return -1
    return (left * left > right2) - (left * left < right2)


def nearest(rows, x, y, k):
    """The ids of the k nearest of rows (id, wall), nearest first."""
    order = sorted(Nearness(axis_distance2(x, y, wall), wall[4], wall_id) for wall_id, wall in rows)
    return [item.id for item in order[:k]]
