"""The examples of the introductions: every block of Python sessions gives what stands below its lines.

The blocks of a page run in their order.
"""

import re
from pathlib import Path

import carom
import pytest
from sessions import run_sessions

ROOT = Path(__file__).parents[3]
INTRODUCTIONS = ["README.md", "bindings/python/README.md", "site/front.md"]


@pytest.mark.parametrize("page", INTRODUCTIONS)
def test_introductions(page: str) -> None:
    assert run_sessions(page, (ROOT / page).read_text(encoding="utf-8"), shared=True) > 0


def is_there(name: str) -> bool:
    """Returns whether the package has a name, such as relate or Scene.hits."""
    place: object = carom
    for part in name.split("."):
        place = getattr(place, part, None)
    return place is not None


def test_introduction_names_what_there_is() -> None:
    table = re.findall(
        r"^\| .* \| (`.*) \|$", (ROOT / "bindings/python/README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    names = [name.removeprefix("carom.") for cell in table for name in re.findall(r"`([\w.]+)`", cell)]
    assert len(names) > 20
    assert [name for name in names if not is_there(name) and name != "plot"] == []
