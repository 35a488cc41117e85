"""Measures carom.spark in shards and in one scene on this machine: shards.py [OPTIONS] RESULTS.json.

The data are the roads of bench/spark. Each run has a Spark of its own with two threads. Room: bench.
"""

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "spark"))
sys.path.insert(0, str(Path(__file__).parents[1] / "python"))
sys.path.insert(0, str(Path(__file__).parents[2] / "tests" / "spark"))

import roads
from session import SETTINGS
from timing import say
from watch import EVENT_LOG, Log, MemoryWatch

THREADS = 2
SHARD = 500_000


def ask(folder: Path, circles: int, walls: int, shard: int) -> dict[str, Any]:
    """One run: all pairs, from Parquet files to Parquet files."""
    import carom.spark
    from pyspark.sql import SparkSession

    country = roads.Country(walls)
    roads.write(roads.circles(circles, country), folder / "circles")
    roads.write(roads.walls(country), folder / "walls")
    events = folder / "events"
    events.mkdir()
    builder = SparkSession.builder.master(f"local[{THREADS}]").config("spark.eventLog.dir", events.as_uri())
    for name, value in (SETTINGS | EVENT_LOG).items():
        builder = builder.config(name, value)
    begin = time.perf_counter()
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("ERROR")
    session.range(1).count()
    started = time.perf_counter() - begin
    with MemoryWatch() as memory:
        begin = time.perf_counter()
        frames = (session.read.parquet(str(folder / f"{name}.parquet")) for name in ("circles", "walls"))
        answer = carom.spark.hits(*frames, walls_per_shard=shard)
        answer.write.parquet(str(folder / "answer"))
        seconds = time.perf_counter() - begin
    application = session.sparkContext.applicationId
    session.stop()
    return {
        "circles": circles,
        "walls": walls,
        "shard": shard,
        "start": started,
        "seconds": seconds,
        "shuffled": Log(events, application).metric("Shuffle Write Metrics", "Shuffle Bytes Written"),
        "python_bytes": memory.peak,
    }


def main() -> None:
    """Runs every size in a process of its own, and writes the results."""
    parser = argparse.ArgumentParser(description="carom.spark by size")
    parser.add_argument("results", type=Path)
    parser.add_argument("--million", type=int, default=1_000_000, help="the unit of all sizes")
    parser.add_argument("--one", type=int, nargs=3, metavar=("CIRCLES", "WALLS", "SHARD"), help="only this run")
    options = parser.parse_args()
    options.results = options.results.resolve()
    if options.one:
        with tempfile.TemporaryDirectory(dir=options.results.parent) as name:
            options.results.write_text(json.dumps(ask(Path(name), *options.one)), encoding="utf-8")
        return
    unit, shard = options.million, SHARD * options.million // 1_000_000
    # Three runs give the cost of a run, of a wall and of a circle; the fourth checks them.
    sizes = {"sharded": [(1, 1), (1, 10), (10, 1), (10, 10)], "one": [(1, 1), (10, 1)]}
    results: dict[str, Any] = {"threads": THREADS}
    part = options.results.with_suffix(".part")
    for plan, runs in sizes.items():
        results[plan] = []
        for circles, walls in runs:
            limit = shard if plan == "sharded" else walls * unit
            numbers = [str(number) for number in (circles * unit, walls * unit, limit)]
            say(f"{plan}: {numbers[0]} circles, {numbers[1]} walls")
            subprocess.run([sys.executable, "-B", __file__, str(part), "--one", *numbers], check=True)
            results[plan].append(json.loads(part.read_text(encoding="utf-8")))
    part.unlink()
    say("")
    options.results.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
