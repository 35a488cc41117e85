"""Areas of scenes: against fractions and shapely, ties, errors, shapes, threads, pickles. Room: tests."""

import copy
import math
import pickle
import threading
from fractions import Fraction

import carom
import numpy as np
import pytest
from area_cases import random_rings, relate, ring
from carom import AreaRelation

SQUARE = ring([(0, 0), (9, 0), (9, 9), (0, 9)])
QUESTIONS = {
    "areas": (1.0, 1.0, 1.0),
    "areas_at": (1.0, 1.0),
    "contains": (1.0, 1.0),
    "relate_area": (1.0, 1.0, 1.0, 7),
    "nearest_areas": (1.0, 1.0, 1.0),
    "signed_distance": (1.0, 1.0),
}


@pytest.fixture
def square():
    return carom.Scene(*SQUARE, group=7)


def truth(circles, columns, wr=0.0):
    """For each circle and each area the relation and the signed distance."""
    *ends, group = columns
    walls = {area: list(zip(*(end[group == area].tolist() for end in ends), strict=True)) for area in np.unique(group)}
    found = []
    for x, y, r in zip(*circles, strict=True):
        row = {}
        for area, own in walls.items():
            relation, d2 = relate(x, y, r, own, wr)
            inside = relate(x, y, 0, own)[0] >= AreaRelation.INSIDE_TOUCHING
            row[int(area)] = relation, -d2 if inside else d2
        found.append(row)
    return found


def is_root(distance, signed2):
    """Whether a signed distance is the root of a signed square to 1 ulp."""
    if signed2 == 0 or distance == 0:
        return signed2 == distance == 0
    near = sorted(Fraction(d) ** 2 for d in (math.nextafter(abs(distance), 0), math.nextafter(abs(distance), math.inf)))
    return (distance < 0) == (signed2 < 0) and near[0] <= abs(signed2) <= near[1]


@pytest.mark.parametrize("seed", range(8))
def test_random_rings_against_fractions(seed):
    random = np.random.default_rng(seed)
    columns = random_rings(4, seed)
    wr, kind = [0.0, 0.5][seed % 2], [carom.Scene, carom.DynamicScene][seed // 4]
    scene = kind(*columns[:4], wr=wr, group=columns[4])
    circles = (*random.integers(-20, 21, (2, 40)) / 2, random.choice([0.0, 0.5, 1.0, 2.5, 5.0], 40))
    x, y, r = circles
    rows = truth(circles, columns, wr)

    expected = [
        (i, area, relation)
        for i, row in enumerate(rows)
        for area, (relation, _) in row.items()
        if relation > AreaRelation.OUTSIDE
    ]
    found = scene.areas(x, y, r)
    assert list(zip(found.circle, found.area, found.relation, strict=True)) == expected
    assert all(is_root(d, rows[i][a][1]) for i, a, _, d in zip(*found, strict=True))

    # With a distance of its own for each circle.
    within = random.choice([0.0, 0.5, 1.5], 40)
    reach2 = [(Fraction(radius) + Fraction(gap) + Fraction(wr)) ** 2 for radius, gap in zip(r, within, strict=True)]
    expected = [(i, a) for i, row in enumerate(rows) for a, (_, d2) in row.items() if d2 < 0 or d2 <= reach2[i]]
    found = scene.areas(x, y, r, within)
    assert list(zip(found.circle, found.area, strict=True)) == expected

    points = truth((x, y, np.zeros(40)), columns, wr)
    holds = [[a for a, (relation, _) in row.items() if relation >= AreaRelation.TOUCHING] for row in points]
    at = scene.areas_at(x, y)
    assert list(zip(at.point, at.area, strict=True)) == [(i, a) for i, row in enumerate(holds) for a in row]
    assert scene.contains(x, y).tolist() == [bool(row) for row in holds]
    areas = np.arange(1, 6)
    one_by_one = scene.contains(x[:, None], y[:, None], areas)
    assert one_by_one.tolist() == [[bool(a in row) for a in areas] for row in holds]
    for area in areas.tolist():
        assert scene.contains(x, y, area).tolist() == [area in row for row in holds]
        assert np.array_equal(scene.contains(x[:, None], y, area), scene.contains(x[:, None], y, np.full(40, area)))
    related = scene.relate_area(x[:, None], y[:, None], r[:, None], areas)
    assert related.tolist() == [[int(row.get(a, (1, 0))[0]) for a in areas] for row in rows]

    nearest = scene.nearest_areas(x, y, r, 3)
    for i, row in enumerate(rows):
        order = sorted(row, key=lambda a: (row[a][1], a))
        assert nearest.area[i].tolist() == order[:3]
        assert nearest.relation[i].tolist() == [row[a][0] for a in order[:3]]
        assert all(is_root(d, row[a][1]) for a, d in zip(order, nearest.distance[i], strict=False))
    assert scene.signed_distance(x, y).tolist() == nearest.distance[:, 0].tolist()
    to_each = scene.signed_distance(x[:, None], y[:, None], areas)
    assert (to_each[:, 4] == np.inf).all()
    assert all(is_root(to_each[i, a - 1], d2) for i, row in enumerate(rows) for a, (_, d2) in row.items())


@pytest.mark.parametrize("seed", range(3))
def test_random_polygons_against_shapely(seed):
    shapely = pytest.importorskip("shapely")
    random = np.random.default_rng(seed)
    angles = np.sort(random.uniform(0, 2 * np.pi, (30, 12)), axis=1)
    centers, reach = random.uniform(0, 100, (30, 1, 2)), random.uniform(4, 9, (30, 12, 1))
    polygons = shapely.polygons(centers + reach * np.stack([np.cos(angles), np.sin(angles)], axis=-1))
    holes = [shapely.Point(*center[0]).buffer(0.5, quad_segs=3).exterior.coords for center in centers]
    polygons[:5] = [
        shapely.Polygon(polygon.exterior.coords, [hole]) if polygon.contains(shapely.Polygon(hole)) else polygon
        for polygon, hole in zip(polygons[:5], holes, strict=False)
    ]
    scene = carom.Scene(polygons)
    x, y = random.uniform(-5, 105, (2, 500))
    points = shapely.points(x, y)
    inside = shapely.intersects(polygons, points[:, None])
    at = scene.areas_at(x, y)
    assert list(zip(at.point, at.area - 1, strict=True)) == list(zip(*np.nonzero(inside), strict=True))
    assert (scene.contains(x, y) == inside.any(axis=1)).all()
    signs = np.where(inside, -1, 1)
    expected = signs * shapely.distance(shapely.boundary(polygons), points[:, None])
    got = scene.signed_distance(x[:, None], y[:, None], np.arange(1, 31))
    np.testing.assert_allclose(got, expected, rtol=1e-12, atol=1e-12)
    np.testing.assert_allclose(scene.signed_distance(x, y), expected.min(axis=1), rtol=1e-12, atol=1e-12)


def test_exact_ties(square):
    just_in = math.nextafter(4.0, 0)
    assert square.relate_area([4, 4, 4, -1, -1, 9, 20], 4, [4, just_in, 5, 1, 0.5, 0, 1], 7).tolist() == [
        AreaRelation.INSIDE_TOUCHING,
        AreaRelation.INSIDE,
        AreaRelation.CROSSING,
        AreaRelation.TOUCHING,
        AreaRelation.OUTSIDE,
        AreaRelation.TOUCHING,
        AreaRelation.OUTSIDE,
    ]
    assert square.contains([9.0, math.nextafter(9.0, 10)], 4.0).tolist() == [True, False]
    assert square.signed_distance([9.0, 9.0], [9.0, 4.0]).tolist() == [0.0, 0.0]
    thick = carom.Scene(*SQUARE, wr=1.0, group=7)
    assert thick.relate_area([4.5, 4.5], 4.5, [3.5, 3.75], 7).tolist() == [
        AreaRelation.INSIDE_TOUCHING,
        AreaRelation.CROSSING,
    ]
    assert thick.areas(-3, 4, 1, [0.5, 1.0]).circle.tolist() == [1]


def test_numbers_answer_with_numbers(square):
    assert square.contains(1, 1) is True
    assert square.contains(1, 1, area=8) is False
    assert square.relate_area(1.0, 1.0, 0.0, 7) is AreaRelation.INSIDE
    assert square.signed_distance(1, 2) == -1.0
    assert type(square.signed_distance(1, 2)) is float
    nearest = square.nearest_areas(1.0, 2.0, 1.0)
    assert nearest == (7, AreaRelation.INSIDE_TOUCHING, -1.0)
    assert [type(item) for item in nearest] == [int, AreaRelation, float]
    several = square.nearest_areas(1.0, 2.0, 1.0, k=2)
    assert [item.tolist() for item in several] == [[7, 0], [4, 0], [-1.0, np.inf]]
    assert [item.dtype for item in several] == [np.int64, np.int8, np.float64]
    assert [item.tolist() for item in square.areas(1, 2, 1)] == [[0], [7], [4], [-1.0]]
    assert [item.dtype for item in square.areas(1, 2, 1)] == [np.int64, np.int64, np.int8, np.float64]
    assert [item.dtype for item in square.areas_at(1, 2)] == [np.int64, np.int64]
    # None is the default.
    assert square.contains(1, 1, None) is True


def test_arrays_broadcast_and_may_be_empty(square):
    none = np.empty(0)
    assert [item.shape for item in square.areas(none, none, 1)] == [(0,)] * 4
    assert [item.shape for item in square.areas_at(none, 1)] == [(0,)] * 2
    assert square.contains(none, 1).shape == square.relate_area(none, 1, 1, 7).shape == (0,)
    assert square.signed_distance(np.empty((2, 0)), 1).shape == (2, 0)
    assert square.nearest_areas(none, 1, 1, 2).area.shape == (0, 2)
    x, y = np.array([[1.0], [20.0]]), np.array([1.0, 2.0, 30.0])
    assert square.contains(x, y).tolist() == [[True, True, False], [False] * 3]
    assert square.areas(x, y, 0).circle.tolist() == [0, 1]
    assert square.nearest_areas(x, y, 0).distance.shape == (2, 3)
    assert square.nearest_areas(x, y, 0, k=2).distance.shape == (2, 3, 2)


def test_scenes_without_areas():
    for scene in (carom.Scene([], [], [], []), carom.Scene(*SQUARE), carom.DynamicScene()):
        assert scene.contains([1, 2], 1).tolist() == [False, False]
        assert len(scene.areas(1, 1, 1, 100).area) == len(scene.areas_at(1, 1).area) == 0
        assert scene.signed_distance(1, 1) == scene.signed_distance(1, 1, 7) == np.inf
        assert scene.relate_area(1, 1, 1, 0) is AreaRelation.OUTSIDE
        assert scene.nearest_areas(1, 1, 1) == (0, AreaRelation.INVALID, np.inf)


def test_filters_select_areas():
    far = ring([(1, 1), (2, 1), (2, 2)])
    columns = [np.concatenate(pair) for pair in zip(SQUARE, far, strict=True)]
    scene = carom.Scene(*columns, group=[7] * 4 + [8] * 3, category=[1] * 4 + [2] * 3)
    assert scene.areas_at(1.75, 1.25).area.tolist() == [7, 8]
    assert scene.areas_at(1.75, 1.25, mask=2).area.tolist() == [8]
    assert scene.areas(1.75, 1.25, 0, except_group=[7, 8, 9]).area.tolist() == [8, 7, 7, 8]
    assert scene.contains([1.75, 5.0], [1.25, 5.0], mask=2).tolist() == [True, False]
    assert scene.signed_distance(1.75, 1.25, except_group=7) == -0.25
    assert scene.nearest_areas(5.0, 5.0, 0.0, except_group=7).area == 8


def test_circles_as_one_argument(square):
    table = {"cx": [1.0, 20.0], "cy": [1.0, 1.0], "r": [2.0, 1.0], "group": [0, 7]}
    assert square.areas(table).relation.tolist() == [AreaRelation.CROSSING]
    assert square.areas(carom.circles(table), within=15).circle.tolist() == [0]
    assert square.nearest_areas(table).area.tolist() == [7, 0]
    assert square.areas(*carom.circles(table), within=15, except_group=0).circle.tolist() == [0, 1]


@pytest.mark.parametrize("name", QUESTIONS)
def test_bad_rings_are_named(name):
    arguments = QUESTIONS[name]
    cases = {
        r"area 7 is open at \(9\.0, 0\.0\), an end of wall 0: an even number": {
            "ay": np.array([0, 0.5, 9, 9.0]),
        },
        r"wall 2 of area 7 is a line, must be a segment": {"extent": ["segment", "segment", "line", "segment"]},
        r"wr\[3\] is 0\.5, must be that of the other walls of area 7, such as 0\.0 of wall 0$": {"wr": [0, 0, 0, 0.5]},
    }
    for message, change in cases.items():
        columns = dict(zip(("ax", "ay", "bx", "by"), SQUARE, strict=True)) | change
        scene = carom.Scene(**columns, group=7)
        for _ in range(2):
            with pytest.raises(ValueError, match=rf"^{name}\(\): {message}"):
                getattr(scene, name)(*arguments)
        # Walls are asked about as before.
        assert scene.touches(0, 4, 1)


@pytest.mark.parametrize("name", QUESTIONS)
def test_bad_arguments_are_named(square, name):
    question, arguments = getattr(square, name), QUESTIONS[name]
    first = "x" if len(arguments) == 2 else "cx"
    with pytest.raises(ValueError, match=rf"{name}\(\): {first}\[1\] is nan, must be finite"):
        question([1, np.nan], *arguments[1:])
    with pytest.raises(TypeError, match=rf"{name}\(\): the argument {first} must be a number"):
        question("one", *arguments[1:])
    with pytest.raises(TypeError, match=rf"{name}\(\)"):
        question(*arguments, unknown=1)
    with pytest.raises(ValueError, match="broadcast"):
        question([1, 2], [1, 2, 3], *arguments[2:])


def test_more_bad_arguments(square):
    with pytest.raises(ValueError, match=r"areas\(\): within is -1\.0, must be finite and at least 0"):
        square.areas(1, 1, 1, -1)
    with pytest.raises(ValueError, match=r"areas\(\): r is -1\.0"):
        square.areas(1, 1, -1)
    for name in ("areas", "areas_at"):
        with pytest.raises(OverflowError, match=rf"{name}\(\): there are more than 1 pairs"):
            getattr(square, name)([1, 1], 1, *QUESTIONS[name][2:], most=1)
        with pytest.raises(ValueError, match=rf"{name}\(\): most is -1"):
            getattr(square, name)(1, 1, *QUESTIONS[name][2:], most=-1)
    with pytest.raises(ValueError, match=r"nearest_areas\(\): k is 0, must be 1 to"):
        square.nearest_areas(1, 1, 1, 0)
    with pytest.raises(TypeError, match=r"nearest_areas\(\): the argument k must be an int"):
        square.nearest_areas(1, 1, 1, 1.5)
    with pytest.raises(ValueError, match=r"nearest_areas\(\): k is 1000000 for 1000 circles, but there are 4 walls"):
        square.nearest_areas(np.zeros(1000), 1, 1, 10**6)
    for name in ("contains", "signed_distance"):
        with pytest.raises(ValueError, match=rf"{name}\(\): mask and except_group select among all areas"):
            getattr(square, name)(1, 1, 7, mask=1)
        with pytest.raises(ValueError, match=rf"{name}\(\): area is -1"):
            getattr(square, name)(1, 1, -1)


def test_dynamic_scenes_follow_edits():
    scene = carom.DynamicScene(*SQUARE, group=7)
    assert scene.contains(1, 1)
    scene.move([0, 1, 2, 3], *(column + 100 for column in SQUARE))
    assert not scene.contains(1, 1)
    assert scene.contains(101, 101)
    scene.set_group([0, 1, 2, 3], 8)
    assert scene.areas(101, 101, 0).area.tolist() == [8]
    scene.remove([0, 1, 2, 3])
    assert scene.signed_distance(0, 0) == np.inf


def test_pickles_copies_and_files_have_their_areas(square, tmp_path):
    before = pickle.loads(pickle.dumps(square))
    assert square.contains(1, 1)
    square.save(tmp_path / "square.scene")
    for same in (before, pickle.loads(pickle.dumps(square)), copy.deepcopy(square)):
        assert same == square
        assert same.signed_distance(4, 4) == -4
    assert carom.Scene.open(tmp_path / "square.scene").areas(1, 1, 1).area.tolist() == [7]
    assert carom.Scene.from_bytes(square.to_bytes()).nearest_areas(1, 1, 1).area == 7


def test_answers_do_not_depend_on_threads():
    columns = random_rings(300, 5, reach=200)
    random = np.random.default_rng(6)
    circles = (*random.integers(-220, 221, (2, 4000)).astype(float), random.choice([0.0, 1.0, 5.0], 4000))
    threads, answers = carom.get_threads(), []
    try:
        for count in (1, 4):
            carom.set_threads(count)
            scene = carom.Scene(*columns[:4], group=columns[4])
            answers.append(
                [
                    *scene.areas(*circles, 2.0),
                    *scene.areas_at(*circles[:2]),
                    scene.contains(*circles[:2]),
                    *scene.nearest_areas(*circles, 2),
                    scene.signed_distance(*circles[:2]),
                    scene.relate_area(*circles, np.arange(4000) % 301),
                ]
            )
    finally:
        carom.set_threads(threads)
    for one, four in zip(*answers, strict=True):
        np.testing.assert_array_equal(one, four)


def test_threads_share_a_scene_that_makes_its_index():
    columns = random_rings(200, 7, reach=150)
    random = np.random.default_rng(8)
    x, y = random.integers(-160, 161, (2, 2000)).astype(float)
    expected = carom.Scene(*columns[:4], group=columns[4]).contains(x, y)
    for _ in range(5):
        scene, found, start = carom.Scene(*columns[:4], group=columns[4]), [], threading.Barrier(4)

        def ask(scene=scene, found=found, start=start):
            start.wait()
            found.append(scene.contains(x, y))

        workers = [threading.Thread(target=ask) for _ in range(4)]
        for worker in workers:
            worker.start()
        for worker in workers:
            worker.join()
        assert len(found) == 4
        assert all((answer == expected).all() for answer in found)
