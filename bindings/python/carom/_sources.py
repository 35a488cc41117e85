"""What `carom.walls` and `carom.circles` read: columns by name, geometries, and the labels of rows.

Method: each library has an adapter. It gives columns as NumPy views where the library has plain
numbers, and geometries as `Parts`. Libraries are told apart by protocol, or by the module of their
class, so that none is imported for that. Room: tables.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from ._arrow import ArrowTable, is_arrow
from ._optional import load
from ._parts import Parts, from_shapely, objects

KNOWN = (
    "a mapping of columns, a structured array, an array of shape (n, columns), a DataFrame of pandas or polars, "
    "shapely geometries, a GeoSeries, a GeoDataFrame or an object with the Arrow PyCapsule protocol"
)


class Source:
    """Rows with columns or geometries or both."""

    length: int
    names: Sequence[str] = ()
    """The names of the columns."""
    labels: Any = None
    """The index of pandas; None for row numbers."""

    def column(self, name: str) -> tuple[Any, Any]:
        """A column as an array, and which rows are null; None for no row."""
        raise NotImplementedError

    def has_geometry(self) -> bool:
        """Whether there are geometries."""
        return False

    def parts(self) -> Parts:
        """The geometries."""
        raise NotImplementedError

    def crs(self) -> Any:
        """The coordinate reference system of the geometries; None if it is not known."""
        return None


class Columns(Source):
    """A mapping of columns, or a structured array."""

    def __init__(self, function: str, columns: Any, names: Sequence[str]) -> None:
        self.columns, self.names = columns, list(names)
        sizes = {}
        for name in self.names:
            try:
                shape = np.shape(columns[name])
            except ValueError:
                raise ValueError(f"{function}(): the column {name} has items of different lengths") from None
            if len(shape) > 1:
                raise ValueError(f"{function}(): the column {name} has shape {shape}, must be one-dimensional")
            if shape:
                sizes[name] = shape[0]
        if len(set(sizes.values()) - {1}) > 1:
            text = ", ".join(f"{name} {size}" for name, size in sizes.items())
            raise ValueError(f"{function}(): the columns have different lengths: {text}")
        self.length = min(sizes.values()) if 0 in sizes.values() else max(sizes.values(), default=1)

    def column(self, name: str) -> tuple[Any, Any]:
        """A column as an array; one number stands for all rows."""
        column = self.columns[name]
        values = np.asarray(np.ma.getdata(column))
        null = np.ma.getmaskarray(column) if np.ma.isMaskedArray(column) and np.ma.is_masked(column) else None
        if values.dtype == object:
            null = np.array([value is None for value in values.ravel()], dtype=bool).reshape(values.shape)
        shape = (self.length,)
        return np.broadcast_to(values, shape), None if null is None else np.broadcast_to(null, shape)


class Matrix(Source):
    """A plain array, whose columns have the standard names in order."""

    def __init__(self, function: str, values: Any, order: Sequence[str]) -> None:
        self.values, self.names, self.length = values, order[: values.shape[1]], len(values)
        if values.shape[1] > len(order):
            text = f"the array has {values.shape[1]} columns, must have at most {len(order)}: {', '.join(order)}"
            raise ValueError(f"{function}(): {text}")

    def column(self, name: str) -> tuple[Any, Any]:
        """A column of the array."""
        return self.values[:, self.names.index(name)], None


class Pandas(Source):
    """A DataFrame of pandas. NaN and NA stand for null, as in pandas itself."""

    def __init__(self, frame: Any) -> None:
        self.frame, self.length, self.labels = frame, len(frame), frame.index
        self.names = [name for name in frame.columns if isinstance(name, str)]

    def column(self, name: str) -> tuple[Any, Any]:
        """A column; extension types become float64 or objects."""
        series = self.frame[name]
        if series.ndim != 1:
            raise ValueError(f"the DataFrame has several columns {name!r}")
        null = series.isna().to_numpy()
        dtype = series.dtype
        if isinstance(dtype, np.dtype) and dtype.kind in "biufc":
            values = series.to_numpy()
        elif getattr(dtype, "_is_numeric", False) or getattr(dtype, "kind", "O") in "iuf":
            values = series.to_numpy(dtype=np.float64, na_value=np.nan)
        else:
            values = series.to_numpy(dtype=object)
        return values, null if null.any() else None


class Geo(Pandas):
    """A GeoDataFrame, or a GeoSeries as a frame of one column."""

    def __init__(self, function: str, frame: Any, geometry: str | None) -> None:
        super().__init__(frame)
        self.function = function
        if geometry is not None and geometry not in self.names:
            raise ValueError(f"{function}(): there is no column {geometry!r}, only {', '.join(self.names)}")
        self.series = frame.geometry if geometry is None else frame[geometry]

    def has_geometry(self) -> bool:
        """Whether there are geometries."""
        return True

    def parts(self) -> Parts:
        """The geometries of the active column, or of the named one."""
        return from_shapely(self.function, np.asarray(self.series.array, dtype=object))

    def crs(self) -> Any:
        """The CRS of the column, of pyproj."""
        return getattr(self.series, "crs", None)


class Polars(Source):
    """A DataFrame of polars."""

    def __init__(self, frame: Any) -> None:
        self.frame, self.names, self.length = frame, frame.columns, frame.height

    def column(self, name: str) -> tuple[Any, Any]:
        """A column; polars itself copies if it has several chunks or nulls."""
        series = self.frame.get_column(name)
        null = series.is_null().to_numpy() if series.null_count() else None
        if not series.dtype.is_numeric():
            return objects(series.to_list()), null
        return series.to_numpy(), null


class Arrow(Source):
    """An Arrow table, with a column of geometries or without, or a GeoArrow array."""

    def __init__(self, function: str, source: Any, geometry: str | None) -> None:
        self.table = ArrowTable(function, source)
        self.names, self.length = list(self.table.places), self.table.length
        self.geometry = self.table.geometry_column(geometry)

    def column(self, name: str) -> tuple[Any, Any]:
        """A column; chunks are joined."""
        return self.table.column(name)

    def has_geometry(self) -> bool:
        """Whether there are geometries."""
        return self.geometry is not None or not self.table.is_table

    def parts(self) -> Parts:
        """The geometries."""
        return self.table.parts(self.geometry)

    def crs(self) -> Any:
        """The CRS in the metadata of GeoArrow."""
        return self.table.crs(self.geometry)


class Shapely(Source):
    """Geometries of shapely."""

    def __init__(self, function: str, geometries: Any) -> None:
        self.function = function
        self.geometries = np.atleast_1d(geometries).ravel()
        self.length = len(self.geometries)

    def has_geometry(self) -> bool:
        """Whether there are geometries."""
        return True

    def parts(self) -> Parts:
        """The geometries."""
        return from_shapely(self.function, self.geometries)


def open_source(function: str, source: Any, order: Sequence[str], geometry: str | None) -> Source:
    """The adapter for a source. `order` names the columns of plain arrays."""
    if _is_of(source, "geopandas") and hasattr(source, "to_frame"):
        return Geo(function, source.to_frame("geometry"), geometry)
    if _is_of(source, "geopandas") and hasattr(source, "columns"):
        if geometry is None and source.active_geometry_name is None:
            return Pandas(source)
        return Geo(function, source, geometry)
    if _is_of(source, "geopandas") and hasattr(source, "geom_type"):
        series = load("geopandas", "geo", function).GeoSeries(source)
        return Geo(function, series.to_frame("geometry"), geometry)
    if _is_of(source, "pandas") and hasattr(source, "columns"):
        return Pandas(source)
    if _is_of(source, "polars") and hasattr(source, "get_column"):
        return Polars(source)
    if isinstance(source, Mapping):
        return Columns(function, source, [name for name in source if isinstance(name, str)])
    if is_arrow(source):
        return Arrow(function, source, geometry)
    if _is_of(source, "shapely"):
        return Shapely(function, np.array([source], dtype=object))
    return _open_array(function, source, order)


def _open_array(function: str, source: Any, order: Sequence[str]) -> Source:
    """The adapter for an array, or for a list of geometries."""
    if isinstance(source, np.ndarray) and source.dtype.names:
        return Columns(function, source.ravel(), source.dtype.names)
    if isinstance(source, np.ndarray) and source.dtype.kind in "iuf":
        if source.ndim == 2:
            return Matrix(function, source, order)
        raise ValueError(f"{function}(): the array has shape {source.shape}, must be (n, columns)")
    if isinstance(source, (list, tuple)) or (isinstance(source, np.ndarray) and source.dtype == object):
        geometries = objects(source)
        # Geometries, or none of them.
        if any(_is_of(item, "shapely") for item in geometries) or all(item is None for item in geometries):
            return Shapely(function, geometries)
    raise TypeError(f"{function}(): the source is {_article(type(source).__name__)}, must be {KNOWN}")


def _is_of(source: Any, library: str) -> bool:
    """Whether the class, or one that it extends, is one of the library's."""
    return any(kind.__module__.partition(".")[0] == library for kind in type(source).__mro__)


def _article(name: str) -> str:
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
