#!/bin/sh
# Builds the library and test_golden with many options, for several machines, and compares the hashes.
# A difference names the functions and classes that changed.
#
#     golden_builds.sh SOURCE_DIR
#
# By default three builds; test_install.sh runs test_golden in the release build, the build with sanitizers
# runs it as well, and vector_builds.sh runs it on ARM and in WebAssembly. All if CAROM_TEST_CASES is a number.
# Compilers that are not installed are skipped with a message; with CAROM_ALL_BUILDS=1 that is a
# failure. Foreign machines run under qemu-user, linked statically.
set -eu

. "$(dirname "$0")/own_build.sh"

runs_i386() {
    echo 'int main(void) { return 0; }' >"$work/empty.c"
    i686-linux-gnu-gcc -static "$work/empty.c" -o "$work/empty" 2>/dev/null && "$work/empty" 2>/dev/null
}

# run NAME RUNNER COMPILER FLAGS...
run() {
    name=$1 runner=$2 compiler=$3
    shift 3
    command -v "$compiler" >/dev/null 2>&1 || { skip "$name" "$compiler is not installed"; return 0; }
    # Processors of 64-bit PCs run programs of 32 bits themselves, if the kernel lets them.
    if [ "$runner" = qemu-i386 ] && runs_i386; then
        set -- -static "$@"
        runner=""
    elif [ -n "$runner" ]; then
        command -v "$runner" >/dev/null 2>&1 || runner=$runner-static
        command -v "$runner" >/dev/null 2>&1 || { skip "$name" "$runner is not installed"; return 0; }
        set -- -static "$@"
    fi
    if ! "$compiler" -std=c11 -ffp-contract=off -I "$source_dir/include" "$@" \
        -I "$source_dir/src" "$source_dir"/src/*/*.c "$tests/test_golden.c" "$tests"/support/cases*.c \
        "$tests"/support/motion_cases*.c "$tests/support/scenes.c" "$tests"/support/wall_*.c \
        "$tests/support/random.c" "$tests"/support/golden*.c "$tests/support/ring_sets.c" -I "$tests/support" \
        -o "$work/golden" -lm 2>"$work/errors"; then
        echo "FAILED    $name: does not build"
        cat "$work/errors"
        failed=1
        return 0
    fi
    # On big-endian machines the program leaves out the bytes of scenes.
    if got=$($runner "$work/golden" "$tests/golden.txt" 2>&1); then
        echo "same      $name"
    else
        echo "DIFFERENT $name:"
        echo "$got"
        failed=1
    fi
}

run "clang -O0" "" clang -O0
# Without forced inlining these builds take half the time.
[ -n "$long" ] && level="-O2" || level="-O1 -Dalways_inline=unused"
run "s390x, big-endian" qemu-s390x s390x-linux-gnu-gcc $level
run "i386 with SSE2" qemu-i386 i686-linux-gnu-gcc $level -msse2 -mfpmath=sse
if [ -n "$long" ]; then
    run "gcc -O0" "" gcc -O0
    run "gcc -O3" "" gcc -O3
    run "gcc -O3 -march=native" "" gcc -O3 -march=native
    run "gcc -O2, standard C with 32-bit limbs" "" gcc -O2 -DCAROM_PORTABLE
    run "clang -O3" "" clang -O3
    run "aarch64" qemu-aarch64 aarch64-linux-gnu-gcc -O2
fi
exit $failed
