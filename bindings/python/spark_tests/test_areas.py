"""Areas and clearances of DataFrames: the answers of a scene, polygons, errors. Room: tests."""

import carom
import numpy as np
import pytest
import shapely
from carom.spark import _areas
from pyspark.sql import functions as F

WALL = "ax double, ay double, bx double, by double, wr double"
CIRCLE = "id string, cx double, cy double, r double"


def rings(seed):
    """Rows of walls of triangles, with the name of their area."""
    random = np.random.default_rng(seed)
    rows = []
    for name in ("hall", "yard", "lane", "well"):
        points = random.integers(-9, 10, (3, 2)).astype(float)
        rows += [(name, *p.tolist(), *q.tolist(), 0.5) for p, q in zip(points, np.roll(points, 1, axis=0), strict=True)]
    return rows


def circles(seed, count):
    random = np.random.default_rng(seed)
    columns = (*random.integers(-10, 11, (2, count)).astype(float), random.choice([0.0, 0.5, 2.0], count))
    return [(f"c{i}", *row) for i, row in enumerate(np.column_stack(columns).tolist())]


def rows_of(frame):
    return sorted(map(tuple, frame.collect()))


@pytest.mark.parametrize("within", [0.0, 1.5])
def test_areas_are_those_of_a_scene(spark, within):
    walls, asked = rings(1), circles(2, 200)
    names = sorted({row[0] for row in walls})
    scene = carom.Scene(*np.array([row[1:] for row in walls]).T, group=[names.index(row[0]) + 1 for row in walls])
    found = scene.areas(*np.array([row[1:] for row in asked]).T, within)
    words = [member.name.lower().replace("_", "-") for member in carom.AreaRelation]
    expected = sorted(
        (asked[c][0], names[a - 1], words[relation], distance) for c, a, relation, distance in zip(*found, strict=True)
    )
    frames = (
        spark.createDataFrame(asked, CIRCLE).repartition(3),
        spark.createDataFrame([*walls[::-1], (None, 0.0, 0.0, 9.0, 9.0, 0.0)], f"area string, {WALL}").repartition(3),
    )
    answer = carom.spark.areas(*frames, within)
    assert answer.columns == ["circle", "area", "relation", "distance"]
    assert rows_of(answer) == expected
    each = carom.spark.areas(frames[0].withColumn("far", F.lit(within)), frames[1], "far")
    assert rows_of(each) == expected


def test_polygons_are_areas(spark):
    shapes = [shapely.box(0, 0, 9, 9), shapely.MultiPolygon([shapely.box(20, 0, 29, 9), shapely.box(40, 0, 49, 9)])]
    table = [("a", shapely.to_wkb(shapes[0])), ("b", shapely.to_wkb(shapes[1])), ("c", None)]
    frame = spark.createDataFrame(table, "id string, geometry binary")
    points = spark.createDataFrame([("1", 4.0, 4.0, 0.0), ("2", 41.0, 1.0, 1.0), ("3", 60.0, 0.0, 1.0)], CIRCLE)
    assert rows_of(carom.spark.areas(points, frame)) == [
        ("1", "a", "inside", -4.0),
        ("2", "b", "inside-touching", -1.0),
    ]
    assert rows_of(carom.spark.areas(points, frame.drop("id").coalesce(1)).select("area")) == [(0,), (1,)]


def test_errors_of_areas(spark):
    points = spark.createDataFrame([("1", 4.0, 4.0, 0.0)], CIRCLE)
    rows = rings(3)
    good = spark.createDataFrame(rows, f"area string, {WALL}")
    with pytest.raises(ValueError, match=r"^spark.areas\(\): walls: area 'well' is open at \(.*\): an even number"):
        carom.spark.areas(points, spark.createDataFrame(rows[:-1], f"area string, {WALL}"))
    line = good.withColumn("extent", F.lit("line"))
    with pytest.raises(ValueError, match=r"^spark.areas\(\): walls: a wall of area '\w+' is a line, must be a segment"):
        carom.spark.areas(points, line)
    with pytest.raises(ValueError, match=r"spark.areas\(\): walls: there is no column 'area', and no polygons"):
        carom.spark.areas(points, good.drop("area"))
    shape = spark.createDataFrame([("a", shapely.to_wkb(shapely.LineString([(0, 0), (1, 1)])))], "id string, g binary")
    with pytest.raises(ValueError, match="the geometry is a LineString, must be a polygon"):
        carom.spark.areas(points, shape)
    rejected = carom.spark.areas(points, shape, bad_rows="column").collect()
    assert [row.reject for row in rejected] == ["walls: the geometry is a LineString, must be a polygon"]
    with pytest.raises(ValueError, match=r"spark.areas\(\): within is -1, must be a finite number >= 0"):
        carom.spark.areas(points, good, -1)


@pytest.mark.parametrize("size", [4096, 3])
def test_clearances_are_those_of_a_scene(spark, size, monkeypatch):
    monkeypatch.setattr(_areas, "SLICE", size)
    walls, others = rings(4), rings(5)
    net = [None, "x", "y"]
    tables = [[(i, net[i % 3], *row[1:]) for i, row in enumerate(rows)] for rows in (walls, others)]
    frames = [spark.createDataFrame(rows, f"id long, net string, {WALL}").repartition(2) for rows in tables]
    columns = [np.array([row[1:] for row in rows]).T for rows in (walls, others)]
    scenes = [carom.Scene(*column, group=np.arange(len(column[0])) % 3) for column in columns]
    for options, same in (({}, False), ({"except_same": "net"}, True)):
        own = scenes[0].clearance(1.0, except_same_group=same)
        got = carom.spark.clearance(frames[0], within=1.0, **options)
        assert got.columns == ["wall", "other", "relation", "gap", "px", "py", "qx", "qy"]
        assert rows_of(got.select("wall", "other", "gap")) == list(zip(*(x.tolist() for x in own), strict=True))
        two = scenes[0].clearance(1.0, scenes[1], except_same_group=same)
        got = carom.spark.clearance(*frames, 1.0, **options)
        assert rows_of(got.select("wall", "other", "gap")) == list(zip(*(x.tolist() for x in two), strict=True))
    signs = {"separate": 1, "touching": 0, "overlapping": -1}
    assert all(np.sign(row.gap) == signs[row.relation] for row in got.collect())


def test_clearances_of_few_walls_and_errors(spark):
    none = spark.createDataFrame([], WALL)
    one = spark.createDataFrame([(0.0, 0.0, 1.0, 0.0, 0.0)], WALL)
    assert carom.spark.clearance(none).count() == carom.spark.clearance(one).count() == 0
    assert [tuple(row)[:4] for row in carom.spark.clearance(one, one).collect()] == [(0, 0, "touching", 0.0)]
    with pytest.raises(ValueError, match=r"spark.clearance\(\): walls: there is no column 'id'"):
        carom.spark.clearance(one, except_same="net")
    with pytest.raises(TypeError, match=r"spark.clearance\(\): within is 'far', must be a number"):
        carom.spark.clearance(one, within="far")
    with pytest.raises(TypeError, match="outline is 'yes', must be True or False"):
        carom.spark.clearance(one, outline="yes")
