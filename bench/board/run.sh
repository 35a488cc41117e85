#!/bin/sh
# Compares Carom with shapely on the boards of Debian's package kicad-demos and writes the figures into docs/board.md:
#
#     bench/board/run.sh [OPTION of run.py...]
#
# The package is unpacked into build/, not installed. REPORT names another document, BOARDS another folder of boards.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
folder=$root/build/python
venv=$folder/board_venv
boards=${BOARDS:-$root/build/kicad-demos}
sh "$root/scripts/python_with_carom.sh" "$venv" "$folder" "$here/requirements.txt"
if [ ! -d "$boards" ]; then
    mkdir -p "$boards"
    (cd "$boards" && apt-get download kicad-demos >/dev/null && dpkg -x kicad-demos_*.deb .)
fi
"$venv/bin/python" -B "$here/run.py" "$@" "${REPORT:-$root/docs/board.md}" "$boards"
