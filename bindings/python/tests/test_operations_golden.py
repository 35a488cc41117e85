"""The golden hashes of tests/golden.txt: the cases of the C tests, asked through the ufuncs.

vectors.c is compiled with the generators of tests/support, so the questions are the same. A hash
that differs names the function and the class of cases. Room: tests.
"""

import ctypes
import os
import shutil
import subprocess
from pathlib import Path

import carom
import carom.ufuncs as u
import numpy as np
import pytest

ROOT = Path(__file__).resolve().parents[3]
CASES, MOTION_CASES = 840, 420
SWEEP = ("kind", "feature", "t", "center", "point", "normal")


@pytest.fixture(scope="module")
def vectors(tmp_path_factory):
    """The generators of the C tests as a library."""
    support = ROOT / "tests" / "support"
    compiler = os.environ.get("CC") or shutil.which("cc") or "gcc"
    library = tmp_path_factory.mktemp("vectors") / "vectors.so"
    sources = [*support.glob("cases*.c"), *support.glob("motion_cases*.c"), support / "random.c", support / "golden.c"]
    flags = ["-std=c11", "-O1", "-ffp-contract=off", "-shared", "-fPIC"]
    includes = [f"-I{ROOT / folder}" for folder in ("include", "src", "tests/support")]
    own = Path(__file__).with_name("vectors.c")
    subprocess.run(
        [*compiler.split(), *flags, *includes, *map(str, sources), str(own), "-lm", "-o", str(library)], check=True
    )
    functions = ctypes.CDLL(str(library))
    functions.case_name.restype = functions.motion_name.restype = ctypes.c_char_p
    functions.hash_of.restype = ctypes.c_uint64
    functions.hash_of.argtypes = [ctypes.c_void_p, ctypes.c_size_t]
    return functions


@pytest.fixture(scope="module")
def golden():
    """The hashes of the file by (function, class)."""
    lines = (ROOT / "tests" / "golden.txt").read_text().splitlines()
    return {tuple(line.split()[:2]): line.split()[2] for line in lines}


def columns_of(fill, kind, count, width):
    rows = np.empty((count, width))
    fill(kind, count, ctypes.c_void_p(rows.ctypes.data))
    return list(rows.T)


def wall_columns(columns):
    """ax, ay, bx, by, wr and the extent as a code."""
    return [*columns[:5], columns[5].astype(np.uint8)]


def words_of(column):
    """The 64 bits that C hashes for the numbers or codes of a column."""
    column = np.ascontiguousarray(column)
    if column.dtype != np.float64:
        return column.astype(np.int64).view(np.uint64)
    return np.where(np.isnan(column), np.uint64(0x7FF8000000000000), column.view(np.uint64))


def as_in_c(answer):
    """The columns of an answer with C's zeros for invalid input, where Python has NaN."""
    columns = answer if isinstance(answer, tuple) else (answer,)
    return tuple(np.where(np.isnan(column), 0.0, column) if column.dtype == float else column for column in columns)


class Hashes:
    """Compares hashes of columns, row by row, with those of the file."""

    def __init__(self, vectors, golden, name):
        self.vectors, self.golden, self.name = vectors, golden, name
        self.wrong = []

    def check(self, function, *columns):
        words = np.ascontiguousarray(np.column_stack([words_of(column) for column in columns]))
        found = f"{self.vectors.hash_of(words.ctypes.data, words.size):016x}"
        if found != self.golden[function, self.name]:
            self.wrong.append(f"{function} {self.name}")

    def check_sweep(self, function, answer):
        kind, t, x, y, px, py, nx, ny, feature = as_in_c(answer)
        for field, columns in zip(SWEEP, [(kind,), (feature,), (t,), (x, y), (px, py), (nx, ny)], strict=True):
            self.check(f"{function}.{field}", *columns)

    def check_whole_sweep(self, function, answer):
        kind, t, x, y, px, py, nx, ny, feature = as_in_c(answer)
        self.check(function, kind, feature, t, x, y, px, py, nx, ny)


def check_case(hashes, columns):
    circle, wall, gap = columns[:3], wall_columns(columns[3:9]), columns[9]
    hashes.check("case", *circle, *wall, gap)
    hashes.check("relate", u.relate(*circle, *wall))
    hashes.check("within", u.within(*circle, *wall[:4], gap, *wall[4:]))
    relation, feature, along, px, py, nx, ny, depth = as_in_c(u.contact(*circle, *wall))
    hashes.check("contact.relation", relation)
    hashes.check("contact.feature", feature)
    hashes.check("contact.along", along)
    hashes.check("contact.point", px, py)
    hashes.check("contact.normal", nx, ny)
    hashes.check("contact.depth", depth)
    (distance,) = as_in_c(u.distance(*circle, *wall))
    hashes.check("distance", distance)
    (signed,) = as_in_c(u.signed_distance(*circle, *wall))
    assert np.array_equal(signed, 0 - depth)
    count, along0, x0, y0, along1, x1, y1 = as_in_c(u.crossings(*circle, *wall[:4], wall[5]))
    # The wall radius counts for nothing in crossings, but an invalid one makes the wall invalid.
    valid = u.wall_is_valid(*wall)
    found = [np.where(valid, column, 0) for column in (count, along0, x0, y0, along1, x1, y1)]
    hashes.check("crossings.count", found[0].astype(np.int8))
    hashes.check("crossings.along", found[1], found[4])
    hashes.check("crossings.point", found[2], found[3], found[5], found[6])
    relation, x, y = as_in_c(u.push_out(*circle, *wall))
    hashes.check("push_out.relation", relation)
    hashes.check("push_out.center", x, y)


def check_motion(hashes, circle, move, to, wall, second):
    hashes.check("motion_case", *circle, *move, *to, *wall, *second[:5])
    hashes.check_sweep("sweep", u.sweep(*circle, *move, *wall))
    hashes.check_sweep("sweep_to", u.sweep_to(*circle, *to, *wall))
    hashes.check("path_is_clear", u.path_is_clear(*circle, *to, *wall))
    order = u.compare_time_of_impact(*circle, *move, *wall[:4], *second[:4], *wall[4:], *second[4:])
    hashes.check("compare_time_of_impact", order + 1)
    reflection = as_in_c(u.reflect(*circle, *move, *wall))
    hashes.check("reflect.end", *reflection[9:11])
    hashes.check("reflect.move", *reflection[11:])
    hashes.check("wall_box", *u.wall_box(*wall))


def check_passage(hashes, circle, move, to, wall):
    passage = as_in_c(u.passage(*circle, *move, *wall))
    has_left, exit_t, x, y, px, py, nx, ny, feature = passage[9:]
    hashes.check_whole_sweep("passage.entry", passage[:9])
    hashes.check("passage.has_left", has_left)
    hashes.check("passage.exit_t", exit_t)
    hashes.check("passage.exit_feature", feature)
    hashes.check("passage.exit_center", x, y)
    hashes.check("passage.exit_point", px, py)
    hashes.check("passage.exit_normal", nx, ny)
    with np.errstate(all="ignore"):
        length = np.abs(move[0]) + np.abs(move[1])
    cast = as_in_c(u.cast(*circle, *move, length, *wall))
    hashes.check("vec2_along", *as_in_c(u.along(*move, length)))
    hashes.check_whole_sweep("cast.sweep", cast[:9])
    hashes.check("cast.distance", cast[9])
    post = [*carom.post(wall[0], wall[1], wall[4]), np.zeros(len(wall[0]), np.uint8)]
    hashes.check("relate_circle", u.relate(*circle, *post))
    hashes.check("distance_circle", *as_in_c(u.distance(*circle, *post)))
    hashes.check_whole_sweep("sweep_circle", u.sweep(*circle, *move, *post))
    hashes.check("path_is_clear_of_circle", u.path_is_clear(*circle, *to, *post))


def check_moving(hashes, circle, move, to, wall, second):
    ends, rest, ends_to = wall[:4], wall[4:], second[:4]
    moves = u.moving_wall_to(*ends, *ends_to)
    whole = [*moves[:2], *moves[:2]]
    other = [wall[0], wall[1], wall[4]]
    hashes.check_sweep("sweep_moving", u.sweep_moving(*circle, *move, *ends, *moves, *rest, False))
    hashes.check_whole_sweep("sweep_moving_hit", u.sweep_moving(*circle, *move, *ends, *moves, *rest, True))
    hashes.check_whole_sweep("sweep_moving_to", u.sweep_moving_to(*circle, *to, *ends, *ends_to, *rest, False))
    hashes.check_whole_sweep("sweep_moving_to_hit", u.sweep_moving_to(*circle, *to, *ends, *ends_to, *rest, True))
    hashes.check("path_is_clear_of_moving", u.path_is_clear_of_moving(*circle, *to, *ends, *ends_to, *rest))
    hashes.check_whole_sweep("sweep_translating", u.sweep_moving(*circle, *move, *ends, *whole, *rest, False))
    post, post_to = [*ends[:2], *ends[:2]], [*ends_to[:2], *ends_to[:2]]
    zero = np.zeros(len(ends[0]), np.uint8)
    clear = u.path_is_clear_of_moving(*circle, *to, *post, *post_to, np.ones(len(zero)), zero)
    hashes.check("path_is_clear_of_translating", clear)
    hashes.check_whole_sweep("sweep_moving_circle", u.sweep_moving_circle(*circle, *move, *other, *moves[:2], False))
    clear = u.path_is_clear_of_moving(*circle, *to, *post, *post_to, wall[4], zero)
    hashes.check("path_is_clear_of_moving_circle", clear)


def check_moving_parts(hashes, circle, move, to, wall, second):
    ends, rest, ends_to = wall[:4], wall[4:], second[:4]
    moves = u.moving_wall_to(*ends, *ends_to)
    at = [u.moving_wall_at(*ends, *moves, np.float64(i / 3.0)) for i in (1, 2, 3)]
    hashes.check("moving_wall_at", *at[0], *at[1], *at[2])
    hashes.check("moving_wall_turning", *u.moving_wall_turning(*ends, *circle[:2], *move))
    hashes.check("turning_frames", u.turning_frames(move[0], circle[2], np.abs(move[1])))
    hashes.check("moving_wall_box", *u.moving_wall_box(*ends, *moves, *rest))
    nx, ny = as_in_c(u.contact(*circle, *wall))[5:7]
    numbers = [np.float64(x) for x in (1.0, 0.375, 0.75, 0.25)]
    hashes.check("balls_respond", *u.balls_respond(*move, *to, nx, ny, *numbers))


def test_cases(vectors, golden):
    wrong = []
    for kind in range(vectors.case_classes()):
        hashes = Hashes(vectors, golden, vectors.case_name(kind).decode())
        check_case(hashes, columns_of(vectors.case_rows, kind, CASES, 10))
        wrong += hashes.wrong
    assert wrong == []


def test_motions(vectors, golden):
    wrong = []
    for kind in range(vectors.motion_classes()):
        hashes = Hashes(vectors, golden, vectors.motion_name(kind).decode())
        columns = columns_of(vectors.motion_rows, kind, MOTION_CASES, 19)
        motion = [columns[:3], columns[3:5], columns[5:7], wall_columns(columns[7:13]), wall_columns(columns[13:])]
        check_motion(hashes, *motion)
        check_passage(hashes, *motion[:4])
        check_moving(hashes, *[[column[: vectors.moving_cases()] for column in part] for part in motion])
        check_moving_parts(hashes, *motion)
        wrong += hashes.wrong
    assert wrong == []
