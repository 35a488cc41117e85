#!/bin/sh
# The long run: 100,000 cases a class, every cross build required; the other builds, and clang's static
# analyzer; then the module and the playground, with ten minutes of pinball at a thousand times the speed, and
# all pages of the site; then the Python package, also under both sanitizers and in later versions of Python;
# areas of real maps; at last all proofs. usage: test_long.sh [JOBS]
set -eu
cd "$(dirname "$0")/.."
export CAROM_TEST_CASES="${CAROM_TEST_CASES:-100000}" CAROM_ALL_BUILDS=1
sh scripts/build.sh dev
ctest --test-dir build/dev --output-on-failure -j "${1:-2}"
CAROM_TEST_CASES=100% sh scripts/test_builds.sh "${1:-2}" sanitize scalar
sh scripts/check_lint.sh build/dev --analyze
sh scripts/test_web.sh
CAROM_ALL_PAGES=1 sh scripts/site.sh --test
sh scripts/test_python.sh
sh scripts/test_python_versions.sh
sh scripts/test_python_sanitize.sh address
sh scripts/test_python_sanitize.sh thread
sh scripts/test_maps.sh
SIZE=10000000 sh scripts/test_spark.sh
sh scripts/proof_integers.sh
sh scripts/proof_floats.sh
