#!/bin/sh
# Runs the benchmark of the Python package and writes its report: bench/python/run.sh [OPTION...]
#
# The options are those of run.py: --large 20000 --small 5000 --rounds 1 --rounds-large 1 tries every
# part in a minute. REPORT names another document than docs/benchmarks-python.md. Builds the wheel, and
# loops.c with the library that the wheel holds. Leaves results.json and areas.json in
# build/python/bench.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
folder=$root/build/python
venv=$folder/bench_venv
sh "$root/scripts/python_with_carom.sh" "$venv" "$folder" "$here/requirements.txt"
mkdir -p "$folder/bench"
cc -std=c11 -O3 -DNDEBUG -ffp-contract=off -fPIC -shared -I"$root/include" "$here/loops.c" \
    "$(find "$folder/compiled" -name libcarom.a)" -lm -o "$folder/bench/loops.so"
"$venv/bin/python" -B "$here/run.py" --wheel "$folder"/dist/carom-*.whl "$@" "$folder/bench/loops.so" \
    "$folder/bench/results.json"
"$venv/bin/python" -B "$here/report.py" "$folder/bench/results.json" "${REPORT:-$root/docs/benchmarks-python.md}"
# AREAS has the options of areas.py: --halve 4 --tracks 20000 --rounds 1 tries it in three minutes.
if cargo build --quiet --release --locked --manifest-path "$here/geo/Cargo.toml" --target-dir "$folder/bench/geo"; then
    geo=$folder/bench/geo/release/libgeo_points.so
else
    echo "run.sh: no cargo, or an older one than 1.88, so nothing of the crate geo" >&2
    geo=
fi
"$venv/bin/python" -B "$here/areas.py" ${AREAS:-} ${geo:+--geo "$geo"} "$folder/bench/loops.so" "$folder/bench/areas.json"
"$venv/bin/python" -B "$here/report.py" --areas "$folder/bench/areas.json" \
    "${REPORT:-$root/docs/benchmarks-python.md}"
