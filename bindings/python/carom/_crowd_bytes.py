"""The bytes of a crowd: all that changes from frame to frame, or may be changed between frames.

A head, then the columns of the balls, the settings, the columns of the moving walls, and at last what the extension
remembers. All in the byte order of the machine.
"""

import math
import struct
from typing import Any, NamedTuple

import numpy as np

from ._crowd_settings import DEFAULTS, is_shared, tail_of, type_of
from .moving_walls import MovingWalls

# Magic, byte order, version, number of balls, number of moving walls (-1 for None), time, gravity, forms of settings.
_HEAD = struct.Struct("=8sIIqqddd9s")
_START = (b"carombls", 0x01020304, 2)
_COLUMNS = ("x", "y", "r", "vx", "vy")
_NONE, _SHARED, _EACH = range(3)


class CrowdState(NamedTuple):
    """What the bytes of a crowd hold."""

    time: float
    gravity: tuple[float, float]
    columns: dict[str, np.ndarray]
    settings: dict[str, np.ndarray | None]
    moving_walls: MovingWalls | None
    memory: bytes


def _form_of(name: str, setting: np.ndarray | None) -> int:
    return _NONE if setting is None else _SHARED if is_shared(name, setting) else _EACH


def pack(state: CrowdState) -> bytes:
    """The state as bytes."""
    walls = state.moving_walls
    forms = bytes(_form_of(name, state.settings[name]) for name in DEFAULTS)
    count = len(state.columns["x"])
    head = _HEAD.pack(*_START, count, -1 if walls is None else len(walls), state.time, *state.gravity, forms)
    settings = [state.settings[name] for name in DEFAULTS]
    arrays = [*(state.columns[name] for name in _COLUMNS), *settings, *(() if walls is None else walls.columns())]
    return b"".join([head, *(array.tobytes() for array in arrays if array is not None), state.memory])


class _Reader:
    """Takes arrays from bytes, one after the other."""

    def __init__(self, data: bytes) -> None:
        self.data, self.at = data, 0

    def take(self, kind: Any, shape: tuple[int, ...]) -> np.ndarray:
        count = math.prod(shape)
        end = self.at + count * np.dtype(kind).itemsize
        if end > len(self.data):
            raise ValueError
        array = np.frombuffer(self.data, kind, count, self.at).reshape(shape)
        self.at = end
        return array.copy()


def _moving_walls(reader: _Reader, count: int) -> MovingWalls:
    names = MovingWalls.__slots__
    types = {"extent": np.uint8, "one_sided": np.uint8, "category": np.uint32, "group": np.uint32}
    columns = {name: reader.take(types.get(name, np.float64), (count,)) for name in names}
    return MovingWalls(**columns)


def unpack(function: str, data: Any) -> CrowdState:
    """The state that `pack` made bytes of. Its numbers are not checked, except those of moving walls."""
    try:
        data = bytes(memoryview(data))
    except TypeError:
        raise TypeError(f"{function}(): the state must be bytes, not {type(data).__name__}") from None
    wrong = f"{function}(): the bytes are not those of a crowd of this version"
    if len(data) < _HEAD.size:
        raise ValueError(wrong)
    *start, count, wall_count, time, gx, gy, forms = _HEAD.unpack_from(data)
    is_crowd = tuple(start) == _START and 0 <= count <= len(data) and -1 <= wall_count <= len(data)
    if not is_crowd or max(forms) > _EACH or not all(map(math.isfinite, (time, gx, gy))):
        raise ValueError(wrong)
    reader = _Reader(data)
    reader.at = _HEAD.size
    try:
        columns = {name: reader.take(np.float64, (count,)) for name in _COLUMNS}
        settings: dict[str, np.ndarray | None] = dict.fromkeys(DEFAULTS)
        for name, form in zip(DEFAULTS, forms, strict=True):
            if form != _NONE:
                settings[name] = reader.take(type_of(name), (*((count,) if form == _EACH else ()), *tail_of(name)))
        walls = None if wall_count < 0 else _moving_walls(reader, wall_count)
    except ValueError as error:
        raise ValueError(wrong) from error
    return CrowdState(time, (gx, gy), columns, settings, walls, data[reader.at :])
