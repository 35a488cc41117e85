// Sweeps against moving walls: what a wall that moves as a whole costs compared with one at rest,
// and what a wall that turns costs by the result. Prints medians in ns. Layer: bench.
//
//     bench_moving_walls
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "carom/carom.h"

enum { CASES = 2048, ROUNDS = 31, GRAZES = 256 };

typedef struct moving_case {
    carom_circle circle;
    carom_vec2 move;
    carom_moving_wall wall;
} moving_case;

static moving_case cases[CASES];

static uint64_t state = 20240517;

// Evenly distributed between low and high.
static double between(double low, double high) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return low + (high - low) * ((double)(state >> 11) * 0x1p-53);
}

static carom_sweep sweep_of(const moving_case *c) {
    return carom_circle_sweep_moving(c->circle, c->move, c->wall);
}

// A circle within `range` of a door that turns by up to 0.3 rad.
static moving_case door(double range) {
    const carom_vec2 pivot = {0.0, 0.0};
    const double length = between(40, 100), angle = between(0, 6.28), turn = between(-0.3, 0.3);
    const carom_vec2 tip = {length * cos(angle), length * sin(angle)};
    const carom_vec2 tip_to = {length * cos(angle + turn), length * sin(angle + turn)};
    moving_case c;
    c.circle.center = carom_vec2_make(between(-range, range), between(-range, range));
    c.circle.radius = between(4, 16);
    c.move = carom_vec2_make(between(-30, 30), between(-30, 30));
    c.wall = carom_moving_wall_make(carom_capsule(pivot, tip, between(0, 4)), pivot,
                                    carom_vec2_sub(tip_to, tip));
    return c;
}

static moving_case lift(double range) {
    moving_case c = door(range);
    c.wall.a_move = c.wall.b_move = carom_vec2_make(between(-15, 15), between(-15, 15));
    return c;
}

// The question for an observer on the wall.
static long still_hits(int count) {
    long hits = 0;
    for (int i = 0; i < count; i++)
        hits +=
            carom_circle_sweep(cases[i].circle, carom_vec2_sub(cases[i].move, cases[i].wall.a_move),
                               cases[i].wall.wall)
                .kind == CAROM_SWEEP_KIND_HIT;
    return hits;
}

static long moving_hits(int count) {
    long hits = 0;
    for (int i = 0; i < count; i++)
        hits += sweep_of(&cases[i]).kind == CAROM_SWEEP_KIND_HIT;
    return hits;
}

static int compare(const void *x, const void *y) {
    const double a = *(const double *)x, b = *(const double *)y;
    return (a > b) - (a < b);
}

// The time of one of these questions in ns.
static double time_of(long (*run)(int), int count, long *hits) {
    const clock_t start = clock();
    clock_t now;
    int repeats = 0;
    do {
        *hits = run(count);
        repeats++;
        now = clock();
    } while (now - start < CLOCKS_PER_SEC / 500);
    return (double)(now - start) / CLOCKS_PER_SEC * 1e9 / repeats / count;
}

static double median(double *x) {
    qsort(x, ROUNDS, sizeof x[0], compare);
    return x[ROUNDS / 2];
}

static void print_time(const char *name, int count) {
    double ns[ROUNDS];
    long hits = 0;
    for (int i = 0; i < ROUNDS; i++)
        ns[i] = time_of(moving_hits, count, &hits);
    printf("%-34s %8.1f ns   %ld hits of %d\n", name, median(ns), hits, count);
}

// Takes turns, so that both share the machine's load.
static void print_ratio(const char *name) {
    double still[ROUNDS], moving[ROUNDS], ratio[ROUNDS];
    long hits = 0;
    for (int i = 0; i < ROUNDS; i++) {
        still[i] = time_of(still_hits, CASES, &hits);
        moving[i] = time_of(moving_hits, CASES, &hits);
        ratio[i] = moving[i] / still[i];
    }
    printf("at rest, %-25s %8.1f ns   %ld hits of %d\n", name, median(still), hits, CASES);
    printf("moves as a whole, %-16s %8.1f ns   %.2f times as long\n", name, median(moving),
           median(ratio));
}

typedef enum wanted { MISSES, SIDES, ENDS, ANY } wanted;

static void fill(moving_case (*make)(double), double range, wanted w) {
    for (int n = 0; n < CASES;) {
        const moving_case c = make(range);
        const carom_sweep s = sweep_of(&c);
        const bool is_hit = s.kind == CAROM_SWEEP_KIND_HIT;
        const bool is_side = s.feature == CAROM_FEATURE_SIDE;
        if (w == ANY ||
            (w == MISSES ? s.kind == CAROM_SWEEP_KIND_MISS : is_hit && is_side == (w == SIDES)))
            cases[n++] = c;
    }
}

// Doors that a circle misses by this fraction of its radius.
static void fill_grazes(double gap) {
    for (int n = 0; n < GRAZES;) {
        moving_case c = door(80);
        c.circle.radius = 0.0;
        if (sweep_of(&c).kind != CAROM_SWEEP_KIND_MISS)
            continue;
        double low = 0.0, high = 128.0;
        for (int i = 0; i < 60; i++) {
            c.circle.radius = 0.5 * (low + high);
            *(sweep_of(&c).kind == CAROM_SWEEP_KIND_MISS ? &low : &high) = c.circle.radius;
        }
        c.circle.radius = high;
        const carom_sweep s = sweep_of(&c);
        c.circle.radius = low - gap * low;
        if (s.t > 0.05 && s.t < 0.95 && low > 2.0 && low < 40.0)
            cases[n++] = c;
    }
}

int main(void) {
    fill(lift, 200, MISSES);
    print_ratio("miss");
    fill(lift, 80, SIDES);
    print_ratio("hit");
    fill(door, 400, MISSES);
    print_time("turns, far miss", CASES);
    fill(door, 80, MISSES);
    print_time("turns, near miss", CASES);
    fill(door, 80, SIDES);
    print_time("turns, hit on the side", CASES);
    fill(door, 80, ENDS);
    print_time("turns, hit on an end", CASES);
    const double gaps[] = {1e-6, 1e-9, 1e-12, 1e-15};
    for (int i = 0; i < 4; i++) {
        char name[64];
        snprintf(name, sizeof name, "turns, missed by %g of the radius", gaps[i]);
        fill_grazes(gaps[i]);
        print_time(name, GRAZES);
    }
    return 0;
}
