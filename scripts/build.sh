#!/bin/sh
# Configures and builds a preset of CMakePresets.json; prints the log only when that fails.
set -eu
preset=${1:?usage: build.sh PRESET}
cd "$(dirname "$0")/.."
mkdir -p "build/$preset"
log=build/$preset/build.log
# If the folder was moved or renamed after its last build, it contains the old paths.
home=$(sed -n 's/^CMAKE_HOME_DIRECTORY:INTERNAL=//p' "build/$preset/CMakeCache.txt" 2>/dev/null || true)
[ -z "$home" ] || [ "$home" = "$PWD" ] || { rm -rf "build/$preset" && mkdir -p "build/$preset"; }
echo "carom: building the preset $preset"
if ! { cmake --preset "$preset" && cmake --build --preset "$preset" -j "$(nproc 2>/dev/null || echo 2)"; } >"$log" 2>&1
then
    cat "$log" >&2
    exit 1
fi
