"""The artists of `carom.plot`: thin and thick walls that reach to the border of the view, and discs.

Method: the ends of rays and lines depend on the view, so these collections compute them each time
they are drawn. Room: pictures, imports matplotlib.
"""

from typing import Any

import numpy as np
from matplotlib.collections import EllipseCollection, LineCollection, PathCollection
from matplotlib.colors import to_rgba_array
from matplotlib.legend import Legend
from matplotlib.legend_handler import HandlerBase
from matplotlib.lines import Line2D
from matplotlib.path import Path
from matplotlib.transforms import Bbox

from ._view import cut
from .enums import Extent

# How far beyond the view rays and lines are drawn, as a part of its size.
_BEYOND = 0.1


class _Endless:
    """Walls whose ends depend on the view."""

    _walls: tuple[Any, ...]

    def _view(self, axes: Any) -> tuple[float, float, float, float]:
        low, high = np.array(axes.viewLim.min), np.array(axes.viewLim.max)
        beyond = _BEYOND * (high - low)
        return (*(low - beyond), *(high + beyond))

    def _anchors(self) -> Any:
        """The points that are to be in the view: both ends, and the start of a ray, and a and b of a line."""
        ax, ay, bx, by, _, _ = self._walls
        return np.stack([np.column_stack([ax, ay]), np.column_stack([bx, by])], axis=1)

    def _is_endless(self) -> bool:
        return bool((self._walls[5] != Extent.SEGMENT).any())

    def _limits(self) -> Any:
        """The box in data coordinates that is to be in the view."""
        radius = self._walls[4][:, None, None]
        points = self._anchors()
        low, high = (points - radius).min(axis=(0, 1)), (points + radius).max(axis=(0, 1))
        return Bbox([low, high])


class ThinWalls(_Endless, LineCollection):
    """Walls without radius. A wall of length 0 is a dot as wide as the lines."""

    def __init__(self, walls: tuple[Any, ...], *, color: Any, linewidth: float, **look: Any) -> None:
        self._walls = walls
        super().__init__(self._anchors(), colors=color, linewidths=linewidth, capstyle="round", **look)

    def get_datalim(self, transData: Any) -> Any:
        """The box of the walls' points."""
        return self._limits()

    def draw(self, renderer: Any) -> None:
        """Draw the walls, cut to the view."""
        if self._is_endless():
            self.set_segments(_seen(cut(self._walls, self._view(self.axes))))
        super().draw(renderer)


class ThickWalls(_Endless, PathCollection):
    """Walls with a radius: capsules in data coordinates."""

    def __init__(self, walls: tuple[Any, ...], *, color: Any, linewidth: float, **look: Any) -> None:
        self._walls = walls
        look = {"alpha": 0.55, **look}
        super().__init__(
            _capsules(self._anchors(), walls[4]), facecolors=color, edgecolors=color, linewidths=0.5, **look
        )

    def get_datalim(self, transData: Any) -> Any:
        """The box of the walls' points with their radii."""
        return self._limits()

    def draw(self, renderer: Any) -> None:
        """Draw the walls, cut to the view."""
        if self._is_endless():
            # The round ends of what is cut off lie beyond the view.
            self.set_paths(_capsules(cut(self._walls, self._view(self.axes)), self._walls[4]))
        super().draw(renderer)


def _seen(ends: Any) -> Any:
    """The segments, those out of view as empty ones, so that colours stay with their walls."""
    return [pair if np.isfinite(pair).all() else np.empty((0, 2)) for pair in ends]


# Half a circle from (0, -1) to (0, 1) by way of (1, 0), as Bezier curves without the first point.
_HALF = Path.arc(-90, 90)
_HALF_VERTICES, _HALF_CODES = np.asarray(_HALF.vertices, dtype=float), np.asarray(_HALF.codes)


def _capsules(ends: Any, radii: Any) -> list[Path]:
    """The outline of each thick segment: two half circles."""
    return [_capsule(a, b, radius) for (a, b), radius in zip(ends, radii, strict=True)]


def _capsule(a: Any, b: Any, radius: float) -> Path:
    if not np.isfinite([a, b]).all():
        return Path(np.empty((0, 2)))
    along = b - a
    length = np.hypot(*along)
    u = along / length if length > 0 else np.array([1.0, 0.0])
    turn = radius * np.array([u, [-u[1], u[0]]])
    at_b, at_a = _HALF_VERTICES @ turn + b, _HALF_VERTICES @ -turn + a
    codes = _HALF_CODES.copy()
    codes[0] = Path.LINETO
    vertices = np.concatenate([at_b, at_a, at_b[:1]])
    return Path(vertices, np.concatenate([_HALF_CODES, codes, [Path.CLOSEPOLY]]))


class Discs(EllipseCollection):
    """Circles in data coordinates."""

    def __init__(self, x: Any, y: Any, r: Any, ax: Any, *, color: Any, facecolor: Any = None, **look: Any) -> None:
        self._centres = np.column_stack([x, y]).astype(float)
        self._radii = np.asarray(r, dtype=float)
        super().__init__(
            2 * self._radii,
            2 * self._radii,
            np.zeros(len(self._radii)),
            units="xy",
            offsets=self._centres,
            offset_transform=ax.transData,
            edgecolors=color,
            facecolors=to_rgba_array(color, 0.25) if facecolor is None else facecolor,
            **look,
        )

    def get_datalim(self, transData: Any) -> Any:
        """The box around the circles."""
        if not len(self._radii):
            return Bbox.null()
        radii = self._radii[:, None]
        return Bbox([(self._centres - radii).min(axis=0), (self._centres + radii).max(axis=0)])


class _Handler(HandlerBase):
    """The entry of discs and thick walls in a legend: a round marker or a thick stroke in their colours."""

    def __init__(self, *, is_round: bool) -> None:
        super().__init__()
        self._is_round = is_round

    def create_artists(
        self,
        legend: Any,
        orig_handle: Any,
        xdescent: float,
        ydescent: float,
        width: float,
        height: float,
        fontsize: float,
        trans: Any,
    ) -> list[Any]:
        """The marker or stroke, in the middle of the place for it."""
        face, edge = orig_handle.get_facecolor(), orig_handle.get_edgecolor()
        middle = height / 2 - ydescent
        if self._is_round:
            line = Line2D([width / 2 - xdescent], [middle], marker="o", markersize=fontsize * 0.8, linestyle="none")
            line.set_markerfacecolor(face[0] if len(face) else "none")
            line.set_markeredgecolor(edge[0])
        else:
            line = Line2D([-xdescent, width - xdescent], [middle, middle], linewidth=height * 0.8)
            line.set_solid_capstyle("round")
            line.set_color(face[0])
        line.set_transform(trans)
        return [line]


Legend.update_default_handler_map({Discs: _Handler(is_round=True), ThickWalls: _Handler(is_round=False)})
