#!/bin/sh
# Makes carom.h and carom.c, compiles carom.c with several compilers as C11 and as C++11 without
# options for its arithmetic, and compares the hashes of test_golden with golden.txt. Also compares
# batches and scenes with single calls, and runs the commands of docs/install.md.
#
#     amalgamation.sh SOURCE_DIR
#
# By default three compilers. If CAROM_TEST_CASES is a number: all compilers, levels and machines.
# What is not installed is skipped with a message; with CAROM_ALL_BUILDS=1 that is a failure.
set -eu

. "$(dirname "$0")/own_build.sh"
. "$(dirname "$0")/wine.sh"
trap 'stop_wine; rm -rf "$work"' EXIT

python3 "$source_dir/scripts/amalgamate.py" "$work"

# rest NAME COMPILER...: the tests, without the library, in $work/NAME
rest() {
    rest=$work/$1
    shift
    mkdir "$rest"
    (cd "$rest" && "$@" -std=c11 -O1 -ffp-contract=off -c -I "$source_dir/include" -I "$source_dir/src" \
        -I "$tests/support" "$tests/test_golden.c" "$tests/amalgamation_batch.c" "$tests"/support/cases*.c \
        "$tests"/support/motion_cases*.c "$tests/support/scenes.c" "$tests"/support/wall_*.c \
        "$tests/support/random.c" "$tests"/support/golden*.c "$tests/support/ring_sets.c")
}

# try NAME SET RUNNER COMPILER FLAGS...: carom.c may not cause warnings. The program runs with RUNNER.
try() {
    name=$1 expected_set=$2 runner=$3 compiler=$4
    shift 4
    command -v "$compiler" >/dev/null 2>&1 || { skip "$name" "$compiler is not installed"; return 0; }
    if ! (cd "$work" && "$compiler" "$@" -c carom.c -o carom.o) >"$work/log" 2>&1 || [ -s "$work/log" ]; then
        echo "FAILED    $name: carom.c has errors or warnings"
        cat "$work/log"
        failed=1
        return 0
    fi
    for program in golden batch; do
        case $program in golden) other=amalgamation_batch ;; *) other=test_golden ;; esac
        objects=$(find "$rest" -name '*.o' ! -name "$other.o")
        # Not quoted: several names, and an option or none.
        if ! "$compiler" $objects "$work/carom.o" $link -o "$work/$program" -lm >"$work/log" 2>&1; then
            echo "FAILED    $name: does not link"
            cat "$work/log"
            failed=1
            return 0
        fi
    done
    if $runner "$work/golden" "$tests/golden.txt" >"$work/log" 2>&1 && $runner "$work/batch" "$expected_set" >"$work/log" 2>&1
    then
        echo "same      $name"
    else
        echo "DIFFERENT $name:"
        cat "$work/log"
        failed=1
    fi
}

# strict COMPILER FLAGS...: no warning in carom.c, with warnings that projects turn on.
strict() {
    command -v "$1" >/dev/null 2>&1 || { skip "warnings, $1" "$1 is not installed"; return 0; }
    if (cd "$work" && "$@" -fsyntax-only -Wall -Wextra -Wpedantic -pedantic-errors -Wconversion -Wshadow carom.c) \
        >"$work/log" 2>&1 && [ ! -s "$work/log" ]; then
        echo "clean     $*"
    else
        echo "FAILED    $*: errors or warnings"
        cat "$work/log"
        failed=1
    fi
}

# refused COMPILER FLAG...: with these flags the answers would be wrong, so carom.h stops the compiler.
refused() {
    command -v "$1" >/dev/null 2>&1 || { skip "refused flags, $1" "$1 is not installed"; return 0; }
    if (cd "$work" && "$@" -fsyntax-only -x c carom.h) >"$work/log" 2>&1 ||
        ! grep -q 'exact answers need standard floating point' "$work/log"; then
        echo "FAILED    $*: not refused"
        cat "$work/log"
        failed=1
    else
        echo "refused   $*"
    fi
}

# fused FLAG...: clang fuses products in spite of the pragma, and carom_environment_is_exact says so.
fused() {
    command -v clang >/dev/null 2>&1 || { skip "fused products" "clang is not installed"; return 0; }
    printf '#include "carom.h"\nint main(void) { return carom_environment_is_exact(); }\n' >"$work/exact.c"
    if (cd "$work" && clang -O1 -DNDEBUG -ffp-contract=fast "$@" carom.c exact.c -o exact -lm) >"$work/log" 2>&1 &&
        "$work/exact"; then
        echo "denied    clang -ffp-contract=fast $*"
    else
        echo "FAILED    clang -ffp-contract=fast $*: carom_environment_is_exact does not deny it"
        cat "$work/log"
        failed=1
    fi
}

strict gcc -std=c11
strict clang -std=c11
strict g++ -x c++ -std=c++11
strict clang++ -x c++ -std=c++11
strict g++ -x c++ -std=c++20
strict clang++ -x c++ -std=c++20
for flag in -ffast-math -Ofast -ffinite-math-only; do
    refused gcc $flag
    refused clang $flag
done
refused gcc -funsafe-math-optimizations
refused gcc -freciprocal-math
refused gcc -fassociative-math -fno-signed-zeros -fno-trapping-math

set=neon
case $(uname -m) in
x86_64)
    set=sse2
    ! { grep -qw avx2 /proc/cpuinfo && grep -qw fma /proc/cpuinfo; } || set=avx2
    ;;
esac
case $set in
avx2) fused -mfma ;;
neon) fused ;;
esac
link=""
rest native cc
try "gcc -O1, C11" $set "" gcc -O1 -std=c11 -Wall -Wextra
try "clang++ -O0, C++11" $set "" clang++ -O0 -x c++ -std=c++11
try "tcc" scalar "" tcc

if [ -n "$long" ]; then
    try "gcc -O0, C11" $set "" gcc -O0 -std=c11
    try "gcc -O2 -DNDEBUG" $set "" gcc -O2 -DNDEBUG
    try "gcc -O3 -march=native" $set "" gcc -O3 -march=native
    try "gcc, standard C with 32-bit limbs" scalar "" gcc -O1 -std=c11 -DCAROM_PORTABLE
    try "g++ -O0, C++11" $set "" g++ -O0 -x c++ -std=c++11
    try "g++ -O2, C++11" $set "" g++ -O2 -x c++ -std=c++11 -Wall -Wextra
    try "clang -O2, C11" $set "" clang -O2 -std=c11 -Wall -Wextra
    try "clang++ -O2, C++11" $set "" clang++ -O2 -x c++ -std=c++11
    if [ $set = avx2 ]; then
        try "gcc -O3 -march=haswell" avx2 "" gcc -O3 -march=haswell
        try "g++ -O3 -march=haswell" avx2 "" g++ -O3 -march=haswell -x c++ -std=c++11
        try "clang -O3 -march=haswell" avx2 "" clang -O3 -march=haswell
    fi
    runner=qemu-aarch64
    command -v $runner >/dev/null 2>&1 || runner=qemu-aarch64-static
    if command -v $runner >/dev/null 2>&1 && command -v aarch64-linux-gnu-gcc >/dev/null 2>&1; then
        rest aarch64 aarch64-linux-gnu-gcc
        link=-static
        try "aarch64" neon $runner aarch64-linux-gnu-gcc -O2
    else
        skip "aarch64" "aarch64-linux-gnu-gcc or qemu-aarch64 is not installed"
    fi
    if command -v x86_64-w64-mingw32-gcc >/dev/null 2>&1 && start_wine; then
        rest windows x86_64-w64-mingw32-gcc
        link=-static
        try "mingw-w64" sse2 "$wine" x86_64-w64-mingw32-gcc -O1
    else
        skip "mingw-w64" "x86_64-w64-mingw32-gcc or wine is not installed"
    fi
fi

# docs/install.md: the commands of the block that makes example.c, and the line that they print.
mkdir "$work/install"
cp "$work/carom.h" "$work/carom.c" "$work/install"
awk -v expected="$work/install/expected" '/^cat >example.c/ { on = 1 } /^```/ { on = 0 } on && /^# prints: / { print substr($0, 11) >expected; next } on' \
    "$source_dir/docs/install.md" >"$work/install/commands"
if [ -s "$work/install/expected" ] && (cd "$work/install" && sh -eu commands) >"$work/log" 2>&1 &&
    cmp -s "$work/log" "$work/install/expected"; then
    echo "same      the commands of docs/install.md"
else
    echo "FAILED    the commands of docs/install.md:"
    cat "$work/log"
    failed=1
fi
exit $failed
