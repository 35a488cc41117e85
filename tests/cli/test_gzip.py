#!/usr/bin/env python3
"""Gzip files, compressed by Python, give the same output as their text; broken ones give a message.

test_gzip.py TOOL
"""

import gzip
import os
import random
import re
import subprocess
import sys
import tempfile
import time

TOOL = os.path.abspath(sys.argv[1])
HEADER = b"id,cx,cy,r,ax,ay,bx,by\n"


def run(*arguments, stdin=b""):
    done = subprocess.run([TOOL, *arguments], input=stdin, capture_output=True, timeout=120)
    return done.returncode, done.stdout, done.stderr.decode()


def put(name, data):
    with open(name, "wb") as f:
        f.write(data)


def pairs(count, seed):
    rng = random.Random(seed)
    rows = [b'"row\n%d",' % i + b",".join(b"%r" % rng.uniform(0, 9) for _ in range(7)) for i in range(count)]
    return HEADER + b"\n".join(rows)  # without a last newline


def expect(what, got, wanted):
    if got != wanted:
        sys.exit(f"{what}: {str(got)[:2000]}\nwanted: {str(wanted)[:2000]}")


def same_as_text():
    text = pairs(20000, 1)
    put("pairs.csv", text)
    wanted = run("relate", "pairs.csv")
    expect("status", wanted[0], 0)
    cut = len(text) // 3
    kinds = {
        "one member": gzip.compress(text),
        "stored": gzip.compress(text, 0),
        "members": gzip.compress(text[:cut]) + gzip.compress(b"") + gzip.compress(text[cut:]),
        "many members": b"".join(gzip.compress(text[i : i + 1000], 1) for i in range(0, len(text), 1000)),
        "zeros behind": gzip.compress(text) + bytes(300000),
    }
    for kind, data in kinds.items():
        put("pairs.csv.gz", data)
        expect(kind, run("relate", "pairs.csv.gz"), wanted)
        expect(kind + " from a pipe", run("relate", "-", stdin=data), wanted)


def two_files():
    put("c.csv.gz", gzip.compress(b"cx,cy,r\n0,1,1\n"))
    put("w", gzip.compress(b"ax\tay\tbx\tby\n-4\t0\t4\t0\n"))  # whatever the name
    wanted = b"circle,wall,relation,px,py,nx,ny,depth\n0,0,touching,0,0,0,1,0\n"
    expect("hits", run("hits", "c.csv.gz", "w"), (0, wanted, ""))


def bytes_one_by_one():
    data = gzip.compress(HEADER + b"a,0,3,1,-4,0,4,0\n")
    with subprocess.Popen([TOOL, "relate", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as tool:
        for byte in data:
            tool.stdin.write(bytes([byte]))
            tool.stdin.flush()
            time.sleep(0.001)
        tool.stdin.close()
        got = tool.stdout.read()
    expect("bytes one by one", got.split(b"\n")[1], b"a,separate,side,0.5,0,0,0,1,-2")


def answers_before_the_end():
    """Complete rows are answered before the next bytes arrive."""
    packed = gzip.compress(HEADER + b"a,0,3,1,-4,0,4,0\n") + gzip.compress(b"b,0,3,1,-4,0,4,0\n")
    first = gzip.compress(HEADER + b"a,0,3,1,-4,0,4,0\n")
    with subprocess.Popen([TOOL, "relate", "-"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as tool:
        tool.stdin.write(first)
        tool.stdin.flush()
        tool.stdout.readline()
        expect("first member", tool.stdout.readline()[:2], b"a,")
        tool.stdin.write(packed[len(first) :])
        tool.stdin.close()
        expect("second member", tool.stdout.read()[:2], b"b,")


def broken_files():
    """Truncated, or with a byte changed: a message of one line, and status 2."""
    text = pairs(5, 2)
    data = gzip.compress(text)
    wanted = run("relate", "-", stdin=text)[1]
    flags = range(3, 10)  # flags, time, level and system: not what is packed

    def check(name, broken, says):
        put("broken.gz", broken)
        status, out, error = run("relate", "broken.gz")
        expect(name + ": status", status, 2)
        if not re.fullmatch(r"broken\.gz:\d+: " + says + "\n", error):
            sys.exit(f"{name}: {error}")
        if not wanted.startswith(out):
            sys.exit(f"{name}: wrong rows {out[:300]}")

    for end in [*range(3, len(data), 5), len(data) - 1]:
        check(f"cut at {end}", data[:end], "broken gzip file: it ends too early")
    for place in range(2, len(data), 4):
        if place not in flags:
            changed = data[:place] + bytes([data[place] ^ 0x10]) + data[place + 1 :]
            put("broken.gz", changed)
            status, out, error = run("relate", "broken.gz", "--skip-bad")
            # The header line may be broken, and the last bits before the checksum mean nothing.
            told = status == 2 and re.search(r"^broken\.gz:\d+: .+\n\Z", error, re.M)
            if not told and (status, out, error) != (0, wanted, ""):
                sys.exit(f"byte {place} changed: status {status}, {error}")
    check("text behind", data + b"text", "broken gzip file: incorrect header check")
    check("a method of 2000", data[:2] + b"\x07" + data[3:], "broken gzip file: unknown compression method")
    flipped = bytearray(data)
    flipped[-6] ^= 1
    check("checksum", bytes(flipped), "broken gzip file: incorrect data check")
    flipped = bytearray(data)
    flipped[-1] ^= 1
    check("length", bytes(flipped), "broken gzip file: incorrect length check")


def long_lines():
    """A few bytes expand to a line far beyond the limit, which is enforced."""
    line = b"x" * (1 << 24)
    packer = gzip.GzipFile("long.gz", "wb", compresslevel=1)
    packer.write(HEADER)
    for _ in range(4):
        packer.write(line)
    packer.write(b"\na,0,3,1,-4,0,4,0\n")
    packer.close()
    status, out, error = run("relate", "long.gz", "--skip-bad")
    expect("long line", (status, error), (1, "long.gz:2: line longer than 1048576 bytes\n"))
    expect("row behind it", out.split(b"\n")[1][:2], b"a,")


with tempfile.TemporaryDirectory() as folder:
    os.chdir(folder)
    try:
        same_as_text()
        two_files()
        bytes_one_by_one()
        answers_before_the_end()
        broken_files()
        long_lines()
    finally:
        os.chdir("/")
