"""The plan of shards: its answers are those of one scene, however the rows are partitioned."""

import itertools
from types import SimpleNamespace

import carom
import numpy as np
import pyarrow as pa
import pytest
from carom.spark import _sharded
from carom.spark._pieces import plan_pieces
from carom.spark._source import wall_source
from pyspark.sql import functions as F
from spark_cases import circle_columns, expected, frame, rows, wall_columns, with_ids


def some_ids(count, seed):
    """Ids that are null or repeated here and there."""
    ids = np.random.default_rng(seed).integers(0, count // 2, count)
    return pa.array(ids, mask=ids % 11 == 0)


def stacked(*tables):
    return {name: np.concatenate([table[name] for table in tables]) for name in tables[0]}


def odd_walls():
    """A grid with ties, equal walls, long walls, rays and lines, and walls at the end of the range."""
    grid = wall_columns(500, 1)
    same = {name: np.repeat(column[:1], 150) for name, column in wall_columns(1, 2).items()}
    far = wall_columns(6, 3)
    far |= {
        "ax": np.array([1e300, -1e300, 1.7e308, -1.7e308, 0.0, 0.0]),
        "ay": np.array([0.0, 0, 1.7e308, 3, 1e300, 5]),
    }
    far |= {"bx": np.array([1e300, -1e300, -1.7e308, 1.7e308, 1.0, 2.0]), "extent": np.zeros(6, dtype=np.int32)}
    return with_ids(stacked(grid, same, far), some_ids(656, 4))


def odd_circles():
    """A grid, equal rows, one far from all walls, one that reaches all."""
    grid = circle_columns(300, 5)
    same = {name: np.repeat(column[:2], 40) for name, column in grid.items()}
    far = circle_columns(3, 6) | {"cx": np.array([1e5, 10.0, -1e300]), "r": np.array([1.0, 1e4, 0.0])}
    far["vx"] = np.array([-1e5, 0.0, 0.0])
    table = with_ids(stacked(grid, same, far), some_ids(383, 7))
    ids = table["id"].to_pylist()
    ids[300:380] = [7] * 80
    return table | {"id": pa.array(ids)}


QUESTIONS = [("hits", 0.0, False), ("hits", 0.5, True), ("first", False), ("first", True)]
QUESTIONS += [("nearest", 1), ("nearest", 3), ("nearest", 60)]


@pytest.fixture(scope="module")
def odd(spark):
    return frame(spark, odd_walls()).repartition(3), frame(spark, odd_circles()).repartition(5)


@pytest.fixture(scope="module")
def prepared(odd):
    return carom.spark.prepare(odd[0], walls_per_shard=50)


@pytest.mark.parametrize("question", QUESTIONS)
def test_answers_are_those_of_one_scene(odd, prepared, question):
    name, *arguments = question
    named = {"hits_only": arguments[0]} if name == "first" else {}
    answer = getattr(carom.spark, name)(odd[1], prepared, *([] if named else arguments), **named)
    assert rows(answer) == expected(name, odd_walls(), odd_circles(), *arguments)


def test_movers_that_meet_nothing(spark):
    """Short walls only. Many movers are beside them, and some are between them."""
    walls = wall_columns(60, 12) | {"extent": np.zeros(60, dtype=np.int32)}
    movers = circle_columns(200, 13)
    movers["cx"][::2] += 21
    tables = frame(spark, with_ids(movers)), frame(spark, with_ids(walls))
    wanted = expected("first", walls, movers)
    assert [row[2] for row in wanted].count("miss") > 50
    assert rows(carom.spark.first(*tables, walls_per_shard=9)) == wanted


@pytest.fixture
def planned(monkeypatch):
    """The pieces of each question that is asked, and a number by which to divide the limit of their circles."""
    planned = SimpleNamespace(pieces=[], smaller=1)

    def plan(spark, walls, circles, limit):
        planned.pieces.append(plan_pieces(spark, walls, circles, limit // planned.smaller))
        return planned.pieces[-1]

    monkeypatch.setattr(_sharded, "plan_pieces", plan)
    return planned


def test_many_pieces(odd, prepared, planned):
    """Pieces of few circles: the walls of a shard are in many of them."""
    planned.smaller = 10
    answer = carom.spark.nearest(odd[1], prepared, 3)
    assert rows(answer) == expected("nearest", odd_walls(), odd_circles(), 3)
    assert planned.pieces[0].parts.max() > 3


@pytest.mark.parametrize("parts", [(1, 1), (7, 40)])
def test_any_partitioning(spark, parts):
    """Without ids the rows are numbered, and the answers name the same rows."""
    walls, circles = wall_columns(300, 8), circle_columns(200, 9)
    numbered = with_ids(walls), with_ids(circles)
    tables = [frame(spark, table).repartition(count, "id") for table, count in zip(numbered, parts, strict=True)]
    assert rows(carom.spark.hits(tables[1], tables[0], walls_per_shard=40)) == expected("hits", walls, circles)
    plain = frame(spark, circles), frame(spark, walls)
    assert rows(carom.spark.nearest(*plain, 2, walls_per_shard=40)) == expected("nearest", walls, circles, 2)


def test_circles_in_one_city(spark, planned):
    """All circles at few shards: these are divided into pieces, and the others are asked nothing."""
    walls, circles = wall_columns(400, 10), circle_columns(3000, 11)
    circles["cx"], circles["cy"] = circles["cx"] / 20, circles["cy"] / 20
    answer = carom.spark.hits(frame(spark, with_ids(circles)), frame(spark, with_ids(walls)), walls_per_shard=40)
    assert rows(answer) == expected("hits", walls, circles)
    assert planned.pieces[0].parts.max() > 3
    assert planned.pieces[0].parts.min() == 0


def test_no_circles_and_no_answers(spark, prepared):
    none = frame(spark, with_ids(circle_columns(4, 1))).where("id < 0")
    for name in ("hits", "first", "nearest"):
        assert getattr(carom.spark, name)(none, prepared).count() == 0


def test_circles_cannot_be_a_stream(spark, prepared, tmp_path):
    frame(spark, with_ids(circle_columns(4, 1))).write.parquet(str(tmp_path / "circles"))
    schema = "id long, cx double, cy double, r double"
    stream = spark.readStream.schema(schema).parquet(str(tmp_path / "circles"))
    with pytest.raises(ValueError, match="circles: a streaming DataFrame needs walls that are one scene"):
        carom.spark.hits(stream, prepared)


def test_ids_of_other_types(spark):
    """Texts, times, decimals, structures and arrays; maps only where no order is needed."""
    walls, circles = wall_columns(200, 12), circle_columns(60, 13)
    tables = [frame(spark, with_ids(table)) for table in (walls, circles)]
    wanted = expected("nearest", walls, circles, 2)
    for make, read in (
        (lambda i: F.format_string("id %05d", i), lambda value: int(value[3:])),
        (lambda i: F.timestamp_seconds(i), lambda value: int(value.timestamp())),
        (lambda i: i.cast("decimal(30, 5)"), int),
        (lambda i: F.struct(F.lit(1.0).alias("a"), i.alias("b")), lambda value: value.b),
        (lambda i: F.array(i, F.lit(None)), lambda value: value[0]),
    ):
        named = [table.withColumn("id", make(F.col("id"))) for table in tables]
        answer = carom.spark.nearest(named[1], named[0], 2, walls_per_shard=30)
        found = sorted(((read(r.circle), read(r.wall), r.rank, r.gap) for r in answer.collect()), key=repr)
        assert found == wanted
    named = [table.withColumn("id", F.create_map(F.lit("n"), F.col("id"))) for table in tables]
    found = sorted((r.circle["n"], r.wall["n"]) for r in carom.spark.hits(*named[::-1], walls_per_shard=30).collect())
    assert found == sorted(expected("hits", walls, circles))
    with pytest.raises(TypeError, match="the ids have the type map<string,bigint>, which Spark cannot sort"):
        carom.spark.nearest(*named[::-1], walls_per_shard=30)
    pairs = carom.spark.nearest(tables[1], named[0], 2, walls_per_shard=30).collect()
    assert sorted((r.circle, r.rank, r.gap) for r in pairs) == sorted((c, rank, gap) for c, _, rank, gap in wanted)


def test_each_wall_in_one_shard_whatever_the_partitioning(odd, prepared):
    cut = prepared._built.cut
    reader = wall_source("spark.hits", odd[0]).reader

    def shards(batches):
        for batch in batches:
            walls = reader.read(batch)
            shard = cut.shards(_sharded.WallColumns.of(walls), walls.column("id"))
            yield pa.RecordBatch.from_arrays([*walls.columns, pa.array(shard)], names=[*walls.schema.names, "shard"])

    schema = "id long, ax double, ay double, bx double, by double, wr double, extent byte, shard long"
    found = [
        sorted(map(tuple, odd[0].repartition(count).mapInArrow(shards, schema).collect()), key=repr) for count in (1, 9)
    ]
    assert found[0] == found[1]
    assert len(found[0]) == 656
    sizes = [len(list(group)) for _, group in itertools.groupby(sorted(row[-1] for row in found[0]))]
    assert max(sizes) <= 75


@pytest.mark.parametrize("question", ["hits", "first", "nearest"])
def test_equal_rows_that_leave_a_shard_empty(spark, question):
    """Equal rows have equal hashes, so of the shards of their leaf one has all of them and the others none."""
    wall = spark.sql("select 1 as id, 0d as ax, 1d as ay, 1d as bx, 1d as by")
    circle = spark.sql("select 1 as id, 0d as cx, 0d as cy, 1d as r, 1d as vx, 0d as vy")
    ask = getattr(carom.spark, question)
    assert rows(ask(circle, wall.union(wall), walls_per_shard=1)) == rows(ask(circle, wall.union(wall)))
