#!/bin/sh
# Builds test_batch_sets and test_scene_traversal for other machines and runs them there, so that every
# instruction set of layers batch and scene is tested: NEON under qemu-user, the vectors of
# WebAssembly under node, x86 with 32 bits. test_golden runs there, too.
#
#     vector_builds.sh SOURCE_DIR
#
# Targets that cannot be built or run here are skipped with the reason; with CAROM_ALL_BUILDS=1 that
# is a failure. By default there are few cases, and only machines with their own vector instructions,
# because emulation is slow. Set CAROM_TEST_CASES to a number to run everything.
set -eu

. "$(dirname "$0")/own_build.sh"
[ -n "$long" ] || CAROM_TEST_CASES=20
export CAROM_TEST_CASES

# need NAME COMMAND: false, with a message, if the command is missing.
need() {
    command -v "$2" >/dev/null 2>&1 || { skip "$1" "$2 is not installed"; return 1; }
}

# build NAME COMPILER FLAGS...: makes the programs in $work
build() {
    name=$1
    shift
    # Without forced inlining the build takes half the time.
    set -- "$@" -std=c11 -O1 -ffp-contract=off -Dalways_inline=unused \
        -I "$source_dir/include" -I "$source_dir/src" -I "$tests/support"
    rm -rf "$work/plain" "$work/forced"
    mkdir "$work/plain" "$work/forced"
    build_all "$@" 2>"$work/errors" && return 0
    echo "FAILED    $name: does not build"
    cat "$work/errors"
    failed=1
    return 1
}

# build_all COMPILER FLAGS...: all sources once. The queries of the scene are compiled a second time,
# so that the test chooses the instruction set.
build_all() {
    (cd "$work/plain" && "$@" -c -I "$source_dir/src" "$source_dir"/src/*/*.c "$tests"/support/case*.c \
        "$tests"/support/motion_cases*.c "$tests/support/random.c" "$tests"/support/scenes.c \
        "$tests"/support/wall_*.c "$tests"/support/scene_mirror*.c "$tests"/support/edit_mirror*.c \
        "$tests"/support/golden*.c "$tests/support/ring_sets.c") &&
        (cd "$work/forced" && "$@" -Dcarom_scene_choose=test_scene_choose -c \
            "$source_dir"/src/scene/overlap.c "$source_dir"/src/scene/nearest.c "$source_dir"/src/scene/scene_cast.c "$source_dir"/src/scene/fan.c \
            "$source_dir"/src/scene/scene_wall_source.c "$source_dir"/src/dynamic_scene/dynamic_tree.c) &&
        "$@" "$tests/test_batch_sets.c" "$work"/plain/*.o -o "$work/test_batch_sets" -lm &&
        "$@" "$tests/test_golden.c" "$work"/plain/*.o -o "$work/test_golden" -lm &&
        mv "$work"/forced/*.o "$work/plain" &&
        "$@" "$tests/test_scene_traversal.c" "$work"/plain/*.o -o "$work/test_scene_traversal" -lm
}

# run NAME SET COMMAND...: the tests must pass, two of them must have tested the set.
run() {
    name=$1 set=$2
    shift 2
    for program in test_batch_sets test_scene_traversal; do
        if "$@" "$work/$program" >"$work/output" 2>&1 &&
            grep -q "^$set: [1-9][0-9]* [vs]" "$work/output"; then
            echo "same      $name, $program: $(grep "^$set:.* [vs]" "$work/output" | tail -n 1)"
        else
            echo "FAILED    $name, $program"
            tail -n 20 "$work/output"
            failed=1
        fi
    done
    if "$@" "$work/test_golden" "$tests/golden.txt" >"$work/output" 2>&1; then
        echo "same      $name, test_golden"
    else
        echo "DIFFERENT $name, test_golden:"
        cat "$work/output"
        failed=1
    fi
}

emulator() {
    command -v "qemu-$1" || command -v "qemu-$1-static" || echo "qemu-$1"
}

name="aarch64 with NEON"
if need "$name" aarch64-linux-gnu-gcc && need "$name" "$(emulator aarch64)" &&
    build "$name" aarch64-linux-gnu-gcc -static; then
    run "$name" neon "$(emulator aarch64)"
fi

name="i386 with SSE2"
if [ -n "$long" ] && need "$name" i686-linux-gnu-gcc && need "$name" "$(emulator i386)" &&
    build "$name" i686-linux-gnu-gcc -static -msse2 -mfpmath=sse; then
    run "$name" sse2 "$(emulator i386)"
fi

name="s390x, big-endian, plain C"
if [ -n "$long" ] && need "$name" s390x-linux-gnu-gcc && need "$name" "$(emulator s390x)" &&
    build "$name" s390x-linux-gnu-gcc -static; then
    run "$name" scalar "$(emulator s390x)"
fi

# Debian has the C library for WebAssembly outside of clang's own folders.
name="WebAssembly with vectors"
wasi=/usr
if need "$name" clang && need "$name" wasm-ld && need "$name" node; then
    if [ ! -f $wasi/include/wasm32-wasi/stdio.h ]; then
        skip "$name" "wasi-libc is not installed"
    elif ! [ -f "$(clang --target=wasm32-wasi -print-libgcc-file-name)" ]; then
        skip "$name" "clang's runtime for wasm32 (libclang-rt-dev-wasm32) is not installed"
    # The usual stack of 64 KB is too small for walls that turn.
    elif build "$name" clang --target=wasm32-wasi --sysroot=$wasi -msimd128 \
        -Wl,-z,stack-size=1048576; then
        cat >"$work/run.mjs" <<'END'
import { readFileSync } from "node:fs";
import { WASI } from "node:wasi";
const wasi = new WASI({
    version: "preview1", args: process.argv.slice(2), env: process.env, returnOnExit: true,
    preopens: { "/": "/" },
});
const module = await WebAssembly.compile(readFileSync(process.argv[2]));
const instance = await WebAssembly.instantiate(module, wasi.getImportObject());
process.exitCode = wasi.start(instance);
END
        run "$name" simd128 node --no-warnings "$work/run.mjs"
    fi
fi
exit $failed
