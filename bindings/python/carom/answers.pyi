# The types of the answers in answers.py. One type variable is for all fields of a kind: the type of one value, or
# that of an array. Without types in brackets the fields can be either.
# mypy: disable-error-code="override"
# pyright: reportIncompatibleMethodOverride=false
from typing import Any, Generic, NamedTuple, SupportsIndex, overload

from typing_extensions import TypeVar

_B = TypeVar("_B", default=Any)  # bool, or an array
_F = TypeVar("_F", default=Any)  # Feature, or an array
_I = TypeVar("_I", default=Any)  # int, or an array
_K = TypeVar("_K", default=Any)  # SweepKind, or an array
_N = TypeVar("_N", default=Any)  # float, or an array
_R = TypeVar("_R", default=Any)  # Relation, or an array

_Answer = TypeVar("_Answer", bound=tuple[Any, ...])

def fields_by_name(answer_class: type[_Answer]) -> type[_Answer]: ...

class Contact(NamedTuple, Generic[_R, _F, _N]):
    relation: _R
    feature: _F
    along: _N
    px: _N
    py: _N
    nx: _N
    ny: _N
    depth: _N
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class WallContact(NamedTuple, Generic[_R, _N]):
    relation: _R
    gap: _N
    px: _N
    py: _N
    qx: _N
    qy: _N
    nx: _N
    ny: _N
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class Sweep(NamedTuple, Generic[_K, _N, _F]):
    kind: _K
    t: _N
    x: _N
    y: _N
    px: _N
    py: _N
    nx: _N
    ny: _N
    feature: _F
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class Passage(NamedTuple, Generic[_K, _N, _F, _B]):
    kind: _K
    t: _N
    x: _N
    y: _N
    px: _N
    py: _N
    nx: _N
    ny: _N
    feature: _F
    has_left: _B
    exit_t: _N
    exit_x: _N
    exit_y: _N
    exit_px: _N
    exit_py: _N
    exit_nx: _N
    exit_ny: _N
    exit_feature: _F
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class Cast(NamedTuple, Generic[_K, _N, _F]):
    kind: _K
    t: _N
    x: _N
    y: _N
    px: _N
    py: _N
    nx: _N
    ny: _N
    feature: _F
    distance: _N
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class Reflection(NamedTuple, Generic[_K, _N, _F]):
    kind: _K
    t: _N
    x: _N
    y: _N
    px: _N
    py: _N
    nx: _N
    ny: _N
    feature: _F
    end_x: _N
    end_y: _N
    vx: _N
    vy: _N
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class Crossings(NamedTuple, Generic[_I, _N]):
    count: _I  # type: ignore[assignment]  # pyright: ignore[reportIncompatibleMethodOverride]
    along0: _N
    x0: _N
    y0: _N
    along1: _N
    x1: _N
    y1: _N
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class Push(NamedTuple, Generic[_R, _N]):
    relation: _R
    x: _N
    y: _N
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class Velocity(NamedTuple, Generic[_N]):
    vx: _N
    vy: _N
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class VelocityPair(NamedTuple, Generic[_N]):
    vx: _N
    vy: _N
    vx2: _N
    vy2: _N
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class Box(NamedTuple, Generic[_N]):
    min_x: _N
    min_y: _N
    max_x: _N
    max_y: _N
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class WallEnds(NamedTuple, Generic[_N]):
    ax: _N
    ay: _N
    bx: _N
    by: _N
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class WallMoves(NamedTuple, Generic[_N]):
    avx: _N
    avy: _N
    bvx: _N
    bvy: _N
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...
