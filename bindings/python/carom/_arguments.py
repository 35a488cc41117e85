"""Arguments that are not plain numbers: words for codes, warnings, and messages about shapes."""

import sys
import warnings
from typing import Any

import numpy as np

from .enums import ClassicMethod, ContactRule, Extent, ResponseKind

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
