"""The snippets of docs/python.md, docs/duckdb.md, docs/board.md and docs/geodesic.md.

Those of a page run in order, in one program, and print what the page says.
A ```text block that follows directly is what a snippet prints. No other language may have snippets.
"""

import contextlib
import io
import pathlib
import re
import shutil

import geopandas
import numpy as np
import pytest
import shapely

DOCS = pathlib.Path(__file__).parents[3] / "docs"
BLOCK = re.compile(r"^```(.*?)\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)


def blocks(page):
    """The code, what it prints and the line of each block of Python."""
    text = (DOCS / page).read_text(encoding="utf-8")
    found = [(*match.groups(), text.count("\n", 0, match.start()) + 2) for match in BLOCK.finditer(text)]
    assert {language for language, *_ in found} <= {"python", "sh norun"}
    return [block[1:] for block in found if block[0] == "python"]


def run(page):
    """Runs the snippets of a page in the current folder. Returns what they have defined."""
    names = {"__name__": "guide"}
    for code, expected, line in blocks(page):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            # Blank lines before the code give errors the line numbers of the page.
            exec(compile("\n" * (line - 1) + code, str(DOCS / page), "exec"), names)
        assert printed.getvalue() == (expected or ""), f"{page}:{line}"
    return names


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("page", ["python.md", "duckdb.md", "board.md"])
def test_snippets(page, tmp_path, monkeypatch):
    for name in ("board.kicad_pcb", "board.kicad_pro"):
        shutil.copy(DOCS / "pictures" / name, tmp_path)
    monkeypatch.chdir(tmp_path)
    run(page)
    assert page != "python.md" or (tmp_path / "contacts.png").stat().st_size > 5000


@pytest.mark.parametrize(("page", "count"), [("python.md", 10), ("duckdb.md", 4), ("board.md", 2), ("geodesic.md", 4)])
def test_there_are_snippets(page, count):
    assert len(blocks(page)) >= count


def sampled(edges, geod, step):
    """Longitudes and latitudes of points on all edges, the shortest paths between their ends, at most a step apart."""
    azimuth, _, length = geod.inv(*edges.T)
    parts = np.ceil(length / step).astype(int)
    edge = np.repeat(np.arange(len(edges)), parts + 1)
    place = np.arange(len(edge)) - np.repeat(np.cumsum(parts + 1) - parts - 1, parts + 1)
    lon, lat, _ = geod.fwd(*edges[edge, :2].T, azimuth[edge], length[edge] * place / parts[edge])
    return lon, lat


def test_distances_on_the_earth():
    """The page's answers of the ellipsoid, against distances to points on the edges by pyproj alone."""
    page = run("geodesic.md")
    geod, limit, borders, places = page["geod"], page["LIMIT"], page["borders"], page["places"]
    lines = [np.hstack([line[:-1], line[1:]]) for line in map(shapely.get_coordinates, borders)]
    lon, lat = sampled(np.concatenate(lines), geod, 20.0)
    points = geopandas.GeoSeries(geopandas.points_from_xy(lon, lat), crs=borders.crs).to_crs(3035)
    tree, seen = shapely.STRtree(points.values), places.to_crs(3035).values
    _, roughly = tree.query_nearest(seen, return_distance=True, all_matches=False)
    assert len(roughly) == len(seen)
    # The projection changes lengths by 1.5 % at most, so only some places need a closer look.
    is_near = roughly < limit
    doubtful = np.flatnonzero(np.abs(roughly - limit) < 0.03 * limit)
    assert len(doubtful) > 300
    for i in doubtful:
        some = tree.query(seen[i], predicate="dwithin", distance=1.04 * roughly[i])
        own = places.iloc[i]
        distance = geod.inv(np.full(len(some), own.x), np.full(len(some), own.y), lon[some], lat[some])[2].min()
        assert abs(distance - limit) > 0.02  # the points are 1 cm farther away than the edge at most
        is_near[i] = distance < limit
    np.testing.assert_array_equal(page["is_near"], is_near)
