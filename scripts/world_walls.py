#!/usr/bin/env python3
"""Turns a TopoJSON map into walls: world_walls.py TOPOLOGY, CSV on standard output.

TOPOLOGY is a quantised file, such as countries-10m.json of the npm package world-atlas. Every
border and coast is an arc, written once, as integer steps from point to point. Each step becomes a
wall in the map's own units (degrees for that file), with the numbers that the format's rule
scale * q + translate gives in double precision (https://github.com/topojson/topojson-specification).
A step of more than half the map's width crosses the map's edge. The end of that wall is placed
beyond the edge, so that the wall is as short as the coast.
"""

import json
import sys


def points(arc, scale, translate):
    """The points of an arc in the map's units, from steps of the grid."""
    qx = qy = 0
    for dx, dy, *_ in arc:
        qx += dx
        qy += dy
        yield qx * scale[0] + translate[0], qy * scale[1] + translate[1]


def walls(topology):
    """All walls as (ax, ay, bx, by), arc by arc."""
    transform = topology["transform"]
    west, _, east, _ = topology["bbox"]
    width = east - west
    for arc in topology["arcs"]:
        previous = None
        for x, y in points(arc, transform["scale"], transform["translate"]):
            if previous is not None:
                ax, ay = previous
                beyond = width if ax - x > width / 2 else -width if x - ax > width / 2 else 0
                yield ax, ay, x + beyond, y
            previous = x, y


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        topology = json.load(f)
    print("ax,ay,bx,by")
    sys.stdout.writelines(f"{ax!r},{ay!r},{bx!r},{by!r}\n" for ax, ay, bx, by in walls(topology))


main()
