"""Integers that float64 cannot hold are refused everywhere, and exact ones pass. Room: tests.

NumPy and Python round such integers without a word, so that an exact answer would be one to other numbers.
"""

import re

import carom
import dask.array as da
import numpy as np
import pandas as pd
import polars as pl
import pytest
import xarray as xr
from conftest import OPERATIONS, parameters, plain_rows, words_of

BAD = 2**60 + 1
RIGHT = "must be an integer that float64 holds exactly: pass a float to have it rounded"
FLOOR = (-1.0, 0.0, 1.0, 0.0)
SCENE = carom.Scene(*FLOOR)


def refused(place, number=BAD):
    """What raises the error that names this argument and number."""
    return pytest.raises(ValueError, match=re.escape(f"{place} is {number}, {RIGHT}"))


@pytest.mark.parametrize("name", OPERATIONS)
def test_numbers_of_operations(name):
    function, row = getattr(carom, name), plain_rows(name, 1)[0]
    for i, argument in enumerate(parameters(name)):
        if words_of(argument) is None:
            for bad in (BAD, -BAD, 2**53 + 1, 2**70 + 1, np.int64(BAD), np.array(BAD)):
                with refused(f"{name}(): the argument {argument}", bad):
                    function(*row[:i], bad, *row[i + 1 :])
                with refused(f"{name}(): the argument {argument}", bad):
                    function(*row[:i], **dict(zip(list(parameters(name))[i:], [bad, *row[i + 1 :]], strict=True)))
            with refused(f"{name}(): the argument {argument}[1, 0]"):
                function(*row[:i], [[1], [BAD]], *row[i + 1 :])


# Python compares integers with floats exactly.
@pytest.mark.parametrize("dtype", ["i8", ">i8", "u8", ">u8"])
def test_arrays_of_all_sizes_of_integers(dtype):
    random = np.random.default_rng(36)
    limits = np.iinfo(dtype)
    for _ in range(400):
        number = int(random.integers(2**63, dtype=np.uint64)) >> int(random.integers(0, 60))
        shift = int(random.integers(63))
        number = number << shift % 12 if random.random() < 0.5 else number + (1 << shift)
        number = -number if limits.min < 0 and random.random() < 0.5 else number
        if not limits.min <= number <= limits.max:
            continue
        items = np.full(700, 2**53, dtype)
        items[618] = number
        if float(number) == number:
            assert SCENE.count(items, 0, 1).shape == (700,)
            assert carom.distance(items, 1, 1, *FLOOR, extent="line").tolist() == [0.0] * 700
        else:
            with refused("hits(): cx[618]", number):
                SCENE.hits(items, 0, 1)
            with refused("distance(): the argument cx[618]", number):
                carom.distance(items, 1, 1, *FLOOR)


def test_the_ends_of_the_types():
    assert carom.touches(np.array([-(2**63), 2**62]), 1, 1, *FLOOR, extent="line").all()
    for number, dtype in ((2**63 - 1, "i8"), (-(2**63) + 1, "i8"), (2**64 - 1, "u8")):
        with refused("touches(): the argument cx[0]", number):
            carom.touches(np.array([number], dtype), 1, 1, *FLOOR)
    for exact in (2**60, 2**70, -(2**1023), 2**53 - 1):
        assert carom.touches(exact, 1, 1, *FLOOR, extent="line")
        assert SCENE.count(exact, 0, 1) == 0


LISTS = [
    ([0.5, BAD], "[1]"),
    ([0.5, np.int64(BAD)], "[1]"),
    ([[1, 2.5], [3, BAD]], "[1, 1]"),
    ([np.array([1, 2]), np.array([0.5, 1]), [BAD, 1]], "[2, 0]"),
    ([np.array([1.0, 2.0]), np.array([2, BAD])], "[1, 1]"),
    (((0.5, 1), (BAD, 2)), "[1, 0]"),
]


@pytest.mark.parametrize(("given", "place"), LISTS)
def test_lists_of_integers_and_floats(given, place):
    with refused(f"touches(): the argument r{place}"):
        carom.touches(0, 0, given, *FLOOR)
    with refused(f"nearest(): r{place}"):
        SCENE.nearest(0, 0, given)


OTHERS = {
    "pandas": pd.Series,
    "nullable": lambda items: pd.Series([*items, None], dtype="Int64")[:-1],
    "polars": lambda items: pl.Series(items),
    "polars with null": lambda items: pl.Series([*items, None]),
    "xarray": xr.DataArray,
    "dataset": lambda items: xr.Dataset({"a": ("i", [0.5, 1.5]), "b": ("i", items)}),
    "frame": lambda items: pd.DataFrame({"a": [0.5, 1.5], "b": items}),
    "dask": lambda items: da.from_array(np.array(items), chunks=1),
    "xarray over dask": lambda items: xr.DataArray(da.from_array(np.array(items), chunks=1)),
    "masked": lambda items: np.ma.array([BAD, *items], mask=[True, False, False]),
}


@pytest.mark.parametrize("make", OTHERS.values(), ids=OTHERS)
def test_arrays_of_other_libraries(make):
    compute = lambda answer: np.asarray(answer.to_array() if hasattr(answer, "to_array") else answer)  # noqa: E731
    compute(carom.distance(make([1, 2**60]), 0, 1, *FLOOR, extent="line"))
    with pytest.raises(ValueError, match=rf"distance\(\): the argument cx.* is {BAD}, must be an integer"):
        compute(carom.distance(make([1, BAD]), 0, 1, *FLOOR, extent="line"))


CALLS = {
    "Scene(): bx": lambda: carom.Scene(0, 0, BAD, 0),
    "insert(): wr": lambda: carom.DynamicScene().insert(0, 0, 1, 0, BAD),
    "hits(): within": lambda: SCENE.hits(0, 0, 1, BAD),
    "in_box(): max_x[1]": lambda: SCENE.in_box(0, 0, [1, BAD], 1),
    "first(): vx": lambda: SCENE.first(0, 0, 1, BAD, 0),
    "fan(): vy[1]": lambda: SCENE.fan(0, 0, 1, 0, [1, BAD]),
    "scan(): angles[1]": lambda: SCENE.scan(0, 0, [0.5, BAD], 1),
    "scan(): cx[1]": lambda: SCENE.scan([0.5, BAD], 0, [0.5, 1], 1),
    "scan(): reach": lambda: SCENE.scan(0, 0, [0.5, 1], BAD),
    "MovingWalls(): moving_walls.avx": lambda: carom.MovingWalls(0, 0, 1, 0, avx=BAD),
    "move_balls(): time": lambda: carom.move_balls(SCENE, 0, 5, 1, 0, 0, BAD),
    "move_balls(): vx[1]": lambda: carom.move_balls(SCENE, 0, 5, 1, [0.5, BAD], 0, 1),
    "move_ball(): gravity[1]": lambda: carom.move_ball(SCENE, 0, 5, 1, 0, 0, 1, gravity=(0, BAD)),
    "depenetrate(): cy": lambda: carom.depenetrate(SCENE, 0, BAD, 1),
    "Mover(): x[0]": lambda: carom.Mover(SCENE, [BAD, 0.5], 5, 1),
    "Mover.step(): dt": lambda: carom.Mover(SCENE, 0, 5, 1).step(BAD),
    "Crowd(): acceleration[1, 0]": lambda: carom.Crowd(None, [0, 9], 0, 1, acceleration=[[0.5, 0], [BAD, 0]]),
    "Character(): y": lambda: carom.Character(SCENE, 0, BAD, 1),
    "classic.relate(): cx": lambda: carom.classic.relate("area-line", BAD, 0, 1, *FLOOR),
    "classic.steps(): cy": lambda: carom.classic.steps("area-line", 0, BAD, 1, *FLOOR),
}


@pytest.mark.parametrize("place", CALLS)
def test_scenes_movers_and_all_else(place):
    with refused(place):
        CALLS[place]()
