#!/bin/sh
# Draws how scenes scale, from a thousand to ten million walls: scene_scaling.svg, and beside it its
# figures, scene_scaling.csv. Usage: scripts/draw_scaling.sh SCENES.csv FOLDER
# SCENES.csv is what bench_scenes writes, or a scene_scaling.csv to draw again.
set -eu

[ $# = 2 ] || { echo "usage: scripts/draw_scaling.sh SCENES.csv FOLDER" >&2; exit 2; }
figures=$2/scene_scaling.csv
chosen=$(mktemp)
trap 'rm -f "$chosen"' EXIT

# Only the evenly spread walls, for Carom and for Boost's faster tree, and only the columns drawn.
awk -F, -v OFS=, 'NR == 1 { print "measure", "set", "walls", "peer", "value" }
    $2 == "uniform" && ($4 == "carom" || $4 == "boost_boxes") &&
    $1 ~ /^(build|bytes|touching|sorted|first|first_sorted|nearest)$/ { print $1, $2, $3, $4, $5 }' \
    "$1" >"$chosen"
cat "$chosen" >"$figures"

gnuplot <<END
set terminal svg size 960,420 font "sans-serif,12" background rgb "white"
set output "$2/scene_scaling.svg"
set datafile separator ","
set logscale x
set format x "10^{%L}"
set xlabel "walls"
set xrange [700:1.4e7]
set grid xtics ytics linecolor rgb "#dddddd" linetype 1
set key below left maxrows 2 reverse Left samplen 2 width -1
set bmargin 7
set tics nomirror
set border 3
set style data linespoints
set pointsize 0.6
pick(name, who) = "< awk -F, '\$1 == \"" . name . "\" && \$4 == \"" . who . "\"' $figures"
carom = "#1f5fa8"; gray = "#888888"; red = "#b8442c"; green = "#3a7d44"; gold = "#c08a1e"
set multiplot layout 1,2
set title "nanoseconds a query"
set logscale y
set yrange [80:8000]
set ytics (100, 200, 500, 1000, 2000, 5000)
plot pick("touching", "boost_boxes") using 3:5 title "touching, Boost" lc rgb gray pt 6, \
     pick("touching", "carom") using 3:5 title "touching" lc rgb carom pt 7, \
     pick("sorted", "carom") using 3:5 title "touching, batch" lc rgb carom pt 5 dt 2, \
     pick("first", "carom") using 3:5 title "first of a cast" lc rgb red pt 7, \
     pick("first_sorted", "carom") using 3:5 title "first, batch" lc rgb red pt 5 dt 2, \
     pick("nearest", "carom") using 3:5 title "nearest" lc rgb green pt 7
set title "nanoseconds a wall to build, bytes a wall kept"
unset logscale y
set ytics autofreq
set yrange [0:*]
plot pick("build", "boost_boxes") using 3:(1e9 * \$5 / \$3) title "building, Boost" lc rgb gray pt 6, \
     pick("bytes", "boost_boxes") using 3:5 title "memory, Boost" lc rgb gray pt 4 dt 2, \
     pick("build", "carom") using 3:(1e9 * \$5 / \$3) title "building" lc rgb carom pt 7, \
     pick("bytes", "carom") using 3:5 title "memory, walls included" lc rgb gold pt 7
unset multiplot
END
