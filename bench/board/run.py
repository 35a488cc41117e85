"""Checks boards by Carom and by shapely: run.py DOCUMENT.md FOLDER [--rounds N].

FOLDER holds boards of KiCad, such as those of Debian's package kicad-demos. Both get the walls that carom.read makes of
a board, in nanometres, and the rule of each pair. shapely has a polygon for each area and a line for each other wall.
It finds pairs by a tree of boxes, and compares the distance less the radii with the rule. Where the two differ,
rational numbers decide. The part between the marker lines of the document is replaced; no figure in it is written by
hand. Room: bench.
"""

import argparse
import sys
from fractions import Fraction
from importlib.metadata import version
from pathlib import Path
from typing import Any

import carom
import numpy as np
import shapely
from carom.board import _KINDS as KINDS
from carom.board import _Board

sys.path.insert(0, str(Path(__file__).parents[1] / "python"))

from report import duration, split_at_figures, table, write_figures
from timing import medians, say


def parts(board: _Board) -> tuple[Any, Any, Any, Any]:
    """The geometries of a board, their radii, items and layers: a polygon for each area, a line for each other wall."""
    ends = board.columns[:4].T.reshape(-1, 2, 2)
    is_free = (board.area < 0) & (board.kind[board.item] != KINDS.index("edge"))
    is_point = (ends[:, 0] == ends[:, 1]).all(axis=1)
    free = np.flatnonzero(is_free)
    lines = np.where(is_point[free], shapely.points(ends[free, 0]), shapely.linestrings(ends[free]))
    around = np.flatnonzero(board.area >= 0)
    starts = np.flatnonzero(np.append(True, np.diff(board.area[around]) != 0))[: len(around)]
    rings = [shapely.Polygon(ends[part, 0]) for part in np.split(around, starts[1:]) if len(part)]
    polygons = shapely.make_valid(np.array(rings, dtype=object))
    rows = np.append(free, around[starts])
    return np.append(lines, polygons), board.columns[4, rows], board.item[rows], board.category[rows]


def by_shapely(board: _Board) -> Any:
    """The pairs of items that are too near, the lower first; the edge is left out."""
    geometries, radii, item, category = parts(board)
    shapely.prepare(geometries)
    grow = radii + board.most[item]
    x0, y0, x1, y1 = shapely.bounds(geometries).T
    boxes = shapely.box(x0 - grow, y0 - grow, x1 + grow, y1 + grow)
    i, j = shapely.STRtree(boxes).query(boxes)
    some = (i < j) & (board.group[item[i]] != board.group[item[j]]) & (category[i] & category[j] != 0)
    i, j = i[some], j[some]
    rule = board.rule(item[i], item[j])
    # Prepared geometries are fast at dwithin; a nanometre more leaves the decision to the distance.
    some = shapely.dwithin(geometries[i], geometries[j], radii[i] + radii[j] + rule + 1)
    i, j, rule = i[some], j[some], rule[some]
    some = shapely.distance(geometries[i], geometries[j]) - radii[i] - radii[j] < rule
    pairs = np.sort(np.stack([item[i[some]], item[j[some]]], axis=1), axis=1)
    tie = board.tie[pairs]
    return np.unique(pairs[(tie[:, 0] != tie[:, 1]) | (tie[:, 0] < 0)], axis=0)


def by_carom(board: _Board) -> Any:
    """The same of Carom."""
    board.found.clear()
    board.edge_rule = None
    board.violations()
    return np.array(sorted(board.found), dtype=np.int64).reshape(-1, 2)


def is_too_near(board: _Board, pair: Any) -> bool:
    """Whether the walls of two items are too near, in rational numbers. What is inside without a near wall is not."""
    rule = float(board.rule(*pair))
    one, other = (board.columns[:, board.item == item] for item in pair)
    low, high = (f(other[[0, 1]], other[[2, 3]]) for f in (np.minimum, np.maximum))
    for wall in one.T:
        # Only walls whose boxes are near can be too near; a nanometre more covers the rounding.
        reach = other[4] + wall[4] + rule + 1
        some = (np.maximum(wall[:2], wall[2:4])[:, None] >= low - reach).all(axis=0)
        some &= (np.minimum(wall[:2], wall[2:4])[:, None] <= high + reach).all(axis=0)
        p = [Fraction(x) for x in wall]
        for q in ([Fraction(x) for x in near] for near in other[:, some].T):
            if distance2(p, q) < (p[4] + q[4] + Fraction(rule)) ** 2:
                return True
    return False


def distance2(p: Any, q: Any) -> Fraction:
    """The square of the distance of two segments."""

    def side(wall: Any, x: Any, y: Any) -> Fraction:
        return (wall[2] - wall[0]) * (y - wall[1]) - (wall[3] - wall[1]) * (x - wall[0])

    if side(p, *q[:2]) * side(p, *q[2:4]) < 0 and side(q, *p[:2]) * side(q, *p[2:4]) < 0:
        return Fraction(0)

    def to_point(wall: Any, x: Any, y: Any) -> Fraction:
        ux, uy = wall[2] - wall[0], wall[3] - wall[1]
        length2 = ux * ux + uy * uy
        t = ((x - wall[0]) * ux + (y - wall[1]) * uy) / length2 if length2 else Fraction(0)
        t = min(max(t, Fraction(0)), Fraction(1))
        return (wall[0] + t * ux - x) ** 2 + (wall[1] + t * uy - y) ** 2

    return min(*(to_point(p, *end) for end in (q[:2], q[2:4])), *(to_point(q, *end) for end in (p[:2], p[2:4])))


def main() -> None:
    """Measures all boards and writes the figures into the document."""
    parser = argparse.ArgumentParser(description="Carom next to shapely on boards of KiCad")
    parser.add_argument("document", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--clearance", type=float, action="append", help="in mm, beside the rules of the boards")
    options = parser.parse_args()
    split_at_figures(options.document)
    sections = []
    carom.set_threads(1)
    for clearance in (None, *(options.clearance or [])):
        rows = []
        for path in sorted(options.folder.rglob("*.kicad_pcb")):
            say(f"{path.stem}, {clearance}")
            shapes = carom.read(path, circles="posts", tolerance=1e-6)
            board = _Board(shapes, clearance, None)
            mine, theirs = ({tuple(pair) for pair in answer(board).tolist()} for answer in (by_carom, by_shapely))
            for pair in mine ^ theirs:
                if is_too_near(board, pair) != (pair in mine):
                    raise SystemExit(f"{path}: Carom is wrong about {[shapes.items[i] for i in pair]}")
            answers = {"carom": lambda b=board: by_carom(b), "shapely": lambda b=board: by_shapely(b)}
            times = medians(path.stem, answers, options.rounds)
            count = len(shapes.items), len(shapes.walls.ax), len(mine), len(theirs - mine), len(mine - theirs)
            rows.append([path.stem, f"{count[0]:,}", f"{count[1]:,}", f"{count[2]:,}", duration(times["carom"]),
                         duration(times["shapely"]), f"{count[3]:,}", f"{count[4]:,}"])  # fmt: skip
        title = "The rules of the boards" if clearance is None else f"A clearance of {clearance} mm"
        head = ["board", "items", "walls", "violations", "Carom", "shapely", "its wrong pairs", "its missing pairs"]
        sections.append(f"### {title}\n\n{table(head, rows)}")
    versions = f"carom {version('carom')}, shapely {version('shapely')} with GEOS {shapely.geos_version_string}"
    rounds = f"{options.rounds} round{'' if options.rounds == 1 else 's'}"
    write_figures(options.document, [f"{versions}; one thread. Medians of {rounds}.", *sections])
    say("")


if __name__ == "__main__":
    main()
