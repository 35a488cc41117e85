"""Which shards a circle must be asked in: those whose boxes its own box reaches.

Every wall is in one shard, and in the box of that shard. So the walls that a circle meets are in the shards that its
box reaches, and no answer comes twice. A scene with one wall for each shard answers this: the
diagonal of the shard's box, because the box of that wall is the shard's box.

Room: Spark, over scenes.
"""

from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np

from ..scene import Scene
from ._cut import WallColumns

# The most pairs of a circle and a shard that are made at a time.
_PAIRS = 1 << 18
_LARGEST = np.finfo(np.float64).max
# Relative, and much more than the errors of a gap (two ulp) and of the sums below.
_MARGIN = 1e-12


class Boxes(NamedTuple):
    """Boxes as arrays. Bounds may be infinite."""

    min_x: Any
    min_y: Any
    max_x: Any
    max_y: Any


@dataclass(frozen=True)
class Routes:
    """The boxes of the shards, and a sample of the walls, which bounds how far the answers are."""

    index: Scene
    """The diagonal of the box of each shard that has walls."""
    filled: Any
    """The numbers of these shards, rising."""
    sample: Scene

    @classmethod
    def of(cls, boxes: Boxes, filled: Any, sample: WallColumns) -> "Routes":
        """The routes to the `filled` ones of the shards with these boxes."""
        # Every box of a circle contains a finite place, so a bound at the largest double counts as infinite.
        index = Scene(*(np.clip(bound[filled], -_LARGEST, _LARGEST) for bound in boxes))
        return cls(index, filled, Scene(*sample))

    def blocks(self, count: int) -> list[slice]:
        """The circles of a batch in parts so small that even with all shards they make few pairs."""
        size = max(_PAIRS // max(len(self.index), 1), 1)
        return [slice(start, start + size) for start in range(0, count, size)]

    def reached(self, boxes: Boxes) -> tuple[Any, Any]:
        """All pairs of a box and a shard that overlap, by box."""
        pairs = self.index.in_box(*boxes)
        return pairs.box, self.filled[pairs.wall]

    def near(self, circles: Any, k: int) -> tuple[Boxes, Any]:
        """For each circle a box that reaches its k nearest walls, and the largest gap that one of them can have."""
        cx, cy, r = circles
        nearest = self.sample.nearest(cx, cy, r, k)
        # The walls of the sample are walls, so the k nearest walls are not farther than its k nearest ones.
        wall, gap = nearest.wall.reshape(len(cx), k)[:, k - 1], nearest.gap.reshape(len(cx), k)[:, k - 1]
        found = np.flatnonzero(wall >= 0)
        wr = np.zeros(len(wall))
        wr[found] = self.sample.walls(wall[found]).wr
        with np.errstate(over="ignore"):
            farthest = gap + _MARGIN * (r + np.abs(gap) + wr)
            return around(cx, cy, np.maximum(r + farthest + _MARGIN * r, 0.0)), farthest

    def along(self, movers: Any, hits_only: bool) -> Boxes:
        """Boxes around the paths of movers, up to where they meet a wall of the sample."""
        cx, cy, r, vx, vy = movers
        met = self.sample.first(cx, cy, r, vx, vy, hits_only=hits_only)
        fraction = np.where(met.wall >= 0, np.minimum(met.t + _MARGIN, 1.0), 1.0)
        start = around(cx, cy, r)
        with np.errstate(over="ignore"):
            to_x, to_y = (np.clip(c + fraction * v, -_LARGEST, _LARGEST) for c, v in ((cx, vx), (cy, vy)))
            # The product and the sum are rounded: by less than an ulp of the larger terms.
            slack = _MARGIN * (np.abs(cx) + np.abs(cy) + np.abs(vx) + np.abs(vy))
            end = around(to_x, to_y, r + slack)
        return Boxes(
            np.minimum(start.min_x, end.min_x),
            np.minimum(start.min_y, end.min_y),
            np.maximum(start.max_x, end.max_x),
            np.maximum(start.max_y, end.max_y),
        )


def around(x: Any, y: Any, reach: Any) -> Boxes:
    """The boxes of circles, rounded outward."""
    with np.errstate(over="ignore"):
        low = (np.nextafter(center - reach, -np.inf) for center in (x, y))
        high = (np.nextafter(center + reach, np.inf) for center in (x, y))
        return Boxes(*low, *high)
