"""Columns out of tables and geometries of other libraries: values, memory, labels and messages.

Oracle: the numbers that the sources are made of, and shapely's own coordinates.
"""

import itertools
import re
import subprocess
import sys

import carom
import geoarrow.pyarrow as geoarrow
import geopandas
import nanoarrow
import numpy as np
import pandas
import polars
import pyarrow
import pytest
import shapely

AX, AY = np.array([0.0, 1.0, 2.0]), np.array([5.0, 6.0, 7.0])
BX, BY = np.array([10.0, 11.0, 12.0]), np.array([15.0, 16.0, 17.0])
WALLS = {"ax": AX, "ay": AY, "bx": BX, "by": BY}


def check(got, ax, ay, bx, by):
    for name, values in zip(("ax", "ay", "bx", "by"), (ax, ay, bx, by), strict=True):
        np.testing.assert_array_equal(getattr(got, name), values, err_msg=name)


def structured():
    rows = np.zeros(3, dtype=[("ax", "f8"), ("colour", "U5"), ("ay", "f8"), ("bx", "f8"), ("by", "f8"), ("wr", "f8")])
    for name, values in WALLS.items():
        rows[name] = values
    rows["wr"] = [0.5, 0.25, 0]
    return rows


TABLES = {
    "dict": lambda columns: columns,
    "pandas": pandas.DataFrame,
    "polars": polars.DataFrame,
    "pyarrow": pyarrow.table,
    "nanoarrow": lambda columns: nanoarrow.ArrayStream(pyarrow.table(columns)),
}


@pytest.mark.parametrize("library", TABLES)
def test_columns(library):
    extra = {"wr": [0.5, 0.25, 0.0], "extent": ["segment", "ray", "line"], "id": ["a", "b", "c"], "category": [1, 2, 4]}
    extra["group"] = [0, 5, 2**32 - 1]
    got = carom.walls(TABLES[library]({**WALLS, **extra}))
    check(got, AX, AY, BX, BY)
    np.testing.assert_array_equal(got.wr, extra["wr"])
    np.testing.assert_array_equal(got.extent, [0, 1, 2])
    assert got.extent.dtype == np.uint8
    assert list(got.source) == ([0, 1, 2] if library == "pandas" else extra["id"])
    np.testing.assert_array_equal(got.category, extra["category"])
    assert got.category.dtype == np.uint32
    np.testing.assert_array_equal(got.group, extra["group"])
    assert got.group.dtype == np.uint32
    assert got.avx is None


@pytest.mark.parametrize("library", TABLES)
def test_columns_are_not_copied(library):
    source = TABLES[library](WALLS)
    if library == "nanoarrow":
        table = pyarrow.table(WALLS)
        source = nanoarrow.ArrayStream(table)
        theirs = table["ax"].chunk(0).to_numpy()
    elif library == "pyarrow":
        theirs = source["ax"].chunk(0).to_numpy()
    else:
        theirs = np.asarray(source["ax"])
    assert np.shares_memory(carom.walls(source).ax, theirs)


def test_structured_array_is_viewed_with_its_stride():
    rows = structured()
    got = carom.walls(rows)
    check(got, AX, AY, BX, BY)
    for name in ("ax", "ay", "bx", "by", "wr"):
        assert np.shares_memory(getattr(got, name), rows), name
    assert got.ax.strides == (rows.dtype.itemsize,)


def test_plain_arrays():
    rows = np.column_stack([AX, AY, BX, BY])
    got = carom.walls(rows, wr=2)
    check(got, AX, AY, BX, BY)
    assert np.shares_memory(got.bx, rows)
    np.testing.assert_array_equal(got.wr, [2, 2, 2])
    moving = carom.circles(np.arange(10.0).reshape(2, 5))
    np.testing.assert_array_equal(moving.r, [2, 7])
    np.testing.assert_array_equal(moving.vy, [4, 9])


def test_defaults_take_no_memory():
    got = carom.walls({name: np.zeros(1000) for name in WALLS})
    assert got.wr.strides == (0,)
    assert got.extent.strides == (0,)
    assert got.wr.shape == got.extent.shape == (1000,)


def test_numbers_stand_for_all_rows():
    got = carom.walls({**WALLS, "ay": 3})
    np.testing.assert_array_equal(got.ay, [3, 3, 3])
    assert len(carom.walls({"ax": 0, "ay": 0, "bx": 1, "by": 1}).ax) == 1


def test_moving_walls_and_circles():
    got = carom.walls({**WALLS, "avx": [1.0, 2.0, 3.0], "bvx": [1.0, 2.0, 3.0]})
    np.testing.assert_array_equal(got.avx, [1, 2, 3])
    np.testing.assert_array_equal(got.avy, [0, 0, 0])
    balls = carom.circles(pandas.DataFrame({"cx": [1.0], "cy": [2.0], "r": [3.0], "vx": [4.0], "vy": [5.0]}))
    assert (balls.vx[0], balls.vy[0]) == (4, 5)


def test_other_names():
    frame = pandas.DataFrame({"x1": AX, "y1": AY, "x2": BX, "y2": BY, "width": [2.0, 4.0, 6.0]})
    got = carom.walls(frame, wr="width", columns={"ax": "x1", "ay": "y1", "bx": "x2", "by": "y2"})
    check(got, AX, AY, BX, BY)
    np.testing.assert_array_equal(got.wr, [2, 4, 6])


def test_the_index_of_pandas_is_kept():
    frame = pandas.DataFrame(WALLS, index=["north", "east", "south"])
    assert list(carom.walls(frame).source) == ["north", "east", "south"]


def test_empty_optional_cells_take_the_default():
    extra = {"wr": [None, 1.0, None], "extent": ["line", None, None]}
    for source in (pandas.DataFrame({**WALLS, **extra}), polars.DataFrame({**WALLS, **extra})):
        got = carom.walls(source)
        np.testing.assert_array_equal(got.wr, [0, 1, 0])
        np.testing.assert_array_equal(got.extent, [2, 0, 0])


def test_masked_arrays_hold_nulls():
    got = carom.walls({**WALLS, "wr": np.ma.array([1.0, 2.0, 3.0], mask=[0, 1, 0])})
    np.testing.assert_array_equal(got.wr, [1, 0, 3])
    with pytest.raises(ValueError, match=re.escape("ax[1] is null, must be a finite number")):
        carom.walls({**WALLS, "ax": np.ma.array(AX, mask=[0, 1, 0])})


def test_slices_and_chunks_of_arrow():
    table = pyarrow.table({**WALLS, "wr": [1.0, None, 3.0]})
    got = carom.walls(table.slice(1))
    check(got, AX[1:], AY[1:], BX[1:], BY[1:])
    np.testing.assert_array_equal(got.wr, [0, 3])
    batch = table.combine_chunks().to_batches()[0].slice(1, 2)
    check(carom.walls(nanoarrow.c_array(batch)), AX[1:], AY[1:], BX[1:], BY[1:])
    twice = pyarrow.concat_tables([table, table])
    np.testing.assert_array_equal(carom.walls(twice).ax, np.tile(AX, 2))
    categories = pyarrow.array(["a", "b", None]).dictionary_encode()
    assert list(carom.walls(table.append_column("id", categories)).source) == ["a", "b", None]


def test_arrow_memory_outlives_its_table():
    table = pyarrow.table({name: np.arange(1e5) for name in WALLS})
    got = carom.walls(table)
    del table
    pyarrow.default_memory_pool().release_unused()
    np.testing.assert_array_equal(got.by, np.arange(1e5))


@pytest.mark.parametrize("dtype", ["f4", "i8", "u2", ">f8"])
def test_other_numbers_are_kept(dtype):
    columns = {name: values.astype(dtype) for name, values in WALLS.items()}
    got = carom.walls(columns)
    assert got.ax.dtype == np.dtype(dtype)
    assert np.shares_memory(got.ax, columns["ax"])


EXTENSIONS = {
    "nullable": lambda columns: pandas.DataFrame(columns).astype("Float64"),
    "pandas on Arrow": lambda columns: pandas.DataFrame(columns).astype(pandas.ArrowDtype(pyarrow.float64())),
    "decimal": lambda columns: polars.DataFrame(columns).with_columns(polars.all().cast(polars.Decimal(10, 2))),
}


@pytest.mark.parametrize("kind", EXTENSIONS)
def test_extension_types(kind):
    frame = EXTENSIONS[kind](WALLS)
    check(carom.walls(frame), AX, AY, BX, BY)
    if kind != "decimal":
        with pytest.raises(ValueError, match=re.escape("by[1] is null, must be a finite number")):
            carom.walls(frame.mask(frame == 16))


def test_extents_as_categories():
    words = ["ray", "line", "segment"]
    for column in (pandas.Categorical(words), words):
        np.testing.assert_array_equal(carom.walls(pandas.DataFrame({**WALLS, "extent": column})).extent, [1, 2, 0])
    extent = polars.Series(words, dtype=polars.Enum(words))
    np.testing.assert_array_equal(carom.walls(polars.DataFrame({**WALLS, "extent": extent})).extent, [1, 2, 0])


# Geometries.

COLLECTION = shapely.GeometryCollection(
    [shapely.Point(7, 7), shapely.GeometryCollection([shapely.LineString([(8, 8), (9, 9)])])]
)
HOLE = shapely.Polygon([(0, 0), (9, 0), (0, 9)], [[(1, 1), (2, 1), (1, 2)]])
GEOMETRIES = [
    shapely.LineString([(0, 0), (1, 0), (1, 2)]),
    None,
    shapely.Point(4, 5),
    HOLE,
    shapely.LinearRing([(0, 0), (3, 0), (3, 3)]),
    shapely.Point(),
    shapely.MultiLineString([[(0, 0), (1, 1)], [(2, 2), (3, 3), (4, 4)]]),
    shapely.MultiPolygon([HOLE, shapely.box(20, 20, 21, 21)]),
    shapely.MultiPoint([(1, 2), (3, 4)]),
    COLLECTION,
    shapely.LineString([(0, 0, 5), (1, 1, 6)]),
]


def segments_of(geometry):
    """The segments by shapely's plain properties."""
    if geometry is None or geometry.is_empty:
        return []
    if hasattr(geometry, "geoms"):
        return [segment for part in geometry.geoms for segment in segments_of(part)]
    if geometry.geom_type == "Polygon":
        return [segment for ring in (geometry.exterior, *geometry.interiors) for segment in segments_of(ring)]
    vertices = [point[:2] for point in geometry.coords]
    if geometry.geom_type == "Point":
        return [(vertices[0], vertices[0])]
    return list(itertools.pairwise(vertices))


def expected(geometries):
    rows = [(i, a, b) for i, geometry in enumerate(geometries) for a, b in segments_of(geometry)]
    return np.array([i for i, _, _ in rows]), np.array([[*a, *b] for _, a, b in rows]).reshape(-1, 4)


def assert_segments(got, geometries, labels=None):
    rows, ends = expected(geometries)
    np.testing.assert_array_equal(np.column_stack(got[:4]), ends)
    np.testing.assert_array_equal(got.source, rows if labels is None else np.array(labels)[rows])


def test_shapely():
    assert_segments(carom.walls(GEOMETRIES, outline=True), GEOMETRIES)
    assert_segments(carom.walls(np.array(GEOMETRIES, dtype=object), outline=True), GEOMETRIES)
    for geometry in GEOMETRIES:
        if geometry is not None:
            assert_segments(carom.walls(geometry, outline=True), [geometry])


def test_many_random_geometries():
    rng = np.random.default_rng(5)
    some = [GEOMETRIES[i] for i in rng.integers(0, len(GEOMETRIES), 500)]
    assert_segments(carom.walls(some, outline=True), some)


def test_geodataframes_keep_their_index_and_columns():
    labels = [f"road {i}" for i in range(len(GEOMETRIES))]
    width = np.arange(len(GEOMETRIES), dtype=float)
    frame = geopandas.GeoDataFrame({"wr": width}, geometry=GEOMETRIES, index=labels, crs=32635)
    got = carom.walls(frame, outline=True)
    assert_segments(got, GEOMETRIES, labels)
    np.testing.assert_array_equal(got.wr, width[expected(GEOMETRIES)[0]])
    series = carom.walls(frame.geometry, wr=width, extent="segment", outline=True)
    assert_segments(series, GEOMETRIES, labels)
    np.testing.assert_array_equal(series.wr, got.wr)
    assert_segments(carom.walls(frame.geometry.values, outline=True), GEOMETRIES)


def test_degrees_are_warned_of():
    degrees = geopandas.GeoSeries([shapely.Point(24, 60)], crs=4326)
    with pytest.warns(UserWarning, match="in degrees"):
        carom.circles(degrees)
    with pytest.warns(UserWarning, match="in degrees"):
        carom.circles(geopandas.GeoDataFrame(geometry=degrees).to_arrow(geometry_encoding="geoarrow"))


SQUARE = shapely.box(0, 0, 10, 10)
LINE = shapely.LineString([(0, 0), (1, 1)])
POLYGONS = {
    "polygon": SQUARE,
    "multipolygon": shapely.MultiPolygon([HOLE]),
    "collection": shapely.GeometryCollection([LINE, SQUARE]),
    "list": [SQUARE],
    "GeoJSON": {**shapely.geometry.mapping(SQUARE), "crs": None},
    "array": np.array([SQUARE]),
    "GeoSeries": geopandas.GeoSeries([SQUARE]),
    "GeoDataFrame": geopandas.GeoDataFrame(geometry=[SQUARE]),
    "GeometryArray": geopandas.GeoSeries([SQUARE]).values,
    "WKB": pyarrow.array(geopandas.GeoSeries([SQUARE]).to_arrow()),
    "WKT": geoarrow.as_wkt([SQUARE.wkt]),
    "GeoArrow polygons": pyarrow.array(geopandas.GeoSeries([SQUARE]).to_arrow(geometry_encoding="geoarrow")),
    "GeoArrow multipolygons": pyarrow.array(
        geopandas.GeoSeries([shapely.MultiPolygon([SQUARE])]).to_arrow(geometry_encoding="geoarrow")
    ),
}


@pytest.mark.parametrize("kind", POLYGONS)
def test_polygons_are_areas(kind):
    source = POLYGONS[kind]
    got, outlines = carom.walls(source), carom.walls(source, outline=True)
    for name in ("ax", "ay", "bx", "by", "source"):
        np.testing.assert_array_equal(getattr(got, name), getattr(outlines, name))
    assert got.group.dtype == np.uint32
    assert got.group.tolist() == [0] * (kind == "collection") + [1] * (len(got.ax) - (kind == "collection"))
    assert outlines.group is None
    scene = carom.Scene(source)
    assert scene == carom.Scene(got)
    shape = HOLE if kind == "multipolygon" else SQUARE
    assert scene.areas_at(*shape.representative_point().coords[0]).area.tolist() == [1]
    # A question about walls stays one about walls.
    assert kind == "multipolygon" or not scene.touches(5, 4, 0.5)


def test_rows_of_polygons_are_the_numbers_of_areas():
    far = shapely.box(100, 0, 101, 1)
    parts = shapely.MultiPolygon([shapely.box(200, 0, 201, 1), shapely.box(202, 0, 203, 1)])
    holed = shapely.Polygon(shapely.box(300, 0, 309, 9).exterior, [shapely.box(303, 3, 306, 6).exterior])
    for source in (
        [LINE, None, far, parts, holed],
        geopandas.GeoSeries([LINE, None, far, parts, holed], list("abcde")),
    ):
        w = carom.walls(source, wr=0.25)
        assert w.group.tolist() == [0] * (len(LINE.coords) - 1) + [3] * 4 + [4] * 8 + [5] * 8
        scene = carom.Scene(w)
        assert scene.areas_at([100.5, 200.5, 202.5, 301, 304.5], 1).area.tolist() == [3, 4, 4, 5, 5]
        assert scene.areas_at([201.5, 304.5], [0.5, 4.5]).area.tolist() == []
    # A ring is a line, and an empty polygon has no outline.
    assert carom.walls([SQUARE.exterior, shapely.Polygon()]).group is None


def test_groups_name_the_areas_of_polygons():
    frame = geopandas.GeoDataFrame({"zone": [5, 5, 0], "geometry": [shapely.box(x, 0, x + 4, 4) for x in (0, 2, 9)]})
    scene = carom.Scene(carom.walls(frame, group="zone"))
    # What two polygons of an area share is outside; group 0 is no area.
    assert scene.areas_at([1, 3, 5, 10], 1).point.tolist() == [0, 2]
    assert carom.walls(frame, group=7).group.tolist() == [7] * 12
    assert carom.walls(frame.rename(columns={"zone": "group"})).group.tolist() == [5] * 8 + [0] * 4
    assert carom.walls(frame, group="zone", outline=True).group.tolist() == [5] * 8 + [0] * 4


def by_type(*kinds):
    return [geometry for geometry in GEOMETRIES if geometry is None or geometry.geom_type in kinds]


HOMOGENEOUS = {
    "point": by_type("Point"),
    "linestring": [g for g in by_type("LineString") if g is None or not g.has_z],
    "polygon": by_type("Polygon"),
    "multipoint": by_type("MultiPoint"),
    "multilinestring": by_type("MultiLineString"),
    "multipolygon": by_type("MultiPolygon"),
}


@pytest.mark.parametrize("kind", HOMOGENEOUS)
@pytest.mark.parametrize("interleaved", [False, True])
def test_geoarrow(kind, interleaved):
    geometries = HOMOGENEOUS[kind] * 3
    frame = geopandas.GeoDataFrame({"wr": np.arange(len(geometries)) * 1.0}, geometry=geometries, crs=32635)
    arrow = frame.to_arrow(geometry_encoding="geoarrow", interleaved=interleaved)
    assert_segments(carom.walls(arrow, outline=True), geometries)
    table = pyarrow.table(frame.to_arrow(geometry_encoding="geoarrow", interleaved=interleaved))
    chunks = pyarrow.concat_tables([table.slice(0, 2), table.slice(2, 1), table.slice(3)])
    got = carom.walls(chunks, outline=True)
    assert_segments(got, geometries)
    np.testing.assert_array_equal(got.wr, np.arange(len(geometries))[got.source])


@pytest.mark.parametrize("interleaved", [False, True])
def test_geoarrow_with_heights(interleaved):
    lines = [shapely.LineString([(0, 1, 9), (2, 3, 9), (4, 6, 9)]), shapely.LineString([(7, 7, 9), (8, 8, 9)])]
    arrow = geopandas.GeoSeries(lines).to_arrow(geometry_encoding="geoarrow", interleaved=interleaved)
    assert_segments(carom.walls(arrow), lines)


def test_geoarrow_as_text_and_wkb():
    texts = geoarrow.as_wkt(["LINESTRING (0 1, 2 3, 4 5)", None, "LINESTRING (0 1, 2 3)"])
    lines = [shapely.LineString([(0, 1), (2, 3), (4, 5)]), None, shapely.LineString([(0, 1), (2, 3)])]
    assert_segments(carom.walls(texts), lines)
    assert_segments(carom.walls(geoarrow.as_wkb(texts)), lines)
    assert_segments(carom.walls(geopandas.GeoSeries(lines).to_arrow()), lines)


@pytest.mark.parametrize("interleaved", [False, True])
def test_geoarrow_is_not_copied_where_one_stride_leads(interleaved):
    coordinates = geoarrow.CoordType.INTERLEAVED if interleaved else geoarrow.CoordType.SEPARATED

    def arrow(*texts):
        return geoarrow.with_coord_type(geoarrow.as_geoarrow(list(texts)), coordinates)

    def numbers(array):
        found = array.storage
        while pyarrow.types.is_list(found.type):
            found = found.values
        return found.flatten().to_numpy() if interleaved else found.field(0).to_numpy()

    points = arrow("POINT (0 1)", "POINT (2 3)")
    one = arrow("LINESTRING (0 1, 2 3, 4 5)")
    twos = arrow("LINESTRING (0 1, 2 3)", "LINESTRING (4 5, 6 7)", "LINESTRING (8 9, 0 0)")
    assert np.shares_memory(carom.circles(points).cx, numbers(points))
    for lines in (points, one, twos):
        got = carom.walls(lines)
        assert np.shares_memory(got.ax, numbers(lines))
        assert np.shares_memory(got.bx, numbers(lines))
    np.testing.assert_array_equal(carom.walls(twos).bx, [2, 6, 0])
    np.testing.assert_array_equal(carom.walls(one).by, [3, 5])


def test_circles_of_points():
    frame = geopandas.GeoDataFrame(
        {"r": [1.0, 2.0, 3.0]},
        geometry=[shapely.Point(1, 2, 9), None, shapely.MultiPoint([(3, 4), (5, 6)])],
        index=[10, 20, 30],
        crs=32635,
    )
    got = carom.circles(frame)
    np.testing.assert_array_equal(np.column_stack(got[:3]), [[1, 2, 1], [3, 4, 3], [5, 6, 3]])
    assert list(got.source) == [10, 30, 30]
    assert carom.circles(shapely.Point(3, 4)).r[0] == 0


@pytest.mark.parametrize("source", [[], {"ax": [], "ay": [], "bx": [], "by": []}, polars.DataFrame({**WALLS}).head(0)])
def test_nothing(source):
    got = carom.walls(source)
    assert [len(column) for column in got[:7]] == [0] * 7
    assert len(carom.walls(geoarrow.as_geoarrow(["POINT (0 1)"])[:0]).ax) == 0


# Messages.

with np.errstate(invalid="ignore"):
    NAN_LINE = shapely.LineString([(0, 0), (1, np.nan)])
NAN = np.array([0.0, np.nan, 1.0])


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: carom.walls(3), TypeError, "walls(): the source is an int, must be a mapping of columns"),
        (lambda: carom.walls(None), TypeError, "walls(): the source is a NoneType, must be a mapping"),
        (lambda: carom.walls([3]), TypeError, "walls(): the source is a list, must be"),
        (lambda: carom.walls({"ax": AX}), ValueError, "walls(): there is no column 'ay'; the columns are: ax"),
        (lambda: carom.walls({**WALLS, "bx": NAN}), ValueError, "walls(): bx[1] is nan, must be finite"),
        (lambda: carom.walls(pandas.DataFrame({**WALLS, "bx": NAN})), ValueError, "walls(): bx[1] is null, must be"),
        (lambda: carom.walls({**WALLS, "bx": [1, None, 2]}), ValueError, "walls(): bx[1] is null, must be a finite"),
        (lambda: carom.walls({**WALLS, "by": ["x"] * 3}), TypeError, "walls(): by has dtype <U1, must hold numbers"),
        (lambda: carom.walls({**WALLS, "by": [1j] * 3}), TypeError, "walls(): by has dtype complex128, must hold"),
        (lambda: carom.walls({**WALLS, "ax": AX[:2]}), ValueError, "columns have different lengths: ax 2, ay 3"),
        (lambda: carom.walls({**WALLS, "ax": [AX]}), ValueError, "the column ax has shape (1, 3), must be one-dim"),
        (lambda: carom.walls(WALLS, wr=[1, 2]), ValueError, "the argument wr has shape (2,), must be a number or"),
        (lambda: carom.walls(WALLS, wr=-1), ValueError, "walls(): wr[0] is -1, must be at least 0"),
        (lambda: carom.walls(WALLS, wr="width"), ValueError, "walls(): there is no column 'width'"),
        (lambda: carom.walls(WALLS, extent="circle"), ValueError, "walls(): there is no column 'circle'"),
        (lambda: carom.walls(WALLS, extent=[0, 7, 0]), ValueError, "the argument extent is 7, must be 'segment'"),
        (
            lambda: carom.walls(WALLS, group=2**32),
            ValueError,
            "group[0] is 4294967296, must be an integer from 0 to 4294967295",
        ),
        (lambda: carom.walls(WALLS, category=-1), ValueError, "category[0] is -1, must be an integer from 0"),
        (lambda: carom.walls(WALLS, geometry="g"), ValueError, "the argument geometry is 'g', but there are no geom"),
        (lambda: carom.walls(WALLS, columns={"x": "ax"}), ValueError, "columns has the name 'x', which is no column"),
        (lambda: carom.walls(AX), ValueError, "the array has shape (3,), must be (n, columns)"),
        (lambda: carom.walls(np.zeros((2, 6))), ValueError, "the array has 6 columns, must have at most 5: ax, ay"),
        (lambda: carom.circles({"cx": AX, "cy": AY}), ValueError, "circles(): there is no column r: pass r"),
        (lambda: carom.circles(GEOMETRIES), ValueError, "the geometry in row 0 is a line or polygon, must be a point"),
        (lambda: carom.walls([GEOMETRIES[0], 5]), TypeError, "row 1 is a int, must be a shapely geometry or None"),
        (
            lambda: carom.walls([None, NAN_LINE]),
            ValueError,
            "walls(): vertex 1 of the geometry in row 1 is (1.0, nan), must be finite",
        ),
        (lambda: carom.walls(pyarrow.array(["a"])), TypeError, "the geometries are of the Arrow format 'u', must be"),
    ],
)
def test_messages(call, error, message):
    with pytest.raises(error, match=re.escape(message)):
        call()


def test_missing_libraries_name_the_extra(monkeypatch):
    monkeypatch.setitem(sys.modules, "nanoarrow", None)
    table = pyarrow.table(WALLS)
    with pytest.raises(ImportError, match=re.escape("walls() needs nanoarrow, which is not installed: pip install")):
        carom.walls(table)


def test_import_loads_no_other_library():
    libraries = ("pandas", "polars", "pyarrow", "nanoarrow", "shapely", "geopandas", "matplotlib")
    text = f"import sys, carom; print([m for m in sys.modules if m.partition('.')[0] in {libraries}])"
    run = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=True)
    assert run.stdout == "[]\n"


# Scenes and answers.


def test_scenes_of_columns_and_sources():
    roads = geopandas.GeoDataFrame({"wr": [1.0, 2.0]}, geometry=[GEOMETRIES[0], GEOMETRIES[4]], crs=32635)
    w = carom.walls(roads)
    scene = carom.Scene(w)
    assert scene == carom.Scene(*w[:6])
    assert scene == carom.Scene(roads)
    assert scene == carom.Scene(scene.walls())
    np.testing.assert_array_equal(scene.walls().wr, [1, 1, 2, 2, 2])
    assert (carom.Scene(roads, wr=3.0).walls().wr == 3).all()
    flags = {**WALLS, "category": [1, 2, 4], "one_sided": [True, False, True], "group": [0, 3, 9]}
    same = {name: flags[name] for name in ("category", "one_sided", "group")}
    assert carom.Scene(flags) == carom.Scene(AX, AY, BX, BY, **same)
    assert carom.Scene(WALLS, group=5).walls().group.tolist() == [5, 5, 5]
    assert len(carom.Scene(carom.walls([]))) == 0


def test_scenes_need_all_arguments():
    for arguments in ((1.0,), (AX, AY), (AX, AY, BX)):
        with pytest.raises((TypeError, ValueError)):
            carom.Scene(*arguments)
    with pytest.raises(TypeError, match="the fields of the argument ax are circle, wall, must be ax, ay"):
        carom.Scene(carom.Scene(WALLS).hits(0, 0, 1))


def test_scenes_have_pictures():
    assert "<title>3 walls</title>" in carom.Scene(WALLS)._repr_svg_()
    assert "<title>3 walls</title>" in carom.DynamicScene(*WALLS.values())._repr_svg_()


SHOPS = {"cx": [1.0, 9.0, 50.0], "cy": [0.0, 0.0, 0.0], "r": 1.0, "id": ["bakery", "bank", "farm"]}
ROADS = {"ax": [0.0, 8.0], "ay": 1.0, "bx": [4.0, 9.0], "by": 1.0, "id": ["Main Street", "Back Lane"]}


def test_hits_have_the_labels_of_both_sides():
    c, w = carom.circles(SHOPS), carom.walls(ROADS)
    hits = carom.Scene(w).hits(*c[:3])
    frame = carom.to_pandas(hits, c, w)
    assert frame.to_dict("list") == {"circle": ["bakery", "bank"], "wall": ["Main Street", "Back Lane"]}
    table = carom.to_arrow(tuple(hits), c, w)
    assert table.to_pydict() == frame.to_dict("list")
    assert polars.DataFrame(table).rows() == [("bakery", "Main Street"), ("bank", "Back Lane")]
    assert carom.to_pandas(hits).to_dict("list") == {"circle": [0, 1], "wall": [0, 1]}


def test_nearest_walls_become_rows():
    c, w = carom.circles(SHOPS), carom.walls(ROADS)
    frame = carom.to_pandas(carom.Scene(w).nearest(*c[:3], k=3), c, w)
    assert list(frame.columns) == ["circle", "rank", "wall", "gap"]
    assert frame["rank"].tolist() == [0, 1, 2] * 3
    # There are two walls only.
    assert frame.wall.isna().tolist() == [False, False, True] * 3
    assert frame.gap[frame.wall.isna()].tolist() == [np.inf] * 3
    assert frame.wall[frame["rank"] == 0].tolist() == ["Main Street", "Back Lane", "Back Lane"]
    one = carom.to_pandas(carom.Scene(w).nearest(*c[:3]), c, w)
    assert list(one.columns) == ["wall", "gap"]
    assert one.index.tolist() == SHOPS["id"]


def test_first_walls_may_be_missing():
    c, w = carom.circles(SHOPS), carom.walls(ROADS)
    first = carom.Scene(w).first(c.cx, [3.0, 3.0, 3.0], c.r, 0.0, -3.0)
    frame = carom.to_pandas(first, c, w)
    assert frame.index.tolist() == SHOPS["id"]
    assert frame.wall.isna().tolist() == [False, False, True]
    assert frame.wall["bank"] == "Back Lane"
    assert frame.kind.tolist() == ["hit", "hit", "miss"]
    assert frame.feature.isna().tolist() == [False, False, True]
    numbers = carom.to_pandas(first)
    assert numbers.wall.dtype == "Int64"
    assert numbers.wall.tolist()[:2] == [0, 1]
    table = carom.to_arrow(first, c, w)
    assert table["wall"].to_pylist() == ["Main Street", "Back Lane", None]
    assert table["circle"].to_pylist() == SHOPS["id"]
    assert table["feature"].to_pylist() == ["side", "b", None]


def test_codes_become_words_in_order():
    contact = carom.contact([0.0, 0, 0, 1, 1, np.nan], [9.0, 1, 0.5, 0, 0, 0], [1.0, 1, 1, 1, 3, 1], 0, 0, 2, 0)
    words = ["separate", "touching", "crossing", "inside-touching", "inside", "invalid"]
    frame = carom.to_pandas(contact)
    assert frame.relation.tolist() == words
    assert (frame.relation >= "touching").tolist() == [False, True, True, True, True, False]
    assert carom.to_arrow(contact)["relation"].to_pylist() == words
    assert frame.feature.isna().tolist() == [False] * 5 + [True]
    np.testing.assert_array_equal(frame.depth, contact.depth)
    single = carom.to_pandas(carom.contact(0, 1, 1, 0, 0, 2, 0))
    assert single.relation.tolist() == ["touching"]


def test_words_of_two_walls():
    contact = carom.wall_contact(0, [2.0, 1, 0, np.nan], 4, [2.0, 1, 0, 1], 0, 0, 4, 0, wr=0.5, wr2=0.5)
    words = ["separate", "touching", "overlapping", "invalid"]
    assert carom.to_pandas(contact)["relation"].tolist() == words
    assert carom.to_arrow(contact)["relation"].to_pylist() == words


def test_arrow_out_shares_the_memory_of_numbers():
    contact = carom.contact(np.arange(1000.0), 1.0, 1.0, 0, 0, 2, 0)
    table = carom.to_arrow(contact)
    assert np.shares_memory(table["depth"].chunk(0).to_numpy(), contact.depth)


def test_wall_columns_become_frames():
    frame = carom.to_pandas(carom.walls(ROADS))
    assert frame.extent.tolist() == ["segment", "segment"]
    assert carom.walls(frame, extent="extent").source.tolist() == [0, 1]


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: carom.to_pandas(3), TypeError, "to_pandas(): the answer is of the type int, must be an answer with"),
        (lambda: carom.to_pandas(([1], [2, 3])), ValueError, "different shapes: circle (1,), wall (2,)"),
        (lambda: carom.to_arrow({"a": np.zeros((1, 1, 1))}), ValueError, "have shape (1, 1, 1), must have one or two"),
        (
            lambda: carom.to_pandas(carom.contact([1, 2], 0, 1, 0, 0, 1, 1), carom.circles(SHOPS)),
            ValueError,
            "the answer has 2 rows, but there are 3 circles",
        ),
    ],
)
def test_messages_of_answers(call, error, message):
    with pytest.raises(error, match=re.escape(message)):
        call()
