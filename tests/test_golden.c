// The same bits everywhere: a hash over all outputs for many cases, compared with one line of text.
//
//     test_golden [GOLDEN.TXT]   without a file it only prints the hash
//
// Six hashes: of the questions, of the answers to single ones, of a run of 10^5 steps of balls
// through the scenes of scenes.h, every step and every impact; of the answers of indexed scenes; of
// passages, casts and circles against circles; and of the bytes of scenes, which are the same on
// every machine of one byte order.
//
// FNV-1a over the bit patterns of every number that the library returns, from the low byte up.
// Needs only libc, so that it can be built for any machine (golden_builds.sh does). With
// CAROM_GOLDEN_WRITE set, the file is written instead of compared: do so only when results are
// meant to change, and say so in the CHANGELOG. Layer: tests.
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "carom/carom.h"
#include "cases.h"
#include "motion_cases.h"
#include "scenes.h"
#include "wall_sets.h"

enum {
    CASES_PER_CLASS = 840,        // about 20,000 in all
    MOTION_CASES_PER_CLASS = 420, // about 12,000 in all
    RESPONSES = 5,
    // For each scene and response; 100,800 in all. This is run under emulation, so there are fewer
    // where every contact is a tie.
    STEPS = 1920,
    TIED_STEPS = 480,
    // 28 sets of walls, three sizes: 4,740 questions of five kinds. Fewer where doubles are rarely
    // certain.
    SET_QUESTIONS = 60,
    SLOW_SET_QUESTIONS = 10,
    SET_WALLS_MAX = 300,
    NEAREST = 5,
    LINE = 192
};

static const uint64_t hash_start = UINT64_C(0xcbf29ce484222325);

static void hash_bits(uint64_t *hash, uint64_t bits) {
    for (int i = 0; i < 8; i++) {
        *hash = (*hash ^ (bits >> (8 * i) & 0xff)) * UINT64_C(0x100000001b3);
    }
}

// The bits of a NaN are the machine's choice.
static void hash_number(uint64_t *hash, double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    hash_bits(hash, x == x ? bits : UINT64_C(0x7ff8000000000000));
}

static void hash_point(uint64_t *hash, carom_vec2 p) {
    hash_number(hash, p.x);
    hash_number(hash, p.y);
}

static void hash_answers(uint64_t *hash, const test_case *t) {
    hash_bits(hash, (uint64_t)carom_circle_relate(t->circle, t->wall));
    hash_bits(hash, carom_circle_within(t->circle, t->wall, t->gap));

    carom_contact contact = carom_circle_contact(t->circle, t->wall);
    hash_bits(hash, (uint64_t)contact.relation);
    hash_bits(hash, (uint64_t)contact.feature);
    hash_number(hash, contact.along);
    hash_point(hash, contact.point);
    hash_point(hash, contact.normal);
    hash_number(hash, contact.depth);
    hash_number(hash, carom_circle_distance(t->circle, t->wall));

    carom_crossings crossings = carom_circle_crossings(t->circle, t->wall);
    hash_bits(hash, (uint64_t)crossings.count);
    for (int i = 0; i < 2; i++) {
        hash_number(hash, crossings.along[i]);
        hash_point(hash, crossings.point[i]);
    }

    carom_push push = carom_circle_push_out(t->circle, t->wall);
    hash_bits(hash, (uint64_t)push.relation);
    hash_point(hash, push.center);
}

// The hash of the inputs alone goes along, so that a difference can be told to lie in the
// generator.
static void hash_question(uint64_t *hash, const test_case *t) {
    hash_point(hash, t->circle.center);
    hash_number(hash, t->circle.radius);
    hash_point(hash, t->wall.a);
    hash_point(hash, t->wall.b);
    hash_number(hash, t->wall.radius);
    hash_bits(hash, (uint64_t)t->wall.extent);
    hash_number(hash, t->gap);
}

static void hash_sweep(uint64_t *hash, carom_sweep sweep) {
    hash_bits(hash, (uint64_t)sweep.kind);
    hash_bits(hash, (uint64_t)sweep.feature);
    hash_number(hash, sweep.t);
    hash_point(hash, sweep.center);
    hash_point(hash, sweep.point);
    hash_point(hash, sweep.normal);
}

static void hash_motion_question(uint64_t *hash, const motion_case *m) {
    hash_point(hash, m->circle.center);
    hash_number(hash, m->circle.radius);
    hash_point(hash, m->move);
    hash_point(hash, m->to);
    hash_point(hash, m->wall.a);
    hash_point(hash, m->wall.b);
    hash_number(hash, m->wall.radius);
    hash_bits(hash, (uint64_t)m->wall.extent);
    hash_point(hash, m->second.a);
    hash_point(hash, m->second.b);
    hash_number(hash, m->second.radius);
}

static void hash_motion_answers(uint64_t *hash, const motion_case *m) {
    hash_sweep(hash, carom_circle_sweep(m->circle, m->move, m->wall));
    hash_sweep(hash, carom_circle_sweep_to(m->circle, m->to, m->wall));
    hash_bits(hash, carom_circle_path_is_clear(m->circle, m->to, m->wall));
    hash_bits(hash, (uint64_t)(carom_circle_compare_time_of_impact(m->circle, m->move, m->wall,
                                                                   m->second) +
                               1));
    const carom_reflection reflection = carom_circle_reflect(m->circle, m->move, m->wall);
    hash_point(hash, reflection.end);
    hash_point(hash, reflection.move);
    const carom_box box = carom_wall_box(m->wall);
    hash_point(hash, box.min);
    hash_point(hash, box.max);
}

static void hash_passages(uint64_t *hash, const motion_case *m) {
    const carom_passage p = carom_circle_passage(m->circle, m->move, m->wall);
    hash_sweep(hash, p.entry);
    hash_bits(hash, p.has_left);
    hash_number(hash, p.exit_t);
    hash_bits(hash, (uint64_t)p.exit_feature);
    hash_point(hash, p.exit_center);
    hash_point(hash, p.exit_point);
    hash_point(hash, p.exit_normal);
    const double length = fabs(m->move.x) + fabs(m->move.y);
    const carom_cast cast = carom_circle_cast(m->circle, m->move, length, m->wall);
    hash_point(hash, carom_vec2_along(m->move, length));
    hash_sweep(hash, cast.sweep);
    hash_number(hash, cast.distance);
    const carom_circle other = carom_circle_make(m->wall.a, m->wall.radius);
    hash_bits(hash, (uint64_t)carom_circle_relate_circle(m->circle, other));
    hash_number(hash, carom_circle_distance_circle(m->circle, other));
    hash_sweep(hash, carom_circle_sweep_circle(m->circle, m->move, other));
    hash_bits(hash, carom_circle_path_is_clear_of_circle(m->circle, m->to, other));
}

static void hash_impact(void *context, const carom_impact *impact) {
    uint64_t *hash = context;
    hash_number(hash, impact->time);
    hash_bits(hash, impact->index);
    hash_bits(hash, (uint64_t)impact->feature);
    hash_point(hash, impact->center);
    hash_point(hash, impact->point);
    hash_point(hash, impact->normal);
    hash_point(hash, impact->before);
    hash_point(hash, impact->after);
}

// One ball through one scene, kicked every eight steps and started again every so often, in an
// overlap, too.
static void hash_run(uint64_t *hash, test_scene *s, int k) {
    const carom_response responses[RESPONSES] = {carom_bounce(1, 0), carom_bounce(0.5, 0.25),
                                                 carom_bounce(0, 0), carom_slide(), carom_stop()};
    random_source g = random_start(1, (uint64_t)s->kind, (uint64_t)k);
    scene_set_one_sided(s, 4, k == 3 ? 5 : 0);
    carom_move_settings mover = scene_mover(s, responses[k]);
    mover.max_contacts = 6;
    mover.on_impact = hash_impact;
    mover.context = hash;
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
        hash_bits(hash, (uint64_t)motion.kind);
        hash_point(hash, ball.center);
        hash_point(hash, ball.velocity);
        hash_bits(hash, (uint64_t)motion.contacts);
        hash_number(hash, motion.lost);
        hash_bits(hash, motion.overlapped != CAROM_NO_WALL ? motion.overlapped : 0);
        hash_point(hash, motion.freed);
    }
}

static uint64_t hash_of_runs(void) {
    static test_scene scene;
    uint64_t hash = hash_start;
    for (int kind = 0; kind < SCENE_KIND_COUNT; kind++) {
        scene_make(&scene, (scene_kind)kind);
        for (int k = 0; k < RESPONSES; k++) {
            hash_run(&hash, &scene, k);
        }
    }
    return hash;
}

// ---- scenes with an index ----

static void hash_wall_questions(uint64_t *hash, const carom_scene *scene, random_source *g,
                                const carom_wall *walls, size_t count, int questions) {
    uint32_t found[SET_WALLS_MAX];
    carom_neighbor nearest[NEAREST];
    for (int i = 0; i < questions; i++) {
        const wall_question q = wall_set_question(g, walls, count);
        const size_t touching = carom_scene_touching(
            scene, q.circle, CAROM_CONTACT_RULE_CLOSED_DISC, NULL, found, SET_WALLS_MAX);
        for (size_t k = 0; k < touching; k++)
            hash_bits(hash, found[k]);
        hash_bits(hash, carom_scene_within(scene, q.circle, q.gap, NULL, NULL, 0));
        hash_bits(hash, carom_scene_in_box(scene, q.box, NULL, NULL, 0));
        const size_t near = carom_scene_nearest(scene, q.circle, NULL, nearest, NEAREST);
        for (size_t k = 0; k < near; k++) {
            hash_bits(hash, nearest[k].index);
            hash_number(hash, nearest[k].gap);
        }
        const carom_scene_hit hit = carom_scene_sweep(scene, q.circle, q.move, NULL);
        hash_bits(hash, hit.index != CAROM_NO_WALL ? hit.index : 0);
        hash_sweep(hash, hit.sweep);
    }
}

static void hash_bytes(uint64_t *hash, const unsigned char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        *hash = (*hash ^ bytes[i]) * UINT64_C(0x100000001b3);
}

// Several fillings of the last leaf and of the last node, one to three levels.
static void hash_wall_sets(uint64_t *answers, uint64_t *images) {
    static const size_t counts[] = {11, 64, SET_WALLS_MAX};
    static carom_wall walls[SET_WALLS_MAX];
    for (int kind = 0; kind < WALL_SET_COUNT; kind++)
        for (size_t k = 0; k < 3; k++) {
            wall_set_make((wall_set)kind, 1, walls, counts[k]);
            carom_scene *scene;
            if (carom_scene_create(walls, counts[k], NULL, &scene, NULL) != CAROM_STATUS_OK)
                exit(2);
            hash_bytes(images, (const unsigned char *)scene, carom_scene_byte_size(scene));
            random_source g = random_start(1, 6600 + (uint64_t)kind, counts[k]);
            const bool is_slow = kind == SET_RANGE_ENDS || kind == SET_EXPONENTS;
            hash_wall_questions(answers, scene, &g, walls, counts[k],
                                is_slow ? SLOW_SET_QUESTIONS : SET_QUESTIONS);
            carom_scene_destroy(scene, NULL);
        }
}

// ---- comparing ----

// The bytes of scenes, the end of the line, are checked where the low byte comes first.
static bool low_byte_is_first(void) {
    const uint16_t one = 1;
    unsigned char first;
    memcpy(&first, &one, 1);
    return first == 1;
}

static int compare(const char *path, const char *line) {
    char expected[LINE] = "";
    if (getenv("CAROM_GOLDEN_WRITE") != NULL) {
        FILE *out = fopen(path, "w");
        if (out == NULL || fprintf(out, "%s\n", line) < 0 || fclose(out) != 0) {
            perror(path);
            return 2;
        }
        return 0;
    }
    FILE *in = fopen(path, "r");
    if (in == NULL || fgets(expected, (int)sizeof expected, in) == NULL) {
        perror(path);
        return 2;
    }
    fclose(in);
    expected[strcspn(expected, "\r\n")] = '\0';
    char *const images = strstr(expected, " images ");
    if (images != NULL && !low_byte_is_first())
        *images = '\0';
    if (strcmp(expected, line) != 0) {
        fprintf(stderr, "test_golden: got      %s\ntest_golden: expected %s\n", line, expected);
        return 1;
    }
    return 0;
}

int main(int argc, char **argv) {
    uint64_t questions = hash_start, answers = hash_start, passages = hash_start;
    for (int kind = 0; kind < CASE_CLASS_COUNT; kind++) {
        for (uint64_t i = 0; i < CASES_PER_CLASS; i++) {
            test_case t = case_make((case_class)kind, 1, i);
            hash_question(&questions, &t);
            hash_answers(&answers, &t);
        }
    }
    for (int kind = 0; kind < MOTION_CLASS_COUNT; kind++) {
        for (uint64_t i = 0; i < MOTION_CASES_PER_CLASS; i++) {
            motion_case m = motion_make((motion_class)kind, 1, i);
            hash_motion_question(&questions, &m);
            hash_motion_answers(&answers, &m);
            hash_passages(&passages, &m);
        }
    }
    uint64_t scenes = hash_start, images = hash_start;
    hash_wall_sets(&scenes, &images);
    char line[LINE];
    const int length = snprintf(line, sizeof line,
                                "questions %016" PRIx64 " answers %016" PRIx64 " runs %016" PRIx64
                                " scenes %016" PRIx64 " passages %016" PRIx64,
                                questions, answers, hash_of_runs(), scenes, passages);
    if (low_byte_is_first())
        snprintf(line + length, sizeof line - (size_t)length, " images %016" PRIx64, images);
    printf("%s\n", line);
    return argc > 1 ? compare(argv[1], line) : 0;
}
