# The functions and classes of the extension. Formatted by hand: one argument a line would fill a thousand lines.
#
# A call of numbers answers with numbers, any other one with arrays. A number is also an array-like, so that the
# overloads overlap, and the first one that fits counts.
# mypy: disable-error-code="overload-overlap"
# pyright: reportOverlappingOverload=false
from collections.abc import Callable
from typing import Any, Literal, Self, TypeAlias, Unpack, overload

import numpy as np
from numpy.typing import NDArray
from typing_extensions import Buffer, disjoint_base

from ._types import (
    Bools,
    Codes,
    Extents,
    Floats,
    Integer,
    Integers,
    Integers64,
    Number,
    Numbers,
    OneExtent,
    OneResponse,
    OneRule,
    Responses,
    Rules,
    Truth,
    Truths,
    UfuncOptions,
)
from .answers import (
    Box,
    Cast,
    Contact,
    Crossings,
    Passage,
    Push,
    Reflection,
    Sweep,
    Velocity,
    VelocityPair,
    WallContact,
    WallEnds,
    WallMoves,
)
from .enums import AreaRelation, Feature, Relation, SweepKind, WallRelation
from .scene_answers import (
    Areas,
    AreasAt,
    BoxHits,
    Fan,
    First,
    Hits,
    HitsByCircle,
    Nearest,
    NearestAreas,
    SweepAll,
    Walls,
)

_Several: TypeAlias = Literal[2, 3, 4, 5, 6, 7, 8, 9, 10]
_Accept: TypeAlias = Callable[[int, Walls[float, int, int, bool]], object] | None

# fmt: off

__version__: str
ufuncs: dict[str, np.ufunc]

def environment_is_exact() -> bool: ...
def get_threads() -> int: ...
def set_threads(threads: int, /) -> None: ...

@overload
def along(dx: Number, dy: Number, length: Number) -> Velocity[float]: ...
@overload
def along(dx: Numbers, dy: Numbers, length: Numbers, **kwargs: Unpack[UfuncOptions]) -> Velocity[Floats]: ...
@overload
def balls_respond(
    vx: Number, vy: Number, vx2: Number, vy2: Number, nx: Number, ny: Number, inverse_mass: Number = 1.0,
    inverse_mass2: Number = 1.0, restitution: Number = 1.0, friction: Number = 0.0
) -> VelocityPair[float]: ...
@overload
def balls_respond(
    vx: Numbers, vy: Numbers, vx2: Numbers, vy2: Numbers, nx: Numbers, ny: Numbers, inverse_mass: Numbers = 1.0,
    inverse_mass2: Numbers = 1.0, restitution: Numbers = 1.0, friction: Numbers = 0.0, **kwargs: Unpack[UfuncOptions]
) -> VelocityPair[Floats]: ...
@overload
def cast(
    cx: Number, cy: Number, r: Number, dx: Number, dy: Number, length: Number, ax: Number, ay: Number, bx: Number,
    by: Number, wr: Number = 0.0, extent: OneExtent = "segment"
) -> Cast[SweepKind, float, Feature]: ...
@overload
def cast(
    cx: Numbers, cy: Numbers, r: Numbers, dx: Numbers, dy: Numbers, length: Numbers, ax: Numbers, ay: Numbers,
    bx: Numbers, by: Numbers, wr: Numbers = 0.0, extent: Extents = "segment", **kwargs: Unpack[UfuncOptions]
) -> Cast[Codes, Floats, Codes]: ...
@overload
def circle_is_valid(cx: Number, cy: Number, r: Number) -> bool: ...
@overload
def circle_is_valid(cx: Numbers, cy: Numbers, r: Numbers, **kwargs: Unpack[UfuncOptions]) -> Bools: ...
@overload
def compare_distance(
    cx: Number, cy: Number, r: Number, ax: Number, ay: Number, bx: Number, by: Number, ax2: Number, ay2: Number,
    bx2: Number, by2: Number, wr: Number = 0.0, extent: OneExtent = "segment", wr2: Number = 0.0,
    extent2: OneExtent = "segment"
) -> int: ...
@overload
def compare_distance(
    cx: Numbers, cy: Numbers, r: Numbers, ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers, ax2: Numbers,
    ay2: Numbers, bx2: Numbers, by2: Numbers, wr: Numbers = 0.0, extent: Extents = "segment", wr2: Numbers = 0.0,
    extent2: Extents = "segment", **kwargs: Unpack[UfuncOptions]
) -> Codes: ...
@overload
def compare_gap(
    cx: Number, cy: Number, r: Number, ax: Number, ay: Number, bx: Number, by: Number, gap: Number, wr: Number = 0.0,
    extent: OneExtent = "segment"
) -> int: ...
@overload
def compare_gap(
    cx: Numbers, cy: Numbers, r: Numbers, ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers, gap: Numbers,
    wr: Numbers = 0.0, extent: Extents = "segment", **kwargs: Unpack[UfuncOptions]
) -> Codes: ...
@overload
def compare_time_of_impact(
    cx: Number, cy: Number, r: Number, vx: Number, vy: Number, ax: Number, ay: Number, bx: Number, by: Number,
    ax2: Number, ay2: Number, bx2: Number, by2: Number, wr: Number = 0.0, extent: OneExtent = "segment",
    wr2: Number = 0.0, extent2: OneExtent = "segment"
) -> int: ...
@overload
def compare_time_of_impact(
    cx: Numbers, cy: Numbers, r: Numbers, vx: Numbers, vy: Numbers, ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers,
    ax2: Numbers, ay2: Numbers, bx2: Numbers, by2: Numbers, wr: Numbers = 0.0, extent: Extents = "segment",
    wr2: Numbers = 0.0, extent2: Extents = "segment", **kwargs: Unpack[UfuncOptions]
) -> Codes: ...
@overload
def compare_wall_gap(
    ax: Number, ay: Number, bx: Number, by: Number, ax2: Number, ay2: Number, bx2: Number, by2: Number,
    gap: Number, wr: Number = 0.0, extent: OneExtent = "segment", wr2: Number = 0.0, extent2: OneExtent = "segment"
) -> int: ...
@overload
def compare_wall_gap(
    ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers, ax2: Numbers, ay2: Numbers, bx2: Numbers, by2: Numbers,
    gap: Numbers, wr: Numbers = 0.0, extent: Extents = "segment", wr2: Numbers = 0.0, extent2: Extents = "segment",
    **kwargs: Unpack[UfuncOptions]
) -> Codes: ...
@overload
def contact(
    cx: Number, cy: Number, r: Number, ax: Number, ay: Number, bx: Number, by: Number, wr: Number = 0.0,
    extent: OneExtent = "segment"
) -> Contact[Relation, Feature, float]: ...
@overload
def contact(
    cx: Numbers, cy: Numbers, r: Numbers, ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers, wr: Numbers = 0.0,
    extent: Extents = "segment", **kwargs: Unpack[UfuncOptions]
) -> Contact[Codes, Codes, Floats]: ...
@overload
def crossings(
    cx: Number, cy: Number, r: Number, ax: Number, ay: Number, bx: Number, by: Number, extent: OneExtent = "segment"
) -> Crossings[int, float]: ...
@overload
def crossings(
    cx: Numbers, cy: Numbers, r: Numbers, ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers,
    extent: Extents = "segment", **kwargs: Unpack[UfuncOptions]
) -> Crossings[Codes, Floats]: ...
@overload
def distance(
    cx: Number, cy: Number, r: Number, ax: Number, ay: Number, bx: Number, by: Number, wr: Number = 0.0,
    extent: OneExtent = "segment"
) -> float: ...
@overload
def distance(
    cx: Numbers, cy: Numbers, r: Numbers, ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers, wr: Numbers = 0.0,
    extent: Extents = "segment", **kwargs: Unpack[UfuncOptions]
) -> Floats: ...
@overload
def moving_wall_at(
    ax: Number, ay: Number, bx: Number, by: Number, avx: Number, avy: Number, bvx: Number, bvy: Number, t: Number
) -> WallEnds[float]: ...
@overload
def moving_wall_at(
    ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers, avx: Numbers, avy: Numbers, bvx: Numbers, bvy: Numbers,
    t: Numbers, **kwargs: Unpack[UfuncOptions]
) -> WallEnds[Floats]: ...
@overload
def moving_wall_box(
    ax: Number, ay: Number, bx: Number, by: Number, avx: Number, avy: Number, bvx: Number, bvy: Number,
    wr: Number = 0.0, extent: OneExtent = "segment"
) -> Box[float]: ...
@overload
def moving_wall_box(
    ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers, avx: Numbers, avy: Numbers, bvx: Numbers, bvy: Numbers,
    wr: Numbers = 0.0, extent: Extents = "segment", **kwargs: Unpack[UfuncOptions]
) -> Box[Floats]: ...
@overload
def moving_wall_is_valid(
    ax: Number, ay: Number, bx: Number, by: Number, avx: Number, avy: Number, bvx: Number, bvy: Number,
    wr: Number = 0.0, extent: OneExtent = "segment"
) -> bool: ...
@overload
def moving_wall_is_valid(
    ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers, avx: Numbers, avy: Numbers, bvx: Numbers, bvy: Numbers,
    wr: Numbers = 0.0, extent: Extents = "segment", **kwargs: Unpack[UfuncOptions]
) -> Bools: ...
@overload
def moving_wall_to(
    ax: Number, ay: Number, bx: Number, by: Number, a_to_x: Number, a_to_y: Number, b_to_x: Number, b_to_y: Number
) -> WallMoves[float]: ...
@overload
def moving_wall_to(
    ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers, a_to_x: Numbers, a_to_y: Numbers, b_to_x: Numbers,
    b_to_y: Numbers, **kwargs: Unpack[UfuncOptions]
) -> WallMoves[Floats]: ...
@overload
def moving_wall_turning(
    ax: Number, ay: Number, bx: Number, by: Number, pivot_x: Number, pivot_y: Number, cosine: Number, sine: Number
) -> WallMoves[float]: ...
@overload
def moving_wall_turning(
    ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers, pivot_x: Numbers, pivot_y: Numbers, cosine: Numbers,
    sine: Numbers, **kwargs: Unpack[UfuncOptions]
) -> WallMoves[Floats]: ...
@overload
def overlaps(
    cx: Number, cy: Number, r: Number, ax: Number, ay: Number, bx: Number, by: Number, wr: Number = 0.0,
    extent: OneExtent = "segment"
) -> bool: ...
@overload
def overlaps(
    cx: Numbers, cy: Numbers, r: Numbers, ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers, wr: Numbers = 0.0,
    extent: Extents = "segment", **kwargs: Unpack[UfuncOptions]
) -> Bools: ...
@overload
def passage(
    cx: Number, cy: Number, r: Number, vx: Number, vy: Number, ax: Number, ay: Number, bx: Number, by: Number,
    wr: Number = 0.0, extent: OneExtent = "segment"
) -> Passage[SweepKind, float, Feature, bool]: ...
@overload
def passage(
    cx: Numbers, cy: Numbers, r: Numbers, vx: Numbers, vy: Numbers, ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers,
    wr: Numbers = 0.0, extent: Extents = "segment", **kwargs: Unpack[UfuncOptions]
) -> Passage[Codes, Floats, Codes, Bools]: ...
@overload
def path_box(cx: Number, cy: Number, r: Number, to_x: Number, to_y: Number) -> Box[float]: ...
@overload
def path_box(
    cx: Numbers, cy: Numbers, r: Numbers, to_x: Numbers, to_y: Numbers, **kwargs: Unpack[UfuncOptions]
) -> Box[Floats]: ...
@overload
def path_is_clear(
    cx: Number, cy: Number, r: Number, to_x: Number, to_y: Number, ax: Number, ay: Number, bx: Number, by: Number,
    wr: Number = 0.0, extent: OneExtent = "segment"
) -> bool: ...
@overload
def path_is_clear(
    cx: Numbers, cy: Numbers, r: Numbers, to_x: Numbers, to_y: Numbers, ax: Numbers, ay: Numbers, bx: Numbers,
    by: Numbers, wr: Numbers = 0.0, extent: Extents = "segment", **kwargs: Unpack[UfuncOptions]
) -> Bools: ...
@overload
def path_is_clear_of_moving(
    cx: Number, cy: Number, r: Number, to_x: Number, to_y: Number, ax: Number, ay: Number, bx: Number, by: Number,
    a_to_x: Number, a_to_y: Number, b_to_x: Number, b_to_y: Number, wr: Number = 0.0, extent: OneExtent = "segment"
) -> bool: ...
@overload
def path_is_clear_of_moving(
    cx: Numbers, cy: Numbers, r: Numbers, to_x: Numbers, to_y: Numbers, ax: Numbers, ay: Numbers, bx: Numbers,
    by: Numbers, a_to_x: Numbers, a_to_y: Numbers, b_to_x: Numbers, b_to_y: Numbers, wr: Numbers = 0.0,
    extent: Extents = "segment", **kwargs: Unpack[UfuncOptions]
) -> Bools: ...
@overload
def push_out(
    cx: Number, cy: Number, r: Number, ax: Number, ay: Number, bx: Number, by: Number, wr: Number = 0.0,
    extent: OneExtent = "segment"
) -> Push[Relation, float]: ...
@overload
def push_out(
    cx: Numbers, cy: Numbers, r: Numbers, ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers, wr: Numbers = 0.0,
    extent: Extents = "segment", **kwargs: Unpack[UfuncOptions]
) -> Push[Codes, Floats]: ...
@overload
def reflect(
    cx: Number, cy: Number, r: Number, vx: Number, vy: Number, ax: Number, ay: Number, bx: Number, by: Number,
    wr: Number = 0.0, extent: OneExtent = "segment"
) -> Reflection[SweepKind, float, Feature]: ...
@overload
def reflect(
    cx: Numbers, cy: Numbers, r: Numbers, vx: Numbers, vy: Numbers, ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers,
    wr: Numbers = 0.0, extent: Extents = "segment", **kwargs: Unpack[UfuncOptions]
) -> Reflection[Codes, Floats, Codes]: ...
@overload
def relate(
    cx: Number, cy: Number, r: Number, ax: Number, ay: Number, bx: Number, by: Number, wr: Number = 0.0,
    extent: OneExtent = "segment"
) -> Relation: ...
@overload
def relate(
    cx: Numbers, cy: Numbers, r: Numbers, ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers, wr: Numbers = 0.0,
    extent: Extents = "segment", **kwargs: Unpack[UfuncOptions]
) -> Codes: ...
@overload
def signed_distance(
    cx: Number, cy: Number, r: Number, ax: Number, ay: Number, bx: Number, by: Number, wr: Number = 0.0,
    extent: OneExtent = "segment"
) -> float: ...
@overload
def signed_distance(
    cx: Numbers, cy: Numbers, r: Numbers, ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers, wr: Numbers = 0.0,
    extent: Extents = "segment", **kwargs: Unpack[UfuncOptions]
) -> Floats: ...
@overload
def sweep(
    cx: Number, cy: Number, r: Number, vx: Number, vy: Number, ax: Number, ay: Number, bx: Number, by: Number,
    wr: Number = 0.0, extent: OneExtent = "segment"
) -> Sweep[SweepKind, float, Feature]: ...
@overload
def sweep(
    cx: Numbers, cy: Numbers, r: Numbers, vx: Numbers, vy: Numbers, ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers,
    wr: Numbers = 0.0, extent: Extents = "segment", **kwargs: Unpack[UfuncOptions]
) -> Sweep[Codes, Floats, Codes]: ...
@overload
def sweep_moving(
    cx: Number, cy: Number, r: Number, vx: Number, vy: Number, ax: Number, ay: Number, bx: Number, by: Number,
    avx: Number, avy: Number, bvx: Number, bvy: Number, wr: Number = 0.0, extent: OneExtent = "segment",
    hits_only: Truth = False
) -> Sweep[SweepKind, float, Feature]: ...
@overload
def sweep_moving(
    cx: Numbers, cy: Numbers, r: Numbers, vx: Numbers, vy: Numbers, ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers,
    avx: Numbers, avy: Numbers, bvx: Numbers, bvy: Numbers, wr: Numbers = 0.0, extent: Extents = "segment",
    hits_only: Truths = False, **kwargs: Unpack[UfuncOptions]
) -> Sweep[Codes, Floats, Codes]: ...
@overload
def sweep_moving_circle(
    cx: Number, cy: Number, r: Number, vx: Number, vy: Number, cx2: Number, cy2: Number, r2: Number, vx2: Number,
    vy2: Number, hits_only: Truth = False
) -> Sweep[SweepKind, float, Feature]: ...
@overload
def sweep_moving_circle(
    cx: Numbers, cy: Numbers, r: Numbers, vx: Numbers, vy: Numbers, cx2: Numbers, cy2: Numbers, r2: Numbers,
    vx2: Numbers, vy2: Numbers, hits_only: Truths = False, **kwargs: Unpack[UfuncOptions]
) -> Sweep[Codes, Floats, Codes]: ...
@overload
def sweep_moving_to(
    cx: Number, cy: Number, r: Number, to_x: Number, to_y: Number, ax: Number, ay: Number, bx: Number, by: Number,
    a_to_x: Number, a_to_y: Number, b_to_x: Number, b_to_y: Number, wr: Number = 0.0, extent: OneExtent = "segment",
    hits_only: Truth = False
) -> Sweep[SweepKind, float, Feature]: ...
@overload
def sweep_moving_to(
    cx: Numbers, cy: Numbers, r: Numbers, to_x: Numbers, to_y: Numbers, ax: Numbers, ay: Numbers, bx: Numbers,
    by: Numbers, a_to_x: Numbers, a_to_y: Numbers, b_to_x: Numbers, b_to_y: Numbers, wr: Numbers = 0.0,
    extent: Extents = "segment", hits_only: Truths = False, **kwargs: Unpack[UfuncOptions]
) -> Sweep[Codes, Floats, Codes]: ...
@overload
def sweep_to(
    cx: Number, cy: Number, r: Number, to_x: Number, to_y: Number, ax: Number, ay: Number, bx: Number, by: Number,
    wr: Number = 0.0, extent: OneExtent = "segment"
) -> Sweep[SweepKind, float, Feature]: ...
@overload
def sweep_to(
    cx: Numbers, cy: Numbers, r: Numbers, to_x: Numbers, to_y: Numbers, ax: Numbers, ay: Numbers, bx: Numbers,
    by: Numbers, wr: Numbers = 0.0, extent: Extents = "segment", **kwargs: Unpack[UfuncOptions]
) -> Sweep[Codes, Floats, Codes]: ...
@overload
def touches(
    cx: Number, cy: Number, r: Number, ax: Number, ay: Number, bx: Number, by: Number, wr: Number = 0.0,
    extent: OneExtent = "segment", rule: OneRule = "closed"
) -> bool: ...
@overload
def touches(
    cx: Numbers, cy: Numbers, r: Numbers, ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers, wr: Numbers = 0.0,
    extent: Extents = "segment", rule: Rules = "closed", **kwargs: Unpack[UfuncOptions]
) -> Bools: ...
@overload
def touches_circle(
    cx: Number, cy: Number, r: Number, cx2: Number, cy2: Number, r2: Number, rule: OneRule = "closed"
) -> bool: ...
@overload
def touches_circle(
    cx: Numbers, cy: Numbers, r: Numbers, cx2: Numbers, cy2: Numbers, r2: Numbers, rule: Rules = "closed",
    **kwargs: Unpack[UfuncOptions]
) -> Bools: ...
@overload
def turning_frames(angle: Number, reach: Number, tolerance: Number) -> int: ...
@overload
def turning_frames(
    angle: Numbers, reach: Numbers, tolerance: Numbers, **kwargs: Unpack[UfuncOptions]
) -> Integers64: ...
@overload
def velocity_reflect(vx: Number, vy: Number, nx: Number, ny: Number) -> Velocity[float]: ...
@overload
def velocity_reflect(
    vx: Numbers, vy: Numbers, nx: Numbers, ny: Numbers, **kwargs: Unpack[UfuncOptions]
) -> Velocity[Floats]: ...
@overload
def velocity_respond(
    vx: Number, vy: Number, nx: Number, ny: Number, response: OneResponse = "bounce", restitution: Number = 1.0,
    friction: Number = 0.0
) -> Velocity[float]: ...
@overload
def velocity_respond(
    vx: Numbers, vy: Numbers, nx: Numbers, ny: Numbers, response: Responses = "bounce", restitution: Numbers = 1.0,
    friction: Numbers = 0.0, **kwargs: Unpack[UfuncOptions]
) -> Velocity[Floats]: ...
@overload
def wall_box(
    ax: Number, ay: Number, bx: Number, by: Number, wr: Number = 0.0, extent: OneExtent = "segment"
) -> Box[float]: ...
@overload
def wall_box(
    ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers, wr: Numbers = 0.0, extent: Extents = "segment",
    **kwargs: Unpack[UfuncOptions]
) -> Box[Floats]: ...
@overload
def wall_contact(
    ax: Number, ay: Number, bx: Number, by: Number, ax2: Number, ay2: Number, bx2: Number, by2: Number,
    wr: Number = 0.0, extent: OneExtent = "segment", wr2: Number = 0.0, extent2: OneExtent = "segment"
) -> WallContact[WallRelation, float]: ...
@overload
def wall_contact(
    ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers, ax2: Numbers, ay2: Numbers, bx2: Numbers, by2: Numbers,
    wr: Numbers = 0.0, extent: Extents = "segment", wr2: Numbers = 0.0, extent2: Extents = "segment",
    **kwargs: Unpack[UfuncOptions]
) -> WallContact[Codes, Floats]: ...
@overload
def wall_gap(
    ax: Number, ay: Number, bx: Number, by: Number, ax2: Number, ay2: Number, bx2: Number, by2: Number,
    wr: Number = 0.0, extent: OneExtent = "segment", wr2: Number = 0.0, extent2: OneExtent = "segment"
) -> float: ...
@overload
def wall_gap(
    ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers, ax2: Numbers, ay2: Numbers, bx2: Numbers, by2: Numbers,
    wr: Numbers = 0.0, extent: Extents = "segment", wr2: Numbers = 0.0, extent2: Extents = "segment",
    **kwargs: Unpack[UfuncOptions]
) -> Floats: ...
@overload
def wall_is_valid(
    ax: Number, ay: Number, bx: Number, by: Number, wr: Number = 0.0, extent: OneExtent = "segment"
) -> bool: ...
@overload
def wall_is_valid(
    ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers, wr: Numbers = 0.0, extent: Extents = "segment",
    **kwargs: Unpack[UfuncOptions]
) -> Bools: ...
@overload
def wall_side(ax: Number, ay: Number, bx: Number, by: Number, x: Number, y: Number) -> int: ...
@overload
def wall_side(
    ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers, x: Numbers, y: Numbers, **kwargs: Unpack[UfuncOptions]
) -> Codes: ...
@overload
def within(
    cx: Number, cy: Number, r: Number, ax: Number, ay: Number, bx: Number, by: Number, gap: Number, wr: Number = 0.0,
    extent: OneExtent = "segment"
) -> bool: ...
@overload
def within(
    cx: Numbers, cy: Numbers, r: Numbers, ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers, gap: Numbers,
    wr: Numbers = 0.0, extent: Extents = "segment", **kwargs: Unpack[UfuncOptions]
) -> Bools: ...

# What is behind carom.motions, carom.movers, carom.crowds, carom.characters and carom.classic.
classic_ufuncs: dict[str, np.ufunc]

def check_moving_walls(*arguments: Any) -> None: ...
def classic_map(*arguments: Any) -> tuple[NDArray[np.int8], tuple[int, ...]]: ...
def classic_methods() -> tuple[tuple[str, str, bool, int, int], ...]: ...
def classic_steps(*arguments: Any) -> list[tuple[str, Any]]: ...
def crowd_asleep(*arguments: Any) -> NDArray[np.bool_]: ...
def crowd_bytes(crowd: Any, /) -> bytes: ...
def crowd_load(*arguments: Any) -> None: ...
def crowd_remove(*arguments: Any) -> None: ...
def crowd_wake(*arguments: Any) -> None: ...
def depenetrate(*arguments: Any) -> tuple[Any, ...]: ...
def make_ball_caches(count: int, /) -> Any: ...
def make_crowd() -> Any: ...
def move_ball(*arguments: Any) -> tuple[Any, ...]: ...
def move_balls(*arguments: Any) -> tuple[Any, ...]: ...
def move_character(*arguments: Any) -> tuple[Any, ...]: ...
def move_crowd(*arguments: Any) -> Any: ...

@disjoint_base
class SceneQueries:
    @property
    def box(self) -> tuple[float, float, float, float]: ...
    def __len__(self) -> int: ...
    @overload
    def hits(
        self, cx: Numbers, cy: Numbers, r: Numbers, within: Numbers = 0.0, ring: Truths = False, *,
        rule: Rules = "closed", mask: Integers = 4294967295, except_group: Integers = 0,
        accept: _Accept = None, csr: Literal[False] = False,
        most: int | None = None,
    ) -> Hits: ...
    @overload
    def hits(
        self, cx: Numbers, cy: Numbers, r: Numbers, within: Numbers = 0.0, ring: Truths = False, *,
        rule: Rules = "closed", mask: Integers = 4294967295, except_group: Integers = 0,
        accept: _Accept = None, csr: Literal[True],
        most: int | None = None,
    ) -> HitsByCircle: ...
    @overload
    def hits(
        self, cx: Numbers, cy: Numbers, r: Numbers, within: Numbers = 0.0, ring: Truths = False, *,
        rule: Rules = "closed", mask: Integers = 4294967295, except_group: Integers = 0,
        accept: _Accept = None, csr: bool,
        most: int | None = None,
    ) -> Hits | HitsByCircle: ...
    @overload
    def hits(
        self, cx: Any, cy: None = None, r: Numbers | None = None, *, within: Numbers = 0.0,
        ring: Truths = False, rule: Rules = "closed", mask: Integers = 4294967295,
        except_group: Integers = 0, csr: Literal[False] = False,
        most: int | None = None
    ) -> Hits: ...
    @overload
    def hits(
        self, cx: Numbers, cy: Numbers, r: Numbers, source: Any, category: Integers | None, vx: Numbers | None,
        vy: Numbers | None, group: Integers | None, crs: Any, /, *, within: Numbers = 0.0, ring: Truths = False,
        rule: Rules = "closed", mask: Integers = 4294967295, except_group: Integers = 0, csr: Literal[False] = False,
        most: int | None = None
    ) -> Hits: ...
    @overload
    def hits(
        self, cx: Any, cy: None = None, r: Numbers | None = None, *, within: Numbers = 0.0,
        ring: Truths = False, rule: Rules = "closed", mask: Integers = 4294967295,
        except_group: Integers = 0, csr: Literal[True],
        most: int | None = None
    ) -> HitsByCircle: ...
    @overload
    def hits(
        self, cx: Numbers, cy: Numbers, r: Numbers, source: Any, category: Integers | None, vx: Numbers | None,
        vy: Numbers | None, group: Integers | None, crs: Any, /, *, within: Numbers = 0.0, ring: Truths = False,
        rule: Rules = "closed", mask: Integers = 4294967295, except_group: Integers = 0, csr: Literal[True],
        most: int | None = None
    ) -> HitsByCircle: ...
    @overload
    def within(
        self, cx: Numbers, cy: Numbers, r: Numbers, gap: Numbers, *, ring: Truths = False,
        rule: Rules = "closed", mask: Integers = 4294967295, except_group: Integers = 0,
        accept: _Accept = None, csr: Literal[False] = False
    ) -> Hits: ...
    @overload
    def within(
        self, cx: Numbers, cy: Numbers, r: Numbers, gap: Numbers, *, ring: Truths = False,
        rule: Rules = "closed", mask: Integers = 4294967295, except_group: Integers = 0,
        accept: _Accept = None, csr: Literal[True]
    ) -> HitsByCircle: ...
    @overload
    def within(
        self, cx: Numbers, cy: Numbers, r: Numbers, gap: Numbers, *, ring: Truths = False,
        rule: Rules = "closed", mask: Integers = 4294967295, except_group: Integers = 0,
        accept: _Accept = None, csr: bool
    ) -> Hits | HitsByCircle: ...
    @overload
    def within(
        self, cx: Any, cy: None = None, r: Numbers | None = None, gap: Numbers | None = None, *,
        ring: Truths = False, rule: Rules = "closed", mask: Integers = 4294967295,
        except_group: Integers = 0, csr: Literal[False] = False
    ) -> Hits: ...
    @overload
    def within(
        self, cx: Numbers, cy: Numbers, r: Numbers, source: Any, category: Integers | None, vx: Numbers | None,
        vy: Numbers | None, group: Integers | None, crs: Any, /, *, gap: Numbers, ring: Truths = False,
        rule: Rules = "closed", mask: Integers = 4294967295, except_group: Integers = 0, csr: Literal[False] = False
    ) -> Hits: ...
    @overload
    def within(
        self, cx: Any, cy: None = None, r: Numbers | None = None, gap: Numbers | None = None, *,
        ring: Truths = False, rule: Rules = "closed", mask: Integers = 4294967295,
        except_group: Integers = 0, csr: Literal[True]
    ) -> HitsByCircle: ...
    @overload
    def within(
        self, cx: Numbers, cy: Numbers, r: Numbers, source: Any, category: Integers | None, vx: Numbers | None,
        vy: Numbers | None, group: Integers | None, crs: Any, /, *, gap: Numbers, ring: Truths = False,
        rule: Rules = "closed", mask: Integers = 4294967295, except_group: Integers = 0, csr: Literal[True]
    ) -> HitsByCircle: ...
    @overload
    def in_box(
        self, min_x: Numbers, min_y: Numbers, max_x: Numbers, max_y: Numbers, *, mask: Integers = 4294967295,
        except_group: Integers = 0, accept: _Accept = None, csr: Literal[False] = False
    ) -> BoxHits: ...
    @overload
    def in_box(
        self, min_x: Numbers, min_y: Numbers, max_x: Numbers, max_y: Numbers, *, mask: Integers = 4294967295,
        except_group: Integers = 0, accept: _Accept = None, csr: Literal[True]
    ) -> HitsByCircle: ...
    @overload
    def in_box(
        self, min_x: Numbers, min_y: Numbers, max_x: Numbers, max_y: Numbers, *, mask: Integers = 4294967295,
        except_group: Integers = 0, accept: _Accept = None, csr: bool
    ) -> BoxHits | HitsByCircle: ...
    @overload
    def count(
        self, cx: Number, cy: Number, r: Number, within: Number = 0.0, ring: Truth = False, *, rule: OneRule = "closed",
        mask: Integer = 4294967295, except_group: Integer = 0, accept: _Accept = None
    ) -> int: ...
    @overload
    def count(
        self, cx: Numbers, cy: Numbers, r: Numbers, within: Numbers = 0.0, ring: Truths = False, *,
        rule: Rules = "closed", mask: Integers = 4294967295, except_group: Integers = 0, accept: _Accept = None
    ) -> Integers64: ...
    @overload
    def count(
        self, cx: Any, cy: None = None, r: Numbers | None = None, *, within: Numbers = 0.0,
        ring: Truths = False, rule: Rules = "closed", mask: Integers = 4294967295,
        except_group: Integers = 0
    ) -> Integers64: ...
    @overload
    def count(
        self, cx: Numbers, cy: Numbers, r: Numbers, source: Any, category: Integers | None, vx: Numbers | None,
        vy: Numbers | None, group: Integers | None, crs: Any, /, *, within: Numbers = 0.0, ring: Truths = False,
        rule: Rules = "closed", mask: Integers = 4294967295, except_group: Integers = 0
    ) -> Integers64: ...
    @overload
    def touches(
        self, cx: Number, cy: Number, r: Number, within: Number = 0.0, ring: Truth = False, *, rule: OneRule = "closed",
        mask: Integer = 4294967295, except_group: Integer = 0, accept: _Accept = None
    ) -> bool: ...
    @overload
    def touches(
        self, cx: Numbers, cy: Numbers, r: Numbers, within: Numbers = 0.0, ring: Truths = False, *,
        rule: Rules = "closed", mask: Integers = 4294967295, except_group: Integers = 0, accept: _Accept = None
    ) -> Bools: ...
    @overload
    def touches(
        self, cx: Any, cy: None = None, r: Numbers | None = None, *, within: Numbers = 0.0,
        ring: Truths = False, rule: Rules = "closed", mask: Integers = 4294967295,
        except_group: Integers = 0
    ) -> Bools: ...
    @overload
    def touches(
        self, cx: Numbers, cy: Numbers, r: Numbers, source: Any, category: Integers | None, vx: Numbers | None,
        vy: Numbers | None, group: Integers | None, crs: Any, /, *, within: Numbers = 0.0, ring: Truths = False,
        rule: Rules = "closed", mask: Integers = 4294967295, except_group: Integers = 0
    ) -> Bools: ...
    @overload
    def nearest(
        self, cx: Number, cy: Number, r: Number, k: Literal[1] = 1, *, mask: Integer = 4294967295,
        except_group: Integer = 0, accept: _Accept = None
    ) -> Nearest[int, float]: ...
    @overload
    def nearest(
        self, cx: Number, cy: Number, r: Number, k: _Several, *, mask: Integer = 4294967295,
        except_group: Integer = 0, accept: _Accept = None
    ) -> Nearest[Integers64, Floats]: ...
    # The k that no checker knows may be 1.
    @overload
    def nearest(
        self, cx: Number, cy: Number, r: Number, k: Integer, *, mask: Integer = 4294967295,
        except_group: Integer = 0, accept: _Accept = None
    ) -> Nearest[int | Integers64, float | Floats]: ...
    @overload
    def nearest(
        self, cx: Numbers, cy: Numbers, r: Numbers, k: Integer = 1, *, mask: Integers = 4294967295,
        except_group: Integers = 0, accept: _Accept = None
    ) -> Nearest[Integers64, Floats]: ...
    @overload
    def nearest(
        self, cx: Any, cy: None = None, r: Numbers | None = None, *, k: Integer = 1, mask: Integers = 4294967295,
        except_group: Integers = 0
    ) -> Nearest[Integers64, Floats]: ...
    @overload
    def nearest(
        self, cx: Numbers, cy: Numbers, r: Numbers, source: Any, category: Integers | None, vx: Numbers | None,
        vy: Numbers | None, group: Integers | None, crs: Any, /, *, k: Integer = 1, mask: Integers = 4294967295,
        except_group: Integers = 0
    ) -> Nearest[Integers64, Floats]: ...
    @overload
    def first(
        self, cx: Number, cy: Number, r: Number, vx: Number, vy: Number, *, hits_only: Truth = False,
        pass_one_sided: Truth = False, mask: Integer = 4294967295, except_group: Integer = 0,
        accept: _Accept = None
    ) -> First[int, SweepKind, float, Feature]: ...
    @overload
    def first(
        self, cx: Numbers, cy: Numbers, r: Numbers, vx: Numbers, vy: Numbers, *, hits_only: Truths = False,
        pass_one_sided: Truths = False, mask: Integers = 4294967295, except_group: Integers = 0,
        accept: _Accept = None
    ) -> First[Integers64, Codes, Floats, Codes]: ...
    @overload
    def first(
        self, cx: Any, cy: None = None, r: Numbers | None = None, vx: Numbers | None = None,
        vy: Numbers | None = None, *,
        hits_only: Truths = False, pass_one_sided: Truths = False, mask: Integers = 4294967295,
        except_group: Integers = 0
    ) -> First[Integers64, Codes, Floats, Codes]: ...
    @overload
    def first(
        self, cx: Numbers, cy: Numbers, r: Numbers, source: Any, category: Integers | None, vx: Numbers | None,
        vy: Numbers | None, group: Integers | None, crs: Any, /, *, hits_only: Truths = False,
        pass_one_sided: Truths = False, mask: Integers = 4294967295, except_group: Integers = 0
    ) -> First[Integers64, Codes, Floats, Codes]: ...
    @overload
    def sweep_all(
        self, cx: Numbers, cy: Numbers, r: Numbers, vx: Numbers, vy: Numbers, *, hits_only: Truths = False,
        pass_one_sided: Truths = False, mask: Integers = 4294967295, except_group: Integers = 0,
        accept: _Accept = None
    ) -> SweepAll: ...
    @overload
    def sweep_all(
        self, cx: Any, cy: None = None, r: Numbers | None = None, vx: Numbers | None = None,
        vy: Numbers | None = None, *,
        hits_only: Truths = False, pass_one_sided: Truths = False, mask: Integers = 4294967295,
        except_group: Integers = 0
    ) -> SweepAll: ...
    @overload
    def sweep_all(
        self, cx: Numbers, cy: Numbers, r: Numbers, source: Any, category: Integers | None, vx: Numbers | None,
        vy: Numbers | None, group: Integers | None, crs: Any, /, *, hits_only: Truths = False,
        pass_one_sided: Truths = False, mask: Integers = 4294967295, except_group: Integers = 0
    ) -> SweepAll: ...
    @overload
    def areas(
        self, cx: Numbers, cy: Numbers, r: Numbers, within: Numbers = 0.0, *, mask: Integers = 4294967295,
        except_group: Integers = 0, most: int | None = None
    ) -> Areas: ...
    @overload
    def areas(
        self, cx: Any, cy: None = None, r: Numbers | None = None, *, within: Numbers = 0.0,
        mask: Integers = 4294967295, except_group: Integers = 0, most: int | None = None
    ) -> Areas: ...
    @overload
    def areas(
        self, cx: Numbers, cy: Numbers, r: Numbers, source: Any, category: Integers | None, vx: Numbers | None,
        vy: Numbers | None, group: Integers | None, crs: Any, /, *, within: Numbers = 0.0,
        mask: Integers = 4294967295, except_group: Integers = 0, most: int | None = None
    ) -> Areas: ...
    def areas_at(
        self, x: Numbers, y: Numbers, *, mask: Integers = 4294967295, except_group: Integers = 0,
        most: int | None = None
    ) -> AreasAt: ...
    @overload
    def contains(
        self, x: Number, y: Number, area: Integer | None = None, *, mask: Integer = 4294967295,
        except_group: Integer = 0
    ) -> bool: ...
    @overload
    def contains(
        self, x: Numbers, y: Numbers, area: Integers | None = None, *, mask: Integers = 4294967295,
        except_group: Integers = 0
    ) -> Bools: ...
    @overload
    def relate_area(self, cx: Number, cy: Number, r: Number, area: Integer) -> AreaRelation: ...
    @overload
    def relate_area(self, cx: Numbers, cy: Numbers, r: Numbers, area: Integers) -> Codes: ...
    @overload
    def signed_distance(
        self, x: Number, y: Number, area: Integer | None = None, *, mask: Integer = 4294967295,
        except_group: Integer = 0
    ) -> float: ...
    @overload
    def signed_distance(
        self, x: Numbers, y: Numbers, area: Integers | None = None, *, mask: Integers = 4294967295,
        except_group: Integers = 0
    ) -> Floats: ...
    @overload
    def nearest_areas(
        self, cx: Number, cy: Number, r: Number, k: Literal[1] = 1, *, mask: Integer = 4294967295,
        except_group: Integer = 0
    ) -> NearestAreas[int, AreaRelation, float]: ...
    @overload
    def nearest_areas(
        self, cx: Number, cy: Number, r: Number, k: _Several, *, mask: Integer = 4294967295,
        except_group: Integer = 0
    ) -> NearestAreas[Integers64, Codes, Floats]: ...
    # The k that no checker knows may be 1.
    @overload
    def nearest_areas(
        self, cx: Number, cy: Number, r: Number, k: Integer, *, mask: Integer = 4294967295,
        except_group: Integer = 0
    ) -> NearestAreas[int | Integers64, AreaRelation | Codes, float | Floats]: ...
    @overload
    def nearest_areas(
        self, cx: Numbers, cy: Numbers, r: Numbers, k: Integer = 1, *, mask: Integers = 4294967295,
        except_group: Integers = 0
    ) -> NearestAreas[Integers64, Codes, Floats]: ...
    @overload
    def nearest_areas(
        self, cx: Any, cy: None = None, r: Numbers | None = None, *, k: Integer = 1, mask: Integers = 4294967295,
        except_group: Integers = 0
    ) -> NearestAreas[Integers64, Codes, Floats]: ...
    @overload
    def nearest_areas(
        self, cx: Numbers, cy: Numbers, r: Numbers, source: Any, category: Integers | None, vx: Numbers | None,
        vy: Numbers | None, group: Integers | None, crs: Any, /, *, k: Integer = 1, mask: Integers = 4294967295,
        except_group: Integers = 0
    ) -> NearestAreas[Integers64, Codes, Floats]: ...
    def fan(
        self, cx: Numbers, cy: Numbers, r: Numbers, vx: Numbers, vy: Numbers, *, hits_only: Truths = False,
        pass_one_sided: Truths = False, mask: Integers = 4294967295, except_group: Integers = 0,
        accept: _Accept = None
    ) -> Fan: ...
    def _scan(
        self, cx: Numbers, cy: Numbers, r: Numbers, vx: Numbers, vy: Numbers, *, hits_only: Truths = False,
        pass_one_sided: Truths = False, mask: Integers = 4294967295, except_group: Integers = 0
    ) -> Floats: ...

class Scene(SceneQueries):
    @property
    def nbytes(self) -> int: ...
    @overload
    def walls(self, index: Integer) -> Walls[float, int, int, bool]: ...
    @overload
    def walls(self, index: Integers | None = None) -> Walls[Floats, NDArray[np.uint8], NDArray[np.uint32], Bools]: ...
    @classmethod
    def _build(
        cls, ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers, wr: Numbers = 0.0,
        extent: Extents = "segment", category: Integers = 0, one_sided: Truths = False,
        group: Integers = 0
    ) -> Self: ...
    @classmethod
    def _from_buffer(cls, data: Buffer, copy: bool, name: str, /) -> Self: ...
    def _same_bytes(self, other: Scene, /) -> bool: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...

class DynamicScene(SceneQueries):
    @classmethod
    def _build(
        cls, ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers, wr: Numbers = 0.0,
        extent: Extents = "segment", category: Integers = 0, one_sided: Truths = False,
        group: Integers = 0
    ) -> Self: ...
    @overload
    def insert(
        self, ax: Number, ay: Number, bx: Number, by: Number, wr: Number = 0.0, extent: OneExtent = "segment",
        category: Integer = 0, one_sided: Truth = False, group: Integer = 0
    ) -> int: ...
    @overload
    def insert(
        self, ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers, wr: Numbers = 0.0,
        extent: Extents = "segment", category: Integers = 0, one_sided: Truths = False,
        group: Integers = 0
    ) -> Integers64: ...
    def remove(self, id: Integers) -> None: ...
    def move(
        self, id: Integers, ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers, wr: Numbers | None = None,
        extent: Extents | None = None, category: Integers | None = None, one_sided: Truths | None = None,
        group: Integers | None = None
    ) -> None: ...
    def move_many(
        self, id: Integers, ax: Numbers, ay: Numbers, bx: Numbers, by: Numbers, wr: Numbers | None = None,
        extent: Extents | None = None, category: Integers | None = None, one_sided: Truths | None = None,
        group: Integers | None = None
    ) -> None: ...
    def set_category(self, id: Integers, category: Integers) -> None: ...
    def set_group(self, id: Integers, group: Integers) -> None: ...
    @overload
    def has(self, id: Integer) -> bool: ...
    @overload
    def has(self, id: Integers) -> Bools: ...
    def ids(self) -> Integers64: ...
    @overload
    def walls(self, id: Integer) -> Walls[float, int, int, bool]: ...
    @overload
    def walls(self, id: Integers | None = None) -> Walls[Floats, NDArray[np.uint8], NDArray[np.uint32], Bools]: ...
