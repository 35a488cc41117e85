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
sh "$root/scripts/python_with_carom.sh" "$venv" "$folder" "$here/requirements.txt"
"$venv/bin/python" -B "$here/run.py" "$@" "${REPORT:-$root/docs/duckdb.md}"
