#!/bin/sh
# The tests of the Python package with a build of the extension, and of the library in it, that a
# sanitizer of gcc watches: test_python_sanitize.sh address|thread [ARGUMENT of pytest...]
#
# address: AddressSanitizer and UndefinedBehaviorSanitizer over all tests but the notebooks,
# which run in processes of their own, with a tenth of the random cases; thread:
# ThreadSanitizer over the tests that have "thread" in their name, in files that set threads or start
# some. Asserts are on. The interpreter and NumPy are not watched, and what they never free is no leak
# of ours, so leaks are left to the tests named test_no_leak.
set -eu
cd "$(dirname "$0")/.."
tests=bindings/python/tests
kind=${1:?usage: test_python_sanitize.sh address|thread [ARGUMENT of pytest...]}
shift
folder=$PWD/build/python/$kind
case $kind in
address)
    flags="-fsanitize=address,undefined -fno-sanitize-recover=all"
    runtime=libasan.so
    # The interpreter's own allocator would hide what is read after it was freed.
    export CAROM_TEST_CASES="${CAROM_TEST_CASES:-10%}"
    set -- --ignore=$tests/test_notebooks.py -k "not leak" "$@"
    export PYTHONMALLOC=malloc ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1 UBSAN_OPTIONS=print_stacktrace=1
    ;;
thread)
    flags=-fsanitize=thread
    runtime=libtsan.so
    export TSAN_OPTIONS=halt_on_error=1:exitcode=66
    # One test changes arrays during a query on purpose: a race of the caller, with any numbers as answer.
    set -- -k "thread and not arrays_that_change" "$@"
    # Some large packages do not load under it, so the tests with them are not even collected.
    tests=$(grep -lE "set_threads|import threading" $tests/test_*.py)
    ;;
*)
    echo "test-python-sanitize: the sanitizer is \"$kind\", must be address or thread" >&2
    exit 2
    ;;
esac
sh scripts/python_venv.sh build/python/venv bindings/python/tests/requirements.txt
export PATH="$PWD/build/python/venv/bin:$PATH"
mkdir -p "$folder"
{
    CC=gcc cmake -S bindings/python -B "$folder/compiled" -DCMAKE_BUILD_TYPE=RelWithDebInfo \
        -DCMAKE_C_FLAGS_RELWITHDEBINFO="-O1 -g -fno-omit-frame-pointer $flags" \
        -DSKBUILD_SABI_VERSION=3.11 -DPython_EXECUTABLE="$PWD/build/python/venv/bin/python" &&
        cmake --build "$folder/compiled" -j "$(nproc 2>/dev/null || echo 2)" &&
        rm -rf "$folder/site" &&
        cmake --install "$folder/compiled" --prefix "$folder/site" &&
        cp -R bindings/python/carom "$folder/site/"
} >"$folder/log" 2>&1 || {
    cat "$folder/log" >&2
    exit 1
}

# Some answers are compared with those of the tool, which no sanitizer watches.
if [ "$kind" = address ] && [ -z "${CAROM_TOOL:-}" ]; then
    sh scripts/build.sh release
    export CAROM_TOOL="$PWD/build/release/cli/carom"
fi
export PYTHONPATH="$folder/site" HYPOTHESIS_STORAGE_DIRECTORY="$PWD/build/python/hypothesis"
# A sanitizer has to come first, and needs the C++ library to pass on exceptions of NumPy's neighbours.
preload="$(gcc -print-file-name=$runtime) $(gcc -print-file-name=libstdc++.so.6)"
# ThreadSanitizer needs addresses that are not random. A compiler or a shell needs no sanitizer. What
# the sanitizer reports goes past pytest.
set -- setarch -R env LD_PRELOAD="$preload" \
    "$(command -v python)" -m pytest --capture=sys $tests "$@"
setarch -R env LD_PRELOAD="$preload" python -c "import carom; assert carom.__file__.startswith('$folder/')"
echo "python: $kind sanitizer"
"$@"
