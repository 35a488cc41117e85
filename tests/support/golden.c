// Golden hashes by function and class, see golden.h. Room: tests.
#include "golden.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

static const uint64_t hash_start = UINT64_C(0xcbf29ce484222325);
static const uint64_t hash_prime = UINT64_C(0x100000001b3);

uint64_t *golden_class(golden_group *group, const char *name) {
    if (group->class_count == GOLDEN_CLASSES_MAX) {
        fprintf(stderr, "golden: more than %d classes\n", GOLDEN_CLASSES_MAX);
        exit(2);
    }
    const int i = group->class_count++;
    snprintf(group->classes[i], GOLDEN_NAME, "%s", name);
    for (int f = 0; f < GOLDEN_FUNCTIONS_MAX; f++) {
        group->hashes[i][f] = hash_start;
    }
    return group->hashes[i];
}

void golden_bits(uint64_t *hash, uint64_t bits) {
    for (int i = 0; i < 8; i++) {
        *hash = (*hash ^ (bits >> (8 * i) & 0xff)) * hash_prime;
    }
}

void golden_number(uint64_t *hash, double x) {
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    golden_bits(hash, x == x ? bits : UINT64_C(0x7ff8000000000000));
}

void golden_point(uint64_t *hash, carom_vec2 p) {
    golden_number(hash, p.x);
    golden_number(hash, p.y);
}

void golden_bytes(uint64_t *hash, const unsigned char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++) {
        *hash = (*hash ^ bytes[i]) * hash_prime;
    }
}

static bool is_left_out(const golden_group *group, const char *function) {
    return group->left_out != NULL && strcmp(group->left_out, function) == 0;
}

void golden_write(FILE *out, const golden_group *const *groups) {
    for (; *groups != NULL; groups++) {
        const golden_group *const g = *groups;
        for (int f = 0; g->functions[f] != NULL; f++) {
            for (int i = 0; i < g->class_count && !is_left_out(g, g->functions[f]); i++) {
                fprintf(out, "%s %s %016" PRIx64 "\n", g->functions[f], g->classes[i],
                        g->hashes[i][f]);
            }
        }
    }
}

// ---- comparing ----

typedef struct file_line {
    char function[GOLDEN_NAME], class[GOLDEN_NAME];
    uint64_t hash;
    bool is_used;
} file_line;

typedef struct file_lines {
    file_line *lines;
    size_t count;
} file_lines;

static file_lines read_lines(FILE *in) {
    file_lines all = {NULL, 0};
    file_line next = {.is_used = false};
    while (fscanf(in, "%39s %39s %" SCNx64, next.function, next.class, &next.hash) == 3) {
        file_line *const more = realloc(all.lines, (all.count + 1) * sizeof *more);
        if (more == NULL) {
            exit(2);
        }
        all.lines = more;
        all.lines[all.count++] = next;
    }
    return all;
}

// The line of this function and class, or NULL.
static file_line *find(const file_lines *all, const char *function, const char *class) {
    for (size_t i = 0; i < all->count; i++) {
        file_line *const line = &all->lines[i];
        if (strcmp(line->function, function) == 0 && strcmp(line->class, class) == 0) {
            return line;
        }
    }
    return NULL;
}

// Names of classes, one after the other.
typedef struct class_list {
    char names[GOLDEN_CLASSES_MAX * (GOLDEN_NAME + 1)];
    int count;
} class_list;

static void take_class(class_list *list, const char *name) {
    strcat(strcat(list->names, " "), name);
    list->count++;
}

static void print_classes(FILE *out, const golden_group *g, int f, const char *what,
                          const class_list *list) {
    if (list->count > 0) {
        fprintf(out, "%s %s in %d of %d classes:%s\n", g->functions[f], what, list->count,
                g->class_count, list->names);
    }
}

// One function: true if every class has its line and hash.
static bool compare_function(const file_lines *all, const golden_group *g, int f, FILE *out) {
    class_list moved = {"", 0}, missing = {"", 0};
    for (int i = 0; i < g->class_count; i++) {
        file_line *const line = find(all, g->functions[f], g->classes[i]);
        if (line == NULL) {
            take_class(&missing, g->classes[i]);
            continue;
        }
        line->is_used = true;
        if (line->hash != g->hashes[i][f] && !is_left_out(g, g->functions[f])) {
            take_class(&moved, g->classes[i]);
        }
    }
    print_classes(out, g, f, "moved", &moved);
    print_classes(out, g, f, "has no line", &missing);
    return moved.count + missing.count == 0;
}

bool golden_compare(FILE *in, const golden_group *const *groups, FILE *out) {
    bool is_same = true;
    const file_lines all = read_lines(in);
    if (!feof(in)) {
        fprintf(out, "line %zu of the file is not \"FUNCTION CLASS HASH\"\n", all.count + 1);
        is_same = false;
    }
    for (; *groups != NULL; groups++) {
        for (int f = 0; (*groups)->functions[f] != NULL; f++) {
            is_same = compare_function(&all, *groups, f, out) && is_same;
        }
    }
    for (size_t i = 0; i < all.count; i++) {
        if (!all.lines[i].is_used) {
            fprintf(out, "%s %s: in the file, but not computed, or there twice\n",
                    all.lines[i].function, all.lines[i].class);
            is_same = false;
        }
    }
    free(all.lines);
    return is_same;
}
