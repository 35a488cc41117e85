#!/bin/sh
# Runs the benchmarks of a build and prints the report; with a markdown file, also writes it there
# between the marker lines, and the pictures of the six figures and of how scenes scale into the folder
# pictures beside it. Usage: bench/run.sh BUILD_DIR [FILE.md]
# Takes about ten minutes and 3 GB. Leaves benchmarks.json, counts.txt and a CSV of each other
# program in BUILD_DIR/bench. The part in JavaScript, web/run.sh, comes last.
set -eu

[ $# = 1 ] || [ $# = 2 ] || { echo "usage: bench/run.sh BUILD_DIR [FILE.md]" >&2; exit 2; }
here=$(dirname "$0")
out=$1/bench

# Interleaved repetitions: a temporary slowdown of the machine affects all peers equally.
"$out/bench_run" --benchmark_repetitions=7 --benchmark_min_time=0.04 \
    --benchmark_enable_random_interleaving=true --benchmark_report_aggregates_only=true \
    --benchmark_out="$out/benchmarks.json" --benchmark_out_format=json >"$out/benchmarks.log"
"$out/bench_scenes" "$out/scenes.csv"
"$out/bench_moving_walls" "$out/moving_walls.csv"
"$out/bench_clearance" "$out/clearance.csv" >"$out/clearance.log"
"$out/bench_dynamic" "$out/dynamic.csv" 100000 1000000
"$out/bench_dynamic" "$out/dynamic_large.csv" 1000000 100000
"$out/bench_areas" "$out/areas.csv" >"$out/areas.log"
"$out/bench_crowd" "$out/crowd.csv" >"$out/crowd.log"
if command -v valgrind >/dev/null 2>&1; then
    "$here/counts.sh" "$out/bench_counts" >"$out/counts.txt"
else
    echo "run.sh: no valgrind, so no instruction counts" >&2
    : >"$out/counts.txt"
fi
report() {
    python3 -B "$here/report.py" "$out/benchmarks.json" "$out/counts.txt" "$out/scenes.csv" \
        "$out/moving_walls.csv" "$out/dynamic.csv" "$out/dynamic_large.csv" "$out/crowd.csv" "$out/areas.csv" \
        "$out/clearance.csv" "$@"
}
report
if [ $# = 2 ]; then
    pictures=$(dirname "$2")/pictures
    report --into "$2" --six "$pictures/benchmarks.csv"
    "$here/../scripts/draw_summary.sh" "$pictures/benchmarks.csv" "$pictures/benchmarks.svg"
    "$here/../scripts/draw_scaling.sh" "$out/scenes.csv" "$pictures"
fi
if command -v npm >/dev/null 2>&1 && command -v wasm-ld >/dev/null 2>&1; then
    "$here/web/run.sh" "$1" ${2:+"$2"}
else
    echo "run.sh: no npm or no wasm-ld, so nothing in JavaScript" >&2
fi
