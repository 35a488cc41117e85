"""Ids of any type come back as they were, from circles and from walls."""

import carom
import pytest

TYPES = {
    "int": "cast(id as int)",
    "bigint": "id - 9007199254740995",
    "tinyint": "cast(id as tinyint)",
    "string": "concat('wall é ', id)",
    "uuid": "concat('123e4567-e89b-12d3-a456-42661417400', id)",
    "double": "id / 3",
    "nan": "cast(if(id = 1, 'NaN', '2') as double)",
    "decimal(38,10)": "cast(id as decimal(38, 10)) / 7",
    "boolean": "id = 1",
    "binary": "cast(concat('x', id) as binary)",
    "date": "date_add(date'2026-01-30', cast(id as int))",
    "timestamp": "timestamp_seconds(1700000000 + id / 7)",
    "timestamp_ntz": "cast(timestamp_seconds(1700000000 + id) as timestamp_ntz)",
    "interval": "make_dt_interval(cast(id as int))",
    "struct": "struct(id as a, struct('x' as c, array(id) as d) as b)",
    "array": "array(id, null)",
    "map": "map('k', id)",
    "null": "if(id = 1, null, id)",
    "all null": "cast(null as string)",
    "void": "null",
}


@pytest.mark.parametrize("name", TYPES)
def test_ids_come_back(spark, name):
    given = spark.range(3).selectExpr(f"{TYPES[name]} as id", "cast(id as double) * 10 as cx", "0 as cy", "1 as r")
    walls = given.selectExpr("id", "cx as ax", "-1 as ay", "cx as bx", "1 as by")
    answer = carom.spark.hits(given, walls)
    assert answer.schema["circle"].dataType == given.schema["id"].dataType
    assert answer.schema["wall"].dataType == given.schema["id"].dataType
    ids = [repr(row.id) for row in given.collect()]
    assert sorted((repr(c), repr(w)) for c, w in answer.collect()) == sorted(zip(ids, ids, strict=True))


def test_row_numbers_go_over_all_partitions(spark):
    circles = (
        spark.range(100, numPartitions=7).where("id % 10 != 3").selectExpr("id * 10d as cx", "0 as cy", "1 as r", "id")
    )
    walls = circles.selectExpr("cx as ax", "-1 as ay", "cx as bx", "1 as by")
    found = carom.spark.hits(circles, walls).orderBy("circle").collect()
    assert [row.wall for row in found] == list(range(90))
    assert [row.circle for row in found] == [i for i in range(100) if i % 10 != 3]


def test_circle_numbers(spark):
    circles = spark.range(50, numPartitions=4).selectExpr("id * 10d as cx", "0 as cy", "1 as r")
    walls = circles.selectExpr("cx as ax", "-1 as ay", "cx as bx", "1 as by")
    found = carom.spark.hits(circles.where("cx >= 100"), walls).orderBy("circle").collect()
    assert [tuple(row) for row in found] == [(i, i + 10) for i in range(40)]


def test_rows_that_changed_are_no_silent_error(spark, tmp_path):
    """Without ids the rows are counted first; more rows afterwards are an error."""
    path = str(tmp_path / "circles")
    spark.range(3, numPartitions=1).selectExpr("id * 10d as cx", "0 as cy", "1 as r").write.parquet(path)
    walls = spark.sql("select 0d as ax, 0d as ay, 1d as bx, 0d as by")
    from carom.spark import _source

    source = _source.circle_source("spark.hits", spark.read.parquet(path))
    source.reader.number_rows({0: 2})
    with pytest.raises(Exception, match="Spark gave other rows than before; give them a column id"):
        source.read().collect()
    assert carom.spark.hits(spark.read.parquet(path), walls).count() == 1


def test_other_columns_and_equal_ids(spark):
    circles = spark.sql(
        "select 1 as id, 'x' as note, 0 as cx, 0 as cy, 1 as r, array(1) as more union all select 1, 'y', 0, 0, 1, null"
    )
    walls = spark.sql("select 'w' as id, 0 as ax, 0 as ay, 1 as bx, 0 as by, interval 1 month as other")
    assert [tuple(row) for row in carom.spark.hits(circles, walls).collect()] == [(1, "w"), (1, "w")]
