"""Walls and circles as columns, from tables and geometries of other libraries.

`walls` and `circles` give named tuples. `carom.Scene(walls(source))` builds a scene of them, and
`scene.hits(circles(source))` asks it. `to_pandas` and `to_arrow` lead back. Room: tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from . import _svg
from ._arguments import check_exact_items, codes, unrounded
from ._crs import warn_of_difference, warn_of_no_plane
from ._grid import grid_edges
from ._parts import bounds_area, segments, vertices
from ._sources import Source, open_source
from .answers import fields_by_name

if TYPE_CHECKING:
    from ._types import Bits, Bools, Codes8, Numbers, TableNumbers

_X = TypeVar("_X", bound="Numbers")
_Y = TypeVar("_Y", bound="Numbers")
_R = TypeVar("_R", bound="Numbers")

_WALLS = ("ax", "ay", "bx", "by", "wr")
_CIRCLES = ("cx", "cy", "r", "vx", "vy")
_MOVES = ("avx", "avy", "bvx", "bvy")


@fields_by_name
class WallColumns(NamedTuple):
    """Columns of walls, all of one length, or None. The first six are the arguments of `Scene`."""

    ax: TableNumbers
    """The point a."""
    ay: TableNumbers
    bx: TableNumbers
    """The point b."""
    by: TableNumbers
    wr: TableNumbers
    """The wall radius, in the unit of the coordinates, >= 0."""
    extent: Codes8
    """Codes of `Extent`."""
    source: Any
    """For each wall the row it comes from: its label in a pandas index, its `id`, or its number from 0."""
    category: Bits | None = None
    """Category bits as uint32; None if the source has none."""
    one_sided: Bools | None = None
    """Whether balls pass from the right of a->b to the left; None if the source does not tell."""
    group: Bits | None = None
    """Groups as uint32; None if the source has none."""
    avx: TableNumbers | None = None
    """The move of a and of b over the frame; None if the walls are at rest."""
    avy: TableNumbers | None = None
    bvx: TableNumbers | None = None
    bvy: TableNumbers | None = None
    crs: Any = None
    """The coordinate reference system of the geometries, as the source has it; None if it is not known."""

    def _repr_svg_(self) -> str:
        """A small picture, which notebooks show."""
        return _svg.picture(walls=self)


@fields_by_name
class CircleColumns(NamedTuple):
    """Columns of circles, all of one length, or None. The first three are arguments of `Scene.hits`."""

    cx: TableNumbers
    """The centre."""
    cy: TableNumbers
    r: TableNumbers
    """The radius, >= 0."""
    source: Any
    """For each circle the row it comes from: its label in a pandas index, its `id`, or its number from 0."""
    category: Bits | None = None
    """Category bits as uint32; None if the source has none."""
    vx: TableNumbers | None = None
    """The displacement; None if the circles are at rest."""
    vy: TableNumbers | None = None
    group: Bits | None = None
    """Groups as uint32, such as the argument except_group of `Scene.hits` takes; None if the source has none."""
    crs: Any = None
    """The coordinate reference system of the geometries, as the source has it; None if it is not known."""

    def _repr_svg_(self) -> str:
        """A small picture, which notebooks show."""
        return _svg.picture(circles=self)


class ShapeSource:
    """What has both walls and circles, such as the shapes of a file."""

    walls: WallColumns
    circles: CircleColumns
    groups: tuple[str, ...]
    """The names of the groups 1, 2, 3 ... of the walls."""


def walls(
    source: Any,
    *,
    wr: Any = None,
    extent: Any = None,
    category: Any = None,
    group: Any = None,
    one_sided: Any = None,
    geometry: str | None = None,
    columns: Mapping[str, str] | None = None,
    outline: bool = False,
    cell: Any = None,
    origin: Any = None,
) -> WallColumns:
    """Read walls from a table, from geometries or from a grid of cells.

    Columns have the names of the command line: ax, ay, bx, by, and optionally wr, extent, category, one_sided, group,
    id, and avx, avy, bvx, bvy of moving walls. Each segment of a geometry is a wall: of lines, of rings, and of the
    outlines of polygons with their holes. A point is a wall of length 0, so with a radius it is a round post. None,
    null and empty geometries have no walls. Z and M are ignored.

    Polygons and multipolygons become areas: the walls around that of row i have the group i + 1, which is the number of
    the area in `Scene.areas`, `Scene.contains` and the like. Walls of lines and points have the group 0. `Scene.hits`
    still asks about walls: a circle inside of an area that touches no edge touches no wall.

    A grid is an array of truth values with two dimensions, such as an occupancy map: True cells are solid. The cell
    [i, j] lies j cells along x and i along y from the origin. The walls are the edges between solid and free cells,
    and those of solid cells at the border of the grid. Edges in one line are one wall. Solid cells are on the right
    of a->b, so one-sided walls stop balls from outside. `source` is the number of the solid cell beside a, in C
    order.

    GeoJSON without a crs is in degrees, as RFC 7946 says, and its `crs` is "OGC:CRS84", unless x is beyond 180 or y
    beyond 90. The member "crs": None says that the numbers are of a plane.

    Columns of numbers and coordinates are not copied where one stride leads through them: that is so for all columns
    in one chunk, for GeoArrow points, for one line, and for lines of two vertices each. shapely gives out only copies.

    Parameters
    ----------
    source : mapping, structured array, array, DataFrame, geometries or Arrow object
        A mapping of columns; a structured array; an array of shape (n, 4) or (n, 5) with ax, ay, bx, by, wr; a pandas
        or polars DataFrame; shapely geometries; a GeoSeries or GeoDataFrame; anything with the Arrow PyCapsule
        protocol, also GeoArrow; a GeoJSON mapping; a list of rows, which are mappings, tuples of numbers, GeoJSON
        or WKB; an array of bool of shape (rows, columns): a grid.
    wr : number, array or str, optional
        The wall radius in the unit of the coordinates: one for all, one a row, or the name of a column. The default is
        the column wr, or 0.
    extent : str or array, optional
        "segment", "ray" or "line", their codes, one a row, or the name of a column. The default is the column extent,
        or "segment".
    category : int, array or str, optional
        Category bits, 0 to 2**32 - 1, like wr. The default is the column category.
    group : int, array or str, optional
        Groups, 0 to 2**32 - 1, like wr: numbers of yours, such as the owners of walls. The default is the column group.
        Polygons of one group are one area: what lies in an even number of them is outside. Group 0 is no area.
    one_sided : bool, array or str, optional
        Whether balls pass from the right of a->b to the left, like wr. The default is the column one_sided.
    geometry : str, optional
        The column of the geometries, if there are several.
    columns : mapping, optional
        Other names of columns, such as {"ax": "x1"}.
    outline : bool, optional
        True reads only the outlines of polygons, as walls without an area.
    cell : float or pair of float, optional
        The size of a cell of a grid along x and y; 1 by default. A negative size along y puts the first row on top, as
        in images.
    origin : float or pair of float, optional
        The x and y of the corner of a grid where its first row and its first column begin; 0 by default.

    Returns
    -------
    WallColumns
        A named tuple of columns. `source` tells the row of each wall: its label in the index of a pandas or geopandas
        frame, so that answers align with the frame; for other sources its id, or without one its number from 0. With
        columns={"id": name} a column of a frame takes the place of its index.

    Raises
    ------
    ValueError
        A column is missing; a required number is null, NaN or infinite; a radius is negative. The message names
        the column and the row.
    TypeError
        The source is of no known kind, or a column has no numbers.
    ModuleNotFoundError
        The source needs a library that is missing.

    Warns
    -----
    UserWarning
        The geometries are in degrees or geocentric.

    Examples
    --------
    >>> import carom
    >>> table = {"ax": [0.0, 4.0], "ay": 0.0, "bx": 4.0, "by": [0.0, 3.0], "id": ["floor", "side"]}
    >>> w = carom.walls(table)
    >>> w.bx
    array([4., 4.])
    >>> w.source
    array(['floor', 'side'], dtype=object)
    >>> room = np.array([[False, True, True], [False, False, True]])
    >>> carom.walls(room, cell=0.5).ax
    array([1.5, 0.5, 1. , 0.5, 1. , 1.5])
    """
    is_grid = isinstance(source, np.ndarray) and source.dtype.kind == "b" and source.ndim == 2
    if is_grid:
        *ends, cells = grid_edges("walls", source, 1.0 if cell is None else cell, 0.0 if origin is None else origin)
        source = {**dict(zip(_WALLS, ends, strict=False)), "id": cells}
    elif cell is not None or origin is not None:
        raise ValueError("walls(): the arguments cell and origin are for grids: a NumPy array of bool, (rows, columns)")
    table = _Table("walls", open_source("walls", source, _WALLS, geometry), columns)
    moves: dict[str, Any] = {}
    areas = None
    if table.use_geometry("ax", geometry):
        parts = table.parts()
        ax, ay, bx, by, row = segments(parts)
        if parts.polygon.any() and not outline:
            areas = np.where(bounds_area(parts), row + 1, 0).astype(np.uint32)
    else:
        ax, ay, bx, by = (table.number(name) for name in _WALLS[:4])
        row = None
        if any(table.has(name) for name in _MOVES):
            moves = {name: table.number(name, optional=True) for name in _MOVES}
    wr = table.radius("wr", wr, row)
    extent = table.extent(extent, row)
    category, group = table.integers("category", category, row), table.integers("group", group, row)
    group = areas if group is None else group
    one_sided, labels = table.one_sided(one_sided, row), table.labels(row)
    return WallColumns(ax, ay, bx, by, wr, extent, labels, category, one_sided, group, **moves, crs=table.crs)


def circles(
    source: Any,
    *,
    r: Any = None,
    category: Any = None,
    group: Any = None,
    geometry: str | None = None,
    columns: Mapping[str, str] | None = None,
) -> CircleColumns:
    """Read circles from a table or from points.

    Columns have the names of the command line: cx, cy, r, and optionally category, group, id, and vx, vy of moving
    circles.
    Geometries must be points or multipoints; each point is a circle. None, null and empty geometries have no circles.
    Z and M are ignored. Columns and coordinates are not copied where one stride leads through them: that is so for
    all columns in one chunk and for GeoArrow points. shapely gives out only copies.

    Parameters
    ----------
    source : mapping, structured array, array, DataFrame, geometries or Arrow object
        As for `walls`. An array of numbers has the columns cx, cy, r, vx, vy.
    r : number, array or str, optional
        The radius in the unit of the coordinates: one for all, one a row, or the name of a column. The default is the
        column r. For geometries and arrays of two columns without it the default is 0.
    category : int, array or str, optional
        Category bits, 0 to 2**32 - 1, like r. The default is the column category.
    group : int, array or str, optional
        Groups, 0 to 2**32 - 1, like r. The default is the column group.
    geometry : str, optional
        The column of the geometries, if there are several.
    columns : mapping, optional
        Other names of columns, such as {"cx": "lon"}.

    Returns
    -------
    CircleColumns
        A named tuple of columns. `source` tells the row of each circle, as for `walls`.

    Raises
    ------
    ValueError, TypeError, ModuleNotFoundError
        As for `walls`. A geometry that is no point is a ValueError that names its row.

    Warns
    -----
    UserWarning
        The geometries are in degrees or geocentric.

    Examples
    --------
    >>> import numpy as np
    >>> import carom
    >>> c = carom.circles(np.array([[1.0, 2.0], [3.0, 4.0]]), r=0.5)
    >>> c.cy, c.r
    (array([2., 4.]), array([0.5, 0.5]))
    """
    return read_circles(source, {"r": r, "category": category, "group": group}, geometry, columns)


def read_circles(
    source: Any,
    given: Mapping[str, Any],
    geometry: str | None = None,
    columns: Mapping[str, str] | None = None,
    *,
    moves: bool = True,
) -> CircleColumns:
    """What `circles` reads. `moves` tells whether vx and vy are read."""
    table = _Table("circles", open_source("circles", source, _CIRCLES, geometry), columns)
    vx = vy = None
    r = given.get("r")
    if table.use_geometry("cx", geometry):
        parts = table.parts()
        if not parts.points.all():
            row = parts.row[~parts.points][0]
            raise ValueError(f"circles(): the geometry in row {row} is a line or polygon, must be a point")
        cx, cy, row = vertices(parts)
    else:
        cx, cy, row = table.number("cx"), table.number("cy"), None
        if r is None and not table.has("r") and not isinstance(source, np.ndarray):
            raise ValueError("circles(): there is no column r: pass r, a number or the name of a column")
    if moves and (table.has("vx") or table.has("vy")):
        vx, vy = (values if row is None else _take(values, row) for values in map(table.number, ("vx", "vy")))
    r = table.radius("r", r, row)
    category, group = (table.integers(name, given.get(name), row) for name in ("category", "group"))
    return CircleColumns(cx, cy, r, table.labels(row), category, vx, vy, group, table.crs)


def post(cx: _X, cy: _Y, r: _R) -> tuple[_X, _Y, _X, _Y, _R]:
    """Circles as walls: posts of the same centres and radii.

    With it every question about a wall is one about another circle, and as exact.

    Parameters
    ----------
    cx, cy, r : array_like of float
        Centres and radii.

    Returns
    -------
    tuple
        The arguments ax, ay, bx, by and wr of a wall: the centre twice, and the radius.

    Examples
    --------
    >>> carom.relate(0, 0, 3, *carom.post(0, [1, 2, 3, 6], 1))
    array([5, 4, 3, 1], dtype=int8)
    >>> carom.sweep(0, 0, 1, 10, 0, *carom.post(8, 0, 2)).t
    0.5
    """
    return (cx, cy, cx, cy, r)


SCENE_DEFAULTS = {"wr": 0.0, "extent": "segment", "category": 0, "one_sided": False, "group": 0}
"""The arguments of a scene after the four coordinates, with the values of those that are not given."""


def scene_arguments(function: str, source: Any, *given: Any) -> tuple[tuple[Any, ...], Any]:
    """The arguments of a scene of a source of walls, and the CRS.

    `given` are the arguments from wr on; None leaves the column.
    """
    changed = {name: value for name, value in zip(SCENE_DEFAULTS, given, strict=True) if value is not None}
    if isinstance(source, ShapeSource):
        source = source.walls
    if not hasattr(source, "_fields"):
        source, changed = walls(source, **changed), {}
    elif not {"ax", "ay", "bx", "by"} <= set(source._fields):
        fields = ", ".join(source._fields)
        raise TypeError(f"{function}(): the fields of the argument ax are {fields}, must be ax, ay, bx, by, ...")
    columns = {name: getattr(source, name, None) for name in (*_WALLS[:4], *SCENE_DEFAULTS)} | changed
    arguments = tuple(SCENE_DEFAULTS[name] if value is None else value for name, value in columns.items())
    return arguments, getattr(source, "crs", None)


# What a query needs of moving circles.
_MOVING = ("first", "sweep_all")

# The options of a query that take the place of columns.
_OPTIONS = {"category": "mask", "group": "except_group"}


def ask_of_source(scene: Any, function: str, given: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """The answer of a query whose circles are a source, or all fields of `CircleColumns`.

    Categories and groups of the circles are their mask and except_group. Options have precedence, and columns in
    their place are not read.
    """
    if len(given) > 1:
        c = CircleColumns(*given)
    elif isinstance(given[0], ShapeSource):
        c = given[0].circles
    elif isinstance(given[0], CircleColumns):
        c = given[0]
    elif np.isscalar(given[0]):
        raise TypeError(f"{function}() is missing the argument cy")
    else:
        unread = {name: 0 for name, option in _OPTIONS.items() if option in options}
        moves = function in _MOVING and not {"vx", "vy"} <= set(options)
        c = read_circles(given[0], {"r": options.pop("r", None)} | unread, moves=moves)
    warn_of_difference(function, c.crs, scene.crs)
    arguments = {"cx": c.cx, "cy": c.cy, "r": c.r, "mask": c.category, "except_group": c.group}
    if function in _MOVING:
        arguments |= {"vx": c.vx, "vy": c.vy}
    arguments = {name: value for name, value in arguments.items() if value is not None} | options
    if function in _MOVING and not {"vx", "vy"} <= set(arguments):
        raise TypeError(f"{function}(): the circles have no vx and vy: pass both by name")
    return getattr(scene, function)(**arguments)


class _Table:
    """A source with the names of its columns, and the checks of their values."""

    def __init__(self, function: str, source: Source, columns: Mapping[str, str] | None) -> None:
        self.function, self.source, self.crs = function, source, None
        self.names = dict(columns or {})
        for name, other in self.names.items():
            if name not in (*_WALLS, *_CIRCLES, *_MOVES, "extent", "category", "one_sided", "group", "id"):
                raise ValueError(f"{function}(): columns has the name {name!r}, which is no column of Carom's")
            self._need(other)

    def _need(self, name: str) -> None:
        if name not in self.source.names:
            known = ", ".join(self.source.names) or "none"
            raise ValueError(f"{self.function}(): there is no column {name!r}; the columns are: {known}")

    def has(self, name: str) -> bool:
        """Whether the source has the column."""
        return self.names.get(name, name) in self.source.names

    def use_geometry(self, first: str, geometry: str | None) -> bool:
        """Whether the geometries are to be read, and not the columns that begin with `first`."""
        if geometry is not None and not self.source.has_geometry():
            raise ValueError(f"{self.function}(): the argument geometry is {geometry!r}, but there are no geometries")
        return self.source.has_geometry() and (geometry is not None or not self.has(first))

    def parts(self) -> Any:
        """The checked geometries."""
        parts = self.source.parts()
        parts.check(self.function)
        self.crs = self.source.crs()
        if self.crs is not None:
            warn_of_no_plane(self.function, self.crs)
        return parts

    def number(self, name: str, *, optional: bool = False) -> Any:
        """A column of finite numbers. Without the column, or where it is null, the optional are 0."""
        column = self.names.get(name, name)
        if optional and not self.has(name):
            return np.broadcast_to(0.0, (self.source.length,))
        self._need(column)
        values, null = self.source.column(column)
        if null is not None and null.any():
            if not optional:
                raise self._error(column, int(np.flatnonzero(null)[0]), "null", "a finite number")
            values = np.where(null, 0, values)
        return self._finite(column, values, name if optional else None)

    def _finite(self, name: str, values: Any, argument: str | None = None) -> Any:
        """Finite numbers. `argument` is the one that can take the place of the column."""
        if values.dtype == object:
            check_exact_items(self.function, name, values.tolist())
            try:
                # NumPy would read a number out of a text.
                for text in (value for value in values if isinstance(value, (str, bytes))):
                    raise TypeError(f"{text!r} is a text")
                values = values.astype(np.float64)
            except (TypeError, ValueError) as error:
                raise TypeError(
                    f"{self.function}(): {name} must hold numbers: {error}{self._way_out(argument)}"
                ) from error
        if values.dtype.kind not in "iuf":
            raise TypeError(f"{self.function}(): {name} has dtype {values.dtype}, must hold numbers")
        if values.dtype.kind == "f" and not (good := np.isfinite(values)).all():
            row = int(np.flatnonzero(~good)[0])
            raise self._error(name, row, values[row], "finite")
        check_exact_items(self.function, name, values)
        return values

    def _way_out(self, argument: str | None) -> str:
        """What to do if a column of the source is another matter than Carom's column of that name."""
        if argument not in ("wr", "r", "category", "group"):
            return ""
        option = _OPTIONS.get(argument) if self.function == "circles" else None
        return f": pass {argument}=, " + (f"or {option}= to a query, " if option else "") + "which wins over the column"

    def _error(self, name: str, row: int, value: Any, right: str) -> ValueError:
        return ValueError(f"{self.function}(): {name}[{row}] is {value}, must be {right}")

    def _given(self, name: str, value: Any) -> Any:
        """An argument that is a number, or an array with a value a row."""
        if np.ma.is_masked(value):
            raise ValueError(f"{self.function}(): the argument {name} has masked items: fill them")
        values = unrounded(value)
        if values.shape not in ((), (1,), (self.source.length,)):
            right = f"a number or an array of shape ({self.source.length},)"
            raise ValueError(f"{self.function}(): the argument {name} has shape {values.shape}, must be {right}")
        return np.broadcast_to(values, (self.source.length,))

    def radius(self, name: str, value: Any, row: Any) -> Any:
        """The radii, by argument, column or 0."""
        if value is None:
            values = self.number(name, optional=True)
        elif isinstance(value, str):
            self._need(value)
            values = self._finite(value, self._filled(value, 0))
        else:
            values = self._finite(name, self._given(name, value))
        if (values < 0).any():
            first = int(np.flatnonzero(values < 0)[0])
            raise self._error(name, first, values[first], "at least 0")
        return values if row is None else _take(values, row)

    def _filled(self, column: str, default: Any) -> Any:
        """A column with a default for null."""
        values, null = self.source.column(column)
        if null is None or not null.any():
            return values
        return np.where(null, default, values)

    def extent(self, value: Any, row: Any) -> Any:
        """The codes of extents, by argument, column or segment."""
        words = ("segment", "ray", "line")
        if isinstance(value, str) and value not in words:
            self._need(value)
            values = self._filled(value, "segment")
        elif value is not None:
            values = self._given("extent", value)
        elif self.has("extent"):
            values = self._filled(self.names.get("extent", "extent"), "segment")
        else:
            values = np.broadcast_to(np.uint8(0), (self.source.length,))
        if values.dtype != np.uint8 or values.strides != (0,):
            values = codes(self.function, "extent", "E", values)
        return values if row is None else _take(values, row)

    def integers(self, name: str, value: Any, row: Any) -> Any:
        """Category bits or groups, by argument or column.

        Null stands for the default: no group, and all categories of a circle, one of a wall.
        """
        default = 0xFFFFFFFF if name == "category" and self.function == "circles" else 0
        most = 0xFFFFFFFF
        if isinstance(value, str):
            self._need(value)
            values = self._filled(value, default)
        elif value is not None:
            values = self._given(name, value)
        elif self.has(name):
            values = self._filled(self.names.get(name, name), default)
        else:
            return None
        numbers = self._finite(name, values, name if value is None else None)
        bad = np.flatnonzero((numbers < 0) | (numbers > most) | (numbers != np.floor(numbers)))
        if bad.size:
            raise self._error(name, int(bad[0]), numbers[bad[0]], f"an integer from 0 to {most}")
        numbers = numbers.astype(np.uint32)
        return numbers if row is None else _take(numbers, row)

    def one_sided(self, value: Any, row: Any) -> Any:
        """Truth values, by argument or column; null stands for False. None without both."""
        if value is not None and not isinstance(value, str):
            values = codes(self.function, "one_sided", "?", self._given("one_sided", value)).astype(bool)
            return values if row is None else _take(values, row)
        name = self.names.get("one_sided", "one_sided") if value is None else value
        if value is not None:
            self._need(name)
        elif not self.has("one_sided"):
            return None
        values = self._filled(name, False)
        if values.dtype == object and all(isinstance(value, (bool, np.bool_)) for value in values):
            values = values.astype(bool)
        if values.dtype.kind != "b":
            raise TypeError(f"walls(): {name} has dtype {values.dtype}, must hold truth values")
        return values if row is None else _take(values, row)

    def labels(self, row: Any) -> Any:
        """What identifies the row that each wall or circle comes from.

        An index of pandas comes before a column id, so that answers align with their frame.
        """
        if self.source.labels is not None and "id" not in self.names:
            return self.source.labels if row is None else self.source.labels.take(row)
        if self.has("id"):
            values, _ = self.source.column(self.names.get("id", "id"))
        else:
            return np.arange(self.source.length) if row is None else row
        if values.dtype.kind == "U":
            values = values.astype(object)
        return values if row is None else values[row]


def _take(values: Any, row: Any) -> Any:
    """The value of each row; one value for all is not copied."""
    if values.strides == (0,) and len(values):
        return np.broadcast_to(values[0], row.shape)
    return values[row]
