// Fuzzes the sweeps of moving_wall.h and its clear path against the oracle of moving walls: kind,
// feature and time exactly; centre, point and normal within their documented errors.
//
// The first byte chooses how the motions are made, the next bytes are their numbers, and the rest
// is a case as in input.h. Random motions rarely graze or touch at a time of few bits, so some are
// made backwards from a place of contact, and some radii are fitted to the motion. Room: fuzz.
#include "input.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "carom/moving_wall.h"
#include "moving_cases.h"
#include "moving_oracle.h"
#include "random.h"

enum {
    /// Six numbers, read as those of input.h, in the lowest two bits.
    MOVE_KIND = 3,
    /// The second end moves like the first.
    MOVE_LIFT = 4,
    /// Not six numbers but small multiples of vectors of the case: of c - a for the centre, of
    /// b - a for the ends, each with its left-hand normal.
    MOVE_MADE = 8,
    /// The case is that of the contact: the motions start some sixteenths before it.
    MOVE_BACK = 16,
    /// The circle's radius is fitted to the least distance on the way.
    MOVE_GRAZE = 32,
    /// The ends of the motions are some ulp beside start + displacement.
    MOVE_NUDGED = 64,
    /// The wall stays.
    MOVE_NOT = 128
};

static int signed_byte(fuzz_input *in) {
    const int byte = fuzz_byte(in);
    return byte < 128 ? byte : byte - 256;
}

// (x v + y left(v)) / 16
static carom_vec2 combined(carom_vec2 v, double x, double y) {
    return carom_vec2_add(carom_vec2_scale(v, x / 16.0),
                          carom_vec2_scale(carom_vec2_left(v), y / 16.0));
}

static void set_moves(moving_case *m, const double *n, int flags) {
    m->move = carom_vec2_make(n[0], n[1]);
    m->a_move = carom_vec2_make(n[2], n[3]);
    m->b_move = carom_vec2_make(n[4], n[5]);
    if (flags & MOVE_MADE) {
        const carom_vec2 w = carom_vec2_sub(m->circle.center, m->wall.a);
        const carom_vec2 u = carom_vec2_sub(m->wall.b, m->wall.a);
        m->move = combined(w, n[0], n[1]);
        m->a_move = combined(u, n[2], n[3]);
        m->b_move = combined(u, n[4], n[5]);
    }
    if (flags & MOVE_NOT)
        m->a_move = carom_vec2_make(0.0, 0.0);
    if (flags & (MOVE_NOT | MOVE_LIFT))
        m->b_move = m->a_move;
}

static carom_vec2 nudged_point(carom_vec2 p, int k) {
    if (isfinite(p.x) && isfinite(p.y)) {
        p.x = nudged(p.x, k % 5);
        p.y = nudged(p.y, k / 5 % 5);
    }
    return p;
}

static void set_ends(moving_case *m, int k) {
    m->to = carom_vec2_add(m->circle.center, m->move);
    m->a_to = nudged_point(carom_vec2_add(m->wall.a, m->a_move), k);
    m->b_to = nudged_point(carom_vec2_add(m->wall.b, m->b_move), -k);
}

static moving_case case_of(const uint8_t *data, size_t size) {
    fuzz_input in = {data, size};
    const int flags = fuzz_byte(&in), steps = signed_byte(&in);
    double n[6] = {0.0};
    for (int i = 0; i < 6; i++) {
        n[i] = flags & MOVE_MADE ? signed_byte(&in) : fuzz_number(&in, flags & MOVE_KIND, n, i);
    }
    const test_case t = fuzz_case_of(in.at, in.left);
    moving_case m = {.circle = t.circle, .wall = t.wall};
    set_moves(&m, n, flags);
    if (flags & MOVE_BACK) {
        const double back = (steps & 31) / 16.0;
        carom_vec2 *const from[] = {&m.circle.center, &m.wall.a, &m.wall.b};
        const carom_vec2 by[] = {m.move, m.a_move, m.b_move};
        for (int i = 0; i < 3; i++) {
            *from[i] = carom_vec2_sub(*from[i], carom_vec2_scale(by[i], back));
        }
    }
    if (flags & MOVE_GRAZE) {
        moving_fit_radius(&m, steps / 2);
    }
    set_ends(&m, flags & MOVE_NUDGED ? steps : 0);
    return m;
}

_Noreturn static void fail(const moving_case *m, const char *condition, int line) {
    fprintf(stderr, "%s:%d: broken: %s\n    ", __FILE__, line, condition);
    moving_print(stderr, m);
    abort();
}

#define CHECK(m, condition) ((condition) ? (void)0 : fail((m), #condition, __LINE__))

static bool is_zero(carom_vec2 p) {
    return p.x == 0.0 && p.y == 0.0;
}

// Checks an answer to the last question: the first contact or the first hit.
static void check_sweep(const moving_case *m, carom_sweep s, moving_oracle *q, bool hit) {
    static oracle_sweep_numbers n;
    static bool ready = false;
    if (!ready) {
        oracle_sweep_numbers_init(&n);
        ready = true;
    }
    const moving_verdict truth = hit ? moving_oracle_first_hit(q) : moving_oracle_first(q);
    CHECK(m, s.kind == truth.kind);
    CHECK(m, s.feature == truth.feature);
    if (s.kind <= CAROM_SWEEP_KIND_MISS) {
        CHECK(m, s.t == 0.0 && is_zero(s.center) && is_zero(s.point) && is_zero(s.normal));
        return;
    }
    CHECK(m, moving_oracle_time_is(q, hit, s.t));
    moving_oracle_measure(&n, q, hit);
    CHECK(m, oracle_point_error(s.center, &n.center, n.ulp) <= 2.0);
    CHECK(m, oracle_point_error(s.point, &n.point, n.ulp) <= 4.0);
    CHECK(m, oracle_point_error(s.normal, &n.normal, -52) <= 4.0);
}

static bool is_same(carom_sweep p, carom_sweep q) {
    return p.kind == q.kind && p.feature == q.feature && p.t == q.t &&
           memcmp(&p.center, &q.center, sizeof p.center) == 0 &&
           memcmp(&p.point, &q.point, sizeof p.point) == 0 &&
           memcmp(&p.normal, &q.normal, sizeof p.normal) == 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static moving_oracle *q;
    if (q == NULL) {
        q = moving_oracle_new();
    }
    const moving_case m = case_of(data, size);
    const carom_moving_wall wall = carom_moving_wall_make(m.wall, m.a_move, m.b_move);
    moving_oracle_ask(q, (moving_question){m.circle, m.wall, m.move, m.a_move, m.b_move, false});
    const carom_sweep moved = carom_circle_sweep_moving(m.circle, m.move, wall, false);
    check_sweep(&m, moved, q, false);
    check_sweep(&m, carom_circle_sweep_moving(m.circle, m.move, wall, true), q, true);
    if (is_zero(m.a_move) && is_zero(m.b_move)) {
        CHECK(&m, is_same(moved, carom_circle_sweep(m.circle, m.move, m.wall)));
    }

    moving_oracle_ask(q, (moving_question){m.circle, m.wall, m.to, m.a_to, m.b_to, true});
    check_sweep(&m, carom_circle_sweep_moving_to(m.circle, m.to, m.wall, m.a_to, m.b_to, false), q,
                false);
    check_sweep(&m, carom_circle_sweep_moving_to(m.circle, m.to, m.wall, m.a_to, m.b_to, true), q,
                true);
    CHECK(&m, carom_circle_path_is_clear_of_moving(m.circle, m.to, m.wall, m.a_to, m.b_to) ==
                  moving_oracle_is_clear(q));
    return 0;
}
