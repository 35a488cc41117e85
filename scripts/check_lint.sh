#!/bin/sh
# clang-tidy and cppcheck over the library and the tool. usage: check_lint.sh BUILD_DIR
set -eu
build=$(cd "${1:?usage: check_lint.sh BUILD_DIR}" && pwd)
cd "$(dirname "$0")/.."
echo "clang-tidy"
git ls-files "src/*.c" "classic/*.c" "cli/*.c" | xargs -P "$(nproc 2>/dev/null || echo 2)" -n 1 \
    clang-tidy --quiet -p "$build" 2>/dev/null
echo "cppcheck"
cppcheck --quiet --error-exitcode=1 --inline-suppr --std=c11 --enable=warning,performance,portability \
    -I include -I src -I classic -I cli src classic cli
