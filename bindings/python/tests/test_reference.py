"""The pages that scripts/python_reference.py makes of the docstrings: all names are there, all examples run."""

import runpy
from pathlib import Path

import carom
import pytest
from sessions import run_sessions

ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    pytest.importorskip("griffe")
    with pytest.MonkeyPatch.context() as patch:
        # Griffe must find the installed package.
        patch.chdir(tmp_path_factory.mktemp("empty"))
        return runpy.run_path(str(ROOT / "scripts/python_reference.py"))["pages"]()


def test_the_list_has_all_public_names(pages: dict[str, str]) -> None:
    names = [name for name in carom.__all__ if callable(getattr(carom, name))]
    assert len(names) > 80
    assert [name for name in names if f"[`{name}`]" not in pages["README.md"]] == []


def test_the_list_leads_to_every_page(pages: dict[str, str]) -> None:
    missing = [name for name in pages if name != "README.md" and f"({name})" not in pages["README.md"]]
    assert missing == []


def test_examples(pages: dict[str, str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    blocks = {name: run_sessions(name, text, shared=False) for name, text in pages.items()}
    assert sum(blocks.values()) > 50
