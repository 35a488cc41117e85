#!/usr/bin/env python3
"""The main jobs on real data: `carom hits`, `first` and `run` on the shipped levels.

    test_levels.py TOOL LEVELS

The results of `hits` are compared with the table in levels/README.md, which was made without
Carom, and, for the small level, pair by pair with integer arithmetic: all coordinates of a level
are integers, so squared distances are exact. `first` is compared with times in 60 digits. `run` is
checked in rational arithmetic: no place overlaps a wall, no centre has crossed one, and every
contact is in the log.
"""

import csv
import itertools
import math
import re
import subprocess
import sys
import tempfile
from collections import Counter
from decimal import Decimal, getcontext
from fractions import Fraction

OVERLAPPING = ("crossing", "inside-touching", "inside")
SMALL_LEVEL = "E1M2"
# The columns of the table in levels/README.md.
COUNTS = ("stuck", "touching circles", "clear", "crossing", "inside-touching", "inside", "touching", "separate")


def tables(text):
    """All tables of a Markdown text, each a list of rows of cells; the first row is the header."""
    for block in re.findall(r"(?:^\|.*\n)+", text, re.M):
        header, _, *rows = [
            [cell.strip() for cell in line.strip().strip("|").split("|")] for line in block.splitlines()
        ]
        yield [header, *rows]


def read_csv(path):
    with open(path, encoding="utf-8", newline="") as f:
        return list(csv.DictReader(f))


def run(tool, command, *arguments, stdin=None):
    """Rows as dictionaries, and what was printed on standard error."""
    done = subprocess.run([tool, command, *arguments], input=stdin, capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        sys.exit(f"carom {command} {arguments}: status {done.returncode}\n{done.stderr}")
    return list(csv.DictReader(done.stdout.splitlines())), done.stderr


def relation(circle, wall):
    """The relation of a disc to a bare segment. All integers; distances squared, times |b - a|^2 where
    the nearest point is on the side.
    """
    (px, py, r), (ax, ay, bx, by) = circle, wall
    dx, dy = bx - ax, by - ay
    to_a = (px - ax) ** 2 + (py - ay) ** 2
    to_b = (px - bx) ** 2 + (py - by) ** 2
    length2 = dx * dx + dy * dy
    along = (px - ax) * dx + (py - ay) * dy
    if 0 < along < length2:
        near, reach = ((px - ax) * dy - (py - ay) * dx) ** 2, r * r * length2
    else:
        near, reach = min(to_a, to_b), r * r
    far = max(to_a, to_b)
    if near > reach:
        return "separate"
    if near == reach:
        return "touching"
    if far > r * r:
        return "crossing"
    return "inside-touching" if far == r * r else "inside"


def expected_rows(circles, walls):
    """Every pair that touches, by circle, then by wall."""
    discs = [tuple(int(c[k]) for k in ("cx", "cy", "r")) for c in circles]
    segments = [tuple(int(w[k]) for k in ("ax", "ay", "bx", "by")) for w in walls]
    for c, disc in zip(circles, discs):
        for w, segment in zip(walls, segments):
            answer = relation(disc, segment)
            if answer != "separate":
                yield c["id"], w["id"], answer


def count(rows, circles, walls):
    """The numbers of the README's table."""
    touching = {row["circle"] for row in rows}
    stuck = {row["circle"] for row in rows if row["relation"] in OVERLAPPING}
    pairs = Counter(row["relation"] for row in rows)
    return dict(
        zip(
            COUNTS,
            (
                len(stuck),
                len(touching - stuck),
                len(circles) - len(touching),
                pairs["crossing"],
                pairs["inside-touching"],
                pairs["inside"],
                pairs["touching"],
                len(circles) * len(walls) - len(rows),
            ),
        )
    )


class Checks:
    def __init__(self):
        self.failures = []

    def equal(self, what, got, wanted):
        if got == wanted:
            return
        if isinstance(got, list):
            i = next((i for i, (g, w) in enumerate(zip(got, wanted)) if g != w), None)
            if i is None:
                got, wanted = f"{len(got)} rows", f"{len(wanted)} rows"
            else:
                what, got, wanted = f"{what}, row {i}", got[i], wanted[i]
        self.failures.append(f"{what}: got {got}, expected {wanted}")


def readme_numbers(text):
    """For each map what its files' names start with, and its numbers."""
    by_first = {table[0][0]: table for table in tables(text)}
    numbers = {}
    header, *rows = by_first["map"]
    if header[1:] != [
        "stuck circles",
        "touching circles",
        "clear circles",
        "pairs: crossing",
        "pairs: inside-touching",
        "pairs: inside",
        "pairs: touching",
        "pairs: separate",
    ]:
        sys.exit(f"levels/README.md: unexpected columns {header}")
    for name, *cells in rows:
        numbers[name] = dict(zip(COUNTS, (int(cell.replace(",", "")) for cell in cells)))
    bases = {}
    for files, wad_and_map, *_ in by_first["files"][1:]:
        bases[wad_and_map.split(",")[1].strip()] = files.strip("`").split("_{")[0]
    return {name: (bases[name], numbers[name]) for name in numbers}


def check_level(checks, tool, name, base, wanted):
    paths = f"{base}_circles.csv", f"{base}_walls.csv"
    circles, walls = (read_csv(path) for path in paths)
    rows, summary = run(tool, "hits", *paths, "--summary")
    checks.equal(f"{name}: counts", count(rows, circles, walls), wanted)
    told = {key: int(value) for key, value in re.findall(r"^  (\w+) +(\d+)  ", summary, re.M) if key != "time"}
    checks.equal(
        f"{name}: --summary",
        told,
        {
            "stuck": wanted["stuck"],
            "touching": wanted["touching circles"],
            "clear": wanted["clear"],
            "found": len(rows),
        },
    )
    checks.equal(f"{name}: pairs", f"pairs of {len(circles) * len(walls)}\n" in summary, True)
    ring, _ = run(tool, "hits", *paths, "--ring")
    checks.equal(f"{name}: --ring", ring, [row for row in rows if row["relation"] != "inside"])
    checks.equal(f"{name}: rows of --ring", len(ring), len(rows) - wanted["inside"])
    if name == SMALL_LEVEL:
        got = [(row["circle"], row["wall"], row["relation"]) for row in rows]
        checks.equal(f"{name}: pairs", got, list(expected_rows(circles, walls)))


def segment_of(wall):
    return tuple(int(wall[k]) for k in ("ax", "ay", "bx", "by"))


def is_near(p, q, wall, margin):
    """Whether the boxes of the path p to q and the wall are at most `margin` apart. Exact except for `margin`."""
    ax, ay, bx, by = wall
    return (
        min(p[0], q[0]) - margin <= max(ax, bx)
        and min(ax, bx) <= max(p[0], q[0]) + margin
        and min(p[1], q[1]) - margin <= max(ay, by)
        and min(ay, by) <= max(p[1], q[1]) + margin
    )


def contact_time(start, move, radius, wall):
    """When a moving disc that starts clear of a bare segment touches it, in 60 digits, or None."""
    (px, py), (vx, vy) = start, move
    ax, ay, bx, by = wall
    times = []
    dx, dy = bx - ax, by - ay
    length2 = dx * dx + dy * dy
    cross = (px - ax) * dy - (py - ay) * dx
    speed = vx * dy - vy * dx
    if cross * speed < 0:
        t = (abs(Decimal(cross)) - radius * Decimal(length2).sqrt()) / abs(Decimal(speed))
        along = (px - ax + t * vx) * dx + (py - ay + t * vy) * dy
        if 0 <= along <= length2:
            times.append(t)
    for ex, ey in ((ax, ay), (bx, by)):
        a = vx * vx + vy * vy
        b = (px - ex) * vx + (py - ey) * vy
        c = (px - ex) ** 2 + (py - ey) ** 2 - radius * radius
        if b < 0 and b * b - a * c >= 0:
            times.append((-b - Decimal(b * b - a * c).sqrt()) / a)
    return min((t for t in times if 0 <= t <= 1), default=None)


def check_first(checks, tool, movers, walls, walls_path):
    """Against all walls, in 60 digits. Closer times count as equal."""
    getcontext().prec = 60
    text = "id,cx,cy,r,vx,vy\n" + "".join(
        ",".join(m[k] for k in ("id", "cx", "cy", "r", "vx", "vy")) + "\n" for m in movers
    )
    rows, _ = run(tool, "first", "-", walls_path, stdin=text)
    checks.equal("first: movers", [row["mover"] for row in rows], [m["id"] for m in movers])
    for row, m in zip(rows, movers):
        start, move = (int(m["cx"]), int(m["cy"])), (int(m["vx"]), int(m["vy"]))
        radius, best = int(m["r"]), None
        for wall in walls:
            segment = segment_of(wall)
            if is_near(start, (start[0] + move[0], start[1] + move[1]), segment, radius):
                t = contact_time(start, move, radius, segment)
                if t is not None and (best is None or t < best[0] - Decimal("1e-40")):
                    best = t, wall["id"]
        checks.equal(f"first: {m['id']}", row["wall"], best[1] if best else "")
        if best and row["wall"]:
            t = float(row["t"])
            exact = Decimal(t) - Decimal("1e-40") <= best[0] < Decimal(math.nextafter(t, 2))
            checks.equal(f"first: time of {m['id']}, rounded down", exact, True)


def crosses(p, q, wall):
    """Whether the path of a centre crosses or touches a bare segment, in rational arithmetic."""

    def side(a, b, c):
        turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        return (turn > 0) - (turn < 0)

    p, q = ([Fraction(x) for x in point] for point in (p, q))
    a, b = wall[:2], wall[2:]
    return side(p, q, a) * side(p, q, b) <= 0 and side(a, b, p) * side(a, b, q) <= 0


def check_path(checks, what, p, q, radius, segments):
    for name, segment in segments:
        if not is_near(p, q, segment, radius):
            continue
        if crosses(p, q, segment):
            checks.equal(f"{what} crosses {name}", True, False)
        disc = Fraction(q[0]), Fraction(q[1]), radius
        if relation(disc, segment) not in ("separate", "touching"):
            checks.equal(f"{what} overlaps {name}", True, False)


def check_event(checks, event, ball, segments):
    """The numbers of a contact, as far as they can be distinguished."""
    name = f"run: contact of {event['ball']} at {event['time']}"
    x, y, px, py, nx, ny, vx, vy, ux, uy = (
        float(event[k]) for k in ("x", "y", "px", "py", "nx", "ny", "vx", "vy", "after_vx", "after_vy")
    )
    radius = int(ball["r"])
    checks.equal(f"{name}: the point is on the circle", abs(math.hypot(x - px, y - py) - radius) < 1e-9, True)
    segment = dict(segments)[event["wall"]]
    checks.equal(
        f"{name}: the point is on the wall",
        relation((Fraction(px), Fraction(py), Fraction(1, 10**9)), segment) != "separate",
        True,
    )
    checks.equal(
        f"{name}: the normal leads to the centre", math.hypot(x - px - radius * nx, y - py - radius * ny) < 1e-9, True
    )
    checks.equal(f"{name}: moves in, then out", vx * nx + vy * ny < 0 < ux * nx + uy * ny, True)
    checks.equal(f"{name}: keeps its speed", math.isclose(math.hypot(vx, vy), math.hypot(ux, uy), rel_tol=1e-12), True)


def check_run(checks, tool, balls, walls, walls_path):
    """A slice of the demo: some balls for some seconds."""
    text = "id,cx,cy,r,vx,vy\n" + "".join(
        ",".join(b[k] for k in ("id", "cx", "cy", "r", "vx", "vy")) + "\n" for b in balls
    )
    with tempfile.TemporaryDirectory() as folder:
        log = f"{folder}/events.csv"
        rows, summary = run(tool, "run", "-", walls_path, "--time", "4", "--check", "--events", log, stdin=text)
        events = read_csv(log)
    segments = [(wall["id"], segment_of(wall)) for wall in walls]
    told = dict(re.findall(r"^  (contacts|freed|stuck|escapes|overlaps) +(\d+)  ", summary, re.M))
    checks.equal(
        "run: --check",
        told,
        {"contacts": str(len(events)), "freed": "0", "stuck": "0", "escapes": "0", "overlaps": "0"},
    )
    checks.equal("run: balls", [row["ball"] for row in rows], [b["id"] for b in balls])
    checks.equal(
        "run: contacts",
        Counter(event["ball"] for event in events),
        Counter({row["ball"]: int(row["contacts"]) for row in rows if row["contacts"] != "0"}),
    )
    order = {b["id"]: i for i, b in enumerate(balls)}
    keys = [(math.floor(float(e["time"]) * 60), order[e["ball"]], float(e["time"])) for e in events]
    checks.equal("run: order of the contacts", keys, sorted(keys))
    for ball, row in zip(balls, rows):
        places = [(float(ball["cx"]), float(ball["cy"]))]
        for event in events:
            if event["ball"] == ball["id"]:
                check_event(checks, event, ball, segments)
                places.append((float(event["x"]), float(event["y"])))
        places.append((float(row["x"]), float(row["y"])))
        for p, q in itertools.pairwise(places):
            check_path(checks, f"run: {ball['id']}", p, q, int(ball["r"]), segments)


def check_motion(checks, tool, folder, base):
    balls, walls = read_csv(f"{base}_balls.csv"), read_csv(f"{base}_walls.csv")
    with open(f"{base}_balls.csv", encoding="utf-8") as f:
        shipped = f.read()
    made = subprocess.run(
        [sys.executable, f"{folder}/../scripts/make_balls.py", base, str(len(balls))],
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    checks.equal("balls are those of make_balls.py", shipped == made.stdout, True)
    check_first(checks, tool, balls[::5], walls, f"{base}_walls.csv")
    check_run(checks, tool, balls[::20], walls, f"{base}_walls.csv")


def main():
    tool, folder = sys.argv[1:]
    with open(f"{folder}/README.md", encoding="utf-8") as f:
        levels = readme_numbers(f.read())
    checks = Checks()
    checks.equal("levels", sorted(levels), [SMALL_LEVEL, "MAP12"])
    for name, (base, wanted) in levels.items():
        check_level(checks, tool, name, f"{folder}/{base}", wanted)
    check_motion(checks, tool, folder, f"{folder}/{levels[SMALL_LEVEL][0]}")
    if checks.failures:
        sys.exit("\n".join(checks.failures))


main()
