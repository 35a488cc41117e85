"""Coordinate reference systems (CRS): which have no plane, and whether two are the same.

A CRS is what the source has: that of pyproj in geopandas, in GeoArrow a mapping in PROJJSON or a text. pyproj reads
the latter two. Without pyproj they are judged by what they say of themselves. Room: tables.
"""

from collections.abc import Mapping
from typing import Any

from ._arguments import warn

# How texts of geographic systems begin, in WKT and as codes.
_GEOGRAPHIC = ("GEOGCRS", "GEOGCS", "GEOGRAPHICCRS", "GEODCRS", "EPSG:4326", "OGC:CRS84")


def name_of(crs: Any) -> str:
    """The authority and code of a CRS, such as EPSG:3035; the name of one without a code."""
    known = _of_pyproj(crs)
    if known is not None:
        code = known.to_authority()
        return ":".join(code) if code else str(known.name)
    if isinstance(crs, Mapping):
        code = crs.get("id", {})
        return f"{code['authority']}:{code['code']}" if {"authority", "code"} <= set(code) else str(crs.get("name"))
    return str(crs)[:60]


def warn_of_no_plane(function: str, crs: Any) -> None:
    """Warns if the x and y of a CRS are not coordinates of a plane."""
    known = _of_pyproj(crs)
    if known is not None:
        is_geographic, is_geocentric = known.is_geographic, known.is_geocentric
    elif isinstance(crs, Mapping):
        is_geographic, is_geocentric = _kind_of_mapping(crs)
    else:
        is_geographic, is_geocentric = str(crs).upper().startswith(_GEOGRAPHIC), False
    if is_geographic:
        warn(f"{function}(): the geometries are in degrees, which are no lengths; project them first with to_crs()")
    elif is_geocentric:
        text = "whose x and y are measured from the centre of the earth and are no plane"
        warn(f"{function}(): the geometries are in {name_of(crs)}, {text}; project them first with to_crs()")


def warn_of_difference(function: str, circles: Any, walls: Any) -> None:
    """Warns if both CRSs are known and are not the same."""
    if circles is None or walls is None or _are_same(circles, walls):
        return
    text = f"the circles are in {name_of(circles)} and the walls in {name_of(walls)}"
    warn(f"{function}(): {text}, so their coordinates do not fit; bring both to one with to_crs()")


def _are_same(one: Any, other: Any) -> bool:
    if one is other:
        return True
    known, known_other = _of_pyproj(one), _of_pyproj(other)
    if known is None or known_other is None:
        return bool(one == other) or name_of(one) == name_of(other)
    # x comes before y in geometries, whatever order the CRS has.
    if known.equals(known_other, ignore_axis_order=True):
        return True
    # Files may have other names for the same system.
    code = known.to_epsg()
    return code is not None and bool(code == known_other.to_epsg())


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
