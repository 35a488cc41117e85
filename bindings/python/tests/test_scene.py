"""The queries of a fixed scene against a loop over all pairs. Room: tests."""

import doctest
import inspect
import pickle
from fractions import Fraction

import carom
import numpy as np
import pytest
from conftest import assert_same
from scene_cases import (
    allowed,
    column_of,
    float_walls,
    geometry,
    grid_circles,
    grid_moves,
    grid_walls,
    huge_walls,
    met_by_loop,
    nearest_by_loop,
    pairs_of,
)

SCENES = {
    "grid": (grid_walls(200, 1), grid_circles(100, 2), grid_moves(100, 3)),
    "few": (grid_walls(3, 4), grid_circles(40, 5), grid_moves(40, 6)),
    "one": (grid_walls(1, 7), grid_circles(40, 8), grid_moves(40, 9)),
    "none": (grid_walls(0, 10), grid_circles(5, 11), grid_moves(5, 12)),
    "floats": (
        float_walls(300, 13),
        (*np.random.default_rng(14).random((2, 100)), np.full(100, 0.05)),
        tuple(np.random.default_rng(15).normal(0, 0.3, (2, 100))),
    ),
    "huge": (
        huge_walls(40, 16),
        (*huge_walls(20, 17)[:2], huge_walls(20, 18).wr),
        tuple(value / 2 for value in huge_walls(20, 19)[:2]),
    ),
}


@pytest.fixture(params=SCENES, scope="module")
def case(request):
    walls, circle, move = SCENES[request.param]
    return carom.Scene(*walls), walls, circle, move


def test_walls_are_kept(case):
    scene, walls, *_ = case
    assert len(scene) == len(walls.ax)
    assert_same(scene.walls(), walls)
    assert_same(carom.Scene(*scene.walls()).walls(), walls)
    picked = np.arange(len(scene))[::-2]
    assert_same(scene.walls(picked), tuple(column[picked] for column in walls))
    for i in range(min(3, len(scene))):
        assert scene.walls(i) == tuple(column[i] for column in walls)


def test_box(case):
    scene, walls, *_ = case
    box = carom.wall_box(*geometry(walls))
    if len(scene) == 0:
        assert scene.box == (np.inf, np.inf, -np.inf, -np.inf)
    else:
        assert scene.box == (box[0].min(), box[1].min(), box[2].max(), box[3].max())


@pytest.mark.parametrize("rule", ["closed", "open", "ring"])
@pytest.mark.parametrize(("mask", "group"), [(0xFFFFFFFF, 0), (1, 0), (6, 2**32 - 1), (1 << 31, 1), (0, 0), (7, 1)])
def test_hits(case, rule, mask, group):
    scene, walls, circle, _ = case
    table = carom.touches(*column_of(circle), *geometry(walls), rule) & allowed(walls, mask, group)
    asked = {"mask": mask, "except_group": group}
    hits = scene.hits(*circle, rule=rule, **asked)
    assert (hits.circle.tolist(), hits.wall.tolist()) == pairs_of(table)
    assert_same(scene.count(*circle, rule=rule, **asked), table.sum(axis=1))
    assert_same(scene.touches(*circle, rule=rule, **asked), table.any(axis=1))
    if rule == "ring":
        assert_same(scene.hits(*circle, ring=True, **asked), hits)
        assert_same(scene.touches(*circle, 0.0, True, **asked), table.any(axis=1))


@pytest.mark.parametrize("gap", [0.0, 0.5, 1.0, 3.0])
@pytest.mark.parametrize("ring", [False, True])
def test_within(case, gap, ring):
    scene, walls, circle, _ = case
    columns = column_of(circle)
    table = carom.within(*columns, *geometry(walls)[:4], gap, *geometry(walls)[4:])
    if ring:
        table &= carom.relate(*columns, *geometry(walls)) != carom.Relation.INSIDE
    hits = scene.within(*circle, gap, ring=ring)
    assert (hits.circle.tolist(), hits.wall.tolist()) == pairs_of(table)
    assert_same(scene.hits(*circle, gap, ring), hits)
    assert_same(scene.count(*circle, within=gap, ring=ring), table.sum(axis=1))
    assert_same(scene.touches(*circle, within=gap, ring=ring), table.any(axis=1))


def test_settings_of_each_circle(case):
    scene, _, circle, _ = case
    count = len(circle[0])
    gap = np.resize([0.0, 0.0, 1.0], count)
    ring = np.resize([False, True], count)
    mask = np.resize([1, 6, 2**31, 2**32 - 1], count)
    group = np.resize([0, 1, 2, 3, 2**32 - 1], count)
    hits = scene.hits(*circle, gap, ring, mask=mask, except_group=group)
    for i in range(count):
        asked = {"mask": int(mask[i]), "except_group": int(group[i])}
        one = scene.hits(*(float(value[i]) for value in circle), gap[i], ring[i], **asked)
        assert one.wall.tolist() == hits.wall[hits.circle == i].tolist()


def test_csr_is_the_same_as_pairs(case):
    scene, _, circle, _ = case
    hits = scene.hits(*circle)
    offsets, wall = scene.hits(*circle, csr=True)
    assert offsets[0] == 0
    assert_same(wall, hits.wall)
    assert_same(np.repeat(np.arange(len(circle[0])), np.diff(offsets)), hits.circle)
    assert scene.hits(*circle, csr=True)._fields == ("offsets", "wall")


def test_in_box(case):
    scene, walls, circle, _ = case
    cx, cy, r = circle
    bounds = np.stack([cx - r, cy - r, cx + r, cy + r])
    bounds[0, :3] = -np.inf
    bounds[3, :2] = np.inf
    box = carom.wall_box(*geometry(walls))
    low_x, low_y, high_x, high_y = (value[:, np.newaxis] for value in bounds)
    table = (low_x <= box[2]) & (box[0] <= high_x) & (low_y <= box[3]) & (box[1] <= high_y)
    found = scene.in_box(*bounds)
    assert (found.box.tolist(), found.wall.tolist()) == pairs_of(table)
    found = scene.in_box(*bounds, mask=6, except_group=2, csr=True)
    assert np.diff(found.offsets).tolist() == (table & allowed(walls, 6, 2)).sum(axis=1).tolist()
    with pytest.raises(ValueError, match=r"in_box\(\): max_x\[1\] is nan, must be a number"):
        scene.in_box(0, 0, [1, np.nan], 1)


@pytest.mark.parametrize("k", [1, 3, 50])
def test_nearest(case, k):
    scene, walls, circle, _ = case
    wall, gap = scene.nearest(*circle, k=k)
    assert wall.shape == gap.shape == ((len(circle[0]), k) if k > 1 else (len(circle[0]),))
    wall, gap = wall.reshape(-1, k), gap.reshape(-1, k)
    masked = scene.nearest(*circle, k=k, mask=6, except_group=1).wall.reshape(-1, k)
    some = np.nonzero(allowed(walls, 6, 1))[0]
    for i in range(0, len(circle[0]), 11):
        one = tuple(value[i] for value in circle)
        order = nearest_by_loop(one, walls, range(len(scene)))[:k]
        assert wall[i].tolist() == order + [-1] * (k - len(order))
        distance = carom.signed_distance(*one, *(column[order] for column in geometry(walls)))
        assert gap[i].tolist() == distance.tolist() + [np.inf] * (k - len(order))
        order = some[nearest_by_loop(one, carom.Walls(*(c[some] for c in walls)), some)][:k].tolist()
        assert masked[i].tolist() == order + [-1] * (k - len(order))
        alone = scene.nearest(*map(float, one), k=k)
        assert (np.ravel(alone.wall) == wall[i]).all()
        assert (np.ravel(alone.gap) == gap[i]).all()


def sweeps_of(circle, move, walls, order):
    """The fields of sweeps against walls, row by row."""
    return [field.tolist() for field in carom.sweep(*circle, *move, *(c[order] for c in geometry(walls)))]


@pytest.mark.parametrize("hits_only", [False, True])
def test_first_and_sweep_all(case, hits_only):
    scene, walls, circle, move = case
    least = carom.SweepKind.HIT if hits_only else carom.SweepKind.GRAZE
    first = scene.first(*circle, *move, hits_only=hits_only)
    every = scene.sweep_all(*circle, *move, hits_only=hits_only)
    assert (np.diff(every.circle) >= 0).all()
    for i in range(len(circle[0])):
        one, way = tuple(value[i] for value in circle), tuple(value[i] for value in move)
        order = met_by_loop(one, way, walls, range(len(scene)), least)
        rows = every.circle == i
        assert every.wall[rows].tolist() == order
        assert [field[rows].tolist() for field in every[2:]] == sweeps_of(one, way, walls, order)
        alone = scene.first(*one, *way, hits_only=hits_only)
        assert tuple(alone) == tuple(field[i] for field in first)
        if order:
            assert first.wall[i] == order[0]
            assert [field[i] for field in first[1:]] == [f[0] for f in sweeps_of(one, way, walls, order[:1])]
        else:
            assert tuple(alone) == (-1, carom.SweepKind.MISS, *[0] * 7, carom.Feature.NONE)


def test_one_sided_walls_let_circles_pass():
    walls = carom.Scene([0, 0], [0, 5], [4, 4], [0, 5], one_sided=[True, False])
    up, down = (2, -3, 0.5, 0, 10), (2, 3, 0.5, 0, -10)
    assert walls.first(*up).wall == 0
    assert walls.first(*up, pass_one_sided=True).wall == 1
    assert walls.first(*down, pass_one_sided=True).wall == 0
    both = walls.first(2, [-3, -3], 0.5, 0, 10, pass_one_sided=[False, True])
    assert both.wall.tolist() == [0, 1]


def test_moving_circles_leave_out_a_group(case):
    scene, walls, circle, move = case
    some = np.nonzero(allowed(walls, except_group=2))[0]
    alone = carom.Scene(*(column[some] for column in walls))
    first, expected = scene.first(*circle, *move, except_group=2), alone.first(*circle, *move)
    assert_same(first[1:], expected[1:])
    assert_same(first.wall, np.append(some, -1)[expected.wall])
    swept, expected = scene.sweep_all(*circle, *move, except_group=2), alone.sweep_all(*circle, *move)
    assert_same(swept.wall, some[expected.wall])
    assert_same((swept.circle, *swept[2:]), (expected.circle, *expected[2:]))
    angles, sensors = np.linspace(-np.pi, np.pi, 50), [value[:3] for value in circle[:2]]
    assert_same(scene.scan(*sensors, angles, 30, except_group=2), alone.scan(*sensors, angles, 30))


def test_groups_are_kept(tmp_path):
    scene = carom.Scene([0, 1, 2], 0, 9, 9, group=[0, 7, 2**32 - 1])
    scene.save(tmp_path / "walls")
    for copy in (carom.Scene.open(tmp_path / "walls"), pickle.loads(pickle.dumps(scene)), carom.Scene(scene.walls())):
        assert copy.walls().group.tolist() == [0, 7, 2**32 - 1]
        assert copy.walls().group.dtype == np.uint32
    assert scene.walls(1).group == 7
    assert scene != carom.Scene([0, 1, 2], 0, 9, 9)
    asked = []
    scene.hits(0, 0, 9, accept=lambda index, wall: asked.append((index, wall.group)))
    assert sorted(asked) == [(0, 0), (1, 7), (2, 2**32 - 1)]


def test_fan_is_first(case):
    scene, _, circle, _ = case
    angles = np.linspace(-np.pi, np.pi, 400)
    vx, vy = 30 * np.cos(angles), 30 * np.sin(angles)
    some = slice(0, 3)
    cx, cy, r = (value[some, np.newaxis] for value in circle)
    fan = scene.fan(cx, cy, r, vx, vy)
    assert_same(fan[:-1], scene.first(cx, cy, r, vx, vy))
    met = fan.wall >= 0
    assert (np.isposinf(fan.distance) == ~met).all()
    np.testing.assert_array_almost_equal_nulp(fan.distance[met], (fan.t * np.hypot(vx, vy))[met], 4)
    assert_same(scene.scan(*(value[some] for value in circle[:2]), angles, 30, circle[2][some]), fan.distance)
    assert_same(scene.fan(cx[0, 0], cy[0, 0], r[0, 0], vx, vy), tuple(field[0] for field in fan))


# Circles of each shape, and beams of each: shared by all fans or not, in short fans, in long ones that are cast in
# pieces, and none.
@pytest.mark.parametrize("beams", [1, 3, 100, 600, 1030])
@pytest.mark.parametrize("circles", [(), (1,), (1, 1), (7, 1), (2, 3, 1)])
@pytest.mark.parametrize("own", [False, True])
def test_fans_of_all_shapes(threads, beams, circles, own):
    random = np.random.default_rng(beams)
    scene = carom.Scene(*random.uniform(-20, 20, (4, 60)), category=random.integers(1, 8, 60))
    cx, cy, r = (random.uniform(low, 20, circles) for low in (-20, -20, 0))
    shape = np.broadcast_shapes((*circles[:-1], beams) if own else (beams,))
    vx, vy = random.uniform(-30, 30, (2, *shape))
    mask = random.integers(1, 8, circles)
    expected = scene.first(cx, cy, r, vx, vy, mask=mask, hits_only=[True])
    whole = np.broadcast_to(cx, expected.t.shape)
    for count, x in ((1, cx), (2, whole)):
        threads(count)
        fan = scene.fan(x, cy, r, vx, vy, mask=mask, hits_only=[True])
        assert_same(fan[:-1], expected)
    # vx of one number, too.
    assert_same(scene.fan(cx, cy, r, 3.0, vy)[:-1], scene.first(cx, cy, r, 3.0, vy))


@pytest.mark.parametrize("shape", [(5,), (4, 5), (1, 5), (4, 1)])
def test_scans_with_angles_of_all_shapes(shape):
    random = np.random.default_rng(8)
    scene = carom.Scene(*random.uniform(-20, 20, (4, 60)))
    x, y, r = (random.uniform(low, 20, 4) for low in (-20, -20, 0))
    angles, reach = random.uniform(-4, 4, shape), random.uniform(0, 30, (4, 5))
    found = scene.scan(x, y, angles, reach, r)
    for i in range(4):
        one = np.broadcast_to(angles, (4, 5))[i]
        fan = scene.fan(x[i], y[i], r[i], reach[i] * np.cos(one), reach[i] * np.sin(one))
        assert_same(found[i], fan.distance)


def test_fan_far_and_near():
    scene = carom.Scene(1e308, -1e308, 1e308, 1e308)
    fan = scene.fan(0.0, 0.0, 0.0, [1.7e308, 5e-324, 0.0], [0.0, 0.0, 0.0])
    assert fan.distance.tolist() == [pytest.approx(1e308, rel=1e-15), np.inf, np.inf]
    here = carom.Scene(0, -1, 0, 1).fan(-1e-310, 0.0, 0.0, [2e-310, 2e-320], 0.0)
    assert here.distance.tolist() == [pytest.approx(1e-310, rel=1e-12), np.inf]


@pytest.mark.parametrize(
    ("arguments", "keywords", "message"),
    [
        ((0, 0, 0, 1, 1), {}, "fan(): vx and vy are numbers, one of them must be an array of the beams"),
        (([0, 1], 0, 0, [1, 1], 1), {}, "fan(): cx differs between the beams of one circle"),
        ((0, 0, 0, [1, 1], 1), {"mask": [1, 2]}, "fan(): mask differs between the beams of one circle"),
        (
            (0, 0, 0, [1, 1], 1),
            {"except_group": [1, 2]},
            "fan(): except_group differs between the beams of one circle",
        ),
        ((0, 0, 0, [1, 1], [0, np.nan]), {}, "fan(): vy[1] is nan, must be finite"),
    ],
)
def test_fan_messages(arguments, keywords, message):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole message is compared
        carom.Scene(0, 0, 1, 1).fan(*arguments, **keywords)
    assert str(caught.value).startswith(message)


def touches_by_fractions(circle, wall):
    """Whether a circle and a segment touch, in rational numbers."""
    cx, cy, r, ax, ay, bx, by, wr = map(Fraction, (*circle, *wall))
    ux, uy, wx, wy = bx - ax, by - ay, cx - ax, cy - ay
    length2 = ux * ux + uy * uy
    t = 0 if length2 == 0 else min(max((wx * ux + wy * uy) / length2, 0), 1)
    dx, dy = wx - t * ux, wy - t * uy
    return dx * dx + dy * dy <= (r + wr) ** 2


@pytest.mark.parametrize("seed", range(5))
def test_hits_in_rational_numbers(seed):
    random = np.random.default_rng(seed)
    ax, ay, bx, by = random.integers(-6, 7, (4, 25)) / 3
    wr = random.integers(0, 3, 25) / 3
    scene = carom.Scene(ax, ay, bx, by, wr)
    cx, cy = random.integers(-6, 7, (2, 25)) / 3
    hits = scene.hits(cx, cy, 1 / 3)
    expected = [
        (c, w)
        for c in range(25)
        for w in range(25)
        if touches_by_fractions((cx[c], cy[c], 1 / 3), (ax[w], ay[w], bx[w], by[w], wr[w]))
    ]
    assert list(zip(hits.circle.tolist(), hits.wall.tolist(), strict=True)) == expected


def test_threads_do_not_change_answers(threads):
    walls = float_walls(3000, 20)
    random = np.random.default_rng(21)
    cx, cy = random.random((2, 20000))
    r, gap = random.random(20000) * 0.02, random.random(20000) * 0.01
    vx, vy = random.normal(0, 0.1, (2, 20000))
    answers = []
    for count in (1, 4):
        threads(count)
        scene = carom.Scene(*walls)
        answers.append(
            [
                (np.frombuffer(scene, np.uint8),),
                scene.hits(cx, cy, r),
                scene.hits(cx, cy, r, gap, csr=True),
                scene.count(cx, cy, r, ring=True),
                scene.touches(cx, cy, r),
                scene.nearest(cx, cy, r, k=5),
                scene.first(cx, cy, r, vx, vy),
                scene.sweep_all(cx, cy, r, vx, vy),
                scene.fan(0.5, 0.5, 0.0, vx, vy),
                scene.in_box(cx, cy, cx + r, cy + r),
            ]
        )
    for one, other in zip(*answers, strict=True):
        assert_same(one, other)


def test_many_circles_take_several_chunks():
    walls = float_walls(400, 22)
    scene = carom.Scene(*walls)
    cx, cy = np.random.default_rng(23).random((2, 300_000))
    offsets, wall = scene.hits(cx, cy, 0.004, csr=True)
    for i in (*range(0, 300_000, 9973), 131071, 131072, 262143, 262144, 299_999):
        assert wall[offsets[i] : offsets[i + 1]].tolist() == scene.hits(cx[i], cy[i], 0.004).wall.tolist()


def test_many_hits_of_one_circle():
    count = 20000
    scene = carom.Scene(np.arange(count), 0, np.arange(count), 1)
    assert scene.hits(0, 0, 30000).wall.tolist() == list(range(count))
    assert scene.count([0, -5], 0, [30000, 1]).tolist() == [count, 0]
    assert scene.sweep_all(-1, 0.5, 0, 30000, 0).wall.tolist() == list(range(count))


def test_accept():
    scene = carom.Scene(*grid_walls(50, 24))
    seen = {}

    def is_even(index, wall):
        assert index not in seen
        seen[index] = wall
        return index % 2 == 0

    every = scene.hits(0, 0, 9)
    assert scene.hits(0, 0, 9, accept=is_even).wall.tolist() == [i for i in every.wall if i % 2 == 0]
    assert all(scene.walls(index) == wall for index, wall in seen.items())
    assert scene.count(0, 0, 9, accept=lambda index, wall: wall.wr == 0) == (scene.walls(every.wall).wr == 0).sum()
    assert scene.nearest(0, 0, 9, k=50, accept=lambda i, w: i == 7).wall.tolist() == [7] + [-1] * 49
    assert scene.first(-30, 0, 1, 60, 0, accept=lambda i, w: False).wall == -1
    assert not scene.touches(0, 0, 9, accept=lambda i, w: [])
    met = scene.sweep_all(-30, 0, 1, 60, 0).wall
    assert scene.sweep_all(-30, 0, 1, 60, 0, accept=lambda i, w: i != met[0]).wall.tolist() == met[1:].tolist()


@pytest.mark.parametrize(
    "ask",
    [
        lambda s, f: s.hits(0, 0, 9, accept=f),
        lambda s, f: s.count(0, 0, 9, accept=f),
        lambda s, f: s.touches(0, 0, 9, accept=f),
        lambda s, f: s.in_box(-9, -9, 9, 9, accept=f),
        lambda s, f: s.nearest(0, 0, 9, accept=f),
        lambda s, f: s.first(-30, 0, 1, 60, 0, accept=f),
        lambda s, f: s.sweep_all(-30, 0, 1, 60, 0, accept=f),
    ],
)
def test_exceptions_of_accept_end_the_query(ask):
    scene = carom.Scene(*grid_walls(50, 25))
    calls = []

    def fail(index, wall):
        calls.append(index)
        raise KeyError("stop")

    with pytest.raises(KeyError, match="stop"):
        ask(scene, fail)
    assert len(calls) == 1
    # A query of the same scene inside is allowed.
    ask(scene, lambda index, wall: scene.touches(0, 0, 1))


def test_accept_needs_numbers():
    with pytest.raises(ValueError, match=r"hits\(\): accept needs numbers as the other arguments, not arrays"):
        carom.Scene(0, 0, 1, 1).hits([0], 0, 1, accept=lambda index, wall: True)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (([0, 1], [0, np.nan], 1, 2), "Scene(): ay[1] is nan, must be finite"),
        ((0, 0, 1, 1, -1), "Scene(): wr is -1.0, must be finite and at least 0"),
        (
            (0, 0, 1, 1, 0, "wall"),
            "Scene(): the argument extent is 'wall', must be 'segment', 'ray', 'line' or codes 0 to 2",
        ),
        ((0, 0, 1, 1, 0, 3), "Scene(): the argument extent is 3, must be 'segment', 'ray', 'line' or codes 0 to 2"),
        ((0, 0, 1, 1, 0, 0, -1), "Scene(): category is -1, must be 0 to 4294967295"),
        ((0, 0, 1, 1, 0, 0, 0, 2), "Scene(): one_sided is 2, must be True or False"),
        ((0, 0, 1, 1, 0, 0, 0, 0, 2**32), "Scene(): group is 4294967296, must be 0 to 4294967295"),
        ((0, 0, 1, 1, 0, 0, 0, 0, [1, -1]), "Scene(): group[1] is -1, must be 0 to 4294967295"),
        (([0, 1], [0, 1, 2], 1, 1), "Scene(): the shapes of the arguments do not broadcast: ax (2,), ay (3,)"),
    ],
)
def test_bad_walls(arguments, message):
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole message is compared
        carom.Scene(*arguments)
    assert str(caught.value) == message


def test_bad_index():
    scene = carom.Scene([0, 0], [0, 0], [4, 0], [0, 3])
    with pytest.raises(IndexError, match=r"walls\(\): there is no wall 2, the scene has 2 walls"):
        scene.walls([0, 2])
    with pytest.raises(ValueError, match=r"walls\(\): index\[1\] is -1, must be 0 to 4294967295"):
        scene.walls([0, -1])


def test_words_of_extents():
    scene = carom.Scene([0, 0, 0], 0, [1, 1, 1], [0, 1, 2], 0.0, ["segment", "ray", "line"])
    assert scene.walls().extent.tolist() == [0, 1, 2]
    assert len(carom.Scene(0, 0, 1, 1)) == 1


@pytest.mark.parametrize("name", ["Scene", "DynamicScene"])
def test_examples_of_docstrings(name, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    cls = getattr(carom, name)
    examples = 0
    for member in [cls, *(getattr(cls, key) for key in dir(cls) if not key.startswith("_"))]:
        text = inspect.getdoc(member)
        assert text, member
        test = doctest.DocTestParser().get_doctest(text, {"carom": carom, "np": np}, f"{name}.{member}", None, 0)
        assert doctest.DocTestRunner().run(test).failed == 0
        examples += len(test.examples)
    assert examples > 30
    for key in ("hits", "nearest", "first", "fan", "walls"):
        inspect.signature(getattr(cls, key))


@pytest.mark.parametrize("workers", [1, 2])
def test_most_pairs(workers, threads):
    """An answer with more pairs than `most` is refused, whichever row and thread makes the last one."""
    count = 3000
    scene = carom.Scene(np.arange(count), 0, np.arange(count) + 0.5, 0)
    circle = np.arange(count) + 0.25, np.zeros(count), 1 / 8
    threads(workers)
    assert scene.hits(*circle, most=count).wall.tolist() == list(range(count))
    assert scene.hits(*circle, csr=True, most=count).wall.tolist() == list(range(count))
    for most in (0, 1, count - 1):
        with pytest.raises(OverflowError, match=rf"hits\(\): there are more than {most} pairs"):
            scene.hits(*circle, most=most)
    with pytest.raises(OverflowError, match="more than 2999 pairs"):
        scene.hits(1500, 0, 4000, most=count - 1)
    assert len(scene.hits(*circle, most=None).wall) == count
    assert len(scene.hits(0, 9, 1, most=0).wall) == 0


def test_most_pairs_is_checked():
    scene = carom.Scene(0, 0, 1, 1)
    for wrong in (-1, 2**63, 2**70):
        with pytest.raises(ValueError, match=r"hits\(\): most is"):
            scene.hits(0, 0, 1, most=wrong)
    with pytest.raises(TypeError):
        scene.hits(0, 0, 1, most=1.5)
