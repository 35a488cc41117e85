"""Scenes of what `carom.read` reads: the groups of its walls, nets or areas.

Oracle: shapely's covers, on coordinates that are small integers. Room: tests.
"""

import carom
import geopandas
import numpy as np
import pytest
import shapely

POLYGONS = [
    shapely.Polygon([(0, 0), (8, 0), (8, 8), (0, 8)], [[(2, 2), (6, 2), (6, 6), (2, 6)]]),
    shapely.MultiPolygon([shapely.box(3, 3, 5, 5), shapely.box(10, 0, 12, 3)]),
    shapely.Polygon([(8, 0), (14, 9), (8, 8)]),
]
BOARD = """(kicad_pcb (version 20221018) (layers (0 "F.Cu" signal)) (net 0 "") (net 1 "GND") (net 2 "VCC")
  (segment (start 0 0) (end 9 0) (width 0.5) (layer "F.Cu") (net 2) (uuid "a"))
  (gr_rect (start 20 0) (end 25 5) (width 0) (fill solid) (layer "F.Cu") (uuid "r"))
  (via (at 1 2) (size 0.8) (drill 0.4) (layers "F.Cu") (net 1) (uuid "v"))
)
"""


@pytest.fixture
def polygons(tmp_path):
    path = tmp_path / "a.wkt"
    path.write_text("\n".join(shape.wkt for shape in [shapely.LineString([(0, -3), (9, -3)]), *POLYGONS]))
    return path


@pytest.fixture
def board(tmp_path):
    path = tmp_path / "a.kicad_pcb"
    path.write_text(BOARD)
    return path


@pytest.mark.parametrize("kind", [carom.Scene, carom.DynamicScene])
def test_a_scene_of_a_file_knows_its_areas(polygons, kind):
    shapes = carom.read(polygons)
    scene = kind(shapes)
    x, y = (numbers.ravel() for numbers in np.meshgrid(np.arange(-1, 16) / 2, np.arange(-1, 21) / 2))
    point, area = scene.areas_at(x, y)
    expected = [
        (i, a)
        for i, p in enumerate(shapely.points(x, y))
        for a, shape in enumerate(POLYGONS, 1)
        if shapely.covers(shape, p)
    ]
    assert list(zip(point, area, strict=True)) == expected
    assert len(shapes.areas) == len(POLYGONS)
    assert scene.walls().group[:5].tolist() == [0, 1, 1, 1, 1]


def test_a_scene_of_a_file_is_that_of_its_walls(polygons):
    shapes = carom.read(polygons)
    assert carom.Scene(shapes) == carom.Scene(shapes.walls)
    assert carom.Scene(shapes, wr=0.5) == carom.Scene(shapes.walls, wr=0.5)
    assert (carom.Scene(shapes, group=7).walls().group == 7).all()


def test_nets_are_groups_unless_areas_are_asked_for(board):
    by_net, by_area = carom.read(board), carom.read(board, group="area")
    assert by_net.walls.group.tolist() == [by_net.nets.index("VCC") + 1, 0, 0, 0, 0]
    assert by_net.circles.group.tolist() == [by_net.nets.index("GND") + 1]
    assert by_area.walls.group.tolist() == [0, 1, 1, 1, 1]
    assert by_area.circles.group is None
    assert by_net.walls.net.tolist() == by_area.walls.net.tolist()
    assert carom.Scene(by_area).contains([22, 1], [1, 1]).tolist() == [True, False]
    # What is asked of circles of a file is asked of their columns.
    scene = carom.Scene(by_net)
    assert scene.hits(by_net, within=2.0).wall.tolist() == scene.hits(by_net.circles, within=2.0).wall.tolist() == [0]
    assert scene.count(by_net, within=2.0).tolist() == [1]


def test_groups_by_net_of_a_file_without_nets(polygons):
    assert carom.read(polygons, group="net").walls.group is None
    assert carom.read(polygons, group="area").walls.group.tolist() == carom.read(polygons).walls.group.tolist()


def test_lines_alone_have_no_group(tmp_path):
    (tmp_path / "a.wkt").write_text("LINESTRING (0 0, 4 0)")
    assert carom.read(tmp_path / "a.wkt").walls.group is None


def test_groups_have_names(board, polygons):
    assert carom.read(board).groups == ("GND", "VCC")
    by_area = carom.read(board, group="area")
    assert by_area.groups == by_area.areas
    assert carom.read(polygons, group="net").groups == ()


def pairs_of(frame):
    return frame[["circle", "area"]].to_numpy().tolist()


def test_tables_name_areas(tmp_path):
    frame = geopandas.GeoDataFrame({"name": ["ring", "islands", "slope"]}, geometry=POLYGONS, crs="EPSG:32635")
    frame.to_file(tmp_path / "a.gpkg")
    named = frame.set_index("name")
    posts = carom.circles({"cx": [4.0, 9.0, 1.0], "cy": [4.0, 1.0, 1.0], "r": [1.0, 1.0, 0.5], "id": ["a", "b", "c"]})
    expected = [["a", "islands"], ["b", "ring"], ["b", "islands"], ["b", "slope"], ["c", "ring"]]
    shapes = carom.read(tmp_path / "a.gpkg")
    for source in (shapes, named, carom.walls(named)):
        answer = carom.Scene(source).areas(posts)
        assert pairs_of(carom.to_pandas(answer, posts, source)) == expected
        table = carom.to_arrow(answer, posts, source)
        assert [
            list(row) for row in zip(*(table[name].to_pylist() for name in ("circle", "area")), strict=True)
        ] == expected
        assert carom.to_geopandas(answer, posts, source)["area"].tolist() == [area for _, area in expected]
    assert carom.to_pandas(carom.Scene(shapes).areas(posts), posts)["area"].tolist() == [2, 1, 2, 3, 1]
    # Fewer areas than asked for, and an area of another scene.
    near = carom.Scene(shapes).nearest_areas(posts.cx[:1], posts.cy[:1], 0.0, k=4)
    for source in (shapes, named):
        assert carom.to_pandas(near, None, source)["area"].fillna("none").tolist() == [
            "islands",
            "ring",
            "slope",
            "none",
        ]
        with pytest.raises(
            ValueError, match=r"to_pandas\(\): the answer has the area .* pass what the question was asked"
        ):
            carom.to_pandas({"area": [4]}, None, source)


def test_tables_say_the_words_of_areas():
    scene = carom.Scene([shapely.box(0, 0, 10, 10)])
    words = ["outside", "touching", "crossing", "inside-touching", "inside"]
    x = [13, 11, 10, 9, 5]
    for answer in (scene.areas(x, 5, 1, within=5), scene.nearest_areas(x, 5, 1)):
        assert carom.to_pandas(answer)["relation"].tolist() == words
        assert carom.to_arrow(answer)["relation"].to_pylist() == words
    none = carom.Scene([], [], [], []).nearest_areas([1], 1, 1)
    assert carom.to_pandas(none)["relation"].tolist() == ["invalid"]


def test_other_groups(polygons):
    with pytest.raises(ValueError, match=r"read\(\): the argument group is 'areas', must be 'net' or 'area'"):
        carom.read(polygons, group="areas")
