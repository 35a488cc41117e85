"""A grid of cells that are solid or free, as walls on the edges between them. Room: tables, over NumPy only.

Method: an edge is the difference of two neighbouring cells, +1 or -1. Edges of one sign in one line are one wall.
"""

from typing import Any

import numpy as np

from ._arguments import check_exact_items


def grid_edges(function: str, grid: Any, cell: Any, origin: Any) -> tuple[Any, ...]:
    """The walls around the True cells as ax, ay, bx, by, and the number of the True cell beside a, in C order."""
    dx, dy = _pair(function, "cell", cell)
    x0, y0 = _pair(function, "origin", origin)
    if dx == 0 or dy == 0:
        raise ValueError(f"{function}(): the argument cell is {cell!r}, must not be 0")
    if np.ma.is_masked(grid):
        raise ValueError(f"{function}(): the grid has masked items: fill them")
    grid = np.asarray(grid)
    height, width = grid.shape
    with np.errstate(over="ignore", invalid="ignore"):
        x, y = x0 + dx * np.arange(width + 1), y0 + dy * np.arange(height + 1)
    if not (np.isfinite(x).all() and np.isfinite(y).all()):
        raise ValueError(f"{function}(): the corners of the grid are not finite, see the arguments cell and origin")
    solid = np.pad(grid, 1).astype(np.int8)
    # Solid cells are on the right of a wall. So of a horizontal edge with the solid cell at larger y, b is at smaller
    # x; of a vertical edge with the solid cell at larger x, b is at larger y. A mirror makes left of right.
    mirror = -1 if (dx < 0) != (dy < 0) else 1
    row, col, to_col, side = _runs(np.diff(solid, axis=0)[:, 1:-1], -mirror)
    first = np.where(to_col > col, col, col - 1)
    cells = np.where(side > 0, row, row - 1) * width + first
    across = (x[col], y[row], x[to_col], y[row], cells)
    col, row, to_row, side = _runs(np.diff(solid, axis=1)[1:-1].T, mirror)
    first = np.where(to_row > row, row, row - 1)
    cells = first * width + np.where(side > 0, col, col - 1)
    along = (x[col], y[row], x[col], y[to_row], cells)
    ax, ay, bx, by, cells = (np.concatenate(both) for both in zip(across, along, strict=True))
    return ax, ay, bx, by, cells


def _runs(edges: Any, forward: int) -> tuple[Any, Any, Any, Any]:
    """The runs of equal signs in each line: the line, where a and b are, and the sign.

    Those of the sign `forward` lead to larger numbers, the others to smaller ones.
    """
    padded = np.pad(edges, ((0, 0), (1, 1)))
    before, after = padded[:, :-1], padded[:, 1:]
    line, start = np.nonzero((before != after) & (after != 0))
    _, end = np.nonzero((before != after) & (before != 0))
    sign = edges[line, start]
    return line, np.where(sign == forward, start, end), np.where(sign == forward, end, start), sign


def _pair(function: str, name: str, value: Any) -> tuple[float, float]:
    """A number for both axes, or one for each."""
    check_exact_items(function, f"the argument {name}", value)
    numbers = np.asarray(value)
    if numbers.dtype.kind not in "iuf" or numbers.shape not in ((), (2,)) or not np.isfinite(numbers).all():
        raise ValueError(f"{function}(): the argument {name} is {value!r}, must be a finite number or a pair of them")
    x, y = np.broadcast_to(numbers.astype(float), (2,)).tolist()
    return x, y
