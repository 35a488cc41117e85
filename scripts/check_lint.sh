#!/bin/sh
# clang-tidy and cppcheck over the library, the tool and the extension of the Python package. ruff over all
# Python: rules and format.
# usage: check_lint.sh BUILD_DIR [--analyze]
#
# Without --analyze clang-tidy leaves out clang's static analyzer, which takes nine tenths of its time.
set -eu
build=$(cd "${1:?usage: check_lint.sh BUILD_DIR [--analyze]}" && pwd)
checks=-clang-analyzer-*
[ "${2:-}" != --analyze ] || checks=""
cd "$(dirname "$0")/.."
jobs=$(nproc 2>/dev/null || echo 2)
echo "clang-tidy"
git ls-files "src/*.c" "classic/*.c" "cli/*.c" "bindings/sqlite/src/*.c" | xargs -P "$jobs" -n 1 \
    clang-tidy --quiet --checks="$checks" -p "$build" 2>/dev/null
# The compiler flags of the extension, from a build that is configured and not compiled.
python=build/python/venv
sh scripts/python_venv.sh "$python" bindings/python/tests/requirements.txt
mkdir -p build/python/lint
"$python/bin/cmake" -S bindings/python -B build/python/lint -DCMAKE_BUILD_TYPE=Debug \
    -DCMAKE_EXPORT_COMPILE_COMMANDS=ON -DSKBUILD_SABI_VERSION=3.11 \
    -DPython_EXECUTABLE="$PWD/$python/bin/python" >build/python/lint/log 2>&1 || {
    cat build/python/lint/log >&2
    exit 1
}
echo "clang-tidy of the Python package"
git ls-files "bindings/python/src/*.c" | xargs -P "$jobs" -n 1 \
    clang-tidy --quiet --checks="$checks" -p build/python/lint 2>/dev/null
echo "cppcheck"
# cpp_check ARGUMENT...
cpp_check() {
    cppcheck -j "$jobs" --quiet --error-exitcode=1 --inline-suppr --std=c11 --enable=warning,performance,portability \
        -I include "$@"
}
cpp_check -I src -I classic -I cli src classic cli
# NumPy hands out the numbers of an array as bytes.
cpp_check --suppress=invalidPointerCast -I classic bindings/python/src
# SQLite hands its own types to a module, which continue in the module's.
cpp_check bindings/sqlite/src
echo "ruff"
export RUFF_CACHE_DIR=build/python/ruff
git ls-files -z "*.py" "*.pyi" "*.ipynb" | xargs -0 "$python/bin/ruff" check --quiet
git ls-files -z "*.py" "*.pyi" "*.ipynb" | xargs -0 "$python/bin/ruff" format --quiet --check --diff
