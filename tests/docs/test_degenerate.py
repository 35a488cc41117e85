#!/usr/bin/env python3
"""Compares every row of the tables in docs/degenerate.md with the library and the tool.

    test_degenerate.py DOCUMENT ANSWER_ROWS CAROM

A table with the columns `circle` and `wall` is a table of tests: `circle` is `(x, y) r R`, `wall` is
`EXTENT (x, y) (x, y)` and perhaps `wr W`, `gap` a number, `move` `(x, y)`. All other columns but
`input` and `why` are expected results, compared as doubles, bit for bit except for the sign of zero. The library
(answer_rows.c) must give them; `carom relate` and, with a move, `carom sweep` must give the same, or
refuse invalid input, and `carom hits --within` must agree with `within`. Room: tests.
"""

import csv
import pathlib
import re
import subprocess
import sys
import tempfile

NUMBER = r"([-+.\w]+)"
PAIR = rf"\({NUMBER}, {NUMBER}\)"
CIRCLE = re.compile(rf"{PAIR} r {NUMBER}")
WALL = re.compile(rf"(\w+) {PAIR} {PAIR}(?: wr {NUMBER})?")
EXTENTS = {"segment": 0, "ray": 1, "line": 2}
UNKNOWN_EXTENT = 3
ANSWERS = (
    "relation feature along px py nx ny depth distance within crossings push "
    "push_x push_y along_0 x_0 y_0 along_1 x_1 y_1 "
    "kind touched t sweep_x sweep_y sweep_px sweep_py sweep_nx sweep_ny "
    "has_left exit_t exit_feature exit_x exit_y exit_px exit_py exit_nx exit_ny"
).split()
COLUMNS = {
    "relation": ["relation"],
    "feature": ["feature"],
    "along": ["along"],
    "point": ["px", "py"],
    "normal": ["nx", "ny"],
    "depth": ["depth"],
    "distance": ["distance"],
    "within": ["within"],
    "crossings": ["crossings"],
    "pushed out": ["push", "push_x", "push_y"],
    "kind": ["kind"],
    "t": ["t"],
    "touched": ["touched"],
    "centre at contact": ["sweep_x", "sweep_y"],
    "normal at contact": ["sweep_nx", "sweep_ny"],
    "has left": ["has_left"],
    "exit t": ["exit_t"],
    "touched last": ["exit_feature"],
    "centre at exit": ["exit_x", "exit_y"],
    "normal at exit": ["exit_nx", "exit_ny"],
}
RELATE_HEADER = "cx,cy,r,ax,ay,bx,by,wr,extent"
# What `carom sweep` prints, by its name here.
SWEPT = {
    "kind": "kind",
    "feature": "touched",
    "t": "t",
    "x": "sweep_x",
    "y": "sweep_y",
    "px": "sweep_px",
    "py": "sweep_py",
    "nx": "sweep_nx",
    "ny": "sweep_ny",
}


class Row:
    """A row of a table: the input, and what is expected by the names in ANSWERS."""

    def __init__(self, line, cells):
        self.line = line
        self.gap = cells.pop("gap", "0")
        move = re.fullmatch(PAIR, cells.pop("move", "(0, 0)"))
        if not move:
            raise SystemExit(f"line {line}: can't read the move")
        self.move = list(move.groups())
        circle = CIRCLE.fullmatch(cells.pop("circle"))
        wall = WALL.fullmatch(cells.pop("wall"))
        if not circle or not wall:
            raise SystemExit(f"line {line}: can't read the circle or the wall")
        self.circle = list(circle.groups())
        extent, *self.wall, radius = wall.groups()
        self.wall.append(radius or "0")
        self.extent = extent
        self.expected = {}
        for name, cell in cells.items():
            if name in ("input", "why"):
                continue
            values = re.findall(r"[^\s(),]+", cell)
            if name not in COLUMNS or len(values) != len(COLUMNS[name]):
                raise SystemExit(f"line {line}: can't read {name}: {cell}")
            self.expected.update(zip(COLUMNS[name], values))

    def library_row(self):
        return " ".join([*self.circle, *self.wall, str(EXTENTS.get(self.extent, UNKNOWN_EXTENT)), self.gap, *self.move])

    def tool_row(self):
        return ",".join([*self.circle, *self.wall, self.extent])


def tables_of(document, *columns):
    """All rows, with their line, of all tables that have these columns."""
    head = None
    for number, line in enumerate(document.read_text(encoding="utf-8").splitlines(), 1):
        if not line.startswith("|"):
            head = None
            continue
        cells = [cell.strip().strip("`") for cell in line.strip().strip("|").split("|")]
        if head is None:
            head = cells
        elif set(columns) <= set(head) and not set(line) <= set("| -:"):
            if len(cells) != len(head):
                raise SystemExit(f"line {number}: {len(cells)} cells, expected {len(head)}")
            yield number, dict(zip(head, cells))


def same(expected, got):
    try:
        return float(expected) == float(got)
    except ValueError:
        return expected == got


def differences(expected, got):
    return [
        f"{name} is {got[name]}, expected {value}"
        for name, value in expected.items()
        if name in got and not same(value, got[name])
    ]


def run(command, text=None):
    return subprocess.run(command, input=text, capture_output=True, text=True, timeout=60, check=False)


def check_relate(tool, row, answer):
    done = run([tool, "relate", "-"], f"{RELATE_HEADER}\n{row.tool_row()}\n")
    lines = list(csv.DictReader(done.stdout.splitlines()))
    if answer["relation"] == "invalid":
        refused = done.returncode == 2 and not lines and done.stderr.startswith("-:2: ")
        return [] if refused else ["carom relate does not refuse this"]
    if done.returncode != 0 or len(lines) != 1:
        return [f"carom relate: status {done.returncode}, {done.stderr.strip()}"]
    return [
        "carom relate: " + d for d in differences({name: answer[name] for name in lines[0] if name in answer}, lines[0])
    ]


def check_sweep(tool, row, answer):
    text = f"{RELATE_HEADER},vx,vy\n{row.tool_row()},{','.join(row.move)}\n"
    done = run([tool, "sweep", "-"], text)
    lines = list(csv.DictReader(done.stdout.splitlines()))
    if answer["kind"] == "invalid":
        refused = done.returncode == 2 and not lines and done.stderr.startswith("-:2: ")
        return [] if refused else ["carom sweep does not refuse this"]
    if done.returncode != 0 or len(lines) != 1:
        return [f"carom sweep: status {done.returncode}, {done.stderr.strip()}"]
    got = {name: lines[0][printed] for printed, name in SWEPT.items()}
    if got["kind"] == "miss":
        full = [name for name, value in got.items() if name != "kind" and value]
        return [f"carom sweep: a miss with {name}" for name in full]
    return ["carom sweep: " + d for d in differences({n: answer[n] for n in got}, got)]


def check_within(tool, row, answer, folder):
    circles, walls = folder / "circles.csv", folder / "walls.csv"
    circles.write_text("cx,cy,r\n" + ",".join(row.circle) + "\n", encoding="utf-8")
    walls.write_text(f"ax,ay,bx,by,wr,extent\n{','.join(row.wall)},{row.extent}\n", encoding="utf-8")
    done = run([tool, "hits", f"--within={row.gap}", str(circles), str(walls)])
    valid = answer["relation"] != "invalid" and 0 <= float(row.gap) < float("inf")
    if not valid:
        return [] if done.returncode == 2 else ["carom hits --within does not refuse this"]
    found = "yes" if len(done.stdout.splitlines()) == 2 else "no"
    return differences({"within": answer["within"]}, {"within": found}) + (
        [] if done.returncode == 0 else [f"carom hits: {done.stderr.strip()}"]
    )


def main():
    document, answer_rows, tool = pathlib.Path(sys.argv[1]), sys.argv[2], sys.argv[3]
    rows = [Row(line, cells) for line, cells in tables_of(document, "circle", "wall")]
    if not rows:
        raise SystemExit(f"{document}: no row found")
    done = run([answer_rows], "".join(row.library_row() + "\n" for row in rows))
    answers = [dict(zip(ANSWERS, line.split())) for line in done.stdout.splitlines()]
    if done.returncode != 0 or len(answers) != len(rows):
        raise SystemExit(f"answer_rows: status {done.returncode}\n{done.stderr}")
    failed = 0
    with tempfile.TemporaryDirectory() as folder:
        for row, answer in zip(rows, answers):
            wrong = differences(row.expected, answer) + check_sweep(tool, row, answer)
            # If the move of a row is not a number, the row without it is a valid question.
            if "kind" not in row.expected:
                wrong += check_relate(tool, row, answer) + check_within(tool, row, answer, pathlib.Path(folder))
            for what in wrong:
                print(f"{document.name}:{row.line}: {what}")
            failed += bool(wrong)
    print(f"{len(rows)} rows, {failed} wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
