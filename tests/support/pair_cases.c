// Two balls alone that meet, see pair_cases.h. Room: tests.
#include "pair_cases.h"

#include <math.h>

#include "points.h"
#include "random.h"

const char *pair_class_name(pair_class kind) {
    static const char *const names[PAIR_CLASSES] = {
        "plain",   "short_numbers", "masses",   "radii", "offset", "gravity",
        "falling", "grazing",       "touching", "late",  "fast"};
    return names[kind];
}

static carom_vec2 random_vector(random_source *g, double size) {
    const double x = random_between(g, -size, size);
    return vec(x, random_between(g, -size, size));
}

static carom_vec2 random_direction(random_source *g) {
    for (;;) {
        const carom_vec2 v = random_vector(g, 1);
        const double length2 = carom_vec2_dot(v, v);
        if (length2 > 0.0625 && length2 <= 1)
            return carom_vec2_scale(v, 1 / sqrt(length2));
    }
}

static double short_number(random_source *g, int most) {
    return ldexp(random_int(g, -most, most), -6);
}

// Integers over 64: the ends of the legs in a frame of 1 or 1/8 are exact, too. At the time 1 /
// pace the centres are nearer than the sum of the radii.
static void make_short(crowd_scene *s, random_source *g) {
    const double r = ldexp(random_int(g, 8, 128), -6), t = ldexp(random_int(g, 8, 128), -6);
    const double x = short_number(g, 256), y = short_number(g, 256);
    const double vx = short_number(g, 256), vy = short_number(g, 256);
    const int pace = random_int(g, 1, 3), most = (int)ldexp(r + t, 5);
    crowd_scene_add(s, ball_at(x, y, r, vx, vy));
    for (;;) {
        const double p = short_number(g, 512), q = short_number(g, 512);
        const double aside = short_number(g, most), up = short_number(g, most);
        const double wx = vx + pace * (x - p + aside), wy = vy + pace * (y - q + up);
        if (crowd_scene_add_free(s, ball_at(p, q, t, wx, wy)))
            return;
    }
}

// At the distance 5 k in the direction (3, 4), or like it.
static void make_touching(crowd_scene *s, random_source *g) {
    const int k = random_int(g, 1, 1000), r = random_int(g, 0, 5 * k);
    const int at_x = random_int(g, -100000, 100000), at_y = random_int(g, -100000, 100000);
    const double scale = ldexp(1, random_int(g, -12, 4));
    const bool is_steep = random_one_in(g, 2);
    const double right = random_sign(g) * (is_steep ? 3 : 4) * k;
    const double up = random_sign(g) * (is_steep ? 4 : 3) * k;
    const carom_vec2 v = random_vector(g, 4 * k * scale), w = random_vector(g, 4 * k * scale);
    crowd_scene_add(s, ball_at(at_x * scale, at_y * scale, r * scale, v.x, v.y));
    crowd_scene_add(
        s, ball_at((at_x + right) * scale, (at_y + up) * scale, (5 * k - r) * scale, w.x, w.y));
}

typedef struct pair_shape {
    double radius, other, speed, closing, size, time;
    // The largest speed of the second ball.
    double common;
} pair_shape;

// From the contact back: p = c - v t - g t^2 / 2.
static void make_backward(crowd_scene *s, random_source *g, pair_shape h) {
    const carom_vec2 n = random_direction(g), along = vec(-n.y, n.x);
    const double aside = random_sign(g) * h.speed * (1 - h.closing);
    const carom_vec2 w =
        carom_vec2_add(carom_vec2_scale(n, -h.speed * h.closing), carom_vec2_scale(along, aside));
    const carom_vec2 second = random_vector(g, h.common);
    const carom_vec2 first = carom_vec2_add(second, w), c = random_vector(g, h.size);
    const carom_vec2 d = carom_vec2_add(c, carom_vec2_scale(n, h.radius + h.other));
    const carom_vec2 fall = carom_vec2_scale(s->settings.move.gravity, 0.5 * h.time);
    const carom_vec2 p = carom_vec2_sub(d, carom_vec2_scale(carom_vec2_sub(first, fall), h.time));
    const carom_vec2 q = carom_vec2_sub(c, carom_vec2_scale(carom_vec2_sub(second, fall), h.time));
    const carom_vec2 v = carom_vec2_sub(first, carom_vec2_scale(fall, 2));
    const carom_vec2 u = carom_vec2_sub(second, carom_vec2_scale(fall, 2));
    crowd_scene_add(s, ball_at(p.x, p.y, h.radius, v.x, v.y));
    if (!crowd_scene_add_free(s, ball_at(q.x, q.y, h.other, u.x, u.y)))
        s->count = 0;
}

static double random_mass(random_source *g) {
    const double mass = random_log(g, -10, 10);
    return random_one_in(g, 4) ? 0 : mass;
}

static void make(crowd_scene *s, pair_class kind, random_source *g) {
    pair_shape h;
    double fall;
    h.radius = random_between(g, 0.125, 2);
    h.other = random_between(g, 0.125, 2);
    h.speed = random_between(g, 0.5, 8);
    h.closing = random_between(g, 0.25, 1);
    h.size = 8;
    h.time = random_between(g, 0, 1);
    // At the top of its fall, rounding would decide whether a ball rises.
    const bool falls = kind == PAIR_GRAVITY || kind == PAIR_FALLING;
    h.common = !falls && random_one_in(g, 4) ? 0 : h.speed;
    switch (kind) {
    case PAIR_RADII:
        h.radius = random_log(g, -10, 9);
        h.other = random_log(g, -10, 9);
        break;
    case PAIR_OFFSET:
        h.size = ldexp(1, random_int(g, 4, 20));
        break;
    case PAIR_GRAZING:
        h.closing = random_log(g, -28, -2);
        break;
    case PAIR_LATE:
        h.time = 1 - ldexp(random_int(g, 0, 8), -53);
        break;
    case PAIR_FAST:
        h.speed = random_log(g, 10, 20);
        h.common = h.speed;
        break;
    case PAIR_GRAVITY:
        fall = 1.8 * h.speed * h.closing / s->time;
        fall = random_between(g, 0, fall < 40 ? fall : 40);
        s->settings.move.gravity = carom_vec2_scale(random_direction(g), fall);
        break;
    case PAIR_FALLING:
        fall = random_between(g, 0, 40);
        s->settings.move.gravity = carom_vec2_scale(random_direction(g), fall);
        break;
    default:
        break;
    }
    make_backward(s, g, h);
}

int pair_make(crowd_scene *s, pair_class kind, uint64_t seed, uint64_t index) {
    random_source g = random_start(seed, 9700 + (uint64_t)kind, index);
    static const double restitutions[] = {0, 0.3, 1};
    const double restitution = restitutions[random_int(&g, 0, 2)];
    const int frames = random_one_in(&g, 2)         ? 1
                       : kind == PAIR_SHORT_NUMBERS ? 8
                                                    : random_int(&g, 2, 64);
    const double p = random_mass(&g), q = random_mass(&g);
    do {
        crowd_scene_start(s, pair_class_name(kind));
        s->settings.restitution = restitution;
        s->time = 1.0 / frames;
        if (kind == PAIR_SHORT_NUMBERS)
            make_short(s, &g);
        else if (kind == PAIR_TOUCHING)
            make_touching(s, &g);
        else
            make(s, kind, &g);
    } while (s->count < 2);
    if (kind == PAIR_MASSES || kind == PAIR_OFFSET) {
        s->settings.inverse_masses = s->inverse_masses;
        s->inverse_masses[0] = p;
        s->inverse_masses[1] = p == 0 && q == 0 ? 1 : q;
    }
    return frames;
}
