#!/usr/bin/env python3
"""Builds what a test needs, in the preset dev, and runs it: test_one.py NAME...

A NAME is that of ctest, such as test_relation, or a file of a test, such as tests/test_relation.c. Built are the
targets whose files stand in the command of the test, and nothing for a test that is a script. Room: scripts.
"""

import difflib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
BUILD = ROOT / "build/dev"
# Asks CMake which file each target makes: cmake-file-api(7).
QUERY = BUILD / ".cmake/api/v1/query/codemodel-v2"
REPLY = BUILD / ".cmake/api/v1/reply"


def run_quietly(command):
    """Runs a command, and prints what it said only if it fails."""
    done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    if done.returncode != 0:
        print(done.stdout, end="")
        sys.exit(done.returncode)


def has_its_place():
    """Whether the build was configured for this tree, where it is now."""
    cache = BUILD / "CMakeCache.txt"
    return cache.is_file() and f"CMAKE_HOME_DIRECTORY:INTERNAL={ROOT}\n" in cache.read_text(encoding="utf-8")


def configure():
    # If the folder was moved or renamed after its last build, it contains the old paths.
    if (BUILD / "CMakeCache.txt").is_file() and not has_its_place():
        shutil.rmtree(BUILD)
    QUERY.parent.mkdir(parents=True, exist_ok=True)
    QUERY.touch()
    print("carom: configuring the preset dev", flush=True)
    run_quietly(["cmake", "--preset", "dev"])


def tests_of(folder):
    """The command of each test, by name. Ctest itself does not tell commands whose program is not built yet."""
    file = folder / "CTestTestfile.cmake"
    if not file.is_file():
        return {}
    text = file.read_text(encoding="utf-8")
    tests = dict(re.findall(r"^add_test\(\[=*\[(.*?)\]=*\] (.*)\)$", text, re.MULTILINE))
    for name in re.findall(r'^subdirs\("(.*)"\)$', text, re.MULTILINE):
        tests |= tests_of(folder / name)
    return tests


def targets_of(command):
    """The targets that make a file of the command."""
    words = set(re.split(r'[\s";=]+', command))
    targets = set()
    for reply in REPLY.glob("target-*.json"):
        target = json.loads(reply.read_text(encoding="utf-8"))
        files = {str(BUILD / artifact["path"]) for artifact in target.get("artifacts", [])}
        if files & words:
            targets.add(target["name"])
    return sorted(targets)


def near(name, known):
    """Known names that are like a name: those that hold it, then those with few other letters."""
    holding = sorted(one for one in known if name in one)
    return list(dict.fromkeys(holding[:8] + difflib.get_close_matches(name, known, n=5, cutoff=0.7)))


def main():
    names = [re.sub(r"\.(c|py|sh|case)$", "", os.path.basename(word)) for word in sys.argv[1:]]
    if not names:
        sys.exit("usage: make t T=NAME, such as make t T=test_relation")
    tests = tests_of(BUILD) if has_its_place() and any(REPLY.glob("index-*.json")) else {}
    if any(name not in tests for name in names):
        configure()
        tests = tests_of(BUILD)
    unknown = [name for name in names if name not in tests]
    for name in unknown:
        like = near(name, tests)
        print(f"carom: there is no test {name}." + (f" Near names: {', '.join(like)}" if like else ""))
    if unknown:
        sys.exit("carom: ctest --test-dir build/dev -N lists all tests")
    targets = sorted({target for name in names for target in targets_of(tests[name])})
    if targets:
        print(f"carom: building {', '.join(targets)}", flush=True)
        jobs = str(os.cpu_count() or 2)
        run_quietly(["cmake", "--build", str(BUILD), "-j", jobs, "--target", *targets])
    pattern = f"^({'|'.join(re.escape(name) for name in names)})$"
    command = ["ctest", "--test-dir", str(BUILD), "-R", pattern, "--output-on-failure"]
    sys.exit(subprocess.run(command, check=False).returncode)


if __name__ == "__main__":
    main()
