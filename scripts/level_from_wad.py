#!/usr/bin/env python3
"""Converts one map of a Doom-format WAD into Carom's two CSV files: things as circles, solid lines
as walls.

A thing becomes a circle with the radius the game gives its type; a solid linedef becomes a segment.
A line is solid if nothing passes it in the game: it has no back side, or is flagged as impassable.
The other two-sided lines are steps and openings. Every number stays the integer it is in the WAD,
ids are lump indices, rows are in lump order. So the same WAD always gives the same bytes.
Formats: the map lumps of the original Doom, not Hexen, not UDMF. Left out: see levels/README.md.
"""

import argparse
import collections
import os
import struct
import sys

THING = struct.Struct("<hhHHH")  # x, y, angle, type, flags
LINEDEF = struct.Struct("<HHHHHHH")  # from, to, flags, special, tag, front side, back side
VERTEX = struct.Struct("<hh")
IMPASSABLE = 0x0001
NO_SIDE = 0xFFFF
MAP_LUMPS = ("THINGS LINEDEFS SIDEDEFS VERTEXES SEGS SSECTORS NODES SECTORS REJECT BLOCKMAP BEHAVIOR TEXTMAP").split()

# (kind, radius in map units, editor numbers), as the game's own table of objects has them.
BODIES = (
    # Places where a player starts: single and cooperative 1 to 4, deathmatch 11.
    ("player", 16, (1, 2, 3, 4, 11)),
    ("monster", 16, (72, 88, 3006)),
    ("monster", 20, (9, 64, 65, 66, 84, 3001, 3004)),
    ("monster", 24, (69, 3003)),
    ("monster", 30, (58, 3002)),
    ("monster", 31, (71, 3005)),
    ("monster", 40, (16,)),
    ("monster", 48, (67,)),
    ("monster", 64, (68,)),
    ("monster", 128, (7,)),
    ("barrel", 10, (2035,)),
    ("key", 20, (5, 6, 13, 38, 39, 40)),
    ("weapon", 20, (82, 2001, 2002, 2003, 2004, 2005, 2006)),
    ("ammunition", 20, (8, 17, 2007, 2008, 2010, 2046, 2047, 2048, 2049)),
    # Health, armour and powers.
    ("item", 20, (83, 2011, 2012, 2013, 2014, 2015, 2018, 2019, 2022, 2023, 2024, 2025, 2026, 2045)),
    # Lamps, torches, pillars, trees, impaled and hanging bodies that block movement.
    (
        "decoration",
        16,
        (
            25,
            26,
            27,
            28,
            29,
            30,
            31,
            32,
            33,
            35,
            36,
            37,
            41,
            42,
            43,
            44,
            45,
            46,
            47,
            48,
            49,
            50,
            51,
            52,
            53,
            55,
            56,
            57,
            70,
            73,
            74,
            75,
            76,
            77,
            78,
            85,
            86,
            2028,
        ),
    ),
    ("decoration", 32, (54,)),
    # Not solid in the game, but with a radius: the candle, corpses, blood.
    ("decoration", 20, (34,)),
    ("remains", 20, (10, 12, 15, 18, 19, 20, 21, 22, 23, 24, 59, 60, 61, 62, 63, 79, 80, 81)),
)
CIRCLES = {number: (kind, radius) for kind, radius, numbers in BODIES for number in numbers}

MARKERS = {
    14: "teleport landing: whoever lands brings a radius",
    87: "spawn target of the last boss: a spot",
    89: "spawn origin of the last boss: a spot",
    32000: "camera of a map editor",
}

Lump = collections.namedtuple("Lump", "name offset size")


class WadError(Exception):
    """An error in the file, as one line."""


class Wad:
    """A WAD file in memory and its directory of lumps."""

    def __init__(self, path):
        self.path = path
        with open(path, "rb") as file:
            self.data = file.read()
        if self.data[:4] not in (b"IWAD", b"PWAD"):
            raise WadError("not a WAD: it starts with neither IWAD nor PWAD")
        if len(self.data) < 12:
            raise WadError(f"truncated header: {len(self.data)} of 12 bytes")
        count, start = struct.unpack_from("<II", self.data, 4)
        if start + 16 * count > len(self.data):
            raise WadError(
                f"truncated directory: {count} entries from byte {start} on do not fit into {len(self.data)} bytes"
            )
        self.lumps = []
        for offset, size, name in struct.iter_unpack("<II8s", self.data[start : start + 16 * count]):
            text = name.split(b"\0")[0].decode("ascii", "replace").upper()
            self.lumps.append(Lump(text, offset, size))

    def maps(self):
        """Name -> {lump name: Lump}, in file order. If two maps have the same name, the later one
        counts, as in the game.
        """
        found = {}
        for i, marker in enumerate(self.lumps):
            parts = {}
            for lump in self.lumps[i + 1 :]:
                if lump.name not in MAP_LUMPS or lump.name in parts:
                    break
                parts[lump.name] = lump
            if parts and marker.name not in MAP_LUMPS:
                found[marker.name] = parts
        return found

    def records(self, map_name, parts, lump_name, layout):
        """The records of one map lump as tuples."""
        where = f"map {map_name}: lump {lump_name}"
        lump = parts.get(lump_name)
        if lump is None:
            raise WadError(f"{where} is missing")
        if lump.offset + lump.size > len(self.data):
            raise WadError(f"{where} is truncated: it ends at byte {lump.offset + lump.size} of {len(self.data)}")
        if lump.size % layout.size:
            raise WadError(
                f"{where} is truncated: {lump.size} bytes are not a whole number of records of {layout.size}"
            )
        return list(layout.iter_unpack(self.data[lump.offset : lump.offset + lump.size]))


class Level:
    """The things, lines and vertices of one map."""

    def __init__(self, wad, name):
        maps = wad.maps()
        if name not in maps:
            raise WadError(f"no map {name}; it has: {' '.join(maps) or 'no map at all'}")
        parts = maps[name]
        for lump, format_name in (("TEXTMAP", "UDMF"), ("BEHAVIOR", "Hexen")):
            if lump in parts:
                raise WadError(f"map {name} is in the {format_name} format; only Doom's is read")
        self.name = name
        self.things = wad.records(name, parts, "THINGS", THING)
        self.lines = wad.records(name, parts, "LINEDEFS", LINEDEF)
        self.vertices = wad.records(name, parts, "VERTEXES", VERTEX)

    def circles(self):
        """The CSV rows of the things that have a body."""
        unknown = sorted({thing[3] for thing in self.things} - set(CIRCLES) - set(MARKERS))
        if unknown:
            first = next(i for i, thing in enumerate(self.things) if thing[3] in unknown)
            raise WadError(
                f"map {self.name}: no radius known for thing type {', '.join(map(str, unknown))} (first: t{first})"
            )
        for i, (x, y, _, number, _) in enumerate(self.things):
            if number in CIRCLES:
                kind, radius = CIRCLES[number]
                yield f"t{i}", x, y, radius, kind

    def walls(self):
        """The CSV rows of the solid lines."""
        for i, (a, b, flags, _, _, _, back) in enumerate(self.lines):
            one_sided = back == NO_SIDE
            if not one_sided and not flags & IMPASSABLE:
                continue
            if max(a, b) >= len(self.vertices):
                raise WadError(f"map {self.name}: line l{i} names vertex {max(a, b)} of {len(self.vertices)}")
            kind = "one-sided" if one_sided else "blocking"
            yield (f"l{i}", *self.vertices[a], *self.vertices[b], kind)


def write_csv(path, header, rows):
    """Plain integers and words: nothing needs quoting."""
    with open(path, "w", encoding="ascii", newline="\n") as file:
        for row in (header, *rows):
            file.write(",".join(map(str, row)) + "\n")
    print(f"{path}: {len(rows)} rows")


def convert(wad, name, folder):
    """Writes both files, after everything has been read and checked."""
    level = Level(wad, name)
    circles, walls = list(level.circles()), list(level.walls())
    stem = os.path.splitext(os.path.basename(wad.path))[0].lower()
    base = os.path.join(folder, f"{stem}_{name.lower()}")
    os.makedirs(folder, exist_ok=True)
    write_csv(base + "_circles.csv", ("id", "cx", "cy", "r", "kind"), circles)
    write_csv(base + "_walls.csv", ("id", "ax", "ay", "bx", "by", "kind"), walls)


def list_maps(wad):
    """One line per map."""
    maps = wad.maps()
    if not maps:
        raise WadError("it holds no map")
    print(f"{'map':8} {'things':>7} {'linedefs':>9} {'solid':>7}")
    for name in maps:
        level = Level(wad, name)
        solid = sum(1 for _ in level.walls())
        print(f"{name:8} {len(level.things):7} {len(level.lines):9} {solid:7}")


def main():
    parser = argparse.ArgumentParser(
        description="Convert a map of a Doom-format WAD into the circles and walls of Carom.",
        usage="%(prog)s WAD MAP OUTDIR\n       %(prog)s --list WAD",
    )
    parser.add_argument("--list", action="store_true", help="print every map with its counts")
    parser.add_argument("wad", metavar="WAD")
    parser.add_argument("map", metavar="MAP", nargs="?", help="such as E1M1 or map01")
    parser.add_argument("folder", metavar="OUTDIR", nargs="?", help="made if missing")
    args = parser.parse_args()
    if args.list and args.map is not None:
        parser.error("--list takes a WAD only")
    if not args.list and args.folder is None:
        parser.error("WAD, MAP and OUTDIR are needed")
    try:
        wad = Wad(args.wad)
        if args.list:
            list_maps(wad)
        else:
            convert(wad, args.map.upper(), args.folder)
    except WadError as error:
        print(f"{args.wad}: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"{error.filename}: {error.strerror}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
