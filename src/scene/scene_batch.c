// Batches: the Hilbert order of circles, ranges of it, CSR form, and whole batches. Room: scene.
#include "carom/scene_batch.h"

#include "batch/soa_numbers.h"
#include "contracts.h"
#include "scene/hilbert.h"
#include "scene/layout.h"

// Up to this many circles in one cell of the curve keep their order.
enum { CELL_CIRCLES = 64 };

size_t carom_scene_hilbert_scratch(size_t count) {
    return 2 * count * sizeof(hilbert_item);
}

void carom_scene_hilbert_order(const carom_scene *scene, const carom_circle_soa *circles,
                               uint32_t *order, void *scratch) {
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
enum { FETCH_AHEAD = 12 };

static void fetch_circle(const carom_circle_soa *circles, size_t i) {
    const size_t at = i * carom_stride_of(circles->number, circles->stride);
    __builtin_prefetch((const char *)circles->x + at);
    __builtin_prefetch((const char *)circles->y + at);
    if (circles->radius != NULL)
        __builtin_prefetch((const char *)circles->radius + at);
}

// `gap` is NULL for the walls that touch by the rule.
static size_t list_range(const carom_scene *scene, const carom_circle_soa *circles,
                         const uint32_t *order, size_t begin, size_t end, carom_contact_rule rule,
                         const double *gap, const carom_filter *filter, uint32_t *counts,
                         uint32_t *walls, size_t capacity) {
    size_t total = 0;
    for (size_t i = begin; i < end; i++) {
        const size_t c = order != NULL ? order[i] : i;
        if (order != NULL && end - i > FETCH_AHEAD) {
            fetch_circle(circles, order[i + FETCH_AHEAD]);
            __builtin_prefetch(&counts[order[i + FETCH_AHEAD]], 1);
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
    offsets[0] = 0;
    for (size_t i = 0; i < count; i++)
        offsets[i + 1] = offsets[i] + counts[i];
}

void carom_scene_csr_scatter(const uint32_t *order, size_t begin, size_t end,
                             const uint32_t *appended, const size_t *offsets, uint32_t *walls) {
    for (size_t i = begin; i < end; i++) {
        const size_t c = order != NULL ? order[i] : i;
        for (size_t k = offsets[c]; k < offsets[c + 1]; k++)
            walls[k] = *appended++;
    }
}

void carom_scene_sweep_range(const carom_scene *scene, const carom_moving_circle_soa *movers,
                             const uint32_t *order, size_t begin, size_t end,
                             const carom_cast_settings *settings, carom_scene_hit *hits) {
    for (size_t i = begin; i < end; i++) {
        const size_t c = order != NULL ? order[i] : i;
        if (order != NULL && end - i > FETCH_AHEAD) {
            const size_t later = order[i + FETCH_AHEAD];
            const size_t at =
                later * carom_stride_of(movers->circles.number, movers->circles.stride);
            fetch_circle(&movers->circles, later);
            __builtin_prefetch(&hits[later], 1);
            __builtin_prefetch((const char *)&hits[later] + sizeof *hits - 1, 1);
            __builtin_prefetch((const char *)movers->vx + at);
            __builtin_prefetch((const char *)movers->vy + at);
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
    const size_t curve = carom_scene_hilbert_scratch(count), walls = capacity * sizeof(uint32_t);
    const size_t larger_one = curve > walls ? curve : walls;
    return (larger_one + 7) / 8 * 8;
}

size_t carom_scene_batch_scratch(size_t count, size_t capacity) {
    return shared_size(count, capacity) + 2 * count * sizeof(uint32_t);
}

static batch_parts divide_scratch(void *scratch, size_t count, size_t capacity) {
    batch_parts parts = {.curve = scratch, .appended = scratch};
    parts.order = (uint32_t *)((char *)scratch + shared_size(count, capacity));
    parts.counts = parts.order + count;
    CAROM_ASSERT(count == 0 || parts.order != NULL);
    return parts;
}

size_t carom_scene_touching_batch(const carom_scene *scene, const carom_circle_soa *circles,
                                  carom_contact_rule rule, const carom_filter *filter,
                                  size_t *offsets, uint32_t *walls, size_t capacity,
                                  void *scratch) {
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
    const size_t count = movers->circles.count;
    const batch_parts parts = divide_scratch(scratch, count, 0);
    carom_scene_hilbert_order(scene, &movers->circles, parts.order, parts.curve);
    carom_scene_sweep_range(scene, movers, parts.order, 0, count, settings, hits);
}
