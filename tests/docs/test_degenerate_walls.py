#!/usr/bin/env python3
"""Compares every row about two walls in docs/degenerate.md with the library and the tool.

    test_degenerate_walls.py DOCUMENT ANSWER_WALLS CAROM

A table with the columns `wall` and `other` is a table of tests; the walls are as in test_degenerate.py, and `to` is the
gap that `compared` compares with, 0 without it. All other columns but `input` and `why` are expected results, compared
as doubles, but for the sign of zero. `carom clearance` must print the same, or refuse invalid input. Room: tests.
"""

import csv
import pathlib
import subprocess
import sys
import tempfile

from test_degenerate import EXTENTS, UNKNOWN_EXTENT, WALL, differences, run, tables_of

ANSWERS = "relation gap px py qx qy nx ny compared".split()
COLUMNS = {"point": ["px", "py"], "other point": ["qx", "qy"], "normal": ["nx", "ny"]}


def wall_of(cell, line):
    """A wall of a row: its numbers and its extent."""
    match = WALL.fullmatch(cell)
    if not match:
        raise SystemExit(f"line {line}: can't read the wall {cell}")
    extent, *points, radius = match.groups()
    return [*points, radius or "0"], extent


def expected_of(cells):
    """The expected results of a row by the names in ANSWERS."""
    expected = {}
    for name, cell in cells.items():
        if name not in ("input", "why"):
            names = COLUMNS.get(name, [name])
            expected.update(zip(names, cell.strip("()").split(", "), strict=True))
    return expected


def check_clearance(tool, walls, gap, answer, folder):
    """What `carom clearance` says otherwise than the library."""
    path = folder / "walls.csv"
    rows = "".join(f"{','.join(numbers)},{extent}\n" for numbers, extent in walls)
    path.write_text(f"ax,ay,bx,by,wr,extent\n{rows}", encoding="utf-8")
    done = run([tool, "clearance", f"--within={gap}", str(path)])
    if answer["relation"] == "invalid" or not 0 <= float(gap) < float("inf"):
        return [] if done.returncode == 2 and not done.stdout else ["carom clearance does not refuse this"]
    lines = list(csv.DictReader(done.stdout.splitlines()))
    if done.returncode != 0 or len(lines) != (answer["compared"] != "1"):
        return [f"carom clearance: status {done.returncode}, {len(lines)} pairs, {done.stderr.strip()}"]
    return ["carom clearance: " + d for line in lines for d in differences({n: answer[n] for n in ANSWERS[:6]}, line)]


def main():
    document, answer_walls, tool = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    rows = []
    for line, cells in tables_of(document, "wall", "other"):
        walls = [wall_of(cells.pop(name), line) for name in ("wall", "other")]
        rows.append((line, walls, cells.pop("to", "0"), expected_of(cells)))
    if not rows:
        raise SystemExit(f"{document}: no row found")
    text = ""
    for _, walls, gap, _ in rows:
        numbers = [n for points, extent in walls for n in [*points, str(EXTENTS.get(extent, UNKNOWN_EXTENT))]]
        text += " ".join([*numbers, gap]) + "\n"
    done = subprocess.run([answer_walls], input=text, capture_output=True, text=True, timeout=60, check=False)
    answers = [dict(zip(ANSWERS, line.split())) for line in done.stdout.splitlines()]
    if done.returncode != 0 or len(answers) != len(rows):
        raise SystemExit(f"answer_walls: status {done.returncode}\n{done.stderr}")
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for (line, walls, gap, expected), answer in zip(rows, answers):
            wrong = differences(expected, answer) + check_clearance(tool, walls, gap, answer, pathlib.Path(folder))
            for what in wrong:
                print(f"{document.name}:{line}: {what}")
            failed += bool(wrong)
    print(f"{len(rows)} rows, {failed} wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
