"""Joins tables of DuckDB by Carom and by DuckDB's spatial extension: run.py [OPTIONS] DOCUMENT.md.

Every peer reads tables of numbers and leaves a table of pairs. The part between the marker lines of the document is
replaced; no figure in it is written by hand. Room: bench.
"""

import argparse
import sys
from importlib.metadata import version
from pathlib import Path
from typing import Any

import carom
import duckdb
import numpy as np
import pyarrow as pa
from duckdb_extensions import import_extension

sys.path.insert(0, str(Path(__file__).parents[1] / "python"))

from data import Data, drawn_map, random_map
from exact import Judgement, keys
from report import duration, split_at_figures, table, write_figures
from timing import medians, say

GEOMETRY = {
    "walls": 'create or replace table lines as select id, ST_MakeLine(ST_Point(ax, ay), ST_Point(bx, "by")) as g '
    "from walls",
    "circles": "create or replace table points as select id, r, ST_Point(cx, cy) as g, "
    "ST_MakeEnvelope(cx - r, cy - r, cx + r, cy + r) as box from circles",
}
JOIN = "create or replace table found as select p.id as circle, l.id as wall from points p join lines l on "
SPATIAL = {
    "spatial: `ST_Intersects` of the circle's box, then `ST_DWithin`": "ST_Intersects(l.g, p.box) "
    "where ST_DWithin(l.g, p.g, p.r)",
    "spatial: `ST_Intersects` of `ST_Buffer`": "ST_Intersects(l.g, ST_Buffer(p.g, p.r))",
}
CONSTANT = "spatial: `ST_DWithin`"


def connect(data: Data, threads: int) -> duckdb.DuckDBPyConnection:
    """A database in memory with the tables circles and walls."""
    con = duckdb.connect()
    con.load_extension("spatial")
    con.sql(f"set threads = {threads}")
    names = {"circles": ("cx", "cy", "r"), "walls": ("ax", "ay", "bx", "by")}
    for name, columns in names.items():
        values = data.circles if name == "circles" else data.walls
        rows = pa.table({"id": np.arange(len(values[0])), **dict(zip(columns, values, strict=True))})
        con.register("rows", rows)
        con.sql(f"create table {name} as select * from rows")
        con.unregister("rows")
    return con


def by_carom(con: duckdb.DuckDBPyConnection) -> None:
    """The recipe of docs/duckdb.md."""
    walls = con.sql("select * from walls").to_arrow_table()
    circles = con.sql("select * from circles").to_arrow_table()
    c = carom.circles(circles)
    circle, wall = carom.Scene(carom.walls(walls)).hits(c.cx, c.cy, c.r)
    ids = (rows["id"].combine_chunks() for rows in (circles, walls))
    pairs = pa.table([column.take(pa.array(row)) for column, row in zip(ids, (circle, wall))], ["circle", "wall"])
    con.register("pairs", pairs)
    con.sql("create or replace table found as select * from pairs")
    con.unregister("pairs")


def by_spatial(con: duckdb.DuckDBPyConnection, condition: str) -> None:
    """Geometries and a join of them, which must use the index."""
    for statement in GEOMETRY.values():
        con.sql(statement)
    plan = con.sql("explain " + JOIN + condition).fetchall()[0][1]
    if "SPATIAL_JOIN" not in plan:
        raise SystemExit(f"DuckDB joins without an index: {condition}\n{plan}")
    con.sql(JOIN + condition)


def found(con: duckdb.DuckDBPyConnection, walls: int) -> Any:
    """The pairs of the last answer, as keys."""
    rows = con.sql("select circle, wall from found").fetchnumpy()
    return keys(rows["circle"], rows["wall"], walls)


def contest(title: str, data: Data, rounds: int, constant: float | None) -> str:
    """All peers on the same tables."""
    say(f"{title}: tables")
    con = connect(data, carom.get_threads())
    conditions = SPATIAL if constant is None else {CONSTANT: f"ST_DWithin(l.g, p.g, {constant!r})", **SPATIAL}
    answers = {"Carom, through Arrow": lambda: by_carom(con)}
    for name, condition in conditions.items():
        answers[name] = lambda condition=condition: by_spatial(con, condition)
    pairs = {}
    for name, answer in answers.items():
        say(f"{title}: {name}")
        answer()
        pairs[name] = found(con, len(data.walls[0]))
    times = medians(title, answers, rounds)
    exact = next(iter(pairs.values()))
    rows = []
    for name, mine in pairs.items():
        judgement = Judgement(data, exact, mine)
        if judgement.carom_wrong:
            raise SystemExit(f"{title}: Carom is wrong about {judgement.carom_wrong} pairs, says {name}")
        ratio = times[name] / next(iter(times.values()))
        rows.append([name, duration(times[name]), f"{ratio:.2g}", f"{judgement.extra:,}", f"{judgement.missing:,}"])
    head = ["", "tables to pairs", "times Carom's", "wrong pairs", "missing pairs"]
    return f"### {title}: {len(exact):,} pairs\n\n{table(head, rows)}"


def main() -> None:
    """Measures all contests and writes the figures into the document."""
    parser = argparse.ArgumentParser(description="Carom next to DuckDB's spatial extension")
    parser.add_argument("document", type=Path)
    parser.add_argument("--count", type=int, default=1_000_000, help="circles, and walls")
    parser.add_argument("--rounds", type=int, default=5)
    options = parser.parse_args()
    split_at_figures(options.document)
    import_extension("spatial")
    count, contests = options.count, []
    for name, make in (("random map", random_map), ("drawn map", drawn_map)):
        data = make(count, count)
        same = data._replace(circles=(*data.circles[:2], np.full(count, 0.25)))
        size = f"{count:,} circles, {count:,} walls, {name}"
        contests.append(contest(f"{size}, one radius", same, options.rounds, 0.25))
        contests.append(contest(f"{size}, many radii", data, options.rounds, None))
    versions = ", ".join(f"{name} {version(name)}" for name in ("carom", "duckdb", "duckdb-extension-spatial"))
    intro = f"{versions}; {carom.get_threads()} threads each. Medians of {options.rounds} rounds."
    write_figures(options.document, [intro, *contests])
    say("")
    print(f"{options.document}: measured with carom {carom.__version__}")


if __name__ == "__main__":
    main()
