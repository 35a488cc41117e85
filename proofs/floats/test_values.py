"""The records of terms.txt say what the C functions compute: both give the same bits for random numbers.

Usage: test_values.py [CASES]. The numbers are small integers, numbers of all sizes, zeros, infinities and NaN.
"""

import itertools
import pathlib
import random
import sys
import tempfile
import unittest

from csource import Source, preprocessed
from extract import HERE, ROOT, extract, table_of
from terms import BOOL, DOUBLE, FLOAT, INT
from values import agree, asked, build, by_c, compared, computed_as_in_c, is_testable, other_files, rounded

CASES = 300
# What stands for a number of which nothing is known. A result that is NaN because of it agrees with all.
UNKNOWN = float("nan")


def random_number(style):
    """Returns a number; the style of a case says how large its numbers are."""
    if style == "integers":
        return float(random.randint(-4, 4))
    if style == "close":
        return random.uniform(-1, 1) + random.choice([0.0, 100.0])
    if style == "any":
        return random.choice([-1, 1]) * random.uniform(1, 2) * 2.0 ** random.randint(-1074, 1023)
    special = [
        0.0,
        -0.0,
        float("inf"),
        float("-inf"),
        float("nan"),
        5e-324,
        1.7976931348623157e308,
        2.0**100,
        2.0**-300,
    ]
    return random.choice([*special, 1.0, random.uniform(-9, 9)])


def is_unknown(key, var):
    """Returns true for the inputs that stand for what C gives where its result has no meaning."""
    return key[0] == "free" and var.type != BOOL and not asked(key, var)


def random_case(record):
    """Returns random inputs of a record."""
    style = random.choice(["integers", "close", "close", "any", "special"])
    makers = {
        DOUBLE: lambda: random_number(style),
        FLOAT: lambda: rounded(FLOAT, random_number(style)),
        BOOL: lambda: random.random() < 0.5,
        INT: lambda: random.choice([0, 1, 2, 3, -1, 500, -500, 800, -1700, 2300]),
    }
    # A double holds them, so that the program can read them.
    words = {var for _, var in record.inputs if var.bounds and var.bounds[1] >= 1 << 53}
    enums = {var for _, var in record.inputs if var.bounds} - words
    makers_of = [
        (lambda: random.getrandbits(53) << random.randint(0, 11))
        if var in words
        else (lambda: random.randint(0, 3))
        if var in enums
        else makers[var.type]
        for _, var in record.inputs
    ]
    return [UNKNOWN if is_unknown(*item) else make() for item, make in zip(record.inputs, makers_of, strict=True)]


class Values(unittest.TestCase):
    """The comparison with C."""

    def check(self, record, made, records):
        """Compares a record with its function."""
        cases = [random_case(record) for _ in range(CASES)]
        for case, expected in zip(cases, by_c(made, record, cases), strict=True):
            has_unknown = any(is_unknown(*item) for item in record.inputs)
            possible = [computed_as_in_c(record, guess, records) for guess in self.guesses(record, case)]
            if has_unknown and self.depends_on_unknown(record, case, possible[0], records):
                continue
            if not any(all(map(agree, results, expected)) for results in possible):
                told = [(key, p, q) for (key, _), p, q in zip(compared(record), possible[0], expected, strict=True)]
                self.fail(f"{record.name} of {case}: {[item for item in told if not agree(*item[1:])]}")

    def depends_on_unknown(self, record, case, results, records):
        """Returns whether the results are NaN or change with a number of which nothing is known."""
        other = [1.0 if is_unknown(*item) else x for item, x in zip(record.inputs, case, strict=True)]
        others = computed_as_in_c(record, next(iter(self.guesses(record, other))), records)
        return any(x != x for x in results) or not all(map(agree, results, others))

    def guesses(self, record, case):
        """Returns the case with all values of the bools of which nothing is known: the signs of NaN."""
        free = [key[0] == "free" and var.type == BOOL and not asked(key, var) for key, var in record.inputs]
        choices = [[False, True] if is_free else [x] for is_free, x in zip(free, case, strict=True)]
        return itertools.product(*choices)

    def test_table(self):
        """All records."""
        random.seed(1)
        entries = table_of(HERE / "terms.txt")
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            sources = {
                path: Source(preprocessed(ROOT / path, ROOT, folder), path) for path in {e.path for e in entries}
            }
            records = {}
            for entry in entries:
                records[entry.record] = extract(sources[entry.path], entry, records)
            # Functions of a scene, which the program of the test cannot make.
            groups = {}
            for record in records.values():
                path = record.entry.path
                if path != "src/scene/traversal.c" and is_testable(record, records, sources[path]):
                    groups.setdefault((path, *other_files(record, records, sources[path])), []).append(record)
            for (path, *others), tested in groups.items():
                made = build(path, tested, sources[path], ROOT, folder, others)
                for record in tested:
                    with self.subTest(record.name):
                        self.check(record, made, records)


if __name__ == "__main__":
    if len(sys.argv) > 1 and sys.argv[1].isdigit():
        CASES = int(sys.argv.pop(1))
    unittest.main()
