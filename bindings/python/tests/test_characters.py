"""A character that walks, jumps, steps, drops and rides: Character. Room: tests."""

import pickle

import carom
import numpy as np
import pytest
from carom import MotionKind
from worlds import overlapped, random_walls

FLOOR = (-50, 0, 50, 0)
GRAVITY = (0.0, -10.0)


def walker(walls, x=0.0, y=1.0, **settings):
    return carom.Character(walls, x, y, 1.0, **({"gravity": GRAVITY} | settings))


def test_falls_lands_walks_and_jumps():
    hero = walker(FLOOR, y=6.0)
    assert not hero.on_ground
    motion = hero.move(0.5)
    assert (hero.y, hero.vy, motion.landed) == (4.75, -5.0, False)
    assert hero.move(1.0).landed
    assert (hero.y, hero.on_ground, hero.ground, hero.ground_normal) == (1.0, True, (0, False), (0.0, 1.0))
    hero.vx = 3.0
    hero.move(0.5)
    assert (hero.x, hero.y, hero.vx) == (1.5, 1.0, 3.0)
    hero.vy = 10.0
    hero.move(0.5)
    assert not hero.on_ground
    assert hero.y == 1 + 5 - 1.25
    assert repr(hero) == "<carom.Character at (3, 4.75), in the air>"


def test_slopes():
    # A slope of 1/2 is walkable up to that limit. The walk advances horizontally.
    for limit, climbs in ((0.5, True), (0.49, False)):
        hero = walker(([-50, 0], [0, 0], [0, 40], [0, 20]), x=-3.0, max_slope=limit)
        hero.move(0.1)
        hero.vx = 4.0
        motion = hero.move(2.0)
        assert (hero.y > 2.0) == climbs
        assert motion.hit_wall != climbs
        assert (hero.x == pytest.approx(5.0)) == climbs
    assert motion.wall == (1, False)
    assert motion.wall.wall == 1


def test_steps_and_snaps():
    # A riser of 0.5, a landing, and down again.
    stairs = ([-50, 0, 0, 3, 3], [0, 0, 0.5, 0.5, 0], [0, 0, 3, 3, 50], [0, 0.5, 0.5, 0, 0])
    hero = walker(stairs, x=-2.0, step_height=0.6, snap_distance=0.6)
    hero.move(0.1)
    seen = set()
    for _ in range(40):
        hero.vx = 4.0
        motion = hero.move(1 / 16)
        assert hero.on_ground
        seen |= {name for name in ("stepped", "snapped", "hit_wall") if motion[name]}
        if 1.5 < hero.x < 2.5:
            assert hero.y == pytest.approx(1.5)
    assert seen == {"stepped", "snapped"}
    assert hero.x > 5
    assert hero.y == pytest.approx(1.0)
    blocked = walker(stairs, x=-2.0, max_slope=0.5)
    blocked.move(0.1)
    blocked.vx = 4.0
    assert blocked.move(0.75).hit_wall
    assert blocked.x < 0


def test_head_and_path():
    hero = walker(([-9, -9], [0, 4], [9, 9], [0, 4]))
    hero.move(0.1)
    hero.vy = 20.0
    motion = hero.move(0.5)
    assert motion.head == (1, False)
    assert motion.path.shape[1] == 2
    assert motion.path[-1].tolist() == [hero.x, hero.y]


def test_falls_through_walls_of_its_own_group():
    floors = {"ax": [-9, -9], "ay": [0, -5], "bx": [9, 9], "by": [0, -5], "group": [3, 4]}
    for own, y in ((0, 1.0), (3, -4.0), (4, 1.0)):
        hero = walker(floors, y=2.0, except_group=own)
        for _ in range(40):
            hero.move(0.1)
        assert (hero.on_ground, hero.y) == (True, y)


def test_drops_through_a_one_sided_floor():
    # One-sided: stops what comes from the left of a->b, which is above.
    hero = walker({"ax": [-9], "ay": [0], "bx": [9], "by": [0], "one_sided": [True]}, y=2.0)
    hero.move(1.0)
    assert hero.on_ground
    hero.move(0.5)
    assert hero.y == 1.0
    hero.move(0.5, drop=True)
    assert hero.y < 1.0


def test_rides_and_is_crushed():
    lift = carom.MovingWalls(-5, 0, 5, 0, avx=2, avy=1, bvx=2, bvy=1)
    hero = walker(None, moving_walls=lift)
    assert hero.move(0.5).landed
    # It lands as it was, so it slides on the wall until it stops walking.
    assert (hero.x, hero.vx) == (0.0, -2.0)
    hero.vx = 0.0
    for _ in range(4):
        hero.move(0.5)
    assert hero.ground == (0, True)
    assert (hero.x, hero.y) == pytest.approx((4.0, 3.5), abs=1e-9)
    assert hero.ground_velocity == pytest.approx((2.0, 1.0))
    assert lift.ay.tolist() == [2.5]
    press = {"ax": [-9], "ay": [4], "bx": [9], "by": [4], "avy": -8, "bvy": -8}
    victim = walker(FLOOR, moving_walls=press)
    motion = victim.move(0.5)
    assert motion.state is MotionKind.CRUSHED
    assert {None if wall is None else tuple(wall) for wall in motion.crushed_by} == {(0, False), (0, True)}


def test_starts_in_a_wall():
    hero = walker(FLOOR, y=0.5)
    motion = hero.move(0.1)
    assert motion.state is MotionKind.FREED
    assert motion.overlapped == (0, False)
    assert not carom.overlaps(hero.x, hero.y, hero.r, *FLOOR)


def test_free_stays_free():
    random = np.random.default_rng(17)
    walls = random_walls(random, 60)
    for _ in range(60):
        x, y = random.uniform(-20, 20, 2)
        if overlapped(walls, np.array([x]), np.array([y]), np.array([0.5])).any():
            continue
        hero = carom.Character(walls, x, y, 0.5, gravity=GRAVITY, step_height=0.3, snap_distance=0.3, max_slope=1.0)
        for _ in range(20):
            hero.vx = random.normal(0, 20)
            if hero.on_ground and random.random() < 0.2:
                hero.vy = 8.0
            hero.move(0.05)
            assert not overlapped(walls, np.array([hero.x]), np.array([hero.y]), np.array([0.5])).any()


def test_pickle():
    hero = walker(FLOOR, y=6.0)
    hero.move(0.5)
    copy = pickle.loads(pickle.dumps(hero))
    hero.move(1.0)
    copy.move(1.0)
    assert (copy.x, copy.y, copy.on_ground, copy.ground) == (hero.x, hero.y, hero.on_ground, hero.ground)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"x": np.nan}, r"Character\(\): x is nan, must be finite"),
        ({"r": 0}, "r is 0.0, must be above 0"),
        ({"r": -1}, "r is -1.0"),
        ({"vx": "fast"}, "the argument vx must be a number"),
        ({"up": (0, 0)}, "up is .* must have a direction"),
        ({"up": 1}, "up must be a pair"),
        ({"gravity": (0, np.nan)}, r"gravity\[1\] is nan"),
        ({"max_slope": -1}, "max_slope is -1.0, must be at least 0"),
        ({"step_height": np.inf}, "step_height is inf"),
        ({"snap_distance": -1}, "snap_distance is -1.0"),
        ({"mask": 2**32}, "mask is 4294967296"),
        ({"except_group": 2**32}, "except_group is 4294967296, must be 0 to 4294967295"),
    ],
)
def test_errors(changed, message):
    with pytest.raises((TypeError, ValueError), match=message):
        carom.Character(**({"walls": FLOOR, "x": 0.0, "y": 1.0, "r": 1.0} | changed))


def test_errors_of_a_move():
    hero = walker(FLOOR)
    with pytest.raises(ValueError, match=r"Character.move\(\): dt is -1.0"):
        hero.move(-1)
    hero.vx = float("nan")
    with pytest.raises(ValueError, match=r"Character.move\(\): vx is nan"):
        hero.move(1.0)
    assert (hero.x, hero.y) == (0.0, 1.0)
