"""Answers as batches and as columns of DataFrames: what a scene says of a batch of circles.

A batch of circles is asked slice by slice, so that a worker holds at most `MOST_ROWS` rows of an answer at a time, or
those of one circle. Room: Spark, over scenes.
"""

from collections.abc import Iterable, Iterator
from typing import Any

import numpy as np
import pyarrow as pa
from pyspark.sql import types as T

from .. import signed_distance
from ..enums import SweepKind
from ..outputs import WORDS
from ..scene import Scene
from ._source import WALL_ORDER

MOST_ROWS = 1_000_000
"""The most rows of an answer that are made at a time, unless one circle has more."""
PLACES = ("t", "x", "y", "px", "py", "nx", "ny")
"""The numbers of a first contact, in order."""
KINDS, FEATURES = pa.array(WORDS["kind"]), pa.array(WORDS["feature"])
"""The words for the codes of `carom.SweepKind` and `carom.Feature`, as the command line has them."""


def hits_schema(circle: Any, wall: Any, gap: bool) -> T.StructType:
    """The columns of `hits`, from the types of the ids."""
    schema = T.StructType().add("circle", circle).add("wall", wall)
    return schema.add("gap", T.DoubleType()) if gap else schema


def first_schema(mover: Any, wall: Any) -> T.StructType:
    """The columns of `first`, from the types of the ids."""
    schema = T.StructType().add("mover", mover).add("wall", wall).add("kind", T.StringType())
    for name in PLACES:
        schema.add(name, T.DoubleType())
    return schema.add("feature", T.StringType())


def nearest_schema(circle: Any, wall: Any) -> T.StructType:
    """The columns of `nearest`, from the types of the ids."""
    schema = T.StructType().add("circle", circle).add("wall", wall)
    return schema.add("rank", T.IntegerType()).add("gap", T.DoubleType())


def hits(
    scene: Scene, wall_ids: pa.Array, circles: pa.RecordBatch, within: float | None, ring: bool, gap: bool
) -> Iterator[Any]:
    """Batches of the pairs, by circle, then by wall. Without `within` the circles have a column of this name."""
    cx, cy, r = numbers = _numbers(circles, "cx", "cy", "r")
    far: Any = circles.column("within").to_numpy() if within is None else np.full(circles.num_rows, within)
    answers: Iterable[Any]
    try:
        answers = [(0, scene.hits(cx, cy, r, far, ring, most=MOST_ROWS))]
    except OverflowError:
        slices = _slices(scene.count(cx, cy, r, far, ring))
        answers = ((part.start, scene.hits(cx[part], cy[part], r[part], far[part], ring)) for part in slices)
    for start, (circle, wall) in answers:
        pairs = _batch(circles.column("id").slice(start), wall_ids, circle, wall)
        if gap:
            walls = scene.walls(wall)
            columns = [column[start:][circle] for column in numbers] + [getattr(walls, n) for n in WALL_ORDER[1:]]
            gaps = signed_distance(*columns)
            pairs = pairs.append_column("gap", pa.array(gaps))
        yield pairs


def first(scene: Scene, wall_ids: pa.Array, movers: pa.RecordBatch, hits_only: bool) -> Iterator[Any]:
    """A batch with the first wall of each mover; null for what a miss has not."""
    answer = scene.first(*_numbers(movers, "cx", "cy", "r", "vx", "vy"), hits_only=hits_only)
    missed = answer.wall < 0
    yield first_batch(movers.column("id"), wall_ids.take(pa.array(answer.wall, mask=missed)), answer, missed)


def first_batch(mover_ids: Any, wall_ids: Any, answer: Any, missed: Any) -> pa.RecordBatch:
    """The columns of `first` from the fields of sweeps; null for what a miss has not."""
    arrays = [
        mover_ids,
        wall_ids,
        KINDS.take(pa.array(np.where(missed, int(SweepKind.MISS), answer.kind))),
        *(pa.array(getattr(answer, name), mask=missed) for name in PLACES),
        FEATURES.take(pa.array(answer.feature, mask=missed)),
    ]
    return pa.RecordBatch.from_arrays(arrays, names=["mover", "wall", "kind", *PLACES, "feature"])


def nearest(scene: Scene, wall_ids: pa.Array, circles: pa.RecordBatch, k: int) -> Iterator[Any]:
    """Batches of the k nearest walls of each circle, by circle, then by rank."""
    cx, cy, r = _numbers(circles, "cx", "cy", "r")
    k = min(k, len(wall_ids))
    if k == 0:
        return
    for part in _slices(np.full(circles.num_rows, k)):
        walls, gaps = scene.nearest(cx[part], cy[part], r[part], k)
        circle, rank = np.divmod(np.arange(walls.size), k)
        pairs = _batch(circles.column("id").slice(part.start), wall_ids, circle, walls.ravel())
        arrays = [*pairs.columns, pa.array(rank.astype(np.int32)), pa.array(gaps.ravel())]
        yield pa.RecordBatch.from_arrays(arrays, names=["circle", "wall", "rank", "gap"])


def _numbers(batch: pa.RecordBatch, *names: str) -> list[Any]:
    return [batch.column(name).to_numpy() for name in names]


def _slices(rows: Any) -> Iterator[slice]:
    """Slices of the circles, from the rows of each one's answer: of at most MOST_ROWS rows, or of one circle."""
    ends = np.cumsum(rows)
    begin = done = 0
    while begin < len(rows):
        end = max(begin + 1, int(np.searchsorted(ends, done + MOST_ROWS, side="right")))
        yield slice(begin, end)
        begin, done = end, int(ends[end - 1])


def _batch(circle_ids: Any, wall_ids: Any, circle: Any, wall: Any) -> pa.RecordBatch:
    """The ids of pairs."""
    arrays = [circle_ids.take(pa.array(circle)), wall_ids.take(pa.array(wall))]
    return pa.RecordBatch.from_arrays(arrays, names=["circle", "wall"])
