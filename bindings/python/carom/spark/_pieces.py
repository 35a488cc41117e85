"""Pieces of work: a shard's walls and a bounded number of the circles that are asked in it.

A shard in which many circles are asked is divided into pieces, each with all of its walls. The circles are divided by
a hash of their rows. The pieces are then spread over the tasks of a shuffle so that all have similar numbers of rows.

The key of a row in the shuffle is task << 33 | piece << 1 | kind, where kind is 0 for walls and 1 for circles. It is
one number, so that Spark can radix sort by it.

Room: Spark, plain arrays.
"""

import heapq
from dataclasses import dataclass
from typing import Any

import numpy as np
from pyspark.sql import SparkSession
from pyspark.sql import functions as F

TASK_SHIFT = 33
_SHARDS_OF_TASK = 8
"""About how many shards' rows a task has at most."""


@dataclass(frozen=True)
class Pieces:
    """The pieces of all shards. Circles that reach no shard, if they are asked at all, are counted in the first one."""

    parts: Any
    """For each shard, how many pieces it has: 0 if no circle is asked in it."""
    keys: Any
    """For each piece its key, without the kind."""
    tasks: int
    """The tasks of the shuffle."""

    @property
    def first(self) -> Any:
        """For each shard, its first piece."""
        return np.concatenate(([0], np.cumsum(self.parts)[:-1])).astype(np.int64)

    def of_walls(self, shard: Any) -> tuple[Any, Any]:
        """The rows, and the key of each piece that they are in: each wall is in all pieces of its shard."""
        parts = self.parts[shard]
        row = np.repeat(np.arange(len(shard)), parts)
        within = np.arange(len(row)) - np.repeat(np.cumsum(parts) - parts, parts)
        return row, self.keys[self.first[shard[row]] + within]

    def of_circles(self, shard: Any, hashes: Any) -> Any:
        """The key of the piece of each circle that is asked in a shard."""
        part = hashes % np.maximum(self.parts[shard], 1).astype(np.uint64)
        return self.keys[self.first[shard] + part.astype(np.int64)] | 1


def plan_pieces(spark: SparkSession, walls: Any, circles: Any, limit: int) -> Pieces:
    """The pieces of shards of at most `limit` walls: `walls` and `circles` are how many each shard has and is asked."""
    asked = circles > 0
    rows = np.where(asked, walls + circles, 0)
    # As many tasks as the session's shuffles have; more if a task would have the rows of many shards.
    usual = int(spark.conf.get("spark.sql.shuffle.partitions") or 1)
    tasks = max(usual, int(-(-rows.sum() // (_SHARDS_OF_TASK * limit))))
    # A shard is divided once for every so many circles. So the copies of its walls add about as many rows, at most,
    # as it has circles.
    most = max(limit, int(-(-rows.sum() // tasks)))
    parts = np.where(asked, -(-circles // most), 0).astype(np.int64)
    weights = np.repeat(np.where(asked, walls + circles // np.maximum(parts, 1), 0), parts)
    tasks = max(min(tasks, len(weights)), 1)
    task = _spread(weights, tasks)
    keys = _task_numbers(spark, tasks)[task] << TASK_SHIFT | np.arange(len(weights)) << 1
    return Pieces(parts, keys, tasks)


def _spread(weights: Any, tasks: int) -> Any:
    """The task of each piece: the heaviest piece first, each to the task with the least weight so far."""
    answer = np.empty(len(weights), dtype=np.int64)
    loads = [(0, task) for task in range(tasks)]
    for piece in np.argsort(-weights, kind="stable").tolist():
        load, task = loads[0]
        answer[piece] = task
        heapq.heapreplace(loads, (load + int(weights[piece]), task))
    return answer


def _task_numbers(spark: SparkSession, tasks: int) -> Any:
    """A number for each task that `repartition(tasks, column)` sends to a partition of its own.

    Spark 4.0 cannot place rows by the number of the partition, only by a hash of it.
    """
    if tasks == 1:
        return np.zeros(1, dtype=np.int64)
    # Among so many numbers every partition very probably has one. If not, two tasks share a partition.
    tried = spark.range(int(tasks * (np.log(tasks) + 16)))
    placed = tried.select("id", F.pmod(F.hash("id"), F.lit(tasks)).alias("partition")).toArrow()
    numbers = np.arange(tasks, dtype=np.int64)
    place, first = np.unique(placed["partition"].to_numpy(), return_index=True)
    numbers[place] = placed["id"].to_numpy()[first]
    return numbers
