#!/bin/sh
# Proves with Coq that every integer of the exact stage fits its limbs: proofs/integers/README.md.
# usage: proof_widths.sh [FILE...], other sources than those of src/exact
set -eu
cd "$(dirname "$0")/.."
out=build/proofs/widths
rm -rf "$out"
mkdir -p "$out"
# Debian's package is for its own interpreter, which need not be the first one.
python=python3
"$python" -c "import pycparser" 2>/dev/null || python=/usr/bin/python3
cp proofs/integers/Widths.v "$out/"
PYTHONDONTWRITEBYTECODE=1 "$python" proofs/integers/widths.py proofs/integers/decode.c "$out/Steps.v" "$@"
# What the theorems rest on is printed, and must be nothing.
sed -n 's/^Theorem \([a-z0-9_A-Z]*\) .*/Print Assumptions \1./p' "$out/Steps.v" >"$out/theorems"
cat "$out/theorems" >>"$out/Steps.v"
cd "$out"
for file in Widths Steps; do
    coqc "$file.v" >"$file.log" 2>&1 || {
        cat "$file.log" >&2
        echo "proof: widths: $file.v is not proved" >&2
        exit 1
    }
done
count=$(wc -l <theorems)
if [ "$(grep -c "Closed under the global context" Steps.log)" != "$count" ]; then
    cat Steps.log >&2
    echo "proof: widths: a theorem rests on an axiom" >&2
    exit 1
fi
echo "proof: widths: $((count)) theorems are proved"
