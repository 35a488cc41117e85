#!/usr/bin/env python3
r"""Runs one black-box case of the carom tool: run_case.py TOOL CASE

A case is a text file. Lines before the first section are directives, `#` starts a comment:

    args: ARGUMENTS           as a shell would split them; \n is a newline
    status: N                 expected exit status, default 0
    compare: exact | regex    how stdout is compared, default exact; `regex` must match all of it
    errors: exact | regex     the same for stderr
    stdout-to: PATH           stdout is redirected to this file
    close-stdout              stdout is a pipe whose reader is gone
    terminal                  stderr is a terminal, and stdin comes in two halves half a second
                              apart; where the system has no terminals to give, exits with 77
    slow-reader               with `terminal`: half a second goes by from the first byte of stdout
                              to the reading of it, so that more than a pipe holds takes as long
    interrupt: PATTERN        as soon as there is a file of such a name, the tool gets SIGINT; 20 times
    make: NAME KIND N         a file: `long-line` a pairs header and a line of N bytes; `junk` N
                              random bytes; `pairs` N good rows; `folder`; `link` to the path N
    memory: KB                the most memory the tool may take
    file: NAME PREFIX         afterwards NAME exists and starts with PREFIX (backslash escapes)
    no-file: NAME             afterwards there is no NAME

Sections, each up to the next line that starts with `== `:

    == file NAME              a file to make
    == bytes NAME             the same with backslash escapes, its line breaks removed
    == stdin                  standard input; `== stdin bytes` with escapes
    == stdout                 expected
    == stderr                 expected

The tool runs in an empty folder of its own; files it leaves beside those named fail the case.
"""

import glob
import os
import pty
import random
import re
import resource
import select
import shlex
import signal
import subprocess
import sys
import tempfile
import time


def escaped(text):
    return text.replace("\n", "").encode("latin-1").decode("unicode_escape").encode("latin-1")


class Case:
    def __init__(self, path):
        self.single = {"status": "0", "compare": "exact", "errors": "exact"}
        self.single["args"] = ""
        self.lists = {"make": [], "file": [], "no-file": []}
        self.files = {}
        self.sections = {"stdin": b"", "stdout": b"", "stderr": b""}
        head, *parts = re.split(r"^== ", open(path, encoding="utf-8").read(), flags=re.M)
        for line in head.splitlines():
            if line.strip() and not line.startswith("#"):
                key, _, value = line.partition(":")
                if key in self.lists:
                    self.lists[key].append(shlex.split(value))
                elif key in {
                    *self.single,
                    "stdout-to",
                    "close-stdout",
                    "terminal",
                    "memory",
                    "interrupt",
                    "slow-reader",
                }:
                    self.single[key] = value.strip()
                else:
                    sys.exit(f"{path}: unknown directive {key!r}")
        for part in parts:
            title, _, body = part.partition("\n")
            words = title.split()
            data = escaped(body) if "bytes" in words else body.encode()
            if words[0] in ("file", "bytes"):
                self.files[words[1]] = data
            elif words[0] in self.sections:
                self.sections[words[0]] = data
            else:
                sys.exit(f"{path}: unknown section {title!r}")


def make(name, kind, amount):
    """Writes a file in pieces, because the memory of this process counts as the tool's, see `memory`."""
    if kind == "folder":
        os.mkdir(name)
        return
    if kind == "link":
        os.symlink(amount, name)
        return
    count = int(amount)
    rng = random.Random(7)
    with open(name, "wb") as f:
        if kind == "junk":
            f.write(rng.randbytes(count))
            return
        f.write(b"cx,cy,r,ax,ay,bx,by\n")
        if kind == "long-line":
            for _ in range(count // 1000):
                f.write(b"x" * 1000)
        elif kind == "pairs":
            for _ in range(count):
                row = ",".join(repr(rng.uniform(0, 9)) for _ in range(7))
                f.write(row.encode() + b"\n")
        else:
            sys.exit(f"make: unknown kind {kind!r}")


def run(tool, case):
    """Returns status, stdout, stderr."""
    stdin = case.sections["stdin"]
    out = subprocess.PIPE
    closing = []
    if "stdout-to" in case.single:
        out = open(case.single["stdout-to"], "wb")
        closing.append(out)
    elif "close-stdout" in case.single:
        reader, out = os.pipe()
        os.close(reader)
    arguments = shlex.split(case.single["args"])
    command = [tool, *(argument.replace("\\n", "\n") for argument in arguments)]
    if "interrupt" in case.single:
        for _ in range(20):
            # A shell's background jobs ignore SIGINT, and so would the tool.
            with subprocess.Popen(
                command,
                stdin=subprocess.DEVNULL,
                stdout=out,
                stderr=subprocess.PIPE,
                preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
            ) as child:
                # Without a pause: the first moment of the file is the one that can go wrong.
                while child.poll() is None and not glob.glob(case.single["interrupt"]):
                    pass
                child.send_signal(signal.SIGINT)
                stdout, stderr = child.communicate(timeout=120)
                if child.returncode != int(case.single["status"]):
                    break
        return child.returncode, stdout or b"", stderr
    if "terminal" not in case.single:
        done = subprocess.run(command, input=stdin, stdout=out, stderr=subprocess.PIPE, timeout=120)
        return done.returncode, done.stdout or b"", done.stderr
    try:
        master, slave = pty.openpty()
    except OSError as problem:
        print("no terminal:", problem)
        os.chdir("/")
        sys.exit(77)
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=out, stderr=slave) as child:
        os.close(slave)
        half = len(stdin) // 2
        for piece in (stdin[:half], stdin[half:]):
            child.stdin.write(piece)
            child.stdin.flush()
            time.sleep(0.5)
        child.stdin.close()
        if "slow-reader" in case.single:
            select.select([child.stdout], [], [], 120)
            time.sleep(0.5)
        stdout = child.stdout.read()
        status = child.wait(timeout=120)
    stderr = b""
    try:
        while chunk := os.read(master, 4096):
            stderr += chunk
    except OSError:
        pass  # the terminal's other end is closed
    return status, stdout, stderr


def same(got, wanted, how):
    if how == "regex":
        return re.fullmatch(wanted.rstrip(b"\n"), got.rstrip(b"\n"), re.S) is not None
    return got == wanted


def show(title, data):
    text = data.decode("utf-8", "backslashreplace")
    return f"--- {title}\n" + (text if len(text) < 4000 else text[:4000] + "...\n")


def main():
    tool, path = os.path.abspath(sys.argv[1]), sys.argv[2]
    case = Case(path)
    problems = []
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for name, data in case.files.items():
            with open(name, "wb") as f:
                f.write(data)
        for words in case.lists["make"]:
            make(words[0], words[1], words[2] if len(words) > 2 else "0")
        before = set(os.listdir("."))
        status, stdout, stderr = run(tool, case)
        if status != int(case.single["status"]):
            problems.append(f"exit status {status}, expected {case.single['status']}\n")
        for title, got, how in (("stdout", stdout, "compare"), ("stderr", stderr, "errors")):
            wanted = case.sections[title]
            if not same(got, wanted, case.single[how]):
                problems.append(show(f"{title} expected", wanted) + show(f"{title} got", got))
        expected = {words[0] for words in case.lists["file"]}
        for name, *prefix in case.lists["file"]:
            data = open(name, "rb").read() if os.path.exists(name) else None
            if data is None or not data.startswith(escaped(prefix[0]) if prefix else b""):
                problems.append(f"{name}: {'missing' if data is None else data[:40]}\n")
        for (name,) in case.lists["no-file"]:
            if os.path.lexists(name):
                problems.append(f"{name} must not be there\n")
        for name in set(os.listdir(".")) - before - expected:
            problems.append(f"left behind: {name}\n")
        peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        if peak > int(case.single.get("memory", peak)):
            problems.append(f"took {peak} KB\n")
        os.chdir("/")
    if problems:
        sys.exit(f"{os.path.basename(path)}: carom {case.single['args']}\n" + "".join(problems))


main()
