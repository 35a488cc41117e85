#!/bin/sh
# Builds the WebAssembly modules and the playground; serves it, unless told --build, at port $PORT (8000).
set -eu
cd "$(dirname "$0")/.."
command -v npm >/dev/null 2>&1 || { echo "playground: npm is not installed" >&2; exit 1; }
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# Says what it does, and shows the output of a step only if it fails.
step() {
    echo "playground: $1"
    shift
    "$@" >"$log" 2>&1 || { cat "$log" >&2; exit 1; }
}
step "the WebAssembly modules" sh bindings/wasm/build.sh
step "packages" npm ci --prefix playground
echo "playground: the bundle"
cd playground
if [ "${1:-}" = --build ]; then
    node build.mjs
else
    node build.mjs --serve "${PORT:-8000}"
fi
