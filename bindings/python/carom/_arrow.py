"""Tables and geometries from any library that has the Arrow PyCapsule protocol.

Method: nanoarrow imports the capsules. Numbers and coordinates become NumPy views of the buffers,
so a column in one chunk is not copied. GeoArrow arrays become `Parts`
(https://geoarrow.org/format.html); those in WKB and WKT go through shapely. Room: tables.
"""

import json
import warnings
from typing import Any

import numpy as np

from ._optional import load
from ._parts import Parts, each, from_shapely, from_text, objects

# How many lists are around the coordinates, and whether the vertices are points.
_NESTING = {
    b"geoarrow.point": (0, True),
    b"geoarrow.linestring": (1, False),
    b"geoarrow.multipoint": (1, True),
    b"geoarrow.polygon": (2, False),
    b"geoarrow.multilinestring": (2, False),
    b"geoarrow.multipolygon": (3, False),
}
_POLYGONS = (b"geoarrow.polygon", b"geoarrow.multipolygon")
_TEXT = {b"geoarrow.wkb": "from_wkb", b"geoarrow.wkt": "from_wkt"}
_BINARY = ("z", "Z", "vz")
_VIEWS = ("vu", "vz")
_NUMBERS = dict(zip("gfecCsSiIlL", ("f8", "f4", "f2", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8"), strict=True))


def is_arrow(source: Any) -> bool:
    """Whether the source has the Arrow PyCapsule protocol."""
    return hasattr(source, "__arrow_c_stream__") or hasattr(source, "__arrow_c_array__")


class ArrowTable:
    """The columns of a struct array, or one array of geometries."""

    def __init__(self, function: str, source: Any) -> None:
        nanoarrow = load("nanoarrow", "arrow", function)
        self.function = function
        self.nanoarrow = nanoarrow
        with nanoarrow.c_array_stream(source) as stream:
            self.schema = stream.get_schema()
            self.chunks = [chunk for chunk in stream if chunk.length]
        self.length = sum(chunk.length for chunk in self.chunks)
        self.is_table = self.schema.format == "+s" and _extension(self.schema) is None
        names = [self.schema.child(i).name for i in range(self.schema.n_children)] if self.is_table else []
        self.places = {name: i for i, name in enumerate(names)}

    def geometry_column(self, name: str | None) -> str | None:
        """The name of the only column of geometries; None if there is none."""
        if name is not None:
            return name
        kinds = {name: self.schema.child(i) for name, i in self.places.items()}
        found = [name for name, kind in kinds.items() if _extension(kind) in _NESTING | _TEXT]
        if not found:  # WKB without metadata of its own, as in GeoParquet
            found = [name for name, kind in kinds.items() if kind.format in _BINARY]
            found = (
                [self._geoparquet()["primary_column"]] if self._geoparquet().get("primary_column") in found else found
            )
        if len(found) > 1:
            raise ValueError(f"{self.function}(): the source has the geometries {', '.join(found)}: name one")
        return found[0] if found else None

    def _geoparquet(self) -> Any:
        """What GeoParquet says of a table: a mapping, empty for other tables."""
        text = _metadata(self.schema).get(b"geo")
        return json.loads(text) if text else {}

    def _arrays(self, name: str | None) -> list[tuple[Any, int, int, Any]]:
        """For each chunk: the array, its offset, its length, and which rows are null or None."""
        found = []
        for chunk in self.chunks:
            if name is None:
                found.append((chunk, chunk.offset, chunk.length, _nulls(chunk, chunk.offset, chunk.length)))
                continue
            child = chunk.child(self.places[name])
            offset = chunk.offset + child.offset
            null, outer = _nulls(child, offset, chunk.length), _nulls(chunk, chunk.offset, chunk.length)
            null = outer if null is None else null if outer is None else null | outer
            found.append((child, offset, chunk.length, null))
        return found

    def column(self, name: str) -> tuple[Any, Any]:
        """A column as an array, and which rows are null or None."""
        schema = self.schema.child(self.places[name])
        arrays, nulls = [], []
        for array, offset, length, null in self._arrays(name):
            if schema.dictionary is None and schema.format in _NUMBERS:
                values = _numbers(array.view(), offset, length)
            else:
                values = objects(self._objects(name, array, offset, length))
                null = np.array([value is None for value in values], dtype=bool)
            arrays.append(values)
            nulls.append(np.zeros(length, dtype=bool) if null is None else null)
        if not arrays:
            return np.empty(0), None
        null = np.concatenate(nulls)
        return arrays[0] if len(arrays) == 1 else np.concatenate(arrays), null if null.any() else None

    def _objects(self, name: str | None, array: Any, offset: int, length: int) -> list[Any]:
        """The elements as Python objects."""
        schema, first = array.schema, offset - array.offset
        null = _nulls(array, offset, length)
        null = np.zeros(length, dtype=bool) if null is None else null
        if schema.dictionary is not None:
            words = self._objects(name, array.dictionary, array.dictionary.offset, array.dictionary.length)
            codes = _numbers(array.view(), offset, length)
            return [None if gone else words[code] for code, gone in zip(codes, null, strict=True)]
        if schema.format in _VIEWS:
            texts = _view_texts(array.view(), offset, length, null)
            return [text if text is None or schema.format == "vz" else text.decode() for text in texts]
        if _has_unknown(schema):
            column = "array" if name is None else f"column {name}"
            text = f"the {column} is of the Arrow format {schema.format!r}, which is not read: cast it first"
            raise TypeError(f"{self.function}(): {text}")
        with warnings.catch_warnings():  # of extension types, whose storage is just what is wanted
            warnings.simplefilter("ignore")
            return list(self.nanoarrow.Array(array).to_pylist()[first : first + length])

    def parts(self, name: str | None) -> Parts:
        """The geometries of a column, or of the array itself if name is None."""
        if name is not None and name not in self.places:
            raise ValueError(f"{self.function}(): there is no column {name!r}, only {', '.join(self.places)}")
        schema = self.schema if name is None else self.schema.child(self.places[name])
        kind = _extension(schema)
        if kind is None and schema.format in _BINARY:
            kind = b"geoarrow.wkb"
        if kind in _TEXT:
            shapely = load("shapely", "geo", self.function)
            texts = [text for part in self._arrays(name) for text in self._objects(name, *part[:3])]
            geometries = from_text(self.function, getattr(shapely, _TEXT[kind]), objects(texts))
            return from_shapely(self.function, geometries)
        if kind not in _NESTING:
            what = kind.decode() if kind else f"of the Arrow format {schema.format!r}"
            known = ", ".join(key.decode() for key in [*_NESTING, *_TEXT])
            raise TypeError(f"{self.function}(): the geometries are {what}, must be one of {known}")
        nesting, points = _NESTING[kind]
        parts = [_chunk_parts(array, o, n, null, nesting, points) for array, o, n, null in self._arrays(name)]
        joined = _joined(parts, [chunk.length for chunk in self.chunks])
        return joined._replace(polygon=np.full(len(joined.start), kind in _POLYGONS))

    def crs(self, name: str | None) -> Any:
        """The CRS that the metadata of the geometries have: a mapping in PROJJSON or a text; None without one."""
        schema = self.schema if name is None else self.schema.child(self.places[name])
        text = _metadata(schema).get(b"ARROW:extension:metadata")
        if text:
            return json.loads(text).get("crs")
        column = self._geoparquet().get("columns", {}).get(name)
        return None if column is None else column.get("crs", "OGC:CRS84")


def _metadata(schema: Any) -> dict[bytes, bytes]:
    return dict(schema.metadata.items()) if schema.metadata is not None else {}


def _extension(schema: Any) -> bytes | None:
    return _metadata(schema).get(b"ARROW:extension:name")


def _has_unknown(schema: Any) -> bool:
    """Whether nanoarrow cannot make objects of the elements, or would crash: views of text, and runs."""
    if schema.format in _VIEWS or schema.format.startswith(("+v", "+r")):
        return True
    return any(_has_unknown(schema.child(i)) for i in range(schema.n_children))


def _view_texts(view: Any, offset: int, length: int, null: Any) -> list[bytes | None]:
    """The elements of a string view or binary view. Each has 16 bytes: the length, then the text or its place."""
    headers = np.frombuffer(view.buffer(1), dtype=np.int32).reshape(-1, 4)[offset : offset + length]
    inline = headers.view(np.uint8)
    blocks = [memoryview(view.buffer(i)) for i in range(2, view.n_buffers - 1)]
    texts: list[bytes | None] = []
    for row, (size, _, block, place) in enumerate(headers.tolist()):
        if null[row]:
            texts.append(None)
        elif size <= 12:
            texts.append(inline[row, 4 : 4 + size].tobytes())
        else:
            texts.append(blocks[block][place : place + size].tobytes())
    return texts


def _numbers(view: Any, offset: int, length: int) -> Any:
    """A view of numbers in the second buffer."""
    return np.asarray(view.buffer(1))[offset : offset + length]


def _nulls(array: Any, offset: int, length: int) -> Any:
    """Which elements are null; None if none is."""
    if array.null_count == 0:
        return None
    bits = np.frombuffer(array.view().buffer(0), dtype=np.uint8)
    if not bits.size:
        return None
    valid = np.unpackbits(bits, count=offset + length, bitorder="little")[offset:]
    return valid == 0


def _coordinates(view: Any) -> tuple[Any, Any]:
    """Views of x and y of all coordinates from the buffers' beginning."""
    if view.storage_type == "struct":  # separated: a buffer for each coordinate
        return tuple(_numbers(view.child(i), view.child(i).offset, view.child(i).length) for i in (0, 1))
    values, size = np.asarray(view.child(0).buffer(1))[view.child(0).offset :], view.layout.child_size_elements
    return values[0::size], values[1::size]


def _chunk_parts(array: Any, offset: int, length: int, null: Any, nesting: int, points: bool) -> Parts:
    """The parts of an array in one of the native encodings of GeoArrow."""
    view = array.view()
    row = np.arange(length)
    start, end = offset + row, offset + row + 1
    if null is not None:
        start, end, row = start[~null], end[~null], row[~null]
    for _ in range(nesting):
        # The elements of all lists are the lists of the next level.
        index = each(start, end - start)
        row = np.repeat(row, end - start)
        offsets = np.asarray(view.buffer(1)).astype(np.int64)
        start, end = offsets[index], offsets[index + 1]
        view = view.child(0)
        start, end = start + view.offset, end + view.offset
    x, y = _coordinates(view)
    if nesting == 0:  # an empty point has NaN as its coordinates
        some = ~(np.isnan(x[start]) & np.isnan(y[start]))
    else:
        some = end > start
    count = (end - start)[some]
    return Parts(x, y, start[some], count, row[some], np.full(len(count), points), np.zeros(len(count), dtype=bool))


def _joined(parts: list[Parts], lengths: list[int]) -> Parts:
    """The parts of all chunks as one."""
    if len(parts) == 1:
        return parts[0]
    if not parts:
        none = np.empty(0, dtype=np.int64)
        return Parts(np.empty(0), np.empty(0), none, none, none, none.astype(bool), none.astype(bool))
    sizes = np.cumsum([0] + [len(part.x) for part in parts])
    rows = np.cumsum([0, *lengths])
    moved = [part._replace(start=part.start + sizes[i], row=part.row + rows[i]) for i, part in enumerate(parts)]
    return Parts(*(np.concatenate(column) for column in zip(*moved, strict=True)))
