"""Brings the rows of walls and circles to their pieces, and asks the circles of a piece in the scene of its walls.

Spark is slow at moving single rows, so workers pack them: a row of the shuffle has the key of a piece and a binary
column, which holds a batch of walls or of circles in Arrow's stream format. Of a task's rows those of a piece are
neighbours, walls first. A worker that packs holds about `BUFFER` rows. A worker that asks holds one scene, the columns
of its walls while it builds it, a batch of packed rows and a bounded number of answers.

Room: Spark, over scenes.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pyarrow as pa

from ..scene import Scene
from ._order import wall_order
from ._source import WALL_ORDER
from ._threads import use_threads_of_task

ROWS = 1 << 16
"""The rows of a batch that a worker gives."""
BUFFER = 1 << 19
"""The rows that a worker collects before it packs them."""
PACKED = 256
"""The most rows in one packed row. Spark gives maxRecordsPerBatch (10,000) packed rows at a time to a worker that asks,
so this bounds what the worker holds.
"""
JOINT = "key long, rows binary"

Batches = Iterator[pa.RecordBatch]
Answer = Callable[[Scene, Any, pa.RecordBatch], Batches]
"""The scene of a piece and the ids of its walls answer a batch of its circles."""


def pack(batches: Batches) -> Batches:
    """Rows with a column `key`, as packed rows."""
    held: list[pa.RecordBatch] = []
    count = 0
    for batch in batches:
        held.append(batch)
        count += batch.num_rows
        if count >= BUFFER:
            yield _packed(held)
            held, count = [], 0
    if count:
        yield _packed(held)


def _packed(held: list[pa.RecordBatch]) -> pa.RecordBatch:
    table = pa.Table.from_batches(held)
    order = np.argsort(table["key"].to_numpy(), kind="stable")
    table = table.take(pa.array(order)).combine_chunks()
    batch = table.to_batches()[0]
    rows = batch.drop_columns(["key"])
    packed, keys = [], []
    for start, end, key in _runs(batch):
        for first in range(start, end, PACKED):
            sink = pa.BufferOutputStream()
            with pa.ipc.new_stream(sink, rows.schema) as writer:
                writer.write_batch(rows.slice(first, min(PACKED, end - first)))
            packed.append(sink.getvalue().to_pybytes())
            keys.append(key)
    return pa.RecordBatch.from_arrays([pa.array(keys, pa.int64()), pa.array(packed, pa.binary())], ["key", "rows"])


def ask(batches: Batches, answer: Answer, in_order: bool) -> Batches:
    """The answers of a task, whose packed rows come sorted by their key.

    The batches of circles have the column `key` again. With `in_order` the walls are in `WALL_ORDER`.
    """
    use_threads_of_task()
    piece = -1
    walls: list[pa.RecordBatch] = []
    scene: Any = None
    ids: Any = None
    for batch in batches:
        packed = batch.column("rows")
        for start, end, key in _runs(batch):
            parts = [pa.ipc.open_stream(packed[i].as_buffer()).read_next_batch() for i in range(start, end)]
            if key >> 1 != piece:
                piece, walls, scene, ids = key >> 1, [], None, None
            if key & 1 == 0:
                walls += parts
                continue
            if walls:
                scene, ids = _scene(walls, in_order)
                walls = []
            table = pa.Table.from_batches(parts).combine_chunks()
            table = table.append_column("key", pa.array(np.full(len(table), key)))
            for circles in table.to_batches(max_chunksize=ROWS):
                yield from answer(scene, ids, circles)


def _runs(batch: pa.RecordBatch) -> Iterator[tuple[int, int, int]]:
    """The first row, the end and the key of each run of equal keys."""
    keys = batch.column("key").to_numpy()
    starts = np.concatenate(([0], np.flatnonzero(np.diff(keys)) + 1, [len(keys)])).tolist()
    for start, end in pairwise(starts):
        if start < end:
            yield start, end, int(keys[start])


def _scene(walls: list[pa.RecordBatch], in_order: bool) -> tuple[Scene, Any]:
    """The scene of a piece, and the ids of its walls."""
    table = pa.Table.from_batches(walls).combine_chunks()
    ids = pa.concat_arrays(table["id"].chunks)
    columns = [table[name].to_numpy() for name in WALL_ORDER[1:]]
    if in_order:
        order = wall_order(ids, columns)
        ids, columns = ids.take(pa.array(order)), [column[order] for column in columns]
    return Scene(*columns), ids
