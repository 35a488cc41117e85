#!/bin/sh
# Measures scenes and carom.spark by size and writes the figures into docs/scale.md:
#
#     bench/scale/run.sh [MOST [MILLION]]
#
# MOST is the largest number of walls of a scene (100,000,000, which needs 16 GB of memory). MILLION is the unit of the
# runs on Spark (1,000,000). 100000 10000 tries every part in some minutes. REPORT names another document. The results
# stay in build/spark/scale. The environment is that of bench/spark/run.sh.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
folder=$root/build/spark
venv=$folder/bench_venv
sh "$root/scripts/python_with_carom.sh" "$venv" "$folder" "$root/bench/spark/requirements.txt"
sh "$root/scripts/build.sh" release
mkdir -p "$folder/scale"
export PYSPARK_PYTHON="$venv/bin/python" SPARK_LOCAL_IP=127.0.0.1
"$venv/bin/python" -B "$here/measure.py" --most "${1:-100000000}" --tool "$root/build/release/cli/carom" \
    "$folder/scale/scenes.json"
"$venv/bin/python" -B "$here/shards.py" --million "${2:-1000000}" "$folder/scale/shards.json"
"$venv/bin/python" -B "$here/page.py" "$folder/scale/scenes.json" "$folder/scale/shards.json" \
    "${REPORT:-$root/docs/scale.md}"
