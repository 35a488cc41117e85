#!/bin/sh
# Compares Carom with DuckDB's spatial extension and writes the figures into docs/duckdb.md:
#
#     bench/duckdb/run.sh [OPTION of run.py...]
#
# --count 10000 --rounds 1 tries every part in seconds. REPORT names another document.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
folder=$root/build/python
venv=$folder/duckdb_venv
sh "$root/scripts/python_venv.sh" "$venv" "$here/requirements.txt"
sh "$root/scripts/build_python.sh" "$venv" "$folder"
"$venv/bin/pip" install --quiet --no-index --no-deps --force-reinstall "$folder"/dist/carom-*.whl
"$venv/bin/python" -B "$here/run.py" "$@" "${REPORT:-$root/docs/duckdb.md}"
