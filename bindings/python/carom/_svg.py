"""Small SVG pictures of walls and circles, which notebooks show for scenes and columns.

Method: all coordinates are first brought to pixels, because browsers draw in float, which is too
coarse for a small map far from the origin. Of many walls a fixed number is drawn, chosen at equal
steps, so that a picture of a million walls stays small. Room: pictures.
"""

from typing import Any

import numpy as np

from ._counted import counted
from ._view import PATH, WALL, bounds, cut

WIDTH, HEIGHT, MARGIN = 320.0, 240.0, 6.0
MOST = 2000
"""How many walls or circles are drawn at most."""


def picture(walls: Any = None, circles: Any = None) -> str:
    """The picture of walls (ax, ay, bx, by, wr, extent, ...) and circles (cx, cy, r, ...), either may be None."""
    n_walls = 0 if walls is None else len(walls[0])
    n_circles = 0 if circles is None else len(circles[0])
    walls = None if walls is None else _sample(walls[:6])
    circles = None if circles is None else _sample(circles[:3])
    x0, y0, x1, y1 = bounds(walls, circles)
    scale = min((WIDTH - 2 * MARGIN) / max(x1 - x0, 1e-300), (HEIGHT - 2 * MARGIN) / max(y1 - y0, 1e-300))
    if x0 == x1 and y0 == y1:
        scale = 1.0
    width, height = ((side * scale) + 2 * MARGIN for side in (x1 - x0, y1 - y0))
    pad = MARGIN / scale
    box = (x0 - pad, y0 - pad, x1 + pad, y1 + pad)

    def to_pixels(x: Any, y: Any) -> tuple[Any, Any]:
        return (x - x0) * scale + MARGIN, (y1 - y) * scale + MARGIN

    shapes = []
    if walls is not None:
        shapes += _walls(walls, cut(walls, box), to_pixels, scale)
    if circles is not None:
        shapes += _circles(circles, to_pixels, scale)
    title = " and ".join(
        text for text in (_count(n_walls, "wall", walls), _count(n_circles, "circle", circles)) if text
    )
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
    head += f'viewBox="0 0 {width:.2f} {height:.2f}" role="img"><title>{title}</title>'
    return "\n".join([head, *shapes, "</svg>"])


def _sample(columns: Any) -> Any:
    """At most MOST rows, at equal steps."""
    step = -(-len(columns[0]) // MOST)
    return tuple(np.asarray(column)[:: max(step, 1)] for column in columns)


def _count(count: int, name: str, drawn: Any) -> str:
    if drawn is None:
        return ""
    text = counted(count, name)
    return text if len(drawn[0]) == count else f"{text}, {len(drawn[0]):,} of them drawn"


def _walls(walls: Any, ends: Any, to_pixels: Any, scale: float) -> list[str]:
    """One path for each radius: a thick wall is a round stroke."""
    x, y = to_pixels(ends[:, :, 0], ends[:, :, 1])
    wr = np.asarray(walls[4], dtype=float) * scale
    shapes = []
    for radius in np.unique(wr):
        rows = np.flatnonzero((wr == radius) & np.isfinite(x).all(axis=1))
        data = "".join(f"M{x[i, 0]:.2f} {y[i, 0]:.2f}L{x[i, 1]:.2f} {y[i, 1]:.2f}" for i in rows)
        stroke = max(2 * radius, 1.0)
        look = f'stroke="{WALL}" stroke-width="{stroke:.2f}" stroke-linecap="round"'
        shapes.append(f'<path d="{data}" fill="none" {look}{"" if stroke == 1.0 else _FAINT}/>')
    return shapes


_FAINT = ' stroke-opacity="0.6"'


def _circles(circles: Any, to_pixels: Any, scale: float) -> list[str]:
    x, y = to_pixels(np.asarray(circles[0], dtype=float), np.asarray(circles[1], dtype=float))
    r = np.maximum(np.asarray(circles[2], dtype=float) * scale, 1.0)
    rows = zip(x, y, r, strict=True)
    shapes = "".join(f'<circle cx="{a:.2f}" cy="{b:.2f}" r="{c:.2f}"/>' for a, b, c in rows)
    return [f'<g fill="{PATH}" fill-opacity="0.4" stroke="{PATH}">{shapes}</g>']
