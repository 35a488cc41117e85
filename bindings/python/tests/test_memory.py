"""No memory is lost in many calls. Room: tests."""

import copy
import gc
import os
import sys

import carom
import numpy as np
import pytest
from conftest import OPERATIONS, random_columns


def resident():
    """The memory of this process in bytes."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


SMALL = carom.Scene([0, 0, 4], [0, 0, 0], [4, 0, 4], [0, 3, 3])
DYNAMIC = carom.DynamicScene(*SMALL.walls())
TEN = np.arange(10.0)


def fail(call):
    with pytest.raises((ValueError, TypeError)):
        call()


REPEATED = {
    "hits": (lambda: SMALL.hits(1.0, 1.0, 1.0), 60_000),
    "hits of arrays": (lambda: SMALL.hits(TEN, [1] * 10, 1, csr=True), 30_000),
    "nearest": (lambda: SMALL.nearest(TEN, 1.0, 1.0, k=20), 30_000),
    "first": (lambda: SMALL.first(TEN, 1.0, 1.0, 0, 5), 30_000),
    "first of numbers": (lambda: SMALL.first(1.0, 1.0, 1.0, 0.0, 5.0), 60_000),
    "sweep_all and fan": (lambda: (SMALL.sweep_all(TEN, 5, 1, 0, -9), SMALL.fan(1, 1, 0, TEN, 1)), 20_000),
    "counts": (lambda: (SMALL.count(TEN, 1, 1, 1, True), SMALL.touches(1, 1, 1), SMALL.in_box(0, 0, 1, 1)), 20_000),
    "accept": (lambda: SMALL.hits(1, 1, 1, accept=lambda i, w: True), 20_000),
    "scenes": (lambda: carom.Scene(*SMALL.walls()), 20_000),
    "bytes": (lambda: carom.Scene.from_bytes(SMALL.to_bytes()).walls([1]), 20_000),
    "dynamic scenes": (lambda: carom.DynamicScene(*SMALL.walls()), 10_000),
    "edits": (lambda: DYNAMIC.remove(DYNAMIC.insert([0, 1], 0, 1, 1)), 30_000),
    "moves": (lambda: (DYNAMIC.move([0, 1], 0, 0, 1, 1), DYNAMIC.walls(1), DYNAMIC.ids()), 20_000),
    "errors": (lambda: fail(lambda: SMALL.hits([1, np.nan], TEN[:2], "x")), 3_000),
    "errors of arrays": (lambda: fail(lambda: SMALL.hits(TEN[:2], TEN[:3], 1)), 3_000),
    "errors of bytes": (lambda: fail(lambda: carom.Scene.from_bytes(b"CaromSc\n" * 100)), 3_000),
    "errors of edits": (lambda: fail(lambda: DYNAMIC.remove([0, 0])), 3_000),
}


WALLS = {"ax": [0, 10], "ay": [0, 0], "bx": [10, 10], "by": [0, 10]}
MOVER = carom.Mover(SMALL, x=TEN, y=9, r=0.1, vx=0, vy=-1)
CROWD = carom.Crowd(SMALL, x=TEN, y=9, r=0.1, vx=0, vy=-1)
ASKING = carom.Crowd(SMALL, [1, 3], 1, 0.5, [9, -9], 0, respond=lambda c: "bounce", respond_balls=lambda c: "stop")
FAILING = carom.Crowd(SMALL, [1, 3], 1, 0.5, [9, -9], 0, respond_balls=lambda c: "no")
START = ASKING.save()

REPEATED |= {
    "move_ball": (lambda: carom.move_ball(WALLS, x=5, y=5, r=1, vx=10, vy=-8, time=1.0), 5_000),
    "bytes of crowds": (lambda: (CROWD.load(CROWD.save()), copy.copy(CROWD)), 2_000),
    "edits of crowds": (lambda: (CROWD.add(40, 9, 0.1), CROWD.remove(10), CROWD.wake(0), CROWD.asleep), 3_000),
    "functions of crowds": (lambda: ASKING.load(ASKING.step(0.1) and START), 3_000),
    "errors of functions": (lambda: fail(lambda: FAILING.step(0.1)), 2_000),
    "errors of crowds": (lambda: fail(lambda: CROWD.load(START[:-1])), 3_000),
    "steps": (lambda: (MOVER.step(0.01, events=True), CROWD.step(0.01, events=True)), 5_000),
}


def assert_no_leak(call, count):
    for _ in range(count // 10):
        call()
    gc.collect()
    before, blocks = resident(), sys.getallocatedblocks()
    for _ in range(count):
        call()
    gc.collect()
    # One object or block in each second call is a leak.
    assert sys.getallocatedblocks() - blocks < count // 2
    # What Python does not count. Other allocations of the process stay below this margin.
    assert resident() - before < max(16 * count, 400_000)


def test_a_leak_of_one_object_is_found():
    kept = []
    with pytest.raises(AssertionError):
        assert_no_leak(lambda: kept.append(object()), CALLS)


@pytest.mark.parametrize("name", REPEATED)
def test_no_leak(name):
    assert_no_leak(*REPEATED[name])


# A million calls with numbers in all, and a million with arrays.
CALLS = 1_000_000 // len(OPERATIONS)


@pytest.mark.parametrize("name", OPERATIONS)
def test_no_leak_of_operations(name):
    function, columns = getattr(carom, name), random_columns(name, 1)
    row = [column.item() for column in columns]
    assert_no_leak(lambda: function(*row), CALLS)
    assert_no_leak(lambda: function(*columns), CALLS)


@pytest.mark.parametrize("name", OPERATIONS)
def test_no_leak_of_errors(name):
    function, row = getattr(carom, name), [column.item() for column in random_columns(name, 1)]
    assert_no_leak(lambda: fail(lambda: function("x", *row[1:])), 3_000)
