"""Operations on arrays of other libraries, dask, xarray, pandas, through __array_ufunc__. Room: tests."""

import carom
import dask.array as da
import numpy as np
import pandas as pd
import pytest
import xarray as xr
from conftest import OPERATIONS, assert_same, bits, fields, parameters, random_columns, words_of

CODED = [name for name in OPERATIONS if any(map(words_of, parameters(name)))]


@pytest.mark.parametrize("name", OPERATIONS)
def test_dask(name):
    columns = random_columns(name, 60)
    function = getattr(carom, name)
    expected = fields(function(*columns))
    chunked = [da.from_array(column, chunks=17) for column in columns]
    first_only = [chunked[0], *columns[1:]]
    for given in (chunked, first_only):
        answer = function(*given)
        for p, q in zip(fields(answer), expected, strict=True):
            assert isinstance(p, da.Array)
            assert p.dtype == q.dtype
            assert bits(p.compute(scheduler="threads")) == bits(q)
        assert type(answer) is type(function(*columns)) or not isinstance(answer, tuple)


@pytest.mark.parametrize("name", CODED)
def test_dask_with_defaults_and_words(name):
    required = [a for a, p in parameters(name).items() if p.default is p.empty]
    columns = random_columns(name, 60)[: len(required)]
    expected = fields(getattr(carom, name)(*columns))
    chunked = [da.from_array(column, chunks=17) for column in columns]
    for p, q in zip(fields(getattr(carom, name)(*chunked)), expected, strict=True):
        assert bits(p.compute()) == bits(q)
    word = next(a for a in parameters(name) if words_of(a))
    named = {word: words_of(word)[1]}
    expected = fields(getattr(carom, name)(*columns, **named))
    for p, q in zip(fields(getattr(carom, name)(*chunked, **named)), expected, strict=True):
        assert bits(p.compute()) == bits(q)


@pytest.mark.parametrize("name", OPERATIONS)
def test_xarray(name):
    columns = random_columns(name, 6)
    function = getattr(carom, name)
    # The first argument runs along a dimension of its own.
    given = [xr.DataArray(c, dims="first" if i == 0 else "rest", attrs={"a": 1}) for i, c in enumerate(columns)]
    expected = fields(function(columns[0][:, None], *[c[None, :] for c in columns[1:]]))
    for p, q in zip(fields(function(*given)), expected, strict=True):
        assert isinstance(p, xr.DataArray)
        assert p.dims == ("first", "rest")
        assert bits(p.values) == bits(q)


def test_xarray_over_dask():
    data = xr.Dataset({"cx": ("ball", np.arange(100.0)), "cy": ("ball", np.arange(100.0) % 7)}).chunk(ball=30)
    depth = carom.contact(data.cx, data.cy, 3, 0, 0, 50, 0, extent="line").depth
    assert isinstance(depth.data, da.Array)
    assert_same(depth.values, 3 - np.arange(100.0) % 7)


def test_dask_with_other_chunks_and_shapes():
    columns = random_columns("contact", 60)
    columns = [column.reshape(4, 15) for column in columns]
    expected = carom.contact(*columns[:-1], columns[-1][0])
    chunked = [da.from_array(column, chunks=(2 + i % 2, 5 + 2 * (i % 3))) for i, column in enumerate(columns[:-1])]
    answer = carom.contact(*chunked, da.from_array(columns[-1][0], chunks=2))
    for p, q in zip(answer, expected, strict=True):
        assert bits(p.compute()) == bits(q)


@pytest.mark.parametrize("name", OPERATIONS)
def test_pandas(name):
    columns = random_columns(name, 6)
    index = pd.Index(list("abcdef"), name="ball")
    series = [pd.Series(column, index=index) for column in columns]
    expected = fields(getattr(carom, name)(*columns))
    for p, q in zip(fields(getattr(carom, name)(*series)), expected, strict=True):
        assert isinstance(p, pd.Series)
        assert p.index.equals(index)
        assert bits(p.to_numpy()) == bits(q)
    words = [pd.Series(words_of(a)) if words_of(a) else None for a in parameters(name)]
    series = [c if w is None else w[c].reset_index(drop=True) for w, c in zip(words, columns, strict=True)]
    assert_same(expected, tuple(np.asarray(p) for p in fields(getattr(carom, name)(*series))))


@pytest.mark.parametrize("kind", ["int64", "float64", "Int64", "Float64", "int64[pyarrow]", "double[pyarrow]"])
def test_pandas_of_other_kinds_with_several_results(kind):
    expected = carom.contact([1, 9], 3, 1, 0, 0, 4, 0)
    for make in (pd.Index, pd.Series, pd.array):
        given = make([1, 9], dtype=kind)
        for p, q in zip(carom.contact(given, 3, 1, 0, 0, 4, 0), expected, strict=True):
            assert np.asarray(p, q.dtype).tolist() == q.tolist()
    coded = carom.contact(1, 3, 1, 0, 0, 4, 0, extent=pd.Index([0, 1], dtype="uint8"))
    assert_same(tuple(coded), tuple(carom.contact(1, 3, 1, 0, 0, 4, 0, extent=[0, 1])))


def test_shapes_of_other_libraries_do_not_hide_errors():
    with pytest.raises(ValueError, match=r"shape|broadcast|dimension"):
        carom.relate(da.zeros(5), da.zeros(4), 1, 0, 0, 1, 0).compute()
    with pytest.raises(TypeError, match=r"the argument r must be a number"):
        carom.relate(da.zeros(5), 0, "one", 0, 0, 1, 0)
