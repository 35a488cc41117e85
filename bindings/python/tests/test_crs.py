"""Coordinate reference systems: kept with the columns and the scene, compared where circles meet walls.

Oracle: the systems that the sources were made with. Room: tests.
"""

import copy
import pickle
import sys
import warnings

import carom
import geoarrow.pyarrow as geoarrow
import geopandas
import pyarrow
import pyproj
import pytest
import shapely
from pyproj.crs import BoundCRS
from pyproj.crs.coordinate_operation import ToWGS84Transformation

LINE, POINT = shapely.LineString([(0, 0), (9, 0)]), shapely.Point(1, 2)


def series(geometry, crs):
    return geopandas.GeoSeries([geometry], crs=crs)


def arrow(geometry, crs, **options):
    """An Arrow table of a column of geometries, whose metadata hold the CRS in PROJJSON."""
    return pyarrow.table(geopandas.GeoDataFrame(geometry=series(geometry, crs)).to_arrow(**options))


SOURCES = {
    "GeoSeries": series,
    "GeoDataFrame": lambda geometry, crs: geopandas.GeoDataFrame({"n": [1]}, geometry=series(geometry, crs)),
    "GeometryArray": lambda geometry, crs: series(geometry, crs).values,
    "named column": lambda geometry, crs: geopandas.GeoDataFrame({"g": series(geometry, crs)}, geometry="g"),
    "WKB": arrow,
    "GeoArrow": lambda geometry, crs: arrow(geometry, crs, geometry_encoding="geoarrow"),
}


@pytest.fixture(params=[True, False], ids=["pyproj", "no pyproj"])
def hide_pyproj(request, monkeypatch):
    """Runs a test also as if pyproj was not installed; the sources are made before. geopandas needs it."""

    def hide(kind="GeoArrow"):
        if not request.param and kind in ("WKB", "GeoArrow"):
            monkeypatch.setitem(sys.modules, "pyproj", None)

    return hide


@pytest.mark.parametrize("kind", SOURCES)
def test_columns_and_scenes_keep_the_crs(kind):
    w, c = carom.walls(SOURCES[kind](LINE, 3035)), carom.circles(SOURCES[kind](POINT, 3035))
    for kept in (w.crs, c.crs, w["crs"], carom.Scene(w).crs, carom.Scene(SOURCES[kind](LINE, 3035)).crs):
        assert pyproj.CRS.from_user_input(kept) == pyproj.CRS(3035)
    assert "crs" not in carom.to_pandas(w)
    assert "crs" not in carom.to_pandas(c)
    assert carom.walls(SOURCES[kind](LINE, None)).crs is None
    assert carom.Scene(SOURCES[kind](LINE, None)).crs is None


def test_copies_of_scenes_keep_the_crs():
    scene = carom.Scene(series(LINE, 3035))
    changing = carom.DynamicScene(series(LINE, 3035))
    for kept in (pickle.loads(pickle.dumps(scene)), copy.deepcopy(scene), changing, changing.freeze()):
        assert kept.crs == pyproj.CRS(3035)
    assert carom.Scene.from_bytes(scene.to_bytes()).crs is None
    # It is no part of the value.
    plain = carom.Scene(*carom.walls(series(LINE, 3035))[:6])
    assert plain == scene
    assert plain.crs is None
    assert pickle.loads(pickle.dumps(plain)).crs is None
    with pytest.raises(AttributeError):
        scene.crs = pyproj.CRS(3035)


@pytest.mark.parametrize("kind", SOURCES)
def test_different_systems_are_warned_of(kind, hide_pyproj):
    w, c = carom.walls(SOURCES[kind](LINE, 3035)), carom.circles(SOURCES[kind](POINT, 32633))
    same, unknown = carom.circles(SOURCES[kind](POINT, 3035)), carom.circles(SOURCES[kind](POINT, None))
    hits = carom.Scene(w).hits(1.0, 2.0, 2.0)
    hide_pyproj(kind)
    for table in (carom.to_pandas, carom.to_arrow):
        with pytest.warns(UserWarning, match="the circles are in") as caught:
            table(hits, c, w)
        assert [str(warning.message) for warning in caught] == [
            f"{table.__name__}(): the circles are in EPSG:32633 and the walls in EPSG:3035, so their coordinates "
            "do not fit; bring both to one with to_crs()"
        ]
        assert caught[0].filename == __file__
        for fitting in (same, unknown):
            table(hits, fitting, w)
        table(hits, c, w._replace(crs=None))


def test_one_system_under_other_names():
    utm = pyproj.CRS(32633)
    hits = carom.Hits([0], [0])
    names = [utm, "EPSG:32633", utm.to_wkt(), utm.to_json(), utm.to_json_dict(), pyproj.CRS(utm.to_wkt("WKT1_ESRI"))]
    w = carom.walls(series(LINE, 32633))
    c = carom.circles(series(POINT, 32633))
    for name in names:
        for other in names:
            carom.to_pandas(hits, c._replace(crs=name), w._replace(crs=other))
    # Axes in another order: geometries have x first in both.
    degrees = [pyproj.CRS("EPSG:4326"), pyproj.CRS("OGC:CRS84")]
    carom.to_pandas(hits, c._replace(crs=degrees[0]), w._replace(crs=degrees[1]))


GERMAN = "+proj=tmerc +lat_0=0 +lon_0=9 +k=1 +x_0=3500000 +y_0=0 +datum=potsdam"
SHIFT = ToWGS84Transformation(pyproj.CRS(4314), 598.1, 73.7, 418.2, 0.2, 0.05, -2.5, 6.7)
# Of each group all are one system for x and y.
TWINS = [
    ["EPSG:3035", "EPSG:3035+5773", "EPSG:3035+5621"],
    ["EPSG:25832", "EPSG:25832+5783", "EPSG:3044", "EPSG:25832+7837"],
    ["EPSG:3067", "EPSG:5048", "EPSG:3067+3900"],
    ["EPSG:5041", "EPSG:32661"],
    ["EPSG:4326", "OGC:CRS84", "EPSG:4979", "EPSG:4326+5773", "EPSG:9518"],
    ["EPSG:4258", "EPSG:4937", "EPSG:7423"],
    ["EPSG:28992", "EPSG:7415"],
    ["EPSG:31467", GERMAN, BoundCRS(pyproj.CRS(31467), pyproj.CRS(4326), SHIFT)],
]
STRANGERS = [
    ["EPSG:3035", "EPSG:3034", "EPSG:25832", "EPSG:25833", "EPSG:32632", "EPSG:32732"],
    ["EPSG:4326", "EPSG:4258", "EPSG:4269", "EPSG:4978"],
    ["EPSG:2263", "EPSG:32118"],
    ["EPSG:3857", "EPSG:3395"],
    ["EPSG:5041", "EPSG:5042"],
    ["+proj=laea +lat_0=52 +lon_0=10", "+proj=laea +lat_0=52 +lon_0=11", "+proj=aeqd +lat_0=52 +lon_0=10"],
    ["EPSG:3035+5773", "EPSG:3034+5773"],
    [f"+proj=utm +zone=33 +ellps=bessel{shift}" for shift in ("", " +towgs84=1,2,3", " +towgs84=598,73,418")],
]


def warns_of(one, other):
    """Whether circles and walls in two systems are warned of."""
    w = carom.walls([LINE])._replace(crs=one)
    c = carom.circles([POINT])._replace(crs=other)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        carom.to_pandas(carom.Hits([0], [0]), c, w)
    return bool(caught)


def spellings(text):
    """A system as geopandas has it, as a file has it, and with its code taken away, as files have it, too."""
    crs = pyproj.CRS(text)
    mapping = crs.to_json_dict()
    nameless = {**mapping, "name": "ours"} if mapping["type"] != "CompoundCRS" else dict(mapping)
    nameless.pop("id", None)
    return [crs, mapping, nameless]


@pytest.mark.parametrize("group", TWINS, ids=lambda group: group[0])
def test_twins_are_not_warned_of(group, hide_pyproj):
    systems = [spelling for text in group for spelling in spellings(text)]
    hide_pyproj()
    for i, one in enumerate(systems):
        for other in systems[:i]:
            assert not warns_of(one, other), (one, other)


@pytest.mark.parametrize("group", STRANGERS, ids=lambda group: group[0])
def test_real_differences_are_warned_of(group, hide_pyproj):
    systems = [spellings(text) for text in group]
    hide_pyproj()
    for i, ours in enumerate(systems):
        for theirs in systems[:i]:
            for one in ours:
                for other in theirs:
                    assert warns_of(one, other), (one, other)


def test_codes_in_texts(hide_pyproj):
    texts = ["OGC:CRS84", "epsg:4326", "urn:ogc:def:crs:OGC:1.3:CRS84", "http://www.opengis.net/def/crs/EPSG/0/4326"]
    metres = [pyproj.CRS(3035).to_json_dict(), "EPSG:3035", "urn:ogc:def:crs:EPSG::3035", "EPSG:3035+5773"]
    hide_pyproj()
    for group in (texts, metres):
        assert not any(warns_of(one, other) for one in group for other in group)
    assert all(warns_of(one, other) and warns_of(other, one) for one in texts for other in metres)
    others = ["+proj=utm +zone=33", "+proj=utm +zone=32", "a survey + ours", "a survey + theirs"]
    assert all(warns_of(one, other) == (one != other) for one in others for other in others)
    for text in texts:
        geojson = {"type": "FeatureCollection", "features": [], "crs": {"properties": {"name": text}}}
        with pytest.warns(UserWarning, match="in degrees"):
            carom.walls(geojson)


def test_systems_derived_from_others_differ_as_these(hide_pyproj):
    shift = {"name": "shift", "method": {"name": "Affine parametric transformation"}, "parameters": []}
    axes = pyproj.CRS(3035).to_json_dict()["coordinate_system"]
    bases = [pyproj.CRS(code).to_json_dict() for code in (3035, 3034)]
    ours, theirs = (
        {"type": "DerivedProjectedCRS", "name": "a", "base_crs": b, "conversion": shift, "coordinate_system": axes}
        for b in bases
    )
    hide_pyproj()
    assert not warns_of(ours, dict(ours))
    assert warns_of(ours, theirs)


def test_local_systems_differ_by_name(hide_pyproj):
    local = 'LOCAL_CS["{}",UNIT["metre",1],AXIS["x",EAST],AXIS["y",NORTH]]'
    mappings = [pyproj.CRS(local.format(name)).to_json_dict() for name in "ab"]
    hide_pyproj()
    assert not warns_of(mappings[0], dict(mappings[0]))
    assert warns_of(*mappings)


NO_PLANES = {
    "in degrees": ["EPSG:4326", "OGC:CRS84", "EPSG:4979", "EPSG:4258", "EPSG:9518"],
    "in EPSG:4978, whose x and y are measured from the centre": ["EPSG:4978"],
}


@pytest.mark.parametrize("message", NO_PLANES)
@pytest.mark.parametrize("kind", SOURCES)
def test_systems_without_a_plane_are_warned_of(kind, message, hide_pyproj):
    sources = [(SOURCES[kind](LINE, crs), SOURCES[kind](POINT, crs)) for crs in NO_PLANES[message]]
    hide_pyproj(kind)
    for lines, points in sources:
        for read, source in ((carom.walls, lines), (carom.circles, points), (carom.Scene, lines)):
            with pytest.warns(UserWarning, match=message) as caught:
                read(source)
            assert len(caught) == 1
            assert caught[0].filename == __file__


@pytest.mark.parametrize("crs", [3035, 32633, "EPSG:7415", "ESRI:54009", "EPSG:3857"])
@pytest.mark.parametrize("kind", SOURCES)
def test_planes_are_not_warned_of(kind, crs, hide_pyproj):
    source = SOURCES[kind](LINE, crs)
    hide_pyproj(kind)
    assert carom.walls(source).crs is not None


@pytest.mark.parametrize(
    "text", ["EPSG:4326", "OGC:CRS84", pyproj.CRS(4258).to_wkt(), pyproj.CRS(4258).to_wkt("WKT1_GDAL")]
)
def test_texts_in_the_metadata_of_geoarrow(text, hide_pyproj):
    degrees = geoarrow.with_crs(geoarrow.as_geoarrow(["POINT (1 2)"]), text)
    metres = geoarrow.with_crs(geoarrow.as_geoarrow(["POINT (1 2)"]), "EPSG:3035")
    unknown = geoarrow.with_crs(geoarrow.as_geoarrow(["POINT (1 2)"]), "a survey of ours")
    hide_pyproj()
    with pytest.warns(UserWarning, match="in degrees"):
        carom.walls(degrees)
    w = carom.walls(metres)
    assert w.crs == "EPSG:3035"
    with pytest.warns(UserWarning, match="the circles are in a survey of ours and the walls in EPSG:3035"):
        carom.to_pandas(carom.Hits([0], [0]), carom.circles(unknown), w)
