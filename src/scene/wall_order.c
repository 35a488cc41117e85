// Index coordinates, and the order of the walls in the leaves.
//
// Method: the middles of the walls are sorted along a curve, cut into groups of one subtree each,
// and every group is halved again and again across its longer side, so that leaves are as square
// and as small as can be. Layer: scene.
#include "scene/wall_order.h"

#include <string.h>

#include "contracts.h"
#include "scene/hilbert.h"

// Walls that are halved within the processor's nearest cache, a subtree three levels high; and the
// sample that the scale of index coordinates is taken from.
enum { GROUP_WALLS = LEAF_WALLS * NODE_CHILDREN * NODE_CHILDREN * NODE_CHILDREN, SAMPLE = 1024 };

// ---- index coordinates ----

// The middle of a box along one axis; if an end is infinite the other one, or 0.
static double middle_of(double min, double max) {
    if (min >= -DBL_MAX && max <= DBL_MAX)
        return 0.5 * min + 0.5 * max;
    return min >= -DBL_MAX ? min : max <= DBL_MAX ? max : 0.0;
}

static carom_vec2 middle_of_box(carom_box box) {
    return carom_vec2_make(middle_of(box.min.x, box.max.x), middle_of(box.min.y, box.max.y));
}

// The median of `count` > 0 numbers, which it puts in another order. Hoare's selection: the part in
// which the median lies is divided about one of its numbers, again and again.
static double median(double *numbers, int count) {
    CAROM_ASSERT(count > 0);
    const int middle = count / 2;
    int low = 0, high = count - 1;
    while (low < high) {
        const double pivot = numbers[middle];
        int i = low, j = high;
        while (i <= j) {
            while (numbers[i] < pivot)
                i++;
            while (pivot < numbers[j])
                j--;
            if (i > j)
                break;
            const double swapped = numbers[i];
            numbers[i++] = numbers[j];
            numbers[j--] = swapped;
        }
        low = j < middle ? i : low;
        high = middle < i ? j : high;
    }
    return numbers[middle];
}

// The power of two that brings `size` to [1, 2), or near it at the ends of the range; 1 for 0.
static double scale_for(double size) {
    if (!(size > 0.0))
        return 1.0;
    uint64_t bits;
    memcpy(&bits, &size, sizeof bits);
    const uint64_t exponent = bits >> 52;
    bits = (exponent < 1 ? 2045 : exponent > 2045 ? 1 : 2046 - exponent) << 52;
    double scale;
    memcpy(&scale, &bits, sizeof scale);
    return scale;
}

void carom_scene_set_coordinates(carom_scene *s, const carom_wall *walls, size_t count) {
    double xs[SAMPLE], ys[SAMPLE], far[SAMPLE];
    const int samples = count < SAMPLE ? (int)count : SAMPLE;
    s->scale = 1.0;
    if (count == 0)
        return;
    for (int i = 0; i < samples; i++) {
        const carom_vec2 middle =
            middle_of_box(scene_wall_box(walls[(size_t)((uint64_t)i * count / (uint64_t)samples)]));
        xs[i] = middle.x;
        ys[i] = middle.y;
    }
    double sorted[SAMPLE];
    memcpy(sorted, xs, (size_t)samples * sizeof *xs);
    s->origin_x = median(sorted, samples);
    memcpy(sorted, ys, (size_t)samples * sizeof *ys);
    s->origin_y = median(sorted, samples);
    double farthest = 0.0;
    for (int i = 0; i < samples; i++) {
        far[i] = smaller(larger(fabs(xs[i] - s->origin_x), fabs(ys[i] - s->origin_y)), DBL_MAX);
        farthest = larger(farthest, far[i]);
    }
    const double typical = median(far, samples);
    s->scale = scale_for(typical > 0.0 ? typical : farthest);
}

// ---- the order of the walls ----

// A wall within its group: 16 bits of x, 16 of y and where it is among the items of the group.
typedef uint64_t place;
enum { PLACE_X = 48, PLACE_Y = 32 };

static unsigned coordinate(place p, int shift) {
    return (unsigned)(p >> shift) & 0xffff;
}

// Brings those with a coordinate below the limit to the front; returns how many there are.
static size_t partition(place *places, size_t count, int shift, unsigned limit) {
    size_t below = 0;
    for (size_t i = 0; i < count; i++) {
        const place p = places[i];
        places[i] = places[below];
        places[below] = p;
        below += coordinate(p, shift) < limit;
    }
    return below;
}

// Brings the `first` places that are lowest in a coordinate to the front.
static void select_lowest(place *places, size_t count, size_t first, int shift) {
    CAROM_ASSERT(first < count);
    unsigned low = 0, high = 0x10000;
    while (high - low > 1 && first > 0) {
        const unsigned limit = low + (high - low) / 2;
        const size_t below = partition(places, count, shift, limit);
        if (first < below) {
            count = below;
            high = limit;
        } else {
            places += below;
            count -= below;
            first -= below;
            low = limit;
        }
    }
}

// The longer side of all places' box, as the shift of its coordinate.
static int longer_side(const place *places, size_t count) {
    unsigned min_x = 0xffff, max_x = 0, min_y = 0xffff, max_y = 0;
    for (size_t i = 0; i < count; i++) {
        const unsigned x = coordinate(places[i], PLACE_X), y = coordinate(places[i], PLACE_Y);
        min_x = x < min_x ? x : min_x;
        max_x = x > max_x ? x : max_x;
        min_y = y < min_y ? y : min_y;
        max_y = y > max_y ? y : max_y;
    }
    return max_x - min_x > max_y - min_y ? PLACE_X : PLACE_Y;
}

// Halves a group that starts at a subtree's first slot, down to leaves. Every part but the last is
// a full subtree.
// NOLINTNEXTLINE(misc-no-recursion): as deep as a subtree
static void halve(place *places, size_t count) {
    if (count <= LEAF_WALLS)
        return;
    size_t first = LEAF_WALLS;
    while (2 * first < count)
        first *= 2;
    select_lowest(places, count, first, longer_side(places, count));
    halve(places, first);
    halve(places + first, count - first);
}

// Orders one group.
static void order_group(hilbert_item *items, hilbert_item *scratch, size_t count) {
    CAROM_ASSERT(count > 0 && count <= GROUP_WALLS);
    place places[GROUP_WALLS];
    const hilbert_square square = carom_hilbert_square(items, count);
    // In double, where no side is too small.
    const double cells = square.side > 0.0f ? 65535.0 / (double)square.side : 0.0;
    for (size_t i = 0; i < count; i++) {
        // Rounded here on every machine, or the order would depend on FLT_EVAL_METHOD.
        const float from_x = items[i].x - square.min_x, from_y = items[i].y - square.min_y;
        const double x = (double)from_x * cells, y = (double)from_y * cells;
        CAROM_ASSERT(x >= 0.0 && x < 65536.0 && y >= 0.0 && y < 65536.0);
        places[i] = (place)x << PLACE_X | (place)y << PLACE_Y | i;
    }
    halve(places, count);
    for (size_t i = 0; i < count; i++)
        scratch[i] = items[places[i] & 0xffffffff];
    memcpy(items, scratch, count * sizeof *items);
}

// Walls much longer than the others would make every leaf that they lie in as long, so they are
// kept apart: walls of more than 3 to 6, and of more than 45 to 90 times the distance between
// walls, and endless ones last.
enum { SHORT_WALLS, LONG_WALLS, VERY_LONG_WALLS, ENDLESS_WALLS, WALL_CLASSES };

static uint32_t class_of(const carom_scene *s, const carom_wall *wall, carom_box box) {
    if (wall->extent != CAROM_EXTENT_SEGMENT)
        return ENDLESS_WALLS;
    // The typical distance from the middle is 1 to 2 index coordinates. An even square of that sort
    // has a side of 2.8 to 5.7, and the walls are that / sqrt count apart.
    const double size = larger(box.max.x - box.min.x, box.max.y - box.min.y) * s->scale;
    const double distances = size * sqrt((double)s->count);
    return distances <= 16.0 ? SHORT_WALLS : distances <= 256.0 ? LONG_WALLS : VERY_LONG_WALLS;
}

// Sets items to the walls, one class after the other, and the numbers of each.
static void list_walls(const carom_scene *s, const carom_wall *walls, hilbert_item *items,
                       hilbert_item *scratch, size_t *counts) {
    const size_t count = (size_t)s->count;
    memset(counts, 0, WALL_CLASSES * sizeof *counts);
    for (size_t i = 0; i < count; i++) {
        const carom_box box = scene_wall_box(walls[i]);
        const carom_vec2 middle = middle_of_box(box);
        scratch[i].x = index_coordinate(middle.x, s->origin_x, s->scale);
        scratch[i].y = index_coordinate(middle.y, s->origin_y, s->scale);
        scratch[i].index = (uint32_t)i;
        scratch[i].key = class_of(s, &walls[i], box);
        counts[scratch[i].key]++;
    }
    size_t next[WALL_CLASSES] = {0};
    for (int i = 1; i < WALL_CLASSES; i++)
        next[i] = next[i - 1] + counts[i - 1];
    for (size_t i = 0; i < count; i++)
        items[next[scratch[i].key]++] = scratch[i];
}

void carom_scene_order_walls(carom_scene *s, const carom_wall *walls) {
    _Static_assert(2 * sizeof(hilbert_item) * LEAF_WALLS == sizeof(scene_leaf), "room for items");
    const size_t count = (size_t)s->count, bounded = (size_t)s->endless_from;
    hilbert_item *items = (hilbert_item *)((char *)s + s->leaves_at), *scratch = items + count;
    size_t counts[WALL_CLASSES], start = 0;
    list_walls(s, walls, items, scratch, counts);
    for (int i = 0; i < ENDLESS_WALLS; i++) {
        carom_hilbert_sort(items + start, scratch, counts[i], GROUP_WALLS);
        start += counts[i];
    }
    CAROM_ASSERT(start == bounded);
    for (size_t i = 0; i < bounded; i += GROUP_WALLS)
        order_group(items + i, scratch,
                    bounded - i < GROUP_WALLS ? bounded - i : (size_t)GROUP_WALLS);
    uint32_t *index = (uint32_t *)((char *)s + s->index_at);
    uint32_t *slot = (uint32_t *)((char *)s + s->slot_at);
    for (size_t i = 0; i < count; i++) {
        CAROM_ASSERT(items[i].index < count);
        index[i] = items[i].index;
        slot[index[i]] = (uint32_t)i;
    }
}
