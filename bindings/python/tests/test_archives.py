"""The source archive and the wheel: what they contain. scripts/test_python.sh builds both."""

import os
import re
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]

# What the build of the extension reads, and what says whose it is.
SOURCES = re.compile(
    r"PKG-INFO|LICENSE|pyproject\.toml|CMakeLists\.txt|bindings/python/(CMakeLists\.txt|README\.md)"
    r"|bindings/python/carom/[\w/]+\.(py|pyi|typed)|bindings/python/src/\w+\.[ch]"
    r"|(src|include|classic)/(CMakeLists\.txt|[\w/]+\.[ch])"
)
IN_WHEEL = re.compile(r"carom/([\w/]+\.(py|pyi)|py\.typed|_carom\.abi3\.so)")


@pytest.fixture
def dist() -> Path:
    if "CAROM_DIST" not in os.environ:
        pytest.skip("CAROM_DIST does not name the folder of the archives (scripts/test_python.sh)")
    return Path(os.environ["CAROM_DIST"])


def test_source_archive_contains_what_is_needed_and_nothing_else(dist: Path) -> None:
    [archive] = dist.glob("carom-*.tar.gz")
    with tarfile.open(archive) as tar:
        names = {name.partition("/")[2] for name in tar.getnames()}
    assert [name for name in sorted(names) if not SOURCES.fullmatch(name)] == []
    for folder in ("src", "include", "bindings/python/src", "bindings/python/carom"):
        files = {str(path.relative_to(ROOT)) for path in (ROOT / folder).rglob("[!.]*.[chp]*") if path.suffix != ".pyc"}
        assert sorted(files - names) == []


def test_wheel_contains_the_package_and_nothing_else(dist: Path) -> None:
    [archive] = dist.glob("carom-*.whl")
    assert "-cp311-abi3-" in archive.name
    with zipfile.ZipFile(archive) as wheel:
        names = {name for name in wheel.namelist() if not name.partition("/")[0].endswith(".dist-info")}
        [metadata] = (wheel.read(name).decode() for name in wheel.namelist() if name.endswith("/METADATA"))
    assert [name for name in sorted(names) if not IN_WHEEL.fullmatch(name)] == []
    folder = ROOT / "bindings/python"
    package = {str(path.relative_to(folder)) for path in (folder / "carom").rglob("*.py*") if path.suffix != ".pyc"}
    assert sorted(package - names) == []
    assert "Requires-Python: >=3.11" in metadata
    assert "License-Expression: MIT" in metadata
