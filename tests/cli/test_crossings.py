#!/usr/bin/env python3
"""Random questions to `carom relate --crossings`, `sweep --passage` and `cast`, against fractions.

    test_crossings.py TOOL

A rounded number is not compared with another rounded number. Where an outline crosses a wall, a quadratic form in
the parameter changes its sign, and at a contact the squared distance from the centre to the wall passes R * R. Both
are computed without rounding, at the number and at its neighbours. Coordinates are small integers, so that tangents,
ends on outlines and walls met exactly at the end are frequent. Room: tests.
"""

import csv
import math
import pathlib
import random
import subprocess
import sys
import tempfile
from fractions import Fraction

SEED = 20261129
ROWS = 3000
# Pythagorean, so that a length along them gives integers.
DIRECTIONS = [(3, 4, 5), (-4, 3, 5), (5, -12, 13), (-8, -15, 17), (0, 2, 2), (-7, 0, 7)]


def ask(tool, folder, command, rows, *more):
    """The rows that a command prints about rows that are written to a file."""
    path = folder / f"{command}.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)
    done = subprocess.run([tool, command, path, *more], capture_output=True, text=True, timeout=120, check=False)
    if done.returncode != 0:
        sys.exit(f"{command}: status {done.returncode}\n{done.stderr}")
    return list(csv.DictReader(done.stdout.splitlines()))


def expect(what, holds, *facts):
    if not holds:
        sys.exit(f"seed {SEED}: {what}: {facts}")


def sign(x):
    return (x > 0) - (x < 0)


def square_distance(x, y, w):
    """The squared distance from a point to a wall, as a fraction."""
    ux, uy = w["bx"] - w["ax"], w["by"] - w["ay"]
    px, py = x - w["ax"], y - w["ay"]
    length2 = ux * ux + uy * uy
    s = Fraction(ux * px + uy * py, 1) / length2 if length2 else Fraction(0)
    if w["extent"] != "line":
        s = max(s, Fraction(0))
    if w["extent"] == "segment":
        s = min(s, Fraction(1))
    return (px - s * ux) ** 2 + (py - s * uy) ** 2


def has(extent, s):
    """Whether the parameter s belongs to a wall."""
    return extent == "line" or (s >= 0 and (extent == "ray" or s <= 1))


def count_crossings(row):
    """The number of parameters at which the axis is on the outline: roots of a s^2 - 2 b s + c, without rounding."""
    ux, uy = row["bx"] - row["ax"], row["by"] - row["ay"]
    px, py = row["cx"] - row["ax"], row["cy"] - row["ay"]
    a, b, c = ux * ux + uy * uy, ux * px + uy * py, px * px + py * py - row["r"] ** 2
    if a == 0:
        return int(c == 0)
    disc = b * b - a * c
    if disc < 0:
        return 0
    if disc == 0:
        return int(has(row["extent"], Fraction(b, a)))

    def root_at_least(k, side):
        """Whether (b + side sqrt(disc)) / a >= k."""
        left = k * a - b  # <= side sqrt(disc)
        return left <= 0 or left * left <= disc if side > 0 else left <= 0 and left * left >= disc

    def root_at_most(k, side):
        left = k * a - b
        return left >= 0 and left * left >= disc if side > 0 else left >= 0 or left * left <= disc

    return sum(
        (row["extent"] == "line" or root_at_least(0, side)) and (row["extent"] != "segment" or root_at_most(1, side))
        for side in (-1, 1)
    )


def check_crossings(row, got):
    count = count_crossings(row)
    expect("count", int(got["count"]) == count, row, got)
    last = -math.inf
    for i in range(2):
        if i >= count:
            expect("empty fields", got[f"along{i}"] == got[f"x{i}"] == got[f"y{i}"] == "", row, got)
            continue
        along, x, y = (Fraction(float(got[name])) for name in (f"along{i}", f"x{i}", f"y{i}"))
        expect("order", last < along and has(row["extent"], along), row, got)
        last = along
        ux, uy = row["bx"] - row["ax"], row["by"] - row["ay"]
        # On the wall and on the outline, to within a few ulp of the largest coordinate, 64.
        near = Fraction(1, 2**45)
        expect("along", abs(row["ax"] + along * ux - x) <= near, row, got)
        expect("along", abs(row["ay"] + along * uy - y) <= near, row, got)
        # |p - c|^2 - r^2 changes by at most 2 r e + e^2; at a tangent the error of the root counts twice over.
        off = (x - row["cx"]) ** 2 + (y - row["cy"]) ** 2 - row["r"] ** 2
        expect("outline", abs(off) <= 2 * (row["r"] + 1) * near, row, got)


def gap(row, t):
    """The sign of the distance minus R at the time t."""
    x, y = row["cx"] + t * row["vx"], row["cy"] + t * row["vy"]
    return sign(square_distance(x, y, row) - (row["r"] + row["wr"]) ** 2)


def check_passage(row, got):
    if got["kind"] == "miss":
        expect("empty fields", all(got[k] == "" for k in got if k.startswith("exit") or k == "has_left"), row, got)
        return 0
    expect("has_left", (got["has_left"] == "yes") == (gap(row, Fraction(1)) > 0), row, got)
    exit_t = float(got["exit_t"])
    if got["has_left"] == "no":
        expect("exit at the end", exit_t == 1 and got["exit_x"] == "", row, got)
        return 0
    # The smallest double not before the last contact: off the wall or on it there, and nowhere off it from the
    # contact to the double before.
    expect("exit not before", gap(row, Fraction(exit_t)) >= 0, row, got)
    before = Fraction(math.nextafter(exit_t, 0.0))
    entry = Fraction(float(got["t"]))
    if before > entry:
        expect("exit not late", gap(row, before) <= 0, row, got)
    center = [Fraction(float(got[name])) for name in ("exit_x", "exit_y")]
    for value, start, move in zip(center, (row["cx"], row["cy"]), (row["vx"], row["vy"])):
        expect("centre", abs(value - start - Fraction(exit_t) * move) <= Fraction(1, 2**44), row, got)
    expect("feature", got["exit_feature"] in ("side", "a", "b"), row, got)
    # The normal points from the wall to the centre: one step of R back along it lies on the axis.
    reach = row["r"] + row["wr"]
    if reach:
        nx, ny = (Fraction(float(got[name])) for name in ("exit_nx", "exit_ny"))
        d2 = square_distance(center[0] - reach * nx, center[1] - reach * ny, row)
        expect("normal", d2 <= Fraction(1, 2**80), row, got, float(d2))
        px, py = (Fraction(float(got[name])) for name in ("exit_px", "exit_py"))
        for value, at, n in ((px, center[0], nx), (py, center[1], ny)):
            expect("point", abs(value - at + row["r"] * n) <= Fraction(1, 2**44), row, got)
    return 1


def make_wall(rng):
    a = {name: rng.randint(-12, 12) for name in ("ax", "ay", "bx", "by")}
    return {**a, "wr": rng.choice((0, 0, 1, 3)), "extent": rng.choice(("segment", "segment", "ray", "line"))}


def make_circle(rng):
    return {"cx": rng.randint(-12, 12), "cy": rng.randint(-12, 12), "r": rng.choice((0, 1, 2, 5, 5, 10, 13))}


def check_casts(tool, folder, rng):
    """Casts are those of `first` by the displacement, with the distance; length and direction are integers."""
    circles, movers, lengths = [], [], []
    for _ in range(ROWS):
        dx, dy, unit = rng.choice(DIRECTIONS)
        length = unit * rng.randint(0, 6)
        circle = make_circle(rng)
        scale = rng.choice((1, 1024, 0.125))
        circles.append({**circle, "dx": dx * scale, "dy": dy * scale, "length": length})
        movers.append({**circle, "vx": dx * length // unit, "vy": dy * length // unit})
        lengths.append(length)
    walls = [make_wall(rng) for _ in range(5)]
    path = folder / "walls.csv"
    path.write_text(
        ",".join(walls[0]) + "\n" + "".join(",".join(map(str, w.values())) + "\n" for w in walls), encoding="utf-8"
    )
    met = 0
    for no_graze in ([], ["--no-graze"]):
        casts = ask(tool, folder, "cast", circles, path, *no_graze)
        firsts = ask(tool, folder, "first", movers, path, *no_graze)
        for length, cast, first, row in zip(lengths, casts, firsts, circles, strict=True):
            same = {**cast, "mover": cast["cast"]}
            distance = same.pop("distance")
            del same["cast"]
            expect("cast", same == first, row, cast, first)
            expect("distance of a miss", (distance == "") == (cast["kind"] == "miss"), row, cast)
            if distance:
                met += 1
                wanted = Fraction(float(cast["t"])) * length
                # t is rounded down by up to 1 ulp, the distance is off by up to 4 of its own.
                error = abs(Fraction(float(distance)) - wanted)
                expect("distance", error <= 6 * Fraction(math.ulp(float(distance))), row, cast)
    return met


def main():
    tool, rng = sys.argv[1], random.Random(SEED)
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        pairs = [{**make_circle(rng), **make_wall(rng)} for _ in range(ROWS)]
        counts = [0, 0, 0]
        for row, got in zip(pairs, ask(tool, folder, "relate", pairs, "--crossings"), strict=True):
            check_crossings(row, got)
            counts[int(got["count"])] += 1
        moving = [{**row, "vx": rng.randint(-40, 40), "vy": rng.randint(-40, 40)} for row in pairs]
        left = sum(map(check_passage, moving, ask(tool, folder, "sweep", moving, "--passage")))
        met = check_casts(tool, folder, rng)
        expect("enough of each", min(*counts, left, met) > ROWS // 20, counts, left, met)
        print(f"crossings {counts}, {left} exits, {met} casts that meet a wall, seed {SEED}")


main()
