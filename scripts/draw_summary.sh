#!/bin/sh
# Draws how many times as fast as its peer Carom is, one bar for each of the six figures of
# docs/benchmarks.md. Usage: scripts/draw_summary.sh FIGURES.csv PICTURE.svg
# FIGURES.csv is what bench/report.py --six writes.
set -eu

[ $# = 2 ] || { echo "usage: scripts/draw_summary.sh FIGURES.csv PICTURE.svg" >&2; exit 2; }

gnuplot <<END
set terminal svg size 960,330 font "sans-serif,13" background rgb "white"
set output "$2"
set datafile separator ","
set title "times as fast as the peer"
set xrange [0:*]
set yrange [5.7:-0.7]
set xtics 1
set grid xtics linecolor rgb "#dddddd" linetype 1
set border 1
set tics nomirror
set ytics scale 0
set lmargin 48
set rmargin 26
unset key
set style fill solid
set boxwidth 0.55
set arrow from 1, -0.7 to 1, 5.7 nohead linecolor rgb "#888888" dashtype 2
named(row) = sprintf("%s: %s %s, %s: %s %s", "Carom", stringcolumn(4), stringcolumn(3), \
    stringcolumn(2), stringcolumn(5), stringcolumn(3))
plot "$1" using (0.5 * \$5 / \$4):0:(0.5 * \$5 / \$4):(0.27):ytic(1) every ::1 \
        with boxxyerror linecolor rgb "#1f5fa8", \
     "" using (\$5 / \$4):0:(named(0)) every ::1 with labels left offset 1, 0 font "sans-serif,11"
END
