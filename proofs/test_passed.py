"""Tests of passed.py: a run is known if its inputs are equal, and what it made and printed comes back."""

import os
import pathlib
import subprocess
import sys
import tempfile

PASSED = pathlib.Path(__file__).with_name("passed.py")

with tempfile.TemporaryDirectory() as work:
    folder = pathlib.Path(work)
    (folder / "inputs").mkdir()
    source, made = folder / "inputs" / "a.c", folder / "made"

    def run(action, **more):
        return subprocess.run(
            [sys.executable, "-B", PASSED, action, "part", "inputs", "--made", "made"],
            cwd=folder,
            input="proved\n",
            capture_output=True,
            text=True,
            check=False,
            env={**os.environ, "XDG_CACHE_HOME": str(folder / "cache"), **more},
        )

    source.write_text("one")
    made.write_text("made of one")
    assert run("has").returncode == 1
    assert run("keep").stdout == "proved\n"
    made.unlink()
    known = run("has")
    assert known.returncode == 0
    assert known.stdout.startswith("proved")
    assert made.read_text() == "made of one"
    assert run("has", CAROM_PROVER_STEPS="7").returncode == 1
    source.write_text("two")
    assert run("has").returncode == 1
    source.write_text("one")
    assert run("has").returncode == 0
print("proof: what has changed is not known")
