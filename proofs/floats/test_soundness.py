#!/usr/bin/env python3
"""Tests that docs/soundness.md names theorems that exist, and that comments of the library name theorems of that page.

Usage: test_soundness.py
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs/soundness.md"

# `a`, `b` and `c` in [File.v](path)
NAMED = re.compile(r"((?:`\w+`(?:, | and )?)+) in \[[^]]*\]\(([^)#]*)\)")
LINK = re.compile(r"\[[^]]*\]\(([^)]*)\)")
# docs/soundness.md, `a`, `b`: a comment may break it into lines.
SAID = re.compile(r"docs/soundness\.md,((?: `\w+`,?)+)")


def theorems_of(path):
    """Returns the names of what a file of Coq proves."""
    return set(re.findall(r"^(?:Theorem|Corollary|Lemma) (\w+)", path.read_text(encoding="utf-8"), re.MULTILINE))


def faults_of_page(text):
    """Yields what is wrong with the page: links to files that are not there, theorems that their file does not have."""
    for link in LINK.findall(text):
        path = (PAGE.parent / link.split("#")[0]).resolve()
        if "://" not in link and not path.exists():
            yield f"docs/soundness.md: links to {link}, which is not there"
    for names, link in NAMED.findall(text):
        path = PAGE.parent / link
        proved = theorems_of(path) if path.suffix == ".v" and path.exists() else set()
        for name in re.findall(r"`(\w+)`", names):
            if name not in proved:
                yield f"docs/soundness.md: {link} has no theorem {name}"


def faults_of_comments(sources, text):
    """Yields comments that name a theorem which the page does not name."""
    for path in sources:
        plain = re.sub(r"\s*\n\s*//+\s*", " ", path.read_text(encoding="utf-8"))
        for names in SAID.findall(plain):
            for name in re.findall(r"`(\w+)`", names):
                if f"`{name}`" not in text:
                    yield f"{path.relative_to(ROOT)}: docs/soundness.md has no row with `{name}`"


def main():
    """Prints all faults. Returns 1 if there are some."""
    text = PAGE.read_text(encoding="utf-8")
    sources = [path for folder in ("src", "include") for path in sorted((ROOT / folder).rglob("*.[ch]"))]
    faults = [*faults_of_page(text), *faults_of_comments(sources, text)]
    # A pattern that finds nothing tests nothing.
    if len(NAMED.findall(text)) < 50 or sum("docs/soundness.md" in path.read_text() for path in sources) < 10:
        faults.append("test_soundness.py finds too few theorems: its patterns do not fit")
    print("\n".join(faults) or "soundness: all theorems and links are there")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
