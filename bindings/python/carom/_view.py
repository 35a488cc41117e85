"""What pictures share: the view, endless walls cut to it, and colours. Room: pictures, over NumPy only.

The colours are those of `carom draw`: Okabe and Ito's, which suit all kinds of colour vision, with
a darker purple.
"""

from typing import Any

import numpy as np

from .enums import Extent

WALL = "#333333"
PATH = "#6C93B8"
RELATION_COLOURS = ("#999999", "#6C93B8", "#E69F00", "#D55E00", "#B0569B", "#009E73")
"""By `Relation`, INVALID first."""
KIND_COLOURS = ("#999999", "#6C93B8", "#E69F00", "#D55E00", "#B0569B")
"""By `SweepKind`, INVALID first."""
BALL_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#B0569B", "#C98A00", "#4DA3D9")


def columns(*values: Any) -> tuple[Any, ...]:
    """The values as one-dimensional arrays of one length."""
    return tuple(np.atleast_1d(value).ravel() for value in np.broadcast_arrays(*values))


def bounds(walls: Any = None, circles: Any = None) -> tuple[float, float, float, float]:
    """The smallest box (x0, y0, x1, y1) around all circles, and around a and b of all walls, with their radii."""
    low, high = [], []
    if walls is not None and len(walls[0]):
        ax, ay, bx, by, wr, _ = walls[:6]
        low.append((np.min(np.minimum(ax, bx) - wr), np.min(np.minimum(ay, by) - wr)))
        high.append((np.max(np.maximum(ax, bx) + wr), np.max(np.maximum(ay, by) + wr)))
    if circles is not None and len(circles[0]):
        cx, cy, r = circles[:3]
        low.append((np.min(cx - r), np.min(cy - r)))
        high.append((np.max(cx + r), np.max(cy + r)))
    if not low:
        return 0.0, 0.0, 1.0, 1.0
    (x0, y0), (x1, y1) = np.min(low, axis=0), np.max(high, axis=0)
    return float(x0), float(y0), float(x1), float(y1)


def cut(walls: Any, box: tuple[float, float, float, float]) -> Any:
    """The ends of walls cut to a box: rays and lines become segments that end outside it or on its border.

    Returns ends of shape (n, 2, 2). A wall that has no point in the box and is endless becomes NaN.
    """
    ax, ay, bx, by, wr, extent = walls[:6]
    a = np.column_stack([ax, ay]).astype(float)
    b = np.column_stack([bx, by]).astype(float)
    ends = np.stack([a, b], axis=1)
    endless = (np.asarray(extent) != Extent.SEGMENT) & np.any(a != b, axis=1)
    if not endless.any():
        return ends
    a, u = a[endless], (b - a)[endless]
    margin = np.broadcast_to(wr, extent.shape)[endless][:, None]
    low, high = np.array(box[:2]) - margin, np.array(box[2:]) + margin
    # The parameters at which the line enters and leaves each slab of the box (Liang and Barsky).
    with np.errstate(divide="ignore", invalid="ignore"):
        t0, t1 = (low - a) / u, (high - a) / u
    flat = u == 0
    inside = (a >= low) & (a <= high)
    enter = np.where(flat, np.where(inside, -np.inf, np.inf), np.minimum(t0, t1)).max(axis=1)
    leave = np.where(flat, np.where(inside, np.inf, -np.inf), np.maximum(t0, t1)).min(axis=1)
    enter = np.where(np.asarray(extent)[endless] == Extent.RAY, np.maximum(enter, 0.0), enter)
    seen = enter <= leave
    t = np.where(seen[:, None], np.column_stack([enter, leave]), np.nan)
    ends[endless] = a[:, None, :] + t[:, :, None] * u[:, None, :]
    return ends
