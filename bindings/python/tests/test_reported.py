"""One case for each bug that has been reported. Room: tests."""

import pickle

import carom
import numpy as np
import pytest

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
        (
            lambda: carom.Scene(*WALL).scan(0, 0, [0, 1], [0, 1, 2]),
            r"scan\(\): the shapes .* angles \(2,\), reach \(3,\)",
        ),
        (lambda: carom.Scene(*WALL).scan([0, 1], 0, np.zeros((3, 5)), 1), r"do not fit: cx \(2,\), angles \(3, 5\); a"),
        (lambda: carom.Scene(*WALL).scan(0, 0, [[0, np.inf]], 1), r"scan\(\): angles\[0, 1\] is inf, must be finite"),
        (
            lambda: carom.Scene(*WALL).scan(0, 0, [0, 1], [1, -1]),
            r"scan\(\): reach\[1\] is -1, must be finite and at least",
        ),
        (
            lambda: carom.Scene(*WALL).scan(0, 0, [0, 1], np.inf),
            r"scan\(\): reach is inf, must be finite and at least 0",
        ),
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


@pytest.mark.parametrize("walls", [None, WALL])
@pytest.mark.parametrize("kind", [carom.Mover, carom.Crowd])
def test_more_responses_than_balls(kind, walls):
    # Found at the first step only, by a message about arrays of NumPy or about caches.
    with pytest.raises(ValueError, match=r"there are 1 balls, but 2 items in response"):
        kind(walls, 0, 5, 1, response=["stop", "slide"])
    kind(walls, [0, 9], 5, 1, response=["stop", "slide"])


def test_columns_of_moving_walls_were_replaced():
    # The balls moved, and then the walls failed to.
    mover = carom.Mover(None, 0, 0, 1, moving_walls={"ax": 9, "ay": 0, "bx": 9, "by": 3, "avx": 1, "bvx": 1})
    walls = mover.moving_walls
    walls.ax = 20
    walls.bx += 11
    walls.bvx = [1]
    mover.step(1.0)
    assert (walls.ax.tolist(), walls.bx.tolist(), walls.ax.dtype) == ([21.0], [21.0], np.float64)
    walls.extent = "line"
    assert walls.extent.tolist() == [carom.Extent.LINE]
    with pytest.raises(ValueError, match="the argument extent is 'lines', must be"):
        walls.extent = "lines"
    with pytest.raises(ValueError, match="broadcast"):
        walls.ay = [1, 2]
    with pytest.raises(AttributeError, match="MovingWalls has no column 'vx', only ax"):
        walls.vx = 1
    assert pickle.loads(pickle.dumps(walls)) == walls


def test_moving_walls_that_cannot_be():
    assert carom.MovingWalls(*WALL, avx=None, category=None).avx.tolist() == [0.0]
    for extent in ("ray", "line"):
        with pytest.raises(ValueError, match="moving wall 0 is a ray or a line, which moves as a whole"):
            carom.MovingWalls(*WALL, extent=extent, avx=1)
    for time in (np.nan, np.inf):
        with pytest.raises(ValueError, match=r"MovingWalls.advance\(\): time is \S+, must be finite"):
            carom.MovingWalls(*WALL, avx=1).advance(time)


def test_a_run_kept_all_its_steps():
    # It filled the memory with the motions of all steps before it added them.
    tracemalloc = pytest.importorskip("tracemalloc")
    for kind in (carom.Mover, carom.Crowd):
        balls = kind(None, np.arange(300.0) * 3, 0, 1)
        tracemalloc.start()
        balls.run(1.0, step=1 / 200)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        assert peak < 1_000_000


def test_a_run_of_a_long_time_starts_at_once():
    # A list of all steps did not fit into memory.
    class Stop(Exception):
        pass

    class Once(carom.Mover):
        def step(self, dt, *, events=False):
            raise Stop

    with pytest.raises(Stop):
        Once(None, 0, 0, 1).run(1e6, step=1e-6)


class Named(carom.Scene):
    """A scene with an attribute."""


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_pickles_of_scenes_lost_attributes(protocol):
    scene = Named(*WALL)
    scene.name = "floor"
    copy = pickle.loads(pickle.dumps(scene, protocol))
    assert (type(copy), copy.name, copy == scene) == (Named, "floor", True)


def test_a_dynamic_scene_took_no_table():
    table = {"ax": [0.0, 1.0], "ay": 0.0, "bx": [4.0, 5.0], "by": 3.0, "wr": 1.0}
    for source in (table, carom.walls(table), carom.Scene(table).walls()):
        assert carom.DynamicScene(source).freeze() == carom.Scene(table)
    assert carom.DynamicScene(table, wr=2.0).walls().wr.tolist() == [2.0, 2.0]
    assert len(carom.DynamicScene()) == 0
