"""The pages that scripts/python_reference.py makes of the docstrings: all names are there, all examples run."""

import ast
import inspect
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


@pytest.mark.parametrize(
    "name", ["hits", "within", "count", "touches", "nearest", "first", "sweep_all", "areas", "nearest_areas"]
)
def test_stubs_of_queries_have_their_arguments(name: str) -> None:
    """The types of calls with the nine fields of CircleColumns are no signature that stubtest can compare."""
    stub = ast.parse(Path(carom.__file__).with_name("_carom.pyi").read_text())
    queries = next(node for node in stub.body if isinstance(node, ast.ClassDef) and node.name == "SceneQueries")
    overloads = [node.args for node in queries.body if isinstance(node, ast.FunctionDef) and node.name == name]
    parameters = list(inspect.signature(getattr(carom.Scene, name)).parameters.values())[1:]
    keywords = {p.name for p in parameters if p.kind is p.KEYWORD_ONLY}
    places = [p.name for p in parameters if p.kind is not p.KEYWORD_ONLY]
    named = [a for a in overloads if not a.posonlyargs]
    assert {arg.arg for a in named for arg in [*a.args, *a.kwonlyargs]} == {"self", *places, *keywords}
    assert [arg.arg for arg in named[0].args[1:]] == places
    whole = [a for a in overloads if a.posonlyargs]
    assert whole
    for a in whole:
        assert [arg.arg for arg in a.posonlyargs[1:]] == list(carom.CircleColumns._fields)
        assert {arg.arg for arg in a.kwonlyargs} <= {*places, *keywords}
