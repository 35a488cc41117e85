"""Rings, points and tracks of the benchmark of areas. Room: bench."""

from typing import NamedTuple

import numpy as np

Floats = np.ndarray


class Areas(NamedTuple):
    """Rings in order, each closed: `points` has the last point of a ring once. Ring i is area i + 1."""

    points: list[Floats]

    def walls(self) -> tuple[Floats, Floats, Floats, Floats, Floats]:
        """Columns ax, ay, bx, by and group."""
        a = np.concatenate(self.points)
        b = np.concatenate([np.roll(ring, -1, axis=0) for ring in self.points])
        group = np.repeat(np.arange(1, len(self.points) + 1), [len(ring) for ring in self.points])
        return a[:, 0], a[:, 1], b[:, 0], b[:, 1], group


def _rough(rng: np.random.Generator, a: Floats, b: Floats, levels: int, rough: float) -> Floats:
    """Lines from a to b of 2^levels walls each, whose middles are moved aside. Shape (lines, points, 2)."""
    line = np.stack([a, b], axis=1)
    for _ in range(levels):
        p, q = line[:, :-1], line[:, 1:]
        d = q - p
        aside = rng.uniform(-rough, rough, d.shape[:2])[..., None]
        middle = (p + q) / 2 + aside * np.stack([-d[..., 1], d[..., 0]], axis=-1)
        finer = np.empty((line.shape[0], 2 * line.shape[1] - 1, 2))
        finer[:, ::2], finer[:, 1::2] = line, middle
        line = finer
    return line


def coast(corners: int, levels: int) -> Areas:
    """One ring with a fractal outline, of corners * 2^levels walls."""
    turn = np.linspace(0, 2 * np.pi, corners, endpoint=False)
    a = np.stack([np.cos(turn), np.sin(turn)], axis=1)
    lines = _rough(np.random.default_rng(501), a, np.roll(a, -1, axis=0), levels, 0.45)
    return Areas([lines[:, :-1].reshape(-1, 2)])


def comb(teeth: int) -> Areas:
    """One ring: teeth that are upright on both sides, of four walls each."""
    x = np.arange(teeth)[:, None] + np.array([0, 0, 0.5, 0.5])
    y = np.broadcast_to([0.001, 1, 1, 0.001], x.shape)
    tip = np.array([[teeth, 0.001], [teeth, 0], [0, 0]])
    return Areas([np.concatenate([np.stack([x.ravel(), y.ravel()], axis=1), tip])])


def neighbours(side: int, levels: int) -> Areas:
    """Side * side areas with shared fractal borders, of 4 * 2^levels walls each."""
    rng = np.random.default_rng(502)
    grid = np.stack(np.meshgrid(np.arange(side + 1.0), np.arange(side + 1.0)), axis=-1)
    grid += rng.uniform(-0.25, 0.25, grid.shape)
    level = _rough(rng, grid[:, :-1].reshape(-1, 2), grid[:, 1:].reshape(-1, 2), levels, 0.2)
    upright = _rough(rng, grid[:-1].reshape(-1, 2), grid[1:].reshape(-1, 2), levels, 0.2)
    level = level.reshape(side + 1, side, -1, 2)
    upright = upright.reshape(side, side + 1, -1, 2)
    around = (level[:-1, :, :-1], upright[:, 1:, :-1], level[1:, :, :0:-1], upright[:, :-1, :0:-1])
    return Areas(list(np.concatenate(around, axis=2).reshape(side * side, -1, 2)))


def anywhere(areas: Areas, count: int) -> tuple[Floats, Floats]:
    """Points in the box of all areas."""
    everything = np.concatenate(areas.points)
    low, high = everything.min(axis=0), everything.max(axis=0)
    points = np.random.default_rng(503).uniform(low, high, (count, 2))
    return points[:, 0].copy(), points[:, 1].copy()


def sorted_points(x: Floats, y: Floats) -> tuple[Floats, Floats]:
    """The points in the order of a Z-curve over a grid of 2^16 by 2^16 cells."""
    cells = [((v - v.min()) * (65_535 / np.ptp(v))).astype(np.uint64) for v in (x, y)]
    order = np.zeros(len(x), np.uint64)
    for bit in range(16):
        for axis, cell in enumerate(cells):
            order |= (cell >> np.uint64(bit) & np.uint64(1)) << np.uint64(2 * bit + axis)
    rows = np.argsort(order, kind="stable")
    return x[rows].copy(), y[rows].copy()


def near_walls(areas: Areas, count: int) -> tuple[Floats, Floats]:
    """Points within a tenth of a wall's length of a wall."""
    rng = np.random.default_rng(504)
    ax, ay, bx, by, _ = areas.walls()
    i = rng.integers(0, len(ax), count)
    along, aside = rng.uniform(0, 1, count), rng.uniform(-0.1, 0.1, count)
    ux, uy = bx[i] - ax[i], by[i] - ay[i]
    return ax[i] + along * ux - aside * uy, ay[i] + along * uy + aside * ux


def tracks(count: int) -> tuple[Floats, Floats, Floats, Floats]:
    """Walls that are level, upright or at 45 degrees; multiples of 0.1, one in 1.2 units of area."""
    rng = np.random.default_rng(202)
    a = rng.integers(0, int(11 * count**0.5), (count, 2))
    way = np.array([[1, 0], [0, 1], [1, 1], [1, -1]])[rng.integers(0, 4, count)]
    b = a + rng.integers(1, 21, count)[:, None] * way
    return a[:, 0] * 0.1, a[:, 1] * 0.1, b[:, 0] * 0.1, b[:, 1] * 0.1
