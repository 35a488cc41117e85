// The walls of each area by slot, with a tree of boxes over them; which of them a level ray
// crosses, and which is nearest.
//
// In the tree of the scene the walls of other areas are in the way: all that are nearer would be
// visited. So each area has a tree of its own. Eight walls that follow each other in the scene are
// a leaf, eight boxes that follow each other are a node. Boxes are those of axes, in index
// coordinates; those of a level follow those of the level below. Room: scene.
#include "scene/area_lists.h"

#include <string.h>

#include "carom/contact.h"
#include "contracts.h"
#include "rest/distance_order_filter.h"
#include "rest/equal_walls.h"
#include "scene/traversal.h"

enum { AREA_FAN = 8, AREA_LEVELS_MAX = 12 };

static size_t eighths(size_t count) {
    return count / AREA_FAN + (count % AREA_FAN != 0);
}

// Sets where the levels over so many walls begin, and one more. Returns how many levels there are.
static size_t area_levels(size_t walls, size_t *begins) {
    size_t count = 0, boxes = 0, level = walls;
    do {
        level = eighths(level);
        CAROM_ASSERT(level > 0 && count + 1 < AREA_LEVELS_MAX);
        begins[count++] = boxes;
        boxes += level;
    } while (level > 1);
    begins[count] = boxes;
    return count;
}

// ---- build ----

static carom_wall axis_at(const carom_scene *s, size_t slot) {
    carom_wall axis = scene_geometry_at(s, slot);
    axis.radius = 0.0;
    return axis;
}

static index_box box_of_axis(const carom_scene *s, size_t slot) {
    return index_box_of(s, scene_wall_box(axis_at(s, slot)));
}

static void fill_boxes(const carom_scene *s, const uint32_t *slots, size_t count,
                       index_box *boxes) {
    size_t begins[AREA_LEVELS_MAX];
    const size_t levels = area_levels(count, begins);
    for (size_t i = 0; i < begins[levels]; i++)
        boxes[i] = index_box_none();
    for (size_t i = 0; i < count; i++)
        boxes[i / AREA_FAN] = index_box_union(boxes[i / AREA_FAN], box_of_axis(s, slots[i]));
    for (size_t level = 1; level < levels; level++)
        for (size_t i = begins[level - 1]; i < begins[level]; i++) {
            index_box *above = &boxes[begins[level] + (i - begins[level - 1]) / AREA_FAN];
            *above = index_box_union(*above, boxes[i]);
        }
}

static void fill_lists(const area_build *b, area_lists *lists) {
    const size_t areas = b->index->count;
    // The slots of an area begin where they are to end, until they are there.
    for (size_t slot = (size_t)b->scene->count; slot-- > 0;)
        if (b->ranks[slot] != NO_AREA)
            lists->slots[--lists->slots_from[b->ranks[slot]]] = (uint32_t)slot;
    for (size_t i = 0; i < areas; i++) {
        const size_t from = lists->slots_from[i];
        fill_boxes(b->scene, lists->slots + from, lists->slots_from[i + 1] - from,
                   lists->boxes + lists->boxes_from[i]);
        lists->whole[i] = lists->boxes[lists->boxes_from[i + 1] - 1];
    }
}

// Sets where the slots of each area end, and where its boxes begin.
static void count_lists(const area_build *b, area_lists *lists) {
    const size_t areas = b->index->count;
    memset(lists->slots_from, 0, (areas + 1) * sizeof *lists->slots_from);
    for (size_t slot = 0; slot < b->scene->count; slot++)
        if (b->ranks[slot] != NO_AREA)
            lists->slots_from[b->ranks[slot]]++;
    for (size_t i = 0; i < areas; i++) {
        size_t begins[AREA_LEVELS_MAX];
        const size_t levels = area_levels(lists->slots_from[i], begins);
        lists->boxes_from[i] = (uint32_t)lists->box_count;
        lists->box_count += begins[levels];
        lists->slot_count += lists->slots_from[i];
        lists->slots_from[i] = (uint32_t)lists->slot_count;
    }
    lists->boxes_from[areas] = (uint32_t)lists->box_count;
    lists->slots_from[areas] = (uint32_t)lists->slot_count;
}

carom_status carom_area_make_lists(const area_build *b) {
    const size_t areas = b->index->count;
    area_lists *lists = &b->index->lists;
    if (areas == 0 || (areas == 1 && b->wall_count == b->scene->count))
        return CAROM_STATUS_OK;
    lists->slots_from = (uint32_t *)area_allocate(b->memory, areas + 1, sizeof(uint32_t));
    lists->boxes_from = (uint32_t *)area_allocate(b->memory, areas + 1, sizeof(uint32_t));
    lists->whole = (index_box *)area_allocate(b->memory, areas, sizeof *lists->whole);
    if (lists->slots_from == NULL || lists->boxes_from == NULL || lists->whole == NULL)
        return CAROM_STATUS_OUT_OF_MEMORY;
    count_lists(b, lists);
    lists->slots = (uint32_t *)area_allocate(b->memory, lists->slot_count, sizeof(uint32_t));
    lists->boxes = (index_box *)area_allocate(b->memory, lists->box_count, sizeof *lists->boxes);
    if (lists->slots == NULL || lists->boxes == NULL)
        return CAROM_STATUS_OUT_OF_MEMORY;
    fill_lists(b, lists);
    return CAROM_STATUS_OK;
}

void carom_area_drop_lists(area_lists *lists, size_t area_count, const carom_allocator *memory) {
    area_release(memory, lists->slots_from, area_count + 1, sizeof(uint32_t));
    area_release(memory, lists->boxes_from, area_count + 1, sizeof(uint32_t));
    area_release(memory, lists->whole, area_count, sizeof *lists->whole);
    area_release(memory, lists->slots, lists->slot_count, sizeof(uint32_t));
    area_release(memory, lists->boxes, lists->box_count, sizeof *lists->boxes);
}

// ---- level rays ----

static unsigned cross_leaf(const carom_area_index *index, size_t rank, size_t leaf, carom_vec2 from,
                           bool *is_on) {
    const area_lists *lists = &index->lists;
    const size_t begin = lists->slots_from[rank] + leaf * AREA_FAN;
    const size_t end = lists->slots_from[rank + 1];
    unsigned crossings = 0;
    for (size_t i = begin; i < end && i < begin + AREA_FAN; i++)
        crossings ^= area_crosses_right(area_edge_at(index->scene, lists->slots[i]), from, is_on);
    return crossings;
}

unsigned carom_area_crossings(const carom_area_index *index, size_t rank, carom_vec2 from,
                              bool *is_on) {
    const area_lists *lists = &index->lists;
    const carom_scene *s = index->scene;
    const float x = index_coordinate(from.x, s->origin_x, s->scale);
    const float y = index_coordinate(from.y, s->origin_y, s->scale);
    size_t begins[AREA_LEVELS_MAX];
    const size_t levels =
        area_levels(lists->slots_from[rank + 1] - lists->slots_from[rank], begins);
    const index_box *boxes = lists->boxes + lists->boxes_from[rank];
    unsigned crossings = 0;
    struct {
        size_t at, level;
    } stack[AREA_LEVELS_MAX * AREA_FAN], *top = stack;
    top->at = 0;
    top++->level = levels - 1;
    while (top > stack) {
        top--;
        const size_t at = top->at, level = top->level;
        const index_box *box = &boxes[begins[level] + at];
        if (box->max_x < x || box->max_y < y || box->min_y > y)
            continue;
        if (level == 0) {
            crossings ^= cross_leaf(index, rank, at, from, is_on);
            continue;
        }
        const size_t below = begins[level] - begins[level - 1];
        for (size_t i = at * AREA_FAN; i < (at + 1) * AREA_FAN && i < below; i++) {
            top->at = i;
            top++->level = level - 1;
        }
    }
    return crossings;
}

// ---- the nearest wall ----

size_t carom_area_rank(const carom_area_index *index, uint32_t area) {
    size_t low = 0, high = index->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (index->areas[middle].area < area)
            low = middle + 1;
        else
            high = middle;
    }
    return low < index->count && index->areas[low].area == area ? low : index->count;
}

double carom_area_distance(const carom_scene *s, carom_vec2 from, size_t slot) {
    return carom_circle_signed_distance(carom_circle_make(from, 0.0), axis_at(s, slot));
}

int carom_area_compare(const carom_scene *s, carom_vec2 from, area_nearest_wall p,
                       area_nearest_wall q) {
    // Each distance is off by at most an ulp.
    if (fabs(p.distance - q.distance) > 0x1p-50 * larger(p.distance, q.distance) + 0x1p-1070)
        return p.distance < q.distance ? -1 : 1;
    const carom_circle point = carom_circle_make(from, 0.0);
    const carom_wall q_axis = axis_at(s, q.slot);
    compared_wall p_axis;
    p_axis.wall = axis_at(s, p.slot);
    p_axis.end_is_known = false;
    return are_equally_far(&point, &p_axis, &q_axis)
               ? 0
               : carom_circle_compare_distance(point, p_axis.wall, q_axis);
}

// A search in the tree of an area.
typedef struct area_search {
    const carom_scene *scene;
    const uint32_t *slots;
    const index_box *boxes;
    size_t slot_count;
    size_t begins[AREA_LEVELS_MAX];
    point_search point;
    area_nearest_wall best;
} area_search;

// A box that waits: its distance, its place in its level, its level.
typedef struct area_waiting {
    float key;
    uint32_t at, level;
} area_waiting;

// The squared distance, which compares with the limit of a point_search as those of nodes do.
static float square_to_box(const point_search *t, const index_box *box) {
    const float left = box->min_x - t->from_x, right = t->from_x - box->max_x;
    const float below = box->min_y - t->from_y, above = t->from_y - box->max_y;
    float dx = left > right ? left : right, dy = below > above ? below : above;
    dx = dx > 0.0f ? dx : 0.0f;
    dy = dy > 0.0f ? dy : 0.0f;
    return dx * dx + dy * dy;
}

static void visit_area_leaf(area_search *a, size_t leaf) {
    const carom_vec2 from = a->point.from;
    const size_t end =
        a->slot_count - leaf * AREA_FAN < AREA_FAN ? a->slot_count : (leaf + 1) * AREA_FAN;
    bool shrinks = false;
    for (size_t i = leaf * AREA_FAN; i < end; i++) {
        const size_t slot = a->slots[i];
        const carom_wall axis = axis_at(a->scene, slot);
        const measure rough = measure_of(from, &axis);
        if (rough.distance - (0x1p-48 * rough.size + GAP_TINY) > a->point.most)
            continue;
        const area_nearest_wall here = {slot, carom_area_distance(a->scene, from, slot)};
        if (a->best.slot == SIZE_MAX || area_wall_comes_before(a->scene, from, here, a->best)) {
            a->best = here;
            shrinks = true;
        }
    }
    if (shrinks) {
        const double reach = sum_up(a->best.distance, 0.0);
        carom_point_search_shrink(&a->point, reach, reach);
    }
}

// Pushes the children of a box, the nearest last.
static area_waiting *push_children(const area_search *a, area_waiting here, area_waiting *top) {
    const size_t level = here.level - 1, first = a->begins[level] + (size_t)here.at * AREA_FAN;
    const size_t count = a->begins[level + 1] - first;
    area_waiting *const start = top;
    for (size_t i = 0; i < AREA_FAN && i < count; i++) {
        const float key = square_to_box(&a->point, &a->boxes[first + i]);
        if (key > a->point.limit)
            continue;
        area_waiting *at = top++;
        for (; at > start && at[-1].key < key; at--)
            *at = at[-1];
        *at = (area_waiting){key, here.at * AREA_FAN + (uint32_t)i, (uint32_t)level};
    }
    return top;
}

static area_nearest_wall search_area(const carom_scene *s, const carom_area_index *index,
                                     size_t rank, carom_vec2 from) {
    const area_lists *lists = &index->lists;
    area_search a;
    a.scene = s;
    a.slots = lists->slots + lists->slots_from[rank];
    a.boxes = lists->boxes + lists->boxes_from[rank];
    a.slot_count = lists->slots_from[rank + 1] - lists->slots_from[rank];
    a.best = (area_nearest_wall){SIZE_MAX, HUGE_VAL};
    const size_t levels = area_levels(a.slot_count, a.begins);
    carom_point_search_start(&a.point, s, from, 0.0, HUGE_VAL);
    area_waiting stack[AREA_LEVELS_MAX * AREA_FAN], *top = stack;
    *top++ = (area_waiting){0.0f, 0, (uint32_t)(levels - 1)};
    while (top > stack) {
        const area_waiting here = *--top;
        if (here.key > a.point.limit)
            continue;
        if (here.level == 0)
            visit_area_leaf(&a, here.at);
        else
            top = push_children(&a, here, top);
    }
    CAROM_ASSERT(a.best.slot != SIZE_MAX);
    return a.best;
}

static bool is_of_area(void *context, carom_index index, const carom_wall *wall) {
    (void)index;
    return wall->group == *(const uint32_t *)context;
}

area_nearest_wall carom_area_nearest_wall(const carom_scene *s, const carom_area_index *index,
                                          uint32_t area, carom_vec2 from) {
    area_nearest_wall wall = {SIZE_MAX, HUGE_VAL};
    if (index != NULL) {
        const size_t rank = carom_area_rank(index, area);
        if (rank == index->count)
            return wall;
        if (index->lists.slots_from != NULL)
            return search_area(s, index, rank, from);
    }
    // All walls of the area have one radius, so the nearest surface is that of the nearest axis.
    carom_filter filter = carom_filter_default();
    filter.accept = is_of_area;
    filter.context = &area;
    carom_neighbor nearest;
    if (carom_scene_nearest(s, carom_circle_make(from, 0.0), index != NULL ? NULL : &filter,
                            &nearest, 1) == 0)
        return wall;
    wall.slot = scene_slot(s)[nearest.index];
    wall.distance = carom_area_distance(s, from, wall.slot);
    return wall;
}
