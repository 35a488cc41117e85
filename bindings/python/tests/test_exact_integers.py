"""Integers that float64 cannot hold are refused everywhere, and exact ones pass. Room: tests.

NumPy and Python round such integers without a word, so that an exact answer would be one to other numbers.
"""

import re

import carom
import dask.array as da
import geopandas as gpd
import numpy as np
import pandas as pd
import polars as pl
import pyarrow as pa
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
    "polars frame": lambda items: pl.DataFrame({"a": [0.5, 1.5], "b": items}),
    "polars frame with null": lambda items: pl.DataFrame({"b": [*items, None]}),
    "Arrow": pa.array,
    "Arrow with null": lambda items: pa.array([*items, None]),
    "chunked": lambda items: pa.chunked_array([items, [None]]),
    "Arrow table": lambda items: pa.table({"a": [0.5, 1.5], "b": items}),
    "Arrow batch": lambda items: pa.RecordBatch.from_pydict({"b": [*items, None]}),
    "Arrow in pandas": lambda items: pd.Series([*items, None], dtype="int64[pyarrow]"),
    "array of pandas": lambda items: pd.array([*items, None], dtype="Int64"),
    "index of pandas": lambda items: pd.Index([*items, None], dtype="Int64"),
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


NULLS = {
    "Arrow": pa.array([5, None]),
    "chunked": pa.chunked_array([[5], [None]]),
    "polars": pl.Series([5, None]),
    "nullable": pd.Series([5, None], dtype="Int64"),
    "array of pandas": pd.array([5, None], dtype="Int64"),
    "Arrow in pandas": pd.Series([5, None], dtype="int64[pyarrow]"),
}


@pytest.mark.parametrize("given", NULLS.values(), ids=NULLS)
def test_nulls_are_nan_or_null_for_operations_and_refused_elsewhere(given):
    for answer in (carom.distance(given, 0, 1, *FLOOR), carom.contact(given, 0, 1, *FLOOR).depth):
        assert abs(np.asarray(answer)[0]) == 3
        assert pd.isna(np.asarray(answer)[1])
    assert not pd.Series(carom.touches(given, 0, 4, *FLOOR)).fillna(False)[1]
    for call in (
        lambda: SCENE.count(given, 0, 1),
        lambda: SCENE.scan(given, 0, [[0.0], [1.0]], 1),
        lambda: carom.Mover(SCENE, given, 5, 1),
        lambda: carom.move_balls(SCENE, given, 5, 1, 0, 0, 1),
    ):
        with pytest.raises(ValueError, match=r"\(\): (c?x\[1(, 0)?\] is nan|the argument x has masked items)"):
            call()


def test_objects_of_pandas_are_refused_by_name():
    with pytest.raises(TypeError, match=r"^touches\(\): the argument r must be a number or an array of numbers that"):
        carom.touches(0, 0, pd.Series([1, None], dtype=object), *FLOOR)


MIXED = pd.DataFrame({"a": [0.5, 1.5], "b": [1, BAD]})
CALLS = {
    "count(): cx[1]": lambda: SCENE.count(MIXED, 0, 1),
    "hits(): cx[0]": lambda: SCENE.hits(pa.array([BAD, None]), 0, 1),
    "first(): r[1]": lambda: SCENE.first(0, 0, pl.DataFrame(MIXED), 0, 0),
    "scan(): r[1]": lambda: SCENE.scan(0, 0, [0.5, 1], 1, pa.array([None, BAD])),
    "scan(): reach[0]": lambda: SCENE.scan(0, 0, [0.5, 1], pl.Series([BAD, None])),
    "Mover(): y[0]": lambda: carom.Mover(SCENE, 0, pa.array([BAD, None]), 1),
    "Crowd(): x[1]": lambda: carom.Crowd(None, pd.Series([None, BAD], dtype="Int64"), 0, 1),
    "classic.relate(): cy[1]": lambda: carom.classic.touches("area", 0, pa.array([None, BAD]), 1, *FLOOR),
    "classic.truth(): r[0]": lambda: carom.classic.truth("area", 0, 0, pl.Series([BAD, None]), *FLOOR),
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


# ---- tables ----

ODD = 2**53 + 1
ENDS = {"ax": [0, 1], "ay": [0, 0], "bx": [1, 2], "by": [1, 1]}
NULLABLE = pd.Series([ODD, None], dtype="Int64")
POINT = {"type": "Point", "coordinates": [ODD, 0.5]}
LINES = {"type": "GeometryCollection", "geometries": [{"type": "LineString", "coordinates": [[0.5, 1], [2, ODD]]}]}
TABLES = {
    "walls(): ax[0]": lambda: carom.Scene([(ODD, 0, 1.5, 0)]),
    "walls(): bx[1]": lambda: carom.Scene([(0, 0, 1.5, 0), (0, 0, ODD, 0)]),
    "walls(): ay[1]": lambda: carom.Scene({"ax": 0, "ay": [0.5, ODD], "bx": 1, "by": 0}),
    "walls(): by[0]": lambda: carom.Scene([{"ax": 0, "ay": 1, "bx": 1, "by": ODD}, dict.fromkeys(ENDS, 0.5)]),
    "circles(): cx[0]": lambda: carom.circles([{"cx": ODD, "cy": 0, "r": 1}, {"cx": 0.5, "cy": 0, "r": 1}]),
    "circles(): cy[0]": lambda: carom.circles({"cx": 0, "cy": np.array([ODD, 0.5], object), "r": 1}),
    "circles(): cy[1]": lambda: carom.circles({"cx": 0, "cy": np.array([1, ODD]), "r": 1}),
    "walls(): wr[0]": lambda: carom.walls(pd.DataFrame({"ax": 0, "ay": 0, "bx": 1, "by": 1, "wr": NULLABLE})),
    "walls(): avx[0]": lambda: carom.walls({"ax": 0, "ay": 0, "bx": 1, "by": 1, "avx": NULLABLE}),
    "walls(): bvx[0]": lambda: carom.walls({"ax": 0, "ay": 0, "bx": 1, "by": 1, "bvx": pl.Series([ODD, None])}),
    "walls(): bvy[0]": lambda: carom.walls({"ax": 0, "ay": 0, "bx": 1, "by": 1, "bvy": pa.array([ODD, None])}),
    "walls(): width[0]": lambda: carom.walls(pa.table({**ENDS, "width": pa.array([ODD, None])}), wr="width"),
    "walls(): avy[0]": lambda: carom.walls(pa.table({**ENDS, "avy": pa.array([ODD, None])})),
    "walls(): avx[1]": lambda: carom.walls(pl.DataFrame({**ENDS, "avx": [None, ODD]})),
    "circles(): r[0]": lambda: carom.circles(gpd.GeoSeries.from_xy([1, 2], [3, 4]), r=[ODD, 0.5]),
    "circles(): r[1]": lambda: carom.circles([[1, 2], [3, 4.5]], r=(0.5, np.int64(ODD))),
    "circles(): row 0: coordinates[0]": lambda: carom.circles(POINT),
    "walls(): row 1: coordinates[1, 1]": lambda: carom.walls([None, LINES]),
    "walls(): the argument origin": lambda: carom.walls(np.ones((1, 1), bool), origin=ODD),
    "walls(): the argument cell[1]": lambda: carom.walls(np.ones((1, 1), bool), cell=(0.5, ODD)),
    "Mover(): x[0]": lambda: setattr(carom.Mover(SCENE, [0, 5], 5, 1), "x", [ODD, 0.5]),
    "Crowd(): vy": lambda: setattr(carom.Crowd(None, 0, 5, 1), "vy", ODD),
    "MovingWalls(): ay[0]": lambda: setattr(carom.MovingWalls(0, 0, [1, 2], 0), "ay", [ODD, 0.5]),
}


@pytest.mark.parametrize("place", TABLES)
def test_tables_and_columns_of_balls(place):
    with refused(place, ODD):
        TABLES[place]()


def test_numbers_that_need_not_be_exact():
    table = pd.DataFrame({"cx": [0.5, 1], "cy": 0, "r": 1, "id": pd.Series([ODD, None], dtype="Int64")})
    assert carom.circles(table, columns={"id": "id"}).source.tolist() == [ODD, None]
    assert carom.circles(table[:1].assign(cx=float(ODD))).cx.tolist() == [2.0**53]
    assert carom.circles([[2**64, 0.5, 1]]).cx.tolist() == [2.0**64]


# ---- integers beyond 64 bits ----

BEYOND = {
    "relate(): the argument cx": lambda x: carom.relate(x, 0, 1, *FLOOR, extent="line"),
    "hits(): cx": lambda x: SCENE.hits(x, 0, 1),
    "scan(): cx": lambda x: SCENE.scan(x, 0, [[0, 1]], 1),
    "scan(): angles": lambda x: SCENE.scan(0, 0, x, 1),
    "depenetrate(): cx": lambda x: carom.depenetrate(SCENE, x, 0, 1),
    "move_balls(): x": lambda x: carom.move_balls(SCENE, x, 5, 1, 0, 0, 1),
    "Mover(): x": lambda x: carom.Mover(SCENE, x, 5, 1),
    "MovingWalls(): moving_walls.ax": lambda x: carom.MovingWalls(x, 0, 1, 0),
    "circles(): cx": lambda x: carom.circles({"cx": x, "cy": 0, "r": 1}),
}


@pytest.mark.parametrize("place", BEYOND)
def test_integers_beyond_64_bits_in_lists(place):
    for given in ([2**64], [2**64, 0.5], [1, -(2**70)], [np.int64(3), 2**1023]):
        BEYOND[place](given)
    with refused(f"{place}[1]", 2**64 + 1):
        BEYOND[place]([0.5, 2**64 + 1])
    with pytest.raises(ValueError, match=re.escape(f"{place}[1] is an int beyond float64, must be finite")):
        BEYOND[place]([0.5, 2**1100])
    for given in ([2**64, None], [2**64, "1"], [2**64, 1j], np.array([2**64], dtype=complex)):
        with pytest.raises((TypeError, ValueError), match=place.partition("(")[0]):
            BEYOND[place](given)


def test_numbers_beyond_float64():
    for call in (
        lambda: carom.Scene([(2**1100, 0, 1.5, 0)]),
        lambda: carom.walls({"ax": 2**1100, "ay": 0, "bx": 0, "by": 0}),
        lambda: carom.circles([[1, 2]], r=2**1100),
        lambda: carom.circles({"type": "Point", "coordinates": [2**1100, 0]}),
        lambda: carom.walls(np.ones((1, 1), bool), origin=2**1100),
        lambda: carom.relate(2**1100, 0, 1, *FLOOR),
        lambda: carom.Mover(SCENE, 2**1100, 0, 1),
        lambda: setattr(carom.Mover(SCENE, 0, 0, 1), "x", 2**1100),
        lambda: carom.classic.steps("area-line", 2**1100, 0, 1, *FLOOR),
    ):
        with pytest.raises(ValueError, match=r"is an int beyond float64, must be finite"):
            call()
