#!/usr/bin/env python3
"""Writes the terms of the C library's filters for Coq.

Usage: extract.py FOLDER [TABLE]

The terms are those of the plain C of the library (CAROM_PORTABLE), whose results are the same bits. What is assumed: no
signed integer overflows, the pointers that a function gets lead to different objects, a number of an enum is one of its
constants, and CAROM_ASSUME says what is so. What a function is called for where C leaves the result open is an input of
which nothing is known.

The table, terms.txt, has a line for each record: the module, the C file, the function and options:

    lanes            lanes of any machine: products may be fused, minimum and maximum of equal numbers and NaN are open
    sink=F           the numbers that F gets are results
    fused            products may be fused into sums: each sum is a relation
    undecided=F,G    what these functions decide is left to them: the result is `undecided`
    unknown=F,G      of what these functions give nothing is known: it is an input
    given=P.M:N,...  the member M of what the parameter P points to is the number N. The record's name ends in _N
    hidden           numbers of which nothing is known are no inputs: the record says that there are some
    call=F,G         these functions are records of their own, further up in the table; they may be of another file
    passes=N         loops end after at most N passes, or the result goes_on is true. Where such a record is called,
                     the proof must show that it is false
    each             one pass of every loop, for an arbitrary counter
    function         is a function of structs, too: functions.py. All that it calls are functions
"""

import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

from csource import Source, preprocessed
from execute import Execution
from functions import STRUCTS, Function, Structs, functions_module
from functions import module_text as functions_text
from records import Record
from terms import Refused

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]


FLAGS = ("fused", "each", "lanes", "hidden", "function")


class Entry:
    """A line of the table."""

    def __init__(self, line):
        self.module, self.path, self.function, *options = line.split()
        self.has_any_lanes = "lanes" in options
        self.is_fused = "fused" in options
        self.does_one_pass = "each" in options
        self.hides_unknown = "hidden" in options
        self.is_function = "function" in options
        self.suffix = "_lanes" if self.has_any_lanes else "_fused" if self.is_fused else ""
        self.remark = {"": "", "_fused": ", where products may be fused", "_lanes": ", in lanes of any machine"}[
            self.suffix
        ]
        named = dict(option.split("=") for option in options if "=" in option)
        self.undecided = set(filter(None, named.pop("undecided", "").split(",")))
        self.unknown = set(filter(None, named.pop("unknown", "").split(",")))
        self.sinks = set(filter(None, named.pop("sink", "").split(",")))
        self.passes = int(named.pop("passes", "0"))
        numbers = (pair.split(":") for pair in filter(None, named.pop("given", "").split(",")))
        self.given = {place: int(number) for place, number in numbers}
        self.calls = set(filter(None, named.pop("call", "").split(",")))
        self.record = "_".join((self.function, *map(str, self.given.values()))) + self.suffix
        self.options = (self.is_fused, self.has_any_lanes)
        unknown = [*named, *(name for name in options if "=" not in name and name not in FLAGS)]
        if unknown:
            raise Refused(f"unknown options in the table: {' '.join(unknown)}")

    def called(self, records):
        """Returns the records that this one may contain."""
        called = [records.get(name + self.suffix) or records.get(name) for name in self.calls]
        given = [r for r in records.values() if r.entry.given and r.entry.function in self.calls]
        return [*filter(None, called), *given]


def table_of(path):
    """Returns the entries of a table."""
    lines = (line.split("#")[0].strip() for line in path.read_text(encoding="utf-8").splitlines())
    return [Entry(line) for line in lines if line]


def extract(source, entry, records, functions=None, structs=None):
    """Returns the record of a function. Takes its function of structs, if the table asks for it."""
    execution = Execution(source, entry, records)
    record = Record(entry, execution, execution.run(entry.function))
    if entry.is_function and functions is not None:
        functions[record.name] = Function(record, execution, functions, structs)
    return record


def module_text(entries, records):
    """Returns the text of a module."""
    called = {record.entry.module for entry in entries for record in entry.called(records)}
    needed = sorted(called - {entries[0].module})
    lines = ["(* Written by proofs/floats/extract.py from the C source. *)", "From Coq Require Import Bool ZArith."]
    lines += ["From Carom Require Import Model Operations" + "".join(" " + name for name in needed) + ".", ""]
    return "\n".join([*lines, *(records[entry.record].coq() for entry in entries)])


def main(folder, table):
    """Writes all modules of the table into a folder. Returns the number of functions that are refused."""
    folder.mkdir(parents=True, exist_ok=True)
    fakes = folder / "headers"
    fakes.mkdir(exist_ok=True)
    sources, records, modules, refused = {}, {}, {}, 0
    functions, structs = {}, Structs()
    for entry in table_of(table):
        if entry.path not in sources:
            sources[entry.path] = Source(preprocessed(ROOT / entry.path, ROOT, fakes), entry.path)
        try:
            if entry.record in records:
                raise Refused("it is in the table twice")
            records[entry.record] = extract(sources[entry.path], entry, records, functions, structs)
            modules.setdefault(entry.module, []).append(entry)
        except Refused as refusal:
            refused += 1
            print(f"{entry.function}: {refusal}", file=sys.stderr)
    for name, entries in modules.items():
        (folder / f"{name}.v").write_text(module_text(entries, records), encoding="utf-8")
        made = [functions[entry.record] for entry in entries if entry.record in functions]
        if made:
            (folder / f"{functions_module(name)}.v").write_text(functions_text(name, made), encoding="utf-8")
    (folder / f"{STRUCTS}.v").write_text(structs.coq(), encoding="utf-8")
    return refused


if __name__ == "__main__":
    paths = [pathlib.Path(arg) for arg in sys.argv[1:]]
    sys.exit(main(paths[0], paths[1] if len(paths) > 1 else HERE / "terms.txt") > 0)
