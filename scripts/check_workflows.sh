#!/bin/sh
# Checks the files of .github/workflows with actionlint: an installed one, or one that Go builds.
# Without either it is skipped with a message; with CAROM_ALL_BUILDS=1 that is a failure.
set -eu
cd "$(dirname "$0")/.."
if command -v actionlint >/dev/null 2>&1; then
    actionlint .github/workflows/*.yml
elif command -v go >/dev/null 2>&1; then
    log=$(mktemp)
    trap 'rm -f "$log"' EXIT
    go run github.com/rhysd/actionlint/cmd/actionlint@v1.7.12 .github/workflows/*.yml 2>"$log" || {
        cat "$log" >&2
        exit 1
    }
else
    echo "skipped   workflows: neither actionlint nor go is installed"
    [ "${CAROM_ALL_BUILDS:-0}" != 1 ]
    exit
fi
echo "actionlint"
