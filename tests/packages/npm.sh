#!/bin/sh
# The channel "npm": the package as npm packs it, installed into an empty project with Debian's Node.js,
# and the first answer in JavaScript. The package's own tests, with bundlers and browsers, are in
# bindings/wasm/test.
#
#     npm.sh SOURCE_DIR
set -eu
. "$(dirname "$0")/support/channel.sh"
need clang wasm-ld wasm-opt npm

# As `make wasm` and `npm pack` do, in a copy, because both write beside the sources.
mkdir "$work/copy"
cp -r "$source_dir/include" "$source_dir/src" "$source_dir/classic" "$source_dir/LICENSE" "$work/copy"
mkdir -p "$work/copy/bindings/wasm"
find "$source_dir/bindings/wasm" -maxdepth 1 -type f ! -name '*.wasm' -exec cp {} "$work/copy/bindings/wasm" \;
quietly sh "$work/copy/bindings/wasm/build.sh"
(cd "$work/copy/bindings/wasm" && quietly npm pack --pack-destination "$work")
cat >"$work/first_answer.mjs" <<'TEXT'
import { circle, load, segment, vec2 } from "carom";

const carom = await load();
const wall = segment(vec2(0, 0), vec2(6, -8));
const ulp = 2 ** -53;
console.log(...[1, 1 - ulp, 1 + 2 * ulp].map((radius) => carom.relate(circle(4, -7, radius), wall)));
TEXT
new_root "$work/root" nodejs npm
give "$work/root" "$work/carom-$version.tgz" "$work/first_answer.mjs"

start_clock
quietly as_user "$work/root" "npm install ./carom-$version.tgz"
first_answer "Node.js" "$(as_user "$work/root" "node first_answer.mjs")"
