"""The answers about balls that move among walls: named tuples."""

from typing import Any, NamedTuple

from .answers import fields_by_name


@fields_by_name
class Impacts(NamedTuple):
    """Contacts of balls with walls: arrays with an item for each, or numbers for one contact.

    Sorted by ball, then by time; those of a crowd in order of time.
    """

    ball: Any
    """Index of the ball."""
    wall: Any
    """Index of the wall in its source."""
    wall_moves: Any
    """True if it is a wall of `moving_walls`."""
    feature: Any
    """`Feature` of the wall, as codes."""
    time: Any
    """Time since the start of the frame."""
    x: Any
    """Centre at the contact."""
    y: Any
    px: Any
    """The contact point on the wall's surface."""
    py: Any
    nx: Any
    """Unit normal from the wall to the centre."""
    ny: Any
    vx: Any
    """Velocity before the contact."""
    vy: Any
    after_vx: Any
    """Velocity after the contact."""
    after_vy: Any
    wall_vx: Any
    """Velocity of the wall at the contact; 0 for a wall at rest."""
    wall_vy: Any


@fields_by_name
class Motion(NamedTuple):
    """Balls after a frame: arrays of one shape, or numbers for one ball."""

    state: Any
    """`MotionKind`, as int8 codes in arrays."""
    x: Any
    """Centre."""
    y: Any
    vx: Any
    """Velocity."""
    vy: Any
    contacts: Any
    """The number of contacts. Resting contacts do not count."""
    lost: Any
    """The time in which the ball could not move although it would have. `hold` says why."""
    clamped: Any
    """True if position or velocity left the range of float64 and was clamped."""
    overlapped: Any
    """If freed or stuck: the lowest index of a wall overlapped at the start; -1 if only balls were. Otherwise -1."""
    overlapped_moves: Any
    """True if that wall is one of `moving_walls`."""
    freed_x: Any
    """If freed: the centre to which the ball was moved out of the walls first."""
    freed_y: Any
    crushed_by: Any
    """If crushed: indices of two walls that left no place, in a last dimension of 2; -1 for a ball of a crowd.
    Otherwise -1."""
    crushed_by_moves: Any
    """True for those of `moving_walls`."""
    crushed_time: Any
    """If crushed: the time since the start of the frame up to which there was room."""
    crushed_is_free: Any
    """If crushed: True if the ball overlaps no wall at the end of the frame."""
    hold: Any
    """`Hold`: what kept the ball from moving, as int8 codes in arrays."""
    events: Impacts | None
    """The contacts, if they were asked for."""


@fields_by_name
class Depenetration(NamedTuple):
    """Circles moved out of walls: arrays of one shape, or numbers for one circle."""

    found: Any
    """True if the circle at (x, y) overlaps no wall. Exact."""
    overlapped: Any
    """True if it overlapped a wall at the start."""
    wall: Any
    """The lowest index of a wall overlapped at the start; -1 for none."""
    x: Any
    """The centre: as given if it was free, or if no free place was found."""
    y: Any


BallMotion = Motion
"""The motion of one ball: its fields are numbers and members of enums. For type checkers."""

BallImpact = Impacts
"""One contact of one ball, in numbers. For type checkers."""
