// The same bits everywhere: hashes of all outputs by function and class, compared with a file.
//
//     test_golden [GOLDEN.TXT]   without a file it prints the lines
//
// A difference names the functions and classes that moved. If the inputs `case` and `motion_case`
// moved, the generator has changed. The other lines are the answers to single questions; 10^5 steps
// of balls through the scenes of scenes.h with every impact; characters there; crowds; the answers
// of indexed scenes, also of areas; and their bytes, which are the same on every machine of one
// byte order.
//
// Needs only libc, so that it can be built for any machine (golden_builds.sh does). With
// CAROM_GOLDEN_WRITE set, the file is written instead of compared: do so only when results are
// meant to change, and say so in the CHANGELOG. Room: tests.
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "carom/carom.h"
#include "cases.h"
#include "golden.h"
#include "golden_areas.h"
#include "golden_crowds.h"
#include "golden_lives.h"
#include "motion_cases.h"
#include "scenes.h"
#include "wall_sets.h"

enum {
    CASES_PER_CLASS = 840,        // about 20,000 in all
    MOTION_CASES_PER_CLASS = 420, // about 12,000 in all
    // For each scene and response; 100,800 in all. The test also runs under emulation, so there are
    // fewer in scenes where every contact is a tie.
    STEPS = 1920,
    TIED_STEPS = 480,
    // 28 sets of walls, three sizes: 4,740 questions of five kinds. Fewer in sets where doubles are
    // rarely certain.
    SET_QUESTIONS = 60,
    SLOW_SET_QUESTIONS = 10,
    SET_WALLS_MAX = 300,
    NEAREST = 5
};

// The fields of a sweep, in this order wherever one is hashed.
enum { KIND, FEATURE, TIME, CENTER, POINT, NORMAL, SWEEP_FIELDS };
#define SWEEP_NAMES(call)                                                                          \
    call ".kind", call ".feature", call ".t", call ".center", call ".point", call ".normal"

// ---- single questions ----

enum {
    QUESTION,
    RELATE,
    WITHIN,
    CONTACT_RELATION,
    CONTACT_FEATURE,
    CONTACT_ALONG,
    CONTACT_POINT,
    CONTACT_NORMAL,
    CONTACT_DEPTH,
    DISTANCE,
    CROSSINGS_COUNT,
    CROSSINGS_ALONG,
    CROSSINGS_POINT,
    PUSH_RELATION,
    PUSH_CENTER
};

static golden_group cases = {.functions = {"case", "relate", "within", "contact.relation",
                                           "contact.feature", "contact.along", "contact.point",
                                           "contact.normal", "contact.depth", "distance",
                                           "crossings.count", "crossings.along", "crossings.point",
                                           "push_out.relation", "push_out.center"}};

static void hash_answers(uint64_t *h, const test_case *t) {
    golden_bits(&h[RELATE], (uint64_t)carom_circle_relate(t->circle, t->wall));
    golden_bits(&h[WITHIN], carom_circle_within(t->circle, t->wall, t->gap));

    const carom_contact contact = carom_circle_contact(t->circle, t->wall);
    golden_bits(&h[CONTACT_RELATION], (uint64_t)contact.relation);
    golden_bits(&h[CONTACT_FEATURE], (uint64_t)contact.feature);
    golden_number(&h[CONTACT_ALONG], contact.along);
    golden_point(&h[CONTACT_POINT], contact.point);
    golden_point(&h[CONTACT_NORMAL], contact.normal);
    golden_number(&h[CONTACT_DEPTH], contact.depth);
    golden_number(&h[DISTANCE], carom_circle_distance(t->circle, t->wall));

    const carom_crossings crossings = carom_circle_crossings(t->circle, t->wall);
    golden_bits(&h[CROSSINGS_COUNT], (uint64_t)crossings.count);
    for (int i = 0; i < 2; i++) {
        golden_number(&h[CROSSINGS_ALONG], crossings.along[i]);
        golden_point(&h[CROSSINGS_POINT], crossings.point[i]);
    }

    const carom_push push = carom_circle_push_out(t->circle, t->wall);
    golden_bits(&h[PUSH_RELATION], (uint64_t)push.relation);
    golden_point(&h[PUSH_CENTER], push.center);
}

static void hash_pair(uint64_t *hash, carom_vec2 p, carom_vec2 q) {
    golden_point(hash, p);
    golden_point(hash, q);
}

static void hash_circle(uint64_t *hash, carom_circle circle) {
    golden_point(hash, circle.center);
    golden_number(hash, circle.radius);
}

static void hash_wall(uint64_t *hash, carom_wall wall) {
    hash_pair(hash, wall.a, wall.b);
    golden_number(hash, wall.radius);
}

static void hash_cases(void) {
    for (int kind = 0; kind < CASE_CLASS_COUNT; kind++) {
        uint64_t *const h = golden_class(&cases, case_class_name((case_class)kind));
        for (uint64_t i = 0; i < CASES_PER_CLASS; i++) {
            const test_case t = case_make((case_class)kind, 1, i);
            hash_circle(&h[QUESTION], t.circle);
            hash_wall(&h[QUESTION], t.wall);
            golden_bits(&h[QUESTION], (uint64_t)t.wall.extent);
            golden_number(&h[QUESTION], t.gap);
            hash_answers(h, &t);
        }
    }
}

// ---- moving circles ----

enum {
    MOTION_QUESTION,
    SWEEP,
    SWEEP_TO = SWEEP + SWEEP_FIELDS,
    PATH_IS_CLEAR = SWEEP_TO + SWEEP_FIELDS,
    TIME_OF_IMPACT_ORDER,
    REFLECT_END,
    REFLECT_MOVE,
    WALL_BOX
};

static golden_group motions = {
    .functions = {"motion_case", SWEEP_NAMES("sweep"), SWEEP_NAMES("sweep_to"), "path_is_clear",
                  "compare_time_of_impact", "reflect.end", "reflect.move", "wall_box"}};

// Adds to one hash per field, or, if `each` is 0, to a single hash.
static void hash_sweep(uint64_t *h, int each, carom_sweep sweep) {
    golden_bits(&h[each * KIND], (uint64_t)sweep.kind);
    golden_bits(&h[each * FEATURE], (uint64_t)sweep.feature);
    golden_number(&h[each * TIME], sweep.t);
    golden_point(&h[each * CENTER], sweep.center);
    golden_point(&h[each * POINT], sweep.point);
    golden_point(&h[each * NORMAL], sweep.normal);
}

static void hash_motion_answers(uint64_t *h, const motion_case *m) {
    hash_sweep(&h[SWEEP], 1, carom_circle_sweep(m->circle, m->move, m->wall));
    hash_sweep(&h[SWEEP_TO], 1, carom_circle_sweep_to(m->circle, m->to, m->wall));
    golden_bits(&h[PATH_IS_CLEAR], carom_circle_path_is_clear(m->circle, m->to, m->wall));
    const int order = carom_circle_compare_time_of_impact(m->circle, m->move, m->wall, m->second);
    golden_bits(&h[TIME_OF_IMPACT_ORDER], (uint64_t)(order + 1));
    const carom_reflection reflection = carom_circle_reflect(m->circle, m->move, m->wall);
    golden_point(&h[REFLECT_END], reflection.end);
    golden_point(&h[REFLECT_MOVE], reflection.move);
    const carom_box box = carom_wall_box(m->wall);
    hash_pair(&h[WALL_BOX], box.min, box.max);
}

// ---- passages, casts, circles against circles ----

enum {
    PASSAGE_ENTRY,
    PASSAGE_HAS_LEFT,
    PASSAGE_EXIT_T,
    PASSAGE_EXIT_FEATURE,
    PASSAGE_EXIT_CENTER,
    PASSAGE_EXIT_POINT,
    PASSAGE_EXIT_NORMAL,
    CAST_SWEEP,
    CAST_DISTANCE,
    VEC2_ALONG,
    CIRCLE_RELATE,
    CIRCLE_DISTANCE,
    CIRCLE_SWEEP,
    CIRCLE_PATH_IS_CLEAR
};

static golden_group passages = {
    .functions = {"passage.entry", "passage.has_left", "passage.exit_t", "passage.exit_feature",
                  "passage.exit_center", "passage.exit_point", "passage.exit_normal", "cast.sweep",
                  "cast.distance", "vec2_along", "relate_circle", "distance_circle", "sweep_circle",
                  "path_is_clear_of_circle"}};

static void hash_passages(uint64_t *h, const motion_case *m) {
    const carom_passage p = carom_circle_passage(m->circle, m->move, m->wall);
    hash_sweep(&h[PASSAGE_ENTRY], 0, p.entry);
    golden_bits(&h[PASSAGE_HAS_LEFT], p.has_left);
    golden_number(&h[PASSAGE_EXIT_T], p.exit_t);
    golden_bits(&h[PASSAGE_EXIT_FEATURE], (uint64_t)p.exit_feature);
    golden_point(&h[PASSAGE_EXIT_CENTER], p.exit_center);
    golden_point(&h[PASSAGE_EXIT_POINT], p.exit_point);
    golden_point(&h[PASSAGE_EXIT_NORMAL], p.exit_normal);
    const double length = fabs(m->move.x) + fabs(m->move.y);
    const carom_cast cast = carom_circle_cast(m->circle, m->move, length, m->wall);
    golden_point(&h[VEC2_ALONG], carom_vec2_along(m->move, length));
    hash_sweep(&h[CAST_SWEEP], 0, cast.sweep);
    golden_number(&h[CAST_DISTANCE], cast.distance);
    const carom_circle other = carom_circle_make(m->wall.a, m->wall.radius);
    golden_bits(&h[CIRCLE_RELATE],
                (uint64_t)carom_circle_relate(m->circle, carom_circle_as_post(other)));
    golden_number(&h[CIRCLE_DISTANCE],
                  carom_circle_distance(m->circle, carom_circle_as_post(other)));
    hash_sweep(&h[CIRCLE_SWEEP], 0,
               carom_circle_sweep(m->circle, m->move, carom_circle_as_post(other)));
    golden_bits(&h[CIRCLE_PATH_IS_CLEAR],
                carom_circle_path_is_clear(m->circle, m->to, carom_circle_as_post(other)));
}

// ---- moving walls ----

enum {
    MOVING_SWEEP,
    MOVING_HIT = MOVING_SWEEP + SWEEP_FIELDS,
    MOVING_TO,
    MOVING_TO_HIT,
    MOVING_PATH_IS_CLEAR,
    TRANSLATING_SWEEP,
    TRANSLATING_PATH_IS_CLEAR,
    MOVING_CIRCLE_SWEEP,
    MOVING_CIRCLE_PATH_IS_CLEAR,
    MOVING_WALL_AT,
    MOVING_WALL_TURNING,
    TURNING_FRAMES,
    MOVING_WALL_BOX,
    BALLS_RESPOND
};

static golden_group moving_walls = {
    .functions = {SWEEP_NAMES("sweep_moving"), "sweep_moving_hit", "sweep_moving_to",
                  "sweep_moving_to_hit", "path_is_clear_of_moving", "sweep_translating",
                  "path_is_clear_of_translating", "sweep_moving_circle",
                  "path_is_clear_of_moving_circle", "moving_wall_at", "moving_wall_turning",
                  "turning_frames", "moving_wall_box", "balls_respond"}};

// The wall moves to the second wall of the case, or as a whole by the displacement between them.
static void hash_moving_walls(uint64_t *h, const motion_case *m) {
    const carom_wall wall = m->wall;
    const carom_vec2 a_to = m->second.a, b_to = m->second.b;
    const carom_moving_wall moving = carom_moving_wall_to(wall, a_to, b_to);
    const carom_moving_wall whole = carom_moving_wall_translating(wall, moving.a_move);
    const carom_circle other = carom_circle_make(wall.a, wall.radius);
    hash_sweep(&h[MOVING_SWEEP], 1, carom_circle_sweep_moving(m->circle, m->move, moving, false));
    hash_sweep(&h[MOVING_HIT], 0, carom_circle_sweep_moving(m->circle, m->move, moving, true));
    hash_sweep(&h[MOVING_TO], 0,
               carom_circle_sweep_moving_to(m->circle, m->to, wall, a_to, b_to, false));
    hash_sweep(&h[MOVING_TO_HIT], 0,
               carom_circle_sweep_moving_to(m->circle, m->to, wall, a_to, b_to, true));
    golden_bits(&h[MOVING_PATH_IS_CLEAR],
                carom_circle_path_is_clear_of_moving(m->circle, m->to, wall, a_to, b_to));
    hash_sweep(&h[TRANSLATING_SWEEP], 0,
               carom_circle_sweep_moving(m->circle, m->move, whole, false));
    golden_bits(
        &h[TRANSLATING_PATH_IS_CLEAR],
        carom_circle_path_is_clear_of_moving(m->circle, m->to, carom_post(wall.a, 1), a_to, a_to));
    hash_sweep(&h[MOVING_CIRCLE_SWEEP], 0,
               carom_circle_sweep_moving_circle(m->circle, m->move, other, moving.a_move, false));
    golden_bits(&h[MOVING_CIRCLE_PATH_IS_CLEAR],
                carom_circle_path_is_clear_of_moving(m->circle, m->to, carom_circle_as_post(other),
                                                     a_to, a_to));
}

// Where a moving wall is, one that turns, and two balls that meet as circle and wall touch.
static void hash_moving_parts(uint64_t *h, const motion_case *m) {
    const carom_moving_wall moving = carom_moving_wall_to(m->wall, m->second.a, m->second.b);
    for (int i = 1; i <= 3; i++) {
        const carom_wall at = carom_moving_wall_at(moving, i / 3.0);
        hash_pair(&h[MOVING_WALL_AT], at.a, at.b);
    }
    const carom_moving_wall turning = carom_moving_wall_turning(m->wall, m->circle.center, m->move);
    hash_pair(&h[MOVING_WALL_TURNING], turning.a_move, turning.b_move);
    golden_bits(&h[TURNING_FRAMES],
                (uint64_t)carom_turning_frames(m->move.x, m->circle.radius, fabs(m->move.y)));
    const carom_box box = carom_moving_wall_box(moving);
    hash_pair(&h[MOVING_WALL_BOX], box.min, box.max);
    const carom_velocity_pair after = carom_balls_respond(
        m->move, 1.0, m->to, 0.375, carom_circle_contact(m->circle, m->wall).normal, 0.75, 0.25);
    hash_pair(&h[BALLS_RESPOND], after.first, after.second);
}

static void hash_motions(void) {
    for (int kind = 0; kind < MOTION_CLASS_COUNT; kind++) {
        uint64_t *const h = golden_class(&motions, motion_class_name((motion_class)kind));
        uint64_t *const more = golden_class(&passages, motion_class_name((motion_class)kind));
        uint64_t *const moving = golden_class(&moving_walls, motion_class_name((motion_class)kind));
        for (uint64_t i = 0; i < MOTION_CASES_PER_CLASS; i++) {
            const motion_case m = motion_make((motion_class)kind, 1, i);
            hash_circle(&h[MOTION_QUESTION], m.circle);
            hash_pair(&h[MOTION_QUESTION], m.move, m.to);
            hash_wall(&h[MOTION_QUESTION], m.wall);
            golden_bits(&h[MOTION_QUESTION], (uint64_t)m.wall.extent);
            hash_wall(&h[MOTION_QUESTION], m.second);
            hash_motion_answers(h, &m);
            hash_passages(more, &m);
            if (i < MOTION_MOVING_CASES)
                hash_moving_walls(moving, &m);
            hash_moving_parts(moving, &m);
        }
    }
}

// ---- runs of balls ----

enum {
    IMPACT_TIME,
    IMPACT_WALL,
    IMPACT_CENTER,
    IMPACT_POINT,
    IMPACT_NORMAL,
    IMPACT_VELOCITY,
    MOTION_BALL,
    MOTION_REPORT
};

static golden_group runs = {.functions = {"impact.time", "impact.wall", "impact.center",
                                          "impact.point", "impact.normal", "impact.velocity",
                                          "motion.ball", "motion.report"}};

static void hash_impact(void *context, const carom_impact *impact) {
    uint64_t *const h = context;
    golden_number(&h[IMPACT_TIME], impact->time);
    golden_bits(&h[IMPACT_WALL], impact->id.index);
    golden_bits(&h[IMPACT_WALL], (uint64_t)impact->feature);
    golden_point(&h[IMPACT_CENTER], impact->center);
    golden_point(&h[IMPACT_POINT], impact->point);
    golden_point(&h[IMPACT_NORMAL], impact->normal);
    hash_pair(&h[IMPACT_VELOCITY], impact->before, impact->after);
}

static uint64_t index_or_0(carom_index index) {
    return index != CAROM_NO_WALL ? index : 0;
}

static void hash_motion(uint64_t *h, const carom_motion *motion) {
    golden_bits(&h[MOTION_REPORT], (uint64_t)motion->kind);
    hash_pair(&h[MOTION_BALL], motion->ball.center, motion->ball.velocity);
    golden_bits(&h[MOTION_REPORT], (uint64_t)motion->contacts);
    golden_number(&h[MOTION_REPORT], motion->lost);
    golden_bits(&h[MOTION_REPORT], index_or_0(motion->overlapped.index));
    golden_point(&h[MOTION_REPORT], motion->freed);
}

// One ball in one scene. It is kicked every eight steps and sometimes restarted, also in an
// overlap.
static void hash_run(uint64_t *h, test_scene *s, int k) {
    random_source g = random_start(1, (uint64_t)s->kind, (uint64_t)k);
    scene_set_one_sided(s, 4, k == 3 ? 5 : 0);
    carom_move_settings mover = scene_mover(s, scene_response(k));
    mover.max_contacts = 6;
    mover.on_impact = hash_impact;
    mover.context = h;
    carom_ball ball = s->ball;
    const bool is_tied = s->kind == SCENE_WEDGE || s->kind == SCENE_SPAWNED;
    const int steps = is_tied ? TIED_STEPS : STEPS;
    for (int step = 0; step < steps; step++) {
        if (step % 200 == 199) {
            ball = s->ball;
            ball.center.x += ball.radius * random_int(&g, -1, 1);
        } else if (step % 8 == 0) {
            ball.velocity = scene_kick(s, &g, 0x1p-6);
        }
        const carom_motion motion = carom_ball_move(ball, 0x1p-6, &mover);
        ball = motion.ball;
        hash_motion(h, &motion);
    }
}

static void hash_runs(void) {
    static test_scene scene;
    for (int kind = 0; kind < SCENE_KIND_COUNT; kind++) {
        scene_make(&scene, (scene_kind)kind);
        for (int k = 0; k < SCENE_RESPONSES; k++) {
            char name[GOLDEN_NAME];
            snprintf(name, sizeof name, "%s/%s", scene_name(scene.kind), scene_response_name(k));
            hash_run(golden_class(&runs, name), &scene, k);
        }
    }
}

// ---- characters ----

enum { CHARACTER_STATE, CHARACTER_PATH, CHARACTER_REPORT };

static golden_group characters = {
    .functions = {"character.state", "character.path", "character.report"}};

static void hash_corner(void *context, const carom_vec2 *center) {
    uint64_t *const h = context;
    golden_point(&h[CHARACTER_PATH], *center);
}

static void hash_character(uint64_t *h, const carom_character_motion *motion) {
    const carom_character *c = &motion->character;
    hash_pair(&h[CHARACTER_STATE], c->ball.center, c->ball.velocity);
    golden_point(&h[CHARACTER_STATE], c->ground_normal);
    golden_bits(&h[CHARACTER_STATE], index_or_0(c->ground.index));
    golden_bits(&h[CHARACTER_STATE], c->on_ground + 2U * c->is_wedged);
    golden_bits(&h[CHARACTER_REPORT], (uint64_t)motion->kind);
    golden_bits(&h[CHARACTER_REPORT], motion->landed + 2U * motion->stepped + 4U * motion->snapped);
    golden_bits(&h[CHARACTER_REPORT], index_or_0(motion->wall.index));
    golden_bits(&h[CHARACTER_REPORT], index_or_0(motion->head.index));
    golden_point(&h[CHARACTER_REPORT], motion->wall_normal);
    golden_number(&h[CHARACTER_REPORT], motion->lost);
}

// One character in one scene. It walks, jumps, drops and changes its direction.
static void hash_walk(uint64_t *h, test_scene *s) {
    random_source g = random_start(1, 4400, (uint64_t)s->kind);
    scene_set_one_sided(s, 4, 5);
    const double r = s->ball.radius, frame = 0x1p-6;
    carom_character_settings settings = carom_character_settings_default();
    settings.world.walls = carom_wall_list_source(&s->array);
    settings.gravity = carom_vec2_make(0, -32 * r);
    settings.step_height = 0.5 * r;
    settings.on_position = hash_corner;
    settings.context = h;
    carom_character c = carom_character_make(s->ball.center, r);
    double speed = 0;
    for (int step = 0; step < TIED_STEPS; step++) {
        if (step % 40 == 0) {
            speed = r * random_int(&g, -8, 8);
            settings.up = random_one_in(&g, 4) ? s->along : carom_vec2_make(0, 1);
            settings.snap_distance = 0.25 * r * random_int(&g, 0, 2);
            settings.max_slope = 0.25 * random_int(&g, 1, 8);
        }
        c.ball.velocity.x = speed;
        if (random_one_in(&g, 16))
            c.ball.velocity.y = 8 * r;
        settings.drop = random_one_in(&g, 16);
        const carom_character_motion motion = carom_character_move(c, frame, &settings);
        c = motion.character;
        hash_character(h, &motion);
    }
}

static void hash_walks(void) {
    static test_scene scene;
    for (int kind = 0; kind < SCENE_KIND_COUNT; kind++) {
        scene_make(&scene, (scene_kind)kind);
        hash_walk(golden_class(&characters, scene_name(scene.kind)), &scene);
    }
}

// ---- scenes with an index ----

enum {
    SCENE_TOUCHING,
    SCENE_WITHIN,
    SCENE_IN_BOX,
    SCENE_NEAREST,
    SCENE_HIT,
    SCENE_SWEEP,
    SCENE_FAN = SCENE_SWEEP + SWEEP_FIELDS,
    SCENE_BYTES
};

static golden_group sets = {.functions = {"scene.touching", "scene.within", "scene.in_box",
                                          "scene.nearest", "scene.sweep.index",
                                          SWEEP_NAMES("scene.sweep"), "scene.fan", "scene.bytes"}};

static void hash_fan(uint64_t *h, const carom_scene *scene, const wall_question *q) {
    enum { BEAMS = 8 };
    carom_vec2 moves[BEAMS];
    carom_scene_hit hits[BEAMS];
    for (int i = 0; i < BEAMS; i++)
        moves[i] =
            carom_vec2_make(q->move.x - 0.0625 * i * q->move.y, q->move.y + 0.0625 * i * q->move.x);
    carom_scene_fan(scene, q->circle, moves, BEAMS, NULL, hits);
    for (int i = 0; i < BEAMS; i++) {
        golden_bits(h, index_or_0(hits[i].index));
        golden_number(h, hits[i].sweep.t);
    }
}

static void hash_wall_question(uint64_t *h, const carom_scene *scene, const wall_question *q) {
    uint32_t found[SET_WALLS_MAX];
    carom_neighbor nearest[NEAREST];
    const size_t touching = carom_scene_touching(scene, q->circle, CAROM_CONTACT_RULE_CLOSED_DISC,
                                                 NULL, found, SET_WALLS_MAX);
    for (size_t k = 0; k < touching; k++)
        golden_bits(&h[SCENE_TOUCHING], found[k]);
    golden_bits(&h[SCENE_WITHIN], carom_scene_within(scene, q->circle, q->gap, NULL, NULL, 0));
    golden_bits(&h[SCENE_IN_BOX], carom_scene_in_box(scene, q->box, NULL, NULL, 0));
    const size_t near = carom_scene_nearest(scene, q->circle, NULL, nearest, NEAREST);
    for (size_t k = 0; k < near; k++) {
        golden_bits(&h[SCENE_NEAREST], nearest[k].index);
        golden_number(&h[SCENE_NEAREST], nearest[k].gap);
    }
    const carom_scene_hit hit = carom_scene_sweep(scene, q->circle, q->move, NULL);
    golden_bits(&h[SCENE_HIT], index_or_0(hit.index));
    hash_sweep(&h[SCENE_SWEEP], 1, hit.sweep);
    hash_fan(&h[SCENE_FAN], scene, q);
}

static void hash_wall_set(uint64_t *h, wall_set kind, size_t count) {
    static carom_wall walls[SET_WALLS_MAX];
    wall_set_make(kind, 1, walls, count);
    carom_scene *scene;
    if (carom_scene_create(walls, count, NULL, NULL, &scene, NULL) != CAROM_STATUS_OK)
        exit(2);
    golden_bytes(&h[SCENE_BYTES], (const unsigned char *)scene, carom_scene_byte_size(scene));
    random_source g = random_start(1, 6600 + (uint64_t)kind, count);
    const bool is_slow = kind == SET_RANGE_ENDS || kind == SET_EXPONENTS;
    const int questions = is_slow ? SLOW_SET_QUESTIONS : SET_QUESTIONS;
    for (int i = 0; i < questions; i++) {
        const wall_question q = wall_set_question(&g, walls, count);
        hash_wall_question(h, scene, &q);
    }
    carom_scene_destroy(scene, NULL);
}

// Several fillings of the last leaf and of the last node, one to three levels.
static void hash_wall_sets(void) {
    static const size_t counts[] = {11, 64, SET_WALLS_MAX};
    for (int kind = 0; kind < WALL_SET_COUNT; kind++) {
        uint64_t *const h = golden_class(&sets, wall_set_name((wall_set)kind));
        for (size_t k = 0; k < sizeof counts / sizeof counts[0]; k++)
            hash_wall_set(h, (wall_set)kind, counts[k]);
    }
}

// ---- scenes that change ----

static golden_group edits = {.functions = {"dynamic_scene.touching", "dynamic_scene.within",
                                           "dynamic_scene.in_box", "dynamic_scene.nearest",
                                           "dynamic_scene.sweep.index",
                                           SWEEP_NAMES("dynamic_scene.sweep")}};

// Every third wall is removed; every fifth moves to where the one before it was; then as many come
// anew.
static void edit_set(carom_dynamic_scene *scene, const carom_wall *walls, size_t count) {
    for (size_t i = 0; i < count; i += 3)
        carom_dynamic_scene_remove(scene, carom_dynamic_scene_id(scene, (uint32_t)i));
    for (size_t i = 5; i < count; i += 5)
        if (i % 3 != 0 &&
            carom_dynamic_scene_move(scene, carom_dynamic_scene_id(scene, (uint32_t)i),
                                     walls[i - 1]) != CAROM_STATUS_OK)
            exit(2);
    carom_dynamic_id id;
    for (size_t i = 0; i < count; i += 3)
        if (carom_dynamic_scene_insert(scene, walls[count - 1 - i], &id) != CAROM_STATUS_OK)
            exit(2);
}

static void hash_edits(void) {
    static carom_wall walls[SET_WALLS_MAX];
    for (int kind = 0; kind < WALL_SET_COUNT; kind++) {
        uint64_t *const h = golden_class(&edits, wall_set_name((wall_set)kind));
        wall_set_make((wall_set)kind, 1, walls, SET_WALLS_MAX);
        carom_dynamic_scene *scene;
        if (carom_dynamic_scene_create(walls, SET_WALLS_MAX, NULL, &scene, NULL) != CAROM_STATUS_OK)
            exit(2);
        edit_set(scene, walls, SET_WALLS_MAX);
        random_source g = random_start(1, 6700 + (uint64_t)kind, 0);
        for (int i = 0; i < SLOW_SET_QUESTIONS; i++) {
            const wall_question q = wall_set_question(&g, walls, SET_WALLS_MAX);
            hash_wall_question(h, carom_dynamic_scene_view(scene), &q);
        }
        carom_dynamic_scene_destroy(scene);
    }
}

// The bytes of scenes and crowds are checked where the low byte comes first.
static bool low_byte_is_first(void) {
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 1;
}

int main(int argc, char **argv) {
    static const golden_group *const groups[] = {
        &cases, &motions, &passages,     &moving_walls,  &runs,         &characters,
        &sets,  &edits,   &golden_areas, &golden_crowds, &golden_lives, NULL};
    hash_cases();
    hash_motions();
    hash_runs();
    hash_walks();
    hash_wall_sets();
    hash_edits();
    golden_areas_hash();
    golden_crowds_hash();
    golden_lives_hash();
    if (!low_byte_is_first()) {
        sets.left_out = sets.functions[SCENE_BYTES];
        golden_lives.left_out = golden_lives_bytes;
    }
    if (argc < 2) {
        golden_write(stdout, groups);
        return 0;
    }
    const bool is_written = getenv("CAROM_GOLDEN_WRITE") != NULL;
    FILE *const file = fopen(argv[1], is_written ? "w" : "r");
    if (file == NULL) {
        perror(argv[1]);
        return 2;
    }
    if (is_written)
        golden_write(file, groups);
    const bool is_same = is_written || golden_compare(file, groups, stderr);
    if (fclose(file) != 0) {
        perror(argv[1]);
        return 2;
    }
    return is_same ? 0 : 1;
}
