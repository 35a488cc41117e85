"""Writes the report of a run: report.py [--areas] RESULTS.json DOCUMENT.md. No figure in it is written by hand.

The part between the marker lines of the document is replaced, and its picture drawn. With --areas it is the part of
areas, which has no picture. Room: bench.
"""

import json
import sys
from pathlib import Path
from typing import Any

PART = "figures"


def table(head: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def split_at_figures(document: Path, part: str = PART) -> tuple[str, str]:
    """The text of a document up to the line that begins a part, and from the line that ends it on."""
    begin, end = f"<!-- {part}: begin -->", f"<!-- {part}: end -->"
    text = document.read_text(encoding="utf-8")
    if text.count(begin) != 1 or text.count(end) != 1:
        raise SystemExit(f"{document}: needs one line {begin} and one line {end}")
    return text.partition(begin)[0] + begin, end + text.partition(end)[2]


def write_figures(document: Path, parts: list[str], part: str = PART) -> None:
    """Replaces what stands between the lines that begin and end a part of a document."""
    head, rest = split_at_figures(document, part)
    document.write_text("\n\n".join([head, *parts, rest]), encoding="utf-8")


def duration(seconds: float) -> str:
    """Seconds in a unit that keeps three digits."""
    for unit, scale in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if seconds * scale >= 1:
            return f"{seconds * scale:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def contest_table(contest: dict[str, Any]) -> str:
    """One question to all peers."""
    peers = contest["peers"]
    carom = next(value["query"] for name, value in peers.items() if "1 thread" in name)
    rows = [
        [
            name,
            duration(p["build"]),
            duration(p["query"]),
            "1" if p["query"] == carom else f"{p['query'] / carom:.2g}",
            f"{p['extra']:,}",
            f"{p['missing']:,}",
        ]
        for name, p in peers.items()
    ]
    count = f"{contest['count']:,}"
    title = f"### {count} circles, {count} walls, {contest['map']} map: {contest['pairs']:,} pairs"
    head = ["", "build", "all pairs", "times Carom's", "wrong pairs", "missing pairs"]
    return f"{title}\n\n{table(head, rows)}"


def arrays_table(results: dict[str, Any]) -> str:
    """The ufuncs next to C, and threads."""
    a = results["arrays"]
    rows = [
        [
            f"`{name}`",
            f"{a[f'{name} in C']:.1f} ns",
            f"{a[name]:.1f} ns",
            f"{a[name] / a[f'{name} in C']:.2f}",
            f"{a[f'{name} threads 1'] / a[f'{name} threads 2']:.2f}",
        ]
        for name in ("touches", "relate", "contact")
    ]
    head = ["a row", "in C", "Python, one thread", "times C", "two threads: times as fast"]
    return table(head, rows)


def targets_table(results: dict[str, Any]) -> str:
    """The figures that the package is meant to reach."""

    def contest(count: int) -> dict[str, Any]:
        return next(c["peers"] for c in results["contests"] if c["count"] == count and c["map"] == "random")

    def ratio(peers: dict[str, Any], word: str) -> float:
        mine = next(p for name, p in peers.items() if "1 thread" in name)
        return next(p["query"] for name, p in peers.items() if word in name) / mine["query"]

    def two_threads(peers: dict[str, Any]) -> float:
        one, two = (next(p["all_processors"] for name, p in peers.items() if n in name) for n in ("1 thr", "2 thr"))
        return one / two

    counts = sorted({c["count"] for c in results["contests"]})
    small, large = contest(counts[0]), contest(counts[-1])
    a, calls = results["arrays"], results["calls"]
    rows = [
        ["`relate` of plain numbers", f"{calls['Carom `relate`']:.3g} ns", "at most 150 ns"],
        ["`contact` of plain numbers", f"{calls['Carom `contact`']:.3g} ns", "at most 300 ns"],
        *(
            [f"arrays, to C: `{name}`", f"{a[name] / a[f'{name} in C']:.2f}", "at most 1.1"]
            for name in ("touches", "relate", "contact")
        ),
        *(
            [f"two threads: `{name}`", f"{a[f'{name} threads 1'] / a[f'{name} threads 2']:.2f}", "at least 1.7"]
            for name in ("touches", "relate", "contact")
        ),
        [f"two threads: `Scene.hits`, {counts[-1]:,}", f"{two_threads(large):.2f}", "at least 1.7"],
        [f"all pairs, {counts[-1]:,}: times as fast as shapely", f"{ratio(large, 'shapely'):.2g}", "at least 5"],
        [
            f"all pairs, {counts[0]:,}: as geopandas, `dwithin`",
            f"{ratio(small, 'geopandas `sjoin('):.2g}",
            "at least 20",
        ],
        [f"all pairs, {counts[0]:,}: as geopandas, `buffer`", f"{ratio(small, 'buffer'):.2g}", "at least 20"],
        [f"all pairs, {counts[0]:,}: as pymunk", f"{ratio(small, 'pymunk'):.2g}", "at least 20"],
        ["import beyond NumPy, processor time", f"{results['import_ms']:.1f} ms", "at most 50 ms"],
        ["wheel", f"{results['wheel_bytes'] / 1000:.0f} kB", "at most 1 MB"],
    ]
    return table(["figure", "measured", "aim"], rows)


def draw(results: dict[str, Any], path: Path) -> None:
    """How many times as long as Carom on one thread each peer takes."""
    from matplotlib.figure import Figure

    contests = [c for c in results["contests"] if c["map"] == "random"]
    figure = Figure(figsize=(7, 1.4 + 0.24 * sum(len(c["peers"]) for c in contests)), layout="constrained")
    panels = figure.subplots(len(contests), 1, squeeze=False, height_ratios=[len(c["peers"]) for c in contests])
    for axes, contest in zip(panels[:, 0], contests, strict=True):
        names = [name.replace("`", "") for name in contest["peers"]]
        values = [p["query"] for p in contest["peers"].values()]
        bars = axes.barh(names, values, color=["#1f6f8b" if "Carom" in name else "#b8b8b8" for name in names])
        axes.bar_label(bars, [duration(value) for value in values], padding=3, fontsize=8)
        axes.set_xlim(right=max(values) * 1.15)
        axes.invert_yaxis()
        axes.tick_params(labelsize=8)
        axes.spines[["top", "right"]].set_visible(False)
        axes.set_title(f"All pairs of {contest['count']:,} circles and walls: seconds", fontsize=9, loc="left")
    figure.savefig(path, metadata={"Date": None})


def multiple(ratio: float) -> str:
    """How many times as long, with two digits or all before the point."""
    return "1" if ratio == 1 else f"{ratio:.2g}" if ratio < 99.5 else f"{ratio:,.0f}"


def area_table(question: dict[str, Any]) -> str:
    """One question about areas or tracks to all peers."""
    peers = question["peers"]
    carom = next(iter(peers.values()))["ns"]
    rows = [[name, f"{p['ns']:,.0f} ns", multiple(p["ns"] / carom), f"{p['wrong']:,}"] for name, p in peers.items()]
    head = ["", "each", "times Carom's", "wrong or missing"]
    return f"{question['title']}: {question['pairs']:,} pairs\n\n{table(head, rows)}"


def write_areas(results: dict[str, Any], document: Path) -> None:
    """The part of areas."""
    versions = ", ".join(f"{name} {number}" for name, number in results["versions"].items())
    parts = [
        f"{results['processor']}; Python {results['python']}, {versions}, GEOS {results['geos']}. One thread. Medians "
        f"of {results['rounds']} rounds, of {results['rounds_large']} for the tracks.",
        *map(area_table, results["questions"]),
    ]
    write_figures(document, parts, "areas")


def main() -> None:
    """Writes the document and the picture."""
    if sys.argv[1:2] == ["--areas"] and len(sys.argv) == 4:
        write_areas(json.loads(Path(sys.argv[2]).read_text(encoding="utf-8")), Path(sys.argv[3]))
        return
    if len(sys.argv) != 3:
        raise SystemExit("usage: report.py [--areas] RESULTS.json DOCUMENT.md")
    results = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    document = Path(sys.argv[2])
    versions = ", ".join(f"{name} {number}" for name, number in results["versions"].items())
    calls = [[name, f"{value:.0f} ns"] for name, value in results["calls"].items()]
    parts = [
        f"{results['processor']}; Python {results['python']}, {versions}. Medians of {results['rounds']} rounds, "
        f"of {results['rounds_large']} for the largest maps.",
        targets_table(results),
        "![Seconds for all pairs, by peer](pictures/benchmarks_python.svg)",
        "## All pairs that touch",
        *map(contest_table, results["contests"]),
        "## Plain numbers",
        table(["one call", "time"], calls),
        "## Arrays",
        arrays_table(results),
    ]
    write_figures(document, parts)
    draw(results, document.parent / "pictures" / "benchmarks_python.svg")


if __name__ == "__main__":
    main()
