#!/usr/bin/env python3
"""Runs the cases out of public reports: test_reports.py TOOL REPORTS [NAME...]

REPORTS is reports.txt, which says what a case is and where its numbers come from. With names only these cases run. The
names and the sources of wrong answers are printed, and status 1 is returned.
"""

import csv
import io
import os
import re
import shlex
import subprocess
import sys
import tempfile
from fractions import Fraction


class Case:
    """A case of reports.txt."""

    def __init__(self, text):
        head, *sections = re.split(r"^== ", text, flags=re.M)
        self.name, *lines = head.splitlines()
        self.single = {"source": "", "note": "", "args": ""}
        self.stderr, self.apart = [], False
        for line in filter(None, lines):
            key, _, value = line.partition(": ")
            if key == "stderr":
                self.stderr.append(value)
            elif key == "apart":
                self.apart = True
            elif key in self.single and not self.single[key] and value:
                self.single[key] = value
            else:
                sys.exit(f"{self.name}: {line!r} is no line of a case")
        if not self.single["source"] or not self.single["args"]:
            sys.exit(f"{self.name}: a case needs a source and args")
        self.files = dict(section.split("\n", 1) for section in sections)
        rows = self.files.pop("rows", None)
        self.rows = None if rows is None else table(rows)


def table(text):
    return list(csv.DictReader(io.StringIO(text.rstrip("\n") + "\n")))


def cases(path):
    with open(path, encoding="utf-8", newline="\n") as f:
        text = re.sub(r"^#.*\n", "", f.read(), flags=re.M)
    head, *parts = re.split(r"^= ", text, flags=re.M)
    if head.strip() or not parts:
        sys.exit(f"{path}: the first line of a case begins with '= '")
    found = [Case(part) for part in parts]
    names = [case.name for case in found]
    if len(set(names)) < len(names):
        sys.exit(f"{path}: two cases have one name")
    return found


def said(row, column):
    """The value of a column of the answer, as text."""
    energy = re.fullmatch(r"energy\((.+)\)", column)
    if energy is None:
        return row[column]
    return str(float(Fraction(energy[1]) * Fraction(row["y"]) + Fraction(row["vy"]) ** 2 / 2))


def is_right(value, wanted):
    """True if the value, as text, is what a cell of reports.txt wants."""
    if wanted.startswith("="):
        return value != "" and float(value).hex() == wanted[1:]
    if wanted.startswith("<="):
        return value != "" and Fraction(value) <= Fraction(wanted[2:])
    if " ~" in wanted:
        number, tolerance = map(Fraction, wanted.split(" ~"))
        # An answer is a double, and its text the shortest that is read as it.
        return value != "" and abs(Fraction(float(value)) - number) <= tolerance
    return value in wanted.split("|")


def overlaps_wall(ball, wall):
    """True if the disc is nearer to the segment than its radius, in rational numbers."""
    x, y, r = ball
    ax, ay, bx, by = wall
    ux, uy = bx - ax, by - ay
    length2 = ux * ux + uy * uy
    t = min(max(((x - ax) * ux + (y - ay) * uy) / length2, 0), 1) if length2 else 0
    return (x - ax - t * ux) ** 2 + (y - ay - t * uy) ** 2 < r * r


def overlaps(case, rows):
    """What overlaps at the end. `apart` has its balls in b.csv and its walls in w.csv."""
    walls = [[Fraction(float(wall[k])) for k in ("ax", "ay", "bx", "by")] for wall in table(case.files["w.csv"])]
    radii = {ball["id"]: Fraction(float(ball["r"])) for ball in table(case.files["b.csv"])}
    balls = [(*(Fraction(float(row[k])) for k in ("x", "y")), radii[row["ball"]]) for row in rows]
    if len(balls) != len(radii):
        yield f"{len(balls)} balls, not {len(radii)}"
    for i, ball in enumerate(balls):
        for k, wall in enumerate(walls):
            if overlaps_wall(ball, wall):
                yield f"ball {i} overlaps wall {k}"
        for j, other in enumerate(balls[:i]):
            reach = ball[2] + other[2]
            if (ball[0] - other[0]) ** 2 + (ball[1] - other[1]) ** 2 < reach * reach:
                yield f"balls {j} and {i} overlap"


def problems(tool, case):
    """What is wrong with the tool's answer to a case."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in case.files.items():
            with open(os.path.join(folder, name), "w", encoding="utf-8", newline="") as f:
                f.write(text.rstrip("\n") + "\n")
        command = [tool, *shlex.split(case.single["args"])]
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        yield f"status {done.returncode}: {done.stderr}"
        return
    for text in case.stderr:
        if text not in done.stderr:
            yield f"standard error is without {text!r}: {done.stderr}"
    rows = table(done.stdout)
    if case.rows is not None:
        if len(rows) != len(case.rows):
            yield f"{len(rows)} rows, not {len(case.rows)}"
        for row, wanted in zip(rows, case.rows):
            for column, value in wanted.items():
                if value != "" and not is_right(said(row, column), value):
                    yield f"{next(iter(wanted.values()))}: {column} is {said(row, column)}, right is {value}"
    if case.apart:
        yield from overlaps(case, rows)


def main():
    tool, path, *names = sys.argv[1:]
    tool, chosen = os.path.abspath(tool), cases(path)
    unknown = set(names) - {case.name for case in chosen}
    if unknown:
        sys.exit(f"{path}: no case {', '.join(sorted(unknown))}")
    chosen = [case for case in chosen if not names or case.name in names]
    wrong = 0
    for case in chosen:
        found = list(problems(tool, case))
        wrong += bool(found)
        for line in found[:6]:
            print(f"{case.name} ({case.single['source']}): carom {case.single['args']}: {line}")
    print(f"{len(chosen)} cases, {wrong} wrong")
    sys.exit(wrong > 0)


main()
