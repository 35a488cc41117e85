#!/bin/sh
# Builds the WebAssembly modules and the playground; serves it, unless told --build, at port $PORT (8000).
set -eu
cd "$(dirname "$0")/.."
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# Says what it does, and shows the output of a step only if it fails.
step() {
    echo "playground: $1"
    shift
    "$@" >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
}
step "the WebAssembly modules" sh bindings/wasm/build.sh
sh scripts/node_packages.sh
echo "playground: the bundle"
cd playground
if [ "${1:-}" = --build ]; then
    node build.mjs
else
    node build.mjs --serve "${PORT:-8000}"
fi
