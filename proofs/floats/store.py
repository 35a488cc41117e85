"""A store of proved modules: store.py take|keep FOLDER, before and after the modules of FOLDER are proved.

The key of a module is the hash of all that coqc reads for it: its source, the compiled modules of FOLDER that it
requires (each has the hashes of those it requires itself), coqc with its arguments, its libraries. Without a store
all modules are proved anew. Room: proofs.
"""

import hashlib
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

SUFFIXES = (".glob", ".vos", ".vok", ".vo")
ARGUMENTS = ["-R", ".", "Carom"]
# What proof_floats.sh gives coqc.
FLAGS = [*ARGUMENTS, "-w", "none"]


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()


def tools():
    """The hash of coqc, its arguments and every library that it may load."""
    total = hashlib.sha256(repr((FLAGS, os.environ.get("COQPATH"))).encode())
    total.update(subprocess.run(["coqc", "--version"], check=True, capture_output=True).stdout)
    total.update(digest(pathlib.Path(shutil.which("coqc")).resolve()).encode())
    config = subprocess.run(["coqc", "-config"], check=True, capture_output=True, text=True).stdout
    places = dict(line.split("=", 1) for line in config.splitlines() if "=" in line)
    for place in (places["COQLIB"], places["COQCORELIB"]):
        for library in sorted(pathlib.Path(place).rglob("*")):
            if library.suffix in (".vo", ".cmxs"):
                total.update(f"{library} {digest(library)}\n".encode())
    return total.hexdigest()


def requirements(folder):
    """Each module with the modules of the folder that it requires, those first."""
    sources = sorted(str(path.relative_to(folder)) for path in folder.rglob("*.v"))
    lines = subprocess.run(
        ["coqdep", *ARGUMENTS, *sources], cwd=folder, check=True, capture_output=True, text=True
    ).stdout.splitlines()
    required = {}
    for line in lines:
        made, _, needed = line.partition(":")
        target = made.split()[0]
        if target.endswith(".vo"):
            required[os.path.normpath(target)[:-3]] = sorted(
                os.path.normpath(name)[:-3]
                for name in needed.split()
                if name.endswith(".vo") and not os.path.isabs(name)
            )
    ordered = []

    def visit(module):
        if module not in ordered:
            for other in required[module]:
                visit(other)
            ordered.append(module)

    for module in required:
        visit(module)
    return [(module, required[module]) for module in ordered]


def key(folder, module, required, tools_hash):
    """None if a module that it requires is not compiled."""
    total = hashlib.sha256(f"{tools_hash} {module} {digest(folder / (module + '.v'))}\n".encode())
    for other in required:
        compiled = folder / (other + ".vo")
        if not compiled.exists():
            return None
        total.update(f"{other} {digest(compiled)}\n".encode())
    return total.hexdigest()


def take(folder, store):
    tools_hash = tools()
    taken = 0
    modules = requirements(folder)
    for module, required in modules:
        name = key(folder, module, required, tools_hash)
        for suffix in SUFFIXES:
            (folder / (module + suffix)).unlink(missing_ok=True)
        if name and (store / name).is_dir():
            # Later than its source and than what it requires, so that make finds it done.
            for suffix in SUFFIXES:
                shutil.copyfile(store / name / ("module" + suffix), folder / (module + suffix))
            taken += 1
    print(f"proof: {taken} of {len(modules)} modules are in the store")


def keep(folder, store):
    tools_hash = tools()
    for module, required in requirements(folder):
        name = key(folder, module, required, tools_hash)
        if not name or (store / name).exists() or not (folder / (module + ".vo")).exists():
            continue
        # An entry appears whole or not at all.
        part = pathlib.Path(tempfile.mkdtemp(dir=store))
        for suffix in SUFFIXES:
            shutil.copyfile(folder / (module + suffix), part / ("module" + suffix))
        try:
            part.rename(store / name)
        except OSError:
            shutil.rmtree(part)


if __name__ == "__main__":
    cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache") / "carom" / "proofs"
    try:
        cache.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        sys.exit(print(f"proof: no store of proved modules: {error}"))
    {"take": take, "keep": keep}[sys.argv[1]](pathlib.Path(sys.argv[2]), cache)
