"""Runs the benchmark of the Python package: run.py [OPTIONS] LIBRARY RESULTS.json.

LIBRARY is loops.c, compiled. Room: bench.
"""

import argparse
import json
import platform
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import calls
import carom
from data import Data, drawn_map, random_map
from exact import Judgement, keys
from peers import Carom, Geopandas, GeopandasBuffer, Peer, Pymunk, Shapely
from timing import medians, one_processor, processor, say, seconds

MAPS: dict[str, Callable[[int, int], Data]] = {"random": random_map, "drawn": drawn_map}


def contest(kind: str, count: int, peers: list[Peer], rounds: int) -> dict[str, Any]:
    """All pairs of `count` circles and `count` walls, by each peer."""
    title = f"{count:,} circles, {count:,} walls, {kind} map"
    say(f"{title}: data")
    data = MAPS[kind](count, count)
    builds = {}
    for peer in peers:
        say(f"{title}: {peer.name}: build")
        builds[peer.name] = seconds(lambda peer=peer: peer.build(data))
    answers = {}
    for peer in peers:
        say(f"{title}: {peer.name}: pairs")
        answers[peer.name] = keys(*peer.answer(), count)
    with one_processor():
        alone = medians(title, {p.name: p.answer for p in peers if "2 threads" not in p.name}, rounds)
    both = medians(title, {p.name: p.answer for p in peers if "Carom" in p.name}, rounds)
    exact = answers[peers[0].name]
    result: dict[str, Any] = {"map": kind, "count": count, "pairs": len(exact), "peers": {}}
    for peer in peers:
        say(f"{title}: {peer.name}: who is right")
        judgement = Judgement(data, exact, answers[peer.name])
        if judgement.carom_wrong:
            raise SystemExit(f"{title}: Carom is wrong about {judgement.carom_wrong} pairs, says {peer.name}")
        result["peers"][peer.name] = {
            "build": builds[peer.name],
            "query": alone.get(peer.name, both.get(peer.name)),
            "all_processors": both.get(peer.name),
            "pairs": len(answers[peer.name]),
            "extra": judgement.extra,
            "missing": judgement.missing,
        }
    return result


def main() -> None:
    """Measures everything and writes the results."""
    parser = argparse.ArgumentParser(description="The benchmark of the Python package")
    parser.add_argument("library", type=Path, help="loops.c, compiled")
    parser.add_argument("results", type=Path)
    parser.add_argument("--wheel", type=Path, required=True)
    parser.add_argument("--large", type=int, default=1_000_000, help="circles and walls next to shapely")
    parser.add_argument("--small", type=int, default=100_000, help="circles and walls next to all peers")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--rounds-large", type=int, default=5)
    options = parser.parse_args()
    here = Path(__file__).parent
    import_time = [sys.executable, str(here.parents[1] / "scripts/python_import_time.py")]
    results: dict[str, Any] = {
        "python": platform.python_version(),
        "processor": processor(),
        "versions": {name: version(name) for name in ("carom", "numpy", "shapely", "geopandas", "pymunk")},
        "rounds": options.rounds,
        "rounds_large": options.rounds_large,
        "wheel_bytes": options.wheel.stat().st_size,
        "import_ms": float(subprocess.run(import_time, capture_output=True, text=True, check=True).stdout),
        "calls": calls.plain_numbers(options.rounds),
        "rows": options.large,
        "arrays": calls.arrays(options.large, options.rounds, options.library),
        "contests": [],
    }
    for kind in MAPS:
        small: list[Peer] = [Carom(1), Carom(2), Shapely(), Geopandas(), GeopandasBuffer(), Pymunk()]
        results["contests"].append(contest(kind, options.small, small, options.rounds))
        large: list[Peer] = [Carom(1), Carom(2), Shapely()]
        results["contests"].append(contest(kind, options.large, large, options.rounds_large))
    say("")
    options.results.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    print(f"{options.results}: measured with carom {carom.__version__}")


if __name__ == "__main__":
    main()
