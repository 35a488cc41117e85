# The types of the fields of the answers in motion_answers.py, as in answers.pyi.
# mypy: disable-error-code="override"
# pyright: reportIncompatibleMethodOverride=false
from typing import Any, Generic, NamedTuple, SupportsIndex, TypeAlias, overload

from typing_extensions import TypeVar

from ._types import Bools, Codes, Floats, Integers64
from .enums import Feature, Hold, MotionKind

_I = TypeVar("_I", default=Any)  # int, or an array
_B = TypeVar("_B", default=Any)  # bool, or an array
_F = TypeVar("_F", default=Any)  # Feature, or an array
_N = TypeVar("_N", default=Any)  # float, or an array

# A motion is one of many balls unless it says otherwise.
_State = TypeVar("_State", default=Codes)  # MotionKind, or an array
_Number = TypeVar("_Number", default=Floats)
_Count = TypeVar("_Count", default=Integers64)
_Truth = TypeVar("_Truth", default=Bools)
_Pair = TypeVar("_Pair", default=Integers64)  # tuple[int, int], or an array
_Truths = TypeVar("_Truths", default=Bools)  # tuple[bool, bool], or an array
_Hold = TypeVar("_Hold", default=Codes)  # Hold, or an array

class Impacts(NamedTuple, Generic[_I, _B, _F, _N]):
    ball: _I
    wall: _I
    wall_moves: _B
    feature: _F
    time: _N
    x: _N
    y: _N
    px: _N
    py: _N
    nx: _N
    ny: _N
    vx: _N
    vy: _N
    after_vx: _N
    after_vy: _N
    wall_vx: _N
    wall_vy: _N
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class Motion(NamedTuple, Generic[_State, _Number, _Count, _Truth, _Pair, _Truths, _Hold]):
    state: _State
    x: _Number
    y: _Number
    vx: _Number
    vy: _Number
    contacts: _Count
    lost: _Number
    clamped: _Truth
    overlapped: _Count
    overlapped_moves: _Truth
    freed_x: _Number
    freed_y: _Number
    crushed_by: _Pair
    crushed_by_moves: _Truths
    crushed_time: _Number
    crushed_is_free: _Truth
    hold: _Hold
    events: Impacts[Integers64, Bools, Codes, Floats] | None
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class Depenetration(NamedTuple, Generic[_B, _I, _N]):
    found: _B
    overlapped: _B
    wall: _I
    x: _N
    y: _N
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

BallMotion: TypeAlias = Motion[MotionKind, float, int, bool, tuple[int, int], tuple[bool, bool], Hold]
BallImpact: TypeAlias = Impacts[int, bool, Feature, float]
