"""The answers of crowds: named tuples."""

from typing import Any, NamedTuple

from .answers import fields_by_name
from .motions import Motion


@fields_by_name
class BallImpacts(NamedTuple):
    """Impacts of two balls: arrays with an item for each, in order of time, or numbers for one."""

    first: Any
    """Index of one ball."""
    second: Any
    """Index of the other ball, which is greater."""
    time: Any
    """Time since the start of the frame."""
    first_x: Any
    """The centres at the impact."""
    first_y: Any
    second_x: Any
    second_y: Any
    nx: Any
    """Unit vector from the second ball to the first."""
    ny: Any
    first_vx: Any
    """Velocities before the impact."""
    first_vy: Any
    second_vx: Any
    second_vy: Any
    after_first_vx: Any
    """Velocities after the impact."""
    after_first_vy: Any
    after_second_vx: Any
    after_second_vy: Any


@fields_by_name
class Touches(NamedTuple):
    """Balls that touch other balls or walls during a frame, by an impact or because they press.

    Arrays with an item for each touch, by rising ball, other balls before walls. Touches of balls that sleep are not
    reported again.
    """

    phase: Any
    """`TouchPhase`, as codes: whether the touch begins, persists or ends."""
    ball: Any
    """Index of the ball; of two balls, the lower one."""
    other: Any
    """Index of the other ball; -1 for a wall."""
    wall: Any
    """Index of the wall in its source; -1 for another ball."""
    wall_moves: Any
    """True if it is a wall of `moving_walls`."""
    time: Any
    """The end of the frame, since the start of the step or run."""
    nx: Any
    """Unit vector from the wall or the other ball to the ball, at the last time they touched."""
    ny: Any
    impulse: Any
    """The momentum that the ball gained along it in the frame: mass times velocity, where the mass is
    1 / `inverse_mass`. >= 0; 0 if the touch ends."""


@fields_by_name
class CrowdMotion(NamedTuple):
    """A crowd after a frame."""

    balls: Motion
    """What became of each ball. Its contacts count walls and balls."""
    ball_impacts: int
    """The number of impacts of two balls."""
    ball_events: BallImpacts | None
    """The impacts of two balls, if events were asked for."""
    held: int
    """The number of balls that were held for a part of the frame."""
    asleep: int
    """The number of balls that sleep."""
    lost: float
    """The sum of the lost times of all balls."""
    touches: Touches | None
    """The touches, if events were asked for."""
