#!/bin/sh
# Builds the cases of the C tests for JavaScript: build_vectors.sh OUT.wasm. Room: tests.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../../.." && pwd)
out=$(cd "$(dirname "$1")" && pwd)/$(basename "$1")
sysroot=${WASI_SYSROOT:-/usr}
clang=${CLANG:-clang}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
support=$root/tests/support
# Nothing is inlined by force: built in half the time.
"$clang" --target=wasm32-wasi --sysroot="$sysroot" -std=c11 -O1 -ffp-contract=off \
    -ffunction-sections -DNDEBUG -Dalways_inline=unused -I"$root/include" -I"$support" -c \
    -I "$root/src" "$root"/src/*/*.c "$support"/case*.c "$support"/motion_cases*.c "$support/random.c" \
    "$support/ring_sets.c" \
    "$support/scenes.c" "$support"/wall_*.c "$support"/golden*.c "$here/vectors.c"
wasm-ld --no-entry --stack-first -z stack-size=262144 --gc-sections --strip-all ./*.o \
    -L"$sysroot/lib/wasm32-wasi" -lc \
    "$("$clang" --target=wasm32-wasi -print-libgcc-file-name)" -o vectors.wasm
mv vectors.wasm "$out"
