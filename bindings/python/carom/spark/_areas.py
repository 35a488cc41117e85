"""The questions about areas and about pairs of walls: one scene, which every worker has.

An area needs all of its walls, and its index needs all areas, so there are no shards. Of pairs of walls each task finds
those of some walls. Room: Spark, over its readers and scene files.
"""

import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql import types as T

from .. import wall_contact
from ..enums import AreaRelation, WallRelation
from ..scene import Scene
from ._answers import MOST_ROWS
from ._order import id_ranks
from ._scene_file import SceneFile, send
from ._source import WALL_ORDER, Source, wall_source

SLICE = 1 << 12
"""The walls whose pairs a worker finds at a time."""
PLACES = ("gap", "px", "py", "qx", "qy")


def _words(members: Any) -> pa.Array:
    """The words of the command line for the codes of an enum."""
    return pa.array([member.name.lower().replace("_", "-") for member in members])


AREA_WORDS, WALL_WORDS = _words(AreaRelation), _words(WallRelation)


# ---- areas ----


def areas(function: str, circles: Source, walls: Source, within: float | None) -> DataFrame:
    """The areas that each circle meets. Without `within` the circles have a column of this name."""
    scene, ids = _scene_of_areas(function, walls)
    file = send(walls.frame.sparkSession, scene, ids)
    read = circles.reader.read

    def ask(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            scene, ids = file.open()
            yield from _areas_of(scene, ids, read(batch), within)

    schema = T.StructType().add("circle", circles.id_type).add("area", walls.id_type)
    schema.add("relation", T.StringType()).add("distance", T.DoubleType())
    return circles.frame.mapInArrow(ask, schema)


def _scene_of_areas(function: str, walls: Source) -> tuple[Scene, pa.Array]:
    """The scene, and the ids of the areas 1, 2 ... Raises a ValueError if a ring is open."""
    table = walls.collect()
    ids, columns = _ids_of(table), {name: table.column(name).to_numpy() for name in WALL_ORDER[1:]}
    rank = np.where(ids.is_null().to_numpy(zero_copy_only=False), 0, id_ranks(ids) + 1)
    known, first, place = np.unique(rank, return_index=True, return_inverse=True)
    is_area = known > 0
    number = np.where(is_area, np.cumsum(is_area), 0).astype(np.uint32)
    scene, area_ids = Scene(**columns, group=number[place]), ids.take(pa.array(first[is_area]))
    try:
        scene.contains(0.0, 0.0)
    except ValueError as error:
        # The rows of a DataFrame have no numbers that a user knows.
        text = re.sub(r"^wall \d+|, an end of wall \d+|\[\d+\]", _unnumbered, str(error).partition("(): ")[2])
        text = re.sub(r"(?<=area )\d+", lambda found: repr(area_ids[int(found[0]) - 1].as_py()), text)
        raise ValueError(f"{function}(): walls: {text}") from None
    return scene, area_ids


def _unnumbered(found: re.Match[str]) -> str:
    return "a wall" if found[0].startswith("wall") else ""


def _areas_of(scene: Scene, ids: pa.Array, circles: pa.RecordBatch, within: float | None) -> Iterator[pa.RecordBatch]:
    """Batches of the pairs, each of at most MOST_ROWS, or of one circle."""
    count = circles.num_rows
    far: Any = within if within is not None else circles.column("within").to_numpy()
    cx, cy, r = (circles.column(name).to_numpy() for name in ("cx", "cy", "r"))
    try:
        circle, area, relation, distance = scene.areas(cx, cy, r, far, most=MOST_ROWS if count > 1 else None)
    except OverflowError:
        for part in (circles.slice(0, count // 2), circles.slice(count // 2)):
            yield from _areas_of(scene, ids, part, within)
        return
    arrays = [circles.column("id").take(pa.array(circle)), ids.take(pa.array(area - 1))]
    arrays += [AREA_WORDS.take(pa.array(relation)), pa.array(distance)]
    yield pa.RecordBatch.from_arrays(arrays, names=["circle", "area", "relation", "distance"])


# ---- clearance ----


def clearance(
    function: str, frames: list[DataFrame], within: float, except_same: str | None, outline: bool
) -> DataFrame:
    """The pairs of walls of one DataFrame, or of two."""
    sources = [_walls_of(function, frame, except_same, outline) for frame in frames]
    tables = [source.collect() for source in sources]
    ids = [_ids_of(table) for table in tables]
    groups = _groups([column.field(1) for column in ids]) if except_same is not None else None
    types = [source.id_type if except_same is None else source.id_type["id"].dataType for source in sources]
    files, session = [], sources[0].frame.sparkSession
    for i, table in enumerate(tables):
        columns: dict[str, Any] = {name: table.column(name).to_numpy() for name in WALL_ORDER[1:]}
        if groups is not None:
            columns["group"] = groups[i]
        files.append(send(session, Scene(**columns), ids[i] if except_same is None else ids[i].field(0)))
    schema = T.StructType().add("wall", types[0]).add("other", types[-1]).add("relation", T.StringType())
    for name in PLACES:
        schema.add(name, T.DoubleType())
    count, size = len(tables[0]), SLICE
    starts = session.range(0, count, size, max(1, -(-count // size)))

    def ask(batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            for start in batch.column(0).to_pylist():
                yield _pairs_of(files, slice(start, min(start + size, count)), within, except_same is not None)

    return starts.mapInArrow(ask, schema)


def _walls_of(function: str, frame: DataFrame, except_same: str | None, outline: bool) -> Source:
    """The walls. With `except_same` the id is a pair: the id, and the value of this column."""
    if except_same is not None and hasattr(frame, "mapInArrow"):
        for name in ("id", except_same):
            if name not in frame.columns:
                known = ", ".join(frame.columns) or "none"
                raise ValueError(f"{function}(): walls: there is no column {name!r}; the columns are: {known}")
        frame = frame.withColumn("id", F.struct(F.col("id").alias("id"), F.col(except_same).alias("same")))
    return wall_source(function, frame, outline=outline)


def _groups(values: list[pa.Array]) -> list[Any]:
    """A number for each value, alike in all tables; 0 for null."""
    joined = pa.concat_arrays(values)
    number = np.where(joined.is_null().to_numpy(zero_copy_only=False), 0, id_ranks(joined) + 1).astype(np.uint32)
    return np.split(number, np.cumsum([len(value) for value in values])[:-1])


def _pairs_of(files: list[SceneFile], some: slice, within: float, except_same: bool) -> pa.RecordBatch:
    """The pairs of some walls of the first scene and of walls of the last one."""
    scene, ids = files[0].open()
    others, other_ids = files[-1].open()
    part = Scene(*scene.walls(np.arange(some.start, some.stop)))
    wall, other, _ = part.clearance(within, others, except_same_group=except_same)
    wall += some.start
    if len(files) == 1:
        once = other > wall
        wall, other = wall[once], other[once]
    p, q = scene.walls(wall), others.walls(other)
    near = wall_contact(*p[:4], *q[:4], wr=p.wr, extent=p.extent, wr2=q.wr, extent2=q.extent)
    arrays = [ids.take(pa.array(wall)), other_ids.take(pa.array(other))]
    arrays += [WALL_WORDS.take(pa.array(near.relation)), *(pa.array(getattr(near, name)) for name in PLACES)]
    return pa.RecordBatch.from_arrays(arrays, names=["wall", "other", "relation", *PLACES])


def _ids_of(table: pa.Table) -> Any:
    """The column of ids as one array."""
    return pa.concat_arrays(table.column("id").chunks) if len(table) else pa.array([], table.schema.field("id").type)
