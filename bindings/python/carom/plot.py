"""Pictures of walls, circles, contacts, sweeps and paths on matplotlib axes.

Each function takes the axes first, adds artists to them and returns the artists. The aspect of the
axes becomes equal. Thick walls have their true thickness. Rays and lines reach to the border of
the view, wherever it is moved. Colours suit all kinds of colour vision and are those of `carom
draw`. Room: pictures.
"""

from typing import Any

import numpy as np

from ._arguments import codes, common_shape
from ._optional import load
from ._settings import numbers
from ._view import BALL_COLOURS, KIND_COLOURS, PATH, RELATION_COLOURS, WALL, columns
from .enums import Relation, SweepKind


def _word(member: Any) -> str:
    """The word of the command line."""
    return str(member.name).lower().replace("_", "-")


def _axes(function: str, ax: Any) -> Any:
    """The axes with equal aspect, after a check that matplotlib is there."""
    load("matplotlib", "plot", f"plot.{function}")
    if not hasattr(ax, "add_collection"):
        raise TypeError(f"plot.{function}(): the argument ax is a {type(ax).__name__}, must be matplotlib axes")
    ax.set_aspect("equal", adjustable="box")
    return ax


def _wall_columns(function: str, walls: Any) -> tuple[Any, ...]:
    """ax, ay, bx, by, wr and extent, out of a scene or columns."""
    if hasattr(walls, "walls") and callable(walls.walls):
        walls = walls.walls()
    if not isinstance(walls, tuple) or len(walls) < 4:
        right = "a Scene, or a tuple of columns such as carom.walls(source)"
        raise TypeError(f"plot.{function}(): the argument walls is a {type(walls).__name__}, must be {right}")
    wr, extent = walls[4] if len(walls) > 4 else 0.0, walls[5] if len(walls) > 5 else 0
    extent = codes(f"plot.{function}", "extent", "E", extent)
    *ends, kinds = _columns(function, **dict(zip(("ax", "ay", "bx", "by"), walls, strict=False)), wr=wr, extent=extent)
    return (*ends, kinds.astype(np.uint8))


def _columns(function: str, **values: Any) -> tuple[Any, ...]:
    """The arguments as one-dimensional arrays of float64, all of one length."""
    arrays = {name: numbers(f"plot.{function}", name, value) for name, value in values.items()}
    common_shape(f"plot.{function}", arrays)
    return columns(*arrays.values())


def _need(function: str, name: str, value: Any, right: str, *fields: str) -> None:
    """Raises a TypeError if an argument is not an answer with these fields."""
    if not all(hasattr(value, field) for field in fields):
        raise TypeError(f"plot.{function}(): the argument {name} is a {type(value).__name__}, must be {right}")


def walls(
    ax: Any, walls: Any, *, color: Any = WALL, linewidth: float = 1.2, label: str | None = None, **look: Any
) -> list[Any]:
    """Draw walls.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    walls : Scene, WallColumns or tuple of columns
        Columns ax, ay, bx, by, and optionally wr and extent.
    color : color or sequence of colors, optional
        One for all, or one a wall.
    linewidth : float, optional
        The width of the axes of thin walls, in points.
    label : str, optional
        The name in the legend.
    **look
        Other properties of the collections, such as alpha or zorder.

    Returns
    -------
    list of matplotlib.collections.Collection
        The thin walls (a LineCollection) and the thick walls (a PathCollection in data coordinates), each only if
        there are any.

    Examples
    --------
    >>> import carom
    >>> from matplotlib.figure import Figure
    >>> axes = Figure().add_subplot()
    >>> thick, = carom.plot.walls(axes, (0.0, 0.0, 4.0, 0.0, 0.5, 0))
    >>> thick.get_datalim(axes.transData).extents.tolist()
    [-0.5, -0.5, 4.5, 0.5]
    """
    from ._artists import ThickWalls, ThinWalls

    _axes("walls", ax)
    all_walls = _wall_columns("walls", walls)
    artists: list[Any] = []
    for kind, rows in ((ThinWalls, all_walls[4] == 0), (ThickWalls, all_walls[4] > 0)):
        if not rows.any():
            continue
        some = tuple(column[rows] for column in all_walls)
        artist = kind(some, color=_pick(color, rows), linewidth=linewidth, label=None if artists else label, **look)
        ax.add_collection(artist)
        artists.append(artist)
    ax.autoscale_view()
    return artists


def _pick(colour: Any, rows: Any) -> Any:
    """The colours of some rows, if there is one for each row."""
    if isinstance(colour, str) or np.ndim(colour) == 0 or len(colour) != len(rows):
        return colour
    return [colour[i] for i in np.flatnonzero(rows)]


def circles(
    ax: Any,
    cx: Any,
    cy: Any = None,
    r: Any = None,
    *,
    relation: Any = None,
    color: Any = None,
    label: str | None = None,
    **look: Any,
) -> list[Any]:
    """Draw circles, coloured by their relation.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    cx : array_like or CircleColumns
        The centres, or all columns in one.
    cy, r : array_like
    relation : array_like of Relation, optional
        The code of each circle. Each relation that occurs becomes a collection with its own colour and entry in the
        legend.
    color : color, optional
        The colour without relations.
    label : str, optional
        The name in the legend without relations.
    **look
        Other properties of the collections.

    Returns
    -------
    list of matplotlib.collections.EllipseCollection
        In data coordinates, one for each relation that occurs, in the order of `Relation`.
    """
    from ._artists import Discs

    _axes("circles", ax)
    if cy is None:
        cx, cy, r = cx[:3]
    if relation is None:
        x, y, radius = _columns("circles", cx=cx, cy=cy, r=r)
        groups = [(np.ones(len(x), dtype=bool), color or PATH, label)]
    else:
        x, y, radius, members = _columns("circles", cx=cx, cy=cy, r=r, relation=relation)
        groups = [(members == member, RELATION_COLOURS[member], _word(member)) for member in Relation]
    artists = []
    for rows, colour, name in groups:
        if rows.any():
            artist = Discs(x[rows], y[rows], radius[rows], ax, color=colour, label=name, **look)
            ax.add_collection(artist)
            artists.append(artist)
    ax.autoscale_view()
    return artists


def contacts(
    ax: Any,
    contact: Any,
    *,
    length: float | None = None,
    color: Any = "#000000",
    label: str | None = "contact",
    **look: Any,
) -> list[Any]:
    """Draw contact points and normals.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    contact : Contact, Sweep or First
        Anything with the fields px, py, nx, ny. Sweeps that miss and invalid contacts are left out.
    length : float, optional
        The length of the normals, in the unit of the coordinates. By default they end at the circles' centres if the
        answer has the centres, as a sweep has; else they have 0.05 times the size of the view.
    color, label, **look : optional
        Of the points; normals have the same colour.

    Returns
    -------
    list of artists
        The points (a PathCollection) and the normals (a Quiver).
    """
    _axes("contacts", ax)
    _need("contacts", "contact", contact, "a Contact, Sweep or First", "px", "py", "nx", "ny")
    px, py, nx, ny = columns(contact.px, contact.py, contact.nx, contact.ny)
    some = np.hypot(nx, ny) > 0  # not 0 as in a miss, and not NaN as for invalid input
    px, py, nx, ny = px[some], py[some], nx[some], ny[some]
    points = ax.scatter(px, py, s=16, color=color, label=label, zorder=4, **look)
    if length is None and hasattr(contact, "x"):
        x, y = (column[some] for column in columns(contact.x, contact.y))
        nx, ny = x - px, y - py
    else:
        size = 0.05 * max(ax.viewLim.width, ax.viewLim.height) if length is None else length
        nx, ny = nx * size, ny * size
    normals = ax.quiver(
        px, py, nx, ny, angles="xy", scale_units="xy", scale=1, color=color, width=0.004, zorder=4, **look
    )
    ax.update_datalim(np.column_stack([px + nx, py + ny]))
    ax.autoscale_view()
    return [points, normals]


def sweeps(ax: Any, cx: Any, cy: Any, r: Any, vx: Any, vy: Any, sweep: Any, **look: Any) -> list[Any]:
    """Draw moving circles: at the start, their paths, and at the first contact.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    cx, cy, r, vx, vy : array_like
        The circles and their displacements.
    sweep : Sweep or First
        The answer to them: its kind colours the circles at the contact.
    **look
        Other properties of all collections.

    Returns
    -------
    list of artists
        The circles at the start (dashed outlines), the paths up to the contact, the rest of the paths (dotted), and a
        collection of circles at the contact, or at the end of a miss, for each kind that occurs.
    """
    from matplotlib.collections import LineCollection

    from ._artists import Discs

    _axes("sweeps", ax)
    _need("sweeps", "sweep", sweep, "a Sweep or First", "kind", "x", "y")
    x, y, radius, dx, dy, kind, x1, y1 = _columns(
        "sweeps", cx=cx, cy=cy, r=r, vx=vx, vy=vy, kind=sweep.kind, x=sweep.x, y=sweep.y
    )
    meets = (kind != SweepKind.MISS) & (kind != SweepKind.INVALID)
    start, end = np.column_stack([x, y]).astype(float), np.column_stack([x + dx, y + dy]).astype(float)
    stop = np.where(meets[:, None], np.column_stack([x1, y1]), end)
    outlines = Discs(x, y, radius, ax, color=PATH, linestyle="--", facecolor="none", label="start", **look)
    way = LineCollection(list(np.stack([start, stop], axis=1)), colors=PATH, linewidths=1.2, **look)
    rest = LineCollection(
        list(np.stack([stop, end], axis=1)[meets]), colors=PATH, linewidths=0.8, linestyles=":", **look
    )
    artists: list[Any] = [outlines, way, rest]
    for member in SweepKind:
        rows = kind == member
        if rows.any():
            colour = KIND_COLOURS[member]
            artists.append(
                Discs(stop[rows, 0], stop[rows, 1], radius[rows], ax, color=colour, label=_word(member), **look)
            )
    for artist in artists:
        ax.add_collection(artist)
    ax.autoscale_view()
    return artists


def paths(
    ax: Any,
    x: Any,
    y: Any,
    r: Any = None,
    *,
    color: Any = None,
    linewidth: float = 1.0,
    label: str | None = None,
    **look: Any,
) -> list[Any]:
    """Draw the paths of balls.

    Parameters
    ----------
    ax : matplotlib.axes.Axes
    x, y : array_like
        The centres over time, of shape (times,) for one ball or (times, balls).
    r : array_like, optional
        The radii: the balls are drawn where their paths end.
    color : color, optional
        One for all paths. By default each of up to six balls has its own.
    linewidth : float, optional
        In points.
    label : str, optional
        The name in the legend.
    **look
        Other properties of the collections.

    Returns
    -------
    list of matplotlib.collections.Collection
        The paths, and the balls at their ends if there are radii.
    """
    from matplotlib.collections import LineCollection

    from ._artists import Discs

    _axes("paths", ax)
    x, y = numbers("plot.paths", "x", x), numbers("plot.paths", "y", y)
    common_shape("plot.paths", {"x": x, "y": y})
    x, y = np.broadcast_arrays(x, y)
    if x.ndim not in (1, 2):
        raise ValueError(f"plot.paths(): x has shape {x.shape}, must be (times,) or (times, balls)")
    x, y = x.reshape(len(x), -1), y.reshape(len(y), -1)
    balls = x.shape[1]
    if color is None:
        color = [BALL_COLOURS[i] for i in range(balls)] if balls <= len(BALL_COLOURS) else PATH
    lines = LineCollection(list(np.stack([x.T, y.T], axis=2)), colors=color, linewidths=linewidth, label=label, **look)
    artists: list[Any] = [lines]
    if r is not None and len(x):
        end_x, end_y, radii = _columns("paths", x=x[-1], y=y[-1], r=r)
        artists.append(Discs(end_x, end_y, radii, ax, color=color, **look))
    for artist in artists:
        ax.add_collection(artist)
    ax.autoscale_view()
    return artists


__all__ = ["circles", "contacts", "paths", "sweeps", "walls"]
