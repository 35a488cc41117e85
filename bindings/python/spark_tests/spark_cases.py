"""Random tables on a small grid, where ties and exact contacts are common, and answers of one machine about them."""

import carom
import numpy as np
import pyarrow as pa


def wall_columns(count, seed):
    """Walls on a grid of 20 by 20, some thick, some rays and lines."""
    rng = np.random.default_rng(seed)
    ax, ay = rng.integers(0, 20, (2, count)).astype(float)
    bx, by = ax + rng.integers(-3, 4, count), ay + rng.integers(-3, 4, count)
    wr = rng.choice([0.0, 0.0, 0.5], count)
    extent = rng.choice([0, 0, 0, 0, 0, 1, 2], count).astype(np.int32)
    return {"ax": ax, "ay": ay, "bx": bx, "by": by, "wr": wr, "extent": extent}


def circle_columns(count, seed):
    """Moving circles on the same grid."""
    rng = np.random.default_rng(seed)
    cx, cy = rng.integers(0, 20, (2, count)).astype(float)
    r = rng.choice([0.0, 0.5, 1.0, 2.5], count)
    vx, vy = rng.integers(-4, 5, (2, count)).astype(float)
    return {"cx": cx, "cy": cy, "r": r, "vx": vx, "vy": vy}


def frame(spark, columns):
    """A DataFrame of the columns."""
    return spark.createDataFrame(pa.table(columns))


def scene_of(walls):
    """The walls as a scene of one machine."""
    return carom.Scene(*(walls[name] for name in ("ax", "ay", "bx", "by", "wr", "extent")))


def rows(answer):
    """The rows of an answer as sorted tuples; words for null sort with texts."""
    return sorted((tuple(row) for row in answer.collect()), key=repr)


def scene_hits(walls, circles, within=0.0, ring=False):
    """Rows of hits with row numbers."""
    circle, wall = scene_of(walls).hits(circles["cx"], circles["cy"], circles["r"], within, ring)
    return sorted(zip(circle.tolist(), wall.tolist(), strict=True), key=repr)


def scene_first(walls, circles, hits_only=False):
    """Rows of first with row numbers."""
    moving = (circles[name] for name in ("cx", "cy", "r", "vx", "vy"))
    answer = scene_of(walls).first(*moving, hits_only=hits_only)
    found = []
    for mover, row in enumerate(zip(*(column.tolist() for column in answer), strict=True)):
        wall, kind, *places, feature = row
        word = carom.SweepKind(kind).name.lower()
        if wall < 0:
            found.append((mover, None, word, *[None] * 8))
        else:
            end = {1: "side", 2: "a", 3: "b"}[feature]
            found.append((mover, wall, word, *places, end))
    return sorted(found, key=repr)


def scene_nearest(walls, circles, k):
    """Rows of nearest with row numbers."""
    wall, gap = scene_of(walls).nearest(circles["cx"], circles["cy"], circles["r"], k)
    found = []
    for circle, (ids, gaps) in enumerate(zip(wall.tolist(), gap.tolist(), strict=True)):
        found += [(circle, i, rank, g) for rank, (i, g) in enumerate(zip(ids, gaps, strict=True)) if i >= 0]
    return sorted(found, key=repr)
