"""Whether a proof or a test of the proofs ran before on the same inputs.

Usage: passed.py has|keep NAME PATH... [--made FILE...]. The key is the hash of the files (those below a folder, too),
of the environment's CAROM_*, and of the tools' versions. `has` copies what was made and repeats what was printed; it
exits with 1 if there was no such run. `keep` stores the made files, and what it reads from standard input, which it
also prints. Room: proofs.
"""

import argparse
import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

TOOLS = ("cc", "coqc", "frama-c", "why3", "z3", "cvc4", "/usr/bin/python3")


def store():
    base = os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache"
    return pathlib.Path(base) / "carom" / "passed"


def key(name, paths):
    total = hashlib.sha256(name.encode())
    for tool in TOOLS:
        if shutil.which(tool):
            option = "-version" if tool == "frama-c" else "--version"
            total.update(subprocess.run([tool, option], capture_output=True).stdout)
    for variable in sorted(variable for variable in os.environ if variable.startswith("CAROM_")):
        total.update(f"{variable}={os.environ[variable]}\n".encode())
    for path in map(pathlib.Path, paths):
        for file in sorted(path.rglob("*")) if path.is_dir() else [path]:
            if file.is_file() and "__pycache__" not in file.parts:
                total.update(f"{file} {hashlib.sha256(file.read_bytes()).hexdigest()}\n".encode())
    return total.hexdigest()


def has(entry, made):
    if not entry.is_dir():
        return False
    for file in made:
        shutil.copyfile(entry / file.name, file)
    printed = (entry / "printed").read_text().rstrip("\n")
    print("\n".join(f"{line} (its inputs have not changed)" for line in printed.split("\n")))
    return True


def keep(entry, made):
    printed = sys.stdin.read()
    print(printed, end="")
    # An entry appears whole or not at all. Without a store the proofs run anew.
    try:
        entry.parent.mkdir(parents=True, exist_ok=True)
        part = pathlib.Path(tempfile.mkdtemp(dir=entry.parent))
        (part / "printed").write_text(printed)
        for file in made:
            shutil.copyfile(file, part / file.name)
        part.rename(entry)
    except OSError as error:
        print(f"proof: not stored: {error}", file=sys.stderr)


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("action", choices=("has", "keep"))
    parser.add_argument("name")
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--made", nargs="*", type=pathlib.Path, default=[])
    arguments = parser.parse_args()
    place = store() / key(arguments.name, arguments.paths)
    if arguments.action == "keep":
        keep(place, arguments.made)
    elif not has(place, arguments.made):
        sys.exit(1)
