#!/usr/bin/env python3
"""The main job on real data: `carom hits` on the shipped levels. test_levels.py TOOL LEVELS

What it finds is compared with the table in levels/README.md, which was made apart from Carom, and,
for the small level, pair by pair with integer arithmetic here: all coordinates of a level are
integers, so squared distances are exact and there is nothing to round.
"""
import csv
import re
import subprocess
import sys
from collections import Counter

OVERLAPPING = ("crossing", "inside-touching", "inside")
SMALL_LEVEL = "E1M2"
# The columns of the table in levels/README.md.
COUNTS = ("stuck", "touching circles", "clear", "crossing", "inside-touching", "inside", "touching",
          "separate")


def tables(text):
    """All tables of a Markdown text, each a list of rows of cells; the first row is the header."""
    for block in re.findall(r"(?:^\|.*\n)+", text, re.M):
        header, _, *rows = [[cell.strip() for cell in line.strip().strip("|").split("|")]
                            for line in block.splitlines()]
        yield [header, *rows]


def read_csv(path):
    with open(path, encoding="utf-8", newline="") as f:
        return list(csv.DictReader(f))


def run(tool, *arguments):
    """Rows as dictionaries, and what was printed on standard error."""
    done = subprocess.run([tool, "hits", *arguments], capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        sys.exit(f"carom hits {arguments}: status {done.returncode}\n{done.stderr}")
    return list(csv.DictReader(done.stdout.splitlines())), done.stderr


def relation(circle, wall):
    """How a disc stands to a bare segment. All integers; distances squared, times |b - a|^2 where
    the nearest point is on the side."""
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
    return dict(zip(COUNTS, (
        len(stuck), len(touching - stuck), len(circles) - len(touching), pairs["crossing"],
        pairs["inside-touching"], pairs["inside"], pairs["touching"],
        len(circles) * len(walls) - len(rows))))


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
    # Two columns are called touching: of circles, and, behind `pairs crossing`, of pairs.
    if header[1:] != ["stuck", "touching", "clear", "pairs crossing", "inside-touching", "inside",
                      "touching", "separate"]:
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
    rows, summary = run(tool, *paths, "--summary")
    checks.equal(f"{name}: counts", count(rows, circles, walls), wanted)
    told = {key: int(value) for key, value in re.findall(r"^  (\w+) +(\d+)  ", summary, re.M)
            if key != "time"}
    checks.equal(f"{name}: --summary", told, {
        "stuck": wanted["stuck"], "touching": wanted["touching circles"],
        "clear": wanted["clear"], "found": len(rows)})
    checks.equal(f"{name}: pairs tested", f"of {len(circles) * len(walls)} tested" in summary, True)
    ring, _ = run(tool, *paths, "--ring")
    checks.equal(f"{name}: --ring", ring, [row for row in rows if row["relation"] != "inside"])
    checks.equal(f"{name}: rows of --ring", len(ring), len(rows) - wanted["inside"])
    if name == SMALL_LEVEL:
        got = [(row["circle"], row["wall"], row["relation"]) for row in rows]
        checks.equal(f"{name}: pairs", got, list(expected_rows(circles, walls)))


def main():
    tool, folder = sys.argv[1:]
    with open(f"{folder}/README.md", encoding="utf-8") as f:
        levels = readme_numbers(f.read())
    checks = Checks()
    checks.equal("levels", sorted(levels), [SMALL_LEVEL, "MAP12"])
    for name, (base, wanted) in levels.items():
        check_level(checks, tool, name, f"{folder}/{base}", wanted)
    if checks.failures:
        sys.exit("\n".join(checks.failures))


main()
