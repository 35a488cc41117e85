// Cases as arrays, see case_arrays.h. Room: tests.
#include "case_arrays.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "random.h"

enum { COLUMNS = 8, EXTENTS = 8 };

void *case_memory(size_t bytes) {
    void *memory = malloc(bytes > 0 ? bytes : 1);
    if (memory == NULL) {
        fprintf(stderr, "no memory\n");
        exit(2);
    }
    return memory;
}

// The numbers of a case in the order of the columns.
static void numbers_of(const test_case *t, double *x) {
    const double all[COLUMNS] = {t->circle.center.x, t->circle.center.y, t->circle.radius,
                                 t->wall.a.x,        t->wall.a.y,        t->wall.b.x,
                                 t->wall.b.y,        t->wall.radius};
    memcpy(x, all, sizeof all);
}

static void put(void *column, size_t i, size_t step, carom_number number, double x) {
    if (number == CAROM_NUMBER_FLOAT) {
        const float f = (float)x;
        memcpy((char *)column + i * step * sizeof f, &f, sizeof f);
    } else {
        memcpy((char *)column + i * step * sizeof x, &x, sizeof x);
    }
}

case_arrays case_arrays_make(const test_case *cases, size_t count, carom_number number,
                             size_t step) {
    const size_t size = number == CAROM_NUMBER_FLOAT ? sizeof(float) : sizeof(double);
    const size_t apart = step > 0 ? step : 1;
    case_arrays arrays = {.circles = {.stride = step * size, .number = number, .count = count},
                          .walls = {.stride = step * size, .number = number, .count = count}};
    for (int k = 0; k < COLUMNS; k++) {
        const size_t bytes = count > 0 ? ((count - 1) * apart + 1) * size : 0;
        arrays.owned[k] = case_memory(bytes);
        memset(arrays.owned[k], 0x7f, bytes > 0 ? bytes : 1); // between the numbers
    }
    unsigned char *extents = case_memory(count);
    arrays.owned[EXTENTS] = extents;
    for (size_t i = 0; i < count; i++) {
        double x[COLUMNS];
        numbers_of(&cases[i], x);
        for (int k = 0; k < COLUMNS; k++)
            put(arrays.owned[k], i, apart, number, x[k]);
        // An unknown extent stays unknown in a byte.
        const unsigned extent = (unsigned)cases[i].wall.extent;
        extents[i] = (unsigned char)(extent <= 255 ? extent : 255);
    }
    void *const *column = arrays.owned;
    arrays.circles.x = column[0];
    arrays.circles.y = column[1];
    arrays.circles.radius = column[2];
    arrays.walls.ax = column[3];
    arrays.walls.ay = column[4];
    arrays.walls.bx = column[5];
    arrays.walls.by = column[6];
    arrays.walls.radius = column[7];
    arrays.walls.extent = extents;
    return arrays;
}

void case_arrays_free(case_arrays *arrays) {
    for (int k = 0; k <= EXTENTS; k++)
        free(arrays->owned[k]);
}

void case_arrays_make_bare(case_arrays *arrays) {
    arrays->walls.radius = NULL;
    arrays->walls.extent = NULL;
}

test_case case_rounded(const test_case *t) {
    test_case r = *t;
    double *const numbers[] = {&r.circle.center.x, &r.circle.center.y, &r.circle.radius,
                               &r.wall.a.x,        &r.wall.a.y,        &r.wall.b.x,
                               &r.wall.b.y,        &r.wall.radius};
    for (int k = 0; k < COLUMNS; k++)
        *numbers[k] = (double)(float)*numbers[k];
    return r;
}

static double distance_to_segment(carom_vec2 c, carom_wall wall) {
    const carom_vec2 u = carom_vec2_sub(wall.b, wall.a), w = carom_vec2_sub(c, wall.a);
    const double len2 = carom_vec2_dot(u, u), along = carom_vec2_dot(w, u);
    const double t = along <= 0.0 ? 0.0 : along >= len2 ? 1.0 : along / len2;
    const carom_vec2 d = carom_vec2_sub(w, carom_vec2_scale(u, t));
    return sqrt(carom_vec2_dot(d, d));
}

test_case case_near_tie(uint64_t seed, uint64_t index, int from, int to) {
    random_source g = random_start(seed, 977, index);
    double x[6];
    for (int k = 0; k < 6; k++)
        x[k] = (double)(float)random_between(&g, -100.0, 100.0);
    test_case t = {.circle.center = {x[0], x[1]}, .wall = {.a = {x[2], x[3]}, .b = {x[4], x[5]}}};
    const carom_vec2 w = carom_vec2_sub(t.circle.center, t.wall.a);
    const carom_vec2 z = carom_vec2_sub(t.circle.center, t.wall.b);
    const double w2 = carom_vec2_dot(w, w), z2 = carom_vec2_dot(z, z);
    const bool rim = random_one_in(&g, 3);
    const double apart =
        rim ? sqrt(w2 > z2 ? w2 : z2) : distance_to_segment(t.circle.center, t.wall);
    const double sign = random_sign(&g);
    const double reach = apart * (1.0 + sign * random_log(&g, from, to));
    t.wall.radius = random_one_in(&g, 2) ? 0.0 : random_between(&g, 0.0, 0.5) * reach;
    t.circle.radius = rim ? reach + t.wall.radius : reach - t.wall.radius;
    if (random_one_in(&g, 2)) {
        const bool small = random_one_in(&g, 2);
        const int power = small ? random_int(&g, -75, -20) : random_int(&g, 15, 60);
        case_scale(&t, power);
    }
    t.gap = 0.0;
    return case_rounded(&t);
}
