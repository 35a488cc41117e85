"""Curves as vertices: the number of straight pieces of an arc or a curve, and their ends.

Carom has no curves yet. `Curves.straight` is the one place where an arc is turned into straight pieces; what else is
bent (ellipses, Bezier curves, splines) is flattened before it gets there. All vertices lie on the curve, the first and
the last one exactly. Room: files.
"""

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

_QUARTER = math.pi / 2


class Vertex(NamedTuple):
    """A vertex of a chain, and the bulge of the edge to the next one."""

    x: float
    y: float
    bulge: float = 0.0
    """The tangent of a quarter of the arc's angle, counterclockwise if positive; 0 is a straight edge."""


class Curves:
    """How finely curves are cut: into pieces a quarter turn, or within a distance of the curve."""

    def __init__(self, pieces: int, tolerance: float | None) -> None:
        self.pieces, self.tolerance = pieces, tolerance

    def straight(self, vertices: Sequence[Vertex], closed: bool) -> np.ndarray:
        """The vertices of a chain with its arcs cut, shape (n, 2). A closed one ends where it begins."""
        points: list[tuple[float, float]] = []
        for i, a in enumerate(vertices):
            points.append((a.x, a.y))
            if a.bulge and (closed or i + 1 < len(vertices)):
                points += self._within_arc(a, vertices[(i + 1) % len(vertices)])
        if closed:
            points.append(points[0])
        return np.array(points, dtype=float).reshape(-1, 2)

    def _within_arc(self, a: Vertex, b: Vertex) -> Iterator[tuple[float, float]]:
        """The vertices between the ends of an arc."""
        dx, dy, k = b.x - a.x, b.y - a.y, a.bulge
        # The centre is on the bisector of the chord, (1 - k^2) / (4 k) of its length to the left of the middle.
        side = (1 - k * k) / (4 * k)
        x, y = a.x + dx / 2 - dy * side, a.y + dy / 2 + dx * side
        turn = 4 * math.atan(k)
        count = self.count(math.hypot(a.x - x, a.y - y), abs(turn))
        for i in range(1, count):
            cos, sin = math.cos(turn * i / count), math.sin(turn * i / count)
            yield x + (a.x - x) * cos - (a.y - y) * sin, y + (a.x - x) * sin + (a.y - y) * cos

    def count(self, radius: float, turn: float) -> int:
        """The number of pieces of an arc of this radius and angle."""
        step = _QUARTER / self.pieces
        if self.tolerance is not None:
            # A chord over the angle s is radius * (1 - cos(s / 2)) = 2 * radius * sin(s / 4)^2 away from the arc.
            share = self.tolerance / (2 * radius) if radius > 0 else 1.0
            step = min(4 * math.asin(math.sqrt(min(share, 1.0))), _QUARTER)
        # The last digit of an angle makes no piece more.
        return max(math.ceil(turn / step - 1e-9), 1)

    def ellipse(
        self, centre: tuple[float, float], u: tuple[float, float], v: tuple[float, float], start: float, turn: float
    ) -> np.ndarray:
        """The vertices centre + u cos(s) + v sin(s), from s = start on over the angle turn, shape (n, 2)."""
        # An ellipse is a circle of the longer half axis, squeezed: no chord gets farther away by that.
        longest = float(np.linalg.norm(np.array([u, v]).T, 2))
        s = np.linspace(start, start + turn, self.count(longest, abs(turn)) + 1)[:, np.newaxis]
        points: np.ndarray = np.array(centre) + np.cos(s) * np.array(u) + np.sin(s) * np.array(v)
        return points

    def bezier(self, points: Sequence[tuple[float, float]]) -> np.ndarray:
        """The vertices of a Bezier curve of degree 2 or 3 with these control points, shape (n, 2)."""
        control = np.array(points, dtype=float)
        count = self.pieces
        if self.tolerance is not None:
            # A chord over the step h of the parameter is at most h^2 / 8 times the second derivative away.
            second = (len(points) - 1) * (len(points) - 2) * np.linalg.norm(np.diff(control, 2, axis=0), axis=1).max()
            count = max(math.ceil(math.sqrt(second / (8 * self.tolerance))), 1)
        # De Casteljau, for all parameters at once; the ends are the first and the last control point.
        t = np.linspace(0.0, 1.0, count + 1)[1:-1, np.newaxis]
        level = [np.broadcast_to(point, (len(t), 2)) for point in control]
        while len(level) > 1:
            level = [p * (1 - t) + q * t for p, q in pairwise(level)]
        return np.concatenate([control[:1], level[0], control[-1:]])


def vertices_of(points: np.ndarray) -> list[Vertex]:
    """The vertices of straight edges."""
    return [Vertex(float(x), float(y)) for x, y in points]


def arc_around(centre: tuple[float, float], radius: float, start: float, turn: float) -> list[Vertex]:
    """An arc around a centre as a chain: from the angle start on, over the angle turn, at most a full one.

    Arcs over more than half a turn are cut in two, since a bulge is at most 1.
    """
    count = 1 if abs(turn) <= math.pi else 2
    bulge = math.tan(turn / count / 4)
    angles = [start + turn * i / count for i in range(count + 1)]
    x, y = centre
    points = [(x + radius * math.cos(angle), y + radius * math.sin(angle)) for angle in angles]
    if abs(turn) >= 2 * math.pi:
        points[-1] = points[0]
    return [Vertex(px, py, bulge) for px, py in points[:-1]] + [Vertex(*points[-1])]


def arc_through(a: tuple[float, float], middle: tuple[float, float], b: tuple[float, float]) -> list[Vertex]:
    """The arc from a to b through a point between them, as a chain of two arcs. On one line it is straight.

    If a is b, it is the circle with a and the middle on opposite sides.
    """
    if a == b:
        return [Vertex(*a, 1.0), Vertex(*middle, 1.0), Vertex(*b)]
    ux, uy = a[0] - middle[0], a[1] - middle[1]
    wx, wy = b[0] - middle[0], b[1] - middle[1]
    cross, dot = ux * wy - uy * wx, ux * wx + uy * wy
    if cross == 0 and dot <= 0:
        return [Vertex(*a), Vertex(*b)]
    # The angle at the middle is pi less half of the arc's, and a turn to the left has b on the right of it.
    turn = 2 * (math.pi - math.atan2(abs(cross), dot))
    turn = -turn if cross > 0 else turn
    if abs(turn) <= math.pi:
        return [Vertex(*a, math.tan(turn / 4)), Vertex(*b)]
    # Beyond half a turn, in two equal parts: their common end is the bulge times half of the chord to its right.
    k = math.tan(turn / 4)
    dx, dy = b[0] - a[0], b[1] - a[1]
    top = a[0] + dx / 2 + dy / 2 * k, a[1] + dy / 2 - dx / 2 * k
    bulge = math.tan(turn / 8)
    return [Vertex(*a, bulge), Vertex(*top, bulge), Vertex(*b)]


def circle(x: float, y: float, radius: float) -> list[Vertex]:
    """The outline of a circle as a closed chain."""
    return [Vertex(x + radius, y, 1.0), Vertex(x - radius, y, 1.0)]
