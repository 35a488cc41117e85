"""Digests of answers that do not depend on the order of the rows: of Spark's files and of the tool's. Room: tests."""

import hashlib
import subprocess
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute
import pyarrow.csv
import pyarrow.parquet

# The columns that Spark and the tool both answer, by command. The rank of a nearest wall is its place among the rows of
# its circle, and its gap is the negative depth.
COLUMNS = {
    "hits": ["circle", "wall"],
    "nearest": ["circle", "wall", "depth"],
    "first": ["mover", "wall", "kind", "t", "x", "y", "px", "py", "nx", "ny", "feature"],
}
TEXT = ("kind", "feature")


def of_tool(tool: Path, command: str, rows: Path, walls: Path, output: Path, *options: str) -> tuple[int, str]:
    """Runs the tool on CSV files. Returns the number of rows and their digest."""
    with output.open("wb") as file:
        subprocess.run([tool, command, *options, rows, walls], stdout=file, check=True)
    names = COLUMNS[command]
    types = {name: pa.string() if name in TEXT else pa.float64() for name in names}
    types |= dict.fromkeys(("circle", "mover", "wall"), pa.int64())
    convert = pyarrow.csv.ConvertOptions(include_columns=names, column_types={n: types[n] for n in names})
    table = pyarrow.csv.read_csv(output, convert_options=convert)
    output.unlink()
    if command == "nearest":
        circle = table["circle"].to_numpy()
        first = np.flatnonzero(np.diff(circle, prepend=-1))
        rank = np.arange(len(circle)) - np.repeat(first, np.diff(first, append=len(circle)))
        gap = pyarrow.compute.subtract(0.0, table["depth"])
        table = pa.table({"circle": table["circle"], "wall": table["wall"], "rank": rank, "gap": gap})
    return digest(table)


def of_spark(folder: Path, command: str) -> tuple[int, str]:
    """The rows of a folder of Parquet files, and their digest."""
    names = ["circle", "wall", "rank", "gap"] if command == "nearest" else COLUMNS[command]
    return digest(pyarrow.parquet.read_table(folder, columns=names))


def digest(table: pa.Table) -> tuple[int, str]:
    """The number of rows, and a digest of the rows in the order of their values, column by column."""
    columns = [bits(table[name]) for name in table.column_names]
    order = np.lexsort(columns[::-1])
    total = hashlib.sha256(" ".join(table.column_names).encode())
    for column in columns:
        total.update(column[order].tobytes())
    return len(order), total.hexdigest()


def bits(column: pa.ChunkedArray) -> np.ndarray:
    """A column as numbers that are equal exactly if the values are: null, -0.0 and 0.0 differ from each other."""
    if pa.types.is_floating(column.type):
        full = pyarrow.compute.fill_null(column, float("nan"))
        return np.asarray(full.to_numpy(), np.float64).view(np.int64)
    if pa.types.is_integer(column.type):
        return np.asarray(pyarrow.compute.fill_null(column, -1).to_numpy(), np.int64)
    return np.asarray(pyarrow.compute.fill_null(column, "").to_numpy(zero_copy_only=False), dtype="S16")
