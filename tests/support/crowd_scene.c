// Scenes of crowds, see crowd_scene.h. Room: tests.
#include "crowd_scene.h"

#include <math.h>
#include <stdlib.h>

#include "points.h"
#include "random.h"

void crowd_scene_start(crowd_scene *s, const char *name) {
    s->name = name;
    s->settings = carom_crowd_settings_default();
    s->time = 1.0 / 60;
    s->count = 0;
    s->frame = 0;
    s->prepare = NULL;
    s->wall_list = (carom_wall_list){s->walls, NULL, 0};
    s->moving_list = (carom_moving_wall_list){s->moving, NULL, 0};
    s->settings.move.world.walls = carom_wall_list_source(&s->wall_list);
}

void crowd_scene_add_wall(crowd_scene *s, carom_wall wall) {
    if (s->wall_list.count == SCENE_WALLS_MAX)
        abort();
    s->walls[s->wall_list.count++] = wall;
}

void crowd_scene_add_moving(crowd_scene *s, carom_moving_wall wall) {
    if (s->moving_list.count == SCENE_WALLS_MAX)
        abort();
    s->moving[s->moving_list.count++] = wall;
    s->settings.move.world.moving_walls = carom_moving_wall_list_source(&s->moving_list);
}

void crowd_scene_add_box(crowd_scene *s, carom_vec2 min, carom_vec2 max) {
    const carom_vec2 corners[] = {min, {max.x, min.y}, max, {min.x, max.y}};
    for (int i = 0; i < 4; i++)
        crowd_scene_add_wall(s, carom_segment(corners[i], corners[(i + 1) % 4]));
}

void crowd_scene_add(crowd_scene *s, carom_ball ball) {
    if (s->count == SCENE_BALLS_MAX)
        abort();
    s->inverse_masses[s->count] = 1.0;
    s->balls[s->count++] = ball;
}

static carom_circle circle_of(const carom_ball *b) {
    return carom_circle_make(b->center, b->radius);
}

bool crowd_scene_add_free(crowd_scene *s, carom_ball ball) {
    for (size_t k = 0; k < s->wall_list.count; k++)
        if (carom_circle_overlaps(circle_of(&ball), s->walls[k]))
            return false;
    for (size_t k = 0; k < s->moving_list.count; k++)
        if (carom_circle_overlaps(circle_of(&ball), s->moving[k].wall))
            return false;
    for (size_t k = 0; k < s->count; k++)
        if (carom_circle_overlaps(circle_of(&ball), carom_circle_as_post(circle_of(&s->balls[k]))))
            return false;
    crowd_scene_add(s, ball);
    return true;
}

double crowd_scene_energy(const crowd_scene *s) {
    double energy = 0.0;
    for (size_t i = 0; i < s->count; i++) {
        const double inverse = s->settings.inverse_masses ? s->settings.inverse_masses[i] : 1.0;
        const carom_ball *b = &s->balls[i];
        if (inverse > 0.0)
            energy += (0.5 * carom_vec2_dot(b->velocity, b->velocity) -
                       carom_vec2_dot(s->settings.move.gravity, b->center)) /
                      inverse;
    }
    return energy;
}

void crowd_scene_add_rack(crowd_scene *s, carom_vec2 tip, int rows, double radius) {
    for (int row = 0; row < rows; row++)
        for (int k = 0; k <= row; k++) {
            carom_ball b = ball_at(tip.x + (2 * k - row) * radius, tip.y + row * sqrt(3) * radius,
                                   radius, 0, 0);
            // Up by ulps, until rounding leaves no overlap.
            while (!crowd_scene_add_free(s, b))
                b.center.y = nextafter(b.center.y, HUGE_VAL);
        }
}

void crowd_scene_next(crowd_scene *s) {
    for (size_t i = 0; i < s->moving_list.count; i++)
        s->moving[i].wall = carom_moving_wall_at(s->moving[i], 1.0);
    s->frame++;
    if (s->prepare != NULL)
        s->prepare(s);
}

// ---- the scenes ----

// Balls at random places from min to max until there are `count`, or no more find a place.
static void fill(crowd_scene *s, random_source *g, size_t count, carom_vec2 min, carom_vec2 max,
                 double least, double most, double speed) {
    for (size_t i = 0; i < 40 * count && s->count < count; i++) {
        const double x = random_between(g, min.x, max.x), y = random_between(g, min.y, max.y);
        const double radius = random_between(g, least, most);
        const double vx = random_between(g, -speed, speed), vy = random_between(g, -speed, speed);
        crowd_scene_add_free(s, ball_at(x, y, radius, vx, vy));
    }
}

static void set_material(crowd_scene *s, double gravity, double restitution) {
    s->settings.move.gravity = vec(0, -gravity);
    s->settings.move.response = carom_bounce(restitution, 0);
    s->settings.restitution = restitution;
}

// Density .3, elastic.
static void make_gas(crowd_scene *s, random_source *g, size_t count) {
    const double side = sqrt((double)count * 3.14159265 * 0.25 / 0.3);
    crowd_scene_add_box(s, vec(0, 0), vec(side, side));
    fill(s, g, count, vec(0.5, 0.5), vec(side - 0.5, side - 0.5), 0.5, 0.5, 5);
}

// Two walls that close on balls that do not bounce, to three quarters of the room, and open again.
static void prepare_press(crowd_scene *s) {
    const double in = s->frame % 80 < 40 ? 0.125 : -0.125;
    s->moving[0].a_move = s->moving[0].b_move = vec(in, 0);
    s->moving[1].a_move = s->moving[1].b_move = vec(-in, 0);
}

static void make_press(crowd_scene *s, random_source *g, size_t count) {
    set_material(s, 0, 0);
    const double height = 1.5 * sqrt((double)count);
    crowd_scene_add_wall(s, carom_segment(vec(-99, 0), vec(99, 0)));
    crowd_scene_add_wall(s, carom_segment(vec(-99, height), vec(99, height)));
    crowd_scene_add_moving(
        s, carom_moving_wall_translating(carom_segment(vec(-10, 0), vec(-10, height)), vec(0, 0)));
    crowd_scene_add_moving(
        s, carom_moving_wall_translating(carom_segment(vec(10, 0), vec(10, height)), vec(0, 0)));
    fill(s, g, count, vec(-10, 0), vec(10, height), 0.25, 0.5, 1);
    s->prepare = prepare_press;
}

static void make_funnel(crowd_scene *s, random_source *g, size_t count) {
    set_material(s, 20, 0.2);
    crowd_scene_add_wall(s, carom_segment(vec(-12, 12), vec(-1.5, 0)));
    crowd_scene_add_wall(s, carom_segment(vec(12, 12), vec(1.5, 0)));
    crowd_scene_add_wall(s, carom_segment(vec(-12, 12), vec(-12, 60)));
    crowd_scene_add_wall(s, carom_segment(vec(12, 12), vec(12, 60)));
    crowd_scene_add_box(s, vec(-14, -14), vec(14, 90));
    fill(s, g, count, vec(-12, 2), vec(12, 40), 0.25, 0.5, 1);
}

// A heptagon with a corner below.
static void make_pile(crowd_scene *s, random_source *g, size_t count, double restitution) {
    set_material(s, 10, restitution);
    const double size = 1.5 * sqrt((double)count);
    carom_vec2 corners[8];
    for (int i = 0; i < 8; i++) {
        const double angle = 6.283185307179586 * (i % 7) / 7 - 1.5707963267948966;
        corners[i] = vec(size * cos(angle), size * sin(angle));
    }
    for (int i = 0; i < 7; i++)
        crowd_scene_add_wall(s, carom_segment(corners[i], corners[i + 1]));
    fill(s, g, count, vec(-size / 2, -size / 2), vec(size / 2, size / 2), 0.5, 0.5, 2);
}

// Its sides are 11 degrees apart.
static void make_wedge(crowd_scene *s, random_source *g, size_t count) {
    set_material(s, 10, 0.5);
    crowd_scene_add_wall(s, carom_segment(vec(0, 0), vec(6, 60)));
    crowd_scene_add_wall(s, carom_segment(vec(0, 0), vec(-6, 60)));
    fill(s, g, count, vec(-4, 8), vec(4, 50), 0.25, 0.5, 1);
}

static void make_rack(crowd_scene *s, random_source *g, size_t count) {
    const double radius = 0.5;
    int rows = 1;
    while (rows * (rows + 1) / 2 < (int)count)
        rows++;
    const double side = 4.0 * rows;
    crowd_scene_add_box(s, vec(-side / 2, -side), vec(side / 2, side));
    crowd_scene_add_rack(s, vec(0, 0), rows, radius);
    const double aside = random_between(g, -0.25, 0.25);
    crowd_scene_add(s, ball_at(aside, -side / 2, radius, 0, 20));
}

// Two flippers above a floor, that turn up and down about their outer ends.
static void prepare_flippers(crowd_scene *s) {
    const carom_vec2 pivots[] = {{-6, 2}, {6, 2}};
    const double lengths[] = {5, -5};
    const long phase = s->frame % 60;
    const double before = phase < 4   ? 0.25 * (double)phase
                          : phase < 8 ? 0.25 * (double)(8 - phase)
                                      : 0;
    const double after = phase + 1 <= 4   ? 0.25 * (double)(phase + 1)
                         : phase + 1 <= 8 ? 0.25 * (double)(7 - phase)
                                          : 0;
    for (int i = 0; i < 2; i++) {
        const double a = (before - 0.5) * (i == 0 ? 1 : -1), b = (after - 0.5) * (i == 0 ? 1 : -1);
        const carom_vec2 p = pivots[i];
        const carom_vec2 tip = vec(p.x + lengths[i] * cos(a), p.y + lengths[i] * sin(a));
        const carom_vec2 to = vec(p.x + lengths[i] * cos(b), p.y + lengths[i] * sin(b));
        s->moving[i] = carom_moving_wall_to(carom_capsule(p, tip, 0.25), p, to);
    }
}

static void make_flippers(crowd_scene *s, random_source *g, size_t count) {
    set_material(s, 20, 0.5);
    const double height = 20 + (double)count / 6;
    crowd_scene_add_box(s, vec(-8, -4), vec(8, height));
    const carom_moving_wall none = {0};
    crowd_scene_add_moving(s, none);
    crowd_scene_add_moving(s, none);
    prepare_flippers(s);
    s->prepare = prepare_flippers;
    fill(s, g, count, vec(-8, 0), vec(8, height), 0.2, 0.4, 2);
}

// All are pulled to a point that goes round.
static void prepare_hunt(crowd_scene *s) {
    const double angle = 0.02 * (double)s->frame;
    const carom_vec2 prey = vec(12 * cos(angle), 2 + 2 * sin(3 * angle));
    for (size_t i = 0; i < s->count; i++) {
        const carom_vec2 way = carom_vec2_sub(prey, s->balls[i].center);
        const double length = sqrt(carom_vec2_dot(way, way));
        s->accelerations[i] = carom_vec2_scale(way, length > 1e-3 ? 30 / length : 0);
    }
}

static void make_hunt(crowd_scene *s, random_source *g, size_t count) {
    set_material(s, 20, 0);
    crowd_scene_add_box(s, vec(-20, 0), vec(20, 40));
    fill(s, g, count, vec(-20, 0), vec(20, 20), 0.2, 0.4, 2);
    s->settings.accelerations = s->accelerations;
    s->prepare = prepare_hunt;
    prepare_hunt(s);
}

// Radii from 1 to 10, masses by area.
static void make_unequal(crowd_scene *s, random_source *g, size_t count) {
    set_material(s, 10, 0.5);
    const double half = 1.25 * sqrt((double)count);
    crowd_scene_add_box(s, vec(-half, 0), vec(half, 4 * half));
    fill(s, g, count / 8, vec(-half, 0), vec(half, 4 * half), 0.75, 1.5, 2);
    fill(s, g, count, vec(-half, 0), vec(half, 4 * half), 0.15, 0.3, 2);
    for (size_t i = 0; i < s->count; i++)
        s->inverse_masses[i] = 1 / (s->balls[i].radius * s->balls[i].radius);
    s->settings.inverse_masses = s->inverse_masses;
}

void crowd_scene_make(crowd_scene *s, crowd_scene_kind kind, size_t count, uint64_t seed) {
    static const char *const names[CROWD_SCENE_KINDS] = {
        "gas",       "press", "funnel", "pile at 0", "pile at .5", "pile at .9",
        "pile at 1", "wedge", "rack",   "flippers",  "hunt",       "unequal"};
    crowd_scene_start(s, names[kind]);
    random_source g = random_start(seed, 9400, (uint64_t)kind);
    switch (kind) {
    case CROWD_SCENE_GAS:
        make_gas(s, &g, count);
        break;
    case CROWD_SCENE_PRESS:
        make_press(s, &g, count);
        break;
    case CROWD_SCENE_FUNNEL:
        make_funnel(s, &g, count);
        break;
    case CROWD_SCENE_PILE_0:
        make_pile(s, &g, count, 0);
        break;
    case CROWD_SCENE_PILE_5:
        make_pile(s, &g, count, 0.5);
        break;
    case CROWD_SCENE_PILE_9:
        make_pile(s, &g, count, 0.9);
        break;
    case CROWD_SCENE_PILE_10:
        make_pile(s, &g, count, 1);
        break;
    case CROWD_SCENE_WEDGE:
        make_wedge(s, &g, count);
        break;
    case CROWD_SCENE_RACK:
        make_rack(s, &g, count);
        break;
    case CROWD_SCENE_FLIPPERS:
        make_flippers(s, &g, count);
        break;
    case CROWD_SCENE_HUNT:
        make_hunt(s, &g, count);
        break;
    default:
        make_unequal(s, &g, count);
        break;
    }
    if (s->prepare != NULL)
        s->prepare(s);
}
