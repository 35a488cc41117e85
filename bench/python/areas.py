"""Areas and tracks: Carom next to its peers: areas.py [OPTIONS] LIBRARY RESULTS.json. Room: bench.

TG comes in the wheel of togo, whose library has TG's own functions: a loop in C calls them. The crate
geo is asked through geo/lib.rs. Each peer has its polygons and its points ready; what is timed is the
question alone.
"""

import argparse
import ctypes
import json
import platform
import re
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from typing import Any

import area_data
import carom
import duckdb
import numpy as np
import pyarrow as pa
import sedonadb
import shapely
import togo
from area_exact import holds, tracks_within
from duckdb_extensions import import_extension
from timing import medians, one_processor, processor, say

POINTS = 65_536
# Among teeth, where a peer takes half a millisecond a point.
POINTS_OF_COMB = 2_048
# Pairs that are judged in rational numbers, at most: those where answers differ.
JUDGED = 2_000
# The radius of tracks, and the gap asked for.
RADIUS, GAP = 0.1, 0.2
YSTRIPES = 3
# The version in geo/Cargo.toml.
GEO = re.search(r'^geo = .*"=([\d.]+)"', (Path(__file__).parent / "geo/Cargo.toml").read_text(), re.MULTILINE)[1]

Keys = np.ndarray
Ask = Callable[[], Keys]


def _scene(areas: area_data.Areas) -> carom.Scene:
    ax, ay, bx, by, group = areas.walls()
    return carom.Scene(ax, ay, bx, by, group=group)


def _tg(library: Path, ring: shapely.Polygon) -> Callable[[np.ndarray, np.ndarray], np.ndarray]:
    """Which points TG finds in the polygon, with its fastest index."""
    tg, loops = ctypes.CDLL(togo.__file__), ctypes.CDLL(str(library))
    tg.tg_env_set_index(YSTRIPES)
    tg.tg_parse_wkb.restype = ctypes.c_void_p
    bytes_of = shapely.to_wkb(ring)
    polygon = ctypes.c_void_p(tg.tg_parse_wkb(bytes_of, ctypes.c_size_t(len(bytes_of))))
    inside = ctypes.cast(tg.tg_geom_intersects_xy, ctypes.c_void_p)

    def ask(x: np.ndarray, y: np.ndarray) -> np.ndarray:
        answers = np.empty(len(x), np.bool_)
        addresses = (ctypes.c_void_p(a.ctypes.data) for a in (x, y, answers))
        loops.ask_rows(inside, polygon, ctypes.c_ssize_t(len(x)), *addresses)
        return answers

    return ask


def _sedona(polygons: np.ndarray, x: np.ndarray, y: np.ndarray) -> Ask:
    """All pairs of a point and an area, as SedonaDB joins them."""
    db = sedonadb.connect()
    rows = pa.table({"area": np.arange(len(polygons)), "wkb": pa.array(shapely.to_wkb(polygons), pa.binary())})
    db.create_data_frame(rows).to_view("raw_areas", overwrite=True)
    db.create_data_frame(pa.table({"point": np.arange(len(x)), "x": x, "y": y})).to_view("raw_points", overwrite=True)
    db.sql("SELECT area, ST_GeomFromWKB(wkb) AS geometry FROM raw_areas").to_memtable().to_view("areas", overwrite=True)
    db.sql("SELECT point, ST_Point(x, y) AS geometry FROM raw_points").to_memtable().to_view("points", overwrite=True)
    join = "SELECT p.point, a.area FROM points p JOIN areas a ON ST_Intersects(a.geometry, p.geometry)"

    def ask() -> Keys:
        found = pa.table(db.sql(join))
        return np.asarray(found["point"]).astype(np.int64) * len(polygons) + np.asarray(found["area"]).astype(np.int64)

    return ask


def _duckdb(polygons: np.ndarray, x: np.ndarray, y: np.ndarray) -> Ask:
    """All pairs of a point and an area, as the spatial extension of DuckDB joins them."""
    db = duckdb.connect()
    db.load_extension("spatial")
    db.sql("set threads = 1")
    db.register("rows", pa.table({"area": np.arange(len(polygons)), "wkb": pa.array(shapely.to_wkb(polygons))}))
    db.sql("create table areas as select area, ST_GeomFromWKB(wkb) as geometry from rows")
    db.register("dots", pa.table({"point": np.arange(len(x)), "x": x, "y": y}))
    db.sql("create table points as select point, ST_Point(x, y) as geometry from dots")
    join = "select p.point, a.area from points p join areas a on ST_Intersects(a.geometry, p.geometry)"

    def ask() -> Keys:
        found = db.sql(join).fetchnumpy()
        return found["point"].astype(np.int64) * len(polygons) + found["area"].astype(np.int64)

    return ask


class _Geo:
    """The areas for the crate geo."""

    def __init__(self, library: Path, areas: area_data.Areas) -> None:
        self._calls = ctypes.CDLL(str(library))
        self._calls.geo_areas.restype = ctypes.c_void_p
        self._calls.geo_pairs.restype = ctypes.c_size_t
        self._count = len(areas.points)
        points = np.concatenate(areas.points)
        first = np.concatenate([[0], np.cumsum([len(ring) for ring in areas.points])]).astype(np.uintp)
        x, y = points[:, 0].copy(), points[:, 1].copy()
        found = self._calls.geo_areas(ctypes.c_size_t(self._count), *map(_address, (first, x, y)))
        self._areas = ctypes.c_void_p(found)

    def __del__(self) -> None:
        self._calls.geo_free(self._areas)

    def ask(self, x: np.ndarray, y: np.ndarray) -> Ask:
        """All pairs of a point and an area."""
        room = 4 * len(x)
        point, area = np.empty(room, np.uintp), np.empty(room, np.uintp)

        def pairs() -> Keys:
            points = (ctypes.c_size_t(len(x)), _address(x), _address(y))
            n = self._calls.geo_pairs(self._areas, *points, ctypes.c_size_t(room), _address(point), _address(area))
            return point[:n].astype(np.int64) * self._count + area[:n].astype(np.int64)

        return pairs


def _address(column: np.ndarray) -> ctypes.c_void_p:
    """Where the numbers of an array are."""
    return ctypes.c_void_p(column.ctypes.data)


def _places(areas: area_data.Areas, count: int) -> Iterator[tuple[str, np.ndarray, np.ndarray]]:
    """The points of the questions: anywhere, the same ones sorted, and near walls."""
    x, y = area_data.anywhere(areas, count)
    yield "anywhere", x, y
    yield "anywhere, sorted", *area_data.sorted_points(x, y)
    yield "near walls", *area_data.near_walls(areas, count)


def _result(title: str, asked: int, asks: dict[str, Ask], right: Callable[[int], bool], rounds: int) -> dict[str, Any]:
    """The times of all, and how many pairs each has too many or too few. The first one is Carom."""
    answers = {}
    for name, ask in asks.items():
        say(f"{title}: {name}: answers")
        answers[name] = np.sort(ask())
    with one_processor():
        times = medians(title, asks, rounds)
    exact = next(iter(answers.values()))
    peers = {}
    for name, found in answers.items():
        differs = np.setxor1d(exact, found)
        for key in differs[:JUDGED].tolist():
            if right(key) != bool(np.isin(key, exact)):
                raise SystemExit(f"{title}: Carom is wrong about pair {key}, says {name}")
        peers[name] = {"ns": 1e9 * times[name] / asked, "wrong": len(differs)}
    return {"title": title, "asked": asked, "pairs": len(exact), "peers": peers}


def one_area(name: str, areas: area_data.Areas, options: argparse.Namespace, count: int) -> list[dict[str, Any]]:
    """So many points and one ring."""
    scene = _scene(areas)
    polygon = shapely.Polygon(areas.points[0])
    shapely.prepare(polygon)
    tg = _tg(options.library, polygon)
    geo = _Geo(options.geo, areas) if options.geo else None
    results = []
    for place, x, y in _places(areas, count):
        asks: dict[str, Ask] = {
            "Carom `Scene.contains`": lambda x=x, y=y: np.flatnonzero(scene.contains(x, y, 1)),
            "TG `tg_geom_intersects_xy`, y-stripes": lambda x=x, y=y: np.flatnonzero(tg(x, y)),
        }
        if geo:
            asks["geo `IntervalTreeMultiPolygon`"] = geo.ask(x, y)
        if count == POINTS:
            asks["shapely `contains_xy`, prepared"] = lambda x=x, y=y: np.flatnonzero(
                shapely.contains_xy(polygon, x, y)
            )
            asks["shapely `intersects_xy`, prepared"] = lambda x=x, y=y: np.flatnonzero(
                shapely.intersects_xy(polygon, x, y)
            )
            asks["SedonaDB `ST_Intersects`"] = _sedona(np.array([polygon]), x, y)
        title = f"{name}, {len(areas.points[0]):,} walls, points {place}"

        def right(key: int, x: np.ndarray = x, y: np.ndarray = y) -> bool:
            return holds(areas.points[0], float(x[key]), float(y[key]))

        results.append(_result(title, count, asks, right, options.rounds))
    return results


def many_areas(side: int, levels: int, options: argparse.Namespace) -> list[dict[str, Any]]:
    """Points and many areas with shared borders."""
    areas = area_data.neighbours(side, levels)
    count = len(areas.points)
    scene = _scene(areas)
    polygons = shapely.polygons(np.stack(areas.points))
    shapely.prepare(polygons)
    geo = _Geo(options.geo, areas) if options.geo else None
    results = []
    for place, x, y in _places(areas, POINTS):

        def carom_pairs(x: np.ndarray = x, y: np.ndarray = y) -> Keys:
            found = scene.areas_at(x, y)
            return found.point * count + found.area - 1

        tree = shapely.STRtree(shapely.points(x, y))

        def tree_pairs(tree: shapely.STRtree = tree) -> Keys:
            area, point = tree.query(polygons, predicate="intersects")
            return point * count + area

        asks: dict[str, Ask] = {
            "Carom `Scene.areas_at`": carom_pairs,
            "shapely `STRtree(points).query(polygons)`": tree_pairs,
            "SedonaDB `ST_Intersects`": _sedona(polygons, x, y),
            "DuckDB `ST_Intersects`": _duckdb(polygons, x, y),
        }
        if geo:
            asks["geo, R-tree and `IntervalTreeMultiPolygon`"] = geo.ask(x, y)

        def right(key: int, x: np.ndarray = x, y: np.ndarray = y) -> bool:
            return holds(areas.points[key % count], float(x[key // count]), float(y[key // count]))

        title = f"{count:,} areas, {sum(map(len, areas.points)):,} walls, points {place}"
        results.append(_result(title, POINTS, asks, right, options.rounds))
    return results


def tracks(count: int, rounds: int) -> dict[str, Any]:
    """All pairs of tracks within a gap, scene or tree included."""
    ax, ay, bx, by = area_data.tracks(count)
    columns = np.stack([ax, ay, bx, by], axis=1)
    lines = shapely.linestrings(columns.reshape(-1, 2, 2))
    reach = 2 * RADIUS + GAP

    def ordered(i: np.ndarray, j: np.ndarray) -> Keys:
        return i[i < j] * count + j[i < j]

    def carom_pairs() -> Keys:
        found = carom.Scene(ax, ay, bx, by, RADIUS).clearance(GAP)
        return found.wall * count + found.other

    def dwithin() -> Keys:
        return ordered(*shapely.STRtree(lines).query(lines, predicate="dwithin", distance=reach))

    def distance() -> Keys:
        low = np.minimum(columns[:, :2], columns[:, 2:]) - reach
        high = np.maximum(columns[:, :2], columns[:, 2:]) + reach
        i, j = shapely.STRtree(lines).query(shapely.box(low[:, 0], low[:, 1], high[:, 0], high[:, 1]))
        i, j = i[i < j], j[i < j]
        return ordered(*(k[shapely.distance(lines[i], lines[j]) <= reach] for k in (i, j)))

    asks: dict[str, Ask] = {
        "Carom `Scene.clearance`": carom_pairs,
        'shapely `STRtree.query(predicate="dwithin")`': dwithin,
        "shapely, boxes and `distance`": distance,
    }

    def right(key: int) -> bool:
        return tracks_within(columns[key // count].tolist(), columns[key % count].tolist(), GAP, RADIUS)

    return _result(f"{count:,} tracks with themselves, within {GAP}", count, asks, right, rounds)


def main() -> None:
    """Measures everything and writes the results."""
    parser = argparse.ArgumentParser(description="The benchmark of areas and of walls against walls")
    parser.add_argument("library", type=Path, help="loops.c, compiled")
    parser.add_argument("results", type=Path)
    parser.add_argument("--geo", type=Path, help="geo/lib.rs, compiled; without it, geo is not asked")
    parser.add_argument("--halve", type=int, default=0, help="how often to halve the rings, to try it")
    parser.add_argument("--tracks", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--rounds-large", type=int, default=3)
    options = parser.parse_args()
    carom.set_threads(1)
    import_extension("spatial")
    results = {
        "python": platform.python_version(),
        "processor": processor(),
        "versions": {name: version(name) for name in ("carom", "numpy", "shapely", "togo", "sedonadb", "duckdb")}
        | ({"geo": GEO} if options.geo else {}),
        "geos": shapely.geos_version_string,
        "rounds": options.rounds,
        "rounds_large": options.rounds_large,
        "questions": [
            *one_area("coast", area_data.coast(5, 13 - options.halve), options, POINTS),
            *one_area("coast", area_data.coast(4, 18 - options.halve), options, POINTS),
            *one_area("comb", area_data.comb(25_000 >> options.halve), options, POINTS_OF_COMB),
            *many_areas(100 >> options.halve // 2, 5, options),
            tracks(options.tracks, options.rounds_large),
        ],
    }
    say("")
    options.results.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
