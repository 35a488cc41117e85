"""Scenes in several Python threads and after a fork. Room: tests."""

import os
import subprocess
import sys
import textwrap
import threading

import carom
import numpy as np
import pytest
from conftest import assert_same
from scene_cases import float_walls

RANDOM = np.random.default_rng(1)
CX, CY = RANDOM.random((2, 5000))


def answers(scene):
    return (
        *scene.hits(CX, CY, 0.01),
        *scene.nearest(CX, CY, 0.01, k=2),
        *scene.first(CX, CY, 0.001, 0.1, 0.2),
        scene.touches(CX, CY, 0.01),
    )


def run_all(*functions):
    """Runs functions in threads, and raises what one of them raises."""
    problems = []

    def run(function):
        try:
            function()
        except BaseException as problem:
            problems.append(problem)

    running = [threading.Thread(target=run, args=(function,)) for function in functions]
    for thread in running:
        thread.start()
    for thread in running:
        thread.join()
    if problems:
        raise problems[0]


def test_one_scene_in_many_threads(threads):
    threads(2)
    scene = carom.Scene(*float_walls(6000, 2))
    expected = answers(scene)

    def ask():
        for _ in range(5):
            assert_same(answers(scene), expected)

    run_all(*[ask] * 6)


def test_edits_and_queries_in_threads():
    walls = float_walls(6000, 3)
    scene = carom.DynamicScene(*walls)
    ended = threading.Event()
    refused = []

    def ask():
        # The pause leaves a moment for edits.
        while not ended.wait(0.001):
            try:
                hits = scene.hits(CX[:1000], CY[:1000], 0.01)
                assert (np.diff(hits.circle) >= 0).all()
            except RuntimeError as error:
                refused.append(str(error))

    def edit():
        try:
            done = 0
            while done < 10:
                try:
                    scene.move_many(np.arange(6000), *walls)
                    scene.remove(scene.insert(0.5, 0.5, 0.6, 0.6))
                    done += 1
                except RuntimeError as error:
                    refused.append(str(error))
        finally:
            ended.set()

    run_all(ask, ask, edit)
    assert set(refused) <= {
        "hits(): another thread is editing the scene",
        *(
            f"{name}(): a query of the scene is running; edit it when the query has ended"
            for name in ("move_many", "insert", "remove")
        ),
    }
    # A wall may be left: its insertion was followed by a refused removal.
    extra = scene.ids()[6000:]
    scene.remove(extra)
    assert_same(scene.walls(), walls)


def test_arrays_that_change_during_a_query(threads):
    threads(2)
    scene = carom.Scene(*float_walls(6000, 4))
    cx, r = CX.copy(), np.full_like(CX, 0.01)
    ended, messages = threading.Event(), set()

    def disturb():
        while not ended.is_set():
            r[:] = RANDOM.choice([0.0, 0.3, np.nan, np.inf, -1.0], len(r))
            cx[::2] = RANDOM.random(len(cx[::2]))

    def ask():
        try:
            for _ in range(20):
                for query in (scene.hits, scene.count, scene.touches, scene.nearest):
                    try:
                        query(cx, CY, r)
                    except ValueError as error:
                        messages.add(str(error).partition(" is ")[2])
        finally:
            ended.set()

    run_all(ask, disturb)
    assert messages <= {f"{value}, must be finite and at least 0" for value in ("nan", "inf", "-1.0")}


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
def test_fork():
    # In a process of its own: it has no other threads.
    program = """
        import os, sys
        import numpy as np
        import carom
        carom.set_threads(2)
        x = np.linspace(0, 1, 5000)
        scene, dynamic = carom.Scene(x, 0, x, 1), carom.DynamicScene(x, 0, x, 1)
        expected = scene.hits(x, 0.5, 0.001)
        child = os.fork()
        for one in (scene, dynamic):
            again = one.hits(x, 0.5, 0.001)
            assert (again.wall == expected.wall).all()
        dynamic.remove(3)
        if child == 0:
            os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        print("good")
    """
    done = subprocess.run([sys.executable, "-c", textwrap.dedent(program)], capture_output=True, text=True, timeout=100)
    assert done.stdout == "good\n", done.stderr
