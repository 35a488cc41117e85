#!/bin/sh
# Line and branch coverage of the library by its tests; fails below 100 % of the branches, or below
# 95 % of those of the crowd and of areas.
#
#     scripts/coverage.sh [BUILD_FOLDER]
#
# Runs a fifth of the random cases, but all cases of the tests that are the only ones to reach some
# branches. CAROM_TEST_CASES sets another number. Leaves out what reaches no branch that the others do not:
# examples, snippets, the SQLite extension and some long tests.
#
# Counts src/ and the inline functions of the public headers, not the tool. Asserts and assumptions
# are left out, because no test may take their branches. A branch that is unreachable is marked
# GCOVR_EXCL_BR_LINE in the source, with the reason.
set -eu
cd "$(dirname "$0")/.."
build=${1:-build/coverage}
jobs=$(nproc 2>/dev/null || echo 2)

# Functions that are always inlined would be counted once for every call, each with its own lengths
# and signs. Here they are plain functions, counted once. The tests compile
# src/rest/relation_integers.c and src/arithmetic/limbs.h with limbs of 32 and of 64 bits; what either reaches counts.
cmake --preset coverage -B "$build" -DCAROM_TOOL=OFF -DCMAKE_C_FLAGS=-Dalways_inline=unused >/dev/null
# Counts of an earlier run.
find "$build" -name '*.gcda' -exec rm -f {} +
cmake --build "$build" -j "$jobs" >/dev/null
whole='^test_(moving_sweep_oracle|mover_sensors|character.*)$'
others='^test_(golden|crowd_large|crowd_reference|fan|stack|invariants)$|^(example|docs)_|sqlite'
CAROM_TEST_CASES=${CAROM_TEST_CASES:-20%} \
    ctest --test-dir "$build" -j "$jobs" --output-on-failure --progress -E "$whole|$others"
ctest --test-dir "$build" -j "$jobs" --output-on-failure --progress -R "$whole"

# The standard forms of compiler.h have the names of the others, which gcovr refuses.
find "$build" -path '*test_compiler_portable*' \( -name '*.gcda' -o -name '*.gcno' \) -exec rm -f {} +
# report LEAST OPTION...: the branches of the files that the options name.
report() {
    least=$1
    shift
    gcovr --root . "$@" --branches --print-summary \
        --exclude-branches-by-pattern '.*CAROM_ASS(ERT|UME)\(.*' --fail-under-branch "$least" "$build"
}
# The tests of these do not take all branches yet.
report 100 --filter src/ --filter include/carom/ --exclude src/crowd/ --exclude src/scene/area_
report 95 --filter src/crowd/
report 95 --filter src/scene/area_
