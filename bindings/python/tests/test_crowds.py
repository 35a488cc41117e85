"""Balls that collide with walls and with each other: Crowd. Layer: tests."""

import pickle

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
    return int((carom.relate_circle(x[i], y[i], r[i], x[j], y[j], r[j]) > Relation.TOUCHING).sum())


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
    # At high speed a frame has hundreds of impacts a ball, and the time grows with the square of their number.
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
    assert impacts > count


@pytest.mark.parametrize("restitution", [0.0, 0.5, 1.0])
def test_impact_by_its_formula(restitution):
    # Masses 1 and 3: v' of the heavier is (m1 v1 + m2 v2 + m1 e (v1 - v2)) / (m1 + m2).
    crowd = carom.Crowd(None, [0, 4], 0, 1, [4, 0], 0, ball_restitution=restitution, inverse_mass=[1, 1 / 3])
    motion = crowd.step(1.0, events=True)
    heavy = (4 + restitution * 4) / 4
    assert crowd.vx == pytest.approx([heavy - 4 * restitution, heavy], rel=1e-14, abs=1e-14)
    e = motion.ball_events
    assert (e.first.tolist(), e.second.tolist(), e.time.tolist()) == ([0], [1], [0.5])
    assert (e.first_x[0], e.second_x[0], e.nx[0], e.ny[0]) == (2, 4, -1, 0)
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


def test_responses_of_their_own_at_walls():
    # The balls are far apart, so each moves as it does by itself.
    response = ["stop", "slide", "bounce"]
    crowd = carom.Crowd((-9, 0, 99, 0), [0, 30, 60], 5, 1, 6, -8, response=response, friction=0.25)
    motion = crowd.step(1.0, events=True).balls
    alone = carom.move_balls((-9, 0, 99, 0), [0, 30, 60], 5, 1, 6, -8, 1.0, response=response, friction=0.25)
    for name in ("x", "y", "vx", "vy", "contacts"):
        assert getattr(motion, name).tolist() == getattr(alone, name).tolist()
    assert motion.events.ball.tolist() == [0, 1, 2]


def test_steps_repeat_and_pickle():
    walls, *balls = dense_crowd(150)
    one, two = (carom.Crowd(walls, *balls, inverse_mass=1 / balls[2] ** 2, ball_friction=0.1) for _ in range(2))
    for _ in range(5):
        same_bytes(one.step(0.05, events=True), two.step(0.05, events=True))
    copy = pickle.loads(pickle.dumps(one))
    same_bytes(one.step(0.05), copy.step(0.05))
    assert repr(copy) == "<carom.Crowd of 150 balls at time 0.3>"


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
        ({"inverse_mass": [1, 1, 1], "x": [0, 1]}, "do not broadcast"),
        ({"ball_restitution": 1.5}, "ball_restitution is 1.5, must be 0 to 1"),
        ({"ball_friction": -1}, "ball_friction is -1.0, must be at least 0"),
        ({"restitution": 2}, "restitution of ball 0 is 2.0"),
        ({"mask": [1, 2]}, "mask must be an int"),
        ({"mask": -1}, "mask is -1"),
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
