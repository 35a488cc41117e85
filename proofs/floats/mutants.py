#!/usr/bin/env python3
"""Makes every constant of the filters too small, one at a time, and checks that a proof then fails.

Usage: mutants.py [WORD...], only the mutants whose place contains one of the words
       mutants.py --quick, those of the files in QUICK
       mutants.py --limits [WORD...], finds the numbers of LIMITS

A constant is a power of two, such as 0x1p-48, or the two decimal ones of reach.h. An error factor or a least
size is halved; a largest size, and what a number must be less than, is doubled. If the proofs still hold, they
prove more than the constant says, and a factor of 2^4 follows, and 2^200 for what allows for underflow. Constants
of which nothing is proved are in the list UNPROVED. The script fails if a mutant survives that is not in the list,
or if one of the list is caught.

For filters of CARRIED, LIMITS has the last double that may stand in the place of a constant. With it all proofs must
hold, and with the next double one must fail.

EDITS change the C in other ways: an fabs that is dropped, operands that are swapped. All of these must break a proof.
"""

import concurrent.futures
import dataclasses
import math
import os
import pathlib
import queue
import re
import shutil
import struct
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
PLACE = ROOT / "build/proofs/mutants"
BUILT = ROOT / "build/proofs/floats"
WORKERS = os.cpu_count() or 2

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

# Filters whose bounds the checker (base/Checker.v) carries: the module of their terms, and all proofs that need it, in
# the order in which they need each other.
CARRIED = {
    "src/rest/orientation_filter.h": ("Terms_orientation", ["Orientation"]),
    "src/rest/arc_filter.h": ("Terms_arc", ["ArcForms"]),
    "src/crowd/gate_filter.h": (
        "Terms_gate",
        ["GatePlace", "GateApart", "GateLeaving", "GateDirection", "GateSpan", "GateFrame"],
    ),
}

# The limits of their constants, in the order of the file: with this number in the place of the constant all proofs
# hold, and with the next double they do not. `mutants.py --limits` finds them. None: not searched yet.
LIMITS = {
    "src/rest/orientation_filter.h": ["0x1.0000000200003p-51", "0x0.0000000000002p-1022"],
    "src/rest/arc_filter.h": [
        "0x1.0100000002008p-663",
        "0x1.8000000280003p-51",
        "0x1.2000000200006p-50",
        "0x1.2000000200006p-50",
        "0x1.8000000200006p-51",
        None,
        None,
    ],
    "src/crowd/gate_filter.h": ["0x1.880000006000bp-47", None, None],
}

# What the quick run tries.
QUICK = ["src/rest/orientation_filter.h"]

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
    ("src/rest/arc_filter.h", "0x1p-50 * (p2 + q2)", "0x1p-50 * (p2 - q2)"),
    ("src/rest/arc_filter.h", "k < 0.0 ? -power.value : power.value", "k < 0.0 ? power.value : -power.value"),
    ("src/crowd/gate_filter.h", "n.x * d.x + n.y * d.y >", "n.x * d.y + n.y * d.x >"),
    ("src/crowd/gate_filter.h", "(fabs(u.x) + fabs(u.y))", "(u.x + fabs(u.y))"),
    ("src/crowd/gate_filter.h", "(fabs(from.x) + fabs(from.y))", "(fabs(from.x) + from.y)"),
]

CONSTANT = re.compile(
    r"0x1(?P<digits>\.[0-9a-f]+)?p(?P<binary>[-+]?\d+)|(?P<decimal>\d\.\d{6,}e-\d+)|(?P<tiny>\d+\.0) \* DBL_MIN"
)

# The binary logarithms of the factors that are tried, until a proof fails.
FACTORS = (1, 4, 200)


def is_upper(match):
    """Returns whether a constant is an upper limit, which is worse if it is larger."""
    return bool(match["binary"]) and (
        int(match["binary"]) > 0 or bool(re.search(r"<=? $", match.string[: match.start()]))
    )


def mutated(match, factor):
    """Returns the text of a constant that is too small, or too large for an upper limit."""
    if match["binary"]:
        return f"0x1{match['digits'] or ''}p{int(match['binary']) + (factor if is_upper(match) else -factor)}"
    if match["decimal"]:
        return repr(float(match["decimal"]) / 2**factor)
    return f"{match['tiny']} * 0x1p-{factor} * DBL_MIN"


def value_of(match):
    """Returns the number that a constant is."""
    if match["tiny"]:
        return float(match["tiny"]) * sys.float_info.min
    return float.fromhex(match[0]) if match["binary"] else float(match[0])


def worse(number, match):
    """Returns the double next to a number in the place of a constant, on the side where proofs fail."""
    return math.nextafter(number, math.inf if is_upper(match) else 0.0)


def constants_of(path):
    """Yields the constants of a file that are mutated, as matches in its text, with number and text of their lines."""
    text = (ROOT / path).read_text(encoding="utf-8")
    for match in CONSTANT.finditer(text):
        line_start = text.rfind("\n", 0, match.start()) + 1
        line = text[line_start : text.index("\n", match.start())]
        if "//" not in line[: match.start() - line_start]:
            yield match, text.count("\n", 0, match.start()) + 1, line.strip()


def with_constant(match, constant):
    """Returns the text of a file with another constant."""
    return match.string[: match.start()] + constant + match.string[match.end() :]


@dataclasses.dataclass
class Mutant:
    """A change of a file. The texts are tried in turn, until a proof fails; each has a name."""

    path: str
    what: str
    texts: list
    must_break: bool = True


def factor_mutants(path):
    """Yields the mutants of the constants of a file by a factor."""
    for match, number, line in constants_of(path):
        # Only what allows for underflow has so much room.
        is_tiny = match["tiny"] or int(match["binary"] or 0) < -500
        factors = FACTORS if is_tiny else FACTORS[:2]
        texts = [(f"2^{factor}", with_constant(match, mutated(match, factor))) for factor in factors]
        yield Mutant(path, f"{path}:{number}: {line}", texts, (path, line) not in UNPROVED)


def limit_mutants(path):
    """Yields the mutants by the smallest step: a constant at its limit, and the double next to it."""
    if path not in LIMITS:
        return
    for (match, number, line), text in zip(constants_of(path), LIMITS[path], strict=True):
        if text is None:
            continue
        limit = float.fromhex(text)
        for value, must_break in ((limit, False), (worse(limit, match), True)):
            texts = [(value.hex(), with_constant(match, value.hex()))]
            yield Mutant(path, f"{path}:{number}: {line}", texts, must_break)


def edit_mutants(path):
    """Yields the mutants of EDITS."""
    text = (ROOT / path).read_text(encoding="utf-8")
    for place, old, new in EDITS:
        if place == path:
            if old not in text:
                sys.exit(f"mutants: {path} has no `{old}`")
            yield Mutant(path, f"{path}: {old}", [(f"-> {new}", text.replace(old, new, 1))])


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


def required_by(text):
    """Returns the names of the modules that the text of a proof requires."""
    return set(" ".join(re.findall(r"From Carom Require (?:Import |Export )?([^.]*)\.", text)).split())


def needed_by(name, texts):
    """Returns the names of all proofs that a proof needs."""
    needed, todo = set(), [name]
    while todo:
        fresh = required_by(texts[todo.pop()]) & texts.keys() - needed
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


def breaks_a_proof(place, path):
    """Returns whether a proof that mentions what a changed file changes fails."""
    target = place / "build/proofs/floats"
    shutil.rmtree(target, ignore_errors=True)
    shutil.copytree(BUILT, target, copy_function=shutil.copy2)
    return fails(place, users_of_changed_records(place))


def breaks_its_proofs(place, path):
    """As breaks_a_proof, for a file of CARRIED: only its terms are extracted, and only its proofs are checked."""
    terms, proofs = CARRIED[path]
    work = place / "carried"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir()
    for compiled in BUILT.glob("*.vo"):
        if compiled.stem not in (terms, *proofs):
            (work / compiled.name).symlink_to(compiled)
    lines = (ROOT / "proofs/floats/terms.txt").read_text(encoding="utf-8").splitlines()
    (work / "terms.txt").write_text("\n".join(x for x in lines if x.startswith(terms + " ")), encoding="utf-8")
    extract = [sys.executable, "-B", str(place / "proofs/floats/extract.py"), str(work), str(work / "terms.txt")]
    subprocess.run(extract, check=True)
    for name in proofs:
        shutil.copy(BUILT / f"{name}.v", work)
    coqc = ["coqc", "-R", ".", "Carom", "-w", "none"]
    subprocess.run([*coqc, f"{terms}.v"], cwd=work, check=True)
    # The first proof that fails is enough.
    return any(
        subprocess.run([*coqc, f"{name}.v"], cwd=work, capture_output=True, check=False).returncode for name in proofs
    )


def breaks(places, path, text):
    """Returns whether a proof fails with this text of a file."""
    place = places.get()
    (place / path).write_text(text, encoding="utf-8")
    try:
        return (breaks_its_proofs if path in CARRIED else breaks_a_proof)(place, path)
    finally:
        shutil.copy(ROOT / path, place / path)
        places.put(place)


def what_breaks(places, mutant):
    """Returns the name of the first text of a mutant with which a proof fails, or None."""
    return next((name for name, text in mutant.texts if breaks(places, mutant.path, text)), None)


def prove(paths):
    """Proves what the mutants of these files are to break, and returns a queue of folders to break it in."""
    proofs = [proof for path in paths for proof in CARRIED[path][1]] if all(path in CARRIED for path in paths) else []
    subprocess.run(["sh", str(ROOT / "scripts/proof_floats.sh"), *proofs], check=True)
    shutil.rmtree(PLACE, ignore_errors=True)
    places = queue.Queue()
    for number in range(WORKERS):
        prepare(PLACE / str(number))
        places.put(PLACE / str(number))
    return places


def run(mutants):
    """Runs mutants, one on each core, and tells of each. Returns the number of surprises."""
    places = prove({mutant.path for mutant in mutants})
    caught, surprises = 0, 0
    with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
        try:
            found = pool.map(lambda mutant: what_breaks(places, mutant), mutants)
            for number, (mutant, name) in enumerate(zip(mutants, found, strict=True), 1):
                is_expected = (name is not None) == mutant.must_break
                caught += name is not None
                surprises += not is_expected
                told = f"passes, {mutant.texts[-1][0]}" if name is None else f"caught, {name}"
                surprise = "" if is_expected else " (not expected)"
                print(f"{number} of {len(mutants)}: {told} {mutant.what}{surprise}", flush=True)
        finally:
            pool.shutdown(cancel_futures=True)
    print(f"mutants: {caught} break a proof, {len(mutants) - caught} do not, {surprises} not expected")
    return surprises


def bits(number):
    """Returns a double that is not negative as an integer: the next double has the next integer."""
    return struct.unpack("<q", struct.pack("<d", number))[0]


def find_limit(places, path, match):
    """Returns the last double with which all proofs hold, from the constant towards those with which they fail."""
    good, bad = bits(value_of(match)), bits(math.inf if is_upper(match) else 0.0)
    while abs(good - bad) > 1:
        middle = (good + bad) // 2
        constant = struct.unpack("<d", struct.pack("<q", middle))[0].hex()
        good, bad = (good, middle) if breaks(places, path, with_constant(match, constant)) else (middle, bad)
    return struct.unpack("<d", struct.pack("<q", good))[0].hex()


def chosen(words, named):
    """Returns those of the (name, thing) whose name contains one of the words, or all if there are no words."""
    found = [thing for name, thing in named if not words or any(word in name for word in words)]
    return found or sys.exit(f"mutants: no place contains {' or '.join(words)}; places are FILE:LINE: TEXT")


def print_limits(words):
    """Finds and prints the limits of the constants of files of CARRIED."""
    constants = chosen(
        words, [(f"{path}:{n}: {line}", (path, match)) for path in CARRIED for match, n, line in constants_of(path)]
    )
    places = prove({path for path, _ in constants})
    with concurrent.futures.ThreadPoolExecutor(WORKERS) as pool:
        limits = pool.map(lambda constant: find_limit(places, *constant), constants)
        for (path, match), limit in zip(constants, limits, strict=True):
            print(f"{path}: {match[0]} may be {limit}", flush=True)


def main(words):
    """Runs the mutants. Returns the number of surprises."""
    if words[:1] == ["--limits"]:
        return print_limits(words[1:])
    if words == ["--quick"]:
        words = QUICK
    kinds = (factor_mutants, limit_mutants, edit_mutants)
    return run(chosen(words, [(mutant.what, mutant) for path in FILES for kind in kinds for mutant in kind(path)]))


if __name__ == "__main__":
    sys.exit(1 if main(sys.argv[1:]) else 0)
