"""Circles with radii of their own, and walls, in a square map. Room: bench.

There is one wall per unit of area, so a circle touches one or two walls at any size of the map.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Column = NDArray[np.float64]


class Data(NamedTuple):
    """Columns of circles and of walls."""

    circles: tuple[Column, Column, Column]
    walls: tuple[Column, Column, Column, Column]


def _place(random: np.random.Generator, count: int, side: float) -> tuple[Column, Column]:
    return random.uniform(0, side, count), random.uniform(0, side, count)


def random_map(circles: int, walls: int, seed: int = 1) -> Data:
    """Doubles at random, as a sensor gives them: nearly no circle touches a wall exactly."""
    random = np.random.default_rng(seed)
    side = walls**0.5
    cx, cy = _place(random, circles, side)
    ax, ay = _place(random, walls, side)
    angle, length = random.uniform(0, 2 * np.pi, walls), random.uniform(0.2, 1.2, walls)
    ends = (ax + length * np.cos(angle), ay + length * np.sin(angle))
    return Data((cx, cy, random.uniform(0.05, 0.5, circles)), (ax, ay, *ends))


def drawn_map(circles: int, walls: int, seed: int = 2) -> Data:
    """A drawing: two decimals, and walls in steps of 45 degrees. Many circles touch, or miss by an ulp."""
    random = np.random.default_rng(seed)
    side = walls**0.5
    cx, cy = (np.round(column, 2) for column in _place(random, circles, side))
    ax, ay = (np.round(column, 2) for column in _place(random, walls, side))
    step = random.integers(0, 8, walls)
    length = np.round(random.uniform(0.2, 1.0, walls), 2)
    dx, dy = np.array([1, 1, 0, -1, -1, -1, 0, 1])[step], np.array([0, 1, 1, 1, 0, -1, -1, -1])[step]
    ends = (np.round(ax + dx * length, 2), np.round(ay + dy * length, 2))
    return Data((cx, cy, np.round(random.uniform(0.05, 0.5, circles), 2)), (ax, ay, *ends))
