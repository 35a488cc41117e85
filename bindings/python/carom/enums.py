"""The codes in answers and arguments, as enums.

An array of answers holds the codes as int8; `Relation(code)` gives the member. Members of an enum
are ordered like their codes.
"""

from enum import IntEnum


class Relation(IntEnum):
    """The relation of a circle and a wall, in the order of their nearness.

    R is the circle radius plus the wall radius, as a real sum.
    """

    INVALID = 0
    """NaN, infinity, a negative radius or an unknown extent."""
    SEPARATE = 1
    """The distance from the centre to the axis is more than R."""
    TOUCHING = 2
    """The distance from the centre to the axis is exactly R."""
    CROSSING = 3
    """The distance is less than R, and part of the wall lies outside the circle."""
    INSIDE_TOUCHING = 4
    """The distance is less than R, and the farthest point of the wall is on the outline."""
    INSIDE = 5
    """The whole wall lies inside the circle and does not reach its outline."""


class Feature(IntEnum):
    """The part of the axis that is nearest to the centre, or that a sweep touches."""

    NONE = 0
    """No part: invalid input, or a miss."""
    SIDE = 1
    """A point between the ends."""
    END_A = 2
    """The end a."""
    END_B = 3
    """The end b."""


class SweepKind(IntEnum):
    """How a moving circle meets a wall."""

    INVALID = 0
    """NaN, infinity, a negative radius or an unknown extent."""
    MISS = 1
    """It never comes as near as R."""
    GRAZE = 2
    """It touches without moving in."""
    HIT = 3
    """It touches while it moves in."""
    OVERLAP = 4
    """It overlaps the wall at the start."""


class WallRelation(IntEnum):
    """The relation of two walls, in the order of their nearness."""

    INVALID = 0
    """NaN, infinity, a negative radius or an unknown extent."""
    SEPARATE = 1
    """There is a gap between the walls."""
    TOUCHING = 2
    """The gap is exactly 0. Also two axes of radius 0 that cross."""
    OVERLAPPING = 3
    """The gap is negative."""


class AreaRelation(IntEnum):
    """The relation of a disc and an area, in the order of how far it is inside."""

    INVALID = 0
    """No area."""
    OUTSIDE = 1
    """The disc shares no point with the area and its walls."""
    TOUCHING = 2
    """The disc touches walls of the area from outside; of radius 0 it may lie on the boundary."""
    CROSSING = 3
    """The disc overlaps a wall of the area."""
    INSIDE_TOUCHING = 4
    """The disc is in the area and touches walls of it."""
    INSIDE = 5
    """The disc is in the area and reaches no wall of it."""


class Extent(IntEnum):
    """How far a wall extends along the straight line through a and b."""

    SEGMENT = 0
    """From a to b."""
    RAY = 1
    """From a through b to infinity."""
    LINE = 2
    """To infinity in both directions."""


class ContactRule(IntEnum):
    """Which pairs of a circle and a wall count as touching."""

    CLOSED = 0
    """The closed disc: they share a point."""
    OPEN = 1
    """The open disc: they overlap and not only touch."""
    RING = 2
    """The ring: the wall reaches the outline of the circle."""


class ResponseKind(IntEnum):
    """What a ball does at a contact."""

    STOP = 0
    """It stops."""
    SLIDE = 1
    """It keeps the part of its velocity along the wall."""
    BOUNCE = 2
    """It bounces back with restitution and friction."""
    PASS = 3
    """It goes on: the wall is a sensor."""


class MotionKind(IntEnum):
    """What became of a ball in a frame, from the best to the worst."""

    INVALID = 0
    """Invalid ball, settings or time."""
    MOVED = 1
    """It moved, or it was blocked and stayed where it was."""
    FREED = 2
    """It overlapped a wall at the start, was moved out of it first, and then moved."""
    STUCK = 3
    """It overlapped a wall at the start, and no free place was found nearby. It has not moved."""
    CRUSHED = 4
    """Moving walls left it no place."""


class Hold(IntEnum):
    """What kept a ball from moving in a frame."""

    NONE = 0
    """Nothing."""
    HELD = 1
    """Too many contacts, or other balls that left it no clear path. It keeps its velocity."""
    STUCK = 2
    """See `MotionKind.STUCK`."""
    CRUSHED = 3
    """See `MotionKind.CRUSHED`."""
    ASLEEP = 4
    """It rests in a crowd and sleeps. It loses no time."""


class TouchPhase(IntEnum):
    """What a touch does in a frame of a crowd."""

    BEGINS = 0
    """The ball touches in this frame, and did not in the last one."""
    PERSISTS = 1
    """It touches in this frame and in the last one."""
    ENDS = 2
    """It touched in the last frame, and does not in this one."""


class ClassicMethod(IntEnum):
    """The methods of five tutorials, and two that most code uses: see `carom.classic`."""

    AREA_LINE = 0
    """Article 1: height of a triangle over the line through a and b, closed disc."""
    AREA = 1
    """Article 1: the same for a segment and a ring."""
    CLOSEST_POINT = 2
    """Article 2: projection and a depenetration vector, open disc."""
    MOVING_CIRCLE = 3
    """Article 3: a moving circle against a segment, the only one that sweeps."""
    FALLING_GATE = 4
    """Article 4: its first approach, the horizontal gate, closed disc."""
    FALLING_PROJECTION = 5
    """Article 4: its second approach, the projection, closed disc."""
    TANGENT_CLAMP = 6
    """Article 5: clamping on the tangent, open disc."""
    NAIVE_DOUBLE = 7
    """No article: clamp, then compare squared distances, closed disc."""
    NAIVE_FLOAT = 8
    """The same with every number rounded to float."""


class Verdict(IntEnum):
    """What a classic method has made of a question."""

    RIGHT = 0
    FALSE_HIT = 1
    """It says yes, and the exact answer is no."""
    MISSED = 2
    """It says no, and the exact answer is yes."""
    WRONG_TIME = 3
    """Both say yes, but time or place differ by more than 1e-9."""
    NO_QUESTION = 4
    """The circle or the wall is invalid."""
