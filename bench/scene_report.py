"""The part of the report about scenes, from the CSV of bench_scenes.

A line is a measure of a peer on a set of walls. Measures: build in seconds; bytes and peak per
wall, after the build and at most during it; moving in ms per step, where the set is the speed in
radii per step; all others in ns per query. Room: bench.
"""

import csv
import math

SETS = {"uniform": "", "coast": "coast, "}
TOUCHING = [
    ("touching", "carom", "Carom (exact)"),
    ("sorted", "carom", "Carom, sorted batch"),
    ("touching", "boost_boxes", "Boost R-tree of boxes"),
    ("touching", "boost_segments", "Boost R-tree of segments"),
    ("touching", "geos", "GEOS STR-tree"),
    ("touching", "grid", "uniform grid"),
    ("touching", "chipmunk_tree", "Chipmunk, tree"),
    ("touching", "chipmunk_hash", "Chipmunk, spatial hash"),
    ("touching", "box2d_tree", "Box2D dynamic tree"),
]
FIRST = [
    ("first", "carom", "Carom (exact)"),
    ("first_sorted", "carom", "Carom, sorted batch"),
    ("first", "chipmunk_tree", "Chipmunk, tree"),
    ("first", "chipmunk_hash", "Chipmunk, spatial hash"),
    ("first", "box2d_casts", "Box2D dynamic tree, `b2TimeOfImpact`"),
]
FANS = [
    ("fan", "carom", "Carom (exact)"),
    ("fan", "carom_casts", "Carom, a loop of single casts"),
    ("fan", "box2d_rays", "Box2D dynamic tree, a loop of ray casts"),
    ("fan_thick", "carom", "Carom, beams of radius 0.1"),
    ("fan_thick", "carom_casts", "Carom, beams of radius 0.1, a loop of single casts"),
]
NEAREST = [
    ("carom", "Carom (exact)"),
    ("boost_segments", "Boost R-tree of segments"),
]
INDEXES = [
    ("carom", "Carom"),
    ("boost_boxes", "Boost R-tree of boxes, walls stored outside"),
    ("boost_segments", "Boost R-tree of segments"),
    ("geos", "GEOS STR-tree, walls stored outside"),
    ("grid", "uniform grid"),
    ("chipmunk_tree", "Chipmunk, tree"),
    ("chipmunk_hash", "Chipmunk, spatial hash"),
    ("box2d_tree", "Box2D dynamic tree, walls stored outside"),
]
WORLDS = [
    ("carom", "Carom"),
    ("carom_cached", "Carom, a cache of walls for each ball"),
    ("chipmunk", "Chipmunk"),
    ("box2d", "Box2D, no continuous collision"),
    ("box2d_bullets", "Box2D, bullets"),
]
SPEEDS = ("0.5", "5", "50")
THREADS = [
    ("the walls that circles touch", "touching_1_thread", "touching_2_threads"),
    ("the first walls of casts", "sweep_1_thread", "sweep_2_threads"),
    ("a loop of additions", "adding_1_thread", "adding_2_threads"),
]


class Line:
    """One line of the CSV."""

    def __init__(self, fields):
        self.value = float(fields["value"])
        self.spread = float(fields["spread"])
        for name in ("asked", "answers", "missed", "made_up", "late"):
            setattr(self, name, int(fields[name]))


def read_lines(path):
    """{(measure, set, walls, peer): Line}"""
    with open(path, encoding="utf-8", newline="") as file:
        return {(f["measure"], f["set"], int(f["walls"]), f["peer"]): Line(f) for f in csv.DictReader(file)}


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + " --- |" * len(header)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def number(value):
    """Three digits or all before the point, with commas."""
    if value >= 100:
        return f"{value:,.0f}"
    return f"{value:.{max(0, 2 - math.floor(math.log10(value)))}f}" if value > 0 else "0"


def power(walls):
    return f"10^{round(math.log10(walls))}"


def sizes(lines, measure, of_set):
    return sorted({key[2] for key in lines if key[0] == measure and key[1] == of_set})


def cell(line, base):
    """A figure and its multiple of the base, or nothing."""
    if line is None:
        return ""
    return number(line.value) + (f" ({line.value / base.value:.2f})" if base else "")


def touching_table(lines):
    places = [("uniform", n) for n in sizes(lines, "touching", "uniform") if n <= 1e6]
    places += [("coast", n) for n in sizes(lines, "touching", "coast")]
    rows = []
    for measure, peer, label in TOUCHING:
        row = [label]
        for of_set, n in places:
            base = lines.get(("touching", of_set, n, "boost_boxes"))
            row.append(cell(lines.get((measure, of_set, n, peer)), base))
        rows.append(row)
    touched = ["walls that a circle touches"]
    for of_set, n in places:
        line = lines[("touching", of_set, n, "carom")]
        touched.append(f"{line.answers / line.asked:.2f}")
    return table(["ns a circle"] + [SETS[s] + power(n) for s, n in places], [*rows, touched])


def percentage(part, whole):
    return "0" if part == 0 else f"{100.0 * part / whole:.2g} %"


def first_table(lines):
    places = [n for n in sizes(lines, "first", "uniform") if n <= 1e6]
    largest = places[-1]
    rows = []
    for measure, peer, label in FIRST:
        row = [label]
        for n in places:
            row.append(
                cell(lines.get((measure, "uniform", n, peer)), lines.get(("first", "uniform", n, "chipmunk_tree")))
            )
        line = lines.get(("first", "uniform", largest, peer))
        hits = lines[("first", "uniform", largest, "carom")].answers
        row += [percentage(line.missed, hits), percentage(line.late, hits)]
        rows.append(row)
    return table(["ns a cast"] + [power(n) for n in places] + ["missed", "late"], rows)


def fan_table(lines):
    places = [n for n in sizes(lines, "fan", "uniform") if n <= 1e6]
    largest = places[-1]
    rows = []
    for measure, peer, label in FANS:
        found = [lines.get((measure, "uniform", n, peer)) for n in places]
        exact = lines[(measure, "uniform", largest, "carom")]
        rows.append(
            [label]
            + [cell(line, lines.get((measure, "uniform", n, "carom_casts"))) for line, n in zip(found, places)]
            + [percentage(found[-1].missed, exact.answers), percentage(found[-1].made_up, exact.answers)]
        )
    return table(["ns a beam"] + [power(n) for n in places] + ["missed", "made up"], rows)


def nearest_table(lines):
    places = [("uniform", n) for n in sizes(lines, "nearest", "uniform") if 1e4 <= n <= 1e6]
    places += [("coast", n) for n in sizes(lines, "nearest", "coast")]
    header, rows = ["ns a point"], [[label] for _, label in NEAREST]
    for measure, k in (("nearest", 1), ("nearest8", 8)):
        for of_set, n in places:
            header.append(f"{k} of {SETS[of_set]}{power(n)}")
            base = lines.get((measure, of_set, n, "boost_segments"))
            for row, (peer, _) in zip(rows, NEAREST):
                row.append(cell(lines.get((measure, of_set, n, peer)), base))
    return table(header, rows)


def build_table(lines):
    largest = max(n for n in sizes(lines, "build", "uniform") if n <= 1e6)
    rows = []
    for peer, label in INDEXES:
        of = {m: lines[(m, "uniform", largest, peer)].value for m in ("build", "bytes", "peak")}
        rows.append([label, number(of["build"]), number(of["bytes"]), number(of["peak"])])
    return table(
        [
            f"{power(largest)} walls",
            "seconds to build",
            "bytes a wall, with the walls",
            "bytes a wall at the peak of the build",
        ],
        rows,
    )


def scaling_table(lines):
    columns = [
        ("build", "carom"),
        ("bytes", "carom"),
        ("touching", "carom"),
        ("sorted", "carom"),
        ("first", "carom"),
        ("first_sorted", "carom"),
        ("nearest", "carom"),
        ("touching", "boost_boxes"),
        ("build", "boost_boxes"),
    ]
    rows = []
    for n in sizes(lines, "build", "uniform"):
        found = [lines.get((measure, "uniform", n, peer)) for measure, peer in columns]
        rows.append(
            [power(n)]
            + [
                number(line.value * (1e3 if measure == "build" else 1.0)) if line else ""
                for line, (measure, _) in zip(found, columns)
            ]
        )
    return table(
        [
            "walls",
            "ms to build",
            "bytes a wall",
            "touching, ns",
            "touching, batch",
            "first, ns",
            "first, batch",
            "nearest, ns",
            "Boost: touching, ns",
            "Boost: ms to build",
        ],
        rows,
    )


def moving_table(lines):
    walls = next(key[2] for key in lines if key[0] == "moving")
    balls = next(int(line.asked) for key, line in lines.items() if key[0] == "moving" and key[3] == "carom") // 60
    rows = []
    for peer, label in WORLDS:
        row = [label]
        for speed in SPEEDS:
            line = lines.get(("moving", speed, walls, peer))
            if line is None:
                row += ["", ""]
                continue
            frames = line.asked // balls
            note = "" if frames == 60 else f" in {frames} steps"
            row += [number(line.value), f"{line.answers:,}{note}"]
        rows.append(row)
    header = ["ms a step, and balls outside at the end"]
    for speed in SPEEDS:
        header += [f"{speed} radii a step", "outside"]
    return table(header, rows)


def threads_table(lines):
    walls = next(key[2] for key in lines if key[0] == "touching_1_thread")
    rows = []
    for label, one, two in THREADS:
        alone = lines[(one, "uniform", walls, "carom")].value
        both = lines[(two, "uniform", walls, "carom")].value
        rows.append([label, number(alone), number(both), f"{alone / both:.2f}"])
    return table([f"sorted batch, {power(walls)} walls, wall time", "ns, one thread", "two threads", "speedup"], rows)


def section(lines):
    """The lines of the report."""
    spreads = sorted(line.spread for line in lines.values() if line.spread > 0)
    return [
        "",
        "## Scenes",
        "",
        "The walls have random positions and are about as long as their mean spacing. A circle "
        "touches two of them on average. The coast is a set of fractal islands, with circles on "
        "the shores. The coefficients of variation of the figures have the median "
        f"{spreads[len(spreads) // 2]:.1f} % and the maximum {spreads[-1]:.1f} %.",
        "",
        "Each query lists the walls that a circle touches. The circles come in random order. A "
        "sorted batch has as many circles as there are walls, but at least 10^5 and at most 10^6. "
        "Its time includes the sorting. The multiple of Boost's R-tree of boxes is in "
        "brackets:",
        "",
        *touching_table(lines),
        "",
        "Each cast finds the first wall that a circle meets. The circles have a radius of 0.05 "
        "to 0.3 and move by 2 to 10 units. The multiple of Chipmunk's tree is in brackets. The "
        "last two columns are fractions of all contacts at the largest size. A missed contact is "
        "not found. A late contact is found more than a tenth of the radius too late:",
        "",
        *first_table(lines),
        "",
        "A fan has 360 beams from one place, one degree apart and 20 units long. The multiple of "
        "a loop of single casts is in brackets. The last two columns are fractions of all contacts "
        "at the largest size:",
        "",
        *fan_table(lines),
        "",
        "Each query finds the nearest wall or the 8 nearest walls. The multiple of Boost is in brackets:",
        "",
        *nearest_table(lines),
        "",
        "The time and the memory of a build:",
        "",
        *build_table(lines),
        "",
        "Time and memory by the number of walls. The figures are in [scene_scaling.csv](pictures/scene_scaling.csv):",
        "",
        *scaling_table(lines),
        "",
        "![Time and memory from 10^3 to 10^7 walls](pictures/scene_scaling.svg)",
        "",
        "The table compares batches on one thread with batches on two threads. The circles are "
        "sorted in the time. The loop of additions shows the speedup that the machine gives to any "
        "second thread during the run:",
        "",
        *threads_table(lines),
        "",
        "10,000 balls move among 10,000 walls for 60 steps. The balls have the radius 0.04. "
        "The walls have the length 1 and lie in a square of side 100. If a run had fewer steps, "
        "the table gives their number:",
        "",
        *moving_table(lines),
    ]
