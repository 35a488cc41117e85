# The types of the answers in scene_answers.py, as in answers.pyi.
# mypy: disable-error-code="override"
# pyright: reportIncompatibleMethodOverride=false
from typing import Any, Generic, NamedTuple, SupportsIndex, overload

from typing_extensions import TypeVar

from ._types import Codes, Floats, Integers64

_B = TypeVar("_B", default=Any)  # bool, or an array
_E = TypeVar("_E", default=Any)  # int, a code of Extent, or an array
_F = TypeVar("_F", default=Any)  # Feature, or an array
_I = TypeVar("_I", default=Any)  # int, or an array
_K = TypeVar("_K", default=Any)  # SweepKind, or an array
_N = TypeVar("_N", default=Any)  # float, or an array
_R = TypeVar("_R", default=Any)  # AreaRelation, or an array

class Walls(NamedTuple, Generic[_N, _E, _I, _B]):
    ax: _N
    ay: _N
    bx: _N
    by: _N
    wr: _N
    extent: _E
    category: _I
    one_sided: _B
    group: _I
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class Hits(NamedTuple):
    circle: Integers64
    wall: Integers64
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class HitsByCircle(NamedTuple):
    offsets: Integers64
    wall: Integers64
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class BoxHits(NamedTuple):
    box: Integers64
    wall: Integers64
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class Nearest(NamedTuple, Generic[_I, _N]):
    wall: _I
    gap: _N
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class First(NamedTuple, Generic[_I, _K, _N, _F]):
    wall: _I
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

class SweepAll(NamedTuple):
    circle: Integers64
    wall: Integers64
    kind: Codes
    t: Floats
    x: Floats
    y: Floats
    px: Floats
    py: Floats
    nx: Floats
    ny: Floats
    feature: Codes
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class Fan(NamedTuple):
    wall: Integers64
    kind: Codes
    t: Floats
    x: Floats
    y: Floats
    px: Floats
    py: Floats
    nx: Floats
    ny: Floats
    feature: Codes
    distance: Floats
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class Clearance(NamedTuple):
    wall: Integers64
    other: Integers64
    gap: Floats
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class Areas(NamedTuple):
    circle: Integers64
    area: Integers64
    relation: Codes
    distance: Floats
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class AreasAt(NamedTuple):
    point: Integers64
    area: Integers64
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class NearestAreas(NamedTuple, Generic[_I, _R, _N]):
    area: _I
    relation: _R
    distance: _N
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...
