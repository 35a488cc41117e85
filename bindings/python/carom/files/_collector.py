"""Collects what a reader finds in a file: walls, circles, areas, nets and layers, and counts what it leaves out.

Method: walls are kept as runs with common properties and spread into columns at the end. Room: files.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, NoReturn

import numpy as np

from .._parts import objects
from ..enums import Extent
from ._curves import Curves, Vertex, circle


class Item(NamedTuple):
    """A thing of a board: a piece of copper, a hole, or a line of the edge."""

    kind: str
    """"track", "arc", "via", "pad", "hole", "zone", "graphic" or "edge". A hole is a pad without copper and net."""
    source: str
    """What names it: U1.3 for a pad, else its id in the file, or its line."""
    net: int = -1
    """The net, as an index of `Shapes.nets`; -1 for none."""
    clearance: float = 0.0
    """A clearance of its own, of a pad, its footprint or a zone; 0 for none."""
    footprint: int = -1
    """The number of the footprint in the file; -1 for none."""
    is_net_tie: bool = False
    """Whether the footprint joins nets."""


class Place(NamedTuple):
    """What walls and circles of one thing in a file have in common."""

    source: Any
    """What names the thing: its row, its handle, its id; or an array of them, one for each wall."""
    layer: int = -1
    net: int = -1
    category: int = 0
    item: int = -1


class Collector:
    """The shapes of one file."""

    def __init__(self, path: str, curves: Curves, circles: str, layers: Sequence[str] | None) -> None:
        self.path, self.curves, self.circles, self.only = path, curves, circles, layers
        self.ends: list[np.ndarray] = []
        self.runs: list[tuple[int, float, int, int, Place]] = []
        """The number of walls, their radius, extent and area, and their place."""
        self.discs: list[tuple[float, float, float, Place]] = []
        self.areas: list[str] = []
        self.nets: dict[str, int] = {}
        self.layers: dict[str, int] = {}
        self.left_out: Counter[str] = Counter()
        self.approximated: Counter[str] = Counter()
        self.crs: Any = None
        self.unit: str | None = None
        self.net_classes: dict[int, str] = {}
        self.clearances: dict[int, float] = {}
        self.items: list[Item] = []
        self.copper: tuple[str, ...] = ()
        self.rules: dict[str, float] = {}

    def error(self, text: str, line: int | None = None) -> NoReturn:
        """Raises a ValueError that names the file and the line."""
        raise ValueError(f"read(): {self.path}{'' if line is None else f':{line}'}: {text}")

    def text(self) -> str:
        """The text of the file."""
        try:
            with open(self.path, encoding="utf-8") as file:
                return file.read()
        except UnicodeDecodeError as error:
            self.error(f"byte {error.start} is {error.object[error.start]:#04x}, must be text in UTF-8")

    def leave_out(self, what: str, count: int = 1) -> None:
        """Counts what Carom cannot say."""
        if count:
            self.left_out[what] += count

    def approximate(self, what: str, count: int = 1) -> None:
        """Counts what the walls say only nearly."""
        if count:
            self.approximated[what] += count

    def net(self, name: str) -> int:
        """The number of a net; -1 without a name."""
        return self.nets.setdefault(name, len(self.nets)) if name else -1

    def layer(self, name: str) -> int:
        """The number of a layer; -1 without a name."""
        return self.layers.setdefault(name, len(self.layers)) if name else -1

    def wants(self, *names: str) -> bool:
        """Whether one of the layers is to be read. If not, one thing is counted as left out."""
        if self.only is None or any(name in self.only for name in names):
            return True
        self.leave_out(f"layer {', '.join(names)}, which is not among the argument layers")
        return False

    def area(self, name: str) -> int:
        """The number of a new area."""
        self.areas.append(name)
        return len(self.areas) - 1

    def walls(self, ends: Any, place: Place, wr: float = 0.0, extent: int = Extent.SEGMENT, area: int = -1) -> None:
        """Walls ax, ay, bx, by of one radius, extent and area."""
        ends = np.asarray(ends, dtype=float).reshape(-1, 4)
        if not np.isfinite(ends).all() or not np.isfinite(wr):
            bad = ends[~np.isfinite(ends).all(axis=1)][:1].ravel().tolist() or wr
            self.error(f"{place.source}: the wall is {bad}, must be finite")
        self.ends.append(ends)
        self.runs.append((len(ends), wr, int(extent), area, place))

    def segments(self, ends: np.ndarray, runs: Iterable[tuple[int, float, int, Place]]) -> None:
        """Many segments at once: for each run their number, radius, area and place."""
        found = [(count, wr, int(Extent.SEGMENT), area, place) for count, wr, area, place in runs]
        bad = np.flatnonzero(~np.isfinite(ends).all(axis=1))
        if bad.size:
            run = np.searchsorted(np.cumsum([run[0] for run in found]), bad[0], side="right")
            self.error(f"{found[run][4].source}: the wall is {ends[bad[0]].tolist()}, must be finite")
        self.ends.append(ends)
        self.runs += found

    def points(self, points: np.ndarray, place: Place, wr: float = 0.0, area: int = -1) -> None:
        """The walls of a line through points of shape (n, 2)."""
        self.walls(np.hstack([points[:-1], points[1:]]), place, wr, area=area)

    def chain(
        self,
        vertices: Sequence[Vertex],
        place: Place,
        wr: float = 0.0,
        *,
        closed: bool = False,
        area: int = -1,
    ) -> None:
        """The walls of a chain of straight edges and arcs. Those of a ring of an area close it."""
        arcs = [i for i, vertex in enumerate(vertices) if vertex.bulge and (closed or i + 1 < len(vertices))]
        self.approximate("arc", len(arcs))
        self.points(self.curves.straight(vertices, closed), place, wr, area)

    def ring(self, vertices: Sequence[Vertex], place: Place, area: int, wr: float = 0.0) -> None:
        """A ring of an area. A last vertex that repeats the first one is left out."""
        if len(vertices) > 1 and vertices[0][:2] == vertices[-1][:2]:
            vertices = vertices[:-1]
        self.chain(vertices, place, wr, closed=True, area=area)

    def disc(self, x: float, y: float, r: float, place: Place) -> None:
        """A circle, in the form that was asked for."""
        if not np.isfinite([x, y, r]).all() or r < 0:
            self.error(f"{place.source}: the circle is {(x, y, r)}, must be finite with a radius of at least 0")
        if self.circles == "circles":
            self.discs.append((x, y, r, place))
        elif self.circles == "posts" or r == 0:
            self.walls([x, y, x, y], place, r)
        else:
            self.chain(circle(x, y, r), place, closed=True)

    def columns(self, runs: Iterable[tuple[int, Place]]) -> dict[str, Any]:
        """The columns of places, each repeated."""
        runs = list(runs)
        count = np.array([n for n, _ in runs], dtype=np.intp)
        sources = [place.source for _, place in runs]
        found: dict[str, Any] = {}
        if any(isinstance(source, np.ndarray) for source in sources):
            labels = [np.broadcast_to(source, n) for source, n in zip(sources, count, strict=True)]
            found["source"] = np.concatenate(labels)
        else:
            is_whole = all(isinstance(source, int) for source in sources)
            found["source"] = np.repeat(np.array(sources, dtype=np.int64) if is_whole else objects(sources), count)
        for name in ("layer", "net", "category", "item"):
            kind = np.uint32 if name == "category" else np.int64
            found[name] = np.repeat(np.array([getattr(place, name) for _, place in runs], dtype=kind), count)
        return found
