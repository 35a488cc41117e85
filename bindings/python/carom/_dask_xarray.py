"""Ufuncs on series of polars, and those with several results on arrays of dask, xarray and pandas.

dask and xarray take a ufunc with one result as it is. dask refuses an unknown one with several, and so does xarray over
dask. pandas fails at several for an index, and for a column that Arrow keeps. polars refuses most; its series are read
as arrays. No library is imported here: who has one of its arrays has imported it.
"""

import sys
from functools import partial
from typing import Any

import numpy as np


def apply(ufunc: np.ufunc, values: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """The results of the ufunc, as arrays of the library that the values are of."""
    polars = sys.modules.get("polars")
    if polars is not None:
        # It passes ufuncs on only in part. A null becomes NaN.
        values = tuple(np.asarray(value) if isinstance(value, polars.Series) else value for value in values)
    if ufunc.nout == 1:
        return ufunc(*values, **options)
    xarray, dask = sys.modules.get("xarray"), sys.modules.get("dask.array")
    if xarray is not None:
        classes = (xarray.Variable, xarray.DataArray, xarray.Dataset)
        if any(isinstance(value, classes) for value in values):
            return _apply_xarray(xarray, ufunc, values, options)
    if dask is not None and any(isinstance(value, dask.Array) for value in values):
        return _apply_dask(dask, ufunc, values, options)
    pandas = sys.modules.get("pandas")
    if pandas is not None:
        values = tuple(_of_pandas(pandas, value) for value in values)
    return ufunc(*values, **options)


def _of_pandas(pandas: Any, value: Any) -> Any:
    """An index as an array of NumPy, a column of Arrow as one of pandas itself."""
    if isinstance(value, pandas.Index):
        is_plain = isinstance(value.dtype, np.dtype)
        return value.to_numpy() if is_plain else value.to_numpy(dtype=np.float64, na_value=np.nan)
    return value.astype("Float64") if isinstance(getattr(value, "dtype", None), pandas.ArrowDtype) else value


def _apply_xarray(xarray: Any, ufunc: np.ufunc, values: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """As xarray itself applies a ufunc with one result."""
    join = xarray.get_options()["arithmetic_join"]
    return xarray.apply_ufunc(
        lambda *arrays: apply(ufunc, arrays, options),
        *values,
        output_core_dims=((),) * ufunc.nout,
        join=join,
        dataset_join=join,
        dataset_fill_value=np.nan,
        dask="allowed",
    )


def _apply_dask(dask: Any, ufunc: np.ufunc, values: tuple[Any, ...], options: dict[str, Any]) -> Any:
    """Chunk by chunk. Arrays with other chunks, or with none, get those of the others."""
    arrays = [value if isinstance(value, dask.Array) else np.asarray(value) for value in values]
    pairs = [part for array in arrays for part in (array, tuple(range(array.ndim))[::-1])]
    _, unified = dask.core.unify_chunks(*pairs)
    signature = ",".join(["()"] * ufunc.nin) + "->" + ",".join(["()"] * ufunc.nout)
    results = ufunc.types[0].split("->")[1]
    return dask.apply_gufunc(partial(ufunc, **options), signature, *unified, output_dtypes=list(results))
