"""Random tables on a small grid, where ties and exact contacts are common, and the answers of one scene about them."""

import carom
import numpy as np
import pyarrow as pa

WALL = ("ax", "ay", "bx", "by", "wr", "extent")
MOVER = ("cx", "cy", "r", "vx", "vy")


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


def with_ids(columns, ids=None):
    """The columns with an id: the number of the row, or `ids`."""
    count = len(next(iter(columns.values())))
    return {"id": pa.array(np.arange(count)) if ids is None else ids, **columns}


def rows(answer):
    """The rows of an answer as sorted tuples; words for null sort with texts."""
    return sorted((tuple(row) for row in answer.collect()), key=repr)


def expected(question, walls, circles, *arguments):
    """The sorted rows of an answer, by a scene of the walls in Spark's order. Without ids the rows are numbered."""
    walls, circles = (table if "id" in table else with_ids(table) for table in (walls, circles))
    columns = [np.asarray(walls[name]) for name in WALL]
    ids = walls["id"].to_pylist()
    order = sorted(range(len(ids)), key=lambda i: (ids[i] is not None, ids[i] or 0, *(column[i] for column in columns)))
    scene = carom.Scene(*(column[order] for column in columns))
    wall_ids, circle_ids = [ids[i] for i in order], circles["id"].to_pylist()
    numbers = [np.asarray(circles[name]) for name in MOVER]
    answers = {"hits": scene_hits, "first": scene_first, "nearest": scene_nearest}
    found = answers[question](scene, numbers, *arguments)
    return sorted(((circle_ids[c], None if w < 0 else wall_ids[w], *rest) for c, w, *rest in found), key=repr)


def scene_hits(scene, numbers, within=0.0, ring=False):
    """The pairs of a circle and a wall."""
    return zip(*(side.tolist() for side in scene.hits(*numbers[:3], within, ring)), strict=True)


def scene_first(scene, numbers, hits_only=False):
    """Each mover with its first wall, -1 for none, and the other columns."""
    answer = scene.first(*numbers, hits_only=hits_only)
    for mover, row in enumerate(zip(*(column.tolist() for column in answer), strict=True)):
        wall, kind, *places, feature = row
        found = (*places, {1: "side", 2: "a", 3: "b"}[feature]) if wall >= 0 else (None,) * 8
        yield mover, wall, carom.SweepKind(kind).name.lower(), *found


def scene_nearest(scene, numbers, k):
    """The walls of each circle, with rank and gap."""
    near = (value.reshape(-1, k).tolist() for value in scene.nearest(*numbers[:3], k))
    for circle, (walls, gaps) in enumerate(zip(*near, strict=True)):
        for rank, (wall, gap) in enumerate(zip(walls, gaps, strict=True)):
            if wall >= 0:
                yield circle, wall, rank, gap
