#!/usr/bin/env python3
"""Tests the completion of shells: test_completion.py TOOL SOURCE_DIR CMAKE BUILD_DIR

The words of `carom --complete` are compared with the help of each command and with the man page, which are
printed by other code or written by hand. Then the installed scripts for bash, zsh and fish complete some lines, in
the shells that this machine has. Room: tests.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

# A line as the shell passes it (bash has split --option=value), and its possible completions.
LINES = [
    (["hi"], ["hits"]),
    (["draw", "run", "--ev"], ["--events"]),
    (["run", "--response=sl"], ["--response=slide"]),
    (["run", "--response", "s"], ["slide", "stop"]),
    (["sweep", "--method", ""], ["moving-circle"]),
    (["draw", "--errors=naive-f"], ["--errors=naive-float"]),
    (["hits", "ci"], ["circles.csv"]),
    (["hits", "tw"], ["two words.csv"]),
    (["hits", "--picture=ci"], ["--picture=circles.csv"]),
    (["hits", "--threads", ""], []),
    (["hits", "--", "ci"], ["circles.csv"]),
    (["nothing", ""], []),
]
FILES = ["circles.csv", "two words.csv"]

BASH = """
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_carom
printf '%s\\n' "${COMPREPLY[@]}"
"""

# Replaces the functions of zsh's completion that the script calls. Prints their arguments.
ZSH = """
compset() { prefix=${word%%=*}=; }
_describe() { print -rl -- "${(@)candidates%%:*}"; }
_files() { print -rl -- $prefix${^$(print -rl -- *)}; }
script=$1
shift
words=("${(@q)@}")
CURRENT=$#
prefix=
IFS=$'\\n'
source $script
"""


def output_of(command, **options):
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False, **options)
    if done.returncode != 0 or done.stderr:
        sys.exit(f"{command}: status {done.returncode}\n{done.stderr}")
    return done.stdout


def options_in(text):
    return set(re.findall(r"--[a-z][a-z-]*", text))


def offered(tool, *words):
    return [line.split("\t")[0] for line in output_of([tool, "--complete", *words]).splitlines()]


def check_in_step(tool, source):
    """The commands and options offered are those of the help and of the man page."""
    overview = output_of([tool, "help"])
    commands = re.findall(r"^  ([a-z]+) [A-Z\[].*\n +example: ", overview, re.M)
    same("commands", offered(tool, ""), [*commands, "--help", "--version"])
    man = (source / "docs/man/carom.1.in").read_text(encoding="utf-8").replace("\\-", "-")
    for command in commands:
        usage = output_of([tool, command, "--help"]).partition("Usage: ")[2].partition("\n\n")[0]
        listed = set(re.findall(r"^ +(?:-\w, )?(--[a-z-]+)", usage, re.M))
        words = offered(tool, command, "--") if command not in ("draw", "help") else []
        if command not in ("draw", "help"):
            same(f"options of {command}", sorted(words), sorted(listed))
            same(f"draw {command}", offered(tool, "draw", command, "--"), words)
        same(f"options of {command} in the man page", sorted(listed - options_in(man)), [])
    same(
        "options of draw --errors",
        sorted(offered(tool, "draw", "--errors", "area", "--")),
        ["--delimiter", "--errors", "--help", "--picture", "--skip-bad", "--tsv", "--width", "--window"],
    )


def same(what, got, wanted):
    if got != wanted:
        sys.exit(f"{what}: got {got}, expected {wanted}")


def in_bash(tool, script, words):
    # As readline splits them; its words are those of COMP_WORDBREAKS.
    split = [
        part
        for word in words
        for part in (re.findall(r"--[a-z-]+|=|[^=]+$", word) if re.match("--.*=", word) else [word])
    ]
    got = output_of(["bash", "-c", BASH, "bash", script, tool, *split]).splitlines()
    # Bash keeps what is before the `=`.
    kept = words[-1].split("=")[0] + "=" if re.match("--.*=", words[-1]) else ""
    return [kept + line for line in got if line]


def in_zsh(tool, script, words):
    got = output_of(["zsh", "-f", "-c", ZSH, "zsh", script, tool, *words]).splitlines()
    # _files would offer only what begins with the word.
    return [line for line in got if line.startswith(words[-1])]


def in_fish(tool, script, words):
    with tempfile.TemporaryDirectory() as home:
        out = output_of(
            ["fish", "--no-config", "-c", "source $argv[1]; complete -C $argv[2]", script, " ".join([tool, *words])],
            env={**os.environ, "HOME": home},
        )
    return [line.split("\t")[0] for line in out.splitlines() if line]


def main():
    tool, source = os.path.abspath(sys.argv[1]), pathlib.Path(sys.argv[2]).resolve()
    check_in_step(tool, source)
    cmake, build = sys.argv[3], pathlib.Path(sys.argv[4]).resolve()
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as installed:
        output_of([cmake, f"-DCMAKE_INSTALL_PREFIX={installed}", "-P", str(build / "cmake_install.cmake")])
        share = pathlib.Path(installed) / "share"
        os.chdir(folder)
        for name in FILES:
            pathlib.Path(name).touch()
        for shell, script, complete in (
            ("bash", "bash-completion/completions/carom", in_bash),
            ("zsh", "zsh/site-functions/_carom", in_zsh),
            ("fish", "fish/vendor_completions.d/carom.fish", in_fish),
        ):
            if not shutil.which(shell):
                print(f"{shell} is not installed: not tested")
                continue
            for words, wanted in LINES:
                same(
                    f"{shell}: carom {' '.join(words)}",
                    sorted(complete(tool, str(share / script), words)),
                    sorted(wanted),
                )
            print(f"{shell}: {len(LINES)} lines completed")
        os.chdir("/")


main()
