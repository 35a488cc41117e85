#!/bin/sh
# The tests in other builds, presets of CMakePresets.json: sanitize, by clang with sanitizers, and scalar,
# with 32-bit limbs and no vectors. usage: test_builds.sh JOBS PRESET...
#
# Leaves out the tests that build the library themselves: they would repeat the same builds. Runs a
# fifth of the random cases: `make test` runs all of them. CAROM_TEST_CASES sets another number.
set -eu
cd "$(dirname "$0")/.."
export CAROM_TEST_CASES="${CAROM_TEST_CASES:-20%}"
jobs=$1
shift
for preset in "$@"; do
    sh scripts/build.sh $preset
    ctest --test-dir build/$preset -LE machines --output-on-failure --progress -j "$jobs"
done
