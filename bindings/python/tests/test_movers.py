"""Balls among walls, each by itself: move_balls, move_ball, Mover, depenetrate. Room: tests."""

import os
import pickle
import threading
from fractions import Fraction

import carom
import numpy as np
import pytest
from carom import MotionKind
from hypothesis import given
from hypothesis import strategies as st
from worlds import free_balls, overlapped, random_walls, read_table, room, same_bytes, tool, write_table

FLOOR = (-100, 0, 100, 0)

__all__ = ["tool"]


# ---- the guarantee ----


@pytest.mark.parametrize("response", ["bounce", "slide", "stop"])
@pytest.mark.parametrize("speed", [3.0, 1e3, 1e9])
def test_free_stays_free(response, speed):
    random = np.random.default_rng(5)
    walls = random_walls(random, 150)
    x, y, r, vx, vy = free_balls(random, walls, 400, speed=speed)
    mover = carom.Mover(walls, x, y, r, vx, vy, response=response, gravity=(0, -9.81))
    for _ in range(6):
        motion = mover.step(0.05)
        assert not overlapped(walls, mover.x, mover.y, mover.r).any()
        assert (motion.state == MotionKind.MOVED).all()
        assert (motion.overlapped == -1).all()


@pytest.mark.parametrize("speed", [1.0, 1e6, 1e200])
def test_nothing_tunnels_out_of_a_room(speed):
    random = np.random.default_rng(6)
    count = 300
    x, y = random.uniform(-8, 8, (2, count))
    angle = random.uniform(0, 7, count)
    mover = carom.Mover(room(10.0), x, y, random.uniform(0, 1, count), speed * np.cos(angle), speed * np.sin(angle))
    for dt in (0.1, 7.0, 1e3):
        mover.step(dt)
        # Within the walls by the radius, exactly.
        assert all(
            abs(Fraction(c)) + Fraction(r) <= 10 for c, r in zip(mover.x.tolist(), mover.r.tolist(), strict=True)
        )
        assert all(
            abs(Fraction(c)) + Fraction(r) <= 10 for c, r in zip(mover.y.tolist(), mover.r.tolist(), strict=True)
        )


small = st.integers(-6, 6)


@given(
    walls=st.lists(st.tuples(small, small, small, small, st.sampled_from([0, 0.5])), min_size=1, max_size=6),
    ball=st.tuples(small, small, st.sampled_from([0, 0.5, 1]), small, small),
    response=st.sampled_from(["bounce", "slide", "stop"]),
)
def test_free_stays_free_among_ties(walls, ball, response):
    columns = (*(np.array(column, dtype=float) for column in zip(*walls, strict=True)), np.zeros(len(walls), np.uint8))
    x, y, r, vx, vy = (np.array([number], dtype=float) for number in ball)
    if overlapped(columns, x, y, r).any():
        return
    motion = carom.move_balls(columns, x, y, r, vx, vy, 2.0, response=response)
    assert not overlapped(columns, motion.x, motion.y, r).any()
    # Each leg of the path is clear of each wall, exactly; a point that starts on a wall may leave it.
    _, path = carom.move_ball(columns, *ball, 2.0, response=response)
    assert path[-1].tolist() == [motion.x[0], motion.y[0]]
    if ball[2] > 0:
        ax, ay, bx, by, wr, extent = (column[:, np.newaxis] for column in columns)
        (fx, fy), (tx, ty) = path[:-1].T, path[1:].T
        assert carom.path_is_clear(fx, fy, r, tx, ty, ax, ay, bx, by, wr, extent).all()


# ---- closed forms ----


@pytest.mark.parametrize("restitution", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("friction", [0.0, 0.25, 8.0])
def test_bounce_by_its_formula(restitution, friction):
    # The ball of radius 1 falls by 4 in half a second; then it has lost speed along the wall.
    motion = carom.move_balls(FLOOR, 0, 5, 1, 6, -8, 1.0, restitution=restitution, friction=friction)
    along = 6 - min(6, friction * (1 + restitution) * 8)
    assert (motion.vx, motion.vy) == (along, restitution * 8)
    assert (motion.x, motion.y) == (3 + along / 2, 1 + restitution * 4)
    assert motion.contacts == 1


def test_slide_and_stop_by_their_formulas():
    slide = carom.move_balls(FLOOR, 0, 5, 1, 6, -8, 1.0, response="slide", friction=[0.0, 0.25])
    assert slide.vx.tolist() == [6, 4]
    assert slide.vy.tolist() == [0, 0]
    assert slide.x.tolist() == [6, 5]
    assert slide.y.tolist() == [1, 1]
    stop = carom.move_balls(FLOOR, 0, 5, 1, 6, -8, 1.0, response="stop")
    assert (stop.x, stop.y, stop.vx, stop.vy, stop.contacts) == (3, 1, 0, 0, 1)


def test_fall_without_contact():
    motion = carom.move_balls(None, 0, 0, 1, 2, 0, 3.0, gravity=(0, -8))
    assert (motion.x, motion.y, motion.vx, motion.vy) == (6, -36, 2, -24)


def test_each_ball_has_its_own_response():
    motion = carom.move_balls(FLOOR, [0, 1, 2], 5, 1, 6, -8, 1.0, response=["stop", "slide", "bounce"])
    assert motion.vy.tolist() == [0, 0, 8]
    assert motion.vx.tolist() == [0, 6, 6]


def test_events_tell_each_contact():
    walls = ([-10, 10], [0, 0], [10, 10], [0, 10])
    motion = carom.move_balls(walls, [0, 7], [5, 5], 1, [0, 8], [-8, 0], 1.0, events=True)
    e = motion.events
    assert e.ball.tolist() == [0, 1]
    assert e.wall.tolist() == [0, 1]
    assert e.time.tolist() == [0.5, 0.25]
    assert list(zip(e.x, e.y, e.px, e.py, e.nx, e.ny, strict=True)) == [(0, 1, 0, 0, 0, 1), (9, 5, 10, 5, -1, 0)]
    assert list(zip(e.vx, e.vy, e.after_vx, e.after_vy, strict=True)) == [(0, -8, 0, 8), (8, 0, -8, 0)]
    assert not e.wall_moves.any()
    assert (e.feature == carom.Feature.SIDE).all()
    assert carom.move_balls(walls, 0, 5, 1, 0, -8, 1.0).events is None


def test_overlaps_at_the_start():
    free = carom.move_balls(FLOOR, 0, 0.5, 1, 1, 0, 1.0)
    assert free.state is MotionKind.FREED
    assert (free.overlapped, free.freed_x, free.freed_y) == (0, 0, 1)
    assert not carom.overlaps(free.x, free.y, 1, *FLOOR)
    # No room between two lines.
    stuck = carom.move_balls(([0, 0], [0, 1], [1, 1], [0, 1], 0, "line"), 0.5, 0.5, 1, 1, 0, 1.0)
    assert stuck.state is MotionKind.STUCK
    assert (stuck.x, stuck.y, stuck.vx, stuck.vy) == (0.5, 0.5, 0, 0)


def test_masks_and_one_sided_walls():
    walls = {"ax": -9, "ay": [0, -5], "bx": 9, "by": [0, -5], "category": [1, 2]}
    motion = carom.move_balls(walls, 0, 5, 1, 0, -8, 1.0, mask=[1, 2, 3], response="stop")
    assert motion.y.tolist() == [1, -3, 1]
    walls = {"ax": -9, "ay": [0, -5], "bx": 9, "by": [0, -5], "group": [1, 2]}
    motion = carom.move_balls(walls, 0, 5, 1, 0, -8, 1.0, except_group=[2, 1, 3], response="stop")
    assert motion.y.tolist() == [1, -3, 1]
    mover = carom.Mover(walls, [0, 0, 0], 5, 1, 0, -8, except_group=[2, 1, 3], response="stop")
    mover.step(1.0)
    assert mover.y.tolist() == [1, -3, 1]
    motion, _ = carom.move_ball(walls, 0, 5, 1, 0, -8, 1.0, except_group=1, response="stop")
    assert motion.y == -3
    assert carom.depenetrate(walls, 0, 0.5, 1, except_group=[0, 1]).overlapped.tolist() == [True, False]
    gate = {"ax": [-9], "ay": [0], "bx": [9], "by": [0], "one_sided": [True]}
    motion = carom.move_balls(gate, 0, [5, -5], 1, 0, [-8, 8], 1.0)
    assert motion.y.tolist() == [5, 3]


# ---- shapes, objects, threads ----


def test_shapes_broadcast():
    motion = carom.move_balls(FLOOR, np.zeros((3, 1)), [5, 6], 1, 0, 0, 1.0)
    assert motion.x.shape == (3, 2)
    assert motion.crushed_by.shape == (3, 2, 2)
    assert carom.move_balls(FLOOR, [], 0, 1, 0, 0, 1.0).x.shape == (0,)
    number = carom.move_balls(FLOOR, 0, 5, 1, 0, 0, 1.0)
    assert type(number.x) is float
    assert number.state is MotionKind.MOVED
    assert number["y"] == number.y == number[2]


def test_mover_equals_single_frames():
    random = np.random.default_rng(8)
    walls = random_walls(random, 120)
    balls = free_balls(random, walls, 300, speed=4.0)
    mover = carom.Mover(walls, *balls, gravity=(0, -5), restitution=0.5)
    state = balls
    for _ in range(20):
        motion = carom.move_balls(walls, *state, 0.05, gravity=(0, -5), restitution=0.5, events=True)
        same_bytes(mover.step(0.05, events=True), motion)
        state = [motion.x, motion.y, balls[2], motion.vx, motion.vy]
    assert mover.time == pytest.approx(1.0)
    assert mover.x.tobytes() == state[0].tobytes()


def test_threads_do_not_change_the_answer(threads):
    random = np.random.default_rng(9)
    walls = random_walls(random, 200)
    balls = free_balls(random, walls, 3000)
    answers = []
    for number in (1, 4):
        threads(number)
        mover = carom.Mover(walls, *balls, gravity=(1, -9))
        steps = [mover.step(0.1, events=True) for _ in range(3)]
        answers.append((*steps, carom.depenetrate(walls, balls[0], balls[1], balls[2] + 0.3)))
    same_bytes(answers[0], answers[1])
    assert len(answers[0][0].events.ball) > 1000


def test_a_mover_used_by_two_threads():
    random = np.random.default_rng(10)
    walls = random_walls(random, 100)
    balls = free_balls(random, walls, 500)
    alone, shared = carom.Mover(walls, *balls), carom.Mover(walls, *balls)
    workers = [threading.Thread(target=lambda: [shared.step(0.01) for _ in range(10)]) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for _ in range(40):
        alone.step(0.01)
    assert shared.x.tobytes() == alone.x.tobytes()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_fork():
    random = np.random.default_rng(11)
    walls = random_walls(random, 100)
    mover = carom.Mover(walls, *free_balls(random, walls, 2000))
    mover.step(0.1)
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        mover.step(0.1)
        os.write(writer, mover.x[:1000].tobytes())
        os._exit(0)
    os.close(writer)
    with os.fdopen(reader, "rb") as answer:
        theirs = answer.read()
    assert os.waitpid(child, 0)[1] == 0
    mover.step(0.1)
    assert theirs == mover.x[:1000].tobytes()


def test_state_can_be_changed():
    mover = carom.Mover(FLOOR, [0, 1], 5, 1)
    view = mover.y
    mover.vy[:] = [-8, 0]
    mover.vx = 2
    mover.step(1.0)
    assert view is mover.y
    assert mover.y.tolist() == [5, 5]
    assert mover.x.tolist() == [2, 3]
    mover.x[1] = np.nan
    before = mover.y.copy()
    with pytest.raises(ValueError, match=r"Mover.step\(\): x\[1\] is nan, must be finite"):
        mover.step(1.0)
    assert (mover.y == before).all()
    assert mover.time == 1.0


def test_repr_and_pickle():
    walls = random_walls(np.random.default_rng(1), 30)
    mover = carom.Mover(walls, [0, 90], 50, 1, 0, -8, gravity=(0, -1))
    mover.step(1.0)
    assert repr(mover) == "<carom.Mover of 2 balls at time 1>"
    copy = pickle.loads(pickle.dumps(mover))
    assert len(copy) == 2
    same_bytes(copy.step(0.5), mover.step(0.5))
    motion = carom.move_balls(FLOOR, [0, 1], 5, 1, 0, -8, 1.0, events=True)
    same_bytes(pickle.loads(pickle.dumps(motion)), motion)


# ---- scenes ----


def test_walls_of_any_kind():
    walls = random_walls(np.random.default_rng(18), 50)
    names = ("ax", "ay", "bx", "by", "wr", "extent")
    table = dict(zip(names, walls, strict=True))
    rows = np.array(list(zip(*walls[:5], strict=True)), [(name, float) for name in names[:5]])
    balls = (np.linspace(-20, 20, 40), 30.0, 0.5, 1.0, -60.0, 1.0)
    expected = carom.move_balls(walls, *balls)
    for kind in (table, carom.walls(table), carom.Scene(*walls), carom.DynamicScene(*walls)):
        same_bytes(carom.move_balls(kind, *balls), expected)
    same_bytes(carom.move_balls(rows, *balls), carom.move_balls(walls[:5], *balls))


def test_changing_scene():
    scene = carom.DynamicScene(-9, 0, 9, 0)
    mover = carom.Mover(scene, 0, 5, 1, 0, -8)
    mover.step(0.25)
    scene.remove(0)
    mover.step(1.0)
    assert mover.y.tolist() == [-5.0]
    wall = int(scene.insert(-9, -9, 9, -9))
    motion = mover.step(1.0, events=True)
    assert mover.y.tolist() == [-3.0]
    assert motion.events.wall.tolist() == [wall]


def test_callback_edits_the_scene():
    scene = carom.DynamicScene(-9, 0, 9, 0)
    with pytest.raises(RuntimeError, match="quer"):
        carom.move_ball(scene, 0, 5, 1, 0, -8, 1.0, respond=lambda contact: scene.remove(0))
    assert len(scene) == 1


def test_robots_of_a_frame():
    # 10^4 robots move in one call, and each sees with 8 beams in another.
    random = np.random.default_rng(19)
    walls = random_walls(random, 400, size=100.0)
    scene = carom.Scene(*walls)
    x, y, r, _, _ = free_balls(random, walls, 10_000, size=100.0)
    mover = carom.Mover(scene, x, y, r, response="slide")
    angles = np.linspace(-np.pi, np.pi, 8, endpoint=False)
    for _ in range(2):
        heading = random.uniform(0, 7, len(mover))
        mover.vx[:], mover.vy[:] = np.cos(heading), np.sin(heading)
        mover.step(0.5)
        distances = scene.scan(mover.x, mover.y, angles, 10.0)
        assert distances.shape == (10_000, 8)
        assert not overlapped(walls, mover.x, mover.y, r).any()
        # A beam that hits a wall is at least as long as the gap to the nearest wall.
        gap = scene.nearest(mover.x, mover.y, 0.0).gap
        assert (distances.min(axis=1) >= gap * (1 - 1e-12)).all()


def test_no_balls():
    mover = carom.Mover(FLOOR, [], [], 1)
    assert len(mover) == 0
    assert mover.step(1.0, events=True).x.shape == (0,)
    assert mover.run(0.1).x.shape == (0,)
    assert carom.Crowd(FLOOR, [], [], 1).step(1.0, events=True).ball_impacts == 0


# ---- the tool ----


@pytest.mark.parametrize("response", ["bounce", "slide", "stop"])
def test_run_equals_the_tool(tool, tmp_path, response):
    random = np.random.default_rng(12)
    walls = random_walls(random, 60)
    # Some start in walls.
    x, y = random.uniform(-20, 20, (2, 200))
    r = random.uniform(0, 1, 200)
    vx, vy = random.normal(0, 6, (2, 200))
    names = ("ax", "ay", "bx", "by", "wr")
    words = np.array(["segment", "ray", "line"])[walls[5]]
    write_table(tmp_path / "balls.csv", cx=x, cy=y, r=r, vx=vx, vy=vy)
    text = dict(zip(names, walls, strict=False))
    write_table(tmp_path / "walls.csv", **text, extent=walls[5])
    lines = (tmp_path / "walls.csv").read_text().splitlines()
    lines[1:] = [f"{line.rsplit(',', 1)[0]},{word}" for line, word in zip(lines[1:], words, strict=True)]
    (tmp_path / "walls.csv").write_text("\n".join(lines) + "\n")
    options = ["--time", 1.03, "--response", response, "--gravity=0.5,-9.81", "--events", tmp_path / "events.csv"]
    settings = {"response": response, "gravity": (0.5, -9.81)}
    if response == "bounce":
        options += ["--restitution", 0.75, "--friction", 0.25]
        settings |= {"restitution": 0.75, "friction": 0.25}
    table = read_table(tool("run", tmp_path / "balls.csv", tmp_path / "walls.csv", *options))
    motion = carom.Mover(walls, x, y, r, vx, vy, **settings).run(1.03, events=True)
    for name in ("x", "y", "vx", "vy"):
        assert [float(number).hex() for number in table[name]] == [number.hex() for number in getattr(motion, name)]
    assert [int(number) for number in table["contacts"]] == motion.contacts.tolist()
    assert [word.upper() for word in table["state"]] == [MotionKind(code).name for code in motion.state]
    logged = read_table((tmp_path / "events.csv").read_text())
    assert len(logged["time"]) == len(motion.events.time) > 100
    assert sorted(map(float, logged["time"])) == sorted(motion.events.time.tolist())


# ---- one ball ----


def test_path_of_one_ball():
    motion, path = carom.move_ball(FLOOR, 0, 5, 1, 0, -8, 1.0)
    assert path.tolist() == [[0, 5], [0, 1], [0, 5]]
    assert motion.events.time.tolist() == [0.5]
    _, path = carom.move_ball(FLOOR, 0, 0.5, 1, 1, 0, 1.0)
    assert path[0].tolist() == [0, 1]


def test_respond_chooses():
    seen = []

    def respond(contact):
        seen.append(contact)
        return "pass" if contact.wall == 0 else ("bounce", 0.5)

    walls = ([-9, -9], [2, 0], [9, 9], [2, 0])
    motion, _ = carom.move_ball(walls, 0, 5, 1, 0, -8, 1.0, respond=respond)
    assert [contact.wall for contact in seen] == [0, 1]
    assert (seen[0].x, seen[0].y, seen[0].vy, seen[0].after_vy) == (0, 3, -8, -8)
    assert motion.vy == 4.0
    assert carom.move_ball(FLOOR, 0, 5, 1, 0, -8, 1.0, respond=lambda contact: carom.ResponseKind.STOP)[0].y == 1


def test_respond_raises():
    def fail(contact):
        raise RuntimeError("no")

    with pytest.raises(RuntimeError, match="no"):
        carom.move_ball(FLOOR, 0, 5, 1, 0, -8, 1.0, respond=fail)
    for wrong in ("sto", None, 7, True, ("bounce", 2.0), ("bounce", 1, -1), ("bounce", 1, 1, 1), ("bounce", "x")):
        with pytest.raises((TypeError, ValueError), match="respond"):
            carom.move_ball(FLOOR, 0, 5, 1, 0, -8, 1.0, respond=lambda contact, answer=wrong: answer)
    with pytest.raises(TypeError, match="callable"):
        carom.move_ball(FLOOR, 0, 5, 1, 0, -8, 1.0, respond="stop")
    with pytest.raises(ValueError, match="one ball"):
        carom.move_ball(FLOOR, [0, 1], 5, 1, 0, -8, 1.0)


def test_respond_may_move_other_balls():
    inner = []

    def respond(contact):
        inner.append(carom.move_balls(FLOOR, 0, 5, 1, 0, -8, 1.0).y)
        return "bounce"

    assert carom.move_ball(FLOOR, 0, 5, 1, 0, -8, 1.0, respond=respond)[0].y == 5
    assert inner == [5.0]


# ---- depenetration ----


def test_depenetration_is_free():
    random = np.random.default_rng(13)
    walls = random_walls(random, 100)
    x, y = random.uniform(-20, 20, (2, 800))
    r = random.uniform(0, 1.5, 800)
    moved = carom.depenetrate(walls, x, y, r)
    before = overlapped(walls, x, y, r)
    assert (moved.overlapped == before).all()
    assert ((moved.wall >= 0) == before).all()
    assert before.sum() > 100
    assert not overlapped(walls, moved.x[moved.found], moved.y[moved.found], r[moved.found]).any()
    stays = ~before | ~moved.found
    assert (moved.x[stays] == x[stays]).all()
    ax, ay, bx, by, wr, extent = (column[moved.wall[before]] for column in walls)
    assert carom.overlaps(x[before], y[before], r[before], ax, ay, bx, by, wr, extent).all()


# ---- errors ----


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"x": [0, np.nan]}, r"move_balls\(\): x\[1\] is nan, must be finite"),
        ({"vy": np.inf}, r"vy is inf, must be finite"),
        ({"r": [1, 1, -2]}, r"r\[2\] is -2.0, must be finite and at least 0"),
        ({"x": [1, 2, 3], "y": [1, 2]}, r"do not broadcast: x \(3,\), y \(2,\)"),
        ({"x": "a"}, "the argument x"),
        ({"x": None}, "the argument x"),
        ({"y": 1j}, "the argument y"),
        ({"y": [object()]}, "the argument y"),
        ({"time": -1}, r"time is -1.0, must be at least 0"),
        ({"time": np.nan}, "time is nan, must be finite"),
        ({"time": "1s"}, "the argument time must be a number"),
        ({"time": [1, 2]}, "the argument time must be a number"),
        ({"response": "bonce"}, "response is 'bonce'"),
        ({"response": "pass"}, "response of ball 0 is 'pass'"),
        ({"response": 4}, "response is 4"),
        ({"restitution": [0.5, 1.5]}, "restitution of ball 1 is 1.5, must be 0 to 1"),
        ({"restitution": -1}, "restitution is -1.0"),
        ({"friction": -1}, "friction is -1.0"),
        ({"gravity": 9.81}, "gravity must be a pair"),
        ({"gravity": (0, np.inf)}, r"gravity\[1\] is inf"),
        ({"mask": -1}, "mask is -1, must be 0 to 4294967295"),
        ({"mask": 0.5}, "the argument mask"),
        ({"except_group": 2**32}, "except_group is 4294967296, must be 0 to 4294967295"),
        ({"max_contacts": 0}, "max_contacts is 0, must be 1 to 2147483647"),
        ({"max_contacts": 1.0}, "max_contacts must be an int"),
        ({"walls": 7}, "the argument walls must be a scene or columns, not int"),
        ({"walls": (0, 0, 1)}, "walls has 3 columns, must have 4 to 9"),
        ({"walls": {"ax": [0], "ay": [0], "bx": [1]}}, "no column 'by'"),
        ({"walls": (0, [0, np.inf], 1, 1)}, r"ay\[1\] is inf"),
        ({"walls": (0, 0, 1, 1, -1)}, "wr is -1.0"),
    ],
)
def test_errors_name_argument_and_value(changed, message):
    arguments = {"walls": FLOOR, "x": 0.0, "y": 5.0, "r": 1.0, "vx": 0.0, "vy": -1.0, "time": 1.0} | changed
    with pytest.raises((TypeError, ValueError), match=message):
        carom.move_balls(**arguments)


def test_errors_of_objects():
    with pytest.raises(ValueError, match=r"Mover\(\): x\[0\] is nan"):
        carom.Mover(FLOOR, [np.nan], 0, 1)
    with pytest.raises(ValueError, match=r"Mover\(\): the balls have the shape \(2, 2\)"):
        carom.Mover(FLOOR, np.zeros((2, 2)), 0, 1)
    with pytest.raises(ValueError, match=r"do not broadcast: x \(2,\), y \(3,\)"):
        carom.Mover(FLOOR, [0, 1], [0, 1, 2], 1)
    with pytest.raises(TypeError, match="the argument r must be a number"):
        carom.Mover(FLOOR, 0, 0, "big")
    mover = carom.Mover(FLOOR, 0, 5, 1)
    with pytest.raises(ValueError, match=r"Mover.step\(\): dt is -1.0"):
        mover.step(-1)
    with pytest.raises(ValueError, match=r"Mover.run\(\): step is 0.0, must be above 0"):
        mover.run(1, step=0)
    with pytest.raises(ValueError, match="too small"):
        mover.run(1e9, step=1e-300)
    with pytest.raises(ValueError, match="masked"):
        carom.Mover(FLOOR, np.ma.masked_array([0.0, 1.0], [True, False]), 0, 1)
    with pytest.raises(ValueError, match=r"depenetrate\(\): cx\[1\] is nan"):
        carom.depenetrate(FLOOR, [0, np.nan], 0, 1)
