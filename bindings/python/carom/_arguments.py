"""Arguments that are not plain numbers: words for codes, warnings, and messages about shapes."""

import sys
import warnings
from functools import partial
from typing import Any

import numpy as np

from .enums import ClassicMethod, ContactRule, Extent, ResponseKind

# Of masks and groups.
ALL_BITS = 2**32 - 1

_ENUMS = {"E": Extent, "U": ContactRule, "P": ResponseKind, "M": ClassicMethod}


def codes(function: str, argument: str, kind: str, value: Any, keep: bool = False) -> Any:
    """The codes for words, members or codes, as uint8. `kind` is the letter in operations.h.

    Truth values, of kind "?", are the codes 0 and 1. A masked array keeps its mask. With `keep`, arrays of codes of
    other libraries are handed back as they are.
    """
    is_truth = kind == "?"
    words = {} if is_truth else {member.name.lower(): member.value for member in _ENUMS[kind]}
    most = 1 if is_truth else len(words) - 1
    expected = "must be True or False" if is_truth else f"must be {', '.join(map(repr, words))} or codes 0 to {most}"
    if kind == "M":
        # The names of the tool have hyphens.
        words |= {word.replace("_", "-"): code for word, code in words.items()}
    if keep and not isinstance(value, np.ndarray) and hasattr(value, "__array_ufunc__") and hasattr(value, "dtype"):
        if value.dtype == np.uint8 or (is_truth and value.dtype == np.bool_):
            if not _is_lazy(value):
                codes(function, argument, kind, np.asarray(value))
            return value
    if isinstance(value, np.ma.MaskedArray):
        filled = codes(function, argument, kind, value.filled(next(iter(words), 0) if value.dtype.kind in "UO" else 0))
        return np.ma.array(filled, mask=np.ma.getmaskarray(value))
    try:
        array = np.asarray(value)
        if array.dtype.kind == "U" and isinstance(value, (list, tuple)):
            # NumPy makes words of the codes beside words.
            array = np.array(value, dtype=object)
    except (TypeError, ValueError) as error:
        raise TypeError(f"{function}(): the argument {argument} is no array, {expected}") from error
    if array.dtype.kind in "UOT":
        flat = array.ravel().tolist()
        for item in flat:
            if isinstance(item, str) and item not in words:
                raise ValueError(f"{function}(): the argument {argument} is {item!r}, {expected}")
            if (isinstance(item, bool) and not is_truth) or not isinstance(item, int | str):
                raise TypeError(f"{function}(): the argument {argument} is {item!r}, {expected}")
        array = np.array([words.get(item, item) for item in flat], dtype=object).reshape(array.shape)
    elif array.dtype.kind not in ("biu" if is_truth else "iu") and array.size:
        raise TypeError(f"{function}(): the argument {argument} has dtype {array.dtype}, {expected}")
    known = (array >= 0) & (array <= most)
    if not np.all(known):
        bad = array[~known].ravel()[0]
        raise ValueError(f"{function}(): the argument {argument} is {bad}, {expected}")
    return array.astype(np.uint8)


_EXACT = "must be an integer that float64 holds exactly: pass a float to have it rounded"


def exact(function: str, what: str, value: Any) -> Any:
    """An array or a table of another library, if float64 holds all integers in it; `what` names it in messages.

    NumPy would round the others without a word. Those of dask are checked when they are computed.
    """
    if hasattr(value, "data_vars"):
        return value.map(partial(exact, function, what))
    columns = _columns(value)
    if columns is not None:
        for column in columns:
            exact(function, what, column)
        return value
    if _is_lazy(value):
        return _exact_later(function, what, value)
    if isinstance(value, np.ma.MaskedArray):
        check_exact(function, what, value.filled(0))
        return value
    array = unrounded(value)
    if array.dtype == object and getattr(value, "dtype", None) is array.dtype:
        text = "must be a number or an array of numbers that fit in float64, not dtype('O')"
        raise TypeError(f"{function}(): {what} {text}")
    check_exact_items(function, what, array.tolist() if array.dtype == object else array)
    return value


def _columns(table: Any) -> Any:
    """The columns of a table of pandas, polars or Arrow; None for anything else."""
    if hasattr(table, "get_columns"):
        return table.get_columns()
    if hasattr(table, "iloc") and getattr(table, "ndim", 1) == 2:
        return [table.iloc[:, i] for i in range(table.shape[1])]
    return table.columns if hasattr(table, "column_names") else None


def unrounded(value: Any) -> np.ndarray:
    """What NumPy makes of numbers; objects where it would round an integer beside a float or a null, which is None."""
    if hasattr(value, "to_pylist"):
        if value.null_count and str(value.type).startswith(("int", "uint")):
            return np.array(value.to_pylist(), dtype=object)
    elif hasattr(value, "null_count"):
        if value.null_count() and value.dtype.is_integer():
            return np.array(value.to_list(), dtype=object)
    elif hasattr(value, "isna") and not isinstance(value.dtype, np.dtype):
        if getattr(value.dtype, "kind", "O") in "iu" and value.isna().any():
            return np.asarray(value.to_numpy(dtype=object, na_value=None))
    array = np.asarray(value)
    if array.dtype.kind == "f" and isinstance(value, (list, tuple)) and bool((np.abs(array) >= 2**53).any()):
        return np.array(value, dtype=object)
    return array


def is_real(array: np.ndarray) -> bool:
    """Whether all objects of an array are real numbers."""
    return all(isinstance(item, (int, float, np.integer, np.floating, np.bool_)) for item in array.flat)


def floats(function: str, what: str, value: Any) -> np.ndarray | None:
    """The numbers of a list as float64, if there are integers beyond 64 bits, of which NumPy makes objects.

    None, if there is anything else in it.
    """
    if not isinstance(value, (list, tuple, int)):
        return None
    try:
        array = np.asarray(value)
    except (TypeError, ValueError):  # lists of different lengths
        return None
    if array.dtype != object or not is_real(array):
        return None
    check_exact_items(function, what, value)
    return array.astype(np.float64)


def bits(function: str, argument: str, array: np.ndarray) -> np.ndarray | None:
    """Category bits or groups that NumPy has read as floats or objects, as uint32; None if one is no whole number.

    Libraries of tables have floats in a column of integers with missing items.
    """
    if array.dtype.kind == "f":
        missing = np.isnan(array)
    else:
        missing = np.array([_is_missing(item) for item in array.flat], dtype=bool).reshape(array.shape)
    if missing.any():
        text = f"the argument {argument} has missing items, such as {argument}{_first(missing)}"
        raise ValueError(f"{function}(): {text}: fill them, or leave them out")
    if array.dtype.kind not in "fO" or not (array.dtype.kind == "f" or is_real(array)):
        return None
    with np.errstate(invalid="ignore"):
        is_whole = array % 1 == 0
    if not np.all(is_whole):
        return None
    bad = (array < 0) | (array > ALL_BITS)
    if np.any(bad):
        item = array.flat[np.argmax(bad)]
        raise ValueError(f"{function}(): {argument}{_first(bad)} is {item}, must be 0 to {ALL_BITS}")
    return array.astype(np.uint32)


def _is_missing(item: Any) -> bool:
    return item is None or type(item).__name__ == "NAType" or (isinstance(item, float) and item != item)


def _first(chosen: Any) -> str:
    """The place of the first item that is chosen, such as "[3, 1]"; "" of a number."""
    return f"[{', '.join(map(str, np.argwhere(chosen)[0]))}]" if np.ndim(chosen) else ""


def check_exact(function: str, what: str, array: np.ndarray) -> np.ndarray:
    """Raises a ValueError if there is an integer that float64 does not hold; else the same array."""
    if array.dtype.kind not in "iu" or array.dtype.itemsize < 8:
        return array
    for at in np.flatnonzero((array > 2**53) | (array < -(2**53))):
        place = f"[{', '.join(map(str, np.unravel_index(at, array.shape)))}]" if array.ndim else ""
        check_exact_int(function, what + place, int(array.flat[at]))
    return array


def check_exact_items(function: str, what: str, value: Any, place: tuple[int, ...] = ()) -> None:
    """The same for what becomes an array: NumPy makes floats of a list of integers and floats."""
    if isinstance(value, (list, tuple)):
        for i, item in enumerate(value):
            if not isinstance(item, float):
                check_exact_items(function, what, item, (*place, i))
    elif isinstance(value, (int, np.integer)):
        check_exact_int(function, what + (f"[{', '.join(map(str, place))}]" if place else ""), int(value))
    elif isinstance(value, np.ndarray):
        check_exact(function, what, value)


def check_exact_array(function: str, what: str, value: Any, array: np.ndarray) -> None:
    """The same for a value of any kind, and the array that NumPy has made of it."""
    if isinstance(value, (list, tuple)) or array.dtype.kind != "f":
        check_exact_items(function, what, value if isinstance(value, (list, tuple)) else array)
    elif not isinstance(value, np.ndarray):
        exact(function, what, value)


def check_exact_int(function: str, what: str, number: int) -> None:
    """Raises a ValueError if float64 does not hold the integer."""
    try:
        is_exact = int(float(number)) == number
    except OverflowError:
        raise ValueError(f"{function}(): {what} is an int beyond float64, must be finite") from None
    if not is_exact:
        raise ValueError(f"{function}(): {what} is {number}, {_EXACT}")


def _exact_later(function: str, what: str, value: Any) -> Any:
    """An array of dask, or one of xarray over it, that is checked when it is computed."""
    dtype = getattr(value, "dtype", None)
    if getattr(dtype, "kind", "") not in ("i", "u") or getattr(dtype, "itemsize", 0) < 8:
        return value
    if hasattr(value, "map_blocks") and hasattr(value, "chunks") and hasattr(value, "dask"):
        return value.map_blocks(partial(check_exact, function, what), dtype=dtype)
    return value.copy(data=_exact_later(function, what, value.data)) if hasattr(value, "data") else value


def _is_lazy(value: Any) -> bool:
    """Whether the values are those of dask, which are computed later."""
    graph = getattr(value, "__dask_graph__", None)
    return graph is not None and graph() is not None


def warn(text: str) -> None:
    """Makes a UserWarning at the line that has called the package."""
    frame, level = sys._getframe(), 1
    while frame.f_back is not None and frame.f_globals.get("__name__", "").partition(".")[0] == "carom":
        frame, level = frame.f_back, level + 1
    warnings.warn(text, UserWarning, stacklevel=level)


def common_shape(function: str, arguments: dict[str, Any]) -> tuple[int, ...]:
    """The shape that the arguments broadcast to, or a ValueError that names their shapes."""
    shapes = {name: np.shape(value) for name, value in arguments.items()}
    try:
        return np.broadcast_shapes(*shapes.values())
    except ValueError:
        text = ", ".join(f"{name} {shape}" for name, shape in shapes.items() if shape)
        raise ValueError(f"{function}(): the shapes of the arguments do not broadcast: {text}") from None


def explain(function: str, names: tuple[str, ...], values: tuple[Any, ...], cause: Exception) -> None:
    """Raises the error of `common_shape`, if the arguments do not broadcast."""
    try:
        common_shape(function, dict(zip(names, values, strict=True)))
    except ValueError as error:
        raise error from cause
