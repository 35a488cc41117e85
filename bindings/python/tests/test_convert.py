"""python -m carom convert: tables of the shapes of a file, and what it says of the rest.

Oracle: what carom.read gives, bit for bit; the tool, which reads the tables. Room: tests.
"""

import csv
import json
import os
import subprocess
import sys

import carom
import numpy as np
import pytest
from carom.__main__ import main

BOARD = """(kicad_pcb (version 20221018) (layers (0 "F.Cu" signal) (31 "B.Cu" signal)) (net 0 "") (net 1 "GND")
  (segment (start 0.1 0.30000000000000004) (end 3 4) (width 0.3) (layer "F.Cu") (net 1) (uuid "a"))
  (via (at 1 2) (size 0.8) (drill 0.4) (layers "F.Cu" "B.Cu") (net 1) (uuid "v"))
  (gr_rect (start 0 0) (end 5 5) (width 0) (fill solid) (layer "B.Cu") (uuid "r, \\"s\\""))
  (gr_text "x" (at 0 0)))
"""


@pytest.fixture
def board(tmp_path):
    path = tmp_path / "board.kicad_pcb"
    path.write_text(BOARD)
    return path


def table(path):
    with open(path, encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_tables(board, tmp_path, capsys):
    assert main(["convert", str(board), "--out", str(tmp_path / "new")]) == 0
    shapes = carom.read(board)
    walls, circles = table(tmp_path / "new/walls.csv"), table(tmp_path / "new/circles.csv")
    assert list(walls[0]) == ["id", "ax", "ay", "bx", "by", "wr", "extent", "area", "net", "layer", "category"]
    for name in ("ax", "ay", "bx", "by", "wr"):
        assert [float(row[name]) for row in walls] == getattr(shapes.walls, name).tolist()
    assert walls[0]["ay"] == "0.30000000000000004"
    assert [row["area"] for row in walls] == ["", *[shapes.areas[0]] * 4]
    assert [row["net"] for row in walls] == ["GND", "", "", "", ""]
    assert [row["layer"] for row in walls] == ["F.Cu"] + ["B.Cu"] * 4
    assert [row["category"] for row in walls] == ["1"] + ["2"] * 4
    assert [row["id"] for row in walls] == ["a"] + ['r, "s"'] * 4
    assert {row["extent"] for row in walls} == {"segment"}
    assert circles == [
        {"id": "v", "cx": "1.0", "cy": "2.0", "r": "0.4", "net": "GND", "layer": "*.Cu", "category": "3"}
    ]
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err == f"carom: {board}: left out: 1 drill of a via\ncarom: {board}: left out: 1 gr_text\n"


def test_circles_are_not_lost(board, tmp_path, capsys):
    assert main(["convert", str(board), "-o", str(tmp_path / "w.csv")]) == 0
    assert "left out: 1 circle: give --circles FILE to write them" in capsys.readouterr().err
    assert main(["convert", str(board), "-o", "-", "--circles-as", "posts", "--layer", "F.Cu"]) == 0
    captured = capsys.readouterr()
    assert captured.out.splitlines()[1].startswith("a,0.1,0.30000000000000004,3.0,4.0,0.15,segment,,GND,F.Cu,1")
    assert captured.out.splitlines()[2].startswith("v,1.0,2.0,1.0,2.0,0.4,")
    assert "--circles" not in captured.err
    assert "left out: 1 layer B.Cu, which is not among the argument layers" in captured.err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["convert", "none.dxf", "-o", "-"], "carom: read(): there is no file none.dxf"),
        (["convert", "none.abc", "-o", "-"], "the name ends in '.abc', must end in one of"),
    ],
)
def test_errors(arguments, message, capsys):
    assert main(arguments) == 2
    captured = capsys.readouterr()
    assert message in captured.err
    assert captured.out == ""


@pytest.mark.parametrize("arguments", [[], ["convert"], ["convert", "a.dxf"], ["unknown"]])
def test_usage(arguments, capsys):
    with pytest.raises(SystemExit) as caught:
        main(arguments)
    assert caught.value.code == 2
    assert "usage: python -m carom" in capsys.readouterr().err


def test_the_module_runs_and_the_tool_reads_its_tables(board, tmp_path):
    command = [sys.executable, "-m", "carom", "convert", str(board), "--out", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "left out: 1 gr_text" in done.stderr
    tool = os.environ.get("CAROM_TOOL")
    if tool is None:
        pytest.skip("CAROM_TOOL does not name the tool (scripts/test_python.sh)")
    hits = [tool, "hits", str(tmp_path / "circles.csv"), str(tmp_path / "walls.csv"), "--within", "5"]
    all_hits = subprocess.run(hits, capture_output=True, text=True, check=True).stdout.splitlines()
    others = subprocess.run(
        [*hits, "--except-same", "net"], capture_output=True, text=True, check=True
    ).stdout.splitlines()
    assert len(all_hits) == 1 + 5
    assert len(others) == 1 + 4
    shapes = carom.read(board)
    scene = carom.Scene(shapes.walls)
    assert len(scene.hits(shapes.circles, within=5.0, except_group=0).wall) == 5
    assert len(scene.hits(shapes.circles, within=5.0).wall) == 4


def square(x, name):
    ring = [[x, 0], [x + 8, 0], [x + 8, 8], [x, 8], [x, 0]]
    return {
        "type": "Feature",
        "properties": {"name": name},
        "geometry": {"type": "Polygon", "coordinates": [ring]},
    }


def test_areas_have_their_names_each_its_own(tmp_path):
    """To the tool walls of one name are of one area, and walls without a name of none."""
    names = ["park", "Malm\u00f6, the old town", "park", "", "park (2)", "(3)"]
    squares = [square(10 * i, name) for i, name in enumerate(names)]
    plane = {"type": "FeatureCollection", "features": squares, "crs": None}
    (tmp_path / "a.geojson").write_text(json.dumps(plane), encoding="utf-8")
    assert main(["convert", str(tmp_path / "a.geojson"), "-o", str(tmp_path / "w.csv")]) == 0
    expected = ["park (0)", "Malm\u00f6, the old town", "park (2) (2)", "(3) (3)", "park (2)", "(3)"]
    assert [row["area"] for row in table(tmp_path / "w.csv")] == [name for name in expected for _ in range(4)]
    tool = os.environ.get("CAROM_TOOL")
    if tool is None:
        pytest.skip("CAROM_TOOL does not name the tool (scripts/test_python.sh)")
    (tmp_path / "c.csv").write_text("cx,cy,r\n" + "".join(f"{10 * i + 4},4,1\n" for i in range(6)))
    areas = [tool, "areas", str(tmp_path / "c.csv"), str(tmp_path / "w.csv")]
    done = subprocess.run(areas, capture_output=True, encoding="utf-8", check=True)
    rows = list(csv.reader(done.stdout.splitlines()))[1:]
    assert rows == [[str(i), name, "inside", "-4"] for i, name in enumerate(expected)]


def test_rays_and_lines(tmp_path):
    import ezdxf

    doc = ezdxf.new()
    doc.modelspace().add_ray((0, 0), (1, 0))
    doc.modelspace().add_xline((0, 0), (0, 1))
    doc.saveas(tmp_path / "a.dxf")
    assert main(["convert", str(tmp_path / "a.dxf"), "-o", str(tmp_path / "w.csv")]) == 0
    assert [row["extent"] for row in table(tmp_path / "w.csv")] == ["ray", "line"]
    again = carom.walls(
        {name: [float(row[name]) for row in table(tmp_path / "w.csv")] for name in ("ax", "ay", "bx", "by")}
    )
    np.testing.assert_array_equal(again.bx, [1, 0])
