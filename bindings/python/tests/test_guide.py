"""The snippets of docs/python.md and docs/duckdb.md.

Those of a page run in order, in one program, and print what the page says.
A ```text block that follows directly is what a snippet prints. No other language may have snippets.
"""

import contextlib
import io
import pathlib
import re

import pytest

DOCS = pathlib.Path(__file__).parents[3] / "docs"
BLOCK = re.compile(r"^```(.*?)\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)


def blocks(page):
    """The code, what it prints and the line of each block of Python."""
    text = (DOCS / page).read_text(encoding="utf-8")
    found = [(*match.groups(), text.count("\n", 0, match.start()) + 2) for match in BLOCK.finditer(text)]
    assert {language for language, *_ in found} <= {"python", "sh norun"}
    return [block[1:] for block in found if block[0] == "python"]


def run(page):
    """Runs the snippets of a page in the current folder."""
    names = {"__name__": "guide"}
    for code, expected, line in blocks(page):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            # Blank lines before the code give errors the line numbers of the page.
            exec(compile("\n" * (line - 1) + code, str(DOCS / page), "exec"), names)
        assert printed.getvalue() == (expected or ""), f"{page}:{line}"


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("page", ["python.md", "duckdb.md"])
def test_snippets(page, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    run(page)
    assert page != "python.md" or (tmp_path / "contacts.png").stat().st_size > 5000


@pytest.mark.parametrize(("page", "count"), [("python.md", 10), ("duckdb.md", 4)])
def test_there_are_snippets(page, count):
    assert len(blocks(page)) >= count
