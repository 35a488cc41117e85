"""Pictures: their artists, where they lie in data coordinates, and what is drawn in the end.

Oracle: the geometry itself. Pixels of rendered pictures are compared with distances to the walls.
"""

import re
import sys
import xml.etree.ElementTree as ElementTree

import carom
import numpy as np
import pytest
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.collections import EllipseCollection, LineCollection, PathCollection
from matplotlib.colors import to_hex
from matplotlib.figure import Figure
from matplotlib.quiver import Quiver

# A thin segment, a capsule, a ray, a thick line, a post, a thin line.
WALLS = carom.walls(
    {
        "ax": [0, 4, 8, 2, 6, 1.0],
        "ay": [0, 0, 0, 3, 3, 5.0],
        "bx": [3, 4, 9, 3, 6, 2.0],
        "by": [0, 2, 1, 3.5, 3, 5.0],
        "wr": [0, 0.3, 0, 0.2, 0.5, 0],
        "extent": ["segment", "segment", "ray", "line", "segment", "line"],
    }
)


@pytest.fixture
def axes():
    figure = Figure(figsize=(6, 4), dpi=100)
    FigureCanvasAgg(figure)
    return figure.add_subplot()


def pixels(axes):
    """The rendered axes: brightness in rows and columns, and the data coordinates of each pixel."""
    axes.set_axis_off()
    axes.figure.canvas.draw()
    shot = np.asarray(axes.figure.canvas.buffer_rgba())[:, :, :3].astype(float).mean(axis=2)
    height, width = shot.shape
    columns, rows = np.meshgrid(np.arange(width) + 0.5, height - (np.arange(height) + 0.5))
    data = axes.transData.inverted().transform(np.column_stack([columns.ravel(), rows.ravel()]))
    x, y = data[:, 0].reshape(shape := (height, width)), data[:, 1].reshape(shape)
    (x0, x1), (y0, y1) = axes.get_xlim(), axes.get_ylim()
    inside = (x > x0) & (x < x1) & (y > y0) & (y < y1)
    size = abs(data[1, 0] - data[0, 0])
    return shot, x, y, inside, size


def gap_to(walls, x, y):
    """The distance from each place to the nearest wall's surface, negative within."""
    gaps = [-carom.contact(x, y, 0.0, *(column[i] for column in walls[:6])).depth for i in range(len(walls.ax))]
    return np.min(gaps, axis=0)


@pytest.mark.parametrize("view", [None, ((-20, 30), (-10, 20)), ((4.5, 7.5), (2, 4)), ((100, 130), (40, 60))])
def test_walls_cover_just_their_pixels(axes, view):
    carom.plot.walls(axes, WALLS, color="black", alpha=1, linewidth=0.5)
    if view is not None:
        axes.set_xlim(view[0])
        axes.set_ylim(view[1])
    shot, x, y, inside, size = pixels(axes)
    gap = gap_to(WALLS, x, y)
    assert np.all(shot[inside & (gap < -1.5 * size)] < 20)
    assert np.all(shot[inside & (gap > 2.0 * size)] == 255)
    # Thin walls are seen, too: along each there are dark pixels.
    thin = tuple(column[WALLS.wr == 0] for column in WALLS[:6])
    for i in range(len(thin[0])):
        near = inside & (np.abs(carom.contact(x, y, 0.0, *(column[i] for column in thin)).depth) < 2 * size)
        if near.sum() > 20:
            assert shot[near].min() < 200


def test_walls_are_collections_in_data_coordinates(axes):
    thin, thick = carom.plot.walls(axes, WALLS, label="walls")
    assert isinstance(thin, LineCollection)
    assert isinstance(thick, PathCollection)
    assert len(thin.get_segments()) == 3
    np.testing.assert_array_equal(thin.get_segments()[0], [[0, 0], [3, 0]])
    capsule, _, post = thick.get_paths()
    np.testing.assert_allclose(capsule.get_extents().extents, [3.7, -0.3, 4.3, 2.3], atol=1e-4)
    np.testing.assert_allclose(post.get_extents().extents, [5.5, 2.5, 6.5, 3.5], atol=1e-3)
    assert thin in axes.collections
    assert thick in axes.collections
    assert [text.get_text() for text in axes.legend().get_texts()] == ["walls"]


def test_autoscale_shows_all_points(axes):
    carom.plot.walls(axes, WALLS)
    carom.plot.circles(axes, [20.0], [1.0], [2.0])
    (x0, x1), (y0, y1) = axes.get_xlim(), axes.get_ylim()
    assert x0 < 0
    assert 22 < x1 < 30
    assert y0 < -1
    assert 5 < y1 < 8
    assert axes.get_aspect() == 1


def test_colours_stay_with_their_walls(axes):
    thin, thick = carom.plot.walls(axes, WALLS, color=["red", "green", "blue", "cyan", "magenta", "black"])
    axes.set_xlim(100, 130)
    axes.figure.canvas.draw()
    assert [to_hex(colour) for colour in thin.get_color()] == ["#ff0000", "#0000ff", "#000000"]
    assert [to_hex(colour) for colour in thick.get_facecolor()] == ["#008000", "#00ffff", "#ff00ff"]
    assert [len(segment) for segment in thin.get_segments()] == [2, 0, 2]
    assert [len(path.vertices) > 0 for path in thick.get_paths()] == [True, False, True]


def test_columns_without_radius_and_nothing(axes):
    (thin,) = carom.plot.walls(axes, ([0, 1], [0, 1], [1, 2], [0, 1]))
    assert len(thin.get_segments()) == 2
    assert carom.plot.walls(axes, carom.walls([])) == []
    assert carom.plot.circles(axes, [], [], []) == []
    axes.figure.canvas.draw()


def test_circles_by_relation(axes):
    cx, cy, r = np.array([0.0, 2, 2, 2, 2]), np.array([9.0, 2, 1, 0, 0]), np.array([1.0, 1.5, 1.5, 2.5, 9])
    relation = carom.relate(cx, cy, r, 0, 0, 4, 0, 0.5)
    artists = carom.plot.circles(axes, cx, cy, r, relation=relation)
    words = ["separate", "touching", "crossing", "inside-touching", "inside"]
    assert [artist.get_label() for artist in artists] == words
    for i, artist in enumerate(artists):
        assert isinstance(artist, EllipseCollection)
        np.testing.assert_array_equal(artist.get_offsets(), [[cx[i], cy[i]]])
        np.testing.assert_array_equal(artist.get_widths(), [2 * r[i]])
    assert len({to_hex(artist.get_edgecolor()[0]) for artist in artists}) == 5
    assert [text.get_text() for text in axes.legend().get_texts()] == words
    axes.figure.canvas.draw()


def test_circles_cover_their_pixels(axes):
    columns = carom.circles({"cx": [0.0, 5.0], "cy": [0.0, 1.0], "r": [1.0, 2.0]})
    (artist,) = carom.plot.circles(axes, columns, facecolor="black", color="black", linewidth=0.1)
    assert artist.get_label().startswith("_")
    shot, x, y, inside, size = pixels(axes)
    gap = np.minimum(np.hypot(x, y) - 1, np.hypot(x - 5, y - 1) - 2)
    assert np.all(shot[inside & (gap < -2 * size)] < 20)
    assert np.all(shot[inside & (gap > 2 * size)] == 255)


def test_contacts(axes):
    contact = carom.contact([1.0, 3.0, np.nan], [3.0, -2.0, 0.0], 1.0, 0, 0, 4, 0, 0.5)
    points, normals = carom.plot.contacts(axes, contact, length=2.0)
    np.testing.assert_array_equal(points.get_offsets(), [[1, 0.5], [3, -0.5]])
    assert isinstance(normals, Quiver)
    np.testing.assert_array_equal([normals.U, normals.V], [[0, 0], [2, -2]])


def test_contacts_of_sweeps_end_at_the_centres(axes):
    sweep = carom.sweep([1.0, 9.0], 3.0, 1.0, 0.0, -5.0, 0, 0, 4, 0)
    points, normals = carom.plot.contacts(axes, sweep)
    np.testing.assert_array_equal(points.get_offsets(), [[1, 0]])
    np.testing.assert_array_equal([normals.U, normals.V], [[0], [1]])


def test_sweeps(axes):
    moving = ([1.0, 9.0, 2.0], [3.0, 3.0, 0.5], 1.0, 0.0, -5.0)
    start, way, rest, *ends = carom.plot.sweeps(axes, *moving, carom.sweep(*moving, 0, 0, 4, 0))
    np.testing.assert_array_equal(start.get_offsets(), [[1, 3], [9, 3], [2, 0.5]])
    np.testing.assert_array_equal(way.get_segments(), [[[1, 3], [1, 1]], [[9, 3], [9, -2]], [[2, 0.5], [2, 0.5]]])
    np.testing.assert_array_equal(rest.get_segments(), [[[1, 1], [1, -2]], [[2, 0.5], [2, -4.5]]])
    assert [end.get_label() for end in ends] == ["miss", "hit", "overlap"]
    np.testing.assert_array_equal(ends[1].get_offsets(), [[1, 1]])
    axes.figure.canvas.draw()


def test_paths(axes):
    t = np.linspace(0, 1, 5)
    lines, ends = carom.plot.paths(axes, np.column_stack([t, 2 * t]), np.column_stack([t, -t]), [0.1, 0.2])
    assert len(lines.get_segments()) == 2
    np.testing.assert_array_equal(lines.get_segments()[1], np.column_stack([2 * t, -t]))
    np.testing.assert_array_equal(ends.get_offsets(), [[1, 1], [2, -1]])
    (one,) = carom.plot.paths(axes, t, t)
    assert len(one.get_segments()) == 1
    axes.figure.canvas.draw()


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda axes: carom.plot.walls(None, WALLS), TypeError, "the argument ax is a NoneType, must be matplotlib"),
        (lambda axes: carom.plot.walls(axes, 3), TypeError, "the argument walls is a int, must be a Scene, or a tuple"),
        (lambda axes: carom.plot.paths(axes, np.zeros((1, 1, 1)), 0), ValueError, "x has shape (1, 1, 1), must be"),
    ],
)
def test_messages(axes, call, error, message):
    with pytest.raises(error, match=re.escape(message)):
        call(axes)


def test_missing_matplotlib_names_the_extra(axes, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with pytest.raises(
        ImportError, match=re.escape("needs matplotlib, which is not installed: pip install carom[plot]")
    ):
        carom.plot.walls(axes, WALLS)


# SVG in notebooks.


def parsed(picture):
    return ElementTree.fromstring(picture.encode())


SVG = "{http://www.w3.org/2000/svg}"


def test_svg_of_walls():
    root = parsed(WALLS._repr_svg_())
    assert root.find(f"{SVG}title").text == "6 walls"
    widths = [float(path.get("stroke-width")) for path in root.findall(f"{SVG}path")]
    width = float(root.get("width"))
    assert width == 320
    # The box of all points is 9.3 wide with radii: from 0 to 9, and the capsules are within.
    scale = (320 - 12) / 9
    np.testing.assert_allclose(widths, [1, 0.4 * scale, 0.6 * scale, 1.0 * scale], atol=0.01)
    assert "M6.00" in root.findall(f"{SVG}path")[0].get("d")


def test_svg_far_from_the_origin_is_the_same_picture():
    near = {"ax": [0.0, 3.0], "ay": [0.0, 0.0], "bx": [3.0, 3.0], "by": [0.0, 4.0]}
    far = {name: np.array(values) + 2.0**40 for name, values in near.items()}
    assert carom.walls(near)._repr_svg_() == carom.walls(far)._repr_svg_()


def test_svg_of_many_walls_is_small():
    n = 100_000
    picture = carom.walls({"ax": np.arange(n), "ay": 0, "bx": np.arange(n) + 1, "by": 1})._repr_svg_()
    assert len(picture) < 100_000
    assert parsed(picture).find(f"{SVG}title").text == "100,000 walls, 2,000 of them drawn"


def test_svg_of_circles_and_of_nothing():
    root = parsed(carom.circles({"cx": [0, 2], "cy": 0, "r": 1})._repr_svg_())
    found = root.findall(f"{SVG}g/{SVG}circle")
    assert len(found) == 2
    assert float(found[0].get("r")) == float(root.get("height")) / 2 - 6
    assert parsed(carom.walls([])._repr_svg_()).find(f"{SVG}title").text == "0 walls"
    assert parsed(carom.walls({"ax": 1, "ay": 1, "bx": 1, "by": 1})._repr_svg_()) is not None
