#!/bin/sh
# Runs every fuzz target of a build on its corpus for some seconds. usage: fuzz.sh BUILD_DIR [SECONDS]
# New inputs go to BUILD_DIR/corpus; that of the repository, in BUILD_DIR/fuzz/corpus, is read only.
set -eu
build=${1:?usage: fuzz.sh BUILD_DIR [SECONDS]}
seconds=${2:-60}
for target in "$build"/fuzz/fuzz_*; do
    [ -x "$target" ] && [ -f "$target" ] || continue
    name=$(basename "$target")
    mkdir -p "$build/corpus/$name"
    echo "$name: $seconds s"
    "$target" -max_total_time="$seconds" -print_final_stats=1 -artifact_prefix="$build/corpus/$name-" \
        "$build/corpus/$name" "$build/fuzz/corpus/$name" 2>&1 | tail -n 8
done
