#!/bin/sh
# Proves what proofs/integers/README.md says of the exact stage's integers and of the reader of scenes.
# usage: proof_integers.sh [PART...], limbs, decode, block, reader or widths; all of them without one
#
# A prover stops at a goal after CAROM_PROVER_STEPS (3000000), of which no goal needs a quarter: steps and not seconds,
# so that a slow machine proves the same. mutants.py sets CAROM_PROOF_SRC, another directory than src, and
# CAROM_PROOF_FUNCTIONS, the only function that Frama-C proves.
set -eu
cd "$(dirname "$0")/.."
src=${CAROM_PROOF_SRC:-src}
here=proofs/integers
mkdir -p build/proofs
[ $# -gt 0 ] || set -- limbs decode block reader widths
# Debian's pycparser is for its own interpreter, which need not be the first one.
python=python3
"$python" -c "import pycparser" 2>/dev/null || python=/usr/bin/python3
export PYTHONDONTWRITEBYTECODE=1

# start PART: its directory, and the provers that Why3 finds for Frama-C
start() {
    out=build/proofs/$1
    rm -rf "$out"
    mkdir -p "$out/arithmetic" "$out/rest" "$out/sweep" "$out/turning" "$out/scene" "$out/carom"
    [ "$1" != widths ] || return 0
    export WHY3CONFIG="$PWD/$out/why3.conf"
    why3 config detect >"$out/provers" 2>&1
}

# annotate CONTRACTS [--some] FILE...: copies of these files with their contracts
annotate() {
    contracts=$here/$1.acsl
    some=
    shift
    if [ "$1" = --some ]; then
        some=--some
        shift
    fi
    for file in "$@"; do
        from=$src
        case $file in carom/*) from=include ;; esac
        python3 $here/annotate.py $some "$from/$file" "$contracts" >"$out/$file"
    done
}

# prove NAME FUNCTIONS [OPTION...]: all goals of these functions
prove() {
    name=$1
    log=$out/$1.log
    functions=$2
    file=$here/$3
    shift 3
    frama-c -c11 -wp -wp-rte -wp-prover z3,cvc4 -wp-timeout 600 -wp-steps "${CAROM_PROVER_STEPS:-3000000}" -wp-par 2 \
        -warn-special-float none -wp-fct "$functions" "$@" -pp-annot \
        -cpp-extra-args="-U__SIZEOF_INT128__ -I$out -I$here -I$src -Iinclude" "$file" >"$log" 2>&1 ||
        { cat "$log" >&2; exit 1; }
    count=$(sed -n 's/.*Proved goals: *\([0-9]*\) *\/ *\([0-9]*\).*/\1 of \2/p' "$log")
    # A clause that is missing would be assumed.
    if [ -z "$count" ] || [ "${count% of*}" != "${count#*of }" ] || grep -q "Missing" "$log"; then
        grep -A3 "Failed\|Missing" "$log" >&2 || true
        echo "proof: $src, $name: $count goals are proved" >&2
        exit 1
    fi
    echo "proof: $src, $name: $count goals are proved"
}

# functions CONTRACTS: those that have contracts, separated by commas
functions() {
    if [ -n "${CAROM_PROOF_FUNCTIONS:-}" ]; then
        echo "$CAROM_PROOF_FUNCTIONS"
        return
    fi
    sed -n 's/^function //p' "$here/$1.acsl" | tr ' \n' ',,' | sed 's/,*$//'
}

# check FILE...: proves the files of Coq, and that their theorems rest on no axiom
check() {
    for file in "$@"; do
        sed -n 's/^Theorem \([a-zA-Z0-9_]*\).*/Print Assumptions \1./p' "$out/$file.v" >"$out/theorems"
        cat "$out/theorems" >>"$out/$file.v"
        (cd "$out" && coqc "$file.v" >"$file.log" 2>&1) || {
            cat "$out/$file.log" >&2
            echo "proof: $src, widths: $file.v is not proved" >&2
            exit 1
        }
        count=$(($(wc -l <"$out/theorems")))
        if [ "$(grep -c "Closed under the global context" "$out/$file.log")" != $count ]; then
            echo "proof: $src, widths: a theorem of $file.v rests on an axiom" >&2
            exit 1
        fi
        echo "proof: $src, widths: $count theorems of $file.v are proved"
    done
}

# What a part reads: all of src, because a header may include any other.
inputs="$src include $here scripts/proof_integers.sh"

prove_part() {
    part=$1
    start "$part"
    case $part in
    limbs)
        annotate limbs arithmetic/limbs.h
        prove bounds "$(functions limbs)" limbs.c
        # A sum and a product of limbs never exceed a pair of limbs. In the other functions unsigned numbers wrap on
        # purpose.
        prove carries limbs_mul_inline limbs.c -warn-unsigned-overflow
        ;;
    decode)
        annotate limbs arithmetic/limbs.h
        annotate decode --some arithmetic/integers.h arithmetic/wide.h rest/inputs.h rest/distance_order_integers.c \
            sweep/sweep_integers.c
        prove decode "$(functions decode)" decode.c -wp-model +real
        ;;
    block)
        annotate limbs arithmetic/limbs.h
        annotate block --some arithmetic/integer.h turning/moving_search.h
        prove block "$(functions block)" block.c
        [ -n "${CAROM_PROOF_FUNCTIONS:-}" ] || "$python" $here/blocks.py "$src"
        ;;
    reader)
        annotate reader --some scene/layout.h scene/layout.c scene/serialize.c numbers.h compiler.h contracts.h \
            carom/vec2.h carom/shapes.h
        prove reader "$(functions reader)" reader.c -wp-model +real
        ;;
    widths)
        cp $here/Widths.v $here/Bits.v "$out/"
        "$python" $here/widths.py "$src" $here/decode.c "$out/Steps.v"
        check Widths Steps
        # It does not depend on the source.
        [ -n "${CAROM_PROOF_ONLY:-}" ] || check Bits
        ;;
    *)
        echo "usage: proof_integers.sh [limbs|decode|block|reader|widths]..." >&2
        exit 2
        ;;
    esac
}

for part in "$@"; do
    if "$python" -B proofs/passed.py has "$part" $inputs; then
        continue
    fi
    # No `||` after it: within such a call the shell would go on after a command that fails.
    trap 'cat "build/proofs/$part.out"' EXIT
    prove_part "$part" >"build/proofs/$part.out"
    trap - EXIT
    "$python" -B proofs/passed.py keep "$part" $inputs <"build/proofs/$part.out"
done
