#!/bin/sh
# Proves with Frama-C that the functions of src/exact/limbs.h stay within their limbs, end, and do nothing
# undefined: proofs/integers/README.md. usage: proof_integers.sh [FILE], another limbs.h than the one in src
#
# A prover stops at a goal after CAROM_PROVER_SECONDS (60). Each of the goals takes less than a second.
set -eu
cd "$(dirname "$0")/.."
source=${1:-src/exact/limbs.h}
out=build/proofs/integers
rm -rf "$out"
mkdir -p "$out/exact"
# Frama-C asks Why3 for its provers.
export WHY3CONFIG="$PWD/$out/why3.conf"
why3 config detect >"$out/provers" 2>&1
python3 proofs/integers/annotate.py "$source" proofs/integers/limbs.acsl >"$out/exact/limbs.h"

# prove NAME FUNCTIONS [OPTION...]: all goals of these functions
prove() {
    log=$out/$1
    functions=$2
    shift 2
    frama-c -wp -wp-rte -wp-prover z3,cvc4 -wp-timeout "${CAROM_PROVER_SECONDS:-60}" -wp-par 2 -wp-fct "$functions" \
        "$@" -pp-annot -cpp-extra-args="-U__SIZEOF_INT128__ -I$out -Isrc -Iinclude" proofs/integers/limbs.c \
        >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
    count=$(sed -n 's/.*Proved goals: *\([0-9]*\) *\/ *\([0-9]*\).*/\1 of \2/p' "$log")
    # A clause that is missing would be assumed.
    if [ -z "$count" ] || [ "${count% of*}" != "${count#*of }" ] || grep -q "Missing" "$log"; then
        grep -A3 "Failed\|Missing" "$log" >&2 || true
        echo "proof: $source: $count goals are proved" >&2
        exit 1
    fi
    echo "proof: $source, $(basename "$log"): $count goals are proved"
}

prove bounds "$(sed -n 's/^function //p' proofs/integers/limbs.acsl | tr ' \n' ',,' | sed 's/,*$//')"
# A sum and a product of limbs never exceed a pair of limbs. In the other functions unsigned numbers wrap on purpose.
prove carries limbs_mul_inline -warn-unsigned-overflow
