#!/bin/sh
# Builds the source archive of the Python package, and the wheel from nothing but that archive:
#
#     build_python.sh VENV FOLDER
#
# Leaves both in FOLDER/dist. No network is needed: the build runs without one where the system permits
# it. What was compiled stays in FOLDER, so that a second build compiles only what has changed.
set -eu
venv=$(cd "${1:?usage: build_python.sh VENV FOLDER}" && pwd)
mkdir -p "${2:?usage: build_python.sh VENV FOLDER}"
folder=$(cd "$2" && pwd)
cd "$(dirname "$0")/.."
# CMake and ninja of the environment.
export PATH="$venv/bin:$PATH"
offline=""
! unshare -rn true 2>/dev/null || offline="unshare -rn"

# quietly COMMAND...: shows the output only if the command fails.
quietly() {
    "$@" >"$folder/log" 2>&1 || {
        cat "$folder/log" >&2
        echo "build-python: failed: $*" >&2
        exit 1
    }
}

rm -rf "$folder/dist" "$folder/unpacked"
mkdir -p "$folder/unpacked" "$folder/source"
quietly python -m build --no-isolation --sdist --outdir "$folder/dist" .

# The archive gives every file one date. Only files that differ are copied, so that they look new.
tar -xzf "$folder"/dist/carom-*.tar.gz -C "$folder/unpacked" --strip-components=1
rsync --recursive --checksum --delete "$folder/unpacked/" "$folder/source/"
rm -rf "$folder/unpacked"
quietly $offline python -m pip wheel --no-index --no-build-isolation --no-deps --wheel-dir "$folder/dist" \
    --config-settings=build-dir="$folder/compiled" "$folder/source"
