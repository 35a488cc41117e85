#!/usr/bin/env python3
"""Tests of mutants.py without a proof: its lists fit the sources, and a mutant that survives is told.

Usage: test_mutants.py
"""

import contextlib
import io
import unittest
from unittest import mock

import mutants
from mutants import Mutant

PROOFS = {path.stem: path.read_text(encoding="utf-8") for path in (mutants.ROOT / "proofs/floats").glob("*/*.v")}


class Lists(unittest.TestCase):
    """The lists are about the sources as they are."""

    def test_limits(self):
        """Every constant of a file of LIMITS has a place there, and the constant of the source passes."""
        self.assertLessEqual(mutants.LIMITS.keys(), mutants.CARRIED.keys())
        for path, limits in mutants.LIMITS.items():
            constants = [match for match, _, _ in mutants.constants_of(path)]
            for match, text in zip(constants, limits, strict=True):
                if text is None:
                    continue
                with self.subTest(f"{path}: {match[0]}"):
                    value, limit = mutants.value_of(match), float.fromhex(text)
                    self.assertLessEqual(*((value, limit) if mutants.is_upper(match) else (limit, value)))

    def test_proofs(self):
        """No other proof needs the terms of a carried file, and each comes after those that it needs."""
        for path, (terms, proofs) in mutants.CARRIED.items():
            with self.subTest(path):
                direct = {name for name, text in PROOFS.items() if terms in mutants.required_by(text)}
                indirect = {name for name in PROOFS if mutants.needed_by(name, PROOFS) & direct}
                self.assertEqual(direct | indirect, set(proofs))
                for index, name in enumerate(proofs):
                    self.assertFalse(mutants.needed_by(name, PROOFS) & set(proofs[index:]))

    def test_edits(self):
        """Every edit is of a file whose mutants are made, and changes it."""
        edits = [mutant for path in mutants.FILES for mutant in mutants.edit_mutants(path)]
        self.assertEqual(len(edits), len(mutants.EDITS))
        for mutant in edits:
            self.assertNotEqual(mutant.texts[0][1], (mutants.ROOT / mutant.path).read_text(encoding="utf-8"))

    def test_unproved(self):
        """Every constant of which nothing is proved is in its file."""
        unproved = {
            (mutant.path, line)
            for path, line in mutants.UNPROVED
            for mutant in mutants.factor_mutants(path)
            if mutant.what.endswith(line) and not mutant.must_break
        }
        self.assertEqual(unproved, set(mutants.UNPROVED))


class Constants(unittest.TestCase):
    """How a constant is changed."""

    def changes(self, code):
        """Returns the constant of a line with the next worse double, and with half or twice its size."""
        (match,) = mutants.CONSTANT.finditer(code)
        return mutants.worse(mutants.value_of(match), match), mutants.mutated(match, 1)

    def test_worse(self):
        """A least size and a factor become smaller, a limit larger."""
        self.assertEqual(self.changes("error = 0x1p-50 * sizes"), (2.0**-50 - 2.0**-103, "0x1p-51"))
        self.assertEqual(self.changes("m = 0x1.4p-47 * s"), (1.25 * 2.0**-47 - 2.0**-99, "0x1.4p-48"))
        self.assertEqual(self.changes("x < 0x1p-50"), (2.0**-50 + 2.0**-102, "0x1p-49"))
        self.assertEqual(self.changes("MAX 0x1p480"), (2.0**480 + 2.0**428, "0x1p481"))
        self.assertEqual(self.changes("4.0 * DBL_MIN"), (2.0**-1020 - 2.0**-1073, "4.0 * 0x1p-1 * DBL_MIN"))

    def test_limit(self):
        """The limit is the last double with which nothing breaks."""
        for code, least in (("e = 0x1p-50 * s", 5e-16), ("x < 0x1p-50", 1e-15), ("4.0 * DBL_MIN", 5e-324)):
            with self.subTest(code):
                (match,) = mutants.CONSTANT.finditer(code)

                def breaks(_places, _path, text, match=match, least=least):
                    number = float.fromhex(text[match.start() : len(text) - len(match.string) + match.end()])
                    return number > least if mutants.is_upper(match) else number < least

                with mock.patch.object(mutants, "breaks", breaks):
                    self.assertEqual(float.fromhex(mutants.find_limit(None, "a.h", match)), least)


class Runs(unittest.TestCase):
    """What a run says, with a proof that fails for the text `broken` only."""

    def surprises(self, made):
        """Returns the number of surprises and what is printed."""
        told = io.StringIO()
        with (
            mock.patch.object(mutants, "prove"),
            mock.patch.object(mutants, "breaks", lambda _places, _path, text: text == "broken"),
            contextlib.redirect_stdout(told),
        ):
            return mutants.run(made), told.getvalue()

    def test_caught(self):
        """Mutants that do what they must are no surprise; a text that passes is followed by the next one."""
        made = [Mutant("a.h", "a", [("2^1", "holds"), ("2^4", "broken")]), Mutant("a.h", "b", [("", "holds")], False)]
        surprises, told = self.surprises(made)
        self.assertEqual(surprises, 0)
        self.assertIn("1 of 2: caught, 2^4 a\n", told)

    def test_surprises(self):
        """A mutant that survives is one, and so is one that must pass and does not."""
        surprises, told = self.surprises(
            [Mutant("a.h", "a", [("", "holds")]), Mutant("a.h", "b", [("", "broken")], False)]
        )
        self.assertEqual(surprises, 2)
        self.assertEqual(told.count("(not expected)"), 2)

    def test_nothing(self):
        """A run of no mutants fails, and so does a search for no limits."""
        for words in (["no such place"], ["--limits", "no such place"], ["--quik"]):
            with self.subTest(words), self.assertRaises(SystemExit) as stopped:
                mutants.main(words)
            self.assertIn("no such place" if words[-1][0] != "-" else "--quik", stopped.exception.code)


if __name__ == "__main__":
    unittest.main()
