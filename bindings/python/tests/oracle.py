"""What real arithmetic answers, in rational numbers. Independent of the library's methods. Room: tests.

Distances are compared by their squares, which are rational. A time of contact is a root of a quadratic
with rational coefficients, held between two rational bounds. R = circle radius + wall radius.
"""

import itertools
from fractions import Fraction
from math import isfinite

SEGMENT, RAY, LINE = range(3)
INVALID, SEPARATE, TOUCHING, CROSSING, INSIDE_TOUCHING, INSIDE = range(6)
MISS, GRAZE, HIT, OVERLAP = range(1, 5)
NONE, SIDE, END_A, END_B = range(4)


def sign(x):
    return (x > 0) - (x < 0)


def rational(numbers):
    """Finite numbers as fractions; None if one is not finite."""
    return [Fraction(x) for x in numbers] if all(map(isfinite, numbers)) else None


class Wall:
    """A wall in rational numbers."""

    def __init__(self, ax, ay, bx, by, wr, extent):
        self.a, self.b, self.r, self.extent = (ax, ay), (bx, by), wr, extent
        self.u = (bx - ax, by - ay)
        self.len2 = self.u[0] ** 2 + self.u[1] ** 2

    def along(self, c):
        """The parameter of the foot of the perpendicular; 0 if a == b."""
        if self.len2 == 0:
            return Fraction(0)
        return ((c[0] - self.a[0]) * self.u[0] + (c[1] - self.a[1]) * self.u[1]) / self.len2

    def nearest(self, c):
        """The feature of the axis nearest to a point, and that nearest point."""
        s = self.along(c)
        if self.len2 == 0 or (s <= 0 and self.extent != LINE):
            return END_A, self.a
        if s >= 1 and self.extent == SEGMENT:
            return END_B, self.b
        return SIDE, (self.a[0] + s * self.u[0], self.a[1] + s * self.u[1])

    def distance2(self, c):
        return length2(minus(c, self.nearest(c)[1]))

    def farthest2(self, c):
        """The square of the greatest distance of the axis; None if it has no end."""
        if self.len2 != 0 and self.extent != SEGMENT:
            return None
        return max(length2(minus(c, self.a)), length2(minus(c, self.b)))


def minus(p, q):
    return (p[0] - q[0], p[1] - q[1])


def length2(p):
    return p[0] ** 2 + p[1] ** 2


def relate(c, r, wall):
    order = sign(wall.distance2(c) - (r + wall.r) ** 2)
    if order >= 0:
        return SEPARATE if order > 0 else TOUCHING
    farthest2, rest = wall.farthest2(c), r - wall.r
    if farthest2 is None or rest < 0 or farthest2 > rest**2:
        return CROSSING
    return INSIDE_TOUCHING if farthest2 == rest**2 else INSIDE


def compare_gap(c, r, wall, gap):
    return sign(wall.distance2(c) - (r + wall.r + gap) ** 2)


def wall_side(wall, p):
    return sign(wall.u[0] * (p[1] - wall.a[1]) - wall.u[1] * (p[0] - wall.a[0]))


def compare_roots(p, q, k):
    """The sign of sqrt(p) - sqrt(q) - k."""
    if k < 0:
        return -compare_roots(q, p, -k)
    # sqrt(p) and sqrt(q) + k are not negative, so their squares are in the same order.
    rest = p - q - k**2
    return sign(rest**2 - 4 * k**2 * q) if rest >= 0 else -1


def compare_distance(c, first, second):
    return compare_roots(first.distance2(c), second.distance2(c), first.r - second.r)


def compare_signed_distance(c, r, wall, value):
    """The sign of (signed distance) - value."""
    reach = r + wall.r + value
    return sign(wall.distance2(c) - reach**2) if reach >= 0 else 1


# ---- moving circles ----


class Time:
    """The root of a quadratic that falls between lo and hi, from above 0 to 0 or less."""

    def __init__(self, quadratic, lo, hi):
        self.quadratic, self.lo, self.hi = quadratic, lo, hi

    def compare(self, x):
        """The sign of (this time) - x."""
        if x <= self.lo:
            return 1
        value = evaluate(self.quadratic, min(x, self.hi))
        if x > self.hi:
            return -1
        return sign(value)


def evaluate(quadratic, t):
    a, b, c = quadratic
    return (a * t + b) * t + c


def pieces_of(c, v, wall):
    """The times from 0 to 1 at which the nearest feature changes."""
    times = [Fraction(0), Fraction(1)]
    start, change = wall.along(c), 0
    if wall.len2 != 0:
        change = (v[0] * wall.u[0] + v[1] * wall.u[1]) / wall.len2
    if change != 0:
        times += [t for t in ((end - start) / change for end in (0, 1)) if 0 < t < 1]
    return sorted(set(times))


def quadratic_of(c, v, wall, feature, reach):
    """distance^2 - R^2 over the time, if that is the nearest feature."""
    if feature == SIDE:
        cross = [wall.u[0] * p[1] - wall.u[1] * p[0] for p in (v, minus(c, wall.a))]
        return cross[0] ** 2 / wall.len2, 2 * cross[0] * cross[1] / wall.len2, cross[1] ** 2 / wall.len2 - reach**2
    w = minus(c, wall.a if feature == END_A else wall.b)
    return length2(v), 2 * (v[0] * w[0] + v[1] * w[1]), length2(w) - reach**2


def first_root(quadratic, lo, hi):
    """The first time in (lo, hi] at which a convex quadratic that is > 0 at lo becomes 0, or None."""
    if evaluate(quadratic, hi) <= 0:
        vertex = -quadratic[1] / (2 * quadratic[0]) if quadratic[0] != 0 else hi
        return Time(quadratic, lo, min(hi, vertex) if vertex > lo else hi)
    if quadratic[0] == 0:
        return None
    vertex = -quadratic[1] / (2 * quadratic[0])
    return Time(quadratic, lo, vertex) if lo < vertex < hi and evaluate(quadratic, vertex) <= 0 else None


def sweep(c, r, v, wall):
    """The kind, the time and the feature. The time is None unless the circle meets the wall later."""
    reach = r + wall.r
    feature, point = wall.nearest(c)
    order = sign(wall.distance2(c) - reach**2)
    if order < 0:
        return OVERLAP, None, feature
    if order == 0:
        n = minus(c, point)
        return HIT if n[0] * v[0] + n[1] * v[1] < 0 else GRAZE, None, feature
    times = pieces_of(c, v, wall)
    for lo, hi in itertools.pairwise(times):
        middle = (lo + hi) / 2
        feature, _ = wall.nearest((c[0] + middle * v[0], c[1] + middle * v[1]))
        quadratic = quadratic_of(c, v, wall, feature, reach)
        time = first_root(quadratic, lo, hi)
        if time is None:
            continue
        if time.compare(hi) == 0:
            feature, _ = wall.nearest((c[0] + hi * v[0], c[1] + hi * v[1]))
        # A simple root falls; at a double one the circle is tangent. A point always hits.
        is_tangent = quadratic[0] != 0 and time.compare(-quadratic[1] / (2 * quadratic[0])) == 0
        return GRAZE if is_tangent and reach > 0 else HIT, time, feature
    return MISS, None, NONE


def path_is_clear(c, r, to, wall):
    kind, time, _ = sweep(c, r, minus(to, c), wall)
    is_point = r + wall.r == 0
    if kind in (MISS, GRAZE):
        return True
    return kind == HIT and not is_point and time is not None and time.compare(1) == 0


# ---- crossings ----


def crossings_count(c, r, wall):
    """How many points of the axis lie on the outline."""
    if wall.len2 == 0:
        return int(wall.distance2(c) == r**2)
    quadratic = quadratic_of(wall.a, wall.u, Wall(*c, *c, Fraction(0), SEGMENT), END_A, r)
    below_first = roots_below(quadratic, 0, False) if wall.extent != LINE else 0
    up_to_last = roots_below(quadratic, 1, True) if wall.extent == SEGMENT else roots_count(quadratic)
    return up_to_last - below_first


def roots_count(quadratic):
    a, b, c = quadratic
    return 1 + sign(b**2 - 4 * a * c)


def roots_below(quadratic, x, is_closed):
    """How many roots are less than x, or equal to it if is_closed."""
    value, vertex = evaluate(quadratic, x), -quadratic[1] / (2 * quadratic[0])
    if value < 0:
        return 1
    if value > 0:
        return roots_count(quadratic) if x > vertex else 0
    # x is a root: the first one, the last one, or both.
    return int(x > vertex) + int(is_closed)
