// The cases of the C tests for Python, and their hash: the same vectors in every language.
//
// test_operations_golden.py compiles it with the generators of tests/support and calls it through
// ctypes. Room: tests of bindings.
#include <stddef.h>
#include <stdint.h>

#include "cases.h"
#include "golden.h"
#include "motion_cases.h"

static double *put_vector(double *at, carom_vec2 p) {
    at[0] = p.x;
    at[1] = p.y;
    return at + 2;
}

static double *put_circle(double *at, carom_circle circle) {
    at = put_vector(at, circle.center);
    *at = circle.radius;
    return at + 1;
}

static double *put_wall(double *at, carom_wall wall) {
    at = put_vector(put_vector(at, wall.a), wall.b);
    at[0] = wall.radius;
    at[1] = wall.extent;
    return at + 2;
}

int case_classes(void) {
    return CASE_CLASS_COUNT;
}

const char *case_name(int kind) {
    return case_class_name((case_class)kind);
}

// circle, wall, gap: 10 numbers a row
void case_rows(int kind, int count, double *rows) {
    for (int i = 0; i < count; i++) {
        const test_case t = case_make((case_class)kind, 1, (uint64_t)i);
        rows = put_wall(put_circle(rows, t.circle), t.wall);
        *rows++ = t.gap;
    }
}

int motion_classes(void) {
    return MOTION_CLASS_COUNT;
}

int moving_cases(void) {
    return MOTION_MOVING_CASES;
}

const char *motion_name(int kind) {
    return motion_class_name((motion_class)kind);
}

// circle, move, to, wall, second wall: 19 numbers a row
void motion_rows(int kind, int count, double *rows) {
    for (int i = 0; i < count; i++) {
        const motion_case m = motion_make((motion_class)kind, 1, (uint64_t)i);
        rows = put_vector(put_vector(put_circle(rows, m.circle), m.move), m.to);
        rows = put_wall(put_wall(rows, m.wall), m.second);
    }
}

// The hash of test_golden.c over `count` words of 64 bits.
uint64_t hash_of(const uint64_t *words, size_t count) {
    static golden_group group;
    group.class_count = 0;
    uint64_t *const hash = golden_class(&group, "");
    for (size_t i = 0; i < count; i++)
        golden_bits(hash, words[i]);
    return *hash;
}
