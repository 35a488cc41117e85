#!/usr/bin/env python3
"""Checks that no files of the library, the tool or the tutorials' methods need each other, not even by way of others.

usage: check_cycles.py

A file and its header are one: src/sweep/sweep.c and sweep.h are sweep/sweep. It needs what it includes and what defines
the functions that it names, also those that a public header declares. Files in a cycle can only be understood together.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
FOLDERS = ("include", "src", "cli", "classic")
# Comments, texts and characters.
DEAD = re.compile(r"//[^\n]*|/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.S)
INCLUDE = re.compile(r'^#include "([^"]+)"$', re.M)
# A declaration says what there is, and needs nothing but its types.
DECLARED = re.compile(r"^[A-Za-z_][\w *]*?\b\w+\([^;{}()]*(?:\([^;{}()]*\)[^;{}()]*)*\)[\w ]*;", re.M)
# A function that other files see: its name and its parameters begin a line, and its body follows.
DEFINED = re.compile(r"^(?!static\b|CAROM_\w*INLINE\b|typedef\b|#)[A-Za-z_][\w *]*?\b(\w+)\([^;{}]*\)\s*\{", re.M)


def node_of(path):
    """The name of a file together with its header."""
    return path.relative_to(ROOT).with_suffix("").as_posix()


def needs_of(folder):
    """What each file of a folder needs of the others, and why: {file: {other: word}}."""
    files = [path for path in sorted((ROOT / folder).rglob("*")) if path.suffix in (".c", ".cpp", ".h")]
    texts = {path: path.read_text(encoding="utf-8") for path in files}
    code = {path: DECLARED.sub(" ", DEAD.sub(" ", text)) for path, text in texts.items()}
    defined = {name: node_of(path) for path in files if path.suffix != ".h" for name in DEFINED.findall(code[path])}
    needs = {node_of(path): {} for path in files}
    for path in files:
        node = node_of(path)
        for name in INCLUDE.findall(texts[path]):
            for place in (path.parent / name, ROOT / folder / name):
                if place in texts and node_of(place) != node:
                    needs[node].setdefault(node_of(place), name)
        for word in re.findall(r"\w+", code[path]):
            if defined.get(word, node) != node:
                needs[node].setdefault(defined[word], word)
    return needs


def circles(needs):
    """The groups of files that need each other (Tarjan's strongly connected components)."""
    order, low, stack, found = {}, {}, [], []

    def visit(node):
        order[node] = low[node] = len(order)
        stack.append(node)
        for other in needs[node]:
            if other not in order:
                visit(other)
            if other in stack:
                low[node] = min(low[node], low[other])
        if low[node] == order[node]:
            group = stack[stack.index(node) :]
            del stack[-len(group) :]
            if len(group) > 1:
                found.append(group)

    for node in needs:
        if node not in order:
            visit(node)
    return found


def main():
    status = 0
    for folder in FOLDERS:
        needs = needs_of(folder)
        for group in circles(needs):
            status = 1
            print(f"these files of {folder}/ need each other:")
            for node in sorted(group):
                for other, word in sorted(needs[node].items()):
                    if other in group:
                        print(f"    {node} needs {other}, for {word}")
    return status


if __name__ == "__main__":
    sys.exit(main())
