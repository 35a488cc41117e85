"""Writes the report of a run: page.py RESULTS.json DOCUMENT.md. No figure in it is written by hand.

The part between the marker lines of the document is replaced. Room: bench.
"""

import json
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1] / "python"))

from report import duration, table, write_figures

NAMES = {
    "tool": "`carom hits` alone, CSV",
    "carom": "`carom.spark.hits`",
    "sedona-dwithin": "Sedona, `ST_DWithin`, index over the walls broadcast",
    "sedona-partitioned": "Sedona, `ST_DWithin`, both tables partitioned by place",
    "sedona-buffer": "Sedona, `ST_Intersects` with `ST_Buffer`",
}


def contest_table(contest: dict[str, Any]) -> str:
    """One set of circles and walls."""
    carom = contest["peers"]["carom"]["seconds"]
    peers = sorted(contest["peers"].items(), key=lambda item: list(NAMES).index(item[0]))
    rows = [
        [
            NAMES[name],
            duration(peer["seconds"]),
            f"{min(peer['all']):.3g} to {max(peer['all']):.3g} s",
            f"{peer['seconds'] / carom:.2g}",
            f"{peer['extra']:,}",
            f"{peer['missing']:,}",
        ]
        for name, peer in peers
    ]
    counts = f"{contest['circles']:,} circles, {contest['walls']:,} walls"
    title = "touching by construction" if contest["name"] == "tangent" else "roads"
    head = ["", "median", "all rounds", "times carom.spark's", "wrong pairs", "missing pairs"]
    return f"### {counts}, {title}: {contest['pairs']:,} pairs\n\n{table(head, rows)}"


def targets_table(results: dict[str, Any]) -> str:
    """The figures that the package is meant to reach."""
    large = next(contest for contest in results["contests"] if contest["name"] == "large")["peers"]
    carom = large["carom"]["seconds"]
    sedona = min(peer["seconds"] for name, peer in large.items() if name.startswith("sedona"))
    rows = [
        ["times as fast as Sedona", f"{sedona / carom:.2g}", "at least 5"],
        ["time, to the tool alone", f"{carom / large['tool']['seconds']:.2f}", "at most 2"],
    ]
    return table(["the largest set", "measured", "aim"], rows)


def main() -> None:
    if len(sys.argv) != 3:
        raise SystemExit("usage: page.py RESULTS.json DOCUMENT.md")
    results = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    versions = ", ".join(f"{name} {number}" for name, number in results["versions"].items())
    starts = [[NAMES[name], duration(value)] for name, value in results["starts"].items()]
    parts = [
        f"{results['processor']}; Python {results['python']}, {versions}. Medians of {results['rounds']} rounds "
        "after a warm-up, of fewer where a question takes minutes; *all rounds* includes the warm-up. Load of the "
        f"machine at the end: {results['load']:.1f}.",
        targets_table(results),
        "## All pairs that touch",
        *map(contest_table, results["contests"]),
        "## Until a session stands",
        table(["", "time"], starts),
    ]
    write_figures(Path(sys.argv[2]), parts)


if __name__ == "__main__":
    main()
