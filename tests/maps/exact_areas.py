"""Which areas hold which points, by a plain count of the walls that a level ray to the right crosses. Exact.

Method: the points are sorted by y, so that the points level with a wall follow each other. The sign of a determinant
is taken from floating-point numbers where Shewchuk's bound ("Adaptive precision floating-point arithmetic", 1997)
allows, else from fractions. Nothing here is Carom's. Room: tests.
"""

from fractions import Fraction

import numpy as np

BLOCK = 20_000  # points
CHUNK = 4_000_000  # pairs of a point and a wall


def exact_sides(px, py, ax, ay, bx, by):
    """The sign of each determinant of a - p and b - p: positive if p is to the left of a->b."""
    left, right = (ax - px) * (by - py), (ay - py) * (bx - px)
    found = np.sign(left - right)
    unsure = np.flatnonzero(np.abs(left - right) <= 4e-16 * (np.abs(left) + np.abs(right)))
    for i in unsure.tolist():
        x, y, *ends = (Fraction(v[i].item()) for v in (px, py, ax, ay, bx, by))
        exact = (ends[0] - x) * (ends[3] - y) - (ends[1] - y) * (ends[2] - x)
        found[i] = (exact > 0) - (exact < 0)
    return found


def rounded_sides(px, py, ax, ay, bx, by):
    """The same by the textbooks: from the x of the wall at the level of p, rounded, so that some are wrong."""
    with np.errstate(divide="ignore", invalid="ignore"):
        side = np.sign((bx - ax) * (py - ay) / (by - ay) + ax - px) * np.sign(by - ay)
    return np.where(ay == by, py != ay, side)


def level_pairs(py, low, high):
    """Pairs (point, wall) with low <= y <= high, in chunks; the points are sorted by y."""
    first = np.searchsorted(py, low, "left")
    count = np.searchsorted(py, high, "right") - first
    ends = np.cumsum(count)
    begin = 0
    while begin < len(count):
        end = max(begin + 1, int(np.searchsorted(ends, ends[begin] - count[begin] + CHUNK)))
        wall = np.repeat(np.arange(begin, end), count[begin:end])
        within = np.arange(len(wall)) - np.repeat(
            ends[begin:end] - count[begin:end] - ends[begin] + count[begin], count[begin:end]
        )
        yield first[wall] + within, wall
        begin = end


def block_pairs(px, py, walls, area, areas, sides):
    """For points sorted by y: which of the keys point * areas + area are inside, and which on the boundary."""
    ax, ay, bx, by = walls
    crossings = np.zeros(len(px) * areas, dtype=np.int64)
    boundary = np.zeros(len(px) * areas, dtype=bool)
    least_x, most_x = np.minimum(ax, bx), np.maximum(ax, bx)
    for p, w in level_pairs(py, np.minimum(ay, by), np.maximum(ay, by)):
        seen = most_x[w] >= px[p]
        p, w = p[seen], w[seen]
        key = p * areas + area[w]
        is_crossed = (ay[w] > py[p]) != (by[w] > py[p])
        is_near = least_x[w] <= px[p]
        crossings += np.bincount(key[is_crossed & ~is_near], minlength=len(crossings))
        p, w, key, is_crossed = p[is_near], w[is_near], key[is_near], is_crossed[is_near]
        side = sides(px[p], py[p], ax[w], ay[w], bx[w], by[w])
        boundary[key[side == 0]] = True
        is_right = is_crossed & (side == np.where(by[w] > ay[w], 1, -1))
        crossings += np.bincount(key[is_right], minlength=len(crossings))
    return crossings % 2 == 1, boundary


def areas_by_count(x, y, walls, area, sides=exact_sides):
    """Sorted pairs (point, area) of the points in an area or on its boundary, and whether it is the boundary."""
    areas = int(area.max()) + 1
    low, high = np.minimum(walls[1], walls[3]), np.maximum(walls[1], walls[3])
    order = np.argsort(y, kind="stable")
    points, names, on_boundary = [], [], []
    for block in np.array_split(order, -(-len(order) // BLOCK)):
        near = np.flatnonzero((high >= y[block[0]]) & (low <= y[block[-1]]))
        inside, boundary = block_pairs(x[block], y[block], [end[near] for end in walls], area[near], areas, sides)
        key = np.flatnonzero(inside | boundary)
        points.append(block[key // areas])
        names.append(key % areas)
        on_boundary.append(boundary[key])
    point, name, on = map(np.concatenate, (points, names, on_boundary))
    sort = np.lexsort((name, point))
    return point[sort], name[sort], on[sort]
