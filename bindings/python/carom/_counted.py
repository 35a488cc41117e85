"""Numbers with a noun, for texts: 1 wall, 2 walls.

Room: base of the pure Python modules.
"""


def counted(count: int, noun: str) -> str:
    """A number, with commas, and its noun."""
    return f"{count:,} {noun}{'' if count == 1 else 's'}"
