"""Grids of solid cells: .npy by NumPy, images by Pillow, maps of ROS (an image and a .yaml beside it).

The solid cells are one area, "occupied"; its walls are the edges between solid and other cells. The map of ROS:
https://wiki.ros.org/map_server and the map server of Nav2. Room: files.
"""

import math
from pathlib import Path
from typing import Any

import numpy as np

from .._grid import grid_edges
from .._optional import load
from ._collector import Collector, Place


def read(collector: Collector, path: str, cell: Any, origin: Any) -> None:
    """Reads a grid."""
    end = Path(path).suffix.lower()
    if end in (".yaml", ".yml"):
        _read_map(collector, path)
    elif end == ".npy":
        try:
            grid = np.load(path, allow_pickle=False)
        except ValueError as error:
            collector.error(f"NumPy cannot read it: {error}")
        if not isinstance(grid, np.ndarray) or grid.dtype != bool or grid.ndim != 2:
            what = f"dtype {grid.dtype} and shape {grid.shape}" if isinstance(grid, np.ndarray) else "several arrays"
            collector.error(f"the array has {what}, must be bool with two dimensions: save solid cells as True")
        _collect(collector, grid, cell, origin, 0.0)
    else:
        light, white = _light(collector, path)
        collector.approximate("grey pixel, read as dark or light", int(((light > 0) & (light < white)).sum()))
        _collect(collector, (2 * light < white)[::-1], cell, origin, 0.0)


def _light(c: Collector, path: str) -> tuple[Any, int]:
    """The brightness of the pixels of an image, the first row on top, and that of white. Transparency is ignored."""
    image_module = load("PIL.Image", "files", "read")
    errors = load("PIL", "files", "read").UnidentifiedImageError
    try:
        with image_module.open(path) as image:
            frames = getattr(image, "n_frames", 1)
            c.leave_out("frame of the image after the first", frames - 1)
            if image.mode in ("I", "I;16", "I;16B", "F"):
                return np.asarray(image, dtype=np.float64), 65535
            bands = np.asarray(image.convert("RGB"), dtype=np.float64)
    except (errors, OSError, SyntaxError) as error:
        c.error(f"Pillow cannot read it: {error}")
    return bands.sum(axis=2), 3 * 255


def _collect(c: Collector, solid: Any, cell: Any, origin: Any, yaw: float) -> None:
    """The edges of solid cells; the first row is that of the smallest y."""
    if not solid.any():
        return
    ax, ay, bx, by, cells = grid_edges("read", np.ascontiguousarray(solid), cell, origin if yaw == 0 else 0.0)
    ends = np.stack([ax, ay, bx, by], axis=1)
    if yaw != 0:
        x, y = origin
        cos, sin = math.cos(yaw), math.sin(yaw)
        turn = np.array([[cos, sin], [-sin, cos]])
        ends = (ends.reshape(-1, 2) @ turn + [x, y]).reshape(-1, 4)
    area = c.area("occupied")
    c.walls(ends, Place(cells), area=area)


def _read_map(c: Collector, path: str) -> None:
    """A map of ROS: which cells are occupied is a matter of two thresholds."""
    yaml = load("yaml", "files", "read")
    try:
        about = yaml.safe_load(c.text())
    except yaml.YAMLError as error:
        c.error(f"the file is no YAML: {' '.join(str(error).split())}")
    if not isinstance(about, dict) or "image" not in about:
        c.error("the file has no image, so it is no map of ROS")
    mode = about.get("mode", "trinary")
    if mode not in ("trinary", "scale"):
        c.error(f"mode is {mode!r}, must be 'trinary' or 'scale'")
    resolution, occupied, free = (_number(c, about, name) for name in ("resolution", "occupied_thresh", "free_thresh"))
    if resolution <= 0:
        c.error(f"resolution is {resolution}, must be above 0")
    negate = about.get("negate", 0)
    if negate not in (0, 1):
        c.error(f"negate is {negate!r}, must be 0 or 1")
    origin = about.get("origin")
    if not isinstance(origin, list) or len(origin) != 3 or not all(_is_number(value) for value in origin):
        c.error(f"origin is {origin!r}, must be [x, y, yaw]")
    image = Path(path).parent / str(about["image"])
    if not image.exists():
        c.error(f"image is {about['image']!r}, but there is no file {image}")
    light, white = _light(c, str(image))
    chance = (light if negate else white - light) / white
    c.leave_out("unknown cell", int(((chance <= occupied) & (chance >= free)).sum()))
    c.unit = "m"
    x, y, yaw = map(float, origin)
    _collect(c, (chance > occupied)[::-1], resolution, (x, y), yaw)


def _is_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)


def _number(c: Collector, about: dict[str, Any], name: str) -> float:
    value = about.get(name)
    if not _is_number(value):
        c.error(f"{name} is {'missing' if value is None else repr(value)}, must be a number")
    return float(value)  # type: ignore[arg-type]
