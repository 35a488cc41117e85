#!/usr/bin/env python3
"""Asks `carom clearance` and `carom areas` random questions and checks every row against a loop in fractions. Then
large files: any number of threads prints the same bytes, and a ring that is open is found in its line.

    test_walls_and_areas.py TOOL

Coordinates are small integers, so that ties are frequent: gaps of exactly the distance asked for, walls that touch,
discs on the border of areas. Room: tests.
"""

import csv
import gzip
import itertools
import math
import pathlib
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

SEED = 20261130
ROUNDS = 12
TOOL = sys.argv[1]


def fail(what, got, wanted):
    sys.exit(f"seed {SEED}, {what}: got {str(got)[:1500]}\nexpected {str(wanted)[:1500]}")


def same(what, got, wanted):
    if got != wanted:
        wrong = next((pair for pair in zip(got, wanted) if pair[0] != pair[1]), (len(got), len(wanted)))
        fail(what, *wrong)
    return len(wanted)


def near(what, got, wanted):
    if not math.isclose(got, wanted, rel_tol=1e-12, abs_tol=1e-12):
        fail(what, got, wanted)


def run(*arguments, status=0):
    done = subprocess.run([TOOL, *arguments], capture_output=True, text=True, timeout=120, check=False)
    if done.returncode != status:
        fail(arguments, f"status {done.returncode}\n{done.stderr}", status)
    return done


def ask(*arguments):
    return list(csv.DictReader(run(*arguments).stdout.splitlines()))


def write(path, rows):
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    return str(path)


# ---- distances ----


def minus(p, q):
    return p[0] - q[0], p[1] - q[1]


def dot(p, q):
    return p[0] * q[0] + p[1] * q[1]


def cross(p, q):
    return p[0] * q[1] - p[1] * q[0]


def ends(wall):
    return (wall["ax"], wall["ay"]), (wall["bx"], wall["by"])


def limits(wall):
    """The range of t in a + t (b - a)."""
    a, b = ends(wall)
    extent = wall.get("extent", "segment") if a != b else "segment"
    return (-math.inf if extent == "line" else 0), (math.inf if extent != "segment" else 1)


def point_square(p, wall):
    """The square of the distance from a point to the axis of a wall."""
    a, b = ends(wall)
    u, w = minus(b, a), minus(p, a)
    if u == (0, 0):
        return Fraction(dot(w, w))
    t = Fraction(dot(u, w), dot(u, u))
    low, high = limits(wall)
    t = low if t < low else high if t > high else t
    return (w[0] - t * u[0]) ** 2 + (w[1] - t * u[1]) ** 2


def wall_square(one, other):
    """The square of the distance of two axes."""
    (a, b), (c, d) = ends(one), ends(other)
    u, v = minus(b, a), minus(d, c)
    turn = cross(u, v)
    if turn != 0:
        t, s = Fraction(cross(minus(c, a), v), turn), Fraction(cross(minus(c, a), u), turn)
        (t0, t1), (s0, s1) = limits(one), limits(other)
        if t0 <= t <= t1 and s0 <= s <= s1:
            return Fraction(0)
    # They do not cross: one of them is nearest at an end, or both are parallel lines and it is anywhere.
    squares = [point_square(p, other) for p, t in zip((a, b), limits(one)) if t in (0, 1)]
    squares += [point_square(p, one) for p, t in zip((c, d), limits(other)) if t in (0, 1)]
    return min(squares, default=point_square(a, other))


# ---- clearance ----


def make_walls(rng, count):
    return [
        {
            **{name: rng.randint(-9, 9) for name in ("ax", "ay", "bx", "by")},
            "wr": rng.choice((0, 0, 1, 2)),
            "extent": rng.choice(("segment",) * 18 + ("ray", "line")),
            "category": rng.choice(("", "", "0", "1", "2", "0x3")),
            "net": rng.choice(("", "GND", "VCC", "a,b")),
        }
        for _ in range(count)
    ]


def category(wall):
    return int(wall["category"] or "0", 0) or 1


def relation_of(square, reach):
    return "separate" if square > reach**2 else "touching" if square == reach**2 else "overlapping"


def check_numbers(row, one, other, square):
    """The gap, and two points of the surfaces that far apart."""
    gap, p, q = float(row["gap"]), (float(row["px"]), float(row["py"])), (float(row["qx"]), float(row["qy"]))
    near(f"gap of {row}", gap, math.sqrt(square) - one["wr"] - other["wr"])
    near(f"points of {row}", math.dist(p, q), abs(gap))
    for point, wall in ((p, one), (q, other)) if square > 0 else ():  # else the normal is that of one axis
        near(f"point {point} of {row}", math.sqrt(point_square(tuple(map(Fraction, point)), wall)), wall["wr"])


def check_clearance(files, first, second, distance, nets):
    one_file = second is None
    wanted, partners, squares = [], [0] * len(first), {}
    for (i, w), (j, o) in itertools.product(enumerate(first), enumerate(first if one_file else second)):
        square = wall_square(w, o)
        if (
            not (one_file and i == j)
            and category(w) & category(o)
            and square <= (w["wr"] + o["wr"] + distance) ** 2
            and not (nets and w["net"] and w["net"] == o["net"])
        ):
            partners[i] += 1
            if not one_file or i < j:
                wanted.append((i, j, relation_of(square, w["wr"] + o["wr"])))
                squares[i, j] = square
    options = [f"--within={distance}"] * (distance > 0) + ["--except-same=net"] * nets
    got = ask("clearance", *files, *options)
    checked = same(f"clearance {options}", [(int(g["wall"]), int(g["other"]), g["relation"]) for g in got], wanted)
    for row, (i, j, _) in zip(got, wanted):
        check_numbers(row, first[i], (first if one_file else second)[j], squares[i, j])
    counts = ask("clearance", *files, *options, "--count")
    summary = run("clearance", *files, *options, "--summary", "--count").stderr
    if f"  found {len(wanted):>15}  pairs of " not in summary:
        fail(f"summary of clearance {options}", summary, f"{len(wanted)} pairs")
    return checked + same(
        f"clearance --count {options}",
        [(int(g["wall"]), int(g["count"])) for g in counts],
        list(enumerate(partners)),
    )


# ---- areas ----

AREAS = ("zone", "a,b", 'say "x"', "Ω", "5", "quay")


def make_ring(rng):
    x, y, w, h = rng.randint(-9, 5), rng.randint(-9, 5), rng.randint(1, 6), rng.randint(1, 6)
    if rng.random() < 0.5:
        return [(x, y), (x + w, y), (x + w, y + h), (x, y + h)]
    return [(rng.randint(-9, 9), rng.randint(-9, 9)) for _ in range(rng.randint(1, 6))]  # may cross itself


def make_areas(rng, categories):
    """Walls of closed rings, in any order and direction, some twice, and walls of no area."""
    rows = make_walls(rng, 3)
    rows = [{**row, "category": "", "area": ""} for row in rows]
    for area in rng.sample(AREAS, rng.randint(1, len(AREAS))):
        same_in_area = {
            "wr": rng.choice((0, 0, 1)),
            "extent": "segment",
            "category": rng.choice(("", "2", "0x3")) if categories else "",
            "net": "",
            "area": area,
        }
        for _ in range(rng.randint(1, 3)):
            ring = make_ring(rng)
            sides = list(zip(ring, ring[1:] + ring[:1])) * rng.choice((1, 1, 1, 2))
            for side in sides:
                a, b = side if rng.random() < 0.5 else side[::-1]
                rows.append({"ax": a[0], "ay": a[1], "bx": b[0], "by": b[1], **same_in_area})
    rng.shuffle(rows)
    return rows


def holds(p, walls):
    """Whether a ray from the point to the right crosses an odd number of walls."""
    odd = False
    for wall in walls:
        a, b = sorted(ends(wall), key=lambda q: q[1])
        if a[1] <= p[1] < b[1] and cross(minus(b, a), minus(p, a)) > 0:
            odd = not odd
    return odd


def area_row(circle, walls, distance):
    """The relation and the signed distance, or None if the circle and the area do not meet."""
    center = circle["cx"], circle["cy"]
    square = min(point_square(center, wall) for wall in walls)
    reach = circle["r"] + walls[0]["wr"]
    inside = square > 0 and holds(center, walls)
    if not inside and square > (reach + distance) ** 2:
        return None
    relation = (
        "crossing"
        if square < reach**2
        else ("inside-touching" if inside else "touching")
        if square == reach**2
        else ("inside" if inside else "outside")
    )
    return relation, math.sqrt(square) * (-1 if inside else 1)


def check_areas(files, circles, walls, distance):
    names = list(dict.fromkeys(wall["area"] for wall in walls if wall["area"]))
    rings = {name: [wall for wall in walls if wall["area"] == name] for name in names}
    wanted = []
    for i, circle in enumerate(circles):
        mask = int(circle["category"], 0) if circle["category"] else 0xFFFFFFFF
        for name in names:
            row = area_row(circle, rings[name], distance) if mask & category(rings[name][0]) else None
            if row is not None:
                wanted.append((i, name, *row))
    options = [f"--within={distance}"] * (distance > 0)
    got = ask("areas", *files, *options)
    checked = same(
        f"areas {options}",
        [(int(g["circle"]), g["area"], g["relation"]) for g in got],
        [row[:3] for row in wanted],
    )
    for row, right in zip(got, wanted):
        near(f"distance of {row}", float(row["distance"]), right[3])
    counts = ask("areas", *files, *options, "--count")
    return checked + same(
        f"areas --count {options}",
        [(int(g["circle"]), int(g["count"])) for g in counts],
        [(i, sum(row[0] == i for row in wanted)) for i in range(len(circles))],
    )


def check_random(rng, folder):
    checked = 0
    for _ in range(ROUNDS):
        first, second = make_walls(rng, rng.choice((1, 9, 30))), make_walls(rng, rng.choice((1, 20)))
        files = write(folder / "first.csv", first), write(folder / "second.csv", second)
        for distance, nets in ((0, False), (1, True), (3, False)):
            checked += check_clearance(files[:1], first, None, distance, nets)
            checked += check_clearance(files, first, second, distance, nets)
        circles = [
            {
                "cx": rng.randint(-10, 10),
                "cy": rng.randint(-10, 10),
                "r": rng.choice((0, 0, 1, 2, 5)),
                "category": rng.choice(("", "", "1", "2", "4")),
            }
            for _ in range(120)
        ]
        walls = make_areas(rng, True)
        files = write(folder / "circles.csv", circles), write(folder / "areas.csv", walls)
        checked += sum(check_areas(files, circles, walls, distance) for distance in (0, 2))
    return checked


# ---- large files ----


def same_bytes(*arguments):
    one = run(*arguments, "--threads=1").stdout
    if run(*arguments, "--threads=3").stdout != one:
        fail(f"{arguments}, 3 threads", "other bytes", "those of one thread")
    return one


def check_large(rng, folder):
    """More rows than a chunk of questions, and than a block of the reader, with blank lines and quoted line breaks."""
    side, text = 200, ["ax,ay,bx,by,area,note"]
    for i in range(side * side):
        x, y = 3 * (i % side), 4 * (i // side)
        ring = [(x, y), (x + 3, y), (x + 3, y + 3), (x, y + 3)]
        for a, b in zip(ring, ring[1:] + ring[:1]):
            note = '"a\nb"' if i % 1000 == 0 else ""
            text.append(f"{a[0]},{a[1]},{b[0]},{b[1]},z{i},{note}")
        if i % 77 == 0:
            text.append("")
    zones, circles = folder / "zones.csv", folder / "many.csv"
    zones.write_text("\n".join(text) + "\n", encoding="utf-8")
    circles.write_text(
        "cx,cy,r\n" + "".join(f"{rng.uniform(0, 600):.3f},{rng.uniform(0, 800):.3f},0.5\n" for _ in range(140000)),
        encoding="utf-8",
    )
    packed = folder / "zones.csv.gz"
    packed.write_bytes(gzip.compress(zones.read_bytes(), 1))
    areas = same_bytes("areas", str(circles), str(zones), "--within=0.25", "--keep=note")
    same("a packed file", run("areas", str(circles), str(packed), "--within=0.25", "--keep=note").stdout, areas)
    checked = areas.count("\n")
    # Only the walls that two neighbours share, and what touches their ends, are pairs.
    checked += same_bytes("clearance", str(zones), "--except-same=area").count("\n")
    # A chunk of questions has too many answers.
    cross_ways = write(folder / "star.csv", [{"ax": -9, "ay": k, "bx": 9, "by": -k} for k in range(1200)])
    counts = ask("clearance", cross_ways, "--count")
    checked += same("walls that all cross", [g["count"] for g in counts], ["1199"] * 1200)
    return checked + check_open(zones, circles, text)


def check_open(zones, circles, text):
    """A ring near the end of a large file is opened."""
    row = len(text) - 40
    while text[row] == "" or '"' in text[row] or text[row - 1] == "":
        row -= 1
    ax, ay, bx, by, area, note = text[row].split(",")
    text[row] = f"{ax},{ay},{float(bx) + 0.5},{by},{area},{note}"
    zones.write_text("\n".join(text) + "\n", encoding="utf-8")
    # The walls of this ring, and those of them that have an end at a point that is open.
    ring = [k for k, line in enumerate(text) if f",{area}," in line]
    open_points = {(float(bx), float(by)), (float(bx) + 0.5, float(by))}
    lines = {}
    for k in ring:
        numbers = list(map(float, text[k].split(",")[:4]))
        for point in (tuple(numbers[:2]), tuple(numbers[2:])):
            if point in open_points:
                line = 1 + sum(1 + earlier.count("\n") for earlier in text[:k])
                lines.setdefault(line, []).append(point)
    line = min(lines)
    for threads in (1, 3):
        got = run("areas", str(circles), str(zones), f"--threads={threads}", status=2).stderr
        wanted = [
            f'{zones}:{line}: area "{area}" is open at {x:g},{y:g} (expected an even number of walls that end there)\n'
            for x, y in lines[line]
        ]
        if got not in wanted:
            fail("an open ring", got, wanted)
    return 2


def main():
    rng = random.Random(SEED)
    with tempfile.TemporaryDirectory() as name:
        checked = check_random(rng, pathlib.Path(name)) + check_large(rng, pathlib.Path(name))
    print(f"{checked} rows right, seed {SEED}")


main()
