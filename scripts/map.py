#!/usr/bin/env python3
"""Prints what each source file holds, folder by folder: the first sentence of the comment at its top.

    map.py [--check] [PATH...]

A PATH is a folder or a file; without one, the whole tree. --check prints only the files whose first line does
not say what they hold, and fails if there is one. Room: scripts.
"""

import argparse
import pathlib
import re
import signal
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
# What begins and ends a comment, by the end of the file's name. Lines of one comment begin alike.
SLASHES = (r"///? ?|/\*\*? ?| ?\*(?!/) ?", r"\*/")
HASHES = (r"# ?", None)
DOCSTRING = (r'r?"""', r'"""')
COMMENTS = {
    **dict.fromkeys((".c", ".h", ".cpp", ".mjs", ".js", ".ts", ".css"), SLASHES),
    **dict.fromkeys((".sh", ".cmake", ".pyi", ".acsl"), HASHES),
    ".py": DOCSTRING,
    ".v": (r"\(\* ?", r"\*\)"),
}
# What the tests read as data is no source.
DATA = ("fuzz/corpus/", "levels/")


def source_files(paths):
    """The files of the tree that have a form of comment, also new ones that git does not have yet."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *paths]
    listed = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    if listed.returncode != 0:
        sys.exit(f"map.py: {listed.stderr.strip()}")
    names = listed.stdout.split("\0")
    return sorted(
        name
        for name in set(names)
        if pathlib.Path(name).suffix in COMMENTS and not name.startswith(DATA) and (ROOT / name).is_file()
    )


def first_comment(name):
    """The text of the first paragraph of the comment in the first line, or behind `#!`; empty if there is none."""
    start, end = COMMENTS[pathlib.Path(name).suffix]
    lines = (ROOT / name).read_text(encoding="utf-8").splitlines()
    if lines and lines[0].startswith("#!"):
        del lines[0]
    if not lines or not re.match(start, lines[0]):
        return ""
    text = []
    for i, line in enumerate(lines):
        # Comments with an end may leave out the start in their other lines.
        begins = re.match(start, line)
        if i > 0 and not begins and end is None:
            break
        if i > 0 and not begins and start.startswith("///") and not lines[0].startswith("/*"):
            break
        words = line[begins.end() :] if begins else line
        closing = re.search(end, words) if end else None
        text.append((words[: closing.start()] if closing else words).strip())
        if closing or not text[-1]:
            break
    return " ".join(text).strip()


def first_sentence(text):
    """Up to the first full stop, question mark or exclamation mark before a space, without the full stop."""
    found = re.match(r".+?(?<!\.\.)[.!?](?= |$)", text)
    return (found.group() if found else text).removesuffix(".")


def entries(names):
    """What to print for the files of a folder: names and sentence. A header shares the line of its .c file."""
    sentences = {name: first_sentence(first_comment(name)) for name in names}
    for name, sentence in sentences.items():
        stem, suffix = name.rsplit(".", 1)
        header, source = sentences.get(f"{stem}.h"), sentences.get(f"{stem}.c")
        base = pathlib.PurePath(name).name
        base_h = f"{pathlib.PurePath(stem).name}.h"
        # A .c file that says nothing else refers to its header.
        shared = header is not None and source is not None and (header == source or source.endswith(f"; see {base_h}"))
        if shared and suffix == "c":
            yield f"{base}, .h", header
        elif not (shared and suffix == "h"):
            yield base, sentence


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="only the files that do not say what they hold")
    parser.add_argument("paths", nargs="*", metavar="PATH")
    options = parser.parse_args()
    # A reader such as head may end before all is printed.
    signal.signal(signal.SIGPIPE, signal.SIG_DFL)
    files = source_files(options.paths)
    if not files:
        sys.exit(f"map.py: no source file in {' '.join(options.paths) or 'the tree'}")
    if options.check:
        silent = [name for name in files if not re.search(r"\w+\W+\w", first_comment(name))]
        for name in silent:
            print(f"{name}: its first line does not say what it holds")
        sys.exit(1 if silent else 0)
    folders = {}
    for name in files:
        folders.setdefault(str(pathlib.PurePath(name).parent), []).append(name)
    print(
        "\n\n".join(
            "\n".join([f"{folder}/", *(f"  {which}: {what}" for which, what in entries(names))])
            for folder, names in sorted(folders.items())
        )
    )


if __name__ == "__main__":
    main()
