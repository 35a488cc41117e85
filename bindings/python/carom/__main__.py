"""The command line of the package: `convert` writes the shapes of a file as CSV, `board` checks a board of KiCad.

Room: files.
"""

import argparse
import contextlib
import sys
import warnings
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TextIO

from . import board
from ._counted import counted
from .files import Shapes, read
from .files._csv import write_circles, write_walls

_ABOUT = """\
Reads walls, circles, areas and nets from a file, and writes tables with the columns of the tool carom. What the file
holds besides is listed on standard error. See carom.read for the formats."""

_ABOUT_BOARD = """\
Checks the clearance of a board of KiCad: copper of different nets on one layer, the edge, and holes without copper. The
rules are those of the board or of the .kicad_pro beside it. Writes a line for each violation. What is not checked, and
a summary, are listed on standard error. The exit status is 0 without violations, 1 with some, 2 after an error."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs a command. Returns the exit status: 1 for violations, 2 for a bad file or wrong usage."""
    parser = argparse.ArgumentParser(prog="python -m carom", description="Files for the tool carom, and boards.")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    convert = commands.add_parser("convert", help="a file of another program to CSV", description=_ABOUT)
    convert.add_argument("file", metavar="FILE")
    convert.add_argument("-o", "--walls", metavar="FILE", help="write the walls to this file; - is standard output")
    convert.add_argument("--circles", metavar="FILE", help="write the circles to this file; - is standard output")
    convert.add_argument("--out", metavar="DIR", help="write walls.csv and circles.csv to this folder")
    convert.add_argument("--layer", action="append", metavar="NAME", help="read only this layer; may be repeated")
    convert.add_argument(
        "--circles-as",
        choices=("circles", "posts", "outlines"),
        default="circles",
        help="write circles as circles, as walls of length 0 with a radius, or as rings of walls",
    )
    convert.add_argument("--pieces", type=int, default=16, metavar="N", help="pieces a quarter turn of an arc (16)")
    convert.add_argument(
        "--tolerance", type=float, metavar="D", help="instead: distance between a curve and its pieces"
    )
    convert.add_argument("--cell", type=float, default=1.0, metavar="SIZE", help="the size of a cell of a grid (1)")
    checked = commands.add_parser("board", help="check the clearance of a board", description=_ABOUT_BOARD)
    checked.add_argument("file", metavar="BOARD.kicad_pcb")
    checked.add_argument("--clearance", type=float, metavar="MM", help="for all copper and holes, instead of the rules")
    checked.add_argument("--edge-clearance", type=float, metavar="MM", help="to the edge, instead of the board's rule")
    checked.add_argument("--layer", action="append", metavar="NAME", help="check only this layer; may be repeated")
    checked.add_argument(
        "--tolerance", type=float, default=1e-6, metavar="MM", help="distance between an arc and its pieces (0.000001)"
    )
    checked.add_argument("--csv", metavar="FILE", help="write the violations as a table; - is standard output")
    checked.add_argument("--picture", metavar="FILE", help="draw the board: .svg or .png")
    given = parser.parse_args(arguments)
    if given.command == "board":
        return _reported(_board, given)
    if given.out is not None:
        given.walls = given.walls or str(Path(given.out) / "walls.csv")
        given.circles = given.circles or str(Path(given.out) / "circles.csv")
    if given.walls is None and given.circles is None:
        convert.error("nothing to write: give --out DIR, or -o FILE for the walls or --circles FILE")
    return _reported(_convert, given)


def _reported(command: Callable[[argparse.Namespace], int], given: argparse.Namespace) -> int:
    """Runs a command. An error becomes a message and the status 2."""
    try:
        return command(given)
    except (ValueError, OSError, ImportError) as error:
        print(f"carom: {error}", file=sys.stderr)
        return 2


def _board(given: argparse.Namespace) -> int:
    report = board.check(
        given.file,
        clearance=given.clearance,
        edge_clearance=given.edge_clearance,
        layers=given.layer,
        tolerance=given.tolerance,
    )
    if given.csv != "-":
        for line in report.lines():
            print(line)
    if given.csv is not None:
        with _opened(given.csv) as file:
            report.write_csv(file)
    if given.picture is not None:
        report.picture(given.picture)
    for text in (*report.notes, report.summary()):
        print(f"carom: {given.file}: {text}", file=sys.stderr)
    return 1 if report.violations else 0


def _convert(given: argparse.Namespace) -> int:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        shapes = read(
            given.file,
            layers=given.layer,
            circles=given.circles_as,
            pieces=given.pieces,
            tolerance=given.tolerance,
            cell=given.cell,
        )
    if given.out is not None:
        Path(given.out).mkdir(parents=True, exist_ok=True)
    _write(given.walls, shapes, write_walls)
    _write(given.circles, shapes, write_circles)

    def say(text: str) -> None:
        print(f"carom: {given.file}: {text}", file=sys.stderr)

    for warning in caught:
        say(f"warning: {warning.message}")
    for what, count in shapes.approximated.items():
        say(f"approximated: {count} {what}")
    for what, count in shapes.left_out.items():
        say(f"left out: {count} {what}")
    for path, count, kind in (
        (given.walls, len(shapes.walls.ax), "wall"),
        (given.circles, len(shapes.circles.cx), "circle"),
    ):
        if path is None and count:
            option = "-o" if kind == "wall" else "--circles"
            say(f"left out: {counted(count, kind)}: give {option} FILE to write them")
    return 0


def _write(path: str | None, shapes: Shapes, write: Callable[[Shapes, TextIO], None]) -> None:
    if path is not None:
        with _opened(path) as file:
            write(shapes, file)


@contextlib.contextmanager
def _opened(path: str) -> Iterator[TextIO]:
    if path == "-":
        yield sys.stdout
    else:
        with open(path, "w", encoding="utf-8", newline="") as file:
            yield file


if __name__ == "__main__":
    sys.exit(main())
