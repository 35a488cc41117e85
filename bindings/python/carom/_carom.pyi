from collections.abc import Callable
from typing import Any, Literal, Self, TypeAlias, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import Buffer

from .answers import Contact, Sweep
from .enums import Relation
from .scene_answers import BoxHits, Fan, First, Hits, HitsByCircle, Nearest, SweepAll, Walls

_Accept: TypeAlias = Callable[[int, Walls], object] | None

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
class SceneQueries:
    @property
    def box(self) -> tuple[float, float, float, float]: ...
    def __len__(self) -> int: ...
    @overload
    def hits(
        self,
        cx: ArrayLike,
        cy: ArrayLike,
        r: ArrayLike,
        within: ArrayLike = 0.0,
        ring: ArrayLike = False,
        *,
        rule: ArrayLike = "closed",
        mask: ArrayLike = 4294967295,
        accept: _Accept = None,
        csr: Literal[False] = False,
    ) -> Hits: ...
    @overload
    def hits(
        self,
        cx: ArrayLike,
        cy: ArrayLike,
        r: ArrayLike,
        within: ArrayLike = 0.0,
        ring: ArrayLike = False,
        *,
        rule: ArrayLike = "closed",
        mask: ArrayLike = 4294967295,
        accept: _Accept = None,
        csr: Literal[True],
    ) -> HitsByCircle: ...
    @overload
    def hits(
        self,
        cx: ArrayLike,
        cy: ArrayLike,
        r: ArrayLike,
        within: ArrayLike = 0.0,
        ring: ArrayLike = False,
        *,
        rule: ArrayLike = "closed",
        mask: ArrayLike = 4294967295,
        accept: _Accept = None,
        csr: bool,
    ) -> Hits | HitsByCircle: ...
    @overload
    def within(
        self,
        cx: ArrayLike,
        cy: ArrayLike,
        r: ArrayLike,
        gap: ArrayLike,
        *,
        ring: ArrayLike = False,
        rule: ArrayLike = "closed",
        mask: ArrayLike = 4294967295,
        accept: _Accept = None,
        csr: Literal[False] = False,
    ) -> Hits: ...
    @overload
    def within(
        self,
        cx: ArrayLike,
        cy: ArrayLike,
        r: ArrayLike,
        gap: ArrayLike,
        *,
        ring: ArrayLike = False,
        rule: ArrayLike = "closed",
        mask: ArrayLike = 4294967295,
        accept: _Accept = None,
        csr: Literal[True],
    ) -> HitsByCircle: ...
    @overload
    def within(
        self,
        cx: ArrayLike,
        cy: ArrayLike,
        r: ArrayLike,
        gap: ArrayLike,
        *,
        ring: ArrayLike = False,
        rule: ArrayLike = "closed",
        mask: ArrayLike = 4294967295,
        accept: _Accept = None,
        csr: bool,
    ) -> Hits | HitsByCircle: ...
    @overload
    def in_box(
        self,
        min_x: ArrayLike,
        min_y: ArrayLike,
        max_x: ArrayLike,
        max_y: ArrayLike,
        *,
        mask: ArrayLike = 4294967295,
        accept: _Accept = None,
        csr: Literal[False] = False,
    ) -> BoxHits: ...
    @overload
    def in_box(
        self,
        min_x: ArrayLike,
        min_y: ArrayLike,
        max_x: ArrayLike,
        max_y: ArrayLike,
        *,
        mask: ArrayLike = 4294967295,
        accept: _Accept = None,
        csr: Literal[True],
    ) -> HitsByCircle: ...
    @overload
    def in_box(
        self,
        min_x: ArrayLike,
        min_y: ArrayLike,
        max_x: ArrayLike,
        max_y: ArrayLike,
        *,
        mask: ArrayLike = 4294967295,
        accept: _Accept = None,
        csr: bool,
    ) -> BoxHits | HitsByCircle: ...
    @overload
    def count(
        self,
        cx: float,
        cy: float,
        r: float,
        within: float = 0.0,
        ring: bool = False,
        *,
        rule: str | int = "closed",
        mask: int = 4294967295,
        accept: _Accept = None,
    ) -> int: ...
    @overload
    def count(
        self,
        cx: ArrayLike,
        cy: ArrayLike,
        r: ArrayLike,
        within: ArrayLike = 0.0,
        ring: ArrayLike = False,
        *,
        rule: ArrayLike = "closed",
        mask: ArrayLike = 4294967295,
        accept: _Accept = None,
    ) -> NDArray[np.int64]: ...
    @overload
    def touches(
        self,
        cx: float,
        cy: float,
        r: float,
        within: float = 0.0,
        ring: bool = False,
        *,
        rule: str | int = "closed",
        mask: int = 4294967295,
        accept: _Accept = None,
    ) -> bool: ...
    @overload
    def touches(
        self,
        cx: ArrayLike,
        cy: ArrayLike,
        r: ArrayLike,
        within: ArrayLike = 0.0,
        ring: ArrayLike = False,
        *,
        rule: ArrayLike = "closed",
        mask: ArrayLike = 4294967295,
        accept: _Accept = None,
    ) -> NDArray[np.bool_]: ...
    def nearest(
        self,
        cx: ArrayLike,
        cy: ArrayLike,
        r: ArrayLike,
        k: int = 1,
        *,
        mask: ArrayLike = 4294967295,
        accept: _Accept = None,
    ) -> Nearest: ...
    def first(
        self,
        cx: ArrayLike,
        cy: ArrayLike,
        r: ArrayLike,
        vx: ArrayLike,
        vy: ArrayLike,
        *,
        hits_only: ArrayLike = False,
        pass_one_sided: ArrayLike = False,
        mask: ArrayLike = 4294967295,
        accept: _Accept = None,
    ) -> First: ...
    def sweep_all(
        self,
        cx: ArrayLike,
        cy: ArrayLike,
        r: ArrayLike,
        vx: ArrayLike,
        vy: ArrayLike,
        *,
        hits_only: ArrayLike = False,
        pass_one_sided: ArrayLike = False,
        mask: ArrayLike = 4294967295,
        accept: _Accept = None,
    ) -> SweepAll: ...
    def fan(
        self,
        cx: ArrayLike,
        cy: ArrayLike,
        r: ArrayLike,
        vx: ArrayLike,
        vy: ArrayLike,
        *,
        hits_only: ArrayLike = False,
        pass_one_sided: ArrayLike = False,
        mask: ArrayLike = 4294967295,
        accept: _Accept = None,
    ) -> Fan: ...

class Scene(SceneQueries):
    @property
    def nbytes(self) -> int: ...
    def walls(self, index: ArrayLike | None = None) -> Walls: ...
    @classmethod
    def _build(
        cls,
        ax: ArrayLike,
        ay: ArrayLike,
        bx: ArrayLike,
        by: ArrayLike,
        wr: ArrayLike = 0.0,
        extent: ArrayLike = "segment",
        category: ArrayLike = 0,
        one_sided: ArrayLike = False,
    ) -> Self: ...
    @classmethod
    def _from_buffer(cls, data: Buffer, copy: bool, name: str, /) -> Self: ...
    def _same_bytes(self, other: Scene, /) -> bool: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...

class DynamicScene(SceneQueries):
    @classmethod
    def _build(
        cls,
        ax: ArrayLike,
        ay: ArrayLike,
        bx: ArrayLike,
        by: ArrayLike,
        wr: ArrayLike = 0.0,
        extent: ArrayLike = "segment",
        category: ArrayLike = 0,
        one_sided: ArrayLike = False,
    ) -> Self: ...
    @overload
    def insert(
        self,
        ax: float,
        ay: float,
        bx: float,
        by: float,
        wr: float = 0.0,
        extent: str | int = "segment",
        category: int = 0,
        one_sided: bool = False,
    ) -> int: ...
    @overload
    def insert(
        self,
        ax: ArrayLike,
        ay: ArrayLike,
        bx: ArrayLike,
        by: ArrayLike,
        wr: ArrayLike = 0.0,
        extent: ArrayLike = "segment",
        category: ArrayLike = 0,
        one_sided: ArrayLike = False,
    ) -> NDArray[np.int64]: ...
    def remove(self, id: ArrayLike) -> None: ...
    def move(
        self,
        id: ArrayLike,
        ax: ArrayLike,
        ay: ArrayLike,
        bx: ArrayLike,
        by: ArrayLike,
        wr: ArrayLike = ...,
        extent: ArrayLike = ...,
        category: ArrayLike = ...,
        one_sided: ArrayLike = ...,
    ) -> None: ...
    def move_many(
        self,
        id: ArrayLike,
        ax: ArrayLike,
        ay: ArrayLike,
        bx: ArrayLike,
        by: ArrayLike,
        wr: ArrayLike = ...,
        extent: ArrayLike = ...,
        category: ArrayLike = ...,
        one_sided: ArrayLike = ...,
    ) -> None: ...
    def set_category(self, id: ArrayLike, category: ArrayLike) -> None: ...
    @overload
    def has(self, id: int) -> bool: ...
    @overload
    def has(self, id: ArrayLike) -> NDArray[np.bool_]: ...
    def ids(self) -> NDArray[np.int64]: ...
    def walls(self, id: ArrayLike | None = None) -> Walls: ...
