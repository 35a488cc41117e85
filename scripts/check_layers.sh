#!/bin/sh
# Checks the layers: a file includes only what stands before it (the layers in CONTRIBUTING.md).
set -eu
cd "$(dirname "$0")/.."
status=0

# allow FILE HEADER...: FILE may include these of our own headers and no others.
allow() {
    file=$1
    shift
    for header in $(sed -n 's/^#include "\(.*\)"$/\1/p' "$file"); do
        case " $* " in
        *" $header "*) ;;
        *)
            echo "$file: includes $header, which its layer must not (allowed: $*)"
            status=1
            ;;
        esac
    done
}

version=carom/version.h
base="$version carom/base.h"
vec2="$base carom/vec2.h"
shapes="$vec2 carom/shapes.h"
relation="$shapes carom/relation.h"
contact="$relation carom/contact.h"
sweep="$relation carom/sweep.h"
response="$sweep carom/response.h"
walls="$shapes carom/walls.h"
mover="$response carom/walls.h carom/mover.h"
arithmetic="contracts.h limbs.h wide.h"

allow include/carom/version.h
allow include/carom/base.h $version
allow include/carom/vec2.h $base
allow include/carom/shapes.h $vec2
allow include/carom/relation.h $shapes
allow include/carom/contact.h $relation
allow include/carom/sweep.h $relation
allow include/carom/response.h $sweep
allow include/carom/walls.h $shapes
allow include/carom/mover.h $response carom/walls.h
allow src/contracts.h
allow src/numbers.h $vec2
allow src/limbs.h
allow src/wide.h
allow src/exact.h $relation wide.h
allow src/integers.h $shapes $arithmetic exact.h
allow src/exact_sweep.h $sweep exact.h
allow src/filter.h $relation
allow src/sweep_filter.h $sweep exact_sweep.h numbers.h
allow src/sweep_time.h $sweep sweep_filter.h
allow src/base.c $base
allow src/shapes.c $shapes numbers.h
allow src/exact.c $relation exact.h integers.h
allow src/exact_sweep.c $sweep exact_sweep.h integers.h
allow src/relation.c $relation exact.h filter.h
allow src/contact.c $contact $arithmetic exact.h filter.h numbers.h
allow src/sweep.c $contact $sweep $arithmetic exact_sweep.h filter.h numbers.h sweep_filter.h sweep_time.h
allow src/response.c $response
allow src/walls.c $walls numbers.h
allow src/mover.c $mover contracts.h numbers.h
allow src/way_out.c $contact $mover

# Everything in the library is listed above.
for file in src/*.c src/*.h include/carom/*.h; do
    [ "$file" = include/carom/carom.h ] || grep -q "^allow $file\( \|$\)" scripts/check_layers.sh || {
        echo "$file: not in scripts/check_layers.sh"
        status=1
    }
done

# The tool, fuzz targets, examples and benchmarks see no private header.
for file in cli/*.[ch] cli/*/*.[ch] cli/*/*.cpp fuzz/*.[ch] examples/*.c bench/*.[ch] bench/*.cpp; do
    [ -f "$file" ] || continue
    for header in $(sed -n 's/^#include "\(.*\)"$/\1/p' "$file"); do
        [ ! -f "src/$header" ] || {
            echo "$file: includes the private $header"
            status=1
        }
    done
done
exit $status
