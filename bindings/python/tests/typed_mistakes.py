"""Mistakes that a type checker must refuse: type_checks.py compares each line with what mypy and pyright say.

A line that must err ends with the error of each. No other line may err. The file is never run.
"""

# pyright: strict

import carom
import numpy as np

scene = carom.Scene([0.0, 4.0], [0.0, 0.0], [4.0, 4.0], [0.0, 3.0])
words = np.array(["a", "b"], dtype=np.str_)

# ---- words ----
carom.touches(0, 5, 5, -10, 0, 10, 0, rule="opn")  # mypy: arg-type, pyright: reportArgumentType
carom.touches([0], 5, 5, -10, 0, 10, 0, rule="opn")  # mypy: arg-type, pyright: reportArgumentType
carom.relate(0, 5, 5, -10, 0, 10, 0, extent="beam")  # mypy: arg-type, pyright: reportArgumentType
carom.contact([0], 5, 5, -10, 0, 10, 0, 0.0, "beam")  # mypy: arg-type, pyright: reportArgumentType
carom.contact([0], 5, 5, -10, 0, 10, 0, extent=["ray", "beam"])  # mypy: list-item, pyright: reportArgumentType
carom.velocity_respond(1, 1, 0, 1, "bonce")  # mypy: arg-type, pyright: reportArgumentType
carom.move_ball(scene, 0, 5, 1, 0, -1, 1.0, response="bonce")  # mypy: arg-type, pyright: reportArgumentType
carom.move_balls(scene, [0], 5, 1, 0, -1, 1.0, response="bonce")  # mypy: arg-type, pyright: reportArgumentType
carom.Scene([0], [0], [1], [0], extent="beam")  # mypy: arg-type, pyright: reportArgumentType
carom.DynamicScene().insert(0, 0, 1, 0, extent="beam")  # mypy: arg-type, pyright: reportArgumentType
scene.touches(0, 0, 1, rule="opn")  # mypy: arg-type, pyright: reportArgumentType
scene.hits([0], 0, 1, rule="opn")  # mypy: arg-type, pyright: reportArgumentType
carom.Mover(scene, [0], 5, 1, response="bonce")  # mypy: arg-type, pyright: reportArgumentType
carom.Crowd(scene, [0], 5, 1, response=["bounce", "bonce"])  # mypy: list-item, pyright: reportArgumentType
balls = carom.Crowd(scene, [0, 9], 5, 1)
balls.response = "bonce"  # mypy: assignment, pyright: reportAttributeAccessIssue
balls.add(3, 5, 1, response="bonce")  # mypy: arg-type, pyright: reportArgumentType
carom.to_geopandas(scene.hits([0], 0, 1), geometry="circles")  # mypy: arg-type, pyright: reportArgumentType
carom.read("a.dxf", circles="disc")  # mypy: arg-type, pyright: reportArgumentType
carom.read("a.dxf", group="areas")  # mypy: arg-type, pyright: reportArgumentType

# ---- what is no number ----
carom.touches("a", 5, 5, -10, 0, 10, 0)  # mypy: call-overload, pyright: reportArgumentType
carom.touches(["a"], 5, 5, -10, 0, 10, 0)  # mypy: arg-type, pyright: reportArgumentType
carom.touches(b"a", 5, 5, -10, 0, 10, 0)  # mypy: call-overload, pyright: reportArgumentType
carom.touches(words, 5, 5, -10, 0, 10, 0)  # mypy: arg-type, pyright: reportArgumentType
carom.touches(None, 5, 5, -10, 0, 10, 0)  # mypy: call-overload, pyright: reportArgumentType
carom.touches(1j, 5, 5, -10, 0, 10, 0)  # mypy: call-overload, pyright: reportArgumentType
carom.touches({1: 2.0}, 5, 5, -10, 0, 10, 0)  # mypy: call-overload, pyright: reportArgumentType
carom.distance([[0.0, "1"]], 5, 5, -10, 0, 10, 0)  # mypy: arg-type, pyright: reportArgumentType
scene.nearest("1", 0, 1)  # mypy: call-overload, pyright: reportArgumentType
scene.nearest(0, 0, 1, k=1.5)  # mypy: call-overload, pyright: reportArgumentType
scene.first([0], 0, 1, "fast", 0)  # mypy: call-overload, pyright: reportArgumentType
scene.hits([0], 0, 1, mask=0.5)  # mypy: call-overload, pyright: reportArgumentType
scene.scan("a", 0, [0.0, 1.0], 5.0)  # mypy: arg-type, pyright: reportArgumentType
scene.scan(0, 0, "north", 5.0)  # mypy: arg-type, pyright: reportArgumentType
scene.scan(0, 0, [0.0, 1.0], 5.0, hits_only="yes")  # mypy: arg-type, pyright: reportArgumentType
carom.Scene([0], ["a"], [1], [0])  # mypy: arg-type, pyright: reportArgumentType
carom.move_balls(scene, "a", 5, 1, 0, -1, 1.0)  # mypy: call-overload, pyright: reportArgumentType
carom.depenetrate(scene, "a", 5, 1)  # mypy: call-overload, pyright: reportArgumentType
carom.post("a", 1, 2)  # mypy: type-var, pyright: reportArgumentType
carom.Mover(scene, "a", 5, 1)  # mypy: arg-type, pyright: reportArgumentType
carom.Crowd(scene, [0], ["a"], 1)  # mypy: arg-type, pyright: reportArgumentType
carom.Mover(scene, [0], 5, 1, restitution="all")  # mypy: arg-type, pyright: reportArgumentType
carom.Mover(scene, [0], 5, 1, mask=0.5)  # mypy: arg-type, pyright: reportArgumentType
carom.Crowd(scene, [0], 5, 1, ball_mask="all")  # mypy: arg-type, pyright: reportArgumentType
balls.x = "a"  # mypy: assignment, pyright: reportAttributeAccessIssue
balls.friction = None  # mypy: assignment, pyright: reportAttributeAccessIssue
balls.mask = 0.5  # mypy: assignment, pyright: reportAttributeAccessIssue
balls.ball_category = "all"  # mypy: assignment, pyright: reportAttributeAccessIssue
balls.acceleration = "down"  # mypy: assignment, pyright: reportAttributeAccessIssue
balls.gravity = 9.81  # mypy: assignment, pyright: reportAttributeAccessIssue
balls.materials = [0.5, 0.5]  # mypy: assignment, pyright: reportAttributeAccessIssue
balls.sensors = "all"  # mypy: assignment, pyright: reportAttributeAccessIssue
balls.respond = 1  # mypy: assignment, pyright: reportAttributeAccessIssue

# ---- columns without names ----
posts = carom.circles([(1, 1)], r=1)
scene.hits(*posts, 0.5)  # mypy: call-overload, pyright: reportCallIssue
scene.hits(*posts, within="far")  # mypy: call-overload, pyright: reportArgumentType
scene.hits(*carom.walls([(0, 0, 1, 0)]))  # mypy: call-overload, pyright: reportCallIssue
scene.within(*posts)  # mypy: call-overload, pyright: reportCallIssue
reach: str = scene.nearest(*posts).gap  # mypy: assignment, pyright: reportAssignmentType

# ---- names of arguments and fields ----
carom.touches(0, 5, 5, -10, 0, 10, 0, extnt="ray")  # mypy: call-overload, pyright: reportCallIssue
scene.nearest(0, 0, 1, count=2)  # mypy: call-overload, pyright: reportCallIssue
print(carom.contact(0, 5, 5, -10, 0, 10, 0).deph)  # mypy: attr-defined, pyright: reportAttributeAccessIssue
print(scene.nearest([0], 0, 1).distance)  # mypy: attr-defined, pyright: reportAttributeAccessIssue

# ---- what answers are ----
depth: str = carom.contact(0, 5, 5, -10, 0, 10, 0).depth  # mypy: assignment, pyright: reportAssignmentType
gap: float = scene.nearest([0, 1], 0, 1).gap  # mypy: assignment, pyright: reportAssignmentType
walls: np.ndarray = scene.nearest(0, 0, 1).wall  # mypy: assignment, pyright: reportAssignmentType
count = int(input())
several: np.ndarray = scene.nearest(0, 0, 1, k=count).wall  # mypy: assignment, pyright: reportAssignmentType
print(scene.nearest(0, 0, 1, k=count).gap[0])  # mypy: index, pyright: reportIndexIssue
speed: float = balls.vx  # mypy: assignment, pyright: reportAssignmentType
balls.mask.bit_count()  # mypy: union-attr, pyright: reportOptionalMemberAccess
ends: float = carom.walls({"ax": [0], "ay": 0, "bx": 1, "by": 0}).bx  # mypy: assignment, pyright: reportAssignmentType
carom.circles([(0, 0, 1)]).category.max()  # mypy: union-attr, pyright: reportOptionalMemberAccess
beams: float = scene.scan(0, 0, [0.0, 1.0], 5.0)  # mypy: assignment, pyright: reportAssignmentType
print(carom.relate(0, [5], 5, -10, 0, 10, 0).name)  # mypy: attr-defined, pyright: reportAttributeAccessIssue
print(carom.sweep(0, 9, 5, 0, [-9], -9, 0, 9, 0).kind.name)  # mypy: attr-defined, pyright: reportAttributeAccessIssue
print(carom.sweep(0, 9, 5, 0, -9, -9, 0, 9, 0).t.max())  # mypy: attr-defined, pyright: reportAttributeAccessIssue
nx, ny = carom.along(1, 0, 1).vx  # mypy: misc, pyright: reportGeneralTypeIssues
x, y, z = carom.along(1, 0, 1)  # mypy: misc, pyright: reportAssignmentType
carom.move_balls(scene, [0], 5, 1, 0, -1, 1.0).state.lower()  # mypy: attr-defined, pyright: reportAttributeAccessIssue
print(carom.move_ball(scene, 0, 5, 1, 0, -1, 1.0)[0].x.max())  # mypy: attr-defined, pyright: reportAttributeAccessIssue

# ---- the methods of the tutorials ----
carom.classic.touches("area-lines", 3, 4, 5, 0, 0, 0, 0)  # mypy: arg-type, pyright: reportArgumentType
carom.classic.relate("area", "3", 4, 5, 0, 0, 0, 0)  # mypy: call-overload, pyright: reportArgumentType
carom.classic.judge("area", 3, 4, 5, 0, 0, 0, 0, extent="beam")  # mypy: arg-type, pyright: reportArgumentType
carom.classic.steps("area", [3], 4, 5, 0, 0, 0, 0)  # mypy: arg-type, pyright: reportArgumentType
print(carom.classic.judge(2, [3], 4, 5, 0, 0, 0, 0).name)  # mypy: attr-defined, pyright: reportAttributeAccessIssue
print(carom.classic.relate("area", 3, 4, 5, 0, 0, 0, 0).hits)  # mypy: attr-defined, pyright: reportAttributeAccessIssue
hit: str = carom.classic.sweep("area", 3, 4, 5, 0, 0, 0, 0, 0, 0).t  # mypy: assignment, pyright: reportAssignmentType
