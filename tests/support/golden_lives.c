// Golden hashes of crowds that live, see golden_lives.h. Numbers are exact or of + - * / alone, so
// that every machine has the same cases. Room: tests.
#include "golden_lives.h"

#include <stdlib.h>

#include "points.h"

enum { LIFE_STATE, LIFE_RESULTS, LIFE_EVENTS, LIFE_LEGS, LIFE_TOUCHES, LIFE_BYTES };
enum { BALLS = GOLDEN_LIFE_BALLS, SAVED = 1 << 16 };

#define BYTES "crowd_life.bytes"

golden_group golden_lives = {.functions = {"crowd_life.state", "crowd_life.results",
                                           "crowd_life.events", "crowd_life.legs",
                                           "crowd_life.touches", BYTES}};
const char *const golden_lives_bytes = BYTES;

// What a kind sets up, and what happens before each frame.
typedef struct life_kind {
    const char *name;
    int frames;
    void (*make)(golden_life *l);
    void (*before)(golden_life *l, int frame);
} life_kind;

// ---- what is hashed ----

static void hash_impact(void *context, const carom_impact *impact) {
    const golden_life *l = context;
    uint64_t *hash = &l->hashes[LIFE_EVENTS];
    golden_number(hash, impact->time);
    golden_bits(hash, l->asking + 1024 * impact->id.index + impact->id.is_moving);
    golden_point(hash, impact->center);
    golden_point(hash, impact->after);
}

static void hash_ball_impact(void *context, const carom_ball_impact *impact) {
    const golden_life *l = context;
    uint64_t *hash = &l->hashes[LIFE_EVENTS];
    golden_number(hash, impact->time);
    golden_bits(hash, impact->first + 1024 * impact->second);
    golden_point(hash, impact->normal);
    golden_point(hash, impact->first_after);
    golden_point(hash, impact->second_after);
}

static void hash_leg(void *context, const carom_leg *leg) {
    const golden_life *l = context;
    uint64_t *hash = &l->hashes[LIFE_LEGS];
    golden_bits(hash, l->asking);
    golden_number(hash, leg->end);
    golden_point(hash, leg->to);
}

static void hash_touch(void *context, const carom_touch *touch) {
    const golden_life *l = context;
    uint64_t *hash = &l->hashes[LIFE_TOUCHES];
    // The largest index of this machine stands for none.
    const uint64_t other = touch->other == CAROM_NO_BALL ? BALLS + touch->wall.index : touch->other;
    golden_bits(hash, touch->ball + 1024 * other + touch->wall.is_moving);
    golden_bits(hash, (uint64_t)touch->phase);
    golden_point(hash, touch->normal);
    golden_number(hash, touch->impulse);
}

static void hash_results(const golden_life *l, const carom_motion *results,
                         const carom_crowd_motion *m) {
    uint64_t *hash = &l->hashes[LIFE_RESULTS];
    for (size_t i = 0; i < l->count; i++) {
        const carom_motion *r = &results[i];
        golden_bits(hash, (uint64_t)r->kind + 16 * (uint64_t)r->hold);
        golden_bits(hash, (uint64_t)r->contacts);
        golden_number(hash, r->lost);
        golden_number(hash, r->crushed_time);
        golden_point(hash, r->kind == CAROM_MOTION_KIND_FREED ? r->freed : vec(0, 0));
    }
    golden_bits(hash, m->moved + BALLS * (m->freed + BALLS * m->stuck));
    golden_bits(hash, m->held + BALLS * (m->asleep + BALLS * m->crushed));
    golden_bits(hash, m->ball_impacts);
    golden_number(hash, m->lost);
}

static void hash_frame(golden_life *l, carom_crowd *crowd) {
    static carom_motion results[BALLS];
    static unsigned char bytes[SAVED];
    const carom_crowd_motion m =
        carom_crowd_step(crowd, l->balls, l->count, 0x1p-6, &l->settings, results);
    for (size_t i = 0; i < l->count; i++) {
        golden_point(&l->hashes[LIFE_STATE], l->balls[i].center);
        golden_point(&l->hashes[LIFE_STATE], l->balls[i].velocity);
    }
    hash_results(l, results, &m);
    const size_t size = carom_crowd_save(crowd, bytes, sizeof bytes);
    if (size > sizeof bytes)
        exit(2);
    golden_bytes(&l->hashes[LIFE_BYTES], bytes, size);
}

// ---- parts of the kinds ----

static void set_material(golden_life *l, double gravity, double restitution, double friction) {
    l->settings.move.gravity = vec(0, -gravity);
    l->settings.move.response = carom_bounce(restitution, friction);
    l->settings.restitution = restitution;
    l->settings.friction = friction;
}

static void add_wall(golden_life *l, carom_wall wall) {
    l->walls[l->wall_list.count++] = wall;
}

static void add_box(golden_life *l, double half) {
    const carom_vec2 corners[] = {{-half, -half}, {half, -half}, {half, half}, {-half, half}};
    for (int i = 0; i < 4; i++)
        add_wall(l, carom_segment(corners[i], corners[(i + 1) % 4]));
}

static bool is_free(const golden_life *l, carom_circle c) {
    bool is_free = true;
    for (size_t i = 0; i < l->wall_list.count; i++)
        is_free &= !carom_circle_overlaps(c, l->walls[i]);
    for (size_t i = 0; i < l->moving_list.count; i++)
        is_free &= !carom_circle_overlaps(c, l->moving[i].wall);
    for (size_t i = 0; i < l->count; i++)
        is_free &= !carom_circle_overlaps(
            c, carom_circle_as_post(carom_circle_make(l->balls[i].center, l->balls[i].radius)));
    return is_free;
}

// Up to `count` balls at random places of a square, that overlap nothing unless they may.
static void add_balls(golden_life *l, size_t count, double half, double radius, bool may_overlap) {
    for (int i = 0; i < 20 * BALLS && l->count < count; i++) {
        const double x = random_between(&l->g, -half, half), y = random_between(&l->g, -half, half);
        const double r = radius * random_between(&l->g, 0.5, 1);
        const double vx = random_between(&l->g, -2, 2), vy = random_between(&l->g, -2, 2);
        if (may_overlap || is_free(l, carom_circle_make(vec(x, y), r)))
            l->balls[l->count++] = ball_at(x, y, r, vx, vy);
    }
}

static void set_masses(golden_life *l) {
    for (size_t i = 0; i < l->count; i++)
        l->inverse_masses[i] = i % 16 == 5 ? 0 : 1 / (l->balls[i].radius * l->balls[i].radius);
    l->settings.inverse_masses = l->inverse_masses;
}

static void change_nothing(golden_life *l, int frame) {
    (void)l;
    (void)frame;
}

// ---- the kinds ----

static void make_gas(golden_life *l) {
    add_box(l, 8);
    add_balls(l, 60, 7, 0.5, false);
    set_masses(l);
}

// Falls asleep; then a ball falls on it.
static void make_pile(golden_life *l) {
    set_material(l, 10, 0.25, 0.5);
    add_wall(l, carom_segment(vec(-3, 1), vec(0, -4)));
    add_wall(l, carom_segment(vec(0, -4), vec(3, 1)));
    add_balls(l, 12, 2, 0.5, false);
}

static void drop_on_pile(golden_life *l, int frame) {
    if (frame == 240 || frame == 270)
        l->balls[l->count++] = ball_at(0.25, 3, 0.25, 0, -4);
}

// All are pulled to a point that goes along a square, and press.
static void make_pulled(golden_life *l) {
    set_material(l, 4, 0, 0.25);
    add_box(l, 8);
    add_balls(l, 50, 7, 0.5, false);
    l->settings.accelerations = l->accelerations;
}

static void pull(golden_life *l, int frame) {
    static const carom_vec2 corners[] = {{4, 4}, {-4, 4}, {-4, -4}, {4, -4}};
    for (size_t i = 0; i < l->count; i++)
        l->accelerations[i] =
            carom_vec2_scale(carom_vec2_sub(corners[frame / 24 % 4], l->balls[i].center), 4);
}

static void respond(void *context, const carom_impact *contact, carom_response *response) {
    (void)context;
    *response = contact->wall.category == 2 ? carom_pass() : carom_bounce(0.75, 0.25);
}

static void respond_balls(void *context, const carom_ball_impact *impact,
                          carom_response *response) {
    (void)context;
    *response = impact->first % 8 == 0 ? carom_pass() : carom_bounce(0.875, 0);
}

// Sensors, filters, categories and walls of one side.
static void make_filtered(golden_life *l) {
    add_box(l, 8);
    add_wall(l, carom_capsule(vec(-4, -6), vec(-4, 6), 0.25));
    l->walls[4].category = 2;
    add_wall(l, carom_segment(vec(0, -6), vec(0, 6)));
    l->walls[5].one_sided = true;
    add_wall(l, carom_segment(vec(4, -6), vec(4, 6)));
    l->walls[6].category = 4;
    add_balls(l, 60, 7, 0.5, false);
    for (size_t i = 0; i < l->count; i++) {
        l->filters[i] = carom_filter_mask(i % 2 == 0 ? 3 : 7);
        l->categories[i] = i % 3 == 0 ? 1 : 2;
        l->masks[i] = i % 3 == 0 ? 1 : 3;
    }
    l->settings.filters = l->filters;
    l->settings.categories = l->categories;
    l->settings.masks = l->masks;
    l->settings.move.respond = respond;
    l->settings.respond_balls = respond_balls;
}

// Two walls that close until there is no room.
static void make_press(golden_life *l) {
    set_material(l, 0, 0, 0.25);
    add_wall(l, carom_segment(vec(-9, -4), vec(9, -4)));
    add_wall(l, carom_segment(vec(-9, 4), vec(9, 4)));
    l->moving[0].wall = carom_segment(vec(-8, -4), vec(-8, 4));
    l->moving[1].wall = carom_segment(vec(8, -4), vec(8, 4));
    l->moving_list.count = 2;
    l->settings.move.world.moving_walls = carom_moving_wall_list_source(&l->moving_list);
    add_balls(l, 12, 4, 0.75, false);
}

static void close_press(golden_life *l, int frame) {
    for (int i = 0; i < 2; i++) {
        carom_moving_wall *m = &l->moving[i];
        const double in = frame < 60 ? 0.125 : -0.125;
        m->wall = frame > 0 ? carom_moving_wall_at(*m, 1) : m->wall;
        m->a_move = m->b_move = vec(i == 0 ? in : -in, 0);
    }
}

// Balls come and go, and are moved by the caller. The crowd is saved and loaded.
static void make_edited(golden_life *l) {
    set_material(l, 10, 0.5, 0.25);
    add_box(l, 6);
    add_balls(l, 40, 5, 0.5, true);
}

static void edit(golden_life *l, int frame) {
    static carom_ball kept[BALLS];
    static size_t kept_count;
    if (frame % 8 == 3) {
        l->removed = (carom_index)random_int(&l->g, 0, (int)l->count - 1);
        l->balls[l->removed] = l->balls[--l->count];
    }
    if (frame % 8 == 5)
        add_balls(l, l->count + 1, 5, 0.5, false);
    if (frame % 8 == 6)
        l->balls[frame % (int)l->count].velocity = vec(3, 4);
    l->is_saved = frame == 40;
    if (l->is_saved) {
        kept_count = l->count;
        for (size_t i = 0; i < kept_count; i++)
            kept[i] = l->balls[i];
    }
    l->is_loaded = frame == 60;
    if (l->is_loaded) {
        l->count = kept_count;
        for (size_t i = 0; i < kept_count; i++)
            l->balls[i] = kept[i];
    }
}

static const life_kind kinds[GOLDEN_LIFE_KINDS] = {{"gas_of_masses", 60, make_gas, change_nothing},
                                                   {"pile_asleep", 330, make_pile, drop_on_pile},
                                                   {"pulled", 96, make_pulled, pull},
                                                   {"filtered", 80, make_filtered, change_nothing},
                                                   {"press", 90, make_press, close_press},
                                                   {"edited", 90, make_edited, edit}};

// ---- lives ----

void golden_life_make(golden_life *l, int kind) {
    *l = (golden_life){.kind = kind,
                       .name = kinds[kind].name,
                       .frames = kinds[kind].frames,
                       .settings = carom_crowd_settings_default(),
                       .removed = CAROM_NO_BALL,
                       .g = random_start(1, 7800, (uint64_t)kind)};
    l->wall_list.walls = l->walls;
    l->moving_list.walls = l->moving;
    l->settings.move.world.walls = carom_wall_list_source(&l->wall_list);
    kinds[kind].make(l);
}

void golden_life_next(golden_life *l, int frame) {
    l->removed = CAROM_NO_BALL;
    kinds[l->kind].before(l, frame);
}

// What golden_life_next has said of the crowd.
static void edit_crowd(const golden_life *l, carom_crowd *crowd) {
    static unsigned char bytes[SAVED];
    static size_t size;
    if (l->removed != CAROM_NO_BALL)
        carom_crowd_remove(crowd, (carom_index)l->removed);
    if (l->is_saved)
        size = carom_crowd_save(crowd, bytes, sizeof bytes);
    if (l->is_loaded && carom_crowd_load(crowd, bytes, size) != CAROM_STATUS_OK)
        exit(2);
}

static void hash_life(int kind) {
    static golden_life l;
    golden_life_make(&l, kind);
    l.hashes = golden_class(&golden_lives, l.name);
    l.settings.move.context = &l;
    l.settings.moving = &l.asking;
    l.settings.move.on_impact = hash_impact;
    l.settings.move.on_leg = hash_leg;
    l.settings.on_ball_impact = hash_ball_impact;
    l.settings.on_touch = hash_touch;
    carom_crowd *crowd;
    if (carom_crowd_create(NULL, &crowd) != CAROM_STATUS_OK)
        exit(2);
    for (int frame = 0; frame < l.frames; frame++) {
        golden_life_next(&l, frame);
        edit_crowd(&l, crowd);
        hash_frame(&l, crowd);
    }
    carom_crowd_destroy(crowd);
}

void golden_lives_hash(void) {
    for (int kind = 0; kind < GOLDEN_LIFE_KINDS; kind++)
        hash_life(kind);
}
