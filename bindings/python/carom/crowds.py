"""Many balls that collide with walls and with each other: `Crowd`."""

from __future__ import annotations

import copy
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _carom, _crowd_bytes, _crowd_settings
from ._crowd_bytes import CrowdState
from ._materials import check_respond, packed
from ._responders import check_callable, responder
from ._settings import amount, count, numbers
from .crowd_answers import BallImpacts, CrowdMotion, Touches
from .enums import Hold
from .motions import Impacts, Motion, columns_of, impact_of, motion_of
from .movers import Balls, add_impacts, add_motion, columns_of_balls, setting

if TYPE_CHECKING:
    from ._types import Attribute, Bits, Floats, Integers, Numbers, Responses


class Crowd(Balls):
    """Balls that collide with walls and with each other, all at the same time, frame after frame.

    If no two balls overlap and no ball overlaps a wall, then this holds at any time of each step, and nothing passes
    anything, whatever the velocities. This does not cover balls that are reported as crushed or stuck, and what masks
    and 'pass' let through. Free balls meet at the right time and place. Balls that press on each other are moved by a
    solver, and keep a small gap, of about 1 % of the smaller radius.

    A crowd remembers what touched and pressed in the last frame. An island is a set of balls that come near each other
    in a frame. If all balls of an island stay within 1 % of their radius for 30 frames without an impact, they fall
    asleep: they keep their places and have no velocity. They wake if another ball or a moving wall comes near, if one
    of them is changed, or if gravity or an acceleration changes.

    All arrays of a crowd may be changed between steps: `crowd.vx[:] = speeds`. A ball that is changed is awake. The
    answers depend neither on the machine nor on the number of threads (`set_threads`). Responses that differ from ball
    to ball, materials, sensors and functions take one thread.

    Parameters
    ----------
    walls : Scene, DynamicScene, table, tuple of columns or None
        The walls at rest, as in `move_balls`. After a change of a `DynamicScene` call `wake`.
    x, y, r, vx, vy : array_like of float
        Centre, radius and velocity of each ball, in one dimension. They are copied.
    response, restitution, friction : optional
        At walls, as in `move_balls`: one for all balls, or one for each.
    ball_restitution : float, optional
        Coefficient of restitution between balls, 0 to 1.
    ball_friction : float, optional
        Coefficient of friction (Coulomb) between balls, >= 0. Balls do not spin.
    inverse_mass : array_like of float, optional
        1 / mass of each ball, >= 0; 0 is not pushed by others. All masses are 1 if it is not
        given. For masses by area pass `(r.max() / r) ** 2`.
    acceleration : array_like of float, shape (n, 2) or (2,), optional
        Acceleration of each ball, in addition to gravity.
    gravity : (float, float), optional
        Acceleration of all balls.
    moving_walls : MovingWalls or table, optional
        Walls that move. A `MovingWalls` is used itself: each step moves it on.
    mask : array_like of int, optional
        32 bits: the categories of walls that exist for the balls, one for all or one for each.
    except_group : array_like of int, optional
        Walls of this group do not exist for the balls: one for all or one for each. 0 for none.
    ball_category, ball_mask : array_like of int, optional
        32 bits: the categories of each ball, and those of the balls that it collides with. Two balls
        collide if each has a category that the other's mask holds, and one of them a radius above 0.
        All bits, if not given.
    materials, sensors : optional
        As in `move_balls`: restitution and friction by the group of a wall, and the categories of
        walls that balls go through.
    max_contacts : int, optional
        The most contacts of a ball in a frame, with walls and balls. If it is not given, 64, and more
        for balls that bounce without loss and without gravity.
    max_passes : int, optional
        The most passes of the solver. As many as the crowd needs, if not given. Fewer passes take
        less time, and balls that press lose more of theirs.
    respond : callable, optional
        As in `move_ball`: called at contacts with walls, with an `Impacts` of numbers. Parameters
        that it does not return are those of the ball. Only without `materials` and `sensors`.
    respond_balls : callable, optional
        Called at impacts of two balls, and for two that press or overlap at the start, with a `BallImpacts` of
        numbers whose velocities after the impact are not decided yet. It returns what `respond`
        returns; 'slide' is a bounce without restitution, 'stop' gives both their common velocity, and
        'pass' lets them through each other for the rest of the frame.

    Attributes
    ----------
    x, y, r, vx, vy : ndarray of float, shape (n,)
        The balls now.
    response, restitution, friction, mask, except_group, inverse_mass, acceleration, ball_category, ball_mask : \
ndarray, number or None
        The settings of balls: an array with an item for each, one value for all, or None. They may
        be assigned to. After a change of a `mask`, as of a door that opens, call `wake`.
    materials, sensors : Mapping, int
        They may be assigned to, too. Then call `wake`.
    respond, respond_balls : callable or None
    asleep : ndarray of bool, shape (n,)
        True for each ball that was asleep at the end of the last step.
    time : float
        The sum of the times of all steps.

    Raises
    ------
    ValueError
        A number is not finite or out of range, or the shapes do not broadcast.

    Notes
    -----
    A step may compute a part of a frame more than once, so `respond` and `respond_balls` may be called for contacts
    that do not happen: they must answer by the contact alone. They must not step or change the crowd.

    Examples
    --------
    >>> crowd = carom.Crowd(None, [-1, 2, 4], 0, 1, [3, 0, 0], 0)
    >>> crowd.step(1.0).ball_impacts
    2
    >>> crowd.x, crowd.vx
    (array([0., 2., 6.]), array([0., 0., 3.]))
    """

    inverse_mass: Attribute[float | Floats | None, Numbers | None] = setting("inverse_mass")
    acceleration: Attribute[tuple[float, float] | Floats | None, Numbers | None] = setting("acceleration")
    ball_category: Attribute[int | Bits | None, Integers | None] = setting("ball_category")
    ball_mask: Attribute[int | Bits | None, Integers | None] = setting("ball_mask")

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
        ball_restitution: float = 1.0,
        ball_friction: float = 0.0,
        inverse_mass: Numbers | None = None,
        acceleration: Numbers | None = None,
        gravity: tuple[float, float] = (0.0, 0.0),
        moving_walls: Any = None,
        mask: Integers | None = None,
        except_group: Integers | None = None,
        ball_category: Integers | None = None,
        ball_mask: Integers | None = None,
        materials: Mapping[int, tuple[float, float]] | None = None,
        sensors: int | None = None,
        max_contacts: int | None = None,
        max_passes: int | None = None,
        respond: Callable[[Impacts], Any] | None = None,
        respond_balls: Callable[[BallImpacts], Any] | None = None,
    ) -> None:
        given = {
            "mask": mask, "except_group": except_group, "response": response, "restitution": restitution,
            "friction": friction,
            "inverse_mass": inverse_mass, "acceleration": acceleration, "ball_category": ball_category,
            "ball_mask": ball_mask,
        }  # fmt: skip
        super().__init__(
            walls,
            {"x": x, "y": y, "r": r, "vx": vx, "vy": vy},
            given,
            gravity,
            moving_walls,
            materials,
            sensors,
            64 if max_contacts is None else max_contacts,
        )
        # 0 is what the library does by default.
        self._max_contacts = 0 if max_contacts is None else self._max_contacts
        self._ball_restitution = amount("Crowd", "ball_restitution", ball_restitution, 1.0)
        self._ball_friction = amount("Crowd", "ball_friction", ball_friction)
        self._max_passes = 0 if max_passes is None else count("Crowd", "max_passes", max_passes, 1, 2**31 - 1)
        self.respond, self.respond_balls = respond, respond_balls
        self._crowd = _carom.make_crowd()
        self._lock: Any = threading.RLock()
        self._is_busy = False
        self._check("Crowd", self._columns, self._settings)

    @property
    def respond(self) -> Callable[[Impacts], Any] | None:
        """What chooses the response at a contact with a wall."""
        return self._respond

    @respond.setter
    def respond(self, value: Callable[[Impacts], Any] | None) -> None:
        self._respond: Callable[[Impacts], Any] | None = check_callable("Crowd", "respond", value)

    @property
    def respond_balls(self) -> Callable[[BallImpacts], Any] | None:
        """What chooses the response at an impact of two balls."""
        return self._respond_balls

    @respond_balls.setter
    def respond_balls(self, value: Callable[[BallImpacts], Any] | None) -> None:
        self._respond_balls: Callable[[BallImpacts], Any] | None = check_callable("Crowd", "respond_balls", value)

    # ---- copies ----

    def __getstate__(self) -> dict[str, Any]:
        with self._use("Crowd"):
            state = super().__getstate__() | {"_crowd": _carom.crowd_bytes(self._crowd), "_is_busy": False}
        return state

    def __setstate__(self, state: dict[str, Any]) -> None:
        super().__setstate__(state)
        self._lock = threading.RLock()
        self._crowd = _carom.make_crowd()
        _carom.crowd_load("Crowd", self._crowd, state["_crowd"])

    def __copy__(self) -> Crowd:
        new = type(self).__new__(type(self))
        new.__setstate__(self.__getstate__())
        new._columns = {name: column.copy() for name, column in self._columns.items()}
        new._settings = {name: value if value is None else value.copy() for name, value in self._settings.items()}
        new._moving_walls = copy.deepcopy(self._moving_walls)
        return new

    # ---- steps ----

    @contextmanager
    def _use(self, function: str) -> Iterator[None]:
        """Keeps other threads out, and functions that a step calls."""
        with self._lock:
            if self._is_busy:
                raise RuntimeError(f"{function}(): called by a function that a step of this crowd has called")
            self._is_busy = True
            try:
                yield
            finally:
                self._is_busy = False

    def _defaults_at(self, contact: Impacts) -> tuple[float, float]:
        """The restitution and friction at walls of a ball."""
        restitution, friction = (
            _crowd_settings.spread(name, self._settings[name], len(self))[contact.ball]
            for name in ("restitution", "friction")
        )
        return float(restitution), float(friction)

    def _call(
        self,
        function: str,
        crowd: Any,
        columns: dict[str, np.ndarray],
        settings: dict[str, np.ndarray | None],
        time: float = 0.0,
        events: bool = False,
    ) -> Any:
        check_respond(function, self._respond, self._materials, self._sensors)
        at_walls, items = _crowd_settings.arguments(settings, len(columns["x"]))
        between = (self._ball_restitution, self._ball_friction)
        return _carom.move_crowd(
            function,
            crowd,
            self._walls,
            (*(columns[name] for name in ("x", "y", "r", "vx", "vy")), *at_walls),
            items,
            columns_of(self._moving_walls),
            packed(self._materials, self._sensors),
            self._gravity,
            *between,
            self._max_contacts,
            self._max_passes,
            time,
            None
            if self._respond is None
            else responder(function, "respond", self._respond, impact_of, self._defaults_at),
            None
            if self._respond_balls is None
            else responder(function, "respond_balls", self._respond_balls, BallImpacts, lambda impact: between),
            events,
        )

    def _check(self, function: str, columns: dict[str, np.ndarray], settings: dict[str, np.ndarray | None]) -> None:
        """Raises the error that a step with these balls would raise."""
        self._call(function, None, columns, settings)

    def step(self, dt: float, *, events: bool = False) -> CrowdMotion:
        """Moves all balls for a time, all at once.

        Parameters
        ----------
        dt : float
            The length of the frame, >= 0.
        events : bool, optional
            True returns every impact and every touch, too.

        Returns
        -------
        CrowdMotion
            Arrays of shape (n,). The state of the crowd is changed.

        Raises
        ------
        ValueError
            `dt`, or a number of the state that was changed, is not finite or out of range.
        MemoryError
            Memory ran out. After an error, also one of `respond`, the crowd is as before.
        """
        time = amount("Crowd.step", "dt", dt)
        with self._use("Crowd.step"):
            columns, happened, impacts, held, asleep, lost = self._call(
                "Crowd.step", self._crowd, self._columns, self._settings, time, bool(events)
            )
            at_walls, between, touches = (None, None, None) if happened is None else happened
            balls = motion_of(columns, at_walls)
            self._take(balls, time)
        return CrowdMotion(
            balls,
            impacts,
            None if between is None else BallImpacts(*between),
            held,
            asleep,
            lost,
            None if touches is None else Touches(*touches),
        )

    def run(self, time: float, *, step: float = 1 / 60, events: bool = False) -> CrowdMotion:
        """Moves all balls for a time in steps: what `carom run --balls-collide` does.

        Parameters and sums are those of `Mover.run`. `held` is the number of balls that were held in any step, and
        `asleep` belongs to the last one. An item of `touches` belongs to one step.
        """
        total: Motion | None = None
        impacts, lost = 0, 0.0
        at_walls, between, touches = [], [], []
        was_held = np.zeros(len(self), bool)
        for start, length in self._steps(time, step):
            motion = self.step(length, events=events)
            total = add_motion(total, motion.balls)
            impacts += motion.ball_impacts
            lost += motion.lost
            was_held |= motion.balls.hold == Hold.HELD
            if events:
                at_walls.append((start, motion.balls.events))
                between.append((start, motion.ball_events))
                touches.append((start, motion.touches))
        assert total is not None
        if not events:
            return CrowdMotion(total, impacts, None, int(was_held.sum()), motion.asleep, lost, None)
        total = total._replace(events=add_impacts(at_walls))
        happened = add_impacts(between)
        return CrowdMotion(total, impacts, happened, int(was_held.sum()), motion.asleep, lost, add_impacts(touches))

    # ---- sleep ----

    @property
    def asleep(self) -> np.ndarray:
        """True for each ball that was asleep at the end of the last step."""
        with self._use("Crowd.asleep"):
            return _carom.crowd_asleep(self._crowd, len(self))

    def wake(self, balls: Any = None) -> None:
        """Wakes balls, and with them all that they touch.

        Call it after walls at rest near balls that sleep have changed, moved or gone, or after their masses, masks
        and categories have changed.

        Parameters
        ----------
        balls : array_like of int or of bool, optional
            Indices, or a mask with an item for each ball. All balls, if not given.

        Raises
        ------
        ValueError
            There is no such ball.
        """
        with self._use("Crowd.wake"):
            chosen = [-1] if balls is None else self._indices("Crowd.wake", balls).tolist()
            for ball in chosen:
                _carom.crowd_wake(self._crowd, ball)

    # ---- balls come and go ----

    def _indices(self, function: str, balls: Any) -> np.ndarray:
        """Indices of balls, each once and rising."""
        array = np.asarray(balls)
        if array.dtype == bool:
            if array.shape != (len(self),):
                raise ValueError(f"{function}(): the mask has the shape {array.shape} for {len(self)} balls")
            return np.flatnonzero(array)
        indices = numbers(function, "balls", balls).ravel()
        if array.dtype.kind not in "iu" and array.size:
            raise TypeError(f"{function}(): the argument balls must be ints or a mask, not {array.dtype}")
        bad = indices[(indices < 0) | (indices >= len(self))]
        if len(bad):
            raise ValueError(f"{function}(): there is no ball {int(bad[0])}: the crowd has {len(self)} balls")
        return np.unique(indices.astype(np.int64))

    def add(
        self,
        x: Numbers,
        y: Numbers,
        r: Numbers,
        vx: Numbers = 0.0,
        vy: Numbers = 0.0,
        *,
        response: Responses | None = None,
        restitution: Numbers | None = None,
        friction: Numbers | None = None,
        inverse_mass: Numbers | None = None,
        acceleration: Numbers | None = None,
        mask: Integers | None = None,
        except_group: Integers | None = None,
        ball_category: Integers | None = None,
        ball_mask: Integers | None = None,
    ) -> np.ndarray:
        """Adds balls behind the last one. The arrays of the crowd are new afterwards.

        Parameters
        ----------
        x, y, r, vx, vy : array_like of float
            As in `Crowd`.
        response, restitution, friction, inverse_mass, acceleration, mask, except_group, ball_category, \
ball_mask : optional
            Settings of the new balls, as in `Crowd`. What is one for all balls holds for the new ones,
            too, if it is not given. What each ball has must be given.

        Returns
        -------
        ndarray of int
            The indices of the new balls.

        Raises
        ------
        ValueError
            As `Crowd`, or a setting is missing. Then no ball is added.
        """
        given = {
            "mask": mask, "except_group": except_group, "response": response, "restitution": restitution,
            "friction": friction,
            "inverse_mass": inverse_mass, "acceleration": acceleration, "ball_category": ball_category,
            "ball_mask": ball_mask,
        }  # fmt: skip
        new = columns_of_balls("Crowd.add", {"x": x, "y": y, "r": r, "vx": vx, "vy": vy})
        with self._use("Crowd.add"):
            before, more = len(self), len(new["x"])
            settings = _crowd_settings.joined("Crowd.add", self._settings, given, before, more)
            columns = {name: np.concatenate([column, new[name]]) for name, column in self._columns.items()}
            self._check("Crowd.add", columns, settings)
            self._columns, self._settings = columns, settings
        return np.arange(before, before + more)

    def remove(self, balls: Any) -> np.ndarray:
        """Removes balls. The last balls take their places. The arrays of the crowd are new afterwards.

        What touched a ball that is gone wakes.

        Parameters
        ----------
        balls : array_like of int or of bool
            Indices, or a mask with an item for each ball.

        Returns
        -------
        ndarray of int
            The old index of each ball that is left: `colours = colours[crowd.remove(3)]` keeps an
            array of your own in order.

        Raises
        ------
        ValueError
            There is no such ball. Then no ball is removed.
        """
        with self._use("Crowd.remove"):
            gone = self._indices("Crowd.remove", balls)[::-1].tolist()
            old = np.arange(len(self))
            for k, ball in enumerate(gone):
                old[ball] = old[len(old) - 1 - k]
            old = old[: len(old) - len(gone)].copy()
            columns = {name: column[old] for name, column in self._columns.items()}
            settings = {
                name: value if value is None or _crowd_settings.is_shared(name, value) else value[old]
                for name, value in self._settings.items()
            }
            for ball in gone:
                _carom.crowd_remove(self._crowd, ball)
            self._columns, self._settings = columns, settings
        return old

    # ---- bytes ----

    def save(self) -> bytes:
        """Saves all that changes, so that `load` can go back to it.

        That is the balls with their settings, gravity, the moving walls, the time, and what the crowd remembers. Not
        among it are the walls at rest, materials and sensors, functions, and the settings between balls.

        Returns
        -------
        bytes
            The same bytes for the same state, on machines with the same byte order.
        """
        with self._use("Crowd.save"):
            memory = _carom.crowd_bytes(self._crowd)
            state = CrowdState(self.time, self._gravity, self._columns, self._settings, self._moving_walls, memory)
            return _crowd_bytes.pack(state)

    def load(self, state: bytes) -> None:
        """Goes back to a state that `save` returned: the next steps have the same bits as then.

        The number of balls may be another one. If it is the same, x, y, r, vx and vy stay the same arrays. The same
        holds for `moving_walls` and their number.

        Parameters
        ----------
        state : bytes
            Every byte is checked, so that untrusted bytes are safe.

        Raises
        ------
        ValueError
            The bytes are not those of a crowd of this version and byte order, or are damaged. Then the
            crowd is as before.

        Examples
        --------
        >>> crowd = carom.Crowd(None, [0, 3], 0, 1, [1, 0], 0)
        >>> state = crowd.save()
        >>> _ = crowd.step(4.0)
        >>> crowd.load(state)
        >>> crowd.time, crowd.x
        (0.0, array([0., 3.]))
        """
        saved = _crowd_bytes.unpack("Crowd.load", state)
        with self._use("Crowd.load"):
            self._check("Crowd.load", saved.columns, saved.settings)
            _carom.crowd_load("Crowd.load", self._crowd, saved.memory)
            self.time, self._gravity, self._settings = saved.time, saved.gravity, saved.settings
            if len(saved.columns["x"]) != len(self):
                self._columns = saved.columns
            for name, column in saved.columns.items():
                self._columns[name][...] = column
            mine, walls = self._moving_walls, saved.moving_walls
            if mine is None or walls is None or len(mine) != len(walls):
                self._moving_walls = walls
            else:
                for column, was in zip(mine.columns(), walls.columns(), strict=True):
                    column[...] = was
