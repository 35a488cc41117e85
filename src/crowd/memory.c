// The memory of a crowd: create, destroy, grow, and what it remembers between frames.
//
// Method: every array grows by a quarter, by the caller's allocator, from the calling thread only.
// Saved bytes are a header and the memories and touches as they are. Room: crowd.
#include <string.h>

#include "contracts.h"
#include "crowd/crowd_state.h"
#include "scene/allocation.h"

// ---- allocation ----

// Numbers and pointers need no more.
enum { CROWD_ALIGNMENT = 8 };

static void release(const carom_allocator *a, void *memory, size_t size) {
    if (memory != NULL)
        a->release(a->context, memory, size, CROWD_ALIGNMENT);
}

bool carom_crowd_grow(const carom_allocator *a, crowd_array *array, size_t least) {
    CAROM_ASSERT(array->count <= array->capacity);
    if (least <= array->capacity)
        return true;
    const size_t old = array->capacity, more = old + old / 4 + (old > 0 ? 1 : 16);
    const size_t capacity = least > more ? least : more;
    if (capacity > SIZE_MAX / array->item_size) // GCOVR_EXCL_BR_LINE: only on 32 bits
        return false;                           // GCOVR_EXCL_LINE
    // What is not kept goes first, so that there are never both.
    if (array->count == 0) {
        release(a, array->items, old * array->item_size);
        array->items = NULL;
        array->capacity = 0;
    }
    void *const items = a->allocate(a->context, capacity * array->item_size, CROWD_ALIGNMENT);
    if (items == NULL)
        return false;
    if (array->count > 0)
        memcpy(items, array->items, array->count * array->item_size);
    release(a, array->items, array->capacity * array->item_size);
    array->items = items;
    array->capacity = capacity;
    // What was wanted before and had no room stays wanted: else an island would be computed again
    // and again with too little.
    if (array->wanted < capacity)
        array->wanted = capacity;
    return true;
}

// ---- create and destroy ----

typedef struct array_of {
    size_t offset, item_size;
} array_of;

#define ARRAY(type, name, item)                                                                    \
    { offsetof(type, name), sizeof(item) }

static const array_of crowd_arrays[] = {
    ARRAY(carom_crowd, memories, ball_memory),     ARRAY(carom_crowd, touches, touch_memory),
    ARRAY(carom_crowd, balls, crowd_ball),         ARRAY(carom_crowd, slots, uint32_t),
    ARRAY(carom_crowd, boxes, carom_box),          ARRAY(carom_crowd, parents, uint32_t),
    ARRAY(carom_crowd, members, uint32_t),         ARRAY(carom_crowd, islands, crowd_island),
    ARRAY(carom_crowd, old_islands, crowd_island), ARRAY(carom_crowd, new_touches, touch_memory),
    ARRAY(carom_crowd, reports, crowd_report),     ARRAY(carom_crowd, passed, passed_thing),
};

static const array_of work_arrays[] = {
    ARRAY(crowd_work, contacts, crowd_contact), ARRAY(crowd_work, pairs, uint64_t),
    ARRAY(crowd_work, legs, finished_leg),      ARRAY(crowd_work, events, crowd_event),
    ARRAY(crowd_work, touches, touch_memory),   ARRAY(crowd_work, met, touch_memory),
    ARRAY(crowd_work, passed, passed_thing),    ARRAY(crowd_work, order, uint32_t),
    ARRAY(crowd_work, boxes, carom_box),        ARRAY(crowd_work, queue, uint32_t),
    ARRAY(crowd_work, bodies, solver_body),     ARRAY(crowd_work, rows, solver_row),
};

enum {
    CROWD_ARRAYS = sizeof crowd_arrays / sizeof crowd_arrays[0],
    WORK_ARRAYS = sizeof work_arrays / sizeof work_arrays[0]
};

static crowd_array *array_at(void *owner, array_of a) {
    return (crowd_array *)(void *)((char *)owner + a.offset);
}

carom_status carom_crowd_create(const carom_allocator *allocator, carom_crowd **crowd) {
    const carom_allocator a = carom_allocator_or_malloc(allocator);
    CAROM_ASSERT(crowd != NULL && a.allocate != NULL && a.release != NULL);
    carom_crowd *c = a.allocate(a.context, sizeof *c, CROWD_ALIGNMENT);
    *crowd = c;
    if (c == NULL)
        return CAROM_STATUS_OUT_OF_MEMORY;
    memset(c, 0, sizeof *c);
    c->allocator = a;
    for (int i = 0; i < CROWD_ARRAYS; i++)
        array_at(c, crowd_arrays[i])->item_size = crowd_arrays[i].item_size;
    for (int task = 0; task < CROWD_TASKS; task++)
        for (int i = 0; i < WORK_ARRAYS; i++)
            array_at(&c->work[task], work_arrays[i])->item_size = work_arrays[i].item_size;
    return CAROM_STATUS_OK;
}

static void release_array(const carom_allocator *a, const crowd_array *array) {
    release(a, array->items, array->capacity * array->item_size);
}

void carom_crowd_destroy(carom_crowd *crowd) {
    if (crowd == NULL)
        return;
    const carom_allocator a = crowd->allocator;
    for (int i = 0; i < CROWD_ARRAYS; i++)
        release_array(&a, array_at(crowd, crowd_arrays[i]));
    for (int task = 0; task < CROWD_TASKS; task++)
        for (int i = 0; i < WORK_ARRAYS; i++)
            release_array(&a, array_at(&crowd->work[task], work_arrays[i]));
    release(&a, crowd, sizeof *crowd);
}

bool carom_crowd_grow_work(const carom_allocator *a, crowd_work *work) {
    bool is_done = true;
    for (int i = 0; i < WORK_ARRAYS; i++) {
        crowd_array *array = array_at(work, work_arrays[i]);
        is_done = is_done && carom_crowd_grow(a, array, array->wanted);
    }
    return is_done;
}

void carom_crowd_set_growth(crowd_work *work, const carom_allocator *allocator) {
    for (int i = 0; i < WORK_ARRAYS; i++)
        array_at(work, work_arrays[i])->grows_by = allocator;
}

// ---- what the caller says ----

// Drops the touches of a ball that is gone, and renames those of the ball that took its number.
static void rename_touches(carom_crowd *c, uint32_t gone, uint32_t last) {
    touch_memory *touches = c->touches.items;
    size_t kept = 0;
    for (size_t i = 0; i < c->touches.count; i++) {
        touch_memory t = touches[i];
        if (t.ball == gone || t.other == gone)
            continue;
        if (t.ball == last)
            t.ball = gone;
        if (t.other == last)
            t.other = gone;
        if (t.other < t.ball) {
            const uint32_t ball = t.ball;
            t.ball = t.other;
            t.other = ball;
            t.normal = carom_vec2_scale(t.normal, -1.0);
        }
        touches[kept++] = t;
    }
    c->touches.count = kept;
    // The touches of most balls are few: insertion.
    for (size_t i = 1; i < kept; i++) {
        const touch_memory t = touches[i];
        size_t k = i;
        for (; k > 0 && touch_is_before(&t, &touches[k - 1]); k--)
            touches[k] = touches[k - 1];
        touches[k] = t;
    }
    carom_crowd_index_touches(c);
}

void carom_crowd_index_touches(carom_crowd *c) {
    ball_memory *memories = memories_of(c);
    const touch_memory *touches = c->touches.items;
    for (size_t i = 0; i < c->memories.count; i++)
        memories[i].first_touch = memories[i].touch_count = 0;
    for (size_t i = 0; i < c->touches.count; i++) {
        ball_memory *m = &memories[touches[i].ball];
        if (m->touch_count++ == 0)
            m->first_touch = (uint32_t)i;
    }
}

void carom_crowd_remove(carom_crowd *crowd, carom_index ball) {
    CAROM_ASSERT(crowd != NULL && !crowd->is_stepping);
    if (ball >= crowd->memories.count)
        return;
    ball_memory *memories = memories_of(crowd);
    const touch_memory *touches = crowd->touches.items;
    const uint32_t gone = (uint32_t)ball;
    // Those that it held wake, and with them their islands.
    for (size_t i = 0; i < crowd->touches.count; i++)
        if (touches[i].ball == gone && touches[i].other != NO_BALL)
            memories[touches[i].other].is_asleep = 0;
        else if (touches[i].other == gone)
            memories[touches[i].ball].is_asleep = 0;
    memories[ball] = memories[--crowd->memories.count];
    rename_touches(crowd, gone, (uint32_t)crowd->memories.count);
}

void carom_crowd_wake(carom_crowd *crowd, carom_index ball) {
    CAROM_ASSERT(crowd != NULL && !crowd->is_stepping);
    ball_memory *memories = memories_of(crowd);
    const bool is_all = ball == CAROM_NO_BALL;
    for (size_t i = is_all ? 0 : ball; i < crowd->memories.count && (is_all || i == ball); i++)
        memories[i].is_asleep = memories[i].is_stuck = memories[i].rest_frames = 0;
}

bool carom_crowd_is_asleep(const carom_crowd *crowd, carom_index ball) {
    CAROM_ASSERT(crowd != NULL);
    return ball < crowd->memories.count && memories_of(crowd)[ball].is_asleep != 0;
}

// ---- bytes ----

typedef struct saved_header {
    char magic[8];
    uint32_t byte_order, version;
    uint64_t count, touch_count;
} saved_header;

static const saved_header saved_now = {
    {'c', 'a', 'r', 'o', 'm', 'c', 'r', 'd'}, 0x01020304, 1, 0, 0};

size_t carom_crowd_save(const carom_crowd *crowd, void *bytes, size_t capacity) {
    CAROM_ASSERT(crowd != NULL && !crowd->is_stepping);
    saved_header header = saved_now;
    header.count = crowd->memories.count;
    header.touch_count = crowd->touches.count;
    const size_t memories = crowd->memories.count * sizeof(ball_memory);
    const size_t touches = crowd->touches.count * sizeof(touch_memory);
    const size_t size = sizeof header + memories + touches;
    if (capacity < size)
        return size;
    CAROM_ASSERT(bytes != NULL);
    char *to = bytes;
    memcpy(to, &header, sizeof header);
    if (memories > 0)
        memcpy(to + sizeof header, crowd->memories.items, memories);
    if (touches > 0)
        memcpy(to + sizeof header + memories, crowd->touches.items, touches);
    return size;
}

static bool is_valid_memory(const ball_memory *m) {
    return is_finite(m->gravity) && is_finite(m->anchor) && m->is_asleep <= 1 &&
           m->is_supported <= 1 && m->is_stuck <= 1 && m->rest_frames <= REST_FRAMES &&
           m->calm_frames <= CALM_FRAMES;
}

static bool is_valid_touch(const touch_memory *t, const touch_memory *last, uint64_t count) {
    const bool is_wall = t->other == NO_BALL;
    bool is_valid = t->ball < count && (is_wall || (t->other < count && t->ball < t->other)) &&
                    is_finite(t->normal) && (last == NULL || touch_is_before(last, t));
    for (int i = 0; i < TOUCH_IMPULSES; i++)
        is_valid &= fabs(t->impulses[i]) <= DBL_MAX;
    return is_valid;
}

carom_status carom_crowd_load(carom_crowd *crowd, const void *bytes, size_t size) {
    CAROM_ASSERT(crowd != NULL && bytes != NULL && !crowd->is_stepping);
    saved_header header;
    if (size < sizeof header)
        return CAROM_STATUS_NOT_A_CROWD;
    memcpy(&header, bytes, sizeof header);
    const uint64_t room = size - sizeof header;
    if (memcmp(&header, &saved_now, offsetof(saved_header, count)) != 0 ||
        header.count > room / sizeof(ball_memory) || header.count >= NO_BALL / 2)
        return CAROM_STATUS_NOT_A_CROWD;
    const size_t memories = (size_t)header.count * sizeof(ball_memory);
    if (header.touch_count != (room - memories) / sizeof(touch_memory) ||
        (room - memories) % sizeof(touch_memory) != 0)
        return CAROM_STATUS_NOT_A_CROWD;
    const char *from = (const char *)bytes + sizeof header;
    ball_memory m;
    for (size_t i = 0; i < header.count; i++) {
        memcpy(&m, from + i * sizeof m, sizeof m);
        if (!is_valid_memory(&m))
            return CAROM_STATUS_NOT_A_CROWD;
    }
    touch_memory t, last;
    for (size_t i = 0; i < header.touch_count; i++) {
        memcpy(&t, from + memories + i * sizeof t, sizeof t);
        if (!is_valid_touch(&t, i > 0 ? &last : NULL, header.count))
            return CAROM_STATUS_NOT_A_CROWD;
        last = t;
    }
    const carom_allocator *a = &crowd->allocator;
    if (!carom_crowd_grow(a, &crowd->memories, (size_t)header.count) ||
        !carom_crowd_grow(a, &crowd->touches, (size_t)header.touch_count))
        return CAROM_STATUS_OUT_OF_MEMORY;
    if (memories > 0)
        memcpy(crowd->memories.items, from, memories);
    if (header.touch_count > 0)
        memcpy(crowd->touches.items, from + memories,
               (size_t)header.touch_count * sizeof(touch_memory));
    crowd->memories.count = (size_t)header.count;
    crowd->touches.count = (size_t)header.touch_count;
    carom_crowd_index_touches(crowd);
    return CAROM_STATUS_OK;
}
