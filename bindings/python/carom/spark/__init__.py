"""Circles against walls on Apache Spark: `hits`, `first`, `nearest`, `areas` and `clearance` of DataFrames.

Needs `pip install carom[spark]` on the driver and on the workers. The columns are those of the command line. The
answers are those of `carom hits`, `carom first` and so on, on one machine, however the rows are partitioned. `areas`
and `clearance` are in the module `_areas` and need walls that fit one worker. For the others, if the walls fit one
worker, they become one scene, which every worker has; else they are divided into shards.

These are the two plans, the modules `_one_scene` and `_sharded`. Each has the functions `prepare(walls)` (shards:
`prepare(walls, walls_per_shard)`), `hits(circles, prepared, within, ring, gap)`, `first(movers, prepared, hits_only)`
and `nearest(circles, prepared, k)`, where walls, circles and movers are of class `_source.Source`. They return
DataFrames without the column `reject`. Room: Spark, over the plans.
"""

import importlib
from typing import TYPE_CHECKING, Any

import numpy as np

from .._optional import load

if TYPE_CHECKING:
    from pyspark.sql import Column, DataFrame

__all__ = ["PreparedWalls", "areas", "clearance", "first", "hits", "nearest", "prepare"]

_ONE_SCENE = 5_000_000
"""The most walls that become one scene, if walls_per_shard is None."""
_SHARD = 1_000_000
"""The most walls of a shard, if walls_per_shard is None."""


class PreparedWalls:
    """Walls that were read, checked and built once, for several questions. `prepare` makes them.

    `len` gives the number of walls, without bad rows.
    """

    def __init__(self, source: Any, plan: Any, built: Any, count: int) -> None:
        self._source, self._plan, self._built, self._count = source, plan, built, count

    def __len__(self) -> int:
        return self._count

    def __repr__(self) -> str:
        return f"<carom.spark.PreparedWalls of {len(self)} wall{'s' if len(self) != 1 else ''}>"


def prepare(
    walls: "DataFrame", *, walls_per_shard: int | None = None, bad_rows: str = "error", outline: bool = False
) -> PreparedWalls:
    """Read, check and build walls, so that several questions share the work.

    Parameters
    ----------
    walls : DataFrame
        Columns ax, ay, bx, by, the ends in the unit of your coordinates, and optionally wr, the wall radius (>= 0),
        extent ("segment", "ray", "line" or codes of `Extent`) and id; or a column of geometries, of which each segment
        and each point is a wall. Null in wr or extent stands for 0 and "segment".
    walls_per_shard : int, optional
        With at most so many walls, >= 1, one scene is built, which every worker maps into its memory. Else the walls
        are divided into shards of about 0.75 and at most 1.25 times so many. Equal rows stay together; more of them
        make a larger shard. The default is one scene for up to 5,000,000 walls, else 1,000,000 for shards.
    bad_rows : {"error", "column"}, optional
        "column" leaves out bad rows of the walls. They come back in the column `reject` of an answer, if that is asked
        for with bad_rows="column" as well.
    outline : bool, optional
        True says that the outlines of polygons are meant, and there is no warning. A polygon is no area: a circle
        inside of it that touches no edge touches no wall.

    Returns
    -------
    PreparedWalls
        It stands for the walls in `hits`, `first` and `nearest`.

    Raises
    ------
    ValueError
        A column is missing, or several columns have geometries; an argument is out of its range; the DataFrame is a
        stream; with "error", a row is bad. The message names the row, the column and the value.
    TypeError
        The argument is no DataFrame of Spark; a column has another type than numbers, words or geometries; or outline
        is not True or False.
    ModuleNotFoundError
        pyspark or pyarrow is not installed; for geometries, shapely.

    Warns
    -----
    UserWarning
        Polygons without `outline`, as `carom.walls` warns.

    Notes
    -----
    The walls are read when this function is called. For one scene that is once to count them and once to check and
    build them. For shards it is once to count, once to check, once for a sample and once for the boxes of the shards.
    Geometries are counted and checked at once. Files of the scene stay in the temporary folder of the driver until its
    process ends.
    """
    return _prepare("spark.prepare", walls, walls_per_shard, bad_rows, outline)


def hits(
    circles: "DataFrame",
    walls: "DataFrame | PreparedWalls",
    within: "float | str | Column" = 0.0,
    ring: bool = False,
    *,
    gap: bool = False,
    bad_rows: str = "error",
    walls_per_shard: int | None = None,
    outline: bool = False,
) -> "DataFrame":
    """Find the walls that each circle touches.

    Parameters
    ----------
    circles : DataFrame
        Columns cx, cy, the centre, and r, the radius (>= 0), in the unit of the walls, and optionally id; or a column
        of points as WKB, or of a type of geometries, and optionally r, else 0. Without a column id, the ids in the
        answer are the numbers of the rows from 0.
    walls : DataFrame or PreparedWalls
        Columns as for `prepare`.
    within : float, str or Column, optional
        Walls count up to this distance from the circle, finite and >= 0. It can be a column of the circles, by its name
        or as an expression such as ``F.col("r") / 2``. Then each circle has a distance of its own, and a bad one
        makes a bad row.
    ring : bool, optional
        Only walls that reach the outline of the circle count.
    gap : bool, optional
        The answer has one more column gap, as that of `nearest`: the distance from the disc to the wall, negative if
        they overlap.
    bad_rows : {"error", "column"}, optional
        What happens to null, NaN, infinity, a negative radius, an unknown extent and damaged geometries. "error": a bad
        wall raises a ValueError now, a bad circle when the answer is computed. "column": the answer has one more
        column `reject`. It is null in answers; each bad circle and each bad wall has a row that tells what is wrong.
    walls_per_shard, outline : optional
        As for `prepare`. They are not for prepared walls.

    Returns
    -------
    DataFrame
        A row for each pair: the columns circle and wall, with the ids, and with ``gap=True`` gap. The rows are in no
        order.

    Raises
    ------
    ValueError
        As `prepare`; or walls_per_shard or outline is given with prepared walls; or circles without a column id,
        circles of shards or bad_rows="column" are a stream.
    TypeError
        As `prepare`; or within is no number and no column of numbers; or ring, gap or outline is not True or False.
    """
    function = "spark.hits"
    for name, value in (("ring", ring), ("gap", gap)):
        _check_flag(function, name, value)
    distance = _number(function, "within", within)
    column = within if distance is None else None
    arguments = (distance, bool(ring), bool(gap))
    return _ask(function, "hits", circles, walls, bad_rows, walls_per_shard, outline, *arguments, within=column)


def first(
    movers: "DataFrame",
    walls: "DataFrame | PreparedWalls",
    *,
    hits_only: bool = False,
    bad_rows: str = "error",
    walls_per_shard: int | None = None,
    outline: bool = False,
) -> "DataFrame":
    """Find the first wall that each moving circle meets.

    Parameters
    ----------
    movers : DataFrame
        Columns as of the circles of `hits`, and vx, vy, the displacement over the frame.
    walls : DataFrame or PreparedWalls
        Columns as for `prepare`. Of walls that are met at the same time the one with the lower id counts, in Spark's
        order of ids; without a column id the one that comes first.
    hits_only : bool, optional
        Grazes do not count, as with `carom first --no-graze`.
    bad_rows, walls_per_shard, outline : optional
        As for `hits`.

    Returns
    -------
    DataFrame
        A row for each mover: mover, wall, kind ("hit", "graze", "overlap", "miss"), t (0 to 1), x, y, px, py, nx, ny
        and feature ("side", "a", "b"). For a miss all but mover and kind are null. `carom.First` describes the columns.

    Raises
    ------
    ValueError
        As `hits`.
    TypeError
        As `prepare`; or hits_only or outline is not True or False; or the walls are in shards and Spark cannot sort the
        ids of the movers.
    """
    function = "spark.first"
    _check_flag(function, "hits_only", hits_only)
    return _ask(function, "first", movers, walls, bad_rows, walls_per_shard, outline, bool(hits_only))


def nearest(
    circles: "DataFrame",
    walls: "DataFrame | PreparedWalls",
    k: int = 1,
    *,
    bad_rows: str = "error",
    walls_per_shard: int | None = None,
    outline: bool = False,
) -> "DataFrame":
    """Find the k walls that are nearest to each circle.

    Parameters
    ----------
    circles, walls, bad_rows, walls_per_shard, outline
        As for `hits`.
    k : int, optional
        How many walls, >= 1. A circle has fewer rows if there are fewer walls.

    Returns
    -------
    DataFrame
        Columns circle, wall, rank and gap. The rank counts from 0, the nearest. The order is exact; of walls at the
        same distance the one with the lower id comes first, in Spark's order of ids, or without a column id the one
        that comes first. The gap is the distance from the disc to the wall, negative if they overlap.

    Raises
    ------
    ValueError
        As `hits`.
    TypeError
        As `prepare`; or the walls are in shards and Spark cannot sort the ids of the circles.
    """
    function = "spark.nearest"
    if isinstance(k, bool) or not isinstance(k, int) or k < 1:
        raise ValueError(f"{function}(): k is {k!r}, must be an integer >= 1")
    return _ask(function, "nearest", circles, walls, bad_rows, walls_per_shard, outline, k)


def areas(
    circles: "DataFrame",
    walls: "DataFrame",
    within: "float | str | Column" = 0.0,
    *,
    bad_rows: str = "error",
) -> "DataFrame":
    """Find the areas that each circle meets. Exact.

    Parameters
    ----------
    circles : DataFrame
        As for `hits`.
    walls : DataFrame
        Columns as for `prepare`, and area: the walls of one area are segments of one radius that form closed rings;
        null for walls of no area. Or a column of polygons and multipolygons: each row is an area, whose id is that of
        the row, or its number from 0. Polygons of one id are one area: what lies in an even number of them is outside.
        Every worker has all walls.
    within : float, str or Column, optional
        Areas count up to this distance from the circle, as for `hits`.
    bad_rows : {"error", "column"}, optional
        As for `hits`. Areas whose rings are not closed always raise a ValueError.

    Returns
    -------
    DataFrame
        A row for each pair: circle, area, relation ("touching", "crossing", "inside-touching", "inside", and with
        `within` "outside") and distance, from the centre to the nearest axis of the area's walls, negative inside.

    Raises
    ------
    ValueError, TypeError, ModuleNotFoundError
        As `hits`; or there are neither areas nor polygons; or a ring is open, with the area and the point.
    """
    function = "spark.areas"
    distance = _number(function, "within", within)
    source, skip_bad = _module(function, "_source"), _skips(function, bad_rows)
    rings = source.area_source(function, walls, skip_bad=skip_bad)
    column = within if distance is None else None
    asked = source.circle_source(function, circles, within=column, skip_bad=skip_bad)
    answer = _module(function, "_areas").areas(function, asked, rings, distance)
    return source.with_rejects(function, answer, asked, rings) if skip_bad else answer


def clearance(
    walls: "DataFrame",
    other: "DataFrame | None" = None,
    within: float = 0.0,
    *,
    except_same: str | None = None,
    outline: bool = False,
) -> "DataFrame":
    """Find the pairs of walls with a gap of at most `within`. Exact.

    Parameters
    ----------
    walls : DataFrame
        Columns as for `prepare`. Every worker has all walls.
    other : DataFrame, optional
        Walls that are compared with `walls`. By default those are compared with each other, each pair once.
    within : float, optional
        The largest distance between the surfaces of two walls, finite and >= 0.
    except_same : str, optional
        The name of a column, such as a net: pairs that have the same value in it are left out, but not those of null.
        The walls then need a column id.
    outline : bool, optional
        As for `prepare`.

    Returns
    -------
    DataFrame
        A row for each pair: wall, other, relation ("separate", "touching", "overlapping"), gap, and px, py, qx, qy, the
        points of both surfaces that are nearest. Of pairs of one table `wall` comes first in Spark's order of ids, or
        without a column id in that of the rows.

    Raises
    ------
    ValueError, TypeError, ModuleNotFoundError
        As `prepare`; or there is no column except_same.
    """
    function = "spark.clearance"
    _check_flag(function, "outline", outline)
    distance = _number(function, "within", within)
    if distance is None:
        raise TypeError(f"{function}(): within is {within!r}, must be a number")
    frames = [walls] if other is None else [walls, other]
    return _module(function, "_areas").clearance(function, frames, distance, except_same, bool(outline))


def _ask(
    function: str,
    question: str,
    circles: Any,
    walls: Any,
    bad_rows: str,
    walls_per_shard: int | None,
    outline: bool,
    *arguments: Any,
    within: Any = None,
) -> Any:
    """The answer to a question by the plan that suits the walls. `within` is a column of distances."""
    source = _module(function, "_source")
    skip_bad = _skips(function, bad_rows)
    asked = source.circle_source(function, circles, moving=question == "first", within=within, skip_bad=skip_bad)
    if not isinstance(walls, PreparedWalls):
        walls = _prepare(function, walls, walls_per_shard, bad_rows, outline)
    elif walls_per_shard is not None or outline is not False:
        name = "outline" if walls_per_shard is None else "walls_per_shard"
        raise ValueError(f"{function}(): {name} is an argument of prepare() for walls that are prepared")
    answer = getattr(walls._plan, question)(asked, walls._built, *arguments)
    return source.with_rejects(function, answer, asked, walls._source) if skip_bad else answer


def _prepare(function: str, walls: Any, walls_per_shard: int | None, bad_rows: str, outline: bool) -> PreparedWalls:
    _check_flag(function, "outline", outline)
    per_shard = walls_per_shard
    if per_shard is not None and (isinstance(per_shard, bool) or not isinstance(per_shard, int) or per_shard < 1):
        raise ValueError(f"{function}(): walls_per_shard is {per_shard!r}, must be None or an integer >= 1")
    most = per_shard or _ONE_SCENE
    wall_source = _module(function, "_source").wall_source
    source = wall_source(function, walls, most=most, skip_bad=_skips(function, bad_rows), outline=bool(outline))
    if source.count is None or source.count <= most:
        plan = _module(function, "_one_scene")
        built = plan.prepare(source)
        return PreparedWalls(source, plan, built, built.count)
    plan = _module(function, "_sharded")
    return PreparedWalls(source, plan, plan.prepare(source, per_shard or _SHARD), source.count)


def _skips(function: str, bad_rows: str) -> bool:
    if bad_rows not in ("error", "column"):
        raise ValueError(f"{function}(): bad_rows is {bad_rows!r}, must be 'error' or 'column'")
    return bad_rows == "column"


def _number(function: str, name: str, value: Any) -> float | None:
    """The number, or None if the value is a column."""
    load("pyspark", "spark", function)
    from pyspark.sql import Column

    if isinstance(value, (str, Column)):
        return None
    try:
        number = float(value)
    except (TypeError, ValueError):
        text = f"must be a number >= 0, the name of a column or a Column of Spark; it is a {type(value).__name__}"
        raise TypeError(f"{function}(): {name} {text}") from None
    if not 0 <= number < float("inf"):
        raise ValueError(f"{function}(): {name} is {value!r}, must be a finite number >= 0")
    return number


def _check_flag(function: str, name: str, value: Any) -> None:
    """A column, or its name, would count as True."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{function}(): {name} is {value!r}, must be True or False")


def _module(function: str, name: str) -> Any:
    """A module that needs Spark, which is imported only now."""
    load("pyspark", "spark", function)
    load("pyarrow", "spark", function)
    return importlib.import_module(f".{name}", __name__)
