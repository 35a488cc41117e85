# Common functions of the tests that build the library themselves: sourced, with SOURCE_DIR as $1.
source_dir=$(cd "$1" && pwd)
tests=$source_dir/tests
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0

# release_build SHARED: the folder of the release build, shared if ON. Tests that need it take turns, and the
# first makes it: with CAROM_OWN_BUILDS set it stays in that folder, else each makes its own.
release_build() {
    echo "${CAROM_OWN_BUILDS:-$work}/release-$1"
}

# skip WHAT WHY: prints that WHAT is skipped; with CAROM_ALL_BUILDS=1 that is a failure.
skip() {
    echo "skipped   $1: $2"
    [ "${CAROM_ALL_BUILDS:-0}" != 1 ] || failed=1
}

# long is 1 if CAROM_TEST_CASES is a number: then a test makes all its builds. Else those that no other
# part of .ci/run makes.
case ${CAROM_TEST_CASES:-} in
*[!0-9]* | '') long="" ;;
*) long=1 ;;
esac
