"""A character: a circle that walks, jumps, falls, climbs steps and rides on what it stands on."""

from typing import Any, NamedTuple

import numpy as np

from . import _carom
from ._settings import ALL_BITS, amount, count, finite, vector, walls_of
from .answers import fields_by_name
from .enums import MotionKind
from .motions import columns_of
from .moving_walls import MovingWalls, moving_walls_of


@fields_by_name
class WallId(NamedTuple):
    """A wall of one of the two sources."""

    wall: int
    """Its index in the source."""
    moves: bool
    """True if it is a wall of `moving_walls`."""


@fields_by_name
class CharacterMotion(NamedTuple):
    """What became of a character in a frame."""

    state: MotionKind
    landed: bool
    """It came down on the ground."""
    stepped: bool
    """It climbed a step."""
    snapped: bool
    """It was moved down to keep to the ground."""
    hit_wall: bool
    """It was stopped or turned by a wall that is not walkable."""
    wall: WallId | None
    """The last such wall."""
    wall_normal: tuple[float, float]
    """Its unit normal; zeros if there is none."""
    head: WallId | None
    """The last ceiling that stopped or turned it."""
    lost: float
    """The part of the time that was left when a limit ended the frame."""
    overlapped: WallId | None
    """If freed or stuck: the first wall overlapped at the start."""
    crushed_by: tuple[WallId | None, WallId | None]
    """If crushed: the two walls that left no room."""
    path: np.ndarray
    """The corners to which it was moved, in order of time: shape (n, 2)."""


def _wall(pair: tuple[int, bool] | None) -> WallId | None:
    return None if pair is None else WallId(*pair)


class Character:
    """A circle that walks, jumps, falls, climbs steps and rides on moving walls.

    Set the velocity before each frame: the walking speed, and a speed along `up` to jump. A
    character that starts free of walls passes through none and overlaps none afterwards.

    Parameters
    ----------
    walls : Scene, DynamicScene, table, tuple of columns or None
        The walls at rest, as in `move_balls`.
    x, y, r : float
        Centre and radius; r > 0.
    vx, vy : float, optional
        Velocity.
    up : (float, float), optional
        The direction in which the character stands. Its length has no effect.
    gravity : (float, float), optional
        Acceleration in the air.
    max_slope : float, optional
        The steepest walkable slope as rise / run; 1 is 45 degrees.
    step_height : float, optional
        The greatest height that it steps up, >= 0.
    snap_distance : float, optional
        The greatest height that it follows the ground down, >= 0.
    moving_walls : MovingWalls or table, optional
        Walls that move, carry and push it. A `MovingWalls` is used itself: each move moves it on.
    mask : int, optional
        32 bits: the categories of walls that exist for it.
    except_group : int, optional
        Walls of this group do not exist for it. 0 for none.

    Attributes
    ----------
    x, y, vx, vy : float
        Centre and velocity; they may be changed. On the ground the velocity is that along it.
    r : float
    on_ground, is_wedged : bool
        It stands on walkable ground, or is held between two walls.
    ground : WallId or None
        A wall on which it stands.
    ground_normal, ground_velocity : (float, float)
        Of that wall; zeros in the air.

    Raises
    ------
    ValueError
        A number is not finite or out of range. The message names it.

    Examples
    --------
    >>> hero = carom.Character(carom.Scene(-10, 0, 10, 0), 0, 1.5, 1, gravity=(0, -10))
    >>> hero.move(1.0).landed, hero.y, hero.on_ground
    (True, 1.0, True)
    >>> hero.vx = 3
    >>> _ = hero.move(0.5)
    >>> hero.x
    1.5
    """

    def __init__(
        self,
        walls: Any,
        x: float,
        y: float,
        r: float,
        vx: float = 0.0,
        vy: float = 0.0,
        *,
        up: tuple[float, float] = (0.0, 1.0),
        gravity: tuple[float, float] = (0.0, 0.0),
        max_slope: float = 1.0,
        step_height: float = 0.0,
        snap_distance: float = 0.0,
        moving_walls: Any = None,
        mask: int = ALL_BITS,
        except_group: int = 0,
    ) -> None:
        self.walls = walls_of("Character", walls)
        self.moving_walls: MovingWalls | None = moving_walls_of("Character", moving_walls)
        self.x, self.y, self.vx, self.vy = x, y, vx, vy
        self._r = amount("Character", "r", r)
        if self._r == 0.0:
            raise ValueError("Character(): r is 0.0, must be above 0")
        self.up, self.gravity = up, gravity
        self.max_slope, self.step_height, self.snap_distance = max_slope, step_height, snap_distance
        self.mask, self.except_group = mask, except_group
        self.on_ground = self.is_wedged = False
        self.ground: WallId | None = None
        self.ground_normal = self.ground_velocity = (0.0, 0.0)
        self._check("Character")

    @property
    def r(self) -> float:
        """The radius."""
        return self._r

    def _check(self, function: str) -> None:
        """Raises an error for a number that cannot be."""
        for name in ("x", "y", "vx", "vy"):
            setattr(self, name, finite(function, name, getattr(self, name)))
        for name in ("max_slope", "step_height", "snap_distance"):
            setattr(self, name, amount(function, name, getattr(self, name)))
        self.up = vector(function, "up", self.up)
        self.gravity = vector(function, "gravity", self.gravity)
        self.mask = count(function, "mask", self.mask, 0, ALL_BITS)
        self.except_group = count(function, "except_group", self.except_group, 0, ALL_BITS)
        if self.up == (0.0, 0.0):
            raise ValueError(f"{function}(): up is (0.0, 0.0), must have a direction")

    def _state(self) -> tuple[Any, ...]:
        """The state in the order of the extension."""
        wall, moves = (-1, False) if self.ground is None else self.ground
        ball = (self.x, self.y, self._r, self.vx, self.vy)
        return (*ball, self.on_ground, self.is_wedged, *self.ground_normal, wall, moves, *self.ground_velocity)

    def _take(self, state: tuple[Any, ...]) -> None:
        self.x, self.y, _, self.vx, self.vy, self.on_ground, self.is_wedged = state[:7]
        self.ground_normal, self.ground_velocity = state[7:9], state[11:13]
        self.ground = None if state[9] < 0 else WallId(*state[9:11])

    def move(self, dt: float, *, drop: bool = False) -> CharacterMotion:
        """Moves the character for a time.

        Parameters
        ----------
        dt : float
            The length of the frame, >= 0.
        drop : bool, optional
            True drops it through the one-sided walls that it stands on.

        Returns
        -------
        CharacterMotion
            The attributes of the character are changed.

        Raises
        ------
        ValueError
            `dt` or an attribute is not finite or out of range. Then it has not moved.
        """
        time = amount("Character.move", "dt", dt)
        self._check("Character.move")
        state, report, path = _carom.move_character(
            "Character.move",
            self.walls,
            columns_of(self.moving_walls),
            self._state(),
            self.up,
            self.gravity,
            self.max_slope,
            self.step_height,
            self.snap_distance,
            self.mask,
            self.except_group,
            bool(drop),
            time,
        )
        self._take(state)
        if self.moving_walls is not None:
            self.moving_walls.advance(time)
        kind, landed, stepped, snapped, hit_wall, wall, normal, head, lost, overlapped, first, second = report
        crushed_by = (_wall(first), _wall(second))
        return CharacterMotion(
            MotionKind(kind), landed, stepped, snapped, hit_wall, _wall(wall), normal, _wall(head), lost,
            _wall(overlapped), crushed_by, path,
        )  # fmt: skip

    def __repr__(self) -> str:
        where = "on the ground" if self.on_ground else "in the air"
        return f"<carom.Character at ({self.x:g}, {self.y:g}), {where}>"
