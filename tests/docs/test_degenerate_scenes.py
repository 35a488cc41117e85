#!/usr/bin/env python3
"""Compares every row about several walls in docs/degenerate.md with the library.

    test_degenerate_scenes.py DOCUMENT ANSWER_SCENES

A table with the columns `circle` and `walls` or `rings` is a table of tests: `walls` is a list of walls as in
test_degenerate.py, separated by semicolons, or `none`; `rings` is a list of rings, each its points and perhaps
`wr W`, whose walls bound one area; `move` is `(x, y)`. All other columns but `input` and `why` are expected results,
compared with the output of answer_scenes.c, numbers as doubles. Room: tests.
"""

import pathlib
import re
import subprocess
import sys

from test_degenerate import CIRCLE, EXTENTS, PAIR, UNKNOWN_EXTENT, WALL, same, tables_of

ANSWERS = ["created", "touching", "nearest", "first", "nearer", "relation", "signed distance", "without an index"]


def matched(pattern, text, line):
    match = pattern.fullmatch(text)
    if not match:
        raise SystemExit(f"line {line}: can't read {text}")
    return match.groups()


def library_row(cells, line):
    """The input of a row as answer_scenes.c reads it."""
    numbers = [
        *matched(CIRCLE, cells.pop("circle"), line),
        *matched(re.compile(PAIR), cells.pop("move", "(0, 0)"), line),
    ]
    walls = cells.pop("walls", "none")
    for wall in [] if walls == "none" else walls.split("; "):
        extent, *points, radius = matched(WALL, wall, line)
        numbers += [*points, radius or "0", str(EXTENTS.get(extent, UNKNOWN_EXTENT))]
    for ring in cells.pop("rings", "").split("; "):
        points = re.findall(PAIR, ring)
        radius = ring.partition(" wr ")[2] or "0"
        for a, b in zip(points, points[1:] + points[:1]):
            numbers += [*a, *b, radius, str(EXTENTS["segment"])]
    return " ".join(numbers) + "\n"


def main():
    document, answer_scenes = pathlib.Path(sys.argv[1]), sys.argv[2]
    rows = [row for walls in ("walls", "rings") for row in tables_of(document, "circle", walls)]
    if not rows:
        raise SystemExit(f"{document}: no row found")
    text = "".join(library_row(cells, line) for line, cells in rows)
    done = subprocess.run([answer_scenes], input=text, capture_output=True, text=True, timeout=60, check=False)
    answers = [dict(zip(ANSWERS, line.split("\t"))) for line in done.stdout.splitlines()]
    if done.returncode != 0 or len(answers) != len(rows):
        raise SystemExit(f"answer_scenes: status {done.returncode}\n{done.stderr}")
    failed = 0
    for (line, cells), answer in zip(rows, answers):
        wrong = [
            f"{name} is {answer.get(name)}, expected {expected}"
            for name, expected in cells.items()
            if name not in ("input", "why") and not same(expected, answer.get(name, ""))
        ]
        for what in wrong:
            print(f"{document.name}:{line}: {what}")
        failed += bool(wrong)
    print(f"{len(rows)} rows, {failed} wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
