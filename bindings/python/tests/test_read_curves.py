"""How arcs and curves of files become straight pieces.

Oracle: the circle through three points, the definition of Bezier curves. Room: tests.
"""

import math

import numpy as np
import pytest
from carom.files._curves import Curves, Vertex, arc_around, arc_through
from hypothesis import assume, given
from hypothesis import strategies as st

ANGLES = st.floats(0.05, 6.2)
PLACES = st.floats(-100, 100)


@given(PLACES, PLACES, st.floats(0.5, 50), st.floats(0, 6.28), ANGLES, st.floats(0.02, 0.98), st.booleans())
def test_arcs_through_three_points(x, y, r, start, turn, share, is_left):
    turn = turn if is_left else -turn

    def at(angle):
        return x + r * math.cos(angle), y + r * math.sin(angle)

    a, middle, b = at(start), at(start + share * turn), at(start + turn)
    assume(min(math.dist(a, middle), math.dist(middle, b), math.dist(a, b)) > 0.01 * r)
    chain = arc_through(a, middle, b)
    assert chain[0][:2] == a
    assert chain[-1][:2] == b
    assert all(abs(vertex.bulge) <= 1 for vertex in chain)
    assert 4 * sum(math.atan(vertex.bulge) for vertex in chain) == pytest.approx(turn, rel=1e-7)
    points = Curves(8, None).straight(chain, False)
    error = 1e-9 * (r + abs(x) + abs(y))
    np.testing.assert_allclose(np.hypot(points[:, 0] - x, points[:, 1] - y), r, atol=error)
    # The pieces go one way, in steps of at most an eighth of a quarter.
    steps = np.diff(np.unwrap(np.arctan2(points[:, 1] - y, points[:, 0] - x)))
    assert (np.sign(steps) == np.sign(turn)).all()
    assert np.abs(steps).max() <= math.pi / 16 + 1e-6
    assert steps.sum() == pytest.approx(turn, rel=1e-6)


@given(PLACES, PLACES, st.floats(0.5, 50), st.floats(0, 6.28), st.floats(0.05, math.tau), st.floats(1e-6, 1))
def test_arcs_within_a_tolerance(x, y, r, start, turn, tolerance):
    chain = arc_around((x, y), r, start, turn)
    assert len(chain) == (2 if turn <= math.pi else 3)
    points = Curves(16, tolerance).straight(chain, False)
    middles = (points[:-1] + points[1:]) / 2
    sagitta = r - np.hypot(middles[:, 0] - x, middles[:, 1] - y)
    assert sagitta.max() <= tolerance * (1 + 1e-6) + 1e-12 * (abs(x) + abs(y) + r)


def test_straight_chains():
    curves = Curves(16, None)
    assert arc_through((0, 0), (1, 1), (2, 2)) == [Vertex(0, 0), Vertex(2, 2)]
    assert curves.straight([Vertex(0, 0), Vertex(1, 2)], False).tolist() == [[0, 0], [1, 2]]
    assert curves.straight([Vertex(0, 0), Vertex(1, 2), Vertex(3, 0)], True)[-1].tolist() == [0, 0]
    # The bulge of the last vertex is that of the edge that closes the chain.
    assert len(curves.straight([Vertex(0, 0), Vertex(2, 0, 1)], True)) == 2 + 32
    assert len(curves.straight([Vertex(0, 0), Vertex(2, 0, 1)], False)) == 2
    ring = arc_through((1, 0), (-1, 0), (1, 0))
    np.testing.assert_allclose(np.hypot(*curves.straight(ring, False).T), 1, rtol=1e-15)


@pytest.mark.parametrize("tolerance", [None, 0.1, 1e-3])
@pytest.mark.parametrize("control", [[(0, 0), (3, 9), (10, 1)], [(0, 0), (3, 9), (10, -9), (4, 4)]])
def test_bezier(control, tolerance):
    points = Curves(5, tolerance).bezier(control)
    n = len(control) - 1
    assert points[0].tolist() == list(control[0])
    assert points[-1].tolist() == list(control[-1])
    assert tolerance is not None or len(points) == 6

    def at(t):
        return sum(math.comb(n, i) * t**i * (1 - t) ** (n - i) * np.array(p) for i, p in enumerate(control))

    count = len(points) - 1
    np.testing.assert_allclose(points, [at(i / count) for i in range(count + 1)], atol=1e-13)
    if tolerance is not None:
        gaps = [np.linalg.norm(at((i + 0.5) / count) - (points[i] + points[i + 1]) / 2) for i in range(count)]
        assert max(gaps) <= tolerance
