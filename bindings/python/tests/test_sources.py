"""Circles as one argument of a query, answers as GeoDataFrames, and sources that are lists or grids.

Oracle: the same questions with columns of numbers; for grids each pair of neighbouring cells. Room: tests.
"""

import itertools
import json
import re

import carom
import geoarrow.pyarrow  # noqa: F401  pandas then reads GeoParquet as an extension type
import geopandas
import geopandas.testing
import numpy as np
import pandas
import polars
import pyarrow
import pyarrow.parquet
import pyproj
import pytest
import shapely
from conftest import assert_same

ROADS = geopandas.GeoDataFrame(
    {"wr": [1.0, 2.0, 0.5], "group": [1, 2, 0]},
    geometry=[
        shapely.LineString([(0, 0), (50, 0), (50, 40)]),
        shapely.LineString([(0, 30), (30, 30)]),
        shapely.LineString([(90, 90), (99, 99)]),
    ],
    index=["Main Street", "Back Lane", "Far Road"],
    crs="EPSG:3035",
)
SHOPS = geopandas.GeoDataFrame(
    {"r": [2.0, 30.0, 1.0, 5.0], "vx": [0.0, 1.0, 2.0, 3.0], "vy": [-9.0, 9.0, 0.0, 9.0]},
    geometry=[shapely.Point(10, 2.5), shapely.Point(40, 20), None, shapely.MultiPoint([(0, 1), (95, 95)])],
    index=pandas.Index(["bakery", "bank", "nowhere", "chain"], name="shop"),
    crs="EPSG:3035",
)
C = carom.circles(SHOPS)
CIRCLES, MOVES = C[:3], (C.vx, C.vy)

# Each query with its options, and whether the circles move.
QUERIES = [
    ("hits", {}, False),
    ("hits", {"within": 5.0, "csr": True}, False),
    ("within", {"gap": 5.0}, False),
    ("count", {"within": 5.0}, False),
    ("touches", {"rule": "open"}, False),
    ("nearest", {"k": 2}, False),
    ("first", {}, True),
    ("sweep_all", {"hits_only": True}, True),
]


@pytest.mark.parametrize("scene_class", [carom.Scene, carom.DynamicScene])
@pytest.mark.parametrize(("query", "options", "moves"), QUERIES)
def test_queries_of_sources(scene_class, query, options, moves):
    scene = scene_class(ROADS)
    ask = getattr(scene, query)
    wanted = ask(*CIRCLES, *MOVES, **options) if moves else ask(*CIRCLES, **options)
    for answer in (
        ask(C, **options),
        ask(*C, **options),
        ask(SHOPS, **options),
        ask(cx=C.cx, cy=C.cy, r=C.r, **options) if not moves else wanted,
    ):
        assert_same(answer, wanted)


def test_options_have_precedence():
    scene = carom.Scene(ROADS)
    assert_same(scene.hits(SHOPS, r=0.0), scene.hits(C.cx, C.cy, 0.0))
    assert_same(scene.hits(C, r=0.0), scene.hits(C.cx, C.cy, 0.0))
    assert_same(scene.first(C, vx=0.0, vy=-1.0), scene.first(*CIRCLES, 0.0, -1.0))
    own = C._replace(category=np.full(len(C.cx), 2, np.uint32), group=np.full(len(C.cx), 1, np.uint32))
    flags = carom.Scene(carom.walls(ROADS, category=[1, 2, 3]))
    assert_same(flags.hits(own), flags.hits(*CIRCLES, mask=2, except_group=1))
    assert_same(flags.hits(own, mask=1, except_group=0), flags.hits(*CIRCLES, mask=1))
    assert len(flags.hits(own).wall) < len(flags.hits(C).wall)
    stranger = C._replace(group=np.full(len(C.cx), 1, np.uint32))
    assert_same(flags.hits(stranger), flags.hits(*CIRCLES, except_group=1))
    assert len(flags.hits(stranger).wall) < len(flags.hits(C).wall)
    points = np.array([[10.0, 2.5], [40.0, 20.0]])
    assert_same(scene.touches(points, r=2.0), scene.touches(*points.T, 2.0))


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda s: s.hits(), TypeError, "hits() is missing the argument cx"),
        (lambda s: s.hits(1.0), TypeError, "hits() is missing the argument cy"),
        (lambda s: s.hits(1.0, r=2.0), TypeError, "hits() is missing the argument cy"),
        (lambda s: s.hits(1.0, 2.0), TypeError, "hits() is missing the argument r"),
        (lambda s: s.hits(C, 5.0), TypeError, "hits() is missing the argument r"),
        (lambda s: s.within(C), TypeError, "within() is missing the argument gap"),
        (
            lambda s: s.first(C._replace(vx=None)),
            TypeError,
            "first(): the circles have no vx and vy: pass both by name",
        ),
        (lambda s: s.hits(np.zeros(3)), ValueError, "circles(): the array has shape (3,), must be (n, columns)"),
        (lambda s: s.hits(*C, 1.0), TypeError, "hits() takes at most 5 arguments without names, not 10"),
    ],
)
def test_messages_of_queries(call, error, message):
    with pytest.raises(error, match=re.escape(message)):
        call(carom.Scene(ROADS))


@pytest.mark.parametrize(("query", "options", "moves"), QUERIES)
def test_queries_warn_of_different_systems(query, options, moves):
    scene, far = carom.Scene(ROADS), SHOPS.set_crs(32633, allow_override=True)
    for given in ((far,), (carom.circles(far),), tuple(carom.circles(far))):
        with pytest.warns(
            UserWarning, match=rf"{query}\(\): the circles are in EPSG:32633 and the walls in EPSG:3035"
        ) as w:
            getattr(scene, query)(*given, **options)
        assert [len(w), w[0].filename] == [1, __file__]


# Answers as GeoDataFrames.


def test_hits_as_geodataframes():
    w = carom.walls(ROADS)
    scene = carom.Scene(w)
    hits = scene.hits(C, within=5.0)
    frame = carom.to_geopandas(hits, C, w)
    assert frame.crs == SHOPS.crs
    assert frame.index.name == "shop"
    assert list(frame.columns) == ["wall", "geometry"]
    assert frame.index.tolist() == C.source[hits.circle].tolist()
    assert frame.wall.tolist() == w.source[hits.wall].tolist()
    assert frame.geometry.x.tolist() == C.cx[hits.circle].tolist()
    assert frame.geometry.y.tolist() == C.cy[hits.circle].tolist()
    # The same pairs by shapely's distances.
    pairs = {
        (shop, road)
        for shop, point, r in zip(SHOPS.index, SHOPS.geometry, SHOPS.r, strict=True)
        for road, line, wr in zip(ROADS.index, ROADS.geometry, ROADS.wr, strict=True)
        if point is not None and shapely.distance(point, line) <= r + wr + 5.0
    }
    assert set(zip(frame.index, frame.wall, strict=True)) == pairs
    same = carom.to_geopandas(hits, SHOPS, ROADS)
    geopandas.testing.assert_geodataframe_equal(same, frame)
    pandas.testing.assert_frame_equal(carom.to_pandas(hits, SHOPS, ROADS), carom.to_pandas(hits, C, w))
    assert carom.to_arrow(hits, SHOPS, ROADS).to_pydict() == carom.to_arrow(hits, C, w).to_pydict()
    lines = carom.to_geopandas(hits, C, w, geometry="wall")
    assert lines.geometry.length.tolist() == np.hypot(w.bx - w.ax, w.by - w.ay)[hits.wall].tolist()
    assert [line.coords[0] for line in lines.geometry] == list(zip(w.ax[hits.wall], w.ay[hits.wall], strict=True))
    assert lines.crs == ROADS.crs


def test_answers_with_a_row_a_circle_as_geodataframes():
    w = carom.walls(ROADS)
    first = carom.Scene(w).first(C, r=0.5, vx=0.0)
    assert (first.wall < 0).any()
    assert (first.wall >= 0).any()
    frame = carom.to_geopandas(first, C, w, geometry="contact")
    assert frame.index.tolist() == C.source.tolist()
    assert frame.geometry.isna().tolist() == (first.wall < 0).tolist()
    for point, x, y, wall in zip(frame.geometry, first.px, first.py, first.wall, strict=True):
        assert wall < 0 or (point.x, point.y) == (x, y)
    assert carom.to_geopandas(first, C, w, geometry="wall").geometry.isna().tolist() == (first.wall < 0).tolist()
    near = carom.to_geopandas(carom.Scene(w).nearest(C, k=2), C, w)
    assert near.index.tolist() == np.repeat(C.source, 2).tolist()
    assert near["rank"].tolist() == [0, 1] * len(C.cx)
    # Without walls in the answer its kind tells where there is no contact.
    sweep = carom.sweep([0.0, 9.0], 5.0, 1.0, 0.0, -9.0, -1, 0, 1, 0)
    assert carom.to_geopandas(sweep, geometry="contact").geometry.isna().tolist() == [False, True]
    post = carom.walls([shapely.Point(10, 0)])
    (shape,) = carom.to_geopandas(carom.Scene(post).hits(10, 0, 1), walls=post, geometry="wall").geometry
    assert shape.equals(shapely.Point(10, 0))
    empty = carom.to_geopandas(carom.Scene(w).hits(C, mask=2), C, w)
    assert (len(empty), empty.crs) == (0, SHOPS.crs)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"geometry": "line"}, "the argument geometry is 'line', must be 'circle', 'wall' or 'contact'"),
        ({}, "the geometry 'circle' needs the argument circles: columns or a GeoDataFrame"),
        ({"geometry": "wall"}, "the geometry 'wall' needs the argument walls: columns or a GeoDataFrame"),
        ({"geometry": "contact"}, "the answer has no contact points px, py: take another geometry"),
    ],
)
def test_messages_of_geodataframes(arguments, message):
    with pytest.raises(ValueError, match=re.escape(f"to_geopandas(): {message}")):
        carom.to_geopandas(carom.Scene(ROADS).hits(C), **arguments)


# Lists of rows, WKB and GeoJSON.

LINES = [shapely.LineString([(0, 0), (1, 0), (1, 2)]), None, shapely.Point(4, 5), shapely.LineString([(7, 8), (9, 9)])]
WKB = [None if line is None else line.wkb for line in LINES]
JSON = [None if line is None else shapely.geometry.mapping(line) for line in LINES]
WIDTHS = [0.5, 1.0, 2.0, 3.0]
FEATURES = {
    "type": "FeatureCollection",
    "features": [
        {"type": "Feature", "geometry": shape, "properties": {"wr": wr}} for shape, wr in zip(JSON, WIDTHS, strict=True)
    ],
}
GEOMETRIES = {
    "WKB": WKB,
    "WKB in bytearrays": [None if text is None else bytearray(text) for text in WKB],
    "array of WKB": np.array(WKB, dtype=object),
    "GeoJSON geometries": JSON,
    "GeoJSON features": FEATURES["features"],
    "GeoJSON collection": FEATURES,
    "GeoJSON text read back": json.loads(json.dumps(FEATURES)),
    "mapping of WKB": {"geometry": WKB, "wr": WIDTHS},
    "mapping of shapely": {"shape": LINES, "wr": WIDTHS},
    "rows with WKB": [{"geometry": text, "wr": wr} for text, wr in zip(WKB, WIDTHS, strict=True)],
    "rows with shapely": [{"geometry": line, "wr": wr} for line, wr in zip(LINES, WIDTHS, strict=True)],
    "polars": polars.DataFrame({"geometry": WKB, "wr": WIDTHS}),
    "polars, another name": polars.DataFrame({"wr": WIDTHS, "shape": WKB}),
    "pandas": pandas.DataFrame({"geometry": WKB, "wr": WIDTHS}),
    "pandas on Arrow": pandas.DataFrame({"geometry": pandas.array(WKB, dtype=pandas.ArrowDtype(pyarrow.binary()))}),
    "pyarrow": pyarrow.table({"geometry": pyarrow.array(WKB, pyarrow.binary()), "wr": WIDTHS}),
    "pyarrow, large": pyarrow.table({"geometry": pyarrow.array(WKB, pyarrow.large_binary()), "wr": WIDTHS}),
    "pyarrow array": pyarrow.array(WKB, pyarrow.binary()),
}


@pytest.mark.parametrize("kind", GEOMETRIES)
@pytest.mark.filterwarnings("ignore:.*are in degrees")  # small numbers of GeoJSON
def test_geometries_in_other_forms(kind):
    wanted, got = carom.walls(LINES), carom.walls(GEOMETRIES[kind])
    for name in ("ax", "ay", "bx", "by", "source"):
        np.testing.assert_array_equal(getattr(got, name), getattr(wanted, name))
    assert got.crs == ("OGC:CRS84" if kind.startswith("GeoJSON") else None)
    if "wr" in str(GEOMETRIES[kind]):
        np.testing.assert_array_equal(got.wr, np.array(WIDTHS)[wanted.source])
    assert carom.Scene(GEOMETRIES[kind]).touches(1.0, 1.0, 0.0)


@pytest.mark.filterwarnings("ignore:.*are in degrees")
def test_one_geojson_object():
    feature = {"type": "Feature", "id": "gate", "geometry": JSON[0], "properties": None}
    for source in (JSON[0], feature, {"type": "GeometryCollection", "geometries": [JSON[0]]}):
        assert carom.walls(source).bx.tolist() == [1.0, 1.0]
    assert carom.walls(feature).source.tolist() == ["gate", "gate"]
    crs = {"type": "name", "properties": {"name": "urn:ogc:def:crs:EPSG::3035"}}
    assert pyproj.CRS(carom.walls({**FEATURES, "crs": crs}).crs) == pyproj.CRS(3035)
    # A table may have a column called type.
    assert carom.walls({"type": ["x"], "ax": 0, "ay": 0, "bx": 1, "by": 1}).bx.tolist() == [1]


@pytest.mark.parametrize("crs", [3035, 4326, None])
def test_geoparquet(crs, tmp_path):
    frame = geopandas.GeoDataFrame({"wr": WIDTHS, "shape": geopandas.GeoSeries(LINES, crs=crs)}, geometry="shape")
    frame.to_parquet(tmp_path / "walls.parquet")
    wanted = carom.walls(LINES, wr=WIDTHS)
    for read in (pyarrow.parquet.read_table, polars.read_parquet, pandas.read_parquet):
        source = read(tmp_path / "walls.parquet")
        keeps_crs = read is not pandas.read_parquet  # which loses the metadata
        if keeps_crs and crs == 4326:
            with pytest.warns(UserWarning, match="in degrees"):
                got = carom.walls(source)
        else:
            got = carom.walls(source)
        for name in ("ax", "ay", "bx", "by", "wr", "source"):
            np.testing.assert_array_equal(getattr(got, name), getattr(wanted, name))
        assert (got.crs is None) == (crs is None or not keeps_crs)
        assert got.crs is None or pyproj.CRS(got.crs) == pyproj.CRS(crs)


ROWS = [(0.0, 1.0, 2.0, 3.0, 0.5), (4, 5, 6, 7, 1)]
KEYS = ("ax", "ay", "bx", "by", "wr")
LISTS = {
    "tuples": ROWS,
    "lists": [list(row) for row in ROWS],
    "arrays": [np.array(row) for row in ROWS],
    "tuple of tuples": tuple(ROWS),
    "dicts": [dict(zip(KEYS, row, strict=True)) for row in ROWS],
    "named tuples": list(pandas.DataFrame(ROWS, columns=KEYS).itertuples(index=False)),
}


@pytest.mark.parametrize("kind", LISTS)
def test_lists_of_rows(kind):
    got = carom.walls(LISTS[kind])
    np.testing.assert_array_equal(np.column_stack(got[:5]), ROWS)
    assert got.source.tolist() == [0, 1]
    circles = [(1, 2, 3), (4, 5, 6)]
    np.testing.assert_array_equal(np.column_stack(carom.circles(circles)[:3]), circles)


def test_rows_may_lack_what_is_optional():
    rows = [
        {"ax": 0, "ay": 0, "bx": 1, "by": 0, "id": "a"},
        {"ax": 0, "ay": 0, "bx": 1, "by": 0, "wr": 2.0, "id": None},
    ]
    got = carom.walls(rows)
    assert (got.wr.tolist(), got.source.tolist()) == ([0.0, 2.0], ["a", None])
    with pytest.raises(ValueError, match=re.escape("walls(): by[1] is null, must be a finite number")):
        carom.walls([rows[0], {"ax": 0, "ay": 0, "bx": 1}])


@pytest.mark.parametrize(
    ("source", "error", "message"),
    [
        ([(1, 2, 3, 4), (1, 2, 3)], ValueError, "walls(): row 1 is (1, 2, 3), must have 4 numbers as row 0"),
        ([(1, 2, 3, 4), 7], ValueError, "walls(): row 1 is 7, must have 4 numbers as row 0"),
        ([(1, 2, 3, "x")], TypeError, "walls(): the rows must hold numbers only: ax, ay, bx, by, wr; row 0 is"),
        ([((0, 0), (1, 1))], TypeError, "walls(): the rows must hold numbers only: ax, ay, bx, by, wr; row 0 is"),
        ([(1, 2, 3, 4, 5, 6)], ValueError, "walls(): the array has 6 columns, must have at most 5: ax, ay"),
        ([{"ax": 1}, 5], TypeError, "walls(): row 1 is an int, must be a mapping, as row 0"),
        ([b"no geometry"], ValueError, "walls(): the bytes are no WKB"),
        ([WKB[0], "x"], TypeError, "walls(): row 1 is a str, must be WKB as bytes, or None"),
        (
            ["LINESTRING (0 0, 1 1)"],
            TypeError,
            "walls(): the rows are text: pass shapely.from_wkt(rows) if they are WKT",
        ),
        ([JSON[0], 5], TypeError, "walls(): row 1 is an int, must be GeoJSON with a type, as row 0"),
        ({"type": "Polyline", "coordinates": []}, ValueError, "walls(): row 0 is no GeoJSON geometry"),
        ({"type": "Point", "coordinates": "x"}, ValueError, "walls(): row 0 is no GeoJSON geometry"),
        ({"a": WKB, "b": WKB}, ValueError, "walls(): the columns a, b are binary or hold geometries: name the one"),
        (
            polars.DataFrame({"a": WKB, "b": WKB}),
            ValueError,
            "walls(): the columns a, b are binary or hold geometries: name the one",
        ),
    ],
)
def test_messages_of_rows(source, error, message):
    with pytest.raises(error, match=re.escape(message)):
        carom.walls(source)


def test_columns_of_geometries_by_name():
    for two in ({"a": WKB, "b": WKB[::-1]}, polars.DataFrame({"a": WKB, "b": WKB[::-1]})):
        np.testing.assert_array_equal(carom.walls(two, geometry="b").ax, carom.walls(LINES[::-1]).ax)


# Grids.


def edges_of(grid, cell, origin):
    """The edges between solid and free cells, each from a to b with the solid cell on the right, by cell."""
    found = {}
    for i, j in itertools.product(range(grid.shape[0]), range(grid.shape[1])):
        if not grid[i, j]:
            continue
        # Counterclockwise around the cell its inside is on the left, so the walls go around clockwise.
        around = [(j, i), (j, i + 1), (j + 1, i + 1), (j + 1, i)]
        if cell[0] * cell[1] < 0:
            around.reverse()
        for a, b in zip(around, around[1:] + around[:1], strict=True):
            ends = [tuple(origin[k] + cell[k] * corner[k] for k in (0, 1)) for corner in (a, b)]
            found[tuple(ends)] = i * grid.shape[1] + j
    return {ends: row for ends, row in found.items() if ends[::-1] not in found}


@pytest.mark.parametrize("cell", [(1.0, 1.0), (0.5, 2.0), (1.0, -1.0), (-2.0, -0.5)])
def test_grids(cell):
    random = np.random.default_rng(11)
    for case in range(60):
        grid = random.random(random.integers(0, 9, 2)) < (0.2, 0.5, 0.9)[case % 3]
        w = carom.walls(grid, cell=cell, origin=(3.0, -7.0))
        edges = edges_of(grid, cell, (3.0, -7.0))
        seen, walls = {}, list(zip(w.ax, w.ay, w.bx, w.by, w.source, strict=True))
        for ax, ay, bx, by, row in walls:
            count = round(abs((bx - ax) / cell[0] + (by - ay) / cell[1]))
            assert count >= 1
            corners = [(ax + (bx - ax) * k / count, ay + (by - ay) * k / count) for k in range(count + 1)]
            assert edges[corners[0], corners[1]] == row
            for ends in itertools.pairwise(corners):
                assert ends not in seen
                seen[ends] = True
        assert set(seen) == set(edges)
        # Merged: no wall goes on where another one ends.
        starts = {(ax, ay, np.sign(bx - ax), np.sign(by - ay)) for ax, ay, bx, by, _ in walls}
        assert not any((bx, by, np.sign(bx - ax), np.sign(by - ay)) in starts for ax, ay, bx, by, _ in walls)


def test_balls_stay_out_of_one_sided_grids():
    grid = np.array([[False, False, False], [False, True, True], [False, False, False]])
    for cell in (1.0, (1.0, -1.0)):
        w = carom.walls(grid, cell=cell)
        scene = carom.Scene(w, one_sided=True)
        y = 1.5 if cell == 1.0 else -1.5
        # From outside it is stopped, from inside it passes.
        assert scene.first(0.5, y, 0.0, 1.0, 0.0, pass_one_sided=True).t == 0.5
        assert scene.first(1.5, y, 0.0, -1.0, 0.0, pass_one_sided=True).wall == -1


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: carom.walls(np.ones((2, 2), bool), cell=0), "the argument cell is 0, must not be 0"),
        (
            lambda: carom.walls(np.ones((2, 2), bool), cell=(1, 2, 3)),
            "the argument cell is (1, 2, 3), must be a finite",
        ),
        (lambda: carom.walls(np.ones((2, 2), bool), origin=np.nan), "the argument origin is nan, must be a finite"),
        (lambda: carom.walls(np.ones((2, 2), bool), cell=1e308), "the corners of the grid are not finite"),
        (lambda: carom.walls(ROADS, cell=1.0), "the arguments cell and origin are for grids: a NumPy array of bool"),
        (
            lambda: carom.walls(np.ones((2, 2)), origin=1.0),
            "the arguments cell and origin are for grids: a NumPy array",
        ),
    ],
)
def test_messages_of_grids(call, message):
    with np.errstate(over="ignore"), pytest.raises(ValueError, match=re.escape(f"walls(): {message}")):
        call()
