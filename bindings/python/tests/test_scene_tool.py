"""The answers of scenes equal those of the command-line tool. Room: tests."""

import csv
import subprocess

import carom
import numpy as np
import pytest
from scene_cases import grid_circles, grid_moves, grid_walls
from worlds import tool_path


@pytest.fixture(scope="module")
def tool():
    return tool_path()


def write(path, **columns):
    """A table as CSV, with numbers that read back to the same doubles."""
    with path.open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(columns)
        writer.writerows(zip(*(np.asarray(column).tolist() for column in columns.values()), strict=True))
    return path


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    folder = tmp_path_factory.mktemp("tool")
    walls, (cx, cy, r), (vx, vy) = grid_walls(150, 1), grid_circles(80, 2), grid_moves(80, 3)
    words = [extent.name.lower() for extent in map(carom.Extent, walls.extent.tolist())]
    write(folder / "walls.csv", **dict(zip(("ax", "ay", "bx", "by", "wr"), walls[:5], strict=True)), extent=words)
    write(folder / "circles.csv", cx=cx, cy=cy, r=r, vx=vx, vy=vy)
    return folder, carom.Scene(*walls[:6]), (cx, cy, r), (vx, vy)


def ask(tool, folder, *arguments):
    """The rows of an answer of the tool, as dicts."""
    command = [tool, arguments[0], folder / "circles.csv", folder / "walls.csv", *arguments[1:]]
    text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    return list(csv.DictReader(text.splitlines()))


def ints(rows, *names):
    return [tuple(int(row[name]) for name in names) for row in rows]


@pytest.mark.parametrize(
    ("options", "keywords"),
    [
        ((), {}),
        (("--ring",), {"ring": True}),
        (("--within", "1.5"), {"within": 1.5}),
        (("--within", "1.5", "--ring"), {"within": 1.5, "ring": True}),
    ],
)
def test_hits(tool, files, options, keywords):
    folder, scene, circle, _ = files
    rows = ask(tool, folder, "hits", *options)
    hits = scene.hits(*circle, **keywords)
    assert len(rows) > 100
    assert ints(rows, "circle", "wall") == list(zip(*(column.tolist() for column in hits), strict=True))
    counts = ask(tool, folder, "hits", "--count", *options)
    assert ints(counts, "count") == [(count,) for count in scene.count(*circle, **keywords).tolist()]


def test_nearest(tool, files):
    folder, scene, circle, _ = files
    rows = ask(tool, folder, "nearest", "--k", "4")
    wall, gap = scene.nearest(*circle, k=4)
    assert ints(rows, "circle", "wall") == [(c, w) for c, four in enumerate(wall.tolist()) for w in four]
    # The depth of a contact is the negative gap.
    assert [-float(row["depth"]) for row in rows] == gap.ravel().tolist()


@pytest.mark.parametrize("hits_only", [False, True])
def test_first(tool, files, hits_only):
    folder, scene, circle, move = files
    rows = ask(tool, folder, "first", *(["--no-graze"] if hits_only else []))
    met = scene.first(*circle, *move, hits_only=hits_only)
    found = {int(row["mover"]): row for row in rows if row["wall"]}
    assert sorted(found) == np.nonzero(met.wall >= 0)[0].tolist()
    for i, row in found.items():
        assert int(row["wall"]) == met.wall[i]
        assert row["kind"] == carom.SweepKind(met.kind[i]).name.lower()
        assert [float(row[name]) for name in ("t", "x", "y", "px", "py", "nx", "ny")] == [f[i] for f in met[2:9]]
