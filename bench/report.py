#!/usr/bin/env python3
"""Converts a run of the benchmarks to a markdown report. No figure in it is written by hand.

Reads google-benchmark's JSON, the lines of counts.sh and the CSV of the other programs. Prints the
report, or with --into FILE writes it between the marker lines of that file: first the six figures,
then the tables, then those of areas. Room: bench.
"""

import argparse
import json
import sys

import area_report
import crowd_report
import motion_report
import scene_report
import summary_report
from scene_report import percentage, table

PEERS = {
    "carom_touches": "Carom `touches`",
    "carom_relate": "Carom `relate`",
    "carom_contact": "Carom `contact`",
    "carom_distance": "Carom `distance`",
    "carom_push_out": "Carom `push_out`",
    "boost": "Boost.Geometry `comparable_distance`",
    "naive": "naive clamp",
    "chipmunk_collide": "Chipmunk `cpShapesCollide`",
    "box2d_manifold": "Box2D `b2CollideEdgeAndCircle`",
    "geos": "GEOS `pointToSegment`",
    "cgal_epick": "CGAL Epick `squared_distance`",
    "cgal_epeck": "CGAL EPECK `squared_distance`",
    "cgal_epeck_compare": "CGAL EPECK `compare_squared_distance`",
}
SWEEP_PEERS = {
    "carom_sweep": "Carom `sweep` (exact)",
    "carom_path_is_clear": "Carom `path_is_clear` (exact, yes or no)",
    "naive_sweep": "naive sweep",
    "chipmunk": "Chipmunk `cpShapeSegmentQuery`",
}
SWEEP_BASE = "chipmunk"
EXACT = {name for name in PEERS if name.startswith(("carom", "cgal_epeck"))}
SETS = {
    "generic": "33 % touch",
    "missing": "3 % touch",
    "touching": "90 % touch",
    "needles": "very long walls",
    "integer_ties": "exactly tangent, integers",
    "ulp_ties": "tangent within 4 ulp",
    "span_ties": "exactly tangent, huge exponent spans",
}
SWEEP_SETS = {
    "misses": "misses",
    "sides": "hits on sides",
    "ends": "hits on ends",
    "mixed": "half miss, half hit",
    "thick": "half miss, half hit, thick walls",
    "anywhere": "random circles and walls",
    "overlapping": "starts overlapping",
    "slab": "hits on ends from the slab",
    "grazes": "passes an end at R within 4 ulp",
    "ties": "exact ties: passes an end at R, or touches at t = 1",
}
ARRAY_SETS = {
    "short_few": "short walls, 0.2 % touch",
    "few": "long walls, 1 % touch",
    "some": "10 % touch",
    "third": "33 % touch",
}
ARRAY_PEERS = {
    "carom": "Carom (exact)",
    "carom_count": "Carom (exact), count only",
    "carom_thick": "Carom, walls with radii",
    "carom_ring": "Carom, ring",
    "carom_structs": "Carom, array of structs",
    "carom_calls": "Carom, one call per wall",
    "naive_clamp": "naive AVX2, clamp",
    "naive_product": "naive AVX2, no division",
}
# Names for the table if those of counts.sh are too short.
COUNTED = {"path": "path is clear", "first": "first wall", "batch": "touching, batch"}
HARD_SWEEPS = {"overlapping", "slab", "grazes", "ties"}
MOTIONS = {
    "slow": "bouncing, 0.5 radii a frame",
    "fast": "bouncing, 5 radii a frame",
    "bullets": "bouncing, 50 radii a frame",
    "falling": "bouncing at restitution 0.5, friction 0.1, under gravity",
    "sliding": "sliding under gravity",
    "resting": "at rest under gravity",
}
# Integers that benchmarks report besides their times; 0 if one does not.
COUNTERS = (
    "hits",
    "differ",
    "circles",
    "walls",
    "missed",
    "made_up",
    "balls",
    "frames",
    "contacts",
    "overlaps",
    "escapes",
    "on_ground",
)


class Figure:
    """One benchmark: median nanoseconds an item, spread in percent, counters."""

    def __init__(self, median, cv):
        self.ns = 1e9 / median["items_per_second"]
        self.ms = median["cpu_time"] * {"ns": 1e-6, "us": 1e-3, "ms": 1.0}[median["time_unit"]]
        self.spread = 100.0 * cv["cpu_time"]
        self.worst_time = median.get("worst_time", 0.0)
        for name in COUNTERS:
            setattr(self, name, int(median.get(name, 0)))


def read_figures(run):
    """{benchmark name: Figure} from the aggregates of the repetitions."""
    aggregates = {}
    for entry in run["benchmarks"]:
        if entry.get("run_type") == "aggregate":
            aggregates.setdefault(entry["run_name"], {})[entry["aggregate_name"]] = entry
    if not aggregates:
        sys.exit("report.py: the run has no repetitions, so no medians")
    # run_name ends in google-benchmark's own suffixes, such as repeats:7
    return {name.split("/repeats:")[0]: Figure(a["median"], a["cv"]) for name, a in aggregates.items()}


def number(value):
    return f"{value:.1f}" if value < 100 else f"{value:,.0f}"


def data_sets(figures, kind, names):
    """The data sets of one kind of benchmark in the order of names, small first: (set, count)."""
    found = {tuple(name.split("/")[1:3]) for name in figures if name.startswith(kind + "/")}
    order = list(names)
    return sorted(found, key=lambda s: (order.index(s[0]), int(s[1])))


def pair_table(figures, sets, base):
    """Nanoseconds a pair, in brackets the multiple of `base`, for each peer and data set."""
    header = ["ns a pair"] + [f"{SETS[name]}, {int(count):,}" for name, count in sets]
    rows = []
    for peer, label in PEERS.items():
        cells = []
        for name, count in sets:
            figure = figures.get(f"pairs/{name}/{count}/{peer}")
            reference = figures.get(f"pairs/{name}/{count}/{base}")
            if figure is None or reference is None:
                cells.append("")
            else:
                mark = f", {figure.differ:,} wrong" if figure.differ else ""
                cells.append(f"{number(figure.ns)} ({figure.ns / reference.ns:.2f}{mark})")
        if any(cells):
            rows.append([label + (" (exact)" if peer in EXACT else ""), *cells])
    rows.append(
        ["pairs that touch"] + [f"{figures[f'pairs/{name}/{count}/carom_touches'].hits:,}" for name, count in sets]
    )
    return table(header, rows)


def level_table(figures):
    rows = []
    for name, figure in sorted(figures.items()):
        parts = name.split("/")
        if parts[0] == "level":
            rows.append(
                [
                    parts[1],
                    PEERS[parts[2]],
                    f"{figure.circles:,} x {figure.walls:,}",
                    f"{figure.hits:,}",
                    f"{figure.ms:.1f}",
                    f"{figure.ns:.1f}",
                ]
            )
    return table(["level", "test", "circles x walls", "hits", "ms for all pairs", "ns a pair"], rows)


def sweep_table(figures, sets):
    """Nanoseconds a sweep, in brackets the multiple of SWEEP_BASE."""
    rows = []
    for peer, label in SWEEP_PEERS.items():
        cells = []
        for name, count in sets:
            ns = figures[f"sweeps/{name}/{count}/{peer}"].ns
            base = figures[f"sweeps/{name}/{count}/{SWEEP_BASE}"].ns
            cells.append(f"{number(ns)} ({ns / base:.2f})")
        rows.append([label, *cells])
    return table(["ns a sweep"] + [f"{SWEEP_SETS[name]}, {int(count):,}" for name, count in sets], rows)


def array_table(figures):
    """Batches over arrays, in brackets the multiple of the naive clamp if that runs."""
    sets = [(name, number) for number in ("doubles", "floats") for name in ARRAY_SETS]
    rows = []
    for peer, label in ARRAY_PEERS.items():
        cells = []
        for name, number_type in sets:
            figure = figures.get(f"arrays/{name}/{number_type}/{peer}")
            base = figures.get(f"arrays/{name}/{number_type}/naive_clamp")
            multiple = f" ({figure.ns / base.ns:.2f})" if figure and base else ""
            cells.append(f"{figure.ns:.2f}{multiple}" if figure else "")
        if any(cells):
            rows.append([label, *cells])
    return table(["ns a pair"] + [f"{number_type}: {ARRAY_SETS[name]}" for name, number_type in sets], rows)


def sweep_answers(figures, sets):
    """The errors of the peers against the exact sweep, over the largest run of each set."""
    largest = dict(sets)  # the sets come small ones first
    peers = [peer for peer in SWEEP_PEERS if not peer.startswith("carom")]
    rows = []
    for name, count in largest.items():
        hits = figures[f"sweeps/{name}/{count}/carom_sweep"].hits
        row = [SWEEP_SETS[name], f"{int(count):,}", f"{hits:,}"]
        for peer in peers:
            figure = figures[f"sweeps/{name}/{count}/{peer}"]
            row.append(
                f"{percentage(figure.missed, hits)}, "
                f"{percentage(figure.made_up, int(count) - hits)}, {figure.worst_time:.2g}"
            )
        rows.append(row)
    return table(["sweeps", "count", "hits"] + [SWEEP_PEERS[peer] for peer in peers], rows)


def mover_table(figures):
    """Movers; the room comes before the levels."""
    places = {name.split("/")[1] for name in figures if name.startswith("mover/")}
    rows = []
    for place in sorted(places, key=lambda place: (not place.startswith("room"), place)):
        for motion, label in MOTIONS.items():
            figure = figures[f"mover/{place}/{motion}"]
            rows.append(
                [
                    place,
                    label,
                    f"{figure.balls:,} x {figure.frames:,}",
                    f"{figure.walls:,}",
                    f"{figure.contacts:,}",
                    f"{figure.overlaps:,}",
                    f"{figure.escapes:,}",
                    number(figure.ns),
                    f"{1e3 * figure.contacts / figure.ms:,.0f}",
                ]
            )
    return table(
        [
            "place",
            "motion",
            "balls x frames",
            "walls",
            "contacts",
            "overlaps",
            "escapes",
            "ns a ball and frame",
            "contacts a second",
        ],
        rows,
    )


def character_table(figures):
    rows = [
        [name.split("/")[1], f"{figure.walls:,}", f"{figure.frames:,}", f"{figure.on_ground:,}", number(figure.ns)]
        for name, figure in figures.items()
        if name.startswith("character/")
    ]
    return table(["input", "walls", "frames", "on the ground", "ns a frame"], rows)


def count_table(lines):
    rows = [line.split() for line in lines if line.strip()]
    return table(
        ["query", "data", "instructions a case", "hits"],
        [
            [COUNTED.get(question, question), data.replace("_", " "), f"{int(n):,}", f"{int(hits):,}"]
            for question, data, n, hits in rows
        ],
    )


def sweep_section(figures):
    sets = data_sets(figures, "sweeps", SWEEP_SETS)
    hard = [s for s in sets if s[0] in HARD_SWEEPS]
    few = [s for s in sets if s not in hard and s[1] == "4096"]
    many = [s for s in sets if s not in hard and s not in few]
    return [
        "",
        "## Sweeps and the mover",
        "",
        "One sweep finds the time of impact of a moving circle and a segment. The multiple of Chipmunk is in brackets:",
        "",
        *sweep_table(figures, many),
        "",
        *sweep_table(figures, few),
        "",
        "Difficult sweeps. In the slab, the circle starts beyond an end and nearer than R to the line of the wall:",
        "",
        *sweep_table(figures, hard),
        "",
        "Errors of the peers against Carom's exact sweep. Each cell has three numbers. The first "
        "is the fraction of the hits that the peer misses. The second is the fraction of the other "
        "sweeps that it reports as hits. The third is the largest error of a time, as a fraction "
        "of the frame. Both answers are accepted for a graze:",
        "",
        *sweep_answers(figures, sets),
    ]


def report(run, figures, count_lines, scenes, motion):
    context = run["context"]
    sets = data_sets(figures, "pairs", SETS)
    ties = [s for s in sets if s[0].endswith("_ties")]
    ordinary = [s for s in sets if s not in ties]
    spreads = sorted(figure.spread for figure in figures.values())
    repetitions = max(entry.get("repetitions", 0) for entry in run["benchmarks"])
    lines = [
        f"Machine: {context['cpu']}, {context['num_cpus']} CPUs. Compiler: {context['compiler']} "
        f"`{context['flags']}`. Versions: Carom {context['carom']}, Boost {context['boost']}, "
        f"GEOS {context['geos']}, CGAL {context['cgal']}, Chipmunk {context['chipmunk']}, "
        f"Box2D {context['box2d']}. Seed: {context['seed']}. "
        f"The times are CPU times on one thread, medians of {repetitions} interleaved repetitions. "
        f"The coefficients of variation of the figures have the median "
        f"{spreads[len(spreads) // 2]:.1f} % and the maximum {spreads[-1]:.1f} %.",
        "",
        "## Pairs and arrays",
        "",
        "The table gives the time of one yes/no test of a pair. The multiple of Boost is in "
        "brackets. If answers differ from Carom's, their number follows:",
        "",
        *pair_table(figures, ordinary, "boost"),
        "",
        "Ties. The multiple of Carom `touches` is in brackets:",
        "",
        *pair_table(figures, ties, "carom_touches"),
        "",
        "Arrays: one circle against 1,024 walls, with one byte for each answer. The multiple "
        "of the naive clamp is in brackets:",
        "",
        *array_table(figures),
        "",
        "Game levels, with every circle against every wall:",
        "",
        *level_table(figures),
        *sweep_section(figures),
        "",
        "The mover: balls move in a room and in a game level for 60 frames. The walls are a list "
        "that is searched from end to end, or a scene. An overlap is a ball that overlaps a wall "
        "after a frame by the exact relation. An escape is a ball that is outside at the end. The "
        "mover allocates no memory:",
        "",
        *mover_table(figures),
        "",
        "The character: 64 of them stand, walk, run or jump for 60 frames in a scene of slopes, "
        "stairs and ledges. No library of Debian has a character to compare with:",
        "",
        *character_table(figures),
    ]
    lines += scene_report.section(scenes) + motion_report.section(motion) + crowd_report.section(motion)
    if any(line.strip() for line in count_lines):
        lines += [
            "",
            "## Instructions",
            "",
            "callgrind counts the instructions, including those of the loop:",
            "",
            *count_table(count_lines),
        ]
    return lines


def write_between(path, part, lines):
    """Replaces what stands between the two marker lines of a part of the file."""
    begin, end = f"<!-- {part}: begin -->", f"<!-- {part}: end -->"
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if text.count(begin) != 1 or text.count(end) != 1 or text.index(begin) > text.index(end):
        sys.exit(f"report.py: {path} needs one line {begin} and, after it, one line {end}")
    head, rest = text.split(begin)
    tail = rest.split(end)[1]
    with open(path, "w", encoding="utf-8") as file:
        file.write(head + begin + "\n\n" + "\n".join(lines) + "\n\n" + end + tail)


def main():
    parser = argparse.ArgumentParser(description="markdown report of a run of the benchmarks")
    parser.add_argument("run", help="google-benchmark's JSON, with repetitions")
    parser.add_argument("counts", help="the output of counts.sh, may be empty")
    parser.add_argument("scenes", help="the CSV of bench_scenes")
    parser.add_argument("motion", nargs="+", help="the CSVs of the other programs")
    parser.add_argument("--into", metavar="FILE", help="write between the markers of this file")
    parser.add_argument("--six", metavar="FILE", help="write the CSV of the six figures")
    arguments = parser.parse_args()
    with open(arguments.run, encoding="utf-8") as file:
        run = json.load(file)
    figures = read_figures(run)
    scenes = scene_report.read_lines(arguments.scenes)
    motion = {}
    for path in arguments.motion:
        motion.update(scene_report.read_lines(path))
    six = summary_report.section(figures, scenes)
    with open(arguments.counts, encoding="utf-8") as file:
        lines = report(run, figures, file.read().splitlines(), scenes, motion)
    context = run["context"]
    areas = area_report.section(motion, context["cpu"], context["compiler"], context["geos"])
    if arguments.six:
        summary_report.write_csv(arguments.six, figures, scenes)
    if arguments.into:
        write_between(arguments.into, "six figures", six)
        write_between(arguments.into, "benchmarks", lines)
        write_between(arguments.into, "areas", areas)
    else:
        print("\n".join([*six, "", *lines, "", *areas]))


if __name__ == "__main__":
    main()
