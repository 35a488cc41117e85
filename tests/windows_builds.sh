#!/bin/sh
# Builds the library for 64-bit Windows with mingw-w64, static and as a DLL, and runs the tests that
# need only libc and the examples on it under wine: the same hashes, every instruction set.
#
#     windows_builds.sh SOURCE_DIR
#
# Without mingw-w64 or wine it is skipped with a message; with CAROM_ALL_BUILDS=1 that is a failure.
set -eu

source_dir=$1
work=$(mktemp -d)
compiler=x86_64-w64-mingw32-gcc

skip() {
    echo "skipped   Windows: $1 is not installed"
    [ "${CAROM_ALL_BUILDS:-0}" != 1 ]
    exit
}

# run COMMAND...: quiet unless it fails
run() {
    "$@" >"$work/log" 2>&1 || { echo "FAILED    $*"; cat "$work/log"; exit 1; }
}

. "$(dirname "$0")/wine.sh"
trap 'stop_wine; rm -rf "$work"' EXIT

command -v "$compiler" >/dev/null 2>&1 || skip "$compiler"
start_wine || skip wine

# Asserts are on. The macros of mingw-w64's math.h, such as isnan, convert to float in dead branches.
for shared in OFF ON; do
    build="$work/build-$shared"
    run cmake -S "$source_dir" -B "$build" --toolchain "$source_dir/cmake/mingw-w64.cmake" \
        -DCMAKE_CROSSCOMPILING_EMULATOR="$wine" -DCMAKE_RUNTIME_OUTPUT_DIRECTORY="$build/bin" \
        -DBUILD_SHARED_LIBS=$shared -DCAROM_TOOL=OFF -DCAROM_TESTS=ON -DCAROM_WERROR=ON \
        -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_C_FLAGS_RELWITHDEBINFO=-O2 \
        -DCMAKE_C_FLAGS=-Wno-float-conversion
    run cmake --build "$build" -j 2
    run "$wine" "$build/bin/example_touch.exe"
    run ctest --test-dir "$build" --output-on-failure -j 2
    echo "same      Windows, shared $shared: $(sed -n 's/^100% tests passed.* out of \(.*\)/\1 tests/p' "$work/log")"
done
