"""Hypothesis strategies for circles and walls where rounding decides. Room: tests."""

import math
from fractions import Fraction

from hypothesis import strategies as st

TRIPLES = [(3, 4, 5), (5, 12, 13), (8, 15, 17), (20, 21, 29), (1, 0, 1), (0, 1, 1), (119, 120, 169)]
LARGEST = math.ldexp(2 - 2**-52, 1023)
SPECIAL = [0.0, -0.0, 5e-324, -5e-324, 2.0**-1022, 1e-160, 1e154, -1e154, 1e308, -1e308, LARGEST, -LARGEST, 0.1, 1e16]

small = st.integers(-6, 6)
extents = st.sampled_from([0, 0, 0, 1, 2])


def nudge(x, k):
    """The k-th double from x; stays finite."""
    for _ in range(abs(k)):
        x = math.nextafter(x, math.copysign(LARGEST, k))
    return x


@st.composite
def scaled(draw, columns, radii):
    """Integers as doubles: shifted by a power of two, moved off the origin, nudged by some ulp."""
    shift = draw(st.sampled_from([0, 0, 0, -1, 3, -40, 300, -520, -1060, 960]))
    far = [draw(st.sampled_from([0, 0, 0, 2**20, 2**40 + 1, 2**52])) for _ in range(2)]
    nudges = draw(st.sampled_from([0, 0, 1, 2]))
    result = []
    for i, x in enumerate(columns):
        x = math.ldexp(float(x if i in radii else x + far[(i + (i > 2)) % 2]), shift)
        if not math.isfinite(x):
            x = math.copysign(LARGEST, x)
        if nudges and draw(st.booleans()):
            x = nudge(x, draw(st.integers(-nudges, nudges)))
        result.append(abs(x) if i in radii else x)
    return result


@st.composite
def tangent(draw):
    """cx, cy, r, ax, ay, bx, by, wr: tangent to the side or to an end, or a farthest end on the outline."""
    p, q, h = draw(st.sampled_from(TRIPLES))
    m, n = draw(st.integers(1, 8)), draw(st.integers(0, 6))
    ax, ay = draw(small), draw(small)
    bx, by = ax + m * p, ay + m * q
    kind = draw(st.sampled_from(["side", "end", "inside", "point"]))
    if kind == "side":
        s = draw(st.integers(-2, m + 2))
        cx, cy, reach = ax + s * p - n * q, ay + s * q + n * p, n * h
    elif kind == "end":
        e, f, g = draw(st.sampled_from(TRIPLES))
        cx, cy, reach = bx + n * e, by + n * f, n * g
    elif kind == "inside":
        cx, cy, reach = ax + n * p, ay + n * q, max(n, abs(m - n)) * h
    else:
        bx, by = ax, ay
        cx, cy, reach = ax + n * p, ay + n * q, n * h
    wr = draw(st.integers(0, reach))
    r = reach + wr if kind == "inside" else reach - wr
    return [cx, cy, r, ax, ay, bx, by, wr]


numbers = st.one_of(
    st.sampled_from(SPECIAL), small.map(float), st.floats(allow_nan=False, allow_infinity=False), st.floats(-1, 1)
)


@st.composite
def still(draw):
    """A circle and a wall: eight numbers and an extent."""
    how = draw(st.sampled_from(["tangent", "tangent", "integers", "any"]))
    if how == "tangent":
        row = draw(scaled(draw(tangent()), (2, 7)))
    elif how == "integers":
        row = draw(scaled([draw(small) for _ in range(8)], (2, 7)))
    else:
        row = [draw(numbers) for _ in range(8)]
        row[2], row[7] = abs(row[2]), abs(row[7])
        if draw(st.booleans()):
            row[5:7] = row[3:5]
    return (*row, draw(extents))


@st.composite
def moving(draw):
    """A circle, its displacement and a wall: ten numbers and an extent."""
    how = draw(st.sampled_from(["tangent", "tangent", "integers", "any"]))
    if how == "any":
        row = [draw(numbers) for _ in range(10)]
        row[2], row[9] = abs(row[2]), abs(row[9])
        return (*row, draw(extents))
    if how == "tangent":
        cx, cy, *rest = draw(tangent())
        # At the time k / 4 the circle is where it touches.
        vx, vy, k = 4 * draw(small), 4 * draw(small), draw(st.integers(0, 4))
        row = [cx - k * vx // 4, cy - k * vy // 4, *rest]
    else:
        row, vx, vy = [draw(small) for _ in range(8)], draw(small), draw(small)
    *row, vx, vy = draw(scaled_moving(row, vx, vy))
    return (*row[:3], vx, vy, *row[3:], draw(extents))


@st.composite
def scaled_moving(draw, row, vx, vy):
    """As `scaled`; the displacement is not moved off the origin."""
    shift = draw(st.sampled_from([0, 0, 0, -1, 3, -40, 300, -520, -1060, 960]))
    far = draw(st.sampled_from([0, 0, 0, 2**20, 2**40 + 1]))
    nudges = draw(st.sampled_from([0, 0, 1, 2]))
    result = []
    for i, x in enumerate([*row, vx, vy]):
        x = math.ldexp(float(x + (far if i in (0, 1, 3, 4, 5, 6) else 0)), shift)
        if nudges and draw(st.booleans()):
            x = nudge(x, draw(st.integers(-nudges, nudges)))
        x = min(max(x, -LARGEST), LARGEST)
        result.append(abs(x) if i in (2, 7) else x)
    return result


def exact(numbers):
    """The numbers as fractions."""
    return [Fraction(x) for x in numbers]
