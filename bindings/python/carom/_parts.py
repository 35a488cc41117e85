"""Geometries as runs of vertices, and the segments and points that they have.

Method: a source of geometries, shapely or GeoArrow, is first turned into `Parts`: coordinates, and
for each part where its vertices are. A part is a line, a ring or a set of points. Views of the
coordinates are kept wherever one stride leads through them. Room: tables, over NumPy only.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from ._optional import load


class Parts(NamedTuple):
    """The lines, rings and points of geometries. A geometry without vertices has no part."""

    x: Any
    """The coordinates of all vertices, float64 of any stride."""
    y: Any
    start: Any
    """The first vertex of each part."""
    count: Any
    """The number of vertices of each part, at least 1."""
    row: Any
    """The row of the geometry that each part comes from, in order."""
    points: Any
    """Whether each part is a set of points, not a line or ring."""
    polygon: Any
    """Whether each part is a ring of a polygon."""

    def check(self, function: str) -> None:
        """Raises a ValueError if a coordinate is not finite."""
        finite = np.isfinite(self.x) & np.isfinite(self.y)
        if finite.all():
            return
        for start, count, row in zip(self.start, self.count, self.row, strict=True):
            bad = np.flatnonzero(~finite[start : start + count])
            if bad.size:
                x, y = self.x[start + bad[0]], self.y[start + bad[0]]
                text = f"vertex {bad[0]} of the geometry in row {row} is ({x}, {y})"
                raise ValueError(f"{function}(): {text}, must be finite")

    def is_whole(self) -> bool:
        """Whether the parts follow one another without gaps."""
        return bool(np.all(self.start[1:] == self.start[:-1] + self.count[:-1]))

    def span(self) -> slice:
        """The vertices from the first to the last part."""
        if not len(self.start):
            return slice(0, 0)
        return slice(int(self.start[0]), int(self.start[-1] + self.count[-1]))


def vertices(parts: Parts) -> tuple[Any, Any, Any]:
    """All vertices as x, y and row. Views if the parts have no gaps."""
    row = np.repeat(parts.row, parts.count)
    if parts.is_whole():
        return parts.x[parts.span()], parts.y[parts.span()], row
    index = each(parts.start, parts.count)
    return parts.x[index], parts.y[index], row


def bounds_area(parts: Parts) -> Any:
    """For each segment whether it is one of a polygon, in the order of `segments`."""
    single = parts.points | (parts.count == 1)
    return np.repeat(parts.polygon, np.where(single, parts.count, parts.count - 1))


def segments(parts: Parts) -> tuple[Any, Any, Any, Any, Any]:
    """All segments as ax, ay, bx, by and row. A point is a segment of length 0.

    Views if there is one line, if all lines have two vertices, or if all parts are points.
    """
    single = parts.points | (parts.count == 1)
    if single.all():
        x, y, row = vertices(parts)
        return x, y, x, y, row
    if len(parts.start) == 1:
        span = parts.span()
        a, b = slice(span.start, span.stop - 1), slice(span.start + 1, span.stop)
        row = np.repeat(parts.row, parts.count - 1)
        return parts.x[a], parts.y[a], parts.x[b], parts.y[b], row
    if not single.any() and parts.is_whole() and np.all(parts.count == 2):
        x, y = parts.x[parts.span()], parts.y[parts.span()]
        return x[0::2], y[0::2], x[1::2], y[1::2], parts.row
    count = np.where(single, parts.count, parts.count - 1)
    a = each(parts.start, count)
    b = a + np.repeat(np.where(single, 0, 1), count)
    return parts.x[a], parts.y[a], parts.x[b], parts.y[b], np.repeat(parts.row, count)


def objects(items: Sequence[Any] | np.ndarray) -> Any:
    """An array of the items as objects, with one dimension also if they are lists."""
    return np.fromiter(items, dtype=object, count=len(items))


def each(start: Any, count: Any) -> Any:
    """start[0], start[0] + 1, ... for count[0] numbers, then the same from start[1], and so on."""
    begin = np.cumsum(count) - count
    return np.arange(count.sum()) + np.repeat(start - begin, count)


# The kinds of shapely.get_type_id.
_POINT, _POLYGON, _MULTI, _COLLECTION = 0, 3, 4, 7


def from_shapely(function: str, geometries: Any) -> Parts:
    """The parts of an array of shapely geometries. None and empty geometries have none."""
    shapely = load("shapely", "geo", function)
    bad = ~(shapely.is_geometry(geometries) | shapely.is_missing(geometries))
    if bad.any():
        first = int(np.flatnonzero(bad)[0])
        kind = type(geometries[first]).__name__
        raise TypeError(f"{function}(): row {first} is a {kind}, must be a shapely geometry or None")
    row: Any = np.arange(len(geometries))
    kinds = shapely.get_type_id(geometries)
    while (kinds >= _MULTI).any():
        _known(function, kinds, row)
        try:
            geometries, index = shapely.get_parts(geometries, return_index=True)
        except NotImplementedError:
            raise _arcs(function, row[_unreadable(shapely.get_parts, geometries)]) from None
        row, kinds = row[index], shapely.get_type_id(geometries)
    is_polygon = is_ring = kinds == _POLYGON
    if is_polygon.any():
        rings, index = shapely.get_rings(geometries[is_polygon], return_index=True)
        place = np.concatenate([np.flatnonzero(~is_polygon), np.flatnonzero(is_polygon)[index]])
        order = np.argsort(place, kind="stable")
        geometries = np.concatenate([geometries[~is_polygon], rings])[order]
        row, kinds, is_ring = row[place[order]], shapely.get_type_id(geometries), is_polygon[place[order]]
    coordinates, index = shapely.get_coordinates(geometries, return_index=True)
    count = np.bincount(index, minlength=len(geometries))
    some = count > 0
    start = np.cumsum(count) - count
    x, y = coordinates[:, 0], coordinates[:, 1]
    return Parts(x, y, start[some], count[some], row[some], (kinds == _POINT)[some], is_ring[some])


def _known(function: str, kinds: Any, row: Any) -> None:
    """Raises a ValueError for geometries with arcs."""
    bad = np.flatnonzero(kinds > _COLLECTION)
    if bad.size:
        raise _arcs(function, row[bad[0]])


def from_text(function: str, reader: Callable[[Any], Any], texts: Any) -> Any:
    """The shapely geometries of an array of WKB or WKT. Raises a ValueError for those with arcs."""
    try:
        return reader(texts)
    except NotImplementedError:
        raise _arcs(function, _unreadable(reader, texts)) from None


def _unreadable(reader: Callable[[Any], Any], items: Any) -> int:
    """The first item whose geometry shapely has no class for."""
    for row in range(len(items)):
        try:
            reader(items[row : row + 1])
        except NotImplementedError:
            return row
    return 0


def _arcs(function: str, row: int) -> ValueError:
    return ValueError(f"{function}(): the geometry in row {row} has arcs, must have straight edges only")
