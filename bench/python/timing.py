"""Medians over rounds in which the peers take turns, with the progress on a terminal; and the machine. Room: bench."""

import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path


def say(text: str) -> None:
    """What happens now, on standard error: one line that the next one replaces."""
    end = "\r" if sys.stderr.isatty() else "\n"
    print(f"\x1b[K{text}" if sys.stderr.isatty() else text, end=end, file=sys.stderr, flush=True)


@contextmanager
def one_processor() -> Iterator[None]:
    """Keeps this process on one processor, where the system can."""
    if not hasattr(os, "sched_setaffinity"):
        yield
        return
    processors = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {max(processors)})
    try:
        yield
    finally:
        os.sched_setaffinity(0, processors)


def seconds(call: Callable[[], object]) -> float:
    """The time of one call."""
    start = time.perf_counter()
    call()
    return time.perf_counter() - start


def medians(what: str, calls: dict[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """The median time of each call. In each round every call has its turn."""
    times: dict[str, list[float]] = {name: [] for name in calls}
    for i in range(rounds):
        for name, call in calls.items():
            say(f"{what}: round {i + 1} of {rounds}: {name}")
            times[name].append(seconds(call))
    return {name: statistics.median(values) for name, values in times.items()}


def processor() -> str:
    """The name of the processor, as Linux has it."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text(encoding="utf-8").splitlines() if info.exists() else []
    return next((line.partition(":")[2].strip() for line in lines if line.startswith("model name")), platform.machine())
