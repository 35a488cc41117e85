"""One case for each bug that has been reported. Layer: tests."""

import carom
import numpy as np
import pandas
import pytest
import xarray

WALL = (-9.0, 0.0, 9.0, 0.0)


class Foreign:
    """An array of another library whose ufuncs return what they like."""

    def __init__(self, returned):
        self.returned = returned

    def __array_ufunc__(self, ufunc, method, *inputs, **options):
        return self.returned


@pytest.mark.parametrize("returned", [np.int64(77), np.int64(-1), np.int8(6), np.float64("nan"), np.float64("inf")])
def test_codes_of_no_member_crashed(returned):
    assert carom.relate(Foreign(returned), 0, 1, *WALL) is returned
    assert carom.sweep(Foreign((returned,) * 9), 0, 1, 1, 1, *WALL).kind is returned
    assert carom.compare_gap(Foreign(returned), 0, 1, *WALL, 1.0) in (returned, int(np.nan_to_num(returned, posinf=0)))


@pytest.mark.filterwarnings("ignore:'where' used without 'out'")
def test_numbers_without_an_answer_crashed():
    # NumPy leaves out what `where` leaves out: the code is any number.
    for _ in range(100):
        carom.contact(0.0, 0.0, 1.0, *WALL, where=False)
        carom.relate(0.0, 0.0, 1.0, *WALL, where=np.array(False))


@pytest.mark.parametrize("library", [pandas.Series, xarray.DataArray])
def test_wrong_codes_of_other_libraries_passed(library):
    codes = library(np.array([0, 77], dtype=np.uint8))
    ball = ([0.0, 1.0], 5.0, 1.0, 0.0, -9.0)
    calls = [
        lambda: carom.relate(0, 0, 1, *WALL, 0.0, codes),
        lambda: carom.velocity_respond(1, -1, 0, 1, codes, 1, 1),
        lambda: carom.Scene(*WALL, 0.0, codes),
        lambda: carom.Scene(*WALL).hits([0, 1], 0, 1, rule=codes),
        lambda: carom.move_balls(WALL, *ball, 1.0, response=codes),
        lambda: carom.Mover(WALL, *ball, response=codes),
        lambda: carom.Crowd(WALL, *ball, response=codes),
        lambda: carom.MovingWalls(*WALL, extent=codes),
    ]
    for call in calls:
        with pytest.raises(ValueError, match=r"the argument \S+ is 77, must be"):
            call()


def test_texts_passed_for_numbers():
    mover = carom.Mover(None, 0, 0, 1)
    hero = carom.Character(None, 0, 0, 1)
    for call in (
        lambda: mover.step("1"),
        lambda: mover.run("1"),
        lambda: carom.move_balls(None, 0, 0, 1, 1, 1, b"1"),
        lambda: carom.move_balls(None, 0, 0, 1, 1, 1, 1, gravity="12"),
        lambda: carom.Character(None, 0, 0, "1"),
        lambda: hero.move("1"),
        lambda: carom.MovingWalls(*WALL).advance("1"),
    ):
        with pytest.raises(TypeError, match=r"the argument .* must be a .*number"):
            call()
    assert mover.time == 0.0


def test_messages_that_named_no_argument():
    for call, message in (
        (lambda: carom.move_balls(None, 0, 0, 1, 1, 1, 10**400), r"time is an int beyond float64"),
        (lambda: carom.move_balls(None, 0, 0, 1, 1, 1, 1, max_contacts=np.arange(2)), "max_contacts must be an int"),
        (lambda: carom.Mover(None, [0, [1]], 0, 1), r"Mover\(\): the argument x must be"),
        (lambda: carom.Crowd(None, 0, [0, [1]], 1), r"Crowd\(\): the argument y must be"),
        (lambda: carom.Scene(*WALL).scan(0, 0, [[1, 2], [3]], 1), "the argument angles must be"),
        (lambda: carom.Scene(*WALL).scan(0, 0, [1, 2], 1j), "the argument reach must be"),
        (lambda: carom.set_threads(2**80), r"threads is 1208925819614629174706176, must be 1 to 256"),
        (lambda: carom.set_threads("2"), "threads must be an int, not <class 'str'>"),
        (lambda: carom.set_threads(True), "threads must be an int, not <class 'bool'>"),
    ):
        with pytest.raises((TypeError, ValueError), match=message):
            call()


@pytest.mark.parametrize("answer", [(), np.zeros(3), ("stop", 1, 1, 1), None, 2.0])
def test_answers_of_respond_that_are_none(answer):
    with pytest.raises(ValueError, match=r"move_ball\(\): respond returned .*, must return 'stop'"):
        carom.move_ball(WALL, 0, 5, 1, 0, -10, 1, respond=lambda impact: answer)
