"""Drawings of CAD programs as walls, circles and areas; ezdxf writes them.

Oracle: the coordinates that the test wrote, and ezdxf's own paths for curves. Room: tests.
"""

import math
import re

import carom
import ezdxf
import numpy as np
import pytest
import shapely
from carom.files import _dxf
from carom.files._collector import Collector
from carom.files._curves import Curves

# Entities that a drawing may have and that are no shapes of Carom's.
OTHERS = {
    "TEXT": lambda m: m.add_text("a"),
    "MTEXT": lambda m: m.add_mtext("a"),
    "3DFACE": lambda m: m.add_3dface([(0, 0), (1, 0), (1, 1), (0, 1)]),
    "LEADER": lambda m: m.add_leader([(0, 0), (1, 1)]),
    "SHAPE": lambda m: m.add_shape("a"),
    "HELIX": lambda m: m.add_helix(1, 1, 1),
    "WIPEOUT": lambda m: m.add_wipeout([(0, 0), (1, 0), (1, 1)]),
    "DIMENSION": lambda m: m.add_linear_dim((0, 1), (0, 0), (2, 0)).dimension,
    "MLINE": lambda m: m.add_mline([(0, 0), (1, 1)]),
    "POLYLINE that is a mesh": lambda m: m.add_polymesh((2, 2)),
    "CIRCLE in a tilted plane": lambda m: m.add_circle((0, 0), 1, dxfattribs={"extrusion": (1, 0, 0)}),
}


@pytest.fixture
def drawing(tmp_path):
    """A drawing, and what reads it."""
    doc = ezdxf.new("R2018", units=4)
    doc.layers.add("parts")

    def read(**options):
        doc.saveas(tmp_path / "plate.dxf")
        return carom.read(tmp_path / "plate.dxf", **options)

    return doc, doc.modelspace(), read


def rows(shapes):
    return np.stack(shapes.walls[:5], axis=1).tolist()


def test_straight_entities_are_exact(drawing):
    _, model, read = drawing
    line = model.add_line((0.1, 0.2, 7), (3, 4, 8), dxfattribs={"layer": "parts"})
    model.add_lwpolyline([(0, 0), (4, 0), (4, 3)], close=True)
    model.add_polyline2d([(1, 1), (2, 1), (2, 5)])
    model.add_polyline3d([(1, 1, 1), (2, 2, 2)])
    model.add_ray((1, 2), (0.6, 0.8))
    model.add_xline((3, 4), (1, 0))
    model.add_point((5.5, 6))
    model.add_circle((7, 8), 2.5)
    shapes = read()
    assert rows(shapes) == [
        [0.1, 0.2, 3, 4, 0],
        *([0, 0, 4, 0, 0], [4, 0, 4, 3, 0], [4, 3, 0, 0, 0]),
        *([1, 1, 2, 1, 0], [2, 1, 2, 5, 0]),
        [1, 1, 2, 2, 0],
        [1, 2, 1.6, 2.8, 0],
        [3, 4, 4, 4, 0],
    ]
    assert shapes.walls.extent.tolist() == [0] * 7 + [carom.Extent.RAY, carom.Extent.LINE]
    assert np.stack(shapes.circles[:3], axis=1).tolist() == [[5.5, 6, 0], [7, 8, 2.5]]
    assert shapes.walls.source[0] == line.dxf.handle
    assert shapes.layers == ("parts", "0")
    assert shapes.walls.layer.tolist() == [0] + [1] * 8
    assert (shapes.areas, shapes.left_out, shapes.approximated) == ((), {}, {})
    assert shapes.unit == "mm"
    assert shapes.walls.group is None
    outlines = read(circles="outlines", layers=["0"], pieces=1)
    np.testing.assert_allclose(rows(outlines)[-4], [9.5, 8, 7, 10.5, 0], rtol=1e-15)
    assert len(rows(outlines)) == 8 + 1 + 4
    assert outlines.left_out == {"layer parts, which is not among the argument layers": 1}
    assert outlines.approximated == {"arc": 2}


def test_widths_of_polylines(drawing):
    _, model, read = drawing
    model.add_lwpolyline([(0, 0, 0.5, 0.5), (4, 0, 0.5, 0.25), (4, 3, 0.25, 0.25)], format="xyse")
    shapes = read()
    assert rows(shapes) == [[0, 0, 4, 0, 0.25], [4, 0, 4, 3, 0.25]]
    assert shapes.approximated == {
        "wide polyline, whose ends and corners are read as round": 1,
        "width that changes along a polyline, read as its largest": 1,
    }


def test_bulges_and_arcs(drawing):
    """A half circle to the right of (0, 0) -> (2, 0), below it; an arc from 350 to 80 degrees."""
    _, model, read = drawing
    model.add_lwpolyline([(0, 0, 1), (2, 0, 0), (2, 5, 0)], format="xyb")
    model.add_arc((10, 0), 2, 350, 80)
    shapes = read(pieces=4)
    w = np.array(rows(shapes))
    assert shapes.approximated == {"arc": 2}
    assert len(w) == 8 + 1 + 4
    np.testing.assert_allclose(np.hypot(w[:8, 2] - 1, w[:8, 3]), 1, rtol=1e-15)
    assert (w[:7, 3] < 0).all()
    np.testing.assert_array_equal(w[1:9, :2], w[:8, 2:4])
    assert w[8].tolist() == [2, 0, 2, 5, 0]
    np.testing.assert_allclose(np.hypot(w[9:, 2] - 10, w[9:, 3]), 2, rtol=1e-15)
    angles = np.degrees(np.arctan2(w[9:, 3], w[9:, 2] - 10))
    np.testing.assert_allclose(angles, [12.5, 35, 57.5, 80], rtol=1e-12)


def exact_points(entity):
    """Many points of a curve, by ezdxf."""
    if entity.dxftype() == "ELLIPSE":
        points = entity.vertices(np.linspace(entity.dxf.start_param, entity.dxf.end_param, 9000))
    else:
        tool = entity.construction_tool()
        points = tool.points(np.linspace(0, tool.max_t, 9000))
    return np.array([(p.x, p.y) for p in points])


@pytest.mark.parametrize("options", [{}, {"tolerance": 1e-4}, {"pieces": 200}])
def test_curves_are_near_their_pieces(drawing, options):
    _, model, read = drawing
    model.add_ellipse((1, 2), (3, 1), 0.5, 0.5, 4.0)
    model.add_ellipse((20, 2), (3, 1), 0.5)
    spline = model.add_spline(degree=3)
    spline.control_points = [(0, 10), (1, 14), (4, 9), (6, 12), (8, 10)]
    spline.knots = [0, 0, 0, 0, 0.4, 1, 1, 1, 1]
    shapes = read(**options)
    assert shapes.approximated == {"ELLIPSE": 2, "SPLINE": 1}
    tolerance = 1e-4 if options else 0.02
    for entity in model:
        of_entity = np.array(rows(shapes))[shapes.walls.source == entity.dxf.handle]
        curve = exact_points(entity)
        gaps = carom.Scene(*of_entity[:, :4].T).nearest(curve[:, 0], curve[:, 1], 0.0).gap
        assert gaps.max() < tolerance + 2e-6
        # And the pieces' ends lie on the curve.
        along = carom.Scene(curve[:-1, 0], curve[:-1, 1], curve[1:, 0], curve[1:, 1])
        assert along.nearest(of_entity[:, 0], of_entity[:, 1], 0.0).gap.max() < 2e-6


def test_what_is_seen_from_below_is_mirrored(drawing):
    _, model, read = drawing
    below = {"extrusion": (0, 0, -1)}
    model.add_circle((7, 8), 2.5, dxfattribs=below)
    model.add_arc((-10, 0), 2, 0, 90, dxfattribs=below)
    model.add_lwpolyline([(-1, 0, 1), (-3, 0, 0)], format="xyb", dxfattribs=below)
    shapes = read(pieces=1)
    assert np.stack(shapes.circles[:3], axis=1).tolist() == [[-7, 8, 2.5]]
    np.testing.assert_allclose(
        rows(shapes), [[8, 0, 10, 2, 0], [1, 0, 2, 1, 0], [2, 1, 3, 0, 0]], rtol=1e-14, atol=1e-15
    )


def test_hatches(drawing):
    """A square with a hole, and a boundary of edges that do not all run one way."""
    _, model, read = drawing
    hatch = model.add_hatch()
    hatch.paths.add_polyline_path([(0, 0), (9, 0), (9, 9), (0, 9)], is_closed=True)
    hatch.paths.add_polyline_path([(1, 1, 1), (3, 1, 1)], is_closed=True, flags=0)
    edges = model.add_hatch()
    path = edges.paths.add_edge_path()
    path.add_line((20, 0), (24, 0))
    path.add_arc((24, 2), 2, 270, 90)
    path.add_line((20, 4), (24, 4))
    path.add_line((20, 4), (20, 0))
    model.add_solid([(0, 0), (1, 0), (0, 1), (1, 1)])
    shapes = read(pieces=8)
    assert len(shapes.areas) == 3
    assert shapes.left_out == {}
    assert shapes.approximated == {"arc": 3}
    w, area = np.array(rows(shapes)), shapes.walls.area
    polygons = [
        shapely.polygonize([shapely.MultiLineString([[r[:2], r[2:4]] for r in w[area == i]])]) for i in range(3)
    ]
    assert [len(p.geoms) for p in polygons] == [2, 1, 1]
    # An inscribed polygon of 32 corners.
    disc = 16 * math.sin(math.tau / 32)
    assert polygons[0].geoms[0].union(polygons[0].geoms[1]).area == pytest.approx(81, rel=1e-14)
    assert min(p.area for p in polygons[0].geoms) == pytest.approx(disc, rel=1e-12)
    assert polygons[1].area == pytest.approx(16 + 2 * disc, rel=1e-12)
    assert polygons[2].area == 1
    # Each end belongs to an even number of walls: the rings are closed.
    for i in range(3):
        ends = np.concatenate([w[area == i, :2], w[area == i, 2:4]])
        assert (np.unique(ends, axis=0, return_counts=True)[1] % 2 == 0).all()


def test_styles_and_gaps_of_hatches(drawing):
    _, model, read = drawing
    hatch = model.add_hatch(dxfattribs={"hatch_style": 2})
    hatch.paths.add_polyline_path([(0, 0), (9, 0), (9, 9), (0, 9)], is_closed=True, flags=1)
    hatch.paths.add_polyline_path([(1, 1), (2, 1), (2, 2)], is_closed=True, flags=0)
    gap = model.add_hatch().paths.add_edge_path()
    gap.add_line((0, 0), (4, 0))
    gap.add_line((4, 1), (0, 3))
    shapes = read()
    assert shapes.left_out == {"boundary of a HATCH that its style ignores": 1}
    assert shapes.approximated == {"gap in the boundary of a HATCH, closed by a straight edge": 2}
    assert rows(shapes)[4:] == [[0, 0, 4, 0, 0], [4, 0, 4, 1, 0], [4, 1, 0, 3, 0], [0, 3, 0, 0, 0]]


def test_blocks(drawing):
    doc, model, read = drawing
    inner = doc.blocks.new("inner")
    inner.add_line((0, 0), (1, 0))
    inner.add_text("a")
    outer = doc.blocks.new("outer")
    outer.add_blockref("inner", (10, 0), dxfattribs={"rotation": 90})
    outer.add_circle((0, 0), 1, dxfattribs={"layer": "parts"})
    insert = model.add_blockref("outer", (100, 0), dxfattribs={"xscale": 2, "yscale": 2, "layer": "walls"})
    insert.add_attrib("TAG", "text")
    model.add_blockref("outer", (0, 50), dxfattribs={"row_count": 2, "row_spacing": 7, "column_count": 1})
    model.add_blockref("inner", (0, 0), dxfattribs={"xscale": -1})
    doc.layers.add("walls")
    shapes = read()
    np.testing.assert_allclose(
        rows(shapes),
        [[120, 0, 120, 2, 0], [10, 50, 10, 51, 0], [10, 57, 10, 58, 0], [0, 0, -1, 0, 0]],
        rtol=1e-14,
        atol=1e-14,
    )
    assert np.stack(shapes.circles[:3], axis=1).tolist() == [[100, 0, 2], [0, 50, 1], [0, 57, 1]]
    assert [shapes.layers[i] for i in shapes.walls.layer] == ["walls", "0", "0", "0"]
    assert {shapes.layers[i] for i in shapes.circles.layer} == {"parts"}
    assert shapes.walls.source[0] == insert.dxf.handle
    assert shapes.left_out == {"ATTRIB": 1, "TEXT": 4}


@pytest.mark.parametrize("what", OTHERS)
def test_no_entity_is_dropped_in_silence(drawing, what):
    _, model, read = drawing
    model.add_line((0, 0), (1, 0))
    OTHERS[what](model)
    shapes = read()
    assert shapes.left_out == {what: 1}
    assert rows(shapes) == [[0, 0, 1, 0, 0]]


# Without vertices these are nothing at all.
NOTHING = {"LWPOLYLINE", "POLYLINE", "HATCH", "MPOLYGON"}
CLASSES = [
    name
    for name, kind in sorted(ezdxf.entities.factory.ENTITY_CLASSES.items())
    if issubclass(kind, ezdxf.entities.DXFGraphic) and name not in NOTHING
]


def test_every_entity_is_a_shape_or_counted(drawing):
    """All kinds of entities that ezdxf can make: each leaves a trace."""
    _, model, _ = drawing
    made, refused = set(), set()
    for name in CLASSES:
        try:
            entity = model.new_entity(name, {})
        except (ezdxf.DXFError, AttributeError, TypeError, KeyError):
            continue
        collector = Collector("plate.dxf", Curves(16, None), "circles", None)
        try:
            _dxf._Drawing(collector).entity(entity, "1", "0", 0)
        except ValueError:
            refused.add(name)
        assert collector.runs or collector.discs or collector.left_out or name in refused, name
        made.add(name)
    assert len(made) > 40
    assert refused == {"SPLINE"}
    assert {"LINE", "RAY", "SOLID", "TRACE", "TEXT", "MESH", "HELIX"} <= made


def test_paper_space_is_counted(drawing):
    doc, _, read = drawing
    doc.layout("Layout1").add_line((0, 0), (1, 1))
    assert read().left_out == {"LINE in paper space": 1}


def test_errors(tmp_path, drawing):
    path = tmp_path / "bad.dxf"
    path.write_text("no drawing")
    with pytest.raises(ValueError, match=re.escape("bad.dxf: ezdxf cannot read it")):
        carom.read(path)
    doc, model, read = drawing
    model.add_blockref("missing", (0, 0))
    assert read().left_out == {"INSERT of a block that is missing": 1}
    block = doc.blocks.new("self")
    block.add_blockref("self", (1, 0))
    model.add_blockref("self", (0, 0))
    with pytest.raises(ValueError, match="blocks stand in blocks more than 64 deep"):
        read()
