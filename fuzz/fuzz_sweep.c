// Fuzzes sweep, sweep_to, their order, path_is_clear and passage against the oracle: kind, feature,
// time and order exactly; centre, point and normal within their documented errors.
//
// The first byte chooses how the path is made, the next bytes are its numbers, and the rest is a
// case as in input.h. Random paths rarely graze or end at a contact, so some are made backwards
// from a place of contact, and some radii are fitted to the path. Room: fuzz.
#include "input.h"

#include <math.h>
#include <stdlib.h>

#include "carom/sweep.h"
#include "motion_cases.h"
#include "oracle_sweep.h"
#include "random.h"

enum {
    /// Two numbers, read as those of input.h, in the lowest two bits.
    PATH_KIND = 3,
    /// Not two numbers but small multiples of the vector from a to the centre and of b - a.
    PATH_MADE = 4,
    /// The vector turned by a quarter.
    PATH_TURNED = 8,
    /// The case is that of the contact: the circle starts some sixteenths of the path before it.
    PATH_BACK = 16,
    /// The circle's radius is fitted, so that the path nearly grazes an end.
    PATH_PAST = 32,
    /// The second wall has the same b, but another a.
    PATH_SECOND_AT_B = 64,
    /// The second wall is the first, moved by some ulp.
    PATH_SECOND_NEAR = 128
};

static int signed_byte(fuzz_input *in) {
    const int byte = fuzz_byte(in);
    return byte < 128 ? byte : byte - 256;
}

static bool is_finite(carom_vec2 p) {
    return isfinite(p.x) && isfinite(p.y);
}

// The distance at which the path passes an end, minus the wall radius.
static double passing_radius(const motion_case *m, carom_vec2 end) {
    const carom_vec2 w = carom_vec2_sub(m->circle.center, end);
    const double length = hypot(m->move.x, m->move.y);
    return fabs(carom_vec2_cross(m->move, w)) / length - m->wall.radius;
}

static void set_second(motion_case *m, int p, int q, int flags) {
    m->second = m->wall;
    carom_vec2 *const end = flags & PATH_SECOND_AT_B ? &m->second.a : &m->second.b;
    if (flags & PATH_SECOND_NEAR && is_finite(*end)) {
        end->x = nudged(end->x, p % 5);
        end->y = nudged(end->y, q % 5);
    } else {
        const carom_vec2 from = flags & PATH_SECOND_AT_B ? m->second.b : m->second.a;
        *end = carom_vec2_add(from, carom_vec2_make(p, q));
    }
}

static motion_case motion_of(const uint8_t *data, size_t size) {
    fuzz_input in = {data, size};
    const int flags = fuzz_byte(&in), steps = fuzz_byte(&in);
    double n[2] = {0.0, 0.0};
    if (flags & PATH_MADE) {
        n[0] = signed_byte(&in);
        n[1] = signed_byte(&in);
    } else {
        n[0] = fuzz_number(&in, flags & PATH_KIND, n, 0);
        n[1] = fuzz_number(&in, flags & PATH_KIND, n, 1);
    }
    motion_case m = {.move = {n[0], n[1]}};
    const int p = signed_byte(&in), q = signed_byte(&in);
    const test_case t = fuzz_case_of(in.at, in.left);
    m.circle = t.circle;
    m.wall = t.wall;
    if (flags & PATH_MADE) {
        const carom_vec2 w = carom_vec2_sub(t.circle.center, t.wall.a);
        const carom_vec2 u = carom_vec2_sub(t.wall.b, t.wall.a);
        m.move = carom_vec2_add(carom_vec2_scale(w, n[0] / 16.0), carom_vec2_scale(u, n[1] / 16.0));
    }
    if (flags & PATH_TURNED)
        m.move = carom_vec2_left(m.move);
    if (flags & PATH_BACK) {
        const carom_vec2 back = carom_vec2_scale(m.move, (steps & 31) / 16.0);
        m.circle.center = carom_vec2_sub(m.circle.center, back);
    }
    if (flags & PATH_PAST) {
        const double r = passing_radius(&m, steps & 128 ? m.wall.b : m.wall.a);
        m.circle.radius = isfinite(r) && r > 0.0 ? nudged(r, (steps & 7) - 3) : m.circle.radius;
    }
    m.to = carom_vec2_add(m.circle.center, m.move);
    if (steps & 64 && is_finite(m.to)) {
        m.to.x = nudged(m.to.x, (steps & 7) - 3);
        m.to.y = nudged(m.to.y, (steps >> 3 & 7) - 3);
    }
    set_second(&m, p, q, flags);
    return m;
}

_Noreturn static void fail(const motion_case *m, const char *condition, int line) {
    fprintf(stderr, "%s:%d: broken: %s\n    ", __FILE__, line, condition);
    motion_print(stderr, m);
    abort();
}

#define CHECK(m, condition) ((condition) ? (void)0 : fail((m), #condition, __LINE__))

static bool is_zero(carom_vec2 p) {
    return p.x == 0.0 && p.y == 0.0;
}

// Checks the numbers of a contact of the last question.
static void check_place(const motion_case *m, oracle_sweep *q, carom_vec2 center, carom_vec2 point,
                        carom_vec2 normal) {
    static oracle_sweep_numbers n;
    static bool ready = false;
    if (!ready) {
        oracle_sweep_numbers_init(&n);
        ready = true;
    }
    oracle_sweep_measure(&n, q);
    CHECK(m, oracle_point_error(center, &n.center, n.ulp) <= 2.0);
    CHECK(m, oracle_point_error(point, &n.point, n.ulp) <= 4.0);
    CHECK(m, oracle_point_error(normal, &n.normal, -52) <= 4.0);
}

static void check_sweep(const motion_case *m, carom_sweep s, oracle_sweep *q,
                        oracle_sweep_verdict truth) {
    CHECK(m, s.kind == truth.kind);
    CHECK(m, s.feature == truth.feature);
    if (s.kind <= CAROM_SWEEP_KIND_MISS) {
        CHECK(m, s.t == 0.0 && is_zero(s.center) && is_zero(s.point) && is_zero(s.normal));
        return;
    }
    CHECK(m, oracle_sweep_time_is(q, s.t));
    check_place(m, q, s.center, s.point, s.normal);
}

static void check_passage(const motion_case *m, oracle_sweep *q) {
    const oracle_sweep_verdict last =
        oracle_sweep_ask_last(q, m->circle, (oracle_path){m->move, false}, m->wall);
    const carom_passage p = carom_circle_passage(m->circle, m->move, m->wall);
    const bool meets = last.kind > CAROM_SWEEP_KIND_MISS;
    CHECK(m, (p.entry.kind > CAROM_SWEEP_KIND_MISS) == meets);
    CHECK(m, p.has_left == (meets && !last.at_start));
    if (!p.has_left) {
        CHECK(m, p.exit_t == (meets ? 1.0 : 0.0) && p.exit_feature == CAROM_FEATURE_NONE);
        CHECK(m, is_zero(p.exit_center) && is_zero(p.exit_point) && is_zero(p.exit_normal));
        return;
    }
    CHECK(m, p.exit_feature == last.feature && p.exit_t >= p.entry.t);
    CHECK(m, oracle_sweep_exit_is(q, p.exit_t));
    check_place(m, q, p.exit_center, p.exit_point, p.exit_normal);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static oracle_sweep *question, *second;
    if (question == NULL) {
        question = oracle_sweep_new();
        second = oracle_sweep_new();
    }
    const motion_case m = motion_of(data, size);
    const oracle_path to = {m.to, true}, move = {m.move, false};
    oracle_sweep_verdict truth = oracle_sweep_ask(question, m.circle, to, m.wall);
    check_sweep(&m, carom_circle_sweep_to(m.circle, m.to, m.wall), question, truth);
    CHECK(&m, carom_circle_path_is_clear(m.circle, m.to, m.wall) == truth.path_is_clear);

    truth = oracle_sweep_ask(question, m.circle, move, m.wall);
    check_sweep(&m, carom_circle_sweep(m.circle, m.move, m.wall), question, truth);
    oracle_sweep_ask(second, m.circle, move, m.second);
    const int order = oracle_sweep_order(question, second);
    CHECK(&m, carom_circle_compare_time_of_impact(m.circle, m.move, m.wall, m.second) == order);
    CHECK(&m, carom_circle_compare_time_of_impact(m.circle, m.move, m.second, m.wall) == -order);
    check_passage(&m, question);
    return 0;
}
