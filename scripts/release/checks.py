"""What must hold before a release: one version everywhere, a published repository, a clean tree and a tag.

Room: scripts.
"""

import json
import re
import subprocess

from source_archive import ROOT, git, version_of

# The address of the repository is not known yet; this stands where it must be written.
PLACE_HOLDER = "github.com/OWNER/"


def repository():
    """The address of the repository, without a slash at its end."""
    return json.loads((ROOT / "bindings/wasm/package.json").read_text())["homepage"].removesuffix("#readme")


def stated_versions():
    """The version that each file states, by path. version.h is the one that counts."""

    def text(path):
        return (ROOT / path).read_text(encoding="utf-8")

    def found(path, pattern):
        match = re.search(pattern, text(path), re.MULTILINE)
        return match.group(1) if match else None

    versions = {
        "include/carom/version.h": version_of(text("include/carom/version.h")),
        "meson.build": found("meson.build", r"version: '(.*?)'"),
        "packaging/meson/carom.wrap": found("packaging/meson/carom.wrap", r"^directory = carom-(.*)$"),
        # Debian's has its own revision behind the version.
        "packaging/debian/changelog": found("packaging/debian/changelog", r"\A\w+ \(([\d.]+)"),
        "packaging/vcpkg/carom/vcpkg.json": json.loads(text("packaging/vcpkg/carom/vcpkg.json"))["version-semver"],
        "bindings/wasm/package.json": json.loads(text("bindings/wasm/package.json"))["version"],
        "package-lock.json": json.loads(text("package-lock.json"))["packages"]["bindings/wasm"]["version"],
    }
    wrap = set(re.findall(r"carom-(\d[\d.]*\d)", text("packaging/meson/carom.wrap")))
    wrap |= set(re.findall(r"/v(\d[\d.]*\d)/", text("packaging/meson/carom.wrap")))
    if len(wrap) != 1:
        versions["packaging/meson/carom.wrap"] = " and ".join(sorted(wrap))
    return versions


def problems(version):
    """What stands against a release of this version, one line each; empty if nothing does."""
    lines = []
    for path, stated in stated_versions().items():
        if stated != version:
            lines.append(f"{path}: the version is {stated}, expected {version} as in version.h")
    # The scripts that look for it, and the text that explains it, may name it.
    named = [":!scripts/release/checks.py", ":!tests/test_release.py", ":!docs/releasing.md"]
    grep = ["git", "-C", ROOT, "grep", "-lF", PLACE_HOLDER, "--", ".", *named]
    holders = subprocess.run(grep, capture_output=True, text=True).stdout.split()
    if holders:
        lines.append(f"{PLACE_HOLDER} stands for the address of the repository in: {', '.join(holders)}")
    if git("status", "--porcelain"):
        lines.append("the work tree has changes that are not committed")
    if f"v{version}" not in git("tag", "--points-at", "HEAD").split():
        lines.append(f"HEAD does not have the tag v{version}")
    return lines
