#!/usr/bin/env python3
"""Writes the terms of the C library's filters for Coq.

Usage: extract.py FOLDER [TABLE]

The table, terms.txt, has a line for each record: the module, the C file, the function and options:

    fused            products may be fused into sums: each sum is a relation
    undecided=F,G    what these functions decide is left to them: the result is `undecided`
    call=F,G         these functions are records of their own, further up in the table
    each             one pass of every loop, for an arbitrary counter
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from csource import Source, preprocessed
from execute import Execution
from records import Record
from terms import Refused

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Entry:
    """A line of the table."""

    def __init__(self, line):
        self.module, self.path, self.function, *options = line.split()
        self.is_fused = "fused" in options
        self.does_one_pass = "each" in options
        named = dict(option.split("=") for option in options if "=" in option)
        self.undecided = set(named.pop("undecided", "").split(","))
        self.called = self.calls = set(filter(None, named.pop("call", "").split(",")))
        self.record = self.function + ("_fused" if self.is_fused else "")
        unknown = [*named, *(option for option in options if "=" not in option and option not in ("fused", "each"))]
        if unknown:
            raise Refused(f"unknown options in the table: {' '.join(unknown)}")


def table_of(path):
    """Returns the entries of a table."""
    lines = (line.split("#")[0].strip() for line in path.read_text(encoding="utf-8").splitlines())
    return [Entry(line) for line in lines if line]


def extract(source, entry, records):
    """Returns the record of a function."""
    execution = Execution(source, entry, records)
    return Record(entry, execution, execution.run(entry.function))


def module_text(entries, records):
    """Returns the text of a module."""
    needed = sorted({records[name].entry.module for entry in entries for name in entry.called} - {entries[0].module})
    lines = ["(* Written by proofs/floats/extract.py from the C source. *)", "From Coq Require Import Bool ZArith."]
    lines += ["From Carom Require Import Model Operations" + "".join(" " + name for name in needed) + ".", ""]
    return "\n".join([*lines, *(records[entry.record].coq() for entry in entries)])


def main(folder, table):
    """Writes all modules of the table into a folder. Returns the number of functions that are refused."""
    folder.mkdir(parents=True, exist_ok=True)
    fakes = folder / "headers"
    fakes.mkdir(exist_ok=True)
    sources, records, modules, refused = {}, {}, {}, 0
    for entry in table_of(table):
        if entry.path not in sources:
            sources[entry.path] = Source(preprocessed(ROOT / entry.path, ROOT, fakes), entry.path)
        try:
            records[entry.record] = extract(sources[entry.path], entry, records)
            modules.setdefault(entry.module, []).append(entry)
        except Refused as refusal:
            refused += 1
            print(f"{entry.function}: {refusal}", file=sys.stderr)
    for name, entries in modules.items():
        (folder / f"{name}.v").write_text(module_text(entries, records), encoding="utf-8")
    return refused


if __name__ == "__main__":
    here = pathlib.Path(__file__).resolve().parent
    paths = [pathlib.Path(arg) for arg in sys.argv[1:]]
    sys.exit(main(paths[0], paths[1] if len(paths) > 1 else here / "terms.txt") > 0)
