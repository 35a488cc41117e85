#!/bin/sh
# Counts the instructions per case, with the loop, under callgrind. The counts do not depend on the
# machine's load, so they show regressions. Usage: bench/counts.sh BENCH_COUNTS
# Prints lines "question data instructions hits" for report.py.
set -eu

[ $# = 1 ] || { echo "usage: bench/counts.sh BENCH_COUNTS" >&2; exit 2; }
command -v valgrind >/dev/null 2>&1 || { echo "counts.sh: valgrind is missing" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Counts only inside the function `counted`, and writes dump N when it returns for the Nth time.
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
