"""The arguments `materials` and `sensors`: what walls are made of, and walls that do not stop balls."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from ._settings import ALL_BITS, amount, count

Materials = dict[int, tuple[float, float]]


def read_materials(function: str, materials: Any) -> Materials:
    """The argument materials as a new dict of groups, rising, with restitution and friction; empty for None."""
    if materials is None:
        return {}
    if not isinstance(materials, Mapping):
        raise TypeError(
            f"{function}(): the argument materials must be a dict of groups to (restitution, friction), "
            f"not {type(materials).__name__}"
        )
    found: Materials = {}
    for key, value in materials.items():
        group = count(function, "a group of materials", key, 0, ALL_BITS)
        try:
            if isinstance(value, (str, bytes, bytearray)):
                raise TypeError
            restitution, friction = value
        except (TypeError, ValueError):
            raise TypeError(
                f"{function}(): materials[{group}] must be a pair (restitution, friction), not {value!r}"
            ) from None
        found[group] = (
            amount(function, f"the restitution of materials[{group}]", restitution, 1.0),
            amount(function, f"the friction of materials[{group}]", friction),
        )
    return dict(sorted(found.items()))


def read_sensors(function: str, sensors: Any) -> int:
    """The argument sensors: a mask of categories; 0 for None."""
    return 0 if sensors is None else count(function, "sensors", sensors, 0, ALL_BITS)


def packed(materials: Materials, sensors: int) -> tuple[int, bytes, bytes] | None:
    """Both as the extension takes them."""
    if not materials and not sensors:
        return None
    groups = np.array(list(materials), np.uint32)
    return sensors, groups.tobytes(), np.array(list(materials.values()), np.float64).tobytes()


def check_respond(function: str, respond: Any, materials: Materials, sensors: int) -> None:
    """Raises an error if a function and materials both choose responses."""
    if respond is not None and (materials or sensors):
        raise ValueError(f"{function}(): respond chooses at every wall: leave out materials and sensors")
