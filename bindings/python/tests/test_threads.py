"""Threads: those of one call, and calls from several threads at once. The answers never change."""

import threading
from collections.abc import Iterator

import carom
import numpy as np
import pytest
from numpy.typing import NDArray

ROWS = 100_000  # several tasks of the loops


@pytest.fixture(autouse=True)
def _same_limit_afterwards() -> Iterator[None]:
    limit = carom.get_threads()
    yield
    carom.set_threads(limit)


def make_columns(seed: int) -> list[NDArray[np.float64]]:
    """Circles and walls on a coarse grid, where many touch exactly."""
    random = np.random.default_rng(seed)
    columns = [random.integers(-8, 9, ROWS).astype(float) for _ in range(7)]
    columns[2] = abs(columns[2])
    return columns


@pytest.mark.parametrize("threads", [1, 2, 3, 7, 256])
def test_threads_do_not_change_answers(threads: int) -> None:
    columns = make_columns(1)
    carom.set_threads(1)
    relations, contacts = carom.relate(*columns), carom.contact(*columns)
    assert len(np.unique(relations)) == 5
    carom.set_threads(threads)
    assert carom.get_threads() == threads
    np.testing.assert_array_equal(carom.relate(*columns), relations)
    for one, many in zip(contacts, carom.contact(*columns), strict=True):
        assert one.tobytes() == many.tobytes()


def test_threads_write_results_of_any_stride() -> None:
    columns = make_columns(2)
    carom.set_threads(4)
    room = np.full(3 * ROWS, -1, np.int8)
    answer = carom.relate(*columns, out=room[::3])
    np.testing.assert_array_equal(answer, carom.relate(*columns))
    assert (room[1::3] == -1).all()
    assert (room[2::3] == -1).all()


@pytest.mark.parametrize("threads", [0, -1, 257, 2**40])
def test_a_wrong_number_of_threads_is_an_error(threads: int) -> None:
    with pytest.raises(ValueError, match=rf"threads is {threads}, must be 1 to 256"):
        carom.set_threads(threads)


def test_calls_from_several_threads_at_once() -> None:
    inputs = [make_columns(seed) for seed in range(4)]
    expected = [carom.relate(*columns) for columns in inputs]
    failures: list[int] = []

    def ask(which: int) -> None:
        for limit in (1, 2, 3):
            carom.set_threads(limit)
            if not np.array_equal(carom.relate(*inputs[which]), expected[which]):
                failures.append(which)
            number = carom.contact(0, which, 5, -10, 0, 10, 0).depth
            if number != 5 - which:
                failures.append(which)

    threads = [threading.Thread(target=ask, args=(which,)) for which in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
