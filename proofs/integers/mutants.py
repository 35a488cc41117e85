"""Breaks src/exact/limbs.h in one place at a time and checks that its proof then fails."""

import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
# What stands in the source, what replaces it, and which of its places, counted from 1.
MUTANTS = [
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
    ("return limbs_is_zero(x, n) ? 0 : negative ? -1 : 1;", "return limbs_is_zero(x, n) ? 0 : negative ? -2 : 1;", 1),
]


def mutated(text, old, new, place):
    """Return the text with the given place of `old` replaced."""
    parts = text.split(old)
    if len(parts) <= place:
        sys.exit(f"mutants: src/exact/limbs.h has no place {place} of: {old}")
    return old.join(parts[:place]) + new + old.join(parts[place:])


def main():
    """Try all mutants."""
    text = (ROOT / "src/exact/limbs.h").read_text(encoding="utf-8")
    broken = ROOT / "build/proofs/mutant.h"
    broken.parent.mkdir(parents=True, exist_ok=True)
    survivors = []
    for number, (old, new, place) in enumerate(MUTANTS, 1):
        broken.write_text(mutated(text, old, new, place), encoding="utf-8")
        proof = ["sh", "scripts/proof_integers.sh", str(broken.relative_to(ROOT))]
        run = subprocess.run(proof, cwd=ROOT, capture_output=True, text=True, check=False)
        # Only an unproved goal counts: a mutant that cannot be read shows nothing.
        failed = run.returncode != 0 and "proof:" in run.stderr.splitlines()[-1]
        print(f"mutant {number} of {len(MUTANTS)}: {'fails' if failed else 'SURVIVES'}: {new}", flush=True)
        if not failed:
            survivors.append(new)
    if survivors:
        sys.exit(f"mutants: {len(survivors)} of {len(MUTANTS)} survive")


if __name__ == "__main__":
    main()
