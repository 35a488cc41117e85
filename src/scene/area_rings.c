// Checks that the rings of areas close: each point is the end of an even number of walls of an
// area. Parity needs no more.
//
// Method: a hash table of ends that have occurred an odd number of times. Walls that follow each
// other in the scene are near each other, so nearly all ends meet their likes within a small block.
// The rest of all blocks goes through a second table. Ends that find no place soon, as in a table
// that is flooded on purpose, and what both tables leave are sorted. Room: scene.
#include <string.h>

#include "contracts.h"
#include "scene/area_layout.h"
#include "scene/scene_build.h"

enum {
    RING_BLOCK_WALLS = 512,
    RING_BLOCK_PLACES = 4 * RING_BLOCK_WALLS,
    RING_ENDS_AT_ONCE = 32,
    RING_STEPS_MAX = 64
};

// An end of a wall: twice the slot, and one more for b.
typedef uint32_t ring_end;

#define NO_RING_END UINT32_MAX

typedef struct ring_point {
    double x, y;
    uint32_t rank;
    ring_end end;
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
                          (end % 2 == 0 ? leaf->ay[i] : leaf->by[i]) + 0.0, b->ranks[slot], end};
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

// Counts an end in a table of `size` places, a power of two. Its place is that of its like, or an
// empty one. Returns false if neither is near.
static bool count_end(const area_build *b, ring_place *places, size_t size, const ring_point *p,
                      uint64_t hash) {
    const uint32_t mark = (uint32_t)(hash >> 32) | 1;
    for (size_t step = 0; step < RING_STEPS_MAX; step++) {
        ring_place *place = &places[((size_t)hash + step) & (size - 1)];
        if (place->seen == NO_RING_END) {
            *place = (ring_place){p->end, mark};
            return true;
        }
        if ((place->mark | 1) == mark) {
            const ring_point q = point_of_end(b, place->seen);
            if (are_same_points(p, &q)) {
                place->mark ^= 1;
                return true;
            }
        }
    }
    return false;
}

// Counts several ends. Their places are fetched at the same time. Writes the ends that find no
// place to `rest`, which may be where the ends were, and returns how many.
static size_t count_ends(const area_build *b, ring_place *places, size_t size, const ring_end *ends,
                         size_t count, ring_end *rest) {
    size_t left = 0;
    for (size_t begin = 0; begin < count; begin += RING_ENDS_AT_ONCE) {
        ring_point points[RING_ENDS_AT_ONCE];
        uint64_t hashes[RING_ENDS_AT_ONCE];
        const size_t more = count - begin, n = more < RING_ENDS_AT_ONCE ? more : RING_ENDS_AT_ONCE;
        for (size_t i = 0; i < n; i++) {
            points[i] = point_of_end(b, ends[begin + i]);
            hashes[i] = hash_of_point(&points[i]);
            CAROM_PREFETCH(&places[(size_t)hashes[i] & (size - 1)]);
        }
        for (size_t i = 0; i < n; i++)
            if (!count_end(b, places, size, &points[i], hashes[i]))
                rest[left++] = points[i].end;
    }
    return left;
}

// Writes the ends of a table that are there an odd number of times to `rest`, and returns how many.
static size_t open_ends(const ring_place *places, size_t size, ring_end *rest) {
    size_t count = 0;
    for (size_t i = 0; i < size; i++)
        if (places[i].seen != NO_RING_END && (places[i].mark & 1) != 0)
            rest[count++] = places[i].seen;
    return count;
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
    size_t left = 0;
    for (size_t slot = begin; slot < end; slot++) {
        const ring_end ends[2] = {(ring_end)(2 * slot), (ring_end)(2 * slot + 1)};
        if (b->ranks[slot] != NO_AREA)
            left += count_ends(b, places, RING_BLOCK_PLACES, ends, 2, rest + left);
    }
    return left + open_ends(places, RING_BLOCK_PLACES, rest + left);
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

// -1 if p comes before q, 0 if they are the same point of an area.
static int compare_points(const ring_point *p, const ring_point *q) {
    if (p->rank != q->rank)
        return p->rank < q->rank ? -1 : 1;
    if (p->x != q->x)
        return p->x < q->x ? -1 : 1;
    return p->y < q->y ? -1 : p->y > q->y;
}

// Sorts by merging. Returns where the sorted points are: `points`, or `spare`.
static ring_point *sort_points(ring_point *points, ring_point *spare, size_t count) {
    for (size_t run = 1; run < count; run *= 2) {
        for (size_t begin = 0; begin < count; begin += 2 * run) {
            const size_t middle = begin + run < count ? begin + run : count;
            const size_t end = begin + 2 * run < count ? begin + 2 * run : count;
            size_t p = begin, q = middle;
            for (size_t i = begin; i < end; i++) {
                const bool is_first =
                    q >= end || (p < middle && compare_points(&points[p], &points[q]) <= 0);
                spare[i] = points[is_first ? p++ : q++];
            }
        }
        ring_point *const sorted = spare;
        spare = points;
        points = sorted;
    }
    return points;
}

// Keeps one of each point that is there an odd number of times, and returns how many these are.
static size_t keep_open_points(ring_point *points, size_t count) {
    size_t kept = 0;
    for (size_t i = 0; i < count;) {
        const size_t begin = i++;
        while (i < count && are_same_points(&points[begin], &points[i]))
            i++;
        if ((i - begin) % 2 != 0)
            points[kept++] = points[begin];
    }
    return kept;
}

static bool has_point(const ring_point *points, size_t count, const ring_point *p) {
    size_t low = 0, high = count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const int order = compare_points(p, &points[middle]);
        if (order == 0)
            return true;
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return false;
}

// Names the wall with the lowest index that has an end among these points.
static void name_open_end(const area_build *b, const ring_point *points, size_t count) {
    for (size_t i = 0;; i++) {
        const uint32_t slot = scene_slot(b->scene)[i];
        for (ring_end end = 2 * slot; b->ranks[slot] != NO_AREA && end <= 2 * slot + 1; end++) {
            const ring_point p = point_of_end(b, end);
            if (has_point(points, count, &p)) {
                *b->error =
                    (carom_area_error){b->groups[slot], (carom_index)i, carom_vec2_make(p.x, p.y)};
                return;
            }
        }
    }
}

// Matches the rests of all tasks, and moves what is left to the front of all ends. Returns false if
// there is no memory.
static bool match_rests(ring_check *c, size_t *left) {
    const area_build *b = c->b;
    size_t count = 0, size = 64;
    for (size_t task = 0; task < c->task_count; task++)
        count += c->rests[task].count;
    while (size < 2 * count)
        size *= 2;
    ring_place *places = (ring_place *)area_allocate(b->memory, size, sizeof *places);
    if (places == NULL)
        return false;
    memset(places, -1, size * sizeof *places);
    *left = 0;
    for (size_t task = 0; task < c->task_count; task++) {
        const ring_rest *rest = &c->rests[task];
        *left += count_ends(b, places, size, c->ends + rest->begin, rest->count, c->ends + *left);
    }
    *left += open_ends(places, size, c->ends + *left);
    area_release(b->memory, places, size, sizeof *places);
    return true;
}

static carom_status sort_rest(const ring_check *c, size_t count) {
    const area_build *b = c->b;
    ring_point *points = (ring_point *)area_allocate(b->memory, 2 * count, sizeof *points);
    if (points == NULL)
        return CAROM_STATUS_OUT_OF_MEMORY;
    for (size_t i = 0; i < count; i++)
        points[i] = point_of_end(b, c->ends[i]);
    ring_point *const sorted = sort_points(points, points + count, count);
    const size_t open = keep_open_points(sorted, count);
    if (open != 0)
        name_open_end(b, sorted, open);
    area_release(b->memory, points, 2 * count, sizeof *points);
    return open != 0 ? CAROM_STATUS_OPEN_AREA : CAROM_STATUS_OK;
}

carom_status carom_area_check_rings(const area_build *b) {
    const size_t walls = (size_t)b->scene->count;
    ring_check c = {.b = b, .task_count = block_count_for(walls)};
    c.ends = (ring_end *)area_allocate(b->memory, 2 * walls, sizeof *c.ends);
    if (c.ends == NULL)
        return CAROM_STATUS_OUT_OF_MEMORY;
    carom_scene_run(b->runner, match_ends, &c, c.task_count);
    size_t left;
    carom_status status = CAROM_STATUS_OUT_OF_MEMORY;
    if (match_rests(&c, &left))
        status = left == 0 ? CAROM_STATUS_OK : sort_rest(&c, left);
    area_release(b->memory, c.ends, 2 * walls, sizeof *c.ends);
    return status;
}
