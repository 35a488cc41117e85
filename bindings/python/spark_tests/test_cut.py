"""The cut of walls into shards, and what the driver and the workers compute about it, without Spark."""

import carom
import numpy as np
import pyarrow as pa
import pytest
from carom.spark._cut import SAMPLE_PER_SHARD, WallColumns, plan_cut, row_hash
from carom.spark._order import id_ranks
from carom.spark._pieces import _spread
from carom.spark._routes import Boxes, Routes, around


def walls_of(ax, ay, bx, by, wr=0.0, extent=0):
    columns = np.broadcast_arrays(*(np.asarray(column, dtype=float) for column in (ax, ay, bx, by, wr)))
    return WallColumns(*map(np.array, columns), np.broadcast_to(np.int8(extent), len(columns[0])).copy())


def city(count, seed):
    """Clusters of very different sizes, which hold most of the walls."""
    rng = np.random.default_rng(seed)
    where = rng.random((40, 2)) * 1e4
    size = 10.0 ** rng.integers(-3, 3, 40)
    cluster = rng.choice(40, count, p=(weights := rng.pareto(1.0, 40) + 0.01) / weights.sum())
    x, y = (where[cluster, axis] + rng.normal(size=count) * size[cluster] for axis in (0, 1))
    dx, dy = rng.normal(size=(2, count)) * size[cluster] * 0.01
    return walls_of(x, y, x + dx, y + dy)


def joined(*parts):
    return WallColumns(*(np.concatenate(column) for column in zip(*parts, strict=True)))


def with_outliers(count, seed):
    """Clusters, long walls, rays and lines, and some walls at the end of the range."""
    rng = np.random.default_rng(seed)
    x, y = rng.random((2, 60)) * 1e4
    far = rng.choice([-1.0, 1.0], (4, 30)) * 1.7e308
    return joined(
        city(count, seed),
        walls_of(x[:20], y[:20], x[20:40], y[20:40]),
        walls_of(x[40:], y[40:], x[40:] + 1, y[40:] + 1, extent=rng.integers(1, 3)),
        walls_of(*far, wr=1e308),
    )


def cut_of(walls, limit, seed=0):
    """The cut that the driver would make, from a sample as large as its own, and the shard of each wall."""
    count = len(walls.ax)
    wanted = min(SAMPLE_PER_SHARD * -(-count // limit), count)
    chosen = np.sort(np.random.default_rng(seed).choice(count, wanted, replace=False))
    cut = plan_cut(WallColumns(*(column[chosen] for column in walls)), wanted / count, limit)
    cut = cut.with_counts(np.bincount(cut.leaves(walls), minlength=cut.leaf_count), limit)
    return cut, cut.shards(walls, pa.array(np.arange(count)))


@pytest.mark.parametrize("limit", [50, 5_000])
@pytest.mark.parametrize("make", [city, with_outliers])
def test_shards_are_of_bounded_size(make, limit):
    walls = make(50_000, 1)
    cut, shard = cut_of(walls, limit)
    sizes = np.bincount(shard, minlength=int(cut.parts.sum()))
    assert len(sizes) == cut.parts.sum()
    assert sizes.max() <= 1.5 * limit
    # Not many more shards than needed.
    assert len(sizes) <= 3 * -(-len(walls.ax) // limit) + 3


@pytest.mark.parametrize("place", [(0.0, 0.0), (-0.0, 1e300), (1.7e308, -1.7e308)])
def test_walls_at_one_place_are_divided_by_their_contents(place):
    x, y = place
    walls = walls_of(np.full(10_000, x), y, x, y)
    _, shard = cut_of(walls, 1_000)
    sizes = np.bincount(shard)
    assert len(sizes) == 10
    assert sizes.max() <= 1_250


def test_equal_rows_stay_together():
    walls = walls_of(np.zeros(1_000), 0, 1, 1)
    cut, _ = cut_of(walls, 100)
    assert len(np.unique(cut.shards(walls, pa.nulls(1_000, pa.string())))) == 1


def test_the_shard_depends_on_the_row_alone():
    walls = with_outliers(20_000, 3)
    ids = pa.array([f"wall {i}" for i in range(len(walls.ax))])
    cut, _ = cut_of(walls, 100)
    shard = cut.shards(walls, ids)
    order = np.random.default_rng(4).permutation(len(shard))
    for rows in np.array_split(order, [1, 10, 5_000]):
        part = WallColumns(*(column[rows] for column in walls))
        # As a slice of a longer array, and as a copy.
        padded = pa.concat_arrays([ids[:3], ids.take(pa.array(rows)), ids[:3]])
        assert np.array_equal(cut.shards(part, padded.slice(3, len(rows))), shard[rows])
        assert np.array_equal(cut.shards(part, ids.take(pa.array(rows))), shard[rows])


def test_long_walls_and_lines_do_not_make_the_other_boxes_large():
    rng = np.random.default_rng(5)
    x, y = rng.random((2, 20_000)) * 100
    short = walls_of(x, y, x + 0.1, y)
    long = walls_of(x[:50], y[:50], x[50:100], y[50:100])
    lines = walls_of(x[:50], y[:50], x[50:100], y[50:100], extent=2)
    walls = joined(short, long, lines)
    _, shard = cut_of(walls, 500)
    boxes = carom.wall_box(*walls)
    large = 0
    for number in np.unique(shard):
        mine = shard == number
        width = boxes.max_x[mine].max() - boxes.min_x[mine].min()
        height = boxes.max_y[mine].max() - boxes.min_y[mine].min()
        large += not max(width, height) < 40
    assert large <= 3


def test_a_wall_that_the_driver_has_not_counted_is_an_error():
    cut = plan_cut(walls_of([], [], [], []), 1.0, 10).with_counts(np.zeros(1, dtype=np.int64), 10)
    with pytest.raises(ValueError, match="other rows than before"):
        cut.shards(walls_of([0.0], 0, 1, 1), pa.array([1]))


@pytest.mark.parametrize(
    "ids",
    [
        pa.array([1, None, 3, 2**40, -1]),
        pa.array([1, None, 3, 4, 5], pa.int8()),
        pa.array([0.5, None, 2.5, float("nan"), 1e300]),
        pa.array([True, None, False]),
        pa.array(["a", None, "", "eight by", "longer than eight", "b"]),
        pa.array(["a", None, "", "eight by"], pa.large_string()),
        pa.array([b"a", None, b"\0", b"\0\0"]),
        pa.array([1, None], pa.timestamp("us", "UTC")),
        pa.array([1, None], pa.date32()),
    ],
)
def test_hashes_of_ids(ids):
    hashes = row_hash([], ids)
    assert len(np.unique(hashes)) >= len(ids) - (1 if ids.type in (pa.string(), pa.large_string(), pa.bool_()) else 0)
    assert np.array_equal(row_hash([], ids[1:]), hashes[1:])
    for place in range(len(ids)):
        assert row_hash([], pa.array([ids[place].as_py()], ids.type))[0] == hashes[place]


def test_hashes_take_zeros_as_equal():
    zeros = np.array([0.0, -0.0])
    first, second = row_hash([zeros], pa.nulls(2, pa.list_(pa.int64())))
    assert first == second
    first, second = row_hash([], pa.array(zeros))
    assert first == second


def test_boxes_of_shards_find_all_walls():
    walls = with_outliers(2_000, 7)
    _, shard = cut_of(walls, 100)
    boxes = Boxes(*carom.wall_box(*walls))
    count = shard.max() + 1
    bounds = [np.full(count, sign * np.inf) for sign in (1, 1, -1, -1)]
    for extreme, bound, values in zip((np.minimum,) * 2 + (np.maximum,) * 2, bounds, boxes, strict=True):
        extreme.at(bound, shard, values)
    sample = WallColumns(*(column[::10] for column in walls))
    routes = Routes.of(Boxes(*bounds), np.arange(len(bounds[0])), sample)
    scene = carom.Scene(*walls)
    rng = np.random.default_rng(8)
    n = 100
    cx, cy = rng.random((2, n)) * 1.2e4 - 1e3
    cx[:4], cy[:4] = (1.7e308, -1.7e308, 1e300, 0.0), (1.7e308, 1.7e308, 0.0, -1.7e308)
    r = rng.random(n) * 100
    r[4:6] = 1.7e308, 1e300
    vx, vy = rng.normal(size=(2, n)) * 3e3
    vx[6:8] = 1.7e308, -1.7e308

    def check(boxes, circle, wall):
        reached = set(zip(*(column.tolist() for column in routes.reached(boxes)), strict=True))
        wanted = set(zip(circle.tolist(), shard[wall].tolist(), strict=True))
        assert wanted <= reached
        return len(reached)

    check(around(cx, cy, r), *scene.hits(cx, cy, r))
    for k in (1, 5, 400):
        found = scene.nearest(cx, cy, r, k)
        near, farthest = routes.near((cx, cy, r), k)
        assert (found.gap.reshape(n, k)[:, -1] <= farthest).all()
        check(near, np.repeat(np.arange(n), k), found.wall.ravel())
    met = scene.first(cx, cy, r, vx, vy)
    hit = np.flatnonzero(met.wall >= 0)
    assert hit.size > 5
    check(routes.along((cx, cy, r, vx, vy), False), hit, met.wall[hit])


def test_tasks_have_similar_weights():
    weights = np.random.default_rng(9).pareto(2.0, 500) * 1000 + 1
    task = _spread(weights, 20)
    loads = np.bincount(task, weights, minlength=20)
    assert loads.max() <= max(1.1 * loads.mean(), weights.max())


@pytest.mark.parametrize(
    ("ids", "ranks"),
    [
        (pa.array([3, None, -1, 3]), [2, 0, 1, 2]),
        (pa.array([float("nan"), None, 0.0, -0.0, float("inf")]), [3, 0, 1, 1, 2]),
        (pa.array([True, None, False]), [2, 0, 1]),
        (pa.array(["b", "B", None, "", "\u00e9", "\U0001f600"]), [3, 2, 0, 1, 4, 5]),
        (pa.array([b"\xff", b"", None, b"a"]), [3, 1, 0, 2]),
        (pa.array([2, None, 1], pa.date32()), [2, 0, 1]),
        (pa.array([{"a": 1, "b": None}, None, {"a": 0, "b": "x"}, {"a": 1, "b": ""}]), [2, 0, 1, 3]),
        (pa.array([[1, 2], [1], None, [None], []]), [4, 3, 0, 2, 1]),
    ],
)
def test_ids_are_in_the_order_of_spark(ids, ranks):
    assert np.unique(id_ranks(ids), return_inverse=True)[1].tolist() == ranks
