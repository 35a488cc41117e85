"""Pictures of boards: copper in a dark colour for each layer, violations in red with their gaps.

Method: matplotlib, in mm, y down, the front last. Thick walls are polygons with round ends. Pieces of arcs shorter than
some pixels are joined first. Room: pictures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ._counted import counted
from ._optional import load
from ._view import bounds
from .files import Shapes

if TYPE_CHECKING:
    from .board import Violation

_FRONT, _BACK = "#8A4B20", "#1F4E79"
_INNER = ("#2E6B4F", "#5B4A86", "#7A6A1F", "#1F6F78")
_HOLE, _EDGE, _BAD = "#FFFFFF", "#222222", "#E3000F"
_ZONE = 0.35
"""How opaque zones are."""
_LABEL = {"boxstyle": "round,pad=0.15", "facecolor": "white", "edgecolor": "none", "alpha": 0.85}
_MOST_LABELS = 60
_HALF_TURN = 15
"""The points of a round end."""
_STEP = 4
"""The length in pixels to which pieces of arcs are joined: a chord is then at most a pixel off from radius 2 on."""
_INCHES, _DOTS = 9.0, 160


class _Walls(NamedTuple):
    """Walls as arrays: ends of shape (n, 2), radii, and the items and areas that they belong to."""

    a: Any
    b: Any
    wr: Any
    item: Any
    area: Any

    def some(self, rows: Any) -> _Walls:
        """Some of them."""
        return _Walls(*(column[rows] for column in self))


def draw(shapes: Shapes, violations: tuple[Violation, ...], path: str) -> None:
    """Writes a picture of a board."""
    matplotlib = load("matplotlib", "plot", "Report.picture")
    from matplotlib.figure import Figure
    from matplotlib.lines import Line2D
    from matplotlib.patches import Patch

    x0, y0, x1, y1 = bounds(shapes.walls)
    size = max(x1 - x0, y1 - y0, 1e-9)
    sides = (max(5.0, _INCHES * (x1 - x0) / size + 1.0), max(3.0, _INCHES * (y1 - y0) / size + 1.2))
    figure = Figure(figsize=sides, layout="constrained")
    axes = figure.add_subplot()
    ends = (np.column_stack(shapes.walls[:2]), np.column_stack(shapes.walls[2:4]))
    walls = _joined(
        _Walls(*ends, shapes.walls.wr, shapes.walls.item, shapes.walls.area), _STEP * size / (_INCHES * _DOTS)
    )
    kinds = np.array([item.kind for item in shapes.items])
    # What goes through several layers is drawn with the first one.
    category = np.zeros(len(shapes.items), dtype=np.uint32)
    if shapes.walls.category is not None:
        category[shapes.walls.item] = shapes.walls.category
    first = category & (~category + np.uint32(1))
    names = shapes.copper
    entries: list[Any] = []
    for bit in reversed(range(len(names))):
        colour = _FRONT if bit == 0 else _BACK if bit == len(names) - 1 else _INNER[(bit - 1) % len(_INNER)]
        on = (first == 1 << bit) & (kinds != "edge") & (kinds != "hole")
        if on.any():
            _fill(axes, walls.some((on & (kinds == "zone"))[walls.item]), colour, alpha=_ZONE)
            _fill(axes, walls.some((on & (kinds != "zone"))[walls.item]), colour)
            entries.insert(0, Patch(color=colour, label=names[bit]))
    _fill(axes, walls.some((kinds == "hole")[walls.item]), _HOLE, outline=_EDGE)
    _outline(axes, walls.some((kinds == "edge")[walls.item]))
    axes.set_aspect("equal")
    axes.autoscale_view()
    if violations:
        _mark(axes, violations, size)
        label = f"{counted(len(violations), 'violation')}, gap in mm"
        entries.append(Line2D([], [], label=label, marker="o", mfc="none", mec=_BAD, mew=1.4, ms=8, linestyle="none"))
    axes.invert_yaxis()
    axes.set(xlabel="mm", ylabel="mm")
    for spine in axes.spines.values():
        spine.set_color("#BBBBBB")
    figure.legend(handles=entries, loc="outside lower center", ncols=6, frameon=False)
    # The same board gives the same bytes.
    with matplotlib.rc_context({"svg.hashsalt": "carom"}):
        figure.savefig(path, dpi=_DOTS, metadata={"Date": None} if path.endswith(".svg") else None)


def _starts(walls: _Walls) -> Any:
    """Whether each wall begins a chain: another item or area than the wall before, or not at its end."""
    is_next = (walls.a[1:] == walls.b[:-1]).all(axis=1)
    is_next &= (walls.item[1:] == walls.item[:-1]) & (walls.area[1:] == walls.area[:-1])
    return np.append(np.ones(min(len(walls.a), 1), dtype=bool), ~is_next)


def _joined(walls: _Walls, step: float) -> _Walls:
    """The walls, with pieces of a chain that are short joined to pieces of about a length, but for corners."""
    u = walls.b - walls.a
    lengths = np.hypot(*u.T)
    part = np.floor((np.cumsum(lengths) - lengths) / step)
    is_corner = (u[1:] * u[:-1]).sum(axis=1) < 0.9 * lengths[1:] * lengths[:-1]
    is_first = _starts(walls)
    is_first[1:] |= (part[1:] != part[:-1]) | is_corner
    first = np.flatnonzero(is_first)
    return walls.some(first)._replace(b=walls.b[_last(first, walls)])


def _last(first: Any, walls: _Walls) -> Any:
    """The last wall of each run, by the first ones."""
    return np.append(first[1:], len(walls.a))[: len(first)] - 1


def _fill(axes: Any, walls: _Walls, colour: str, alpha: float = 1.0, outline: str = "none") -> None:
    """Draws areas and thick walls in one colour."""
    from matplotlib.collections import PathCollection

    of_areas, thick = walls.some(walls.area >= 0), walls.some(walls.wr > 0)
    rings = np.split(of_areas.a, np.flatnonzero(_starts(of_areas))[1:])
    # Thick walls are one path, so that they are not darker where they overlap.
    for paths in (
        [_polygons(ring) for ring in rings if len(ring)],
        [_polygons(*_capsules(thick))] if len(thick.a) else [],
    ):
        if paths:
            look: dict[str, Any] = {"facecolors": colour, "edgecolors": outline, "alpha": alpha, "snap": False}
            axes.add_collection(PathCollection(paths, **look))


def _polygons(*rings: Any) -> Any:
    """A path around rings of points, each of shape (n, 2)."""
    from matplotlib.path import Path

    vertices = np.concatenate([points for ring in rings for points in (ring, ring[:1])])
    ends = np.cumsum([len(ring) + 1 for ring in rings])
    codes = np.full(len(vertices), Path.LINETO, dtype=Path.code_type)
    codes[np.append(0, ends[:-1])] = Path.MOVETO
    codes[ends - 1] = Path.CLOSEPOLY
    return Path(vertices, codes)


def _capsules(walls: _Walls) -> Any:
    """The outlines of thick walls: polygons with half a circle around each end."""
    u = walls.b - walls.a
    angle = np.arctan2(u[:, 1], u[:, 0])[:, np.newaxis] + np.linspace(-np.pi / 2, np.pi / 2, _HALF_TURN)
    half = walls.wr[:, np.newaxis, np.newaxis] * np.stack([np.cos(angle), np.sin(angle)], axis=2)
    return np.concatenate([walls.b[:, np.newaxis] + half, walls.a[:, np.newaxis] - half], axis=1)


def _outline(axes: Any, walls: _Walls) -> None:
    """Draws the edge as thin lines."""
    from matplotlib.collections import LineCollection

    axes.add_collection(
        LineCollection(list(np.stack(walls[:2], axis=1)), colors=_EDGE, linewidths=1.2, capstyle="round")
    )


def _mark(axes: Any, violations: tuple[Violation, ...], size: float) -> None:
    """Circles the places, and writes the gaps of the worst beside them."""
    x, y = [v.x for v in violations], [v.y for v in violations]
    axes.scatter(x, y, s=70, facecolors="none", edgecolors=_BAD, linewidths=1.4, zorder=5)
    labelled: list[tuple[float, float, str]] = []
    for v in sorted(violations, key=lambda v: v.gap - v.rule)[:_MOST_LABELS]:
        if (v.x, v.y, v.text()) in labelled:
            continue
        # Labels of places close to each other stand one below the other.
        below = sum(abs(v.x - px) < 0.08 * size and abs(v.y - py) < 0.04 * size for px, py, _ in labelled)
        labelled.append((v.x, v.y, v.text()))
        look = {"color": _BAD, "fontsize": 8, "fontweight": "bold", "zorder": 6, "bbox": _LABEL}
        axes.annotate(v.text(), (v.x, v.y), xytext=(6, 6 - 11 * below), textcoords="offset points", **look)
