#!/bin/sh
# The tests of carom.spark: test_spark.sh [ARGUMENT of pytest...]
#
# First pytest on a local Spark. Then tests/spark/proof.py on a cluster of processes on this machine, which must give
# the answers of the tool: a slice of its cases with 100,000 rows, or all with SIZE rows. With an argument of pytest only
# pytest runs. Builds the wheel as test_python.sh does, and installs it into an environment of its own that has Spark.
# PYTHON is the interpreter, by default Debian's.
set -eu
cd "$(dirname "$0")/.."
tests=bindings/python/spark_tests
venv=$PWD/build/spark/venv
sh scripts/python_venv.sh build/python/venv bindings/python/tests/requirements.txt
sh scripts/build_python.sh build/python/venv build/python
sh scripts/python_venv.sh "$venv" $tests/requirements.txt
"$venv/bin/pip" install --quiet --no-index --no-deps --force-reinstall build/python/dist/carom-*.whl

# Some answers are compared with those of the tool.
sh scripts/build.sh release
export PYSPARK_PYTHON="$venv/bin/python" PYTHONWARNINGS=default
# Spark itself leaves sockets open.
CAROM_TOOL=$PWD/build/release/cli/carom "$venv/bin/pytest" -W default -W ignore::ResourceWarning $tests "$@"
[ $# = 0 ] || exit 0

# The cluster is in a session of its own, so that nothing of it can remain.
size=${SIZE:-100000} slice=""
[ -n "${SIZE:-}" ] || slice=--slice
setsid timeout -k 60 $((3600 + size / 500)) "$venv/bin/python" -B tests/spark/proof.py --size "$size" $slice \
    build/release/cli/carom build/spark/proof &
proof=$!
trap 'kill -KILL -- -$proof 2>/dev/null || true' EXIT
trap 'exit 1' INT TERM
wait $proof
