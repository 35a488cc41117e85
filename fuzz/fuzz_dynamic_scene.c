// Fuzzes scenes that change: bytes become edits, and queries between them. Ids, statuses, walls
// and answers are those of the mirror (tests/support/edit_mirror.h). Memory runs out now and then:
// then the edit fails and nothing has changed. Room: fuzz.
#include "input.h"

#include <math.h>
#include <stdlib.h>

#include "edit_mirror.h"

// Exact answers for numbers from the whole range are slow under sanitizers. Then there are fewer
// walls.
enum { WALLS_MAX = 300, SLOW_WALLS_MAX = 24, QUESTIONS_MAX = 6 };

// The low four bits of the byte before each step. The rest is for the step.
enum {
    STEP_INSERT = 0,
    // As many walls as the high bits say, each moved by the same step.
    STEP_INSERT_ROW = 4,
    STEP_REMOVE = 6,
    STEP_REMOVE_MANY = 8,
    STEP_MOVE = 9,
    STEP_MOVE_MANY = 11,
    STEP_CATEGORY = 12,
    STEP_NO_MEMORY = 13,
    STEP_ASK = 14
};

typedef struct fuzz_edits {
    fuzz_numbers n;
    // The calls of the allocator that fail from now on.
    int refused;
    edit_mirror mirror;
} fuzz_edits;

static fuzz_edits edits;

static void *allocate_or_refuse(void *context, size_t size, size_t alignment) {
    fuzz_edits *e = context;
    if (e->refused > 0) {
        e->refused--;
        return NULL;
    }
    return aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
}

static void release(void *context, void *memory, size_t size, size_t alignment) {
    (void)context;
    (void)size;
    (void)alignment;
    free(memory);
}

// May be invalid.
static carom_wall wall(fuzz_edits *e) {
    const int what = fuzz_byte(&e->n.in);
    carom_wall made = {.category = (uint32_t)(what >> 7)};
    made.a = fuzz_next_point(&e->n);
    made.b = what & 16 ? made.a : fuzz_next_point(&e->n);
    made.radius = what & 32 ? fabs(fuzz_next(&e->n)) : 0.0;
    made.extent = (what & 12) == 12 ? (uint8_t)(what & 3) : CAROM_EXTENT_SEGMENT;
    made.one_sided = (what & 64) != 0;
    return made;
}

// An id in use: the next one from a byte or two. There must be one.
static uint32_t id(fuzz_edits *e) {
    const edit_mirror *m = &e->mirror;
    size_t at = fuzz_byte(&e->n.in);
    if (m->end > 256)
        at += 256 * (size_t)fuzz_byte(&e->n.in);
    at %= m->end;
    while (!carom_wall_is_valid(m->walls[at])) {
        at = (at + 1) % m->end;
    }
    return (uint32_t)at;
}

static size_t walls_max(const fuzz_edits *e) {
    return e->n.kind == FUZZ_SMALL ? WALLS_MAX : SLOW_WALLS_MAX;
}

static carom_wall moved(carom_wall w, carom_vec2 by) {
    w.a = carom_vec2_add(w.a, by);
    w.b = carom_vec2_add(w.b, by);
    return w;
}

static void insert(fuzz_edits *e, int copies) {
    carom_wall made = wall(e);
    const carom_vec2 step = copies > 0 ? fuzz_next_point(&e->n) : carom_vec2_make(0.0, 0.0);
    for (int i = 0; i <= copies && e->mirror.count < walls_max(e); i++) {
        edit_mirror_insert(&e->mirror, made);
        made = moved(made, step);
    }
}

// All walls, or every second or third, by the same step, or to one wall, which may be invalid. The
// list of ids rises or falls.
static void move_many(fuzz_edits *e, int how) {
    edit_mirror *m = &e->mirror;
    size_t count = 0;
    const carom_vec2 step = fuzz_next_point(&e->n);
    const carom_wall place = wall(e);
    for (size_t i = 0; i < m->end; i++) {
        if (!carom_wall_is_valid(m->walls[i]) || i % (size_t)(1 + how % 3) != 0) {
            continue;
        }
        m->ids[count] = (uint32_t)i;
        m->moved[count++] = how >= 12 ? place : moved(m->walls[i], step);
    }
    for (size_t i = 0; how % 2 == 1 && i < count / 2; i++) {
        const size_t last = count - 1 - i;
        const uint32_t id = m->ids[i];
        const carom_wall made = m->moved[i];
        m->ids[i] = m->ids[last];
        m->moved[i] = m->moved[last];
        m->ids[last] = id;
        m->moved[last] = made;
    }
    edit_mirror_move_many(m, count, count == m->end && how % 2 == 0);
}

static void ask(fuzz_edits *e) {
    wall_question q = {.circle.center = fuzz_next_point(&e->n)};
    q.circle.radius = fuzz_next_size(&e->n);
    q.move = fuzz_next_point(&e->n);
    q.gap = fuzz_next(&e->n);
    q.box.min = fuzz_next_point(&e->n);
    q.box.max = fuzz_next_point(&e->n);
    edit_mirror_check(&e->mirror, &q);
}

// Makes one step. Returns the number of questions asked.
static int step(fuzz_edits *e) {
    edit_mirror *m = &e->mirror;
    const int byte = fuzz_byte(&e->n.in), what = byte & 15, more = byte >> 4;
    if (what >= STEP_ASK) {
        ask(e);
        return 1;
    }
    if (what == STEP_NO_MEMORY) {
        e->refused = more;
    } else if (what < STEP_REMOVE || m->count == 0) {
        insert(e, what < STEP_INSERT_ROW ? 0 : 4 * more);
    } else if (what < STEP_REMOVE_MANY) {
        edit_mirror_remove(m, id(e));
    } else if (what == STEP_REMOVE_MANY) {
        for (int i = 0; i < 8 * more && m->count > 0; i++) {
            edit_mirror_remove(m, id(e));
        }
    } else if (what < STEP_MOVE_MANY) {
        const uint32_t chosen = id(e);
        edit_mirror_move(m, chosen,
                         more < 8 ? wall(e) : moved(m->walls[chosen], fuzz_next_point(&e->n)));
    } else if (what == STEP_MOVE_MANY) {
        move_many(e, more);
    } else {
        edit_mirror_set_category(m, id(e), (uint32_t)more);
    }
    return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const carom_allocator allocator = {allocate_or_refuse, release, &edits};
    edits.n.in = (fuzz_input){data, size};
    edits.n.kind = fuzz_byte(&edits.n.in) & FUZZ_KIND;
    edits.refused = 0;
    edit_mirror_start(&edits.mirror, NULL, 0, &allocator);
    for (int asked = 0;
         edits.n.in.left > 0 && asked < QUESTIONS_MAX && edits.mirror.broken == NULL;) {
        asked += step(&edits);
    }
    edit_mirror_check_walls(&edits.mirror);
    ask(&edits);
    if (edits.mirror.broken != NULL) {
        fprintf(stderr, "fuzz_dynamic_scene: broken: %s\n", edits.mirror.broken);
        abort();
    }
    edit_mirror_end(&edits.mirror);
    return 0;
}
