#!/bin/sh
# Converts the shipped levels again from the Debian package freedoom, and places the balls of the demo.
set -eu
cd "$(dirname "$0")/.."
wads=/usr/share/games/doom
python3 scripts/level_from_wad.py $wads/freedoom1.wad E1M2 levels
python3 scripts/level_from_wad.py $wads/freedoom2.wad MAP12 levels
python3 scripts/make_balls.py levels/freedoom1_e1m2 1000 >levels/freedoom1_e1m2_balls.csv
