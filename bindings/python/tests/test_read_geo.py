"""Files of maps as walls, circles and areas: GeoJSON, GeoPackage, Shapefile, FlatGeobuf, GeoParquet, WKT and WKB.

Oracle: the coordinates that the test wrote, and shapely's areas. Room: tests.
"""

import importlib
import json
import re
import sqlite3
import struct

import carom
import geopandas
import numpy as np
import pandas
import pyogrio
import pytest
import shapely
from hypothesis import assume, given
from hypothesis import strategies as st

HOLED = shapely.Polygon([(0, 0), (10, 0), (10, 8), (0, 8)], [[(1, 1), (1, 2), (2, 2), (2, 1)]])
FRAME = geopandas.GeoDataFrame(
    {"name": ["park", None, "islands", "well"], "wr": [0.5, 0.25, 0.0, None], "r": [None, None, None, 3.0], "net": 1},
    geometry=[
        HOLED,
        shapely.LineString([(0.1, 0.2), (3, 4), (5, 6)]),
        shapely.MultiPolygon([shapely.box(20, 0, 21, 1), shapely.box(30, 0, 32, 2)]),
        shapely.MultiPoint([(50, 50.5), (60, 60)]),
    ],
    crs="EPSG:3035",
)


def walls_of(shapes, area=None):
    """The walls as rows ax, ay, bx, by, of one area or all."""
    w = shapes.walls
    rows = np.stack(w[:4], axis=1)
    return (rows if area is None else rows[w.area == area]).tolist()


def edges(coordinates):
    points = np.asarray(coordinates, dtype=float)[:, :2]
    return np.hstack([points[:-1], points[1:]]).tolist()


def enclosed(shapes, area):
    """The measure of an area by the shoelace formula, ring by ring: even-odd of rings that do not cross."""
    rings, rows = [], walls_of(shapes, area)
    for row in rows:
        if not rings or rings[-1][-1][2:] != row[:2] or rings[-1][0][:2] == rings[-1][-1][2:]:
            rings.append([])
        rings[-1].append(row)
    assert all(ring[0][:2] == ring[-1][2:] for ring in rings)
    polygons = [shapely.Polygon([row[:2] for row in ring]) for ring in rings]
    sums = [sum(ax * by - bx * ay for ax, ay, bx, by in ring) / 2 for ring in rings]
    # A ring within an odd number of others is a hole.
    depth = [sum(other is not ring and other.covers(ring) for other in polygons) for ring in polygons]
    return sum(abs(s) * (-1) ** d for s, d in zip(sums, depth, strict=True))


def check_frame(shapes, with_fields=True):
    rings = [*edges(HOLED.exterior.coords), *edges(HOLED.interiors[0].coords)]
    line = edges([(0.1, 0.2), (3, 4), (5, 6)])
    islands = [edge for polygon in FRAME.geometry[2].geoms for edge in edges(polygon.exterior.coords)]

    def undirected(rows):
        return sorted(sorted([tuple(row[:2]), tuple(row[2:])]) for row in rows)

    # Formats have their own order of rings.
    assert undirected(walls_of(shapes, 0)) == undirected(rings)
    assert undirected(walls_of(shapes, 1)) == undirected(islands)
    assert walls_of(shapes, -1) == line
    assert enclosed(shapes, 0) == 79
    assert enclosed(shapes, 1) == 5
    assert (shapes.walls.extent == carom.Extent.SEGMENT).all()
    assert shapes.circles.cx.tolist() == [50, 60]
    assert shapes.circles.cy.tolist() == [50.5, 60]
    assert sorted(shapes.approximated) == []
    if with_fields:
        assert shapes.areas == ("park", "islands")
        assert shapes.circles.r.tolist() == [3, 3]
        wr = {0: 0.5, 1: 0.0, -1: 0.25}
        assert shapes.walls.wr.tolist() == [wr[area] for area in shapes.walls.area.tolist()]
        assert shapes.nets == ("1",)
        assert (shapes.walls.group == 1).all()


@pytest.mark.parametrize("end", ["geojson", "gpkg", "fgb", "parquet"])
def test_frames(tmp_path, end):
    path = tmp_path / f"frame.{end}"
    if end == "parquet":
        FRAME.to_parquet(path)
    else:
        # Without an index, which would sort the features.
        FRAME.to_file(path, **({"SPATIAL_INDEX": "NO"} if end == "fgb" else {}))
    shapes = carom.read(path)
    check_frame(shapes)
    assert shapes.left_out == {}
    assert shapes.layers == (() if end == "parquet" else ("frame",))
    circles = [3.0, 11.0, 15.0], [4.5, 5.0, 5.0], 0.5
    expected = carom.Scene(carom.walls(FRAME, outline=True)).touches(*circles)
    assert carom.Scene(shapes.walls).touches(*circles).tolist() == expected.tolist() == [True, True, False]


def test_shapefile(tmp_path):
    """A Shapefile has one kind of geometry."""
    FRAME.iloc[[0, 2]].to_file(tmp_path / "areas.shp")
    shapes = carom.read(tmp_path / "areas.shp")
    assert shapes.areas == ("park", "islands")
    assert [enclosed(shapes, area) for area in (0, 1)] == [79, 5]
    assert shapes.walls.source.tolist() == [0] * 8 + [1] * 8


def test_wkt_and_wkb(tmp_path):
    path = tmp_path / "shapes.wkt"
    path.write_text("\n".join(["SRID=3035;" + FRAME.geometry[0].wkt, "", *(g.wkt for g in FRAME.geometry[1:])]))
    shapes = carom.read(path)
    check_frame(shapes, with_fields=False)
    assert shapes.areas == ("1", "4")
    assert shapes.crs == "EPSG:3035"
    path = tmp_path / "shapes.wkb"
    collection = shapely.GeometryCollection(list(FRAME.geometry))
    path.write_bytes(collection.wkb)
    check_frame(carom.read(path), with_fields=False)
    path.write_text("\n".join(geometry.wkb_hex for geometry in FRAME.geometry))
    check_frame(carom.read(path), with_fields=False)


def test_a_geometry_over_several_lines(tmp_path):
    path = tmp_path / "shapes.wkt"
    path.write_text("POLYGON ((0 0,\n 4 0,\n 0 3,\n 0 0))\nPOINT EMPTY\nCIRCULARSTRING (0 0, 1 1, 2 0)\nPOINT (1 2)\n")
    shapes = carom.read(path)
    assert walls_of(shapes, 0) == [[0, 0, 4, 0], [4, 0, 0, 3], [0, 3, 0, 0]]
    assert shapes.left_out == {"CIRCULARSTRING": 1, "empty geometry": 1}
    assert shapes.circles.source.tolist() == [7]


def test_what_has_no_geometry_is_counted(tmp_path):
    features = [
        {"type": "Feature", "properties": {}, "geometry": None},
        {
            "type": "Feature",
            "properties": {},
            "geometry": {"type": "LineString", "coordinates": [[0, 1, 9], [200, 3, 9]]},
        },
        {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": []}},
    ]
    path = tmp_path / "some.geojson"
    crs = {"type": "name", "properties": {"name": "EPSG:3035"}}
    path.write_text(json.dumps({"type": "FeatureCollection", "crs": crs, "features": features}))
    shapes = carom.read(path)
    assert walls_of(shapes) == [[0, 1, 200, 3]]
    assert shapes.left_out == {"empty geometry": 1, "feature without a geometry": 1}
    assert repr(shapes) == (
        "<carom.Shapes of some.geojson: 1 wall; left out: 1 empty geometry, 1 feature without a geometry>"
    )


def test_layers_and_tables_of_a_geopackage(tmp_path):
    path = tmp_path / "map.gpkg"
    FRAME.iloc[[1]].to_file(path, layer="roads")
    FRAME.iloc[[3]].to_file(path, layer="wells")
    pyogrio.write_dataframe(pandas.DataFrame({"text": ["a", "b"]}), path, layer="notes", append=True)
    shapes = carom.read(path)
    assert shapes.layers == ("roads", "wells")
    assert shapes.walls.layer.tolist() == [0, 0]
    assert shapes.circles.layer.tolist() == [1, 1]
    assert shapes.left_out == {"row of the table notes, which has no geometries": 2}
    shapes = carom.read(path, layers=["roads"])
    assert len(shapes.circles.cx) == 0
    assert shapes.left_out == {
        f"layer {name}, which is not among the argument layers": 1 for name in ("notes", "wells")
    }


def test_curves_of_a_geopackage_are_counted(tmp_path):
    """GDAL itself makes straight pieces of the curves in it, and says nothing."""
    path = tmp_path / "curves.gpkg"
    FRAME.iloc[[1, 1]].to_file(path, layer="curves")
    # CIRCULARSTRING (0 0, 1 1, 2 0), little-endian.
    curve = struct.pack("<BII6d", 1, 8, 3, 0, 0, 1, 1, 2, 0)
    header = b"GP\x00\x01" + struct.pack("<i", 3035)
    with sqlite3.connect(path) as base:
        for trigger in [row[0] for row in base.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'")]:
            base.execute(f'DROP TRIGGER "{trigger}"')
        base.execute("PRAGMA writable_schema = 1")
        base.execute("UPDATE sqlite_master SET sql = replace(sql, 'LINESTRING', 'GEOMETRY') WHERE name = 'curves'")
        base.execute("UPDATE curves SET geom = ? WHERE fid = 1", (header + curve,))
        base.execute("UPDATE gpkg_geometry_columns SET geometry_type_name = 'GEOMETRY'")
    base.close()
    shapes = carom.read(path)
    assert shapes.approximated == {"geometry with arcs, which GDAL has cut": 1}
    assert len(shapes.walls.ax) > 10


def test_degrees_make_a_warning(tmp_path):
    path = tmp_path / "degrees.geojson"
    FRAME.iloc[[3]].set_crs(4326, allow_override=True).to_file(path)
    with pytest.warns(UserWarning, match=r"read\(\): the geometries are in degrees"):
        carom.read(path)
    FRAME.iloc[[3]].set_crs(None, allow_override=True).to_parquet(tmp_path / "none.parquet")
    assert carom.read(tmp_path / "none.parquet").crs is None


def test_an_invalid_polygon_is_read_as_even_odd(tmp_path):
    path = tmp_path / "bow.wkt"
    path.write_text("POLYGON ((0 0, 2 2, 2 0, 0 2, 0 0))")
    shapes = carom.read(path)
    assert shapes.approximated == {"invalid polygon, read as even-odd": 1}
    assert len(shapes.walls.ax) == 4


# A ring of one point.
BROKEN_RING = """{"type": "FeatureCollection", "features": [
    {"type": "Feature", "properties": {}, "geometry": {"type": "Point", "coordinates": [0, 0]}},
    {"type": "Feature", "properties": {}, "geometry": {"type": "Polygon", "coordinates": [[[0, 0]]]}}]}"""


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.geojson", BROKEN_RING, r"a.geojson: the geometry of the feature 1 is broken: .*point"),
        ("a.wkt", "POINT (1 2)\nPOINT (x)\n", r"a.wkt:2: 'POINT \(x\)' is no WKT"),
        ("a.wkt", "POINT (1 2)\nLINESTRING (0 0, 1", r"a.wkt:2: .* is no WKT"),
        ("a.wkt", "POINT (nan 2)", r"a.wkt: 1: the circle is \(nan, 2.0, 0.0\), must be finite"),
        ("a.wkb", "0101\n", r"a.wkb:1: the geometry is no WKB"),
        ("a.geojson", "{", r"a.geojson: GDAL cannot read it"),
        ("a.parquet", "{", r"a.parquet: pyarrow cannot read it"),
        ("a.xyz", "", r"a.xyz: the name ends in '.xyz', must end in one of .geojson, "),
        ("a.csv", "", r"a.csv: a table has no shapes to read; carom.walls and carom.circles take it, such as "),
    ],
)
def test_errors(tmp_path, name, text, message):
    path = tmp_path / name
    path.write_text(text)
    with pytest.raises(ValueError, match=message):
        carom.read(path)


def test_a_folder_is_no_file(tmp_path):
    with pytest.raises(ValueError, match=r"read\(\): .*: this is a folder, must be a file"):
        carom.read(tmp_path)


def test_bad_numbers_in_columns(tmp_path):
    path = tmp_path / "bad.geojson"
    frame = FRAME.iloc[[1]].assign(wr=-1.0)
    frame.to_file(path)
    with pytest.raises(
        ValueError, match=re.escape("wr of the feature 0 is -1.0, must be a finite number of at least 0")
    ):
        carom.read(path)


def test_bad_arguments(tmp_path):
    path = tmp_path / "a.wkt"
    path.write_text("POINT (1 2)")
    with pytest.raises(ValueError, match="circles is 'disc', must be"):
        carom.read(path, circles="disc")
    with pytest.raises(ValueError, match="pieces is 0, must be at least 1"):
        carom.read(path, pieces=0)
    with pytest.raises(ValueError, match="tolerance is 0, must be"):
        carom.read(path, tolerance=0)
    with pytest.raises(TypeError, match=r"must be a list of names, such as \['a'\]"):
        carom.read(path, layers="a")
    with pytest.raises(FileNotFoundError, match="there is no file"):
        carom.read(tmp_path / "none.wkt")


def test_a_missing_library_is_named(tmp_path, monkeypatch):
    real = importlib.import_module

    def without(name, *rest):
        if name.partition(".")[0] == "shapely":
            raise ModuleNotFoundError("no", name="shapely")
        return real(name, *rest)

    path = tmp_path / "a.wkt"
    path.write_text("POINT (1 2)")
    monkeypatch.setattr(importlib, "import_module", without)
    with pytest.raises(
        ModuleNotFoundError, match=re.escape("read() needs shapely, which is not installed: pip install carom[files]")
    ):
        carom.read(path)


NUMBERS = st.integers(-50, 50)


@given(st.lists(st.lists(st.tuples(NUMBERS, NUMBERS), min_size=3, max_size=7), min_size=1, max_size=4))
def test_areas_are_those_of_shapely(tmp_path_factory, rings):
    """Random polygons with holes: by even-odd the walls hold the points that the polygon holds, and its measure."""
    shape = shapely.Polygon()
    for ring in rings:
        shape = shape.symmetric_difference(shapely.make_valid(shapely.Polygon(ring)).buffer(0))
    assume(shape.geom_type in ("Polygon", "MultiPolygon") and not shape.is_empty and shape.is_valid)
    # Shells to the left, holes to the right: then the sum over all walls is the measure.
    shape = shapely.orient_polygons(shape)
    path = tmp_path_factory.mktemp("areas") / "polygons.wkb"
    path.write_bytes(shape.wkb)
    shapes = carom.read(path)
    assert len(shapes.areas) == 1
    assert (shapes.walls.area == 0).all()
    ax, ay, bx, by = shapes.walls[:4]
    assert (ax * by - bx * ay).sum() / 2 == pytest.approx(shape.area, rel=1e-12, abs=1e-9)
    x, y = np.random.default_rng(1).uniform(-50, 50, (2, 200, 1))
    crosses = (ay > y) != (by > y)
    with np.errstate(divide="ignore", invalid="ignore"):
        right = x < ax + (y - ay) * (bx - ax) / (by - ay)
    is_inside = (crosses & right).sum(axis=1) % 2 == 1
    np.testing.assert_array_equal(is_inside, shapely.contains_xy(shape, x[:, 0], y[:, 0]))
    # Each vertex is the end of an even number of walls: that is what closes an area.
    ends = np.concatenate([np.stack([ax, ay]), np.stack([bx, by])], axis=1).T
    assert (np.unique(ends, axis=0, return_counts=True)[1] % 2 == 0).all()
