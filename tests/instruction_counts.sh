#!/bin/sh
# Fails if a call takes more instructions than before. Compares the counts of bench/counts.sh, as
# multiples of a naive contact in the same program, with those in instruction_counts.txt.
#
#     instruction_counts.sh SOURCE_DIR [BUILD_DIR]
#
# A count may grow by 2 %, which is less than one needless division adds to a contact. One compiler
# always gives the same counts; the margin is for its patch releases. A count that fell by more than
# 2 % is printed: write the file again to keep the gain. With CAROM_COUNTS_WRITE set, the
# lines of this machine, compiler and instruction set are written instead of compared. Without
# valgrind, a compiler or reference counts for it, the test is skipped with a message; with
# CAROM_ALL_BUILDS=1 that is a failure.
set -eu

. "$(dirname "$0")/own_build.sh"
build=${2:-$(release_build OFF)}
compiler=${CC:-gcc}
reference=$tests/instruction_counts.txt

leave() {
    skip instruction_counts "$1"
    exit $failed
}

command -v valgrind >/dev/null 2>&1 || leave "valgrind is not installed"
command -v "$compiler" >/dev/null 2>&1 || leave "$compiler is not installed"
if ! { cmake -S "$source_dir" -B "$build" -DCMAKE_BUILD_TYPE=Release -DCAROM_TOOL=OFF \
    -DBUILD_SHARED_LIBS=OFF -DCMAKE_C_COMPILER="$compiler" && cmake --build "$build" --target carom -j 2 &&
    "$compiler" -O3 -DNDEBUG -std=c11 -ffp-contract=off -I "$source_dir/include" \
        "$source_dir/bench/counts.c" "$build/src/libcarom.a" -o "$work/bench_counts" -lm; } \
    >"$work/log" 2>&1; then
    cat "$work/log" >&2
    exit 1
fi
machine=$("$compiler" -dumpmachine)
key=${machine%%-*}/$(basename "$compiler")-$("$compiler" -dumpversion | sed 's/\..*//')
key=$key/$("$work/bench_counts" set)
"$source_dir/bench/counts.sh" "$work/bench_counts" >"$work/absolute"
awk -v key="$key" '
    $1 == "naive" { unit = $3 }
    { printf "%s %s %s %.2f\n", key, $1, $2, $3 / unit }' "$work/absolute" >"$work/counts"
if [ -n "${CAROM_COUNTS_WRITE:-}" ]; then
    { sed "\\|^$key |d" "$reference" && cat "$work/counts"; } >"$work/reference"
    cat "$work/reference" >"$reference"
    exit 0
fi
grep -q "^$key " "$reference" || leave "$reference has no counts for $key"
awk -v key="$key" '
    FNR == NR { if ($1 == key) { expected[$2 " " $3] = $4; left[$2 " " $3] = 1 }; next }
    { call = $2 " " $3; delete left[call] }
    !(call in expected) { print "NEW     " call; bad = 1; next }
    { change = call ": " $4 " times a naive contact, was " expected[call] }
    $4 > 1.02 * expected[call] { print "GREW    " change; bad = 1 }
    $4 < 0.98 * expected[call] { print "fell    " change }
    END { for (call in left) { print "MISSING " call; bad = 1 }; exit bad }' "$reference" "$work/counts"
