#!/bin/sh
# Tries the channels through which users get Carom, each from an empty machine: test_packages.sh [NAME...]
#
# A channel is tests/packages/NAME.sh; without a name all are tried. What a channel needs and does not
# find is skipped with a message; with CAROM_ALL_BUILDS=1 that is a failure.
set -eu
cd "$(dirname "$0")/.."
if [ $# = 0 ]; then
    set -- $(ls tests/packages/*.sh | sed 's|.*/||; s|\.sh$||')
fi
for name in "$@"; do
    [ -f "tests/packages/$name.sh" ] || {
        echo "test-packages: there is no channel $name; there are: $(ls tests/packages/*.sh |
            sed 's|.*/||; s|\.sh$||' | tr '\n' ' ')" >&2
        exit 2
    }
done

failed=""
for name in "$@"; do
    start=$(date +%s)
    sh "tests/packages/$name.sh" "$PWD" || failed="$failed $name"
    echo "ended     $name: $(($(date +%s) - start)) s"
done
[ -z "$failed" ] || {
    echo "test-packages: failed:$failed" >&2
    exit 1
}
