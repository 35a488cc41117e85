#!/bin/sh
# Checks the files of .github/workflows with actionlint: an installed one, or one that Go builds.
# Without either it is skipped with a message; with CAROM_ALL_BUILDS=1 that is a failure.
set -eu
cd "$(dirname "$0")/.."
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
actionlint=$(command -v actionlint || true)
if [ -z "$actionlint" ] && command -v go >/dev/null 2>&1; then
    if GOBIN="$work" go install github.com/rhysd/actionlint/cmd/actionlint@v1.7.12 2>"$work/log"; then
        actionlint=$work/actionlint
    else
        cat "$work/log" >&2
    fi
fi
if [ -z "$actionlint" ]; then
    echo "skipped   workflows: actionlint is not installed, and Go cannot build it"
    [ "${CAROM_ALL_BUILDS:-0}" != 1 ]
    exit
fi
echo "actionlint"
"$actionlint" .github/workflows/*.yml
