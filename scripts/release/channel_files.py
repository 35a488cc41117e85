#!/usr/bin/env python3
"""Writes what names a source archive by its checksum: the Meson wrap file and the vcpkg port.

    channel_files.py ARCHIVE OUT_DIR

Writes OUT_DIR/carom.wrap and the folder OUT_DIR/vcpkg-port/carom from packaging/, with the checksums
of the archive instead of 0. Room: scripts.
"""

import hashlib
import pathlib
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]


def replace_once(text, old, new, path):
    """The text with its only line `old` replaced; it is an error if there is none or several."""
    if text.count(old) != 1:
        sys.exit(f"{path}: holds {old.strip()!r} {text.count(old)} times, and must hold it once")
    return text.replace(old, new)


def write_channel_files(archive, out):
    """Returns the paths written: the wrap file and the folder of ports."""
    data = archive.read_bytes()
    wrap = ROOT / "packaging/meson/carom.wrap"
    text = replace_once(
        wrap.read_text(), "source_hash = 0\n", f"source_hash = {hashlib.sha256(data).hexdigest()}\n", wrap
    )
    text = replace_once(
        text, "# has the checksum of its archive; here it is 0. Then", "# has the checksum of its archive. Then", wrap
    )
    out.mkdir(parents=True, exist_ok=True)
    (out / "carom.wrap").write_text(text)

    port = out / "vcpkg-port/carom"
    shutil.rmtree(port, ignore_errors=True)
    shutil.copytree(ROOT / "packaging/vcpkg/carom", port)
    portfile = port / "portfile.cmake"
    text = portfile.read_text()
    text = replace_once(text, "    SHA512 0\n", f"    SHA512 {hashlib.sha512(data).hexdigest()}\n", portfile)
    first, _, text = text.partition("\n")
    if not first.startswith("#"):
        sys.exit(f"{portfile}: the first line must be the comment about the checksum, got {first!r}")
    portfile.write_text(text)
    return [out / "carom.wrap", out / "vcpkg-port"]


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit("usage: channel_files.py ARCHIVE OUT_DIR")
    write_channel_files(pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2]))
