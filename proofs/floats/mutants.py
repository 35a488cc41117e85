#!/usr/bin/env python3
"""Makes every constant of the filters too small, one at a time, and checks that a proof then fails.

Usage: mutants.py [WORD...], only the mutants whose place contains one of the words

A constant is a power of two, such as 0x1p-48, or the two decimal ones of reach.h. An error factor or a least
size is halved; a largest size, and what a number must be less than, is doubled. If the proofs still hold, they
prove more than the constant says, and a factor of 16 follows. Constants of which nothing is proved are in the
list UNPROVED. The script fails if a mutant survives that is not in the list, or if one of the list is caught.
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
    "src/exact/wide.h",
    "src/exact/sweep_filter.h",
    "src/exact/passage_filter.h",
    "src/exact/sweep_time.h",
    "src/exact/sweep_fast.h",
    "src/exact/sweep_level.h",
    "src/exact/sweep_small.h",
    "src/exact/tangent_gap.h",
    "src/exact/moving_filter.h",
    "src/exact/moving_time.h",
    "src/geometry/sweep.c",
    "src/geometry/sweep_tangent.h",
    "src/geometry/side_path.h",
    "src/geometry/contact_fast.h",
    "src/geometry/push_off.h",
    "src/scene/layout.h",
    "src/scene/traversal.c",
    "src/scene/traversal.h",
    "src/scene/traversal_lanes.h",
    "src/scene/point_lanes.h",
    "src/scene/nearest.c",
    "src/scene/gap_lanes.h",
]

# Constants of which no theorem speaks: file and the text of their line. The first only chooses between two filters.
UNPROVED = [
    ("src/geometry/relation.c", "if (gap == 0.0 && ux * ux + uy * uy > 0x1p30 * (reach * reach)) {"),
]

CONSTANT = re.compile(r"0x1p(?P<binary>[-+]?\d+)|(?P<decimal>\d\.\d{6,}e-\d+)|(?P<tiny>\d+\.0) \* DBL_MIN")

# The binary logarithms of the factors that are tried, until a proof fails.
FACTORS = (1, 4)


def mutated(match, factor):
    """Returns the text of a constant that is too small, or too large for an upper limit."""
    if match["binary"]:
        exponent = int(match["binary"])
        is_limit = exponent > 0 or re.search(r"<=? $", match.string[: match.start()])
        return f"0x1p{exponent + factor if is_limit else exponent - factor}"
    if match["decimal"]:
        return repr(float(match["decimal"]) / 2**factor)
    return f"{match['tiny']} * 0x1p-{factor} * DBL_MIN"


def mutants_of(path):
    """Yields the line numbers, the lines and the mutated texts of a file, one line for each constant."""
    text = (ROOT / path).read_text(encoding="utf-8")
    for match in CONSTANT.finditer(text):
        line_start = text.rfind("\n", 0, match.start()) + 1
        line = text[line_start : text.index("\n", match.start())]
        if "//" in line[: match.start() - line_start]:
            continue
        number = text.count("\n", 0, match.start()) + 1
        texts = [text[: match.start()] + mutated(match, factor) + text[match.end() :] for factor in FACTORS]
        yield number, line.strip(), texts


def prepare():
    """Copies the sources and the finished proofs."""
    shutil.rmtree(PLACE, ignore_errors=True)
    for folder in ("include", "src", "proofs/floats"):
        shutil.copytree(ROOT / folder, PLACE / folder)
    (PLACE / "scripts").mkdir()
    shutil.copy(ROOT / "scripts/proof_floats.sh", PLACE / "scripts")


def records_of(folder):
    """Returns the texts of all records that a folder has."""
    texts = {}
    for path in sorted(folder.glob("Terms_*.v")):
        for part in path.read_text(encoding="utf-8").split("\nModule ")[1:]:
            texts[part.split("_terms.")[0]] = part
    return texts


def users_of_changed_records():
    """Returns the names of the proofs that mention a record which the mutant changes."""
    fresh = PLACE / "fresh"
    shutil.rmtree(fresh, ignore_errors=True)
    subprocess.run([sys.executable, "-B", str(PLACE / "proofs/floats/extract.py"), str(fresh)], check=True)
    before = records_of(BUILT)
    changed = [name for name, text in records_of(fresh).items() if text != before[name]]
    mention = re.compile(r"\b(" + "|".join(map(re.escape, changed)) + r")(_results|_terms)?\b")
    proofs = sorted((PLACE / "proofs/floats").glob("*.v"))
    return [path.stem for path in proofs if changed and mention.search(path.read_text(encoding="utf-8"))]


def fails(modules):
    """Returns whether a proof of these modules, or of all if there are none, fails."""
    script = str(PLACE / "scripts/proof_floats.sh")
    result = subprocess.run(["sh", script, *modules], capture_output=True, text=True, check=False)
    if result.returncode != 0 and "a proof in" not in result.stderr:
        raise SystemExit(f"mutants: no proof fails, but the script: {result.stderr}")
    return result.returncode != 0


def breaks_a_proof(path, text):
    """Returns whether the proofs fail with this text of a file. First come those that mention what changes."""
    target = PLACE / "build/proofs/floats"
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(BUILT, target, copy_function=shutil.copy2)
    (PLACE / path).write_text(text, encoding="utf-8")
    users = users_of_changed_records()
    is_broken = bool(users) and (fails(users) or fails([]))
    shutil.copy(ROOT / path, PLACE / path)
    return is_broken


def main(words):
    """Runs all mutants. Returns the number of surprises."""
    subprocess.run(["sh", str(ROOT / "scripts/proof_floats.sh")], check=True)
    prepare()
    caught, survivors, surprises = 0, 0, 0
    for path in FILES:
        for number, line, texts in mutants_of(path):
            place = f"{path}:{number}: {line}"
            if words and not any(word in place for word in words):
                continue
            factor = next((2**f for f, text in zip(FACTORS, texts, strict=True) if breaks_a_proof(path, text)), None)
            is_caught = factor is not None
            is_expected = is_caught != ((path, line) in UNPROVED)
            caught += is_caught
            survivors += not is_caught
            surprises += not is_expected
            told = f"caught, {factor:2}" if is_caught else "SURVIVES  "
            print(told, place, "" if is_expected else " (not expected)", flush=True)
    print(f"mutants: {caught} break a proof, {survivors} do not")
    return surprises


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:]) else 0)
