#!/bin/sh
# Instructions a case, loop included, under callgrind: a figure that does not depend on the machine's
# mood, to notice regressions by. Usage: bench/counts.sh BUILD_DIR
# Prints lines "question data instructions hits", to be given to report.py.
set -eu

[ $# = 1 ] || { echo "usage: bench/counts.sh BUILD_DIR" >&2; exit 2; }
program=$1/bench/bench_counts
command -v valgrind >/dev/null 2>&1 || { echo "counts.sh: valgrind is missing" >&2; exit 1; }
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# count DATA QUESTION...
count() {
    data=$1
    shift
    for question in "$@"; do
        answer=$(valgrind --tool=callgrind --toggle-collect="counted_$question" \
            --callgrind-out-file=/dev/null "$program" "$question" "$data" 2>"$log")
        instructions=$(sed -n 's/^.*Collected : \([0-9]*\).*$/\1/p' "$log")
        echo "$answer" | {
            read -r cases hits
            echo "$question $data $((instructions / cases)) $hits"
        }
    done
}

count generic touches relate contact
count ties touches relate contact
for data in misses side_hits end_hits tied_sweeps; do
    count "$data" sweep way
done
count scene build touching nearest first batch
