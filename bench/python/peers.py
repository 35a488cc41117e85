"""The same question to Carom and to its peers: all pairs of a circle and a wall that touch. Room: bench.

A peer is built from the walls once and then answers for all circles, each with a radius of its own.
`answer` returns the indices of circles and of walls. What turns arrays into objects of the peer is
timed as a part of the build.
"""

from typing import Protocol

import carom
import geopandas
import numpy as np
import pymunk
import shapely
from data import Data
from exact import Pairs


class Peer(Protocol):
    """A way to find all pairs."""

    name: str

    def build(self, data: Data) -> None: ...
    def answer(self) -> tuple[Pairs, Pairs]: ...


class Carom:
    """`Scene.hits` on a given number of threads."""

    def __init__(self, threads: int) -> None:
        self.name = f"Carom `Scene.hits`, {threads} thread{'s' if threads > 1 else ''}"
        self._threads = threads

    def build(self, data: Data) -> None:
        carom.set_threads(self._threads)
        self._circles = data.circles
        self._scene = carom.Scene(*data.walls)

    def answer(self) -> tuple[Pairs, Pairs]:
        carom.set_threads(self._threads)
        hits = self._scene.hits(*self._circles)
        return hits.circle, hits.wall


def _lines(data: Data) -> np.ndarray:
    ax, ay, bx, by = data.walls
    return shapely.linestrings(np.stack([ax, ay, bx, by], axis=1).reshape(-1, 2, 2))


class Shapely:
    """`STRtree.query` with the predicate "dwithin"."""

    name = 'shapely `STRtree.query(predicate="dwithin")`'

    def build(self, data: Data) -> None:
        cx, cy, self._r = data.circles
        self._points = shapely.points(cx, cy)
        self._tree = shapely.STRtree(_lines(data))
        self._tree.query(self._points[:1])  # it is built by its first query

    def answer(self) -> tuple[Pairs, Pairs]:
        circle, wall = self._tree.query(self._points, predicate="dwithin", distance=self._r)
        return circle, wall


class Geopandas:
    """`sjoin` with the predicate "dwithin"."""

    name = 'geopandas `sjoin(predicate="dwithin")`'

    def build(self, data: Data) -> None:
        cx, cy, self._r = data.circles
        self._points = geopandas.GeoDataFrame(geometry=shapely.points(cx, cy))
        self._walls = geopandas.GeoDataFrame(geometry=_lines(data))

    def answer(self) -> tuple[Pairs, Pairs]:
        joined = self._points.sjoin(self._walls, predicate="dwithin", distance=self._r)
        return joined.index.to_numpy(), joined["index_right"].to_numpy()


class GeopandasBuffer:
    """`sjoin` of circles as polygons, the way without "dwithin"."""

    name = "geopandas `sjoin` of `buffer`"

    def build(self, data: Data) -> None:
        cx, cy, self._r = data.circles
        self._points = geopandas.GeoSeries(shapely.points(cx, cy))
        self._walls = geopandas.GeoDataFrame(geometry=_lines(data))

    def answer(self) -> tuple[Pairs, Pairs]:
        joined = geopandas.GeoDataFrame(geometry=self._points.buffer(self._r)).sjoin(self._walls)
        return joined.index.to_numpy(), joined["index_right"].to_numpy()


class Pymunk:
    """`Space.point_query` for each circle."""

    name = "pymunk `Space.point_query`"

    def build(self, data: Data) -> None:
        self._circles = [column.tolist() for column in data.circles]
        self._space = pymunk.Space()
        body = self._space.static_body
        shapes = []
        for i, (ax, ay, bx, by) in enumerate(zip(*(column.tolist() for column in data.walls), strict=True)):
            shape = pymunk.Segment(body, (ax, ay), (bx, by), 0)
            shape.collision_type = i
            shapes.append(shape)
        self._space.add(*shapes)

    def answer(self) -> tuple[Pairs, Pairs]:
        everything = pymunk.ShapeFilter()
        circles: list[int] = []
        walls: list[int] = []
        query = self._space.point_query
        for i, (x, y, r) in enumerate(zip(*self._circles, strict=True)):
            for hit in query((x, y), r, everything):
                circles.append(i)
                walls.append(hit.shape.collision_type)
        return np.array(circles, np.int64), np.array(walls, np.int64)
