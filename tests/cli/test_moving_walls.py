#!/usr/bin/env python3
"""Asks `carom sweep` and `carom first` about walls that move.

    test_moving_walls.py TOOL

Numbers are small integers. A wall that does not turn is checked against a wall at rest and the relative motion, which
is exact. A wall that turns is sampled over the frame. `first` is compared with `sweep` of every pair. A `run` in which
all moves along is compared with one at rest; among walls that turn, it is checked by --check. Columns of zeros
must give the same bytes as no columns. Room: tests.
"""

import csv
import io
import itertools
import math
import pathlib
import random
import subprocess
import sys
import tempfile

SEED = 20261123
PAIRS = 400
ROUNDS = 12
MOTION = ("avx", "avy", "bvx", "bvy")
WALL = ("ax", "ay", "bx", "by")


def table(rows, leave_out=()):
    names = [name for name in rows[0] if name not in leave_out]
    out = io.StringIO()
    writer = csv.DictWriter(out, names, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return out.getvalue()


def carom(tool, arguments, text=None):
    ended = subprocess.run([tool, *arguments], input=text, capture_output=True, text=True, check=False)
    if ended.returncode != 0:
        sys.exit(f"carom {' '.join(map(str, arguments))}: {ended.stderr}")
    return ended.stdout


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text)))


def random_wall(rng, number, turns, field=9):
    """Walls of a wide field are as short as those of a narrow one."""
    x, y = rng.randint(9 - field, field - 9), rng.randint(9 - field, field - 9)
    wall = {name: rng.randint(-9, 9) + (x if name[1] == "x" else y) for name in WALL}
    wall.update(id=f"w{number}", wr=rng.choice((0, 0, 1, 2)), extent="segment", category=rng.choice(("", "1", "2")))
    a = rng.choice(((0, 0), (rng.randint(-9, 9), rng.randint(-9, 9))))
    b = (rng.randint(-9, 9), rng.randint(-9, 9)) if turns else a
    if not turns:
        wall["extent"] = rng.choice(("segment", "segment", "ray", "line"))
    wall.update(zip(MOTION, (*a, *b)))
    return wall


def random_mover(rng, number, field=9):
    mover = {name: rng.randint(-field, field) for name in ("cx", "cy", "vx", "vy")}
    return {"id": f"m{number}", **mover, "r": rng.choice((0, 0, 1, 2)), "category": rng.choice(("", "1", "3"))}


def pair(mover, wall):
    return {**wall, **mover, "id": f"{mover['id']} {wall['id']}"}


def check(condition, what, *about):
    if not condition:
        sys.exit(f"test_moving_walls: {what}: {about}")


def check_relative(tool, rng):
    """A wall that does not turn is met as one at rest by the relative motion."""
    pairs = [pair(random_mover(rng, i), random_wall(rng, i, False)) for i in range(PAIRS)]
    rest = [{**p, "vx": p["vx"] - p["avx"], "vy": p["vy"] - p["avy"]} for p in pairs]
    got = rows_of(carom(tool, ["sweep", "-"], table(pairs)))
    expected = rows_of(carom(tool, ["sweep", "-"], table(rest, MOTION)))
    for p, one, other in zip(pairs, got, expected):
        for name in ("kind", "t", "nx", "ny", "feature"):
            check(one[name] == other[name], "a wall that does not turn", p, one, other)
        t = float(one["t"] or 0.0)
        for x, move, of_wall in (("x", "vx", "avx"), ("y", "vy", "avy")):
            if one[x]:
                check(abs(float(one[x]) - (float(p["c" + x]) + t * p[move])) < 1e-13, "a centre", p, one)
            # In the frame of the wall the end is that of a wall at rest.
            end = float(one["end_" + x]) - p[of_wall]
            check(abs(end - float(other["end_" + x])) < 1e-12, "an end", p, one, other)
    check(len({(row["kind"], row["feature"]) for row in got}) >= 8, "too few kinds of answers")


def gap(p, t):
    """The distance of the centre to the axis less R, at the time t."""
    cx, cy = p["cx"] + t * p["vx"], p["cy"] + t * p["vy"]
    ax, ay = p["ax"] + t * p["avx"], p["ay"] + t * p["avy"]
    bx, by = p["bx"] + t * p["bvx"], p["by"] + t * p["bvy"]
    ux, uy = bx - ax, by - ay
    length2 = ux * ux + uy * uy
    along = min(max(((cx - ax) * ux + (cy - ay) * uy) / length2, 0.0), 1.0) if length2 > 0.0 else 0.0
    return math.hypot(cx - ax - along * ux, cy - ay - along * uy) - p["r"] - p["wr"]


def check_turning(tool, rng):
    """The gap is 0 at the time of impact, and at no sampled time before it less than 0."""
    samples = 200
    pairs = [pair(random_mover(rng, i), random_wall(rng, i, True)) for i in range(PAIRS)]
    got = rows_of(carom(tool, ["sweep", "-"], table(pairs)))
    for p, row in zip(pairs, got):
        kind, until = row["kind"], 1.0
        if kind == "overlap":
            check(gap(p, 0.0) < 1e-12 and float(row["t"]) == 0.0, "an overlap", p, row)
            continue
        if kind != "miss":
            until = float(row["t"])
            check(abs(gap(p, until)) < 1e-9, "a contact", p, row, gap(p, until))
        for i in range(samples + 1):
            least = gap(p, until * i / samples)
            check(least > -1e-9, "a contact comes earlier", p, row, i / samples, least)
        if kind == "hit" and until > 0.0:
            check_reflection(p, row)
    check(len({(row["kind"], row["feature"]) for row in got}) >= 6, "too few kinds of answers")


def check_reflection(p, row):
    """The velocity relative to the wall is reflected: along the normal it changes its sign, and across it stays."""
    t, nx, ny = float(row["t"]), float(row["nx"]), float(row["ny"])
    if t > 0.999:
        return
    ax, ay = p["ax"] + t * p["avx"], p["ay"] + t * p["avy"]
    ux, uy = p["bx"] + t * p["bvx"] - ax, p["by"] + t * p["bvy"] - ay
    length2 = ux * ux + uy * uy
    if length2 < 1e-6:
        return
    along = min(max(((float(row["x"]) - ax) * ux + (float(row["y"]) - ay) * uy) / length2, 0.0), 1.0)
    wx = (1 - along) * p["avx"] + along * p["bvx"]
    wy = (1 - along) * p["avy"] + along * p["bvy"]
    after_x = (float(row["end_x"]) - float(row["x"])) / (1 - t)
    after_y = (float(row["end_y"]) - float(row["y"])) / (1 - t)
    before = (p["vx"] - wx) * nx + (p["vy"] - wy) * ny
    after = (after_x - wx) * nx + (after_y - wy) * ny
    across = (after_x - p["vx"]) * ny - (after_y - p["vy"]) * nx
    check(abs(before + after) < 1e-7 and abs(across) < 1e-7 and before < 1e-7, "a reflection", p, row)


def sees(mover, wall):
    return int(mover["category"] or "0xFFFFFFFF", 0) & (int(wall["category"] or "0", 0) or 1) != 0


def is_at_rest(wall):
    return all(wall[name] == 0 for name in MOTION)


def tie_order(wall, row):
    return float(row["t"]), not is_at_rest(wall)


def check_first(tool, rng, folder, turns, options):
    """The first wall is that of the smallest time; of several with one time, one at rest, or the first in the file."""
    field = rng.choice((9, 90))
    walls = [random_wall(rng, i, turns and rng.random() < 0.5, field) for i in range(rng.choice((3, 40, 150)))]
    for wall in walls:
        if rng.random() < 0.3:
            wall.update(dict.fromkeys(MOTION, 0))
    movers = [random_mover(rng, i, field) for i in range(60)]
    (folder / "movers.csv").write_text(table(movers), encoding="utf-8")
    (folder / "walls.csv").write_text(table(walls), encoding="utf-8")
    got = rows_of(carom(tool, ["first", *options, folder / "movers.csv", folder / "walls.csv"]))
    swept = iter(rows_of(carom(tool, ["sweep", "-"], table([pair(m, w) for m in movers for w in walls]))))
    for mover, row in zip(movers, got):
        best = None
        for wall in walls:
            one = next(swept)
            counts = one["kind"] != "miss" and (one["kind"] != "graze" or not options) and sees(mover, wall)
            if counts and (best is None or tie_order(wall, one) < tie_order(*best)):
                best = (wall, one)
        if best is None:
            check(row["kind"] == "miss" and row["wall"] == "", "a miss", mover, row)
            continue
        same = row["wall"] == best[0]["id"] and all(
            row[name] == best[1][name] for name in ("kind", "t", "x", "y", "px", "py", "nx", "ny", "feature")
        )
        check(same or is_exact_tie(row, best, walls), "the first wall", mover, row, best)
    check_scaled(tool, movers, walls, folder, options, got)


def check_scaled(tool, movers, walls, folder, options, expected):
    """Times do not depend on the unit, up to the ends of the range of double."""
    for scale in (2.0**1016, 2.0**-1070):
        for path, rows in (("movers.csv", movers), ("walls.csv", walls)):
            scaled = [{k: v * scale if isinstance(v, int) else v for k, v in row.items()} for row in rows]
            (folder / path).write_text(table(scaled), encoding="utf-8")
        got = rows_of(carom(tool, ["first", *options, folder / "movers.csv", folder / "walls.csv"]))
        for one, other in zip(got, expected):
            check(
                all(one[name] == other[name] for name in ("wall", "kind", "t", "feature")), "scaled", scale, one, other
            )


def is_exact_tie(row, best, walls):
    """Of two walls at rest the exact order counts, of which the printed times say nothing if they are equal."""
    wall = next((w for w in walls if w["id"] == row["wall"]), best[0])
    return is_at_rest(wall) and is_at_rest(best[0]) and row["t"] == best[1]["t"]


def check_ties(tool, folder):
    """Three walls with the same t. The order of the rows does not matter, nor does a wall that is not the answer."""
    movers = [{"id": "m", "cx": 0, "cy": 0, "r": 0, "vx": 3, "vy": 0}]
    # The slanted wall is met (1/3) 2^-54 later than the other two, which is less than an ulp of t.
    slanted = dict(zip(("id", *WALL, *MOTION), ("slanted", 1, -1, 1 + 2.0**-52, 3, 0, 0, 0, 0)))
    upright = dict(zip(("id", *WALL, *MOTION), ("upright", 1, -1, 1, 1, 0, 0, 0, 0)))
    gate = dict(zip(("id", *WALL, *MOTION), ("gate", 2, -1, 2, 1, -3, 0, -3, 0)))
    (folder / "movers.csv").write_text(table(movers), encoding="utf-8")
    answers = {}
    for count in (1, 2, 3):
        for walls in itertools.permutations((slanted, upright, gate), count):
            (folder / "walls.csv").write_text(table(walls), encoding="utf-8")
            row = rows_of(carom(tool, ["first", folder / "movers.csv", folder / "walls.csv"]))[0]
            check(float(row["t"]) == 1 / 3, "the time of a tie", row)
            answers.setdefault(frozenset(wall["id"] for wall in walls), set()).add(row["wall"])
    check(all(len(of_set) == 1 for of_set in answers.values()), "the order of rows", answers)
    first = answers[frozenset(("slanted", "upright", "gate"))]
    check(first == {"upright"}, "the first of three", first)
    check(all(of_set == first for walls, of_set in answers.items() if first <= walls), "a wall less", answers)


def check_rest(tool, rng, folder):
    """Columns of zeros give the bytes of no columns."""
    walls = [{**random_wall(rng, i, False), **dict.fromkeys(MOTION, rng.choice((0, "", "-0")))} for i in range(40)]
    movers = [random_mover(rng, i) for i in range(40)]
    pairs = [pair(m, w) for m, w in zip(movers, walls)]
    check(
        carom(tool, ["sweep", "-"], table(pairs)) == carom(tool, ["sweep", "-"], table(pairs, MOTION)), "zeros, sweep"
    )
    (folder / "movers.csv").write_text(table(movers), encoding="utf-8")
    answers = []
    for leave_out in ((), MOTION):
        (folder / "walls.csv").write_text(table(walls, leave_out), encoding="utf-8")
        answers.append(
            [
                carom(tool, [command, folder / "movers.csv", folder / "walls.csv", *options])
                for command, options in (("first", []), ("run", ["--time", "2"]))
            ]
        )
    check(answers[0] == answers[1], "zeros, first and run")


def check_run(tool, rng, folder):
    """Walls and balls that all move along with one wind end where they do without it, and nothing escapes."""
    time, step = 3, 0.125
    for _ in range(ROUNDS // 4):
        wind = rng.randint(-9, 9), rng.randint(-9, 9)
        walls = [{name: random_wall(rng, i, False, 30)[name] for name in (*WALL, "wr")} for i in range(30)]
        balls = [random_mover(rng, i, 30) for i in range(30)]
        ends = []
        for blows in (False, True):
            x, y = wind if blows else (0, 0)
            moved = [{**b, "vx": b["vx"] + x, "vy": b["vy"] + y} for b in balls]
            motion = dict(zip(MOTION, (x, y, x, y)))
            (folder / "balls.csv").write_text(table(moved, ["category"]), encoding="utf-8")
            (folder / "walls.csv").write_text(table([{**w, **motion} for w in walls]), encoding="utf-8")
            ended = subprocess.run(
                [
                    tool,
                    "run",
                    folder / "balls.csv",
                    folder / "walls.csv",
                    "--time",
                    str(time),
                    "--step",
                    str(step),
                    "--check",
                ],
                capture_output=True,
                text=True,
                check=False,
            )
            check(ended.returncode == 0, "run --check", ended.stderr)
            ends.append(
                [
                    (row["state"], float(row["x"]) - time * x, float(row["y"]) - time * y)
                    for row in rows_of(ended.stdout)
                ]
            )
        for ball, (one, other) in zip(balls, zip(*ends)):
            near = abs(one[1] - other[1]) < 1e-6 and abs(one[2] - other[2]) < 1e-6
            check(one[0] == other[0] and (near or one[0] != "moved"), "a run in the wind", wind, ball, one, other)


def check_turning_run(tool, rng, folder):
    """Among walls that turn no ball overlaps or passes a wall, unless it is crushed."""
    states = set()
    for _ in range(ROUNDS // 4):
        walls = [random_wall(rng, i, True, 20) for i in range(12)]
        balls = [random_mover(rng, i, 20) for i in range(30)]
        (folder / "balls.csv").write_text(table(balls), encoding="utf-8")
        (folder / "walls.csv").write_text(table(walls), encoding="utf-8")
        arguments = [
            "run",
            folder / "balls.csv",
            folder / "walls.csv",
            "--time",
            "2",
            "--step",
            "1/16",
            "--gravity",
            "0,-9",
            "--restitution",
            "0.5",
            "--friction",
            "0.25",
            "--check",
        ]
        outputs = set()
        for threads in ("1", "3"):
            ended = subprocess.run(
                [tool, *arguments, "--threads", threads], capture_output=True, text=True, check=False
            )
            check(ended.returncode == 0, "run --check among walls that turn", ended.stderr)
            outputs.add(ended.stdout)
        check(len(outputs) == 1, "threads")
        states |= {row["state"] for row in rows_of(outputs.pop())}
    check({"moved", "freed"} <= states, "too few states", states)


def main():
    tool = sys.argv[1]
    rng = random.Random(SEED)
    check_relative(tool, rng)
    check_turning(tool, rng)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for _ in range(ROUNDS):
            check_first(tool, rng, folder, True, [])
            check_first(tool, rng, folder, False, ["--no-graze"])
        check_ties(tool, folder)
        check_rest(tool, rng, folder)
        check_run(tool, rng, folder)
        check_turning_run(tool, rng, folder)
    print(f"{2 * PAIRS} pairs, {2 * ROUNDS} files: the same answers")


if __name__ == "__main__":
    main()
