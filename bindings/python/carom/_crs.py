"""Coordinate reference systems (CRS): which have no plane, and whether two are the same.

A CRS is what the source has: that of pyproj in geopandas, in GeoArrow a mapping in PROJJSON or a text. pyproj reads
the latter two. Without pyproj they are judged by what they say of themselves. Room: tables.
"""

import re
from collections.abc import Mapping
from typing import Any

from ._arguments import warn

# How texts of geographic systems begin, in WKT and as codes.
_GEOGRAPHIC = ("GEOGCRS", "GEOGCS", "GEOGRAPHICCRS", "GEODCRS", "EPSG:4326", "OGC:CRS84")
# WGS 84 in degrees: with the other order of axes, and with heights.
_WGS84 = dict.fromkeys(("OGC:CRS84", "OGC:CRS84H", "EPSG:4979"), "EPSG:4326")


def name_of(crs: Any) -> str:
    """The authority and code of a CRS, such as EPSG:3035; the name of one without a code."""
    known = _of_pyproj(crs)
    if known is not None:
        code = known.to_authority()
        return ":".join(code) if code else str(known.name)
    return _code(crs) or (str(crs.get("name")) if isinstance(crs, Mapping) else str(crs)[:60])


def warn_of_no_plane(function: str, crs: Any) -> None:
    """Warns if the x and y of a CRS are not coordinates of a plane."""
    known = _of_pyproj(crs)
    if known is not None:
        is_geographic, is_geocentric = known.is_geographic, known.is_geocentric
    elif isinstance(crs, Mapping):
        is_geographic, is_geocentric = _kind_of_mapping(crs)
    else:
        is_geographic, is_geocentric = _code_of_text(str(crs)).upper().startswith(_GEOGRAPHIC), False
    if is_geographic:
        warn(f"{function}(): the geometries are in degrees, which are no lengths; project them first with to_crs()")
    elif is_geocentric:
        text = "whose x and y are measured from the centre of the earth and are no plane"
        warn(f"{function}(): the geometries are in {name_of(crs)}, {text}; project them first with to_crs()")


def warn_of_difference(function: str, crs: Any, walls: Any, of: str = "circles") -> None:
    """Warns if both CRSs are known and are not the same. The first one is that of the circles, or `of` says of what."""
    if crs is None or walls is None or _are_same(crs, walls):
        return
    text = f"the {of} are in {name_of(crs)} and the walls in {name_of(walls)}"
    warn(f"{function}(): {text}, so their coordinates do not fit; bring both to one with to_crs()")


def _are_same(one: Any, other: Any) -> bool:
    """Whether x and y are the same in both. Heights are no part of the plane, and x is first in geometries anyway."""
    if one is other or bool(one == other):
        return True
    one, other = _horizontal(one), _horizontal(other)
    codes = [_WGS84.get(code or "", code) for code in map(_code, (one, other))]
    if _definition(one) == _definition(other) or (codes[0] is not None and codes[0] == codes[1]):
        return True
    known, known_other = _of_pyproj(one), _of_pyproj(other)
    # pyproj does not look at the name of a local system, which is all that it has.
    if known is None or known_other is None or "EngineeringCRS" in (one["type"], other["type"]):
        return False
    if known.equals(known_other, ignore_axis_order=True):
        return True
    # Files may have other names for the same system.
    code = known.to_epsg()
    return code is not None and bool(code == known_other.to_epsg())


def _horizontal(crs: Any) -> Any:
    """The part of a CRS that x and y are in, as PROJJSON; a text if it is one that pyproj does not read."""
    known = _of_pyproj(crs)
    if known is not None:
        crs = known.to_json_dict()
    while isinstance(crs, Mapping):
        inner = crs.get("source_crs") or next(iter(crs.get("components", ())), None)
        if not isinstance(inner, Mapping):
            return crs
        crs = inner
    return re.sub(r"^(\w+:\w+)\+\w+$", r"\1", _code_of_text(str(crs)))


def _code(crs: Any) -> str | None:
    """The authority and code of PROJJSON or a text; None if it has none."""
    if isinstance(crs, Mapping):
        code = crs.get("id", {})
        text = f"{code['authority']}:{code['code']}" if {"authority", "code"} <= set(code) else ""
    else:
        text = _code_of_text(str(crs))
    return text.upper() if re.fullmatch(r"\w+:\w+", text) else None


def _code_of_text(text: str) -> str:
    """The authority and code of a text such as urn:ogc:def:crs:OGC:1.3:CRS84; other texts as they are."""
    found = re.fullmatch(r"(?:urn:|https?://).*[:/](\w+)[:/][\w.]*[:/](\w+)", text, re.IGNORECASE)
    return f"{found[1]}:{found[2]}" if found else text


def _definition(crs: Any) -> Any:
    """What a CRS in PROJJSON is, without its name and code, heights and the order of its axes; a text as it is."""
    kind = crs.get("type") if isinstance(crs, Mapping) else None
    if kind not in ("GeographicCRS", "GeodeticCRS", "ProjectedCRS"):
        # A local system is what its name says.
        return _text(crs)
    conversion = crs.get("conversion", {})
    parameters = [
        (value.get("name"), _text(value.get("value")), _text(value.get("unit")))
        for value in conversion.get("parameters", ())
    ]
    axes = [
        (axis.get("direction"), _text(axis.get("meridian")), _text(axis.get("unit")))
        for axis in crs.get("coordinate_system", {}).get("axis", ())
        if axis.get("direction") not in ("up", "down")
    ]
    datum = _datum(crs.get("base_crs", crs))
    return datum, conversion.get("method", {}).get("name"), sorted(parameters, key=repr), sorted(axes, key=repr)


def _datum(crs: Mapping[str, Any]) -> Any:
    """The name of the datum, its meridian and the size of its ellipsoid."""
    datum = crs.get("datum") or crs.get("datum_ensemble") or {}
    ellipsoid = datum.get("ellipsoid", {})
    sizes = [_text(ellipsoid.get(name)) for name in ("semi_major_axis", "semi_minor_axis", "inverse_flattening")]
    return str(datum.get("name")).removesuffix(" ensemble"), _text(datum.get("prime_meridian")), sizes


def _text(value: Any) -> str:
    """A text that is the same for equal values of PROJJSON, without the codes in it."""
    if not isinstance(value, Mapping):
        return repr(float(value)) if isinstance(value, int) else repr(value)
    return repr(sorted((name, _text(item)) for name, item in value.items() if name not in ("id", "ids")))


def _of_pyproj(crs: Any) -> Any:
    """The CRS as that of pyproj; None if pyproj is not installed or does not know it."""
    if hasattr(crs, "is_geocentric"):
        return crs
    try:
        import pyproj
    except ModuleNotFoundError:
        return None
    try:
        return pyproj.CRS.from_user_input(dict(crs) if isinstance(crs, Mapping) else crs)
    except pyproj.exceptions.CRSError:
        return None


def _kind_of_mapping(crs: Mapping[str, Any]) -> tuple[bool, bool]:
    """Whether a CRS in PROJJSON is geographic, and whether it is geocentric."""
    inner = crs.get("source_crs") or next(iter(crs.get("components", ())), None)
    if isinstance(inner, Mapping):
        return _kind_of_mapping(inner)
    axes = crs.get("coordinate_system", {}).get("subtype", "ellipsoidal")
    is_geodetic = crs.get("type") in ("GeographicCRS", "GeodeticCRS")
    return is_geodetic and axes != "Cartesian", is_geodetic and axes == "Cartesian"
