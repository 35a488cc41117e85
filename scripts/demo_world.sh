#!/bin/sh
# The last part of `make demo`: the coasts and borders of the world against 10^6 discs, timed by stage.
#
#     demo_world.sh CAROM [DISCS [MAP]]
#
# Writes demo_world.csv and demo_world.png. The map is countries-10m.json of the npm package
# world-atlas, downloaded once into build/world, or the file MAP. Status 1 if there is no map.
set -eu
carom=${1:?usage: demo_world.sh CAROM [DISCS [MAP]]}
discs=${2:-1000000}
scripts=$(dirname "$0")
folder=build/world
map=${3:-$folder/countries-10m.json}
package=world-atlas@2.0.2
checksum=3bc6f1d367a9bcec479841bae0e76092f512838411d0cef124e92eec4db45f79

# since START: seconds and hundredths from START, a time in nanoseconds.
since() {
    hundredths=$((($(date +%s%N) - $1) / 10000000))
    printf '%d.%02d' $((hundredths / 100)) $((hundredths % 100))
}

is_whole() {
    [ -f "$map" ] && echo "$checksum  $map" | sha256sum --check --status -
}

fetch() {
    mkdir -p "$folder"
    : >"$folder/npm.log"
    sh "$scripts/setup.sh" world || return 1
    (cd "$folder" && npm pack --loglevel=error --fetch-retries=1 --fetch-retry-mintimeout=1000 $package) \
        >"$folder/npm.log" 2>&1 || return 1
    tar -xzf "$folder"/world-atlas-*.tgz -C "$folder" --strip-components=1 package/countries-10m.json \
        package/LICENSE
    is_whole
}

if [ $# -lt 3 ] && ! is_whole; then
    start=$(date +%s%N)
    if ! fetch; then
        echo "carom: the map of the world is missing: could not fetch $package with npm," >&2
        echo "carom: so this part of the demo did not run (what npm says is in $folder/npm.log)" >&2
        exit 1
    fi
    echo "carom: fetched $package in $(since "$start") s"
fi
mkdir -p "$folder"
start=$(date +%s%N)
"$scripts/world_walls.py" "$map" >"$folder/walls.csv"
echo "carom: coasts and borders as walls in $(since "$start") s"
start=$(date +%s%N)
"$scripts/make_discs.py" "$discs" >"$folder/discs.csv"
echo "carom: $discs discs in $(since "$start") s"
"$carom" hits --summary --width 1600 --picture demo_world.png \
    "$folder/discs.csv" "$folder/walls.csv" >demo_world.csv
echo "The picture is demo_world.png, which disc touches which coast or border is in demo_world.csv."
echo "The map is Natural Earth's, in the public domain."
