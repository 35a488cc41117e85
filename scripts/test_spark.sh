#!/bin/sh
# The tests of carom.spark on a local Spark: test_spark.sh [ARGUMENT of pytest...]
#
# Builds the wheel as test_python.sh does, and installs it into an environment of its own that has Spark.
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
CAROM_TOOL=$PWD/build/release/cli/carom "$venv/bin/pytest" -W default $tests "$@"
