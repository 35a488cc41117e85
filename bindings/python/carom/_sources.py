"""What `carom.walls` and `carom.circles` read: columns by name, geometries, and the labels of rows.

Method: each library has an adapter. It gives columns as NumPy views where the library has plain
numbers, and geometries as `Parts`. Libraries are told apart by protocol, or by the module of their
class, so that none is imported for that. Room: tables.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from ._arguments import check_exact_items, is_real, unrounded
from ._arrow import ArrowTable, is_arrow
from ._optional import load
from ._parts import Parts, from_shapely, from_text, objects

KNOWN = (
    "a mapping of columns, a structured array, an array of shape (n, columns), a DataFrame of pandas or polars, "
    "shapely geometries, a GeoSeries, a GeoDataFrame, an object with the Arrow PyCapsule protocol, a GeoJSON mapping, "
    "or a list of rows: mappings, tuples of numbers, GeoJSON or WKB"
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

    def __init__(self, function: str, columns: Any, names: Sequence[str], geometry: str | None = None) -> None:
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
        self.function, self.geometry = function, None
        shapes = [name for name in self.names if _is_geometry(columns[name])]
        if not isinstance(columns, np.ndarray):
            self.geometry = _geometry_column(function, self.names, shapes, geometry)

    def column(self, name: str) -> tuple[Any, Any]:
        """A column as an array; one number stands for all rows."""
        column = self.columns[name]
        values = unrounded(np.ma.getdata(column) if np.ma.isMaskedArray(column) else column)
        null = np.ma.getmaskarray(column) if np.ma.isMaskedArray(column) and np.ma.is_masked(column) else None
        if values.dtype == object:
            null = np.array([value is None for value in values.ravel()], dtype=bool).reshape(values.shape)
        shape = (self.length,)
        return np.broadcast_to(values, shape), None if null is None else np.broadcast_to(null, shape)

    def has_geometry(self) -> bool:
        """Whether there is a column of WKB or of shapely geometries."""
        return self.geometry is not None

    def parts(self) -> Parts:
        """The geometries of that column."""
        values = objects(self.columns[self.geometry])
        is_wkb = any(isinstance(value, bytes) for value in values)
        return _from_wkb(self.function, values) if is_wkb else from_shapely(self.function, values)


class Matrix(Source):
    """A plain array, whose columns have the standard names in order."""

    def __init__(self, function: str, values: Any, order: Sequence[str]) -> None:
        self.values, self.names, self.length = values, order[: values.shape[1]], len(values)
        if values.shape[1] > len(order):
            text = f"the array has {values.shape[1]} columns, must have at most {len(order)}: {', '.join(order)}"
            raise ValueError(f"{function}(): {text}")

    def column(self, name: str) -> tuple[Any, Any]:
        """A column of the array."""
        column = self.values[:, self.names.index(name)]
        return np.asarray(column), np.ma.getmaskarray(column) if np.ma.is_masked(column) else None


class Pandas(Source):
    """A DataFrame of pandas. NaN and NA stand for null, as in pandas itself."""

    def __init__(self, function: str, frame: Any, geometry: str | None = None) -> None:
        self.function, self.frame, self.length, self.labels = function, frame, len(frame), frame.index
        self.names = [name for name in frame.columns if isinstance(name, str)]
        shapes = [name for name in self.names if frame[name].ndim == 1 and _has_geometries(frame[name])]
        self.geometry = _geometry_column(function, self.names, shapes, geometry)

    def has_geometry(self) -> bool:
        """Whether there is a column of WKB, as files of GeoParquet have it, or of shapely geometries."""
        return self.geometry is not None

    def parts(self) -> Parts:
        """The geometries of that column."""
        series = self.frame[self.geometry]
        values = np.array(series.array, dtype=object)
        values[series.isna().to_numpy()] = None
        is_wkb = any(isinstance(value, bytes) for value in values)
        return _from_wkb(self.function, values) if is_wkb else from_shapely(self.function, values)

    def crs(self) -> Any:
        """The CRS of the column, if it is one of geopandas."""
        return getattr(self.frame[self.geometry].array, "crs", None)

    def column(self, name: str) -> tuple[Any, Any]:
        """A column; extension types become float64 or objects."""
        series = self.frame[name]
        if series.ndim != 1:
            raise ValueError(f"the DataFrame has several columns {name!r}")
        null = series.isna().to_numpy()
        dtype = series.dtype
        if isinstance(dtype, np.dtype) and dtype.kind in "biufc":
            values = series.to_numpy()
        elif getattr(dtype, "kind", "O") in "iu":
            values = unrounded(series)
        elif getattr(dtype, "_is_numeric", False) or getattr(dtype, "kind", "O") in "iuf":
            values = series.to_numpy(dtype=np.float64, na_value=np.nan)
        else:
            values = series.to_numpy(dtype=object)
        return values, null if null.any() else None


class Geo(Pandas):
    """A GeoDataFrame, or a GeoSeries as a frame of one column."""

    def __init__(self, function: str, frame: Any, geometry: str | None) -> None:
        super().__init__(function, frame)
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

    def __init__(self, function: str, frame: Any, geometry: str | None) -> None:
        self.function, self.frame, self.names, self.length = function, frame, frame.columns, frame.height
        binary = [name for name, kind in frame.schema.items() if str(kind) == "Binary"]
        self.binary = _geometry_column(function, self.names, binary, geometry)

    def has_geometry(self) -> bool:
        """Whether there is a column of WKB."""
        return self.binary is not None

    def parts(self) -> Parts:
        """The geometries of the column of WKB, as files of GeoParquet have it."""
        return _from_wkb(self.function, objects(self.frame.get_column(self.binary).to_list()))

    def column(self, name: str) -> tuple[Any, Any]:
        """A column; polars itself copies if it has several chunks or nulls."""
        series = self.frame.get_column(name)
        null = series.is_null().to_numpy() if series.null_count() else None
        if not series.dtype.is_numeric():
            return objects(series.to_list()), null
        return unrounded(series), null


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


class GeoJson(Source):
    """A GeoJSON geometry, feature or collection of features. The properties of features are columns."""

    def __init__(self, function: str, source: Mapping[str, Any]) -> None:
        self.function, self.system, self.is_geographic = function, source.get("crs"), False
        self.names_system = "crs" in source
        features: Any = [source]
        if source["type"] == "FeatureCollection":
            features = source.get("features")
            if not isinstance(features, (list, tuple)):
                kind = _article(type(features).__name__) if "features" in source else "missing"
                raise ValueError(f"{function}(): features of the FeatureCollection is {kind}, must be a list")
        self.geometries, records = [], []
        for row, feature in enumerate(features):
            is_feature = _check_feature(function, row, feature)
            self.geometries.append(feature["geometry"] if is_feature else feature)
            own = {"id": feature["id"]} if is_feature and "id" in feature else {}
            records.append({**own, **(feature.get("properties") or {})} if is_feature else {})
        self.length = len(self.geometries)
        self.columns = Columns(function, _columns_of(records), _names_of(records))
        self.names = self.columns.names

    def column(self, name: str) -> tuple[Any, Any]:
        """A property of the features."""
        return self.columns.column(name)

    def has_geometry(self) -> bool:
        """Whether there are geometries."""
        return True

    def parts(self) -> Parts:
        """The geometries."""
        shapely = load("shapely", "geo", self.function)
        shape = load("shapely.geometry", "geo", self.function).shape
        shapes: list[Any] = []
        for row, geometry in enumerate(self.geometries):
            _check_coordinates(self.function, f"row {row}: coordinates", geometry)
            try:
                shapes.append(None if geometry is None else shape(geometry))
            except (TypeError, ValueError, KeyError, IndexError, shapely.errors.ShapelyError) as error:
                raise ValueError(f"{self.function}(): row {row} is no GeoJSON geometry: {error}") from None
        parts = from_shapely(self.function, objects(shapes))
        self.is_geographic = bool(len(parts.x) and np.abs(parts.x).max() <= 180 and np.abs(parts.y).max() <= 90)
        return parts

    def crs(self) -> Any:
        """The CRS that the object names, as it was usual before RFC 7946; without a name degrees, as there.

        Coordinates that are no degrees have no CRS then.
        """
        if not self.names_system:
            return "OGC:CRS84" if self.is_geographic else None
        name = (self.system or {}).get("properties", {}).get("name")
        return name if isinstance(name, str) else None


def _check_feature(function: str, row: int, feature: Any) -> bool:
    """Whether a row of GeoJSON is a feature; else it is a geometry or None. Raises a ValueError for others."""
    if feature is None:
        return False
    if not isinstance(feature, Mapping) or not isinstance(feature.get("type"), str):
        text = f"row {row} is {_article(type(feature).__name__)} without a type"
        raise ValueError(f"{function}(): {text}, must be a feature or geometry of GeoJSON")
    if feature["type"] != "Feature":
        return False
    if "geometry" not in feature:
        raise ValueError(f"{function}(): the feature in row {row} has no geometry, must have one, or None in its place")
    for name in ("geometry", "properties"):
        value = feature.get(name)
        if value is not None and not isinstance(value, Mapping):
            text = f"the {name} of the feature in row {row} is {_article(type(value).__name__)}"
            raise ValueError(f"{function}(): {text}, must be a mapping or None")
    return True


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
            return Pandas(function, source)
        return Geo(function, source, geometry)
    if _is_of(source, "geopandas") and hasattr(source, "geom_type"):
        series = load("geopandas", "geo", function).GeoSeries(source)
        return Geo(function, series.to_frame("geometry"), geometry)
    if _is_of(source, "pandas") and hasattr(source, "columns"):
        return Pandas(function, source, geometry)
    if _is_of(source, "pandas") and hasattr(source, "to_frame") and hasattr(source, "iloc"):
        series = _open_series(function, source)
        if series is not None:
            return series
    if _is_of(source, "polars") and hasattr(source, "get_column"):
        # Columns of GeoArrow are an extension type, whose name and metadata are in Arrow.
        if any(_extension_name(kind).startswith("geoarrow.") for kind in source.schema.values()):
            return Arrow(function, source, geometry)
        return Polars(function, source, geometry)
    if _is_geojson(source):
        return GeoJson(function, source)
    if isinstance(source, Mapping):
        return Columns(function, source, [name for name in source if isinstance(name, str)], geometry)
    if is_arrow(source):
        return Arrow(function, source, geometry)
    if _is_of(source, "shapely"):
        return Shapely(function, np.array([source], dtype=object))
    return _open_array(function, source, order, geometry)


def _open_array(function: str, source: Any, order: Sequence[str], geometry: str | None) -> Source:
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
        rows = _open_rows(function, list(geometries), order, geometry)
        if rows is not None:
            return rows
    raise TypeError(f"{function}(): the source is {_article(type(source).__name__)}, must be {KNOWN}")


def _open_rows(function: str, rows: list[Any], order: Sequence[str], geometry: str | None) -> Source | None:
    """The adapter for a list of rows; None if they are of no known kind. All have to be of the kind of the first."""
    first: Any = next(row for row in rows if row is not None)
    if isinstance(first, (bytes, bytearray, memoryview)):
        return Shapely(function, _from_bytes(function, rows))
    if _is_geojson(first):
        _check_kind(function, rows, _is_geojson, "GeoJSON with a type")
        return GeoJson(function, {"type": "FeatureCollection", "features": rows})
    if isinstance(first, Mapping) or hasattr(first, "_asdict"):
        _check_kind(function, rows, lambda row: isinstance(row, Mapping) or hasattr(row, "_asdict"), "a mapping")
        records = [row if isinstance(row, Mapping) else row._asdict() for row in rows]
        return Columns(function, _columns_of(records), _names_of(records), geometry)
    if isinstance(first, (list, tuple, np.ndarray)):
        size = len(first)
        for row, values in enumerate(rows):
            if not isinstance(values, (list, tuple, np.ndarray)) or len(values) != size:
                raise ValueError(f"{function}(): row {row} is {values!r}, must have {size} numbers as row 0")
        try:
            values = unrounded(rows)
        except ValueError:
            values = np.array(None)
        is_numbers = values.dtype.kind in "iuf" or (values.dtype == object and is_real(values))
        if not is_numbers or values.ndim != 2:
            raise TypeError(f"{function}(): the rows must hold numbers only: {', '.join(order)}; row 0 is {first!r}")
        return Matrix(function, values, order)
    if isinstance(first, str):
        raise TypeError(f"{function}(): the rows are text: pass shapely.from_wkt(rows) if they are WKT")
    return None


def _check_kind(function: str, rows: list[Any], is_right: Callable[[Any], bool], right: str) -> None:
    for row, value in enumerate(rows):
        if not is_right(value) and not (value is None and right != "a mapping"):
            raise TypeError(f"{function}(): row {row} is {_article(type(value).__name__)}, must be {right}, as row 0")


def _names_of(records: Sequence[Mapping[str, Any]]) -> list[str]:
    """The keys of all records that are texts, in order of appearance."""
    return list(dict.fromkeys(name for record in records for name in record if isinstance(name, str)))


def _columns_of(records: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """The columns of records; what a record lacks is null."""
    columns: dict[str, Any] = {}
    for name in _names_of(records):
        values: list[Any] = [record.get(name) for record in records]
        plain = not any(value is None or isinstance(value, (str, bytes)) for value in values)
        columns[name] = unrounded(values) if plain and all(np.ndim(value) == 0 for value in values) else objects(values)
    return columns


def _is_geometry(column: Any) -> bool:
    """Whether a list or array of objects has WKB or shapely geometries: its first element that is not None."""
    if not isinstance(column, (list, tuple)) and getattr(column, "dtype", None) != np.dtype(object):
        return False
    if isinstance(column, np.ndarray) and column.ndim == 0:
        return False
    first = next((value for value in column if value is not None), None)
    return _is_shape(first)


def is_source(given: Any) -> bool:
    """Whether an argument that may hold labels is a table, geometries or a list of rows, as `open_source` reads.

    Tuples are rows if they hold numbers. Others are labels of an index with several levels.
    """
    if given is None or hasattr(given, "_fields"):
        return False
    if isinstance(given, Mapping) or any(hasattr(given, name) for name in ("columns", "geom_type")):
        return True
    if isinstance(given, np.ndarray) and given.dtype != object:
        return given.dtype.names is not None or given.ndim == 2
    if _is_of(given, "pandas") and hasattr(given, "iloc"):
        return _has_geometries(given)
    if not isinstance(given, (list, tuple, np.ndarray)):
        return False
    first: Any = next((item for item in given if item is not None), None)
    if isinstance(first, (tuple, list, np.ndarray)) and not hasattr(first, "_asdict"):
        return all(isinstance(value, (int, float, np.number, np.ndarray)) for value in first)
    return isinstance(first, Mapping) or hasattr(first, "_asdict") or _is_shape(first)


def _has_geometries(series: Any) -> bool:
    """Whether the first value of a series of pandas that is not null is WKB or a shapely geometry."""
    if str(series.dtype) == "geometry":
        return True
    if getattr(series.dtype, "kind", "O") != "O" or str(series.dtype).startswith(("str", "category")):
        return False
    is_some = series.notna().to_numpy()
    return bool(is_some.any()) and _is_shape(series.iloc[int(is_some.argmax())])


def _is_shape(value: Any) -> bool:
    return isinstance(value, bytes) or _is_of(value, "shapely")


def _open_series(function: str, series: Any) -> Source | None:
    """The adapter for a series of geometries of pandas, not geopandas; None for other series."""
    if getattr(series.dtype, "kind", "O") != "O":
        return None
    shapes = [_is_shape(value) for value in series[series.notna()]]
    if shapes and all(shapes):
        return Pandas(function, series.to_frame("geometry"))
    if any(shapes) or "geometry" in series.index:
        text = "the source is a row of a DataFrame as a Series: pass a frame of this row"
        raise TypeError(f"{function}(): {text}, such as frame.iloc[[0]]")
    return None


def _geometry_column(function: str, names: Sequence[str], shapes: list[str], name: str | None) -> str | None:
    """The column of geometries: the named one, the one called geometry, or the only one. None if there is none."""
    if name is not None:
        return name if name in shapes else None
    if "geometry" in shapes:
        return "geometry"
    if len(shapes) > 1:
        text = f"the columns {', '.join(shapes)} are binary or hold geometries"
        raise ValueError(f"{function}(): {text}: name the one of the geometries")
    return shapes[0] if shapes else None


def _from_wkb(function: str, texts: Any) -> Parts:
    return from_shapely(function, _from_bytes(function, texts))


def _from_bytes(function: str, texts: Any) -> Any:
    """Geometries of an array of WKB and None."""
    shapely = load("shapely", "geo", function)
    texts = [bytes(text) if isinstance(text, (bytearray, memoryview)) else text for text in texts]
    for row, text in enumerate(texts):
        if not isinstance(text, bytes) and text is not None:
            raise TypeError(
                f"{function}(): row {row} is {_article(type(text).__name__)}, must be WKB as bytes, or None"
            )
    try:
        return from_text(function, shapely.from_wkb, objects(texts))
    except shapely.errors.GEOSException as error:
        raise ValueError(f"{function}(): the bytes are no WKB: {error}") from None


def _check_coordinates(function: str, what: str, geometry: Any) -> None:
    """Raises a ValueError if shapely would round an integer of a GeoJSON geometry."""
    if isinstance(geometry, Mapping):
        check_exact_items(function, what, geometry.get("coordinates"))
        parts = geometry.get("geometries")
        for part in parts if isinstance(parts, (list, tuple)) else ():
            _check_coordinates(function, what, part)


def _is_geojson(source: Any) -> bool:
    """Whether a mapping is a GeoJSON object, which has the type of one and what that needs."""
    if not isinstance(source, Mapping) or not isinstance(source.get("type"), str):
        return False
    if source["type"] in ("Feature", "FeatureCollection"):
        return True
    return any(name in source for name in ("coordinates", "geometries", "geometry", "features"))


def _extension_name(kind: Any) -> str:
    """The name of an extension type of polars, empty for other types."""
    return str(kind.ext_name()) if hasattr(kind, "ext_name") else ""


def _is_of(source: Any, library: str) -> bool:
    """Whether the class, or one that it extends, is one of the library's."""
    return any(kind.__module__.partition(".")[0] == library for kind in type(source).__mro__)


def _article(name: str) -> str:
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
