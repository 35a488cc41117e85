#!/bin/sh
# The long run: 100,000 cases a class, every cross build required. usage: test_long.sh [JOBS]
set -eu
cd "$(dirname "$0")/.."
sh scripts/build.sh dev
CAROM_TEST_CASES=${CAROM_TEST_CASES:-100000} CAROM_ALL_BUILDS=1 \
    ctest --test-dir build/dev --output-on-failure -j "${1:-2}"
