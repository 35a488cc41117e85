"""The answers with several fields: named tuples of numbers, or of arrays of one shape.

A field is read by name or by index: `answer.depth`, `answer["depth"]`, `answer[7]`.
"""

from typing import Any, NamedTuple


def _item(self: Any, key: Any) -> Any:
    """A field by its name, or items by index or slice."""
    return getattr(self, key) if isinstance(key, str) and key in self._fields else tuple.__getitem__(self, key)


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


for _class in (Contact, Sweep):
    _class.__getitem__ = _item  # type: ignore[method-assign]
