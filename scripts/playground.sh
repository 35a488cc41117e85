#!/bin/sh
# Builds the WebAssembly modules and the playground; serves it, unless told --build, at port $PORT (8000).
set -eu
cd "$(dirname "$0")/.."
command -v npm >/dev/null 2>&1 || { echo "playground: npm is not installed" >&2; exit 1; }
log=$(mktemp)
trap 'rm -f "$log"' EXIT
if ! { sh bindings/wasm/build.sh && npm ci --prefix playground; } >"$log" 2>&1; then
    cat "$log" >&2
    exit 1
fi
cd playground
if [ "${1:-}" = --build ]; then
    node build.mjs
else
    node build.mjs --serve "${PORT:-8000}"
fi
