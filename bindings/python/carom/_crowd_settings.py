"""What a mover and a crowd know of each ball beside its place and velocity: responses, masses, categories.

A setting is None, one value for all balls, or an array with an item for each ball.
"""

from typing import Any

import numpy as np

from ._settings import ALL_BITS, integers, numbers, responses

# The settings, with the value that None stands for. The first five are those of walls.
DEFAULTS: dict[str, Any] = {
    "mask": ALL_BITS,
    "except_group": 0,
    "response": 2,
    "restitution": 1.0,
    "friction": 0.0,
    "inverse_mass": 1.0,
    "acceleration": (0.0, 0.0),
    "ball_category": ALL_BITS,
    "ball_mask": ALL_BITS,
}
AT_WALLS = ("mask", "except_group", "response", "restitution", "friction")
OPTIONAL = ("mask", "except_group", "inverse_mass", "acceleration", "ball_category", "ball_mask")
_INTEGERS = ("mask", "except_group", "ball_category", "ball_mask")


def tail_of(name: str) -> tuple[int, ...]:
    """The shape of the setting of one ball."""
    return (2,) if name == "acceleration" else ()


def is_shared(name: str, setting: np.ndarray) -> bool:
    """True if one value stands for all balls."""
    return setting.ndim == len(tail_of(name))


def type_of(name: str) -> type[Any]:
    """The type of the numbers of a setting."""
    return np.uint8 if name == "response" else np.uint32 if name in _INTEGERS else np.float64


def read(function: str, name: str, value: Any, count: int) -> np.ndarray | None:
    """A setting from what the user gave for `count` balls: a copy."""
    if value is None and name in OPTIONAL:
        return None
    if name == "response":
        array = np.asarray(responses(function, value))
    else:
        array = integers(function, name, value) if name in _INTEGERS else numbers(function, name, value)
    tail = tail_of(name)
    if array.shape[array.ndim - len(tail) :] != tail or array.ndim > len(tail) + 1:
        demand = "(2,) or (n, 2)" if tail else "() or (n,)"
        raise ValueError(f"{function}(): {name} has the shape {array.shape}, must have {demand}")
    if array.ndim > len(tail) and len(array) == 1:
        array = array[0]
    elif array.ndim > len(tail) and len(array) != count:
        text = f"{len(array)} items in {name}: must be one, or one for each"
        raise ValueError(f"{function}(): there are {count} balls, but {text}")
    return np.array(array, type_of(name))


def spread(name: str, setting: np.ndarray | None, count: int) -> np.ndarray:
    """A setting with an item for each ball."""
    value = np.array(DEFAULTS[name], type_of(name)) if setting is None else setting
    return np.broadcast_to(value, (count, *tail_of(name)))


def joined(
    function: str, settings: dict[str, np.ndarray | None], given: dict[str, Any], before: int, more: int
) -> dict[str, np.ndarray | None]:
    """The settings of a crowd of `before` balls after `more` are added, for which these were given."""
    answer = dict(settings)
    for name, setting in settings.items():
        value = given[name]
        if value is not None:
            new = read(function, name, value, more)
            answer[name] = np.concatenate([spread(name, setting, before), spread(name, new, more)])
        elif setting is not None and not is_shared(name, setting):
            raise ValueError(f"{function}(): each ball has its own {name}: give that of the new ones")
    return answer


def arguments(settings: dict[str, np.ndarray | None], count: int) -> tuple[tuple[Any, ...], tuple[Any, ...]]:
    """The settings as the extension takes them: those at walls, and those for which each ball has an item."""
    others = [name for name in settings if name not in AT_WALLS]
    items = [None if settings[name] is None else spread(name, settings[name], count) for name in others]
    return tuple(settings[name] for name in AT_WALLS), tuple(items)
