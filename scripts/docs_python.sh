#!/bin/sh
# Writes the reference of the Python package into docs/python/, from the docstrings of the package that is built
# first. Nothing of it is optimised, because only its docstrings are read.
set -eu
cd "$(dirname "$0")/.."
export SKBUILD_CMAKE_BUILD_TYPE=Debug
sh scripts/python_with_carom.sh build/site-python/venv build/site-python site/requirements.txt
build/site-python/venv/bin/python scripts/python_reference.py docs/python
