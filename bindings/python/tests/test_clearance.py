"""Clearances of walls: the operations and the query of scenes, against fractions and a loop. Room: tests."""

import itertools
import math
import pickle
from fractions import Fraction
from pathlib import Path

import carom
import numpy as np
import pytest
from area_cases import distance2
from carom import WallRelation
from scene_cases import NAMES, grid_walls


def segments(count, seed):
    """Segments on a small grid with radii that make ties."""
    random = np.random.default_rng(seed)
    return (*random.integers(-6, 7, (4, count)).astype(float), random.choice([0.0, 0.5, 1.0], count))


def axes_meet(p, q):
    """Whether two segments share a point, exactly."""

    def side(wall, x, y):
        ax, ay, bx, by = wall
        return (bx - ax) * (y - ay) - (by - ay) * (x - ax)

    p, q = tuple(map(Fraction, p)), tuple(map(Fraction, q))
    sides = [side(p, *q[:2]), side(p, *q[2:]), side(q, *p[:2]), side(q, *p[2:])]
    if sides[0] * sides[1] < 0 and sides[2] * sides[3] < 0:
        return True
    ends = [(p, q[:2]), (p, q[2:]), (q, p[:2]), (q, p[2:])]
    return any(distance2(*end, wall) == 0 for wall, end in ends)


def axes_distance2(p, q):
    """The squared distance of two segments, exactly."""
    if axes_meet(p, q):
        return Fraction(0)
    return min(distance2(*p[:2], q), distance2(*p[2:], q), distance2(*q[:2], p), distance2(*q[2:], p))


def sign_of_gap(p, q, gap=0):
    """The sign of the gap minus `gap`, exactly."""
    d2, reach = axes_distance2(p[:4], q[:4]), Fraction(p[4]) + Fraction(q[4]) + Fraction(gap)
    return (d2 > reach * reach) - (d2 < reach * reach)


@pytest.mark.parametrize("seed", range(4))
def test_operations_against_fractions(seed):
    p, q = segments(300, seed), segments(300, seed + 100)
    arguments = (*p[:4], *q[:4])
    gap = carom.wall_gap(*arguments, wr=p[4], wr2=q[4])
    contact = carom.wall_contact(*arguments, wr=p[4], wr2=q[4])
    np.testing.assert_array_equal(gap, contact.gap)
    rows = list(zip(zip(*p, strict=True), zip(*q, strict=True), strict=True))
    signs = [sign_of_gap(*row) for row in rows]
    assert np.sign(gap).tolist() == signs
    words = {1: WallRelation.SEPARATE, 0: WallRelation.TOUCHING, -1: WallRelation.OVERLAPPING}
    assert contact.relation.tolist() == [words[s] for s in signs]
    limit = np.random.default_rng(seed).choice([0.0, 0.5, 1.0, 5.0], 300)
    expected = [sign_of_gap(*row, far) for row, far in zip(rows, limit, strict=True)]
    assert carom.compare_wall_gap(*arguments, limit, wr=p[4], wr2=q[4]).tolist() == expected
    # The order of the walls does not matter.
    np.testing.assert_array_equal(gap, carom.wall_gap(*q[:4], *p[:4], wr=q[4], wr2=p[4]))
    # The points are on the surfaces, as far apart as the gap.
    apart = np.hypot(contact.px - contact.qx, contact.py - contact.qy)
    np.testing.assert_allclose(apart, np.abs(gap), atol=1e-14)
    np.testing.assert_allclose(np.hypot(contact.nx, contact.ny), 1, rtol=1e-15)
    on_axis = carom.distance(contact.px, contact.py, 0, *p[:4])
    np.testing.assert_allclose(on_axis[np.array(signs) > 0], p[4][np.array(signs) > 0], atol=1e-14)


def test_operations_of_extents_and_ties():
    # Two lines that cross, two that are parallel, a ray that points away.
    crossing = carom.wall_contact(0, 0, 4, 4, 0, 4, 4, 0, extent="line", extent2="line")
    assert crossing[:6] == (WallRelation.TOUCHING, 0.0, 2.0, 2.0, 2.0, 2.0)
    assert carom.wall_gap(0, 0, 1, 0, 0, 3, -1, 3, extent="line", extent2=["line", "ray"]).tolist() == [3.0, 3.0]
    assert carom.wall_gap(0, 0, 1, 0, -3, 4, -9, 4, extent="ray") == 5.0
    touching = carom.wall_contact(0, 0, 10, 0, 4, 3, 4, 9, wr=1, wr2=2)
    assert touching.relation is WallRelation.TOUCHING
    assert touching.gap == 0.0
    assert carom.wall_gap(0, 0, 10, 0, 4, 3, 4, 9, wr=1, wr2=math.nextafter(2, 3)) < 0
    assert carom.compare_wall_gap(0, 0, 10, 0, 4, 3, 4, 9, math.nextafter(1, 0), wr=2) == 1


def test_operations_of_invalid_input():
    bad = carom.wall_contact(0, np.nan, 1, 1, 0, 0, 1, 1)
    assert bad.relation is WallRelation.INVALID
    assert all(math.isnan(item) for item in bad[1:])
    assert np.isnan(carom.wall_gap(0, 0, 1, 1, 0, 0, 1, 1, wr=[-1, np.inf])).all()
    assert carom.compare_wall_gap(0, 0, 1, 1, 0, 0, 1, 1, [-1, np.nan, np.inf]).tolist() == [1, 1, 1]


def pairs_by_loop(first, second, within, *, same_scene, except_same=False, mask=2**32 - 1):
    """The pairs of two tuples of columns, by the operation on all of them."""
    rows = [list(zip(*(getattr(walls, name).tolist() for name in NAMES), strict=True)) for walls in (first, second)]
    found = []
    for i, j in itertools.product(range(len(rows[0])), range(len(rows[1]))):
        p, q = rows[0][i], rows[1][j]
        if same_scene and i >= j:
            continue
        if except_same and first.group[i] == second.group[j] != 0:
            continue
        if not all(int(w.category[k] or 1) & mask for w, k in ((first, i), (second, j))):
            continue
        wide = (*p[:4], *q[:4])
        if carom.compare_wall_gap(*wide, within, wr=p[4], extent=p[5], wr2=q[4], extent2=q[5]) <= 0:
            found.append((i, j, carom.wall_gap(*wide, wr=p[4], extent=p[5], wr2=q[4], extent2=q[5])))
    return found


def rows_of(pairs):
    assert [item.dtype for item in pairs] == [np.int64, np.int64, np.float64]
    return list(zip(*(item.tolist() for item in pairs), strict=True))


@pytest.mark.parametrize("within", [0.0, 1.0])
@pytest.mark.parametrize("options", [{}, {"except_same_group": True}, {"mask": 3}])
def test_scenes_against_a_loop(within, options):
    walls, others = grid_walls(50, 1), grid_walls(40, 2)
    loop = {"except_same": options.get("except_same_group", False), "mask": options.get("mask", 2**32 - 1)}
    own = pairs_by_loop(walls, walls, within, same_scene=True, **loop)
    two = pairs_by_loop(walls, others, within, same_scene=False, **loop)
    assert own
    assert two
    for kind, other_kind in itertools.product([carom.Scene, carom.DynamicScene], repeat=2):
        scene, other = kind(walls), other_kind(others)
        assert rows_of(scene.clearance(within, **options)) == own
        assert rows_of(scene.clearance(within, other, **options)) == two
    assert rows_of(scene.clearance(within, others, **options)) == two


def test_segments_against_fractions():
    columns = segments(60, 9)
    rows = list(zip(*columns, strict=True))
    pairs = itertools.combinations(range(60), 2)
    expected = [(i, j) for i, j in pairs if sign_of_gap(rows[i], rows[j], 0.5) <= 0]
    found = carom.Scene(*columns).clearance(0.5)
    assert list(zip(found.wall, found.other, strict=True)) == expected


def test_ids_of_a_dynamic_scene():
    scene = carom.DynamicScene([0, 0, 0, 0], [0, 1, 2, 3], [9, 9, 9, 9], [0, 1, 2, 3])
    scene.remove(1)
    assert rows_of(scene.clearance(1.0)) == [(2, 3, 1.0)]
    posts = carom.DynamicScene(0.0, 5.0, 9.0, 5.0)
    posts.insert(0.0, 4.0, 9.0, 4.0)
    posts.remove(0)
    assert rows_of(scene.clearance(2.0, posts)) == [(2, 1, 2.0), (3, 1, 1.0)]


def test_few_walls_and_types():
    none = carom.Scene([], [], [], [])
    one = carom.Scene(0.0, 0.0, 1.0, 0.0)
    for pairs in (none.clearance(), one.clearance(9.0), none.clearance(1.0, one), one.clearance(1.0, none)):
        assert rows_of(pairs) == []
    assert rows_of(one.clearance(0, one)) == [(0, 0, 0.0)]
    # A source of walls, and a scene after a pickle.
    assert rows_of(one.clearance(1, {"ax": [0], "ay": [1], "bx": [1], "by": [1]})) == [(0, 0, 1.0)]
    assert rows_of(pickle.loads(pickle.dumps(one)).clearance(0, one)) == [(0, 0, 0.0)]
    assert repr(one.clearance(0, one)).startswith("Clearance(wall=")


def test_bad_arguments_are_named():
    scene = carom.Scene([0, 0], [0, 1], [1, 1], [0, 1])
    for bad, message in (
        ({"within": -1}, r"within is -1\.0, must be finite and at least 0"),
        ({"within": np.inf}, r"within is inf"),
        ({"within": [1, 2]}, "within, except_same_group and mask must be one value for all walls"),
        ({"mask": -1}, r"mask is -1, must be 0 to"),
        ({"most": -1}, r"most is -1, must be None or"),
    ):
        with pytest.raises(ValueError, match=rf"clearance\(\): {message}"):
            scene.clearance(**bad)
    with pytest.raises(OverflowError, match=r"clearance\(\): there are more than 0 pairs"):
        scene.clearance(1, most=0)
    assert len(scene.clearance(1, most=1).gap) == 1
    with pytest.raises(TypeError, match="except_same_group"):
        scene.clearance(1, except_same_group="net")
    with pytest.raises(
        TypeError, match=r"^clearance\(\): the argument most must be None or an int, not <class 'str'>$"
    ):
        scene.clearance(1, most="all")


def test_bad_other_walls_are_named():
    scene = carom.Scene([0, 0], [0, 1], [1, 1], [0, 1])
    for bad, error, message in (
        (3, TypeError, "must be a scene or a source of walls, not int"),
        (np.float64(3), TypeError, "must be a scene or a source of walls, not float64"),
        ("tracks.csv", TypeError, "must be a scene or a source of walls, not str; carom.read reads files"),
        (Path("tracks.csv"), TypeError, r"must be a scene or a source of walls, not \w+Path; carom.read reads files"),
        (object(), TypeError, r"walls\(\): the source is an object"),
        ({"ax": [1]}, ValueError, r"walls\(\): there is no column 'ay'"),
        ({"ax": [1], "ay": [0], "bx": [np.nan], "by": [0]}, ValueError, r"walls\(\): bx\[0\] is nan, must be finite"),
    ):
        with pytest.raises(error, match=rf"^clearance\(\): the argument other:? {message}"):
            scene.clearance(1, bad)
    # The same values in place of all walls of a scene.
    for kind in (carom.Scene, carom.DynamicScene):
        message = rf"^{kind.__name__}\(\): the argument ax alone must be a source of walls, not "
        with pytest.raises(TypeError, match=message + "int$"):
            kind(3)
        with pytest.raises(TypeError, match=message + "str; carom.read reads files$"):
            kind("tracks.csv")


def test_answers_do_not_depend_on_threads():
    random = np.random.default_rng(3)
    ax, ay = random.random((2, 3000))
    walls = (ax, ay, ax + random.normal(0, 0.01, 3000), ay + random.normal(0, 0.01, 3000))
    threads, answers = carom.get_threads(), []
    try:
        for count in (1, 4):
            carom.set_threads(count)
            scene = carom.Scene(*walls)
            answers.append([*scene.clearance(0.01), *scene.clearance(0.01, scene)])
    finally:
        carom.set_threads(threads)
    assert len(answers[0][0]) > 3000
    for one, four in zip(*answers, strict=True):
        np.testing.assert_array_equal(one, four)


def test_other_walls_of_another_crs_warn():
    geopandas, shapely = pytest.importorskip("geopandas"), pytest.importorskip("shapely")
    lines = [shapely.LineString([(0, 0), (1, 1)])]
    one = carom.Scene(geopandas.GeoSeries(lines, crs="EPSG:3035"))
    other = carom.Scene(geopandas.GeoSeries(lines, crs="EPSG:32633"))
    with pytest.warns(
        UserWarning, match=r"clearance\(\): the other walls are in EPSG:32633 and the walls in EPSG:3035"
    ):
        one.clearance(0, other)
