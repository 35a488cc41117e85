"""Walls and circles for the tests of scenes, and answers by a loop over all pairs. Room: tests."""

import carom
import numpy as np

NAMES = ("ax", "ay", "bx", "by", "wr", "extent")


# None, and the groups of the walls of a grid.
GROUPS = np.array([0, 1, 2, 2**32 - 1], np.uint32)


def grid_walls(count, seed):
    """Walls on a small integer grid, with many ties: all extents, points, radii, categories."""
    random = np.random.default_rng(seed)
    ax, ay, bx, by = random.integers(-20, 21, (4, count)).astype(float)
    short = random.random(count) < 0.7
    bx = np.where(short, ax + random.integers(-3, 4, count), bx)
    by = np.where(short, ay + random.integers(-3, 4, count), by)
    wr = random.choice([0.0, 0.0, 1.0, 0.5], count)
    extent = random.choice([0, 0, 0, 0, 0, 0, 1, 2], count).astype(np.uint8)
    category = random.choice([0, 1, 2, 6, 1 << 31], count).astype(np.uint32)
    return carom.Walls(ax, ay, bx, by, wr, extent, category, random.random(count) < 0.2, random.choice(GROUPS, count))


def float_walls(count, seed, scale=1.0):
    """Short walls with random coordinates."""
    random = np.random.default_rng(seed)
    ax, ay = scale * random.random((2, count))
    bx, by = ax + scale * random.normal(0, 0.02, count), ay + scale * random.normal(0, 0.02, count)
    none = np.zeros(count)
    return carom.Walls(
        ax, ay, bx, by, none, none.astype(np.uint8), none.astype(np.uint32), none.astype(bool), none.astype(np.uint32)
    )


def huge_walls(count, seed):
    """Walls with coordinates from the smallest to the largest doubles."""
    random = np.random.default_rng(seed)
    numbers = random.choice([-1.0, 1.0], (4, count)) * 10.0 ** random.uniform(-320, 308, (4, count))
    none = np.zeros(count)
    wr = 10.0 ** random.uniform(-320, 307, count)
    return carom.Walls(
        *numbers, wr, none.astype(np.uint8), none.astype(np.uint32), none.astype(bool), none.astype(np.uint32)
    )


def grid_circles(count, seed):
    """Circles on the grid of grid_walls."""
    random = np.random.default_rng(seed)
    return (*random.integers(-22, 23, (2, count)).astype(float), random.choice([0.0, 1.0, 2.5, 5.0], count))


def grid_moves(count, seed):
    """Displacements on the grid."""
    return tuple(np.random.default_rng(seed).integers(-9, 10, (2, count)).astype(float))


def column_of(circle):
    """Circles as a column, so that they broadcast with walls to all pairs."""
    return tuple(np.asarray(value, float)[:, np.newaxis] for value in circle)


def geometry(walls):
    """The arguments of a wall in the operations."""
    return walls[:6]


def allowed(walls, mask=0xFFFFFFFF, except_group=0):
    """Which walls a filter lets through."""
    has_category = (np.where(walls.category == 0, 1, walls.category) & np.uint32(mask)) != 0
    return has_category & ((walls.group != except_group) | (except_group == 0))


def pairs_of(table):
    """The pairs of a table of truth values, by row, then by column."""
    row, column = np.nonzero(table)
    return row.tolist(), column.tolist()


def two_walls(walls):
    """All pairs of walls as arguments of a comparison: a wall by row, another by column."""
    first = {name: np.asarray(value)[:, np.newaxis] for name, value in zip(NAMES, geometry(walls), strict=True)}
    second = {f"{name}2": np.asarray(value) for name, value in zip(NAMES, geometry(walls), strict=True)}
    return first | second


def ranked(order, ids):
    """The order of walls by a table of comparisons; among equal ones the lower id comes first."""
    before = (order < 0) | ((order == 0) & (np.asarray(ids)[:, np.newaxis] < np.asarray(ids)))
    return np.argsort(before.sum(axis=0)).tolist()


def nearest_by_loop(circle, walls, ids):
    """All walls from the nearest to the farthest of one circle: places in `walls`."""
    return ranked(carom.compare_distance(*circle, **two_walls(walls)), ids)


def met_by_loop(circle, move, walls, ids, least=carom.SweepKind.GRAZE):
    """The walls that one moving circle meets, in exact order: places in `walls`."""
    kind = carom.sweep(*circle, *move, *geometry(walls)).kind
    met = np.nonzero(kind >= least)[0]
    some = carom.Walls(*(column[met] for column in walls))
    order = carom.compare_time_of_impact(*circle, *move, **two_walls(some))
    return met[ranked(order, np.asarray(ids)[met])].tolist()
