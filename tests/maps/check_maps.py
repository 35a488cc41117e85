"""Areas of real maps, and which hold 10^6 points: check_maps.py GSHHG COUNTRIES [POINTS [SEED]]

GSHHG is binned_GSHHS_f.nc of the Debian package gmt-gshhg-full: land, lakes, islands in lakes, ponds on them.
COUNTRIES is countries-10m.json of the npm package world-atlas. The answers of Carom, of a formula of textbooks in
doubles, and of shapely about the countries are compared with the plain count of exact_areas.py. Prints tables. The
status is 1 if an answer of Carom is wrong, or if the formula has none wrong: then the points are too easy.
Room: tests.
"""

import json
import sys
import time
from pathlib import Path

import carom
import h5py
import numpy as np
import shapely
from exact_areas import areas_by_count, rounded_sides

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))
import world_walls

UNITS = 65535  # of GSHHG, a degree
KINDS = ("random", "near a wall", "on a vertex", "level with a vertex")


def closed(walls, area, west, east, south_pole):
    """The walls and areas, and those that close areas which the edges of the map cut."""
    columns, numbers = [walls], [area]
    for number in np.unique(area).tolist():
        ax, ay, bx, by = walls[:, area == number]
        ends, count = np.unique(np.concatenate([ax + 1j * ay, bx + 1j * by]), return_counts=True)
        x, y = ends[count % 2 == 1].real, ends[count % 2 == 1].imag
        assert np.isin(x, (west, east)).all(), "open within the map"
        assert np.array_equal(y[x == west], y[x == east]), "open at one edge of the map"
        added = world_walls.along_edges(y[x == west].tolist(), west, east, south_pole)
        columns.append(np.array([(*p, *q) for p, q in added]).reshape(-1, 4).T)
        numbers.append(np.full(columns[-1].shape[1], number))
    return np.hstack(columns), np.concatenate(numbers)


def read_gshhg(path):
    """The walls in units of 1 / 65535 degree, and their levels; 6 is Antarctica without its ice shelves.

    The file holds pieces of polygons, cut by bins of a degree. The pieces in neighbouring bins end at the same points.
    """
    with h5py.File(path) as file:
        in_bin = file["N_segments_in_a_bin"][:].astype(np.int64)
        packed = file["Embedded_npts_levels_exit_entry_for_a_segment"][:].astype(np.int64) & 0xFFFFFFFF
        x, y = (
            file[f"Relative_{name}_from_SW_corner_of_bin"][:].astype(np.uint16).astype(np.float64)
            for name in ("longitude", "latitude")
        )
    count, level = packed >> 9, packed >> 6 & 7
    cell = np.repeat(np.repeat(np.arange(len(in_bin)), in_bin), count)
    x += UNITS * (cell % 360)
    y += UNITS * (89 - cell // 360)
    goes_on = np.ones(len(x), dtype=bool)
    goes_on[np.cumsum(count) - 1] = False
    a = np.flatnonzero(goes_on)
    walls = np.stack([x[a], y[a], x[a + 1], y[a + 1]])
    return closed(walls, np.repeat(level, count)[a], 0.0, 360.0 * UNITS, -90.0 * UNITS)


def read_countries(path):
    """The walls, their countries from 1, and the polygons of shapely; None for countries that the map's edge cuts."""
    with open(path, encoding="utf-8") as file:
        topology = json.load(file)
    west, _, east, _ = map(float, topology["bbox"])
    columns, area, polygons = [], [], []
    for number, (_, country) in enumerate(world_walls.countries(topology), 1):
        walls = [(*p, *q) for p, q in world_walls.walls(country, west, east)]
        columns += walls
        area += [number] * len(walls)
        is_cut = len(walls) != sum(len(ring) - 1 for polygon in country for ring in polygon)
        # To shapely a ring has four points or more: so the last one is repeated.
        rings = [[shapely.linearrings(ring + ring[-1:]) for ring in polygon] for polygon in country]
        whole = shapely.multipolygons([shapely.polygons(polygon[0], polygon[1:] or None) for polygon in rings])
        polygons.append(None if is_cut else whole)
    return np.array(columns).T, np.array(area), polygons


def draw_points(walls, count, seed):
    """Points of the four kinds, equally many of each, over the box of the walls."""
    random = np.random.default_rng(seed)
    share = count // len(KINDS)
    ax, ay, bx, by = walls[:, random.integers(0, walls.shape[1], 3 * share)].reshape(4, 3, share)
    x, y = (random.uniform(v.min(), v.max(), (2, share)) for v in (walls[::2], walls[1::2]))
    # As near to the wall as doubles allow, or aside by a part of its length.
    t = random.choice([0.5, 0.0], share)
    t = np.where(t == 0, random.random(share), t)
    aside = random.choice([0.0, 0.0, 1e-3, -1e-3, 1e-9, -1e-9], share)
    near_x = ax[0] + t * (bx[0] - ax[0]) - aside * (by[0] - ay[0])
    near_y = ay[0] + t * (by[0] - ay[0]) + aside * (bx[0] - ax[0])
    return np.concatenate([x[0], near_x, ax[1], x[1]]), np.concatenate([y[0], near_y, ay[1], by[2]])


def keys_of(point, area, most):
    return np.sort(point.astype(np.int64) * most + area)


def answers_of_count(point, area, on, most):
    """The pairs of a point in an area or on its boundary, and of those inside, as keys."""
    return {"in or on": keys_of(point, area, most), "inside": keys_of(point[~on], area[~on], most)}


def answers_of_carom(walls, area, x, y, most):
    """The pairs of each call, as keys."""
    scene = carom.Scene(*walls, group=area)
    found = scene.areas(x, y, 0.0)
    on = found.relation == carom.AreaRelation.TOUCHING
    at = scene.areas_at(x, y)
    # Each area is asked about the points in its box.
    each = []
    for number in np.unique(area).tolist():
        ends_x, ends_y = (v[:, area == number] for v in (walls[::2], walls[1::2]))
        i = np.flatnonzero((x >= ends_x.min()) & (x <= ends_x.max()) & (y >= ends_y.min()) & (y <= ends_y.max()))
        each.append(i[scene.contains(x[i], y[i], number)] * most + number)
    return {
        "in or on": {
            "areas": keys_of(found.circle, found.area, most),
            "areas_at": keys_of(*at, most),
            "contains": np.sort(np.concatenate(each)),
        },
        "inside": {"relation": keys_of(found.circle[~on], found.area[~on], most)},
    }


def answers_of_shapely(polygons, x, y, most):
    """The same of shapely, by prepared polygons and by a tree of the points."""
    tree = shapely.STRtree(shapely.points(x, y))
    numbers = np.array([number for number, polygon in enumerate(polygons, 1) if polygon is not None])
    polygons = np.array([polygon for polygon in polygons if polygon is not None])
    shapely.prepare(polygons)
    by_tree = tree.query(polygons, predicate="intersects")
    boxes = tree.query(polygons)
    found = {"in or on": {"tree": keys_of(by_tree[1], numbers[by_tree[0]], most)}, "inside": {}}
    key = boxes[1] * most + numbers[boxes[0]]
    for name, call in (("in or on", shapely.intersects_xy), ("inside", shapely.contains_xy)):
        hit = [call(polygons[i], x[p := boxes[1][boxes[0] == i]], y[p]) for i in range(len(polygons))]
        order = np.argsort(boxes[0], kind="stable")
        found[name]["prepared"] = np.sort(key[order][np.concatenate(hit)])
    return found, numbers


def compare(who, answers, truth, most, share):
    """Prints for each kind of points how many pairs are missing and how many too many. Returns their sum."""
    total = 0
    for question, calls in answers.items():
        for call, keys in calls.items():
            missing, added = (np.setdiff1d(*pair) for pair in ((truth[question], keys), (keys, truth[question])))
            assert len(np.unique(keys)) == len(keys), f"{who}: {call}: pairs are repeated"
            total += len(missing) + len(added)
            counts = [np.bincount(wrong // most // share, minlength=len(KINDS)) for wrong in (missing, added)]
            text = ", ".join(f"{kind} {m} + {a}" for kind, m, a in zip(KINDS, *counts, strict=True))
            print(f"  {who}, {call}, {question}: {len(keys):,} pairs; missing + too many: {text}", flush=True)
    return total


def check(name, walls, area, polygons, count, seed):
    """Asks about a map. Returns how many answers of Carom are wrong."""
    x, y = draw_points(walls, count, seed)
    share, most = len(x) // len(KINDS), int(area.max()) + 1
    start = time.monotonic()
    point, holds, on = areas_by_count(x, y, walls, area)
    seconds = time.monotonic() - start
    truth = answers_of_count(point, holds, on, most)
    print(f"{name}: {walls.shape[1]:,} walls, {len(np.unique(area))} areas, {len(x):,} points, seed {seed}")
    print(f"  exact: {len(point):,} pairs, {int(on.sum()):,} of them on the boundary; {seconds:.0f} s")
    on_boundary = np.unique(point[on]) // share
    assert (on_boundary == KINDS.index("on a vertex")).sum() == share, "a vertex is not on the boundary"
    wrong = compare("Carom", answers_of_carom(walls, area, x, y, most), truth, most, share)
    rounded = answers_of_count(*areas_by_count(x, y, walls, area, rounded_sides), most)
    assert compare("doubles", {question: {"count": keys} for question, keys in rounded.items()}, truth, most, share) > 0
    if polygons is not None:
        answers, numbers = answers_of_shapely(polygons, x, y, most)
        truth = {question: keys[np.isin(keys % most, numbers)] for question, keys in truth.items()}
        print(f"  {len(numbers)} areas are not cut by the edge of the map: {len(truth['in or on']):,} pairs")
        compare("shapely", answers, truth, most, share)
    return wrong


def main():
    gshhg, countries, *rest = sys.argv[1:]
    count, seed = (int(rest[i]) if len(rest) > i else default for i, default in enumerate((1_000_000, 1)))
    wrong = check("countries", *read_countries(countries), count, seed)
    wrong += check("GSHHG", *read_gshhg(gshhg), None, count, seed)
    print(f"wrong answers of Carom: {wrong}")
    return int(wrong > 0)


if __name__ == "__main__":
    sys.exit(main())
