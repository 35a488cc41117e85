"""Grids and maps of ROS as walls around their solid cells.

Oracle: for each point of a finer grid the cell that it lies in. Room: tests.
"""

import math
import re

import carom
import numpy as np
import pytest
from PIL import Image

GRID = np.array([[1, 1, 1, 0], [1, 0, 1, 0], [1, 1, 0, 1]], dtype=bool)


def is_inside(shapes, x, y):
    """Even-odd of points that are on no wall."""
    ax, ay, bx, by = (column[:, None] for column in shapes.walls[:4])
    crosses = (ay > y) != (by > y)
    with np.errstate(divide="ignore", invalid="ignore"):
        at = ax + (y - ay) * (bx - ax) / (by - ay)
    return ((crosses & (x < at)).sum(axis=0) % 2).astype(bool)


def check(shapes, grid, to_world=lambda x, y: (x, y)):
    """The area holds the middles of solid cells and of no others; row 0 has the smallest y."""
    row, column = (index.ravel() for index in np.indices(grid.shape))
    x, y = to_world(column + 0.5, row + 0.5)
    np.testing.assert_array_equal(is_inside(shapes, x, y), grid.ravel())
    assert shapes.areas == ("occupied",)
    assert (shapes.walls.area == 0).all()
    ends = np.concatenate([np.stack(shapes.walls[:2]), np.stack(shapes.walls[2:4])], axis=1).T
    _, counts = np.unique(ends, axis=0, return_counts=True)
    assert (counts % 2 == 0).all()


def test_npy(tmp_path):
    path = tmp_path / "grid.npy"
    np.save(path, GRID)
    shapes = carom.read(path, cell=0.5, origin=(10, 20))
    check(shapes, GRID, lambda x, y: (10 + x / 2, 20 + y / 2))
    expected = carom.walls(GRID, cell=0.5, origin=(10, 20))
    for one, other in zip(shapes.walls[:7], expected[:7], strict=True):
        np.testing.assert_array_equal(one, other)
    np.save(path, np.zeros((2, 2), dtype=bool))
    assert len(carom.read(path).walls.ax) == 0
    np.save(path, np.array([[1, 0]]))
    with pytest.raises(
        ValueError, match=re.escape("grid.npy: the array has dtype int64 and shape (1, 2), must be bool")
    ):
        carom.read(path)
    np.save(path, np.array([{}]), allow_pickle=True)
    with pytest.raises(ValueError, match=re.escape("grid.npy: NumPy cannot read it")):
        carom.read(path)


@pytest.mark.parametrize("end", ["png", "pgm"])
def test_images(tmp_path, end):
    """Dark is solid; the last row of the image has the smallest y."""
    path = tmp_path / f"map.{end}"
    Image.fromarray(np.where(GRID, 0, 255).astype(np.uint8)[::-1]).save(path)
    shapes = carom.read(path)
    check(shapes, GRID)
    assert shapes.approximated == {}
    Image.fromarray(np.where(GRID, 100, 200).astype(np.uint8)[::-1]).save(path)
    shapes = carom.read(path)
    check(shapes, GRID)
    assert shapes.approximated == {"grey pixel, read as dark or light": 12}
    path.write_bytes(b"none")
    with pytest.raises(ValueError, match=re.escape(f"map.{end}: Pillow cannot read it")):
        carom.read(path)


def test_a_png_of_one_bit(tmp_path):
    path = tmp_path / "map.png"
    Image.fromarray(~GRID[::-1]).save(path)
    with Image.open(path) as image:
        assert image.mode == "1"
    check(carom.read(path), GRID)


def ros(tmp_path, pixels, **changes):
    values = {
        "image": "map.pgm", "resolution": 0.5, "origin": "[10.0, 20.0, 0.0]", "negate": 0,
        "occupied_thresh": 0.65, "free_thresh": 0.196, **changes,
    }  # fmt: skip
    Image.fromarray(np.asarray(pixels, dtype=np.uint8)[::-1]).save(tmp_path / "map.pgm")
    path = tmp_path / "map.yaml"
    path.write_text("".join(f"{name}: {value}\n" for name, value in values.items() if value is not None))
    return carom.read(path)


# Occupied are those below 255 * (1 - 0.65) = 89.25; free above 255 * (1 - 0.196) = 205.02.
PIXELS = [[0, 89, 90, 205], [206, 254, 0, 255]]
OCCUPIED = np.array([[1, 1, 0, 0], [0, 0, 1, 0]], dtype=bool)


def test_ros(tmp_path):
    shapes = ros(tmp_path, PIXELS)
    check(shapes, OCCUPIED, lambda x, y: (10 + x / 2, 20 + y / 2))
    assert shapes.left_out == {"unknown cell": 2}
    assert shapes.unit == "m"
    assert sorted({*shapes.walls.ax.tolist(), *shapes.walls.bx.tolist()}) == [10, 11, 11.5]
    negated = ros(tmp_path, 255 - np.array(PIXELS), negate=1)
    check(negated, OCCUPIED, lambda x, y: (10 + x / 2, 20 + y / 2))
    # A threshold that a pixel has just is not above itself: 51 / 255 is 0.2.
    exact = ros(tmp_path, [[204, 203]], occupied_thresh=0.2, free_thresh=0.1)
    check(exact, np.array([[False, True]]), lambda x, y: (10 + x / 2, 20 + y / 2))
    assert exact.left_out == {"unknown cell": 1}


@pytest.mark.parametrize("yaw", [math.pi / 2, 0.3, -2.0])
def test_yaw(tmp_path, yaw):
    def to_world(x, y):
        x, y = x / 2, y / 2
        return 10 + x * math.cos(yaw) - y * math.sin(yaw), 20 + x * math.sin(yaw) + y * math.cos(yaw)

    check(ros(tmp_path, PIXELS, origin=f"[10.0, 20.0, {yaw}]"), OCCUPIED, to_world)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"image": None}, "the file has no image, so it is no map of ROS"),
        ({"image": "none.pgm"}, "image is 'none.pgm', but there is no file"),
        ({"mode": "raw"}, "mode is 'raw', must be 'trinary' or 'scale'"),
        ({"resolution": None}, "resolution is missing, must be a number"),
        ({"resolution": -1}, "resolution is -1.0, must be above 0"),
        ({"occupied_thresh": "high"}, "occupied_thresh is 'high', must be a number"),
        ({"origin": "[1, 2]"}, "origin is [1, 2], must be [x, y, yaw]"),
        ({"negate": 2}, "negate is 2, must be 0 or 1"),
        ({"image": "[a"}, "the file is no YAML"),
    ],
)
def test_errors(tmp_path, changes, message):
    with pytest.raises(ValueError, match=re.escape(f"map.yaml: {message}")):
        ros(tmp_path, PIXELS, **changes)
