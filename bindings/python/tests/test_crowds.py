"""Balls that collide with walls and with each other: Crowd. Room: tests."""

import threading

import carom
import numpy as np
import pytest
from carom import MotionKind, Relation
from conftest import case_count
from worlds import free_balls, overlapped, random_walls, read_table, room, same_bytes, tool, write_table

__all__ = ["tool"]


def overlapping_pairs(x, y, r):
    """The number of pairs of balls that overlap. Exact, by each pair."""
    i, j = np.triu_indices(len(x), 1)
    return int((carom.relate(x[i], y[i], r[i], *carom.post(x[j], y[j], r[j])) > Relation.TOUCHING).sum())


def dense_crowd(count, seed=3):
    """Balls on a jittered grid that do not overlap, in a room that they fill, with velocities."""
    random = np.random.default_rng(seed)
    side = int(np.ceil(np.sqrt(count)))
    grid = np.array([(i % side, i // side) for i in range(count)], dtype=float).T + 0.5
    r = random.uniform(0.1, 0.45, count)
    x, y = grid + random.uniform(-0.04, 0.04, (2, count))
    vx, vy = random.normal(0, 5, (2, count))
    walls = room(side / 2)
    return tuple(column + side / 2 if i < 4 else column for i, column in enumerate(walls)), x, y, r, vx, vy


@pytest.mark.parametrize("speed", [1.0, 1e6])
@pytest.mark.parametrize("gravity", [(0, 0), (0, -50)])
def test_no_overlaps_and_no_escapes(speed, gravity):
    count = case_count(300 if speed == 1.0 else 120)
    walls, x, y, r, vx, vy = dense_crowd(count)
    side = np.ceil(np.sqrt(count))
    assert overlapping_pairs(x, y, r) == 0
    crowd = carom.Crowd(walls, x, y, r, vx * speed, vy * speed, ball_restitution=0.75, gravity=gravity)
    impacts = 0
    for _ in range(8):
        motion = crowd.step(0.05)
        impacts += motion.ball_impacts
        assert overlapping_pairs(crowd.x, crowd.y, crowd.r) == 0
        assert not overlapped(walls, crowd.x, crowd.y, crowd.r).any()
        assert ((crowd.x > 0) & (crowd.x < side) & (crowd.y > 0) & (crowd.y < side)).all()
        assert (motion.balls.state == MotionKind.MOVED).all()
    # At high speed most frames are storms of impacts, in which balls do not bounce off each other.
    assert impacts > count or speed > 1.0


# ---- impacts ----


@pytest.mark.parametrize("restitution", [0.0, 0.5, 1.0])
def test_impact_by_its_formula(restitution):
    # Masses 1 and 3: v' of the heavier is (m1 v1 + m2 v2 + m1 e (v1 - v2)) / (m1 + m2).
    crowd = carom.Crowd(None, [0, 4], 0, 1, [4, 0], 0, ball_restitution=restitution, inverse_mass=[1, 1 / 3])
    motion = crowd.step(1.0, events=True)
    heavy = (4 + restitution * 4) / 4
    # Without restitution they part by at most 2^-36 of the largest coordinate in the frame.
    assert crowd.vx == pytest.approx([heavy - 4 * restitution, heavy], rel=1e-14, abs=6 * 2.0**-36)
    assert crowd.vx[0] + 3 * crowd.vx[1] == pytest.approx(4, rel=1e-14)
    e = motion.ball_events
    assert (e.first.tolist(), e.second.tolist()) == ([0], [1])
    assert e.time[0] == pytest.approx(0.5, abs=0.0 if restitution else 1e-10)
    assert e.first_x[0] == pytest.approx(2, abs=0.0 if restitution else 1e-9)
    assert (e.second_x[0], e.nx[0], e.ny[0]) == (4, -1, 0)
    assert (e.first_vx[0], e.second_vx[0]) == (4, 0)
    assert [e.after_first_vx[0], e.after_second_vx[0]] == crowd.vx.tolist()
    assert motion.balls.contacts.tolist() == [1, 1]


def test_immovable_ball():
    crowd = carom.Crowd(None, [0, 4], 0, 1, [4, 0], 0, inverse_mass=[1, 0])
    crowd.step(1.0)
    assert crowd.vx.tolist() == [-4, 0]
    assert crowd.x.tolist() == [0, 4]
    assert crowd.inverse_mass.tolist() == [1, 0]
    assert carom.Crowd(None, 0, 0, 1).inverse_mass is None


def test_both_balls_move_until_they_meet():
    # Was said to happen at .510717, where the second ball was at the start of the frame.
    crowd = carom.Crowd(None, [0, 2.3], [7, 8.2], 1, [1, 0.1], [0.6, 0.2])
    time = crowd.step(1.0, events=True).ball_events.time
    assert time.tolist() == [carom.sweep_moving_circle(0, 7, 1, 1, 0.6, 2.3, 8.2, 1, 0.1, 0.2).t]
    assert time[0] == pytest.approx(0.604884, abs=1e-6)


def test_far_from_the_origin():
    crowd = carom.Crowd(None, [13184, 13187], 640, 1, [2, 0], [0, -1])
    time = crowd.step(1.0, events=True).ball_events.time
    assert time.tolist() == [carom.sweep_moving_circle(0, 0, 1, 2, 0, 3, 0, 1, 0, -1).t]


def test_cradle():
    # The last ball takes all of the speed, to the bit.
    crowd = carom.Crowd(None, [-10, 0, 2, 4, 6, 8], 0, 1, [10, 0, 0, 0, 0, 0], 0)
    motion = crowd.step(2.0, events=True)
    assert crowd.x == pytest.approx([-2, 0, 2, 4, 6, 20], rel=1e-15, abs=1e-15)
    assert crowd.vx.tolist() == [0, 0, 0, 0, 0, 10]
    assert motion.lost == 0.0
    e = motion.ball_events
    assert e.first.tolist() == [0, 1, 2, 3, 4]
    assert e.time == pytest.approx([0.8] * 5, rel=1e-15)


def test_momentum_and_energy_of_a_gas():
    _, x, y, r, vx, vy = dense_crowd(200)
    mass = r * r
    crowd = carom.Crowd(None, x, y, r, vx, vy, inverse_mass=1 / mass)

    def sums():
        return np.array([mass @ crowd.vx, mass @ crowd.vy, mass @ (crowd.vx**2 + crowd.vy**2)])

    before = sums()
    motion = crowd.run(0.5, step=0.05, events=True)
    assert motion.ball_impacts > 100
    assert sums() == pytest.approx(before, rel=1e-11, abs=1e-11)
    times = motion.ball_events.time
    assert (np.diff(times) >= 0).all()
    assert (motion.ball_events.first < motion.ball_events.second).all()


def test_impacts_at_walls_come_in_order_of_time():
    walls, *balls = dense_crowd(100)
    motion = carom.Crowd(walls, *balls).step(0.2, events=True)
    assert len(motion.balls.events.time) > 10
    assert (np.diff(motion.balls.events.time) >= 0).all()
    assert (np.diff(motion.balls.events.ball) < 0).any()


# ---- settings of each ball ----


def test_accelerations():
    # 1/2 a t^2, and the velocity a t. One acceleration for all is as gravity, to the bit.
    crowd = carom.Crowd(None, [0, 10, 20], 0, 1, acceleration=[[0, 0], [2, 0], [0, -8]])
    crowd.step(0.5)
    assert crowd.x.tolist() == [0, 10.25, 20]
    assert crowd.y.tolist() == [0, 0, -1]
    assert list(zip(crowd.vx.tolist(), crowd.vy.tolist(), strict=True)) == [(0, 0), (1, 0), (0, -4)]
    crowd.acceleration[0] = 4, 0
    crowd.step(0.5)
    assert crowd.x[0] == 0.5
    walls, *balls = dense_crowd(60)
    one, two = carom.Crowd(walls, *balls, acceleration=(1, -9)), carom.Crowd(walls, *balls, gravity=(1, -9))
    for _ in range(5):
        same_bytes(one.step(0.05), two.step(0.05))
    assert one.acceleration == (1.0, -9.0)


def test_responses_of_their_own_at_walls():
    # The balls are far apart, so each moves as it does by itself.
    response = ["stop", "slide", "bounce"]
    crowd = carom.Crowd((-9, 0, 99, 0), [0, 30, 60], 5, 1, 6, -8, response=response, friction=0.25)
    motion = crowd.step(1.0, events=True).balls
    alone = carom.move_balls((-9, 0, 99, 0), [0, 30, 60], 5, 1, 6, -8, 1.0, response=response, friction=0.25)
    for name in ("x", "y", "vx", "vy", "contacts"):
        assert getattr(motion, name).tolist() == getattr(alone, name).tolist()
    assert motion.events.ball.tolist() == [0, 1, 2]
    assert crowd.response.tolist() == [0, 1, 2]
    assert (crowd.friction, crowd.restitution) == (0.25, 1.0)
    assert carom.Crowd(None, 0, 0, 1).response is carom.ResponseKind.BOUNCE


def test_walls_of_each_ball():
    walls = {"ax": -9, "ay": [0, -5], "bx": 99, "by": [0, -5], "category": [1, 2]}
    crowd = carom.Crowd(walls, [0, 30, 60], 5, 1, 0, -8, mask=[1, 2, 3], response="stop")
    crowd.step(1.0)
    assert crowd.y.tolist() == [1, -3, 1]
    walls = {"ax": -9, "ay": [0, -5], "bx": 99, "by": [0, -5], "group": [1, 2]}
    for group, y in (([2, 1, 3], [1, -3, 1]), (1, [-3, -3, -3]), (None, [1, 1, 1])):
        crowd = carom.Crowd(walls, [0, 30, 60], 5, 1, 0, -8, except_group=group, response="stop")
        crowd.step(1.0)
        assert crowd.y.tolist() == y
    door = {"ax": 3, "ay": -9, "bx": 3, "by": 9, "category": 4}
    crowd = carom.Crowd(None, 0, [0, 5], 1, 8, 0, mask=[4, 3], moving_walls=door)
    crowd.step(1.0)
    assert crowd.x.tolist() == [-4, 8]


def test_categories_of_balls():
    # Each needs a category that the other's mask holds.
    for category, mask, meets in (
        ([1, 2], [2, 1], True),
        ([1, 2], [2, 2], False),
        ([1, 2], [3, 0], False),
        ([0, 1], 1, False),
        (1, [1, 1], True),
    ):
        crowd = carom.Crowd(None, [0, 4], 0, 1, [4, 0], 0, ball_category=category, ball_mask=mask)
        assert crowd.step(1.0).ball_impacts == meets
        assert crowd.x.tolist() == ([2, 6] if meets else [4, 4])


def test_settings_can_be_changed():
    crowd = carom.Crowd(None, [0, 4], 0, 1, [4, 0], 0, ball_mask=0)
    assert crowd.ball_mask == 0
    crowd.ball_mask = None
    crowd.inverse_mass = [1, 0]
    crowd.step(1.0)
    assert crowd.vx.tolist() == [-4, 0]
    crowd.inverse_mass[1] = 1
    crowd.vx = [4, 0]
    crowd.step(1.0)
    assert crowd.vx.tolist() == [0, 4]
    with pytest.raises(ValueError, match=r"Crowd\(\): there are 2 balls, but 3 items in restitution"):
        crowd.restitution = [1, 1, 1]
    crowd.restitution = 2
    with pytest.raises(ValueError, match=r"Crowd.step\(\): restitution of ball 0 is 2.0, must be 0 to 1"):
        crowd.step(1.0)


def test_passes_of_the_solver():
    # Few passes leave the pressed balls elsewhere; nothing overlaps.
    walls = room(8.0)
    x, y = np.array([(i % 12 * 1.3 - 7.15, i // 12 * 1.3 - 7.15) for i in range(144)]).T
    pull = -30 * np.stack([np.sign(x), np.sign(y)], axis=1)
    depths = []
    for passes in (2, None):
        crowd = carom.Crowd(
            walls, x, y, 0.6, response="slide", ball_restitution=0, gravity=(0, -20), acceleration=pull,
            max_passes=passes,
        )  # fmt: skip
        for _ in range(40):
            crowd.step(1 / 60)
            assert overlapping_pairs(crowd.x, crowd.y, crowd.r) == 0
            assert not overlapped(walls, crowd.x, crowd.y, crowd.r).any()
        depths.append(crowd.y.mean())
    assert depths[0] != depths[1]


# ---- responses by functions ----


def test_respond_chooses_at_walls():
    walls = ([-99, -99], [2, 0], [99, 99], [2, 0])
    seen = []

    def respond(contact):
        seen.append(contact)
        return "pass" if contact.wall == 0 else ("bounce", 0.5) if contact.ball == 1 else "bounce"

    crowd = carom.Crowd(walls, [0, 30], 5, 1, 0, -8, restitution=[1, 0], respond=respond)
    crowd.step(1.0)
    assert {(contact.ball, contact.wall) for contact in seen} == {(0, 0), (0, 1), (1, 0), (1, 1)}
    assert {type(contact.time) for contact in seen} == {float}
    # Restitution 1 of its own, and .5 as the function says.
    assert crowd.vy.tolist() == [8, 4]
    crowd.respond = None
    assert crowd.step(0.0).balls.contacts.tolist() == [0, 0]


def test_respond_chooses_between_balls():
    answers = {"pass": ([4, 4], [4, 0]), ("bounce", 0.5): ([2.5, 5.5], [1, 3]), "stop": ([3, 5], [2, 2])}
    for answer, (x, vx) in answers.items():
        seen = []

        def respond(impact, seen=seen, answer=answer):
            seen.append(impact)
            return answer

        crowd = carom.Crowd(None, [0, 4], 0, 1, [4, 0], 0, respond_balls=respond)
        assert crowd.step(1.0, events=True).ball_impacts == 1
        assert (crowd.x, crowd.vx) == (pytest.approx(x, abs=1e-9), pytest.approx(vx, abs=1e-9))
        impact = seen[-1]
        assert isinstance(impact, carom.BallImpacts)
        assert (impact.first, impact.second, impact.first_vx, impact.second_vx) == (0, 1, 4, 0)


def test_functions_that_raise_leave_the_crowd():
    walls, *balls = dense_crowd(40)
    crowd = carom.Crowd(walls, *balls, gravity=(0, -9))
    crowd.step(0.05)
    before, arrays = crowd.save(), (crowd.x, crowd.vy)
    calls = []

    def fail(contact):
        calls.append(contact)
        if len(calls) > 3:
            raise KeyError("no")
        return "bounce"

    for name in ("respond", "respond_balls"):
        calls.clear()
        setattr(crowd, name, fail)
        with pytest.raises(KeyError, match="no"):
            crowd.step(0.5, events=True)
        assert len(calls) == 4
        setattr(crowd, name, lambda contact: "bonce")
        with pytest.raises(ValueError, match=rf"Crowd.step\(\): {name} returned 'bonce', must return 'stop'"):
            crowd.step(0.5)
        setattr(crowd, name, None)
        assert crowd.save() == before
        assert crowd.x is arrays[0]
        assert crowd.vy is arrays[1]
    with pytest.raises(TypeError, match=r"Crowd\(\): respond must be callable, not str"):
        crowd.respond = "bounce"


def test_functions_cannot_step_the_crowd():
    crowd = carom.Crowd((-9, 0, 9, 0), 0, 3, 1, 0, -8)
    for call in (lambda: crowd.step(1.0), lambda: crowd.remove(0), crowd.save, crowd.wake, lambda: crowd.asleep):
        crowd.respond = lambda contact, call=call: call()
        with pytest.raises(RuntimeError, match=r"called by a function that a step of this crowd has called"):
            crowd.step(1.0)
    crowd.respond = lambda contact: carom.Crowd(None, 0, 0, 1).step(1.0) and "stop"
    crowd.step(1.0)
    assert crowd.y.tolist() == [1.0]


# ---- outcome ----


def test_touches_begin_persist_and_end():
    # Mass 2 at 4 and mass 1 at rest: the impulse is 2 m1 m2 / (m1 + m2) times the approach.
    crowd = carom.Crowd(None, [0, 4], 0, 1, [4, 0], 0, inverse_mass=[0.5, 1])
    t = crowd.step(1.0, events=True).touches
    assert carom.TouchPhase(t.phase[0]) is carom.TouchPhase.BEGINS
    assert (t.ball[0], t.other[0], t.wall[0], t.time[0], t.nx[0], t.ny[0]) == (0, 1, -1, 1.0, -1, 0)
    assert t.impulse.tolist() == pytest.approx([16 / 3], rel=1e-14)
    t = crowd.step(1.0, events=True).touches
    assert (t.phase.tolist(), t.impulse.tolist()) == ([carom.TouchPhase.ENDS], [0])
    # Two balls side by side on the floor, and one far from them: each touch with it bears m g dt.
    crowd = carom.Crowd((-9, 0, 99, 0), [0, 2, 50], 1, 1, gravity=(0, -10), restitution=0, inverse_mass=[0.5, 0.25, 1])
    for phase in (carom.TouchPhase.BEGINS, carom.TouchPhase.PERSISTS):
        t = crowd.step(0.125, events=True).touches
        floor = t.wall == 0
        assert t.ball[floor].tolist() == [0, 1, 2]
        assert (t.phase[floor] == phase).all()
        assert (t.other[floor] == -1).all()
        assert t.impulse[floor] == pytest.approx([2.5, 5.0, 1.25], rel=1e-6)
        assert (t.ny[floor] == 1).all()
    assert crowd.step(0.125).touches is None


def test_what_held_a_ball():
    # Between two lines there is no place; the other ball moves.
    crowd = carom.Crowd(([0, 0], [0, 1], [1, 1], [0, 1], 0, "line"), 0.5, [0.5, 9], [1, 1], 1, 0)
    motion = crowd.step(0.5)
    assert motion.balls.state.tolist() == [MotionKind.STUCK, MotionKind.MOVED]
    assert motion.balls.hold.tolist() == [carom.Hold.STUCK, carom.Hold.NONE]
    assert motion.balls.lost.tolist() == [0.5, 0]
    assert (motion.lost, motion.held, motion.asleep) == (0.5, 0, 0)
    # A press whose walls meet: the gap of 4 is 2 after a second.
    press = {"ax": -9, "ay": [4], "bx": 9, "by": [4], "avy": -2, "bvy": -2}
    crowd = carom.Crowd((-9, 0, 9, 0), 0, 1, 1, moving_walls=press)
    balls = crowd.step(2.0).balls
    assert balls.hold.tolist() == [carom.Hold.CRUSHED]
    assert balls.crushed_time == pytest.approx([1.0], abs=1e-6)
    assert sorted(balls.crushed_by_moves[0].tolist()) == [False, True]
    assert carom.to_pandas(balls)["hold"].tolist() == ["crushed"]


def test_a_single_motion_says_what_held_it():
    moved = carom.move_balls((-9, 0, 9, 0), 0, 5, 1, 0, -8, 1.0)
    assert moved.hold is carom.Hold.NONE
    held = carom.move_balls(([-9, -1], [0, -9], [9, -1], [0, 9]), 0.5, 5, 1, -8, -8, 1.0, max_contacts=1)
    assert (held.hold, held.state) == (carom.Hold.HELD, MotionKind.MOVED)
    assert held.lost > 0


def test_sums_of_a_run():
    crowd = carom.Crowd(None, [0, 4], 0, 1, [4, 0], 0)
    motion = crowd.run(1.0, step=0.25, events=True)
    assert motion.ball_impacts == 1
    assert motion.ball_events.time.tolist() == [0.5]
    touches = motion.touches
    assert list(zip(touches.phase.tolist(), touches.time.tolist(), strict=True)) in (
        [(0, 0.5), (2, 0.75)],
        [(0, 0.75), (2, 1.0)],
    )
    assert (motion.held, motion.asleep, motion.lost) == (0, 0, 0.0)
    assert motion.balls.hold.tolist() == [0, 0]
    again = carom.Crowd(None, [0, 4], 0, 1, [4, 0], 0).run(1.0, step=0.25)
    assert (again.ball_events, again.touches) == (None, None)
    assert again.balls.x.tolist() == motion.balls.x.tolist()


@pytest.mark.parametrize("events", [False, True])
def test_threads_do_not_change_the_answer(threads, events):
    # Many islands, and more balls than the least number that threads share.
    walls, x, y, r, vx, vy = dense_crowd(1600)
    answers = []
    for number in (1, 2, 5):
        threads(number)
        crowd = carom.Crowd(walls, x, y, r / 2, vx, vy, gravity=(0, -9), ball_restitution=0.5)
        answers.append((*(crowd.step(0.01, events=events) for _ in range(4)), crowd.save()))
    same_bytes(answers[0], answers[1])
    same_bytes(answers[0], answers[2])


def test_a_crowd_used_by_two_threads():
    walls, *balls = dense_crowd(60)
    alone, shared = carom.Crowd(walls, *balls), carom.Crowd(walls, *balls)
    workers = [threading.Thread(target=lambda: [shared.step(0.01) for _ in range(10)]) for _ in range(4)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for _ in range(40):
        alone.step(0.01)
    assert shared.save() == alone.save()


# ---- the tool ----


def test_run_equals_the_tool(tool, tmp_path):
    random = np.random.default_rng(4)
    walls = random_walls(random, 30)
    x, y, r, vx, vy = free_balls(random, walls, 200, speed=8.0)
    words = np.array(["segment", "ray", "line"])[walls[5]]
    write_table(tmp_path / "balls.csv", cx=x, cy=y, r=r, vx=vx, vy=vy)
    write_table(tmp_path / "walls.csv", **dict(zip(("ax", "ay", "bx", "by", "wr"), walls, strict=False)))
    head, *rows = (tmp_path / "walls.csv").read_text().splitlines()
    rows = [f"{row},{word}" for row, word in zip(rows, words, strict=True)]
    (tmp_path / "walls.csv").write_text("\n".join([f"{head},extent", *rows]) + "\n")
    arguments = ["--time", 0.7, "--gravity=0,-9.81", "--restitution", 0.5, "--friction", 0.25, "--balls-collide"]
    table = read_table(tool("run", tmp_path / "balls.csv", tmp_path / "walls.csv", *arguments))
    crowd = carom.Crowd(
        walls, x, y, r, vx, vy, gravity=(0, -9.81), restitution=0.5, friction=0.25,
        ball_restitution=0.5, ball_friction=0.25, inverse_mass=(r.max() / r) * (r.max() / r),
    )  # fmt: skip
    motion = crowd.run(0.7, events=True)
    for name in ("x", "y", "vx", "vy"):
        assert [float(n).hex() for n in table[name]] == [n.hex() for n in getattr(motion.balls, name)]
    assert [int(number) for number in table["contacts"]] == motion.balls.contacts.tolist()
    assert [word.upper() for word in table["state"]] == [MotionKind(code).name for code in motion.balls.state]
    assert motion.ball_impacts == len(motion.ball_events.time) > 50


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"x": [0, np.nan]}, r"Crowd\(\): x\[1\] is nan"),
        ({"r": -1}, r"Crowd\(\): r\[0\] is -1.0"),
        ({"inverse_mass": [1, -1]}, r"inverse_mass\[1\] is -1.0"),
        ({"inverse_mass": [1, 1, 1], "x": [0, 1]}, "there are 2 balls, but 3 items in inverse_mass: must be one"),
        ({"inverse_mass": np.ones((2, 2))}, r"inverse_mass has the shape \(2, 2\), must have \(\) or \(n,\)"),
        ({"inverse_mass": "x"}, "the argument inverse_mass must be a number"),
        ({"acceleration": 9.81}, r"acceleration has the shape \(\), must have \(2,\) or \(n, 2\)"),
        ({"acceleration": [[0, 0], [0, np.nan]]}, r"acceleration\[1, 1\] is nan, must be finite"),
        ({"acceleration": [[0, 0]] * 3}, "there are 2 balls, but 3 items in acceleration"),
        ({"acceleration": (0, 1e308), "gravity": (0, 1e308)}, r"gravity and acceleration\[0\] together are beyond"),
        ({"ball_category": [1, -1]}, r"ball_category\[1\] is -1, must be 0 to 4294967295"),
        ({"ball_mask": 2**40}, "ball_mask is 1099511627776, must be 0 to 4294967295"),
        ({"ball_mask": 10**30}, "ball_mask is 1000000000000000000000000000000, must be 0 to 4294967295"),
        ({"ball_mask": 0.5}, "the argument ball_mask must be an int or an array of ints, not float"),
        ({"ball_mask": [1.5, 2]}, "the argument ball_mask must be an int or an array of ints, not float64"),
        ({"ball_mask": [[1], [1, 2]]}, "the argument ball_mask must be an int or an array of ints, not list"),
        ({"max_passes": 0}, "max_passes is 0, must be 1 to 2147483647"),
        ({"max_passes": 1.5}, "max_passes must be an int"),
        ({"response": "pass"}, "response of ball 0 is 'pass'"),
        ({"ball_restitution": 1.5}, "ball_restitution is 1.5, must be 0 to 1"),
        ({"ball_friction": -1}, "ball_friction is -1.0, must be at least 0"),
        ({"restitution": 2}, "restitution of ball 0 is 2.0"),
        ({"mask": [1, 2, 3]}, "there are 2 balls, but 3 items in mask"),
        ({"mask": -1}, "mask is -1"),
        ({"except_group": [1, 2**32]}, r"except_group\[1\] is 4294967296, must be 0 to 4294967295"),
        ({"gravity": (1, 2, 3)}, "gravity must be a pair"),
    ],
)
def test_errors(changed, message):
    with pytest.raises((TypeError, ValueError), match=message):
        carom.Crowd(**({"walls": None, "x": [0.0, 5.0], "y": 0.0, "r": 1.0} | changed))


def test_errors_of_a_step_leave_the_crowd():
    crowd = carom.Crowd(None, [0, 4], 0, 1, [4, 0], 0)
    crowd.vy[1] = np.inf
    with pytest.raises(ValueError, match=r"Crowd.step\(\): vy\[1\] is inf"):
        crowd.step(1.0)
    assert crowd.x.tolist() == [0, 4]
