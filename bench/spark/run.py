"""Runs the benchmark of carom.spark: run.py [OPTIONS] TOOL FOLDER. Leaves FOLDER/results.json. Room: bench."""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from importlib.metadata import version
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet
import roads
from roads import Column
from session import JOINS

sys.path.insert(0, str(Path(__file__).parents[1] / "python"))

from data import Data
from exact import Judgement, Pairs, keys
from timing import processor

HERE = Path(__file__).parent
TOOL = "tool"


class Contest:
    """One set of circles and walls, in a folder."""

    def __init__(self, name: str, folder: Path, circles: dict[str, Column], walls: dict[str, Column]) -> None:
        self.name, self.folder = name, folder
        roads.write(circles, folder / "circles")
        roads.write(walls, folder / "walls")
        self.data = Data(
            (circles["cx"], circles["cy"], circles["r"]), (walls["ax"], walls["ay"], walls["bx"], walls["by"])
        )
        self.times: dict[str, list[float]] = {}
        self.pairs: dict[str, Pairs] = {}

    def ask_tool(self, tool: Path, rounds: int) -> None:
        """The pairs by the tool."""
        output = self.folder / "tool.csv"
        command = [tool, "hits", "--threads", "2", self.folder / "circles.csv", self.folder / "walls.csv"]
        self.times[TOOL] = []
        for _ in range(rounds + 1):
            begin = time.perf_counter()
            with output.open("wb") as file:
                subprocess.run(command, stdout=file, check=True)
            self.times[TOOL].append(time.perf_counter() - begin)
        names = ["circle", "wall"]
        convert = pyarrow.csv.ConvertOptions(include_columns=names, column_types=dict.fromkeys(names, pa.int64()))
        self._keep(TOOL, pyarrow.csv.read_csv(output, convert_options=convert))
        output.unlink()

    def take(self, peer: str, times: list[float]) -> None:
        """What a session measured and answered."""
        self.times[peer] = times
        self._keep(peer, pyarrow.parquet.read_table(self.folder / f"{peer}.parquet"))

    def _keep(self, peer: str, table: pa.Table) -> None:
        self.pairs[peer] = keys(table["circle"].to_numpy(), table["wall"].to_numpy(), len(self.data.walls[0]))

    def result(self) -> dict[str, Any]:
        """The medians, without the warm-up, and who is right where the peers differ."""
        exact = self.pairs[TOOL]
        if not np.array_equal(self.pairs["carom"], exact):
            raise SystemExit(f"{self.name}: carom.spark and the tool differ")
        peers = {}
        for peer, times in self.times.items():
            judgement = Judgement(self.data, exact, self.pairs[peer])
            if judgement.carom_wrong:
                raise SystemExit(f"{self.name}: Carom is wrong about {judgement.carom_wrong} pairs, says {peer}")
            peers[peer] = {
                "seconds": statistics.median(times[1:]) if times[1:] else times[0],
                "all": times,
                "extra": judgement.extra,
                "missing": judgement.missing,
            }
        counts = {"circles": len(self.data.circles[0]), "walls": len(self.data.walls[0]), "pairs": len(exact)}
        return {"name": self.name, **counts, "peers": peers}


def run_session(peer: str, contests: list[Contest], rounds: int, folder: Path) -> float:
    """Answers in a Spark session of its own. Returns the seconds until the session stood."""
    results = folder / f"{peer}.json"
    command = [sys.executable, "-B", str(HERE / "session.py"), peer, str(folder / "ivy"), str(rounds), str(results)]
    environment = {**os.environ, "PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    log = folder / f"{peer}.log"
    with log.open("wb") as out:
        folders = [str(contest.folder) for contest in contests]
        code = subprocess.run([*command, *folders], env=environment, stdout=out, stderr=out).returncode
    if code:
        raise SystemExit(f"{peer} failed:\n{log.read_text(encoding='utf-8')}")
    shown = json.loads(results.read_text(encoding="utf-8"))
    for contest in contests:
        contest.take(peer, shown[str(contest.folder)])
    return float(shown["start"])


def main() -> None:
    parser = argparse.ArgumentParser(description="The benchmark of carom.spark")
    parser.add_argument("tool", type=Path)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--circles", type=int, default=10_000_000)
    parser.add_argument("--walls", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    folder = options.folder.resolve()
    folder.mkdir(parents=True, exist_ok=True)

    def contest(name: str, circles: int, walls: int) -> Contest:
        country = roads.Country(walls)
        return Contest(name, folder / name, roads.circles(circles, country), roads.walls(country))

    tangent = Contest("tangent", folder / "tangent", *roads.tangent(options.walls // 10))
    small = contest("small", options.circles // 10, options.walls // 10)
    large = contest("large", options.circles, options.walls)
    starts = {}
    for peer in ("carom", *JOINS):
        print(f"bench-spark: {peer}", file=sys.stderr, flush=True)
        # The older way is wrong and slow: its turn is at the smaller sizes only.
        chosen = [tangent, small] if peer == "sedona-buffer" else [tangent, small, large]
        starts[peer] = run_session(peer, chosen, options.rounds, folder)
    for one in (tangent, small, large):
        one.ask_tool(options.tool, options.rounds)
    results = {
        "python": platform.python_version(),
        "processor": processor(),
        "versions": {name: version(name) for name in ("carom", "pyspark", "apache-sedona", "numpy", "pyarrow")},
        "rounds": options.rounds,
        "load": os.getloadavg()[2],
        "starts": starts,
        "contests": [one.result() for one in (small, large, tangent)],
    }
    (folder / "results.json").write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
