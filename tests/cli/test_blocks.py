#!/usr/bin/env python3
"""Large files, which several threads read in blocks, give the output, the messages and the status
that one thread gives, which reads row by row. The rows and their names are checked against Python.

    test_blocks.py TOOL
"""

import csv
import io
import os
import random
import subprocess
import sys
import tempfile

TOOL = os.path.abspath(sys.argv[1])
ROWS = 14000  # some 600 kB, more than four blocks


def run(arguments, threads, stdin=None):
    done = subprocess.run([TOOL, *arguments, f"--threads={threads}"], stdin=stdin, capture_output=True, timeout=120)
    return done.returncode, done.stdout, done.stderr


def put(name, text):
    with open(name, "wb") as f:
        f.write(text)
    return name


def expect(what, got, wanted):
    if got != wanted:
        sys.exit(f"{what}: {str(got)[:2000]}\nwanted: {str(wanted)[:2000]}")


def same(what, arguments, status):
    """Compares 2 and 5 threads with one, and returns the output and the messages of one."""
    one = run(arguments, 1)
    expect(f"{what}: status {one[2][:300]}", one[0], status)
    for threads in (2, 5):
        expect(f"{what}, {threads} threads", run(arguments, threads), one)
    return one[1], one[2].decode()


def wall_rows(rng, count=ROWS):
    """Walls of length 1 at x = 3 i, so that the disc of row i touches wall i alone."""
    return [f"{3 * i},{rng.random()!r},{3 * i + 1},{-rng.random()!r}" for i in range(count)]


def disc_rows(count=ROWS):
    return [f"{3 * i + 0.5:.12f},0.000000000000,1.200000000000" for i in range(count)]


def lines(header, rows, end="\n"):
    return (header + end + end.join(rows) + end).encode()


def named(header, rows, names):
    return "id," + header, [f"{name},{row}" for name, row in zip(names, rows)]


WALLS, DISCS = "ax,ay,bx,by", "cx,cy,r"


def every_row_arrives(rng):
    """Each row is there once, in order, with its own name and its own columns."""
    names = [rng.choice([f"w{i}", f'"w ""{i}"""', f'"w\n{i}"', f'" {i}, "', f"w{i}"]) for i in range(ROWS)]
    read = [row[0] for row in csv.reader(io.StringIO("\n".join(names)))]
    kept = [rng.choice(["", "k", f"k{i}", '"a ""k"""']) for i in range(ROWS)]
    read_kept = [row[0] if row else "" for row in csv.reader(io.StringIO("\n".join(kept)))]
    header, rows = named(WALLS + ",net", [f"{w},{k}" for w, k in zip(wall_rows(rng), kept)], names)
    put("w.csv", lines(header, rows))
    header, rows = named(DISCS, disc_rows(), [f"d{i}" for i in range(ROWS)])
    put("d.csv", lines(header, rows))
    out, _ = same("names", ["hits", "d.csv", "w.csv", "--keep=net"], 0)
    table = list(csv.reader(io.StringIO(out.decode())))
    expect("circles", [r[0] for r in table[1:]], [f"d{i}" for i in range(ROWS)])
    expect("walls", [r[1] for r in table[1:]], read)
    expect("kept", [r[-1] for r in table[1:]], read_kept)


def shapes_of_files(rng):
    rows = wall_rows(rng)
    put("d.csv", lines(DISCS, disc_rows()))
    plain = lines(WALLS, rows)
    wanted, _ = same("plain", ["hits", "d.csv", put("w.csv", plain)], 0)
    expect("rows", wanted.count(b"\n"), ROWS + 1)
    blank = list(rows)
    for i in range(0, ROWS, 900):
        blank[i] += "\n" * rng.randrange(1, 4) + " \t\n"
    long_line = list(rows)
    long_line[ROWS // 2] = " " * 60000 + long_line[ROWS // 2]
    longer = list(rows)
    longer[ROWS // 3] += " " * 600000
    kinds = {
        "crlf": lines(WALLS, rows, "\r\n"),
        "no last newline": plain[:-1],
        "byte order mark": b"\xef\xbb\xbf" + plain,
        "blank lines": lines(WALLS, blank),
        "semicolons": plain.replace(b",", b";"),
        "a long line": lines(WALLS, long_line),
        "a longer line": lines(WALLS, longer),
        "empty names": lines("id," + WALLS, ["," + row for row in rows]),
        "quoted numbers": lines(WALLS, ['"' + r.replace(",", '","') + '"' for r in rows]),
    }
    for kind, text in kinds.items():
        extra = ["--delimiter=;"] if kind == "semicolons" else []
        if extra:
            put("d2.csv", lines(DISCS, disc_rows()).replace(b",", b";"))
        out, _ = same(kind, ["hits", "d2.csv" if extra else "d.csv", put("w2.csv", text), *extra], 0)
        expect(kind + ": output", out, wanted)
    # Standard input: a pipe, a file, and a file of which some lines were read before.
    put("before.csv", b"# a line\n" + plain)
    for threads in (1, 2, 5):
        for name, skip in (("w.csv", 0), ("before.csv", 9)):
            with open(name, "rb", buffering=0) as f:
                f.seek(skip)
                expect("file on standard input", run(["hits", "d.csv", "-"], threads, f), (0, wanted, b""))
        done = subprocess.run(
            f"cat w.csv | {TOOL} hits d.csv - --threads={threads}", shell=True, capture_output=True, timeout=120
        )
        expect("pipe", (done.returncode, done.stdout), (0, wanted))


def bad_rows(rng):
    """The first bad row of the file is reported; with --skip-bad, every one in order."""
    put("d.csv", lines(DISCS, disc_rows(200)))
    bad = {
        "not a number": "0,x,1,1",
        "too few": "1,2",
        "empty": "1,,2,3",
        "infinite": "inf,0,1,1",
        "nul": "1,\0,2,3",
        "open quote": '"1,2,3,4',
        "stray quote": '1,2"2,3,4',
        "open, then closed": '"1\n2,3\n4",5,6,7',
        "too long": "1," + "2" * (1 << 20) + ",3,4",
    }
    for kind, text in bad.items():
        for places in (
            [rng.randrange(100)],
            [rng.randrange(ROWS)],
            [ROWS - 1],
            sorted(rng.sample(range(ROWS), 3)),
            sorted(rng.sample(range(ROWS), 200)),
        ):
            if kind == "too long" and len(places) > 3:
                continue
            rows = wall_rows(rng)
            for i in places:
                rows[i] = text
            put("w.csv", lines(WALLS, rows))
            _, message = same(kind, ["hits", "d.csv", "w.csv"], 2)
            line = sum(row.count("\n") + 1 for row in rows[: places[0]]) + 2
            if not message.startswith(f"w.csv:{line}:"):
                sys.exit(f"{kind}: not line {line}: {message[:300]}")
            _, message = same(kind, ["hits", "d.csv", "w.csv", "--skip-bad"], 1)
            if message.count("\n") < len(places):
                sys.exit(f"{kind}: {message[:300]}")


def circles(rng):
    """Ids that appear twice, movers, masks and labels."""
    put(
        "w.csv",
        lines(WALLS + ",net,category", [f"{row},n{rng.randrange(50)},{rng.randrange(4)}" for row in wall_rows(rng)]),
    )
    for first, second in ((5, 9), (3, ROWS - 2), (ROWS // 2, ROWS // 2 + 4000)):
        names = [f"d{i}" for i in range(ROWS)]
        names[second] = names[first]
        header, rows = named(DISCS, disc_rows(), names)
        put("d.csv", lines(header, rows))
        _, message = same("twice", ["hits", "d.csv", "w.csv"], 2)
        expect(
            "twice",
            message,
            f'd.csv:{second + 2}: id: "d{first}" is already the name of the row at d.csv:{first + 2}\n'.replace(
                "id: ", "id "
            ),
        )
        same("twice, skipped", ["hits", "d.csv", "w.csv", "--skip-bad"], 1)
    # Rows without an id are called by their number, which can be an id of another row.
    names = [rng.choice(["", f"d{i}"]) for i in range(ROWS)]
    same_number = list(names)
    same_number[200] = ""
    same_number[ROWS - 5] = "200"
    before = list(names)
    before[300] = str(ROWS - 7)
    before[ROWS - 7] = ""
    near = list(names)
    near[ROWS // 2] = ""
    near[ROWS // 2 + 5] = str(ROWS // 2)
    for list_of_names, status in ((names, 0), (same_number, 2), (before, 2), (near, 2)):
        header, rows = named(DISCS, disc_rows(), list_of_names)
        put("d.csv", lines(header, rows))
        same("numbers as names", ["hits", "d.csv", "w.csv", "--count"], status)
    rows = [f"{row},n{rng.randrange(50)},{rng.choice(['', '0x3', '1'])}" for row in disc_rows()]
    put("d.csv", lines(DISCS + ",net,category", rows))
    out, _ = same("labels", ["hits", "d.csv", "w.csv", "--except-same=net", "--keep=net,category"], 0)
    for row in csv.DictReader(io.StringIO(out.decode())):
        if row["circle_net"] == row["wall_net"]:
            sys.exit(f"--except-same: {row}")
    put("m.csv", lines(DISCS + ",vx,vy", [f"{row},0,{rng.random()!r}" for row in disc_rows()]))
    moving = [f"{row},{i // 9000},{i // 9000}" for i, row in enumerate(wall_rows(rng, 12000))]
    put("w.csv", lines(WALLS + ",avy,bvy", moving))
    same("movers", ["first", "m.csv", "w.csv"], 0)


def materials_and_casts(rng):
    """Each ball falls on a floor of its own, whose row says what becomes of its speed; each cast meets its floor."""
    given = [(rng.choice(["", "0.25", "0.5", "1"]), rng.choice(["", "", "yes", "no"])) for _ in range(ROWS)]
    floors = [f"{3 * i},0,{3 * i + 1},0,{e},{passes}" for i, (e, passes) in enumerate(given)]
    put("w.csv", lines(WALLS + ",restitution,sensor", floors))
    put("m.csv", lines(DISCS + ",vx,vy", [f"{3 * i + 0.5},3.000000000000,1.0000000000,0,-8" for i in range(ROWS)]))
    out, _ = same("materials", ["run", "m.csv", "w.csv", "--time=1", "--step=1", "--restitution=0.75"], 0)
    wanted = [-8.0 if passes == "yes" else 8 * float(e or "0.75") for e, passes in given]
    expect("materials", [float(row["vy"]) for row in csv.DictReader(io.StringIO(out.decode()))], wanted)
    put("c.csv", lines(DISCS + ",dx,dy,length", [f"{3 * i + 0.5},3.0000000000,1.0,0,-{i + 1},8" for i in range(ROWS)]))
    out, _ = same("casts", ["cast", "c.csv", "w.csv"], 0)
    found = [(row["wall"], row["distance"]) for row in csv.DictReader(io.StringIO(out.decode()))]
    expect("casts", found, [(str(i), "2") for i in range(ROWS)])


def main():
    rng = random.Random(20241123)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        every_row_arrives(rng)
        shapes_of_files(rng)
        bad_rows(rng)
        circles(rng)
        materials_and_casts(rng)
        os.chdir("/")


main()
