"""Writes shapes as tables with the columns of the command line, so that numbers read back to the same doubles.

Room: files.
"""

import csv
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, TextIO

import numpy as np

if TYPE_CHECKING:
    from . import Shapes

WALLS = ("id", "ax", "ay", "bx", "by", "wr", "extent", "area", "net", "layer", "category")
CIRCLES = ("id", "cx", "cy", "r", "net", "layer", "category")
_EXTENTS = ("segment", "ray", "line")


def write_walls(shapes: "Shapes", file: TextIO) -> None:
    """The walls, a row each."""
    w = shapes.walls
    extent = [_EXTENTS[code] for code in w.extent.tolist()]
    names = _area_names(shapes.areas)
    area = ["" if number < 0 else names[number] for number in w.area.tolist()]
    _write(file, WALLS, _column(w.source), *w[:5], extent, area, *_tags(shapes, w))


def _area_names(areas: Sequence[str]) -> list[str]:
    """A name for each area that no other has: the tool takes walls of one name for one area, and no name for none."""
    given = Counter(areas)
    single = {area for area, count in given.items() if area and count == 1}
    names = []
    for number, area in enumerate(areas):
        name = area
        if area not in single:
            name = f"{area} ({number})".strip()
            while name in single:
                name += f" ({number})"
        names.append(name)
    return names


def write_circles(shapes: "Shapes", file: TextIO) -> None:
    """The circles, a row each."""
    c = shapes.circles
    _write(file, CIRCLES, _column(c.source), *c[:3], *_tags(shapes, c))


def _tags(shapes: "Shapes", of: Any) -> Iterable[Sequence[Any]]:
    """The names of nets and layers, and the category; empty where there is none."""
    for names, numbers in ((shapes.nets, of.net), (shapes.layers, of.layer)):
        yield ["" if number < 0 else names[number] for number in numbers.tolist()]
    yield [""] * len(of.net) if of.category is None else ["" if bits == 0 else bits for bits in of.category.tolist()]


def _column(values: Any) -> Sequence[Any]:
    return np.asarray(values).tolist()  # type: ignore[no-any-return]


def _write(file: TextIO, names: Sequence[str], *columns: Any) -> None:
    """Rows of text; the shortest decimal that reads back to a double is that of repr."""
    texts = [map(repr, column.tolist()) if isinstance(column, np.ndarray) else column for column in columns]
    rows = csv.writer(file, lineterminator="\n")
    rows.writerow(names)
    rows.writerows(zip(*texts, strict=True))
