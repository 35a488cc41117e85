#!/bin/sh
# Proves with Coq and Flocq that the floating-point filters of src/ are right where they are certain:
# proofs/floats/README.md. usage: proof_floats.sh [MODULE...], only these modules and what they need.
# JOBS are the files that are checked at a time.
#
# The terms are read from the C source anew, so a changed constant or expression breaks its proof. At last the
# assumptions of all theorems are printed: only the axioms of the real numbers may be among them.
set -eu
cd "$(dirname "$0")/.."
out=build/proofs/floats
# Coq frees its memory less often, and takes new memory from a part that fits into the cache: a fifth less time.
export OCAMLRUNPARAM="${OCAMLRUNPARAM:-s=1M,o=4000}"
jobs=${JOBS:-$(nproc 2>/dev/null || echo 2)}
mkdir -p "$out"
if grep -nE "\<(Admitted|admit|give_up)\>|^ *(Axiom|Axioms|Parameter|Parameters|Conjecture|Abort)\>" proofs/floats/*/*.v; then
    echo "proof: a proof is not finished" >&2
    exit 1
fi

# What the tests of the extraction read.
read_by_tests="proofs/*.py proofs/floats/*.py proofs/floats/terms.txt src include"
if [ $# = 0 ] && ! /usr/bin/python3 -B proofs/passed.py has extraction $read_by_tests; then
    for test in extract values store; do
        /usr/bin/python3 -B "proofs/floats/test_$test.py"
    done
    /usr/bin/python3 -B proofs/test_passed.py
    echo "proof: the terms say what the C computes" |
        /usr/bin/python3 -B proofs/passed.py keep extraction $read_by_tests
fi
# The folders are for the reader: for Coq all files lie side by side, so no two may have one name.
twice=$(basename -a proofs/floats/*/*.v | sort | uniq -d)
[ -z "$twice" ] || {
    echo "proof: in two folders: $twice" >&2
    exit 1
}
# Files that have not changed keep their times, and so their proofs. Files that are gone go.
echo "proof: the terms are read from the C source, then the store of proved modules is looked through"
fresh=$out/fresh
rm -rf "$fresh"
mkdir "$fresh"
/usr/bin/python3 -B proofs/floats/extract.py "$fresh"
cp proofs/floats/*/*.v "$fresh"
for old in "$out"/*.v; do
    [ ! -e "$old" ] || [ -e "$fresh/$(basename "$old")" ] || rm -f "${old%.v}".*
done
for new in "$fresh"/*.v; do
    cmp -s "$new" "$out/$(basename "$new")" || cp "$new" "$out"
done
rm -rf "$fresh"

cd "$out"
rm -f Assumptions.v
coq_makefile -R . Carom -arg "-w none" *.v -o Makefile.coq >/dev/null
targets=""
for module in "$@"; do
    [ -e "$module.v" ] || {
        echo "proof: $module: no such module; modules are the files of proofs/floats/*/ without .v" >&2
        exit 2
    }
    targets="$targets $module.vo"
done
start=$(date +%s)
# Modules that were proved from the same inputs by the same tools are not proved again; their axioms are looked at below.
/usr/bin/python3 -B ../../../proofs/floats/store.py take .
status=0
make -s -f Makefile.coq -j "$jobs" $targets >log 2>&1 &
proving=$!
seconds=0
while kill -0 "$proving" 2>/dev/null; do
    sleep 1
    seconds=$((seconds + 1))
    [ $((seconds % 30)) != 0 ] || echo "proof: $seconds s, $(find . -name "*.vo" -newer log | wc -l) files so far"
done
wait "$proving" || status=$?
# Also after a failure: what was proved before it need not be proved again.
/usr/bin/python3 -B ../../../proofs/floats/store.py keep .
[ $status = 0 ] || {
    grep -vE "^(make|COQ)" log | tail -40 >&2
    # Coq names the copy: say which file to look at, and in which lemma.
    sed -n 's|^File "\./\(.*\)", line \([0-9]*\),.*|\1 \2|p' log | sort -u | while read -r file line; do
        lemma=$(sed -n "1,${line}s/^ *\(Theorem\|Corollary\|Lemma\) \([A-Za-z0-9_']*\).*/\2/p" "$file" | tail -1)
        source=$(cd ../../.. && ls proofs/floats/*/"$file" 2>/dev/null || echo "$out/$file")
        echo "proof: $source:$line${lemma:+, in $lemma}" >&2
    done
    echo "proof: a proof in $out fails" >&2
    exit 1
}
if [ $# -gt 0 ]; then
    # What questions in the proofs print: least_between and verdict_on of CheckerTactics.v.
    grep -vE "^(make|COQ)" log || true
    echo "proof: $*: proved"
    exit 0
fi

# Looking through all theorems takes a minute. It depends on the compiled modules alone.
passed() {
    /usr/bin/python3 -B ../../../proofs/passed.py "$1" assumptions ./*.vo ../../../scripts/proof_floats.sh \
        --made assumptions theorems
}
theorems=$(for file in ../../../proofs/floats/*/*.v; do
    sed -n "s/^\(Theorem\|Corollary\) \([A-Za-z0-9_]*\).*/$(basename "$file" .v).\2/p" "$file"
done)
is_known=1
if ! passed has; then
    is_known=
    # One lemma that uses all theorems: Coq then looks through their proofs once.
    {
        for file in ../../../proofs/floats/*/*.v; do
            echo "From Carom Require $(basename "$file" .v)."
        done
        echo "Lemma all_theorems : True."
        echo "Proof. exact ("
        for theorem in $theorems; do
            echo "let _ := @$theorem in"
        done
        echo "I). Qed."
        echo "Print Assumptions all_theorems."
    } >Assumptions.v
    coqc -R . Carom Assumptions.v >assumptions
    # The theorems as Coq has them, with all their premises.
    {
        echo "From Coq Require Import Reals. From Flocq Require Import Core. From Carom Require Import Model Geometry."
        echo "Open Scope R_scope. Set Printing Width 120."
        for theorem in $theorems; do
            echo "From Carom Require ${theorem%.*}. Check @$theorem."
        done
    } >Assumptions.v
    coqc -R . Carom Assumptions.v >theorems
    rm -f Assumptions.*
fi
# An axiom has a line that begins with its name; the lines of its type are indented.
others=$(sed -n 's/^\([A-Za-z_][A-Za-z_.0-9]*\).*/\1/p' assumptions | sort -u | grep -vxE \
    "ClassicalDedekindReals.sig_not_dec|ClassicalDedekindReals.sig_forall_dec|FunctionalExtensionality.functional_extensionality_dep|Classical_Prop.classic|Axioms|Closed" || true)
if [ -n "$others" ]; then
    echo "proof: these are assumed and not proved: $others" >&2
    exit 1
fi
[ -n "$is_known" ] || echo "proof: the assumptions of all theorems are looked through" | passed keep
echo "proof: floats: $(echo "$theorems" | wc -w) theorems are proved, $(($(date +%s) - start)) s"
