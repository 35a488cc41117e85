"""Who is right where two libraries differ about areas or tracks: rational numbers. Room: bench."""

from fractions import Fraction
from typing import Any


def _side(a: list[Fraction], b: list[Fraction], p: list[Fraction]) -> Fraction:
    """Positive if p is to the left of a b."""
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0])


def holds(ring: Any, x: float, y: float) -> bool:
    """Is the point in the ring, even-odd, or on it?"""
    inside = False
    p = [Fraction(x), Fraction(y)]
    for i in range(len(ring)):
        (ax, ay), (bx, by) = ring[i - 1].tolist(), ring[i].tolist()
        if min(ay, by) > y or max(ay, by) < y:
            continue
        cross = _side([Fraction(ax), Fraction(ay)], [Fraction(bx), Fraction(by)], p)
        if cross == 0 and min(ax, bx) <= x <= max(ax, bx):
            return True
        if (ay > y) != (by > y) and (cross > 0) == (by > ay):
            inside = not inside
    return inside


def _square_to_point(a: list[Fraction], b: list[Fraction], p: list[Fraction]) -> Fraction:
    """The squared distance from p to the segment a b."""
    ux, uy, wx, wy = b[0] - a[0], b[1] - a[1], p[0] - a[0], p[1] - a[1]
    square = ux * ux + uy * uy
    t = min(max((ux * wx + uy * wy) / square, Fraction(0)), Fraction(1)) if square else Fraction(0)
    return (wx - t * ux) ** 2 + (wy - t * uy) ** 2


def tracks_within(first: list[float], second: list[float], gap: float, radius: float) -> bool:
    """Is the gap of two tracks ax, ay, bx, by of this radius at most so much?"""
    p, q = [Fraction(x) for x in first], [Fraction(x) for x in second]
    a, b, c, d = p[:2], p[2:], q[:2], q[2:]

    if _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0:
        return True
    ends = ((a, b, c), (a, b, d), (c, d, a), (c, d, b))
    return min(_square_to_point(*three) for three in ends) <= (2 * Fraction(radius) + Fraction(gap)) ** 2
