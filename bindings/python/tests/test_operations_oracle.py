"""Operations against the oracle in rational numbers, on cases where rounding decides. Room: tests."""

import math
from fractions import Fraction

import carom
import cases
import oracle
import pytest
from cases import exact
from hypothesis import assume, example, given
from hypothesis import strategies as st

RULES = {"closed": (2, 3, 4, 5), "open": (3, 4, 5), "ring": (2, 3, 4)}


def in_oracle(row):
    """The centre, the radius and the wall of a row of `cases.still`."""
    cx, cy, r, *wall = exact(row[:8])
    return (cx, cy), r, oracle.Wall(*wall, row[8])


def ulp(x):
    """The ulp of a rational number."""
    return Fraction(math.ulp(min(float(min(x, Fraction(cases.LARGEST))), cases.LARGEST)))


@given(cases.still())
@example((0.0, 5.0, 5.0, -10.0, 0.0, 10.0, 0.0, 0.0, 0))
@example((1e308, 1e308, 1e308, -1e308, -1e308, -1e308, 1e308, 1e308, 1))
@example((5e-324, 0.0, 5e-324, 0.0, 0.0, 0.0, 0.0, 0.0, 0))
def test_relation(row):
    c, r, wall = in_oracle(row)
    relation = oracle.relate(c, r, wall)
    assert carom.relate(*row) == relation
    assert carom.overlaps(*row) == (relation > oracle.TOUCHING)
    for rule, relations in RULES.items():
        assert carom.touches(*row, rule=rule) == (relation in relations)
    assert carom.wall_side(*row[3:7], *row[:2]) == oracle.wall_side(wall, c)


@given(cases.still(), cases.numbers)
def test_gap(row, gap):
    c, r, wall = in_oracle(row)
    gap = abs(gap)
    found = oracle.compare_gap(c, r, wall, Fraction(gap))
    arguments = (*row[:7], gap, *row[7:])
    assert carom.compare_gap(*arguments) == found
    assert carom.within(*arguments) == (found <= 0)


@given(cases.still())
def test_contact(row):
    c, r, wall = in_oracle(row)
    contact = carom.contact(*row)
    assert contact.relation == oracle.relate(c, r, wall)
    assert contact.feature == wall.nearest(c)[0]
    order = oracle.compare_gap(c, r, wall, 0)
    assert oracle.sign(contact.depth) == -order
    assert carom.signed_distance(*row) == -contact.depth
    assert carom.distance(*row) == max(0.0, -contact.depth)
    if math.isinf(contact.depth):
        limit = Fraction(cases.LARGEST) * (1 if order > 0 else -1)
        assert oracle.compare_signed_distance(c, r, wall, limit) == order
        return
    distance2 = wall.distance2(c)
    larger = max(r + wall.r, Fraction(math.isqrt(math.floor(distance2 * 2**2200))) / 2**1100)
    error = ulp(larger)
    assert oracle.compare_signed_distance(c, r, wall, -Fraction(contact.depth) - error) >= 0
    assert oracle.compare_signed_distance(c, r, wall, -Fraction(contact.depth) + error) <= 0


@given(cases.still())
def test_push_out(row):
    c, r, wall = in_oracle(row)
    push = carom.push_out(*row)
    there = (Fraction(push.x), Fraction(push.y))
    assert push.relation == oracle.relate(there, r, wall)
    if oracle.relate(c, r, wall) <= oracle.TOUCHING:
        assert there == c
    assert push.relation <= oracle.TOUCHING or there == c


@given(cases.still())
def test_crossings(row):
    c, r, wall = in_oracle(row)
    found = carom.crossings(*row[:7], extent=row[8])
    assert found.count == oracle.crossings_count(c, r, wall)
    for i in range(found.count, 2):
        assert (found[1 + 3 * i], found[2 + 3 * i], found[3 + 3 * i]) == (0, 0, 0)


@given(cases.still(), cases.still())
def test_distances_of_two_walls(row, other):
    c, _, first = in_oracle(row)
    _, _, second = in_oracle((*row[:3], *other[3:]))
    arguments = (*row[:7], *other[3:7], *row[7:], *other[7:])
    assert carom.compare_distance(*arguments) == oracle.compare_distance(c, first, second)
    mirrored = oracle.Wall(*second.b, *second.a, second.r, 0)
    same = (*row[:3], *other[3:7], *other[5:7], *other[3:5], other[7], 0, other[7], 0)
    whole = oracle.Wall(*second.a, *second.b, second.r, 0)
    assert oracle.compare_distance(c, whole, mirrored) == carom.compare_distance(*same) == 0


@given(cases.still())
def test_circles(row):
    """The second circle is the point a with the wall radius."""
    c, r, _ = in_oracle(row)
    post = in_oracle((*row[:5], *row[3:5], *row[7:]))[2]
    circles = (*row[:3], *carom.post(*row[3:5], row[7]))
    assert carom.relate(*circles) == oracle.relate(c, r, post)
    for rule, relations in RULES.items():
        assert carom.touches_circle(*row[:5], row[7], rule=rule) == (oracle.relate(c, r, post) in relations)
    assert carom.within(*circles[:7], row[2], circles[7]) == (oracle.compare_gap(c, r, post, r) <= 0)
    assert (carom.distance(*circles) == 0) == (oracle.compare_gap(c, r, post, 0) <= 0)


def check_time(t, time):
    """Checks that t is the largest double that is not after the true time."""
    if time is None:
        assert t == 0
        return
    assert time.compare(Fraction(t)) >= 0
    assert time.compare(Fraction(math.nextafter(t, 2))) < 0


def check_sweep(answer, expected):
    kind, time, feature = expected
    assert answer.kind == kind
    assert answer.feature == feature
    check_time(answer.t, time)
    if kind == oracle.MISS:
        assert set(answer[1:]) == {0}


def moving_in_oracle(row):
    """Centre, radius, displacement, wall of a row of `cases.moving`."""
    cx, cy, r, vx, vy, *wall = exact(row[:10])
    return (cx, cy), r, (vx, vy), oracle.Wall(*wall, row[10])


@given(cases.moving())
@example((0.0, 10.0, 5.0, 0.0, -10.0, -10.0, 0.0, 10.0, 0.0, 0.0, 0))
@example((0.0, 5e-324, 0.0, 0.0, -1e308, -1.0, 0.0, 1.0, 0.0, 0.0, 2))
def test_sweep(row):
    c, r, v, wall = moving_in_oracle(row)
    expected = oracle.sweep(c, r, v, wall)
    answer = carom.sweep(*row)
    check_sweep(answer, expected)
    assert carom.passage(*row)[:9] == answer
    assert carom.reflect(*row)[:9] == answer
    moves = carom.sweep_moving(*row[:9], 0, 0, 0, 0, *row[9:])
    assert moves == answer


@given(cases.moving())
def test_sweep_to(row):
    """The displacement of the row is the centre at the end."""
    c, r, to, wall = moving_in_oracle(row)
    check_sweep(carom.sweep_to(*row), oracle.sweep(c, r, oracle.minus(to, c), wall))
    assert carom.path_is_clear(*row) == oracle.path_is_clear(c, r, to, wall)


@given(cases.moving())
def test_passage(row):
    c, r, v, wall = moving_in_oracle(row)
    passage = carom.passage(*row)
    kind = oracle.sweep(c, r, v, wall)[0]
    end = (c[0] + v[0], c[1] + v[1])
    has_left = kind != oracle.MISS and oracle.compare_gap(end, r, wall, 0) > 0
    assert passage.has_left == has_left
    if not has_left:
        assert passage.exit_t == (0 if kind == oracle.MISS else 1)
        assert set(passage[11:]) == {0}
        return
    # Backwards in time, the exit is the first contact, at 1 - exit_t.
    _, time, feature = oracle.sweep(end, r, (-v[0], -v[1]), wall)
    assert passage.exit_feature == feature
    assert time.compare(1 - Fraction(passage.exit_t)) >= 0 or passage.exit_t == 0
    assert passage.exit_t == 0 or time.compare(1 - Fraction(math.nextafter(passage.exit_t, -1))) < 0


def hits_of(expected):
    """What is left of a sweep without its grazes."""
    return (oracle.MISS, None, oracle.NONE) if expected[0] == oracle.GRAZE else expected


@given(cases.moving(), st.tuples(cases.small, cases.small))
def test_moving_wall_that_does_not_turn(row, wall_move):
    c, r, v, wall = moving_in_oracle(row)
    # Moves of the size of the circle's own; the largest double is not exceeded.
    vx, vy = (min(x, 1) * abs(v) for x, v in zip(wall_move, row[3:5], strict=True))
    assume(math.isfinite(vx) and math.isfinite(vy))
    relative = (v[0] - Fraction(vx), v[1] - Fraction(vy))
    expected = oracle.sweep(c, r, relative, wall)
    check_sweep(carom.sweep_moving(*row[:9], vx, vy, vx, vy, *row[9:]), expected)
    hit = carom.sweep_moving(*row[:9], vx, vy, vx, vy, *row[9:], hits_only=True)
    check_sweep(hit, hits_of(expected))
    post = oracle.Wall(*wall.a, *wall.a, wall.r, 0)
    circles = (*row[:7], row[9], vx, vy)
    expected = oracle.sweep(c, r, relative, post)
    check_sweep(carom.sweep_moving_circle(*circles), expected)
    check_sweep(carom.sweep_moving_circle(*circles, hits_only=True), hits_of(expected))
    check_sweep(carom.sweep(*circles[:5], *carom.post(*circles[5:8])), oracle.sweep(c, r, v, post))


@given(cases.moving())
def test_cast_and_reflection(row):
    length = abs(row[3])
    dx, dy = row[4], row[5]
    assume((dx, dy) != (0, 0))
    vx, vy = carom.along(dx, dy, length)
    cast = carom.cast(*row[:3], dx, dy, length, *row[5:])
    assert cast[:9] == carom.sweep(*row[:3], vx, vy, *row[5:])
    assert 0 <= cast.distance <= length
    # The vector is along the direction: the part across is within an ulp of the length.
    across = Fraction(vx) * Fraction(dy) - Fraction(vy) * Fraction(dx)
    bound = Fraction(math.ulp(length)) * (abs(Fraction(dx)) + abs(Fraction(dy)))
    assert abs(across) <= bound


@given(st.tuples(cases.small, cases.small), st.sampled_from(cases.TRIPLES))
def test_velocities(v, triple):
    nx, ny = triple[0] / triple[2], triple[1] / triple[2]
    inward = v[0] * triple[0] + v[1] * triple[1]
    reflected = carom.velocity_reflect(*v, nx, ny)
    if inward > 0:
        assert reflected == v
    else:
        # The normal is rounded, so an inward part of 0 may come out as less.
        exactly = [x - 2 * Fraction(inward * n, triple[2] ** 2) for x, n in zip(v, triple, strict=False)]
        assert reflected == pytest.approx([float(x) for x in exactly], rel=1e-14, abs=1e-14)
        assert carom.velocity_respond(*v, nx, ny) == pytest.approx(reflected, rel=1e-14, abs=1e-14)
    after = carom.balls_respond(*v, 0, 0, nx, ny, restitution=1)
    assert after.vx + after.vx2 == pytest.approx(v[0], abs=1e-14)
    assert after.vy + after.vy2 == pytest.approx(v[1], abs=1e-14)


@given(cases.still(), cases.numbers, cases.numbers)
def test_boxes(row, to_x, to_y):
    c, r, wall = in_oracle(row)
    box = carom.wall_box(*row[3:])
    for x, y in (wall.a, wall.b):
        assert box.min_x <= x - wall.r
        assert x + wall.r <= box.max_x
        assert box.min_y <= y - wall.r
        assert y + wall.r <= box.max_y
    box = carom.path_box(*row[:3], to_x, to_y)
    assert box.min_x <= min(c[0], Fraction(to_x)) - r
    assert max(c[1], Fraction(to_y)) + r <= box.max_y


@given(st.lists(cases.still(), min_size=1, max_size=40))
def test_arrays_of_hard_cases(rows):
    columns = list(zip(*rows, strict=True))
    expected = [oracle.relate(*in_oracle(row)) for row in rows]
    assert carom.relate(*columns).tolist() == expected
    for rule, relations in RULES.items():
        assert carom.touches(*columns, rule=rule).tolist() == [relation in relations for relation in expected]
    assert carom.overlaps(*columns).tolist() == [relation > oracle.TOUCHING for relation in expected]
