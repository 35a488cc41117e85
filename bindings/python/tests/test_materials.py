"""Materials, sensors and doors: `Mover`, `Crowd`, `move_balls` and `move_ball`. Room: tests.

Oracles: the laws of restitution and of friction in closed form, and a function of Python that answers what the
materials say, contact by contact, with the same bits.
"""

import copy
import pickle

import carom
import numpy as np
import pytest
from carom import MotionKind
from worlds import free_balls, random_walls, read_table, same_bytes, tool, write_table

__all__ = ["tool"]

LOSSES = {1: (0.5, 0.0), 2: (0.25, 0.0), 7: (0.0, 3.0)}


def test_speeds_after_bounces_are_products():
    # A floor of one material and a ceiling of another; the third bounce has both and the floor again.
    hall = carom.Scene([-9, -9], [0, 10], [9, 9], [0, 10], group=[1, 2])
    balls = {"x": [0.0, 5.0], "y": 5.0, "r": 1.0, "vx": 0.0, "vy": [-8.0, 8.0]}
    for make in (carom.Mover, carom.Crowd):
        moving = make(hall, **balls, materials=LOSSES)
        seen = [moving.vy.tolist()]
        for dt in (1.0, 2.0, 8.0):
            moving.step(dt)
            seen.append(moving.vy.tolist())
        # Down 4 in 0.5, up 8 by 4 in 2, down 8 by 1 in 8; the other one up 4, down 8 by 2 in 4, up 8 by 1.
        assert seen[1] == [4.0, -2.0]
        assert seen[2] == [-1.0, -2.0]
        assert seen[3] == [0.5, 1.0]


def test_heights_after_bounces():
    # From the height h a ball comes back to e^2 h; each of three balls falls on a floor of its own.
    floors = carom.Scene([0, 10, 20], 0, [9, 19, 29], 0, group=[0, 1, 2])
    falling = carom.Mover(floors, [5, 15, 25], 9.0, 1.0, gravity=(0, -2), materials=LOSSES, restitution=0.75)
    highest = np.zeros(3)
    for _ in range(4096):
        before = falling.vy.copy()
        falling.step(1 / 512)
        # The top: the velocity changes its sign from up to down.
        top = (before > 0) & (falling.vy <= 0) & (highest == 0)
        highest[top] = falling.y[top] - 1
    assert highest == pytest.approx([8 * 0.75**2, 8 * 0.5**2, 8 * 0.25**2], rel=1e-4)


def test_friction_on_a_slope():
    # Down a slope of 3 in 4 the acceleration is g (3/5 - mu 4/5): the group of the wall says mu.
    slopes = carom.Scene([0, 100, 200], 0, [40, 140, 240], -30, group=[0, 5, 6])
    r = 1.0
    x, y = np.array([4, 104, 204]) + r * 0.6, np.full(3, -3 + r * 0.8)
    push = carom.push_out(x, y, r, [0, 100, 200], 0, [40, 140, 240], -30)
    for make in (carom.Mover, carom.Crowd):
        sliding = make(
            slopes, push.x, push.y, r, response="slide", gravity=(0, -10), materials={5: (0, 0.25), 6: (0, 0.75)}
        )
        for _ in range(64):
            sliding.step(1 / 64)
        speed = np.hypot(sliding.vx, sliding.vy)
        # A ball that rests on a wall is held some ulps off it, and falls that far.
        assert speed == pytest.approx([6.0, 10 * (0.6 - 0.25 * 0.8), 0.0], abs=1e-5)


def made_of(group, category, materials, sensors, moving=None):
    """What a user would write: the response at a contact, from the columns of the walls."""

    def respond(contact):
        source = moving if contact.wall_moves else None
        g = source.group[contact.wall] if source else group[contact.wall]
        c = source.category[contact.wall] if source else category[contact.wall]
        if int(c or 1) & sensors:
            return "pass"
        return ("bounce", *materials[int(g)]) if int(g) in materials else "bounce"

    return respond


def world(seed):
    """A scene with groups and categories, some of them 0, and moving walls."""
    random = np.random.default_rng(seed)
    columns = random_walls(random, 120)
    group = random.choice([0, 1, 2, 5, 7, 2**32 - 1], 120).astype(np.uint32)
    category = random.choice([0, 1, 2, 4, 2**31], 120).astype(np.uint32)
    lifts = carom.MovingWalls(
        [-15, 5], [-22, 24], [-5, 15], [-22, 24], avy=[9, -9], bvy=[9, -9], group=[7, 1], category=[1, 2]
    )
    materials = {7: (0.9, 0.125), 1: (0.5, 0.5), 0: (0.75, 0.0), 2**32 - 1: (0.0, 1.0)}
    balls = free_balls(random, columns, 60)
    return carom.Scene(*columns, group=group, category=category), group, category, lifts, materials, balls


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("sensors", [0, 2, 5 + 2**31])
def test_as_a_function_of_python(seed, sensors):
    walls, group, category, lifts, materials, balls = world(seed)
    respond = made_of(group, category, materials, sensors, lifts)
    settings = {"gravity": (0, -9), "restitution": 0.25, "moving_walls": lifts, "max_contacts": 200}
    moved = carom.move_balls(walls, *balls, 0.3, **settings, materials=materials, sensors=sensors, events=True)
    passed = 0
    for i, ball in enumerate(zip(*balls, strict=True)):
        one, path = carom.move_ball(walls, *ball, 0.3, **settings, respond=respond)
        mine, mine_path = carom.move_ball(walls, *ball, 0.3, **settings, materials=materials, sensors=sensors)
        same_bytes(path, mine_path)
        same_bytes(one[:-1], mine[:-1])
        same_bytes(one.events, mine.events)
        assert [one.x, one.y, one.vx, one.vy, one.contacts] == [
            column[i] for column in (moved.x, moved.y, moved.vx, moved.vy, moved.contacts)
        ]
        of_ball = moved.events.ball == i
        assert one.events.wall.tolist() == moved.events.wall[of_ball].tolist()
        assert one.events.after_vx.tolist() == moved.events.after_vx[of_ball].tolist()
        passed += sum(
            respond(contact) == "pass" for contact in map(carom.motions.Impacts._make, zip(*one.events, strict=True))
        )
    assert (passed > 0) == (sensors > 0)


@pytest.mark.parametrize("sensors", [0, 2])
def test_a_crowd_as_a_function_of_python(sensors):
    walls, group, category, lifts, materials, balls = world(9)
    respond = made_of(group, category, materials, sensors, lifts)
    settings = {"gravity": (0, -9), "restitution": 0.25, "ball_restitution": 0.5}
    asked = carom.Crowd(walls, *balls, **settings, moving_walls=copy.deepcopy(lifts), respond=respond)
    told = carom.Crowd(
        walls, *balls, **settings, moving_walls=copy.deepcopy(lifts), materials=materials, sensors=sensors
    )
    contacts = 0
    for _ in range(20):
        one, other = asked.step(0.02, events=True), told.step(0.02, events=True)
        same_bytes(tuple(one.balls), tuple(other.balls))
        same_bytes(one.ball_events, other.ball_events)
        same_bytes(one.touches, other.touches)
        contacts += len(one.balls.events.wall)
    assert contacts > 50
    # Balls of responses of their own, too.
    told.restitution = asked.restitution = np.linspace(0, 1, len(told))
    same_bytes(tuple(asked.step(0.05).balls), tuple(told.step(0.05).balls))


@pytest.mark.parametrize("collide", [False, True])
def test_as_the_tool(tool, tmp_path, collide):
    # The tool has a material of each wall: here that of its group, and of its category.
    walls, group, category, lifts, materials, balls = world(11)
    columns = random_walls(np.random.default_rng(11), 120)
    given = [materials.get(int(g), ("", "")) for g in group]
    names = ["ax", "ay", "bx", "by", "wr"]
    lines = [",".join([*names, "extent", "category", "restitution", "friction", "sensor", "avy", "bvy"])]
    for i, (restitution, friction) in enumerate(given):
        numbers = ",".join(repr(column[i].item()) for column in columns[:5])
        extent = carom.Extent(int(columns[5][i])).name.lower()
        passes = "yes" if int(category[i] or 1) & 2 else "no"
        lines.append(f"{numbers},{extent},{category[i]},{restitution},{friction},{passes},,")
    for i in range(len(lifts)):
        numbers = ",".join(repr(getattr(lifts, name)[i].item()) for name in names)
        restitution, friction = materials[int(lifts.group[i])]
        passes = "yes" if int(lifts.category[i]) & 2 else "no"
        lines.append(
            f"{numbers},segment,{lifts.category[i]},{restitution},{friction},{passes},{lifts.avy[i]},{lifts.bvy[i]}"
        )
    (tmp_path / "walls.csv").write_text("\n".join(lines) + "\n")
    write_table(tmp_path / "balls.csv", **dict(zip(("cx", "cy", "r", "vx", "vy"), balls, strict=True)))
    options = ["--time", 0.31, "--gravity=0,-9", "--restitution", 0.25, "--events", tmp_path / "events.csv", "--check"]
    options += ["--balls-collide"] * collide
    table = read_table(tool("run", tmp_path / "balls.csv", tmp_path / "walls.csv", *options))
    settings = {"gravity": (0, -9), "restitution": 0.25, "materials": materials, "sensors": 2, "moving_walls": lifts}
    if collide:
        radii = balls[2]
        settings |= {"ball_restitution": 0.25, "inverse_mass": (radii.max() / radii) ** 2}
        motion = carom.Crowd(walls, *balls, **settings).run(0.31, events=True).balls
    else:
        motion = carom.Mover(walls, *balls, **settings).run(0.31, events=True)
    for name in ("x", "y", "vx", "vy"):
        assert [float(number).hex() for number in table[name]] == [number.hex() for number in getattr(motion, name)]
    logged = read_table((tmp_path / "events.csv").read_text())
    at_walls = [i for i, wall in enumerate(logged["wall"]) if wall]
    assert len(at_walls) == len(motion.events.time) > 50
    # The moving walls come behind those at rest.
    found = sorted(int(logged["wall"][i]) for i in at_walls)
    assert found == sorted((motion.events.wall + 120 * motion.events.wall_moves).tolist())


def test_a_sensor_is_told_of_and_stops_nobody():
    # A gate across the hall, and a wall behind it.
    hall = carom.Scene([4, 8], -9, [4, 8], 9, category=[2, 1])
    for make in (carom.Mover, carom.Crowd):
        moving = make(hall, [0.0, 4.5], [0.0, 5.0], 1.0, [8.0, 0.0], sensors=2)
        motion = moving.step(1.0, events=True)
        balls = motion if make is carom.Mover else motion.balls
        events = balls.events
        # The second ball rests within the sensor.
        assert balls.state.tolist() == [MotionKind.MOVED] * 2
        assert balls.contacts.tolist()[1] == 0
        assert (moving.x.tolist(), moving.vx.tolist()) == ([6.0, 4.5], [-8.0, 0.0])
        first = ["wall", "time", "x", "vx", "after_vx"]
        told = [[getattr(events, name)[k].item() for name in first] for k in range(2)]
        assert told == [[0, 0.375, 3.0, 8.0, 8.0], [1, 0.875, 7.0, 8.0, -8.0]]
        moving.sensors = 0
        moving.x[:], moving.y[:], moving.vx[:] = [0.0, -3.0], [0.0, 5.0], [8.0, 0.0]
        moving.step(1.0)
        assert moving.vx.tolist() == [-8.0, 0.0]


def test_doors():
    # By mask: the category 2 is the door's, and a ball that holds the key leaves it out.
    hall = carom.Scene([4, 8], -9, [4, 8], 9, category=[2, 1])
    for make in (carom.Mover, carom.Crowd):
        moving = make(hall, [0, 0], [0, 5], 1, [8, 8])
        assert moving.mask is None
        moving.step(0.25)
        moving.mask = [0xFFFFFFFF, 0xFFFFFFFD]
        moving.step(0.5)
        assert (moving.x.tolist(), moving.vx.tolist()) == ([0.0, 6.0], [-8.0, 8.0])
        moving.mask, moving.except_group, moving.response, moving.restitution, moving.friction = 1, 0, "stop", 0.5, 0.0
        assert (moving.mask, moving.response, moving.restitution) == (1, carom.ResponseKind.STOP, 0.5)
        moving.vx[:] = 8
        moving.step(2.0)
        assert (moving.x.tolist(), moving.vx.tolist()) == ([7.0, 7.0], [0.0, 0.0])
    # One-sided: in from the right of a->b, and not out again.
    for make in (carom.Mover, carom.Crowd):
        trap = make(carom.Scene([4, 8], -9, [4, 8], 9, one_sided=[False, False]), 0, 0, 1, 8)
        trap.step(1.0)
        assert trap.x.tolist() == [-2.0]
        trap = make(carom.Scene([4, 8], [9, -9], [4, 8], [-9, 9], one_sided=[True, False]), 0, 0, 1, 8)
        trap.step(1.0)
        assert trap.x.tolist() == [6.0]
        trap.step(0.25)
        assert (trap.x.tolist(), trap.vx.tolist()) == ([6.0], [8.0])
    # By an edit of the walls.
    scene = carom.DynamicScene([4, 8], -9, [4, 8], 9)
    moving = carom.Mover(scene, 0, 0, 1, 8)
    scene.remove(0)
    moving.step(0.75)
    assert moving.x.tolist() == [6.0]


def test_a_mask_that_changes_reaches_the_caches():
    random = np.random.default_rng(3)
    columns = random_walls(random, 80)
    category = random.choice([1, 2], 80).astype(np.uint32)
    walls = carom.Scene(*columns, category=category)
    only_first = carom.Scene(*(column[category == 1] for column in columns))
    balls = free_balls(random, columns, 50)
    mover = carom.Mover(walls, *balls)
    mover.step(0.01)
    state = mover.x.copy(), mover.y.copy(), mover.r, mover.vx.copy(), mover.vy.copy()
    mover.mask = 1
    mover.step(0.2)
    moved = carom.move_balls(only_first, *state, 0.2)
    for name in ("x", "y", "vx", "vy"):
        same_bytes(getattr(mover, name), getattr(moved, name))


def test_materials_are_kept_and_read_only():
    mover = carom.Mover((-9, 0, 9, 0), 0, 5, 1, 0, -8, materials={3: (1, 0), 0: (0.5, 0)}, sensors=4)
    assert (dict(mover.materials), list(mover.materials), mover.sensors) == ({0: (0.5, 0.0), 3: (1.0, 0.0)}, [0, 3], 4)
    with pytest.raises(TypeError):
        mover.materials[3] = (0, 0)
    same = pickle.loads(pickle.dumps(mover))
    same_bytes(tuple(mover.step(1.0)), tuple(same.step(1.0)))
    assert same.vy.tolist() == [4.0]
    same.materials = None
    assert dict(same.materials) == {}
    crowd = carom.Crowd((-9, 0, 9, 0), 0, 5, 1, 0, -8, materials={0: (0.5, 0)})
    again = pickle.loads(pickle.dumps(crowd))
    crowd.step(1.0)
    again.step(1.0)
    assert crowd.vy.tolist() == again.vy.tolist() == [4.0]


FLOOR = (-9, 0, 9, 0)
CALLS = {
    "move_ball": lambda **given: carom.move_ball(FLOOR, 0, 5, 1, 0, -8, 1.0, **given),
    "move_balls": lambda **given: carom.move_balls(FLOOR, 0, 5, 1, 0, -8, 1.0, **given),
    "Mover": lambda **given: carom.Mover(FLOOR, 0, 5, 1, **given),
    "Crowd": lambda **given: carom.Crowd(FLOOR, 0, 5, 1, **given),
}


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"materials": {1: (1.5, 0)}}, ValueError, r"the restitution of materials\[1\] is 1.5, must be 0 to 1"),
        ({"materials": {1: (0.5, -1)}}, ValueError, r"the friction of materials\[1\] is -1.0, must be at least 0"),
        ({"materials": {1: (float("nan"), 0)}}, ValueError, r"the restitution of materials\[1\] is nan"),
        ({"materials": {1: (0.5, "x")}}, TypeError, r"the friction of materials\[1\] must be a number, not str"),
        ({"materials": {1: 0.5}}, TypeError, r"materials\[1\] must be a pair \(restitution, friction\), not 0.5"),
        ({"materials": {1: (1, 2, 3)}}, TypeError, r"materials\[1\] must be a pair \(restitution, friction\)"),
        ({"materials": {1: "ab"}}, TypeError, r"materials\[1\] must be a pair"),
        ({"materials": {-1: (1, 0)}}, ValueError, r"a group of materials is -1, must be 0 to 4294967295"),
        ({"materials": {2**32: (1, 0)}}, ValueError, r"a group of materials is 4294967296"),
        ({"materials": {"ice": (1, 0)}}, TypeError, r"the argument a group of materials must be an int, not str"),
        ({"materials": {True: (1, 0)}}, TypeError, r"a group of materials must be an int, not bool"),
        (
            {"materials": [(1, 0)]},
            TypeError,
            r"materials must be a dict of groups to \(restitution, friction\), not list",
        ),
        ({"sensors": -1}, ValueError, r"sensors is -1, must be 0 to 4294967295"),
        ({"sensors": 2.0}, TypeError, r"sensors must be an int, not float"),
        ({"sensors": [1]}, TypeError, r"sensors must be an int, not list"),
    ],
)
def test_what_is_refused(name, given, error, message):
    with pytest.raises(error, match=rf"^{name}\(\): .*{message}"):
        CALLS[name](**given)


def test_respond_chooses_alone():
    message = r"respond chooses at every wall: leave out materials and sensors"
    for given in ({"materials": LOSSES}, {"sensors": 1}):
        for name in ("move_ball", "Crowd"):
            with pytest.raises(ValueError, match=rf"^{name}\(\): {message}"):
                CALLS[name](**given, respond=lambda contact: "stop")
    crowd = CALLS["Crowd"](materials=LOSSES)
    crowd.respond = lambda contact: "stop"
    with pytest.raises(ValueError, match=rf"^Crowd.step\(\): {message}"):
        crowd.step(1.0)
    crowd.materials = {}
    crowd.step(1.0)
