#!/bin/sh
# Areas of real maps: the coasts and lakes of GSHHG, and the countries of the world, against an exact count and shapely:
#
#     test_maps.sh [POINTS [SEED]]
#
# Builds the wheel as test_python.sh does, and installs it into an environment of its own. The maps are not Carom's:
# that of the countries comes from npm, GSHHG from the Debian package gmt-gshhg-full.
set -eu
cd "$(dirname "$0")/.."
venv=build/maps/venv
sh scripts/setup.sh maps
sh scripts/world_map.sh
sh scripts/python_venv.sh build/python/venv bindings/python/tests/requirements.txt
sh scripts/build_python.sh build/python/venv build/python
sh scripts/python_venv.sh $venv tests/maps/requirements.txt
$venv/bin/pip install --quiet --no-index --no-deps --force-reinstall build/python/dist/carom-*.whl
$venv/bin/python -B tests/maps/check_maps.py /usr/share/gmt-gshhg/binned_GSHHS_f.nc build/world/countries-10m.json "$@"
