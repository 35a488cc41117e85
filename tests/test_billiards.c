// Billiards with a known answer. The elastic ball in a box is compared with its closed form. In
// polygons it is compared with the straight path through the repeatedly reflected table
// (unfolding). Among round posts, where errors grow with every bounce, it is compared with the same
// path in 2,048 bits (MPFR).
//
// Prints the errors it measures. CAROM_TEST_CASES=100000 makes the long runs of 10^6 bounces.
// Room: tests.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>

#include "cases.h"
#include "oracle.h"
#include "points.h"
#include "scenes.h"

enum { BITS = 2048, EDGES = 8, POSTS = 32 };

static test_scene scene;

// The position of a ball that moves back and forth over [lo, lo + width]. Exact except for one or
// two roundings.
static double folded(double start, double velocity, long double time, double lo, double width) {
    const long double period = 2 * (long double)width;
    long double x = fmodl((long double)(start - lo) + (long double)velocity * time, period);
    x = x < 0 ? x + period : x;
    return (double)((long double)lo + (x > (long double)width ? period - x : x));
}

// The largest error against the closed form over a number of frames, and the number of bounces.
static double run_in_box(carom_vec2 start, double frame, long frames, long *bounces) {
    scene_start(&scene, start, 0.5);
    scene_add_box(&scene, vec(0, 0), vec(10, 10));
    scene_finish(&scene);
    const carom_move_settings mover = scene_mover(&scene, carom_bounce(1, 0));
    carom_ball ball = scene.ball;
    ball.velocity = vec(7, 5);
    double worst = 0.0;
    *bounces = 0;
    for (long k = 1; k <= frames; k++) {
        const carom_motion m = carom_ball_move(ball, frame, &mover);
        ball = m.ball;
        *bounces += m.contacts;
        const long double time = (long double)frame * (long double)k;
        const double x = folded(start.x, 7, time, 0.5, 9), y = folded(start.y, 5, time, 0.5, 9);
        worst = fmax(worst, hypot(ball.center.x - x, ball.center.y - y));
        assert_true(fabs(ball.velocity.x) == 7.0 && fabs(ball.velocity.y) == 5.0);
    }
    return worst;
}

// Box2D and rapier end 7.78 off this.
static void test_box_a_minute_at_60_hz(void **state) {
    (void)state;
    // From the middle it moves exactly into a corner.
    const carom_vec2 starts[] = {{5, 5}, {2, 3}, {0.5, 0.5}, {9.5, 4.25}};
    for (int i = 0; i < 4; i++) {
        long bounces;
        const double worst = run_in_box(starts[i], 1.0 / 60, 3600, &bounces);
        printf("box, from (%g, %g), 60 s at 60 Hz: %ld bounces, at most %.2g off\n", starts[i].x,
               starts[i].y, bounces, worst);
        assert_true(worst <= 1e-9 && bounces >= 79);
    }
}

static void test_box_many_bounces(void **state) {
    (void)state;
    // 12 bounces in 9 s, which are 30 frames.
    const long target = 10 * case_count(10000), frames = target / 2 * 5;
    long bounces;
    const double worst = run_in_box(vec(2, 3), 0.3, frames, &bounces);
    printf("box: %ld bounces, at most %.2g off\n", bounces, worst);
    assert_true(bounces >= target - 2);
    assert_true(worst <= 1e-15 * (double)(bounces + frames));
}

// Points with many digits.

static mpfr_t s_time, s_along, s_p, s_q; // scratch

static void point_init(oracle_point *p) {
    mpfr_init2(p->x, BITS);
    mpfr_init2(p->y, BITS);
}

static void point_clear(oracle_point *p) {
    mpfr_clear(p->x);
    mpfr_clear(p->y);
}

static void point_set(oracle_point *p, carom_vec2 v) {
    mpfr_set_d(p->x, v.x, MPFR_RNDN);
    mpfr_set_d(p->y, v.y, MPFR_RNDN);
}

static void point_sub(oracle_point *r, const oracle_point *p, const oracle_point *q) {
    mpfr_sub(r->x, p->x, q->x, MPFR_RNDN);
    mpfr_sub(r->y, p->y, q->y, MPFR_RNDN);
}

// r = p + s u
static void point_at(oracle_point *r, const oracle_point *p, const mpfr_t s,
                     const oracle_point *u) {
    mpfr_fma(r->x, s, u->x, p->x, MPFR_RNDN);
    mpfr_fma(r->y, s, u->y, p->y, MPFR_RNDN);
}

static void point_dot(mpfr_t r, const oracle_point *p, const oracle_point *q) {
    mpfr_fmma(r, p->x, q->x, p->y, q->y, MPFR_RNDN);
}

static void point_cross(mpfr_t r, const oracle_point *p, const oracle_point *q) {
    mpfr_fmms(r, p->x, q->y, p->y, q->x, MPFR_RNDN);
}

static double distance_to(carom_vec2 got, const oracle_point *truth) {
    mpfr_d_sub(s_p, got.x, truth->x, MPFR_RNDN);
    mpfr_d_sub(s_q, got.y, truth->y, MPFR_RNDN);
    return hypot(mpfr_get_d(s_p, MPFR_RNDN), mpfr_get_d(s_q, MPFR_RNDN));
}

// The table in the unfolded plane: each edge is moved inward by the ball's radius, and reflected
// once for each edge that the path has crossed.
typedef struct unfolded_table {
    int count;
    oracle_point a[EDGES], b[EDGES];
    // The first edge as it was.
    oracle_point home_a, home_b;
    bool mirrored;
    // The path, the edge it crossed last, and the time of that crossing.
    oracle_point start, velocity;
    mpfr_t time;
    int last;
    long bounces;
    oracle_point u, w, point;
} unfolded_table;

static void table_for_each(unfolded_table *t, void (*act)(oracle_point *)) {
    for (int i = 0; i < EDGES; i++) {
        act(&t->a[i]);
        act(&t->b[i]);
    }
    oracle_point *const all[] = {&t->home_a, &t->home_b, &t->start, &t->velocity,
                                 &t->u,      &t->w,      &t->point};
    for (int i = 0; i < 7; i++) {
        act(all[i]);
    }
}

// Moves the edge a -> b by r to its left.
static void table_inset(unfolded_table *t, int i, double r) {
    point_sub(&t->u, &t->b[i], &t->a[i]);
    point_dot(s_p, &t->u, &t->u);
    mpfr_sqrt(s_p, s_p, MPFR_RNDN);
    mpfr_d_div(s_p, r, s_p, MPFR_RNDN);
    mpfr_neg(t->w.x, t->u.y, MPFR_RNDN);
    mpfr_set(t->w.y, t->u.x, MPFR_RNDN);
    point_at(&t->a[i], &t->a[i], s_p, &t->w);
    point_at(&t->b[i], &t->b[i], s_p, &t->w);
}

static void table_start(unfolded_table *t, const test_scene *s, carom_ball ball) {
    table_for_each(t, point_init);
    mpfr_init2(t->time, BITS);
    mpfr_set_zero(t->time, 1);
    t->count = (int)s->array.count;
    t->mirrored = false;
    t->last = -1;
    t->bounces = 0;
    for (int i = 0; i < t->count; i++) {
        point_set(&t->a[i], s->walls[i].a);
        point_set(&t->b[i], s->walls[i].b);
        table_inset(t, i, ball.radius);
    }
    mpfr_set_zero(s_p, 1);
    point_at(&t->home_a, &t->a[0], s_p, &t->u);
    point_at(&t->home_b, &t->b[0], s_p, &t->u);
    point_set(&t->start, ball.center);
    point_set(&t->velocity, ball.velocity);
}

static void table_clear(unfolded_table *t) {
    table_for_each(t, point_clear);
    mpfr_clear(t->time);
}

// s_time = when the path crosses edge i; false if it does not, or not after the last crossing.
static bool table_crossing(unfolded_table *t, int i) {
    point_sub(&t->u, &t->b[i], &t->a[i]);
    point_sub(&t->w, &t->a[i], &t->start);
    point_cross(s_p, &t->velocity, &t->u);
    if (mpfr_zero_p(s_p)) {
        return false;
    }
    point_cross(s_time, &t->w, &t->u);
    mpfr_div(s_time, s_time, s_p, MPFR_RNDN);
    point_cross(s_along, &t->w, &t->velocity);
    mpfr_div(s_along, s_along, s_p, MPFR_RNDN);
    return mpfr_sgn(s_along) >= 0 && mpfr_cmp_ui(s_along, 1) <= 0 &&
           mpfr_greater_p(s_time, t->time);
}

static void table_reflect_point(unfolded_table *t, oracle_point *p, const oracle_point *origin) {
    // w -> 2 (w.u / u.u) u - w
    point_sub(&t->w, p, origin);
    point_dot(s_p, &t->w, &t->u);
    point_dot(s_q, &t->u, &t->u);
    mpfr_div(s_p, s_p, s_q, MPFR_RNDN);
    mpfr_mul_ui(s_p, s_p, 2, MPFR_RNDN);
    point_sub(p, origin, &t->w);
    point_at(p, p, s_p, &t->u);
}

// Reflects the table in its edge `axis`.
static void table_reflect(unfolded_table *t, int axis) {
    point_sub(&t->u, &t->b[axis], &t->a[axis]);
    for (int i = 0; i < t->count; i++) {
        if (i != axis) {
            table_reflect_point(t, &t->a[i], &t->a[axis]);
            table_reflect_point(t, &t->b[i], &t->a[axis]);
        }
    }
    t->mirrored = !t->mirrored;
    t->last = axis;
    t->bounces++;
}

// Continues to the given time. t->point is then the place on the original table.
static void table_go(unfolded_table *t, const mpfr_t time) {
    for (;;) {
        int next = -1;
        mpfr_t first;
        mpfr_init2(first, BITS);
        mpfr_set(first, time, MPFR_RNDN);
        for (int i = 0; i < t->count; i++) {
            if (i != t->last && table_crossing(t, i) && mpfr_lessequal_p(s_time, first)) {
                next = i;
                mpfr_set(first, s_time, MPFR_RNDN);
            }
        }
        if (next >= 0) {
            mpfr_set(t->time, first, MPFR_RNDN);
            table_reflect(t, next);
        }
        mpfr_clear(first);
        if (next < 0) {
            break;
        }
    }
    // Uses coordinates along and across the first edge, which are the same on the original table.
    point_at(&t->point, &t->start, time, &t->velocity);
    point_sub(&t->u, &t->b[0], &t->a[0]);
    point_sub(&t->w, &t->point, &t->a[0]);
    point_dot(s_p, &t->w, &t->u);
    point_cross(s_q, &t->u, &t->w);
    point_dot(s_along, &t->u, &t->u);
    mpfr_div(s_p, s_p, s_along, MPFR_RNDN);
    mpfr_div(s_q, s_q, s_along, MPFR_RNDN);
    if (t->mirrored) {
        mpfr_neg(s_q, s_q, MPFR_RNDN);
    }
    point_sub(&t->u, &t->home_b, &t->home_a);
    mpfr_neg(t->w.x, t->u.y, MPFR_RNDN);
    mpfr_set(t->w.y, t->u.x, MPFR_RNDN);
    point_at(&t->point, &t->home_a, s_p, &t->u);
    point_at(&t->point, &t->point, s_q, &t->w);
}

static void only_sides(void *context, const carom_impact *impact) {
    long *ends = context;
    *ends += impact->feature != CAROM_FEATURE_SIDE;
}

// A polygon, its corners in counter-clockwise order, and a ball in it.
typedef struct polygon {
    const char *name;
    int count;
    carom_vec2 corners[EDGES];
    carom_ball ball;
} polygon;

static void run_polygon(const polygon *p, long frames, double frame) {
    scene_start(&scene, p->ball.center, p->ball.radius);
    for (int i = 0; i < p->count; i++) {
        scene_add(&scene, carom_segment(p->corners[i], p->corners[(i + 1) % p->count]));
    }
    scene_finish(&scene);
    carom_move_settings mover = scene_mover(&scene, carom_bounce(1, 0));
    long ends = 0, bounces = 0;
    mover.on_impact = only_sides;
    mover.context = &ends;
    carom_ball ball = p->ball;
    static unfolded_table table;
    table_start(&table, &scene, ball);
    mpfr_t time;
    mpfr_init2(time, BITS);
    double worst = 0.0;
    for (long k = 1; k <= frames; k++) {
        const carom_motion m = carom_ball_move(ball, frame, &mover);
        ball = m.ball;
        bounces += m.contacts;
        mpfr_set_d(time, frame, MPFR_RNDN);
        mpfr_mul_si(time, time, k, MPFR_RNDN);
        table_go(&table, time);
        worst = fmax(worst, distance_to(ball.center, &table.point));
    }
    const double speed = hypot(ball.velocity.x, ball.velocity.y);
    const double drift = speed / hypot(p->ball.velocity.x, p->ball.velocity.y) - 1;
    printf("%s: %ld bounces (%ld unfolded), at most %.2g off, speed off by %.1g\n", p->name,
           bounces, table.bounces, worst, drift);
    assert_true(ends == 0);
    assert_true(bounces >= table.bounces - 1 && bounces <= table.bounces + 1);
    // The same few directions repeat. So each bounce changes direction and speed by the same
    // rounding error, and the error of the direction grows along the path.
    assert_true(worst <= 1e-15 * (double)bounces * (double)bounces + 1e-12);
    assert_true(fabs(drift) < 4 * 0x1p-53 * (double)bounces);
    mpfr_clear(time);
    table_clear(&table);
}

static void test_polygons_unfolded(void **state) {
    (void)state;
    const double h = sqrt(0.75); // height of an equilateral triangle
    const polygon all[] = {
        {"triangle", 3, {{0, 0}, {10, 0}, {5, 10 * h}}, {{4, 2}, 0.5, {7, 5}}},
        {"hexagon",
         6,
         {{10, 0}, {5, 10 * h}, {-5, 10 * h}, {-10, 0}, {-5, -10 * h}, {5, -10 * h}},
         {{1, 2}, 0.5, {7, 5}}},
        {"irregular quadrilateral",
         4,
         {{0, 0}, {9.7, 1.3}, {8.1, 7.7}, {-1.1, 6.3}},
         {{4, 3}, 0.25, {-3, 7}}},
        // Rotated by the 3-4-5 angle. The centre of the ball moves in three squares of side 3.5, at
        // 45 degrees and always 0.7 away from their corners.
        {"L",
         6,
         {{0, 0}, {6, 4.5}, {3.6, 7.7}, {0.8, 5.6}, {-1.3, 8.4}, {-4.5, 6}},
         {{-0.4, 2.2}, 0.25, {1, 7}}},
    };
    for (int i = 0; i < 4; i++) {
        run_polygon(&all[i], 2 * case_count(2000), 0.25);
    }
}

// The ball as a point among straight walls and circles, to 2,048 bits.
typedef struct true_path {
    int wall_count, post_count;
    // Walls along the axes: the position, and which of x and y it bounds.
    double wall[4];
    carom_vec2 post[POSTS];
    double reach; // from the middle of a post
    oracle_point place, velocity, w;
    mpfr_t time, first, c, d;
    long bounces;
    // The growth of a small error so far, and the curvature of the front of nearby paths.
    double growth, curvature;
} true_path;

static void path_init(true_path *p) {
    point_init(&p->place);
    point_init(&p->velocity);
    point_init(&p->w);
    mpfr_inits2(BITS, p->time, p->first, p->c, p->d, (mpfr_ptr)NULL);
}

static void path_clear(true_path *p) {
    point_clear(&p->place);
    point_clear(&p->velocity);
    point_clear(&p->w);
    mpfr_clears(p->time, p->first, p->c, p->d, (mpfr_ptr)NULL);
}

// s_time = the time until the path meets the post: C / (B + sqrt D), or false.
static bool path_meets_post(true_path *p, carom_vec2 post) {
    mpfr_sub_d(p->w.x, p->place.x, post.x, MPFR_RNDN);
    mpfr_sub_d(p->w.y, p->place.y, post.y, MPFR_RNDN);
    point_dot(s_p, &p->w, &p->velocity); // -B
    point_dot(s_q, &p->velocity, &p->velocity);
    point_dot(p->c, &p->w, &p->w);
    mpfr_set_d(p->d, p->reach, MPFR_RNDN);
    mpfr_sqr(p->d, p->d, MPFR_RNDN);
    mpfr_sub(p->c, p->c, p->d, MPFR_RNDN);
    mpfr_fmms(p->d, s_p, s_p, s_q, p->c, MPFR_RNDN);
    if (mpfr_sgn(s_p) >= 0 || mpfr_sgn(p->d) <= 0) {
        return false;
    }
    mpfr_sqrt(p->d, p->d, MPFR_RNDN);
    mpfr_sub(p->d, p->d, s_p, MPFR_RNDN);
    mpfr_div(s_time, p->c, p->d, MPFR_RNDN);
    return true;
}

static bool path_meets_wall(true_path *p, int i) {
    mpfr_t *const place = i < 2 ? &p->place.x : &p->place.y;
    mpfr_t *const velocity = i < 2 ? &p->velocity.x : &p->velocity.y;
    if (mpfr_sgn(*velocity) * (i % 2 == 0 ? -1 : 1) <= 0) {
        return false;
    }
    mpfr_d_sub(s_time, p->wall[i], *place, MPFR_RNDN);
    mpfr_div(s_time, s_time, *velocity, MPFR_RNDN);
    return true;
}

static void path_fly(true_path *p, const mpfr_t time) {
    point_dot(s_q, &p->velocity, &p->velocity);
    const double path = mpfr_get_d(time, MPFR_RNDN) * sqrt(mpfr_get_d(s_q, MPFR_RNDN));
    p->growth *= 1 + p->curvature * path;
    p->curvature /= 1 + p->curvature * path;
    point_at(&p->place, &p->place, time, &p->velocity);
    mpfr_sub(p->time, p->time, time, MPFR_RNDN);
}

static void path_bounce(true_path *p, int what) {
    p->bounces++;
    if (what < 4) {
        mpfr_t *const velocity = what < 2 ? &p->velocity.x : &p->velocity.y;
        mpfr_neg(*velocity, *velocity, MPFR_RNDN);
        return;
    }
    const carom_vec2 post = p->post[what - 4];
    mpfr_sub_d(p->w.x, p->place.x, post.x, MPFR_RNDN);
    mpfr_sub_d(p->w.y, p->place.y, post.y, MPFR_RNDN);
    point_dot(s_p, &p->velocity, &p->w);
    point_dot(s_q, &p->velocity, &p->velocity);
    // The mirror equation: the front's curvature grows by 2 / (radius cos).
    const double cosine =
        -mpfr_get_d(s_p, MPFR_RNDN) / (p->reach * sqrt(mpfr_get_d(s_q, MPFR_RNDN)));
    p->curvature += 2 / (p->reach * cosine);
    point_dot(s_q, &p->w, &p->w);
    mpfr_div(s_p, s_p, s_q, MPFR_RNDN);
    mpfr_mul_si(s_p, s_p, -2, MPFR_RNDN);
    point_at(&p->velocity, &p->velocity, s_p, &p->w);
}

static void path_go(true_path *p, double time) {
    mpfr_add_d(p->time, p->time, time, MPFR_RNDN);
    for (;;) {
        int next = -1;
        mpfr_set(p->first, p->time, MPFR_RNDN);
        for (int i = 0; i < 4 + p->post_count; i++) {
            const bool meets = i < 4 ? path_meets_wall(p, i) : path_meets_post(p, p->post[i - 4]);
            if (meets && mpfr_lessequal_p(s_time, p->first)) {
                next = i;
                mpfr_set(p->first, s_time, MPFR_RNDN);
            }
        }
        path_fly(p, p->first);
        if (next < 0) {
            return;
        }
        path_bounce(p, next);
    }
}

// Posts of one radius in a box.
static void make_posts(true_path *p, int rows, double post_radius) {
    scene_start(&scene, vec(3.3, 1), 0.25);
    scene_add_box(&scene, vec(0, 0), vec(16, 16));
    p->post_count = 0;
    for (int i = 0; i < rows * rows; i++) {
        const carom_vec2 post = vec(16.0 * (i % rows + 0.5) / rows, 16.0 * (i / rows + 0.5) / rows);
        scene_add(&scene, carom_post(post, post_radius));
        p->post[p->post_count++] = post;
    }
    scene_finish(&scene);
    p->reach = 0.25 + post_radius;
    const double walls[] = {0.25, 15.75, 0.25, 15.75};
    for (int i = 0; i < 4; i++) {
        p->wall[i] = walls[i];
    }
}

// Runs until an error of half an ulp can have grown to 1e-4. Returns the error relative to its
// bound.
static double run_posts(true_path *p, carom_vec2 velocity, double *worst) {
    const carom_move_settings mover = scene_mover(&scene, carom_bounce(1, 0));
    carom_ball ball = scene.ball;
    ball.velocity = velocity;
    point_set(&p->place, ball.center);
    point_set(&p->velocity, velocity);
    mpfr_set_zero(p->time, 1);
    p->bounces = 0;
    p->growth = p->curvature = 1;
    double ratio = 0.0;
    *worst = 0.0;
    for (;;) {
        const carom_motion m = carom_ball_move(ball, 0.125, &mover);
        assert_int_equal(m.kind, CAROM_MOTION_KIND_MOVED);
        ball = m.ball;
        path_go(p, 0.125);
        const double bound = 16 * 0x1p-53 * p->growth;
        if (bound > 1e-4) {
            return ratio;
        }
        const double error = distance_to(ball.center, &p->place);
        *worst = fmax(*worst, error);
        ratio = fmax(ratio, error / bound);
    }
}

static void test_round_posts(void **state) {
    (void)state;
    static true_path path;
    path_init(&path);
    for (int rows = 1; rows <= 5; rows += 2) {
        make_posts(&path, rows, rows == 1 ? 4 : 0.75);
        double ratio = 0.0, worst = 0.0;
        long least = 1000, most = 0;
        for (int i = 0; i < 40; i++) {
            double error;
            ratio = fmax(ratio, run_posts(&path, vec(3 + i * 0.11, 5 - i * 0.07), &error));
            worst = fmax(worst, error);
            least = path.bounces < least ? path.bounces : least;
            most = path.bounces > most ? path.bounces : most;
        }
        printf("%d posts: 40 paths of %ld to %ld bounces, at most %.1g off, %.2g times what an "
               "error of half an ulp at the start grows to\n",
               rows * rows, least, most, worst, ratio);
        assert_true(least >= 8);
        assert_true(ratio <= 4);
    }
    path_clear(&path);
}

static int start_scratch(void **state) {
    (void)state;
    mpfr_inits2(BITS, s_time, s_along, s_p, s_q, (mpfr_ptr)NULL);
    return 0;
}

static int stop_scratch(void **state) {
    (void)state;
    mpfr_clears(s_time, s_along, s_p, s_q, (mpfr_ptr)NULL);
    mpfr_free_cache();
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_box_a_minute_at_60_hz),
        cmocka_unit_test(test_box_many_bounces),
        cmocka_unit_test(test_polygons_unfolded),
        cmocka_unit_test(test_round_posts),
    };
    return cmocka_run_group_tests_name("billiards", tests, start_scratch, stop_scratch);
}
