"""Invalid input of the operations: codes say so, and all numbers are NaN. Room: tests.

C has zeros there, which read as an answer: a distance of 0 is a touch.
"""

import carom
import numpy as np
import pytest
from conftest import OPERATIONS, fields, parameters, plain_rows, words_of

NUMBERS_MAKE_NUMBERS = ("moving_wall_at", "moving_wall_to", "moving_wall_turning")
"""They compute with what they are given, as `+` and `*` do: an infinite number may remain."""

VELOCITIES = ("vx", "vy", "vx2", "vy2")
RADII = ("r", "wr", "r2", "wr2", "length", "restitution", "friction", "inverse_mass", "inverse_mass2")


def invalid_values(name, argument):
    """What makes the input of an operation invalid in this argument."""
    if words_of(argument):
        return ()
    if name == "crossings" and argument == "wr":
        return ()
    if name.startswith("velocity") or name == "balls_respond":
        # Velocities may be any numbers, and a normal that is infinite is none.
        return () if argument in VELOCITIES else (np.nan,) if argument in ("nx", "ny") else (np.nan, np.inf, -1.0)
    if name in NUMBERS_MAKE_NUMBERS:
        return (np.nan,)
    return (np.nan, np.inf, -np.inf, *((-1.0,) if argument in RADII else ()))


def check(answer, kinds):
    """Codes are 0, and numbers NaN."""
    for value, kind in zip(fields(answer), kinds, strict=True):
        assert np.isnan(value) if kind is float else value == 0, answer


def answers_with_numbers(name):
    """Whether the answer of an operation has a float; the others answer by codes only."""
    return any(type(value) is float for value in fields(getattr(carom, name)(*plain_rows(name, 1)[0])))


@pytest.mark.parametrize(
    "name", [name for name in OPERATIONS if name not in NUMBERS_MAKE_NUMBERS and answers_with_numbers(name)]
)
def test_numbers_are_nan(name):
    function = getattr(carom, name)
    # The first row that is valid: rays and lines that move must move as a whole.
    row = next(row for row in plain_rows(name, 50) if not any(np.isnan(value) for value in fields(function(*row))))
    expected = fields(function(*row))
    kinds = [type(value) for value in expected]
    checked = 0
    for i, argument in enumerate(parameters(name)):
        for bad in invalid_values(name, argument):
            check(function(*row[:i], bad, *row[i + 1 :]), kinds)
            # The same among rows that are valid.
            column = np.array([row[i], bad, row[i]])
            many = fields(function(*row[:i], column, *row[i + 1 :]))
            check(tuple(value[1] for value in many) if len(many) > 1 else many[0][1], kinds)
            assert all((value[[0, 2]] == one).all() for value, one in zip(many, expected, strict=True))
            checked += 1
    assert checked >= 2


@pytest.mark.parametrize("name", NUMBERS_MAKE_NUMBERS)
def test_nan_goes_on(name):
    row = plain_rows(name, 1)[0]
    for i in range(len(row)):
        assert any(np.isnan(value) for value in fields(getattr(carom, name)(*row[:i], np.nan, *row[i + 1 :])))


def test_unknown_codes_of_ufuncs():
    assert np.isnan(carom.ufuncs.distance(0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, np.uint8(3)))
    assert np.isnan(carom.ufuncs.contact(0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 0.0, 0.0, np.uint8(3))[7])


def test_what_touches_has_the_distance_0():
    assert carom.distance(0, [5, 5, np.nan], 5, -10, 0, [10, np.inf, 10], 0).tolist()[0] == 0.0
    assert carom.signed_distance(0, 5, 5, -10, 0, 10, 0) == 0.0
    assert carom.contact(0, 5, 5, -10, 0, 10, 0).depth == 0.0


def test_a_miss_is_an_answer():
    assert carom.sweep(0, 10, 1, 1, 0, -10, 0, 10, 0)[1:8] == (0.0,) * 7
    assert carom.crossings(0, 10, 1, -10, 0, 10, 0) == (0,) * 7
    assert carom.along(1, 0, 0) == carom.along(0, 0, 0) == (0.0, 0.0)
