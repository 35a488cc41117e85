#!/usr/bin/env python3
"""The last part of `make demo` on little data: test_world.py TOOL SCRIPTS

Tests the decoder on a small map, the discs, the whole job, and the message if there is no map.
"""

import json
import os
import subprocess
import sys
import tempfile

TOOL, SCRIPTS = (os.path.abspath(path) for path in sys.argv[1:])

# Steps of the grid are half a degree and a quarter. The first arc is a square; the second leads over
# the edge of the map and back; the third has no length. To the first three of the whole map come
# parallels in two pieces, for discs to touch.
ARCS = [
    [[360, 40], [4, 0], [0, 8], [-4, 0], [0, -8]],
    [[718, 40], [-718, 4], [2, 0], [718, 0]],
    [[100, 10], [0, 0]],
]
PARALLELS = [[[10, q], [340, 1], [350, 0]] for q in range(-300, 301, 30)]
MAP = {
    "type": "Topology",
    "bbox": [-180, -85, 180, 85],
    "transform": {"scale": [0.5, 0.25], "translate": [-180, -10]},
    "objects": {},
    "arcs": ARCS + PARALLELS,
}
WALLS = """ax,ay,bx,by
0.0,0.0,2.0,0.0
2.0,0.0,2.0,2.0
2.0,2.0,0.0,2.0
0.0,2.0,0.0,0.0
179.0,0.0,180.0,1.0
-180.0,1.0,-179.0,1.0
-179.0,1.0,-180.0,1.0
-130.0,-7.5,-130.0,-7.5
"""


def fail(what):
    sys.exit(f"test_world.py: {what}")


def run(*command, status=0, path=None):
    """Standard output and standard error."""
    environment = dict(os.environ, PATH=path or os.environ["PATH"])
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, env=environment)
    if done.returncode != status:
        fail(f"{command}: status {done.returncode}, not {status}\n{done.stdout}{done.stderr}")
    return done.stdout, done.stderr


def touches(disc, wall):
    """Whether a disc touches a segment, in integers."""
    (px, py, r), (ax, ay, bx, by) = disc, wall
    dx, dy = bx - ax, by - ay
    length2 = dx * dx + dy * dy
    along = (px - ax) * dx + (py - ay) * dy
    if 0 < along < length2:
        return ((px - ax) * dy - (py - ay) * dx) ** 2 <= r * r * length2
    return min((px - ax) ** 2 + (py - ay) ** 2, (px - bx) ** 2 + (py - by) ** 2) <= r * r


def check_world(disc_count):
    """The whole part; all its numbers are multiples of 0.000001. Returns how many pairs touch."""
    _, summary = run("sh", f"{SCRIPTS}/demo_world.sh", TOOL, str(disc_count), "map.json")
    rows = {}
    for name in ("walls", "discs"):
        with open(f"build/world/{name}.csv", encoding="ascii") as f:
            rows[name] = [
                tuple(round(float(number) * 1e6) for number in row.split(",")) for row in f.read().splitlines()[1:]
            ]
    wanted = [
        (c, w) for c, disc in enumerate(rows["discs"]) for w, wall in enumerate(rows["walls"]) if touches(disc, wall)
    ]
    with open("demo_world.csv", encoding="ascii") as f:
        found = [tuple(map(int, row.split(",")[:2])) for row in f.read().splitlines()[1:]]
    if found != wanted:
        fail(f"touching: {found}, not {wanted}")
    if f"{disc_count} circles, {len(rows['walls'])} walls" not in summary:
        fail(f"summary: {summary}")
    with open("demo_world.png", "rb") as f:
        if f.read(8) != b"\x89PNG\r\n\x1a\n":
            fail("demo_world.png is no picture")
    return len(found)


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
        if not walls.startswith(WALLS) or walls.count("\n") != 1 + 8 + 2 * len(PARALLELS):
            fail(f"walls:\n{walls}")
        check_discs()
        touching = check_world(5000)
        if touching == 0:
            fail("nothing touches")
        check_no_map("exit 1")
        check_no_map(
            "mkdir package && echo '{}' >package/countries-10m.json && touch package/LICENSE"
            " && tar -czf world-atlas-2.0.2.tgz package"
        )
        os.chdir("/")


main()
