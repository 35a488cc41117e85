"""Breaks a source in one place at a time and checks that its proof then fails.

Usage: mutants.py [PART...], as proof_integers.sh
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys

from annotate import HEAD

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
WORK = ROOT / "build/proofs/mutant"
PARTS = ["limbs", "decode", "block", "widths", "reader"]

# By part and file: what stands in the source, what replaces it, and which of its places, counted from 1. A number
# becomes the nearest one that is wrong: not the next one, where the source is more careful than it must be.
MUTANTS = {
    ("limbs", "arithmetic/limbs.h"): [
        ("while (m != 0 && i < n)", "while (m != 0)", 1),
        ("out[i++] = (limb)(m << s);", "out[++i] = (limb)(m << s);", 1),
        ("if (n == 64 / CAROM_LIMB_BITS)", "if (n == 64 / CAROM_LIMB_BITS - 1)", 1),
        ("for (int i = 0; i < n; i++)", "for (int i = 0; i <= n; i++)", 1),
        ("for (int i = 0; i < n; i++)", "for (int i = 0; i <= n; i++)", 2),
        ("for (int i = 0; i < n; i++)", "for (int i = 0; i <= n; i++)", 3),
        ("for (int i = 0; i < n; i++)", "for (int i = 0; i <= n; i++)", 4),
        ("for (int i = 0; i < n; i++)", "for (int i = 0; i <= n; i++)", 5),
        ("for (int i = 0; i < nx + ny; i++)", "for (int i = 0; i <= nx + ny; i++)", 1),
        ("for (int j = 0; j < ny; j++)", "for (int j = 0; j <= ny; j++)", 1),
        ("for (int j = 0; j < ny; j++)", "for (int j = 0; j < ny; j--)", 1),
        ("out[i + ny] = (limb)carry;", "out[i + ny + 1] = (limb)carry;", 1),
        ("carry += (limb_pair)x[i] * y[j] + out[i + j];", "carry += (limb_pair)x[i] * y[j] + 2u * out[i + j];", 1),
        ("for (int i = n - 1; i >= 0; i--)", "for (int i = n; i >= 0; i--)", 1),
        ("for (int i = n - 1; i >= 0; i--)", "for (int i = n - 1; i > 0; i--)", 1),
        ("return x[i] < y[i] ? -1 : 1;", "return x[i] > y[i] ? -1 : 1;", 1),
        ("? 0 : negative ? -1 : 1;", "? 0 : negative ? -2 : 1;", 1),
    ],
    ("decode", "arithmetic/integers.h"): [
        ("span <= 61", "span <= 62", 1),
        ("span <= 125", "span <= 126", 1),
        ("LIMBS_ANY = 2112 /", "LIMBS_ANY = 2080 /", 1),
        ("(int)needed * LIMBS_64", "(int)needed * LIMBS_64 - 1", 1),
        ("- 1075", "- 1076", 1),
        ("(uint64_t)1 << 52", "(uint64_t)1 << 53", 1),
        ("const int low = top - 63;", "const int low = top - 64;", 1),
        ("(i + 1) * CAROM_LIMB_BITS > low", "(i + 1) * CAROM_LIMB_BITS >= low", 1),
        ("i >= 0 && (i + 1)", "(i + 1)", 1),
        ("while (n > 0 &&", "while (n >= 0 &&", 1),
        ("bit_length(x[n - 1]) - 1;", "bit_length(x[n - 1]) + 1;", 1),
        ("top >= 64 ?", "top >= 63 ?", 1),
    ],
    ("decode", "rest/inputs.h"): [
        ("+ trailing_zeros(m)", "+ trailing_zeros(m) + 1", 1),
        ("+ bit_length(m)", "+ bit_length(m) - 1", 1),
        ("lowest < low ?", "lowest > low ?", 1),
        ("highest > high ?", "highest < high ?", 1),
        ("high++;", ";", 1),
        ("m >> -shift", "m >> shift", 1),
    ],
    ("decode", "sweep/sweep_integers.c"): [
        ("p->top - p->unit + t.shift + 5", "p->top - p->unit + t.shift + 4", 1),
        ("(bits + CAROM_LIMB_BITS - 1) / CAROM_LIMB_BITS", "bits / CAROM_LIMB_BITS", 1),
    ],
    ("decode", "rest/distance_order_integers.c"): [
        ("(top - unit + 2) / 64 + 1", "(top - unit + 1) / 64 + 1", 1),
        ("(top - unit + 2) / 64 + 1", "(top - unit + 2) / 64", 1),
    ],
    ("block", "arithmetic/integer.h"): [
        ("while (n > 0 && x[n - 1] == 0)", "while (x[n - 1] == 0)", 1),
        ("for (int i = 0; i < a.n; i++)", "for (int i = 0; i <= a.n; i++)", 1),
        ("for (int i = 0; i < a.n; i++)", "for (int i = 0; i <= a.n; i++)", 2),
        ("for (int i = 0; i < a.n; i++)", "for (int i = 0; i <= a.n; i++)", 3),
        ("(shift + 64) / CAROM_LIMB_BITS + 1", "(shift + 64) / CAROM_LIMB_BITS + 2", 1),
        ("take_limbs(m, a.n + 1)", "take_limbs(m, a.n + 2)", 1),
        ("i < b.n ? b.x[i] : 0)", "i <= b.n ? b.x[i] : 0)", 1),
        ("x[a.n] = (limb)carry;", "x[a.n + 1] = (limb)carry;", 1),
        ("return a.n >= b.n ? add_magnitudes(m, a, b,", "return a.n < b.n ? add_magnitudes(m, a, b,", 1),
        ("take_limbs(m, a.n + b.n)", "take_limbs(m, a.n + b.n + 1)", 1),
        ("limbs_mul_call(x, a.x, a.n, b.x, b.n)", "limbs_mul_call(x, a.x, a.n, b.x, b.n + 1)", 1),
        ("a.n + whole + 1", "a.n + whole + 2", 1),
        ("i - whole < a.n ?", "i - whole <= a.n ?", 1),
        ("integer_mul(m, c, d);", "integer_mul(m, integer_mul(m, c, d), d);", 1),
    ],
    ("block", "turning/moving_search.h"): [
        ("n += CAROM_LIMB_BITS;", "n += 2 * CAROM_LIMB_BITS;", 1),
        ("a.n > whole ? a.n - whole : 0", "a.n > whole ? a.n : 0", 1),
        ("i + 1 < n ? a.x[i + 1 + whole] : 0", "i + 1 <= n ? a.x[i + 1 + whole] : 0", 1),
        ("while (n > 0 && out[n - 1] == 0)", "while (out[n - 1] == 0)", 1),
    ],
    # The shortest blocks have 26670, 892 and 1797 limbs of 64 bits.
    ("block", "turning/moving_integers.c"): [
        ("BLOCK_LIMBS = 221184 /", "BLOCK_LIMBS = 26669 * 8 /", 1),
        ("START_LIMBS = 12288 /", "START_LIMBS = 891 * 8 /", 1),
        ("MOMENT_LIMBS = 24576 /", "MOMENT_LIMBS = 1796 * 8 /", 1),
    ],
    # Files that widths.py reads are broken here; the arrays follow.
    ("widths", "rest/relation_integers.c"): [
        ("return judge_circle(p, 2 * LIMBS_64);", "return judge_circle(p, LIMBS_64);", 1),
        ("limbs_compare(lhs, rhs, 4 * n)", "limbs_compare(lhs, rhs, 3 * n)", 1),
        ("n6 = 6 * n;", "n6 = 5 * n;", 1),
        ("n3 = 3 * n,", "n3 = 2 * n,", 1),
    ],
    ("widths", "sweep/sweep_integers.c"): [
        ("return judge_first_contact(p, 2 * LIMBS_64);", "return judge_first_contact(p, LIMBS_64);", 1),
        ("limbs_mul(x, from_u, 2 * n, s->cross_move, 2 * n);", "limbs_mul(x, from_u, 2 * n, x, 2 * n);", 1),
        ("limbs_compare(lhs, rhs, 8 * n)", "limbs_compare(lhs, rhs, 7 * n)", 1),
        ("n <= 2 * LIMBS_64 && tier", "n <= 3 * LIMBS_64 && tier", 1),
    ],
    ("widths", "arithmetic/root_sum.h"): [
        (
            "limbs_sum(x4, n, x4, false, x4, false);",
            "limbs_sum(x4, n, x4, 0, x4, 0); limbs_sum(x4, n, x4, 0, x4, 0);",
            1,
        ),
        ("ROOT_LIMBS_MAX = 8 * LIMBS_MAX", "ROOT_LIMBS_MAX = 7 * LIMBS_MAX", 1),
    ],
    ("widths", "arithmetic/integers.h"): [
        ("difference[4 * LIMBS_MAX]", "difference[3 * LIMBS_MAX]", 1),
    ],
    # The bits that an input leaves free in its limbs: numbers of the proof itself.
    ("widths", "SPARE_limbs_for"): [("3", "2", 1)],
    ("widths", "SPARE_limbs_between"): [("3", "2", 1)],
    ("widths", "SPARE_limbs_at"): [("5", "2", 1)],
    ("reader", "scene/serialize.c"): [
        ("size < sizeof s->magic ||", "", 1),
        ("if (size < sizeof *s)", "if (size < sizeof *s - 1)", 1),
        ("size < s->size ||", "", 1),
        ("s->count > CAROM_INDEX_MAX ||", "", 1),
        ("s->endless_from > s->count ||", "", 1),
        (" || s->loose_leaves > s->leaf_count", "", 1),
        ("s->loose_leaves > LOOSE_LEAVES_MAX", "s->loose_leaves > LOOSE_LEAVES_MAX + 1", 1),
        ("memcmp(&right, s, sizeof right) == 0", "memcmp(&right, s, sizeof right) >= 0", 1),
        ("index[i] >= s->count ||", "index[i] > s->count ||", 1),
        ("slot[index[i]] != i", "slot[index[i]] > i", 1),
        ("for (size_t i = 0; i < s->count; i++)", "for (size_t i = 0; i <= s->count; i++)", 1),
        ("for (size_t i = 0; i < s->count; i++)", "for (size_t i = 0; i <= s->count; i++)", 2),
        ("for (size_t i = 0; i < s->count; i++)", "for (size_t i = 0; i <= s->count; i++)", 3),
        ("level < s->level_count; level++", "level <= s->level_count; level++", 1),
        ("* NODE_CHILDREN; i++", "* NODE_CHILDREN + 1; i++", 1),
        ("here + i / NODE_CHILDREN", "here + i / (NODE_CHILDREN - 1)", 1),
    ],
    ("reader", "scene/layout.c"): [
        ("(size + CAROM_SCENE_ALIGNMENT - 1) /", "(size + CAROM_SCENE_ALIGNMENT - 2) /", 1),
        ("s->level_count < LEVELS_MAX)", "s->level_count < LEVELS_MAX - 1)", 1),
        ("(children + NODE_CHILDREN - 1) / NODE_CHILDREN", "children / NODE_CHILDREN + 1", 1),
        ("children > (s->level_count > 0)", "children > 0", 1),
        ("nodes += children;", "nodes += children - 1;", 1),
        ("nodes * sizeof(scene_node)", "nodes * (sizeof(scene_node) - 1)", 1),
        ("s->leaf_count * sizeof(scene_leaf)", "(s->leaf_count - 1) * sizeof(scene_leaf)", 1),
        ("s->count * sizeof(uint32_t)", "s->count * sizeof(uint16_t)", 1),
        ("s->count * sizeof(uint32_t)", "s->count * sizeof(uint16_t)", 2),
        ("s->count * sizeof(double)", "s->count * sizeof(float)", 1),
        ("s->count - s->endless_from)", "s->count - s->endless_from - 1)", 1),
        ("s->links_at = s->root", "s->links_at = 1; s->root", 1),
        ("i < (leaf + 1) * LEAF_WALLS && i < s->count", "i < (leaf + 1) * LEAF_WALLS", 1),
        ("if (below >= s->level_start[level])", "if (below > s->level_start[level] + 1)", 1),
        ("sums[i % 4] ^ word", "sums[i % 5] ^ word", 1),
        ("- start) / sizeof(uint64_t)", "- start) / sizeof(uint64_t) + 1", 1),
    ],
    ("reader", "scene/layout.h"): [
        ("slot / LEAF_WALLS", "slot / (LEAF_WALLS - 1)", 1),
        ("slot % LEAF_WALLS", "slot % (LEAF_WALLS + 1)", 1),
        ("[slot - s->endless_from]", "[slot]", 1),
        ("s->level_start[level] + 1;", "s->level_start[level] + 2;", 1),
    ],
}


def shorter_arrays(name):
    """Return mutants of a source that make each array of limbs one length of an input shorter."""
    text = (ROOT / "src" / name).read_text(encoding="utf-8")
    found = {}
    mutants = []
    for match in re.finditer(r"\b\w+\[(?:(\d) \* )?LIMBS_MAX\]", text):
        old = match[0]
        found[old] = found.get(old, 0) + 1
        times = int(match[1] or 1)
        shorter = f"{times - 1} * LIMBS_MAX" if times > 1 else "LIMBS_ANY - 1"
        mutants.append((old, f"{old.partition('[')[0]}[{shorter}]", found[old]))
    return mutants


def function_at(text, old, place):
    """Return the function with the given place of `old`; None if it has no contract."""
    function = None
    for line in old.join(text.split(old)[:place]).splitlines():
        head = HEAD.match(line)
        if head or line.startswith("}"):
            function = head[1] if head else None
    contracts = "".join(path.read_text(encoding="utf-8") for path in HERE.glob("*.acsl"))
    return function if function and re.search(rf"^function .*\b{function}\b", contracts, re.M) else None


def mutated(name, text, old, new, place):
    """Return the text with the given place of `old` replaced."""
    parts = text.split(old)
    if len(parts) <= place:
        sys.exit(f"mutants: {name} has no place {place} of: {old}")
    return old.join(parts[:place]) + new + old.join(parts[place:])


def fails(part, name="", mutant=None):
    """Return whether the proof of a part fails for a mutant of a file, or without one, and its last line."""
    shutil.rmtree(WORK, ignore_errors=True)
    shutil.copytree(ROOT / "src", WORK)
    environment = {**os.environ, "CAROM_PROOF_SRC": str(WORK.relative_to(ROOT))}
    environment.setdefault("CAROM_PROVER_STEPS", "300000")
    if part == "widths" and name.endswith(".c"):
        environment["CAROM_PROOF_ONLY"] = name
    if mutant is None:
        pass
    elif name.startswith("SPARE"):
        environment["CAROM_PROOF_SPARE"] = f"{name.removeprefix('SPARE_')}={mutant[1]}"
    else:
        text = (WORK / name).read_text(encoding="utf-8")
        function = function_at(text, mutant[0], mutant[2])
        if function:
            environment["CAROM_PROOF_FUNCTIONS"] = function
        (WORK / name).write_text(mutated(name, text, *mutant), encoding="utf-8")
    proof = ["sh", "scripts/proof_integers.sh", part]
    run = subprocess.run(proof, cwd=ROOT, capture_output=True, text=True, check=False, env=environment)
    last = ["", *run.stderr.splitlines()][-1]
    # Of a mutant, only what is not proved counts: one that cannot be read shows nothing.
    is_unproved = mutant is None or last.startswith(("proof:", "widths:", "blocks:"))
    return run.returncode != 0 and is_unproved, last


def main():
    """Try all mutants of the parts."""
    parts = sys.argv[1:] or PARTS
    for part in parts:
        if part not in PARTS:
            sys.exit(f"mutants: {part} is no part; the parts are {', '.join(PARTS)}")
    for part in parts:
        # What fails without a mutant shows nothing, either.
        failed, last = fails(part)
        if failed:
            sys.exit(f"mutants: {part} fails without a mutant: {last}")
    todo = [(part, name, mutant) for (part, name), mutants in MUTANTS.items() if part in parts for mutant in mutants]
    if "widths" in parts:
        for name in ("rest/relation_integers.c", "sweep/sweep_integers.c", "rest/distance_order_integers.c"):
            todo += [("widths", name, mutant) for mutant in shorter_arrays(name)]
    survivors = []
    for number, (part, name, mutant) in enumerate(todo, 1):
        failed, last = fails(part, name, mutant)
        verdict = f"fails ({last})" if failed else "SURVIVES"
        print(f"mutant {number} of {len(todo)}: {name}: {mutant[1]}, place {mutant[2]}: {verdict}", flush=True)
        if not failed:
            survivors.append(mutant)
    if survivors:
        sys.exit(f"mutants: {len(survivors)} of {len(todo)} survive: {survivors}")


if __name__ == "__main__":
    main()
