#!/bin/sh
# The tests of the WebAssembly module in Node, and of the playground in a browser: test_web.sh
#
# Builds what they need first. Without Chromium the tests in a browser are skipped, with a message;
# with CAROM_ALL_BUILDS=1 that is a failure. CHROMIUM names another browser.
set -eu
cd "$(dirname "$0")/.."
for tool in clang node npm; do
    command -v $tool >/dev/null 2>&1 || { echo "test-web: $tool is not installed" >&2; exit 1; }
done
log=$(mktemp)
trap 'rm -f "$log"' EXIT

# quietly WHAT COMMAND...: shows the output of a command only if it fails
quietly() {
    what=$1
    shift
    "$@" >"$log" 2>&1 || {
        cat "$log" >&2
        echo "test-web: $what failed" >&2
        exit 1
    }
}

sh bindings/wasm/build.sh
sh scripts/node_packages.sh
quietly "building the test vectors" sh bindings/wasm/test/build_vectors.sh bindings/wasm/test/vectors.wasm
node --test bindings/wasm/test/*.test.mjs >"$log" 2>&1 || {
    cat "$log"
    exit 1
}
sed -n 's/^[#ℹ] \(pass\|skipped\) /module: \1 /p' "$log"

cd playground
quietly "checking the playground's types" npm run --silent check
quietly "building the playground" npm run --silent build
if ! command -v "${CHROMIUM:-chromium}" >/dev/null 2>&1; then
    echo "skipped   the playground's tests: there is no Chromium"
    [ "${CAROM_ALL_BUILDS:-0}" != 1 ] || exit 1
    exit 0
fi
node --test test/*.test.mjs >"$log" 2>&1 || {
    cat "$log"
    exit 1
}
sed -n 's/^[#ℹ] \(pass\|skipped\) /playground: \1 /p' "$log"
