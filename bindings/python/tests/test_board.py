"""carom.board and python -m carom board: which copper is too near, from boards that the tests write.

Oracle: gaps of the decimals in the file, in rational numbers. Room: tests.
"""

import csv
import json
import subprocess
import sys
from fractions import Fraction

import carom
import numpy as np
import pytest
from carom.__main__ import main
from carom.board import Violation, check
from oracle import SEGMENT, Wall
from test_board_clearance import distance2

NM = Fraction(1, 10**6)
HEAD = """(kicad_pcb (version 20221018) (generator pcbnew) (general (thickness 1.6)) (paper "A4")
  (layers (0 "F.Cu" signal) (1 "In1.Cu" signal) (2 "In2.Cu" signal) (31 "B.Cu" signal) (44 "Edge.Cuts" user))
  (net 0 "") (net 1 "A") (net 2 "B") (net 3 "C")
"""


def track(y, net=1, layer="F.Cu", width="0.2", x="0 9", name="t", y2=None):
    ax, bx = x.split()
    of = f'(width {width}) (layer "{layer}") (net {net}) (uuid "{name}")'
    return f"(segment (start {ax} {y}) (end {bx} {y if y2 is None else y2}) {of})\n"


def via(x, y, net=1, size="0.6", kind="", layers='"F.Cu" "B.Cu"', name="v"):
    return f"""(via {kind} (at {x} {y}) (size {size}) (drill 0.3) (layers {layers}) (net {net}) (uuid "{name}"))
"""


def pad(shape, net=1, at="0 0", size="2 1", layers='"F.Cu"', kind="smd", rest="", number="1", of="", footprint="U1"):
    net = f'(net {net} "{"ABC"[net - 1]}")' if net else ""
    return f"""(footprint "lib:part" (layer "F.Cu") (at 0 0) (property "Reference" "{footprint}") {of}
      (pad "{number}" {kind} {shape} (at {at}) (size {size}) (layers {layers}) {rest} {net}))
"""


def zone(points, net=2, layer="F.Cu", clearance="0", name="z"):
    points = " ".join(f"(xy {x} {y})" for x, y in points)
    return f"""(zone (net {net}) (net_name "{"ABC"[net - 1] if net else ""}") (layer "{layer}") (uuid "{name}")
      (connect_pads (clearance {clearance})) (min_thickness 0.25)
      (filled_polygon (layer "{layer}") (pts {points})))
"""


SQUARE = [(1, 1), (5, 1), (5, 5), (1, 5)]


@pytest.fixture
def board(tmp_path):
    """Writes a board, and a project beside it if there are classes or rules."""

    def write(body, head=HEAD, classes=None, rules=None, **settings):
        path = tmp_path / "board.kicad_pcb"
        path.write_text(f"{head}{body})\n", encoding="utf-8")
        path.with_suffix(".kicad_pro").unlink(missing_ok=True)
        if classes is not None or rules is not None:
            classes = [{"name": name, "clearance": value} for name, value in (classes or {}).items()]
            project = {"board": {"design_settings": {"rules": rules or {}}}}
            project["net_settings"] = {"classes": classes, **settings}
            path.with_suffix(".kicad_pro").write_text(json.dumps(project), encoding="utf-8")
        return path

    return write


def only(violations):
    (one,) = violations
    return one


def is_near(value, exact):
    """Whether a double is within some ulp of a rational number of mm."""
    return abs(Fraction(value) - Fraction(exact)) <= abs(Fraction(exact)) * Fraction(1, 2**50) + Fraction(1, 10**15)


# Each pair of bodies: a gap of just the rule of 0.2 mm, and a nanometre less.
TIES = {
    "track, track": (track("0") + track("0.4", 2), track("0") + track("0.399999", 2)),
    "track, track end to end": (track("0") + track("0", 2, x="9.4 12"), track("0") + track("0", 2, x="9.399999 12")),
    "track, via": (track("0") + via(3, "0.6", 2), track("0") + via(3, "0.599999", 2)),
    # From the end at (9, 0): 0.3^2 + 0.4^2 = 0.5^2 = (0.1 + 0.2 + 0.2)^2.
    "end of a track, via": (
        track("0") + via("9.3", "0.4", 2, size="0.4"),
        track("0") + via("9.3", "0.4", 2, size="0.400002"),
    ),
    "via, via": (via(0, 0) + via("0.8", 0, 2), via(0, 0) + via("0.799999", 0, 2)),
    "pad, track": (pad("rect", at="4 0") + track("0.8", 2), pad("rect", at="4 0") + track("0.799999", 2)),
    "pad on its side, track": (
        pad("rect", at="4 0 90") + track("1.3", 2),
        pad("rect", at="4 0 90") + track("1.299999", 2),
    ),
    "roundrect, track": tuple(
        pad("roundrect", at="4 0", rest="(roundrect_rratio 0.243902)") + track(y, 2) for y in ("0.8", "0.799999")
    ),
    # The corner is a circle of radius 0.25 around (0.75, 0.25), and the via is at (0.3, 0.4) from there: 0.5 - 0.3.
    "corner of a roundrect, via": tuple(
        pad("roundrect", rest="(roundrect_rratio 0.25)") + via("1.05", "0.65", 2, size=size)
        for size in ("0.1", "0.100002")
    ),
    "oval, track": (pad("oval", at="4 0") + track("0.8", 2), pad("oval", at="4 0") + track("0.799999", 2)),
    "zone, track": (zone(SQUARE) + track("0.7"), zone(SQUARE) + track("0.700001")),
    "zone, zone": tuple(
        zone(SQUARE) + zone([(x, 1), (9, 1), (9, 5)], 1, name="y") for x in ("5.2", "5.199999")
    ),
    "zone, pad": (zone(SQUARE) + pad("rect", at="3 0.3"), zone(SQUARE) + pad("rect", at="3 0.300001")),
    # A hole in the zone, at the end of a slit.
    "hole of a zone, via": tuple(
        zone([(0, 0), (9, 0), (9, 9), (0, 9), (0, 2), (2, 2), (2, 4), (4, 4), (4, 2), (0, 2)]) + via(x, 3, size="1")
        for x in ("2.7", "2.699999")
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TIES)
def test_just_the_rule_is_enough_and_a_nanometre_less_is_not(board, name):
    enough, too_near = TIES[name]
    assert check(board(enough), clearance=0.2).violations == ()
    report = check(board(too_near), clearance=0.2)
    v = only(report.violations)
    assert is_near(v.gap, Fraction(2, 10) - NM)
    assert v.rule == 0.2
    assert v.layer == ("F.Cu" if name != "via, via" else "*.Cu")
    assert {v.net, v.other_net} == {"A", "B"}
    assert "gap 0.199999 mm, must be 0.2 mm" in only(report.lines())
    # With less clearance it is enough, and copper of one net needs none.
    assert check(board(too_near), clearance=0.199999).violations == ()
    assert check(board(too_near.replace("(net 2", "(net 1")), clearance=9).violations == ()


def test_place_and_order(board):
    """Layers from front to back, what is on all of them first; then kinds and nets."""
    body = track("0", 3, "B.Cu") + track("0.3", 1, "B.Cu") + track("0", 2) + track("0.3", 1)
    body += via("5", "5") + via("5.7", "5", 2) + zone(SQUARE, 3) + via("5.3", "3", 1, "0.4", "blind", '"F.Cu" "In1.Cu"')
    found = check(board(body), clearance=0.2).violations
    assert [(v.layer, v.kind, v.net, v.other_kind, v.other_net) for v in found] == [
        ("*.Cu", "via", "A", "via", "B"),
        ("F.Cu", "track", "A", "track", "B"),
        ("F.Cu", "via", "A", "zone", "C"),
        ("F.Cu", "via", "A", "zone", "C"),
        ("B.Cu", "track", "A", "track", "C"),
    ]
    gaps = [Fraction(1, 10), Fraction(1, 10), Fraction(-3, 10), Fraction(1, 10), Fraction(1, 10)]
    assert all(is_near(v.gap, gap) for v, gap in zip(found, gaps, strict=True))
    assert (found[0].x, found[0].y) == (5.35, 5)
    assert found[1].y == 0.15
    assert (found[3].x, found[3].y) == (5.05, 3)


def test_layers(board):
    """Each layer is checked on its own; vias are on those that they go through."""
    assert check(board(track("0") + track("0", 2, "B.Cu")), clearance=1).violations == ()
    for layer in ("F.Cu", "In1.Cu", "In2.Cu", "B.Cu"):
        assert only(check(board(via(4, 0) + track("0", 2, layer)), clearance=0.2).violations).layer == layer
        blind = via(4, 0, 1, kind="blind", layers='"F.Cu" "In1.Cu"') + track("0", 2, layer)
        assert len(check(board(blind), clearance=0.2).violations) == (layer in ("F.Cu", "In1.Cu"))
        through = pad("circle", size="1 1", layers='"*.Cu" "*.Mask"', kind="thru_hole", rest="(drill 0.5)")
        assert only(check(board(through + track("0", 2, layer)), clearance=0.2).violations).layer == layer
    blind = via(0, 0, 1, kind="blind", layers='"F.Cu" "In2.Cu"') + via(
        "0.7", 0, 2, kind="blind", layers='"In1.Cu" "B.Cu"'
    )
    assert only(check(board(blind), clearance=0.2).violations).layer == "In1.Cu+In2.Cu"
    two = track("0") + track("0.3", 2) + track("0", 1, "B.Cu") + track("0.3", 2, "B.Cu")
    assert [v.layer for v in check(board(two), clearance=0.2, layers=["B.Cu"]).violations] == ["B.Cu"]


def test_inside_another_net(board):
    """What has no edge near it is found in the area that it lies in, and the depth is that of its deepest end."""
    big = [(0, 0), (100, 0), (100, 80), (0, 80)]
    v = only(check(board(zone(big) + via(50, 30)), clearance=0.2).violations)
    assert (v.kind, v.other_kind, v.x, v.y) == ("via", "zone", 50, 30)
    assert is_near(v.gap, -Fraction(30) - Fraction(3, 10))
    v = only(check(board(track("20", x="40 60") + zone(big)), clearance=0.2).violations)
    assert is_near(v.gap, -Fraction(20) - Fraction(1, 10))
    v = only(check(board(zone(big) + pad("rect", at="50 40")), clearance=0.2).violations)
    assert is_near(v.gap, -Fraction(79, 2) - 1 + Fraction(1))  # corners at y = 39.5 and 40.5
    inner = [(40, 30), (60, 30), (50, 50)]
    v = only(check(board(zone(big) + zone(inner, 1, name="y")), clearance=0.2).violations)
    assert is_near(v.gap, -30)
    # In a pad with round corners and thick walls, too, and on the layer of the area only.
    round_pad = pad("roundrect", 2, at="50 50", size="20 20", rest="(roundrect_rratio 0.1)")
    assert is_near(only(check(board(round_pad + via(50, 50)), clearance=0.2).violations).gap, -10 - Fraction(3, 10))
    assert check(board(zone(big, layer="B.Cu") + track("20", x="40 60")), clearance=0.2).violations == ()
    # A hole of the zone holds nothing, and its own net may be anywhere.
    holed = [(0, 0), (90, 0), (90, 80), (0, 80), (0, 10), (10, 10), (10, 70), (80, 70), (80, 10), (0, 10)]
    assert check(board(zone(holed) + via(50, 30)), clearance=0.2).violations == ()
    assert check(board(zone(big, 1) + via(50, 30)), clearance=0.2).violations == ()


@pytest.mark.parametrize("x", ["-3 3", "3 -3"])
def test_partly_inside_another_net(board, x):
    """The deepest end counts, although the outlines cross elsewhere."""
    v = only(check(board(zone(SQUARE) + track("3", x=x)), clearance=0.2).violations)
    assert is_near(v.gap, -Fraction(2) - Fraction(1, 10))
    assert (v.x, v.y) == (3, 3)


def test_crossing_copper(board):
    """Axes that cross have the distance 0."""
    body = track("1") + """(segment (start 4 0) (end 4 3) (width 0.5) (layer "F.Cu") (net 2) (uuid "u"))"""
    v = only(check(board(body), clearance=0).violations)
    assert is_near(v.gap, -Fraction(35, 100))
    # Between the surfaces, which overlap: 0.1 to one side of the crossing and 0.25 to the other.
    assert (v.x, v.y, v.rule) == (3.925, 1, 0)
    # Copper that touches keeps a clearance of 0.
    assert check(board(track("0") + track("0.2", 2)), clearance=0).violations == ()


def test_rules_of_net_classes(board):
    """The larger clearance of two classes."""
    classes = {"Default": 0.15, "Power": 0.3}
    body = track("0") + track("0.3", 2) + track("0.45", 3, "B.Cu") + track("0", 2, "B.Cu")
    patterns = [{"netclass": "Power", "pattern": "C*"}]
    found = check(board(body, classes=classes, netclass_patterns=patterns)).violations
    assert [(v.layer, v.rule) for v in found] == [("F.Cu", 0.15), ("B.Cu", 0.3)]
    assert [is_near(v.gap, gap) for v, gap in zip(found, (Fraction(1, 10), Fraction(1, 4)), strict=True)] == [True] * 2
    # The board's minimum, which KiCad may write as 0.19999999999999998, and the argument in place of all of them.
    least = check(board(body, classes=classes, rules={"min_clearance": 0.39999999999999997})).violations
    assert [v.rule for v in least] == [0.4, 0.4]
    assert check(board(body), clearance=0.1).violations == ()
    # Copper without a net has the clearance of the class Default.
    free = board(track("0", 0) + track("0.349999", 1), classes={"Default": 0.15})
    assert only(check(free).violations).net == ""


def test_rules_of_old_boards(board):
    head = (
        HEAD
        + """(net_class Default "" (clearance 0.1) (add_net "A") (add_net "B"))
      (net_class Power "" (clearance 0.3) (add_net "C"))"""
    )
    found = check(board(track("0") + track("0.29", 2) + track("2", 3) + track("2.4", 2), head)).violations
    assert [(v.net, v.other_net, v.rule) for v in found] == [("A", "B", 0.1), ("B", "C", 0.3)]


def test_own_clearances_of_pads_and_zones(board):
    """That of a pad or its footprint takes the place of the classes, that of a zone may only add to them."""
    classes = {"Default": 0.2}

    def rules(body, **rules):
        return [v.rule for v in check(board(body, classes=classes, rules=rules)).violations]

    def near(y, **of):
        return pad("rect", at="4 0", **of) + track(y, 2)

    assert rules(near("0.749")) == [0.2]
    assert rules(near("0.749", rest="(clearance 0.1)")) == []
    assert rules(near("0.699999", rest="(clearance 0.1)")) == [0.1]
    assert rules(near("0.899999", rest="(clearance 0.3)")) == [0.3]
    assert rules(near("0.899999", of="(clearance 0.3)")) == [0.3]
    assert rules(near("0.749", of="(clearance 0.3)", rest="(clearance 0.1)")) == []
    assert rules(near("0.749", rest="(clearance 0.1)"), min_clearance=0.16) == [0.16]
    assert rules(zone(SQUARE, clearance="0.3") + track("0.600001")) == [0.3]
    assert rules(zone(SQUARE, clearance="0.1") + track("0.700001")) == [0.2]
    assert rules(zone(SQUARE, clearance="0.5") + pad("rect", at="3 0.2", rest="(clearance 0.3)")) == []


def test_copper_without_a_net(board):
    """Tracks and graphics without a net are one, pads and zones are each for themselves."""
    graphic = """(gr_line (start 0 0.3) (end 9 0.3) (width 0.2) (layer "F.Cu") (uuid "g"))"""
    assert check(board(track("0", 0) + graphic), clearance=0.2).violations == ()
    assert only(check(board(track("0", 1) + graphic), clearance=0.2).violations).other_kind == "graphic"
    two = [pad("rect", 0, at=at, number=number, footprint=name) for at, number, name in
           (("0 0", "1", "U1"), ("0 1.1", "2", "U1"))]  # fmt: skip
    found = only(check(board("".join(two)), clearance=0.2).violations)
    assert (found.name, found.other_name, found.net) == ("U1.1", "U1.2", "")
    assert is_near(found.gap, Fraction(1, 10))
    # Pads of one footprint and number are one; those of another footprint of that name are not.
    one = pad("rect", 0).replace("))\n", ') (pad "1" smd rect (at 0 1.1) (size 2 1) (layers "F.Cu")))')
    assert check(board(one), clearance=0.2).violations == ()
    assert len(check(board(pad("rect", 0) + pad("rect", 0, at="0 1.1")), clearance=0.2).violations) == 1
    zones = zone(SQUARE, 0) + zone([(5.1, 1), (9, 1), (9, 5)], 0, name="y")
    assert len(check(board(zones), clearance=0.2).violations) == 1


def test_net_ties(board):
    two = """(pad "1" smd rect (at 0 0) (size 1 1) (layers "F.Cu") (net 1 "A"))
      (pad "2" smd rect (at 1 0) (size 1 1) (layers "F.Cu") (net 2 "B"))"""
    tie = f"""(footprint "t" (layer "F.Cu") (at 0 0) (net_tie_pad_groups "1, 2") {two})"""
    report = check(board(tie), clearance=0.2)
    assert report.violations == ()
    assert "not checked: 1 near pair within a net tie" in report.notes
    assert (
        check(board(f'(footprint "t" (layer "F.Cu") (at 0 0) (tags "Net tie") {two})'), clearance=0.2).violations == ()
    )
    assert len(check(board(f'(footprint "t" (layer "F.Cu") (at 0 0) {two})'), clearance=0.2).violations) == 1


def test_edge(board):
    edge = '(gr_rect (start 0 0) (end 20 10) (width 0.1) (layer "Edge.Cuts") (uuid "e"))'
    near = edge + track("0.4", x="1 9")
    v = only(check(board(near), clearance=0.2, edge_clearance=0.300001).violations)
    assert (v.layer, v.kind, v.other_kind, v.other_net, v.rule) == ("F.Cu", "track", "edge", "", 0.300001)
    assert is_near(v.gap, Fraction(3, 10))
    assert check(board(near), clearance=0.2, edge_clearance=0.3).violations == ()
    assert [
        v.rule for v in check(board(near, rules={"min_copper_edge_clearance": 0.5}, classes={"Default": 9})).violations
    ] == [0.5]
    notes = check(board(near), clearance=0.2).notes
    assert "not checked: the edge, for which the board has no rule: give an edge clearance" in notes
    notes = check(board(track("0")), clearance=0.2, edge_clearance=1).notes
    assert "not checked: the edge, which the board does not have" in notes


def test_holes_without_copper(board):
    """They have their own rule, and no net; a ring of copper around a hole makes it a pad."""
    hole = pad("circle", 0, size="3 3", layers='"*.Cu" "*.Mask"', kind="np_thru_hole", rest="(drill 3)")
    body = hole + track("1.85", x="-5 5")
    v = only(check(board(body, classes={"Default": 0.2}, rules={"min_hole_clearance": 0.250001})).violations)
    assert (v.kind, v.other_kind, v.rule) == ("track", "hole", 0.250001)
    assert is_near(v.gap, Fraction(1, 4))
    assert check(board(body, classes={"Default": 0.5}, rules={"min_hole_clearance": 0.25})).violations == ()
    assert only(check(board(body), clearance=0.3).violations).kind == "track"
    edge = '(gr_line (start -9 0) (end 9 0) (width 0.1) (layer "Edge.Cuts") (uuid "e"))'
    assert check(board(hole + edge), clearance=0.3, edge_clearance=0.3).violations == ()
    ring = body.replace("(drill 3)", "(drill 2)")
    assert (
        only(check(board(ring, classes={"Default": 0.3}, rules={"min_hole_clearance": 0})).violations).other_kind
        == "pad"
    )
    assert check(board(hole + hole.replace("(at 0 0) (size", "(at 3 0) (size")), clearance=1).violations == ()


def test_arcs_are_counted(board):
    arc = """(arc (start 3 0) (mid 0 3) (end -3 0) (width 0.2) (layer "F.Cu") (net 1) (uuid "a"))"""
    report = check(board(arc + via(0, "3.6", 2)), clearance=0.200002)
    assert "approximated: 1 arc taken as straight pieces, at most 0.000001 mm off" in report.notes[:1]
    v = only(report.violations)
    assert v.kind == "arc"
    assert abs(v.gap - 0.2) <= 1e-6
    assert check(board(arc + via(0, "3.6", 2)), clearance=0.199998).violations == ()


def test_turned_pads(board):
    """By odd angles the corners are rounded to 1/1024 nm."""
    gap = 4 * 0.5**0.5 - 0.1 - 0.5 - 1
    body = pad("roundrect", at="0 0 45", size="3 2", rest="(roundrect_rratio 0.2)")
    body += """(segment (start 0 4) (end 4 0) (width 0.2) (layer "F.Cu") (net 2) (uuid "s"))"""
    v = only(check(board(body), clearance=2).violations)
    assert min(abs(v.gap - gap), abs(v.gap - gap - 0.5), abs(v.gap - gap + 0.5)) < 2e-9


def test_random_boards(board):
    """All pairs of tracks, vias, pads and zones, against rational numbers."""
    random = np.random.default_rng(20)
    ties = inside = found_in_all = 0
    for _ in range(20):
        body, items = "", []
        for i in range(60):
            net, layer = int(random.integers(1, 4)), str(random.choice(["F.Cu", "B.Cu"]))
            x, y, w, h = (
                Fraction(int(value), 10) for value in (*random.integers(0, 120, 2), *random.integers(1, 21, 2))
            )
            r = Fraction(int(random.integers(1, 8)), 20)
            kind = int(random.integers(0, 4))
            f = float
            if kind == 0:
                body += track(f(y), net, layer, f(2 * r), f"{f(x)} {f(x + w)}", str(i), f(y + h))
                items.append((net, {layer}, [Wall(x, y, x + w, y + h, r, SEGMENT)], None))
            elif kind == 1:
                body += via(f(x), f(y), net, f(2 * r), name=str(i))
                items.append((net, {"F.Cu", "B.Cu"}, [Wall(x, y, x, y, r, SEGMENT)], None))
            elif kind == 2:
                body += pad("rect", net, f"{f(x)} {f(y)}", f"{f(2 * w)} {f(2 * h)}", f'"{layer}"', number=str(i))
                items.append((net, {layer}, *ring([(x - w, y - h), (x + w, y - h), (x + w, y + h), (x - w, y + h)])))
            else:
                points = [(x, y), (x + 2 * w, y + h), (x + w, y + 2 * h), (x + w / 2, y + h / 2)]
                body += zone([(f(a), f(b)) for a, b in points], net, layer, name=str(i))
                items.append((net, {layer}, *ring(points)))
        rule = Fraction(int(random.integers(1, 5)), 10)
        expected = set()
        for i, one in enumerate(items):
            for k, other in enumerate(items[:i]):
                if one[0] == other[0] or not one[1] & other[1]:
                    continue
                signs = [distance2(p, q) - (p.r + q.r + rule) ** 2 for p in one[2] for q in other[2]]
                is_inside = any(holds(p[3], w.a) for p, q in ((one, other), (other, one)) for w in q[2])
                ties += min(signs) == 0
                inside += min(signs) >= 0 and is_inside
                if min(signs) < 0 or is_inside:
                    expected.add(frozenset((k, i)))
        found = check(board(body), clearance=float(rule)).violations
        names = [frozenset(int(name.removeprefix("U1.")) for name in (v.name, v.other_name)) for v in found]
        assert len(set(names)) == len(names)
        assert set(names) == expected
        found_in_all += len(expected)
    assert ties > 20
    assert inside > 0
    assert found_in_all > 500


def ring(points):
    """The walls of a polygon, and the polygon."""
    walls = [Wall(*a, *b, Fraction(0), SEGMENT) for a, b in zip(points, points[1:] + points[:1], strict=True)]
    return walls, points


def holds(polygon, p):
    """Whether a point that is not on the boundary is in a polygon, by the edges to its right."""
    if polygon is None:
        return False
    is_in = False
    for (ax, ay), (bx, by) in zip(polygon, polygon[1:] + polygon[:1], strict=True):
        if (ay > p[1]) != (by > p[1]):
            is_in ^= p[0] < ax + (p[1] - ay) * (bx - ax) / (by - ay)
    return is_in


# ---- the command ----


def test_command(board, tmp_path, capsys):
    path = board(track("0") + track("0.399998", 2), classes={"Default": 0.2})
    assert main(["board", str(path), "--csv", str(tmp_path / "found.csv"), "--picture", str(tmp_path / "b.svg")]) == 1
    captured = capsys.readouterr()
    assert captured.out == "F.Cu: track A - track B: gap 0.199998 mm, must be 0.2 mm, at (0, 0.199999)\n"
    assert captured.err.splitlines()[-1] == (
        f"carom: {path}: 1 violation; 2 tracks on 4 copper layers; 1 pair of walls within the largest rule"
    )
    with open(tmp_path / "found.csv", encoding="utf-8", newline="") as file:
        row = only(csv.DictReader(file))
    v = only(check(path).violations)
    assert list(row) == list(Violation._fields)
    assert [row["kind"], row["name"], row["net"], row["other_net"]] == ["track", "t", "A", "B"]
    assert [float(row[name]) for name in ("gap", "rule", "x", "y")] == [v.gap, v.rule, v.x, v.y]
    assert "<!-- 0.199998 -->" in (tmp_path / "b.svg").read_text()
    assert main(["board", str(path), "--csv", "-", "--clearance", "0.3", "--layer", "F.Cu"]) == 1
    assert capsys.readouterr().out.startswith("layer,kind,name,net,")
    assert main(["board", str(path), "--clearance", "0.1"]) == 0
    assert capsys.readouterr().out == ""


def test_command_as_a_program(board):
    path = board(track("0") + track("0.4", 2), classes={"Default": 0.2})
    done = subprocess.run([sys.executable, "-m", "carom", "board", path], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "")
    assert "0 violations" in done.stderr


def test_errors(board, tmp_path, capsys):
    assert main(["board", str(board(track("0")))]) == 2
    error = capsys.readouterr().err
    assert "there is no clearance for some copper; must have one: the option --clearance, or a .kicad_pro" in error
    assert main(["board", str(board(track("0"))), "--clearance", "-1"]) == 2
    assert "the argument clearance is -1.0, must be a finite number of mm, at least 0" in capsys.readouterr().err
    assert main(["board", str(tmp_path / "none.kicad_pcb"), "--clearance", "1"]) == 2
    assert "there is no file" in capsys.readouterr().err
    assert main(["board", str(board(track("0"))), "--clearance", "1", "--layer", "F.cu"]) == 2
    assert "the argument layers has 'F.cu', must be of F.Cu, In1.Cu, In2.Cu, B.Cu" in capsys.readouterr().err
    # Beyond 2**53 steps of the grid not all are doubles.
    assert main(["board", str(board(track("1e308"))), "--clearance", "1"]) == 2
    error = capsys.readouterr().err
    assert "a wall has the coordinate or radius 1e+308 mm, must be at most 8000000 mm from 0" in error
    assert main(["board", str(board(track("-8000000"))), "--clearance", "1"]) == 0
    with pytest.raises(ValueError, match=r"must be a board of KiCad, \.kicad_pcb"):
        check("drawing.dxf")


def test_notes(board):
    texts = '(gr_text "x" (at 0 0) (layer "F.Cu")) (gr_text "x" (at 0 0) (layer "F.SilkS")) (gr_line (layer "F.SilkS"))'
    path = board(track("0") + via(0, 9) + texts, rules={"min_copper_edge_clearance": 0}, classes={"Default": 0.1})
    path.with_suffix(".kicad_dru").write_text('(version 1)\n(rule "HV"\n (constraint clearance (min 1mm)))\n')
    assert check(path).notes == (
        "not checked: the edge, which the board does not have",
        "not checked: 1 rule of board.kicad_dru",
        "not checked: 1 drill of a via",
        "not checked: 1 gr_text on copper",
        "left out: 2 items that are not on copper",
    )


def test_notes_of_some_layers(board):
    texts = '(gr_line (layer "F.SilkS"))' + via(0, 9, layers='"In1.Cu" "B.Cu"', kind="blind")
    notes = check(board(track("0") + track("0", layer="B.Cu") + texts), clearance=0.1, layers=["F.Cu"]).notes
    assert "not checked: 2 items on other copper layers" in notes
    assert "left out: 1 items that are not on copper" in notes
    assert not any("argument" in note for note in notes)


@pytest.mark.parametrize("end", ["png", "svg"])
def test_picture(board, tmp_path, end):
    """Every kind of item is drawn, and a board without any."""
    edge = '(gr_circle (center 5 5) (end 20 5) (width 0.1) (layer "Edge.Cuts") (uuid "e"))'
    hole = pad("circle", 0, at="8 8", size="1 1", layers='"*.Cu"', kind="np_thru_hole", rest="(drill 1)")
    body = edge + hole + track("0") + track("0.3", 2, "B.Cu") + via(3, 8) + zone(SQUARE) + pad("roundrect", at="3 3")
    for content in (body, ""):
        report = check(board(content), clearance=0.2, edge_clearance=0.2)
        report.picture(tmp_path / f"board.{end}")
        assert (tmp_path / f"board.{end}").stat().st_size > 2000
    assert repr(report) == f"<carom.board.Report of {report.shapes.path}: 0 violations>"


def test_things_of_a_board(board):
    shapes = carom.read(
        board(track("0") + via(0, 9, 0) + pad("rect", rest="(clearance 0.3)"), rules={"min_clearance": 0.1})
    )
    assert [(item.kind, item.source, item.net, item.clearance) for item in shapes.items] == [
        ("track", "t", 0, 0.0),
        ("via", "v", -1, 0.0),
        ("pad", "U1.1", 0, 0.3),
    ]
    assert shapes.copper == ("F.Cu", "In1.Cu", "In2.Cu", "B.Cu")
    assert shapes.rules == {"min_clearance": 0.1}
    assert shapes.walls.item.tolist() == [0, 2, 2, 2, 2]
    assert shapes.circles.item.tolist() == [1]
