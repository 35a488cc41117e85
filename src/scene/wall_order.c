// Index coordinates, and the order of the walls in the leaves.
//
// Method: the middles of the walls are put into Hilbert order and cut into groups of one subtree
// each. Each group is halved repeatedly across its longer side, which makes the leaves small and
// nearly square. Room: scene.
#include "scene/wall_order.h"

#include <string.h>

#include "contracts.h"
#include "scene/hilbert.h"

// The leaves of a group, a subtree three levels high, and the most walls in them. A group fits in
// the first-level cache.
enum {
    GROUP_LEAVES = NODE_CHILDREN * NODE_CHILDREN * NODE_CHILDREN,
    GROUP_WALLS = LEAF_WALLS * GROUP_LEAVES
};

// ---- index coordinates ----

// The middle of an interval. If one end is infinite, the other end; if both are, 0.
static double middle_of(double min, double max) {
    if (min >= -DBL_MAX && max <= DBL_MAX)
        return 0.5 * min + 0.5 * max;
    return min >= -DBL_MAX ? min : max <= DBL_MAX ? max : 0.0;
}

static carom_vec2 middle_of_box(carom_box box) {
    return carom_vec2_make(middle_of(box.min.x, box.max.x), middle_of(box.min.y, box.max.y));
}

// The median of `count` > 0 numbers. Reorders them. Uses Hoare's selection.
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

// The power of two that scales `size` to [1, 2), or close to it at the ends of the range; 1 for
// size 0.
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

void carom_scene_sample_add(wall_sample *sample, carom_wall wall) {
    CAROM_ASSERT(sample->count < SAMPLE_WALLS);
    const carom_vec2 middle = middle_of_box(scene_wall_box(wall));
    sample->x[sample->count] = middle.x;
    sample->y[sample->count++] = middle.y;
}

void carom_scene_set_coordinates(carom_scene *s, const wall_sample *sample) {
    double numbers[SAMPLE_WALLS];
    const int count = sample->count;
    s->scale = 1.0;
    if (count == 0)
        return;
    memcpy(numbers, sample->x, (size_t)count * sizeof *numbers);
    s->origin_x = median(numbers, count);
    memcpy(numbers, sample->y, (size_t)count * sizeof *numbers);
    s->origin_y = median(numbers, count);
    double farthest = 0.0;
    for (int i = 0; i < count; i++) {
        numbers[i] = smaller(
            larger(fabs(sample->x[i] - s->origin_x), fabs(sample->y[i] - s->origin_y)), DBL_MAX);
        farthest = larger(farthest, numbers[i]);
    }
    const double typical = median(numbers, count);
    s->scale = scale_for(typical > 0.0 ? typical : farthest);
}

// ---- the order of the walls ----

// A wall of a group: 16 bits of x, 16 bits of y, and its index among the items of the group.
typedef uint64_t place;
enum { PLACE_X = 48, PLACE_Y = 32 };

static unsigned coordinate(place p, int shift) {
    return (unsigned)(p >> shift) & 0xffff;
}

// Moves the places with a coordinate below the limit to the front. Returns how many there are.
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

// Moves the `first` places with the lowest coordinate to the front. All are in [low, high).
static void select_lowest(place *places, size_t count, size_t first, int shift, unsigned low,
                          unsigned high) {
    CAROM_ASSERT(first < count);
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

// The longer side of the box around all places.
typedef struct place_side {
    // The shift of its coordinate, its lowest and highest value.
    int shift;
    unsigned min, max;
} place_side;

static place_side longer_side(const place *places, size_t count) {
    unsigned min_x = 0xffff, max_x = 0, min_y = 0xffff, max_y = 0;
    for (size_t i = 0; i < count; i++) {
        const unsigned x = coordinate(places[i], PLACE_X), y = coordinate(places[i], PLACE_Y);
        min_x = x < min_x ? x : min_x;
        max_x = x > max_x ? x : max_x;
        min_y = y < min_y ? y : min_y;
        max_y = y > max_y ? y : max_y;
    }
    const place_side x = {PLACE_X, min_x, max_x}, y = {PLACE_Y, min_y, max_y};
    return max_x - min_x > max_y - min_y ? x : y;
}

// Halves a group that starts at a subtree's first slot, down to parts of this size. Every part but
// the last is full.
// NOLINTNEXTLINE(misc-no-recursion): as deep as a subtree
static void halve(place *places, size_t count, size_t part) {
    if (count <= part)
        return;
    size_t first = part;
    while (2 * first < count)
        first *= 2;
    const place_side side = longer_side(places, count);
    // Scenes with the same walls have the same bytes, those of earlier versions too. So leaves of
    // LEAF_WALLS are ordered with these limits.
    if (part == LEAF_WALLS)
        select_lowest(places, count, first, side.shift, 0, 0x10000);
    else
        select_lowest(places, count, first, side.shift, side.min, side.max + 1);
    halve(places, first, part);
    halve(places + first, count - first, part);
}

// Orders the items of one group, down to parts of this size.
static void order_group(hilbert_item *items, hilbert_item *scratch, place *places, size_t count,
                        size_t part) {
    CAROM_ASSERT(count > 0);
    const hilbert_square square = carom_hilbert_square(items, count);
    // In double, because 65535 / side can overflow in float.
    const double cells = square.side > 0.0f ? 65535.0 / (double)square.side : 0.0;
    for (size_t i = 0; i < count; i++) {
        // Stored in floats. Otherwise the order would depend on FLT_EVAL_METHOD.
        const float from_x = items[i].x - square.min_x, from_y = items[i].y - square.min_y;
        const double x = (double)from_x * cells, y = (double)from_y * cells;
        CAROM_ASSERT(x >= 0.0 && x < 65536.0 && y >= 0.0 && y < 65536.0);
        places[i] = (place)x << PLACE_X | (place)y << PLACE_Y | i;
    }
    halve(places, count, part);
    for (size_t i = 0; i < count; i++)
        scratch[i] = items[places[i] & 0xffffffff];
    memcpy(items, scratch, count * sizeof *items);
}

size_t carom_scene_halving_scratch(size_t count) {
    return count * (sizeof(hilbert_item) + sizeof(place));
}

// Coordinates of 16 bits are enough for as many parts as a group has leaves. Then each part is a
// group of its own.
// NOLINTNEXTLINE(misc-no-recursion): at most 4 deep
void carom_scene_halve_items(hilbert_item *items, void *scratch, size_t count, size_t leaf_walls) {
    hilbert_item *copy = scratch;
    size_t part = leaf_walls;
    while (part * GROUP_LEAVES < count)
        part *= 2;
    if (count == 0)
        return;
    order_group(items, copy, (place *)(void *)(copy + count), count, part);
    for (size_t i = 0; part > leaf_walls && i < count; i += part)
        carom_scene_halve_items(items + i, scratch, count - i < part ? count - i : part,
                                leaf_walls);
}

static inline wall_class class_of_wall(const carom_scene *s, size_t count, const carom_wall *wall,
                                       const carom_box *box) {
    if (wall->extent != CAROM_EXTENT_SEGMENT)
        return ENDLESS_WALLS;
    // The typical distance from the origin is 1 to 2 in index coordinates. If the walls fill a
    // square evenly, its side is 2.8 to 5.7, and the distance between walls is side / sqrt(count).
    const double size = larger(box->max.x - box->min.x, box->max.y - box->min.y) * s->scale;
    const double distances = size * sqrt((double)count);
    return distances <= 16.0 ? SHORT_WALLS : distances <= 256.0 ? LONG_WALLS : VERY_LONG_WALLS;
}

wall_class carom_scene_class_of(const carom_scene *s, size_t count, const carom_wall *wall,
                                const carom_box *box) {
    return class_of_wall(s, count, wall, box);
}

static inline hilbert_item item_of_wall(const carom_scene *s, size_t count, const carom_wall *wall,
                                        uint32_t index) {
    const carom_box box = scene_wall_box(*wall);
    const carom_vec2 middle = middle_of_box(box);
    const hilbert_item item = {index_coordinate(middle.x, s->origin_x, s->scale),
                               index_coordinate(middle.y, s->origin_y, s->scale), index,
                               class_of_wall(s, count, wall, &box)};
    return item;
}

hilbert_item carom_scene_item_of(const carom_scene *s, size_t count, const carom_wall *wall,
                                 uint32_t index) {
    return item_of_wall(s, count, wall, index);
}

void carom_scene_divide_items(hilbert_item *items, const hilbert_item *scratch, size_t count,
                              size_t *counts) {
    memset(counts, 0, WALL_CLASSES * sizeof *counts);
    for (size_t i = 0; i < count; i++)
        counts[scratch[i].key]++;
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
    size_t counts[WALL_CLASSES];
    for (size_t i = 0; i < count; i++)
        scratch[i] = item_of_wall(s, count, &walls[i], (uint32_t)i);
    carom_scene_divide_items(items, scratch, count, counts);
    size_t start = 0;
    for (int i = 0; i < ENDLESS_WALLS; i++) {
        carom_hilbert_sort(items + start, scratch, counts[i], GROUP_WALLS);
        start += counts[i];
    }
    CAROM_ASSERT(start == bounded);
    place places[GROUP_WALLS];
    for (size_t i = 0; i < bounded; i += GROUP_WALLS)
        order_group(items + i, scratch, places,
                    bounded - i < GROUP_WALLS ? bounded - i : (size_t)GROUP_WALLS, LEAF_WALLS);
    uint32_t *index = (uint32_t *)((char *)s + s->index_at);
    uint32_t *slot = (uint32_t *)((char *)s + s->slot_at);
    for (size_t i = 0; i < count; i++) {
        CAROM_ASSERT(items[i].index < count);
        index[i] = items[i].index;
        slot[index[i]] = (uint32_t)i;
    }
}
