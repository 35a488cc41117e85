"""A program as a user with a strict type checker writes it. It is checked by mypy and also run."""

from typing import assert_type

import carom


def deepest(points: list[tuple[float, float]], radius: float) -> float:
    """The largest depth of circles at some points in a wall from (-10, 0) to (10, 0)."""
    contacts: list[carom.Contact] = [carom.contact(x, y, radius, -10, 0, 10, 0) for x, y in points]
    return max(float(contact.depth) for contact in contacts)


def is_touching(relation: carom.Relation) -> bool:
    """A member of an enum is ordered and has a name."""
    return relation >= carom.Relation.TOUCHING and relation.name != "INVALID"


assert_type(carom.environment_is_exact(), bool)
assert_type(carom.get_threads(), int)
assert_type(carom.__version__, str)
assert deepest([(0.0, 4.0), (1.0, 7.0)], 5.0) == 1.0
assert is_touching(carom.relate(0, 5, 5, -10, 0, 10, 0))


def settle(crowd: carom.Crowd, most: int) -> bool:
    """Steps a crowd until all its balls sleep."""
    return any(crowd.step(1 / 60).asleep == len(crowd) for _ in range(most))


balls = carom.Crowd((-9, 0, 9, 0), [0.0, 5.0], 1.0, 1.0, gravity=(0.0, -10.0), restitution=0.0)
state = balls.save()
assert_type(state, bytes)
assert settle(balls, 60)
assert carom.Hold.ASLEEP in balls.step(0.1).balls.hold
balls.load(state)
assert not balls.asleep.any()
