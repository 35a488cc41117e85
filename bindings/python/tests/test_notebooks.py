"""The notebooks: each runs from top to bottom and prints what it was stored with.

Each notebook checks its own results against another library or a formula.
"""

import pathlib

import nbclient
import nbformat
import pytest

FOLDER = pathlib.Path(__file__).parent.parent / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))


def printed(cell):
    """The texts that a cell shows, in order, without those of pictures."""
    texts = []
    for output in cell.get("outputs", ()):
        if output.output_type == "stream":
            texts.append(output.text)
        elif "image/png" not in output.data:
            texts.append(output.data["text/plain"])
    return "".join(texts)


def pictures(notebook):
    """The PNG pictures in base64."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", ())]
    return [output.data["image/png"] for output in outputs if "image/png" in output.get("data", {})]


def test_there_are_notebooks():
    assert len(NOTEBOOKS) >= 6


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_runs_as_stored(path):
    stored = nbformat.read(path, as_version=4)
    fresh = nbformat.read(path, as_version=4)
    nbclient.NotebookClient(fresh, timeout=300, resources={"metadata": {"path": str(FOLDER)}}).execute()
    for before, after in zip(stored.cells, fresh.cells, strict=True):
        assert printed(after) == printed(before), before.source
    assert len(pictures(fresh)) == len(pictures(stored)) >= 1
    # Nothing may be written beside the notebooks.
    assert {file.name for file in FOLDER.iterdir()} <= {file.name for file in NOTEBOOKS} | {"data", "README.md"}


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_is_small_and_plain(path):
    notebook = nbformat.read(path, as_version=4)
    nbformat.validate(notebook)
    assert path.stat().st_size < 250_000
    assert notebook.cells[0].source.startswith("# ")
    assert not any(cell.metadata for cell in notebook.cells)
    for cell in notebook.cells:
        assert all(output.output_type != "error" for output in cell.get("outputs", ()))
        assert all(output.get("name") != "stderr" for output in cell.get("outputs", ()))
