"""The answers with several fields: named tuples of numbers, or of arrays of one shape.

A field is read by name or by index: `answer.depth`, `answer["depth"]`, `answer[7]`. For invalid input codes are 0,
truth values False and numbers NaN.
"""

from typing import Any, NamedTuple, TypeVar

_Answer = TypeVar("_Answer", bound=tuple[Any, ...])


def fields_by_name(answer_class: type[_Answer]) -> type[_Answer]:
    """Lets `answer["depth"]` read a field of a named tuple, as `answer.depth` does."""
    answer_class.__getitem__ = _item  # type: ignore[method-assign]
    return answer_class


def _item(self: Any, key: Any) -> Any:
    """A field by its name, or items by index or slice."""
    return getattr(self, key) if isinstance(key, str) and key in self._fields else tuple.__getitem__(self, key)


@fields_by_name
class Contact(NamedTuple):
    """The contact of a circle and a wall."""

    relation: Any
    """`Relation`, exact."""
    feature: Any
    """`Feature` nearest to the centre, exact."""
    along: Any
    """Parameter of the nearest point of the axis: 0 at a, 1 at b."""
    px: Any
    """The point of the wall's surface nearest to the centre."""
    py: Any
    nx: Any
    """The unit normal from the axis to the centre."""
    ny: Any
    depth: Any
    """R minus the distance from centre to axis: > 0 if they overlap, 0 if they touch, else < 0."""


@fields_by_name
class WallContact(NamedTuple):
    """Where two walls are nearest."""

    relation: Any
    """`WallRelation`, exact."""
    gap: Any
    """The distance between the axes minus the sum of the radii: > 0 if they are separate, 0 if they touch, else < 0."""
    px: Any
    """The point of the first wall's surface nearest to the second wall; with radius 0 it lies on the axis."""
    py: Any
    qx: Any
    """The same on the surface of the second wall."""
    qy: Any
    nx: Any
    """The unit normal from the second axis to the first one."""
    ny: Any


@fields_by_name
class Sweep(NamedTuple):
    """The first contact of a moving circle with a wall."""

    kind: Any
    """`SweepKind`, exact."""
    t: Any
    """The time of impact, 0 to 1: the largest double not after the true time."""
    x: Any
    """The centre at the contact."""
    y: Any
    px: Any
    """The contact point on the wall's surface."""
    py: Any
    nx: Any
    """The unit normal from the axis to the centre at the contact."""
    ny: Any
    feature: Any
    """`Feature` that is touched, exact."""


@fields_by_name
class Passage(NamedTuple):
    """The first and the last contact of a moving circle with a wall."""

    kind: Any
    """`SweepKind` of the first contact, exact. This and the next eight fields are those of `Sweep`."""
    t: Any
    x: Any
    y: Any
    px: Any
    py: Any
    nx: Any
    ny: Any
    feature: Any
    has_left: Any
    """True if the circle meets the wall and is farther than R from it at t = 1. Exact."""
    exit_t: Any
    """The time of the last contact: the smallest double not before the true time; 1 if they touch then."""
    exit_x: Any
    """The centre at the last contact. This and the next fields are 0 unless the circle has left."""
    exit_y: Any
    exit_px: Any
    """The last contact point on the wall's surface."""
    exit_py: Any
    exit_nx: Any
    """The unit normal from the axis to the centre at the last contact."""
    exit_ny: Any
    exit_feature: Any
    """`Feature` that is touched last, exact."""


@fields_by_name
class Cast(NamedTuple):
    """The first contact of a circle that is cast along a direction."""

    kind: Any
    """`SweepKind`, exact. This and the next eight fields are those of `Sweep`."""
    t: Any
    x: Any
    y: Any
    px: Any
    py: Any
    nx: Any
    ny: Any
    feature: Any
    distance: Any
    """How far the centre travels until the contact, to within 4 ulp."""


@fields_by_name
class Reflection(NamedTuple):
    """The first contact of a moving circle with a wall, and the path after it."""

    kind: Any
    """`SweepKind`, exact. This and the next eight fields are those of `Sweep`."""
    t: Any
    x: Any
    y: Any
    px: Any
    py: Any
    nx: Any
    ny: Any
    feature: Any
    end_x: Any
    """The centre at t = 1, after a full reflection if the circle moves in at the contact."""
    end_y: Any
    vx: Any
    """The displacement for the next frame, reflected if the circle moves in at the contact."""
    vy: Any


@fields_by_name
class Crossings(NamedTuple):
    """The points where the outline of a circle crosses the axis of a wall, in order along a->b."""

    count: Any
    """The number of points, 0, 1 or 2. Exact. The fields of other points are 0."""
    along0: Any
    """Parameter of the first point: 0 at a, 1 at b."""
    x0: Any
    """The first point."""
    y0: Any
    along1: Any
    """Parameter of the second point."""
    x1: Any
    """The second point."""
    y1: Any


@fields_by_name
class Push(NamedTuple):
    """A circle that has been pushed out of a wall."""

    relation: Any
    """`Relation` at the new centre, exact: touching or separate; a higher one if no finite centre is free."""
    x: Any
    """The new centre: the old one if it was free already."""
    y: Any


@fields_by_name
class Velocity(NamedTuple):
    """A velocity, or a displacement."""

    vx: Any
    """Its part along x."""
    vy: Any


@fields_by_name
class VelocityPair(NamedTuple):
    """The velocities of two balls."""

    vx: Any
    """The velocity of the first ball."""
    vy: Any
    vx2: Any
    """The velocity of the second ball."""
    vy2: Any


@fields_by_name
class Box(NamedTuple):
    """An axis-aligned bounding box: all points with min <= p <= max."""

    min_x: Any
    """The lower bounds; -inf if the box has no end there."""
    min_y: Any
    max_x: Any
    """The upper bounds; inf if the box has no end there."""
    max_y: Any


@fields_by_name
class WallEnds(NamedTuple):
    """The points a and b of a wall."""

    ax: Any
    """The point a."""
    ay: Any
    bx: Any
    """The point b."""
    by: Any


@fields_by_name
class WallMoves(NamedTuple):
    """The displacements of the points a and b of a moving wall."""

    avx: Any
    """The displacement of a."""
    avy: Any
    bvx: Any
    """The displacement of b."""
    bvy: Any
