"""Who is right about a pair: the distance of a circle and a wall in rational numbers. Room: bench.

It is the definition, and shares no code with Carom.
"""

from fractions import Fraction

import numpy as np
from data import Data
from numpy.typing import NDArray

Pairs = NDArray[np.int64]


def touches(circle: tuple[float, ...], wall: tuple[float, ...]) -> bool:
    """True if the distance from the centre to the segment is at most the radius."""
    cx, cy, r = map(Fraction, circle)
    ax, ay, bx, by = map(Fraction, wall)
    ux, uy = bx - ax, by - ay
    length2 = ux * ux + uy * uy
    t = ((cx - ax) * ux + (cy - ay) * uy) / length2 if length2 else Fraction(0)
    t = min(max(t, Fraction(0)), Fraction(1))
    dx, dy = ax + t * ux - cx, ay + t * uy - cy
    return dx * dx + dy * dy <= r * r


def keys(circle: Pairs, wall: Pairs, walls: int) -> Pairs:
    """One sorted number for each pair."""
    return np.sort(np.asarray(circle, np.int64) * walls + np.asarray(wall, np.int64))


class Judgement:
    """What two lists of pairs say differently, and who is right."""

    def __init__(self, data: Data, carom: Pairs, peer: Pairs) -> None:
        """`carom` and `peer` are those of `keys`."""
        walls = len(data.walls[0])
        differing = np.setxor1d(carom, peer, assume_unique=True)
        said_by_peer = np.isin(differing, peer)
        truth = np.array([self._truth(data, *divmod(int(key), walls)) for key in differing], bool)
        self.extra = int((said_by_peer & ~truth).sum())
        self.missing = int((~said_by_peer & truth).sum())
        self.carom_wrong = int((said_by_peer == truth).sum())

    @staticmethod
    def _truth(data: Data, circle: int, wall: int) -> bool:
        numbers = tuple(float(column[circle]) for column in data.circles)
        return touches(numbers, tuple(float(column[wall]) for column in data.walls))
