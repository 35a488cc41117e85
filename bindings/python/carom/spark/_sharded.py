"""The plan for walls that do not fit one worker: walls and circles meet in shards of the plane.

prepare() cuts the walls into shards (`_cut`) and computes their boxes. A question counts the circles that reach each
box (`_routes`), divides the work into pieces (`_pieces`), brings the rows of each piece together by a shuffle, and
asks in the workers (`_join`). first() and nearest() then merge the answers of several shards (`_merge`).

Room: Spark, over the other files.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
from pyspark.sql import DataFrame
from pyspark.sql import functions as F

from .. import wall_box
from ..scene import Scene
from . import _answers
from ._cut import SAMPLE_PER_SHARD, Cut, WallColumns, plan_cut, row_hash
from ._join import JOINT, ROWS, Answer, Batches, ask, pack
from ._merge import Question, candidates_batch, candidates_schema, first_question, merged, nearest_question
from ._pieces import TASK_SHIFT, Pieces, plan_pieces
from ._routes import Boxes, Routes, around
from ._source import CIRCLE, MOVER, WALL, Source, is_orderable
from ._threads import use_threads_of_task

_SAMPLE = "ax double, ay double, bx double, by double, wr double, extent byte"
_TOTALS = "place long, walls long, min_x double, min_y double, max_x double, max_y double"
_COUNT = "shard long, circles long"

_Route = Callable[[list[Any]], tuple[Boxes, Any]]
"""For circles as columns of numbers: the boxes in which they find their answers, and the largest gap that counts, or
None if the question has no such gap.
"""


@dataclass(frozen=True)
class Prepared:
    """Walls whose shards are known."""

    walls: Source
    limit: int
    """The argument walls_per_shard, or its default."""
    cut: Cut
    sizes: Any
    """The number of walls of each shard."""
    routes: Routes


def prepare(walls: Source, walls_per_shard: int) -> Prepared:
    """The shards of walls.

    Runs two jobs: a sample, and a pass over all walls for the boxes of the shards. If a leaf of the cut is divided by a
    hash there is a second pass.
    """
    assert walls.count
    sample, fraction = _sample(walls, walls_per_shard)
    cut = plan_cut(sample, fraction, walls_per_shard)
    counts, boxes = _totals(walls, cut, cut.leaf_count, by_shard=False)
    cut = cut.with_counts(counts, walls_per_shard)
    if (cut.parts > 1).any():
        # Equal rows have equal hashes, so a shard may be empty.
        counts, boxes = _totals(walls, cut, int(cut.parts.sum()), by_shard=True)
    else:
        counts, boxes = counts[cut.parts > 0], Boxes(*(bound[cut.parts > 0] for bound in boxes))
    return Prepared(walls, walls_per_shard, cut, counts, Routes.of(boxes, np.flatnonzero(counts), sample))


def _totals(walls: Source, cut: Cut, places: int, *, by_shard: bool) -> tuple[Any, Boxes]:
    """How many walls each leaf has, or each shard, and their box; of an empty one the box has no meaning."""
    batches = partial(_total_batches, reader=walls.reader, cut=cut, places=places, by_shard=by_shard)
    sums = [F.sum("walls").alias("walls"), *(F.min(name).alias(name) for name in ("min_x", "min_y"))]
    sums += [F.max(name).alias(name) for name in ("max_x", "max_y")]
    totals = walls.frame.mapInArrow(batches, _TOTALS).groupBy("place").agg(*sums).toArrow()
    at = totals["place"].to_numpy()
    counts = np.zeros(places, dtype=np.int64)
    counts[at] = totals["walls"].to_numpy()
    bounds = [np.zeros(places) for _ in Boxes._fields]
    for name, bound in zip(Boxes._fields, bounds, strict=True):
        bound[at] = totals[name].to_numpy()
    return counts, Boxes(*bounds)


def hits(circles: Source, prepared: Prepared, within: float | None, ring: bool, gap: bool) -> DataFrame:
    """The pairs of a circle and a wall."""
    rows, _ = _joined(circles, prepared, partial(_touching, within=within))
    answer = partial(_answers.hits, within=within, ring=ring, gap=gap)
    schema = _answers.hits_schema(circles.id_type, prepared.walls.id_type, gap)
    return rows.mapInArrow(partial(ask, answer=answer, in_order=False), schema)


def first(movers: Source, prepared: Prepared, hits_only: bool) -> DataFrame:
    """The first wall of each mover."""
    route = partial(_on_the_way, routes=prepared.routes, hits_only=hits_only)
    return _merged(movers, prepared, route, partial(_first, hits_only=hits_only), first_question())


def nearest(circles: Source, prepared: Prepared, k: int) -> DataFrame:
    """The k nearest walls of each circle."""
    route = partial(_nearby, routes=prepared.routes, k=k)
    return _merged(circles, prepared, route, partial(_nearest, k=k), nearest_question(k))


def _touching(columns: list[Any], within: float | None) -> tuple[Boxes, None]:
    cx, cy, r, *distances = columns
    within = distances[0] if within is None else within
    with np.errstate(over="ignore"):
        return around(cx, cy, np.nextafter(r + within, np.inf)), None


def _on_the_way(columns: list[Any], routes: Routes, hits_only: bool) -> tuple[Boxes, None]:
    return routes.along(columns, hits_only), None


def _nearby(columns: list[Any], routes: Routes, k: int) -> tuple[Boxes, Any]:
    return routes.near(columns, k)


def _first(scene: Scene, ids: Any, movers: pa.RecordBatch, hits_only: bool) -> Batches:
    """The first wall of each mover in this piece. Only the first piece of a mover tells that there is none."""
    columns = [movers.column(name).to_numpy() for name in MOVER]
    wall = scene.first(*columns, hits_only=hits_only).wall
    told = np.flatnonzero((wall >= 0) | movers.column("home").to_numpy(zero_copy_only=False))
    wall = wall[told]
    missed = wall < 0
    walls: Any = scene.walls(np.maximum(wall, 0))
    walls = walls._replace(**{name: np.where(missed, np.nan, getattr(walls, name)) for name in WALL})
    movers = movers.take(pa.array(told))
    yield candidates_batch(movers, MOVER, ids.take(pa.array(wall, mask=missed)), walls, 0)


def _nearest(scene: Scene, ids: Any, circles: pa.RecordBatch, k: int) -> Batches:
    """The nearest walls of each circle in this piece, up to the distance that the sample has shown."""
    k = min(k, len(scene))
    size = max(ROWS // k, 1)
    for start in range(0, circles.num_rows, size):
        part = circles[start : start + size]
        cx, cy, r, farthest = (part.column(name).to_numpy() for name in (*CIRCLE, "farthest"))
        found = scene.nearest(cx, cy, r, k)
        circle, rank = np.nonzero(found.gap.reshape(len(cx), k) <= farthest[:, np.newaxis])
        wall = found.wall.reshape(len(cx), k)[circle, rank]
        yield candidates_batch(part.take(pa.array(circle)), CIRCLE, ids.take(pa.array(wall)), scene.walls(wall), rank)


def _sample(walls: Source, limit: int) -> tuple[WallColumns, float]:
    """Some of the walls, and which fraction of all they are."""
    count = walls.count or 0
    wanted = SAMPLE_PER_SHARD * -(-count // limit)
    frame = walls.frame if wanted >= count else walls.frame.sample(wanted / count, seed=0)
    rows = frame.mapInArrow(partial(_sample_batches, reader=walls.reader), _SAMPLE).toArrow()
    sample = WallColumns(*(rows[name].to_numpy() for name in WallColumns._fields))
    return sample, len(sample.ax) / max(count, 1)


def _sample_batches(batches: Batches, reader: Any) -> Batches:
    for batch in batches:
        yield reader.read(batch).select(list(WallColumns._fields))


def _total_batches(batches: Batches, reader: Any, cut: Cut, places: int, by_shard: bool) -> Batches:
    """One row for each leaf or shard: the number of its walls in this task, and their box."""
    walls = np.zeros(places, dtype=np.int64)
    bounds = [np.full(places, sign * np.inf) for sign in (1, 1, -1, -1)]
    for batch in batches:
        rows = reader.read(batch)
        columns = WallColumns.of(rows)
        boxes = wall_box(*columns)
        place = cut.shards(columns, rows.column("id")) if by_shard else cut.leaves(columns, boxes)
        walls += np.bincount(place, minlength=places)
        for extreme, bound, values in zip((np.minimum,) * 2 + (np.maximum,) * 2, bounds, boxes, strict=True):
            extreme.at(bound, place, values)
    place = np.flatnonzero(walls)
    arrays = [pa.array(column) for column in (place, walls[place], *(bound[place] for bound in bounds))]
    yield pa.RecordBatch.from_arrays(arrays, names=["place", "walls", *Boxes._fields])


def _merged(circles: Source, prepared: Prepared, route: _Route, answer: Answer, question: Question) -> DataFrame:
    """The answers of several shards as one."""
    walls = prepared.walls
    if not is_orderable(circles.id_type):
        reader, kind = circles.reader, circles.id_type.simpleString()
        text = f"the ids have the type {kind}, which Spark cannot sort; for walls in shards it must"
        raise TypeError(f"{reader.function}(): {reader.table}: {text}")
    rows, asked = _joined(circles, prepared, route, everyone=True)
    candidates = rows.mapInArrow(partial(ask, answer=answer, in_order=True), candidates_schema(circles, walls))
    tasks = max(-(-asked * question.k // (16 * ROWS)), 1)
    return merged(candidates, circles, walls, tasks, question)


def _joined(circles: Source, prepared: Prepared, route: _Route, *, everyone: bool = False) -> tuple[DataFrame, int]:
    """The rows of walls and circles, those of a piece together, walls first; and the number of circles.

    With `everyone` a circle that reaches no shard is asked in the first one that has walls.
    """
    walls = prepared.walls
    if circles.frame.isStreaming:
        reader = circles.reader
        text = "a streaming DataFrame needs walls that are one scene: a larger walls_per_shard, or foreachBatch"
        raise ValueError(f"{reader.function}(): {reader.table}: {text}")
    routed = _Routed(circles.reader, prepared.routes, route, everyone)
    count = circles.frame.mapInArrow(partial(_count_batches, routed=routed), _COUNT)
    asked = count.groupBy("shard").agg(F.sum("circles").alias("circles")).toArrow()
    numbers = np.zeros(len(prepared.sizes), dtype=np.int64)
    numbers[asked["shard"].to_numpy()] = asked["circles"].to_numpy()
    pieces = plan_pieces(circles.frame.sparkSession, prepared.sizes, numbers, prepared.limit)
    of_walls = partial(_wall_rows, reader=walls.reader, cut=prepared.cut, pieces=pieces)
    of_circles = partial(_circle_rows, routed=routed, pieces=pieces)
    rows = walls.frame.mapInArrow(of_walls, JOINT).unionByName(circles.frame.mapInArrow(of_circles, JOINT))
    rows = rows.repartition(pieces.tasks, F.shiftright("key", TASK_SHIFT)).sortWithinPartitions("key")
    return rows, int(numbers.sum())


@dataclass(frozen=True)
class _Routed:
    """How workers read circles and find the shards in which they are asked."""

    reader: Any
    routes: Routes
    route: _Route
    everyone: bool

    def blocks(self, batches: Batches) -> Iterator[tuple[Any, list[Any], Any, Any]]:
        """Blocks of circles as batches and as columns of numbers, and all pairs of a circle and a shard.

        The pairs are by circle, those of circles that reach no shard last. If the route gives the largest gap that
        counts, the batches have it in the column `farthest`.
        """
        use_threads_of_task()
        for batch in batches:
            circles = self.reader.read(batch)
            for block in self.routes.blocks(circles.num_rows):
                part = circles[block]
                columns = [part.column(name).to_numpy() for name in self.reader.numbers]
                boxes, farthest = self.route(columns)
                if farthest is not None:
                    part = part.append_column("farthest", pa.array(farthest))
                row, shard = self.routes.reached(boxes)
                if self.everyone:
                    lost = np.setdiff1d(np.arange(part.num_rows), row)
                    some = np.full_like(lost, self.routes.filled[0])
                    row, shard = np.concatenate((row, lost)), np.concatenate((shard, some))
                yield part, columns, row, shard


def _count_batches(batches: Batches, routed: _Routed) -> Batches:
    """How many circles of this task are asked in each shard."""
    counts = np.zeros(routed.routes.filled[-1] + 1, dtype=np.int64)
    for _, _, _, shard in routed.blocks(batches):
        counts += np.bincount(shard, minlength=len(counts))
    shard = np.flatnonzero(counts)
    yield pa.RecordBatch.from_arrays([pa.array(shard), pa.array(counts[shard])], names=["shard", "circles"])


def _wall_rows(batches: Batches, reader: Any, cut: Cut, pieces: Pieces) -> Batches:
    def rows() -> Batches:
        for batch in batches:
            walls = reader.read(batch)
            row, key = pieces.of_walls(cut.shards(WallColumns.of(walls), walls.column("id")))
            for start in range(0, len(row), ROWS):
                part = walls.take(pa.array(row[start : start + ROWS]))
                yield part.append_column("key", pa.array(key[start : start + ROWS]))

    return pack(rows())


def _circle_rows(batches: Batches, routed: _Routed, pieces: Pieces) -> Batches:
    def rows() -> Batches:
        for circles, columns, row, shard in routed.blocks(batches):
            key = pieces.of_circles(shard, row_hash(columns, circles.column("id"))[row])
            # True in the first shard of a circle.
            home = np.diff(row, prepend=-1).astype(bool)
            for start in range(0, len(row), ROWS):
                part = slice(start, start + ROWS)
                some = circles.take(pa.array(row[part])).append_column("home", pa.array(home[part]))
                yield some.append_column("key", pa.array(key[part]))

    return pack(rows())
