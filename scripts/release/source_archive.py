#!/usr/bin/env python3
"""The source archive of a commit, the same bytes wherever and whenever it is made.

    source_archive.py OUT_DIR [COMMIT]

`git archive` gives every file the time of the commit. The settings of the user that change its
output are overridden, and the gzip header has no name and no time. Room: scripts.
"""

import gzip
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def git(*arguments, text=True):
    """What a git command prints."""
    answer = subprocess.run(["git", "-C", ROOT, *arguments], check=True, capture_output=True)
    return answer.stdout.decode().strip() if text else answer.stdout


def version_of(header):
    """The version that the text of version.h states."""
    return re.search(r'CAROM_VERSION_STRING "(.*)"', header).group(1)


def write_source_archive(out, commit="HEAD"):
    """Writes OUT/carom-VERSION.tar.gz and returns its path."""
    version = version_of(git("show", f"{commit}:include/carom/version.h"))
    settings = ["-c", "tar.umask=0022", "-c", "core.autocrlf=false"]
    tar = git(*settings, "archive", "--format=tar", f"--prefix=carom-{version}/", commit, text=False)
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"carom-{version}.tar.gz"
    with open(path, "wb") as file, gzip.GzipFile("", "wb", 9, file, mtime=0) as packed:
        packed.write(tar)
    return path


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: source_archive.py OUT_DIR [COMMIT]")
    print(write_source_archive(pathlib.Path(sys.argv[1]), *sys.argv[2:]))
