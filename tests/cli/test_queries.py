#!/usr/bin/env python3
"""Asks `carom hits` and `carom nearest` random questions and checks every row in integer arithmetic. Compares
`carom first` with `carom sweep`, and `carom run` with runs without the walls that the filter excludes.

    test_queries.py TOOL

Coordinates are small integers, so that ties are frequent: walls equally near, gaps of exactly the distance asked
for. A circle (c, r) and a segment with radius w have the gap sqrt(n / d) - r - w with integers n and d, whose
sign, and the order of two, are computed without rounding. Room: tests.
"""

import csv
import functools
import pathlib
import random
import subprocess
import sys
import tempfile

SEED = 20261122
ROUNDS = 12


def sign(x):
    return (x > 0) - (x < 0)


def sign_of_root_sum(p, q, k):
    """The sign of sqrt(p) - sqrt(q) - k for integers p, q >= 0 and k."""
    # sqrt(p) <=> sqrt(q) + k; with the right side negative it is clear, else both are squared.
    if k < 0:
        return -sign_of_root_sum(q, p, -k)
    rest = p - q - k * k  # <=> 2 k sqrt(q)
    return -1 if rest < 0 else sign(rest * rest - 4 * k * k * q)


def square_distance(circle, wall):
    """The square of the distance from the centre to the segment, as a fraction n / d."""
    ux, uy = wall["bx"] - wall["ax"], wall["by"] - wall["ay"]
    px, py = circle["cx"] - wall["ax"], circle["cy"] - wall["ay"]
    length2, dot = ux * ux + uy * uy, ux * px + uy * py
    if dot <= 0:
        return px * px + py * py, 1
    if dot >= length2:
        return (px - ux) ** 2 + (py - uy) ** 2, 1
    return (ux * py - uy * px) ** 2, length2


def nearer(circle, one, other):
    """Compares two walls by their gap to the circle, then by their number."""
    (n1, d1), (n2, d2) = square_distance(circle, one), square_distance(circle, other)
    # Both distances by d = d1 d2: sqrt(n1 d1) d2 - sqrt(n2 d2) d1 - (w1 - w2) d1 d2.
    order = sign_of_root_sum(n1 * d1 * d2 * d2, n2 * d2 * d1 * d1, (one["wr"] - other["wr"]) * d1 * d2)
    return order or sign(one["row"] - other["row"])


def is_within(circle, wall, distance):
    n, d = square_distance(circle, wall)
    return n <= d * (circle["r"] + wall["wr"] + distance) ** 2


def is_inside(circle, wall):
    """Whether the wall lies in the open disc, away from the outline."""
    reach = circle["r"] - wall["wr"]
    return reach > 0 and all(
        (circle["cx"] - wall[x]) ** 2 + (circle["cy"] - wall[y]) ** 2 < reach * reach
        for x, y in (("ax", "ay"), ("bx", "by"))
    )


def sees(circle, wall):
    mask = int(circle["category"], 0) if circle["category"] else 0xFFFFFFFF
    return mask & (int(wall["category"] or "0", 0) or 1) != 0


def make_rows(rng, count, numbers, radius):
    return [
        {
            "row": i,
            **{name: rng.randint(-9, 9) for name in numbers},
            radius: rng.choice((0, 0, 1, 2, 5)),
            "category": rng.choice(("", "", "1", "2", "0x3", "0xFFFFFFFE", "0")),
            "net": rng.choice(("", "GND", "VCC", "a,b")),
        }
        for i in range(count)
    ]


def write(path, rows):
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    return str(path)


def ask(tool, *arguments):
    done = subprocess.run([tool, *arguments], capture_output=True, text=True, timeout=60, check=False)
    if done.returncode != 0:
        sys.exit(f"{arguments}: status {done.returncode}\n{done.stderr}")
    return list(csv.DictReader(done.stdout.splitlines()))


def same(what, got, wanted):
    if got != wanted:
        wrong = next((pair for pair in zip(got, wanted) if pair[0] != pair[1]), (len(got), len(wanted)))
        sys.exit(f"seed {SEED}, {what}: got and expected {wrong}")
    return len(wanted)


def check_hits(tool, files, circles, walls, distance, ring, nets):
    pairs = [
        (c["row"], w["row"])
        for c in circles
        for w in walls
        if sees(c, w)
        and is_within(c, w, distance)
        and not (ring and is_inside(c, w))
        and not (nets and c["net"] and c["net"] == w["net"])
    ]
    options = [f"--within={distance}"] if distance else []
    options += ["--ring"] * ring + ["--except-same=net"] * nets
    got = ask(tool, "hits", *files, *options)
    counts = ask(tool, "hits", *files, *options, "--count")
    wanted = [(c["row"], str(sum(pair[0] == c["row"] for pair in pairs))) for c in circles]
    return same(f"hits {options}", [(int(g["circle"]), int(g["wall"])) for g in got], pairs) + same(
        f"hits --count {options}", [(int(g["circle"]), g["count"]) for g in counts], wanted
    )


def check_nearest(tool, files, circles, walls, k):
    wanted = []
    for c in circles:
        order = functools.cmp_to_key(lambda one, other, c=c: nearer(c, one, other))
        wanted += [(c["row"], w["row"]) for w in sorted((w for w in walls if sees(c, w)), key=order)[:k]]
    got = [(int(row["circle"]), int(row["wall"])) for row in ask(tool, "nearest", *files, f"--k={k}")]
    return same(f"nearest --k {k}", got, wanted)


def check_first(tool, folder, files, movers, walls, no_graze):
    """The first wall is one of those that `carom sweep` meets earliest, each wall asked on its own."""
    pairs = [(m, w) for m in movers for w in walls if sees(m, w)]
    rows = [
        {**{x: m[x] for x in ("cx", "cy", "r", "vx", "vy")}, **{x: w[x] for x in ("ax", "ay", "bx", "by", "wr")}}
        for m, w in pairs
    ]
    earliest = {m["row"]: (2.0, []) for m in movers}
    for (m, w), row in zip(pairs, ask(tool, "sweep", write(folder / "pairs.csv", rows)) if rows else []):
        if row["kind"] in ("hit", "overlap") or (row["kind"] == "graze" and not no_graze):
            t, found = earliest[m["row"]]
            if float(row["t"]) < t:
                earliest[m["row"]] = float(row["t"]), [str(w["row"])]
            elif float(row["t"]) == t:
                found.append(str(w["row"]))
    for row in ask(tool, "first", *files, *["--no-graze"] * no_graze):
        t, found = earliest[int(row["mover"])]
        got = (float(row["t"]), row["wall"] in found) if row["wall"] else (2.0, not found)
        same(f"first, no graze {no_graze}, mover {row['mover']}", got, (t, True))
    return len(pairs)


def check_run(tool, folder, files, movers, walls):
    """Balls move as if the walls that the filter excludes did not exist."""
    together = ask(tool, "run", *files, "--time=1", "--step=1/4", "--check")
    for category in {m["category"] for m in movers}:
        alike = [m for m in movers if m["category"] == category]
        seen = [w for w in walls if sees(alike[0], w)]
        parts = write(folder / "alike.csv", [{**m, "id": m["row"], "category": ""} for m in alike])
        text = write(folder / "seen.csv", seen or walls)
        if not seen:
            pathlib.Path(text).write_text("ax,ay,bx,by\n", encoding="utf-8")
        alone = ask(tool, "run", parts, text, "--time=1", "--step=1/4")
        same(f"run, category {category!r}", [together[m["row"]] for m in alike], alone)
    return len(together)


def main():
    tool, rng, checked = sys.argv[1], random.Random(SEED), 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for _ in range(ROUNDS):
            circles = make_rows(rng, 300, ("cx", "cy"), "r")
            walls = make_rows(rng, rng.choice((1, 7, 60)), ("ax", "ay", "bx", "by"), "wr")
            files = write(folder / "circles.csv", circles), write(folder / "walls.csv", walls)
            for distance, ring, nets in ((0, False, False), (2, False, True), (0, True, True), (1, True, False)):
                checked += check_hits(tool, files, circles, walls, distance, ring, nets)
            checked += sum(check_nearest(tool, files, circles, walls, k) for k in (1, 3, 100))
            movers = make_rows(rng, 60, ("cx", "cy", "vx", "vy"), "r")
            files = write(folder / "movers.csv", movers), files[1]
            checked += sum(check_first(tool, folder, files, movers, walls, no) for no in (False, True))
            checked += check_run(tool, folder, files, movers, walls)
    print(f"{checked} rows right, seed {SEED}")


main()
