"""The snippets of docs/python.md: they run in order, in one program, and print what the page says.

A ```text block that follows directly is what a snippet prints. No other language may have snippets.
"""

import contextlib
import io
import pathlib
import re

import pytest

GUIDE = pathlib.Path(__file__).parents[3] / "docs" / "python.md"
BLOCK = re.compile(r"^```(.*?)\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)


def blocks():
    """The language, the code, what it prints and the line of each block."""
    text = GUIDE.read_text(encoding="utf-8")
    found = [(*match.groups(), text.count("\n", 0, match.start()) + 2) for match in BLOCK.finditer(text)]
    assert {language for language, *_ in found} == {"python", "sh norun"}
    return [block[1:] for block in found if block[0] == "python"]


@pytest.mark.filterwarnings("default")
def test_snippets(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = {"__name__": "guide"}
    for code, expected, line in blocks():
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            # Blank lines before the code give errors the line numbers of the page.
            exec(compile("\n" * (line - 1) + code, str(GUIDE), "exec"), names)
        assert printed.getvalue() == (expected or ""), f"{GUIDE}:{line}"
    assert (tmp_path / "contacts.png").stat().st_size > 5000


def test_there_are_snippets():
    assert len(blocks()) >= 10
