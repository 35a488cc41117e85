"""Writes the figures of docs/scale.md: page.py SCENES.json SHARDS.json DOCUMENT.md.

What is measured and what is worked out from it stand in different tables. The part between the marker lines of the
document is replaced; no figure in it is written by hand. Room: bench.
"""

import json
import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
from carom.spark import _ONE_SCENE, _SHARD
from carom.spark._cut import _FILL

sys.path.insert(0, str(Path(__file__).parents[1] / "python"))

from report import duration, table, write_figures

QUESTIONS = ("hits", "nearest", "first")
# Circles and walls, as powers of ten.
CAPACITY = [(6, 6), (7, 6), (7, 7), (8, 6), (8, 7), (8, 8), (9, 6), (9, 8), (9, 9), (10, 9)]
CORES = (2, 64, 1024)


def power(count: float) -> str:
    """A count as a power of ten."""
    return f"10^{round(math.log10(count))}"


def span(seconds: float) -> str:
    """A long time in a unit that people use."""
    for unit, scale in (("days", 86_400.0), ("h", 3_600.0), ("min", 60.0)):
        if seconds >= 2 * scale:
            return f"{seconds / scale:.2g} {unit}"
    return duration(seconds)


def amount(number: float) -> str:
    """Bytes in a unit that keeps three digits."""
    for unit, scale in (("TB", 1e12), ("GB", 1e9), ("MB", 1e6)):
        if number >= scale:
            return f"{number / scale:.3g} {unit}"
    return f"{number / 1e3:.3g} kB"


class Scenes:
    """The cost of scenes by size."""

    def __init__(self, results: dict[str, Any]) -> None:
        self.threads, self.pair, self.tool, self.sizes = (results[k] for k in ("threads", "pair", "tool", "scenes"))

    def per_circle(self, name: str, walls: float, threads: int) -> float:
        """Seconds a circle, between and beyond the measured sizes by the logarithm of the walls."""
        x = [math.log10(size["walls"]) for size in self.sizes]
        y = [size[f"{name}_{threads}"] / size["circles"] for size in self.sizes]
        at = math.log10(walls)
        if at <= x[-1]:
            return float(np.interp(at, x, y))
        return y[-1] + (at - x[-1]) * max(0.0, (y[-1] - y[-2]) / (x[-1] - x[-2]))

    def measured(self) -> str:
        """What was measured."""
        head = ["walls", "scene", "build", "open a file"]
        head += [f"`{name}`, a circle: {count}" for name in QUESTIONS for count in ("1 thread", f"{self.threads}")]
        rows = []
        for size in self.sizes:
            row = [power(size["walls"]), amount(size["bytes"]), duration(size["build"]), duration(size["open"])]
            for name in QUESTIONS:
                row += [duration(size[f"{name}_{count}"] / size["circles"]) for count in (1, self.threads)]
            rows.append(row)
        return table(head, rows)


class Shards:
    """The cost of carom.spark by size."""

    def __init__(self, results: dict[str, Any]) -> None:
        self.threads = results["threads"]
        self.runs, self.one_scene = results["sharded"], results["one"]
        rows = np.array([[1.0, run["walls"], run["circles"]] for run in self.runs[:3]])
        self.seconds = np.linalg.solve(rows, [run["seconds"] * self.threads for run in self.runs[:3]])
        self.bytes = np.linalg.solve(rows, [float(run["shuffled"]) for run in self.runs[:3]])

    def time(self, circles: float, walls: float, cores: int) -> float:
        """Seconds in shards, by three of the runs. The cost of a run as such is not shared by the cores."""
        start, a_wall, a_circle = self.seconds.tolist()
        return start / self.threads + (a_wall * walls + a_circle * circles) / cores

    def shuffled(self, circles: float, walls: float) -> float:
        """The bytes that shards shuffle, by three of the runs."""
        return float(self.bytes @ [1.0, walls, circles])

    def of_one_scene(self) -> tuple[float, float]:
        """Core-seconds of a run, and of a circle, with one scene."""
        few, many = self.one_scene
        each = (many["seconds"] - few["seconds"]) / (many["circles"] - few["circles"]) * self.threads
        return few["seconds"] * self.threads - each * few["circles"], each

    def time_of_one_scene(self, circles: float, cores: int) -> float:
        """Seconds with one scene."""
        start, each = self.of_one_scene()
        return start / self.threads + each * circles / cores

    def measured(self) -> str:
        """What was measured, and what the model says of it."""
        head = ["plan", "circles", "walls", "seconds", "by the model", "shuffled", "peak of a Python worker"]
        rows = []
        for run in self.runs:
            said = self.time(run["circles"], run["walls"], self.threads)
            text = "fitted" if run in self.runs[:3] else f"{said:.3g}"
            rows.append(["shards", *self._row(run, text)])
        rows += [["one scene", *self._row(run, "fitted")] for run in self.one_scene]
        return table(head, rows)

    @staticmethod
    def _row(run: dict[str, Any], said: str) -> list[str]:
        counts = [power(run["circles"]), power(run["walls"])]
        return [*counts, f"{run['seconds']:.3g}", said, amount(run["shuffled"]), amount(run["python_bytes"])]


def costs(scenes: Scenes, shards: Shards) -> str:
    """The constants of the cost model."""
    start, each = shards.of_one_scene()
    rows = [
        [f"row against row: `carom.touches` of arrays, a pair, {scenes.threads} threads", duration(scenes.pair)],
        [
            f"the tool, a circle against {power(scenes.tool['walls'])} walls, files to files, {scenes.threads} threads",
            duration(scenes.tool["seconds"] / scenes.tool["circles"]),
        ],
        ["Spark, one scene: a run, core-seconds", f"{start:.3g}"],
        ["Spark, one scene: 10^6 circles, core-seconds", f"{each * 1e6:.3g}"],
        ["Spark, shards: a run, core-seconds", f"{shards.seconds[0]:.3g}"],
        ["Spark, shards: 10^6 walls, core-seconds", f"{shards.seconds[1] * 1e6:.3g}"],
        ["Spark, shards: 10^6 circles, core-seconds", f"{shards.seconds[2] * 1e6:.3g}"],
        ["Spark, shards: bytes shuffled, a wall", f"{shards.bytes[1]:.3g}"],
        ["Spark, shards: bytes shuffled, a circle", f"{shards.bytes[2]:.3g}"],
    ]
    return table(["", "measured"], rows)


def capacity(scenes: Scenes, shards: Shards) -> str:
    """Sizes beyond those measured, worked out."""
    head = ["circles", "walls", f"one machine, {scenes.threads} threads: memory, time"]
    head += ["Spark: plan", *(f"{cores} cores" for cores in CORES), "shuffled"]
    largest = max(size["walls"] for size in scenes.sizes)
    bytes_a_wall = scenes.sizes[-1]["bytes"] / scenes.sizes[-1]["walls"]
    build_a_wall = scenes.sizes[-1]["build"] / scenes.sizes[-1]["walls"]
    rows = []
    for circles, walls in ((10.0**a, 10.0**b) for a, b in CAPACITY):
        time = circles * scenes.per_circle("hits", walls, scenes.threads) + walls * build_a_wall
        alone = f"{amount(walls * bytes_a_wall)}, {span(time)}"
        if walls <= _ONE_SCENE:
            plan, shuffled = "one scene", "no circles"
            times = [shards.time_of_one_scene(circles, cores) for cores in CORES]
        else:
            plan = f"about {float(f'{walls / (_FILL * _SHARD):.2g}'):,.0f} shards"
            shuffled = amount(shards.shuffled(circles, walls))
            times = [shards.time(circles, walls, cores) for cores in CORES]
        alone += "" if walls <= largest else " (beyond the sizes measured)"
        rows.append([power(circles), power(walls), alone, plan, *map(span, times), shuffled])
    return table(head, rows)


def main() -> None:
    if len(sys.argv) != 4:
        raise SystemExit("usage: page.py SCENES.json SHARDS.json DOCUMENT.md")
    scenes, shards = (json.loads(Path(path).read_text(encoding="utf-8")) for path in sys.argv[1:3])
    a, b = Scenes(scenes), Shards(shards)
    parts = [
        "## Measured: scenes",
        "Arrays in memory, one wall per unit of area, circles of 0.05 to 0.5 in random order. *Open a file* checks "
        "every byte of it.",
        a.measured(),
        "## Measured: Spark",
        f"Parquet to Parquet on one machine, {b.threads} threads, `walls_per_shard` {b.runs[0]['shard']:,}. The "
        "first three runs give the constants of the model; what it says about the fourth is a check of it.",
        b.measured(),
        "## Measured: the constants",
        costs(a, b),
        "## Worked out: capacity",
        "Nothing in this table is a measurement. The memory of one machine is that of the scene, and the time is that "
        "of building it and of `Scene.hits`. The time of Spark is the cost of a run, and the costs of circles and "
        "walls divided by the cores, as if nothing else slowed them: the network must carry what is shuffled, the "
        "disks what is read and written, and no core may idle.",
        capacity(a, b),
    ]
    write_figures(Path(sys.argv[3]), parts)


if __name__ == "__main__":
    main()
