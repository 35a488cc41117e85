"""Answers as tables: DataFrames of pandas and tables of Arrow, with the user's own row labels.

Method: the fields of an answer become columns. Codes become the words of the command line, and
numbers of circles and walls become what `walls` and `circles` kept as `source`. Room: tables.
"""

from typing import Any, Literal

import numpy as np

from . import _carom
from ._crs import warn_of_difference
from ._optional import load
from ._sources import is_source
from .tables import SCENE_DEFAULTS, ShapeSource, WallColumns, read_circles
from .tables import walls as read_walls

WORDS = {
    "relation": ("invalid", "separate", "touching", "crossing", "inside-touching", "inside"),
    "kind": ("invalid", "miss", "graze", "hit", "overlap"),
    "feature": (None, "side", "a", "b"),
    "exit_feature": (None, "side", "a", "b"),
    "state": ("invalid", "moved", "freed", "stuck", "crushed"),
    "hold": ("none", "held", "stuck", "crushed", "asleep"),
    "phase": ("begins", "persists", "ends"),
    "extent": ("segment", "ray", "line"),
}
"""The words of the command line for the codes of a field, from code 0 on. None: no word."""

# The relations of an area, and of two walls, are other ones: their answers are known by another field.
_RELATIONS = {
    "area": ("invalid", "outside", "touching", "crossing", "inside-touching", "inside"),
    "qx": ("invalid", "separate", "touching", "overlapping"),
}

# Fields that name the circle of a row, and those that name another one; -1 for none.
_CIRCLES = ("circle", "ball", "box", "first")
_OTHERS = ("second", "other")

# Fields of a motion whose last dimension is 2: a column for each.
_PAIRS = ("crushed_by", "crushed_by_moves")


def to_pandas(answer: Any, circles: Any = None, walls: Any = None) -> Any:
    """Make a DataFrame of an answer, with the labels of your rows.

    Codes become categories with the words of the command line, in the order of the codes. An answer of shape (n, k),
    such as of the k nearest walls or of a fan of k beams, becomes n * k rows, with the circle and the rank from 0. The
    two walls of crushed_by become columns of their own; contacts, such as those in `events`, are an answer by
    themselves: their balls, and the boxes of in_box(), are named like circles.

    Parameters
    ----------
    answer : named tuple, pair or mapping
        The answer of any function or query: `Contact`, hits, nearest walls, ... A pair of arrays without names is
        taken for hits: circle and wall. Hits as CSR become pairs.
    circles, walls : CircleColumns, WallColumns, source or array of labels, optional
        What the question was asked with: columns, or a source such as a GeoDataFrame, a dict or a list of rows. Their
        `source`, or the array of labels itself, gives the labels that take the place of the numbers in the columns
        circle (or ball, box), wall and area. If the answer has a row for each circle, it gets their labels as the
        index. What `carom.read` has read from a file names areas by its `groups`.

    Returns
    -------
    pandas.DataFrame
        Without a wall, -1, the column wall is missing (NA); so is a label for one of the moving walls. Labels of a
        type without a missing value, such as intervals of integers, are objects then. Arrays are not copied if pandas
        does not need to.

    Raises
    ------
    ModuleNotFoundError
        pandas is not installed.
    ValueError
        The fields have different lengths.

    Warns
    -----
    UserWarning
        The circles and the walls have different coordinate reference systems.

    Examples
    --------
    >>> import carom
    >>> shops = carom.circles({"cx": [1.0, 9.0], "cy": 0.0, "r": 1.0, "id": ["bakery", "bank"]})
    >>> carom.to_pandas(carom.contact(*shops[:3], 0, 1, 4, 1), shops)["relation"].to_dict()
    {'bakery': 'touching', 'bank': 'separate'}
    """
    pandas = load("pandas", "geo", "to_pandas")
    circles, walls = _read("to_pandas", answer, circles, walls)
    columns, index = _columns("to_pandas", answer, circles, walls)
    for name, values in columns.items():
        if words := _words(name, columns):
            some = [word for word in words if word is not None]
            kind = pandas.CategoricalDtype(some, ordered=True)
            columns[name] = pandas.Categorical.from_codes(
                values.astype(np.int64) - (len(words) - len(some)), dtype=kind
            )
        elif isinstance(values, tuple):
            columns[name] = _with_missing(pandas, *values)
    return pandas.DataFrame(columns, index=index, copy=False)


def _with_missing(pandas: Any, labels: np.ndarray, missing: Any) -> Any:
    """An array of pandas with NA for what is missing."""
    whole = "UInt64" if labels.dtype == np.uint64 else "Int64"
    column = pandas.array(labels, dtype=whole if labels.dtype.kind in "iu" else None)
    try:
        column[missing] = pandas.NA
    except TypeError:
        # Intervals of integers have no missing value; pandas would make floats of them.
        column = pandas.array(labels, dtype=object)
        column[missing] = pandas.NA
    return column


def to_geopandas(
    answer: Any, circles: Any = None, walls: Any = None, *, geometry: Literal["circle", "wall", "contact"] = "circle"
) -> Any:
    """Make a GeoDataFrame of an answer, with the index and the CRS of your rows.

    As `to_pandas`. The labels of the circles are the index, also where a circle has several rows; the column circle (or
    ball, box; of two balls first) is left out then.

    Parameters
    ----------
    answer
        As for `to_pandas`.
    circles, walls : CircleColumns, WallColumns or source, optional
        What the question was asked with, as for `to_pandas`.
    geometry : str, optional
        What the rows show: 'circle', the centre of the circle as a point; 'wall', the wall as a line from a to b;
        'contact', the point px, py of the answer. Without a wall or a contact the geometry is missing.

    Returns
    -------
    geopandas.GeoDataFrame
        Its CRS is that of the circles, or of the walls for 'wall'.

    Raises
    ------
    ModuleNotFoundError
        geopandas is not installed.
    ValueError
        The fields have different lengths, or what the geometry needs is missing.

    Warns
    -----
    UserWarning
        The circles and the walls have different coordinate reference systems.

    Examples
    --------
    >>> import carom
    >>> shops = carom.circles({"cx": [1.0, 9.0], "cy": 0.0, "r": 1.0, "id": ["bakery", "bank"]})
    >>> scene = carom.Scene(0, 1, 4, 1)
    >>> carom.to_geopandas(scene.hits(shops), shops).geometry["bakery"].wkt
    'POINT (1 0)'
    """
    geopandas = load("geopandas", "geo", "to_geopandas")
    if geometry not in ("circle", "wall", "contact"):
        text = f"the argument geometry is {geometry!r}, must be 'circle', 'wall' or 'contact'"
        raise ValueError(f"to_geopandas(): {text}")
    circles, walls = _read("to_geopandas", answer, circles, walls)
    frame = to_pandas(answer, circles, walls)
    numbers, _ = _columns("to_geopandas", answer, None, None)
    name = _circle_field(numbers)
    circle = np.arange(len(frame)) if name is None else numbers[name]
    walls = walls.walls if isinstance(walls, ShapeSource) else walls
    shapes, crs = _shapes(geometry, numbers, circle, circles, walls)
    if circles is not None and name is not None:
        labels = _labels(circles)
        frame.index = labels.take(circle) if hasattr(labels, "take") else np.asarray(labels)[circle]
        frame = frame.drop(columns=name)
    return geopandas.GeoDataFrame(frame, geometry=shapes, crs=crs)


def _read(function: str, answer: Any, circles: Any, walls: Any) -> tuple[Any, Any]:
    """The columns of sources; columns, labels and files as they are. What a query took by name is not read."""
    if isinstance(circles, ShapeSource):
        circles = circles.circles
    if is_source(circles):
        circles = read_circles(circles, {"r": 0.0, "category": 0, "group": 0}, moves=False)
    if isinstance(walls, _carom.DynamicScene):
        text = "the argument walls is a DynamicScene, whose ids are no numbers of rows"
        raise TypeError(f"{function}(): {text}: pass the columns of its walls")
    if isinstance(walls, _carom.Scene):
        ax, ay, bx, by, wr, extent, *_ = walls.walls()
        walls = WallColumns(ax, ay, bx, by, wr, extent, np.arange(len(walls)), crs=getattr(walls, "crs", None))
    elif is_source(walls):
        # Groups name areas; an outline has none.
        areas = "area" in _fields(function, answer)
        unread: dict[str, Any] = {name: value for name, value in SCENE_DEFAULTS.items() if not areas or name != "group"}
        walls = read_walls(walls, outline=not areas, **unread)
    return circles, walls


def _shapes(geometry: str, numbers: dict[str, Any], circle: Any, circles: Any, walls: Any) -> tuple[Any, Any]:
    """The geometry of each row and the CRS."""
    shapely = load("shapely", "geo", "to_geopandas")
    wall = numbers.get("wall")
    missing = np.zeros(len(circle), dtype=bool)
    if isinstance(wall, tuple):
        wall, missing = wall
    if geometry == "contact":
        if not {"px", "py"} <= set(numbers):
            raise ValueError("to_geopandas(): the answer has no contact points px, py: take another geometry")
        for code, least in (("kind", 2), ("relation", 1)):
            if code in numbers:
                missing = missing | (numbers[code] < least)
        points = shapely.points(numbers["px"], numbers["py"])
        crs = getattr(circles, "crs", None)
        return np.where(missing, None, points), getattr(walls, "crs", None) if crs is None else crs
    needed = circles if geometry == "circle" else walls
    if not hasattr(needed, "_fields"):
        text = f"the geometry {geometry!r} needs the argument {geometry}s: columns or a GeoDataFrame"
        raise ValueError(f"to_geopandas(): {text}")
    if geometry == "circle":
        return shapely.points(circles.cx[circle], circles.cy[circle]), getattr(circles, "crs", None)
    if wall is None:
        raise ValueError("to_geopandas(): the answer names no walls: take another geometry")
    some = ~(missing | numbers.get("wall_moves", False))
    ends = np.stack([np.asarray(column)[wall[some]] for column in walls[:4]], axis=-1)
    is_point = (ends[:, :2] == ends[:, 2:]).all(axis=-1)
    lines = shapely.linestrings(ends.reshape(-1, 2, 2))
    shapes = np.full(len(wall), None, dtype=object)
    shapes[some] = np.where(is_point, shapely.points(ends[:, :2]), lines)
    return shapes, getattr(walls, "crs", None)


def to_arrow(answer: Any, circles: Any = None, walls: Any = None) -> Any:
    """Make an Arrow table of an answer, with the labels of your rows.

    As `to_pandas`, but codes become dictionaries, and the labels of an answer with a row for each circle become a
    column circle. Numbers are not copied.

    Parameters
    ----------
    answer, circles, walls
        As for `to_pandas`.

    Returns
    -------
    pyarrow.Table
        Any library with the Arrow PyCapsule protocol reads it: polars.DataFrame(table).

    Raises
    ------
    ModuleNotFoundError
        pyarrow is not installed.
    ValueError
        The fields have different lengths.

    Examples
    --------
    >>> import carom
    >>> carom.to_arrow(carom.contact([0, 5], 0, 1, 0, 1, 4, 1)).column("relation").to_pylist()
    ['touching', 'separate']
    """
    pyarrow = load("pyarrow", "arrow", "to_arrow")
    circles, walls = _read("to_arrow", answer, circles, walls)
    columns, index = _columns("to_arrow", answer, circles, walls)
    if index is not None:
        columns = {"circle": np.asarray(index), **columns}
    arrays = {}
    for name, values in columns.items():
        if words := _words(name, columns):
            codes = pyarrow.array(
                values.astype(np.int8) - (words[0] is None), mask=values == 0 if words[0] is None else None
            )
            arrays[name] = pyarrow.DictionaryArray.from_arrays(codes, [word for word in words if word is not None])
        elif isinstance(values, tuple):
            arrays[name] = pyarrow.array(values[0], mask=values[1])
        else:
            arrays[name] = _arrow_array(pyarrow, name, values)
    return pyarrow.table(arrays)


def _arrow_array(pyarrow: Any, name: str, values: Any) -> Any:
    try:
        return pyarrow.array(values)
    except pyarrow.ArrowException as error:
        text = f"the column {name} has values that are of no type of Arrow, such as {values[0]!r}"
        raise TypeError(f"to_arrow(): {text}: pass other labels") from error


def _columns(function: str, answer: Any, circles: Any, walls: Any) -> tuple[dict[str, Any], Any]:
    """The columns of an answer with labels in them, and the labels of its rows.

    A column of labels some of which are missing is a pair: labels and which are missing.
    """
    warn_of_difference(function, getattr(circles, "crs", None), getattr(walls, "crs", None))
    fields = _fields(function, answer)
    columns = {name: np.atleast_1d(np.asarray(values)) for name, values in fields.items()}
    shapes = {values.shape for values in columns.values()}
    if len(shapes) > 1:
        text = ", ".join(f"{name} {values.shape}" for name, values in columns.items())
        raise ValueError(f"{function}(): the fields of the answer have different shapes: {text}")
    shape = next(iter(shapes), (0,))
    if len(shape) == 2:
        columns = _ranked(columns, shape)
    elif len(shape) > 2:
        raise ValueError(f"{function}(): the fields of the answer have shape {shape}, must have one or two dimensions")
    if "area" in columns:
        columns["area"] = _named_areas(function, columns["area"], walls)
    walls = walls.walls if isinstance(walls, ShapeSource) else walls
    circle_labels, wall_labels = _labels(circles), _labels(walls)
    index, circle = None, _circle_field(columns)
    if circle_labels is not None and circle is not None:
        for name in (circle, *(name for name in _OTHERS if name in columns)):
            _check_labels(function, name, "circles", columns[name], circle_labels)
            columns[name] = _labelled(columns[name], columns[name] < 0, circle_labels)
    elif circle_labels is not None:
        if len(circle_labels) != shape[0]:
            text = f"the answer has {shape[0]} rows, but there are {len(circle_labels)} circles"
            raise ValueError(f"{function}(): {text}: pass what the question was asked with")
        index = circle_labels
    if "wall" in columns:
        wall, missing = columns["wall"], columns["wall"] < 0
        if wall_labels is not None:
            # The numbers of moving walls are none of these walls.
            missing = missing | columns.get("wall_moves", False)
            _check_labels(function, "wall", "walls", wall[~missing], wall_labels)
        columns["wall"] = _labelled(wall, missing, wall_labels)
    return columns, index


def _words(name: str, columns: dict[str, Any]) -> tuple[str | None, ...]:
    """The words for the codes of a column; none for a column of other values."""
    if name == "relation":
        return next((words for other, words in _RELATIONS.items() if other in columns), WORDS[name])
    return WORDS.get(name, ())


def _named_areas(function: str, areas: Any, walls: Any) -> Any:
    """Areas by the names of a file, or by the labels of walls that bound them; numbers where there are neither.

    0 is no area.
    """
    if isinstance(walls, ShapeSource):
        names: Any = np.array(walls.groups, dtype=object)
        numbers = areas - 1
    elif getattr(walls, "group", None) is not None and hasattr(walls, "source"):
        groups, first = np.unique(np.asarray(walls.group), return_index=True)
        at = np.searchsorted(groups, areas)
        # The number of an area that has no wall is none of these walls.
        found = groups.take(at, mode="clip") == areas
        numbers = np.where(areas == 0, -1, np.where(found, first.take(at, mode="clip"), len(walls.source)))
        names = walls.source
    else:
        return areas
    _check_labels(function, "area", "walls", numbers, names)
    return _labelled(numbers, numbers < 0, names)


def _labels(given: Any) -> Any:
    """The labels of circles or walls. Columns without a source, such as those of a scene, have numbers."""
    if hasattr(given, "_fields") and not hasattr(given, "source"):
        return np.arange(len(np.atleast_1d(given[0])))
    return getattr(given, "source", given)


def _circle_field(columns: dict[str, Any]) -> str | None:
    """The field that names the circle of each row; None if there is a row for each circle."""
    return next((name for name in _CIRCLES if name in columns), None)


def _check_labels(function: str, name: str, argument: str, numbers: Any, labels: Any) -> None:
    """Raises a ValueError if a circle or a wall has no label."""
    most = int(numbers.max(initial=-1))
    if most >= len(labels):
        text = f"the answer has the {name} {most}, but the argument {argument} has {len(labels)} labels"
        raise ValueError(f"{function}(): {text}: pass what the question was asked with")


def _fields(function: str, answer: Any) -> dict[str, Any]:
    """The fields of an answer that have values."""
    if hasattr(answer, "_asdict"):
        fields = answer._asdict()
    elif isinstance(answer, dict):
        fields = dict(answer)
    elif isinstance(answer, tuple) and len(answer) == 2:
        fields = dict(zip(("circle", "wall"), answer, strict=True))
    else:
        right = "an answer with named fields, a pair of arrays or a dict"
        raise TypeError(f"{function}(): the answer is of the type {type(answer).__name__}, must be {right}")
    if fields.keys() == {"offsets", "wall"}:
        offsets = np.asarray(fields["offsets"])
        fields = {"circle": np.repeat(np.arange(len(offsets) - 1), np.diff(offsets)), "wall": fields["wall"]}
    columns: dict[str, Any] = {}
    for name, values in fields.items():
        if hasattr(values, "_asdict") and name != "events":
            raise TypeError(f"{function}(): the answer has answers in it, such as {name}: pass one of them")
        if name in _PAIRS:
            columns |= {f"{name}{i}": np.asarray(values)[..., i] for i in (0, 1)}
        elif name not in ("events", "crs") and values is not None:
            columns[name] = values
    return columns


def _ranked(columns: dict[str, Any], shape: tuple[int, ...]) -> dict[str, Any]:
    """Answers of shape (n, k) as rows."""
    place = {"circle": np.repeat(np.arange(shape[0]), shape[1]), "rank": np.tile(np.arange(shape[1]), shape[0])}
    return {**place, **{name: values.ravel() for name, values in columns.items()}}


def _labelled(numbers: Any, missing: Any, labels: Any) -> Any:
    """Labels for the numbers of circles or walls; a pair with what is missing if something is."""
    chosen = numbers
    if labels is not None:
        labels = np.asarray(labels)
        chosen = labels[np.where(missing, 0, numbers)] if len(labels) else np.zeros(len(numbers), dtype=np.int64)
    return (chosen, missing) if missing.any() else chosen
