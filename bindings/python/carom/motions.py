"""Balls that move among walls for one frame: arrays of them, or a single one with its path.

No ball that starts free of walls passes through a wall or overlaps one afterwards, whatever its
velocity. Each step is accepted by an exact test.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, cast, overload

import numpy as np

from . import _carom
from ._materials import check_respond, packed, read_materials, read_sensors
from ._responders import check_callable, responder
from ._settings import amount, contacts_limit, responses, vector, walls_of
from .enums import Feature, Hold, MotionKind
from .motion_answers import BallImpact, BallMotion
from .motion_answers import Depenetration as Depenetration
from .motion_answers import Impacts as Impacts
from .motion_answers import Motion as Motion
from .moving_walls import MovingWalls, moving_walls_of

if TYPE_CHECKING:
    from ._types import (
        Bools,
        Floats,
        Integer,
        Integers,
        Integers64,
        Number,
        Numbers,
        OneResponse,
        Responses,
    )


def motion_of(columns: tuple[Any, ...], events: tuple[Any, ...] | None) -> Motion:
    """The answer from what the extension returned."""
    impacts = None if events is None else Impacts(*events)
    if columns[0].ndim == 0:
        numbers = [column.item() if column.ndim == 0 else tuple(column.tolist()) for column in columns]
        numbers[0] = MotionKind(columns[0].item())
        numbers[-1] = Hold(columns[-1].item())
        return Motion._make([*numbers, impacts])
    return Motion._make([*columns, impacts])


def columns_of(moving: MovingWalls | None) -> tuple[np.ndarray, ...] | None:
    """The columns of moving walls as the extension takes them."""
    return None if moving is None else moving.columns()


@overload
def move_balls(
    walls: Any,
    x: Number,
    y: Number,
    r: Number,
    vx: Number,
    vy: Number,
    time: Number,
    *,
    response: OneResponse = "bounce",
    restitution: Number = 1.0,
    friction: Number = 0.0,
    gravity: tuple[float, float] = (0.0, 0.0),
    moving_walls: Any = None,
    mask: Integer | None = None,
    except_group: Integer | None = None,
    materials: Mapping[int, tuple[float, float]] | None = None,
    sensors: int | None = None,
    max_contacts: int = 64,
    events: bool = False,
) -> BallMotion: ...
@overload
def move_balls(
    walls: Any,
    x: Numbers,
    y: Numbers,
    r: Numbers,
    vx: Numbers,
    vy: Numbers,
    time: Number,
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
    events: bool = False,
) -> Motion: ...
def move_balls(
    walls: Any,
    x: Numbers,
    y: Numbers,
    r: Numbers,
    vx: Numbers,
    vy: Numbers,
    time: Number,
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
    events: bool = False,
) -> Any:
    """Moves balls for a time, each by itself: balls do not meet each other.

    The calls of `Mover` take less time for many frames; `Crowd` moves balls that collide. Threads
    share a call; the answer does not depend on their number.

    Parameters
    ----------
    walls : Scene, DynamicScene, table, tuple of columns or None
        The walls at rest. A table is anything that `carom.walls` reads, such as a dict of columns.
        A tuple has the columns in the order of `Scene`.
    x, y, r : array_like of float
        Centre and radius of each ball, in the unit of the coordinates; r >= 0.
    vx, vy : array_like of float
        Velocity, in length units per time unit.
    time : float
        The length of the frame, >= 0.
    response : str or array_like of str or int, optional
        'bounce', 'slide' or 'stop', or codes of `ResponseKind`: what a ball does at a wall.
    restitution : array_like of float, optional
        For 'bounce': normal speed after a contact as a fraction of that before it, 0 to 1.
    friction : array_like of float, optional
        Coefficient of friction (Coulomb), >= 0, for 'bounce' and 'slide'.
    gravity : (float, float), optional
        Acceleration of all balls.
    moving_walls : MovingWalls or table, optional
        Walls that move, with columns avx, avy, bvx, bvy. They stay as they are: `MovingWalls.advance`
        moves them on for the next frame.
    mask : array_like of int, optional
        32 bits: the categories of walls that exist for the ball. All, if not given.
    except_group : array_like of int, optional
        Walls of this group do not exist for the ball, such as those of its owner. 0 for none.
    materials : dict of int to (float, float), optional
        What walls are made of: group -> (restitution, friction). At a wall of such a group they
        replace `restitution` and `friction`. Walls without a group have the group 0.
    sensors : int, optional
        32 bits: walls with one of these categories are sensors. A ball goes through them, and
        `events` tells of it, with the same velocity before and after. More than 64 in one frame end
        the frame of the ball.
    max_contacts : int, optional
        The most contacts of a ball in the frame.
    events : bool, optional
        True returns every contact, too.

    Returns
    -------
    Motion
        Arrays of the common shape of the arguments.

    Raises
    ------
    ValueError
        A number is not finite or out of range, or the shapes do not broadcast. The message names
        argument and index.

    Examples
    --------
    >>> floor = carom.Scene(-10, 0, 10, 0)
    >>> moved = carom.move_balls(floor, [0, 3], [5, 2], 1, 0, [-8, 0], 1.0)
    >>> moved.y, moved.contacts
    (array([5., 2.]), array([1, 0]))
    """
    time = amount("move_balls", "time", time)
    moving = moving_walls_of("move_balls", moving_walls)
    balls = (x, y, r, vx, vy, mask, except_group, responses("move_balls", response), restitution, friction)
    columns, impacts = _carom.move_balls(
        "move_balls",
        walls_of("move_balls", walls),
        balls,
        columns_of(moving),
        packed(read_materials("move_balls", materials), read_sensors("move_balls", sensors)),
        None,
        vector("move_balls", "gravity", gravity),
        time,
        contacts_limit("move_balls", max_contacts),
        bool(events),
    )
    return motion_of(columns, impacts)


def impact_of(ball: int, wall: int, wall_moves: bool, feature: int, *rest: Any) -> BallImpact:
    """A contact of numbers from what the extension tells of it."""
    return Impacts(ball, wall, wall_moves, Feature(feature), *rest)


def move_ball(
    walls: Any,
    x: Number,
    y: Number,
    r: Number,
    vx: Number,
    vy: Number,
    time: Number,
    *,
    response: OneResponse = "bounce",
    restitution: Number = 1.0,
    friction: Number = 0.0,
    gravity: tuple[float, float] = (0.0, 0.0),
    moving_walls: Any = None,
    mask: Integer | None = None,
    except_group: Integer | None = None,
    materials: Mapping[int, tuple[float, float]] | None = None,
    sensors: int | None = None,
    max_contacts: int = 64,
    respond: Callable[[BallImpact], Any] | None = None,
) -> tuple[BallMotion, Floats]:
    """Moves one ball for a time, and returns its path, too.

    Parameters
    ----------
    walls, x, y, r, vx, vy, time, response, restitution, friction, gravity, moving_walls, mask, \
except_group, materials, sensors, max_contacts
        As in `move_balls`, but numbers only.
    respond : callable, optional
        Called at every contact, resting ones too, with an `Impacts` of numbers. It returns what the
        ball does there: 'bounce', 'slide', 'stop' or 'pass', or a tuple of one of them, the
        restitution and the friction. 'pass' lets the ball through that wall for the rest of the
        frame. An exception ends the frame and is raised by this call. Only without `materials` and
        `sensors`.

    Returns
    -------
    motion : Motion
        Numbers, with all contacts in `events`.
    path : ndarray of float, shape (n, 2)
        The corners of the path, start and end included.

    Raises
    ------
    ValueError
        As `move_balls`, or `respond` returned something else.

    Examples
    --------
    >>> motion, path = carom.move_ball(carom.Scene(-10, 0, 10, 0), 0, 5, 1, 0, -8, 1.0)
    >>> path
    array([[0., 5.],
           [0., 1.],
           [0., 5.]])
    """
    time = amount("move_ball", "time", time)
    moving = moving_walls_of("move_ball", moving_walls)
    respond = check_callable("move_ball", "respond", respond)
    found, passed = read_materials("move_ball", materials), read_sensors("move_ball", sensors)
    check_respond("move_ball", respond, found, passed)
    columns, impacts, path = _carom.move_ball(
        "move_ball",
        walls_of("move_ball", walls),
        (x, y, r, vx, vy, mask, except_group, responses("move_ball", response), restitution, friction),
        columns_of(moving),
        packed(found, passed),
        vector("move_ball", "gravity", gravity),
        time,
        contacts_limit("move_ball", max_contacts),
        None
        if respond is None
        else responder(
            "move_ball", "respond", respond, impact_of, lambda contact: (float(restitution), float(friction))
        ),
    )
    return cast("BallMotion", motion_of(columns, impacts)), path


@overload
def depenetrate(
    walls: Any, cx: Number, cy: Number, r: Number, *, mask: Integer | None = None, except_group: Integer | None = None
) -> Depenetration[bool, int, float]: ...
@overload
def depenetrate(
    walls: Any,
    cx: Numbers,
    cy: Numbers,
    r: Numbers,
    *,
    mask: Integers | None = None,
    except_group: Integers | None = None,
) -> Depenetration[Bools, Integers64, Floats]: ...
def depenetrate(
    walls: Any,
    cx: Numbers,
    cy: Numbers,
    r: Numbers,
    *,
    mask: Integers | None = None,
    except_group: Integers | None = None,
) -> Depenetration:
    """Moves circles that overlap walls to free places nearby, without crossing a wall.

    The straight path to the place is clear of every wall that the circle did not overlap, and the
    centre crosses the axis of none that it did. Both are exact.

    Parameters
    ----------
    walls : Scene, DynamicScene, table or tuple of columns
        As in `move_balls`.
    cx, cy, r : array_like of float
        Centre and radius of each circle; r >= 0.
    mask : array_like of int, optional
        32 bits: the categories of walls that count.
    except_group : array_like of int, optional
        Walls of this group do not count.

    Returns
    -------
    Depenetration

    Raises
    ------
    ValueError
        A number is not finite, a radius is negative, or the shapes do not broadcast.

    Examples
    --------
    >>> carom.depenetrate(carom.Scene(-10, 0, 10, 0), 0, 0.5, 1)
    Depenetration(found=True, overlapped=True, wall=0, x=0.0, y=1.0)
    """
    columns = _carom.depenetrate(walls_of("depenetrate", walls), cx, cy, r, mask, except_group)
    if columns[0].ndim == 0:
        return Depenetration._make(column.item() for column in columns)
    return Depenetration(*columns)
