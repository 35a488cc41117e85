// Batches: the Hilbert order of circles, ranges of it, CSR form, and whole batches. Room: scene.
#include "carom/scene_batch.h"

#include "batch/soa_numbers.h"
#include "compiler.h"
#include "contracts.h"
#include "scene/hilbert.h"
#include "scene/layout.h"

// Up to this many circles in one cell of the curve keep their order.
enum { CELL_CIRCLES = 64 };

// ---- sizes of scratch: SIZE_MAX stands for all that do not fit ----

static size_t size_sum(size_t a, size_t b) {
    return b <= SIZE_MAX - a ? a + b : SIZE_MAX;
}

// a must be > 0.
static size_t size_product(size_t a, size_t b) {
    return b <= SIZE_MAX / a ? a * b : SIZE_MAX;
}

size_t carom_scene_hilbert_scratch(size_t count) {
    return size_product(2 * sizeof(hilbert_item), count);
}

void carom_scene_hilbert_order(const carom_scene *scene, const carom_circle_soa *circles,
                               uint32_t *order, void *scratch) {
    CAROM_ASSERT(scene != NULL && circles != NULL);
    CAROM_ASSERT(circles->count <= UINT32_MAX);
    CAROM_ASSERT((order != NULL && scratch != NULL) || circles->count == 0);
    CAROM_ASSERT((uintptr_t)scratch % _Alignof(hilbert_item) == 0);
    hilbert_item *items = scratch;
    size_t valid = 0, last = circles->count;
    for (size_t i = 0; i < circles->count; i++) {
        const carom_circle circle = carom_circle_soa_get(circles, i);
        if (!carom_circle_is_valid(circle)) {
            order[--last] = (uint32_t)i;
            continue;
        }
        hilbert_item *item = &items[valid++];
        item->x = index_coordinate(circle.center.x, scene->origin_x, scene->scale);
        item->y = index_coordinate(circle.center.y, scene->origin_y, scene->scale);
        item->index = (uint32_t)i;
    }
    carom_hilbert_sort(items, items + circles->count, valid, CELL_CIRCLES);
    for (size_t i = 0; i < valid; i++)
        order[i] = items[i].index;
}

// In Hilbert order, consecutive circles and their results are far apart in memory, so both are
// prefetched this many circles ahead.
enum { FETCH_CIRCLES_AHEAD = 12 };

static void fetch_circle(const carom_circle_soa *circles, size_t i) {
    const size_t at = i * carom_stride_of(circles->number, circles->stride);
    CAROM_PREFETCH((const char *)circles->x + at);
    CAROM_PREFETCH((const char *)circles->y + at);
    if (circles->radius != NULL)
        CAROM_PREFETCH((const char *)circles->radius + at);
}

// `gap` is NULL for the walls that touch by the rule.
static size_t list_range(const carom_scene *scene, const carom_circle_soa *circles,
                         const uint32_t *order, size_t begin, size_t end, carom_contact_rule rule,
                         const double *gap, const carom_filter *filter, uint32_t *counts,
                         uint32_t *walls, size_t capacity) {
    CAROM_ASSERT(scene != NULL && circles != NULL);
    CAROM_ASSERT(begin <= end && end <= circles->count);
    CAROM_ASSERT((counts != NULL || begin == end) && (walls != NULL || capacity == 0));
    size_t total = 0;
    for (size_t i = begin; i < end; i++) {
        const size_t c = order != NULL ? order[i] : i;
        if (order != NULL && end - i > FETCH_CIRCLES_AHEAD) {
            fetch_circle(circles, order[i + FETCH_CIRCLES_AHEAD]);
            CAROM_PREFETCH_TO_WRITE(&counts[order[i + FETCH_CIRCLES_AHEAD]]);
        }
        const carom_circle circle = carom_circle_soa_get(circles, c);
        const size_t left = total < capacity ? capacity - total : 0;
        uint32_t *out = left > 0 ? walls + total : NULL;
        const size_t count = gap != NULL
                                 ? carom_scene_within(scene, circle, *gap, filter, out, left)
                                 : carom_scene_touching(scene, circle, rule, filter, out, left);
        counts[c] = (uint32_t)count;
        total += count;
    }
    return total;
}

size_t carom_scene_touching_range(const carom_scene *scene, const carom_circle_soa *circles,
                                  const uint32_t *order, size_t begin, size_t end,
                                  carom_contact_rule rule, const carom_filter *filter,
                                  uint32_t *counts, uint32_t *walls, size_t capacity) {
    return list_range(scene, circles, order, begin, end, rule, NULL, filter, counts, walls,
                      capacity);
}

size_t carom_scene_within_range(const carom_scene *scene, const carom_circle_soa *circles,
                                const uint32_t *order, size_t begin, size_t end, double gap,
                                const carom_filter *filter, uint32_t *counts, uint32_t *walls,
                                size_t capacity) {
    return list_range(scene, circles, order, begin, end, CAROM_CONTACT_RULE_CLOSED_DISC, &gap,
                      filter, counts, walls, capacity);
}

void carom_scene_csr_offsets(const uint32_t *counts, size_t count, size_t *offsets) {
    CAROM_ASSERT(offsets != NULL && (counts != NULL || count == 0));
    offsets[0] = 0;
    for (size_t i = 0; i < count; i++)
        offsets[i + 1] = offsets[i] + counts[i];
}

void carom_scene_csr_scatter(const uint32_t *order, size_t begin, size_t end,
                             const uint32_t *appended, const size_t *offsets, uint32_t *walls) {
    CAROM_ASSERT(begin <= end && offsets != NULL);
    for (size_t i = begin; i < end; i++) {
        const size_t c = order != NULL ? order[i] : i;
        CAROM_ASSERT(offsets[c] <= offsets[c + 1]);
        for (size_t k = offsets[c]; k < offsets[c + 1]; k++)
            walls[k] = *appended++;
    }
}

void carom_scene_sweep_range(const carom_scene *scene, const carom_moving_circle_soa *movers,
                             const uint32_t *order, size_t begin, size_t end,
                             const carom_cast_settings *settings, carom_scene_hit *hits) {
    CAROM_ASSERT(scene != NULL && movers != NULL);
    CAROM_ASSERT(begin <= end && end <= movers->circles.count);
    CAROM_ASSERT(hits != NULL || begin == end);
    for (size_t i = begin; i < end; i++) {
        const size_t c = order != NULL ? order[i] : i;
        if (order != NULL && end - i > FETCH_CIRCLES_AHEAD) {
            const size_t later = order[i + FETCH_CIRCLES_AHEAD];
            const size_t at =
                later * carom_stride_of(movers->circles.number, movers->circles.stride);
            fetch_circle(&movers->circles, later);
            CAROM_PREFETCH_TO_WRITE(&hits[later]);
            CAROM_PREFETCH_TO_WRITE((const char *)&hits[later] + sizeof *hits - 1);
            CAROM_PREFETCH((const char *)movers->move_x + at);
            CAROM_PREFETCH((const char *)movers->move_y + at);
        }
        hits[c] = carom_scene_sweep(scene, carom_circle_soa_get(&movers->circles, c),
                                    carom_moving_circle_soa_move(movers, c), settings);
    }
}

// ---- whole batches ----

// The parts of a batch's scratch memory: order, counts, and a part that first serves the Hilbert
// sort and then takes the walls as they are found.
typedef struct batch_parts {
    void *curve;
    uint32_t *appended;
    uint32_t *order, *counts;
} batch_parts;

static size_t shared_size(size_t count, size_t capacity) {
    const size_t curve = carom_scene_hilbert_scratch(count);
    // A multiple of 8 bytes.
    const size_t walls = size_product(2 * sizeof(uint32_t), capacity / 2 + capacity % 2);
    return curve > walls ? curve : walls;
}

size_t carom_scene_batch_scratch(size_t count, size_t capacity) {
    return size_sum(shared_size(count, capacity), size_product(2 * sizeof(uint32_t), count));
}

static batch_parts divide_scratch(void *scratch, size_t count, size_t capacity) {
    CAROM_ASSERT(carom_scene_batch_scratch(count, capacity) < SIZE_MAX);
    CAROM_ASSERT(scratch != NULL || count == 0);
    batch_parts parts = {.curve = (uint32_t *)scratch, .appended = (uint32_t *)scratch};
    parts.order = (uint32_t *)((char *)scratch + shared_size(count, capacity));
    parts.counts = parts.order + count;
    return parts;
}

size_t carom_scene_touching_batch(const carom_scene *scene, const carom_circle_soa *circles,
                                  carom_contact_rule rule, const carom_filter *filter,
                                  size_t *offsets, uint32_t *walls, size_t capacity,
                                  void *scratch) {
    CAROM_ASSERT(circles != NULL);
    const size_t count = circles->count;
    const batch_parts parts = divide_scratch(scratch, count, capacity);
    carom_scene_hilbert_order(scene, circles, parts.order, parts.curve);
    const size_t total = carom_scene_touching_range(scene, circles, parts.order, 0, count, rule,
                                                    filter, parts.counts, parts.appended, capacity);
    carom_scene_csr_offsets(parts.counts, count, offsets);
    if (total <= capacity)
        carom_scene_csr_scatter(parts.order, 0, count, parts.appended, offsets, walls);
    return total;
}

void carom_scene_sweep_batch(const carom_scene *scene, const carom_moving_circle_soa *movers,
                             const carom_cast_settings *settings, carom_scene_hit *hits,
                             void *scratch) {
    CAROM_ASSERT(movers != NULL);
    const size_t count = movers->circles.count;
    const batch_parts parts = divide_scratch(scratch, count, 0);
    carom_scene_hilbert_order(scene, &movers->circles, parts.order, parts.curve);
    carom_scene_sweep_range(scene, movers, parts.order, 0, count, settings, hits);
}
