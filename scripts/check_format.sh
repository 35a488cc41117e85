#!/bin/sh
# Checks that all C and C++ is formatted by .clang-format; --fix formats it. For JavaScript, TypeScript
# and CSS it checks only that no line has more than 100 columns and that there are no tabs.
set -eu
cd "$(dirname "$0")/.."
files=$(git ls-files '*.c' '*.h' '*.cpp')
if [ "${1:-}" = --fix ]; then
    clang-format -i $files
else
    clang-format --dry-run --Werror $files
    # In UTF-8, where a dash or a quotation mark is one column and not three.
    bad=$(LC_ALL=C.UTF-8 git grep -nP '^.{101}|\t' -- '*.js' '*.mjs' '*.ts' '*.css' || true)
    [ -z "$bad" ] || { echo "$bad"; echo "more than 100 columns, or a tab" >&2; exit 1; }
fi
