"""A standalone Spark cluster on this machine: a master and workers of one core each. Room: tests.

All processes are children of this one, on ports that the system chooses. They end with the `with` block, however it
ends.
"""

import contextlib
import os
import re
import subprocess
import time
from pathlib import Path
from types import TracebackType
from typing import Self

import psutil
import pyspark

# Seconds until a part of Spark must have started. A loaded machine may be slow; a hang must end.
START_LIMIT = 180


class Cluster:
    """A master and workers."""

    def __init__(self, folder: Path, workers: int, memory: str) -> None:
        """`memory` is that of each worker, and so of its one executor."""
        self.folder, self.memory, self.count = folder, memory, workers
        self.processes: list[subprocess.Popen[bytes]] = []

    def __enter__(self) -> Self:
        self.folder.mkdir(parents=True, exist_ok=True)
        try:
            self.url = self._start("master", ["--webui-port", "0"], r"Starting Spark master at (spark://\S+)")
            options = ["--webui-port", "0", "--cores", "1", "--memory", self.memory]
            self.workers = []
            for number in range(self.count):
                work = ["--work-dir", str(self.folder / f"worker{number}"), self.url]
                self._start(f"worker{number}", [*options, *work], r"Successfully registered with master")
                self.workers.append(self.processes[-1])
        except BaseException:
            self.stop()
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def kill_worker(self, number: int) -> list[int]:
        """Kills a worker, its executor and its Python processes by SIGKILL. Returns the ids of the executors."""
        worker = self.workers[number]
        family = psutil.Process(worker.pid).children(recursive=True)
        executors = [process.pid for process in family if is_executor(process)]
        worker.kill()
        for process in family:
            with contextlib.suppress(psutil.NoSuchProcess):
                process.kill()
        worker.wait()
        return executors

    def stop(self) -> None:
        """Ends all processes, the workers first."""
        for process in reversed(self.processes):
            family = [psutil.Process(process.pid)] if process.poll() is None else []
            family += family[0].children(recursive=True) if family else []
            for one in family:
                with contextlib.suppress(psutil.NoSuchProcess):
                    one.kill()
            process.wait()
        self.processes = []

    def _start(self, name: str, options: list[str], sign: str) -> str:
        """Starts a part of the cluster, and waits for the line of its log that says it is ready."""
        log = self.folder / f"{name}.log"
        kind = "master.Master" if name == "master" else "worker.Worker"
        home = Path(pyspark.__file__).parent
        command = [str(home / "bin/spark-class"), f"org.apache.spark.deploy.{kind}"]
        command += ["--host", "127.0.0.1", "--port", "0", *options]
        environment = {**os.environ, "SPARK_HOME": str(home), "SPARK_LOCAL_IP": "127.0.0.1"}
        with log.open("wb") as out:
            process = subprocess.Popen(command, stdout=out, stderr=subprocess.STDOUT, env=environment)
        self.processes.append(process)
        limit = time.monotonic() + START_LIMIT
        while (found := re.search(sign, log.read_text(encoding="utf-8", errors="replace"))) is None:
            if process.poll() is not None or time.monotonic() > limit:
                raise RuntimeError(f"the {name} of Spark did not start:\n{log.read_text(encoding='utf-8')}")
            time.sleep(0.05)
        return found.group(found.lastindex or 0)


def is_executor(process: psutil.Process) -> bool:
    """Whether a process is the executor of a worker."""
    try:
        return any("CoarseGrainedExecutorBackend" in word for word in process.cmdline())
    except psutil.Error:
        return False
