"""What is read, and what is said of rows, columns and arguments that are wrong."""

import carom
import pytest
from pyspark.errors import PythonException
from pyspark.sql import functions as F

FINITE = "must be a finite number"
BAD = [
    ("cx", "cast(null as double)", f"cx is null, {FINITE}"),
    ("cy", "cast('NaN' as double)", f"cy is NaN, {FINITE}"),
    ("cx", "cast('-inf' as float)", f"cx is -infinity, {FINITE}"),
    ("r", "-0.5d", "r is -0.5, must be a finite number >= 0"),
    ("r", "cast(-1 as decimal(3, 1))", "r is -1.0, must be a finite number >= 0"),
    ("cx", "9007199254740993", "cx is 9007199254740993, must be within 2**53"),
    ("cy", "-9223372036854775808L", "cy is -9223372036854775808, must be within 2**53"),
    ("cx", "cast(0.1 as decimal(5, 2))", "cx is 0.10, must be a number that a double holds exactly"),
]
BAD_WALLS = [
    ("ax", "cast(null as int)", f"ax is null, {FINITE}"),
    ("by", "cast('inf' as double)", f"by is infinity, {FINITE}"),
    ("wr", "-1", "wr is -1.0, must be a finite number >= 0"),
    ("extent", "'Line'", "extent is 'Line', must be 'segment', 'ray', 'line' or a code 0 to 2"),
    ("extent", "3", "extent is 3, must be 'segment', 'ray', 'line' or a code 0 to 2"),
    ("extent", "-1Y", "extent is -1, must be"),
]


def spoil(table, column, value, key):
    """The table with a bad value in one row."""
    if column not in table.columns:
        return table.withColumn(column, F.when(F.col("id") == key, F.expr(value)))
    kind = table.selectExpr(f"{value} as v").schema["v"].dataType
    kept = table.withColumn(column, F.col(column).cast(kind))
    return kept.withColumn(column, F.when(F.col("id") == key, F.expr(value)).otherwise(F.col(column)))


@pytest.mark.parametrize(("column", "value", "reason"), BAD)
def test_bad_circles(circles, walls, column, value, reason):
    bad = spoil(circles, column, value, 2)
    with pytest.raises(PythonException) as error:
        carom.spark.hits(bad, walls).collect()
    assert f"ValueError: spark.hits(): circles: the row with the id 2: {reason}" in str(error.value)
    answer = carom.spark.hits(bad, walls, bad_rows="column")
    assert answer.columns == ["circle", "wall", "reject"]
    found = sorted(map(tuple, answer.collect()), key=repr)
    good = [row for row in found if row[2] is None]
    assert [row[:2] for row in good] == [(1, "floor"), (3, "floor"), (3, "side")]
    ((circle, wall, reject),) = [row for row in found if row[2] is not None]
    assert (circle, wall) == (2, None)
    assert reject.startswith(f"circles: {reason}")


@pytest.mark.parametrize(("column", "value", "reason"), BAD_WALLS)
def test_bad_walls(circles, walls, column, value, reason):
    bad = spoil(walls, column, value, "side")
    with pytest.raises(ValueError) as error:  # noqa: PT011
        carom.spark.hits(circles, bad)
    assert str(error.value).startswith(f"spark.hits(): walls: the row with the id 'side': {reason}")
    answer = carom.spark.hits(circles, bad, bad_rows="column")
    found = sorted(map(tuple, answer.collect()), key=repr)
    assert found[:2] == [(1, "floor", None), (3, "floor", None)]
    assert found[2][:2] == (None, "side")
    assert found[2][2].startswith(f"walls: {reason}")


def test_row_numbers_in_messages(spark):
    circles = spark.range(20, numPartitions=3).selectExpr("if(id = 13, null, id) as cx", "0 as cy", "1 as r")
    walls = circles.selectExpr("cx as ax", "0 as ay", "cx as bx", "1 as by")
    with pytest.raises(ValueError, match=r"^spark.prepare\(\): walls: row 13: ax is null"):
        carom.spark.prepare(walls)
    with pytest.raises(PythonException, match=r"spark.hits\(\): circles: row 13: cx is null"):
        carom.spark.hits(circles, walls.dropna()).collect()


def test_the_column_reject_of_first_and_nearest(circles, walls):
    bad = spoil(circles, "vx", "cast('NaN' as double)", 2)
    answer = carom.spark.first(bad, walls, bad_rows="column")
    assert answer.columns[-1] == "reject"
    rows = {row.mover: row for row in answer.collect()}
    assert rows[2].reject == f"movers: vx is NaN, {FINITE}"
    assert rows[2].kind is rows[2].wall is rows[2].t is None
    assert rows[1].reject is None
    bad = spoil(circles, "r", "-1d", 2)
    answer = carom.spark.nearest(bad, walls, 2, bad_rows="column").collect()
    assert len(answer) == 5
    assert [row.rank for row in answer if row.reject] == [None]


def test_prepared_walls_keep_their_bad_rows(circles, walls):
    bad = spoil(walls, "wr", "-1", "side")
    prepared = carom.spark.prepare(bad, bad_rows="column")
    assert len(prepared) == 1
    assert carom.spark.hits(circles, prepared).columns == ["circle", "wall"]
    rejected = carom.spark.hits(circles, prepared, bad_rows="column").where("reject is not null").collect()
    assert [row.wall for row in rejected] == ["side"]


def test_all_that_is_wrong_with_many_rows(spark, walls):
    circles = spark.range(1000).selectExpr("id", "if(id % 2 = 0, null, id) as cx", "0 as cy", "-1 as r")
    answer = carom.spark.hits(circles, walls, bad_rows="column")
    assert answer.count() == 1000
    first = answer.where("circle = 0").collect()[0]
    assert first.reject == f"circles: cx is null, {FINITE}"


@pytest.mark.parametrize("kind", ["double", "float", "int", "bigint", "tinyint", "smallint", "decimal(20,3)"])
def test_number_types(circles, walls, kind):
    cast = [F.col(name).cast(kind).alias(name) for name in ("cx", "cy")]
    found = carom.spark.hits(circles.select("id", "r", *cast), walls).collect()
    assert sorted(map(tuple, found)) == [(1, "floor"), (3, "floor"), (3, "side")]


@pytest.mark.parametrize("values", ["'ray', 'line', 'segment', null", "1, 2, 0, null", "1Y, 2Y, 0Y, null"])
def test_extents_and_defaults(spark, values):
    walls = spark.sql(
        f"select posexplode(array({values})) as (id, extent), 0 as ax, 0 as ay, 1 as bx, 0 as by, int(null) as wr"
    )
    circles = spark.sql("select -5 as cx, 0 as cy, 1 as r union all select 5, 0, 1 union all select 0, 1, 1")
    found = sorted(tuple(row) for row in carom.spark.hits(circles, walls).collect())
    assert found == [(0, 1), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (2, 3)]


def test_columns_that_are_missing_or_of_another_type(spark, circles, walls):
    with pytest.raises(ValueError, match=r"^spark.hits\(\): circles: there is no column 'r'; the columns are: id, cx"):
        carom.spark.hits(circles.drop("r"), walls)
    with pytest.raises(ValueError, match=r"^spark.first\(\): movers: there is no column 'vy'"):
        carom.spark.first(circles.drop("vy"), walls)
    with pytest.raises(ValueError, match=r"^spark.hits\(\): walls: there is no column 'ay'"):
        carom.spark.hits(circles, walls.drop("ay"))
    with pytest.raises(TypeError, match=r"circles: the column cx has the type string, must hold numbers: cast it"):
        carom.spark.hits(circles.withColumn("cx", F.lit("1")), walls)
    with pytest.raises(TypeError, match=r"walls: the column extent has the type double, must hold the words segment"):
        carom.spark.hits(circles, walls.withColumn("extent", F.lit(1.0)))
    with pytest.raises(TypeError, match=r"^spark.hits\(\): circles is a dict, must be a Spark DataFrame"):
        carom.spark.hits({}, walls)
    with pytest.raises(TypeError, match=r"^spark.prepare\(\): walls is a list, must be a Spark DataFrame"):
        carom.spark.prepare([1])
    text = r"walls is a DataFrame of pandas, must be a Spark DataFrame: pass spark.createDataFrame\(walls\)"
    with pytest.raises(TypeError, match=text):
        carom.spark.hits(circles, walls.toPandas())


def test_arguments(circles, walls):
    for call, text in [
        (
            lambda: carom.spark.hits(circles, walls, -1.0),
            r"spark.hits\(\): within is -1.0, must be a finite number >= 0",
        ),
        (lambda: carom.spark.hits(circles, walls, float("nan")), "within is nan"),
        (lambda: carom.spark.nearest(circles, walls, 0), r"spark.nearest\(\): k is 0, must be an integer >= 1"),
        (lambda: carom.spark.nearest(circles, walls, 1.5), "k is 1.5"),
        (lambda: carom.spark.first(circles, walls, bad_rows="drop"), "bad_rows is 'drop', must be 'error' or 'column'"),
        (
            lambda: carom.spark.prepare(walls, walls_per_shard=0),
            "walls_per_shard is 0, must be None or an integer >= 1",
        ),
        (lambda: carom.spark.hits(circles, carom.spark.prepare(walls), walls_per_shard=9), "an argument of prepare"),
    ]:
        with pytest.raises(ValueError, match=text):
            call()
