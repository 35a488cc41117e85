#!/bin/sh
# The last part of `make demo`: in which countries of the world 10^6 discs lie, timed by stage.
#
#     demo_world.sh CAROM [DISCS [MAP]]
#
# Writes demo_world.csv and demo_world.png. The map is that of world_map.sh, or the file MAP. Status 1 if there is none.
set -eu
carom=${1:?usage: demo_world.sh CAROM [DISCS [MAP]]}
discs=${2:-1000000}
scripts=$(dirname "$0")
folder=build/world
map=${3:-$folder/countries-10m.json}

# since START: seconds and hundredths from START, a time in nanoseconds.
since() {
    hundredths=$((($(date +%s%N) - $1) / 10000000))
    printf '%d.%02d' $((hundredths / 100)) $((hundredths % 100))
}

if [ $# -lt 3 ] && ! sh "$scripts/world_map.sh"; then
    echo "carom: so this part of the demo did not run" >&2
    exit 1
fi
mkdir -p "$folder"
start=$(date +%s%N)
"$scripts/world_walls.py" "$map" >"$folder/walls.csv"
echo "carom: the countries as areas in $(since "$start") s"
start=$(date +%s%N)
"$scripts/make_discs.py" "$discs" >"$folder/discs.csv"
echo "carom: $discs discs in $(since "$start") s"
"$carom" areas --summary --width 1600 --picture demo_world.png \
    "$folder/discs.csv" "$folder/walls.csv" >demo_world.csv
echo "The picture is demo_world.png. Which disc lies in which country, and how many degrees from its border, is in"
echo "demo_world.csv. The map is Natural Earth's, in the public domain."
