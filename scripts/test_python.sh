#!/bin/sh
# The tests of the Python package: test_python.sh [ARGUMENT of pytest...]
#
# Builds the source archive, the wheel from it, and installs the wheel into an environment of its own.
# Then come the size and the stable ABI, pytest, the stubs against the installed package, and types. What
# is style is in scripts/check_lint.sh.
# PYTHON is the interpreter, by default Debian's.
set -eu
cd "$(dirname "$0")/.."
folder=$PWD/build/python
tests=bindings/python/tests
sh scripts/python_venv.sh "$folder/venv" $tests/requirements.txt
export PATH="$folder/venv/bin:$PATH"
export HYPOTHESIS_STORAGE_DIRECTORY="$folder/hypothesis" MYPY_CACHE_DIR="$folder/mypy"

# quietly WHAT COMMAND...: shows the output only if the command fails.
quietly() {
    what=$1
    shift
    "$@" >"$folder/log" 2>&1 || {
        cat "$folder/log" >&2
        echo "test-python: $what failed" >&2
        exit 1
    }
}

sh scripts/build_python.sh "$folder/venv" "$folder"
wheel=$(ls "$folder"/dist/carom-*.whl)
size=$(wc -c <"$wheel")
[ "$size" -le 1000000 ] || { echo "test-python: the wheel has $size bytes, must be at most 1000000" >&2; exit 1; }
quietly "the stable ABI" abi3audit --strict "$wheel"
quietly "installing the wheel" pip install --no-index --no-deps --force-reinstall "$wheel"

# Some answers are compared with those of the tool.
sh scripts/build.sh release
CAROM_TOOL=$PWD/build/release/cli/carom CAROM_DIST="$folder/dist" pytest $tests "$@"
# In a folder without sources, so that the installed package is the one that is checked.
mkdir -p "$folder/empty"
cd "$folder/empty"
quietly "the types of the stubs" python -m mypy.stubtest carom --mypy-config-file "$OLDPWD/pyproject.toml" \
    --allowlist "$OLDPWD/$tests/stubtest_allowed.txt"
quietly "the types of the package" mypy --config-file "$OLDPWD/pyproject.toml" -p carom
quietly "the types of the sample and the mistakes" python "$OLDPWD/$tests/type_checks.py"
quietly "the sample" python "$OLDPWD/$tests/typed_sample.py"
cd "$OLDPWD"
echo "python: wheel $((size / 1000)) kB, import $(python scripts/python_import_time.py) ms of processor time beyond NumPy"
