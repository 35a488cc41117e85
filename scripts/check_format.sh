#!/bin/sh
# Checks that all C and C++ is laid out by .clang-format; --fix lays it out.
set -eu
cd "$(dirname "$0")/.."
files=$(git ls-files '*.c' '*.h' '*.cpp')
if [ "${1:-}" = --fix ]; then
    clang-format -i $files
else
    clang-format --dry-run --Werror $files
fi
