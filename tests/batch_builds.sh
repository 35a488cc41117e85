#!/bin/sh
# Builds test_batch_sets for other machines and runs it there, so that every instruction set of
# layer batch is tested: NEON under qemu-user, the vectors of WebAssembly under node, x86 with 32
# bits.
#
#     batch_builds.sh SOURCE_DIR
#
# What cannot be built or run here is skipped with a line that says why; with CAROM_ALL_BUILDS=1
# that is a failure. Few cases by default, and only the machines with vectors of their own:
# emulation is slow. Set CAROM_TEST_CASES for all of it.
set -eu

source_dir=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
tests="$source_dir/tests"
long=${CAROM_TEST_CASES:-}
CAROM_TEST_CASES=${CAROM_TEST_CASES:-20}
export CAROM_TEST_CASES
failed=0

skip() {
    echo "skipped   $1: $2"
    [ "${CAROM_ALL_BUILDS:-0}" != 1 ] || failed=1
}

# need NAME COMMAND: false, with a line, if the command is missing.
need() {
    command -v "$2" >/dev/null 2>&1 || { skip "$1" "$2 is not installed"; return 1; }
}

# build NAME COMPILER FLAGS...: makes $work/program
build() {
    name=$1
    shift
    "$@" -std=c11 -O1 -ffp-contract=off -I "$source_dir/include" -I "$source_dir/src" \
        -I "$tests/support" "$source_dir"/src/arrays.c "$source_dir"/src/batch*.c \
        "$source_dir"/src/exact.c "$source_dir"/src/relation.c "$source_dir"/src/shapes.c \
        "$tests/test_batch_sets.c" "$tests/support/case_arrays.c" "$tests"/support/cases*.c \
        "$tests/support/random.c" -o "$work/program" -lm 2>"$work/errors" && return 0
    echo "FAILED    $name: does not build"
    cat "$work/errors"
    failed=1
    return 1
}

# run NAME SET COMMAND...: the program must end well and have tried the set.
run() {
    name=$1 set=$2
    shift 2
    if "$@" >"$work/output" 2>&1 && grep -q "^$set: [1-9][0-9]* verdicts" "$work/output"; then
        echo "same      $name: $(grep verdicts "$work/output" | tr '\n' ' ')"
    else
        echo "FAILED    $name"
        tail -n 20 "$work/output"
        failed=1
    fi
}

emulator() {
    command -v "qemu-$1" || command -v "qemu-$1-static" || echo "qemu-$1"
}

name="aarch64 with NEON"
if need "$name" aarch64-linux-gnu-gcc && need "$name" "$(emulator aarch64)" &&
    build "$name" aarch64-linux-gnu-gcc -static; then
    run "$name" neon "$(emulator aarch64)" "$work/program"
fi

name="i386 with SSE2"
if [ -n "$long" ] && need "$name" i686-linux-gnu-gcc && need "$name" "$(emulator i386)" &&
    build "$name" i686-linux-gnu-gcc -static -msse2 -mfpmath=sse; then
    run "$name" sse2 "$(emulator i386)" "$work/program"
fi

name="s390x, big-endian, plain C"
if [ -n "$long" ] && need "$name" s390x-linux-gnu-gcc && need "$name" "$(emulator s390x)" &&
    build "$name" s390x-linux-gnu-gcc -static; then
    run "$name" scalar "$(emulator s390x)" "$work/program"
fi

# Debian has the C library for WebAssembly outside of clang's own folders.
name="WebAssembly with vectors"
wasi=/usr
if need "$name" clang && need "$name" wasm-ld && need "$name" node; then
    if [ ! -f $wasi/include/wasm32-wasi/stdio.h ]; then
        skip "$name" "wasi-libc is not installed"
    elif ! [ -f "$(clang --target=wasm32-wasi -print-libgcc-file-name)" ]; then
        skip "$name" "clang's runtime for wasm32 (libclang-rt-dev-wasm32) is not installed"
    elif build "$name" clang --target=wasm32-wasi --sysroot=$wasi -msimd128; then
        cat >"$work/run.mjs" <<'END'
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";
const wasi = new WASI({ version: "preview1", env: process.env, returnOnExit: true });
const module = await WebAssembly.compile(readFileSync(process.argv[2]));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
process.exitCode = wasi.start(instance);
END
        run "$name" simd128 node --no-warnings "$work/run.mjs" "$work/program"
    fi
fi
exit $failed
