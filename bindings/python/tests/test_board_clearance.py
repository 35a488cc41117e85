"""The method of the notebook board_clearance.ipynb for tracks against tracks, against rational numbers.

Oracle: the distance of two segments is that of an end to the other segment, or 0 if they cross; its square is
rational. Room: tests.
"""

import pathlib
from fractions import Fraction

import nbformat
import numpy as np
import pandas
import pytest
from oracle import SEGMENT, Wall, sign

NOTEBOOK = pathlib.Path(__file__).parent.parent / "notebooks/board_clearance.ipynb"


@pytest.fixture(scope="module")
def tracks_too_near():
    """The function as the notebook has it, without the board."""
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    (cell,) = [cell.source for cell in notebook.cells if "def tracks_too_near" in cell.source]
    names = {}
    exec("import carom\nimport numpy as np\nimport pandas as pd\n" + cell.partition("\n\n\n")[0], names)
    return names["tracks_too_near"]


def board(rows):
    return pandas.DataFrame(rows, columns=["ax", "ay", "bx", "by", "wr", "layer", "net"])


def side(wall, point):
    """On which side of the line through a and b the point is: 1, 0 or -1."""
    dx, dy = point[0] - wall.a[0], point[1] - wall.a[1]
    return sign(wall.u[0] * dy - wall.u[1] * dx)


def distance2(one, other):
    """The square of the distance of two axes."""
    if side(one, other.a) * side(one, other.b) < 0 and side(other, one.a) * side(other, one.b) < 0:
        return Fraction(0)
    return min(one.distance2(other.a), one.distance2(other.b), other.distance2(one.a), other.distance2(one.b))


def expected(tracks, clearance):
    """The pairs that are too near, and how many pairs have a gap of just the clearance."""
    walls = [Wall(*map(Fraction, row[:5]), SEGMENT) for row in tracks.itertuples(index=False)]
    pairs, ties = [], 0
    for i, one in enumerate(walls):
        for k, other in enumerate(walls[:i]):
            same_net = tracks.net[i] == tracks.net[k] != 0
            if same_net or tracks.layer[i] != tracks.layer[k]:
                continue
            gap = sign(distance2(one, other) - (one.r + other.r + Fraction(clearance)) ** 2)
            ties += gap == 0
            if gap < 0:
                pairs.append((k, i))
    return sorted(pairs), ties


def test_a_gap_of_just_the_clearance_is_allowed_head_on(tracks_too_near):
    tracks = board(
        [(0, 0, 1e6, 0, 125e3, "F.Cu", 1), (1.45e6, -1e6, 1.45e6, 1e6, 125e3, "F.Cu", 2)],
    )
    assert expected(tracks, 200_000) == ([], 1)
    assert tracks_too_near(tracks, 200_000) == []
    # With one ulp more of clearance both are too near.
    more = np.nextafter(125e3 + 200e3, np.inf) - 125e3
    assert expected(tracks, more) == ([(0, 1)], 0)
    assert tracks_too_near(tracks, more) == [(0, 1)]


@pytest.mark.parametrize("seed", range(4))
def test_random_tracks(tracks_too_near, seed):
    random = np.random.default_rng(seed)
    count = 120
    ends = random.integers(-8, 9, (count, 2))
    moves = random.integers(-4, 5, (count, 2)) * np.where(random.random((count, 2)) < 0.3, 0, 1)
    tracks = board(
        {
            "ax": ends[:, 0],
            "ay": ends[:, 1],
            "bx": (ends + moves)[:, 0],
            "by": (ends + moves)[:, 1],
            "wr": random.integers(1, 4, count) / 2,
            "layer": random.choice(["F.Cu", "In1.Cu", "B.Cu"], count),
            # More nets than a category has bits, and some tracks without a net.
            "net": random.integers(0, 50, count) * random.integers(1, 10, count),
        }
    )
    pairs, ties = expected(tracks, 1)
    assert ties > 10
    assert len(pairs) > 50
    assert tracks_too_near(tracks, 1) == pairs
