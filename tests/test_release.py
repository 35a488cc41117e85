#!/usr/bin/env python3
"""Tests of the release scripts: the source archive is the same bytes wherever it is made, the release
notes are those of the version, every file states one version, and the files of channels name the
archive. The SBOM is tested if scripts/release.sh has brought spdx-tools. Room: tests.

    test_release.py SOURCE_DIR
"""

import hashlib
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SOURCE = pathlib.Path(sys.argv.pop(1)).resolve()
SCRIPTS = SOURCE / "scripts/release"
sys.path.insert(0, str(SCRIPTS))
sys.dont_write_bytecode = True

import checks  # noqa: E402
from notes import release_notes  # noqa: E402

VENV_PYTHON = SOURCE / "build/release-venv/bin/python"
# scripts/release.sh writes it last, when the packages are there.
VENV_READY = SOURCE / "build/release-venv/requirements.txt"
CHANGELOG = """# Changelog

## [0.3.0] - unreleased

### Added

- A thing.

## [0.2.0] - 2026-02-01

- Another thing,
  in two lines.

## [0.1.0] - 2026-01-01

"""


def run(*command, **options):
    return subprocess.run(command, check=True, capture_output=True, text=True, **options).stdout


class Clones(unittest.TestCase):
    """Tests that work on clones of the last commit, in a folder that is removed."""

    def setUp(self):
        if not (SOURCE / ".git").exists():
            self.skipTest("the source folder is no git work tree")
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def clone(self, path):
        run("git", "clone", "-q", "--depth", "1", f"file://{SOURCE}", path)
        # The scripts under test, not those of the last commit.
        (path / "scripts/release").mkdir(exist_ok=True)
        for script in SCRIPTS.glob("*.py"):
            (path / "scripts/release" / script.name).write_text(script.read_text())
        return path


class SourceArchive(Clones):
    def archive(self, name, umask, zone, settings):
        """The archive made from a clone of its own, with other settings of user and machine."""
        clone = self.clone(self.folder / name / "a longer name of a folder"[: 4 + len(name)])
        for setting, value in settings.items():
            run("git", "-C", clone, "config", setting, value)
        environment = {**os.environ, "TZ": zone, "PYTHONDONTWRITEBYTECODE": "1"}
        script = clone / "scripts/release/source_archive.py"
        out = self.folder / name / "out"
        printed = run(sys.executable, script, out, env=environment, preexec_fn=lambda: os.umask(umask))
        return pathlib.Path(printed.strip())

    def test_two_folders_give_the_same_bytes(self):
        first = self.archive("first", 0o022, "UTC", {})
        second = self.archive("second one", 0o077, "Asia/Tokyo", {"tar.umask": "user", "core.autocrlf": "true"})
        self.assertEqual(first.name, second.name)
        self.assertEqual(
            hashlib.sha256(first.read_bytes()).hexdigest(), hashlib.sha256(second.read_bytes()).hexdigest()
        )
        # By hand: gzip's flags and time are bytes 3 to 7, and name nothing.
        self.assertEqual(first.read_bytes()[3:8], bytes(5))

    def test_it_holds_all_files_of_the_commit_in_one_folder(self):
        archive = self.archive("first", 0o022, "UTC", {})
        names = run("tar", "-tzf", archive).splitlines()
        top = archive.name.removesuffix(".tar.gz")
        files = {name.removeprefix(top + "/") for name in names if not name.endswith("/")}
        self.assertEqual(files, set(run("git", "-C", SOURCE, "ls-tree", "-r", "--name-only", "HEAD").split("\n")[:-1]))


class Problems(Clones):
    def problems(self, clone, version):
        code = "import checks, sys; print(*checks.problems(sys.argv[1]), sep='\\n')"
        return run(sys.executable, "-B", "-c", code, version, cwd=clone / "scripts/release").splitlines()

    def test_nothing_stands_against_a_release_that_is_ready(self):
        clone = self.clone(self.folder / "clone")
        git = ["git", "-C", clone, "-c", "user.name=A", "-c", "user.email=a@example.org"]
        version = checks.stated_versions()["include/carom/version.h"]
        before = self.problems(clone, version)
        self.assertIn(f"HEAD does not have the tag v{version}", before)
        self.assertTrue(any(line.startswith("github.com/OWNER/ stands for") for line in before), before)

        for path in run(*git, "grep", "-lF", "github.com/OWNER/").splitlines():
            text = (clone / path).read_text()
            if "scripts/release" not in path and "test_release" not in path:
                (clone / path).write_text(text.replace("github.com/OWNER/", "github.com/someone/"))
        self.assertIn("the work tree has changes that are not committed", self.problems(clone, version))
        run(*git, "add", "-A")
        run(*git, "commit", "-qm", "Address")
        run(*git, "tag", f"v{version}")
        self.assertEqual(self.problems(clone, version), [""])

    def test_another_version_is_named_with_its_file(self):
        clone = self.clone(self.folder / "clone")
        path = clone / "packaging/meson/carom.wrap"
        path.write_text(path.read_text().replace("source_filename = carom-", "source_filename = carom-9"))
        lines = self.problems(clone, checks.stated_versions()["include/carom/version.h"])
        self.assertRegex(lines[0], r"^packaging/meson/carom\.wrap: the version is .* and 9.*, expected ")


class Notes(unittest.TestCase):
    def test_the_section_of_the_version(self):
        self.assertEqual(release_notes(CHANGELOG, "0.2.0"), "- Another thing,\n  in two lines.\n")

    def test_unreleased_only_as_a_draft(self):
        with self.assertRaisesRegex(ValueError, "0.3.0 has the date 'unreleased'; expected YYYY-MM-DD"):
            release_notes(CHANGELOG, "0.3.0")
        self.assertEqual(release_notes(CHANGELOG, "0.3.0", draft=True), "### Added\n\n- A thing.\n")

    def test_missing_and_empty_sections(self):
        for draft in (False, True):
            with self.assertRaisesRegex(ValueError, r"no section '## \[0.4.0\].*found: 0.3.0, 0.2.0, 0.1.0"):
                release_notes(CHANGELOG, "0.4.0", draft)
            with self.assertRaisesRegex(ValueError, "0.1.0 is empty"):
                release_notes(CHANGELOG, "0.1.0", draft)

    def test_the_changelog_of_carom_has_its_version(self):
        version = checks.stated_versions()["include/carom/version.h"]
        self.assertIn("### Added", release_notes((SOURCE / "CHANGELOG.md").read_text(), version, draft=True))


class Channels(unittest.TestCase):
    def test_every_file_states_the_version_of_version_h(self):
        versions = checks.stated_versions()
        self.assertEqual(set(versions.values()), {versions["include/carom/version.h"]}, versions)

    def test_wrap_and_port_name_the_archive(self):
        with tempfile.TemporaryDirectory() as folder:
            archive = pathlib.Path(folder) / "carom.tar.gz"
            archive.write_bytes(b"an archive")
            run(sys.executable, SCRIPTS / "channel_files.py", archive, folder)
            wrap = (pathlib.Path(folder) / "carom.wrap").read_text()
            port = (pathlib.Path(folder) / "vcpkg-port/carom/portfile.cmake").read_text()
        # By `printf 'an archive' | sha256sum`, and sha512sum.
        self.assertIn("source_hash = " + run("sha256sum", input="an archive").split()[0] + "\n", wrap)
        self.assertIn("SHA512 " + run("sha512sum", input="an archive").split()[0] + "\n", port)
        for text in (wrap, port):
            self.assertNotIn("here it is 0", text)


class Sbom(unittest.TestCase):
    def test_it_is_valid_and_names_every_file(self):
        if not VENV_READY.exists():
            self.skipTest("scripts/release.sh has not run")
        with tempfile.TemporaryDirectory() as folder:
            names = [
                "carom-1.2.3.tar.gz",
                "carom-1.2.3-npm.tgz",
                "carom-1.2.3-linux-x86_64.tar.gz",
                "python/carom-1.2.3-cp311-abi3-any.whl",
            ]
            (pathlib.Path(folder) / "python").mkdir()
            for name in names:
                (pathlib.Path(folder) / name).write_text(name)
            code = (
                "import pathlib, sbom, sys; sbom.write_sbom(pathlib.Path(sys.argv[1]), '1.2.3', '86400', sys.argv[2:])"
            )
            run(VENV_PYTHON, "-c", code, folder, *names, cwd=SCRIPTS)
            document = json.loads((pathlib.Path(folder) / "carom-1.2.3.spdx.json").read_text())
        self.assertEqual(document["spdxVersion"], "SPDX-2.3")
        self.assertEqual(document["creationInfo"]["created"], "1970-01-02T00:00:00Z")
        self.assertEqual([file["fileName"] for file in document["files"]], [f"./{name}" for name in names])
        packages = {package["name"]: package for package in document["packages"]}
        self.assertEqual(
            set(packages),
            {"carom", "wasi-libc", "Freedoom levels", "NumPy", "cairo", "popt", "zlib", "GCC runtime libraries"},
        )
        self.assertEqual(packages["carom"]["versionInfo"], "1.2.3")
        sha256 = {item["checksumValue"] for item in document["files"][0]["checksums"] if item["algorithm"] == "SHA256"}
        self.assertEqual(sha256, {hashlib.sha256(names[0].encode()).hexdigest()})


class PlaceHolder(unittest.TestCase):
    def test_the_address_of_the_repository_is_one(self):
        """In all files that registries read, the owner is the same."""
        paths = (
            "bindings/wasm/package.json",
            "packaging/conan/conanfile.py",
            "packaging/meson/carom.wrap",
            "packaging/vcpkg/carom/portfile.cmake",
            "packaging/vcpkg/carom/vcpkg.json",
            "pyproject.toml",
            "bindings/python/README.md",
        )
        owners = {
            owner for path in paths for owner in re.findall(r"github\.com/([^/]+)/carom", (SOURCE / path).read_text())
        }
        self.assertEqual(len(owners), 1, owners)


if __name__ == "__main__":
    unittest.main()
