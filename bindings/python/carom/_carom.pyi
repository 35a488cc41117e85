# The functions and classes of the extension. Formatted by hand: one argument a line would fill a thousand lines.
from collections.abc import Callable
from typing import Any, Literal, Self, TypeAlias, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import Buffer, disjoint_base

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
    WallEnds,
    WallMoves,
)
from .enums import Relation
from .scene_answers import BoxHits, Fan, First, Hits, HitsByCircle, Nearest, SweepAll, Walls

_Accept: TypeAlias = Callable[[int, Walls], object] | None

# fmt: off

__version__: str
ufuncs: dict[str, np.ufunc]

def environment_is_exact() -> bool: ...
def get_threads() -> int: ...
def set_threads(threads: int, /) -> None: ...

def along(dx: ArrayLike, dy: ArrayLike, length: ArrayLike, **kwargs: Any) -> Velocity: ...
def balls_respond(
    vx: ArrayLike, vy: ArrayLike, vx2: ArrayLike, vy2: ArrayLike, nx: ArrayLike, ny: ArrayLike,
    inverse_mass: ArrayLike = 1.0, inverse_mass2: ArrayLike = 1.0, restitution: ArrayLike = 1.0,
    friction: ArrayLike = 0.0, **kwargs: Any
) -> VelocityPair: ...
def cast(
    cx: ArrayLike, cy: ArrayLike, r: ArrayLike, dx: ArrayLike, dy: ArrayLike, length: ArrayLike, ax: ArrayLike,
    ay: ArrayLike, bx: ArrayLike, by: ArrayLike, wr: ArrayLike = 0.0, extent: ArrayLike = "segment", **kwargs: Any
) -> Cast: ...
@overload
def circle_is_valid(cx: float, cy: float, r: float) -> bool: ...
@overload
def circle_is_valid(cx: ArrayLike, cy: ArrayLike, r: ArrayLike, **kwargs: Any) -> NDArray[np.bool_]: ...
@overload
def compare_distance(
    cx: float, cy: float, r: float, ax: float, ay: float, bx: float, by: float, ax2: float, ay2: float, bx2: float,
    by2: float, wr: float = 0.0, extent: str | int = "segment", wr2: float = 0.0, extent2: str | int = "segment"
) -> int: ...
@overload
def compare_distance(
    cx: ArrayLike, cy: ArrayLike, r: ArrayLike, ax: ArrayLike, ay: ArrayLike, bx: ArrayLike, by: ArrayLike,
    ax2: ArrayLike, ay2: ArrayLike, bx2: ArrayLike, by2: ArrayLike, wr: ArrayLike = 0.0,
    extent: ArrayLike = "segment", wr2: ArrayLike = 0.0, extent2: ArrayLike = "segment", **kwargs: Any
) -> NDArray[np.int8]: ...
@overload
def compare_gap(
    cx: float, cy: float, r: float, ax: float, ay: float, bx: float, by: float, gap: float, wr: float = 0.0,
    extent: str | int = "segment"
) -> int: ...
@overload
def compare_gap(
    cx: ArrayLike, cy: ArrayLike, r: ArrayLike, ax: ArrayLike, ay: ArrayLike, bx: ArrayLike, by: ArrayLike,
    gap: ArrayLike, wr: ArrayLike = 0.0, extent: ArrayLike = "segment", **kwargs: Any
) -> NDArray[np.int8]: ...
@overload
def compare_time_of_impact(
    cx: float, cy: float, r: float, vx: float, vy: float, ax: float, ay: float, bx: float, by: float, ax2: float,
    ay2: float, bx2: float, by2: float, wr: float = 0.0, extent: str | int = "segment", wr2: float = 0.0,
    extent2: str | int = "segment"
) -> int: ...
@overload
def compare_time_of_impact(
    cx: ArrayLike, cy: ArrayLike, r: ArrayLike, vx: ArrayLike, vy: ArrayLike, ax: ArrayLike, ay: ArrayLike,
    bx: ArrayLike, by: ArrayLike, ax2: ArrayLike, ay2: ArrayLike, bx2: ArrayLike, by2: ArrayLike,
    wr: ArrayLike = 0.0, extent: ArrayLike = "segment", wr2: ArrayLike = 0.0, extent2: ArrayLike = "segment",
    **kwargs: Any
) -> NDArray[np.int8]: ...
def contact(
    cx: ArrayLike, cy: ArrayLike, r: ArrayLike, ax: ArrayLike, ay: ArrayLike, bx: ArrayLike, by: ArrayLike,
    wr: ArrayLike = 0.0, extent: ArrayLike = "segment", **kwargs: Any
) -> Contact: ...
def crossings(
    cx: ArrayLike, cy: ArrayLike, r: ArrayLike, ax: ArrayLike, ay: ArrayLike, bx: ArrayLike, by: ArrayLike,
    extent: ArrayLike = "segment", **kwargs: Any
) -> Crossings: ...
@overload
def distance(
    cx: float, cy: float, r: float, ax: float, ay: float, bx: float, by: float, wr: float = 0.0,
    extent: str | int = "segment"
) -> float: ...
@overload
def distance(
    cx: ArrayLike, cy: ArrayLike, r: ArrayLike, ax: ArrayLike, ay: ArrayLike, bx: ArrayLike, by: ArrayLike,
    wr: ArrayLike = 0.0, extent: ArrayLike = "segment", **kwargs: Any
) -> NDArray[np.float64]: ...
def moving_wall_at(
    ax: ArrayLike, ay: ArrayLike, bx: ArrayLike, by: ArrayLike, avx: ArrayLike, avy: ArrayLike, bvx: ArrayLike,
    bvy: ArrayLike, t: ArrayLike, **kwargs: Any
) -> WallEnds: ...
def moving_wall_box(
    ax: ArrayLike, ay: ArrayLike, bx: ArrayLike, by: ArrayLike, avx: ArrayLike, avy: ArrayLike, bvx: ArrayLike,
    bvy: ArrayLike, wr: ArrayLike = 0.0, extent: ArrayLike = "segment", **kwargs: Any
) -> Box: ...
@overload
def moving_wall_is_valid(
    ax: float, ay: float, bx: float, by: float, avx: float, avy: float, bvx: float, bvy: float, wr: float = 0.0,
    extent: str | int = "segment"
) -> bool: ...
@overload
def moving_wall_is_valid(
    ax: ArrayLike, ay: ArrayLike, bx: ArrayLike, by: ArrayLike, avx: ArrayLike, avy: ArrayLike, bvx: ArrayLike,
    bvy: ArrayLike, wr: ArrayLike = 0.0, extent: ArrayLike = "segment", **kwargs: Any
) -> NDArray[np.bool_]: ...
def moving_wall_to(
    ax: ArrayLike, ay: ArrayLike, bx: ArrayLike, by: ArrayLike, a_to_x: ArrayLike, a_to_y: ArrayLike,
    b_to_x: ArrayLike, b_to_y: ArrayLike, **kwargs: Any
) -> WallMoves: ...
def moving_wall_turning(
    ax: ArrayLike, ay: ArrayLike, bx: ArrayLike, by: ArrayLike, pivot_x: ArrayLike, pivot_y: ArrayLike,
    cosine: ArrayLike, sine: ArrayLike, **kwargs: Any
) -> WallMoves: ...
@overload
def overlaps(
    cx: float, cy: float, r: float, ax: float, ay: float, bx: float, by: float, wr: float = 0.0,
    extent: str | int = "segment"
) -> bool: ...
@overload
def overlaps(
    cx: ArrayLike, cy: ArrayLike, r: ArrayLike, ax: ArrayLike, ay: ArrayLike, bx: ArrayLike, by: ArrayLike,
    wr: ArrayLike = 0.0, extent: ArrayLike = "segment", **kwargs: Any
) -> NDArray[np.bool_]: ...
def passage(
    cx: ArrayLike, cy: ArrayLike, r: ArrayLike, vx: ArrayLike, vy: ArrayLike, ax: ArrayLike, ay: ArrayLike,
    bx: ArrayLike, by: ArrayLike, wr: ArrayLike = 0.0, extent: ArrayLike = "segment", **kwargs: Any
) -> Passage: ...
def path_box(cx: ArrayLike, cy: ArrayLike, r: ArrayLike, to_x: ArrayLike, to_y: ArrayLike, **kwargs: Any) -> Box: ...
@overload
def path_is_clear(
    cx: float, cy: float, r: float, to_x: float, to_y: float, ax: float, ay: float, bx: float, by: float,
    wr: float = 0.0, extent: str | int = "segment"
) -> bool: ...
@overload
def path_is_clear(
    cx: ArrayLike, cy: ArrayLike, r: ArrayLike, to_x: ArrayLike, to_y: ArrayLike, ax: ArrayLike, ay: ArrayLike,
    bx: ArrayLike, by: ArrayLike, wr: ArrayLike = 0.0, extent: ArrayLike = "segment", **kwargs: Any
) -> NDArray[np.bool_]: ...
@overload
def path_is_clear_of_moving(
    cx: float, cy: float, r: float, to_x: float, to_y: float, ax: float, ay: float, bx: float, by: float,
    a_to_x: float, a_to_y: float, b_to_x: float, b_to_y: float, wr: float = 0.0, extent: str | int = "segment"
) -> bool: ...
@overload
def path_is_clear_of_moving(
    cx: ArrayLike, cy: ArrayLike, r: ArrayLike, to_x: ArrayLike, to_y: ArrayLike, ax: ArrayLike, ay: ArrayLike,
    bx: ArrayLike, by: ArrayLike, a_to_x: ArrayLike, a_to_y: ArrayLike, b_to_x: ArrayLike, b_to_y: ArrayLike,
    wr: ArrayLike = 0.0, extent: ArrayLike = "segment", **kwargs: Any
) -> NDArray[np.bool_]: ...
def push_out(
    cx: ArrayLike, cy: ArrayLike, r: ArrayLike, ax: ArrayLike, ay: ArrayLike, bx: ArrayLike, by: ArrayLike,
    wr: ArrayLike = 0.0, extent: ArrayLike = "segment", **kwargs: Any
) -> Push: ...
def reflect(
    cx: ArrayLike, cy: ArrayLike, r: ArrayLike, vx: ArrayLike, vy: ArrayLike, ax: ArrayLike, ay: ArrayLike,
    bx: ArrayLike, by: ArrayLike, wr: ArrayLike = 0.0, extent: ArrayLike = "segment", **kwargs: Any
) -> Reflection: ...
@overload
def relate(
    cx: float, cy: float, r: float, ax: float, ay: float, bx: float, by: float, wr: float = 0.0,
    extent: str | int = "segment"
) -> Relation: ...
@overload
def relate(
    cx: ArrayLike, cy: ArrayLike, r: ArrayLike, ax: ArrayLike, ay: ArrayLike, bx: ArrayLike, by: ArrayLike,
    wr: ArrayLike = 0.0, extent: ArrayLike = "segment", **kwargs: Any
) -> NDArray[np.int8]: ...
@overload
def signed_distance(
    cx: float, cy: float, r: float, ax: float, ay: float, bx: float, by: float, wr: float = 0.0,
    extent: str | int = "segment"
) -> float: ...
@overload
def signed_distance(
    cx: ArrayLike, cy: ArrayLike, r: ArrayLike, ax: ArrayLike, ay: ArrayLike, bx: ArrayLike, by: ArrayLike,
    wr: ArrayLike = 0.0, extent: ArrayLike = "segment", **kwargs: Any
) -> NDArray[np.float64]: ...
def sweep(
    cx: ArrayLike, cy: ArrayLike, r: ArrayLike, vx: ArrayLike, vy: ArrayLike, ax: ArrayLike, ay: ArrayLike,
    bx: ArrayLike, by: ArrayLike, wr: ArrayLike = 0.0, extent: ArrayLike = "segment", **kwargs: Any
) -> Sweep: ...
def sweep_moving(
    cx: ArrayLike, cy: ArrayLike, r: ArrayLike, vx: ArrayLike, vy: ArrayLike, ax: ArrayLike, ay: ArrayLike,
    bx: ArrayLike, by: ArrayLike, avx: ArrayLike, avy: ArrayLike, bvx: ArrayLike, bvy: ArrayLike,
    wr: ArrayLike = 0.0, extent: ArrayLike = "segment", hits_only: ArrayLike = False, **kwargs: Any
) -> Sweep: ...
def sweep_moving_circle(
    cx: ArrayLike, cy: ArrayLike, r: ArrayLike, vx: ArrayLike, vy: ArrayLike, cx2: ArrayLike, cy2: ArrayLike,
    r2: ArrayLike, vx2: ArrayLike, vy2: ArrayLike, hits_only: ArrayLike = False, **kwargs: Any
) -> Sweep: ...
def sweep_moving_to(
    cx: ArrayLike, cy: ArrayLike, r: ArrayLike, to_x: ArrayLike, to_y: ArrayLike, ax: ArrayLike, ay: ArrayLike,
    bx: ArrayLike, by: ArrayLike, a_to_x: ArrayLike, a_to_y: ArrayLike, b_to_x: ArrayLike, b_to_y: ArrayLike,
    wr: ArrayLike = 0.0, extent: ArrayLike = "segment", hits_only: ArrayLike = False, **kwargs: Any
) -> Sweep: ...
def sweep_to(
    cx: ArrayLike, cy: ArrayLike, r: ArrayLike, to_x: ArrayLike, to_y: ArrayLike, ax: ArrayLike, ay: ArrayLike,
    bx: ArrayLike, by: ArrayLike, wr: ArrayLike = 0.0, extent: ArrayLike = "segment", **kwargs: Any
) -> Sweep: ...
@overload
def touches(
    cx: float, cy: float, r: float, ax: float, ay: float, bx: float, by: float, wr: float = 0.0,
    extent: str | int = "segment", rule: str | int = "closed"
) -> bool: ...
@overload
def touches(
    cx: ArrayLike, cy: ArrayLike, r: ArrayLike, ax: ArrayLike, ay: ArrayLike, bx: ArrayLike, by: ArrayLike,
    wr: ArrayLike = 0.0, extent: ArrayLike = "segment", rule: ArrayLike = "closed", **kwargs: Any
) -> NDArray[np.bool_]: ...
@overload
def touches_circle(
    cx: float, cy: float, r: float, cx2: float, cy2: float, r2: float, rule: str | int = "closed"
) -> bool: ...
@overload
def touches_circle(
    cx: ArrayLike, cy: ArrayLike, r: ArrayLike, cx2: ArrayLike, cy2: ArrayLike, r2: ArrayLike,
    rule: ArrayLike = "closed", **kwargs: Any
) -> NDArray[np.bool_]: ...
@overload
def turning_frames(angle: float, reach: float, tolerance: float) -> int: ...
@overload
def turning_frames(angle: ArrayLike, reach: ArrayLike, tolerance: ArrayLike, **kwargs: Any) -> NDArray[np.int64]: ...
def velocity_reflect(vx: ArrayLike, vy: ArrayLike, nx: ArrayLike, ny: ArrayLike, **kwargs: Any) -> Velocity: ...
def velocity_respond(
    vx: ArrayLike, vy: ArrayLike, nx: ArrayLike, ny: ArrayLike, response: ArrayLike = "bounce",
    restitution: ArrayLike = 1.0, friction: ArrayLike = 0.0, **kwargs: Any
) -> Velocity: ...
def wall_box(
    ax: ArrayLike, ay: ArrayLike, bx: ArrayLike, by: ArrayLike, wr: ArrayLike = 0.0, extent: ArrayLike = "segment",
    **kwargs: Any
) -> Box: ...
@overload
def wall_is_valid(
    ax: float, ay: float, bx: float, by: float, wr: float = 0.0, extent: str | int = "segment"
) -> bool: ...
@overload
def wall_is_valid(
    ax: ArrayLike, ay: ArrayLike, bx: ArrayLike, by: ArrayLike, wr: ArrayLike = 0.0, extent: ArrayLike = "segment",
    **kwargs: Any
) -> NDArray[np.bool_]: ...
@overload
def wall_side(ax: float, ay: float, bx: float, by: float, x: float, y: float) -> int: ...
@overload
def wall_side(
    ax: ArrayLike, ay: ArrayLike, bx: ArrayLike, by: ArrayLike, x: ArrayLike, y: ArrayLike, **kwargs: Any
) -> NDArray[np.int8]: ...
@overload
def within(
    cx: float, cy: float, r: float, ax: float, ay: float, bx: float, by: float, gap: float, wr: float = 0.0,
    extent: str | int = "segment"
) -> bool: ...
@overload
def within(
    cx: ArrayLike, cy: ArrayLike, r: ArrayLike, ax: ArrayLike, ay: ArrayLike, bx: ArrayLike, by: ArrayLike,
    gap: ArrayLike, wr: ArrayLike = 0.0, extent: ArrayLike = "segment", **kwargs: Any
) -> NDArray[np.bool_]: ...

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
        self, cx: ArrayLike, cy: ArrayLike, r: ArrayLike, within: ArrayLike = 0.0, ring: ArrayLike = False, *,
        rule: ArrayLike = "closed", mask: ArrayLike = 4294967295, except_group: ArrayLike = 0,
        accept: _Accept = None, csr: Literal[False] = False,
        most: int | None = None,
    ) -> Hits: ...
    @overload
    def hits(
        self, cx: ArrayLike, cy: ArrayLike, r: ArrayLike, within: ArrayLike = 0.0, ring: ArrayLike = False, *,
        rule: ArrayLike = "closed", mask: ArrayLike = 4294967295, except_group: ArrayLike = 0,
        accept: _Accept = None, csr: Literal[True],
        most: int | None = None,
    ) -> HitsByCircle: ...
    @overload
    def hits(
        self, cx: ArrayLike, cy: ArrayLike, r: ArrayLike, within: ArrayLike = 0.0, ring: ArrayLike = False, *,
        rule: ArrayLike = "closed", mask: ArrayLike = 4294967295, except_group: ArrayLike = 0,
        accept: _Accept = None, csr: bool,
        most: int | None = None,
    ) -> Hits | HitsByCircle: ...
    @overload
    def hits(
        self, cx: Any, cy: None = None, r: ArrayLike | None = None, *, within: ArrayLike = 0.0,
        ring: ArrayLike = False, rule: ArrayLike = "closed", mask: ArrayLike = 4294967295,
        except_group: ArrayLike = 0, csr: Literal[False] = False,
        most: int | None = None
    ) -> Hits: ...
    @overload
    def hits(
        self, cx: Any, cy: None = None, r: ArrayLike | None = None, *, within: ArrayLike = 0.0,
        ring: ArrayLike = False, rule: ArrayLike = "closed", mask: ArrayLike = 4294967295,
        except_group: ArrayLike = 0, csr: Literal[True],
        most: int | None = None
    ) -> HitsByCircle: ...
    @overload
    def within(
        self, cx: ArrayLike, cy: ArrayLike, r: ArrayLike, gap: ArrayLike, *, ring: ArrayLike = False,
        rule: ArrayLike = "closed", mask: ArrayLike = 4294967295, except_group: ArrayLike = 0,
        accept: _Accept = None, csr: Literal[False] = False
    ) -> Hits: ...
    @overload
    def within(
        self, cx: ArrayLike, cy: ArrayLike, r: ArrayLike, gap: ArrayLike, *, ring: ArrayLike = False,
        rule: ArrayLike = "closed", mask: ArrayLike = 4294967295, except_group: ArrayLike = 0,
        accept: _Accept = None, csr: Literal[True]
    ) -> HitsByCircle: ...
    @overload
    def within(
        self, cx: ArrayLike, cy: ArrayLike, r: ArrayLike, gap: ArrayLike, *, ring: ArrayLike = False,
        rule: ArrayLike = "closed", mask: ArrayLike = 4294967295, except_group: ArrayLike = 0,
        accept: _Accept = None, csr: bool
    ) -> Hits | HitsByCircle: ...
    @overload
    def within(
        self, cx: Any, cy: None = None, r: ArrayLike | None = None, gap: ArrayLike | None = None, *,
        ring: ArrayLike = False, rule: ArrayLike = "closed", mask: ArrayLike = 4294967295,
        except_group: ArrayLike = 0, csr: Literal[False] = False
    ) -> Hits: ...
    @overload
    def within(
        self, cx: Any, cy: None = None, r: ArrayLike | None = None, gap: ArrayLike | None = None, *,
        ring: ArrayLike = False, rule: ArrayLike = "closed", mask: ArrayLike = 4294967295,
        except_group: ArrayLike = 0, csr: Literal[True]
    ) -> HitsByCircle: ...
    @overload
    def in_box(
        self, min_x: ArrayLike, min_y: ArrayLike, max_x: ArrayLike, max_y: ArrayLike, *, mask: ArrayLike = 4294967295,
        except_group: ArrayLike = 0, accept: _Accept = None, csr: Literal[False] = False
    ) -> BoxHits: ...
    @overload
    def in_box(
        self, min_x: ArrayLike, min_y: ArrayLike, max_x: ArrayLike, max_y: ArrayLike, *, mask: ArrayLike = 4294967295,
        except_group: ArrayLike = 0, accept: _Accept = None, csr: Literal[True]
    ) -> HitsByCircle: ...
    @overload
    def in_box(
        self, min_x: ArrayLike, min_y: ArrayLike, max_x: ArrayLike, max_y: ArrayLike, *, mask: ArrayLike = 4294967295,
        except_group: ArrayLike = 0, accept: _Accept = None, csr: bool
    ) -> BoxHits | HitsByCircle: ...
    @overload
    def count(
        self, cx: float, cy: float, r: float, within: float = 0.0, ring: bool = False, *, rule: str | int = "closed",
        mask: int = 4294967295, except_group: int = 0, accept: _Accept = None
    ) -> int: ...
    @overload
    def count(
        self, cx: ArrayLike, cy: ArrayLike, r: ArrayLike, within: ArrayLike = 0.0, ring: ArrayLike = False, *,
        rule: ArrayLike = "closed", mask: ArrayLike = 4294967295, except_group: ArrayLike = 0, accept: _Accept = None
    ) -> NDArray[np.int64]: ...
    @overload
    def count(
        self, cx: Any, cy: None = None, r: ArrayLike | None = None, *, within: ArrayLike = 0.0,
        ring: ArrayLike = False, rule: ArrayLike = "closed", mask: ArrayLike = 4294967295,
        except_group: ArrayLike = 0
    ) -> NDArray[np.int64]: ...
    @overload
    def touches(
        self, cx: float, cy: float, r: float, within: float = 0.0, ring: bool = False, *, rule: str | int = "closed",
        mask: int = 4294967295, except_group: int = 0, accept: _Accept = None
    ) -> bool: ...
    @overload
    def touches(
        self, cx: ArrayLike, cy: ArrayLike, r: ArrayLike, within: ArrayLike = 0.0, ring: ArrayLike = False, *,
        rule: ArrayLike = "closed", mask: ArrayLike = 4294967295, except_group: ArrayLike = 0, accept: _Accept = None
    ) -> NDArray[np.bool_]: ...
    @overload
    def touches(
        self, cx: Any, cy: None = None, r: ArrayLike | None = None, *, within: ArrayLike = 0.0,
        ring: ArrayLike = False, rule: ArrayLike = "closed", mask: ArrayLike = 4294967295,
        except_group: ArrayLike = 0
    ) -> NDArray[np.bool_]: ...
    @overload
    def nearest(
        self, cx: ArrayLike, cy: ArrayLike, r: ArrayLike, k: int = 1, *, mask: ArrayLike = 4294967295,
        except_group: ArrayLike = 0, accept: _Accept = None
    ) -> Nearest: ...
    @overload
    def nearest(
        self, cx: Any, cy: None = None, r: ArrayLike | None = None, *, k: int = 1, mask: ArrayLike = 4294967295,
        except_group: ArrayLike = 0
    ) -> Nearest: ...
    @overload
    def first(
        self, cx: ArrayLike, cy: ArrayLike, r: ArrayLike, vx: ArrayLike, vy: ArrayLike, *, hits_only: ArrayLike = False,
        pass_one_sided: ArrayLike = False, mask: ArrayLike = 4294967295, except_group: ArrayLike = 0,
        accept: _Accept = None
    ) -> First: ...
    @overload
    def first(
        self, cx: Any, cy: None = None, r: ArrayLike | None = None, vx: ArrayLike | None = None,
        vy: ArrayLike | None = None, *,
        hits_only: ArrayLike = False, pass_one_sided: ArrayLike = False, mask: ArrayLike = 4294967295,
        except_group: ArrayLike = 0
    ) -> First: ...
    @overload
    def sweep_all(
        self, cx: ArrayLike, cy: ArrayLike, r: ArrayLike, vx: ArrayLike, vy: ArrayLike, *, hits_only: ArrayLike = False,
        pass_one_sided: ArrayLike = False, mask: ArrayLike = 4294967295, except_group: ArrayLike = 0,
        accept: _Accept = None
    ) -> SweepAll: ...
    @overload
    def sweep_all(
        self, cx: Any, cy: None = None, r: ArrayLike | None = None, vx: ArrayLike | None = None,
        vy: ArrayLike | None = None, *,
        hits_only: ArrayLike = False, pass_one_sided: ArrayLike = False, mask: ArrayLike = 4294967295,
        except_group: ArrayLike = 0
    ) -> SweepAll: ...
    def fan(
        self, cx: ArrayLike, cy: ArrayLike, r: ArrayLike, vx: ArrayLike, vy: ArrayLike, *, hits_only: ArrayLike = False,
        pass_one_sided: ArrayLike = False, mask: ArrayLike = 4294967295, except_group: ArrayLike = 0,
        accept: _Accept = None
    ) -> Fan: ...

class Scene(SceneQueries):
    @property
    def nbytes(self) -> int: ...
    def walls(self, index: ArrayLike | None = None) -> Walls: ...
    @classmethod
    def _build(
        cls, ax: ArrayLike, ay: ArrayLike, bx: ArrayLike, by: ArrayLike, wr: ArrayLike = 0.0,
        extent: ArrayLike = "segment", category: ArrayLike = 0, one_sided: ArrayLike = False,
        group: ArrayLike = 0
    ) -> Self: ...
    @classmethod
    def _from_buffer(cls, data: Buffer, copy: bool, name: str, /) -> Self: ...
    def _same_bytes(self, other: Scene, /) -> bool: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...

class DynamicScene(SceneQueries):
    @classmethod
    def _build(
        cls, ax: ArrayLike, ay: ArrayLike, bx: ArrayLike, by: ArrayLike, wr: ArrayLike = 0.0,
        extent: ArrayLike = "segment", category: ArrayLike = 0, one_sided: ArrayLike = False,
        group: ArrayLike = 0
    ) -> Self: ...
    @overload
    def insert(
        self, ax: float, ay: float, bx: float, by: float, wr: float = 0.0, extent: str | int = "segment",
        category: int = 0, one_sided: bool = False, group: int = 0
    ) -> int: ...
    @overload
    def insert(
        self, ax: ArrayLike, ay: ArrayLike, bx: ArrayLike, by: ArrayLike, wr: ArrayLike = 0.0,
        extent: ArrayLike = "segment", category: ArrayLike = 0, one_sided: ArrayLike = False,
        group: ArrayLike = 0
    ) -> NDArray[np.int64]: ...
    def remove(self, id: ArrayLike) -> None: ...
    def move(
        self, id: ArrayLike, ax: ArrayLike, ay: ArrayLike, bx: ArrayLike, by: ArrayLike, wr: ArrayLike | None = None,
        extent: ArrayLike | None = None, category: ArrayLike | None = None, one_sided: ArrayLike | None = None,
        group: ArrayLike | None = None
    ) -> None: ...
    def move_many(
        self, id: ArrayLike, ax: ArrayLike, ay: ArrayLike, bx: ArrayLike, by: ArrayLike, wr: ArrayLike | None = None,
        extent: ArrayLike | None = None, category: ArrayLike | None = None, one_sided: ArrayLike | None = None,
        group: ArrayLike | None = None
    ) -> None: ...
    def set_category(self, id: ArrayLike, category: ArrayLike) -> None: ...
    def set_group(self, id: ArrayLike, group: ArrayLike) -> None: ...
    @overload
    def has(self, id: int) -> bool: ...
    @overload
    def has(self, id: ArrayLike) -> NDArray[np.bool_]: ...
    def ids(self) -> NDArray[np.int64]: ...
    def walls(self, id: ArrayLike | None = None) -> Walls: ...
