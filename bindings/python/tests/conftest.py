"""What the tests of all parts share. Room: tests."""

import inspect
import os

import carom
import numpy as np
import pytest
from hypothesis import HealthCheck, settings


def case_count(by_default):
    """The number of random cases: CAROM_TEST_CASES, or that percentage of the default, as in the C tests."""
    text = os.environ.get("CAROM_TEST_CASES", "100%")
    return max(1, int(text[:-1]) * by_default // 100) if text.endswith("%") else int(text)


settings.register_profile(
    "carom",
    max_examples=case_count(300),
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    print_blob=True,
)
settings.load_profile("carom")


def pytest_configure(config):
    config.addinivalue_line("filterwarnings", "error")


OPERATIONS = sorted(carom.ufuncs.__all__)
"""The names of all operations."""


def parameters(name):
    """The parameters of an operation by name, without the keywords of the ufunc."""
    signature = inspect.signature(getattr(carom, name))
    return {key: p for key, p in signature.parameters.items() if p.kind is not p.VAR_KEYWORD}


WORDS = {
    "extent": ["segment", "ray", "line"],
    "rule": ["closed", "open", "ring"],
    "response": ["stop", "slide", "bounce", "pass"],
    "hits_only": [False, True],
}


def words_of(argument):
    """The words or truth values that an argument takes, or None if it takes numbers."""
    return WORDS.get(argument.rstrip("2"))


def random_columns(name, count, seed=7):
    """Arguments for an operation: columns of small integers and codes, with many ties among them."""
    random = np.random.default_rng(seed)
    columns = []
    for argument in parameters(name):
        words = words_of(argument)
        if words is not None:
            columns.append(random.integers(0, len(words), count).astype(np.uint8))
        elif argument in ("r", "wr", "r2", "wr2", "gap", "length", "reach", "tolerance"):
            columns.append(random.integers(0, 6, count).astype(float))
        elif argument.startswith(("restitution", "friction", "inverse")):
            columns.append(random.integers(0, 3, count) / 2)
        else:
            columns.append(random.integers(-9, 10, count).astype(float))
    return columns


def plain(value):
    """A number of NumPy as a plain one."""
    return value.item()


def plain_rows(name, count):
    """Rows of random_columns, of plain numbers."""
    return list(zip(*([plain(x) for x in column] for column in random_columns(name, count)), strict=True))


def fields(answer):
    """The arrays or numbers of an answer: one or several."""
    return answer if isinstance(answer, tuple) else (answer,)


def bits(array):
    """The bytes of an array, with one NaN for all NaNs."""
    array = np.ascontiguousarray(array)
    if array.dtype.kind == "f":
        array = np.where(np.isnan(array), np.nan, array)
    return array.dtype.str, array.shape, array.tobytes()


def assert_same(one, other):
    """Checks that two answers are the same, bit for bit."""
    one, other = fields(one), fields(other)
    assert len(one) == len(other)
    for p, q in zip(one, other, strict=True):
        assert bits(p) == bits(q)


@pytest.fixture
def threads():
    """Restores the number of threads after a test that changes it."""
    before = carom.get_threads()
    yield carom.set_threads
    carom.set_threads(before)
