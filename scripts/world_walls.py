#!/usr/bin/env python3
"""Turns the countries of a TopoJSON map into areas: world_walls.py TOPOLOGY, CSV on standard output.

TOPOLOGY is a quantised file, such as countries-10m.json of the npm package world-atlas. Borders and coasts are arcs,
written once, as integer steps from point to point. Each step becomes a wall in the map's own units (degrees for that
file), with the numbers that the format's rule scale * q + translate gives in double precision
(https://github.com/topojson/topojson-specification). So a border of two countries is there twice, with the same bits.
The column `area` is the name of the country.

A step of more than half the map's width crosses the map's edge. There the country is cut, as in the data of Natural
Earth: one end of such a step lies on the edge, and walls along both edges close the rings.
"""

import csv
import json
import sys
from itertools import accumulate, chain, pairwise

SOUTH_POLE = -90.0


def decoded(topology):
    """For each arc its points in the map's units."""
    (scale_x, scale_y), (west, south) = topology["transform"]["scale"], topology["transform"]["translate"]
    for arc in topology["arcs"]:
        steps = accumulate(arc, lambda q, step: (q[0] + step[0], q[1] + step[1]), initial=(0, 0))
        next(steps)
        yield [(x * scale_x + west, y * scale_y + south) for x, y in steps]


def points_of(ring, arcs):
    """The points of a ring, the first one again at its end. Arc ~i is arc i backwards."""
    points = []
    for i in ring:
        arc = arcs[i] if i >= 0 else arcs[~i][::-1]
        points += arc[1:] if points else arc
    return points


def along_edges(ends, west, east, south_pole=SOUTH_POLE):
    """Walls along both edges of the map, which close an area that is cut there at these heights.

    From north to south the edges lead into the area and out of it by turns. An odd number of ends leads around the
    South Pole.
    """
    ends = sorted(ends)
    if len(ends) % 2 == 1:
        ends.insert(0, south_pole)
        yield (west, south_pole), (east, south_pole)
    for low, high in zip(ends[::2], ends[1::2], strict=True):
        yield from (((x, low), (x, high)) for x in (west, east))


def walls(polygons, west, east):
    """The walls of an area as pairs of points: those of the rings of its polygons, cut at the edges of the map."""
    half = (east - west) / 2
    cuts = set()  # heights with an odd number of cuts
    for ring in chain.from_iterable(polygons):
        for p, q in pairwise(ring):
            if abs(q[0] - p[0]) <= half:
                yield p, q
                continue
            x, height = p if p[0] in (west, east) else q
            if x not in (west, east):
                sys.exit(f"world_walls.py: the step from {p} to {q} has no end on the edge of the map")
            pieces = (p, (west if p[0] < q[0] else east, height)), ((east if p[0] < q[0] else west, height), q)
            yield from (piece for piece in pieces if piece[0] != piece[1])
            cuts ^= {height}
    yield from along_edges(cuts, west, east)


def countries(topology):
    """For each country its name and its polygons, which are lists of rings."""
    arcs = list(decoded(topology))
    for country in topology["objects"]["countries"]["geometries"]:
        polygons = country["arcs"] if country["type"] == "MultiPolygon" else [country["arcs"]]
        yield country["properties"]["name"], [[points_of(ring, arcs) for ring in polygon] for polygon in polygons]


def main():
    with open(sys.argv[1], encoding="utf-8") as f:
        topology = json.load(f)
    west, _, east, _ = map(float, topology["bbox"])
    sys.stdout.reconfigure(encoding="utf-8")
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(("area", "ax", "ay", "bx", "by"))
    for name, polygons in countries(topology):
        table.writerows((name, *p, *q) for p, q in walls(polygons, west, east))


if __name__ == "__main__":
    main()
