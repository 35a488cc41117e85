"""The plan for walls that fit one worker: one scene, which every worker has, and no shuffle of circles.

Room: Spark, over its readers and scene files.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pyarrow as pa
from pyspark.sql import DataFrame

from ..scene import Scene
from . import _answers
from ._scene_file import SceneFile, send
from ._source import WALL_ORDER, Source


@dataclass(frozen=True)
class OneScene:
    """What was built of the walls."""

    file: SceneFile
    id_type: Any
    count: int


def prepare(walls: Source) -> OneScene:
    """Builds the scene on the driver, and sends it to the workers."""
    table = walls.collect()
    scene = Scene(**{name: table.column(name).to_numpy() for name in WALL_ORDER[1:]})
    ids = pa.concat_arrays(table.column("id").chunks) if len(table) else pa.array([], table.schema.field("id").type)
    return OneScene(send(walls.frame.sparkSession, scene, ids), walls.id_type, len(scene))


def hits(circles: Source, walls: OneScene, within: float | None, ring: bool, gap: bool) -> DataFrame:
    """The pairs of a circle and a wall."""
    schema = _answers.hits_schema(circles.id_type, walls.id_type, gap)
    return _ask(circles, walls, schema, _answers.hits, within, ring, gap)


def first(movers: Source, walls: OneScene, hits_only: bool) -> DataFrame:
    """The first wall of each mover."""
    schema = _answers.first_schema(movers.id_type, walls.id_type)
    return _ask(movers, walls, schema, _answers.first, hits_only)


def nearest(circles: Source, walls: OneScene, k: int) -> DataFrame:
    """The k nearest walls of each circle."""
    schema = _answers.nearest_schema(circles.id_type, walls.id_type)
    return _ask(circles, walls, schema, _answers.nearest, k)


def _ask(circles: Source, walls: OneScene, schema: Any, question: Callable[..., Any], *arguments: Any) -> DataFrame:
    """One mapInArrow that reads circles and asks the scene."""
    read, file = circles.reader.read, walls.file

    def ask(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            scene, ids = file.open()
            yield from question(scene, ids, read(batch), *arguments)

    return circles.frame.mapInArrow(ask, schema)
