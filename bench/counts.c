// Asks one question of one fixed data set, once a pair, for counts.sh to count instructions.
//
// Usage: bench_counts touches|relate|contact generic|ties. The numbers come from a multiplicative
// generator in integers, so that every machine asks the same. Layer: bench.
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "carom/carom.h"

#define PAIRS 4096

typedef struct pair {
    carom_circle circle;
    carom_wall wall;
} pair;

// An integer in [0, bound) from the high bits of Knuth's 64-bit generator.
static double draw(uint64_t *state, uint64_t bound) {
    *state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (double)((*state >> 33) % bound);
}

static carom_vec2 draw_point(uint64_t *state) {
    const double x = draw(state, UINT64_C(1) << 30) * 0x1p-20;
    return carom_vec2_make(x, draw(state, UINT64_C(1) << 30) * 0x1p-20);
}

// Points in a square of side 1024, radii that let about a third touch.
static void make_generic(pair *pairs) {
    uint64_t state = 1;
    for (int i = 0; i < PAIRS; i++) {
        const carom_vec2 a = draw_point(&state), b = draw_point(&state);
        pairs[i].wall = carom_segment(a, b);
        pairs[i].circle = carom_circle_make(draw_point(&state), 1.0 + draw(&state, 400));
    }
}

// Exactly tangent on the side: a wall along (3, 4), the centre off by k (-4, 3), radius 5 k.
static void make_ties(pair *pairs) {
    uint64_t state = 2;
    for (int i = 0; i < PAIRS; i++) {
        const double x = draw(&state, 100000), y = draw(&state, 100000);
        const double s = 1.0 + draw(&state, 1000), t = 1.0 + draw(&state, 1000);
        const double k = 1.0 + draw(&state, 1000);
        pairs[i].wall = carom_segment(carom_vec2_make(x - 3.0 * s, y - 4.0 * s),
                                      carom_vec2_make(x + 3.0 * t, y + 4.0 * t));
        pairs[i].circle = carom_circle_make(carom_vec2_make(x - 4.0 * k, y + 3.0 * k), 5.0 * k);
    }
}

// The counted functions; counts.sh names them, so they must stay functions and be called once.
#define COUNTED __attribute__((noinline))
int counted_touches(const pair *pairs);
int counted_relate(const pair *pairs);
int counted_contact(const pair *pairs);

COUNTED int counted_touches(const pair *pairs) {
    int hits = 0;
    for (int i = 0; i < PAIRS; i++)
        hits += carom_circle_touches(pairs[i].circle, pairs[i].wall);
    return hits;
}

COUNTED int counted_relate(const pair *pairs) {
    int hits = 0;
    for (int i = 0; i < PAIRS; i++)
        hits += carom_circle_relate(pairs[i].circle, pairs[i].wall) >= CAROM_TOUCHING;
    return hits;
}

COUNTED int counted_contact(const pair *pairs) {
    int hits = 0;
    for (int i = 0; i < PAIRS; i++)
        hits += carom_circle_contact(pairs[i].circle, pairs[i].wall).depth >= 0.0;
    return hits;
}

int main(int argc, char **argv) {
    static pair pairs[PAIRS];
    if (argc != 3) {
        fputs("usage: bench_counts touches|relate|contact generic|ties\n", stderr);
        return 2;
    }
    if (strcmp(argv[2], "ties") == 0)
        make_ties(pairs);
    else
        make_generic(pairs);
    int hits;
    if (strcmp(argv[1], "touches") == 0)
        hits = counted_touches(pairs);
    else if (strcmp(argv[1], "relate") == 0)
        hits = counted_relate(pairs);
    else
        hits = counted_contact(pairs);
    printf("%d %d\n", PAIRS, hits);
    return 0;
}
