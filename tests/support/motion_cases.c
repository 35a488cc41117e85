// Test cases of moving circles by class, see motion_cases.h: the table of classes, the shared
// parts, printing. Room: tests.
#include "motion_cases.h"

#include <math.h>

#include "motion_makers.h"

static const struct {
    const char *name;
    void (*make)(random_source *g, motion_case *m);
} classes[MOTION_CLASS_COUNT] = {
    [MOTION_ANYWHERE] = {"anywhere", make_motion_anywhere},
    [MOTION_AIMED] = {"aimed", make_motion_aimed},
    [MOTION_GRAZING_NEAR] = {"grazing_near", make_motion_grazing_near},
    [MOTION_GRAZING_EXACT] = {"grazing_exact", make_motion_grazing_exact},
    [MOTION_PARALLEL] = {"parallel", make_motion_parallel},
    [MOTION_TOUCHING_IN] = {"touching_in", make_motion_touching_in},
    [MOTION_TOUCHING_OUT] = {"touching_out", make_motion_touching_out},
    [MOTION_TOUCHING_ALONG] = {"touching_along", make_motion_touching_along},
    [MOTION_NEARLY_TOUCHING] = {"nearly_touching", make_motion_nearly_touching},
    [MOTION_STRIP] = {"strip", make_motion_strip},
    [MOTION_BULLET] = {"bullet", make_motion_bullet},
    [MOTION_LATE] = {"late", make_motion_late},
    [MOTION_EXACT_TIME] = {"exact_time", make_motion_exact_time},
    [MOTION_NONE] = {"no_motion", make_motion_none},
    [MOTION_ZERO_LENGTH] = {"zero_length", make_motion_zero_length},
    [MOTION_POINT] = {"point", make_motion_point},
    [MOTION_POINT_EXACT] = {"point_exact", make_motion_point_exact},
    [MOTION_CORNER] = {"corner", make_motion_corner},
    [MOTION_OVERLAPPING] = {"overlapping", make_motion_overlapping},
    [MOTION_NEEDLE] = {"needle", make_motion_needle},
    [MOTION_OFFSET] = {"offset", make_motion_offset},
    [MOTION_LOST_REACH] = {"lost_reach", make_motion_lost_reach},
    [MOTION_TINY] = {"tiny", make_motion_tiny},
    [MOTION_HUGE] = {"huge", make_motion_huge},
    [MOTION_MIXED_EXPONENTS] = {"mixed_exponents", make_motion_mixed_exponents},
    [MOTION_RANDOM_BITS] = {"random_bits", make_motion_random_bits},
    [MOTION_INTEGERS] = {"integers", make_motion_integers},
    [MOTION_MIRRORED_PAIR] = {"mirrored_pair", make_motion_mirrored_pair},
    [MOTION_SHARED_CORNER] = {"shared_corner", make_motion_shared_corner},
    [MOTION_BELOW_A_POWER_OF_TWO] = {"below_a_power_of_two", make_motion_below_a_power_of_two},
};

const char *motion_class_name(motion_class kind) {
    return classes[kind].name;
}

// The bits of a NaN differ between machines after any arithmetic.
static void make_nan_plain(carom_vec2 *p) {
    p->x = p->x == p->x ? p->x : (double)NAN;
    p->y = p->y == p->y ? p->y : (double)NAN;
}

static motion_case make(void (*make_case)(random_source *g, motion_case *m), random_source g) {
    motion_case m = {.wall.extent = (uint8_t)random_extent(&g)};
    make_case(&g, &m);
    carom_vec2 *const points[] = {&m.circle.center, &m.move,     &m.to,      &m.wall.a,
                                  &m.wall.b,        &m.second.a, &m.second.b};
    for (int i = 0; i < 7; i++) {
        make_nan_plain(points[i]);
    }
    m.second.radius = m.second.radius == m.second.radius ? m.second.radius : (double)NAN;
    return m;
}

motion_case motion_make(motion_class kind, uint64_t seed, uint64_t index) {
    return make(classes[kind].make, random_start(seed, 256 + (uint64_t)kind, index)); // see cases.h
}

motion_case motion_make_closest_at_start(uint64_t seed, uint64_t index) {
    return make(make_motion_closest_at_start, random_start(seed, 512, index));
}

// v times a power of two, so that its larger coordinate is about 1.
static carom_vec2 ordinary(carom_vec2 v) {
    int e;
    frexp(fmax(fabs(v.x), fabs(v.y)), &e);
    return carom_vec2_make(ldexp(v.x, -e), ldexp(v.y, -e));
}

contact_place place_of(random_source *g, test_case at) {
    if (at.gap == at.circle.radius) { // half the radius was left to the clearance question
        at.circle.radius += at.gap;
    }
    contact_place place = {.at = at};
    const carom_vec2 u = carom_vec2_sub(at.wall.b, at.wall.a);
    const carom_vec2 w = carom_vec2_sub(at.circle.center, at.wall.a);
    const carom_vec2 z = carom_vec2_sub(at.circle.center, at.wall.b);
    const carom_vec2 along = ordinary(u);
    const bool is_point = along.x == 0.0 && along.y == 0.0;
    if (is_point ||
        (at.wall.extent != CAROM_EXTENT_LINE && carom_vec2_dot(ordinary(w), along) <= 0.0)) {
        place.away = w;
    } else if (at.wall.extent == CAROM_EXTENT_SEGMENT &&
               carom_vec2_dot(ordinary(z), along) >= 0.0) {
        place.away = z;
    } else {
        const bool right = carom_vec2_cross(along, ordinary(w)) < 0.0;
        place.away = carom_vec2_scale(carom_vec2_left(u), right ? -1.0 : 1.0);
    }
    if (place.away.x == 0.0 && place.away.y == 0.0) {
        place.away = random_direction(g, 1.0);
    }
    return place;
}

carom_vec2 random_inward(random_source *g, const contact_place *place, double length) {
    const carom_vec2 v = random_direction(g, 1.0);
    const bool out = carom_vec2_dot(v, ordinary(place->away)) > 0.0;
    return carom_vec2_scale(v, out ? -length : length);
}

double random_length(random_source *g, const test_case *at, int lo, int hi) {
    const carom_vec2 u = carom_vec2_sub(at->wall.b, at->wall.a);
    const carom_vec2 w = carom_vec2_sub(at->circle.center, at->wall.a);
    double size = fmax(fmax(fabs(u.x), fabs(u.y)), fmax(fabs(w.x), fabs(w.y)));
    size = size > 0.0 ? size : 1.0;
    return size * random_log(g, lo, hi);
}

void set_pair(motion_case *m, const test_case *at) {
    m->circle = at->circle;
    m->wall = at->wall;
}

static double nudged_by_chance(random_source *g, double x) {
    const int k = random_int(g, -4, 4);
    return x != 0.0 && random_one_in(g, 3) ? nudged(x, k) : x;
}

void arrive(random_source *g, motion_case *m, const contact_place *place, carom_vec2 move,
            double t) {
    set_pair(m, &place->at);
    const carom_vec2 p = place->at.circle.center;
    m->circle.center = carom_vec2_sub(p, carom_vec2_scale(move, t));
    m->move = move;
    choose_to(g, m);
    if (random_one_in(g, 2)) {
        m->to = p;
        if (random_one_in(g, 2)) {
            m->to.x = nudged_by_chance(g, p.x);
            m->to.y = nudged_by_chance(g, p.y);
        }
    }
}

void nudge_motion(random_source *g, motion_case *m) {
    test_case t = {.circle = m->circle, .wall = m->wall};
    nudge_case(g, &t);
    set_pair(m, &t);
    m->move.x = nudged_by_chance(g, m->move.x);
    m->move.y = nudged_by_chance(g, m->move.y);
}

void choose_to(random_source *g, motion_case *m) {
    m->to = carom_vec2_add(m->circle.center, m->move);
    if (random_one_in(g, 4)) {
        m->to.x = nudged_by_chance(g, m->to.x);
        m->to.y = nudged_by_chance(g, m->to.y);
    }
}

void choose_second(random_source *g, motion_case *m) {
    const carom_vec2 a = m->wall.a, b = m->wall.b, u = carom_vec2_sub(b, a);
    motion_case other = *m;
    m->second = m->wall;
    switch (random_int(g, 0, 8)) {
    case 0: // the same, backwards
        m->second.a = b;
        m->second.b = a;
        break;
    case 1: // another with the same end
        m->second.b = carom_vec2_add(a, carom_vec2_scale(carom_vec2_left(u), random_sign(g)));
        break;
    case 2:
        m->second.a = b;
        m->second.b = carom_vec2_add(b, carom_vec2_left(u));
        break;
    case 3: // farther on the same straight
        m->second.b = carom_vec2_add(b, u);
        break;
    case 4: // the next one
        m->second.a = b;
        m->second.b = carom_vec2_add(b, u);
        break;
    case 5: // some ulp beside
        nudge_motion(g, &other);
        m->second = other.wall;
        break;
    case 6:
        m->second.radius *= random_between(g, 0.0, 2.0);
        break;
    default:
        m->second.a = carom_vec2_add(a, carom_vec2_scale(u, random_between(g, -1.0, 1.0)));
        m->second.b = carom_vec2_add(b, carom_vec2_left(u));
        m->second.extent = (uint8_t)random_extent(g);
    }
}

bool motion_scale(motion_case *m, int k) {
    // Prints the second wall and the paths as two more cases.
    test_case t = {.circle = m->circle, .wall = m->wall};
    test_case more = {.circle = {.center = m->move}, .wall = m->second};
    test_case end = {.circle = {.center = m->to}};
    bool exact = case_scale(&t, k);
    exact = case_scale(&more, k) && exact;
    exact = case_scale(&end, k) && exact;
    set_pair(m, &t);
    m->move = more.circle.center;
    m->second = more.wall;
    m->to = end.circle.center;
    return exact;
}

void motion_print(FILE *out, const motion_case *m) {
    fprintf(out,
            "{.circle = {{%a, %a}, %a},\n     .move = {%a, %a}, .to = {%a, %a},\n"
            "     .wall = {{%a, %a}, {%a, %a}, %a, (carom_extent)%d},\n"
            "     .second = {{%a, %a}, {%a, %a}, %a, (carom_extent)%d}}\n",
            m->circle.center.x, m->circle.center.y, m->circle.radius, m->move.x, m->move.y, m->to.x,
            m->to.y, m->wall.a.x, m->wall.a.y, m->wall.b.x, m->wall.b.y, m->wall.radius,
            (int)m->wall.extent, m->second.a.x, m->second.a.y, m->second.b.x, m->second.b.y,
            m->second.radius, (int)m->second.extent);
}
