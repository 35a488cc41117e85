// Test cases of moving walls by class, see moving_cases.h: the table of classes, the shared parts,
// printing. Room: tests.
#include "moving_cases.h"

#include <math.h>

#include "moving_makers.h"

static const struct {
    const char *name;
    void (*make)(random_source *g, moving_case *m);
} classes[MOVING_CLASS_COUNT] = {
    [MOVING_STILL] = {"still", make_moving_still},
    [MOVING_TRANSLATING] = {"translating", make_moving_translating},
    [MOVING_DOOR] = {"door", make_moving_door},
    [MOVING_FLIPPER] = {"flipper", make_moving_flipper},
    [MOVING_MIDDLE] = {"middle", make_moving_middle},
    [MOVING_FAR] = {"far", make_moving_far},
    [MOVING_SWAP] = {"swap", make_moving_swap},
    [MOVING_ANYWHERE] = {"anywhere", make_moving_anywhere},
    [MOVING_BARELY_TURNING] = {"barely_turning", make_moving_barely_turning},
    [MOVING_BIG_RADIUS] = {"big_radius", make_moving_big_radius},
    [MOVING_COLLAPSE] = {"collapse", make_moving_collapse},
    [MOVING_EXACT_TIME] = {"exact_time", make_moving_exact_time},
    [MOVING_DOUBLE] = {"double", make_moving_double},
    [MOVING_TRIPLE] = {"triple", make_moving_triple},
    [MOVING_GRAZING_NEAR] = {"grazing_near", make_moving_grazing_near},
    [MOVING_GRAZE_THEN_HIT] = {"graze_then_hit", make_moving_graze_then_hit},
    [MOVING_TOUCHING_START] = {"touching_start", make_moving_touching_start},
    [MOVING_TOUCHING_FINISH] = {"touching_finish", make_moving_touching_finish},
    [MOVING_NEARLY_TOUCHING] = {"nearly_touching", make_moving_nearly_touching},
    [MOVING_CORNER] = {"corner", make_moving_corner},
    [MOVING_TOGETHER] = {"together", make_moving_together},
    [MOVING_POINT] = {"point", make_moving_point},
    [MOVING_POINT_EXACT] = {"point_exact", make_moving_point_exact},
    [MOVING_POSTS] = {"posts", make_moving_posts},
    [MOVING_INTEGERS] = {"integers", make_moving_integers},
    [MOVING_OVERLAPPING] = {"overlapping", make_moving_overlapping},
    [MOVING_OFFSET] = {"offset", make_moving_offset},
    [MOVING_NEEDLE] = {"needle", make_moving_needle},
    [MOVING_BULLET] = {"bullet", make_moving_bullet},
    [MOVING_CARRIED] = {"carried", make_moving_carried},
    [MOVING_TINY] = {"tiny", make_moving_tiny},
    [MOVING_HUGE] = {"huge", make_moving_huge},
    [MOVING_MIXED_EXPONENTS] = {"mixed_exponents", make_moving_mixed_exponents},
    [MOVING_RANDOM_BITS] = {"random_bits", make_moving_random_bits},
};

const char *moving_class_name(moving_class kind) {
    return classes[kind].name;
}

void moving_numbers_of(moving_case *m, double *numbers[MOVING_NUMBERS]) {
    carom_vec2 *const points[] = {&m->circle.center, &m->wall.a, &m->wall.b, &m->move, &m->a_move,
                                  &m->b_move,        &m->to,     &m->a_to,   &m->b_to};
    int count = 0;
    for (int i = 0; i < 9; i++) {
        numbers[count++] = &points[i]->x;
        numbers[count++] = &points[i]->y;
    }
    numbers[count++] = &m->circle.radius;
    numbers[count] = &m->wall.radius;
}

moving_case moving_make(moving_class kind, uint64_t seed, uint64_t index) {
    random_source g = random_start(seed, 512 + (uint64_t)kind, index); // not those of the others
    moving_case m = {.wall.extent = CAROM_EXTENT_SEGMENT};
    classes[kind].make(&g, &m);
    double *numbers[MOVING_NUMBERS];
    moving_numbers_of(&m, numbers);
    for (int i = 0; i < MOVING_NUMBERS; i++) { // the bits of a NaN differ between machines
        *numbers[i] = *numbers[i] == *numbers[i] ? *numbers[i] : (double)NAN;
    }
    return m;
}

void arrive_moving(moving_case *m, const moving_place *p, carom_vec2 a, carom_vec2 drift) {
    m->a_move = drift;
    m->b_move = carom_vec2_add(drift, p->u_step);
    m->move = carom_vec2_add(drift, p->w_step);
    m->wall.a = carom_vec2_sub(a, carom_vec2_scale(m->a_move, p->time));
    m->wall.b = carom_vec2_sub(carom_vec2_add(a, p->u), carom_vec2_scale(m->b_move, p->time));
    m->circle.center = carom_vec2_sub(carom_vec2_add(a, p->w), carom_vec2_scale(m->move, p->time));
}

void swap_ends(moving_case *m) {
    const carom_vec2 a = m->wall.a, a_move = m->a_move;
    m->wall.a = m->wall.b;
    m->wall.b = a;
    m->a_move = m->b_move;
    m->b_move = a_move;
}

static double nudged_by_chance(random_source *g, double x) {
    const int k = random_int(g, -4, 4);
    return x != 0.0 && random_one_in(g, 3) ? nudged(x, k) : x;
}

// Rays and lines keep equal moves.
void nudge_moving(random_source *g, moving_case *m) {
    if (random_one_in(g, 3)) {
        m->circle.radius = fabs(nudged(m->circle.radius, random_int(g, -2, 2)));
        return;
    }
    const bool is_lift = m->a_move.x == m->b_move.x && m->a_move.y == m->b_move.y;
    double *numbers[MOVING_NUMBERS];
    moving_numbers_of(m, numbers);
    for (int i = 0; i < MOVING_NUMBERS; i++) {
        *numbers[i] = nudged_by_chance(g, *numbers[i]);
    }
    m->circle.radius = fabs(m->circle.radius);
    m->wall.radius = fabs(m->wall.radius);
    if (is_lift && (m->wall.extent != CAROM_EXTENT_SEGMENT || random_one_in(g, 2))) {
        m->b_move = m->a_move;
    }
}

double rough_gap(const moving_case *m, double t) {
    const carom_vec2 a = carom_vec2_add(m->wall.a, carom_vec2_scale(m->a_move, t));
    const carom_vec2 b = carom_vec2_add(m->wall.b, carom_vec2_scale(m->b_move, t));
    const carom_vec2 c = carom_vec2_add(m->circle.center, carom_vec2_scale(m->move, t));
    const carom_vec2 u = carom_vec2_sub(b, a), w = carom_vec2_sub(c, a);
    const double len2 = carom_vec2_dot(u, u);
    double s = len2 > 0.0 ? carom_vec2_dot(w, u) / len2 : 0.0;
    s = s < 0.0 ? 0.0 : s > 1.0 ? 1.0 : s;
    const carom_vec2 d = carom_vec2_sub(w, carom_vec2_scale(u, s));
    return sqrt(carom_vec2_dot(d, d)) - m->circle.radius - m->wall.radius;
}

// The time of the least gap: the least of some samples, and then ternary search.
static double time_of_least_gap(const moving_case *m) {
    enum { SAMPLES = 32, ROUNDS = 60 };
    int best = 0;
    for (int i = 1; i <= SAMPLES; i++) {
        best = rough_gap(m, (double)i / SAMPLES) < rough_gap(m, (double)best / SAMPLES) ? i : best;
    }
    double lo = fmax(0.0, (best - 1.0) / SAMPLES), hi = fmin(1.0, (best + 1.0) / SAMPLES);
    for (int i = 0; i < ROUNDS; i++) {
        const double third = (hi - lo) / 3.0;
        if (rough_gap(m, lo + third) < rough_gap(m, hi - third)) {
            hi -= third;
        } else {
            lo += third;
        }
    }
    return lo;
}

bool moving_fit_radius(moving_case *m, int k) {
    m->circle.radius = 0.0;
    const double t = time_of_least_gap(m), radius = fabs(nudged(rough_gap(m, t), k));
    m->circle.radius = isfinite(radius) ? radius : 0.0;
    return t > 0.001 && t < 0.999;
}

void choose_ends(random_source *g, moving_case *m) {
    m->to = carom_vec2_add(m->circle.center, m->move);
    m->a_to = carom_vec2_add(m->wall.a, m->a_move);
    m->b_to = carom_vec2_add(m->wall.b, m->b_move);
    if (random_one_in(g, 4)) {
        double *const ends[] = {&m->to.x, &m->to.y, &m->a_to.x, &m->a_to.y, &m->b_to.x, &m->b_to.y};
        for (int i = 0; i < 6; i++) {
            *ends[i] = nudged_by_chance(g, *ends[i]);
        }
    }
}

bool moving_scale(moving_case *m, int k) {
    double *numbers[MOVING_NUMBERS];
    moving_numbers_of(m, numbers);
    bool exact = true;
    for (int i = 0; i < MOVING_NUMBERS; i++) {
        const double scaled = ldexp(*numbers[i], k);
        exact = exact && ldexp(scaled, -k) == *numbers[i];
        *numbers[i] = scaled;
    }
    return exact;
}

void moving_print(FILE *out, const moving_case *m) {
    fprintf(out,
            "{.circle = {{%a, %a}, %a},\n"
            "     .wall = {{%a, %a}, {%a, %a}, %a, (carom_extent)%d},\n"
            "     .move = {%a, %a}, .a_move = {%a, %a}, .b_move = {%a, %a},\n"
            "     .to = {%a, %a}, .a_to = {%a, %a}, .b_to = {%a, %a}}\n",
            m->circle.center.x, m->circle.center.y, m->circle.radius, m->wall.a.x, m->wall.a.y,
            m->wall.b.x, m->wall.b.y, m->wall.radius, (int)m->wall.extent, m->move.x, m->move.y,
            m->a_move.x, m->a_move.y, m->b_move.x, m->b_move.y, m->to.x, m->to.y, m->a_to.x,
            m->a_to.y, m->b_to.x, m->b_to.y);
}
