"""docs/python/ is what scripts/python_reference.py makes of the docstrings."""

import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]


def test_reference_is_up_to_date(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    pytest.importorskip("griffe")
    # Griffe must find the installed package.
    monkeypatch.chdir(tmp_path)
    pages = runpy.run_path(str(ROOT / "scripts/python_reference.py"))["pages"]()
    folder = ROOT / "docs/python"
    committed = {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.md")}
    stale = sorted(name for name in pages.keys() | committed.keys() if pages.get(name) != committed.get(name))
    assert not stale, f"docs/python is not that of the docstrings: run make docs-python; differs: {', '.join(stale)}"
