#!/bin/sh
# The long run: 100,000 cases a class, then every other build of the tests. usage: test_long.sh [JOBS]
set -eu
cd "$(dirname "$0")/.."
jobs=${1:-2}

sh scripts/build.sh dev
CAROM_TEST_CASES=100000 CAROM_ALL_BUILDS=1 ctest --test-dir build/dev --output-on-failure -j "$jobs"
for preset in scalar sanitize clang; do
    sh scripts/build.sh $preset
    ctest --test-dir build/$preset --output-on-failure -j "$jobs"
done
