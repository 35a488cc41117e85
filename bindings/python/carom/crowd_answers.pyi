# The types of the fields of the answers in crowd_answers.py, as in answers.pyi.
# mypy: disable-error-code="override"
# pyright: reportIncompatibleMethodOverride=false
from typing import Any, Generic, NamedTuple, SupportsIndex, overload

from typing_extensions import TypeVar

from ._types import Bools, Codes, Floats, Integers64
from .motion_answers import Motion

_I = TypeVar("_I", default=Any)  # int, or an array
_N = TypeVar("_N", default=Any)  # float, or an array

class BallImpacts(NamedTuple, Generic[_I, _N]):
    first: _I
    second: _I
    time: _N
    first_x: _N
    first_y: _N
    second_x: _N
    second_y: _N
    nx: _N
    ny: _N
    first_vx: _N
    first_vy: _N
    second_vx: _N
    second_vy: _N
    after_first_vx: _N
    after_first_vy: _N
    after_second_vx: _N
    after_second_vy: _N
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class Touches(NamedTuple):
    phase: Codes
    ball: Integers64
    other: Integers64
    wall: Integers64
    wall_moves: Bools
    time: Floats
    nx: Floats
    ny: Floats
    impulse: Floats
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class CrowdMotion(NamedTuple):
    balls: Motion
    ball_impacts: int
    ball_events: BallImpacts[Integers64, Floats] | None
    held: int
    asleep: int
    lost: float
    touches: Touches | None
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...
