"""A program as a user with a strict type checker writes it. It is checked by mypy and pyright, and also run."""

# pyright: strict

from tempfile import TemporaryDirectory
from typing import assert_type

import carom
import numpy as np
from numpy.typing import NDArray


def deepest(points: list[tuple[float, float]], radius: float) -> float:
    """The largest depth of circles at some points in a wall from (-10, 0) to (10, 0)."""
    contacts: list[carom.Contact] = [carom.contact(x, y, radius, -10, 0, 10, 0) for x, y in points]
    return max(float(contact.depth) for contact in contacts)


def is_touching(relation: carom.Relation) -> bool:
    """A member of an enum is ordered and has a name."""
    return relation >= carom.Relation.TOUCHING and relation.name != "INVALID"


assert_type(carom.environment_is_exact(), bool)
assert_type(carom.get_threads(), int)
assert_type(carom.__version__, str)
assert deepest([(0.0, 4.0), (1.0, 7.0)], 5.0) == 1.0
assert is_touching(carom.relate(0, 5, 5, -10, 0, 10, 0))


def settle(crowd: carom.Crowd, most: int) -> bool:
    """Steps a crowd until all its balls sleep."""
    return any(crowd.step(1 / 60).asleep == len(crowd) for _ in range(most))


balls = carom.Crowd((-9, 0, 9, 0), [0.0, 5.0], 1.0, 1.0, gravity=(0.0, -10.0), restitution=0.0)
state = balls.save()
assert_type(state, bytes)
assert settle(balls, 60)
assert carom.Hold.ASLEEP in balls.step(0.1).balls.hold
balls.load(state)
assert not balls.asleep.any()


# ---- numbers give numbers, arrays give arrays ----

scene = carom.Scene([0.0, 4.0], [0.0, 0.0], [4.0, 4.0], [0.0, 3.0], extent="segment")
xs = np.array([1.0, 3.5])

one = carom.contact(1, 1, 1.0, 0, 0, 4, 0, extent="ray")
assert_type(one.relation, carom.Relation)
assert_type(one.feature, carom.Feature)
assert_type(one.depth, float)
many = carom.contact(xs, [1, 2], 1.0, 0, 0, 4, 0, extent=["ray", "line"])
assert_type(many.relation, NDArray[np.int8])
assert_type(many.depth, NDArray[np.float64])
assert_type(carom.distance(1, np.int64(2), np.float32(0), 0, 0, 4, 0), float)
assert_type(carom.distance(xs, 2, 0, 0, 0, 4, 0, out=np.empty(2)), NDArray[np.float64])
assert_type(carom.relate([[1], [2]], (1.0, 2.0), 1, 0, 0, 4, 0), NDArray[np.int8])
assert_type(carom.touches(xs, 1, 1, 0, 0, 4, 0, rule=carom.ContactRule.RING), NDArray[np.bool_])
assert_type(carom.sweep(1, 9, 1, 0, -9, 0, 0, 4, 0).kind, carom.SweepKind)
assert_type(carom.passage(xs, 9, 1, 0, -9, 0, 0, 4, 0).has_left, NDArray[np.bool_])
apart = carom.wall_contact(0, 0, 4, 0, 0, 3, 4, 3, wr=0.5)
assert_type(apart.relation, carom.WallRelation)
assert_type(apart.gap, float)
assert_type(carom.wall_gap(xs, 0, 4, 0, 0, 3, 4, 3), NDArray[np.float64])
assert_type(carom.compare_wall_gap(0, 0, 4, 0, 0, 3, 4, 3, 3), int)
room = carom.Scene([0, 9, 9], [0, 0, 9], [9, 9, 0], [0, 9, 0], group=1)
assert_type(room.contains(5, 1), bool)
assert_type(room.contains(xs, 1, area=1), NDArray[np.bool_])
assert_type(room.signed_distance(5, 1), float)
assert_type(room.relate_area(5, 1, 1, 1), carom.AreaRelation)
assert_type(room.areas(xs, 1, 1, within=2).distance, NDArray[np.float64])
assert_type(room.areas_at(xs, 1).area, NDArray[np.int64])
assert_type(room.nearest_areas(5, 1, 1).relation, carom.AreaRelation)
assert_type(room.nearest_areas(xs, 1, 1).area, NDArray[np.int64])
assert_type(room.clearance(1.0, except_same_group=True), carom.Clearance)
assert_type(room.clearance(1.0, scene).gap, NDArray[np.float64])
vx, vy = carom.along(3, 4, 10)
assert_type(vx, float)

near = scene.nearest(1, 1, 1)
assert_type(near.wall, int)
assert_type(near.gap, float)
nearest = scene.nearest(xs, 1, 1, k=2)
assert_type(nearest.wall, NDArray[np.int64])
assert_type(nearest.gap, NDArray[np.float64])
assert_type(scene.nearest(1, 1, 1, k=2).gap, NDArray[np.float64])
assert_type(scene.nearest(1, 1, 1, k=len(scene)).wall, int | NDArray[np.int64])
circle, wall = scene.hits(xs, 1, 1, rule="open")
assert_type(wall, NDArray[np.int64])
assert_type(scene.hits(xs, 1, 1, csr=True).offsets, NDArray[np.int64])
assert_type(scene.first(1, 1, 1, 0, -3).feature, carom.Feature)
assert_type(scene.first(xs, 1, 1, 0, -3).t, NDArray[np.float64])
assert_type(scene.count(1, 1, 1), int)
assert_type(scene.scan(1, 1, [0.0, 1.0], 9.0), NDArray[np.float64])
assert_type(scene.walls().ax, NDArray[np.float64])
assert_type(scene.walls(0).ax, float)
assert scene.hits(1, 1, 1, accept=lambda i, wall: wall.ax < 3).wall.tolist() == [0]

motion, path = carom.move_ball(
    scene, 1, 2, 0.5, 0, -4, 1.0, respond=lambda contact: "slide" if contact.ny > 0 else "stop"
)
assert_type(motion.state, carom.MotionKind)
assert_type(motion.y, float)
assert_type(path, NDArray[np.float64])
assert_type(carom.move_balls(scene, xs, 2, 0.5, 0, -4, 1.0).y, NDArray[np.float64])
assert_type(carom.move_balls(scene, 1, 2, 0.5, 0, -4, 1.0).contacts, int)
assert_type(carom.depenetrate(scene, 1, 0.25, 0.5).found, bool)


# ---- columns of balls and of tables ----

mover = carom.Mover(scene, xs, [9, 9], 1, response=["bounce", "slide"], mask=np.array([1, 3]), gravity=(0.0, -9.0))
assert_type(mover.x, NDArray[np.float64])
mover.x[0] = 1.25
mover.vx += 1
mover.vy = [1, 2.5]
mover.vy = 0
assert_type(mover.restitution, float | NDArray[np.float64])
mover.restitution = 0.5
assert_type(mover.response, carom.ResponseKind | NDArray[np.uint8])
mover.response = "stop"
assert_type(mover.mask, int | NDArray[np.uint32] | None)
mover.mask = None
mover.materials = {1: (0.5, 0.0)}
mover.materials = None
mover.sensors = 2
mover.gravity = (0.0, -1.0)
mover.moving_walls = {"ax": [0], "ay": [0], "bx": [1], "by": [0], "avy": [1]}
assert_type(balls.acceleration, tuple[float, float] | NDArray[np.float64] | None)
balls.acceleration = [[0.0, 1.0], [1.0, 0.0]]
balls.acceleration = (0, 1)
assert balls.add(20, [5], 1, mask=1)[0] == 2

floor = carom.walls({"ax": [0, 4.0], "ay": 0, "bx": 4, "by": [0, 3]}, category=1)
posts = carom.circles([(1, 1), (3, 2.5)], r=1)
assert_type(floor.extent, NDArray[np.uint8])
assert floor.category is not None
assert floor.category.max() == 1
assert_type(carom.contact(*posts[:3], 0, 0, 4, 0).depth, NDArray[np.float64])
assert carom.Scene(floor).hits(posts).wall.size == 2
assert_type(scene.hits(*posts), carom.Hits)
assert_type(scene.hits(*posts, within=1.0, csr=True), carom.HitsByCircle)
assert_type(scene.within(*posts, gap=1.0), carom.Hits)
assert_type(scene.count(*posts, ring=True), NDArray[np.int64])
assert_type(scene.touches(*posts), NDArray[np.bool_])
assert_type(scene.nearest(*posts, k=2).gap, NDArray[np.float64])
movers = carom.circles({"cx": [1, 3], "cy": 1, "r": 1, "vx": 0, "vy": [1, 2]})
assert_type(scene.first(*movers).t, NDArray[np.float64])
assert_type(scene.sweep_all(*movers, hits_only=True), carom.SweepAll)
assert carom.Scene(floor.ax, floor.ay, floor.bx, floor.by, floor.wr, floor.extent).hits(*posts[:3]).wall.size == 2
assert carom.relate(0, 0, 3, *carom.post(0, [1, 2], 1)).tolist() == [5, 4]

with TemporaryDirectory() as folder:
    np.save(f"{folder}/room.npy", np.array([[True, True], [False, True]]))
    shapes = carom.read(f"{folder}/room.npy", cell=0.5, circles="posts", group="area")
    with open(f"{folder}/empty.kicad_pcb", "w", encoding="utf-8") as file:
        file.write('(kicad_pcb (version 20221018) (layers (0 "F.Cu" signal)))')
    report = carom.board.check(f"{folder}/empty.kicad_pcb", clearance=0.2, layers=["F.Cu"])
assert_type(report.violations, tuple[carom.board.Violation, ...])
assert_type([violation.gap for violation in report.violations], list[float])
assert report.violations == ()
assert_type(shapes, carom.Shapes)
assert_type(shapes.walls.area, NDArray[np.int64])
assert_type(shapes.left_out, dict[str, int])
assert carom.Scene(shapes).hits(*posts, within=9.0).wall.size > 0
assert_type(scene.hits(shapes), carom.Hits)
assert_type(scene.count(*shapes.circles), NDArray[np.int64])


# ---- the methods of the tutorials ----

assert_type(carom.classic.touches("area-line", 3, 4, 5, 0, 0, 0, 0), bool)
assert_type(carom.classic.touches("area", xs, 4, 5, 0, 0, 9, 0), NDArray[np.bool_])
assert_type(carom.classic.relate(carom.classic.ClassicMethod.AREA, 3, 4, 5, 0, 0, 9, 0).px, float)
assert_type(carom.classic.relate(["area", 2], 3, 4, 5, 0, 0, 9, 0).collides, NDArray[np.bool_])
assert_type(carom.classic.sweep("moving-circle", xs, 9, 1, 0, -9, 0, 0, 9, 0).t, NDArray[np.float64])
assert_type(carom.classic.truth("area", 3, 4, 5, 0, 0, 9, 0, vy=-1), bool)
assert_type(carom.classic.judge("area-line", 3, 4, 5, 0, 0, 0, 0), carom.classic.Verdict)
assert_type(carom.classic.judge("area-line", xs, 4, 5, 0, 0, 0, 0), NDArray[np.int8])
text, value = carom.classic.steps("naive-double", 0, 4, 5, -10, 0, 10, 0)[-1]
assert_type(value, float | tuple[float, float])
errors = carom.classic.error_map("area", 1, -2, 0, 2, 0, window=(-4, -4, 4, 4), columns=8, rows=8)
assert_type(errors.counts[carom.classic.Verdict.RIGHT], int)
assert errors.verdicts.shape == (8, 8)
assert carom.classic.METHODS[carom.classic.ClassicMethod.AREA].name == "area"
