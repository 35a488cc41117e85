#!/bin/sh
# Makes a virtual environment of Python with pinned packages: python_venv.sh FOLDER REQUIREMENTS...
#
# PYTHON is the interpreter, by default Debian's. An environment that already has these packages is
# left as it is; one of another interpreter, another place or other packages is made anew.
set -eu
folder=${1:?usage: python_venv.sh FOLDER REQUIREMENTS...}
shift
python=${PYTHON:-/usr/bin/python3}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
# Two jobs may want the same one at the same time.
exec 9>"$folder/../$(basename "$folder").lock"
! command -v flock >/dev/null 2>&1 || flock 9
wanted=$({ echo "$folder"; "$python" -VV; cat "$@"; } | sha256sum)
[ "$(cat "$folder/wanted.sha256" 2>/dev/null || true)" != "$wanted" ] || exit 0

echo "carom: installing the Python packages of $*"
log=$(mktemp)
trap 'rm -f "$log"' EXIT
"$python" -m venv --clear "$folder"
for file in "$@"; do
    set -- "$@" -r "$file"
    shift
done
"$folder/bin/pip" install --disable-pip-version-check "$@" >"$log" 2>&1 || {
    cat "$log" >&2
    echo "carom: could not install the Python packages in $folder" >&2
    exit 1
}
echo "$wanted" >"$folder/wanted.sha256"
