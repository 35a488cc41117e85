"""Walls that move over a frame: each end straight, with a velocity of its own."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from . import _carom
from ._arguments import codes
from ._settings import finite, numbers
from .tables import walls

_NUMBERS = ("ax", "ay", "bx", "by", "wr", "avx", "avy", "bvx", "bvy")
_VELOCITIES = ("avx", "avy", "bvx", "bvy")
_COLUMNS = ("ax", "ay", "bx", "by", "wr", "extent", *_VELOCITIES, "one_sided", "category", "group")
_TYPES = dict.fromkeys(_NUMBERS, np.float64) | {
    "extent": np.uint8,
    "one_sided": np.bool_,
    "category": np.uint32,
    "group": np.uint32,
}
_DEFAULTS = {"wr": 0.0, "extent": "segment", **dict.fromkeys(_VELOCITIES, 0.0)} | {
    "one_sided": False,
    "category": 1,
    "group": 0,
}


class MovingWalls:
    """Walls that move: a lift, a door, a flipper, a piston.

    Over a frame, end a moves straight by its velocity times the time of the frame, end b by its
    own. Equal velocities move the wall as a whole, others turn it.

    Parameters
    ----------
    ax, ay, bx, by : array_like of float
        The points a and b now. All arguments broadcast to one length.
    wr : array_like of float, optional
        Wall radius, half its thickness; >= 0.
    extent : str or array_like of str or int, optional
        'segment', 'ray' or 'line', or codes of `Extent`. Rays and lines move as a whole.
    avx, avy, bvx, bvy : array_like of float, optional
        The velocities of a and b, in length units per time unit.
    one_sided : array_like of bool, optional
        True lets balls through from the right of a->b to the left.
    category : array_like of int, optional
        32 bits that masks are compared with.
    group : array_like of int, optional
        0 to 2**32 - 1: a number of yours, such as the owner of the wall; 0 for none.

    Attributes
    ----------
    ax, ay, bx, by, wr, extent, avx, avy, bvx, bvy, one_sided, category, group : ndarray
        The columns. They may be changed in place or assigned to between frames.

    Raises
    ------
    ValueError
        A number is not finite, a radius is negative, the shapes do not broadcast, or a ray or line
        turns. The message names argument and row.

    Examples
    --------
    >>> lift = carom.MovingWalls(0, 0, 4, 0, avy=1, bvy=1)
    >>> lift.advance(0.5)
    >>> lift.ay
    array([0.5])
    """

    __slots__ = _COLUMNS

    ax: np.ndarray
    ay: np.ndarray
    bx: np.ndarray
    by: np.ndarray
    wr: np.ndarray
    extent: np.ndarray
    avx: np.ndarray
    avy: np.ndarray
    bvx: np.ndarray
    bvy: np.ndarray
    one_sided: np.ndarray
    category: np.ndarray
    group: np.ndarray

    def __init__(
        self,
        ax: Any,
        ay: Any,
        bx: Any,
        by: Any,
        wr: Any = 0.0,
        extent: Any = "segment",
        *,
        avx: Any = 0.0,
        avy: Any = 0.0,
        bvx: Any = 0.0,
        bvy: Any = 0.0,
        one_sided: Any = False,
        category: Any = 1,
        group: Any = 0,
    ) -> None:
        given = (ax, ay, bx, by, wr, extent, avx, avy, bvx, bvy, one_sided, category, group)
        columns: dict[str, Any] = {
            name: _DEFAULTS.get(name) if value is None else value for name, value in zip(_COLUMNS, given, strict=True)
        }
        _carom.check_moving_walls("MovingWalls", tuple(columns.values()))
        columns["extent"] = codes("MovingWalls", "extent", "E", columns["extent"])
        for name, column in zip(_COLUMNS, np.broadcast_arrays(*columns.values()), strict=True):
            object.__setattr__(self, name, np.array(column, dtype=_TYPES[name]).ravel())

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in _COLUMNS:
            raise AttributeError(f"MovingWalls has no column {name!r}, only {', '.join(_COLUMNS)}")
        if name == "extent":
            value = codes("MovingWalls", "extent", "E", value)
        elif _TYPES[name] is np.float64:
            value = numbers("MovingWalls", name, value)
        # Into the column, so that its length and type stay.
        getattr(self, name)[...] = value

    def columns(self) -> tuple[np.ndarray, ...]:
        """All columns in the order of the arguments."""
        return tuple(getattr(self, name) for name in _COLUMNS)

    def advance(self, time: float) -> None:
        """Moves the walls on by a time, as a frame of this time does: to a + v time, rounded.

        Parameters
        ----------
        time : float
            In the time unit of the velocities.
        """
        time = finite("MovingWalls.advance", "time", time)
        for at, v in (("ax", "avx"), ("ay", "avy"), ("bx", "bvx"), ("by", "bvy")):
            getattr(self, at)[...] += getattr(self, v) * time

    def __len__(self) -> int:
        return len(self.ax)

    def __repr__(self) -> str:
        return f"<carom.MovingWalls of {len(self)} walls>"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, MovingWalls):
            return NotImplemented
        pairs = zip(self.columns(), other.columns(), strict=True)
        return all(np.array_equal(mine, yours) for mine, yours in pairs)

    __hash__ = None  # type: ignore[assignment]

    def __getstate__(self) -> dict[str, np.ndarray]:
        return dict(zip(_COLUMNS, self.columns(), strict=True))

    def __setstate__(self, state: dict[str, np.ndarray]) -> None:
        for name in _COLUMNS:
            object.__setattr__(self, name, state[name])


def moving_walls_of(function: str, source: Any) -> MovingWalls | None:
    """The argument moving_walls: None, MovingWalls, a dict of columns, or what `carom.walls` reads."""
    if source is None or isinstance(source, MovingWalls):
        return source
    if isinstance(source, Mapping):
        # A column with a wrong name would leave the walls at rest.
        unknown = next((name for name in source if name not in _COLUMNS), None)
        missing = next((name for name in _COLUMNS[:4] if name not in source), None)
        if unknown is not None:
            raise ValueError(f"{function}(): moving_walls has a column {unknown!r}, may have {', '.join(_COLUMNS)}")
        if missing is not None:
            raise ValueError(f"{function}(): moving_walls has no column {missing!r}")
        return MovingWalls(**source)
    columns = source if hasattr(source, "_fields") else walls(source)
    return MovingWalls(**{name: getattr(columns, name, None) for name in _COLUMNS if _has(columns, name)})


def _has(columns: Any, name: str) -> bool:
    return getattr(columns, name, None) is not None
