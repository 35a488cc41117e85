#!/usr/bin/env python3
"""Compares how CMake and Meson compile the library: the same files, each with the same options.

    compare_builds.py CMAKE_BUILD MESON_BUILD SRC

Both builds have a compile_commands.json. The options that change code are compared: -std, -f, -m,
-O and -D.
Room: tests.
"""

import json
import os
import shlex
import sys


def options_of(build, source_folder):
    """The options that change code, by source file."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as file:
        commands = json.load(file)
    options = {}
    for command in commands:
        path = os.path.realpath(os.path.join(command["directory"], command["file"]))
        name = os.path.relpath(path, os.path.realpath(source_folder))
        if name.startswith(".."):
            continue
        words = shlex.split(command["command"])
        kept = [word for word in words if word.startswith(("-std", "-f", "-m", "-O", "-D"))]
        # The last of two that contradict each other counts.
        for flag in [word for word in kept if word.startswith("-ftree")]:
            opposite = "-fno-" + flag[len("-f") :]
            if opposite in kept and kept.index(opposite) < kept.index(flag):
                kept.remove(opposite)
        # Meson asks for colours and for large files; the library opens no file.
        ignored = ("-fdiagnostics", "-D_FILE_OFFSET_BITS")
        options[name] = sorted({word for word in kept if not word.startswith(ignored)})
    return options


def main():
    cmake_build, meson_build, source_folder = sys.argv[1:]
    by_cmake = options_of(cmake_build, source_folder)
    by_meson = options_of(meson_build, source_folder)
    different = [name for name in sorted(set(by_cmake) | set(by_meson)) if by_cmake.get(name) != by_meson.get(name)]
    status = 1 if different else 0
    for name in different[:5]:
        print(f"DIFFERENT {name}: CMake {by_cmake.get(name)}, Meson {by_meson.get(name)}")
    if len(different) > 5:
        print(f"DIFFERENT and {len(different) - 5} more files")
    if len(by_cmake) < 50:
        print(f"FAILED    CMake compiles only {len(by_cmake)} files of {source_folder}")
        status = 1
    if status == 0:
        print(f"same      sources and options of {len(by_cmake)} files")
    return status


sys.exit(main())
