"""Boards of KiCad as walls, circles, areas and nets, from a board that the test writes.

Oracle: coordinates computed by hand. Room: tests.
"""

import json
import math
import pickle
import re

import carom
import numpy as np
import pytest

HEAD = """(kicad_pcb (version 20221018) (generator pcbnew)
  (general (thickness 1.6)) (paper "A4")
  (layers (0 "F.Cu" signal) (1 "In1.Cu" signal) (31 "B.Cu" signal) (37 "F.SilkS" user) (44 "Edge.Cuts" user))
  (setup (pad_to_mask_clearance 0))
  (net 0 "") (net 1 "GND") (net 2 "/D[0]")
"""


def board(tmp_path, body, head=HEAD, name="board.kicad_pcb", **options):
    path = tmp_path / name
    path.write_text(f"{head}{body}\n)\n", encoding="utf-8")
    return carom.read(path, **options)


def rows(shapes):
    return np.stack(shapes.walls[:5], axis=1).tolist()


def discs(shapes):
    return np.stack(shapes.circles[:3], axis=1).tolist()


def pad(shape, rest="", at="0 0", size="2 1", layers='"F.Cu" "F.Mask"', footprint="10 20"):
    return f"""(footprint "lib:part" (layer "F.Cu") (at {footprint}) (descr "x") (property "Reference" "U1")
      (pad "3" smd {shape} (at {at}) (size {size}) (layers {layers}) {rest} (net 1 "GND")))"""


def test_tracks_and_vias(tmp_path):
    shapes = board(
        tmp_path,
        """(segment (start 1.1 2) (end 3 4) (width 0.25) (layer "F.Cu") (net 1) (tstamp abc))
        (segment (start 5 6) (end 7 8) (width 0.5) (layer "B.Cu") (net 0) (uuid "d"))
        (via (at 1 2) (size 0.8) (drill 0.4) (layers "F.Cu" "B.Cu") (net 2) (uuid "v"))
        (via blind (at 2 3) (size 0.6) (drill 0.3) (layers "F.Cu" "In1.Cu") (net 1) (uuid "w"))""",
    )
    assert rows(shapes) == [[1.1, 2, 3, 4, 0.125], [5, 6, 7, 8, 0.25]]
    assert shapes.nets == ("GND", "/D[0]")
    assert shapes.walls.net.tolist() == [0, -1]
    assert shapes.walls.group.tolist() == [1, 0]
    assert [shapes.layers[i] for i in shapes.walls.layer] == ["F.Cu", "B.Cu"]
    assert shapes.walls.category.tolist() == [1, 4]
    assert shapes.walls.source.tolist() == ["abc", "d"]
    assert discs(shapes) == [[1, 2, 0.4], [2, 3, 0.3]]
    assert [shapes.layers[i] for i in shapes.circles.layer] == ["*.Cu", "F.Cu, In1.Cu"]
    assert shapes.circles.category.tolist() == [7, 3]
    assert shapes.circles.group.tolist() == [2, 1]
    assert shapes.unit == "mm"
    assert shapes.left_out == {"drill of a via": 2}
    # The blind via meets neither the track of its own net nor that of another layer.
    hits = carom.Scene(shapes.walls).hits(shapes.circles, within=10.0)
    assert (hits.circle.tolist(), hits.wall.tolist()) == ([0, 0], [0, 1])
    posts = board(tmp_path, "(via (at 1 2) (size 0.8) (layers F.Cu B.Cu) (net 1))", circles="posts")
    assert rows(posts) == [[1, 2, 1, 2, 0.4]]


def test_shapes_pickle(tmp_path):
    shapes = board(tmp_path, '(segment (start 1.1 2) (end 3 4) (width 0.25) (layer "F.Cu") (net 1))')
    again = pickle.loads(pickle.dumps(shapes))
    assert repr(again) == repr(shapes)
    assert rows(again) == rows(shapes)
    assert again.walls.net.tolist() == [0]
    assert shapes.walls["bx"].tolist() == [3]


def test_arcs(tmp_path):
    """A half turn around (1, 0) with 2 pieces a quarter, and three quarters."""
    shapes = board(
        tmp_path,
        """(arc (start 0 0) (mid 1 1) (end 2 0) (width 0.2) (layer "F.Cu") (net 1))
        (arc (start 1 0) (mid -0.7071067811865476 -0.7071067811865476) (end 0 1) (width 0.2) (layer "F.Cu") (net 1))""",
        pieces=2,
    )
    assert shapes.approximated == {"arc": 3}
    ends = np.array(rows(shapes))
    assert len(ends) == 4 + 6
    assert ends[0, :2].tolist() == [0, 0]
    assert ends[3, 2:4].tolist() == [2, 0]
    np.testing.assert_array_equal(ends[1:4, :2], ends[:3, 2:4])
    np.testing.assert_allclose(np.hypot(ends[:4, 0] - 1, ends[:4, 1]), 1, rtol=1e-15)
    assert (ends[1:4, 1] > 0.5).all()
    np.testing.assert_allclose(np.hypot(ends[4:, 0], ends[4:, 1]), 1, rtol=4e-16)
    assert ends[4, :2].tolist() == [1, 0]
    assert ends[9, 2:4].tolist() == [0, 1]
    assert ends[6, 0] < 0
    assert (ends[5:9, 1] < 0.8).all()
    # Each quarter has two pieces of one length.
    lengths = np.hypot(ends[4:, 2] - ends[4:, 0], ends[4:, 3] - ends[4:, 1])
    np.testing.assert_allclose(lengths, 2 * math.sin(math.pi / 8), rtol=1e-14)


@pytest.mark.parametrize("tolerance", [0.1, 0.01, 1e-5])
def test_tolerance(tmp_path, tolerance):
    shapes = board(tmp_path, '(arc (start 0 0) (mid 1 1) (end 2 0) (width 0.2) (layer "F.Cu"))', tolerance=tolerance)
    w = np.array(rows(shapes))
    gap = 1 - np.hypot((w[:, 0] + w[:, 2]) / 2 - 1, (w[:, 1] + w[:, 3]) / 2)
    assert 0 < gap.max() <= tolerance
    # With one piece less it would be too far.
    assert 1 - math.cos(math.pi / 2 / (len(w) - 1)) > tolerance


def test_pads_that_are_circles_and_capsules(tmp_path):
    assert discs(board(tmp_path, pad("circle", size="2 2", at="1 2"))) == [[11, 22, 1]]
    # The footprint is turned by a quarter: x goes up, which is -y. The angle of the pad is that on the board.
    turned = board(tmp_path, pad("oval", at="3 1 90", footprint="10 20 90"))
    assert rows(turned) == [[11, 17.5, 11, 16.5, 0.5]]
    assert turned.walls.source.tolist() == ["U1.3"]
    assert rows(board(tmp_path, pad("oval", at="3 1", footprint="10 20"))) == [[12.5, 21, 13.5, 21, 0.5]]
    offset = board(tmp_path, pad("oval", "(drill 0.3 (offset 0.5 0))", at="3 1 180"))
    assert rows(offset) == [[13, 21, 12, 21, 0.5]]
    assert offset.left_out == {"drill of a pad": 1}
    assert rows(board(tmp_path, pad("roundrect", "(roundrect_rratio 0.5)"))) == [[9.5, 20, 10.5, 20, 0.5]]
    assert discs(board(tmp_path, pad("roundrect", "(roundrect_rratio 0.5)", size="1 1"))) == [[10, 20, 0.5]]


def test_pads_that_are_areas(tmp_path):
    rect = board(tmp_path, pad("rect"))
    corners = [(9, 19.5), (11, 19.5), (11, 20.5), (9, 20.5)]
    assert rows(rect) == [[*a, *b, 0] for a, b in zip(corners, corners[1:] + corners[:1], strict=True)]
    assert rect.areas == ("U1.3",)
    assert rect.walls.area.tolist() == [0] * 4
    assert rect.walls.net.tolist() == [0] * 4
    assert [rect.layers[i] for i in rect.walls.layer] == ["F.Cu"] * 4
    # The outline of the smaller rectangle, grown by the radius of the corners.
    round_rect = board(tmp_path, pad("roundrect", "(roundrect_rratio 0.25)"))
    corners = [(9.25, 19.75), (10.75, 19.75), (10.75, 20.25), (9.25, 20.25)]
    assert rows(round_rect) == [[*a, *b, 0.25] for a, b in zip(corners, corners[1:] + corners[:1], strict=True)]
    assert round_rect.approximated == {}
    trapezoid = board(tmp_path, pad("trapezoid", "(rect_delta 0 0.5)"))
    assert [row[:2] for row in rows(trapezoid)] == [[8.75, 20.5], [11.25, 20.5], [10.75, 19.5], [9.25, 19.5]]
    chamfer = "(roundrect_rratio 0) (chamfer_ratio 0.25) (chamfer top_left)"
    chamfered = board(tmp_path, pad("roundrect", chamfer))
    assert [row[:2] for row in rows(chamfered)] == [[9, 19.75], [9.25, 19.5], [11, 19.5], [11, 20.5], [9, 20.5]]
    assert chamfered.approximated == {}
    both = board(tmp_path, pad("roundrect", chamfer.replace("rratio 0)", "rratio 0.25)")), pieces=1)
    expected = [
        [9, 19.75],
        [9.25, 19.5],
        [10.75, 19.5],
        [11, 19.75],
        [11, 20.25],
        [10.75, 20.5],
        [9.25, 20.5],
        [9, 20.25],
    ]
    assert [row[:2] for row in rows(both)] == expected
    assert both.approximated == {"arc": 3}


def test_custom_pads(tmp_path):
    primitives = """(options (clearance outline) (anchor circle)) (primitives
      (gr_poly (pts (xy 0 0) (xy 2 0) (xy 0 2)) (width 0.2) (fill yes))
      (gr_line (start 0 0) (end 3 0) (width 0.5))
      (gr_circle (center 1 1) (end 1 2) (width 0.2) (fill yes))
      (gr_vector (start 0 0)))"""
    shapes = board(tmp_path, pad("custom", primitives, at="1 0", size="1 1"))
    assert discs(shapes) == [[11, 20, 0.5], [12, 21, 1.1]]
    assert rows(shapes) == [
        [11, 20, 13, 20, 0.1], [13, 20, 11, 22, 0.1], [11, 22, 11, 20, 0.1], [11, 20, 14, 20, 0.25],
    ]  # fmt: skip
    assert shapes.walls.area.tolist() == [0, 0, 0, -1]
    assert shapes.left_out == {"gr_vector of a pad": 1}


def test_zones(tmp_path):
    shapes = board(
        tmp_path,
        """(zone (net 1) (net_name "GND") (layers "F&B.Cu") (uuid "z") (hatch edge 0.5) (min_thickness 0.25)
          (polygon (pts (xy 0 0) (xy 9 0) (xy 9 9)))
          (filled_polygon (layer "F.Cu") (pts (xy 0 0) (xy 4 0) (xy 4 3)))
          (filled_polygon (layer "B.Cu") (pts (xy 0 0) (xy 8 0) (xy 8 6) (xy 0 0))))
        (zone (net 2) (net_name "/D[0]") (layer "F.Cu") (polygon (pts (xy 0 0) (xy 9 0) (xy 9 9))))
        (zone (net 0) (layer "F.Cu") (keepout (tracks not_allowed)) (polygon (pts (xy 0 0) (xy 9 0) (xy 9 9))))""",
    )
    assert rows(shapes) == [
        [0, 0, 4, 0, 0], [4, 0, 4, 3, 0], [4, 3, 0, 0, 0], [0, 0, 8, 0, 0], [8, 0, 8, 6, 0], [8, 6, 0, 0, 0],
    ]  # fmt: skip
    assert shapes.areas == ("z", "z")
    assert shapes.walls.area.tolist() == [0] * 3 + [1] * 3
    assert [shapes.layers[i] for i in shapes.walls.layer[::3]] == ["F.Cu", "B.Cu"]
    assert shapes.left_out == {"keepout zone": 1, "zone that is not filled": 1}
    # Up to KiCad 5 the filling has a pen.
    old = """(kicad_pcb (version 20171130) (layers (0 F.Cu signal) (31 B.Cu signal)) (net 0 "") (net 1 GND)
      (zone (net 1) (net_name GND) (layer F.Cu) (tstamp 0) (min_thickness 0.25)
        (filled_polygon (pts (xy 0 0) (xy 4 0) (xy 4 3))))"""
    assert {row[4] for row in rows(board(tmp_path, "", old))} == {0.125}
    pen = old.replace("(min_", "(filled_areas_thickness no) (min_")
    assert {row[4] for row in rows(board(tmp_path, "", pen))} == {0}


def test_edges_and_graphics(tmp_path):
    shapes = board(
        tmp_path,
        """(gr_rect (start 0 0) (end 9 5) (stroke (width 0.1) (type default)) (fill none) (layer "Edge.Cuts"))
        (gr_circle (center 4 4) (end 5 4) (width 0.1) (layer "Edge.Cuts"))
        (gr_line (start 1 1) (end 2 2) (stroke (width 0.4) (type solid)) (layer "B.Cu"))
        (gr_poly (pts (xy 0 0) (xy 1 0) (xy 1 1)) (stroke (width 0) (type solid)) (fill solid) (layer "F.Cu"))
        (gr_line (start 1 1) (end 2 2) (width 0.4) (layer "F.SilkS"))
        (gr_text "hello" (at 0 0) (layer "F.Cu"))
        (dimension (type aligned) (layer "F.Cu"))
        (group "g" (members "a"))
        (surprise 1)
        (footprint "f" (layer "F.Cu") (at 10 0 90)
          (fp_line (start 0 0) (end 1 0) (width 0.1) (layer "Edge.Cuts"))
          (fp_text reference "J7" (at 0 0) (layer "F.SilkS"))
          (property "Value" "10k" (at 0 0) (layer "F.Fab")) (property "Sheetname" "main")
          (surprise 2))""",
        pieces=1,
    )
    edge = [[0, 0, 9, 0, 0], [9, 0, 9, 5, 0], [9, 5, 0, 5, 0], [0, 5, 0, 0, 0]]
    got = rows(shapes)
    assert got[:4] == edge
    np.testing.assert_allclose(
        got[4:8], [[5, 4, 4, 5, 0], [4, 5, 3, 4, 0], [3, 4, 4, 3, 0], [4, 3, 5, 4, 0]], rtol=1e-15
    )
    assert got[8] == [1, 1, 2, 2, 0.2]
    assert got[9:12] == [[0, 0, 1, 0, 0], [1, 0, 1, 1, 0], [1, 1, 0, 0, 0]]
    assert got[12] == [10, 0, 10, -1, 0]
    assert shapes.walls.source[12] == "J7"
    # The edge is in the way of copper on all layers.
    assert shapes.walls.category.tolist() == [7] * 8 + [4] + [1] * 3 + [7]
    assert shapes.left_out == {
        "dimension on copper": 1,
        "fp_text": 1,
        "gr_line on F.SilkS": 1,
        "gr_text on copper": 1,
        "property that is shown": 1,
        "surprise": 2,
    }
    assert shapes.approximated == {"arc": 2}
    silk = board(tmp_path, '(gr_line (start 1 1) (end 2 2) (width 0.4) (layer "F.SilkS"))', layers=["F.SilkS"])
    assert rows(silk) == [[1, 1, 2, 2, 0.2]]


def test_old_arcs_and_modules(tmp_path):
    """Up to KiCad 5: the centre, the beginning and an angle, and module in place of footprint."""
    shapes = board(
        tmp_path,
        """(gr_arc (start 1 1) (end 2 1) (angle 90) (layer Edge.Cuts) (width 0.1))
        (module lib:R (layer B.Cu) (at 10 20 180) (fp_text reference R1 (at 0 0) (layer B.SilkS))
          (pad 1 thru_hole circle (at 1 2) (size 1 1) (drill 0.5) (layers *.Cu *.Mask) (net 1 GND)))""",
        pieces=1,
    )
    np.testing.assert_allclose(rows(shapes), [[2, 1, 1, 2, 0]], rtol=1e-15)
    assert discs(shapes) == [[9, 18, 0.5]]
    assert shapes.circles.source.tolist() == ["R1.1"]
    assert shapes.circles.category.tolist() == [7]


def test_net_classes(tmp_path):
    classes = [
        {"name": "Default", "clearance": 0.2},
        {"name": "power", "clearance": 0.5, "priority": 1},
        {"name": "data", "priority": 0},
    ]
    settings = {
        "classes": classes,
        "netclass_assignments": {"GND": ["power"]},
        "netclass_patterns": [{"netclass": "data", "pattern": "/D[*"}],
    }
    (tmp_path / "board.kicad_pro").write_text(json.dumps({"net_settings": settings}))
    shapes = board(tmp_path, "")
    assert shapes.net_classes == ("power", "data")
    # The class data has no clearance of its own.
    assert shapes.clearances.tolist() == [0.5, 0.2]
    old = HEAD + '(net_class Default "" (clearance 0.15) (add_net GND))'
    shapes = board(tmp_path, "", old, name="old.kicad_pcb")
    assert shapes.net_classes == ("Default", "")
    np.testing.assert_array_equal(shapes.clearances, [0.15, np.nan])


def test_nets_without_numbers(tmp_path):
    head = HEAD.partition("(net 0")[0]
    shapes = board(tmp_path, '(segment (start 1 2) (end 3 4) (width 0.25) (layer "F.Cu") (net "GND"))', head)
    assert shapes.nets == ("GND",)
    assert shapes.walls.group.tolist() == [1]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (
            '(segment (start 1 x) (end 3 4) (width 1) (layer "F.Cu"))',
            ":6: item 2 of start is x, must be a finite number",
        ),
        ('(segment (start 1 2) (width 1) (layer "F.Cu"))', ":6: segment has no end, must have one"),
        ('\n(segment (start 1 2) (end 3 4) (width -1) (layer "F.Cu"))', ":7: the width of segment is -1.0, must be at"),
        ("(segment (start 1 2)", ":1: the parenthesis is not closed"),
        (")", ":7: a parenthesis closes and none is open"),
        ('(gr_text "a)', ':6: the text after " has no end'),
        ('(gr_curve (pts (xy 0 0)) (layer "F.Cu"))', ":6: the curve has 1 points, must have 4"),
    ],
)
def test_errors(tmp_path, body, message):
    with pytest.raises(ValueError, match=re.escape(f"board.kicad_pcb{message}")):
        board(tmp_path, body)


def test_another_file_is_refused(tmp_path):
    (tmp_path / "b.kicad_pcb").write_bytes(b'(kicad_pcb "\xff")')
    with pytest.raises(ValueError, match=re.escape("b.kicad_pcb: byte 12 is 0xff, must be text in UTF-8")):
        carom.read(tmp_path / "b.kicad_pcb")
    path = tmp_path / "a.kicad_pcb"
    path.write_text("(kicad_sch (version 1))")
    with pytest.raises(
        ValueError, match=re.escape("a.kicad_pcb:1: the file begins with kicad_sch, must begin with (kicad_pcb")
    ):
        carom.read(path)
