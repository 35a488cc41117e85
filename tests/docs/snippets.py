#!/usr/bin/env python3
"""Compiles and runs the snippets of the documentation, so that they stay true.

    snippets.py --source DIR --tool CAROM --library LIB --compiler CC [--flag FLAG]... DOCUMENT...

A ```c block is a whole program: it is compiled against the library and run; if a ```text block
follows directly, the output must equal it. ```c fragment is only compiled, inside a function that
has a `circle` and a `wall`. A ```sh block is a session: lines `$ carom ...`, each run in the source
folder. What it prints (standard error too) must equal the lines below, where `...` stands for any
lines, and it must end with status 0, or N in a block marked ```sh status=N. Commands that cannot be
run here are in blocks ```sh norun.
Indented code in a comment of a public header must stand in one of the programs, apart from how far
it is indented. It is an error if all documents together have no snippet to check. Room: tests.
"""

import argparse
import difflib
import os
import pathlib
import re
import subprocess
import sys
import tempfile

# Blocks that are not run. Any other language is an error, because it would not be tested. Sessions of
# Python (pycon) are run by the tests of the Python package, programs of Python and Lua by bindings.sh, JavaScript
# by those of its package, SQL and ```c sqlite by sqlite_snippets.py.
NOT_RUN = {"", "sql", "text", "csv", "cmake", "js", "lua", "make", "pycon", "python"}
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Werror"]
FRAGMENT = """#include <carom/carom.h>
#include <stdio.h>

void fragment(carom_circle circle, carom_wall wall);

void fragment(carom_circle circle, carom_wall wall) {{
    (void)circle;
    (void)wall;
    {{
#line {line} "{document}"
{text}
    }}
}}
"""


class Block:
    def __init__(self, document, line, info, text, directly):
        self.document = document
        self.line = line  # of the first line within the fence
        self.info = info.split()
        self.text = text
        self.directly = directly  # only blank lines since the block before

    @property
    def language(self):
        return self.info[0] if self.info else ""

    def __str__(self):
        return f"{self.document}:{self.line}"


def blocks_of(path, document):
    """The fenced blocks of a document, in order."""
    blocks, info, directly = [], None, False
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        fence = re.match(r"\s*```\s*(.*)$", line)
        if info is None and fence:
            info, start, lines = fence.group(1), number + 1, []
        elif info is not None and fence:
            blocks.append(Block(document, start, info, "\n".join(lines), directly))
            info, directly = None, True
        elif info is not None:
            lines.append(line)
        elif line.strip():
            directly = False
    if info is not None:
        raise SystemExit(f"{document}:{start}: this block never ends")
    return blocks


def header_code(source):
    """The blocks of indented code in the comments of public headers: where, and the lines."""
    for path in sorted(pathlib.Path(source).glob("include/carom/**/*.h")):
        text = path.read_text(encoding="utf-8")
        for block in re.finditer(r"(?:^ *///? {5,}\S.*\n)+", text, re.MULTILINE):
            lines = [line.lstrip(" /") for line in block.group().splitlines()]
            yield f"{path.name}:{text.count(chr(10), 0, block.start()) + 1}", lines


def differences(expected, got):
    """None if equal; `...` in what is expected stands for any number of lines."""
    parts = [re.escape(line) for line in expected.rstrip().splitlines()]
    pattern = "".join(r"(?:.*\n)*?" if p == re.escape("...") else p + r"\n" for p in parts)
    if re.fullmatch(pattern, got.rstrip() + "\n" if got.strip() else ""):
        return None
    lines = difflib.unified_diff(
        expected.rstrip().splitlines(), got.rstrip().splitlines(), "the document", "what was printed", lineterm=""
    )
    return "\n".join(lines)


def run(command, **options):
    return subprocess.run(
        command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, timeout=300, check=False, **options
    )


class Checker:
    def __init__(self, options, folder):
        self.options = options
        self.folder = pathlib.Path(folder)
        self.checked = 0
        self.failed = 0

    def fail(self, block, what):
        self.failed += 1
        print(f"{block}: {what}")

    def compile(self, block, source, target, arguments):
        file = self.folder / f"snippet{self.checked}.c"
        file.write_text(source, encoding="utf-8")
        o = self.options
        done = run(
            [
                o.compiler,
                "-std=c11",
                *WARNINGS,
                f"-I{o.source}/include",
                *o.flag,
                str(file),
                "-o",
                str(target),
                *arguments,
            ]
        )
        if done.returncode != 0:
            self.fail(block, f"does not compile\n{done.stdout}")
        return done.returncode == 0

    def check_fragment(self, block):
        source = FRAGMENT.format(line=block.line, document=block.document, text=block.text)
        self.compile(
            block, source, self.folder / "fragment.o", ["-c", "-Wno-unused-variable", "-Wno-unused-but-set-variable"]
        )

    def check_program(self, block, following):
        if not re.search(r"\bint\s+main\s*\(", block.text):
            self.fail(block, "no main: mark it ```c fragment")
            return
        program = self.folder / "program"
        library = pathlib.Path(self.options.library)
        source = f'#line {block.line} "{block.document}"\n{block.text}\n'
        if not self.compile(block, source, program, [str(library), f"-Wl,-rpath,{library.parent}", "-lm"]):
            return
        done = run([str(program)])
        if done.returncode != 0:
            self.fail(block, f"ends with status {done.returncode}\n{done.stdout}")
        elif following is not None:
            diff = differences(following.text, done.stdout)
            if diff is not None:
                self.fail(block, f"prints something else\n{diff}")

    def check_commands(self, block):
        """Each `$ carom ...` with the lines up to the next `$ `. Returns how many there are."""
        status = 0
        for word in block.info[1:]:
            name, _, value = word.partition("=")
            if name != "status" or not value.isdigit():
                self.fail(block, f"what is {word}? Known are norun and status=N")
                return 0
            status = int(value)
        parts = [p for p in re.split(r"^(?=\$ )", block.text, flags=re.MULTILINE) if p.strip()]
        if not all(part.startswith("$ carom ") for part in parts) or not parts:
            self.fail(block, "not all of this is checked: begin with `$ carom ` or mark it norun")
            return 0
        tool = pathlib.Path(self.options.tool).resolve()
        path = f"{tool.parent}{os.pathsep}{os.environ.get('PATH', '')}"
        for part in parts:
            command, _, expected = part.partition("\n")
            done = run(["sh", "-c", command[2:]], cwd=self.options.source, env={**os.environ, "PATH": path})
            diff = differences(expected, done.stdout)
            if diff is not None:
                self.fail(block, f"{command[2:]}: prints something else\n{diff}")
            elif done.returncode != status:
                self.fail(block, f"{command[2:]}: ends with status {done.returncode}")
        return len(parts)

    def check(self, block, following):
        if block.info == ["c", "sqlite"]:
            return
        if block.language == "c":
            self.checked += 1
            if "fragment" in block.info[1:]:
                self.check_fragment(block)
            else:
                self.check_program(block, following)
        elif block.language == "sh" and block.info[1:] != ["norun"]:
            self.checked += self.check_commands(block)
        elif block.language not in NOT_RUN | {"sh"}:
            self.fail(block, f"nothing here checks a block of {block.language}")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    for name in ("source", "tool", "library", "compiler"):
        parser.add_argument(f"--{name}", required=True)
    parser.add_argument("--flag", action="append", default=[])
    parser.add_argument("documents", nargs="+")
    options = parser.parse_args()
    options.flag = [flag for flag in options.flag if flag]
    with tempfile.TemporaryDirectory() as folder:
        checker, programs = Checker(options, folder), []
        for name in options.documents:
            before = checker.checked
            blocks = blocks_of(pathlib.Path(options.source) / name, name)
            for block, following in zip(blocks, [*blocks[1:], None]):
                answers = following is not None and following.directly and following.info == ["text"]
                checker.check(block, following if answers else None)
            print(f"{name}: {checker.checked - before} snippets")
            programs += [[line.strip() for line in block.text.splitlines()] for block in blocks if block.info == ["c"]]
        for place, lines in header_code(options.source):
            checker.checked += 1
            if not any(lines == program[i : i + len(lines)] for program in programs for i in range(len(program))):
                checker.failed += 1
                print(f"{place}: no program of the documents has this code")
    if checker.checked == 0:
        raise SystemExit("no snippet found")
    print(f"{checker.checked} snippets, {checker.failed} failures")
    return 1 if checker.failed else 0


if __name__ == "__main__":
    sys.exit(main())
