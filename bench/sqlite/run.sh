#!/bin/sh
# Runs the benchmark of the SQLite extension and writes its figures into docs/benchmarks-sqlite.md:
#
#     bench/sqlite/run.sh [WALLS [CIRCLES [ROUNDS]]]
#
# 20000 2000 3 takes some seconds. Without arguments it takes about five minutes and 1 GB of disk. REPORT names another
# document.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
out=$root/build/release/bench_sqlite
report=${REPORT:-$root/docs/benchmarks-sqlite.md}
sh "$root/scripts/build.sh" release
mkdir -p "$out"
cc -std=c11 -O2 -D_POSIX_C_SOURCE=200809L -Wall -Wextra "$here/bench_sqlite.c" -o "$out/bench_sqlite" -lsqlite3 -lm
{
    processor=$(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo 2>/dev/null | head -n 1)
    printf '%s; %s; ' "${processor:-unknown processor}" "$(cc --version | head -n 1)"
    "$out/bench_sqlite" "$root/build/release/bindings/sqlite/carom_sqlite" "$out" "$@"
} >"$out/figures.md"
rm -f "$out"/*.db
awk -v figures="$out/figures.md" '
    /<!-- figures: end -->/ { inside = 0 }
    !inside { print }
    /<!-- figures: begin -->/ {
        print ""
        while ((getline line < figures) > 0) print line
        print ""
        inside = 1
    }' "$report" >"$out/report.md"
cp "$out/report.md" "$report"
