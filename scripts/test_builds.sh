#!/bin/sh
# The tests in every other build: 32-bit limbs, and clang with sanitizers. usage: test_builds.sh [JOBS]
#
# Leaves out the tests that build the library themselves: they would repeat the same builds. Runs a
# tenth of the random cases: `make test` runs all of them. CAROM_TEST_CASES sets another number.
set -eu
cd "$(dirname "$0")/.."
export CAROM_TEST_CASES="${CAROM_TEST_CASES:-10%}"
for preset in scalar sanitize; do
    sh scripts/build.sh $preset
    ctest --test-dir build/$preset -LE machines --output-on-failure --progress -j "${1:-2}"
done
