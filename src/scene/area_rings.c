// Checks that the rings of areas close: each point is the end of an even number of walls of an
// area. Parity needs no more.
//
// Method: a hash table of ends that have occurred an odd number of times. Walls that follow each
// other in the scene are near each other, so nearly all ends meet their likes within a small block.
// The rest of all blocks goes through a second table. Room: scene.
#include <string.h>

#include "contracts.h"
#include "scene/area_layout.h"
#include "scene/scene_build.h"

enum { RING_BLOCK_WALLS = 512, RING_BLOCK_PLACES = 4 * RING_BLOCK_WALLS };

// An end of a wall: twice the slot, and one more for b.
typedef uint32_t ring_end;

#define NO_RING_END UINT32_MAX

typedef struct ring_point {
    double x, y;
    uint32_t rank;
} ring_point;

// A place of a table. `seen` is the end that was there first, and how often it has occurred is odd
// if the lowest bit of `mark` is set; its other bits are of the hash.
typedef struct ring_place {
    ring_end seen;
    uint32_t mark;
} ring_place;

static ring_point point_of_end(const area_build *b, ring_end end) {
    const size_t slot = end / 2, i = slot % LEAF_WALLS;
    const scene_leaf *leaf = scene_leaves(b->scene) + slot / LEAF_WALLS;
    // -0 becomes 0
    const ring_point p = {(end % 2 == 0 ? leaf->ax[i] : leaf->bx[i]) + 0.0,
                          (end % 2 == 0 ? leaf->ay[i] : leaf->by[i]) + 0.0, b->ranks[slot]};
    return p;
}

static bool are_same_points(const ring_point *p, const ring_point *q) {
    return (p->x == q->x) & (p->y == q->y) & (p->rank == q->rank);
}

static uint64_t hash_of_point(const ring_point *p) {
    uint64_t x, y;
    memcpy(&x, &p->x, sizeof x);
    memcpy(&y, &p->y, sizeof y);
    uint64_t h = (x ^ (uint64_t)p->rank << 7) * UINT64_C(0x9e3779b97f4a7c15);
    h = (h ^ h >> 32 ^ y) * UINT64_C(0xc2b2ae3d27d4eb4f);
    return h ^ h >> 29;
}

// The place of a point in a table of `size` places, a power of two: that of its like, or an empty
// one.
static ring_place *place_of_point(const area_build *b, ring_place *places, size_t size,
                                  const ring_point *p, uint32_t *mark) {
    const uint64_t hash = hash_of_point(p);
    *mark = (uint32_t)(hash >> 32) & ~UINT32_C(1);
    for (size_t at = (size_t)hash & (size - 1);; at = (at + 1) & (size - 1)) {
        ring_place *place = &places[at];
        if (place->seen == NO_RING_END)
            return place;
        if ((place->mark & ~UINT32_C(1)) == *mark) {
            const ring_point q = point_of_end(b, place->seen);
            if (are_same_points(p, &q))
                return place;
        }
    }
}

static void count_end(const area_build *b, ring_place *places, size_t size, ring_end end) {
    const ring_point p = point_of_end(b, end);
    uint32_t mark;
    ring_place *place = place_of_point(b, places, size, &p, &mark);
    if (place->seen == NO_RING_END)
        *place = (ring_place){end, mark | 1};
    else
        place->mark ^= 1;
}

// The ends that a task leaves.
typedef struct ring_rest {
    size_t begin, count;
} ring_rest;

typedef struct ring_check {
    const area_build *b;
    // Room for all ends. The rest of a task is from its first end on.
    ring_end *ends;
    size_t task_count;
    ring_rest rests[BLOCKS_MAX];
} ring_check;

static size_t match_block(const area_build *b, size_t begin, size_t end, ring_end *rest) {
    ring_place places[RING_BLOCK_PLACES];
    memset(places, -1, sizeof places);
    for (size_t slot = begin; slot < end; slot++)
        if (b->ranks[slot] != NO_AREA) {
            count_end(b, places, RING_BLOCK_PLACES, (ring_end)(2 * slot));
            count_end(b, places, RING_BLOCK_PLACES, (ring_end)(2 * slot + 1));
        }
    size_t count = 0;
    for (size_t i = 0; i < RING_BLOCK_PLACES; i++)
        if (places[i].seen != NO_RING_END && (places[i].mark & 1) != 0)
            rest[count++] = places[i].seen;
    return count;
}

static void match_ends(void *data, size_t task) {
    ring_check *c = (ring_check *)data;
    const size_t walls = (size_t)c->b->scene->count;
    const size_t from = block_start(walls, c->task_count, task);
    const size_t to = block_start(walls, c->task_count, task + 1);
    ring_rest rest = {2 * from, 0};
    for (size_t begin = from; begin < to; begin += RING_BLOCK_WALLS) {
        const size_t end = to - begin < RING_BLOCK_WALLS ? to : begin + RING_BLOCK_WALLS;
        rest.count += match_block(c->b, begin, end, c->ends + rest.begin + rest.count);
    }
    c->rests[task] = rest;
}

// Names the wall with the lowest index that has an end in the table which is there an odd number of
// times.
static void name_open_end(const area_build *b, ring_place *places, size_t size) {
    for (size_t i = 0; i < b->scene->count; i++) {
        const uint32_t slot = scene_slot(b->scene)[i];
        for (ring_end end = 2 * slot; b->ranks[slot] != NO_AREA && end <= 2 * slot + 1; end++) {
            const ring_point p = point_of_end(b, end);
            uint32_t mark;
            const ring_place *place = place_of_point(b, places, size, &p, &mark);
            if (place->seen != NO_RING_END && (place->mark & 1) != 0) {
                *b->error =
                    (carom_area_error){b->groups[slot], (carom_index)i, carom_vec2_make(p.x, p.y)};
                return;
            }
        }
    }
}

static carom_status match_rests(const ring_check *c) {
    const area_build *b = c->b;
    size_t count = 0, size = 64;
    for (size_t task = 0; task < c->task_count; task++)
        count += c->rests[task].count;
    while (size < 2 * count)
        size *= 2;
    ring_place *places = (ring_place *)area_allocate(b->memory, size, sizeof *places);
    if (places == NULL)
        return CAROM_STATUS_OUT_OF_MEMORY;
    memset(places, -1, size * sizeof *places);
    for (size_t task = 0; task < c->task_count; task++)
        for (size_t i = 0; i < c->rests[task].count; i++)
            count_end(b, places, size, c->ends[c->rests[task].begin + i]);
    bool is_open = false;
    for (size_t i = 0; i < size; i++)
        is_open |= places[i].seen != NO_RING_END && (places[i].mark & 1) != 0;
    if (is_open)
        name_open_end(b, places, size);
    area_release(b->memory, places, size, sizeof *places);
    return is_open ? CAROM_STATUS_OPEN_AREA : CAROM_STATUS_OK;
}

carom_status carom_area_check_rings(const area_build *b) {
    const size_t walls = (size_t)b->scene->count;
    ring_check c = {.b = b, .task_count = block_count_for(walls)};
    c.ends = (ring_end *)area_allocate(b->memory, 2 * walls, sizeof *c.ends);
    if (c.ends == NULL)
        return CAROM_STATUS_OUT_OF_MEMORY;
    carom_scene_run(b->runner, match_ends, &c, c.task_count);
    const carom_status status = match_rests(&c);
    area_release(b->memory, c.ends, 2 * walls, sizeof *c.ends);
    return status;
}
