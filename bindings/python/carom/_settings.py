"""Checks of the settings of movers: single numbers, and walls at rest."""

import math
import operator
from typing import Any

import numpy as np

from . import _carom
from ._arguments import ALL_BITS as ALL_BITS
from ._arguments import bits, check_exact_array, check_exact_int, codes, floats
from .enums import ResponseKind
from .scene import Scene

# The columns in which Scene takes walls.
_WALL_COLUMNS = 9

_RESPONSES = {kind.name.lower(): int(kind) for kind in ResponseKind}


def finite(function: str, name: str, value: Any) -> float:
    """A finite number."""
    try:
        if isinstance(value, (str, bytes, bytearray)):
            raise TypeError
        number = float(value)
    except (TypeError, ValueError):
        raise TypeError(f"{function}(): the argument {name} must be a number, not {type(value).__name__}") from None
    except OverflowError:
        raise ValueError(f"{function}(): {name} is an int beyond float64, must be finite") from None
    if isinstance(value, (int, np.integer)):
        check_exact_int(function, name, int(value))
    if not math.isfinite(number):
        raise ValueError(f"{function}(): {name} is {number}, must be finite")
    return number


def amount(function: str, name: str, value: Any, most: float = math.inf) -> float:
    """A finite number >= 0, and at most `most`."""
    number = finite(function, name, value)
    if not 0.0 <= number <= most:
        demand = "at least 0" if most == math.inf else f"0 to {most:g}"
        raise ValueError(f"{function}(): {name} is {number}, must be {demand}")
    return number


def vector(function: str, name: str, value: Any) -> tuple[float, float]:
    """A pair of finite numbers."""
    try:
        if isinstance(value, (str, bytes, bytearray)):
            raise TypeError
        x, y = value
    except (TypeError, ValueError):
        raise TypeError(f"{function}(): the argument {name} must be a pair of numbers, not {value!r}") from None
    return finite(function, f"{name}[0]", x), finite(function, f"{name}[1]", y)


def count(function: str, name: str, value: Any, least: int, most: int) -> int:
    """An int in a range."""
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{function}(): the argument {name} must be an int, not {type(value).__name__}") from None
    if not least <= number <= most:
        raise ValueError(f"{function}(): {name} is {number}, must be {least} to {most}")
    return number


def numbers(function: str, name: str, value: Any) -> np.ndarray:
    """An array of float64. Its values are checked where they are used."""
    try:
        array = None if value is None else np.asarray(value)
    except (TypeError, ValueError):  # lists of different lengths
        array = None
    if array is not None and array.dtype == object:
        # Integers beyond 64 bits are objects.
        array = floats(function, name, value)
    if array is None or array.dtype.kind not in "buif":
        kind = type(value).__name__ if array is None else array.dtype
        raise TypeError(f"{function}(): the argument {name} must be a number or an array of numbers, not {kind}")
    if np.ma.is_masked(value):
        raise ValueError(f"{function}(): the argument {name} has masked items: fill them, or leave them out")
    check_exact_array(function, name, value, array)
    return array.astype(np.float64)


def integers(function: str, name: str, value: Any) -> np.ndarray:
    """An array of uint32: category bits or groups."""
    array: np.ndarray | None
    try:
        array = np.asarray(value)
    except (TypeError, ValueError):  # lists of different lengths
        array = None
    kind = type(value).__name__ if array is None or array.dtype == object or array.ndim == 0 else array.dtype
    if np.ma.is_masked(value):
        raise ValueError(f"{function}(): the argument {name} has masked items: fill them, or leave them out")
    if array is not None and array.dtype.kind not in "iu":
        array = bits(function, name, array)
    if array is None:
        raise TypeError(f"{function}(): the argument {name} must be an int or an array of ints, not {kind}")
    bad = np.argwhere((array < 0) | (array > ALL_BITS))
    if len(bad):
        place = f"[{', '.join(map(str, bad[0]))}]" if array.ndim else ""
        raise ValueError(f"{function}(): {name}{place} is {array[tuple(bad[0])]}, must be 0 to {ALL_BITS}")
    return array.astype(np.uint32)


def responses(function: str, response: Any) -> Any:
    """The argument response as a code or an array of codes."""
    known = _RESPONSES.get(response) if isinstance(response, str) else None
    return codes(function, "response", "P", response) if known is None else known


def contacts_limit(function: str, value: Any) -> int:
    """The argument max_contacts."""
    return count(function, "max_contacts", value, 1, 2**31 - 1)


def walls_of(function: str, walls: Any) -> Any:
    """The argument walls as a scene, or None: a scene, a tuple of columns, or what `carom.walls` reads."""
    if walls is None or isinstance(walls, _carom.SceneQueries):
        return walls
    if isinstance(walls, tuple) and not hasattr(walls, "_fields"):
        if not 4 <= len(walls) <= _WALL_COLUMNS:
            raise ValueError(f"{function}(): walls has {len(walls)} columns, must have 4 to {_WALL_COLUMNS}")
        return Scene(*walls)
    if isinstance(walls, (int, float, str, bytes)):
        raise TypeError(f"{function}(): the argument walls must be a scene or columns, not {type(walls).__name__}")
    return Scene(walls)
