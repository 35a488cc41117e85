"""Walls, balls and exact checks for the tests of movers. Room: tests."""

import os
import shutil
import subprocess
from pathlib import Path

import carom
import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[3]


def random_walls(random, count, size=20.0):
    """Columns of walls of all extents and thicknesses, some of length 0, as for Scene."""
    a = random.uniform(-size, size, (2, count))
    b = a + random.normal(0, 4, (2, count)) * (random.random(count) > 0.1)
    extent = random.choice(3, count, p=[0.9, 0.06, 0.04]).astype(np.uint8)
    wr = np.where(random.random(count) < 0.3, random.uniform(0, 0.5, count), 0.0)
    return (*a, *b, wr, extent)


def overlapped(walls, x, y, r):
    """True for each circle that overlaps a wall. Exact, by each pair."""
    ax, ay, bx, by, wr, extent = (np.asarray(column)[:, np.newaxis] for column in walls)
    return carom.overlaps(x, y, r, ax, ay, bx, by, wr, extent).any(axis=0)


def free_balls(random, walls, count, size=20.0, speed=30.0, radius=0.6):
    """Columns x, y, r, vx, vy of balls that overlap no wall."""
    found = [np.empty(0)] * 5
    while len(found[0]) < count:
        x, y = random.uniform(-size, size, (2, count))
        r = random.uniform(0, radius, count)
        vx, vy = random.normal(0, speed, (2, count))
        free = ~overlapped(walls, x, y, r)
        found = [np.concatenate([old, new[free]]) for old, new in zip(found, (x, y, r, vx, vy), strict=True)]
    return [column[:count] for column in found]


def room(size):
    """The four sides of a square from -size to size."""
    corners = np.array([(-size, -size), (size, -size), (size, size), (-size, size)], dtype=float)
    ends = np.roll(corners, -1, axis=0)
    return (*corners.T, *ends.T, np.zeros(4), np.zeros(4, np.uint8))


def same_bytes(one, other):
    """Checks that two answers hold the same bytes, answers within them too."""
    assert type(one) is type(other)
    if isinstance(one, tuple):
        for p, q in zip(one, other, strict=True):
            same_bytes(p, q)
    elif isinstance(one, np.ndarray):
        assert (one.dtype, one.shape, one.tobytes()) == (other.dtype, other.shape, other.tobytes())
    else:
        assert one == other


def write_table(path, **columns):
    """Writes columns as CSV, with numbers that read back as they are."""
    rows = zip(*(np.asarray(column).tolist() for column in columns.values()), strict=True)
    lines = [",".join(columns), *(",".join(map(repr, row)) for row in rows)]
    path.write_text("\n".join(lines) + "\n")


def read_table(text):
    """Columns by name out of CSV, as lists of texts."""
    head, *rows = [line.split(",") for line in text.splitlines()]
    return {name: [row[i] for row in rows] for i, name in enumerate(head)}


def tool_path():
    """The command-line tool. Skips the test if it is not built; scripts/test_python.sh builds it."""
    build = ROOT / "build" / "release" / "cli" / "carom"
    path = os.environ.get("CAROM_TOOL") or (build if build.exists() else shutil.which("carom"))
    if path is None:
        pytest.skip("the tool is not built, and CAROM_TOOL does not name it")
    return path


@pytest.fixture
def tool():
    """Runs the command-line tool."""
    path = tool_path()

    def run(*arguments):
        return subprocess.run([path, *map(str, arguments)], check=True, capture_output=True, text=True).stdout

    return run
