# What the tests share that build the library in a way of their own: sourced, with SOURCE_DIR as $1.
source_dir=$(cd "$1" && pwd)
tests=$source_dir/tests
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# skip WHAT WHY: says so; with CAROM_ALL_BUILDS=1 that is a failure.
skip() {
    echo "skipped   $1: $2"
    [ "${CAROM_ALL_BUILDS:-0}" != 1 ] || failed=1
}
