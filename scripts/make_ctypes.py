#!/usr/bin/env python3
"""Makes a Python module from carom_api.json: the whole library by ctypes, with nothing to compile.

usage: make_ctypes.py CAROM_API.JSON OUTPUT.py

An example of a generator, which the tests run. The module needs the path of the shared library in
the variable CAROM_LIBRARY.
"""

import json
import sys

NAMES = {
    "void": "None",
    "bool": "C.c_bool",
    "char": "C.c_char",
    "int": "C.c_int",
    "double": "C.c_double",
    "float": "C.c_float",
    "size_t": "C.c_size_t",
    **{f"{sign}int{bits}_t": f"C.c_{sign}int{bits}" for sign in ("u", "") for bits in (8, 16, 32, 64)},
}
HEAD = '''"""Carom {version} by ctypes. Made by make_ctypes.py from carom_api.json."""

import ctypes as C
import os

_library = C.CDLL(os.environ["CAROM_LIBRARY"])
'''


def callback(function, names):
    """The type of a pointer to a function."""
    types = [function["returns"], *(p["type"] for p in function["parameters"])]
    return f"C.CFUNCTYPE({', '.join(type_of(t, names) for t in types)})"


def type_of(kind, names):
    """The expression for a type. `names` are those of this module's types, and whether each is a callback."""
    if "array" in kind:
        return f"{type_of(kind['array'], names)} * {kind['size']}"
    if "pointer" in kind:
        to = kind["pointer"]
        if "function" in to:
            return callback(to["function"], names)
        if to.get("name") == "void":
            return "C.c_void_p"
        if to.get("name") == "char":
            return "C.c_char_p"
        # A callback's type is a pointer already.
        if names.get(to.get("name")) == "callback":
            return to["name"]
        return f"C.POINTER({type_of(to, names)})"
    name = kind["name"]
    return NAMES[name] if name in NAMES else name


def lines_of(d, names):
    """The lines of Python for one declaration."""
    if d["kind"] == "macro":
        yield f"{d['name']} = {d['value']!r}"
    elif d["kind"] == "typedef":
        yield f"{d['name']} = {type_of(d['type'], names)}"
    elif d["kind"] == "enum":
        yield f"{d['name']} = C.c_int"
        yield from (f"{v['name']} = {v['value']}" for v in d["values"])
    elif d["kind"] == "callback":
        yield f"{d['name']} = {callback(d, names)}"
    elif d["kind"] == "opaque":
        yield f"class {d['name']}(C.Structure):\n    pass"
    elif d["kind"] == "struct":
        yield f"class {d['name']}(C.Structure):"
        yield f"    {d['doc']!r}"
        yield "    _fields_ = ["
        for f in d["fields"]:
            yield f"        ({f['name']!r}, {type_of(f['type'], names)}),"
        yield "    ]"
    elif d["kind"] == "function":
        yield f"{d['name']} = _library.{d['name']}"
        yield f"{d['name']}.restype = {type_of(d['returns'], names)}"
        yield f"{d['name']}.argtypes = [{', '.join(type_of(p['type'], names) for p in d['parameters'])}]"
        yield f"{d['name']}.__doc__ = {d['doc']!r}"


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: make_ctypes.py CAROM_API.JSON OUTPUT.py")
    with open(sys.argv[1], encoding="utf-8") as file:
        api = json.load(file)
    names = {d["name"]: d["kind"] for d in api["declarations"]}
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(HEAD.format(version=api["version"]))
        for d in api["declarations"]:
            file.write("\n" + "\n".join(lines_of(d, names)) + "\n")


if __name__ == "__main__":
    main()
