from typing import Any, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from .answers import Contact, Sweep
from .enums import Relation

__version__: str
ufuncs: dict[str, np.ufunc]

def get_threads() -> int: ...
def set_threads(threads: int, /) -> None: ...
@overload
def relate(
    cx: float,
    cy: float,
    r: float,
    ax: float,
    ay: float,
    bx: float,
    by: float,
    wr: float = 0.0,
    extent: str | int = "segment",
) -> Relation: ...
@overload
def relate(
    cx: ArrayLike,
    cy: ArrayLike,
    r: ArrayLike,
    ax: ArrayLike,
    ay: ArrayLike,
    bx: ArrayLike,
    by: ArrayLike,
    wr: ArrayLike = 0.0,
    extent: ArrayLike = "segment",
    **kwargs: Any,
) -> NDArray[np.int8]: ...
@overload
def touches(
    cx: float,
    cy: float,
    r: float,
    ax: float,
    ay: float,
    bx: float,
    by: float,
    wr: float = 0.0,
    extent: str | int = "segment",
    rule: str | int = "closed",
) -> bool: ...
@overload
def touches(
    cx: ArrayLike,
    cy: ArrayLike,
    r: ArrayLike,
    ax: ArrayLike,
    ay: ArrayLike,
    bx: ArrayLike,
    by: ArrayLike,
    wr: ArrayLike = 0.0,
    extent: ArrayLike = "segment",
    rule: ArrayLike = "closed",
    **kwargs: Any,
) -> NDArray[np.bool_]: ...
def contact(
    cx: ArrayLike,
    cy: ArrayLike,
    r: ArrayLike,
    ax: ArrayLike,
    ay: ArrayLike,
    bx: ArrayLike,
    by: ArrayLike,
    wr: ArrayLike = 0.0,
    extent: ArrayLike = "segment",
    **kwargs: Any,
) -> Contact: ...
def sweep(
    cx: ArrayLike,
    cy: ArrayLike,
    r: ArrayLike,
    vx: ArrayLike,
    vy: ArrayLike,
    ax: ArrayLike,
    ay: ArrayLike,
    bx: ArrayLike,
    by: ArrayLike,
    wr: ArrayLike = 0.0,
    extent: ArrayLike = "segment",
    **kwargs: Any,
) -> Sweep: ...

# What is behind carom.motions, carom.movers, carom.crowds, carom.characters and carom.classic.
classic_ufuncs: dict[str, np.ufunc]

def check_moving_walls(*arguments: Any) -> None: ...
def classic_map(*arguments: Any) -> tuple[NDArray[np.int8], tuple[int, ...]]: ...
def classic_methods() -> tuple[tuple[str, str, bool, int, int], ...]: ...
def classic_steps(*arguments: Any) -> list[tuple[str, Any]]: ...
def depenetrate(*arguments: Any) -> tuple[Any, ...]: ...
def make_ball_caches(count: int, /) -> Any: ...
def move_ball(*arguments: Any) -> tuple[Any, ...]: ...
def move_balls(*arguments: Any) -> tuple[Any, ...]: ...
def move_character(*arguments: Any) -> tuple[Any, ...]: ...
def move_crowd(*arguments: Any) -> tuple[Any, ...]: ...
