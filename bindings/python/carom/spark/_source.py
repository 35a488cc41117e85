"""Circles and walls out of Spark DataFrames: which columns are read, what a bad row is, and the ids.

`circle_source` and `wall_source` give a `Source`. Its `frame` has only the needed columns. Its `reader` is sent to
the workers, where `reader.read(batch)` turns a batch of `frame` into a checked batch:

- circles: id, cx, cy, r (float64, no nulls); movers also vx, vy; circles with a distance of their own also within
- walls: id, ax, ay, bx, by, wr (float64, no nulls) and extent (int8, codes of `carom.Extent`)

So reading and asking are one `frame.mapInArrow`. A geometry becomes a row for each segment or point, all with its
id. Walls are in the order of `WALL_ORDER`: of equal answers the first wall counts.

Room: Spark, over tables.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
from pyspark import TaskContext
from pyspark.sql import DataFrame
from pyspark.sql import functions as F
from pyspark.sql import types as T

from .._arguments import warn
from .._optional import load
from .._parts import from_shapely, objects, segments, vertices
from ..enums import Extent
from ._interpreter import use_python_of_driver

CIRCLE = ("cx", "cy", "r")
MOVER = (*CIRCLE, "vx", "vy")
WALL = ("ax", "ay", "bx", "by", "wr")
WALL_ORDER = ("id", *WALL, "extent")
_NOT_NEGATIVE = ("r", "wr", "within")
_EXTENTS = [member.name.lower() for member in Extent]
_FINITE = "must be a finite number"
# A row is numbered as by monotonically_increasing_id: the partition above 33 bits, the row in it below.
_ROW_BITS = 33
_ROW_MASK = (1 << _ROW_BITS) - 1
_SURVEY = (
    "partition long, rows long, items long, bad_row long, bad_id string, reason string, polygon_row long, "
    "polygon_id string"
)
_SURVEY_ARROW = pa.schema(
    [(name, pa.int64()) for name in ("partition", "rows", "items", "bad_row")]
    + [("bad_id", pa.string()), ("reason", pa.string()), ("polygon_row", pa.int64()), ("polygon_id", pa.string())]
)
_POLYGON = (
    "the geometry is a polygon, and only its outline is asked about; spark.areas asks about areas. Pass outline=True "
    "if you mean the outline"
)


@dataclass(frozen=True)
class Source:
    """The rows of a DataFrame, and how workers read them."""

    frame: DataFrame
    """The needed columns, to which `reader` is applied by mapInArrow."""
    reader: "Reader"
    id_type: Any
    """The Spark type of the ids that the reader gives, and so of the ids in answers."""
    count: int | None = None
    """The number of walls, without bad rows; None for circles, and for walls that `collect` checks and counts."""

    @property
    def schema(self) -> T.StructType:
        """The columns that the reader gives."""
        schema = T.StructType().add("id", self.id_type)
        for name in self.reader.numbers:
            schema.add(name, T.DoubleType())
        return schema.add("extent", T.ByteType()) if self.reader.is_wall else schema

    def read(self) -> DataFrame:
        """The checked rows."""
        return self.frame.mapInArrow(self.reader.batches, self.schema)

    def collect(self) -> pa.Table:
        """The checked walls in `WALL_ORDER` on the driver. Without ids they are in Spark's order of rows."""
        if self.count is not None:
            rows = self.read().repartition(1)
            return rows.sortWithinPartitions(*WALL_ORDER[0 if is_orderable(self.id_type) else 1 :]).toArrow()
        if not self.reader.numbered:
            raw = self.frame.repartition(1).sortWithinPartitions(*self._keys()).toArrow()
        else:
            raw = self.frame.toArrow()
            partitions, rows = np.unique(raw.column("id").to_numpy() >> _ROW_BITS, return_counts=True)
            self.reader.number_rows(dict(zip(partitions.tolist(), rows.tolist(), strict=True)))
        batches = raw.to_batches() or [pa.RecordBatch.from_pylist([], schema=raw.schema)]
        return pa.Table.from_batches([self.reader.read(batch) for batch in batches])

    def _keys(self) -> list[Any]:
        """What `WALL_ORDER` is in the columns of `frame`."""
        names = self.frame.columns
        keys = [F.col("id")] if is_orderable(self.id_type) else []
        keys += [F.col(name).cast("double") for name in WALL[:4]]
        if "wr" in names:
            keys.append(F.coalesce(F.col("wr").cast("double"), F.lit(0.0)))
        if "extent" in names:
            is_text = isinstance(self.frame.schema["extent"].dataType, T.StringType)
            place = (
                F.array_position(F.array(*map(F.lit, _EXTENTS)), F.col("extent")) - 1 if is_text else F.col("extent")
            )
            keys.append(F.coalesce(place, F.lit(0)))
        return keys

    def rejects(self) -> DataFrame:
        """The id of each bad row, and what is wrong with it."""
        schema = T.StructType().add("id", self.id_type).add("reject", T.StringType())
        return self.frame.mapInArrow(self.reader.reject_batches, schema)


class Reader:
    """Turns batches of a source into checked batches, in the workers."""

    def __init__(self, function: str, table: str, numbers: tuple[str, ...], numbered: bool, skip_bad: bool) -> None:
        self.function, self.table, self.numbers, self.skip_bad = function, table, numbers, skip_bad
        self.is_wall = "ax" in numbers
        self.is_area = False
        """Whether the geometries must be polygons."""
        self.numbered = numbered
        """Whether the ids are the numbers of the rows, for want of a column id."""
        self.rows_by_partition: dict[int, int] = {}
        self._first: dict[int, int] = {}

    def number_rows(self, rows_by_partition: dict[int, int]) -> None:
        """Takes how many rows each partition has, so that rows can be numbered."""
        self.rows_by_partition = rows_by_partition
        count = 0
        for partition in sorted(rows_by_partition):
            self._first[partition] = count
            count += rows_by_partition[partition]

    def first_row(self, partition: int) -> int:
        """The number of the first row of a partition."""
        return self._first[partition]

    def read(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """The checked rows. A bad row is left out, or raises a ValueError."""
        ids = self.ids(batch)
        checked = _Checked(self, batch)
        bad = checked.bad()
        if bad.size and not self.skip_bad:
            raise ValueError(self.message(_id_text(ids[int(bad[0])]), checked.reasons[bad[0]]))
        row, columns = checked.columns()
        arrays = [ids if row is None else ids.take(pa.array(row)), *map(pa.array, columns.values())]
        return pa.RecordBatch.from_arrays(arrays, names=["id", *columns])

    def rejects(self, batch: pa.RecordBatch) -> pa.RecordBatch:
        """The bad rows: id and reject, which says what is wrong."""
        checked = _Checked(self, batch)
        bad = checked.bad()
        ids = self.ids(batch).take(pa.array(bad))
        reasons = [f"{self.table}: {checked.reasons[row]}" for row in bad]
        return pa.RecordBatch.from_arrays([ids, pa.array(reasons, pa.string())], names=["id", "reject"])

    def batches(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """`read` for mapInArrow."""
        return map(self.read, batches)

    def reject_batches(self, batches: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        """`rejects` for mapInArrow."""
        return map(self.rejects, batches)

    def ids(self, batch: pa.RecordBatch) -> pa.Array:
        """The id of each row of the frame: the column, or the row's number."""
        ids = batch.column("id")
        if not self.numbered:
            return ids
        places = ids.to_numpy(zero_copy_only=False)
        numbers = np.empty(len(places), dtype=np.int64)
        for partition in np.unique(places >> _ROW_BITS).tolist():
            mine = places >> _ROW_BITS == partition
            row = places[mine] & _ROW_MASK
            if row.max() >= self.rows_by_partition.get(partition, 0):
                text = "other rows than before; give them a column id, or cache() the DataFrame"
                raise ValueError(f"{self.function}(): {self.table}: Spark gave {text}")
            numbers[mine] = self._first[partition] + row
        return pa.array(numbers)

    def message(self, row: str, reason: str) -> str:
        """The text of an error."""
        what = f"row {row}" if self.numbered else f"the row with the id {row}"
        return f"{self.function}(): {self.table}: {what}: {reason}"

    def survey(self, batches: Iterator[pa.RecordBatch], check: bool) -> Iterator[pa.RecordBatch]:
        """One row for the partition: its number, its rows, and if `check` its items, first bad row and polygon."""
        context = TaskContext.get()
        partition = 0 if context is None else context.partitionId()
        rows = items = 0
        first: tuple[int | None, str | None, str | None] = (None, None, None)
        polygon: tuple[int | None, str | None] = (None, None)
        for batch in batches:
            if self.numbered and batch.num_rows:
                # Of a small local table Spark numbers all rows as one partition, and divides it afterwards.
                partition = batch.column("id")[0].as_py() >> _ROW_BITS
            if check:
                checked = _Checked(self, batch)
                bad, outlines = checked.bad(), checked.polygons()
                if bad.size and first[0] is None:
                    first = (*self._place(batch, int(bad[0]), rows), checked.reasons[int(bad[0])])
                if outlines.size and polygon[0] is None:
                    polygon = self._place(batch, int(outlines[0]), rows)
                items += checked.count()
            rows += batch.num_rows
        row_of = dict(zip(_SURVEY_ARROW.names, (partition, rows, items, *first, *polygon), strict=True))
        yield pa.RecordBatch.from_pylist([row_of], schema=_SURVEY_ARROW)

    def _place(self, batch: pa.RecordBatch, row: int, before: int) -> tuple[int, str]:
        """The number of a row in its partition, and its id as a text. `before` is that of the first row."""
        row_id = batch.column("id")[row]
        return row_id.as_py() & _ROW_MASK if self.numbered else before + row, _id_text(row_id)


class _Checked:
    """The numbers of a batch, and for each row what is wrong with it."""

    def __init__(self, reader: Reader, batch: pa.RecordBatch) -> None:
        self.batch, self.length = batch, batch.num_rows
        self.reader = reader
        self.reasons: dict[int, str] = {}
        self.values: dict[str, Any] = {}
        names = batch.schema.names
        for name in reader.numbers:
            if name in names:
                self.values[name] = self._number(name)
            elif name in ("wr", "r"):
                self.values[name] = np.zeros(self.length)
        if reader.is_wall:
            self.values["extent"] = self._extent() if "extent" in names else np.zeros(self.length, dtype=np.int8)
        self.parts = self._parts() if "geometry" in names else None

    def bad(self) -> Any:
        """The bad rows, rising."""
        return np.array(sorted(self.reasons), dtype=np.int64)

    def polygons(self) -> Any:
        """The rows with a polygon."""
        return np.zeros(0, dtype=np.int64) if self.parts is None else self.parts.row[self.parts.polygon]

    def count(self) -> int:
        """The number of circles or walls."""
        return self.length - len(self.reasons) if self.parts is None else len(self.columns()[0])

    def columns(self) -> tuple[Any, dict[str, Any]]:
        """The rows of the items, or None for all rows, and the columns."""
        good = np.ones(self.length, dtype=bool)
        good[self.bad()] = False
        if self.parts is None:
            row = None if good.all() else np.flatnonzero(good)
            return row, {name: v if row is None else v[row] for name, v in self.values.items()}
        if self.reader.is_wall:
            *ends, row = segments(self.parts)
        else:
            *ends, row = vertices(self.parts)
        names = self.reader.numbers[: len(ends)]
        kept = good[row]
        columns = {name: end[kept] for name, end in zip(names, ends, strict=True)}
        row = row[kept]
        return row, columns | {name: values[row] for name, values in self.values.items()}

    def _reject(self, bad: Any, reason: Callable[[int], str]) -> None:
        for row in np.flatnonzero(bad).tolist():
            self.reasons.setdefault(row, reason(row))

    def _number(self, name: str) -> Any:
        """A column as float64; what is no finite number, >= 0 for lengths, is rejected."""
        column = self.batch.column(name)
        default = name == "wr"
        null = column.is_null().to_numpy(zero_copy_only=False)
        if not default and null.any():
            self._reject(null, lambda row: f"{name} is null, {_FINITE}")
        values = self._decimals(name, column) if pa.types.is_decimal(column.type) else self._doubles(name, column, null)
        if null.any():
            values = np.where(null, 0.0, values)
        right = "must be a finite number >= 0" if name in _NOT_NEGATIVE else _FINITE
        bad = ~np.isfinite(values)
        if name in _NOT_NEGATIVE:
            bad |= values < 0
        if bad.any():
            self._reject(bad, lambda row: f"{name} is {_number_text(values[row])}, {right}")
        return values

    def _doubles(self, name: str, column: Any, null: Any) -> Any:
        if pa.types.is_integer(column.type):
            numbers = pc.fill_null(column, 0).to_numpy(zero_copy_only=False)
            large = (numbers > 2**53) | (numbers < -(2**53))
            right = "must be within 2**53, beyond which doubles lack integers; cast the column to double to round it"
            self._reject(large, lambda row: f"{name} is {numbers[row]}, {right}")
            return numbers.astype(np.float64)
        values = column.to_numpy(zero_copy_only=False)
        return values.astype(np.float64, copy=False)

    def _decimals(self, name: str, column: Any) -> Any:
        items = [Decimal(0) if item is None else item for item in column.to_pylist()]
        values = np.array([float(item) for item in items], dtype=np.float64)
        pairs = zip(values.tolist(), items, strict=True)
        inexact = np.array([Decimal(value) != item for value, item in pairs], dtype=bool)
        right = "must be a number that a double holds exactly; cast the column to double to round it"
        self._reject(inexact, lambda row: f"{name} is {items[row]}, {right}")
        return values

    def _extent(self) -> Any:
        column = self.batch.column("extent")
        if pa.types.is_integer(column.type):
            codes = pc.fill_null(column, 0).to_numpy(zero_copy_only=False)
        else:
            codes = pc.index_in(column, value_set=pa.array(_EXTENTS, column.type)).fill_null(-1).to_numpy()
            codes = np.where(column.is_null().to_numpy(zero_copy_only=False), 0, codes)
        known = (codes >= 0) & (codes < len(_EXTENTS))
        right = f"must be {', '.join(map(repr, _EXTENTS))} or a code 0 to {len(_EXTENTS) - 1}"
        self._reject(~known, lambda row: f"extent is {column[row].as_py()!r}, {right}")
        return np.where(known, codes, 0).astype(np.int8)

    def _parts(self) -> Any:
        """The parts of the good geometries; null and empty ones have none."""
        shapely = load("shapely", "spark", self.reader.function)
        column = self.batch.column("geometry")
        geometries = shapely.from_wkb(objects(column.to_pylist()), on_invalid="ignore")
        unread = shapely.is_missing(geometries) & column.is_valid().to_numpy(zero_copy_only=False)
        self._reject(unread, lambda row: "the geometry is no valid WKB")
        self._reject(shapely.get_type_id(geometries) > 7, lambda row: "the geometry has arcs, must have straight edges")
        places, row = shapely.get_coordinates(geometries, return_index=True)
        infinite = np.zeros(self.length, dtype=bool)
        infinite[row[~np.isfinite(places).all(axis=1)]] = True
        self._reject(infinite, lambda row: "the geometry has a coordinate that is not finite")
        geometries[self.bad()] = None
        parts = from_shapely(self.reader.function, geometries)
        if self.reader.is_area or not self.reader.is_wall:
            right, kind = (parts.polygon, "polygon") if self.reader.is_area else (parts.points, "point")
            shape = np.zeros(self.length, dtype=bool)
            shape[parts.row[~right]] = True
            self._reject(shape, lambda row: f"the geometry is a {geometries[row].geom_type}, must be a {kind}")
        return parts


def circle_source(
    function: str, frame: DataFrame, *, moving: bool = False, within: Any = None, skip_bad: bool = False
) -> Source:
    """The circles of a DataFrame, or the movers. Runs a job only to number rows without an id.

    `within` is the name of a column, or an expression, that gives each circle a distance of its own.
    """
    table = "movers" if moving else "circles"
    reader, needed = _open(function, table, frame, MOVER if moving else CIRCLE, skip_bad, within)
    if reader.numbered and frame.isStreaming:
        raise ValueError(f"{function}(): {table}: a streaming DataFrame needs a column id")
    if reader.numbered:
        _survey(needed, reader, check=False)
    return Source(needed, reader, needed.schema["id"].dataType)


def wall_source(
    function: str, frame: DataFrame, *, most: int = 0, skip_bad: bool = False, outline: bool = True
) -> Source:
    """The walls of a DataFrame. Up to `most` rows are left to `collect`, if that needs no reader in the workers.

    Else a job counts and checks the walls, and a bad row raises a ValueError now. A polygon warns without `outline`.
    """
    if getattr(frame, "isStreaming", False):
        raise ValueError(f"{function}(): walls: a streaming DataFrame cannot hold the walls")
    reader, needed = _open(function, "walls", frame, WALL, skip_bad)
    is_left = "geometry" not in needed.columns and needed.count() <= most
    count = None if is_left else _survey(needed, reader, check=True, outline=outline)
    return Source(needed, reader, needed.schema["id"].dataType, count)


def area_source(function: str, frame: DataFrame, *, skip_bad: bool = False) -> Source:
    """The walls of areas. The ids are those of the areas: the column area, or of polygons their own.

    A job counts and checks the walls, and a bad row raises a ValueError now.
    """
    if getattr(frame, "isStreaming", False):
        raise ValueError(f"{function}(): walls: a streaming DataFrame cannot hold the walls")
    names = getattr(frame, "columns", [])
    if "area" in names:
        frame = frame.drop("id").withColumnRenamed("area", "id")
    elif hasattr(frame, "mapInArrow") and ("ax" in names or _geometry(function, "walls", frame) is None):
        text = f"there is no column 'area', and no polygons; the columns are: {', '.join(names) or 'none'}"
        raise ValueError(f"{function}(): walls: {text}")
    reader, needed = _open(function, "walls", frame, WALL, skip_bad)
    reader.is_area = "geometry" in needed.columns
    return Source(needed, reader, needed.schema["id"].dataType, _survey(needed, reader, check=True))


def _open(
    function: str, table: str, frame: Any, numbers: tuple[str, ...], skip_bad: bool, within: Any = None
) -> tuple[Reader, DataFrame]:
    """The reader, and the needed columns under their names."""
    if not hasattr(frame, "mapInArrow"):
        library = type(frame).__module__.partition(".")[0]
        kind = type(frame).__name__ + ("" if library == "builtins" else f" of {library}")
        more = f": pass spark.createDataFrame({table})" if library == "pandas" else ""
        raise TypeError(f"{function}(): {table} is a {kind}, must be a Spark DataFrame{more}")
    use_python_of_driver(frame.sparkSession)
    names = frame.columns
    selected = [F.col("id") if "id" in names else F.monotonically_increasing_id().alias("id")]
    needed = list(numbers)
    optional = ["wr"]
    if numbers[0] not in names and (geometry := _geometry(function, table, frame)) is not None:
        selected.append(geometry.alias("geometry"))
        needed = [name for name in numbers if name not in ("cx", "cy", "ax", "ay", "bx", "by")]
        optional.append("r")
    needed = [name for name in needed if name in names or name not in optional]
    for name in needed:
        _check_type(function, table, frame, name, T.NumericType, "must hold numbers: cast it with cast('double')")
    if table == "walls" and "extent" in names:
        needed.append("extent")
        right = f"must hold the words {', '.join(_EXTENTS)} or their codes"
        _check_type(function, table, frame, "extent", (T.StringType, T.IntegralType), right)
    selected += map(F.col, needed)
    if within is not None:
        selected.append(_distances(function, table, frame, within))
        numbers = (*numbers, "within")
    return Reader(function, table, numbers, "id" not in names, skip_bad), frame.select(*selected)


def _distances(function: str, table: str, frame: DataFrame, within: Any) -> Any:
    """The column of distances, as `within`."""
    right = "must be a number, or a column of numbers"
    if isinstance(within, str):
        _check_type(function, f"{table}: within", frame, within, T.NumericType, right)
        return F.col(_quoted(within)).alias("within")
    kind = frame.select(within.alias("within")).schema["within"].dataType
    if not isinstance(kind, T.NumericType):
        raise TypeError(f"{function}(): {table}: within: the column has the type {kind.simpleString()}, {right}")
    return within.alias("within")


def _quoted(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"


def _check_type(function: str, table: str, frame: DataFrame, name: str, kinds: Any, right: str) -> None:
    if name not in frame.columns:
        known = ", ".join(frame.columns) or "none"
        raise ValueError(f"{function}(): {table}: there is no column {name!r}; the columns are: {known}")
    kind = frame.schema[name].dataType
    if not isinstance(kind, kinds):
        raise TypeError(f"{function}(): {table}: the column {name} has the type {kind.simpleString()}, {right}")


def _geometry(function: str, table: str, frame: DataFrame) -> Any:
    """The column of geometries as WKB; None if there is none."""
    kinds = {field.name: field.dataType for field in frame.schema if field.name != "id"}
    # Sedona and Spark 4.1 each have a class of this name, and a function of this name.
    native = [name for name, kind in kinds.items() if type(kind).__name__ == "GeometryType"]
    found = native or [name for name, kind in kinds.items() if isinstance(kind, T.BinaryType)]
    if len(found) > 1 and "geometry" in found:
        found = ["geometry"]
    if len(found) > 1:
        text = f"there are several columns of geometries: {', '.join(found)}; select one, or name it geometry"
        raise ValueError(f"{function}(): {table}: {text}")
    if not found:
        return None
    quoted = _quoted(found[0])
    return F.expr(f"ST_AsBinary({quoted})") if native else F.col(quoted)


def _survey(needed: DataFrame, reader: Reader, check: bool, outline: bool = True) -> int:
    """Numbers the rows if they have no ids. If `check`, raises the first error, and returns the number of items.

    Without `outline` it warns of the first polygon.
    """
    rows = needed.mapInArrow(lambda batches: reader.survey(batches, check), _SURVEY).collect()
    rows.sort(key=lambda row: (row.partition, row.bad_row or 0))
    if reader.numbered:
        counts: Counter[int] = Counter()
        for row in rows:
            counts[row.partition] += row.rows
        reader.number_rows(counts)

    def text_of(partition: int, row: int, row_id: str) -> str:
        return str(reader.first_row(partition) + row) if reader.numbered else row_id

    bad = next((row for row in rows if row.reason is not None), None)
    if bad is not None and not reader.skip_bad:
        raise ValueError(reader.message(text_of(bad.partition, bad.bad_row, bad.bad_id), bad.reason))
    polygon = next((row for row in rows if row.polygon_id is not None), None)
    if polygon is not None and reader.is_wall and not outline:
        row = text_of(polygon.partition, polygon.polygon_row, polygon.polygon_id)
        warn(reader.message(row, _POLYGON))
    return sum(row.items for row in rows)


def is_orderable(kind: Any) -> bool:
    """Whether Spark orders values of the type."""
    if isinstance(kind, T.StructType):
        return all(is_orderable(field.dataType) for field in kind)
    if isinstance(kind, T.ArrayType):
        return is_orderable(kind.elementType)
    return not isinstance(kind, (T.MapType, T.VariantType, T.UserDefinedType))


def _id_text(scalar: Any) -> str:
    value = scalar.as_py()
    return "null" if value is None else repr(value)


def _number_text(value: float) -> str:
    return "NaN" if value != value else repr(float(value)).replace("inf", "infinity")


def with_rejects(function: str, answer: DataFrame, circles: Source, walls: Source) -> DataFrame:
    """The answer with the column reject: null, and then the bad rows of both tables."""
    if answer.isStreaming:
        raise ValueError(f"{function}(): bad_rows='column' needs no stream: call it in foreachBatch")
    circle, wall = answer.columns[:2]
    result = answer.withColumn("reject", F.lit(None).cast("string"))
    for name, source in ((circle, circles), (wall, walls)):
        result = result.unionByName(source.rejects().withColumnRenamed("id", name), allowMissingColumns=True)
    return result
