"""Roads as walls, and circles around them, in a plane of the size of a country.

A road is a random walk of short segments. Some roads start anywhere, the others in cities. The unit is the metre, and
all numbers have two decimals. The plane grows with the number of walls, so their density is always the same: that of a
million walls on 400 km x 300 km. The same seed gives the same rows. Every table is written twice, with the same
doubles: as CSV in shortest decimals, for the tool, and as Parquet, for Spark. Room: bench.
"""

import shutil
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
from numpy.typing import NDArray

Column = NDArray[np.float64]

# Segments of a road, the share of roads in cities, and the cities.
SEGMENTS, IN_CITIES, CITIES = 64, 0.4, 40
# Rows of a Parquet file.
FILE_ROWS = 500_000


class Country:
    """A plane for so many walls, with cities."""

    def __init__(self, walls: int, seed: int = 1) -> None:
        random = np.random.default_rng([seed, 0])
        scale = (walls / 1e6) ** 0.5
        self.seed, self.walls, self.width, self.height = seed, walls, 400_000 * scale, 300_000 * scale
        self.city_x = random.uniform(0.1, 0.9, CITIES) * self.width
        self.city_y = random.uniform(0.1, 0.9, CITIES) * self.height
        # The largest city comes first. The share is that of all city roads.
        share = 1 / np.arange(1.0, CITIES + 1)
        self.spread, self.share = 8_000 * scale * share**0.5, share / share.sum()

    def random(self, kind: int) -> np.random.Generator:
        """Random numbers for one kind of rows."""
        return np.random.default_rng([self.seed, kind])


def walls(country: Country) -> dict[str, Column]:
    """Segments of roads, road by road."""
    random, count = country.random(1), country.walls
    roads = -(-count // SEGMENTS)
    x, y = random.uniform(0, country.width, roads), random.uniform(0, country.height, roads)
    inside = random.uniform(size=roads) < IN_CITIES
    city = random.choice(CITIES, int(inside.sum()), p=country.share)
    x[inside] = random.normal(country.city_x[city], country.spread[city])
    y[inside] = random.normal(country.city_y[city], country.spread[city])
    turns = random.normal(0, 0.3, (roads, SEGMENTS))
    turns[:, 0] = random.uniform(0, 2 * np.pi, roads)
    heading = turns.cumsum(axis=1)
    length = random.lognormal(np.log(50), 0.6, (roads, SEGMENTS))
    nodes_x = x[:, np.newaxis] + np.pad((length * np.cos(heading)).cumsum(axis=1), ((0, 0), (1, 0)))
    nodes_y = y[:, np.newaxis] + np.pad((length * np.sin(heading)).cumsum(axis=1), ((0, 0), (1, 0)))
    nodes = {"ax": nodes_x[:, :-1], "ay": nodes_y[:, :-1], "bx": nodes_x[:, 1:], "by": nodes_y[:, 1:]}
    return {name: two_decimals(column.ravel()[:count]) for name, column in nodes.items()}


def circles(count: int, country: Country, *, one_city: bool = False) -> dict[str, Column]:
    """Circles anywhere, or all in the largest city and smaller there."""
    random = country.random(2)
    if one_city:
        x = random.normal(country.city_x[0], country.spread[0], count)
        y = random.normal(country.city_y[0], country.spread[0], count)
        r = np.exp(random.uniform(np.log(2), np.log(40), count))
    else:
        x, y = random.uniform(0, country.width, count), random.uniform(0, country.height, count)
        r = np.exp(random.uniform(np.log(20), np.log(400), count))
    return {"cx": two_decimals(x), "cy": two_decimals(y), "r": two_decimals(r)}


def movers(count: int, country: Country) -> dict[str, Column]:
    """Circles anywhere that move by up to some kilometres."""
    random = country.random(3)
    step = {name: two_decimals(random.normal(0, 2_000, count)) for name in ("vx", "vy")}
    return {**circles(count, country), **step}


def tangent(count: int, seed: int = 1) -> tuple[dict[str, Column], dict[str, Column]]:
    """As many circles as walls, each made to touch a wall exactly, or by decimals that are not exact in binary.

    A wall runs along m (u, v), where (u, v, w) is a Pythagorean triple. The circle stands at a distance of k w from its
    side or from an end, and k w is the radius. Half of the numbers are integers, the others hundredths of integers.
    """
    random = np.random.default_rng([seed, 4])
    triples = np.array([[3, 4, 5], [5, 12, 13], [8, 15, 17], [7, 24, 25], [20, 21, 29], [1, 0, 1], [9, 40, 41]])
    u, v, w = triples[random.integers(0, len(triples), count)].T
    flip = random.integers(0, 2, (3, count)).astype(bool)
    u, v = np.where(flip[0], v, u), np.where(flip[0], u, v)
    u, v = np.where(flip[1], -u, u), np.where(flip[2], -v, v)
    side = int(300 * count**0.5)
    x, y = random.integers(0, side, (2, count))
    m, k = random.integers(1, 9, count), random.integers(1, 5, count)
    along = random.integers(0, m + 1)
    by_side = random.integers(0, 2, count).astype(bool)
    centre_x = np.where(by_side, x + along * u - k * v, x - k * u)
    centre_y = np.where(by_side, y + along * v + k * u, y - k * v)
    scale = np.where(np.arange(count) % 2 == 0, 1.0, 100.0)
    round_ones = {"cx": centre_x / scale, "cy": centre_y / scale, "r": k * w / scale}
    straight = {"ax": x / scale, "ay": y / scale, "bx": (x + m * u) / scale, "by": (y + m * v) / scale}
    order = random.permutation(count)
    return {name: column[order] for name, column in round_ones.items()}, straight


def two_decimals(column: Column) -> Column:
    """The doubles next to numbers of two decimals."""
    return np.asarray(np.round(column, 2), np.float64)


def write(columns: dict[str, Column], path: Path) -> None:
    """Writes PATH.csv and the Parquet files of the folder PATH.parquet, with an id for each row."""
    rows = len(next(iter(columns.values())))
    table = pa.table({"id": np.arange(rows), **columns})
    path.parent.mkdir(parents=True, exist_ok=True)
    pyarrow.csv.write_csv(table, path.with_suffix(".csv"), pyarrow.csv.WriteOptions(quoting_style="none"))
    folder = path.with_suffix(".parquet")
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    for first in range(0, rows, FILE_ROWS):
        pyarrow.parquet.write_table(table.slice(first, FILE_ROWS), folder / f"part-{first // FILE_ROWS:04}.parquet")
