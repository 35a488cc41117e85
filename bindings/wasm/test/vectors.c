// The cases of the C tests for JavaScript, and the hashes of test_golden.c over the answers it
// hands back: the same vectors in every language.
//
// Each call writes the numbers of a case to one block of memory; JavaScript writes answers to a
// second one and has them hashed. For the tests only. Room: tests of bindings.
#include <stdint.h>

#include "carom/carom.h"
#include "cases.h"
#include "golden.h"
#include "golden_crowds.h"
#include "golden_lives.h"
#include "motion_cases.h"
#include "ring_sets.h"
#include "scenes.h"
#include "wall_pairs.h"
#include "wall_sets.h"

#define EXPORT(name) __attribute__((export_name(#name)))

enum { NUMBERS = 32, ANSWERS = 4096, SET_WALLS_MAX = 300, IMAGE_MAX = 1 << 17 };

static double numbers[NUMBERS];
static uint64_t answers[ANSWERS];
static unsigned char image[IMAGE_MAX];

EXPORT(numbers_at) double *numbers_at(void) {
    return numbers;
}

EXPORT(answers_at) uint64_t *answers_at(void) {
    return answers;
}

EXPORT(image_at) unsigned char *image_at(void) {
    return image;
}

// ---- hashes ----

static uint64_t *hashes;

// Hashes of nothing, one for each function.
EXPORT(hash_start) void hash_start(void) {
    static golden_group group;
    group.class_count = 0;
    hashes = golden_class(&group, "");
}

// The first `count` of the answers, from the low byte up, which is how they lie in this memory.
EXPORT(hash_answers) void hash_answers(int which, size_t count) {
    golden_bytes(&hashes[which], (const unsigned char *)answers, count * sizeof *answers);
}

EXPORT(hash_image) void hash_image(int which, size_t size) {
    golden_bytes(&hashes[which], image, size);
}

EXPORT(hash_low) uint32_t hash_low(int which) {
    return (uint32_t)hashes[which];
}

EXPORT(hash_high) uint32_t hash_high(int which) {
    return (uint32_t)(hashes[which] >> 32);
}

// ---- cases ----

static int put_vector(int at, carom_vec2 p) {
    numbers[at] = p.x;
    numbers[at + 1] = p.y;
    return at + 2;
}

static int put_circle(int at, carom_circle circle) {
    at = put_vector(at, circle.center);
    numbers[at] = circle.radius;
    return at + 1;
}

static int put_wall(int at, carom_wall wall) {
    at = put_vector(put_vector(at, wall.a), wall.b);
    numbers[at] = wall.radius;
    // As test_golden.c hashes it: an unknown extent may be any int.
    numbers[at + 1] = (double)wall.extent;
    return at + 2;
}

EXPORT(case_classes) int case_classes(void) {
    return CASE_CLASS_COUNT;
}

EXPORT(case_name) const char *case_name(int kind) {
    return case_class_name((case_class)kind);
}

// circle, wall, gap
EXPORT(case_at) void case_at(int kind, int index) {
    const test_case t = case_make((case_class)kind, 1, (uint64_t)index);
    const int at = put_wall(put_circle(0, t.circle), t.wall);
    numbers[at] = t.gap;
}

EXPORT(motion_classes) int motion_classes(void) {
    return MOTION_CLASS_COUNT;
}

EXPORT(moving_cases) int moving_cases(void) {
    return MOTION_MOVING_CASES;
}

EXPORT(motion_name) const char *motion_name(int kind) {
    return motion_class_name((motion_class)kind);
}

// circle, move, to, wall, second wall
EXPORT(motion_at) void motion_at(int kind, int index) {
    const motion_case m = motion_make((motion_class)kind, 1, (uint64_t)index);
    const int at = put_vector(put_vector(put_circle(0, m.circle), m.move), m.to);
    (void)put_wall(put_wall(at, m.wall), m.second);
}

// ---- two walls ----

EXPORT(pair_classes) int pair_classes(void) {
    return WALL_PAIR_CLASSES;
}

EXPORT(pair_name) const char *pair_name(int kind) {
    return wall_pair_class_name((wall_pair_class)kind);
}

EXPORT(pair_is_slow) int pair_is_slow(int kind) {
    return kind == WALL_PAIR_MIXED_EXPONENTS || kind == WALL_PAIR_BITS;
}

EXPORT(pair_at) void pair_at(int kind, int index) {
    const wall_pair t = wall_pair_make((wall_pair_class)kind, 1, (uint64_t)index);
    numbers[put_wall(put_wall(0, t.wall), t.other)] = t.gap;
}

// Of the walls of such a case: wall, other, gap, its comparison; relation, gap, points, normal.
EXPORT(clearance_at) void clearance_at(int kind, int index) {
    const motion_case m = motion_make((motion_class)kind, 1, (uint64_t)index);
    const double gap = m.circle.radius;
    const carom_clearance k = carom_wall_contact(m.wall, m.second);
    int at = put_wall(put_wall(0, m.wall), m.second);
    numbers[at++] = gap;
    numbers[at++] = carom_wall_compare_gap(m.wall, m.second, gap);
    numbers[at++] = (double)k.relation;
    numbers[at++] = k.gap;
    (void)put_vector(put_vector(put_vector(at, k.point), k.other_point), k.normal);
}

// ---- runs of balls ----

static test_scene room;
static random_source kicks;

EXPORT(room_kinds) int room_kinds(void) {
    return SCENE_KIND_COUNT;
}

EXPORT(room_name) const char *room_name(int kind) {
    return scene_name((scene_kind)kind);
}

// Makes a room: gravity, ball; returns how many walls it has.
EXPORT(room_make) int room_make(int kind) {
    scene_make(&room, (scene_kind)kind);
    (void)put_circle(put_vector(0, room.gravity),
                     carom_circle_make(room.ball.center, room.ball.radius));
    return (int)room.array.count;
}

EXPORT(room_has_ties) int room_has_ties(void) {
    return room.kind == SCENE_WEDGE || room.kind == SCENE_SPAWNED;
}

EXPORT(room_wall) void room_wall(int i) {
    (void)put_wall(0, room.walls[i]);
}

EXPORT(run_start) void run_start(int k) {
    kicks = random_start(1, (uint64_t)room.kind, (uint64_t)k);
}

// The ball is put back: its velocity and centre.
EXPORT(run_again) void run_again(void) {
    carom_ball ball = room.ball;
    ball.center.x += ball.radius * random_int(&kicks, -1, 1);
    (void)put_vector(put_vector(0, ball.velocity), ball.center);
}

EXPORT(run_velocity) void run_velocity(void) {
    (void)put_vector(0, room.ball.velocity);
}

EXPORT(run_kick) void run_kick(void) {
    (void)put_vector(0, scene_kick(&room, &kicks, 0x1p-6));
}

// ---- walks of characters ----

static struct {
    random_source g;
    double speed, snap_distance, max_slope;
    carom_vec2 up;
} walk;

EXPORT(walk_start) void walk_start(void) {
    walk.g = random_start(1, 4400, (uint64_t)room.kind);
}

// What test_golden.c changes before this step: the speed, up, the snap distance, the greatest
// slope, 1 if the character jumps, 1 if it drops.
EXPORT(walk_step) void walk_step(int step) {
    const double r = room.ball.radius;
    if (step % 40 == 0) {
        walk.speed = r * random_int(&walk.g, -8, 8);
        walk.up = random_one_in(&walk.g, 4) ? room.along : carom_vec2_make(0, 1);
        walk.snap_distance = 0.25 * r * random_int(&walk.g, 0, 2);
        walk.max_slope = 0.25 * random_int(&walk.g, 1, 8);
    }
    numbers[0] = walk.speed;
    const int at = put_vector(1, walk.up);
    numbers[at] = walk.snap_distance;
    numbers[at + 1] = walk.max_slope;
    numbers[at + 2] = random_one_in(&walk.g, 16);
    numbers[at + 3] = random_one_in(&walk.g, 16);
}

// ---- crowds ----

static golden_world world;

EXPORT(crowd_kinds) int crowd_kinds(void) {
    return GOLDEN_CROWD_KINDS;
}

EXPORT(crowd_balls_max) int crowd_balls_max(void) {
    return GOLDEN_CROWD_BALLS;
}

EXPORT(crowd_frames) int crowd_frames(void) {
    return GOLDEN_CROWD_FRAMES;
}

// Makes a crowd: gravity, restitution, friction, the numbers of walls at rest, of moving walls and
// of balls. Returns its name.
EXPORT(crowd_make) const char *crowd_make(int kind, int moves) {
    golden_world_make(&world, kind, moves != 0);
    const int at = put_vector(0, world.settings.move.gravity);
    numbers[at] = world.settings.restitution;
    numbers[at + 1] = world.settings.friction;
    numbers[at + 2] = (double)world.still_list.count;
    numbers[at + 3] = (double)world.moving_list.count;
    numbers[at + 4] = (double)world.count;
    return world.name;
}

EXPORT(crowd_wall) void crowd_wall(int i) {
    (void)put_wall(0, world.still[i]);
}

// The wall, and by how much a and b move.
EXPORT(crowd_moving_wall) void crowd_moving_wall(int i) {
    const carom_moving_wall *m = &world.moving[i];
    (void)put_vector(put_vector(put_wall(0, m->wall), m->a_move), m->b_move);
}

EXPORT(crowd_ball) void crowd_ball(int i) {
    const carom_ball *ball = &world.balls[i];
    (void)put_vector(put_circle(0, carom_circle_make(ball->center, ball->radius)), ball->velocity);
}

EXPORT(crowd_next) void crowd_next(int frame) {
    golden_world_next(&world, frame);
}

// ---- crowds that live ----

static golden_life life;

EXPORT(life_kinds) int life_kinds(void) {
    return GOLDEN_LIFE_KINDS;
}

EXPORT(life_balls_max) int life_balls_max(void) {
    return GOLDEN_LIFE_BALLS;
}

// Makes a crowd: gravity, restitution and friction at walls and between balls, the number of walls,
// of frames, 1 if it has masses, accelerations, filters with categories. Returns its name.
EXPORT(life_make) const char *life_make(int kind) {
    golden_life_make(&life, kind);
    const carom_crowd_settings *s = &life.settings;
    int at = put_vector(0, s->move.gravity);
    numbers[at++] = s->move.response.restitution;
    numbers[at++] = s->move.response.friction;
    numbers[at++] = s->restitution;
    numbers[at++] = s->friction;
    numbers[at++] = (double)life.wall_list.count;
    numbers[at++] = life.frames;
    numbers[at++] = s->inverse_masses != NULL;
    numbers[at++] = s->accelerations != NULL;
    numbers[at++] = s->filters != NULL;
    return life.name;
}

// A wall, its category, 1 if it is one-sided.
EXPORT(life_wall) void life_wall(int i) {
    const carom_wall wall = life.walls[i];
    const int at = put_wall(0, wall);
    numbers[at] = wall.category;
    numbers[at + 1] = wall.one_sided;
}

// Where the balls are, five numbers each. They are written before life_next.
EXPORT(life_balls_at) carom_ball *life_balls_at(void) {
    return life.balls;
}

// What a ball has beside: 1 / mass, mask of walls, category, mask.
EXPORT(life_ball) void life_ball(int i) {
    numbers[0] = life.inverse_masses[i];
    numbers[1] = life.filters[i].mask;
    numbers[2] = life.categories[i];
    numbers[3] = life.masks[i];
}

EXPORT(life_acceleration) void life_acceleration(int i) {
    (void)put_vector(0, life.accelerations[i]);
}

// The wall, and by how much a and b move.
EXPORT(life_moving_wall) void life_moving_wall(int i) {
    const carom_moving_wall *m = &life.moving[i];
    (void)put_vector(put_vector(put_wall(0, m->wall), m->a_move), m->b_move);
}

// What happens before a frame: the ball that is removed or -1; 1 if the crowd is saved, loaded; the
// numbers of balls and of moving walls.
EXPORT(life_next) void life_next(int frame) {
    golden_life_next(&life, frame);
    numbers[0] = life.removed == CAROM_NO_BALL ? -1 : (double)life.removed;
    numbers[1] = life.is_saved;
    numbers[2] = life.is_loaded;
    numbers[3] = (double)life.count;
    numbers[4] = (double)life.moving_list.count;
}

// ---- sets of walls ----

static carom_wall walls[SET_WALLS_MAX];
static size_t wall_count;
static random_source questions;

EXPORT(set_kinds) int set_kinds(void) {
    return WALL_SET_COUNT;
}

EXPORT(set_name) const char *set_name(int kind) {
    return wall_set_name((wall_set)kind);
}

EXPORT(set_is_slow) int set_is_slow(int kind) {
    return kind == SET_RANGE_ENDS || kind == SET_EXPONENTS;
}

EXPORT(set_make) void set_make(int kind, size_t count) {
    wall_set_make((wall_set)kind, 1, walls, count);
    wall_count = count;
    questions = random_start(1, 6600 + (uint64_t)kind, count);
}

EXPORT(set_is_near) int set_is_near(int kind) {
    return kind == SET_RANGE_ENDS || kind == SET_EXPONENTS;
}

// The questions that follow are those of an edited set.
EXPORT(set_edited) void set_edited(int kind) {
    questions = random_start(1, 6700 + (uint64_t)kind, 0);
}

EXPORT(set_wall) void set_wall(int i) {
    (void)put_wall(0, walls[i]);
}

// circle, move, gap, box
EXPORT(set_question) void set_question(void) {
    const wall_question q = wall_set_question(&questions, walls, wall_count);
    int at = put_vector(put_circle(0, q.circle), q.move);
    numbers[at++] = q.gap;
    (void)put_vector(put_vector(at, q.box.min), q.box.max);
}

// ---- sets of rings ----

static ring_set rings;
static random_source ring_questions;

EXPORT(ring_kinds) int ring_kinds(void) {
    return RINGS_COUNT;
}

EXPORT(ring_name) const char *ring_name(int kind) {
    return ring_kind_name((ring_kind)kind);
}

// Makes a set as golden_areas.c does; returns how many walls it has.
EXPORT(ring_make) int ring_make(int kind, int seed) {
    ring_questions = random_start(1, 3800 + (uint64_t)kind, (uint64_t)seed);
    ring_set_make(&rings, (ring_kind)kind, (uint64_t)seed, seed % 2 == 1, seed / 2 == 1);
    return (int)rings.count;
}

// A wall and its group.
EXPORT(ring_wall) void ring_wall(int i) {
    numbers[put_wall(0, rings.walls[i])] = rings.walls[i].group;
}

// circle, area
EXPORT(ring_question) void ring_question(void) {
    const int at = put_circle(0, ring_set_circle(&rings, &ring_questions));
    numbers[at] = ring_set_area(&rings, &ring_questions);
}
