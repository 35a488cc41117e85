#!/bin/sh
# An environment with the Python package, built from this tree: python_with_carom.sh VENV FOLDER REQUIREMENTS
#
# REQUIREMENTS names what builds the package, too: see build_python.sh, whose FOLDER this is.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
sh "$here/python_venv.sh" "$1" "${3:?usage: python_with_carom.sh VENV FOLDER REQUIREMENTS}"
sh "$here/build_python.sh" "$1" "$2"
"$1/bin/pip" install --quiet --no-index --no-deps --force-reinstall "$2"/dist/carom-*.whl
