#!/usr/bin/env python3
"""Turns a run of the benchmarks into a markdown report; no figure in it is written by hand.

Reads google-benchmark's JSON and the lines of counts.sh. Prints the report, or with --into FILE
writes it between the two marker lines of that file. Layer: bench.
"""
import argparse
import json
import sys

BEGIN, END = "<!-- benchmarks: begin -->", "<!-- benchmarks: end -->"

PEERS = {
    "carom_touches": "Carom `touches`",
    "carom_relate": "Carom `relate`",
    "carom_contact": "Carom `contact`",
    "boost": "Boost.Geometry `comparable_distance`",
    "naive": "naive clamp",
    "geos": "GEOS `pointToSegment`",
    "cgal_epick": "CGAL Epick `squared_distance`",
    "cgal_epeck": "CGAL EPECK `squared_distance`",
    "cgal_epeck_compare": "CGAL EPECK `compare_squared_distance`",
}
EXACT = {name for name in PEERS if name.startswith(("carom", "cgal_epeck"))}
SETS = {
    "generic": "a third touch",
    "missing": "3 % touch",
    "touching": "90 % touch",
    "needles": "needles",
    "integer_ties": "exactly tangent, integers",
    "ulp_ties": "tangent within 4 ulp",
    "span_ties": "exactly tangent, huge exponent spans",
}


class Figure:
    """One benchmark: median nanoseconds an item, spread in percent, counters."""

    def __init__(self, median, cv):
        self.ns = 1e9 / median["items_per_second"]
        self.ms = median["cpu_time"] * {"ns": 1e-6, "us": 1e-3, "ms": 1.0}[median["time_unit"]]
        self.spread = 100.0 * cv["cpu_time"]
        self.hits = int(median["hits"])
        self.differ = int(median.get("differ", 0))
        self.circles = int(median.get("circles", 0))
        self.walls = int(median.get("walls", 0))


def read_figures(run):
    """{benchmark name: Figure} from the aggregates of the repetitions."""
    aggregates = {}
    for entry in run["benchmarks"]:
        if entry.get("run_type") == "aggregate":
            aggregates.setdefault(entry["run_name"], {})[entry["aggregate_name"]] = entry
    if not aggregates:
        sys.exit("report.py: the run has no repetitions, so no medians")
    # run_name ends in google-benchmark's own suffixes, such as repeats:7
    return {name.split("/repeats:")[0]: Figure(a["median"], a["cv"])
            for name, a in aggregates.items()}


def table(header, rows):
    lines = ["| " + " | ".join(header) + " |", "|" + " --- |" * len(header)]
    return lines + ["| " + " | ".join(row) + " |" for row in rows]


def number(value):
    return f"{value:.1f}" if value < 100 else f"{value:,.0f}"


def pair_sets(figures):
    """The data sets of the run in the order of SETS, small ones first: (set, count)."""
    found = {tuple(name.split("/")[1:3]) for name in figures if name.startswith("pairs/")}
    order = list(SETS)
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
            rows.append([label + (" (exact)" if peer in EXACT else "")] + cells)
    rows.append(["pairs that touch"] + [
        f"{figures[f'pairs/{name}/{count}/carom_touches'].hits:,}" for name, count in sets])
    return table(header, rows)


def level_table(figures):
    rows = []
    for name, figure in sorted(figures.items()):
        parts = name.split("/")
        if parts[0] == "level":
            rows.append([parts[1], PEERS[parts[2]], f"{figure.circles:,} x {figure.walls:,}",
                         f"{figure.hits:,}", f"{figure.ms:.1f}", f"{figure.ns:.1f}"])
    return table(["level", "by", "circles x walls", "hits", "ms for all pairs", "ns a pair"], rows)


def count_table(lines):
    rows = [line.split() for line in lines if line.strip()]
    return table(["question", "data", "instructions a pair", "hits"],
                 [[question, data, f"{int(n):,}", f"{int(hits):,}"]
                  for question, data, n, hits in rows])


def report(run, count_lines):
    figures = read_figures(run)
    context = run["context"]
    sets = pair_sets(figures)
    ties = [s for s in sets if s[0].endswith("_ties")]
    ordinary = [s for s in sets if s not in ties]
    spreads = sorted(figure.spread for figure in figures.values())
    repetitions = max(entry.get("repetitions", 0) for entry in run["benchmarks"])
    lines = [
        f"{context['cpu']}, {context['num_cpus']} CPUs; {context['compiler']} "
        f"`{context['flags']}`; Carom {context['carom']}, Boost {context['boost']}, "
        f"GEOS {context['geos']}, CGAL {context['cgal']}; seed {context['seed']}. "
        f"Medians of {repetitions} interleaved repetitions on one thread, CPU time; coefficient of "
        f"variation {spreads[len(spreads) // 2]:.1f} % in the median, {spreads[-1]:.1f} % at worst.",
        "", "One pair, yes or no; in brackets the multiple of Boost, and answers that differ from "
        "Carom's if any:", "",
        *pair_table(figures, ordinary, "boost"),
        "", "Ties; in brackets the multiple of Carom `touches`:", "",
        *pair_table(figures, ties, "carom_touches"),
        "", "Levels, every circle against every wall:", "", *level_table(figures),
    ]
    if any(line.strip() for line in count_lines):
        lines += ["", "Instructions under callgrind, loop included:", "",
                  *count_table(count_lines)]
    return lines


def write_between(path, lines):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    if text.count(BEGIN) != 1 or text.count(END) != 1 or text.index(BEGIN) > text.index(END):
        sys.exit(f"report.py: {path} needs one line {BEGIN} and, after it, one line {END}")
    head, rest = text.split(BEGIN)
    tail = rest.split(END)[1]
    with open(path, "w", encoding="utf-8") as file:
        file.write(head + BEGIN + "\n\n" + "\n".join(lines) + "\n\n" + END + tail)


def main():
    parser = argparse.ArgumentParser(description="markdown report of a run of the benchmarks")
    parser.add_argument("run", help="google-benchmark's JSON, with repetitions")
    parser.add_argument("counts", help="the output of counts.sh, may be empty")
    parser.add_argument("--into", metavar="FILE", help="write between the markers of this file")
    arguments = parser.parse_args()
    with open(arguments.run, encoding="utf-8") as file:
        run = json.load(file)
    with open(arguments.counts, encoding="utf-8") as file:
        lines = report(run, file.read().splitlines())
    if arguments.into:
        write_between(arguments.into, lines)
    else:
        print("\n".join(lines))


if __name__ == "__main__":
    main()
