"""Asks the circles of each piece in the scene of its walls, in the workers, as the sorted rows come in.

The rows of walls and circles share columns, which `joint_schema` names. Of a task's rows those of a piece are
neighbours, walls first. A worker holds one scene, the columns of its walls while it builds it, one batch of circles and
a bounded number of answers.

Layer: Spark, over scenes.
"""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pyarrow as pa
from pyspark.sql import types as T

from ..scene import Scene
from ._scene_file import use_threads_of_task

NUMBERS = ("n0", "n1", "n2", "n3", "n4")
"""ax, ay, bx, by, wr of a wall; cx, cy, r and what else a question needs of a circle."""

ROWS = 1 << 16
"""The rows of a batch that a worker gives."""

Batches = Iterator[pa.RecordBatch]
Answer = Callable[[pa.RecordBatch, Scene, Any], Batches]
"""Answers rows of circles, all of one piece, from the scene of its walls and their ids."""


def joint_schema(circle_id: Any, wall_id: Any) -> T.StructType:
    """The columns of the rows: key, the ids, numbers, and a code (the extent of a wall)."""
    schema = T.StructType().add("key", T.LongType()).add("circle", circle_id).add("wall", wall_id)
    for name in NUMBERS:
        schema.add(name, T.DoubleType())
    return schema.add("code", T.ByteType())


def joint_batch(key: Any, circle: Any, wall: Any, numbers: Any, code: Any) -> pa.RecordBatch:
    """A batch of these columns. An id that is a type stands for nulls."""
    length = len(key)
    ids = [pa.nulls(length, id) if isinstance(id, pa.DataType) else id for id in (circle, wall)]
    zeros = np.zeros(length)
    columns = [*numbers, *[zeros] * (len(NUMBERS) - len(numbers))]
    arrays = [pa.array(key), *ids, *map(pa.array, columns), pa.array(code, pa.int8())]
    return pa.RecordBatch.from_arrays(arrays, names=["key", "circle", "wall", *NUMBERS, "code"])


def circles_of(rows: pa.RecordBatch, names: tuple[str, ...]) -> pa.RecordBatch:
    """The rows of circles with the columns that a reader gives."""
    columns = [rows.column("circle"), *(rows.column(name) for name in NUMBERS[: len(names)])]
    return pa.RecordBatch.from_arrays(columns, names=["id", *names])


def ask(batches: Batches, answer: Answer) -> Batches:
    """The answers of a task, whose rows come sorted by their key."""
    use_threads_of_task()
    piece = -1
    walls: list[pa.RecordBatch] = []
    scene: Any = None
    ids: Any = None
    for batch in batches:
        for part, key in _runs(batch):
            if key >> 1 != piece:
                piece, walls, scene, ids = key >> 1, [], None, None
            if key & 1 == 0:
                walls.append(part)
                continue
            if walls:
                scene, ids = _scene(walls)
                walls = []
            yield from answer(part, scene, ids)


def _runs(batch: pa.RecordBatch) -> Iterator[tuple[pa.RecordBatch, int]]:
    """The parts of a batch with one key each, and the key."""
    keys = batch.column("key").to_numpy()
    starts = np.concatenate(([0], np.flatnonzero(np.diff(keys)) + 1, [len(keys)])).tolist()
    for start, end in pairwise(starts):
        if start < end:
            yield batch.slice(start, end - start), int(keys[start])


def _scene(walls: list[pa.RecordBatch]) -> tuple[Scene, Any]:
    """The scene of a piece, and the ids of its walls."""
    columns = [np.concatenate([part.column(name).to_numpy() for part in walls]) for name in (*NUMBERS, "code")]
    return Scene(*columns), pa.concat_arrays([part.column("wall") for part in walls])
