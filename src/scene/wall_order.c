// Index coordinates, the classes of walls, and the order of the walls in a group of leaves.
//
// Method: wall_curve.c puts the walls into Hilbert order, and build.c cuts them into groups of one
// subtree each. Here each group is halved repeatedly across its longer side, which makes the leaves
// small and nearly square. Room: scene.
#include "scene/wall_order.h"

#include <string.h>

#include "contracts.h"
#include "scene/hilbert.h"

// ---- index coordinates ----

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

// The origin for a median of coordinates: 0 if differences to the median could overflow.
static double origin_for(double middle) {
    return fabs(middle) <= ORIGIN_MAX ? middle : 0.0;
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
    s->origin_x = origin_for(median(numbers, count));
    memcpy(numbers, sample->y, (size_t)count * sizeof *numbers);
    s->origin_y = origin_for(median(numbers, count));
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

// While a group is ordered, a place is 16 bits of x, 16 bits of y, and the index in the group.
enum { PLACE_X = 48, PLACE_Y = 32 };

static unsigned place_coordinate(group_place p, int shift) {
    return (unsigned)(p >> shift) & 0xffff;
}

// Moves the places with a coordinate below the limit to the front. Returns how many there are.
static size_t partition(group_place *places, size_t count, int shift, unsigned limit) {
    size_t below = 0;
    for (size_t i = 0; i < count; i++) {
        const group_place p = places[i];
        places[i] = places[below];
        places[below] = p;
        below += place_coordinate(p, shift) < limit;
    }
    return below;
}

// The longer side of the box around all places.
typedef struct place_side {
    // The shift of its coordinate, its lowest and highest value.
    int shift;
    unsigned min, max;
} place_side;

#ifndef CAROM_SMALL

// Moves the last `by` places to the front, by at most 16.
static void rotate(group_place *places, size_t count, size_t by) {
    group_place last[16];
    by %= count;
    CAROM_ASSERT(by <= sizeof last / sizeof last[0]);
    memcpy(last, places + count - by, by * sizeof *places);
    memmove(places + by, places, (count - by) * sizeof *places);
    memcpy(places, last, by * sizeof *places);
}

// Moves the `first` places with the lowest coordinate along a side to the front. All coordinates
// are in [low, high).
//
// The order of the places is that of one partition for each limit. A limit above all places changes
// nothing, and one that is not moves the last place to the front, so neither needs a partition.
static void select_lowest(group_place *places, size_t count, size_t first, place_side side,
                          unsigned low, unsigned high) {
    CAROM_ASSERT(first < count && low <= side.min && side.max < high);
    size_t rotated = 0;
    while (high - low > 1 && first > 0) {
        const unsigned limit = low + (high - low) / 2;
        if (limit > side.max) {
            high = limit;
            continue;
        }
        if (limit <= side.min) {
            rotated++;
            low = limit;
            continue;
        }
        if (rotated > 0)
            rotate(places, count, rotated);
        rotated = 0;
        const size_t below = partition(places, count, side.shift, limit);
        if (first < below) {
            count = below;
            high = limit;
            side.max = limit - 1;
        } else {
            places += below;
            count -= below;
            first -= below;
            low = limit;
            side.min = limit;
        }
    }
    if (rotated > 0)
        rotate(places, count, rotated);
}

#else

// The same, with all partitions.
static void select_lowest(group_place *places, size_t count, size_t first, place_side side,
                          unsigned low, unsigned high) {
    CAROM_ASSERT(first < count && low <= side.min && side.max < high);
    while (high - low > 1 && first > 0) {
        const unsigned limit = low + (high - low) / 2;
        const size_t below = partition(places, count, side.shift, limit);
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

#endif

static place_side longer_side(const group_place *places, size_t count) {
    unsigned min_x = 0xffff, max_x = 0, min_y = 0xffff, max_y = 0;
    for (size_t i = 0; i < count; i++) {
        const unsigned x = place_coordinate(places[i], PLACE_X),
                       y = place_coordinate(places[i], PLACE_Y);
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
static void halve(group_place *places, size_t count, size_t part) {
    if (count <= part)
        return;
    size_t first = part;
    while (2 * first < count)
        first *= 2;
    const place_side side = longer_side(places, count);
    // Scenes with the same walls have the same bytes, those of earlier versions too. So leaves of
    // LEAF_WALLS are ordered with these limits.
    if (part == LEAF_WALLS)
        select_lowest(places, count, first, side, 0, 0x10000);
    else
        select_lowest(places, count, first, side, side.min, side.max + 1);
    halve(places, first, part);
    halve(places + first, count - first, part);
}

// Orders the places of one group, down to parts of this size.
static void order_places(group_place *places, size_t count, size_t part) {
    CAROM_ASSERT(count > 0);
    float min_x = group_place_x(places[0]), max_x = min_x, min_y = group_place_y(places[0]),
          max_y = min_y;
    for (size_t i = 1; i < count; i++) {
        const float x = group_place_x(places[i]), y = group_place_y(places[i]);
        min_x = x < min_x ? x : min_x;
        max_x = x > max_x ? x : max_x;
        min_y = y < min_y ? y : min_y;
        max_y = y > max_y ? y : max_y;
    }
    const float width = max_x - min_x, height = max_y - min_y;
    const float side = width > height ? width : height;
    // In double, because 65535 / side can overflow in float.
    const double cells = side > 0.0f ? 65535.0 / (double)side : 0.0;
    for (size_t i = 0; i < count; i++) {
        // Stored in floats. Otherwise the order would depend on FLT_EVAL_METHOD.
        const float from_x = group_place_x(places[i]) - min_x,
                    from_y = group_place_y(places[i]) - min_y;
        const double x = (double)from_x * cells, y = (double)from_y * cells;
        CAROM_ASSERT(x >= 0.0 && x < 65536.0 && y >= 0.0 && y < 65536.0);
        places[i] = (group_place)x << PLACE_X | (group_place)y << PLACE_Y | i;
    }
    halve(places, count, part);
}

void carom_scene_order_group(group_place *places, size_t count) {
    CAROM_ASSERT(count <= GROUP_WALLS);
    order_places(places, count, LEAF_WALLS);
}

// Orders the items of one group, down to parts of this size.
static void order_group(hilbert_item *items, hilbert_item *scratch, group_place *places,
                        size_t count, size_t part) {
    for (size_t i = 0; i < count; i++)
        places[i] = group_place_of(items[i].x, items[i].y);
    order_places(places, count, part);
    for (size_t i = 0; i < count; i++)
        scratch[i] = items[group_place_index(places[i])];
    memcpy(items, scratch, count * sizeof *items);
}

size_t carom_scene_halving_scratch(size_t count) {
    return count * (sizeof(hilbert_item) + sizeof(group_place));
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
    order_group(items, copy, (group_place *)(void *)(copy + count), count, part);
    for (size_t i = 0; part > leaf_walls && i < count; i += part)
        carom_scene_halve_items(items + i, scratch, count - i < part ? count - i : part,
                                leaf_walls);
}

wall_class carom_scene_class_of(const carom_scene *s, size_t count, const carom_wall *wall,
                                const carom_box *box) {
    return scene_class_of(s, sqrt((double)count), wall, box);
}

hilbert_item carom_scene_item_of(const carom_scene *s, size_t count, const carom_wall *wall,
                                 uint32_t index) {
    return scene_item_of(s, sqrt((double)count), wall, index);
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
