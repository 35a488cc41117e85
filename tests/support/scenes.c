// Scenes for the mover, see scenes.h. Room: tests.
#include "scenes.h"

#include <math.h>
#include <string.h>

#include "carom/contact.h"
#include "points.h"

static carom_vec2 at(carom_vec2 p, carom_vec2 u, double s) {
    return carom_vec2_add(p, carom_vec2_scale(u, s));
}

static void add_segment(test_scene *s, carom_vec2 a, carom_vec2 b) {
    scene_add(s, carom_segment(a, b));
}

void scene_start(test_scene *s, carom_vec2 center, double radius) {
    memset(s, 0, sizeof *s);
    s->ball.center = center;
    s->ball.radius = radius;
    s->along = vec(1, 0);
    s->bounds = (carom_box){{-HUGE_VAL, -HUGE_VAL}, {HUGE_VAL, HUGE_VAL}};
}

void scene_add(test_scene *s, carom_wall wall) {
    if (s->array.count < SCENE_WALLS_MAX) {
        s->walls[s->array.count++] = wall;
    }
}

void scene_add_box(test_scene *s, carom_vec2 min, carom_vec2 max) {
    const double r = s->ball.radius;
    add_segment(s, min, vec(max.x, min.y));
    add_segment(s, vec(max.x, min.y), max);
    add_segment(s, max, vec(min.x, max.y));
    add_segment(s, vec(min.x, max.y), min);
    // An ulp wider: the sums round.
    s->bounds = (carom_box){{nudged(min.x + r, -1), nudged(min.y + r, -1)},
                            {nudged(max.x - r, 1), nudged(max.y - r, 1)}};
}

// Not written as product plus sum: gcc 12 makes `vfmaddsub` of such a pair even with
// -ffp-contract=off.
void scene_add_row(test_scene *s, carom_vec2 p, carom_vec2 step, int count) {
    for (int i = 0; i < count; i++) {
        const carom_vec2 next = carom_vec2_add(p, step);
        add_segment(s, p, next);
        p = next;
    }
}

void scene_finish(test_scene *s) {
    for (size_t i = 0; i < s->array.count; i++) {
        s->boxes[i] = carom_wall_box(s->walls[i]);
    }
    s->array.walls = s->walls;
    s->array.boxes = s->boxes;
}

void scene_set_one_sided(test_scene *s, size_t first, size_t every) {
    for (size_t i = 0; i < s->array.count; i++)
        s->walls[i].one_sided = every > 0 && i % every == first;
}

bool scene_is_free(const test_scene *s, carom_ball ball) {
    const carom_circle c = {ball.center, ball.radius};
    for (size_t i = 0; i < s->array.count; i++) {
        if (carom_circle_overlaps(c, s->walls[i])) {
            return false;
        }
    }
    return true;
}

carom_ball scene_touching(carom_ball ball, carom_wall wall, carom_vec2 on_axis, carom_vec2 n) {
    ball.center = at(on_axis, n, ball.radius + wall.radius);
    const carom_circle c = {ball.center, ball.radius};
    ball.center = carom_circle_push_out(c, wall).center;
    return ball;
}

static void make_wedge(test_scene *s) {
    scene_start(s, vec(800, 0), 0.01);
    add_segment(s, vec(0, 0), vec(1000, 0.05));
    add_segment(s, vec(0, 0), vec(1000, -0.05));
    add_segment(s, vec(1000, -0.05), vec(1000, 0.05));
    s->along = vec(-1, 0);
    // The ball sticks at the place where the wedge is as wide as the ball.
    s->bounds = (carom_box){{199.9, -0.04}, {999.991, 0.04}};
}

static void make_channel(test_scene *s) {
    const carom_vec2 u = vec(0.8, 0.6), n = vec(-0.6, 0.8);
    const double half = 1.0 + 1e-12;
    const carom_vec2 left = carom_vec2_scale(u, -100), right = carom_vec2_scale(u, 100);
    scene_start(s, vec(0, 0), 1.0);
    add_segment(s, at(left, n, half), at(right, n, half));
    add_segment(s, at(left, n, -half), at(right, n, -half));
    add_segment(s, at(left, n, -half), at(left, n, half));
    add_segment(s, at(right, n, -half), at(right, n, half));
    s->along = u;
    s->bounds = (carom_box){{-80, -60}, {80, 60}};
}

static void make_slope(test_scene *s) {
    scene_start(s, vec(0, 0), 0.5);
    scene_add_box(s, vec(-50, -50), vec(50, 50));
    add_segment(s, vec(-50, 31), vec(50, -36));
    const carom_wall slope = s->walls[s->array.count - 1];
    const carom_vec2 u = carom_vec2_sub(slope.b, slope.a);
    const carom_vec2 n = carom_vec2_scale(carom_vec2_left(u), 1.0 / sqrt(carom_vec2_dot(u, u)));
    s->ball = scene_touching(s->ball, slope, at(slope.a, u, 0.4), n);
    s->along = u;
    s->gravity = vec(0, -10);
}

static void make_sliding(test_scene *s) {
    scene_start(s, vec(0, 0), 0.3);
    scene_add_box(s, vec(-1000, -1000), vec(1000, 1000));
    const carom_vec2 u = vec(313, 97.7);
    const carom_wall wall = carom_capsule(at(vec(0, 0), u, -2), at(vec(0, 0), u, 2), 0.2);
    scene_add(s, wall);
    const carom_vec2 n = carom_vec2_scale(carom_vec2_left(u), 1.0 / sqrt(carom_vec2_dot(u, u)));
    s->ball = scene_touching(s->ball, wall, vec(3.13, 0.977), n);
    s->along = u;
}

static void make_box(test_scene *s, double away, double unit) {
    scene_start(s, vec(away + 5 * unit, away + 5 * unit), 0.5 * unit);
    scene_add_box(s, vec(away, away), vec(away + 10 * unit, away + 10 * unit));
    s->along = vec(7, 5);
}

static carom_vec2 place(random_source *g) {
    const double x = random_between(g, -10, 10);
    const double y = random_between(g, -10, 10);
    return vec(x, y);
}

static carom_wall soup_wall(random_source *g) {
    const carom_vec2 a = place(g);
    const double dx = random_between(g, -1.5, 1.5);
    const double dy = random_between(g, -1.5, 1.5);
    const carom_vec2 b = at(a, vec(dx, dy), 1.0);
    switch (random_int(g, 0, 7)) {
    case 0:
        return carom_post(a, random_between(g, 0, 0.3));
    case 1:
        return carom_capsule(a, b, random_between(g, 0, 0.2));
    case 2:
        return carom_post(a, 0.0);
    case 3:
        return carom_capsule(a, vec(a.x, b.y), 0.125);
    case 4:
        return carom_segment(a, vec(b.x, a.y));
    default:
        return carom_segment(a, b);
    }
}

static void make_soup(test_scene *s) {
    random_source g = random_start(400, 0, 0);
    scene_start(s, vec(0, 0), 0.06);
    scene_add_box(s, vec(-10, -10), vec(10, 10));
    // A line and two rays in a corner, away from the other walls.
    scene_add(s, carom_line(vec(-10, 9), vec(-9, 10)));
    scene_add(s, carom_ray(vec(9, -9), vec(9.5, -9.75)));
    scene_add(s, carom_wall_make(vec(9, 9), vec(9.25, 9.5), 0.05, CAROM_EXTENT_RAY));
    while (s->array.count < 400) {
        scene_add(s, soup_wall(&g));
    }
    do {
        s->ball.center = place(&g);
    } while (!scene_is_free(s, s->ball) || s->ball.center.y - s->ball.center.x > 18);
    s->along = vec(3, 4);
}

static void make_joints(test_scene *s) {
    const carom_vec2 step = vec(0.37, -0.0113);
    scene_start(s, vec(0, 0), 0.25);
    scene_add_box(s, vec(-200, -200), vec(200, 200));
    scene_add_row(s, vec(-183.7, 3.1), step, 1000);
    const carom_vec2 n = carom_vec2_scale(carom_vec2_left(step), 1 / sqrt(0.37 * 0.37 + 1.2769e-4));
    s->ball = scene_touching(s->ball, s->walls[4], at(s->walls[4].a, step, 0.5), n);
    // The second and third joint pull it in a little, by rounding.
    for (int i = 0; i < 8 && !scene_is_free(s, s->ball); i++) {
        s->ball.center.y = nudged(s->ball.center.y, 1);
    }
    s->along = step;
    s->gravity = vec(0, -10);
}

static void make_corners(test_scene *s) {
    scene_start(s, vec(1.5, 1.5), 0.4);
    scene_add_box(s, vec(-6, -6), vec(6, 6));
    // A plus of bare walls, teeth that point inward, and round posts.
    add_segment(s, vec(-1, 0), vec(1, 0));
    add_segment(s, vec(0, -1), vec(0, 1));
    add_segment(s, vec(-6, 2), vec(-4, 3));
    add_segment(s, vec(-4, 3), vec(-6, 4));
    add_segment(s, vec(6, -4), vec(3.1, -3.9));
    add_segment(s, vec(3.1, -3.9), vec(6, -3.8));
    add_segment(s, vec(3, 6), vec(4.5, 6));
    add_segment(s, vec(4, 6), vec(6, 4));
    scene_add(s, carom_post(vec(3, 3), 0.5));
    scene_add(s, carom_post(vec(-3, -3), 0.0));
    scene_add(s, carom_capsule(vec(-5, -5), vec(-4, -4.5), 0.25));
    scene_add(s, carom_capsule(vec(-4, -4.5), vec(-3, -5), 0.25));
    s->along = vec(-1, -1);
}

static void make_simultaneous(test_scene *s) {
    scene_start(s, vec(0, 0), 0.5);
    scene_add_box(s, vec(-4, -4), vec(4, 4));
    // The same walls again, turned round: each contact is a tie.
    scene_add_box(s, vec(4, 4), vec(-4, -4));
    s->bounds = (carom_box){{-3.5, -3.5}, {3.5, 3.5}};
    for (int i = -1; i <= 1; i += 2) {
        add_segment(s, vec(4, i), vec(2, 3 * i));
        add_segment(s, vec(-4, i), vec(-2, 3 * i));
        scene_add(s, carom_post(vec(2 * i, 0), 0.5));
        scene_add(s, carom_post(vec(0, 2 * i), 0.5));
    }
    s->along = vec(1, 1);
}

static void make_spawned(test_scene *s) {
    scene_start(s, vec(0, 0), 1.0);
    add_segment(s, vec(-1, -3), vec(-1, 3));
    add_segment(s, vec(-5, -1), vec(30, -1));
    add_segment(s, vec(-5, 1), vec(30, 1));
    add_segment(s, vec(20, -3), vec(20, 3));
    scene_add(s, carom_post(vec(18, 0), 0.5));
    s->bounds = (carom_box){{0, 0}, {16.5, 0}};
    s->gravity = vec(0, -10);
}

const char *scene_name(scene_kind kind) {
    static const char *const names[SCENE_KIND_COUNT] = {[SCENE_WEDGE] = "wedge",
                                                        [SCENE_CHANNEL] = "channel",
                                                        [SCENE_SLOPE] = "slope",
                                                        [SCENE_SLIDING] = "sliding",
                                                        [SCENE_BOX_1E6] = "box_1e6",
                                                        [SCENE_BOX_1E12] = "box_1e12",
                                                        [SCENE_BOX_TINY] = "box_tiny",
                                                        [SCENE_SOUP] = "soup",
                                                        [SCENE_JOINTS] = "joints",
                                                        [SCENE_CORNERS] = "corners",
                                                        [SCENE_SIMULTANEOUS] = "simultaneous",
                                                        [SCENE_SPAWNED] = "spawned"};
    return names[kind];
}

carom_response scene_response(int k) {
    const carom_response all[SCENE_RESPONSES] = {carom_bounce(1, 0), carom_bounce(0.5, 0.25),
                                                 carom_bounce(0, 0), carom_slide(), carom_stop()};
    return all[k];
}

const char *scene_response_name(int k) {
    static const char *const names[SCENE_RESPONSES] = {"bounce_1", "bounce_half", "bounce_0",
                                                       "slide", "stop"};
    return names[k];
}

void scene_make(test_scene *s, scene_kind kind) {
    static void (*const makers[SCENE_KIND_COUNT])(test_scene *) = {
        [SCENE_WEDGE] = make_wedge,     [SCENE_CHANNEL] = make_channel,
        [SCENE_SLOPE] = make_slope,     [SCENE_SLIDING] = make_sliding,
        [SCENE_SOUP] = make_soup,       [SCENE_JOINTS] = make_joints,
        [SCENE_CORNERS] = make_corners, [SCENE_SIMULTANEOUS] = make_simultaneous,
        [SCENE_SPAWNED] = make_spawned};
    switch (kind) {
    case SCENE_BOX_1E6:
        make_box(s, 1e6, 1.0);
        break;
    case SCENE_BOX_1E12:
        make_box(s, 1e12, 1.0);
        break;
    case SCENE_BOX_TINY:
        make_box(s, 0.0, 2e-9);
        break;
    default:
        makers[kind](s);
    }
    s->kind = kind;
    scene_finish(s);
}

carom_move_settings scene_mover(const test_scene *s, carom_response response) {
    const carom_move_settings mover = {.world.walls = carom_wall_list_source(&s->array),
                                       .response = response,
                                       .gravity = s->gravity};
    return mover;
}

carom_vec2 scene_kick(const test_scene *s, random_source *g, double frame) {
    carom_vec2 u = s->along;
    const int kind = random_int(g, 0, 3);
    if (kind == 2) {
        do {
            const double x = random_int(g, -1, 1);
            const double y = random_int(g, -1, 1);
            u = vec(x, y);
        } while (u.x == 0.0 && u.y == 0.0);
    } else if (kind == 3) {
        const double x = random_between(g, -1, 1);
        const double y = random_between(g, -1, 1);
        u = vec(x, y);
    }
    const double radii = random_log(g, -4, 19);
    const double speed = radii * s->ball.radius / frame * random_sign(g);
    return carom_vec2_scale(u, speed / sqrt(carom_vec2_dot(u, u)));
}

carom_vec2 scene_random_gravity(const test_scene *s, random_source *g) {
    const bool has_own = s->gravity.y != 0.0;
    if (random_one_in(g, 4) || !(has_own || random_one_in(g, 3))) {
        return vec(0, 0);
    }
    const double size = has_own ? 1.0 : 20 * s->ball.radius / 10;
    return random_one_in(g, 4) ? vec(3 * size, -7 * size) : vec(0, -10 * size);
}

bool scene_has_place(const test_scene *s, carom_vec2 p) {
    return p.x >= s->bounds.min.x && p.x <= s->bounds.max.x && p.y >= s->bounds.min.y &&
           p.y <= s->bounds.max.y;
}
