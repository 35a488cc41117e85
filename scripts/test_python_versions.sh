#!/bin/sh
# One wheel for all versions: the tests of the Python package with the wheel that scripts/test_python.sh
# has built, in every later version of CPython that is installed: test_python_versions.sh [ARGUMENT of
# pytest...]. PYTHONS names the interpreters.
#
# Then the wheel is built once more, from the tree and not from the source archive: both are the same.
# With CAROM_ALL_BUILDS=1 it is a failure if there is no later version.
set -eu
cd "$(dirname "$0")/.."
folder=$PWD/build/python
wheel=$(ls "$folder"/dist/carom-*.whl 2>/dev/null) || {
    echo "test-python-versions: there is no wheel in build/python/dist; first run scripts/test_python.sh" >&2
    exit 1
}
tested=0
for python in ${PYTHONS:-python3.12 python3.13 python3.14 python3.15}; do
    # A name may belong to a switch between versions that has none of this name.
    "$python" -c "" 2>/dev/null || continue
    echo "python: $("$python" -c 'import sys; print(sys.version.split()[0])')"
    venv=$folder/venv-${python##*/}
    PYTHON=$python sh scripts/python_venv.sh "$venv" bindings/python/tests/requirements.txt
    "$venv/bin/pip" install --quiet --no-index --no-deps --force-reinstall "$wheel"
    PATH="$venv/bin:$PATH" HYPOTHESIS_STORAGE_DIRECTORY="$folder/hypothesis" CAROM_DIST="$folder/dist" \
        "$venv/bin/pytest" bindings/python/tests "$@"
    tested=$((tested + 1))
done
if [ $tested = 0 ]; then
    echo "skipped   later versions of Python: there is none"
    [ "${CAROM_ALL_BUILDS:-0}" != 1 ] || exit 1
fi

rm -rf "$folder/tree"
PATH="$folder/venv/bin:$PATH" "$folder/venv/bin/python" -m pip wheel --quiet --no-index --no-build-isolation --no-deps \
    --wheel-dir "$folder/tree" --config-settings=build-dir="$folder/tree_compiled" .
cmp "$wheel" "$folder/tree/${wheel##*/}" || {
    echo "test-python-versions: the wheel of the tree differs from that of the source archive" >&2
    exit 1
}
echo "python: the wheels of the tree and of the source archive are identical"
