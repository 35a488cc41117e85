#!/usr/bin/env python3
"""The last part of `make demo` on little data: test_world.py TOOL SCRIPTS

Tests the decoder on a small map, the discs, the whole job, and the message if there is no map.
"""

import csv
import json
import math
import os
import subprocess
import sys
import tempfile
from collections import Counter
from fractions import Fraction

TOOL, SCRIPTS = (os.path.abspath(path) for path in sys.argv[1:])

# Steps of the grid are half a degree and a quarter. Two countries share the first arc, and the second of them has a
# hole that is a third. Then come a country that leads over the edge of the map and back, one around the pole, and one
# without length. To the whole map come bands around the world, for discs to lie in.
ARCS = [
    [[364, 40], [0, 8]],
    [[364, 48], [-4, 0], [0, -8], [4, 0]],
    [[364, 40], [4, 0], [0, 8], [-4, 0]],
    [[365, 42], [1, 0], [0, 2], [-1, -2]],
    [[718, 40], [-718, 4], [2, 2], [-2, 2], [718, 2], [0, -10]],
    [[0, 4], [360, -4], [358, 2], [-718, 2]],
    [[100, 10], [0, 0]],
]
COUNTRIES = {
    "Left": [[[0, 1]]],
    "Right, with a comma": [[[-1, 2], [3]]],
    "Enclave": [[[3]]],
    "Both sides": [[[4]]],
    "South": [[[5]]],
    "Isl\u00e9": [[[6]]],
}
BANDS = [[[10, q], [345, 0], [345, 1], [0, 12], [-345, 1], [-345, 0], [0, -14]] for q in range(-300, 301, 30)]
MAP = {
    "type": "Topology",
    "bbox": [-180, -85, 180, 85],
    "transform": {"scale": [0.5, 0.25], "translate": [-180, -10]},
    "objects": {
        "countries": {
            "type": "GeometryCollection",
            "geometries": [
                # A polygon is a multipolygon of one.
                {"type": "MultiPolygon", "arcs": arcs, "properties": {"name": name}}
                if len(arcs) > 1
                else {"type": "Polygon", "arcs": arcs[0], "properties": {"name": name}}
                for name, arcs in (COUNTRIES | {"Bands": [[[len(ARCS) + i]] for i in range(len(BANDS))]}).items()
            ],
        }
    },
    "arcs": ARCS + BANDS,
}
WALLS = """area,ax,ay,bx,by
Left,2.0,0.0,2.0,2.0
Left,2.0,2.0,0.0,2.0
Left,0.0,2.0,0.0,0.0
Left,0.0,0.0,2.0,0.0
"Right, with a comma",2.0,2.0,2.0,0.0
"Right, with a comma",2.0,0.0,4.0,0.0
"Right, with a comma",4.0,0.0,4.0,2.0
"Right, with a comma",4.0,2.0,2.0,2.0
"Right, with a comma",2.5,0.5,3.0,0.5
"Right, with a comma",3.0,0.5,3.0,1.0
"Right, with a comma",3.0,1.0,2.5,0.5
Enclave,2.5,0.5,3.0,0.5
Enclave,3.0,0.5,3.0,1.0
Enclave,3.0,1.0,2.5,0.5
Both sides,179.0,0.0,180.0,1.0
Both sides,-180.0,1.0,-179.0,1.5
Both sides,-179.0,1.5,-180.0,2.0
Both sides,180.0,2.0,179.0,2.5
Both sides,179.0,2.5,179.0,0.0
Both sides,-180.0,1.0,-180.0,2.0
Both sides,180.0,1.0,180.0,2.0
South,-180.0,-9.0,0.0,-10.0
South,0.0,-10.0,179.0,-9.5
South,179.0,-9.5,180.0,-9.0
South,-180.0,-90.0,180.0,-90.0
South,-180.0,-90.0,-180.0,-9.0
South,180.0,-90.0,180.0,-9.0
Isl\u00e9,-130.0,-7.5,-130.0,-7.5
"""


def fail(what):
    sys.exit(f"test_world.py: {what}")


def run(*command, status=0, path=None):
    """Standard output and standard error."""
    environment = dict(os.environ, PATH=path or os.environ["PATH"])
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=300, env=environment)
    if done.returncode != status:
        fail(f"{command}: status {done.returncode}, not {status}\n{done.stdout}{done.stderr}")
    return done.stdout, done.stderr


def distance2(x, y, wall):
    """The squared distance of a point and a segment."""
    ax, ay, bx, by = wall
    ux, uy = bx - ax, by - ay
    length2 = ux * ux + uy * uy
    t = min(max(((x - ax) * ux + (y - ay) * uy) / length2, 0), 1) if length2 else 0
    return (x - ax - t * ux) ** 2 + (y - ay - t * uy) ** 2


def relate(disc, walls):
    """The relation of a disc and an area, and the squared distance, negative if its centre is inside; in fractions."""
    x, y, r = disc
    crossed = [w for w in walls if (w[1] > y) != (w[3] > y)]
    right = sum(ax + (y - ay) * (bx - ax) / (by - ay) > x for ax, ay, bx, by in crossed)
    near2 = min(distance2(x, y, wall) for wall in walls)
    inside = right % 2 == 1 and near2 > 0
    if near2 <= r * r:
        relation = "crossing" if near2 < r * r else "inside-touching" if inside else "touching"
    else:
        relation = "inside" if inside else "outside"
    return relation, -near2 if inside else near2


def is_root(distance, signed2):
    """Whether a distance is the root of a signed square to 1 ulp."""
    least, most = (Fraction(math.nextafter(abs(distance), to)) ** 2 for to in (0, math.inf))
    return (distance < 0) == (signed2 < 0) and least <= abs(signed2) <= most


def table(name):
    with open(name, encoding="utf-8", newline="") as f:
        return list(csv.reader(f))[1:]


def check_world(disc_count):
    """The whole part: all pairs, in order. Returns how often each relation was found."""
    _, summary = run("sh", f"{SCRIPTS}/demo_world.sh", TOOL, str(disc_count), "map.json")
    discs = [tuple(map(Fraction, map(float, row))) for row in table("build/world/discs.csv")]
    areas = {}
    for name, *ends in table("build/world/walls.csv"):
        areas.setdefault(name, []).append(tuple(map(Fraction, map(float, ends))))
    found = [(int(c), name, relation, float(distance)) for c, name, relation, distance in table("demo_world.csv")]
    rows = iter(found)
    for c, disc in enumerate(discs):
        for name, walls in areas.items():
            relation, signed2 = relate(disc, walls)
            if relation == "outside":
                continue
            row = next(rows, None)
            if row is None or row[:3] != (c, name, relation) or not is_root(row[3], signed2):
                fail(f"{row}, not {(c, name, relation, float(signed2))}")
    if next(rows, None) is not None:
        fail(f"{len(found)} pairs are too many")
    if f"{disc_count} circles, {len(areas)} areas of {sum(map(len, areas.values()))} walls" not in summary:
        fail(f"summary: {summary}")
    with open("demo_world.png", "rb") as f:
        if f.read(8) != b"\x89PNG\r\n\x1a\n":
            fail("demo_world.png is no picture")
    return Counter(relation for _, _, relation, _ in found)


def check_step_over_the_edge():
    """Where a step over the edge of the map is cut must be one of its ends."""
    with open("bad.json", "w", encoding="ascii") as f:
        json.dump(MAP | {"arcs": [[[718, 40], [-717, 4], [717, -4]]] * len(MAP["arcs"])}, f)
    _, errors = run(f"{SCRIPTS}/world_walls.py", "bad.json", status=1)
    if errors != "world_walls.py: the step from (179.0, 0.0) to (-179.5, 1.0) has no end on the edge of the map\n":
        fail(f"a step over the edge: {errors}")


def check_discs():
    text, _ = run(f"{SCRIPTS}/make_discs.py", "3000")
    again, _ = run(f"{SCRIPTS}/make_discs.py", "3000")
    radii = [float(row.split(",")[2]) for row in text.splitlines()[1:]]
    if text != again or len(radii) != 3000:
        fail("discs are not the same again")
    if not 0.0005 <= min(radii) < 0.0006 or not 0.06 < max(radii) < 0.064:
        fail(f"radii from {min(radii)} to {max(radii)}")


def check_no_map(npm):
    """If npm does this, there is no map: status 1 and a message."""
    os.makedirs("bin", exist_ok=True)
    with open("bin/npm", "w", encoding="ascii") as f:
        f.write(f"#!/bin/sh\n{npm}\n")
    os.chmod("bin/npm", 0o755)
    _, errors = run("sh", f"{SCRIPTS}/demo_world.sh", TOOL, status=1, path=f"{os.getcwd()}/bin:{os.environ['PATH']}")
    if "the map of the world is missing" not in errors:
        fail(f"no map: {errors}")


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        with open("map.json", "w", encoding="ascii") as f:
            json.dump(MAP, f)
        walls, _ = run(f"{SCRIPTS}/world_walls.py", "map.json")
        if not walls.startswith(WALLS) or walls.count("\n") != WALLS.count("\n") + 6 * len(BANDS):
            fail(f"walls:\n{walls}")
        check_step_over_the_edge()
        check_discs()
        found = check_world(600)
        if min(found["crossing"], found["inside"]) == 0:
            fail(f"found: {found}")
        check_no_map("exit 1")
        check_no_map(
            "mkdir package && echo '{}' >package/countries-10m.json && touch package/LICENSE"
            " && tar -czf world-atlas-2.0.2.tgz package"
        )
        os.chdir("/")


main()
