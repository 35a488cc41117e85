"""hits() with a distance of each circle's own, as a column, and with the gap of each pair."""

import carom
import numpy as np
import pyarrow as pa
import pytest
from carom.spark import _answers
from pyspark.errors import PythonException
from pyspark.sql import functions as F
from spark_cases import WALL, circle_columns, frame, rows, wall_columns, with_ids

WALLS, CIRCLES = wall_columns(200, 21), circle_columns(300, 22)
DISTANCES = np.random.default_rng(23).choice([0.0, 0.5, 1.0, 3.0], 300)
PLANS = [{}, {"walls_per_shard": 30}]


@pytest.fixture(scope="module")
def tables(spark):
    return frame(spark, with_ids(CIRCLES) | {"reach": DISTANCES}).repartition(3), frame(spark, with_ids(WALLS))


def loop(within):
    """The pairs and their gaps, by each circle alone."""
    walls = tuple(WALLS[name] for name in WALL)
    for i, (cx, cy, r) in enumerate(zip(CIRCLES["cx"], CIRCLES["cy"], CIRCLES["r"], strict=True)):
        found = carom.within(cx, cy, r, *walls[:4], within[i], *walls[4:])
        gaps = carom.signed_distance(cx, cy, r, *walls)
        yield from ((i, int(wall), float(gaps[wall])) for wall in np.flatnonzero(found))


@pytest.mark.parametrize("plan", PLANS)
def test_columns(tables, plan):
    circles, walls = tables
    wanted = sorted(((c, w) for c, w, _ in loop(DISTANCES)), key=repr)
    assert len(wanted) > 1000
    for within in ("reach", F.col("reach"), circles.reach, F.col("reach") * 1.0):
        answer = carom.spark.hits(circles, walls, within, **plan)
        assert answer.columns == ["circle", "wall"]
        assert rows(answer) == wanted
    doubled = sorted(((c, w) for c, w, _ in loop(2 * DISTANCES)), key=repr)
    assert rows(carom.spark.hits(circles, walls, within=F.col("reach") * 2, **plan)) == doubled
    assert rows(carom.spark.hits(circles, walls, within=F.lit(0.5), **plan)) == rows(
        carom.spark.hits(circles, walls, within=0.5, **plan)
    )


def test_names(tables):
    """A column of any name, and one that is needed anyway."""
    circles, walls = tables
    wanted = rows(carom.spark.hits(circles, walls, "reach"))
    for name in ("within", "a.b", "a`b", "größe", "gap"):
        assert rows(carom.spark.hits(circles.withColumnRenamed("reach", name), walls, name)) == wanted
    assert rows(carom.spark.hits(circles, walls, "r")) == rows(carom.spark.hits(circles, walls, F.col("r")))
    # A column `within` that nobody asked for.
    assert rows(carom.spark.hits(circles.withColumnRenamed("reach", "within"), walls)) == rows(
        carom.spark.hits(circles, walls)
    )


@pytest.mark.parametrize("kind", ["int", "float", "decimal(4,1)", "tinyint"])
def test_types(tables, kind):
    circles, walls = tables
    column = F.col("reach").cast(kind)
    exact = F.col("reach").cast(kind).cast("double")
    assert rows(carom.spark.hits(circles, walls, column)) == rows(carom.spark.hits(circles, walls, exact))


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("within", [0.0, 1.0, "reach"])
def test_gaps(tables, plan, within):
    answer = carom.spark.hits(*tables, within, gap=True, **plan)
    assert answer.columns == ["circle", "wall", "gap"]
    assert rows(answer) == sorted(loop(DISTANCES if within == "reach" else np.full(300, within)), key=repr)


def test_a_gap_of_hits_is_that_of_nearest(tables):
    circles, walls = tables
    nearest = {tuple(row) for row in carom.spark.nearest(circles, walls, 200).drop("rank").collect()}
    pairs = {tuple(row) for row in carom.spark.hits(circles, walls, 3.0, gap=True).collect()}
    assert pairs == {row for row in nearest if row[2] <= 3.0}


def test_answers_in_slices(monkeypatch):
    """With tiny slices the batches join to the same answer."""
    monkeypatch.setattr(_answers, "MOST_ROWS", 7)
    circles = pa.RecordBatch.from_pydict(with_ids(CIRCLES) | {"within": DISTANCES})
    scene = carom.Scene(*(WALLS[name] for name in WALL))
    batches = list(_answers.hits(scene, pa.array(np.arange(200)), circles, None, False, True))
    assert len(batches) > 50
    found = [tuple(row.values()) for batch in batches for row in batch.to_pylist()]
    assert sorted(found, key=repr) == sorted(loop(DISTANCES), key=repr)


@pytest.mark.parametrize("plan", PLANS)
@pytest.mark.parametrize("ring", [False, True])
def test_ring(tables, plan, ring):
    answer = carom.spark.hits(*tables, "reach", ring, **plan)
    scene = carom.Scene(*(WALLS[name] for name in WALL))
    pairs = scene.hits(CIRCLES["cx"], CIRCLES["cy"], CIRCLES["r"], DISTANCES, ring)
    assert rows(answer) == sorted(zip(pairs.circle.tolist(), pairs.wall.tolist(), strict=True), key=repr)


def test_geometries(spark, tables):
    """All points of a geometry have the distance of its row."""
    points = spark.sql(
        "select 'both' as id, unhex('0104000000020000000101000000000000000000000000000000000000000101000000"
        "0000000000002440000000000000F03F') as geometry, 1d as reach"
    )
    walls = spark.sql("select 1 as id, 0d as ax, -1d as ay, 1d as bx, -1d as by union all select 2, 10d, 0d, 11d, 0d")
    answer = carom.spark.hits(points, walls, "reach", gap=True)
    assert rows(answer) == [("both", 1, 1.0), ("both", 2, 1.0)]
    assert rows(carom.spark.hits(points, walls, F.col("reach") / 2)) == []


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("-1d", "within is -1.0, must be a finite number >= 0"),
        ("double(null)", "within is null, must be a finite number"),
        ("double('NaN')", "within is NaN, must be a finite number >= 0"),
        ("double('inf')", "within is infinity, must be a finite number >= 0"),
        ("9007199254740993", "within is 9007199254740993, must be within 2**53"),
    ],
)
def test_bad_rows(circles, walls, value, reason):
    within = F.when(F.col("id") == 2, F.expr(value)).otherwise(F.lit(0))
    with pytest.raises(PythonException) as error:
        carom.spark.hits(circles, walls, within).collect()
    assert f"ValueError: spark.hits(): circles: the row with the id 2: {reason}" in str(error.value)
    answer = carom.spark.hits(circles, walls, within, gap=True, bad_rows="column")
    assert answer.columns == ["circle", "wall", "gap", "reject"]
    found = sorted(map(tuple, answer.collect()), key=repr)
    assert [row[:3] for row in found if row[3] is None] == [(1, "floor", 0.0), (3, "floor", -0.5), (3, "side", -0.5)]
    ((circle, wall, gap, reject),) = [row for row in found if row[3] is not None]
    assert (circle, wall, gap) == (2, None, None)
    assert reject.startswith(f"circles: {reason}")


def test_arguments(circles, walls):
    for call, kind, text in [
        ({"within": "reach"}, ValueError, r"circles: within: there is no column 'reach'; the columns are: id, cx, cy"),
        ({"within": "0.5"}, ValueError, "there is no column '0.5'"),
        ({"within": F.lit("a")}, TypeError, "within: the column has the type string, must be a number, or a column of"),
        ({"within": F.lit(True)}, TypeError, "the column has the type boolean"),
        ({"within": None}, TypeError, "within must be a number >= 0, the name of a column or a Column of Spark; it is"),
        ({"within": [1.0]}, TypeError, "it is a list"),
        ({"within": "inf"}, ValueError, "there is no column 'inf'"),
        ({"within": float("inf")}, ValueError, "within is inf, must be a finite number >= 0"),
        ({"ring": "r"}, TypeError, "ring is 'r', must be True or False"),
        ({"ring": F.col("r")}, TypeError, "must be True or False"),
        ({"gap": "gap"}, TypeError, "gap is 'gap', must be True or False"),
    ]:
        with pytest.raises(kind, match=r"^spark.hits\(\): .*") as error:
            carom.spark.hits(circles, walls, **call)
        assert text in str(error.value)
    with pytest.raises(TypeError, match=r"^spark.first\(\): hits_only is 'id', must be True or False"):
        carom.spark.first(circles, walls, hits_only="id")
    with pytest.raises(TypeError, match="the column id has the type string"):
        carom.spark.hits(circles.withColumn("id", F.lit("x")), walls, "id")
