#!/bin/sh
# Draws the pictures of docs/geometry.md, docs/tool.md, docs/motion.md, docs/character.md, docs/classic.md and
# docs/lessons/ from the small tables beside them, docs/pictures/*.csv and docs/tool/*.csv, and those of the demo from
# its level. The picture of the world is drawn only if `make demo` has downloaded its map.
#
#     scripts/draw_docs.sh [CAROM]
#
# CAROM is the tool that draws. Without it the script first builds the tool of preset release.
set -eu

cd "$(dirname "$0")/.."
carom=${1:-}
if [ -z "$carom" ]; then
    cmake --preset release >/dev/null
    cmake --build --preset release --target carom_tool
    carom=build/release/cli/carom
fi

# draw NAME COMMAND ARGUMENTS...: docs/pictures/NAME.svg
draw() {
    name=$1
    shift
    "$carom" draw "$@" --picture "docs/pictures/$name.svg"
}

# draw_hits NAME CIRCLES WALLS OPTIONS...: the same from two tables
draw_hits() {
    name=$1 circles=docs/pictures/$2.csv walls=docs/pictures/$3.csv
    shift 3
    draw "$name" hits "$circles" "$walls" "$@"
}

draw worked_example relate docs/pictures/worked_example.csv
draw_hits walls walls_none walls
draw_hits relations relations_circles relations_walls --within 1
draw_hits features features_circles features_walls --within 3
draw contact relate docs/pictures/contact.csv
draw_hits disc disc_ring_circles disc_ring_walls
draw_hits ring disc_ring_circles disc_ring_walls --ring
draw_hits crossings crossings_circles crossings_walls
draw_hits push_out push_out_circles push_out_walls
draw_hits within within_pads within_tracks --within 200

draw clearance clearance docs/tool/tracks.csv --within 500 --except-same net
draw areas areas docs/tool/ships.csv docs/tool/zones.csv

draw sweep_example sweep docs/pictures/sweep_example.csv
draw sweep_kinds sweep docs/pictures/sweep_kinds.csv
draw sweep_borders first docs/pictures/sweep_borders_points.csv docs/pictures/sweep_borders_walls.csv
draw_hits character character_circles character_walls

python3 scripts/draw_lessons.py docs/pictures "$carom"

# The board, by the Python package of `make test-python` if that is there.
python=build/python/venv/bin/python
[ ! -x "$python" ] ||
    "$python" -m carom board docs/pictures/board.kicad_pcb --picture docs/pictures/board.png >/dev/null 2>&1 || [ $? = 1 ]

# draw_errors METHOD WIDTH OPTIONS...: docs/pictures/errors_METHOD.png
draw_errors() {
    method=$1 width=$2
    shift 2
    "$carom" draw --errors "$method" "docs/pictures/errors_$method.csv" "$@" --width "$width" \
        --picture "docs/pictures/errors_$method.png"
}

# Rounding errors are visible a few ulp around the place where the answer changes, or if numbers are
# large.
draw_errors area-line 600 --window 299999993,199999995,300000007,200000005
draw_errors area 800 --window \
    1.6397368876500606,2.7205262246998494,1.639736887650082,2.7205262246998645
draw_errors closest-point 800
draw_errors moving-circle 800
draw_errors falling-gate 800
draw_errors falling-projection 800
draw_errors tangent-clamp 800
draw_errors naive-double 800 --window \
    1.0469504831500243,1.3560990336999372,1.046950483150035,1.3560990336999448
draw_errors naive-float 800 --window 1.5527854045,1.8944264909999,1.5527874045,1.8944278909999

# The doubles around the centre of lesson 9.
"$carom" draw --errors naive-double docs/pictures/lesson_exact.csv --width 600 \
    --window 3.99999999999998,-7.00000000000002,4.00000000000002,-6.99999999999998 \
    --picture docs/pictures/lesson_exact_errors.png

"$carom" draw first docs/tool/carts.csv docs/tool/gates.csv --width 900 \
    --picture docs/pictures/moving_walls.svg

level=levels/freedoom1_e1m2
"$carom" draw hits ${level}_circles.csv ${level}_walls.csv --picture docs/pictures/demo.png
"$carom" draw run ${level}_balls.csv ${level}_walls.csv --time 60 --width 1000 \
    --picture docs/pictures/demo_run.png
if [ -f build/world/walls.csv ]; then
    "$carom" draw areas build/world/discs.csv build/world/walls.csv --width 1000 \
        --picture docs/pictures/demo_world.png
fi

tree=$(mktemp)
cc -std=c11 -Iinclude -Isrc scripts/draw_tree.c src/*/*.c -ffp-contract=off -lm -o "$tree"
"$tree" ${level}_walls.csv >docs/pictures/scene_tree.svg
"$tree" docs/pictures/lesson_tree_walls.csv 38 22 4 >docs/pictures/lesson_tree.svg
rm -f "$tree"
