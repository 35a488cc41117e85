#!/usr/bin/env python3
"""Any text passes through the tool: written by Python's csv module, copied by --keep, read by it again.

test_columns.py TOOL
"""

import csv
import io
import os
import random
import subprocess
import sys
import tempfile

TOOL = os.path.abspath(sys.argv[1])
ALPHABET = [*'ab"",,;|\t\n \'', "\r\n", "\r", "\u00e9", "\U0001f3b1", "0", "x y"]


def text(rng):
    return "".join(rng.choice(ALPHABET) for _ in range(rng.randrange(6)))


def names(rng, count):
    """Different names for columns, none of them empty, none with a line break or blanks around it."""
    found = set()
    while len(found) < count:
        name = text(rng).strip(" \t\r").replace("\n", "").replace("\r", "")
        if name.strip(" \t\r") == name != "":
            found.add(name)
    return sorted(found)


def table(rng, head, rows, delimiter):
    """CSV of rows that are lists of texts. A field that the reader would trim is in quotes."""
    out = io.StringIO()
    quoting = rng.choice([csv.QUOTE_ALL, csv.QUOTE_NONNUMERIC])
    csv.writer(out, delimiter=delimiter, quoting=quoting, lineterminator=rng.choice(["\n", "\r\n"])).writerows(
        [head, *rows]
    )
    return out.getvalue().encode()


def put(name, data):
    with open(name, "wb") as f:
        f.write(data)


def run(*arguments):
    done = subprocess.run([TOOL, *arguments], capture_output=True, timeout=120)
    if done.returncode != 0:
        sys.exit(f"{arguments}: status {done.returncode}, {done.stderr.decode()}")
    return done.stdout.decode()


def read(output, delimiter):
    return list(csv.reader(io.StringIO(output, newline=""), delimiter=delimiter, strict=True))


def option(kept):
    out = io.StringIO()
    csv.writer(out, lineterminator="").writerow(kept)
    return out.getvalue()


def same(what, got, wanted):
    if got != wanted:
        bad = next((i for i, pair in enumerate(zip(got, wanted)) if pair[0] != pair[1]), "length")
        sys.exit(
            f"{what}: row {bad}: {got[bad] if bad != 'length' else len(got)!r}\n"
            f"wanted: {wanted[bad] if bad != 'length' else len(wanted)!r}"
        )


def pairs(rng, delimiter, tsv):
    """Relate and sweep: the fields of the row itself."""
    extra = names(rng, 4)
    head = ["id", *extra, "cx", "cy", "r", "vx", "vy", "ax", "ay", "bx", "by"]
    texts = [[text(rng) for _ in extra] for _ in range(300)]
    rows = [[f"r{i}", *t, "0", "3", "1", "0", "-9", "-4", "0", "4", "0"] for i, t in enumerate(texts)]
    put("pairs", table(rng, head, rows, delimiter))
    kept = rng.sample(range(4), 3)
    for command in ("relate", "sweep"):
        out = read(
            run(command, "pairs", "--keep", option(extra[k] for k in kept), "--delimiter", delimiter, *tsv),
            "\t" if tsv else ",",
        )
        same(command, out[0][-3:], ["row_" + extra[k] for k in kept])
        same(
            command,
            [[row[0], *row[-3:]] for row in out[1:]],
            [[f"r{i}", *(t[k] for k in kept)] for i, t in enumerate(texts)],
        )


def two_files(rng, delimiter, tsv):
    """hits, first and nearest: the fields of both rows, whatever the number of threads."""
    shared, circles_own, walls_own = names(rng, 3)
    count = 700
    circles = [
        [str(i), text(rng), text(rng), str(3 * (i % 20)), str(3 * (i // 20)), "4", "0", "2"] for i in range(count)
    ]
    walls = [
        [text(rng), text(rng), str(3 * (i % 20)), str(3 * (i // 20)), str(3 * (i % 20) + 1), str(3 * (i // 20) + 1)]
        for i in range(count)
    ]
    put("circles", table(rng, ["id", shared, circles_own, "cx", "cy", "r", "vx", "vy"], circles, delimiter))
    put("walls", table(rng, [shared, walls_own, "ax", "ay", "bx", "by"], walls, delimiter))
    kept = [walls_own, shared, circles_own]
    head = ["circle_" + shared, "circle_" + circles_own, "wall_" + walls_own, "wall_" + shared]
    for command in ("hits", "first", "nearest"):
        outputs = {
            run(
                command,
                "circles",
                "walls",
                "--keep",
                option(kept),
                "--threads",
                threads,
                "--delimiter",
                delimiter,
                *tsv,
            )
            for threads in ("1", "2", "5")
        }
        same(command + " on more threads", len(outputs), 1)
        out = read(outputs.pop(), "\t" if tsv else ",")
        if len(out) < count:
            sys.exit(f"{command}: only {len(out)} rows")
        same(command, [name.replace("mover_", "circle_", 1) for name in out[0][-4:]], head)
        for row in out[1:]:
            circle, wall = circles[int(row[0])], walls[int(row[1])] if row[1] else ["", ""]
            same(command, row[-4:], [circle[1], circle[2], wall[1], wall[0]])


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    try:
        for seed in range(6):
            print("seed", seed)
            rng = random.Random(seed)
            delimiter = rng.choice(",;|\t")
            pairs(rng, delimiter, ["--tsv"][: seed % 2])
            two_files(rng, delimiter, ["--tsv"][: seed % 2])
    finally:
        os.chdir("/")
