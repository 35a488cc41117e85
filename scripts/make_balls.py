#!/usr/bin/env python3
"""Places balls with speeds in a level: make_balls.py LEVEL COUNT, on standard output.

LEVEL is the prefix of the level's files LEVEL_circles.csv and LEVEL_walls.csv, all integers, as
level_from_wad.py makes them. A ball is placed on a random segment that starts at a thing clear of
the walls, crosses no wall, and keeps some distance from the nearest wall. So the ball is inside the
level, where the things are. The balls of one thing are consecutive in the file. The random
generator is part of this script and all arithmetic is in integers, so the same level gives the same
bytes on every machine.
"""

import csv
import sys

RADIUS = 8
CLEARANCE = 2  # to the nearest wall, so that no ball starts touching one
THROW = 160  # how far from its thing a ball may be, along x and y
SLOWEST, FASTEST = 100, 400


class Random:
    """Knuth's MMIX generator; only its upper bits are used."""

    def __init__(self, seed):
        self.state = seed

    def between(self, low, high):
        """An integer from low to high, both included."""
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return low + (self.state >> 33) % (high - low + 1)


def rows(path):
    with open(path, encoding="utf-8", newline="") as f:
        return list(csv.DictReader(f))


def distance2(p, wall):
    """Squared distance of a point to a segment as numerator and denominator."""
    (px, py), (ax, ay, bx, by) = p, wall
    dx, dy = bx - ax, by - ay
    length2 = dx * dx + dy * dy
    along = (px - ax) * dx + (py - ay) * dy
    if 0 < along < length2:
        return ((px - ax) * dy - (py - ay) * dx) ** 2, length2
    return min((px - ax) ** 2 + (py - ay) ** 2, (px - bx) ** 2 + (py - by) ** 2), 1


def is_clear(p, radius, walls):
    for wall in walls:
        numerator, denominator = distance2(p, wall)
        if numerator < radius * radius * denominator:
            return False
    return True


def side(p, q, r):
    turn = (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])
    return (turn > 0) - (turn < 0)


def meets(p, q, wall):
    """Whether the segment p to q meets the wall; touching counts."""
    a, b = wall[:2], wall[2:]
    if (
        max(p[0], q[0]) < min(a[0], b[0])
        or max(a[0], b[0]) < min(p[0], q[0])
        or max(p[1], q[1]) < min(a[1], b[1])
        or max(a[1], b[1]) < min(p[1], q[1])
    ):
        return False
    return side(p, q, a) * side(p, q, b) <= 0 and side(a, b, p) * side(a, b, q) <= 0


def in_sight(p, q, walls):
    return not any(meets(p, q, wall) for wall in walls)


def velocity(random):
    """A random direction and speed, in whole units, uniformly distributed."""
    while True:
        vx, vy = random.between(-FASTEST, FASTEST), random.between(-FASTEST, FASTEST)
        if SLOWEST**2 <= vx * vx + vy * vy <= FASTEST**2:
            return vx, vy


def thrown(thing, walls, random):
    """A free place in sight of the thing."""
    while True:
        p = thing[0] + random.between(-THROW, THROW), thing[1] + random.between(-THROW, THROW)
        if in_sight(thing, p, walls) and is_clear(p, RADIUS + CLEARANCE, walls):
            return p


def main():
    level, count = sys.argv[1], int(sys.argv[2])
    walls = [tuple(int(row[k]) for k in ("ax", "ay", "bx", "by")) for row in rows(f"{level}_walls.csv")]
    things = [
        (int(row["cx"]), int(row["cy"]))
        for row in rows(f"{level}_circles.csv")
        if is_clear((int(row["cx"]), int(row["cy"])), int(row["r"]) + 1, walls)
    ]
    things.sort(key=lambda thing: (thing[1], thing[0]))  # neighbours in the file are in the level
    random = Random(1)
    print("id,cx,cy,r,vx,vy")
    for i in range(count):
        (cx, cy), (vx, vy) = thrown(things[i * len(things) // count], walls, random), velocity(random)
        print(f"b{i},{cx},{cy},{RADIUS},{vx},{vy}")


main()
