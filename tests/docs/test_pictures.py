#!/usr/bin/env python3
"""Checks the numbers that were written by hand into the tables of the pictures in docs/geometry.md.

    test_pictures.py PICTURES ANSWER_ROWS

In crossings_circles.csv the circles come first, each for the wall of the same number; then all their
crossings as circles of radius 0, named by their parameters. In push_out_circles.csv circles before
and after alternate, a pair for each wall. The library (answer_rows.c) must give the same doubles.
Room: tests.
"""

import csv
import pathlib
import subprocess
import sys


def table(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def center(circle):
    return [float(circle["cx"]), float(circle["cy"])]


def ask(answer_rows, circle, wall):
    """The answers of the library about a circle and a bare segment, as a list of words."""
    row = [
        circle["cx"],
        circle["cy"],
        circle["r"],
        wall["ax"],
        wall["ay"],
        wall["bx"],
        wall["by"],
        "0",
        "0",
        "0",
        "0",
        "0",
    ]
    done = subprocess.run(
        [answer_rows], input=" ".join(row) + "\n", capture_output=True, text=True, timeout=60, check=True
    )
    return done.stdout.split()


def crossings_of(answer):
    """[along, x, y] of each."""
    numbers = [float(word) for word in answer[14:20]]
    return [numbers[0:3], numbers[3:6]][: int(answer[10])]


def pushed(answer):
    return answer[11], [float(word) for word in answer[12:14]]


def check_crossings(folder, answer_rows):
    walls, rows = table(folder / "crossings_walls.csv"), table(folder / "crossings_circles.csv")
    circles, points = rows[: len(walls)], rows[len(walls) :]
    shown = [[float(p["id"]), *center(p)] for p in points]
    found = [c for circle, wall in zip(circles, walls) for c in crossings_of(ask(answer_rows, circle, wall))]
    wrong = [] if shown == found and shown else [f"crossings: {shown} shown, {found} computed"]
    return wrong + [f"crossings: {p['id']} is no point" for p in points if float(p["r"]) != 0]


def check_push_out(folder, answer_rows):
    walls, rows = table(folder / "push_out_walls.csv"), table(folder / "push_out_circles.csv")
    if [row["id"] for row in rows] != ["before", "after"] * len(walls) or not walls:
        return ["push-out: not a circle before and one after for each wall"]
    wrong = []
    for before, after, wall in zip(rows[0::2], rows[1::2], walls):
        relation, place = pushed(ask(answer_rows, before, wall))
        if place != center(after) or before["r"] != after["r"] or place == center(before):
            wrong.append(f"push-out, {wall['id']}: {center(after)} shown, {place} computed")
        if relation != "touching":
            wrong.append(f"push-out, {wall['id']}: {relation} afterwards")
    return wrong


def main():
    folder, answer_rows = pathlib.Path(sys.argv[1]), sys.argv[2]
    wrong = check_crossings(folder, answer_rows) + check_push_out(folder, answer_rows)
    print("\n".join(wrong) or "crossings and push-out: as computed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
