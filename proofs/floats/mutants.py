#!/usr/bin/env python3
"""Makes every constant of the filters too small, one at a time, and checks that a proof then fails.

Usage: mutants.py [WORD...], only the mutants whose place contains one of the words
       mutants.py --quick, those of the filters in QUICK, each of which only one proof is about

A constant is a power of two, such as 0x1p-48, or the two decimal ones of reach.h. An error factor or a least
size is halved; a largest size, and what a number must be less than, is doubled. If the proofs still hold, they
prove more than the constant says, and a factor of 2^4 follows, and 2^200 for what allows for underflow. Constants
of which nothing is proved are in the list UNPROVED. The script fails if a mutant survives that is not in the list,
or if one of the list is caught.

EDITS change the C in other ways: an fabs that is dropped, operands that are swapped. All of these must break a proof.
"""

import concurrent.futures
import os
import pathlib
import queue
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLACE = ROOT / "build/proofs/mutants"
BUILT = ROOT / "build/proofs/floats"

FILES = [
    "include/carom/detail/reach.h",
    "src/rest/relation.c",
    "src/rest/relation_filter.h",
    "src/rest/orientation_filter.h",
    "src/rest/arc_filter.h",
    "src/rest/distance_order_filter.h",
    "src/batch/batch_set.h",
    "src/arithmetic/wide.h",
    "src/arithmetic/integers.h",
    "src/sweep/sweep_filter.h",
    "src/sweep/passage_filter.h",
    "src/sweep/sweep_time.h",
    "src/sweep/sweep_one_pass.h",
    "src/sweep/sweep_level.h",
    "src/sweep/sweep_small.h",
    "src/sweep/tangent_gap.h",
    "src/turning/moving_filter.h",
    "src/turning/moving_time.h",
    "src/turning/moving_double_double.h",
    "src/sweep/sweep.c",
    "src/sweep/sweep_double_double.c",
    "src/sweep/sweep_place.h",
    "src/sweep/passage.c",
    "src/sweep/sweep_tangent.h",
    "src/sweep/side_path.h",
    "src/rest/contact_double_double.h",
    "src/rest/contact_integers.c",
    "src/rest/push_off.h",
    "src/scene/layout.h",
    "src/scene/traversal.c",
    "src/scene/traversal.h",
    "src/scene/leaf_lanes.h",
    "src/scene/packet_lanes.h",
    "src/scene/overlap.c",
    "src/scene/point_lanes.h",
    "src/scene/nearest.c",
    "src/scene/gap_lanes.h",
    "src/crowd/gate_filter.h",
]

# Constants of which no theorem speaks: file and the text of their line. They choose which code comes next, how
# far the next try of a push-out goes, when steps to a time end, or where a walk over time splits a piece and gives up.
# The first ones bound normals and points, which are tested and not proved: docs/soundness.md.
UNPROVED = [
    ("src/rest/contact_double_double.h", "#define FAST_LEAST_LEFT 0x1p-40"),
    ("src/rest/contact_integers.c", "return x.hi > 0.0 ? 0x1p-1074 : -0x1p-1074;"),
    ("src/rest/contact_integers.c", "if (least * 0x1p36 >= fabs(w.x) + fabs(w.y) + wall->radius)"),
    ("src/sweep/sweep_time.h", "(e.error * k->v_size < 0x1p-57 * k->reach);"),
    ("src/sweep/sweep_tangent.h", "(speed.hi > 0.0) & (r->error * k->v_size < 0x1p-70 * reach.hi) &"),
    ("src/sweep/sweep_tangent.h", "(normal_least > 0x1p-20 * reach.hi);"),
    ("src/rest/relation.c", "if (gap == 0.0 && ux * ux + uy * uy > 0x1p30 * (reach * reach)) {"),
    (
        "src/sweep/sweep_one_pass.h",
        "const double within = k->reach_len * (1.0 + 0x1p-44) - fabs(pair_x(t->turns));",
    ),
    ("src/sweep/sweep_one_pass.h", "const double reach2 = t->reach * t->reach * (1.0 + 0x1p-44);"),
    ("src/rest/contact_integers.c", "const double next = larger(2.0 * extra, larger(size * 0x1p-52, 0x1p-1074));"),
    ("src/sweep/sweep_double_double.c", "if (!(contact->depth < reach * (1.0 - 0x1p-50)) &&"),
    ("src/turning/moving_time.h", "for (int i = 0; i < 8 && fabs(step) > 0x1p-28 * t; i++) {"),
    ("src/turning/moving_time.h", "if (r.error < 0x1p-66 * t)"),
    (
        "src/sweep/sweep_tangent.h",
        "return !((RESIDUAL_ERROR * terms + 0x1p-800) * inverse < 0x1p-60 * (gap * inverse)) &",
    ),
    ("src/turning/moving_filter.h", "const double pad = width > 0x1p-4 ? 0x1p-11 : width * 0x1p-6;"),
    ("src/turning/moving_filter.h", "if (n == WALK_DEPTH || h->t - l.t < 0x1p-50)"),
]

# What the quick run tries: files whose bounds the checker carries, and the proofs of them.
# Filters with the terms and the proof that alone are about them.
QUICK = {
    "src/rest/orientation_filter.h": ("Terms_orientation", "Orientation"),
}

EDITS = [
    ("src/rest/orientation_filter.h", "(fabs(p) + fabs(q))", "(fabs(p) + q)"),
    ("src/rest/orientation_filter.h", "(fabs(p) + fabs(q))", "(p + fabs(q))"),
    ("src/rest/orientation_filter.h", "p = ux * wy", "p = ux * wx"),
    ("src/rest/orientation_filter.h", "cross = p - q", "cross = q - p"),
    ("src/rest/orientation_filter.h", " + 4.0 * DBL_MIN", ""),
    ("src/rest/arc_filter.h", "cosine * (fabs(p1) + fabs(p2))", "cosine * (fabs(p1) + p2)"),
    ("src/rest/arc_filter.h", "+ fabs(twice) * (fabs(x1)", "+ twice * (fabs(x1)"),
    ("src/rest/arc_filter.h", "cosine * (p1 + p2) - twice * (x1 - x2)", "cosine * (p1 + p2) - twice * (x2 - x1)"),
    ("src/rest/arc_filter.h", "twice * (d1 + d2) - cosine * (x1 - x2)", "cosine * (x1 - x2) - twice * (d1 + d2)"),
    ("src/rest/arc_filter.h", "cosine = less * more", "cosine = 1.0 - k * k"),
    ("src/rest/arc_filter.h", "e * (2.0 * fabs(m) + e)", "e * (2.0 * m + e)"),
    ("src/rest/arc_filter.h", "k < 0.0 ? -power.value : power.value", "k < 0.0 ? power.value : -power.value"),
    ("src/crowd/gate_filter.h", "n.x * d.x + n.y * d.y >", "n.x * d.y + n.y * d.x >"),
    ("src/crowd/gate_filter.h", "(fabs(u.x) + fabs(u.y))", "(u.x + fabs(u.y))"),
    ("src/crowd/gate_filter.h", "(fabs(from.x) + fabs(from.y))", "(fabs(from.x) + from.y)"),
]

CONSTANT = re.compile(r"0x1p(?P<binary>[-+]?\d+)|(?P<decimal>\d\.\d{6,}e-\d+)|(?P<tiny>\d+\.0) \* DBL_MIN")

# The binary logarithms of the factors that are tried, until a proof fails.
FACTORS = (1, 4, 200)


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
        # Only what allows for underflow has so much room.
        is_tiny = match["tiny"] or int(match["binary"] or 0) < -500
        factors = FACTORS if is_tiny else FACTORS[:2]
        texts = [text[: match.start()] + mutated(match, factor) + text[match.end() :] for factor in factors]
        yield number, line.strip(), texts


def changed(path, old, new):
    """Returns the text of a file with its first `old` replaced."""
    text = (ROOT / path).read_text(encoding="utf-8")
    if old not in text:
        sys.exit(f"mutants: {path} has no `{old}`")
    return text.replace(old, new, 1)


def carried_mutants():
    """Yields file, description, text and whether a proof must break, for EDITS."""
    for path, old, new in EDITS:
        yield path, f"{path}: {old} -> {new}", changed(path, old, new), True


def prepare(place):
    """Copies the sources and the proofs into a folder."""
    for folder in ("include", "src", "proofs/floats"):
        shutil.copytree(ROOT / folder, place / folder)
    (place / "scripts").mkdir()
    shutil.copy(ROOT / "scripts/proof_floats.sh", place / "scripts")


def records_of(folder):
    """Returns the texts of all records that a folder has."""
    texts = {}
    for path in sorted(folder.glob("Terms_*.v")):
        for part in re.split(r"\nModule (?=\w+_terms\.)", path.read_text(encoding="utf-8"))[1:]:
            texts[part.split("_terms.")[0]] = part
    return texts


def mention(names):
    """Returns the pattern of a text that mentions one of these records."""
    return re.compile(r"\b(" + "|".join(map(re.escape, sorted(names))) + r")(_results|_terms)?\b")


def needed_by(name, texts):
    """Returns the names of all proofs that a proof needs."""
    needed, todo = set(), [name]
    while todo:
        for imports in re.findall(r"From Carom Require (?:Import )?([^.]*)\.", texts[todo.pop()]):
            fresh = set(imports.split()) & texts.keys() - needed
            needed |= fresh
            todo += fresh
    return needed


def users_of_changed_records(place):
    """Returns the names of the proofs that mention a record which the mutant changes, or one that contains such.

    Those that need few others come first: one of these is most likely to fail.
    """
    fresh = place / "fresh"
    shutil.rmtree(fresh, ignore_errors=True)
    subprocess.run([sys.executable, "-B", str(place / "proofs/floats/extract.py"), str(fresh)], check=True)
    before, after = records_of(BUILT), records_of(fresh)
    changed = {name for name, text in after.items() if text != before[name]}
    while more := {name for name, text in after.items() if changed and mention(changed).search(text)} - changed:
        changed |= more
    texts = {path.stem: path.read_text(encoding="utf-8") for path in (place / "proofs/floats").glob("*/*.v")}
    users = [name for name, text in texts.items() if changed and mention(changed).search(text)]
    return sorted(users, key=lambda name: (len(needed_by(name, texts)), name))


def fails(place, modules):
    """Returns whether one of these proofs fails."""
    if not modules:
        return False
    script = ["sh", str(place / "scripts/proof_floats.sh"), *modules]
    result = subprocess.run(script, capture_output=True, text=True, check=False, env={**os.environ, "JOBS": "1"})
    if result.returncode != 0 and "a proof in" not in result.stderr:
        raise SystemExit(f"mutants: no proof fails, but the script: {result.stderr}")
    return result.returncode != 0


def breaks_a_proof(place, path, text):
    """Returns whether a proof that mentions what changes fails with this text of a file."""
    target = place / "build/proofs/floats"
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(BUILT, target, copy_function=shutil.copy2)
    (place / path).write_text(text, encoding="utf-8")
    is_broken = fails(place, users_of_changed_records(place))
    shutil.copy(ROOT / path, place / path)
    return is_broken


def factor_that_breaks(places, path, texts):
    """Returns the binary logarithm of the first factor with which a proof fails, or None."""
    place = places.get()
    try:
        return next((f for f, text in zip(FACTORS, texts, strict=False) if breaks_a_proof(place, path, text)), None)
    finally:
        places.put(place)


def breaks(places, path, text):
    """Returns whether a proof fails with this text of a file."""
    place = places.get()
    try:
        return breaks_a_proof(place, path, text)
    finally:
        places.put(place)


def breaks_its_proof(places, path, text):
    """As breaks, for a file of QUICK: only its terms are extracted, and only its proof is checked."""
    place = places.get()
    work = place / "quick"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    for compiled in BUILT.glob("*.vo"):
        if compiled.stem not in QUICK[path]:
            (work / compiled.name).symlink_to(compiled)
    lines = (ROOT / "proofs/floats/terms.txt").read_text(encoding="utf-8").splitlines()
    (work / "terms.txt").write_text("\n".join(line for line in lines if f" {path} " in line), encoding="utf-8")
    terms, proof = QUICK[path]
    shutil.copy(BUILT / f"{proof}.v", work)
    (place / path).write_text(text, encoding="utf-8")
    try:
        extract = [sys.executable, "-B", str(place / "proofs/floats/extract.py"), str(work), str(work / "terms.txt")]
        subprocess.run(extract, check=True)
        return any(
            subprocess.run(
                ["coqc", "-R", ".", "Carom", "-w", "none", f"{name}.v"], cwd=work, capture_output=True, check=False
            ).returncode
            for name in (terms, proof)
        )
    finally:
        shutil.copy(ROOT / path, place / path)
        places.put(place)


def quick():
    """Runs the quick mutants. Returns the number of those that no proof notices."""
    subprocess.run(["sh", str(ROOT / "scripts/proof_floats.sh"), *(proof for _, proof in QUICK.values())], check=True)
    mutants = [
        (path, f"{path}:{number}: {line}", texts[-1]) for path in QUICK for number, line, texts in mutants_of(path)
    ]
    mutants += [(path, what, text) for path, what, text, _ in carried_mutants() if path in QUICK]
    # Nothing changed breaks nothing.
    same = [(path, f"{path} as it is", (ROOT / path).read_text(encoding="utf-8")) for path in QUICK]
    shutil.rmtree(PLACE, ignore_errors=True)
    workers = os.cpu_count() or 2
    places = queue.Queue()
    for number in range(workers):
        prepare(PLACE / str(number))
        places.put(PLACE / str(number))
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        found = list(pool.map(lambda mutant: breaks_its_proof(places, mutant[0], mutant[2]), same + mutants))
    for (_, what, _), is_broken in zip(same + mutants, found, strict=True):
        print("caught" if is_broken else "passes", what, flush=True)
    if any(found[: len(same)]):
        sys.exit("mutants: a proof fails for the source as it is")
    print(f"mutants: {sum(found)} of {len(mutants)} break their proof")
    return len(mutants) - sum(found)


def main(words):
    """Runs all mutants, one on each core. Returns the number of surprises."""
    mutants = [
        (path, line, f"{path}:{number}: {line}", texts) for path in FILES for number, line, texts in mutants_of(path)
    ]
    if words == ["--quick"]:
        return quick()
    chosen = [mutant for mutant in mutants if not words or any(word in mutant[2] for word in words)]
    carried = [mutant for mutant in carried_mutants() if not words or any(word in mutant[1] for word in words)]
    if not chosen and not carried:
        sys.exit(f"mutants: no place of a mutant contains {' or '.join(words)}; places are FILE:LINE: TEXT")
    subprocess.run(["sh", str(ROOT / "scripts/proof_floats.sh")], check=True)
    shutil.rmtree(PLACE, ignore_errors=True)
    workers = os.cpu_count() or 2
    places = queue.Queue()
    for number in range(workers):
        prepare(PLACE / str(number))
        places.put(PLACE / str(number))
    caught, surprises = 0, 0
    with concurrent.futures.ThreadPoolExecutor(workers) as pool:
        runs = [pool.submit(factor_that_breaks, places, path, texts) for path, _, _, texts in chosen]
        edits = [pool.submit(breaks, places, path, text) for path, _, text, _ in carried]
        for (path, line, place, _), run in zip(chosen, runs, strict=True):
            factor = run.result()
            is_caught = factor is not None
            is_expected = is_caught != ((path, line) in UNPROVED)
            caught += is_caught
            surprises += not is_expected
            told = f"caught, 2^{factor}" if is_caught else "SURVIVES   "
            print(told, place, "" if is_expected else " (not expected)", flush=True)
        for (_, what, _, must_break), run in zip(carried, edits, strict=True):
            is_broken = run.result()
            surprises += is_broken != must_break
            told = "caught" if is_broken else "passes"
            print(told, what, "" if is_broken == must_break else " (not expected)", flush=True)
            caught += is_broken
    print(f"mutants: {caught} break a proof, {len(chosen) + len(carried) - caught} do not")
    return surprises


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:]) else 0)
