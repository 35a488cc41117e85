#!/bin/sh
# Makes the files of a release in build/release-files: release.sh [--draft] [--only PART,...]
# It brings the Python packages of scripts/release/requirements.txt. See scripts/release/make_release.py.
set -eu
cd "$(dirname "$0")/.."
venv=build/release-venv
requirements=scripts/release/requirements.txt
if ! cmp -s "$requirements" "$venv/requirements.txt"; then
    rm -rf "$venv"
    /usr/bin/python3 -m venv "$venv"
    "$venv/bin/pip" install --quiet --disable-pip-version-check -r "$requirements"
    cp "$requirements" "$venv/requirements.txt"
fi
PATH=$PWD/$venv/bin:$PATH exec python scripts/release/make_release.py "$@"
