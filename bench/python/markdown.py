"""Documents whose figures a run writes. Layer: bench."""

from pathlib import Path

BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"


def table(head: list[str], rows: list[list[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def duration(seconds: float) -> str:
    """Seconds in a unit that keeps three digits."""
    for unit, scale in (("s", 1.0), ("ms", 1e3), ("µs", 1e6)):
        if seconds * scale >= 1:
            return f"{seconds * scale:.3g} {unit}"
    return f"{seconds * 1e9:.3g} ns"


def put_figures(document: Path, parts: list[str]) -> None:
    """Replaces the part of the document between its marker lines."""
    text = document.read_text(encoding="utf-8")
    if text.count(BEGIN) != 1 or text.count(END) != 1:
        raise SystemExit(f"{document}: needs one line {BEGIN} and one line {END}")
    head, rest = text.split(BEGIN)
    document.write_text(
        head + BEGIN + "\n\n" + "\n\n".join(parts) + "\n\n" + END + rest.split(END)[1], encoding="utf-8"
    )
