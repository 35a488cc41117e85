#!/bin/sh
# Instructions a case, loop included, under callgrind: a figure that does not depend on the machine's
# mood, to notice regressions by. Usage: bench/counts.sh BENCH_COUNTS
# Prints lines "question data instructions hits", to be given to report.py.
set -eu

[ $# = 1 ] || { echo "usage: bench/counts.sh BENCH_COUNTS" >&2; exit 2; }
command -v valgrind >/dev/null 2>&1 || { echo "counts.sh: valgrind is missing" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Counts inside the function `counted` alone, and writes dump N when it returns for the Nth time.
if ! valgrind --tool=callgrind --toggle-collect=counted --dump-after=counted \
    --callgrind-out-file="$work/dump" "$1" >"$work/answers" 2>"$work/log"; then
    cat "$work/log" >&2
    exit 1
fi
number=0
while read -r question data cases hits; do
    number=$((number + 1))
    total=$(sed -n 's/^totals: //p' "$work/dump.$number")
    echo "$question $data $((total / cases)) $hits"
done <"$work/answers"
