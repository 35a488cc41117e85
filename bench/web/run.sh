#!/bin/sh
# Runs the benchmark in JavaScript, its native side taking turns with it, and prints the report;
# with a markdown file, also writes it there between the web marker lines.
#
#     bench/web/run.sh                        into docs/benchmarks.md, built in build/bench-web
#     bench/web/run.sh BUILD_DIR [FILE.md]    with the library of a Release build, made if missing
#
# Builds the modules, the playground and the native side afresh, installs the peers beside this
# script. Takes three to five minutes and 2 GB. Leaves drop.md, what a frame of the playground costs,
# and web.json in BUILD_DIR/web. Room: bench.
set -eu

[ $# -le 2 ] || { echo "usage: bench/web/run.sh [BUILD_DIR [FILE.md]]" >&2; exit 2; }
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
[ $# -gt 0 ] || set -- "$root/build/bench-web" "$root/docs/benchmarks.md"
mkdir -p "$1/web"
build=$(cd "$1" && pwd)
out=$build/web

# quietly COMMAND...: its words are shown only when it fails
quietly() {
    "$@" >"$out/build.log" 2>&1 || { cat "$out/build.log" >&2; exit 1; }
}

if [ ! -f "$build/src/libcarom.a" ]; then
    quietly cmake -S "$root" -B "$build" -DCMAKE_BUILD_TYPE=Release -DCAROM_TOOL=OFF
fi
quietly cmake --build "$build" --target carom
quietly "$root/bindings/wasm/build.sh" "$out"
quietly "${CXX:-c++}" -std=c++17 -O3 -DNDEBUG -I"$root/include" "$here/native.cpp" \
    "$here/../scene_data.cpp" "$here/../pair_data.cpp" "$here/../sweep_data.cpp" \
    "$here/../random_source.cpp" "$here/../rounds.cpp" "$build/src/libcarom.a" -o "$out/native"
quietly sh "$root/scripts/node_packages.sh"
quietly sh "$root/scripts/playground.sh" --build
node "$root/playground/bench/drop.mjs" >"$out/drop.md"
node "$here/run.mjs" "$out/native" "$out" "$out" ${2:+"$2"}
