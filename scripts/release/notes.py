#!/usr/bin/env python3
"""The release notes: the section of the version in CHANGELOG.md.

    notes.py [--draft] VERSION [CHANGELOG]

It is an error if there is no such section, if it is empty, or if its heading has no date. With
--draft, `unreleased` is accepted in place of the date. Room: scripts.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def release_notes(changelog, version, draft=False):
    """The text of the section without its heading; ValueError says what is wrong with it."""
    headings = list(re.finditer(r"^## \[(.*?)\] - (.*)$", changelog, re.MULTILINE))
    for heading, following in zip(headings, [*headings[1:], None]):
        if heading.group(1) != version:
            continue
        date = heading.group(2).strip()
        if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", date) and not (draft and date == "unreleased"):
            raise ValueError(f"the section {version} has the date {date!r}; expected YYYY-MM-DD")
        notes = changelog[heading.end() : following.start() if following else None].strip()
        if not notes:
            raise ValueError(f"the section {version} is empty")
        return notes + "\n"
    found = ", ".join(heading.group(1) for heading in headings) or "none"
    raise ValueError(f"there is no section '## [{version}] - YYYY-MM-DD'; found: {found}")


def main(arguments):
    draft = "--draft" in arguments
    words = [word for word in arguments if word != "--draft"]
    if len(words) not in (1, 2):
        sys.exit("usage: notes.py [--draft] VERSION [CHANGELOG]")
    path = pathlib.Path(words[1]) if len(words) == 2 else ROOT / "CHANGELOG.md"
    try:
        sys.stdout.write(release_notes(path.read_text(encoding="utf-8"), words[0], draft))
    except ValueError as error:
        sys.exit(f"{path}: {error}")


if __name__ == "__main__":
    main(sys.argv[1:])
