"""Many balls through many frames, each ball by itself: `Mover`."""

from __future__ import annotations

import math
import threading
from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from . import _carom, _crowd_settings
from ._arguments import common_shape
from ._materials import packed, read_materials, read_sensors
from ._settings import amount, contacts_limit, numbers, vector, walls_of
from .enums import Hold, ResponseKind
from .motions import Motion, columns_of, motion_of
from .moving_walls import MovingWalls, moving_walls_of

if TYPE_CHECKING:
    from ._types import Attribute, Bits, Codes8, Floats, Integers, Numbers, Responses

_STATE = ("x", "y", "vx", "vy")


def _column(name: str) -> Attribute[Floats, Numbers]:
    """A column of the state: an array that may be changed in place or assigned to."""

    def get(self: Balls) -> np.ndarray:
        return self._columns[name]

    def put(self: Balls, value: Any) -> None:
        self._columns[name][...] = numbers(type(self).__name__, name, value)

    return cast("Attribute[Floats, Numbers]", property(get, put))


def setting(name: str) -> Any:
    """A setting of each ball, or one for all."""

    def get(self: Balls) -> Any:
        value = self._settings[name]
        if value is None or not _crowd_settings.is_shared(name, value):
            return value
        if name == "response":
            return ResponseKind(int(value))
        return tuple(value.tolist()) if value.ndim else value.item()

    def put(self: Balls, value: Any) -> None:
        self._settings[name] = _crowd_settings.read(type(self).__name__, name, value, len(self))

    return property(get, put)


def columns_of_balls(function: str, columns: dict[str, Any]) -> dict[str, np.ndarray]:
    """The columns of balls: copies of one length."""
    given = {key: numbers(function, key, value) for key, value in columns.items()}
    shape = common_shape(function, given)
    if len(shape) > 1:
        raise ValueError(f"{function}(): the balls have the shape {shape}, must have one dimension")
    return {key: np.array(np.broadcast_to(number, shape or (1,))) for key, number in given.items()}


class Balls:
    """What a mover and a crowd share: columns of balls and their settings, walls, gravity, and the time."""

    x = _column("x")
    y = _column("y")
    r = _column("r")
    vx = _column("vx")
    vy = _column("vy")
    response: Attribute[ResponseKind | Codes8, Responses] = setting("response")
    restitution: Attribute[float | Floats, Numbers] = setting("restitution")
    friction: Attribute[float | Floats, Numbers] = setting("friction")
    mask: Attribute[int | Bits | None, Integers | None] = setting("mask")
    except_group: Attribute[int | Bits | None, Integers | None] = setting("except_group")

    def __init__(
        self,
        walls: Any,
        columns: dict[str, Any],
        settings: dict[str, Any],
        gravity: Any,
        moving_walls: Any,
        materials: Any,
        sensors: Any,
        max_contacts: Any,
    ) -> None:
        name = type(self).__name__
        self._walls = walls_of(name, walls)
        self._columns = columns_of_balls(name, columns)
        self._settings = {key: _crowd_settings.read(name, key, value, len(self)) for key, value in settings.items()}
        self.materials = materials
        self.sensors = sensors
        self.gravity = gravity
        self._moving_walls = moving_walls_of(name, moving_walls)
        self._max_contacts = contacts_limit(name, max_contacts)
        self.time = 0.0
        self._lock = threading.Lock()

    @property
    def walls(self) -> Any:
        """The walls at rest: a scene, or None."""
        return self._walls

    @property
    def moving_walls(self) -> MovingWalls | None:
        """The walls that move, where they are now. Their velocities may be changed."""
        return self._moving_walls

    @moving_walls.setter
    def moving_walls(self, value: Any) -> None:
        self._moving_walls = moving_walls_of(type(self).__name__, value)

    @property
    def materials(self) -> Mapping[int, tuple[float, float]]:
        """What walls are made of: group -> (restitution, friction)."""
        return MappingProxyType(self._materials)

    @materials.setter
    def materials(self, value: Mapping[int, tuple[float, float]] | None) -> None:
        self._materials = read_materials(type(self).__name__, value)

    @property
    def sensors(self) -> int:
        """The categories of walls that are sensors."""
        return self._sensors

    @sensors.setter
    def sensors(self, value: int | None) -> None:
        self._sensors = read_sensors(type(self).__name__, value)

    @property
    def gravity(self) -> tuple[float, float]:
        """The acceleration of all balls."""
        return self._gravity

    @gravity.setter
    def gravity(self, value: tuple[float, float]) -> None:
        self._gravity = vector(type(self).__name__, "gravity", value)

    def __len__(self) -> int:
        return len(self._columns["x"])

    def __repr__(self) -> str:
        moving = "" if self._moving_walls is None else f", {len(self._moving_walls)} moving walls"
        return f"<carom.{type(self).__name__} of {len(self)} balls at time {self.time:g}{moving}>"

    def __getstate__(self) -> dict[str, Any]:
        state = self.__dict__.copy()
        del state["_lock"]
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)
        self._lock = threading.Lock()

    def _take(self, motion: Motion, time: float) -> None:
        """Takes over what became of the balls, and moves the walls on."""
        for key in _STATE:
            self._columns[key][...] = getattr(motion, key)
        if self._moving_walls is not None:
            self._moving_walls.advance(time)
        self.time += time

    def _steps(self, time: float, step: float) -> Iterator[tuple[float, float]]:
        """The start and the length of each step of run()."""
        function = f"{type(self).__name__}.run"
        time, step = amount(function, "time", time), amount(function, "step", step)
        if step == 0.0:
            raise ValueError(f"{function}(): step is 0.0, must be above 0")
        return steps_of(function, time, step)


def steps_of(function: str, time: float, step: float) -> Iterator[tuple[float, float]]:
    """The start and the length of each step that reaches a time. Step k starts at k * step, rounded once."""
    if not time / step <= 2.0**52:
        raise ValueError(f"{function}(): step is {step}, too small for a time of {time}")
    number = math.ceil(time / step)
    # The quotient is rounded.
    while number > 1 and (number - 1) * step >= time:
        number -= 1
    while number * step < time:
        number += 1
    number = max(number, 1)
    return ((k * step, step if k + 1 < number else time - k * step) for k in range(number))


class Mover(Balls):
    """Balls that move among walls, each by itself, frame after frame.

    No ball that starts free of walls passes through a wall or overlaps one afterwards. Each ball
    remembers the walls near it, so frames near the same walls take less time. The arrays of the
    state may be changed between frames: `mover.vx[:] = speeds`.

    Parameters
    ----------
    walls : Scene, DynamicScene, table, tuple of columns or None
        The walls at rest, as in `move_balls`.
    x, y, r, vx, vy : array_like of float
        Centre, radius and velocity of each ball, in one dimension. They are copied.
    response, restitution, friction, mask, except_group : optional
        As in `move_balls`: one for all balls, or one for each.
    materials, sensors : optional
        As in `move_balls`: restitution and friction by the group of a wall, and the categories of
        walls that balls go through.
    gravity : (float, float), optional
        Acceleration of all balls.
    moving_walls : MovingWalls or table, optional
        Walls that move. A `MovingWalls` is used itself: each step moves it on.
    max_contacts : int, optional
        The most contacts of a ball in a frame.

    Attributes
    ----------
    x, y, r, vx, vy : ndarray of float, shape (n,)
        The balls now.
    response, restitution, friction, mask, except_group : ndarray, number or None
        The settings of balls: an array with an item for each, one value for all, or None. They may
        be assigned to: a door opens for balls whose `mask` leaves it out from then on.
    materials, sensors : Mapping, int
        They may be assigned to, too.
    time : float
        The sum of the times of all steps.

    Raises
    ------
    ValueError
        A number is not finite or out of range, or the shapes do not broadcast.

    Examples
    --------
    >>> mover = carom.Mover(carom.Scene(-10, 0, 10, 0), [0, 3], [5, 2], 1, 0, [-8, 0])
    >>> mover.step(1.0).contacts
    array([1, 0])
    >>> mover.y, mover.vy
    (array([5., 2.]), array([8., 0.]))
    """

    def __init__(
        self,
        walls: Any,
        x: Numbers,
        y: Numbers,
        r: Numbers,
        vx: Numbers = 0.0,
        vy: Numbers = 0.0,
        *,
        response: Responses = "bounce",
        restitution: Numbers = 1.0,
        friction: Numbers = 0.0,
        gravity: tuple[float, float] = (0.0, 0.0),
        moving_walls: Any = None,
        mask: Integers | None = None,
        except_group: Integers | None = None,
        materials: Mapping[int, tuple[float, float]] | None = None,
        sensors: int | None = None,
        max_contacts: int = 64,
    ) -> None:
        balls = {"x": x, "y": y, "r": r, "vx": vx, "vy": vy}
        settings = {
            "mask": mask,
            "except_group": except_group,
            "response": response,
            "restitution": restitution,
            "friction": friction,
        }
        super().__init__(walls, balls, settings, gravity, moving_walls, materials, sensors, max_contacts)
        self._caches: Any = None
        # Checks all numbers. A frame of no time, whose result is not used.
        self._move("Mover", 0.0, False)

    def __getstate__(self) -> dict[str, Any]:
        return super().__getstate__() | {"_caches": None}

    def _move(self, function: str, time: float, events: bool) -> Motion:
        state = self._columns
        at_walls, _ = _crowd_settings.arguments(self._settings, len(self))
        columns, impacts = _carom.move_balls(
            function,
            self._walls,
            (state["x"], state["y"], state["r"], state["vx"], state["vy"], *at_walls),
            columns_of(self._moving_walls),
            packed(self._materials, self._sensors),
            self._caches,
            self._gravity,
            time,
            self._max_contacts,
            events,
        )
        return motion_of(columns, impacts)

    def step(self, dt: float, *, events: bool = False) -> Motion:
        """Moves all balls for a time.

        Parameters
        ----------
        dt : float
            The length of the frame, >= 0.
        events : bool, optional
            True returns every contact, too.

        Returns
        -------
        Motion
            Arrays of shape (n,). The state of the mover is changed.

        Raises
        ------
        ValueError
            `dt`, or a number of the state that was changed, is not finite or out of range. Then no
            ball has moved.
        """
        time = amount("Mover.step", "dt", dt)
        with self._lock:
            if self._caches is None:
                self._caches = _carom.make_ball_caches(len(self))
            motion = self._move("Mover.step", time, bool(events))
            self._take(motion, time)
        return motion

    def run(self, time: float, *, step: float = 1 / 60, events: bool = False) -> Motion:
        """Moves all balls for a time in steps, the last one shortened: what `carom run` does.

        Parameters
        ----------
        time : float
            The time of all steps, >= 0.
        step : float, optional
            The length of a step, > 0.
        events : bool, optional
            True returns every contact, with times since the start of the run.

        Returns
        -------
        Motion
            The balls at the end. `contacts` and `lost` are sums, `state` and `hold` are the worst of
            each ball, and what else tells of overlaps and crushing belongs to the first step in
            that state.
        """
        total: Motion | None = None
        impacts = []
        for start, length in self._steps(time, step):
            motion = self.step(length, events=events)
            total = add_motion(total, motion)
            if events:
                impacts.append((start, motion.events))
        assert total is not None
        return total._replace(events=add_impacts(impacts)) if events else total


def _rank_of(hold: np.ndarray) -> np.ndarray:
    """The order of what holds balls: asleep comes after none, before held."""
    return np.where(hold == Hold.ASLEEP, 0.5, hold)


def add_motion(total: Motion | None, motion: Motion) -> Motion:
    """The sum of motions, none at first, and of the one that follows them. Without the contacts."""
    if total is None:
        return motion._replace(events=None)
    is_worse = motion.state > total.state
    merged = {}
    for name in Motion._fields[:-1]:
        before, after = getattr(total, name), getattr(motion, name)
        chosen = is_worse if before.ndim == 1 else is_worse[:, np.newaxis]
        merged[name] = np.where(chosen, after, before)
    merged |= {name: getattr(motion, name) for name in _STATE}
    merged["contacts"] = total.contacts + motion.contacts
    merged["lost"] = total.lost + motion.lost
    merged["clamped"] = total.clamped | motion.clamped
    merged["hold"] = np.where(_rank_of(motion.hold) > _rank_of(total.hold), motion.hold, total.hold)
    return Motion(**merged, events=None)


def add_impacts(parts: list[tuple[float, Any]]) -> Any:
    """Contacts that follow each other, with their times since the start of all."""
    shifted = [part._replace(time=start + part.time) for start, part in parts]
    kind = type(shifted[0])
    return kind(*(np.concatenate(columns) for columns in zip(*shifted, strict=True)))
