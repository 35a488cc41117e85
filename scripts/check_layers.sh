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
arrays="$relation carom/soa.h"
batch="$arrays carom/batch.h"
contact="$relation carom/contact.h"
sweep="$relation carom/sweep.h"
response="$sweep carom/response.h"
walls="$shapes carom/wall_source.h"
scene="$sweep $arrays carom/wall_source.h carom/scene.h"
mover="$response carom/wall_source.h carom/mover.h"
arithmetic="contracts.h limbs.h wide.h"

allow include/carom/version.h
allow include/carom/base.h $version
allow include/carom/vec2.h $base
allow include/carom/shapes.h $vec2
allow include/carom/relation.h $shapes
allow include/carom/contact.h $relation
allow include/carom/sweep.h $relation
allow include/carom/response.h $sweep
allow include/carom/wall_source.h $shapes
allow include/carom/scene.h $sweep carom/soa.h carom/wall_source.h
allow include/carom/mover.h $response carom/wall_source.h
allow include/carom/soa.h $relation
allow include/carom/batch.h $arrays
allow src/contracts.h
allow src/batch/soa_numbers.h $arrays
allow src/numbers.h $vec2
allow src/exact/limbs.h
allow src/exact/wide.h
allow src/exact/exact_relation.h $relation wide.h
allow src/exact/integers.h $shapes $arithmetic exact.h
allow src/exact/root_sum.h integers.h
allow src/exact/exact_sweep.h $sweep exact.h
allow src/exact/exact_distance.h exact.h
allow src/exact/relation_filter.h $relation
allow src/exact/distance_filter.h $relation
allow src/exact/sweep_filter.h $sweep exact_sweep.h numbers.h
allow src/exact/sweep_time.h $sweep sweep_filter.h
allow src/geometry/base.c $base
allow src/geometry/shapes.c $shapes numbers.h
allow src/exact/exact_relation.c $relation exact.h integers.h
allow src/exact/exact_sweep.c $sweep exact_sweep.h integers.h root_sum.h
allow src/exact/exact_distance.c exact_gap.h integers.h root_sum.h
allow src/geometry/relation.c $relation exact.h filter.h
allow src/geometry/distance_order.c $relation exact_gap.h filter.h gap_filter.h
allow src/batch/soa.c $arrays array_numbers.h
allow src/simd/lanes.h lanes_avx2.h lanes_neon.h lanes_scalar.h lanes_simd128.h lanes_sse2.h
allow src/simd/lanes_vectors.h
allow src/simd/lanes_unfused.h
allow src/simd/lanes_avx2.h lanes_vectors.h
allow src/simd/lanes_sse2.h lanes_vectors.h lanes_unfused.h
allow src/simd/lanes_neon.h lanes_vectors.h
allow src/simd/lanes_simd128.h lanes_vectors.h lanes_unfused.h
allow src/simd/lanes_scalar.h lanes_unfused.h
allow src/simd/instruction_sets.h
allow src/batch/batch_kernels.h $batch instruction_sets.h
allow src/batch/batch_lanes.h
allow src/batch/batch_set.h batch_kernels.h batch_lanes.h lanes.h
allow src/simd/kernels_scalar.c batch_kernels.h batch_set.h
allow src/simd/kernels_sse2.c batch_kernels.h batch_set.h
allow src/simd/kernels_avx2.c batch_kernels.h batch_set.h
allow src/simd/kernels_neon.c batch_kernels.h batch_set.h
allow src/simd/kernels_simd128.c batch_kernels.h batch_set.h
allow src/batch/batch.c $batch array_numbers.h batch_kernels.h instruction_sets.h
allow src/geometry/contact.c $contact $arithmetic exact.h filter.h numbers.h
allow src/geometry/sweep_near.h exact_sweep.h
allow src/geometry/sweep.c $contact $sweep $arithmetic exact_sweep.h filter.h numbers.h sweep_filter.h sweep_near.h sweep_time.h
allow src/geometry/response.c $response
allow src/mover/wall_source.c $walls numbers.h
allow src/scene/hilbert.h
allow src/scene/hilbert.c curve.h
allow src/scene/layout.h $scene numbers.h
allow src/scene/traversal.h instruction_sets.h scene_layout.h
allow src/scene/traversal_lanes.h lanes.h scene_walks.h
allow src/scene_scalar.c scene_lanes.h
allow src/scene_sse2.c scene_lanes.h scene_walks.h
allow src/scene_avx2.c scene_lanes.h scene_walks.h
allow src/scene_neon.c scene_lanes.h scene_walks.h
allow src/scene_simd128.c scene_lanes.h scene_walks.h
allow src/scene/traversal.c scene_walks.h
allow src/scene/serialize.c numbers.h scene_layout.h
allow src/scene/wall_order.h scene_layout.h
allow src/scene/wall_order.c curve.h scene_order.h
allow src/scene/build.c scene_layout.h scene_order.h
allow src/scene/overlap.c $scene scene_walks.h
allow src/scene/nearest.c $contact gap_filter.h scene_walks.h
allow src/scene/scene_batch.c array_numbers.h contracts.h curve.h scene_layout.h
allow src/mover/mover.c $mover contracts.h near_walls.h numbers.h
allow src/mover/near_walls.h carom/sweep.h carom/wall_source.h numbers.h
allow src/mover/near_walls.c carom/relation.h near_walls.h sweep_filter.h sweep_near.h
allow src/mover/depenetration.c $contact $mover

allow classic/classic.h carom/soa.h carom/sweep.h carom/wall_source.h
allow classic/steps.h methods.h
allow classic/methods.h classic.h
allow classic/methods.c methods.h
allow classic/map.c carom/sweep.h classic.h
for name in area closest_point moving_circle falling_circles tangent_clamp naive; do
    allow classic/$name.c methods.h steps.h
done

# Everything in the library is listed above.
for file in src/*.c src/*.h include/carom/*.h; do
    [ "$file" = include/carom/carom.h ] || grep -q "^allow $file\( \|$\)" scripts/check_layers.sh || {
        echo "$file: not in scripts/check_layers.sh"
        status=1
    }
done

# The tool, the module, fuzz targets, examples and benchmarks see no private header.
for file in cli/*.[ch] cli/*/*.[ch] cli/*/*.cpp bindings/wasm/*.c fuzz/*.[ch] examples/*.c \
    bench/*.[ch] bench/*.cpp bench/web/*.cpp; do
    [ -f "$file" ] || continue
    for header in $(sed -n 's/^#include "\(.*\)"$/\1/p' "$file"); do
        [ ! -f "src/$header" ] || {
            echo "$file: includes the private $header"
            status=1
        }
    done
done

# Within the tool: the tables know nothing of pictures and commands, the pictures nothing of commands.
refuse() {
    pattern=$1
    shift
    ! grep -nE "^#include \"($pattern)/" "$@" || status=1
}
refuse "picture|run|errors" cli/csv/*
refuse "run|errors" cli/picture/*
refuse "errors" cli/run/*
refuse "run" cli/errors/*

# The page sees the packages only, and of its tabs none another: what two of them need is in src/.
for file in playground/src/*.ts playground/src/*/*.ts; do
    for name in $(sed -nE 's/^(import|.*\bfrom|.*\bimport\()[ (]*"([^"]+)".*/\2/p' "$file"); do
        case "$file $name" in
        *" carom" | *" carom/classic" | *" lit-html"* | *" papaparse") ;;
        "playground/src/main.ts ./"* | "playground/src/table/levels.ts ../../../levels/"*) ;;
        *" ./"*/* | *" ../"*/*)
            echo "$file: imports $name, which belongs to another tab or is not the page's"
            status=1
            ;;
        *" ./"* | *" ../"*) ;;
        *)
            echo "$file: imports $name, which is none of its packages"
            status=1
            ;;
        esac
    done
done
exit $status
