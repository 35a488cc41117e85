"""Merges what several shards answer to one circle, in exact order: for first() and nearest().

A shard gives candidates: rows of a circle, a wall, and `source`, which names the piece and the place in its answer. The
rows come sorted by circle, then by wall, so that of equal answers the first row counts. A circle can be in the table
several times. All its copies are asked in the same pieces and get the same candidates, so each source has a row for
each copy. These rows become one with a number of `copies`.

Room: Spark, over the operations.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import types as T

from .. import compare_distance, compare_time_of_impact, signed_distance, sweep
from . import _answers
from ._join import ROWS, Batches
from ._order import zeros_alike
from ._source import CIRCLE, MOVER, WALL_ORDER, Source, is_orderable

_WALL = WALL_ORDER[1:]

_Columns = tuple[Any, ...]


def candidates_schema(circles: Source, walls: Source) -> T.StructType:
    """The columns of candidates. Of a circle that meets no wall, the wall has no id and numbers that are NaN."""
    schema = T.StructType().add("circle", circles.id_type)
    for name in circles.reader.numbers:
        schema.add(name, T.DoubleType())
    schema.add("wall", walls.id_type)
    for name in _WALL[:-1]:
        schema.add(name, T.DoubleType())
    return schema.add("extent", T.ByteType()).add("source", T.LongType())


def candidates_batch(
    circles: pa.RecordBatch, numbers: tuple[str, ...], ids: Any, walls: Any, rank: Any
) -> pa.RecordBatch:
    """A batch of these columns: circle i, the wall i, and its rank in the answer of this piece."""
    columns = [getattr(walls, name) for name in _WALL]
    columns[-1] = columns[-1].astype(np.int8)
    source = (circles.column("key").to_numpy() >> 1 << 32) + rank
    arrays = [circles.column("id"), *map(circles.column, numbers), ids, *map(pa.array, [*columns, source])]
    return pa.RecordBatch.from_arrays(arrays, names=["circle", *numbers, "wall", *_WALL, "source"])


def merged(rows: DataFrame, circles: Source, walls: Source, tasks: int, question: "Question") -> DataFrame:
    """The answers out of the candidates, in a shuffle of so many tasks."""
    circle = ["circle", *circles.reader.numbers]
    # Spark sorts fast by a number in the first column, and slowly by an id of any type.
    order = [*circles.reader.numbers, "circle", *(["wall"] if is_orderable(walls.id_type) else []), *_WALL, "source"]
    grouped = rows.repartition(tasks, *circle).sortWithinPartitions(*order)
    return grouped.mapInArrow(partial(merge, question=question), question.schema(circles.id_type, walls.id_type))


@dataclass(frozen=True)
class Question:
    """What differs between first() and nearest()."""

    numbers: tuple[str, ...]
    """The columns of a circle."""
    k: int
    """How many walls count."""
    schema: Callable[[Any, Any], T.StructType]
    measure: Callable[[_Columns, _Columns], Any]
    """A double that orders the walls, but for its rounding."""
    compare: Callable[..., Any]
    """The exact order of two walls."""
    answer: Callable[[pa.RecordBatch, Any], pa.RecordBatch]
    """The columns of the answer, from the winners and their ranks."""


def first_question() -> Question:
    """The first wall of each mover. Which walls count at all the shards have decided."""
    return Question(MOVER, 1, _answers.first_schema, _times, compare_time_of_impact, _first_answer)


def nearest_question(k: int) -> Question:
    """The k nearest walls of each circle."""
    return Question(CIRCLE, k, _answers.nearest_schema, _gaps, compare_distance, _nearest_answer)


def merge(batches: Batches, question: Question) -> Batches:
    """The answers of a task, whose rows are sorted by circle, then by wall."""
    held: pa.RecordBatch | None = None
    for batch in batches:
        if not batch.num_rows:
            continue
        batch = batch.append_column("copies", pa.array(np.ones(batch.num_rows, dtype=np.int64)))
        rows = batch if held is None else pa.concat_batches([held, batch])
        starts = _starts(rows, question)
        last = int(starts[-1])
        yield from _choose(rows[:last], starts[:-1], question)
        held, _ = _distinct(rows[last:], np.zeros(1, dtype=np.int64))
    if held is not None:
        yield from _choose(held, np.zeros(1, dtype=np.int64), question)


def _starts(rows: pa.RecordBatch, question: Question) -> Any:
    """Where the rows of each circle start."""
    new = np.zeros(rows.num_rows, dtype=bool)
    new[0] = True
    for name in question.numbers:
        values = rows.column(name).to_numpy()
        new[1:] |= values[1:] != values[:-1]
    codes = _codes(rows.column("circle"))
    new[1:] |= codes[1:] != codes[:-1]
    return np.flatnonzero(new)


def _codes(ids: Any) -> Any:
    """A number for each id, the same for ids that are equal to Spark: nulls, NaN, and 0.0 and -0.0."""
    if pa.types.is_floating(ids.type):
        ids = zeros_alike(ids)
    if pa.types.is_nested(ids.type):
        ids = pa.array([repr(value) for value in ids.to_pylist()], pa.string())
    return ids.dictionary_encode(null_encoding="encode").indices.to_numpy(zero_copy_only=False)


def _distinct(rows: pa.RecordBatch, starts: Any) -> tuple[pa.RecordBatch, Any]:
    """One row for each source of a circle, with the sum of `copies`; and a number for each circle in each row."""
    source = rows.column("source").to_numpy()
    begins = np.zeros(len(source), dtype=bool)
    begins[starts] = True
    group = np.cumsum(begins)
    begins[1:] |= source[1:] != source[:-1]
    if begins.all():
        return rows, group
    first = np.flatnonzero(begins)
    copies = np.add.reduceat(rows.column("copies").to_numpy(), first)
    place = rows.schema.get_field_index("copies")
    return rows.take(pa.array(first)).set_column(place, "copies", pa.array(copies)), group[first]


def _choose(rows: pa.RecordBatch, starts: Any, question: Question) -> Batches:
    """The answers to circles all of whose candidates are here."""
    if not rows.num_rows:
        return
    rows, group = _distinct(rows, starts)
    circle = tuple(rows.column(name).to_numpy() for name in question.numbers)
    walls = tuple(rows.column(name).to_numpy() for name in _WALL)
    order = np.lexsort((question.measure(circle, walls), group))
    sort_exactly(order, group, partial(_signs, question.compare, circle, walls))
    begins = np.flatnonzero(np.diff(group[order], prepend=-1))
    rank = np.arange(len(order)) - np.repeat(begins, np.diff(begins, append=len(order)))
    winners, rank = order[rank < question.k], rank[rank < question.k]
    total = np.cumsum(rows.column("copies").to_numpy()[winners])
    for start in range(0, int(total[-1]), ROWS):
        place = np.searchsorted(total, np.arange(start, min(start + ROWS, int(total[-1]))), side="right")
        yield question.answer(rows.take(pa.array(winners[place])), rank[place])


def sort_exactly(order: Any, group: Any, signs: Callable[[Any, Any], Any]) -> None:
    """Sorts the rows in `order`, which are almost sorted, within their groups; of equal rows the lower comes first.

    Neighbours are compared and swapped until none is wrong (odd-even transposition sort).
    """
    swapped = True
    while swapped:
        swapped = False
        for parity in (0, 1):
            left = np.arange(parity, len(order) - 1, 2)
            left = left[group[order[left]] == group[order[left + 1]]]
            a, b = order[left], order[left + 1]
            sign = signs(a, b)
            wrong = (sign > 0) | ((sign == 0) & (a > b))
            if wrong.any():
                order[left[wrong]], order[left[wrong] + 1] = b[wrong], a[wrong]
                swapped = True


def _signs(compare: Any, circle: _Columns, walls: _Columns, a: Any, b: Any) -> Any:
    """The exact order of the walls of the rows a and b."""
    *ends, wr, extent = (column[a] for column in walls)
    *ends2, wr2, extent2 = (column[b] for column in walls)
    numbers = (column[a] for column in circle)
    return compare(*numbers, *ends, *ends2, wr=wr, extent=extent, wr2=wr2, extent2=extent2)


def _times(mover: _Columns, walls: _Columns) -> Any:
    return np.where(np.isnan(walls[0]), np.inf, sweep(*mover, *walls).t)


def _gaps(circle: _Columns, walls: _Columns) -> Any:
    return signed_distance(*circle, *walls)


def _first_answer(rows: pa.RecordBatch, rank: Any) -> pa.RecordBatch:
    """As `_answers.first` gives it."""
    mover = [rows.column(name).to_numpy() for name in MOVER]
    walls = [rows.column(name).to_numpy() for name in _WALL]
    return _answers.first_batch(rows.column("circle"), rows.column("wall"), sweep(*mover, *walls), np.isnan(walls[0]))


def _nearest_answer(rows: pa.RecordBatch, rank: Any) -> pa.RecordBatch:
    """As `_answers.nearest` gives it."""
    gaps = _gaps(*(tuple(rows.column(name).to_numpy() for name in names) for names in (CIRCLE, _WALL)))
    arrays = [rows.column("circle"), rows.column("wall"), pa.array(rank.astype(np.int32)), pa.array(gaps)]
    return pa.RecordBatch.from_arrays(arrays, names=["circle", "wall", "rank", "gap"])
