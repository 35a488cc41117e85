#!/usr/bin/env python3
"""The binding by ctypes: layouts as a C compiler has them, and calls with known answers. Room: tests.

test_luajit.lua makes the same calls.
"""

import ctypes
import os
import unittest

import carom_ctypes as c


def segment(ax, ay, bx, by):
    return c.carom_segment(c.carom_vec2(ax, ay), c.carom_vec2(bx, by))


FLOOR = segment(0, 0, 8, 0)


class Layout(unittest.TestCase):
    def test_sizes_offsets_and_values_are_those_of_c(self):
        count = 0
        with open(os.environ["CAROM_LAYOUT"], encoding="utf-8") as lines:
            for name, expected in map(str.split, lines):
                known, _, field = name.partition(".")
                known = getattr(c, known)
                if not field:
                    got = known if isinstance(known, int) else ctypes.sizeof(known)
                elif len(expected) == 2 * ctypes.sizeof(known):
                    one = known()
                    setattr(one, field, -1)
                    got = bytes(one).hex()
                else:
                    got = getattr(known, field).offset
                self.assertEqual(str(got), expected, name)
                count += 1
        self.assertGreater(count, 200)


class Calls(unittest.TestCase):
    def test_relations(self):
        for y, expected in (
            (2, c.CAROM_RELATION_SEPARATE),
            (1, c.CAROM_RELATION_TOUCHING),
            (0.5, c.CAROM_RELATION_CROSSING),
        ):
            circle = c.carom_circle(c.carom_vec2(3, y), 1)
            self.assertEqual(c.carom_circle_relate(circle, FLOOR), expected)
            self.assertEqual(c.carom_circle_touches(circle, FLOOR), y <= 1)
            self.assertEqual(c.carom_circle_overlaps(circle, FLOOR), y < 1)
            self.assertEqual(c.carom_circle_within(circle, FLOOR, 1), True)
        self.assertEqual(c.carom_relation_name(c.CAROM_RELATION_TOUCHING), b"touching")

    def test_constructors_and_defaults(self):
        wall = c.carom_wall_make(c.carom_vec2(1, 2), c.carom_vec2(3, 4), 5, c.CAROM_EXTENT_LINE)
        self.assertEqual((wall.a.x, wall.a.y, wall.b.x, wall.b.y, wall.radius), (1, 2, 3, 4, 5))
        self.assertEqual((wall.extent, wall.one_sided), (c.CAROM_EXTENT_LINE, 0))
        settings = c.carom_move_settings_default()
        self.assertEqual(settings.response.kind, c.CAROM_RESPONSE_KIND_BOUNCE)
        self.assertEqual(settings.response.restitution, 1)
        self.assertFalse(settings.on_impact)
        self.assertEqual(c.carom_filter_default().mask, 2**32 - 1)
        self.assertEqual(c.carom_vec2_dot(c.carom_vec2(1, 2), c.carom_vec2(3, 4)), 11)

    def test_sweep(self):
        circle = c.carom_circle(c.carom_vec2(3, 5), 1)
        sweep = c.carom_circle_sweep(circle, c.carom_vec2(0, -8), FLOOR)
        self.assertEqual((sweep.kind, sweep.t), (c.CAROM_SWEEP_KIND_HIT, 0.5))
        self.assertEqual((sweep.normal.x, sweep.normal.y), (0, 1))
        miss = c.carom_circle_sweep(circle, c.carom_vec2(8, 0), FLOOR)
        self.assertEqual(miss.kind, c.CAROM_SWEEP_KIND_MISS)

    def test_a_ball_bounces_and_tells_of_its_impact(self):
        walls = (c.carom_wall * 1)(FLOOR)
        walls_list = c.carom_wall_list(walls, None, 1)
        accepted, impacts, asked = [], [], []

        def on_impact(_, impact):
            one = impact.contents
            impacts.append((one.time, one.before.y, one.after.y, one.wall.b.x))

        def accept(_, index, wall):
            asked.append((index, wall.contents.b.x))
            return index in accepted

        filter_ = c.carom_filter_default()
        filter_.accept = c.carom_filter_callback(accept)
        settings = c.carom_move_settings_default()
        settings.world.walls = c.carom_wall_list_source(walls_list)
        settings.world.filter = ctypes.pointer(filter_)
        settings.on_impact = type(settings.on_impact)(on_impact)
        ball = c.carom_ball(c.carom_vec2(3, 5), 1, c.carom_vec2(0, -8))
        for solid, y, velocity, expected in (
            ((0,), 5, 8, [(0.5, -8, 8, 8)]),
            ((), -3, -8, []),
        ):
            accepted[:] = solid
            impacts.clear()
            motion = c.carom_ball_move(ball, 1, ctypes.byref(settings))
            self.assertEqual(motion.kind, c.CAROM_MOTION_KIND_MOVED)
            self.assertAlmostEqual(motion.ball.center.y, y, delta=1e-12)
            self.assertEqual(motion.ball.velocity.y, velocity)
            self.assertEqual(len(impacts), len(expected))
            for got, wanted in zip(impacts, expected):
                for one, other in zip(got, wanted):
                    self.assertAlmostEqual(one, other, delta=1e-12)
        self.assertEqual(set(asked), {(0, 8)})

    def test_a_response_and_a_source_of_walls_in_python(self):
        def respond(_, contact, response):
            self.seen = (contact.contents.wall.b.x, response.contents.restitution)
            response[0] = c.carom_stop()

        def query(_, path, callback, context):
            self.radius = path.contents.radius
            callback(context, 0, ctypes.byref(FLOOR))

        settings = c.carom_move_settings_default()
        settings.world.walls.query = type(settings.world.walls.query)(query)
        settings.respond = c.carom_response_callback(respond)
        ball = c.carom_ball(c.carom_vec2(3, 5), 1, c.carom_vec2(0, -8))
        motion = c.carom_ball_move(ball, 1, settings)
        self.assertAlmostEqual(motion.ball.center.y, 1, delta=1e-12)
        self.assertEqual(motion.ball.velocity.y, 0)
        self.assertEqual(self.seen, (8, 1))
        self.assertGreaterEqual(self.radius, 1)

    def test_scene(self):
        walls = (c.carom_wall * 2)(FLOOR, segment(0, 9, 8, 9))
        scene = ctypes.POINTER(c.carom_scene)()
        self.assertEqual(c.carom_scene_create(walls, 2, None, None, ctypes.byref(scene), None), c.CAROM_STATUS_OK)
        self.assertEqual(c.carom_scene_count(scene), 2)
        hit = c.carom_scene_sweep(scene, c.carom_circle(c.carom_vec2(3, 5), 1), c.carom_vec2(0, 4), None)
        self.assertEqual((hit.sweep.kind, hit.sweep.t), (c.CAROM_SWEEP_KIND_HIT, 0.75))
        c.carom_scene_destroy(scene, None)


unittest.main()
