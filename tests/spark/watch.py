"""What happened during a job: the memory of the Python workers, and the event log of Spark. Room: tests."""

import json
import os
import threading
from pathlib import Path
from types import TracebackType
from typing import Any, Self

import psutil

EVENT_LOG = {
    "spark.eventLog.enabled": "true",
    "spark.eventLog.rolling.enabled": "false",
    "spark.eventLog.compress": "false",
}
"""The settings of an event log that `Log` can read. spark.eventLog.dir is its folder."""


class MemoryWatch:
    """The largest peak of resident memory among the Python workers below this process, in bytes.

    The peak of a process is kept by the kernel (VmHWM), so a worker needs to be seen only once after it. A worker stays
    alive between tasks.
    """

    def __init__(self) -> None:
        self.peak = 0
        self._end = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._end.set()
        self._thread.join()
        self.look()

    def look(self) -> None:
        """Looks at all Python workers."""
        for process in psutil.Process(os.getpid()).children(recursive=True):
            try:
                if "pyspark.daemon" in process.cmdline():
                    self.peak = max(self.peak, high_water(process.pid))
            except (psutil.Error, OSError):
                continue

    def _watch(self) -> None:
        while not self._end.wait(0.1):
            self.look()


def high_water(process: int) -> int:
    """The peak of the resident memory of a process, in bytes."""
    for line in Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) * 1024
    return 0


class Log:
    """The event log of an application."""

    def __init__(self, folder: Path, application: str) -> None:
        path = next(folder.glob(f"{application}*"))
        lines = path.read_text(encoding="utf-8").splitlines()
        self.events: list[dict[str, Any]] = [json.loads(line) for line in lines]

    def of(self, name: str) -> list[dict[str, Any]]:
        """The events of a name."""
        return [event for event in self.events if event["Event"] == f"SparkListener{name}"]

    def finished_tasks(self) -> list[int]:
        """When each task that succeeded ended, in milliseconds since 1970."""
        ends = [event for event in self.of("TaskEnd") if event["Task End Reason"]["Reason"] == "Success"]
        return [event["Task Info"]["Finish Time"] for event in ends]

    def lost_tasks(self) -> int:
        """How many tasks were lost with their executor."""
        reasons = [event["Task End Reason"]["Reason"] for event in self.of("TaskEnd")]
        return reasons.count("ExecutorLostFailure")

    def removed_executors(self) -> list[int]:
        """When each executor was removed, in milliseconds since 1970."""
        return [event["Timestamp"] for event in self.of("ExecutorRemoved")]

    def metric(self, *names: str) -> int:
        """The sum over all tasks of a metric, by the names in the log."""
        total = 0
        for event in self.of("TaskEnd"):
            value: Any = event.get("Task Metrics") or {}
            for name in names:
                value = value.get(name, {})
            total += value or 0
        return total
