"""Scenes: walls with an index over them, fixed or changing.

The queries are those of the extension's class. Here are the files, pickles and conveniences.
"""

from __future__ import annotations

import mmap
import os
import pickle
import stat
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Self, TypeVar

import numpy as np

from . import _carom, _svg
from ._arguments import check_exact_array, floats
from ._crs import warn_of_difference
from .tables import SCENE_DEFAULTS, scene_arguments

if TYPE_CHECKING:
    from ._types import Extents, Floats, Integer, Integers, Number, Numbers, Truths
    from .scene_answers import Clearance

_Made = TypeVar("_Made")


def _made(scene_class: Any, ax: Any, ay: Any, bx: Any, by: Any, *rest: Any) -> Any:
    """A scene of the class. Alone, ax can be a source of walls. None stands for what is not given."""
    if ay is not None or bx is not None or by is not None:
        given = zip(SCENE_DEFAULTS.values(), rest, strict=True)
        return scene_class._build(ax, ay, bx, by, *(default if value is None else value for default, value in given))
    if not _is_source(ax):
        raise TypeError(f"{scene_class.__name__}(): the argument ax alone must be a source of walls, not {_kind(ax)}")
    arguments, crs = scene_arguments(scene_class.__name__, ax, *rest)
    return _with_crs(scene_class._build(*arguments), crs)


def _is_source(value: Any) -> bool:
    """Whether walls are looked for in a value; a number has none, and the name of a file is not opened."""
    return not (np.isscalar(value) or isinstance(value, os.PathLike))


def _kind(value: Any) -> str:
    """The type of what is no source of walls, for a message."""
    hint = "; carom.read reads files" if isinstance(value, (str, bytes, os.PathLike)) else ""
    return type(value).__name__ + hint


def _other_scene(other: Any) -> Scene:
    """A scene of the argument `other` of clearance(), which errors name."""
    if not _is_source(other):
        raise TypeError(f"clearance(): the argument other must be a scene or a source of walls, not {_kind(other)}")
    try:
        return Scene(other)
    except (TypeError, ValueError) as error:
        kind = TypeError if isinstance(error, TypeError) else ValueError
        raise kind(f"clearance(): the argument other: {error}") from error


def _with_crs(scene: _Made, crs: Any) -> _Made:
    """The scene, which remembers the CRS. The attribute is missing if there is none, so that pickles are plain."""
    if crs is not None:
        scene._crs = crs  # type: ignore[attr-defined]
    return scene


class _SceneBase:
    """What both scenes have beyond the queries of the extension."""

    __slots__ = ()

    @property
    def crs(self: Any) -> Any:
        """The coordinate reference system of the walls' source, such as a GeoDataFrame; None if it is not known.

        Pickles keep it, save() and to_bytes() do not.
        """
        return getattr(self, "_crs", None)

    def __repr__(self: Any) -> str:
        return f"<carom.{type(self).__name__} of {len(self)} wall{'s' if len(self) != 1 else ''}>"

    def _repr_svg_(self: Any) -> str:
        """A small picture, which notebooks show. Of many walls only some are drawn."""
        return _svg.picture(walls=self.walls())

    def scan(
        self: Any,
        cx: Numbers,
        cy: Numbers,
        angles: Numbers,
        reach: Numbers,
        r: Numbers = 0.0,
        *,
        hits_only: Truths = False,
        pass_one_sided: Truths = False,
        mask: Integers = 0xFFFFFFFF,
        except_group: Integers = 0,
    ) -> Floats:
        """The distances that a lidar measures: a beam at each angle, up to `reach`.

        Parameters
        ----------
        cx, cy : array_like of float
            The sensors, of shape () or (n,).
        angles : array_like of float
            The directions of the beams in radians, counterclockwise from the x axis if the y axis
            points up: of shape (beams,) for all sensors, or (n, beams). Sorted angles are
            faster.
        reach : array_like of float
            The length of the beams: a number, one for each beam, or of shape (n, beams).
        r : array_like of float, optional
            The radius of the beams, of the shape of cx.
        hits_only, pass_one_sided, mask, except_group : optional
            As for first().

        Returns
        -------
        ndarray of float64
            The distances, of shape (beams,) or (n, beams); inf for beams that meet no wall. The
            displacement of a beam is reach times the cosine and sine of NumPy; from there on
            the beam is exact.

        Examples
        --------
        >>> scene = carom.Scene([0, 0, 4], [0, 0, 0], [4, 0, 4], [0, 3, 3])
        >>> scene.scan(1.0, 1.0, [-np.pi / 2, 0.0, np.pi], 9.0).tolist()
        [1.0, 3.0, 1.0]
        """
        angles, reach = _array("angles", angles), _array("reach", reach)
        if angles.ndim == 0:
            raise ValueError("scan(): angles is a number, must be an array of the beams; first() casts a single beam")
        _check_beams("angles", angles, np.isfinite(angles), "finite")
        _check_beams("reach", reach, (reach >= 0) & (reach < np.inf), "finite and at least 0")
        options = {"hits_only": hits_only, "pass_one_sided": pass_one_sided, "mask": mask, "except_group": except_group}
        sensors = {name: _of_sensors(name, value) for name, value in {"cx": cx, "cy": cy, "r": r, **options}.items()}
        _check_shapes({**sensors, "angles": angles, "reach": reach})
        distances: Floats = self._scan(
            *(sensors.pop(name) for name in ("cx", "cy", "r")),
            reach * np.cos(angles),
            reach * np.sin(angles),
            **sensors,
        )
        return distances

    def clearance(
        self: Any,
        within: Number = 0.0,
        other: Any = None,
        *,
        except_same_group: bool = False,
        mask: Integer = 0xFFFFFFFF,
        most: int | None = None,
    ) -> Clearance:
        """All pairs of walls with a gap of at most `within`, which is the clearance. Exact.

        With `within` 0 these are the walls that touch or overlap. `carom.wall_contact` tells where two walls are
        nearest.

        Parameters
        ----------
        within : float, optional
            The largest distance between the surfaces of two walls; finite, >= 0.
        other : scene or source of walls, optional
            Walls that are compared with those of this scene: a scene, or what `Scene` takes alone. By default the
            walls of this scene are compared with each other, each pair once, and no wall with itself.
        except_same_group : bool, optional
            True leaves out pairs of walls of one group, such as tracks of one net. Walls of no group (0) count.
        mask : int, optional
            Only walls with (category & mask) != 0 count, on both sides; 0 to 2**32 - 1. A wall of category 0 counts as
            one of category 1.
        most : int, optional
            With more pairs there is an OverflowError, and not an answer that fills the memory; >= 0.

        Returns
        -------
        Clearance
            (wall, other, gap): two arrays of int64 and one of float64, by wall, then by the other wall. Of pairs of one
            scene `other` is the higher index. The error of the gap is at most 1 ulp of the larger of the distance of
            the axes and the sum of the radii, and its sign is exact.

        Raises
        ------
        TypeError, ValueError
            With the name of the argument that is wrong.
        OverflowError
            If there are more than `most` pairs.
        RuntimeError
            If another thread is editing a scene, a `DynamicScene`.

        Examples
        --------
        >>> tracks = carom.Scene([0, 0, 0], [0, 3, 7], [9, 9, 9], [0, 3, 7], wr=0.5, group=[1, 2, 2])
        >>> wall, other, gap = tracks.clearance(within=3.0)
        >>> wall.tolist(), other.tolist(), gap.tolist()
        ([0, 1], [1, 2], [2.0, 3.0])
        >>> tracks.clearance(3.0, except_same_group=True).other.tolist()
        [1]
        >>> tracks.clearance(1.0, carom.Scene(4.0, 1.0, 4.0, 1.0)).gap.tolist()
        [0.5]
        """
        if other is not None and not isinstance(other, _carom.SceneQueries):
            other = _other_scene(other)
        if other is not None:
            warn_of_difference("clearance", other.crs, self.crs, of="other walls")
        options = {"except_same_group": except_same_group, "mask": mask, "most": most}
        pairs: Clearance = self._clearance(within, other, **options)
        return pairs


def _of_sensors(name: str, value: Any) -> Any:
    """An argument of scan() with a value for each sensor, which holds for all its beams."""
    if isinstance(value, (float, int)):
        return value
    array = np.asarray(value)
    if array.dtype == object:
        array = _array(name, value)
    check_exact_array("scan", name, value, array)
    return array[..., np.newaxis] if array.ndim else array


def _check_beams(name: str, beams: np.ndarray, right: Any, demand: str) -> None:
    """Raises a ValueError that names the first of the beams that is not right."""
    if not np.all(right):
        at = np.argwhere(~np.asarray(right))[0]
        place = f"[{', '.join(map(str, at))}]" if beams.ndim else ""
        raise ValueError(f"scan(): {name}{place} is {beams[tuple(at)]}, must be {demand}")


def _check_shapes(arguments: dict[str, Any]) -> None:
    """Raises a ValueError if the sensors, which have an axis more for their beams, do not fit the beams."""
    try:
        np.broadcast_shapes(*map(np.shape, arguments.values()))
    except ValueError:
        beams = ("angles", "reach")
        shapes = {name: np.shape(value) if name in beams else np.shape(value)[:-1] for name, value in arguments.items()}
        text = ", ".join(f"{name} {shape}" for name, shape in shapes.items() if shape)
        right = "a sensor has a row of angles and of reach, or all have the same"
        raise ValueError(f"scan(): the shapes of the arguments do not fit: {text}; {right}") from None


def _array(name: str, value: Any) -> np.ndarray:
    """An argument of scan() as an array of real numbers."""
    array: np.ndarray | None
    try:
        array = np.asarray(value)
    except (TypeError, ValueError):  # lists of different lengths
        array = np.asarray(None)
    array = floats("scan", name, value) if array.dtype == object else array
    if array is None or array.dtype.kind not in "uif":
        kind = type(value).__name__ if array is None else array.dtype
        raise TypeError(f"scan(): the argument {name} must be an array of numbers, not {kind}")
    check_exact_array("scan", name, value, array)
    return array


class Scene(_SceneBase, _carom.Scene):
    """A fixed set of walls with an index over them.

    It answers which walls circles touch, which are nearest and which moving circles meet, as a
    loop over all walls would, exactly. A scene never changes; any number of threads can query it
    at once. Large calls share their circles among `carom.get_threads()` threads.

    A scene is one block of bytes: save() writes them to a file, open() maps the file. Pickles hold
    the bytes, too. Scenes with the same bytes are equal.

    Parameters
    ----------
    ax, ay, bx, by : array_like of float
        The walls' points a and b, finite. Arrays of several dimensions are taken in C order. Alone, ax can be a
        source of walls: a named tuple of columns, such as `carom.walls` and walls() return, what `carom.walls` reads,
        such as a GeoDataFrame, or what `carom.read` has read from a file. Its columns stand for the other arguments
        that are not given (None). Those that are given win, and arrays have a value a row.
    wr : array_like of float, optional
        Wall radius, half its thickness; finite, >= 0. 0 by default.
    extent : str or array_like of str or int, optional
        'segment', 'ray' or 'line', or codes of `Extent`. 'segment' by default.
    category : array_like of int, optional
        32 bits, with which queries compare their mask. 0, the default, stands for 1.
    one_sided : array_like of bool, optional
        True: moving balls pass from the right of a->b to the left, and stop when they come from
        the left. False by default.
    group : array_like of int, optional
        0 to 2**32 - 1: a number of yours, such as the owner of a wall, its net, or the area that it bounds; 0, the
        default, for none. Queries can leave out one group. areas() and the like ask about what closed rings of walls
        of one group enclose.

    Raises
    ------
    TypeError, ValueError
        With the name of the argument and the index of the item that is wrong.

    Examples
    --------
    >>> scene = carom.Scene([0, 0], [0, 0], [4, 0], [0, 3])
    >>> scene
    <carom.Scene of 2 walls>
    >>> circle, wall = scene.hits([1, 9], [1, 9], [1, 1])
    >>> wall.tolist()
    [0, 1]
    """

    __slots__ = ("__weakref__", "_crs")

    def __new__(
        cls,
        ax: Any,
        ay: Numbers | None = None,
        bx: Numbers | None = None,
        by: Numbers | None = None,
        wr: Numbers | None = None,
        extent: Extents | None = None,
        category: Integers | None = None,
        one_sided: Truths | None = None,
        group: Integers | None = None,
    ) -> Self:
        """Make the scene; the class describes the parameters."""
        scene: Self = _made(cls, ax, ay, bx, by, wr, extent, category, one_sided, group)
        return scene

    @classmethod
    def from_bytes(cls, data: Any, *, copy: bool = True) -> Self:
        """A scene from its bytes, as to_bytes() and save() give them.

        Every byte is checked, so untrusted bytes are safe.

        Parameters
        ----------
        data : bytes-like
        copy : bool, optional
            False uses the memory in place and keeps it alive, such as shared memory. It must start
            at a multiple of 64 bytes, and nobody may change it as long as the scene lives: else
            answers are undefined, and the process may crash.

        Raises
        ------
        ValueError
            If the bytes are no scene, damaged, or of another version or byte order.
        """
        return cls._from_buffer(data, copy, "Scene.from_bytes()")

    @classmethod
    def open(cls, path: Any) -> Self:
        """A scene from a file, mapped into memory: it is not copied, and shared between processes.

        Every byte is checked once, which reads the whole file.

        The file may be deleted or replaced while the scene is in use; save() replaces it safely. A
        program that overwrites or truncates the file in place makes answers undefined, and the
        process may crash.

        Parameters
        ----------
        path : str, bytes or os.PathLike

        Raises
        ------
        OSError
            If the file cannot be read.
        ValueError
            If it is no regular file, no scene, damaged, or of another version or byte order.
        """
        name = os.fsdecode(path)
        # A pipe would make open() wait.
        if not stat.S_ISREG(mode := os.stat(name).st_mode) and not stat.S_ISDIR(mode):
            raise ValueError(f"Scene.open(): {name!r} is not a regular file")
        with open(name, "rb") as file:
            if os.fstat(file.fileno()).st_size == 0:
                raise ValueError(f"Scene.open(): {name!r}: the file is empty")
            if sys.version_info >= (3, 13):
                bytes_of_file = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ, trackfd=False)
            else:
                bytes_of_file = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        return cls._from_buffer(bytes_of_file, False, f"Scene.open(): {name!r}")

    def save(self, path: Any) -> None:
        """Writes the scene to a file.

        The bytes go to a new file in the same folder, which then replaces the old one: on an error
        the old file stays as it was. A symbolic link stays, and the file that it points to is
        replaced. The new file has the mode of the old one.

        Parameters
        ----------
        path : str, bytes or os.PathLike

        Raises
        ------
        OSError
            If the file cannot be written, or if the path is a directory.
        ValueError
            If it is a device, a pipe or a socket.

        Examples
        --------
        >>> scene = carom.Scene([0, 0], [0, 0], [4, 0], [0, 3])
        >>> scene.save("walls.scene")
        >>> carom.Scene.open("walls.scene") == scene
        True
        """
        with _replacing(os.fsdecode(path)) as file:
            file.write(memoryview(self))

    def to_bytes(self) -> bytes:
        """The bytes of the scene, the same on all machines of one byte order.

        memoryview(scene) gives them without a copy.
        """
        return bytes(memoryview(self))

    def __reduce_ex__(self, protocol: Any) -> Any:
        data = pickle.PickleBuffer(self) if protocol >= 5 else self.to_bytes()
        # The attributes of a subclass are its state.
        return type(self).from_bytes, (data,), self.__getstate__()

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: Any) -> Self:
        return self

    def __eq__(self, other: Any) -> bool:
        return self._same_bytes(other) if isinstance(other, Scene) else NotImplemented

    def __hash__(self) -> int:
        # The header holds a checksum of all other bytes.
        return hash(bytes(memoryview(self)[:64]))

    def __sizeof__(self) -> int:
        return object.__sizeof__(self) + self.nbytes


class DynamicScene(_SceneBase, _carom.DynamicScene):
    """Walls with an index over them that come, go and move.

    It has all queries of `Scene`, which name walls by their ids. A `Scene` answers a little
    faster, so put walls that never change into one.

    Between edits any number of threads can query it at once. An edit during a query of another
    thread, and a query during an edit, raise RuntimeError: share a lock, or edit in one thread
    between the queries.

    Parameters
    ----------
    ax, ay, bx, by, wr, extent, category, one_sided, group : array_like, optional
        The first walls, as for `Scene`: their ids are 0, 1, 2 ... None at all by default.

    Raises
    ------
    TypeError, ValueError
        With the name of the argument and the index of the item that is wrong.

    Examples
    --------
    >>> scene = carom.DynamicScene()
    >>> door = scene.insert(0.0, 0.0, 0.0, 3.0)
    >>> scene.touches(1.0, 1.0, 1.0)
    True
    >>> scene.move(door, 5.0, 0.0, 5.0, 3.0)
    >>> scene.touches(1.0, 1.0, 1.0)
    False
    """

    __slots__ = ("__weakref__", "_crs")

    def __new__(
        cls,
        ax: Any = None,
        ay: Numbers | None = None,
        bx: Numbers | None = None,
        by: Numbers | None = None,
        wr: Numbers | None = None,
        extent: Extents | None = None,
        category: Integers | None = None,
        one_sided: Truths | None = None,
        group: Integers | None = None,
    ) -> Self:
        """Make the scene; the class describes the parameters."""
        if ax is None and ay is None and bx is None and by is None:
            ax = ay = bx = by = ()
        scene: Self = _made(cls, ax, ay, bx, by, wr, extent, category, one_sided, group)
        return scene

    def freeze(self) -> Scene:
        """The walls as a `Scene`. Its wall i is the wall with the id ids()[i].

        Examples
        --------
        >>> carom.DynamicScene([0, 0], [0, 0], [4, 0], [0, 3]).freeze()
        <carom.Scene of 2 walls>
        """
        return _with_crs(Scene(*self.walls()), self.crs)

    def __contains__(self, id: Any) -> bool:
        return isinstance(id, (int, np.integer)) and 0 <= int(id) <= 0xFFFFFFFF and bool(self.has(int(id)))

    def __reduce_ex__(self, protocol: Any) -> Any:
        raise TypeError(
            "a carom.DynamicScene cannot be pickled or copied: its ids would change. "
            "Pickle freeze(), or walls() and ids()"
        )


@contextmanager
def _replacing(path: str) -> Iterator[Any]:
    """A new binary file that takes the place of `path` if the block ends without an exception."""
    target = os.path.realpath(path)
    try:
        mode = os.stat(target).st_mode
    except FileNotFoundError:
        mode = None
    if mode is not None and stat.S_ISDIR(mode):
        raise IsADirectoryError(f"Scene.save(): {path!r} is a directory")
    if mode is not None and not stat.S_ISREG(mode):
        raise ValueError(f"Scene.save(): {path!r} is not a regular file")
    temporary = f"{target}.{os.getpid()}-{os.urandom(4).hex()}.tmp"
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        # The mode of a new file is that of the user's umask.
        file = os.fdopen(os.open(temporary, flags, 0o666), "wb")
    except OSError as error:
        raise type(error)(error.errno, f"Scene.save(): {error.strerror}", path) from None
    try:
        with file:
            yield file
            file.flush()
            os.fsync(file.fileno())
        if mode is not None:
            os.chmod(temporary, stat.S_IMODE(mode))
        os.replace(temporary, target)
    except BaseException:
        os.unlink(temporary)
        raise
