"""Measures scenes from a thousand walls to as many as fit: measure.py [OPTIONS] RESULTS.json.

The maps are those of bench/python: one wall per unit of area, circles in random order. Room: bench.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import carom
import numpy as np

sys.path.insert(0, str(Path(__file__).parents[1] / "python"))

from data import Data, random_map
from timing import say, seconds


def one_pair(rounds: int) -> float:
    """Seconds a pair for arrays of circles and walls, row against row, on all threads."""
    data = random_map(1_000_000, 1_000_000)
    return statistics.median(seconds(lambda: carom.touches(*data.circles, *data.walls)) for _ in range(rounds)) / 1e6


def scene_of(walls: int, circles: int, rounds: int, folder: Path) -> dict[str, Any]:
    """Build, file and questions of one size; seconds for all, on one thread and on all."""
    threads = os.cpu_count() or 1
    data = random_map(circles, walls)
    result: dict[str, Any] = {"walls": walls, "circles": circles}
    carom.set_threads(threads)
    scene = carom.Scene(*data.walls)
    result["bytes"] = scene.nbytes
    path = folder / "scene"
    scene.save(path)
    del scene
    # The first build was the warm-up.
    result["build"] = seconds(lambda: carom.Scene(*data.walls))
    result["open"] = seconds(lambda: carom.Scene.open(path))
    scene = carom.Scene.open(path)
    moves = np.random.default_rng(9).uniform(-1, 1, (2, circles))
    questions = {
        "hits": lambda: scene.hits(*data.circles),
        "nearest": lambda: scene.nearest(*data.circles),
        "first": lambda: scene.first(*data.circles, *moves),
    }
    for name, question in questions.items():
        for count in (1, threads):
            carom.set_threads(count)
            say(f"{walls:,} walls: {name}, {count} threads")
            question()
            times = [seconds(question) for _ in range(rounds)]
            result[f"{name}_{count}"] = statistics.median(times)
    result["pairs"] = len(scene.hits(*data.circles)[0])
    return result


def write_csv(path: Path, columns: dict[str, Any]) -> None:
    """A CSV file of the tool."""
    rows = zip(*(map(repr, column.tolist()) for column in columns.values()))
    with path.open("w", encoding="utf-8") as file:
        file.write(",".join(columns) + "\n")
        file.writelines(",".join(row) + "\n" for row in rows)


def tool(data: Data, program: str, folder: Path, rounds: int) -> float:
    """Seconds of `carom hits` from files to a file, all threads."""
    circles, walls = folder / "circles.csv", folder / "walls.csv"
    write_csv(circles, dict(zip(("cx", "cy", "r"), data.circles)))
    write_csv(walls, dict(zip(("ax", "ay", "bx", "by"), data.walls)))

    def run() -> None:
        with (folder / "pairs.csv").open("wb") as output:
            subprocess.run([program, "hits", str(circles), str(walls)], stdout=output, check=True)

    return statistics.median(seconds(run) for _ in range(rounds))


def main() -> None:
    """Measures everything and writes the results."""
    parser = argparse.ArgumentParser(description="Scenes of many sizes")
    parser.add_argument("results", type=Path)
    parser.add_argument("--tool", required=True, help="the program carom")
    parser.add_argument("--most", type=int, default=100_000_000, help="the largest number of walls")
    parser.add_argument("--circles", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    sizes = [10**i for i in range(3, 10) if 10**i <= options.most]
    with tempfile.TemporaryDirectory(dir=options.results.parent) as name:
        folder = Path(name)
        say("the tool")
        seconds_of_tool = tool(random_map(options.circles, 1_000_000), options.tool, folder, options.rounds)
        results = {
            "threads": os.cpu_count(),
            "pair": one_pair(options.rounds),
            "tool": {"circles": options.circles, "walls": 1_000_000, "seconds": seconds_of_tool},
            "scenes": [scene_of(walls, options.circles, options.rounds, folder) for walls in sizes],
        }
    say("")
    options.results.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
