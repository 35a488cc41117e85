"""The answers of carom.spark on a real cluster equal those of the tool: proof.py --help.

A case is a question about two tables. Its answer is written by Spark as Parquet, and by the tool as CSV; both have the
same digest. In some cases a worker and its executor are killed in the middle of the job. Room: tests.
"""

import argparse
import json
import os
import shutil
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import carom.spark
import digest
import numpy as np
import pyarrow.parquet
from cluster import Cluster
from pyspark.sql import DataFrame, SparkSession
from watch import EVENT_LOG, Log, MemoryWatch

sys.path.insert(0, str(Path(__file__).parents[2] / "bench" / "spark"))

import roads

# Tasks of each stage in which a worker is killed, tasks that have ended then, and seconds that each pauses, so that
# there is a middle on every machine.
TASKS, ENOUGH, PAUSE = 16, 3, 0.3
# The cases of a short run. The others are like one of these.
SLICE = {
    "one scene",
    "shards, a circle that reaches all",
    "the same, 7 partitions",
    "one city, shards",
    "first, shards",
    "nearest, shards",
    "killed, shards: reading",
}
ASK: dict[str, Callable[..., DataFrame]] = {
    "hits": carom.spark.hits,
    "first": carom.spark.first,
    "nearest": carom.spark.nearest,
}


@dataclass(frozen=True)
class Case:
    """A question, and how Spark shall answer it."""

    name: str
    command: str
    rows: str
    walls: str
    keywords: dict[str, Any] = field(default_factory=dict)
    tool: tuple[str, ...] = ()
    kill: str = ""
    """A worker is killed while tasks end that read the circles ("source") or write the answer ("sink")."""
    partitions: int = 0


def make_data(folder: Path, size: int) -> None:
    """The tables. `size` is the number of rows of the larger ones, a tenth that of the others."""
    small = size // 10
    town, country = roads.Country(small), roads.Country(size)
    roads.write(roads.walls(town), folder / "few_walls")
    roads.write(roads.circles(size, town), folder / "many_circles")
    roads.write(roads.circles(small, country, one_city=True), folder / "city_circles")
    roads.write(roads.movers(small, country), folder / "movers")
    some = roads.circles(small, country)
    some["r"][0] = 10_000_000.0
    roads.write(some, folder / "circles_and_giant")
    # Every hundredth wall is thick. The last three are a ray and two lines.
    walls = roads.walls(country)
    thickness = np.where(np.arange(size) % 100 == 7, 2.25, 0.0)
    extent = np.full(size, "segment", dtype=object)
    extent[-3:] = "ray", "line", "line"
    roads.write({**walls, "wr": thickness, "extent": extent}, folder / "many_walls")


def cases(size: int) -> list[Case]:
    """All cases with two workers."""
    shards = {"walls_per_shard": max(size // 40, 100)}
    one = {"walls_per_shard": size}
    return [
        Case("one scene", "hits", "many_circles", "few_walls"),
        Case("one scene, 1 partition", "hits", "many_circles", "few_walls", partitions=1),
        Case("one scene, 20 partitions", "hits", "many_circles", "few_walls", partitions=20),
        Case("shards, a circle that reaches all", "hits", "circles_and_giant", "many_walls", shards),
        Case("the same, 7 partitions", "hits", "circles_and_giant", "many_walls", shards, partitions=7),
        Case("the same, one scene", "hits", "circles_and_giant", "many_walls", one),
        Case("one city, shards", "hits", "city_circles", "many_walls", shards),
        Case("one city, one scene", "hits", "city_circles", "many_walls", one),
        Case("first, one scene", "first", "movers", "many_walls", one),
        Case("first, shards", "first", "movers", "many_walls", shards),
        Case("nearest, one scene", "nearest", "city_circles", "many_walls", {"k": 3, **one}, ("--k", "3")),
        Case("nearest, shards", "nearest", "city_circles", "many_walls", {"k": 3, **shards}, ("--k", "3")),
    ]


def kills(size: int) -> list[Case]:
    """Cases in which a worker is killed: each has a cluster of its own."""
    shards = {"walls_per_shard": max(size // 40, 100)}
    return [
        Case("killed, one scene", "hits", "many_circles", "few_walls", kill="source"),
        Case("killed, shards: reading", "hits", "circles_and_giant", "many_walls", shards, kill="source"),
        Case("killed, shards: writing", "hits", "circles_and_giant", "many_walls", shards, kill="sink"),
        Case("killed, nearest", "nearest", "city_circles", "many_walls", {"k": 3, **shards}, ("--k", "3"), "sink"),
    ]


class Proof:
    """Runs cases and keeps what they showed."""

    def __init__(self, folder: Path, tool: Path) -> None:
        self.folder, self.tool = folder, tool
        self.truths: dict[tuple[str, ...], tuple[int, str]] = {}
        self.results: list[dict[str, Any]] = []

    @contextmanager
    def spark(self, workers: int, memory: str) -> Iterator[tuple[Cluster, SparkSession]]:
        """A cluster and a session on it."""
        logs = self.folder / "events"
        logs.mkdir(exist_ok=True)
        work = self.folder / "cluster"
        shutil.rmtree(work, ignore_errors=True)
        with Cluster(work, workers, memory) as cluster:
            builder = SparkSession.builder.master(cluster.url).appName("proof")
            for name, value in settings(memory, logs).items():
                builder = builder.config(name, value)
            session = builder.getOrCreate()
            session.sparkContext.setLogLevel("OFF")
            try:
                yield cluster, session
            finally:
                session.stop()

    def run(self, case: Case, cluster: Cluster, session: SparkSession) -> dict[str, Any]:
        """Answers a case, and compares the digests. Returns what it showed."""
        output, done = self.folder / "answer", self.folder / "done"
        shutil.rmtree(done, ignore_errors=True)
        done.mkdir()
        begin = time.monotonic()
        with MemoryWatch() as memory:
            job = Job(lambda: self.ask(case, session, done).write.mode("overwrite").parquet(str(output)))
            shown = self.kill(cluster, job, done) if case.kill else {}
            job.result()
        seconds = time.monotonic() - begin
        rows, spark = digest.of_spark(output, case.command)
        expected_rows, expected = self.truth(case)
        result = {"case": case.name, "workers": cluster.count, "rows": rows, "digest": spark, "seconds": seconds}
        result |= {"python_bytes": memory.peak, **shown}
        self.results.append(result)
        if spark != expected or rows != expected_rows:
            raise SystemExit(f"{case.name}: {rows} rows with the digest {spark}; the tool: {expected_rows}, {expected}")
        if memory.peak > (limit := self.memory_limit(case)):
            raise SystemExit(f"{case.name}: a Python worker took {memory.peak / 1e6:.0f} MB, must be {limit / 1e6:.0f}")
        text = f"{case.name}: {rows:,} rows, {spark[:12]}, {seconds:.1f} s, Python {memory.peak / 1e6:.0f} MB"
        print(text, flush=True)
        return result

    def ask(self, case: Case, session: SparkSession, done: Path) -> DataFrame:
        """The answer as a DataFrame, not yet computed."""
        files = [str(self.folder / f"{name}.parquet") for name in (case.rows, case.walls)]
        circles, walls = map(session.read.parquet, files)
        if case.partitions:
            circles, walls = circles.repartition(case.partitions), walls.repartition(case.partitions)
        if case.kill == "source":
            circles = circles.repartition(TASKS)
            circles = circles.mapInArrow(pausing(str(done)), circles.schema)
        answer = ASK[case.command](circles, walls, **case.keywords)
        if case.kill == "sink":
            answer = answer.repartition(TASKS, answer.columns[0])
            answer = answer.mapInArrow(pausing(str(done)), answer.schema)
        return answer

    def kill(self, cluster: Cluster, job: "Job", done: Path) -> dict[str, Any]:
        """Kills a worker as soon as some tasks have ended."""
        while len(list(done.iterdir())) < ENOUGH:
            if job.ended():
                job.result()
                raise SystemExit("the job ended before a worker could be killed")
            time.sleep(0.01)
        before, at = len(list(done.iterdir())), time.time()
        executors = cluster.kill_worker(0)
        if not executors or job.ended():
            raise SystemExit("there was no executor to kill in the middle of the job")
        return {"killed_at": at, "tasks_before": before}

    def truth(self, case: Case) -> tuple[int, str]:
        """What the tool answers."""
        key = (case.command, case.rows, case.walls, *case.tool)
        if key not in self.truths:
            files = self.folder / f"{case.rows}.csv", self.folder / f"{case.walls}.csv"
            output = self.folder / "answer.csv"
            self.truths[key] = digest.of_tool(self.tool, case.command, *files, output, *case.tool)
        return self.truths[key]

    def memory_limit(self, case: Case) -> float:
        """The bytes that a Python worker may take: for the packages, the walls, and the pairs held at a time."""
        files = pyarrow.parquet.ParquetDataset(self.folder / f"{case.walls}.parquet").fragments
        walls = min(sum(file.count_rows() for file in files), case.keywords.get("walls_per_shard", 10**12))
        # Who cuts walls or circles into shards also holds the rows of a packed piece, twice.
        packed = 2 * 49 * 524_288 if "walls_per_shard" in case.keywords else 0
        return 300e6 + 170 * walls + 50 * max(walls, 1_000_000) + packed

    def check_kill(self, result: dict[str, Any], application: str) -> None:
        """The event log shows that a worker was lost in the middle of the job."""
        log = Log(self.folder / "events", application)
        at = result["killed_at"] * 1000
        finished = log.finished_tasks()
        shown = {
            "tasks before": sum(time < at for time in finished),
            "tasks after": sum(time > at for time in finished),
            "lost tasks": log.lost_tasks(),
            "removed executors": sum(time > at for time in log.removed_executors()),
        }
        result |= shown
        print("    " + ", ".join(f"{name} {count}" for name, count in shown.items()), flush=True)
        if not all(shown.values()):
            raise SystemExit(f"{result['case']}: the event log does not show a worker lost in the middle: {shown}")


class Job:
    """A call on a thread of its own."""

    def __init__(self, call: Callable[[], None]) -> None:
        self._error: BaseException | None = None
        self._thread = threading.Thread(target=self._run, args=(call,), daemon=True)
        self._thread.start()

    def _run(self, call: Callable[[], None]) -> None:
        try:
            call()
        except BaseException as error:
            self._error = error

    def ended(self) -> bool:
        """Whether the call has returned."""
        return not self._thread.is_alive()

    def result(self) -> None:
        """Waits for the end of the call, and raises its error."""
        self._thread.join()
        if self._error is not None:
            raise self._error


def pausing(folder: str) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """For mapInArrow: passes on all rows, pauses, and leaves a file for each task that ends."""
    pause = PAUSE

    def passed(batches: Iterator[Any]) -> Iterator[Any]:
        import time
        from pathlib import Path

        from pyspark import TaskContext

        yield from batches
        time.sleep(pause)
        context = TaskContext.get()
        (Path(folder) / f"{context.partitionId()}-{context.taskAttemptId()}").touch()

    return passed


def settings(memory: str, logs: Path) -> dict[str, Any]:
    """The settings of a session."""
    return {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.memory": "2g",
        "spark.executor.memory": memory,
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        **EVENT_LOG,
        "spark.eventLog.dir": logs.as_uri(),
        "spark.sql.shuffle.partitions": TASKS,
        "spark.sql.adaptive.coalescePartitions.enabled": "false",
        # A lost worker is noticed by its closed connections. Attempts to fetch from it end soon.
        "spark.shuffle.io.maxRetries": "1",
        "spark.shuffle.io.retryWait": "1s",
    }


def main() -> None:
    parser = argparse.ArgumentParser(description="Compares carom.spark on a cluster with the tool")
    parser.add_argument("tool", type=Path)
    parser.add_argument("folder", type=Path, help="for the data and what happened")
    parser.add_argument("--size", type=int, default=100_000, help="rows of the larger table; the other has a tenth")
    parser.add_argument("--memory", default="1g", help="of each executor, without its Python worker")
    parser.add_argument("--only", default="", help="only cases with this text in their name")
    parser.add_argument("--slice", action="store_true", help="only the cases of a short run")
    options = parser.parse_args()
    # The cluster ends also if a time limit ends this program.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("proof.py: ended by a signal"))
    os.environ["PYSPARK_PYTHON"] = sys.executable
    options.folder.mkdir(parents=True, exist_ok=True)
    shutil.rmtree(options.folder / "events", ignore_errors=True)
    make_data(options.folder, options.size)
    proof = Proof(options.folder.resolve(), options.tool.resolve())

    def is_wanted(case: Case) -> bool:
        return options.only in case.name and (case.name in SLICE or not options.slice)

    wanted = list(filter(is_wanted, cases(options.size)))
    for workers in (2,) if options.slice else (2, 1):
        with proof.spark(workers, options.memory) as (cluster, session):
            for case in wanted if workers == 2 else wanted[:1] + wanted[3:4]:
                proof.run(case, cluster, session)
    for case in filter(is_wanted, kills(options.size)):
        with proof.spark(2, options.memory) as (cluster, session):
            application = session.sparkContext.applicationId
            result = proof.run(case, cluster, session)
        proof.check_kill(result, application)
    (options.folder / "results.json").write_text(json.dumps(proof.results, indent=1) + "\n", encoding="utf-8")
    peak = max(result["python_bytes"] for result in proof.results)
    print(f"{len(proof.results)} answers equal those of the tool; largest Python worker {peak / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
