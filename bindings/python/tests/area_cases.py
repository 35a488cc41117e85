"""Rings with many ties, and what they enclose by fractions. Room: tests."""

from fractions import Fraction

import carom
import numpy as np


def ring(points):
    """The walls of a closed ring through the points: ax, ay, bx, by."""
    a = np.asarray(points, dtype=float)
    b = np.roll(a, -1, axis=0)
    return a[:, 0], a[:, 1], b[:, 0], b[:, 1]


def random_rings(areas, seed, *, reach=8):
    """Columns of walls on a small grid: for each of the areas 1, 2 ... some rings that cross and nest."""
    random = np.random.default_rng(seed)
    columns, groups = [], []
    for area in range(1, areas + 1):
        for _ in range(random.integers(1, 4)):
            columns.append(ring(random.integers(-reach, reach + 1, (random.integers(3, 8), 2))))
            groups.append(np.full(len(columns[-1][0]), area))
    order = random.permutation(sum(len(group) for group in groups))
    ends = [np.concatenate(column)[order] for column in zip(*columns, strict=True)]
    return (*ends, np.concatenate(groups)[order])


def distance2(x, y, wall):
    """The squared distance of a point and a segment, exactly."""
    x, y, ax, ay, bx, by = map(Fraction, (x, y, *wall))
    ux, uy = bx - ax, by - ay
    length2 = ux * ux + uy * uy
    t = 0 if length2 == 0 else min(max(((x - ax) * ux + (y - ay) * uy) / length2, 0), 1)
    return (x - ax - t * ux) ** 2 + (y - ay - t * uy) ** 2


def is_odd(x, y, walls):
    """Whether a level ray to the right crosses an odd number of segments; for a point that is on none."""
    x, y, crossings = Fraction(x), Fraction(y), 0
    for ax, ay, bx, by in (map(Fraction, wall) for wall in walls):
        if (ay > y) != (by > y):
            crossings += ax + (y - ay) / (by - ay) * (bx - ax) > x
    return crossings % 2 == 1


def relate(x, y, r, walls, wr=0):
    """The relation of a disc and the area of some segments, and the squared distance of its boundary. By fractions."""
    d2 = min(distance2(x, y, wall) for wall in walls)
    reach = Fraction(r) + Fraction(wr)
    if d2 < reach * reach:
        return carom.AreaRelation.CROSSING, d2
    inside = d2 > 0 and is_odd(x, y, walls)
    if d2 == reach * reach:
        return (carom.AreaRelation.INSIDE_TOUCHING if inside else carom.AreaRelation.TOUCHING), d2
    return (carom.AreaRelation.INSIDE if inside else carom.AreaRelation.OUTSIDE), d2
