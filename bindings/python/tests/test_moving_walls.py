"""Walls that move: MovingWalls, and what they do to balls. Room: tests."""

import pickle

import carom
import numpy as np
import pytest
from carom import MotionKind
from worlds import read_table, same_bytes, tool, write_table

__all__ = ["tool"]


def now(walls):
    """The columns of moving walls as those of walls at rest."""
    return (walls.ax, walls.ay, walls.bx, walls.by, walls.wr, walls.extent)


def test_lift_carries_a_ball():
    lift = carom.MovingWalls(-5, 0, 5, 0, avx=1, avy=2, bvx=1, bvy=2)
    mover = carom.Mover(None, 0, 1, 1, response="slide", gravity=(0, -10), moving_walls=lift)
    for _ in range(10):
        mover.step(0.125)
    assert lift.ay.tolist() == [2.5]
    # A contact holds a ball some ulp off a wall, and never in it.
    assert mover.y[0] == pytest.approx(3.5, abs=1e-12)
    assert not carom.overlaps(mover.x, mover.y, mover.r, *now(lift)).any()
    assert mover.moving_walls is lift
    assert repr(mover) == "<carom.Mover of 1 balls at time 1.25, 1 moving walls>"


def test_bounce_off_a_moving_wall():
    # Relative to the wall the ball comes with -4 and leaves with 4.
    motion = carom.move_balls(
        None, 0, 4, 1, 0, -3, 1.0, moving_walls={"ax": -9, "ay": 0, "bx": 9, "by": 0, "avy": 1, "bvy": 1}, events=True
    )
    assert motion.vy == 5
    assert motion.events.time.tolist() == [0.75]
    assert motion.events.wall_moves.tolist() == [True]
    assert motion.events.wall_vy.tolist() == [1]
    assert motion.y == pytest.approx(1.75 + 5 * 0.25, abs=1e-12)


def test_crushed_between_walls():
    press = {"ax": -9, "ay": [4], "bx": 9, "by": [4], "avy": -4, "bvy": -4}
    motion = carom.move_balls((-9, 0, 9, 0, 0, "line"), [0, 50], 1, 1, 0, 0, 1.0, moving_walls=press)
    assert motion.state.tolist() == [MotionKind.CRUSHED, MotionKind.MOVED]
    assert sorted(zip(motion.crushed_by[0].tolist(), motion.crushed_by_moves[0].tolist(), strict=True)) == [
        (0, False),
        (0, True),
    ]
    assert motion.crushed_by[1].tolist() == [-1, -1]
    assert motion.crushed_time[0] == pytest.approx(0.5, abs=1e-6)


def test_no_wall_passes_a_ball():
    random = np.random.default_rng(14)
    count = 40
    ax, ay = random.uniform(-20, 20, (2, count))
    turns = carom.MovingWalls(
        ax, ay, ax + random.normal(0, 4, count), ay + random.normal(0, 4, count), random.uniform(0, 0.3, count),
        avx=random.normal(0, 6, count), avy=random.normal(0, 6, count),
        bvx=random.normal(0, 6, count), bvy=random.normal(0, 6, count),
    )  # fmt: skip
    x, y = random.uniform(-20, 20, (2, 200))
    r = random.uniform(0.01, 0.4, 200)
    columns = tuple(column[:, np.newaxis] for column in now(turns))
    free = ~carom.overlaps(x, y, r, *columns).any(axis=0)
    mover = carom.Mover(None, x[free], y[free], r[free], moving_walls=turns, restitution=0.5)
    fine = np.ones(len(mover), bool)
    for _ in range(8):
        motion = mover.step(0.05)
        fine &= (motion.state == MotionKind.MOVED) | ((motion.state == MotionKind.CRUSHED) & motion.crushed_is_free)
        columns = tuple(column[:, np.newaxis] for column in now(turns))
        assert not carom.overlaps(mover.x[fine], mover.y[fine], mover.r[fine], *columns).any()
    assert fine.sum() > 100


def test_run_equals_the_tool(tool, tmp_path):
    random = np.random.default_rng(15)
    x, y = random.uniform(-9, 9, (2, 60))
    vx, vy = random.normal(0, 5, (2, 60))
    ends = random.uniform(-9, 9, (4, 80))
    speeds = random.normal(0, 2, (4, 80))
    still = random.uniform(-9, 9, (4, 20))
    write_table(tmp_path / "balls.csv", cx=x, cy=y, r=np.full(60, 0.25), vx=vx, vy=vy)
    names = ("ax", "ay", "bx", "by", "avx", "avy", "bvx", "bvy")
    both = np.concatenate([np.concatenate([ends, speeds]), np.concatenate([still, np.zeros((4, 20))])], axis=1)
    write_table(tmp_path / "walls.csv", **dict(zip(names, both, strict=True)))
    table = read_table(
        tool("run", tmp_path / "balls.csv", tmp_path / "walls.csv", "--time", 0.5, "--response", "slide")
    )
    mover = carom.Mover(
        tuple(still), x, y, 0.25, vx, vy, response="slide", moving_walls=dict(zip(names, [*ends, *speeds], strict=True))
    )
    motion = mover.run(0.5)
    for name in ("x", "y", "vx", "vy"):
        assert [float(n).hex() for n in table[name]] == [n.hex() for n in getattr(motion, name)]
    assert [int(number) for number in table["contacts"]] == motion.contacts.tolist()
    assert [word.upper() for word in table["state"]] == [MotionKind(code).name for code in motion.state]
    assert (motion.state == MotionKind.CRUSHED).any()


def test_advance_is_that_of_the_library():
    random = np.random.default_rng(16)
    columns = random.normal(0, 10, (8, 50))
    walls = carom.MovingWalls(*columns[:4], **dict(zip(("avx", "avy", "bvx", "bvy"), columns[4:], strict=True)))
    walls.advance(0.3)
    expected = carom.moving_wall_at(*columns[:4], *(columns[4:] * 0.3), t=1.0)
    assert [walls.ax.tolist(), walls.ay.tolist(), walls.bx.tolist(), walls.by.tolist()] == [
        column.tolist() for column in expected
    ]


def test_columns_by_name():
    columns = {"ax": [0.0, 1.0], "ay": 0, "bx": 2, "by": 0, "avy": 1, "bvy": 1}
    rows = np.array([(0, 0, 2, 0, 1, 1), (1, 0, 2, 0, 1, 1)], [(name, float) for name in columns])
    one = carom.Mover(None, 0, 5, 1, moving_walls=columns).moving_walls
    assert one == carom.Mover(None, 0, 5, 1, moving_walls=rows).moving_walls == carom.MovingWalls(**columns)
    assert one != carom.MovingWalls(0, 0, 1, 1)
    assert one != 1
    same_bytes(pickle.loads(pickle.dumps(one)).columns(), one.columns())
    assert repr(one) == "<carom.MovingWalls of 2 walls>"
    assert len(one) == 2


def test_one_sided_and_category():
    gate = {"ax": -9, "ay": 0, "bx": 9, "by": 0, "avy": 0.5, "bvy": 0.5, "one_sided": True, "category": 4}
    motion = carom.move_balls(None, 0, [5, -5, 5], 1, 0, [-8, 8, -8], 1.0, moving_walls=gate, mask=[4, 4, 3])
    assert motion.contacts.tolist() == [1, 0, 0]
    assert motion.y[1:].tolist() == [3, -3]


def test_group():
    gate = carom.MovingWalls(-9, 0, 9, 0, avy=0.5, bvy=0.5, group=7)
    motion = carom.move_balls(None, 0, 5, 1, 0, -8, 1.0, moving_walls=gate, except_group=[0, 6, 7])
    assert motion.contacts.tolist() == [1, 1, 0]
    assert pickle.loads(pickle.dumps(gate)) == gate
    assert gate != carom.MovingWalls(-9, 0, 9, 0, avy=0.5, bvy=0.5)
    with pytest.raises(ValueError, match=r"moving_walls.group is -1, must be 0 to 4294967295"):
        carom.MovingWalls(0, 0, 1, 1, group=-1)


@pytest.mark.parametrize(
    ("columns", "message"),
    [
        ({"ax": 0, "ay": 0, "bx": 1}, "moving_walls has no column 'by'"),
        ({"ax": 0, "ay": 0, "bx": 1, "by": 1, "avz": 1}, "moving_walls has a column 'avz', may have ax, ay"),
        ({"ax": 0, "ay": [0, np.nan], "bx": 1, "by": 1}, r"moving_walls.ay\[1\] is nan, must be finite"),
        ({"ax": 0, "ay": 0, "bx": 1, "by": 1, "avx": np.inf}, "moving_walls.avx is inf"),
        ({"ax": 0, "ay": 0, "bx": 1, "by": 1, "wr": -1}, "moving_walls.wr is -1.0"),
        ({"ax": [0, 1], "ay": [0, 1, 2], "bx": 1, "by": 1}, r"moving_walls.ax \(2,\), moving_walls.ay \(3,\)"),
        ({"ax": 0, "ay": 0, "bx": 1, "by": 1, "avx": 1, "extent": "ray"}, "moving wall 0 is a ray or a line"),
        ({"ax": 0, "ay": 0, "bx": 1, "by": 1, "extent": "arc"}, "extent is 'arc'"),
        ({"ax": 1e308, "ay": 0, "bx": 1, "by": 1, "avx": 1e308, "bvx": 1e308}, "leaves the range of float64"),
        (7, "int"),
    ],
)
def test_errors(columns, message):
    with pytest.raises((TypeError, ValueError), match=message):
        carom.move_balls(None, 0, 5, 1, 0, 0, 2.0, moving_walls=columns)


def test_changed_columns_are_checked():
    walls = carom.MovingWalls([0, 1], 0, 2, 0)
    mover = carom.Mover(None, 0, 5, 1, moving_walls=walls)
    walls.avy[1] = np.nan
    with pytest.raises(ValueError, match=r"Mover.step\(\): moving_walls.avy\[1\] is nan"):
        mover.step(1.0)
