"""Files of maps: what GDAL reads, by pyogrio; GeoParquet, by pyarrow; WKT and WKB, by shapely.

Lines become walls, polygons and multipolygons areas, points circles. Room: files.
"""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from .._optional import load
from .._parts import from_shapely, objects, segments
from ._collector import Collector, Place

_NAMES = ("name", "NAME", "Name")
_COLLECTION = 7
_STRAIGHT = ("Point", "LineString", "Polygon")
_CURVES = ("CIRCULARSTRING", "COMPOUNDCURVE", "CURVEPOLYGON", "MULTICURVE", "MULTISURFACE")


def read(collector: Collector, path: str) -> None:
    """Reads a file of geometries."""
    end = Path(path).suffix.lower()
    if end in (".parquet", ".geoparquet"):
        _read_parquet(collector, path)
    elif end == ".wkt":
        _read_wkt(collector)
    elif end == ".wkb":
        _read_wkb(collector, path)
    else:
        _read_gdal(collector, path)


def _read_gdal(c: Collector, path: str) -> None:
    pyogrio = load("pyogrio", "files", "read")
    try:
        names = [(str(name), kind) for name, kind in pyogrio.list_layers(path)]
    except pyogrio.errors.DataSourceError as error:
        c.error(f"GDAL cannot read it: {error}")
    for name, kind in names:
        if not c.wants(name):
            continue
        try:
            meta, fids, wkb, columns = pyogrio.raw.read(path, layer=name, return_fids=True)
        except (pyogrio.errors.DataLayerError, pyogrio.errors.DataSourceError, pyogrio.errors.FeatureError) as error:
            c.error(f"GDAL cannot read the layer {name}: {error}")
        if kind is None or wkb is None:
            c.leave_out(f"row of the table {name}, which has no geometries", len(fids))
            continue
        c.crs = _one_crs(c, c.crs, meta["crs"])
        if not kind.endswith(_STRAIGHT):
            words = ", ".join(f"'{word}'" for word in _CURVES)
            table = name.replace('"', '\\"')
            sql = f'SELECT FID FROM "{table}" WHERE OGR_GEOMETRY IN ({words})'
            _, bent, _, _ = pyogrio.raw.read(path, sql=sql, sql_dialect="OGRSQL", read_geometry=False, return_fids=True)
            c.approximate("geometry with arcs, which GDAL has cut", len(bent))
        geometries = _features(c, wkb, fids.tolist())
        fields = dict(zip(map(str, meta["fields"]), columns, strict=True))
        _collect(c, geometries, fids.tolist(), fields, name)


def _one_crs(c: Collector, before: Any, crs: Any) -> Any:
    """The CRS of all layers; they must have one."""
    if before is not None and crs is not None and before != crs:
        c.error(f"the layers are in {before} and {crs}, must be in one CRS: name those to read, layers=[...]")
    return before if crs is None else crs


def _read_parquet(c: Collector, path: str) -> None:
    parquet = load("pyarrow.parquet", "files", "read")
    pyarrow = load("pyarrow", "files", "read")
    try:
        table = parquet.read_table(path)
    except (pyarrow.ArrowException, OSError) as error:
        c.error(f"pyarrow cannot read it: {error}")
    meta = json.loads((table.schema.metadata or {}).get(b"geo", b"null"))
    if meta is None:
        c.error("the file has no metadata geo, so it is no GeoParquet")
    column = meta["primary_column"]
    about = meta["columns"][column]
    if about["encoding"] != "WKB":
        c.error(f"the geometries of the column {column} are encoded as {about['encoding']}, must be WKB")
    # Without a crs the file is in longitude and latitude; null says that the CRS is not known.
    c.crs = about.get("crs", "OGC:CRS84")
    for other in meta["columns"]:
        c.leave_out(f"geometries of the column {other}", len(table) if other != column else 0)
    texts = table.column(column).to_pylist()
    geometries = _features(c, objects(texts), range(len(texts)))
    fields = {
        name: table.column(name).to_pylist() for name in table.column_names if name in ("wr", "r", "net", *_NAMES)
    }
    _collect(c, geometries, range(len(texts)), {name: objects(f) for name, f in fields.items()}, "")


def _read_wkt(c: Collector) -> None:
    """One geometry a line, or one geometry over several lines. SRID= before it, as PostGIS has it, is the CRS."""
    shapely = load("shapely", "files", "read")
    text = c.text()
    # A geometry ends where its parentheses do, or with EMPTY.
    found: list[tuple[int, str]] = []
    begun, at = "", 1
    for line, part in enumerate(text.splitlines(), 1):
        at = at if begun.strip() else line
        begun += part + "\n"
        if begun.strip() and begun.count("(") <= begun.count(")"):
            found.append((at, begun.strip()))
            begun = ""
    if begun.strip():
        found.append((at, begun.strip()))
    geometries: list[Any] = []
    lines: list[int] = []
    for line, wkt in found:
        srid = re.match(r"SRID=(\d+);", wkt, re.IGNORECASE)
        if srid:
            c.crs = _one_crs(c, c.crs, f"EPSG:{srid[1]}")
            wkt = wkt[srid.end() :]
        word = (re.match(r"[A-Za-z]*", wkt) or [""])[0].upper()
        if word in _CURVES:
            c.leave_out(word)
            continue
        try:
            geometries += list(_geometries(c, shapely.from_wkt, objects([wkt])))
            lines.append(line)
        except shapely.errors.GEOSException as error:
            c.error(f"{wkt[:40]!r} is no WKT: {error}", line)
    _collect(c, objects(geometries), lines, {}, "")


def _read_wkb(c: Collector, path: str) -> None:
    """One geometry, as bytes or in hexadecimal digits; of these, one a line."""
    shapely = load("shapely", "files", "read")
    data = Path(path).read_bytes()
    is_hex = re.fullmatch(rb"[0-9A-Fa-f\s]+", data) is not None
    texts: Sequence[Any] = data.decode("ascii").split() if is_hex else [data]
    geometries: list[Any] = []
    for line, text in enumerate(texts, 1):
        try:
            geometries += list(_geometries(c, shapely.from_wkb, objects([text])))
        except shapely.errors.GEOSException as error:
            c.error(f"the geometry is no WKB: {error}", line if is_hex else None)
    _collect(c, objects(geometries), range(len(texts)), {}, "")


def _features(c: Collector, wkb: Any, rows: Sequence[Any]) -> Any:
    """The geometries of features as WKB; an error names the feature that is broken."""
    shapely = load("shapely", "files", "read")
    try:
        return _geometries(c, shapely.from_wkb, wkb)
    except shapely.errors.GEOSException:
        for row, text in zip(rows, wkb, strict=True):
            try:
                _geometries(c, shapely.from_wkb, objects([text]))
            except shapely.errors.GEOSException as error:
                c.error(f"the geometry of the feature {row} is broken: {error}")
        raise


def _geometries(c: Collector, reader: Any, texts: Any) -> Any:
    """Geometries of shapely; None for null and for those that it has no class for, which are counted."""
    try:
        geometries = reader(texts)
        c.leave_out("feature without a geometry", sum(text is None for text in texts))
        return geometries
    except NotImplementedError:
        if len(texts) > 1:
            return np.concatenate([_geometries(c, reader, texts[i : i + 1]) for i in range(len(texts))])
        c.leave_out("geometry with arcs")
        return np.array([None], dtype=object)


def _collect(c: Collector, geometries: Any, rows: Sequence[Any], fields: dict[str, Any], layer: str) -> None:
    """The shapes of features, and what their columns say of them."""
    shapely = load("shapely", "files", "read")
    index: Any = np.arange(len(geometries))
    some = ~shapely.is_missing(geometries)
    geometries, index = geometries[some], index[some]
    c.leave_out("empty geometry", int(shapely.is_empty(geometries).sum()))
    while (is_collection := shapely.get_type_id(geometries) == _COLLECTION).any():
        inner, of = shapely.get_parts(geometries[is_collection], return_index=True)
        order = np.concatenate([index[~is_collection], index[is_collection][of]])
        geometries = np.concatenate([geometries[~is_collection], inner])
        place = np.argsort(order, kind="stable")
        geometries, index = geometries[place], order[place]
    polygons = shapely.get_dimensions(geometries) == 2
    invalid = polygons & ~shapely.is_valid(geometries)
    c.approximate("invalid polygon, read as even-odd", int(invalid.sum()))
    names = next((fields[name] for name in _NAMES if name in fields), None)
    number = c.layer(layer)
    places: dict[int, Place] = {}

    def of_row(row: int, name: str) -> float:
        value = fields[name][row] if name in fields else None
        if value is None or value != value:
            return 0.0
        if isinstance(value, str) or not np.isfinite(value) or value < 0:
            c.error(f"{name} of the feature {rows[row]} is {value}, must be a finite number of at least 0")
        return float(value)

    for row in dict.fromkeys(index.tolist()):
        net = fields["net"][row] if "net" in fields else None
        places[row] = Place(rows[row], number, -1 if net is None or net != net else c.net(str(net)))
    areas = {}
    for i in np.flatnonzero(polygons & ~shapely.is_empty(geometries)).tolist():
        row = int(index[i])
        name = None if names is None else names[row]
        areas[i] = c.area(str(rows[row]) if name is None or name != name else str(name))

    parts = from_shapely("read", geometries)
    is_line = ~parts.points
    lines = parts._replace(
        start=parts.start[is_line],
        count=parts.count[is_line],
        row=parts.row[is_line],
        points=parts.points[is_line],
        polygon=parts.polygon[is_line],
    )
    ends = np.stack(segments(lines)[:4], axis=1) if is_line.any() else np.empty((0, 4))
    # A line of one point is a wall of length 0, as in carom.walls.
    counts = np.where(lines.count == 1, 1, lines.count - 1)
    rows_of = index.tolist()
    c.segments(
        ends,
        (
            (count, of_row(rows_of[i], "wr"), areas.get(i, -1), places[rows_of[i]])
            for count, i in zip(counts.tolist(), lines.row.tolist(), strict=True)
        ),
    )
    for start, count, i in zip(*(v[parts.points].tolist() for v in (parts.start, parts.count, parts.row)), strict=True):
        row = rows_of[i]
        for x, y in zip(parts.x[start : start + count].tolist(), parts.y[start : start + count].tolist(), strict=True):
            c.disc(x, y, of_row(row, "r"), places[row])
