#!/usr/bin/env python3
"""Asks `carom run --balls-collide` about crowds in boxes, also with walls that move.

    test_collide.py TOOL

At the end no two balls and no ball and wall overlap, which is decided by rational numbers. Each contact of two balls in
the log keeps the momentum, has the restitution asked for, and is told of both balls alike. The log is in order of time.
Without losses the energy stays. The bytes do not depend on the number of threads. The last line of --check is read, not
believed. Room: tests.
"""

import csv
import io
import itertools
import math
import pathlib
import random
import re
import subprocess
import sys
import tempfile
from fractions import Fraction

SEED = 20261124
SIDE = 24
TIME = 2
STEP = 1 / 32
RUNS = [  # options, restitution, the size of gravity
    (["--restitution", "1"], 1.0, 0.0),
    (["--restitution", "0.5", "--gravity", "0,-9"], 0.5, 9.0),
    (["--restitution", "0.75", "--friction", "0.25", "--gravity", "3,-4"], 0.75, 5.0),
    (["--response", "slide", "--gravity", "0,-9"], 0.0, 9.0),
    (["--restitution", "0.5", "--one-sided"], 0.5, 0.0),
]


def check(condition, what, *about):
    if not condition:
        sys.exit(f"test_collide: {what}: {about}")


def write(path, rows):
    with open(path, "w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)


def random_balls(rng, count):
    """Some overlap. Radii and velocities are multiples of 1/4, so that many contacts are ties."""
    return [
        {
            "id": f"b{i}",
            "cx": rng.randint(4, 4 * SIDE - 4) / 4,
            "cy": rng.randint(4, 4 * SIDE - 4) / 4,
            "r": rng.choice((0, 0.25, 0.5, 1)),
            "vx": rng.randint(-40, 40) / 4,
            "vy": rng.randint(-40, 40) / 4,
        }
        for i in range(count)
    ]


def box(rng, more):
    corners = [(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)]
    walls = [
        {"ax": a[0], "ay": a[1], "bx": b[0], "by": b[1], "wr": 0} for a, b in zip(corners, corners[1:] + corners[:1])
    ]
    for _ in range(more):
        x, y = rng.randint(4, SIDE - 4), rng.randint(4, SIDE - 4)
        walls.append(
            {"ax": x, "ay": y, "bx": x + rng.randint(-2, 2), "by": y + rng.randint(-2, 2), "wr": rng.choice((0, 0.25))}
        )
    return walls


def set_in_motion(rng, walls):
    """Lifts and walls that turn, and one side of the box, which presses. Positions at the end are exact."""
    for wall in walls:
        wall.update(avx=0, avy=0, bvx=0, bvy=0)
    for wall in walls[4:]:
        v = [rng.randint(-12, 12) / 4 for _ in range(4)]
        wall.update(zip(("avx", "avy", "bvx", "bvy"), v if rng.random() < 0.5 else v[:2] * 2))
    walls[1].update(avx=-2, bvx=-2)


def at_end(wall, time):
    moved = {
        f"{end}{axis}": Fraction(wall[f"{end}{axis}"]) + time * Fraction(wall.get(f"{end}v{axis}", 0))
        for end in "ab"
        for axis in "xy"
    }
    return {**wall, **moved}


def run(tool, folder, options, threads):
    events = folder / "events.csv"
    ended = subprocess.run(
        [
            tool,
            "run",
            folder / "balls.csv",
            folder / "walls.csv",
            "--time",
            str(TIME),
            "--step",
            str(STEP),
            "--balls-collide",
            "--threads",
            threads,
            "--events",
            events,
            *options,
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    check(ended.returncode == 0, "run", options, ended.stderr)
    return ended.stdout, events.read_text(encoding="utf-8"), ended.stderr


def distance2(center, wall):
    """The square of the distance to the axis of a wall, exactly."""
    a = [Fraction(wall["ax"]), Fraction(wall["ay"])]
    u = [Fraction(wall["bx"]) - a[0], Fraction(wall["by"]) - a[1]]
    w = [center[0] - a[0], center[1] - a[1]]
    length2 = u[0] ** 2 + u[1] ** 2
    t = min(max((w[0] * u[0] + w[1] * u[1]) / length2, 0), 1) if length2 else Fraction(0)
    return (w[0] - t * u[0]) ** 2 + (w[1] - t * u[1]) ** 2


def check_places(rows, balls, walls):
    """Balls that are stuck may overlap, but nothing else may, also not with them."""
    placed = [
        ((Fraction(float(row["x"])), Fraction(float(row["y"]))), Fraction(ball["r"]), row)
        for row, ball in zip(rows, balls)
    ]
    for (p, r, one), (q, s, other) in itertools.combinations(placed, 2):
        apart = (p[0] - q[0]) ** 2 + (p[1] - q[1]) ** 2 >= (r + s) ** 2
        check(apart or one["state"] == other["state"] == "stuck", "balls overlap", one, other)
    for (p, r, one), wall in itertools.product(placed, walls):
        apart = distance2(p, wall) >= (r + Fraction(wall["wr"])) ** 2
        check(apart or one["state"] in ("stuck", "crushed"), "a ball overlaps a wall", one, wall)


def vector(row, x, y):
    return float(row[x]), float(row[y])


def check_impacts(events, balls, rows, case):
    """The rows of each impact follow each other, and times rise. Returns the number of impacts of two balls."""
    mass = {
        ball["id"]: math.inf if row["state"] == "stuck" else max(ball["r"] ** 2, 1e-30)
        for ball, row in zip(balls, rows)
    }
    radius = {ball["id"]: ball["r"] for ball in balls}
    impacts = 0
    time = 0.0
    log = csv.DictReader(io.StringIO(events))
    for one in log:
        check(time <= float(one["time"]), "the order of time", time, one)
        time = float(one["time"])
        check((one["other_ball"] == "") == (one["wall"] != ""), "a wall or a ball", one)
        if one["other_ball"]:
            check_impact(one, next(log), mass, radius, case)
            impacts += 1
    return impacts


def check_impact(one, other, mass, radius, case):
    options, restitution, gravity, _ = case
    pair = (one["ball"], one["other_ball"])
    check(pair == (other["other_ball"], other["ball"]) and one["time"] == other["time"], "both balls", one, other)
    check(one["feature"] == other["feature"] == "", "a feature", one, other)
    n, m, k = vector(one, "nx", "ny"), mass[one["ball"]], mass[other["ball"]]
    p, q = vector(one, "x", "y"), vector(other, "x", "y")
    reach = radius[one["ball"]] + radius[other["ball"]]
    before = vector(one, "vx", "vy"), vector(other, "vx", "vy")
    after = vector(one, "after_vx", "after_vy"), vector(other, "after_vx", "after_vy")
    check(vector(other, "nx", "ny") == (-n[0], -n[1]), "normals", one, other)
    check(-1e-12 < math.dist(p, q) - reach < 1e-9, "the balls touch", one, other)
    check(abs(math.dist(q, vector(one, "px", "py")) - radius[other["ball"]]) < 1e-9, "a point", one, other)
    speed = max(1.0, *(abs(c) for v in (*before, *after) for c in v))
    along = [sum((v[0][i] - v[1][i]) * n[i] for i in range(2)) for v in (before, after)]
    # Under gravity balls may press instead of bouncing, if the restitution is below 1. Then they part very slowly.
    bounces = abs(along[1] + restitution * along[0]) < 1e-9 * speed
    presses = gravity > 0 and -1e-9 * speed < along[1] < 1e-7
    check(along[0] < 1e-9 * speed and (bounces or presses), "restitution", one, other, along)
    # A ball that others leave no way on stands in this step, and does not give way.
    is_held = any(v == w for v, w in zip(before, after))
    if not is_held and math.inf not in (m, k):
        for i in range(2):
            kept = m * (after[0][i] - before[0][i]) + k * (after[1][i] - before[1][i])
            check(abs(kept) < 1e-9 * speed * (m + k), "momentum", one, other)
    if "--friction" not in options:
        across = [sum((v[0][i] - v[1][i]) * (-n[1], n[0])[i] for i in range(2)) for v in (before, after)]
        check(abs(across[0] - across[1]) < 1e-9 * speed, "along the contact", one, other)


def energy(rows, balls):
    return sum(ball["r"] ** 2 * (float(row["vx"]) ** 2 + float(row["vy"]) ** 2) for row, ball in zip(rows, balls))


def check_box(tool, rng, folder, case, moves):
    options = case[0]
    balls = random_balls(rng, 60)
    is_one_sided = "--one-sided" in options
    walls = box(rng, 0 if is_one_sided else 6)
    if moves:
        set_in_motion(rng, walls)
    write(folder / "balls.csv", balls)
    write(folder / "walls.csv", walls)
    own = options if is_one_sided else [*options, "--check"]
    stdout, events, stderr = run(tool, folder, own, "1")
    check((stdout, events) == run(tool, folder, own, "3")[:2], "threads")
    rows = list(csv.DictReader(io.StringIO(stdout)))
    # Balls that overlap a one-sided wall at the start pass it.
    check_places(rows, balls, [] if is_one_sided else [at_end(wall, TIME) for wall in walls])
    impacts = check_impacts(events, balls, rows, (*case, moves))
    told = re.search(r"impacts +(\d+) ", stderr)
    check(told is None or int(told[1]) == impacts, "the number of impacts", stderr, impacts)
    return impacts, rows, balls


def check_many(tool, rng, folder):
    """So many balls that threads share them: each has a cell of its own at the start."""
    cells = [(x, y) for x in range(1, SIDE) for y in range(1, SIDE)]
    balls = random_balls(rng, len(cells))
    for ball, (x, y) in zip(balls, cells):
        ball.update(cx=x, cy=y, r=rng.choice((0.25, 0.375, 0.5)))
    write(folder / "balls.csv", balls)
    write(folder / "walls.csv", box(rng, 0))
    one = run(tool, folder, ["--check"], "1")
    check(one[:2] == run(tool, folder, ["--check"], "3")[:2], "threads")
    check_places(list(csv.DictReader(io.StringIO(one[0]))), balls, box(rng, 0))


def main():
    tool = sys.argv[1]
    rng = random.Random(SEED)
    impacts = 0
    states = set()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for case in RUNS:
            for number in range(4):
                moves = number % 2 == 1 and "--one-sided" not in case[0]
                some, rows, balls = check_box(tool, rng, folder, case, moves)
                impacts += some
                states |= {row["state"] for row in rows}
                moved = all(row["state"] != "stuck" for row in rows)
                if case == RUNS[0] and moved and not moves:
                    start = energy([{"vx": b["vx"], "vy": b["vy"]} for b in balls], balls)
                    check(abs(energy(rows, balls) - start) < 1e-6 * start, "energy")
        check_many(tool, rng, folder)
    check(impacts > 1000 and {"moved", "freed"} <= states, "too little happened", impacts, states)
    print(f"{impacts} impacts")


if __name__ == "__main__":
    main()
