#!/usr/bin/env python3
"""Distributes discs uniformly over a map of the world in degrees: make_discs.py COUNT, CSV on standard output.

Radii are distributed over seven octaves, equally many in each, from 0.0005 to 0.064 degrees: from a
small harbour to a large bay. Numbers are multiples of 0.000001 drawn by Python's Mersenne Twister, so
the same count gives the same bytes everywhere.
"""

import sys
from random import Random

OCTAVES = 7
LEAST = 500  # the least radius, in millionths of a degree


def main():
    count = int(sys.argv[1])
    draw = Random(1).random  # the one method that stays the same over versions
    print("cx,cy,r")
    for _ in range(count):
        x = int(draw() * 360_000_000) - 180_000_000
        y = int(draw() * 180_000_000) - 90_000_000
        radius = int(LEAST * (1 + draw())) << int(draw() * OCTAVES)
        sys.stdout.write(f"{x / 1e6!r},{y / 1e6!r},{radius / 1e6!r}\n")


main()
