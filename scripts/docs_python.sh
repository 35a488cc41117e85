#!/bin/sh
# Writes docs/python/ again, from the docstrings of the package that is built and installed first.
set -eu
cd "$(dirname "$0")/.."
sh scripts/python_venv.sh build/python/venv bindings/python/tests/requirements.txt
sh scripts/build_python.sh build/python/venv build/python
build/python/venv/bin/pip install --quiet --no-index --no-deps --force-reinstall build/python/dist/carom-*.whl
build/python/venv/bin/python scripts/python_reference.py docs/python
