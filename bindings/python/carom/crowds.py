"""Many balls that collide with walls and with each other: `Crowd`."""

from typing import Any, NamedTuple

import numpy as np

from . import _carom
from ._settings import amount, count, responses
from .answers import fields_by_name
from .motions import Motion, columns_of, motion_of
from .movers import Balls, add_impacts, add_motion


@fields_by_name
class BallImpacts(NamedTuple):
    """Impacts of two balls: arrays with an item for each, in the order in which they happened."""

    first: Any
    """Index of one ball."""
    second: Any
    """Index of the other ball."""
    time: Any
    """Time since the start of the frame."""
    first_x: Any
    """The centres at the impact."""
    first_y: Any
    second_x: Any
    second_y: Any
    nx: Any
    """Unit vector from the second ball to the first."""
    ny: Any
    first_vx: Any
    """Velocities before the impact."""
    first_vy: Any
    second_vx: Any
    second_vy: Any
    after_first_vx: Any
    """Velocities after the impact."""
    after_first_vy: Any
    after_second_vx: Any
    after_second_vy: Any


@fields_by_name
class CrowdMotion(NamedTuple):
    """A crowd after a frame."""

    balls: Motion
    """What became of each ball. Its contacts count walls and balls."""
    ball_impacts: int
    """The number of impacts of two balls."""
    ball_events: BallImpacts | None
    """The impacts of two balls, if events were asked for."""


class Crowd(Balls):
    """Balls that collide with walls and with each other, frame after frame.

    If no two balls overlap and no ball overlaps a wall, the same holds after each step, and no ball
    has passed through a wall or another ball, whatever the velocities. Exact tests accept each
    step. The balls of a crowd move in one thread.

    Parameters
    ----------
    walls : Scene, DynamicScene, table, tuple of columns or None
        The walls at rest, as in `move_balls`.
    x, y, r, vx, vy : array_like of float
        Centre, radius and velocity of each ball, in one dimension. They are copied.
    response, restitution, friction : optional
        At walls, as in `move_balls`: one for all balls, or one for each.
    ball_restitution : float, optional
        Coefficient of restitution between balls, 0 to 1.
    ball_friction : float, optional
        Coefficient of friction (Coulomb) between balls, >= 0. Balls do not spin.
    inverse_mass : array_like of float, optional
        1 / mass of each ball, >= 0; 0 is not pushed by others. All masses are equal if it is not
        given. For masses by area pass `(r.max() / r) ** 2`.
    gravity : (float, float), optional
        Acceleration of all balls.
    moving_walls : MovingWalls or table, optional
        Walls that move. A `MovingWalls` is used itself: each step moves it on.
    mask : int, optional
        32 bits: the categories of walls that exist for the crowd.
    max_contacts : int, optional
        The most contacts of a ball in a frame, with walls and balls.

    Attributes
    ----------
    x, y, r, vx, vy : ndarray of float, shape (n,)
        The balls now. They may be changed between frames.
    inverse_mass : ndarray of float, shape (n,), or None
    time : float
        The sum of the times of all steps.

    Raises
    ------
    ValueError
        A number is not finite or out of range, or the shapes do not broadcast.

    Examples
    --------
    >>> crowd = carom.Crowd(None, [-1, 2, 4], 0, 1, [3, 0, 0], 0)
    >>> crowd.step(1.0).ball_impacts
    2
    >>> crowd.x, crowd.vx
    (array([0., 2., 6.]), array([0., 0., 3.]))
    """

    def __init__(
        self,
        walls: Any,
        x: Any,
        y: Any,
        r: Any,
        vx: Any = 0.0,
        vy: Any = 0.0,
        *,
        response: Any = "bounce",
        restitution: Any = 1.0,
        friction: Any = 0.0,
        ball_restitution: float = 1.0,
        ball_friction: float = 0.0,
        inverse_mass: Any = None,
        gravity: tuple[float, float] = (0.0, 0.0),
        moving_walls: Any = None,
        mask: int | None = None,
        max_contacts: int = 64,
    ) -> None:
        balls = {"x": x, "y": y, "r": r, "vx": vx, "vy": vy}
        if inverse_mass is not None:
            balls["inverse_mass"] = inverse_mass
        super().__init__(walls, balls, gravity, moving_walls, max_contacts)
        if mask is not None:
            mask = count("Crowd", "mask", mask, 0, 2**32 - 1)
        self._responses = (mask, responses("Crowd", response), restitution, friction)
        self._ball_restitution = amount("Crowd", "ball_restitution", ball_restitution, 1.0)
        self._ball_friction = amount("Crowd", "ball_friction", ball_friction)
        # Checks all numbers. A frame of no time, whose result is not used.
        self._check_length(self._move("Crowd", 0.0, False).balls)

    @property
    def inverse_mass(self) -> np.ndarray | None:
        """1 / mass of each ball, or None if all masses are equal."""
        return self._columns.get("inverse_mass")

    def _move(self, function: str, time: float, events: bool) -> CrowdMotion:
        state = self._columns
        columns, impacts, ball_impacts, number = _carom.move_crowd(
            function,
            self._walls,
            (state["x"], state["y"], state["r"], state["vx"], state["vy"], *self._responses),
            columns_of(self._moving_walls),
            self.inverse_mass,
            self._gravity,
            time,
            self._max_contacts,
            self._ball_restitution,
            self._ball_friction,
            events,
        )
        happened = None if ball_impacts is None else BallImpacts(*ball_impacts)
        return CrowdMotion(motion_of(columns, impacts), number, happened)

    def step(self, dt: float, *, events: bool = False) -> CrowdMotion:
        """Moves all balls for a time. Parameters and errors are those of `Mover.step`.

        Returns
        -------
        CrowdMotion
            Arrays of shape (n,). The state of the crowd is changed.
        """
        time = amount("Crowd.step", "dt", dt)
        with self._lock:
            motion = self._move("Crowd.step", time, bool(events))
            self._take(motion.balls, time)
        return motion

    def run(self, time: float, *, step: float = 1 / 60, events: bool = False) -> CrowdMotion:
        """Moves all balls for a time in steps: what `carom run --balls-collide` does.

        Parameters and sums are those of `Mover.run`.
        """
        total: Motion | None = None
        number = 0
        impacts, ball_impacts = [], []
        for start, length in self._steps(time, step):
            balls, more, happened = self.step(length, events=events)
            total = add_motion(total, balls)
            number += more
            if events:
                impacts.append((start, balls.events))
                ball_impacts.append((start, happened))
        assert total is not None
        if not events:
            return CrowdMotion(total, number, None)
        return CrowdMotion(total._replace(events=add_impacts(impacts)), number, add_impacts(ball_impacts))
