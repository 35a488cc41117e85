// Golden hashes of crowds, see golden_crowds.h. Room: tests.
#include "golden_crowds.h"

#include <stdlib.h>

#include "carom/carom.h"
#include "points.h"
#include "random.h"

enum { CROWD_STATE, CROWD_IMPACTS, CROWD_REPORT };
enum { BALLS = GOLDEN_CROWD_BALLS };

golden_group golden_crowds = {.functions = {"crowd.state", "crowd.impacts", "crowd.report"}};

static const struct {
    const char *name;
    double gravity, restitution, friction, speed, radius;
} kinds[GOLDEN_CROWD_KINDS] = {{"gas", 0, 1, 0, 8, 0.5},
                               {"pile", 10, 0.5, 0.25, 1, 0.75},
                               {"elastic_pile", 10, 1, 0, 1, 0.5},
                               {"mud", 10, 0, 1, 4, 0.5}};

static void take_impact(void *context, const carom_ball_impact *impact) {
    const golden_world *w = context;
    golden_number(&w->hashes[CROWD_IMPACTS], impact->time);
    golden_bits(&w->hashes[CROWD_IMPACTS], impact->first + BALLS * impact->second);
    golden_point(&w->hashes[CROWD_IMPACTS], impact->normal);
}

static bool is_free(const golden_world *w, carom_circle c) {
    for (size_t i = 0; i < w->still_list.count; i++)
        if (carom_circle_overlaps(c, w->still[i]))
            return false;
    for (size_t i = 0; i < w->moving_list.count; i++)
        if (carom_circle_overlaps(c, w->moving[i].wall))
            return false;
    for (size_t i = 0; i < w->count; i++)
        if (carom_circle_overlaps(
                c, carom_circle_as_post(carom_circle_make(w->balls[i].center, w->balls[i].radius))))
            return false;
    return true;
}

static void add_walls(golden_world *w, bool moves) {
    const carom_vec2 corners[] = {{-8, -8}, {8, -8}, {8, 8}, {-8, 8}};
    for (int i = 0; i < 4; i++)
        w->still[w->still_list.count++] = carom_segment(corners[i], corners[(i + 1) % 4]);
    w->still[w->still_list.count++] = carom_capsule(vec(-3, -2), vec(-1, -3), 0.25);
    if (!moves)
        return;
    // A wheel of two wings, a lift that goes up and down, and a door.
    const carom_wall wings[] = {carom_capsule(vec(3, 2), vec(6, 2), 0.125),
                                carom_capsule(vec(3, 2), vec(0, 2), 0.125)};
    for (int i = 0; i < 2; i++)
        w->moving[w->moving_list.count++] =
            carom_moving_wall_turning(wings[i], vec(3, 2), vec(0.9999, 0.0141));
    w->moving[w->moving_list.count++] =
        carom_moving_wall_translating(carom_segment(vec(-7, -7.5), vec(-2, -7.5)), vec(0, 0.0625));
    w->moving[w->moving_list.count++] = carom_moving_wall_make(
        carom_segment(vec(0, -8), vec(0, -4)), vec(0.03125, 0), vec(0.0625, 0));
}

static void add_balls(golden_world *w, int kind) {
    random_source g = random_start(1, 7700, (uint64_t)kind);
    for (int i = 0; i < 4 * BALLS && w->count < BALLS; i++) {
        const double x = random_between(&g, -8, 8), y = random_between(&g, -8, 8);
        const double radius = kinds[kind].radius * random_between(&g, 0.25, 1);
        const double vx = kinds[kind].speed * random_between(&g, -1, 1);
        const double vy = kinds[kind].speed * random_between(&g, -1, 1);
        const carom_ball ball = {{x, y}, radius, {vx, vy}};
        if (is_free(w, carom_circle_make(ball.center, radius)))
            w->balls[w->count++] = ball;
    }
}

void golden_world_next(golden_world *w, int frame) {
    for (size_t i = 0; i < w->moving_list.count; i++) {
        carom_moving_wall *m = &w->moving[i];
        m->wall = carom_moving_wall_at(*m, 1.0);
        if (i < 2)
            *m = carom_moving_wall_turning(m->wall, vec(3, 2), vec(0.9999, 0.0141));
        else if (frame % 24 == 0)
            *m = carom_moving_wall_make(m->wall, carom_vec2_scale(m->a_move, -1.0),
                                        carom_vec2_scale(m->b_move, -1.0));
    }
}

void golden_world_make(golden_world *w, int kind, bool moves) {
    *w = (golden_world){.settings = carom_crowd_settings_default()};
    snprintf(w->name, sizeof w->name, "%s%s", kinds[kind].name, moves ? "/moving" : "");
    w->still_list.walls = w->still;
    w->moving_list.walls = w->moving;
    add_walls(w, moves);
    add_balls(w, kind);
    w->settings.move.gravity = vec(0, -kinds[kind].gravity);
    w->settings.move.response = carom_bounce(kinds[kind].restitution, kinds[kind].friction);
    w->settings.restitution = kinds[kind].restitution;
    w->settings.friction = kinds[kind].friction;
}

static void hash_crowd(int kind, bool moves) {
    static golden_world w;
    golden_world_make(&w, kind, moves);
    w.hashes = golden_class(&golden_crowds, w.name);
    w.settings.move.world.walls = carom_wall_list_source(&w.still_list);
    if (moves)
        w.settings.move.world.moving_walls = carom_moving_wall_list_source(&w.moving_list);
    w.settings.move.context = &w;
    w.settings.on_ball_impact = take_impact;
    carom_crowd *crowd;
    if (carom_crowd_create(NULL, &crowd) != CAROM_STATUS_OK)
        exit(2);
    for (int frame = 1; frame <= GOLDEN_CROWD_FRAMES; frame++) {
        const carom_crowd_motion m =
            carom_crowd_step(crowd, w.balls, w.count, 0x1p-6, &w.settings, NULL);
        for (size_t i = 0; i < w.count; i++) {
            golden_point(&w.hashes[CROWD_STATE], w.balls[i].center);
            golden_point(&w.hashes[CROWD_STATE], w.balls[i].velocity);
        }
        golden_bits(&w.hashes[CROWD_REPORT], m.moved + BALLS * (m.freed + BALLS * m.stuck));
        golden_bits(&w.hashes[CROWD_REPORT], m.ball_impacts);
        golden_number(&w.hashes[CROWD_REPORT], m.lost);
        golden_world_next(&w, frame);
    }
    carom_crowd_destroy(crowd);
}

void golden_crowds_hash(void) {
    for (int kind = 0; kind < GOLDEN_CROWD_KINDS; kind++)
        for (int moves = 0; moves < 2; moves++)
            hash_crowd(kind, moves);
}
