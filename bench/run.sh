#!/bin/sh
# Runs the benchmarks of a build and prints the report; with a markdown file, also writes it there
# between the marker lines. Usage: bench/run.sh BUILD_DIR [FILE.md]
# Takes about two minutes. Leaves benchmarks.json and counts.txt in BUILD_DIR/bench.
set -eu

[ $# = 1 ] || [ $# = 2 ] || { echo "usage: bench/run.sh BUILD_DIR [FILE.md]" >&2; exit 2; }
here=$(dirname "$0")
out=$1/bench

# Interleaved repetitions: a slow spell of the machine hits all peers alike.
"$out/bench_run" --benchmark_repetitions=7 --benchmark_min_time=0.04 \
    --benchmark_enable_random_interleaving=true --benchmark_report_aggregates_only=true \
    --benchmark_out="$out/benchmarks.json" --benchmark_out_format=json >"$out/benchmarks.log"
if command -v valgrind >/dev/null 2>&1; then
    "$here/counts.sh" "$1" >"$out/counts.txt"
else
    echo "run.sh: no valgrind, so no instruction counts" >&2
    : >"$out/counts.txt"
fi
python3 "$here/report.py" "$out/benchmarks.json" "$out/counts.txt"
[ $# = 1 ] || python3 "$here/report.py" "$out/benchmarks.json" "$out/counts.txt" --into "$2"
