// The same bits everywhere: a hash over all outputs for many cases, compared with one line of text.
//
//     test_golden [GOLDEN.TXT]   without a file it only prints the hash
//
// FNV-1a over the bit patterns of every number that the library returns, from the low byte up.
// Needs only libc, so that it can be built for any machine (golden_builds.sh does). With
// CAROM_GOLDEN_WRITE set, the file is written instead of compared: do so only when results are
// meant to change, and say so in the CHANGELOG. Layer: tests.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "carom/carom.h"
#include "cases.h"

enum { CASES_PER_CLASS = 840 }; // about 20,000 in all

static void hash_bits(uint64_t *hash, uint64_t bits) {
    for (int i = 0; i < 8; i++) {
        *hash = (*hash ^ (bits >> (8 * i) & 0xff)) * UINT64_C(0x100000001b3);
    }
}

static void hash_number(uint64_t *hash, double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    hash_bits(hash, bits);
}

static void hash_point(uint64_t *hash, carom_vec2 p) {
    hash_number(hash, p.x);
    hash_number(hash, p.y);
}

static void hash_answers(uint64_t *hash, const test_case *t) {
    hash_bits(hash, (uint64_t)carom_circle_relate(t->circle, t->wall));
    hash_bits(hash, carom_circle_within(t->circle, t->wall, t->gap));

    carom_contact contact = carom_circle_contact(t->circle, t->wall);
    hash_bits(hash, (uint64_t)contact.relation);
    hash_bits(hash, (uint64_t)contact.feature);
    hash_number(hash, contact.along);
    hash_point(hash, contact.point);
    hash_point(hash, contact.normal);
    hash_number(hash, contact.depth);
    hash_number(hash, carom_circle_distance(t->circle, t->wall));

    carom_crossings crossings = carom_circle_crossings(t->circle, t->wall);
    hash_bits(hash, (uint64_t)crossings.count);
    for (int i = 0; i < 2; i++) {
        hash_number(hash, crossings.along[i]);
        hash_point(hash, crossings.point[i]);
    }

    carom_push push = carom_circle_push_out(t->circle, t->wall);
    hash_bits(hash, (uint64_t)push.relation);
    hash_point(hash, push.center);
}

// The hash of the inputs alone goes along, so that a difference can be told to lie in the
// generator.
static void hash_question(uint64_t *hash, const test_case *t) {
    hash_point(hash, t->circle.center);
    hash_number(hash, t->circle.radius);
    hash_point(hash, t->wall.a);
    hash_point(hash, t->wall.b);
    hash_number(hash, t->wall.radius);
    hash_bits(hash, (uint64_t)t->wall.extent);
    hash_number(hash, t->gap);
}

static int compare(const char *path, const char *line) {
    char expected[128] = "";
    if (getenv("CAROM_GOLDEN_WRITE") != NULL) {
        FILE *out = fopen(path, "w");
        if (out == NULL || fprintf(out, "%s\n", line) < 0 || fclose(out) != 0) {
            perror(path);
            return 2;
        }
        return 0;
    }
    FILE *in = fopen(path, "r");
    if (in == NULL || fgets(expected, (int)sizeof expected, in) == NULL) {
        perror(path);
        return 2;
    }
    fclose(in);
    expected[strcspn(expected, "\r\n")] = '\0';
    if (strcmp(expected, line) != 0) {
        fprintf(stderr, "test_golden: got      %s\ntest_golden: expected %s\n", line, expected);
        return 1;
    }
    return 0;
}

int main(int argc, char **argv) {
    uint64_t questions = UINT64_C(0xcbf29ce484222325), answers = questions;
    for (int kind = 0; kind < CASE_CLASS_COUNT; kind++) {
        for (uint64_t i = 0; i < CASES_PER_CLASS; i++) {
            test_case t = case_make((case_class)kind, 1, i);
            hash_question(&questions, &t);
            hash_answers(&answers, &t);
        }
    }
    char line[128];
    snprintf(line, sizeof line, "questions %016" PRIx64 " answers %016" PRIx64, questions, answers);
    printf("%s\n", line);
    return argc > 1 ? compare(argv[1], line) : 0;
}
