#!/bin/sh
# Runs the benchmark of carom.spark and writes its report: bench/spark/run.sh [OPTION...]
#
# The options are those of run.py: --circles 100000 --walls 10000 --rounds 1 tries every part in some
# minutes. REPORT names another document than docs/benchmarks-spark.md. Leaves results.json and the data
# (2 GB) in build/spark/bench. The first run fetches the jars of Sedona from Maven.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
folder=$root/build/spark
venv=$folder/bench_venv
sh "$root/scripts/python_with_carom.sh" "$venv" "$folder" "$here/requirements.txt"
sh "$root/scripts/build.sh" release
"$venv/bin/python" -B "$here/run.py" "$@" "$root/build/release/cli/carom" "$folder/bench"
"$venv/bin/python" -B "$here/page.py" "$folder/bench/results.json" "${REPORT:-$root/docs/benchmarks-spark.md}"
