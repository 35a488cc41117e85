"""The part of the report about what moves: sweeps against moving walls and scenes that change.

From the CSV of bench_moving_walls and bench_dynamic, which have the columns of that of
bench_scenes. Measures: sweep in ns per sweep; remove, insert and move_many in ns per wall;
touching_* in ns per circle. Room: bench.
"""

from scene_report import cell, number, power, table

CHANGES = [
    ("remove", "remove a wall"),
    ("insert", "insert a wall"),
    ("move_many", "move a wall, all at once"),
    ("touching_built", "touching, as built"),
    ("touching_edited", "touching, after the edits"),
    ("touching_moved", "touching, after the moves"),
]
CHANGING = [
    ("carom", "Carom (exact)"),
    ("fixed", "Carom, an immutable scene (exact)"),
    ("box2d", "Box2D dynamic tree"),
    ("chipmunk", "Chipmunk, tree"),
]


def sets_of(lines, peer):
    return [of_set for measure, of_set, _, of_peer in lines if (measure, of_peer) == ("sweep", peer)]


def whole_table(lines):
    rows = []
    for of_set in sets_of(lines, "rest"):
        rest, moving, rest_to, moving_to = (
            lines[("sweep", of_set, 1, peer)] for peer in ("rest", "moving", "rest_to", "moving_to")
        )
        rows.append(
            [
                of_set.split("/")[1],
                number(rest.value),
                cell(moving, rest),
                number(rest_to.value),
                cell(moving_to, rest_to),
            ]
        )
    return table(
        ["ns a sweep", "wall at rest", "wall that moves as a whole", "`_to`, at rest", "`_to`, moves as a whole"], rows
    )


def turning_table(lines):
    rows = []
    for of_set in sets_of(lines, "moving"):
        how, what = of_set.split("/")
        if how == "turns":
            line = lines[("sweep", of_set, 1, "moving")]
            rows.append([what, number(line.value), f"{line.answers:,} of {line.asked:,}"])
    return table(["a wall that turns", "ns a sweep", "hits"], rows)


def change_table(lines):
    sizes = sorted({walls for measure, _, walls, _ in lines if measure == "move_many"})
    rows = []
    for walls in sizes:
        for measure, label in CHANGES:
            found = [lines.get((measure, "uniform", walls, peer)) for peer, _ in CHANGING]
            base = found[1]
            if any(found):
                rows.append([power(walls), label] + [cell(line, base) for line in found])
    return table(["walls", "ns"] + [label for _, label in CHANGING], rows)


def section(lines):
    """The lines of the report."""
    return [
        "",
        "## What moves",
        "",
        "One sweep of a circle against a wall that moves as a whole, and against the same wall at "
        "rest with the relative motion in double. The multiple of the wall at rest is in "
        "brackets:",
        "",
        *whole_table(lines),
        "",
        "One sweep against a door that turns by up to 0.3 rad. The last rows are doors that the "
        "circle misses by the given fraction of its radius:",
        "",
        *turning_table(lines),
        "",
        "A scene that changes: walls are removed and inserted in random order, then all walls "
        "move by a little. Each query lists the walls that a circle touches. The multiple of an "
        "immutable scene of the same walls is in brackets:",
        "",
        *change_table(lines),
    ]
