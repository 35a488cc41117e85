#!/usr/bin/env python3
"""Tests that scripts/setup.sh waits for another apt: test_setup.py SETUP.SH

apt-get is the real one. Its folders are in a scratch root, where all packages are installed, so it needs neither root
nor a network. This process takes the locks, as another apt-get would. Status 77 if there is no apt-get. Room: tests.
"""

import fcntl
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import threading
import time
import unittest

SETUP = os.path.abspath(sys.argv.pop(1))
# What `setup.sh world` needs; where npm is, only python3.
PACKAGES = ("python3", "nodejs", "npm")
LOCKS = ("lib/apt/lists/lock", "lib/dpkg/lock-frontend", "lib/dpkg/lock", "cache/apt/archives/lock")


def program(path, text):
    path.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
    path.chmod(0o755)


class TestLocks(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        # apt's methods run as another user if they can.
        self.root.chmod(0o755)
        for name in ("lib/apt/lists/partial", "lib/dpkg", "cache/apt/archives/partial", "etc", "bin"):
            (self.root / name).mkdir(parents=True)
        status = "".join(
            f"Package: {name}\nStatus: install ok installed\nVersion: 1\nArchitecture: all\n"
            f"Maintainer: Carom <carom@example.org>\nDescription: {name}\n\n"
            for name in PACKAGES
        )
        (self.root / "lib/dpkg/status").write_text(status, encoding="utf-8")
        config = {
            "Dir::State": "lib/apt",
            "Dir::State::status": "lib/dpkg/status",
            "Dir::Cache": "cache/apt",
            "Dir::Etc": "etc",
            "Dir::Log": "log",
        }
        lines = [f'{name} "{self.root / path}";\n' for name, path in config.items()]
        (self.root / "apt.conf").write_text("".join(lines), encoding="utf-8")
        # No package counts as installed, and root's rights are not needed.
        program(self.root / "bin/dpkg-query", "exit 1")
        program(self.root / "bin/sudo", 'exec "$@"')

    def start(self, **variables):
        path = f"{self.root / 'bin'}:{os.environ['PATH']}"
        environment = {**os.environ, "PATH": path, "APT_CONFIG": str(self.root / "apt.conf"), **variables}
        return subprocess.Popen(
            ["sh", SETUP, "world"], env=environment, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def hold(self, lock):
        """Takes a lock; closing the file gives it back."""
        file = open(self.root / lock, "w", encoding="utf-8")
        self.addCleanup(file.close)
        fcntl.lockf(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return file

    def test_no_lock(self):
        process = self.start()
        printed, errors = process.communicate(timeout=60)
        self.assertEqual((process.returncode, errors), (0, ""), printed)
        self.assertTrue(printed.startswith("carom: installing python3"), printed)

    def test_waits(self):
        for lock in LOCKS[:3]:
            with self.subTest(lock):
                file = self.hold(lock)
                timer = threading.Timer(3, file.close)
                timer.start()
                begin = time.monotonic()
                process = self.start()
                printed, errors = process.communicate(timeout=60)
                timer.join()
                self.assertEqual(process.returncode, 0, printed + errors)
                self.assertGreater(time.monotonic() - begin, 3)
                wanted = f"carom: waiting up to 600 seconds for the lock {self.root / lock}. It is held by process"
                self.assertTrue(errors.startswith(wanted), errors)
                self.assertEqual(errors.count("\n"), 1, errors)

    def test_waits_for_one_lock_after_the_other(self):
        files = [self.hold(lock) for lock in LOCKS]
        process = self.start()
        for file in files:
            time.sleep(1.5)
            self.assertIsNone(process.poll())
            file.close()
        printed, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 0, printed + errors)
        # Once for `apt-get update`, once for `apt-get install`.
        self.assertEqual(errors.count("carom: waiting"), 2, errors)

    def test_gives_up(self):
        self.hold(LOCKS[1])
        process = self.start(CAROM_APT_WAIT="2")
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1)
        self.assertIn("waiting up to 2 seconds", errors)
        self.assertIn("E: Could not get lock", errors)
        self.assertIn("carom: could not install python3", errors)

    def test_other_errors_end_at_once(self):
        (self.root / "lib/dpkg/status").write_text("", encoding="utf-8")
        process = self.start()
        _, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 1)
        self.assertNotIn("waiting", errors)
        self.assertIn("carom: could not install python3", errors)


if __name__ == "__main__":
    if shutil.which("apt-get") is None:
        print("no apt-get")
        sys.exit(77)
    unittest.main()
