"""Reads walls, circles, areas and nets from files of other programs.

Each format has a module that is imported when such a file is read. Room: files, over tables.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from .._counted import counted
from .._crs import warn_of_no_plane
from ..tables import CircleColumns, ShapeSource, WallColumns
from ._collector import Collector, Item
from ._curves import Curves

if TYPE_CHECKING:
    from numpy.typing import NDArray

# The module of each format, by the end of the file's name.
_FORMATS = {
    **dict.fromkeys(
        (".geojson", ".json", ".topojson", ".gpkg", ".shp", ".fgb", ".parquet", ".geoparquet", ".wkt", ".wkb"), "_geo"
    ),
    ".dxf": "_dxf",
    ".svg": "_svg",
    ".kicad_pcb": "_kicad",
    **dict.fromkeys((".npy", ".png", ".pgm", ".yaml", ".yml"), "_grids"),
}


class FileWalls(WallColumns):
    """Walls of a file: `WallColumns` with four columns more. `group` is the net plus 1, or the area plus 1."""

    area: NDArray[np.int64]
    """For each wall the area that it bounds, as an index of `Shapes.areas`; -1 for none."""
    net: NDArray[np.int64]
    """The net, as an index of `Shapes.nets`; -1 for none."""
    layer: NDArray[np.int64]
    """The layer, as an index of `Shapes.layers`; -1 for none."""
    item: NDArray[np.int64]
    """The thing of a board, as an index of `Shapes.items`; -1 for none."""


class FileCircles(CircleColumns):
    """Circles of a file: `CircleColumns` with three columns more. `group` is the net plus 1, or None."""

    net: NDArray[np.int64]
    """The net, as an index of `Shapes.nets`; -1 for none."""
    layer: NDArray[np.int64]
    """The layer, as an index of `Shapes.layers`; -1 for none."""
    item: NDArray[np.int64]
    """The thing of a board, as an index of `Shapes.items`; -1 for none."""


class Shapes(ShapeSource):
    """What `carom.read` has found in a file.

    `carom.Scene(shapes)` is a scene of the walls, and `scene.hits(shapes)` asks about the circles.

    Attributes
    ----------
    path : str
        The file.
    walls : FileWalls
        The walls, also those around areas.
    circles : FileCircles
        The circles.
    areas : tuple of str
        The names of the areas. What the walls of one area enclose is the area, even-odd.
    nets : tuple of str
        The names of the nets.
    groups : tuple of str
        The names of the groups 1, 2, 3 ... of the walls: `nets` or `areas`. The area of number a, as `Scene.areas` and
        the like give it, has the name groups[a - 1].
    layers : tuple of str
        The names of the layers that have shapes.
    net_classes : tuple of str
        The class of each net; empty if the file does not tell.
    clearances : array of float64
        The clearance of each net in the unit of the coordinates; NaN if the file does not tell.
    items : tuple of Item
        The things of a board: kind, source, net, clearance, footprint, is_net_tie; empty for other files.
    copper : tuple of str
        The copper layers of a board from front to back; layer i is bit i of `category`.
    rules : dict
        What holds for a whole board, under the names of KiCad's project, such as "min_clearance"; "clearance" is that
        of the class Default. Only what the file tells.
    unit : str or None
        The unit of the coordinates, such as "mm"; None if the file does not tell.
    crs : object
        The coordinate reference system; None if it is not known.
    left_out : dict
        What the file holds and is not in the shapes, and how often.
    approximated : dict
        What the shapes say only nearly, and how often.
    """

    path: str
    walls: FileWalls
    circles: FileCircles
    areas: tuple[str, ...]
    nets: tuple[str, ...]
    groups: tuple[str, ...]
    layers: tuple[str, ...]
    net_classes: tuple[str, ...]
    clearances: NDArray[np.float64]
    items: tuple[Item, ...]
    copper: tuple[str, ...]
    rules: dict[str, float]
    unit: str | None
    crs: Any
    left_out: dict[str, int]
    approximated: dict[str, int]

    def __init__(self, collector: Collector, group: str | None) -> None:
        c = collector
        self.path, self.unit, self.crs = c.path, c.unit, c.crs
        self.areas, self.nets, self.layers = tuple(c.areas), tuple(c.nets), tuple(c.layers)
        self.net_classes = tuple(c.net_classes.get(i, "") for i in range(len(c.nets))) if c.net_classes else ()
        self.clearances = np.array([c.clearances.get(i, np.nan) for i in range(len(c.nets))], dtype=np.float64)
        self.items, self.copper, self.rules = tuple(c.items), c.copper, dict(c.rules)
        self.left_out = dict(sorted(c.left_out.items()))
        self.approximated = dict(sorted(c.approximated.items()))

        ax, ay, bx, by = np.concatenate([np.empty((0, 4)), *c.ends]).T
        count = np.array([run[0] for run in c.runs], dtype=np.intp)
        wr = np.repeat(np.array([run[1] for run in c.runs], dtype=np.float64), count)
        extent = np.repeat(np.array([run[2] for run in c.runs], dtype=np.uint8), count)
        of = c.columns((run[0], run[4]) for run in c.runs)
        area = np.repeat(np.array([run[3] for run in c.runs], dtype=np.int64), count)
        by_net = group == "net" or (group is None and bool(c.nets))
        self.groups = self.nets if by_net else self.areas
        groups = (of["net"] if by_net else area) if self.groups else None
        self.walls = FileWalls(ax, ay, bx, by, wr, extent, source=of["source"], crs=c.crs, **_bits(of, groups))
        self.walls.area = area
        self.walls.net, self.walls.layer, self.walls.item = of["net"], of["layer"], of["item"]

        cx, cy, r = np.array([disc[:3] for disc in c.discs], dtype=np.float64).reshape(-1, 3).T
        of = c.columns((1, disc[3]) for disc in c.discs)
        groups = of["net"] if by_net and self.nets else None
        self.circles = FileCircles(cx, cy, r, source=of["source"], crs=c.crs, **_bits(of, groups))
        self.circles.net, self.circles.layer, self.circles.item = of["net"], of["layer"], of["item"]

    def __repr__(self) -> str:
        counts = {"wall": len(self.walls.ax), "circle": len(self.circles.cx)}
        counts |= {"area": len(self.areas), "net": len(self.nets)}
        text = ", ".join(counted(count, noun) for noun, count in counts.items() if count) or "nothing"
        for title, counts in (("approximated", self.approximated), ("left out", self.left_out)):
            if counts:
                text += f"; {title}: " + ", ".join(f"{count:,} {what}" for what, count in counts.items())
        return f"<carom.Shapes of {os.path.basename(self.path)}: {text}>"


def _bits(of: dict[str, Any], groups: NDArray[np.int64] | None) -> dict[str, Any]:
    """The category and group of columns, groups being counted from 0; None if the file has neither."""
    return {
        "category": of["category"] if of["category"].any() else None,
        "group": None if groups is None else (groups + 1).astype(np.uint32),
    }


def read(
    path: str | os.PathLike[str],
    *,
    layers: Iterable[str] | None = None,
    group: Literal["net", "area"] | None = None,
    circles: Literal["circles", "posts", "outlines"] = "circles",
    pieces: int = 16,
    tolerance: float | None = None,
    cell: float = 1.0,
    origin: tuple[float, float] = (0.0, 0.0),
) -> Shapes:
    """Read walls, circles, areas and nets from a file.

    The end of the name tells the format:

    - `.geojson`, `.json`, `.topojson`, `.gpkg`, `.shp`, `.fgb`, `.parquet`, `.geoparquet`, `.wkt`, `.wkb`: lines become
      walls, polygons areas, points circles. Columns `wr`, `r`, `net` and `name` of the features are the wall radius,
      the radius of a point, the net, and the name of an area.
    - `.dxf`: lines, polylines and curves become walls, circles and points circles, hatches areas, RAY and XLINE rays
      and lines. Blocks are expanded. Only the model space is read.
    - `.svg`: what is stroked becomes walls as thick as the stroke, what is filled areas or circles. y points down.
    - `.kicad_pcb`: copper and the edge of the board, in mm, y down. Tracks become thick walls, vias and round pads
      circles, other pads and filled zones areas, edges walls. `category` has a bit for each copper layer. A
      `.kicad_pro` beside the board tells the clearances. `items` names the things. `carom.board.check` checks them.
    - `.npy`, `.png`, `.pgm`: a grid of solid cells, True or dark; `.yaml`: a map of ROS. One area, "occupied".

    Whatever the file holds besides is counted in `left_out`. Coordinates are those of the file: Z and M are ignored,
    nothing is projected or turned over.

    Parameters
    ----------
    path : str or path
        The file.
    layers : iterable of str, optional
        The names of the layers to read. The default is all; of KiCad's boards copper and Edge.Cuts.
    group : str, optional
        What the group of a wall is: "net", the index of its net plus 1, so that `clearance` can leave out what is of
        one net; or "area", the index of its area plus 1, so that `Scene.areas`, `Scene.contains` and the like know the
        areas. By default nets, if the file has any, else areas. Circles have the group of their net, or none.
    circles : str, optional
        What becomes of circles: "circles", which are discs; "posts", walls of length 0 with a radius, which are the
        same discs; "outlines", rings of walls.
    pieces : int, optional
        How many straight pieces a quarter turn of an arc has, and a Bezier curve or a span of a spline. Their ends lie
        on the curve. `approximated` counts the curves.
    tolerance : float, optional
        The largest distance between a curve and its pieces, in the unit of the file. It takes the place of `pieces`.
    cell, origin : float and pair of float, optional
        The size of the cells of `.npy`, `.png` and `.pgm`, and the corner with the smallest x and y.

    Returns
    -------
    Shapes
        Columns of walls and circles, and names of areas, nets and layers.

    Raises
    ------
    ValueError
        The format is not known, or the file is broken. The message names the file and the place.
    ModuleNotFoundError
        The format needs a library that is missing. The message says what installs it.

    Warns
    -----
    UserWarning
        The coordinates are in degrees or geocentric.

    Examples
    --------
    >>> import carom
    >>> np.save("room.npy", np.array([[True, True, True], [True, False, True], [True, True, True]]))
    >>> shapes = carom.read("room.npy", cell=0.5)
    >>> shapes
    <carom.Shapes of room.npy: 8 walls, 1 area>
    >>> scene = carom.Scene(shapes)
    >>> scene.touches(0.75, 0.75, 0.25), scene.contains(0.25, 0.25)
    (True, True)
    """
    name = os.fspath(path)
    end = os.path.splitext(name)[1]
    module = _FORMATS.get(end.lower())
    if module is None and os.path.isdir(name):
        raise ValueError(f"read(): {name}: this is a folder, must be a file")
    if module is None and end.lower() in (".csv", ".tsv"):
        right = "carom.walls and carom.circles take it, such as from pandas.read_csv"
        raise ValueError(f"read(): {name}: a table has no shapes to read; {right}")
    if module is None:
        known = ", ".join(_FORMATS)
        raise ValueError(f"read(): {name}: the name ends in {end!r}, must end in one of {known}")
    if circles not in ("circles", "posts", "outlines"):
        raise ValueError(f"read(): the argument circles is {circles!r}, must be 'circles', 'posts' or 'outlines'")
    if group not in (None, "net", "area"):
        raise ValueError(f"read(): the argument group is {group!r}, must be 'net' or 'area'")
    if pieces < 1:
        raise ValueError(f"read(): the argument pieces is {pieces}, must be at least 1")
    if tolerance is not None and not 0 < tolerance < np.inf:
        raise ValueError(f"read(): the argument tolerance is {tolerance}, must be a finite number above 0")
    if isinstance(layers, str):
        raise TypeError(f"read(): the argument layers is {layers!r}, must be a list of names, such as [{layers!r}]")
    if not os.path.exists(name):
        raise FileNotFoundError(f"read(): there is no file {name}")
    only = None if layers is None else tuple(layers)
    collector = Collector(name, Curves(pieces, tolerance), circles, only)
    reader = importlib.import_module(f"{__name__}.{module}")
    if module == "_grids":
        reader.read(collector, name, cell, origin)
    else:
        reader.read(collector, name)
    if collector.crs is not None:
        warn_of_no_plane("read", collector.crs)
    return Shapes(collector, group)
