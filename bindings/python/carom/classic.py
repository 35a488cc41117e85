"""The methods of five tutorials on circles and line segments, as published with their errors.

They are for teaching and comparison. A method is a `ClassicMethod`, its name, or its code. A method
at rest ignores the extent of the wall: it supports one, `METHODS[method].extent`. Functions take
numbers or arrays that broadcast. The page docs/classic.md compares the methods.
"""

from typing import Any, NamedTuple

import numpy as np

from . import _carom
from ._arguments import check_exact_items, codes, common_shape
from ._settings import amount, count, finite, numbers
from .answers import fields_by_name
from .enums import ClassicMethod, ContactRule, Extent, Verdict

__all__ = [
    "METHODS",
    "ClassicContact",
    "ClassicMethod",
    "ClassicSweep",
    "ErrorMap",
    "MethodFacts",
    "Verdict",
    "error_map",
    "judge",
    "relate",
    "steps",
    "sweep",
    "touches",
    "truth",
]


@fields_by_name
class MethodFacts(NamedTuple):
    """What is known of a method."""

    name: str
    """Its name in the tool: 'area-line', 'closest-point', ..."""
    summary: str
    """The article and the method in a few words."""
    is_sweep: bool
    """True for the method of moving circles; the others are for circles at rest."""
    rule: ContactRule
    """The contact rule of a method at rest."""
    extent: Extent
    """The extent of a wall that it supports."""


@fields_by_name
class ClassicContact(NamedTuple):
    """The answer of a method for a circle at rest: numbers, or arrays of one shape."""

    collides: Any
    has_point: Any
    """True if the method also returns the nearest point on the wall."""
    px: Any
    py: Any
    has_offset: Any
    """True if it collides and the method also returns a depenetration vector."""
    offset_x: Any
    offset_y: Any


@fields_by_name
class ClassicSweep(NamedTuple):
    """The answer of a method for a moving circle: numbers, or arrays of one shape."""

    hits: Any
    t: Any
    """The time of the contact, 0 to 1."""
    x: Any
    """The centre at the contact."""
    y: Any
    nx: Any
    """The normal of the reflection."""
    ny: Any
    end_x: Any
    """The centre at t = 1 after the reflection."""
    end_y: Any


@fields_by_name
class ErrorMap(NamedTuple):
    """Verdicts over a grid of centres."""

    verdicts: np.ndarray
    """Codes of `Verdict`, int8, shape (rows, columns); row 0 is at the top."""
    counts: dict[Verdict, int]
    """How many cells have each verdict."""


METHODS: dict[ClassicMethod, MethodFacts] = {
    ClassicMethod(code): MethodFacts(name, summary, is_sweep, ContactRule(rule), Extent(extent))
    for code, (name, summary, is_sweep, rule, extent) in enumerate(_carom.classic_methods())
}
"""The facts of each method."""


def _method_codes(function: str, method: Any) -> Any:
    """Codes of methods."""
    return codes(f"classic.{function}", "method", "M", method)


def _call(function: str, method: Any, given: dict[str, Any], extent: Any) -> Any:
    """Calls a ufunc. Its answer for plain numbers is made of plain numbers."""
    name = f"classic.{function}"
    arguments = {"method": _method_codes(function, method)}
    arguments |= {key: numbers(name, key, value) for key, value in given.items()}
    arguments["extent"] = codes(name, "extent", "E", extent)
    common_shape(name, arguments)
    answer = _carom.classic_ufuncs[function](*arguments.values())
    if isinstance(answer, tuple):
        return tuple(column.item() if np.ndim(column) == 0 else column for column in answer)
    return answer.item() if np.ndim(answer) == 0 else answer


def relate(
    method: Any, cx: Any, cy: Any, r: Any, ax: Any, ay: Any, bx: Any, by: Any, wr: Any = 0.0, extent: Any = "segment"
) -> ClassicContact:
    """The answer of a method for a circle at rest.

    Parameters
    ----------
    method : ClassicMethod, str, int or array_like of them
        Such as 'closest-point' or 'closest_point'. The method that sweeps gives zeros.
    cx, cy, r : array_like of float
        Centre and radius of the circle.
    ax, ay, bx, by : array_like of float
        The wall's points a and b.
    wr : array_like of float, optional
        Wall radius. A method gets the rounded sum of both radii.
    extent : str or array_like of str or int, optional
        'segment', 'ray' or 'line', or codes of `Extent`.

    Returns
    -------
    ClassicContact

    Raises
    ------
    TypeError, ValueError
        An unknown method or extent, no numbers, or shapes that do not broadcast. Numbers that are
        not finite get the answer that the method gives.

    Examples
    --------
    >>> carom.classic.relate("area-line", 3, 4, 5, 0, 0, 0, 0).collides
    False
    >>> carom.classic.judge("area-line", 3, 4, 5, 0, 0, 0, 0)
    <Verdict.MISSED: 2>
    """
    given = {"cx": cx, "cy": cy, "r": r, "ax": ax, "ay": ay, "bx": bx, "by": by, "wr": wr}
    return ClassicContact(*_call("relate", method, given, extent))


def touches(
    method: Any, cx: Any, cy: Any, r: Any, ax: Any, ay: Any, bx: Any, by: Any, wr: Any = 0.0, extent: Any = "segment"
) -> Any:
    """True if a method says that the circle and the wall collide.

    Parameters are those of `relate`. Returns a bool, or an array of bool.
    """
    return relate(method, cx, cy, r, ax, ay, bx, by, wr, extent).collides


def sweep(
    method: Any,
    cx: Any,
    cy: Any,
    r: Any,
    vx: Any,
    vy: Any,
    ax: Any,
    ay: Any,
    bx: Any,
    by: Any,
    wr: Any = 0.0,
    extent: Any = "segment",
) -> ClassicSweep:
    """The answer of a method for a circle that moves by (vx, vy).

    A method at rest tests the end of the path, as games use it. The other parameters are those of
    `relate`.

    Returns
    -------
    ClassicSweep

    Examples
    --------
    >>> carom.classic.sweep("moving-circle", 0, 10, 5, 0, -10, -10, 0, 10, 0).t
    0.5
    """
    given = {"cx": cx, "cy": cy, "r": r, "vx": vx, "vy": vy, "ax": ax, "ay": ay, "bx": bx, "by": by, "wr": wr}
    return ClassicSweep(*_call("sweep", method, given, extent))


def truth(
    method: Any,
    cx: Any,
    cy: Any,
    r: Any,
    ax: Any,
    ay: Any,
    bx: Any,
    by: Any,
    wr: Any = 0.0,
    extent: Any = "segment",
    *,
    vx: Any = 0.0,
    vy: Any = 0.0,
) -> Any:
    """The exact answer to the question of a method.

    It is for a wall of the extent that the method supports, and follows the contact rule of the
    method. For the method that sweeps it is whether the circle hits or overlaps the wall when it
    moves by (vx, vy). The other parameters are those of `relate`.

    Returns
    -------
    bool, or ndarray of bool
    """
    given = {"cx": cx, "cy": cy, "r": r, "vx": vx, "vy": vy, "ax": ax, "ay": ay, "bx": bx, "by": by, "wr": wr}
    return _call("truth", method, given, extent)


def judge(
    method: Any,
    cx: Any,
    cy: Any,
    r: Any,
    ax: Any,
    ay: Any,
    bx: Any,
    by: Any,
    wr: Any = 0.0,
    extent: Any = "segment",
    *,
    vx: Any = 0.0,
    vy: Any = 0.0,
) -> Any:
    """Compares a method with the exact answer. Parameters are those of `truth`.

    Returns
    -------
    Verdict, or ndarray of int8
        A member for numbers, its codes for arrays. `numpy.bincount` counts the errors.
    """
    given = {"cx": cx, "cy": cy, "r": r, "vx": vx, "vy": vy, "ax": ax, "ay": ay, "bx": bx, "by": by, "wr": wr}
    verdict = _call("judge", method, given, extent)
    return Verdict(verdict) if isinstance(verdict, int) else verdict


def _one(function: str, method: Any, extent: Any) -> tuple[int, int]:
    """The codes of one method and one extent."""
    method, extent = _method_codes(function, method), codes(f"classic.{function}", "extent", "E", extent)
    if np.ndim(method) or np.ndim(extent):
        raise ValueError(f"classic.{function}(): takes one method and one extent")
    return int(method), int(extent)


def steps(
    method: Any,
    cx: float,
    cy: float,
    r: float,
    ax: float,
    ay: float,
    bx: float,
    by: float,
    wr: float = 0.0,
    extent: Any = "segment",
    *,
    vx: float = 0.0,
    vy: float = 0.0,
) -> list[tuple[str, Any]]:
    """The steps of a method: each formula of the article with its number or pair of numbers.

    Yes is 1 and no is 0. Parameters are those of `truth`, but numbers only.

    Examples
    --------
    >>> carom.classic.steps("naive-double", 0, 4, 5, -10, 0, 10, 0)[-1][1]
    1.0
    """
    code, reach = _one("steps", method, extent)
    is_sweep = METHODS[ClassicMethod(code)].is_sweep
    given = []
    names = "cx cy r vx vy ax ay bx by wr".split()
    for name, number in zip(names, (cx, cy, r, vx, vy, ax, ay, bx, by, wr), strict=True):
        check_exact_items("classic.steps", name, number)
        given.append(float(number))
    return _carom.classic_steps(code, is_sweep, *given, reach)


def error_map(
    method: Any,
    r: float,
    ax: float,
    ay: float,
    bx: float,
    by: float,
    wr: float = 0.0,
    extent: Any = "segment",
    *,
    window: tuple[float, float, float, float],
    columns: int,
    rows: int,
    vx: float = 0.0,
    vy: float = 0.0,
) -> ErrorMap:
    """Judges a method for a circle at every centre of a grid.

    Parameters
    ----------
    method : ClassicMethod, str or int
    r : float
        Radius of the circle.
    ax, ay, bx, by, wr, extent
        The wall, as in `relate`.
    window : (float, float, float, float)
        min_x, min_y, max_x, max_y of the grid. A centre is in the middle of its cell.
    columns, rows : int
        The size of the grid, 1 to 65536 each.
    vx, vy : float, optional
        Displacement of the circle, for the method that sweeps.

    Returns
    -------
    ErrorMap

    Examples
    --------
    >>> errors = carom.classic.error_map(
    ...     "closest-point", 1, -2, 0, 2, 0, window=(-4, -4, 4, 4), columns=8, rows=8
    ... )
    >>> errors.counts[carom.classic.Verdict.RIGHT]
    64
    """
    code, reach = _one("error_map", method, extent)
    name = "classic.error_map"
    shape = [count(name, key, value, 1, 65536) for key, value in (("columns", columns), ("rows", rows))]
    try:
        box = tuple(finite(name, f"window[{i}]", window[i]) for i in range(4))
    except IndexError:
        raise ValueError(f"{name}(): window has {len(window)} numbers, must have 4") from None
    wall = tuple(finite(name, key, value) for key, value in (("ax", ax), ("ay", ay), ("bx", bx), ("by", by)))
    verdicts, counts = _carom.classic_map(
        code,
        amount(name, "r", r),
        finite(name, "vx", vx),
        finite(name, "vy", vy),
        (*wall, amount(name, "wr", wr), reach),
        box,
        *shape,
    )
    return ErrorMap(verdicts, dict(zip(Verdict, counts, strict=True)))
