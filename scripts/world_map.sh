#!/bin/sh
# The countries of the world as TopoJSON: build/world/countries-10m.json of the npm package world-atlas, downloaded once.
# Status 1 if it cannot be downloaded.
set -eu
folder=build/world
map=$folder/countries-10m.json
package=world-atlas@2.0.2
checksum=3bc6f1d367a9bcec479841bae0e76092f512838411d0cef124e92eec4db45f79

is_whole() {
    [ -f "$map" ] && echo "$checksum  $map" | sha256sum --check --status -
}

fetch() {
    mkdir -p "$folder"
    : >"$folder/npm.log"
    sh "$(dirname "$0")/setup.sh" world || return 1
    (cd "$folder" && npm pack --loglevel=error --fetch-retries=1 --fetch-retry-mintimeout=1000 $package) \
        >"$folder/npm.log" 2>&1 || return 1
    tar -xzf "$folder"/world-atlas-*.tgz -C "$folder" --strip-components=1 package/countries-10m.json \
        package/LICENSE
    is_whole
}

is_whole && exit 0
if ! fetch; then
    echo "carom: the map of the world is missing: could not fetch $package with npm" >&2
    echo "carom: (what npm says is in $folder/npm.log)" >&2
    exit 1
fi
echo "carom: fetched $package"
