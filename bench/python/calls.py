"""What a call costs: one circle and one wall, arrays next to a loop in C, one thread next to two. Room: bench."""

import ctypes
import timeit
from collections.abc import Callable
from pathlib import Path
from typing import Any

import carom
import numpy as np
import pymunk
import shapely
from data import random_map
from timing import medians, one_processor, say

# Pairs of a circle and a wall for calls with plain numbers.
CALLS = 100_000


def plain_numbers(rounds: int) -> dict[str, float]:
    """Nanoseconds of one call with plain numbers, by peer."""
    body = pymunk.Body(body_type=pymunk.Body.STATIC)
    segment = pymunk.Segment(body, (0, 0), (40, 0), 2)
    space = pymunk.Space()
    space.add(body, segment)
    segment.cache_bb()
    names: dict[str, Any] = {
        "carom": carom,
        "shapely": shapely,
        "segment": segment,
        "space": space,
        "point": shapely.Point(10.0, 6.5),
        "line": shapely.LineString([(0.0, 0.0), (40.0, 0.0)]),
    }
    calls = {
        "Carom `relate`": "carom.relate(10.0, 6.5, 5.0, 0.0, 0.0, 40.0, 0.0, 2.0)",
        "Carom `contact`": "carom.contact(10.0, 6.5, 5.0, 0.0, 0.0, 40.0, 0.0, 2.0)",
        "Carom `sweep`": "carom.sweep(10.0, 27.0, 5.0, 20.0, -30.0, 0.0, 0.0, 40.0, 0.0, 2.0)",
        "shapely `dwithin`, objects at hand": "shapely.dwithin(point, line, 7.0)",
        "pymunk `Segment.point_query`, objects at hand": "segment.point_query((10.0, 6.5))",
    }
    # timeit's own loop adds some nanoseconds.
    timers = {name: timeit.Timer(call, globals=names) for name, call in calls.items()}
    loops = {name: (lambda timer=timer: timer.timeit(CALLS)) for name, timer in timers.items()}
    with one_processor():
        times = medians("plain numbers", loops, rounds)
    return {name: 1e9 * value / CALLS for name, value in times.items()}


# What is measured on one thread and on two, by turns. Both may use all processors.
THREADED = [(name, threads) for name in ("touches", "relate", "contact") for threads in (1, 2)]


def threaded(call: Callable[[], object], threads: int) -> Callable[[], None]:
    """The call on a number of threads."""

    def run() -> None:
        carom.set_threads(threads)
        call()

    return run


class Columns(ctypes.Structure):
    """The struct columns of loops.c."""

    _fields_ = [(name, ctypes.POINTER(ctypes.c_double)) for name in ("cx", "cy", "r", "ax", "ay", "bx", "by")]


def arrays(rows: int, rounds: int, library: Path) -> dict[str, dict[str, float]]:
    """Nanoseconds a row: in C, the ufunc on one thread and on two."""
    say(f"arrays: {rows:,} rows")
    data = random_map(rows, rows)
    # The circle is near its wall: the map would hardly ever pair them.
    ax, ay, bx, by = data.walls
    r = data.circles[2]
    columns = [(ax + bx) / 2 + r * np.cos(ax), (ay + by) / 2 + r * np.sin(ay), r, ax, ay, bx, by]
    pointers = Columns(*(column.ctypes.data_as(ctypes.POINTER(ctypes.c_double)) for column in columns))
    loops = ctypes.CDLL(str(library))
    relations, truths = np.empty(rows, np.int8), np.empty(rows, np.bool_)
    codes, numbers = np.empty((2, rows), np.int8), np.empty((6, rows))
    outs = (codes[0], codes[1], *numbers)
    count = ctypes.c_ssize_t(rows)

    def addresses(*columns: np.ndarray) -> list[ctypes.c_void_p]:
        return [ctypes.c_void_p(column.ctypes.data) for column in columns]

    touches, relate, contact = carom.ufuncs.touches, carom.ufuncs.relate, carom.ufuncs.contact
    rest = (0.0, np.uint8(0))
    closed = np.uint8(0)
    one = {
        "touches in C": lambda: loops.touches_rows(ctypes.byref(pointers), count, *addresses(truths)),
        "touches": lambda: touches(*columns, *rest, closed, truths),
        "relate in C": lambda: loops.relate_rows(ctypes.byref(pointers), count, *addresses(relations)),
        "relate": lambda: relate(*columns, *rest, relations),
        "contact in C": lambda: loops.contact_rows(ctypes.byref(pointers), count, *addresses(codes, numbers)),
        "contact": lambda: contact(*columns, *rest, *outs),
    }
    for call in one.values():  # writes to all memory once
        call()
    loops.contact_rows(ctypes.byref(pointers), count, *addresses(codes, numbers))
    loops.relate_rows(ctypes.byref(pointers), count, *addresses(relations))
    loops.touches_rows(ctypes.byref(pointers), count, *addresses(truths))
    for mine, theirs in zip(contact(*columns, *rest), outs, strict=True):
        if mine.tobytes() != theirs.tobytes():
            raise SystemExit("arrays: the ufunc and the loop in C differ")
    if (
        relate(*columns, *rest).tobytes() != relations.tobytes()
        or touches(*columns, *rest, closed).tobytes() != truths.tobytes()
    ):
        raise SystemExit("arrays: the ufunc and the loop in C differ")
    carom.set_threads(1)
    with one_processor():
        times = medians("arrays", one, rounds)
    times |= medians("arrays, threads", {f"{n} threads {t}": threaded(one[n], t) for n, t in THREADED}, rounds)
    return {name: 1e9 * value / rows for name, value in times.items()}
