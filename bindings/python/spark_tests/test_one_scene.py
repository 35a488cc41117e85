"""The plan of one scene: its answers are those of one machine, however the rows are partitioned."""

import csv
import os
import subprocess

import carom
import numpy as np
import pyarrow as pa
import pytest
from carom.spark import _answers, _one_scene
from carom.spark._source import circle_source
from spark_cases import WALL, circle_columns, expected, frame, rows, wall_columns, with_ids

WALLS, CIRCLES = wall_columns(300, 1), circle_columns(500, 2)


@pytest.fixture(scope="module")
def plain(spark):
    return frame(spark, CIRCLES), frame(spark, WALLS)


@pytest.fixture(scope="module", params=[1, 5, 0])
def shuffled(request, spark):
    """The same tables with ids, in any order and number of partitions, some of them empty."""
    count = request.param
    circles, walls = frame(spark, with_ids(CIRCLES)), frame(spark, with_ids(WALLS))
    if count == 0:
        return circles.repartition(12, "cx"), walls.repartition(9, "ay")
    return circles.repartition(count), walls.repartition(count)


@pytest.mark.parametrize("within", [0.0, 0.5])
@pytest.mark.parametrize("ring", [False, True])
def test_hits(plain, within, ring):
    answer = carom.spark.hits(*plain, within, ring)
    assert answer.columns == ["circle", "wall"]
    assert rows(answer) == expected("hits", WALLS, CIRCLES, within, ring)


@pytest.mark.parametrize("hits_only", [False, True])
def test_first(plain, hits_only):
    answer = carom.spark.first(*plain, hits_only=hits_only)
    assert answer.columns == "mover wall kind t x y px py nx ny feature".split()
    assert rows(answer) == expected("first", WALLS, CIRCLES, hits_only)


@pytest.mark.parametrize("k", [1, 3, 301])
def test_nearest(plain, k):
    circles = plain[0].limit(20) if k > 300 else plain[0]
    answer = carom.spark.nearest(circles, plain[1], k)
    assert answer.columns == ["circle", "wall", "rank", "gap"]
    some = {name: column[: 20 if k > 300 else None] for name, column in CIRCLES.items()}
    assert rows(answer) == expected("nearest", WALLS, some, k)


def test_any_partitioning(shuffled):
    prepared = carom.spark.prepare(shuffled[1])
    assert len(prepared) == 300
    assert repr(prepared) == "<carom.spark.PreparedWalls of 300 walls>"
    assert rows(carom.spark.hits(shuffled[0], prepared, 0.5)) == expected("hits", WALLS, CIRCLES, 0.5)
    assert rows(carom.spark.first(shuffled[0], prepared)) == expected("first", WALLS, CIRCLES)
    assert rows(carom.spark.nearest(shuffled[0], prepared, 2)) == expected("nearest", WALLS, CIRCLES, 2)


def test_ties_go_to_the_lower_id_in_the_order_of_spark(spark, circles):
    wall = {"ax": [0.0] * 3, "ay": [0.0] * 3, "bx": [4.0] * 3, "by": [0.0] * 3}
    answer = carom.spark.nearest(circles.where("id = 1"), frame(spark, {"id": ["b", "B", None], **wall}), 3)
    assert [row.wall for row in answer.orderBy("rank").collect()] == [None, "B", "b"]
    answer = carom.spark.first(circles.where("id = 1"), frame(spark, {"id": [10, 9, 11], **wall}))
    assert answer.collect()[0].wall == 9


def test_ties_without_an_order_of_ids(spark, circles):
    """Maps have no order: then the numbers decide, the same for any partitioning."""
    walls = spark.sql("select map('n', id) as id, 0d as ax, 0d as ay, 4d + id as bx, 0d as by from range(5)")
    for count in (1, 3):
        answer = carom.spark.first(circles.where("id = 1"), walls.repartition(count))
        assert answer.collect()[0].wall == {"n": 0}


@pytest.mark.parametrize("empty", ["circles", "walls", "both"])
def test_no_rows(plain, empty):
    circles = plain[0].limit(0) if empty != "walls" else plain[0].limit(2)
    walls = plain[1].limit(0) if empty != "circles" else plain[1]
    assert carom.spark.hits(circles, walls).collect() == []
    assert carom.spark.nearest(circles, walls).collect() == []
    found = carom.spark.first(circles, walls).collect()
    assert [row.kind for row in found] == ([] if empty != "walls" else ["miss", "miss"])
    assert carom.spark.hits(circles, walls).schema.simpleString() == "struct<circle:bigint,wall:bigint>"


def test_empty_partitions(spark):
    """All circles, and all walls, are in one partition of eight."""
    circles = frame(spark, with_ids(CIRCLES)).repartition(8, "cx").where("cx = 3")
    walls = frame(spark, with_ids(WALLS)).repartition(8, "ax").where("ax = 3")
    asked, built = CIRCLES["cx"] == 3, WALLS["ax"] == 3
    wanted = [(circle, wall) for circle, wall in expected("hits", WALLS, CIRCLES) if asked[circle] and built[wall]]
    assert len(wanted) > 5
    assert rows(carom.spark.hits(circles, walls)) == wanted


def test_slices(monkeypatch):
    """A batch is asked in slices of bounded answers; a circle with more walls is a slice of its own."""
    monkeypatch.setattr(_answers, "MOST_ROWS", 10)
    slices = [(s.start, s.stop) for s in _answers._slices(np.array([4, 6, 1, 25, 0, 0, 10, 0, 11]))]
    assert slices == [(0, 2), (2, 3), (3, 4), (4, 8), (8, 9)]
    assert list(_answers._slices(np.array([], dtype=int))) == []


def test_answers_in_slices(monkeypatch):
    """With tiny slices the batches join to the same answer."""
    monkeypatch.setattr(_answers, "MOST_ROWS", 7)
    circles = pa.RecordBatch.from_pydict(with_ids(CIRCLES))
    scene, wall_ids = carom.Scene(*(WALLS[name] for name in WALL)), pa.array(np.arange(300))
    batches = list(_answers.hits(scene, wall_ids, circles, 0.5, False, False))
    assert len(batches) > 50
    found = [tuple(row.values()) for batch in batches for row in batch.to_pylist()]
    assert sorted(found, key=repr) == expected("hits", WALLS, CIRCLES, 0.5)
    batches = list(_answers.nearest(scene, wall_ids, circles, 3))
    found = [tuple(row.values()) for batch in batches for row in batch.to_pylist()]
    assert sorted(found, key=repr) == expected("nearest", WALLS, CIRCLES, 3)


def test_workers_use_the_threads_of_their_task(spark, plain):
    """A task of Spark has one core unless spark.task.cpus says more."""
    prepared = carom.spark.prepare(plain[1])
    file = prepared._built.file

    def threads(batches):
        for _ in batches:
            file.open()
            yield pa.RecordBatch.from_pydict({"threads": [carom.get_threads()]})

    source = circle_source("test", plain[0])
    assert {row.threads for row in source.frame.mapInArrow(threads, "threads long").collect()} == {1}
    assert prepared._plan is _one_scene


def test_the_tool_says_the_same(plain, tmp_path):
    tool = os.environ.get("CAROM_TOOL")
    if not tool:
        pytest.skip("CAROM_TOOL names no tool")
    for name, columns in (("circles", CIRCLES), ("walls", WALLS)):
        columns = dict(columns)
        if "extent" in columns:
            columns["extent"] = [carom.Extent(code).name.lower() for code in columns["extent"].tolist()]
        with (tmp_path / f"{name}.csv").open("w", newline="") as file:
            writer = csv.writer(file)
            writer.writerow(columns)
            writer.writerows(zip(*(np.asarray(c).tolist() for c in columns.values()), strict=True))

    def ask(*arguments):
        command = [tool, arguments[0], tmp_path / "circles.csv", tmp_path / "walls.csv", *arguments[1:]]
        text = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        return list(csv.reader(text.splitlines()[1:]))

    for options, keywords in (((), {}), (("--within", "0.5"), {"within": 0.5}), (("--ring",), {"ring": True})):
        pairs = [(int(row[0]), int(row[1])) for row in ask("hits", *options)]
        assert sorted(map(tuple, carom.spark.hits(*plain, **keywords).collect())) == sorted(pairs)
    near = [(int(row[0]), int(row[1])) for row in ask("nearest", "--k", "3")]
    found = carom.spark.nearest(*plain, k=3).orderBy("circle", "rank").collect()
    assert [(row.circle, row.wall) for row in found] == near
    movers = {int(row[0]): row for row in ask("first", "--no-graze")}
    found = carom.spark.first(*plain, hits_only=True).collect()
    assert len(found) == len(movers)
    for row in found:
        told = movers[row.mover]
        assert [row.wall, row.kind, row.feature] == [int(told[1]) if told[1] else None, told[2], told[10] or None]
        assert list(row[3:10]) == [float(value) if value else None for value in told[3:10]]


def test_a_stream_of_circles(spark, walls, circles, tmp_path):
    """Files that arrive are circles that are asked."""
    circles.write.parquet(str(tmp_path / "circles"))
    stream = spark.readStream.schema(circles.schema).parquet(str(tmp_path / "circles"))
    answer = carom.spark.hits(stream, walls)
    assert answer.isStreaming
    query = answer.writeStream.format("memory").queryName("stream_hits").trigger(availableNow=True).start()
    query.awaitTermination()
    found = sorted(tuple(row) for row in spark.table("stream_hits").collect())
    assert found == [(1, "floor"), (3, "floor"), (3, "side")]
    with pytest.raises(ValueError, match="a streaming DataFrame needs a column id"):
        carom.spark.hits(stream.drop("id"), walls)
    with pytest.raises(ValueError, match="foreachBatch"):
        carom.spark.hits(stream, walls, bad_rows="column")
    with pytest.raises(ValueError, match="cannot hold the walls"):
        carom.spark.prepare(stream)
