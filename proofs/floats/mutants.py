#!/usr/bin/env python3
"""Makes every constant of the filters too small, one at a time, and checks that a proof then fails.

Usage: mutants.py [WORD...], only the mutants whose place contains one of the words

A constant is a power of two, such as 0x1p-48, or the two decimal ones of reach.h. An error factor or a least
size becomes a 16th of itself, a largest size becomes 16 times as large. What is proved of such a constant holds
for it as it stands, so each mutant must break a proof. Constants of which nothing is proved are in the list
UNPROVED. The script fails if a mutant survives that is not in the list, or if one of the list is caught.
"""

import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLACE = ROOT / "build/proofs/mutants"
BUILT = ROOT / "build/proofs/floats"

FILES = [
    "include/carom/detail/reach.h",
    "src/geometry/relation.c",
    "src/exact/relation_filter.h",
    "src/exact/distance_order_filter.h",
    "src/batch/batch_set.h",
    "src/scene/layout.h",
    "src/exact/wide.h",
    "src/exact/sweep_filter.h",
    "src/exact/passage_filter.h",
    "src/exact/sweep_time.h",
    "src/exact/sweep_fast.h",
    "src/exact/tangent_gap.h",
    "src/geometry/contact_fast.h",
    "src/geometry/push_off.h",
]

# Constants of which no theorem speaks: file and the text of their line. The first only chooses between two filters.
UNPROVED = [
    ("src/geometry/relation.c", "if (gap == 0.0 && ux * ux + uy * uy > 0x1p30 * (reach * reach)) {"),
]

CONSTANT = re.compile(r"0x1p(?P<binary>[-+]?\d+)|(?P<decimal>\d\.\d{6,}e-\d+)|(?P<tiny>\d+\.0) \* DBL_MIN")


def mutated(match):
    """Returns the text of a constant that is too small, or too large for a largest size."""
    if match["binary"]:
        exponent = int(match["binary"])
        return f"0x1p{exponent - 4 if exponent < 0 else exponent + 4}"
    if match["decimal"]:
        return repr(float(match["decimal"]) / 16)
    return "0x1p-53 * DBL_MIN"


def mutants_of(path):
    """Yields the line numbers, lines and mutated texts of a file, one for each constant."""
    text = (ROOT / path).read_text(encoding="utf-8")
    for match in CONSTANT.finditer(text):
        line_start = text.rfind("\n", 0, match.start()) + 1
        line = text[line_start : text.index("\n", match.start())]
        if "//" in line[: match.start() - line_start]:
            continue
        number = text.count("\n", 0, match.start()) + 1
        yield number, line.strip(), text[: match.start()] + mutated(match) + text[match.end() :]


def prepare():
    """Copies the sources and the finished proofs."""
    shutil.rmtree(PLACE, ignore_errors=True)
    for folder in ("include", "src", "proofs/floats"):
        shutil.copytree(ROOT / folder, PLACE / folder)
    (PLACE / "scripts").mkdir()
    shutil.copy(ROOT / "scripts/proof_floats.sh", PLACE / "scripts")


def breaks_a_proof(path, text):
    """Returns whether the proofs fail with this text of a file."""
    target = PLACE / "build/proofs/floats"
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(BUILT, target, copy_function=shutil.copy2)
    (PLACE / path).write_text(text, encoding="utf-8")
    result = subprocess.run(["sh", str(PLACE / "scripts/proof_floats.sh")], capture_output=True, text=True, check=False)
    shutil.copy(ROOT / path, PLACE / path)
    return result.returncode != 0


def main(words):
    """Runs all mutants. Returns the number of surprises."""
    subprocess.run(["sh", str(ROOT / "scripts/proof_floats.sh")], check=True)
    prepare()
    caught, survivors, surprises = 0, 0, 0
    for path in FILES:
        for number, line, text in mutants_of(path):
            place = f"{path}:{number}: {line}"
            if words and not any(word in place for word in words):
                continue
            is_caught = breaks_a_proof(path, text)
            is_expected = is_caught != ((path, line) in UNPROVED)
            caught += is_caught
            survivors += not is_caught
            surprises += not is_expected
            print("caught  " if is_caught else "SURVIVES", place, "" if is_expected else " (not expected)", flush=True)
    print(f"mutants: {caught} break a proof, {survivors} do not")
    return surprises


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:]) else 0)
