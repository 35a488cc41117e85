# The types of classic.py. A call of numbers and one method answers with numbers, any other one with arrays: see
# _carom.pyi.
# mypy: disable-error-code="override, overload-overlap"
# pyright: reportIncompatibleMethodOverride=false, reportOverlappingOverload=false
from collections.abc import Sequence
from typing import Any, Generic, Literal, NamedTuple, SupportsIndex, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray
from typing_extensions import TypeVar

from ._types import Bools, Codes, Extents, Floats, Integer, Number, Numbers, OneExtent
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

_B = TypeVar("_B", default=Any)  # bool, or an array
_N = TypeVar("_N", default=Any)  # float, or an array

# The names of the tool, and of the members.
_Word: TypeAlias = Literal[
    "area-line", "area", "closest-point", "moving-circle", "falling-gate", "falling-projection", "tangent-clamp",
    "naive-double", "naive-float",
    "area_line", "closest_point", "moving_circle", "falling_gate", "falling_projection", "tangent_clamp",
    "naive_double", "naive_float",
]  # fmt: skip
_Method: TypeAlias = _Word | Integer
_Methods: TypeAlias = _Method | NDArray[np.integer[Any] | np.str_ | np.object_] | Sequence[_Method]

class MethodFacts(NamedTuple):
    name: str
    summary: str
    is_sweep: bool
    rule: ContactRule
    extent: Extent
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class ClassicContact(NamedTuple, Generic[_B, _N]):
    collides: _B
    has_point: _B
    px: _N
    py: _N
    has_offset: _B
    offset_x: _N
    offset_y: _N
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class ClassicSweep(NamedTuple, Generic[_B, _N]):
    hits: _B
    t: _N
    x: _N
    y: _N
    nx: _N
    ny: _N
    end_x: _N
    end_y: _N
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

class ErrorMap(NamedTuple):
    verdicts: Codes
    counts: dict[Verdict, int]
    @overload
    def __getitem__(self, key: SupportsIndex, /) -> Any: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[Any, ...]: ...
    @overload
    def __getitem__(self, key: str, /) -> Any: ...

METHODS: dict[ClassicMethod, MethodFacts]

# fmt: off

@overload
def relate(
    method: _Method, cx: Number, cy: Number, r: Number, ax: Number, ay: Number, bx: Number, by: Number,
    wr: Number = 0.0, extent: OneExtent = "segment"
) -> ClassicContact[bool, float]: ...
@overload
def relate(
    method: _Methods, cx: Numbers, cy: Numbers, r: Numbers, ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers,
    wr: Numbers = 0.0, extent: Extents = "segment"
) -> ClassicContact[Bools, Floats]: ...
@overload
def touches(
    method: _Method, cx: Number, cy: Number, r: Number, ax: Number, ay: Number, bx: Number, by: Number,
    wr: Number = 0.0, extent: OneExtent = "segment"
) -> bool: ...
@overload
def touches(
    method: _Methods, cx: Numbers, cy: Numbers, r: Numbers, ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers,
    wr: Numbers = 0.0, extent: Extents = "segment"
) -> Bools: ...
@overload
def sweep(
    method: _Method, cx: Number, cy: Number, r: Number, vx: Number, vy: Number, ax: Number, ay: Number, bx: Number,
    by: Number, wr: Number = 0.0, extent: OneExtent = "segment"
) -> ClassicSweep[bool, float]: ...
@overload
def sweep(
    method: _Methods, cx: Numbers, cy: Numbers, r: Numbers, vx: Numbers, vy: Numbers, ax: Numbers, ay: Numbers,
    bx: Numbers, by: Numbers, wr: Numbers = 0.0, extent: Extents = "segment"
) -> ClassicSweep[Bools, Floats]: ...
@overload
def truth(
    method: _Method, cx: Number, cy: Number, r: Number, ax: Number, ay: Number, bx: Number, by: Number,
    wr: Number = 0.0, extent: OneExtent = "segment", *, vx: Number = 0.0, vy: Number = 0.0
) -> bool: ...
@overload
def truth(
    method: _Methods, cx: Numbers, cy: Numbers, r: Numbers, ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers,
    wr: Numbers = 0.0, extent: Extents = "segment", *, vx: Numbers = 0.0, vy: Numbers = 0.0
) -> Bools: ...
@overload
def judge(
    method: _Method, cx: Number, cy: Number, r: Number, ax: Number, ay: Number, bx: Number, by: Number,
    wr: Number = 0.0, extent: OneExtent = "segment", *, vx: Number = 0.0, vy: Number = 0.0
) -> Verdict: ...
@overload
def judge(
    method: _Methods, cx: Numbers, cy: Numbers, r: Numbers, ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers,
    wr: Numbers = 0.0, extent: Extents = "segment", *, vx: Numbers = 0.0, vy: Numbers = 0.0
) -> Codes: ...
def steps(
    method: _Method, cx: Number, cy: Number, r: Number, ax: Number, ay: Number, bx: Number, by: Number,
    wr: Number = 0.0, extent: OneExtent = "segment", *, vx: Number = 0.0, vy: Number = 0.0
) -> list[tuple[str, float | tuple[float, float]]]: ...
def error_map(
    method: _Method, r: Number, ax: Number, ay: Number, bx: Number, by: Number, wr: Number = 0.0,
    extent: OneExtent = "segment", *, window: Sequence[Number],
    columns: Integer, rows: Integer, vx: Number = 0.0, vy: Number = 0.0
) -> ErrorMap: ...
