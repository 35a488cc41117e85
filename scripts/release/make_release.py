#!/usr/bin/env python3
"""Makes the files of a release in build/release-files. It publishes nothing.

    make_release.py [--draft] [--out DIR] [--only PART,...]

The source archive comes first; everything else is made from it. Then come the release notes, the SBOM
and SHA256SUMS. With --draft, what stands against a release is only reported; so is a part that cannot
be made on this machine. --only makes only these parts besides, and implies --draft. Run it by
scripts/release.sh, which brings the Python packages. Room: scripts.
"""

import argparse
import hashlib
import pathlib
import shutil
import subprocess
import sys
import tempfile

from checks import problems
from notes import release_notes
from parts import PARTS, LeftOut
from sbom import write_sbom
from source_archive import ROOT, git, version_of, write_source_archive


def arguments():
    parser = argparse.ArgumentParser(prog="release.sh", description=__doc__.split("\n")[0])
    parser.add_argument("--draft", action="store_true", help="report what stands against a release, and go on")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "build/release-files", metavar="DIR")
    parser.add_argument("--only", metavar="PART,...", help=f"some of: {', '.join(PARTS)}")
    options = parser.parse_args()
    options.parts = options.only.split(",") if options.only else list(PARTS)
    for name in options.parts:
        if name not in PARTS:
            parser.error(f"--only: there is no part {name!r}; there are: {', '.join(PARTS)}")
    options.draft = options.draft or options.only is not None
    options.out = options.out.resolve()
    return options


def make_parts(names, source, out, version, epoch):
    """Makes these parts from the source archive. Returns what was left out, a line each."""
    left_out = []
    with tempfile.TemporaryDirectory() as folder:
        tree = pathlib.Path(folder) / f"carom-{version}"
        for name in names:
            # Each part starts from the tree as it is in the archive.
            shutil.rmtree(tree, ignore_errors=True)
            subprocess.run(["tar", "-xzf", source, "-C", folder], check=True)
            try:
                for path in PARTS[name](tree, out, version, epoch):
                    print(f"release: {path.relative_to(out)}", flush=True)
            except LeftOut as reason:
                left_out.append(f"the part {name} is left out: {reason}")
    return left_out


def report(lines, draft):
    """What stands against a release; an error unless this is a draft."""
    for line in lines:
        print(f"release: {line}", file=sys.stderr)
    if lines and not draft:
        sys.exit("release: not made; --draft makes the files all the same")


def main():
    options = arguments()
    version = version_of((ROOT / "include/carom/version.h").read_text(encoding="utf-8"))
    report(problems(version), options.draft)
    try:
        notes = release_notes(git("show", "HEAD:CHANGELOG.md") + "\n", version, options.draft)
    except ValueError as error:
        sys.exit(f"release: CHANGELOG.md: {error}")

    shutil.rmtree(options.out, ignore_errors=True)
    options.out.mkdir(parents=True)
    epoch = git("show", "-s", "--format=%ct", "HEAD")
    source = write_source_archive(options.out)
    print(f"release: {source.name}", flush=True)
    report(make_parts(options.parts, source, options.out, version, epoch), options.draft)

    names = sorted(str(path.relative_to(options.out)) for path in options.out.rglob("*") if path.is_file())
    names.append(write_sbom(options.out, version, epoch, names))
    (options.out / "SHA256SUMS").write_text(
        "".join(f"{hashlib.sha256((options.out / name).read_bytes()).hexdigest()}  {name}\n" for name in sorted(names))
    )
    # No file of the release; the text that its page shows.
    (options.out / "notes.md").write_text(notes, encoding="utf-8")
    print(f"release: {len(names)} files, SHA256SUMS and notes.md are in {options.out}")


if __name__ == "__main__":
    main()
