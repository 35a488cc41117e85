"""Drawings of graphics programs as walls, circles and areas, from SVG that the test writes.

Oracle: coordinates computed by hand; points on curves by svgelements. Room: tests.
"""

import re

import carom
import numpy as np
import pytest
import svgelements

HEAD = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape" '
STROKE = 'fill="none" stroke="black" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"'


def svg(tmp_path, body, size='width="100" height="50"', **options):
    path = tmp_path / "plan.svg"
    path.write_text(f"{HEAD}{size}>{body}</svg>", encoding="utf-8")
    return carom.read(path, **options)


def rows(shapes):
    return np.stack(shapes.walls[:5], axis=1).tolist()


def discs(shapes):
    return np.stack(shapes.circles[:3], axis=1).tolist()


def test_strokes_are_thick_walls(tmp_path):
    shapes = svg(
        tmp_path,
        f"""<line id="door" x1="0.5" y1="1" x2="3" y2="4" {STROKE}/>
        <polyline points="0,0 4,0 4,3" {STROKE}/><polygon points="0,0 4,0 4,3" {STROKE}/>
        <path d="M1 1h2v2z" {STROKE}/>
        <g transform="translate(10,20) scale(3)"><rect x="1" y="1" width="2" height="1" {STROKE}/></g>""",
    )
    assert rows(shapes) == [
        [0.5, 1, 3, 4, 1],
        *([0, 0, 4, 0, 1], [4, 0, 4, 3, 1]),
        *([0, 0, 4, 0, 1], [4, 0, 4, 3, 1], [4, 3, 0, 0, 1]),
        *([1, 1, 3, 1, 1], [3, 1, 3, 3, 1], [3, 3, 1, 1, 1]),
        *([13, 23, 19, 23, 3], [19, 23, 19, 26, 3], [19, 26, 13, 26, 3], [13, 26, 13, 23, 3]),
    ]
    assert shapes.walls.source[0] == "door"
    assert (shapes.areas, shapes.left_out, shapes.approximated) == ((), {}, {})
    assert shapes.unit == "px"


def test_what_is_filled_is_an_area(tmp_path):
    shapes = svg(
        tmp_path,
        """<rect id="room" x="1" y="2" width="4" height="3"/>
        <path fill="red" stroke="black" stroke-width="0.5" stroke-linejoin="round" stroke-linecap="round"
            d="M0 0 L8 0 L8 8 M2 2 L2 4 L4 4 Z" fill-rule="evenodd"/>""",
    )
    assert shapes.areas == ("room", "path 2")
    assert rows(shapes) == [
        *([1, 2, 5, 2, 0], [5, 2, 5, 5, 0], [5, 5, 1, 5, 0], [1, 5, 1, 2, 0]),
        # The open subpath is closed by an edge without a stroke.
        *([0, 0, 8, 0, 0.25], [8, 0, 8, 8, 0.25], [8, 8, 0, 0, 0]),
        *([2, 2, 2, 4, 0.25], [2, 4, 4, 4, 0.25], [4, 4, 2, 2, 0.25]),
    ]
    assert shapes.walls.area.tolist() == [0] * 4 + [1] * 6
    assert shapes.approximated == {}


def test_circles(tmp_path):
    shapes = svg(
        tmp_path,
        """<circle cx="3" cy="4" r="2"/><circle cx="3" cy="4" r="2" stroke="black" transform="translate(1 0) scale(2)"/>
        <circle cx="1" cy="1" r="1" transform="scale(2 1)"/>
        <circle cx="1" cy="1" r="1" fill="none" stroke="black" stroke-linejoin="round"/>""",
        pieces=1,
    )
    assert discs(shapes) == [[3, 4, 2], [7, 8, 5]]
    w = np.array(rows(shapes))
    np.testing.assert_allclose(w[:4], [[4, 1, 2, 2, 0], [2, 2, 0, 1, 0], [0, 1, 2, 0, 0], [2, 0, 4, 1, 0]], atol=1e-15)
    np.testing.assert_allclose(
        w[4:], [[2, 1, 1, 2, 0.5], [1, 2, 0, 1, 0.5], [0, 1, 1, 0, 0.5], [1, 0, 2, 1, 0.5]], atol=1e-15
    )
    assert shapes.walls.area.tolist() == [0] * 4 + [-1] * 4
    assert shapes.approximated == {"arc": 4, "arc of an ellipse": 4}


@pytest.mark.parametrize("transform", ["", "rotate(30)", "scale(1 -1)", "skewX(30) scale(2 1)", "matrix(2 1 1 3 4 5)"])
@pytest.mark.parametrize(
    "path",
    ["M0 0 A 5 5 0 0 1 5 5", "M0 0 A 5 5 0 1 0 5 5", "M0 0 A 7 3 20 1 1 5 2", "M0 0 C 1 9 8 -3 5 5", "M0 0 Q 4 9 5 1"],
)
def test_curves_are_near_their_pieces(tmp_path, path, transform):
    shapes = svg(tmp_path, f'<path d="{path}" fill="none" stroke="red" transform="{transform}"/>', tolerance=1e-3)
    curve = abs(svgelements.Path(path) * svgelements.Matrix(transform))
    w = np.array(rows(shapes))
    curved = svgelements.Path(path)[1]
    matrix = svgelements.Matrix(transform)
    points = [matrix.point_in_matrix_space(curved.point(t)) for t in np.linspace(0, 1, 500)]
    c = np.array([(p.x, p.y) for p in points])
    assert curve is not None
    gap = carom.Scene(*w[:, :4].T).nearest(c[:, 0], c[:, 1], 0.0).gap
    assert gap.max() < 1e-3
    # And the pieces' ends lie on the curve.
    back = carom.Scene(c[:-1, 0], c[:-1, 1], c[1:, 0], c[1:, 1])
    assert back.nearest(w[:, 0], w[:, 1], 0.0).gap.max() < 1e-3
    assert w[0, :2] == pytest.approx(c[0], abs=1e-12)
    assert w[-1, 2:4] == pytest.approx(c[-1], abs=1e-12)


def test_fill_rules(tmp_path):
    overlap = '<path d="M0 0H4V4H0Z M2 2H6V6H2Z"'
    assert svg(tmp_path, f"{overlap}/>").approximated == {
        "fill-rule nonzero of rings that overlap, read as even-odd": 1
    }
    assert svg(tmp_path, f'{overlap} fill-rule="evenodd"/>').approximated == {}
    hole = svg(tmp_path, '<path d="M0 0H4V4H0Z M1 1V2H2V1Z"/>')
    assert hole.approximated == {}
    same_way = svg(tmp_path, '<path d="M0 0H4V4H0Z M1 1H2V2H1Z"/>')
    assert same_way.approximated == {"fill-rule nonzero of rings that overlap, read as even-odd": 1}
    star = svg(tmp_path, '<polygon points="5,0 8,9 0,3 10,3 2,9"/>')
    assert star.approximated == {"fill-rule nonzero of rings that overlap, read as even-odd": 1}


def test_strokes_that_are_not_round_are_named(tmp_path):
    shapes = svg(
        tmp_path,
        """<line x2="9" stroke="red"/><line x2="9" stroke="red" stroke-dasharray="1 2" stroke-linecap="round"
        stroke-linejoin="round"/><line x2="9" stroke="red" transform="scale(1 2)" stroke-linecap="round"
        stroke-linejoin="round"/>""",
    )
    assert shapes.approximated == {
        "dashed stroke, read as a whole": 1,
        "stroke under a transform that stretches it, read as of one width": 1,
        "stroke, whose ends and corners are read as round": 1,
    }


def test_use_symbols_and_styles(tmp_path):
    shapes = svg(
        tmp_path,
        f"""<style>.wall {{ fill: none; stroke: black; stroke-width: 4; stroke-linejoin: round;
            stroke-linecap: round }}</style>
        <defs><line id="l" x2="1" {STROKE}/></defs><symbol id="s"><line y2="1" {STROKE}/></symbol>
        <marker id="m"><line x2="100" stroke="red"/></marker>
        <use href="#l" x="5" y="6"/><use href="#s" x="7"/><use href="#none"/>
        <line class="wall" x2="3"/>
        <g inkscape:groupmode="layer" inkscape:label="upper"><line inkscape:label="own" x2="2" {STROKE}/></g>""",
    )
    assert rows(shapes) == [[5, 6, 6, 6, 1], [7, 0, 7, 1, 1], [0, 0, 3, 0, 2], [0, 0, 2, 0, 1]]
    assert shapes.layers == ("upper",)
    assert shapes.walls.layer.tolist() == [-1, -1, -1, 0]
    assert shapes.left_out == {"use of what is not in the file": 1}


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ("<text>hello</text>", "text"),
        ('<image href="a.png" width="4" height="4"/>', "image"),
        ("<foreignObject><p>a</p></foreignObject>", "foreignObject"),
        ('<rect width="0" height="4"/>', "rect of no size, or with numbers that are none"),
        ('<circle r="0"/>', "circle of no size, or with numbers that are none"),
        ('<rect width="4" height="4" display="none"/>', "rect that is hidden"),
        ('<g style="display:none"><rect width="4" height="4"/></g>', "rect that is hidden"),
        ('<rect width="4" height="4" visibility="hidden"/>', "rect that is hidden"),
        ('<rect width="4" height="4" fill="none"/>', "rect without fill and stroke"),
        ('<line x2="4" y2="4"/>', "line without fill and stroke"),
        ("<surprise/>", "surprise"),
    ],
)
def test_no_element_is_dropped_in_silence(tmp_path, body, what):
    shapes = svg(tmp_path, f'<line x2="9" {STROKE}/>{body}')
    assert shapes.left_out == {what: 1}
    assert rows(shapes) == [[0, 0, 9, 0, 1]]


def test_effects_are_named(tmp_path):
    shapes = svg(
        tmp_path,
        f'<clipPath id="c"><rect width="1" height="1"/></clipPath><line x2="9" {STROKE} clip-path="url(#c)"/>'
        f'<g style="mask:url(#m)"><line x2="9" {STROKE}/></g>',
    )
    assert shapes.left_out == {"clip-path": 1, "mask": 1}
    assert len(rows(shapes)) == 2


def test_view_boxes(tmp_path):
    shapes = svg(tmp_path, f'<line x1="1" x2="3" {STROKE}/>', 'width="100" height="50" viewBox="1 0 10 5"')
    assert rows(shapes) == [[0, 0, 20, 0, 10]]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("<svg", "plan.svg: the file is no XML"),
        ("<html/>", "plan.svg: the file is XML of html, must be svg"),
        (f'{HEAD}><g id="a"><use href="#a"/></g></svg>', "plan.svg: use of #a within itself"),
        (f'{HEAD}><path d="M 0 0 L 1 x"/></svg>', "plan.svg: svgelements cannot read it"),
    ],
)
def test_errors(tmp_path, text, message):
    path = tmp_path / "plan.svg"
    path.write_text(text)
    with pytest.raises(ValueError, match=re.escape(message)):
        carom.read(path)
