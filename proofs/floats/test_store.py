"""Tests of store.py: a module is taken if its inputs are equal, and missed if one that it requires has changed."""

import os
import pathlib
import subprocess
import sys
import tempfile

STORE = pathlib.Path(__file__).with_name("store.py")


def run(action, folder, cache):
    return subprocess.run(
        [sys.executable, "-B", STORE, action, folder],
        check=True,
        capture_output=True,
        text=True,
        env={**os.environ, "XDG_CACHE_HOME": str(cache)},
    ).stdout


with tempfile.TemporaryDirectory() as work:
    folder, cache = pathlib.Path(work) / "proofs", pathlib.Path(work) / "cache"
    (folder / "room").mkdir(parents=True)
    first, second = folder / "First.v", folder / "room" / "Second.v"
    first.write_text("Definition one := 1.\n")
    second.write_text("From Carom Require Import First.\nLemma is_one : one = 1. Proof. reflexivity. Qed.\n")
    assert "0 of 2" in run("take", folder, cache)
    for module in ("First.v", "room/Second.v"):
        subprocess.run(["coqc", "-R", ".", "Carom", module], cwd=folder, check=True)
    run("keep", folder, cache)
    assert "2 of 2" in run("take", folder, cache)
    second.write_text(second.read_text().replace("is_one", "is_1"))
    assert "1 of 2" in run("take", folder, cache)
    second.write_text(second.read_text().replace("is_1", "is_one"))
    first.write_text("Definition one := 2.\n")
    assert "0 of 2" in run("take", folder, cache)
    assert not second.with_suffix(".vo").exists()
    first.write_text("Definition one := 1.\n")
    assert "2 of 2" in run("take", folder, cache)
print("proof: the store misses what has changed")
