"""The examples of the documentation: every block of Python sessions gives what stands below its lines.

Those of the two introductions run in the order of the page, those of the reference each by itself.
"""

import doctest
import re
from pathlib import Path

import carom
import numpy as np
import pytest

ROOT = Path(__file__).parents[3]
INTRODUCTIONS = ["README.md", "bindings/python/README.md", "site/front.md"]
REFERENCE = sorted(path.name for path in (ROOT / "docs/python").glob("*.md") if path.name != "README.md")


def run_sessions(page: Path, *, shared: bool) -> int:
    """Runs the blocks of a page, in one namespace or each in its own. Returns their number."""
    text = page.read_text(encoding="utf-8")
    blocks = list(re.finditer(r"^```pycon\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    names = {"carom": carom, "np": np}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    for block in blocks:
        line = text.count("\n", 0, block.start(1))
        test = doctest.DocTestParser().get_doctest(block[1], {}, page.name, str(page), line)
        test.globs = names if shared else dict(names)
        output: list[str] = []
        if runner.run(test, out=output.append, clear_globs=False).failed:
            pytest.fail("".join(output))
    return len(blocks)


@pytest.mark.parametrize("page", INTRODUCTIONS)
def test_introductions(page: str) -> None:
    assert run_sessions(ROOT / page, shared=True) > 0


@pytest.mark.parametrize("page", REFERENCE)
def test_reference(page: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    run_sessions(ROOT / "docs/python" / page, shared=False)


def test_introduction_names_what_there_is() -> None:
    table = re.findall(
        r"^\| .* \| (`.*) \|$", (ROOT / "bindings/python/README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    names = [name.removeprefix("carom.") for cell in table for name in re.findall(r"`([\w.]+)`", cell)]
    assert len(names) > 20
    assert [name for name in names if not hasattr(carom, name) and name != "plot"] == []
