#!/usr/bin/env python3
"""Runs the snippets of docs/sqlite.md, so that they stay true.

    sqlite_snippets.py --source DIR --extension SO --compiler CC --shell SQLITE3

All ```sql blocks are one session of the shell of SQLite: each goes on in the database of the block
before. ```python and ```c sqlite blocks are whole programs. The ```text block that follows a block
must equal its output; of an error message, the text of the message. Room: tests.
"""

import argparse
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

from snippets import blocks_of, differences


def run(command, folder, text=None):
    done = subprocess.run(
        command, cwd=folder, input=text, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=60
    )
    return done.stdout


def run_sql(options, folder, text):
    if ".load" not in text:
        text = f".load ./carom_sqlite\n{text}"
    printed = run([options.shell, "-batch", "page.db"], folder, text)
    # "Runtime error near line 2: MESSAGE (11)", by the version of the shell.
    place = r"^((Runtime|Parse) error|Error:?) near line \d+: (.*?)( \(\d+\))?$"
    return re.sub(place, r"\3", printed, flags=re.MULTILINE)


def run_c(options, folder, text):
    (folder / "program.c").write_text(text, encoding="utf-8")
    command = [options.compiler, "-std=c11", "-Wall", "-Wextra", "-Werror", "program.c", "-o", "program", "-lsqlite3"]
    return run(command, folder) or run(["./program"], folder)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("source", "extension", "compiler", "shell"):
        parser.add_argument(f"--{name}", required=True)
    options = parser.parse_args()
    blocks = blocks_of(pathlib.Path(options.source) / "docs/sqlite.md", "docs/sqlite.md")
    checked, failed = 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        shutil.copy(options.extension, folder / "carom_sqlite.so")
        for block, following in zip(blocks, [*blocks[1:], None]):
            if block.language == "sql":
                printed = run_sql(options, folder, block.text)
            elif block.language == "python":
                printed = run([sys.executable, "-c", block.text], folder)
            elif block.language == "c":
                printed = run_c(options, folder, block.text)
            else:
                continue
            checked += 1
            expected = following.text if following is not None and following.info == ["text"] else ""
            diff = differences(expected, printed)
            if diff is not None:
                failed += 1
                print(f"{block}: prints something else\n{diff}")
    print(f"{checked} snippets, {failed} failures")
    return 1 if failed or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
