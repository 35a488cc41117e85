"""What scenes answer: named tuples of arrays, or of numbers where the question was of numbers.

A field is read by name or by index: `hits.wall`, `hits["wall"]`, `hits[1]`.
"""

from typing import Any, NamedTuple

from .answers import fields_by_name


@fields_by_name
class Walls(NamedTuple):
    """Walls as columns, in the order of the arguments of `Scene`: `Scene(*scene.walls())`."""

    ax: Any
    """The point a."""
    ay: Any
    bx: Any
    """The point b."""
    by: Any
    wr: Any
    """The wall radius, half the thickness."""
    extent: Any
    """Codes of `Extent`."""
    category: Any
    """32 bits, which a mask is compared with. 0 stands for 1."""
    one_sided: Any
    """True: moving balls pass from the right of a->b to the left."""
    group: Any
    """A number of yours, such as the owner of the wall; 0 for none."""


@fields_by_name
class Hits(NamedTuple):
    """Pairs of a circle and a wall, by circle, then by wall."""

    circle: Any
    """The index of the circle among the arguments, in C order."""
    wall: Any
    """The index of the wall, or its id in a `DynamicScene`."""


@fields_by_name
class HitsByCircle(NamedTuple):
    """The walls of each circle (or box): compressed sparse rows (CSR)."""

    offsets: Any
    """Circle i has wall[offsets[i]:offsets[i + 1]]; one more than there are circles."""
    wall: Any
    """The indices of the walls, rising for each circle."""


@fields_by_name
class BoxHits(NamedTuple):
    """Pairs of a box and a wall, by box, then by wall."""

    box: Any
    """The index of the box among the arguments, in C order."""
    wall: Any
    """The index of the wall, or its id in a `DynamicScene`."""


@fields_by_name
class Nearest(NamedTuple):
    """The wall nearest to each circle; for k > 1 the k nearest walls, nearest first, along the last axis."""

    wall: Any
    """The index of the wall; -1 if there are fewer."""
    gap: Any
    """The distance from the disc to the wall, negative if they overlap: the negative depth. inf for no wall."""


@fields_by_name
class First(NamedTuple):
    """The first wall that a moving circle meets."""

    wall: Any
    """The index of the wall; -1 for none. All other fields but `kind` are then 0."""
    kind: Any
    """`SweepKind`, exact: MISS for no wall."""
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
class SweepAll(NamedTuple):
    """All walls that moving circles meet, by circle, then by time of impact."""

    circle: Any
    """The index of the circle among the arguments, in C order."""
    wall: Any
    """The index of the wall. The other fields are those of `First`."""
    kind: Any
    t: Any
    x: Any
    y: Any
    px: Any
    py: Any
    nx: Any
    ny: Any
    feature: Any


@fields_by_name
class Fan(NamedTuple):
    """The first wall that each beam of a fan meets."""

    wall: Any
    """The index of the wall; -1 for none. The fields up to `feature` are those of `First`."""
    kind: Any
    t: Any
    x: Any
    y: Any
    px: Any
    py: Any
    nx: Any
    ny: Any
    feature: Any
    distance: Any
    """The distance along the beam until the contact; inf for none."""


@fields_by_name
class Clearance(NamedTuple):
    """Pairs of walls that are near each other, by wall, then by the other wall."""

    wall: Any
    """The index of the wall, or its id in a `DynamicScene`."""
    other: Any
    """The index of the other wall: a higher one of the same scene, or that of a wall of the other scene."""
    gap: Any
    """The gap between their surfaces: negative if they overlap, 0 if they touch."""


@fields_by_name
class Areas(NamedTuple):
    """Pairs of a circle and an area that meet, by circle, then by area."""

    circle: Any
    """The index of the circle among the arguments, in C order."""
    area: Any
    """The area: the group of its walls."""
    relation: Any
    """Codes of `AreaRelation`, exact."""
    distance: Any
    """The distance from the centre to the nearest axis of the area's walls, negative inside."""


@fields_by_name
class AreasAt(NamedTuple):
    """Pairs of a point and an area that holds it, by point, then by area."""

    point: Any
    """The index of the point among the arguments, in C order."""
    area: Any
    """The area: the group of its walls."""


@fields_by_name
class NearestAreas(NamedTuple):
    """The area nearest to each circle; for k > 1 the k nearest, nearest first, along the last axis."""

    area: Any
    """The area: the group of its walls; 0 if there are fewer."""
    relation: Any
    """`AreaRelation`, exact."""
    distance: Any
    """The distance from the centre to the nearest axis of the area's walls, negative inside. inf for no area."""
