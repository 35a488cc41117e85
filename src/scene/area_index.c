// Creates the index of areas: finds the areas, checks their extents and radii, and has the other
// parts made. Room: scene.
#include "scene/area_layout.h"

#include <string.h>

#include "contracts.h"
#include "scene/allocation.h"

// ---- which areas there are ----

// A hash table of areas, each with its rank; see survey. Its size is a power of two.
typedef struct area_table {
    // Area 0 in empty places.
    area_of_index *places;
    // By place: how the areas are numbered.
    uint32_t *numbers;
    size_t size, count;
} area_table;

static size_t place_of_area(const area_table *t, uint32_t area) {
    CAROM_ASSERT(area != 0 && t->count < t->size);
    size_t at = (size_t)(area * UINT32_C(0x9e3779b1) ^ area >> 15) & (t->size - 1);
    while (t->places[at].area != 0 && t->places[at].area != area)
        at = (at + 1) & (t->size - 1);
    return at;
}

static bool make_table(const area_build *b, area_table *t, size_t size) {
    t->size = size;
    t->count = 0;
    t->places = (area_of_index *)area_allocate(b->memory, size, sizeof *t->places);
    t->numbers = (uint32_t *)area_allocate(b->memory, size, sizeof *t->numbers);
    if (t->places != NULL)
        memset(t->places, 0, size * sizeof *t->places);
    return t->places != NULL && t->numbers != NULL;
}

static void drop_table(const area_build *b, const area_table *t) {
    area_release(b->memory, t->places, t->size, sizeof *t->places);
    area_release(b->memory, t->numbers, t->size, sizeof *t->numbers);
}

// Makes the table twice as large.
static bool grow_table(const area_build *b, area_table *t) {
    area_table more;
    if (!make_table(b, &more, 2 * t->size)) {
        drop_table(b, &more);
        return false;
    }
    more.count = t->count;
    for (size_t i = 0; i < t->size; i++)
        if (t->places[i].area != 0) {
            const size_t at = place_of_area(&more, t->places[i].area);
            more.places[at] = t->places[i];
            more.numbers[at] = t->numbers[i];
        }
    drop_table(b, t);
    *t = more;
    return true;
}

// Numbers the areas as they come: sets ranks to these numbers. The places keep the first slots.
static bool number_areas(area_build *b, area_table *t) {
    uint32_t last_area = 0, last = 0;
    for (size_t slot = 0; slot < b->scene->count; slot++) {
        const uint32_t area = b->groups[slot];
        if (area == 0) {
            b->ranks[slot] = NO_AREA;
            continue;
        }
        b->wall_count++;
        if (area != last_area) {
            size_t at = place_of_area(t, area);
            if (t->places[at].area == 0) {
                if (t->count >= t->size / 2) {
                    if (!grow_table(b, t))
                        return false;
                    at = place_of_area(t, area);
                }
                t->places[at].area = area;
                t->places[at].slot = (uint32_t)slot;
                t->numbers[at] = (uint32_t)t->count++;
            }
            last_area = area;
            last = t->numbers[at];
        }
        b->ranks[slot] = last;
    }
    return true;
}

// Sorts areas by bytes, the lowest first. `spare` has room for as many.
static void sort_areas(area_of_index *areas, area_of_index *spare, size_t count) {
    for (unsigned shift = 0; shift < 32; shift += 8) {
        size_t starts[257] = {0};
        for (size_t i = 0; i < count; i++)
            starts[(areas[i].area >> shift & 255) + 1]++;
        for (size_t i = 0; i < 256; i++)
            starts[i + 1] += starts[i];
        for (size_t i = 0; i < count; i++)
            spare[starts[areas[i].area >> shift & 255]++] = areas[i];
        memcpy(areas, spare, count * sizeof *areas);
    }
}

// Replaces the numbers by ranks.
static bool rank_areas(const area_build *b, const area_table *t) {
    carom_area_index *x = b->index;
    area_of_index *areas = (area_of_index *)area_allocate(b->memory, t->count, sizeof *areas);
    area_of_index *spare = (area_of_index *)area_allocate(b->memory, t->count, sizeof *spare);
    uint32_t *rank_of = (uint32_t *)area_allocate(b->memory, t->count, sizeof *rank_of);
    const bool is_made = areas != NULL && spare != NULL && rank_of != NULL;
    if (is_made) {
        size_t count = 0;
        for (size_t i = 0; i < t->size; i++)
            if (t->places[i].area != 0)
                areas[count++] = t->places[i];
        sort_areas(areas, spare, count);
        x->areas = areas;
        x->count = count;
        for (size_t i = 0; i < count; i++)
            rank_of[t->numbers[place_of_area(t, areas[i].area)]] = (uint32_t)i;
        for (size_t slot = 0; slot < b->scene->count; slot++)
            if (b->ranks[slot] != NO_AREA)
                b->ranks[slot] = rank_of[b->ranks[slot]];
    } else {
        area_release(b->memory, areas, t->count, sizeof *areas);
    }
    area_release(b->memory, spare, t->count, sizeof *spare);
    area_release(b->memory, rank_of, t->count, sizeof *rank_of);
    return is_made;
}

static carom_status find_areas(area_build *b) {
    area_table table;
    const bool is_found =
        make_table(b, &table, 64) && number_areas(b, &table) && rank_areas(b, &table);
    drop_table(b, &table);
    return is_found ? CAROM_STATUS_OK : CAROM_STATUS_OUT_OF_MEMORY;
}

// ---- extents and radii ----

// The radius of the wall with the lowest index of each area, by rank, comes first.
static bool is_of_one_radius(const area_build *b, uint32_t *first_index) {
    const carom_scene *s = b->scene;
    for (size_t i = 0; i < b->index->count; i++)
        first_index[i] = NO_INDEX;
    for (size_t i = 0; i < s->count; i++) {
        const uint32_t slot = scene_slot(s)[i], rank = b->ranks[slot];
        if (rank == NO_AREA)
            continue;
        if (first_index[rank] == NO_INDEX)
            first_index[rank] = (uint32_t)i;
        const carom_wall wall = scene_geometry_at(s, slot);
        const uint32_t first = scene_slot(s)[first_index[rank]];
        if (wall.radius != scene_geometry_at(s, first).radius) {
            *b->error = (carom_area_error){b->groups[slot], (carom_index)i, wall.a};
            return false;
        }
    }
    return true;
}

static carom_status check_radii(const area_build *b) {
    const carom_area_index *x = b->index;
    if (b->scene->radii_at == 0)
        return CAROM_STATUS_OK;
    uint32_t *first = (uint32_t *)area_allocate(b->memory, x->count, sizeof *first);
    if (first == NULL)
        return CAROM_STATUS_OUT_OF_MEMORY;
    const bool is_right = is_of_one_radius(b, first);
    area_release(b->memory, first, x->count, sizeof *first);
    return is_right ? CAROM_STATUS_OK : CAROM_STATUS_AREA_RADII;
}

// Rays and lines come last.
static carom_status check_extents(const area_build *b) {
    const carom_scene *s = b->scene;
    carom_index lowest = CAROM_NO_WALL;
    for (size_t slot = (size_t)s->endless_from; slot < s->count; slot++)
        if (b->groups[slot] != 0 && scene_index(s)[slot] < lowest)
            lowest = scene_index(s)[slot];
    if (lowest == CAROM_NO_WALL)
        return CAROM_STATUS_OK;
    const carom_wall wall = carom_scene_wall(s, lowest);
    *b->error = (carom_area_error){wall.group, lowest, wall.a};
    return CAROM_STATUS_ENDLESS_AREA;
}

// ---- create, destroy ----

static carom_status build_index(area_build *b) {
    carom_status status = check_extents(b);
    if (status == CAROM_STATUS_OK)
        status = find_areas(b);
    if (status == CAROM_STATUS_OK)
        status = check_radii(b);
    if (status == CAROM_STATUS_OK)
        status = carom_area_check_rings(b);
    if (status == CAROM_STATUS_OK)
        status = carom_area_make_lists(b);
    if (status == CAROM_STATUS_OK)
        status = carom_area_make_grid(b);
    return status;
}

void carom_area_index_destroy(carom_area_index *index, const carom_allocator *allocator) {
    if (index == NULL)
        return;
    const carom_allocator memory = carom_allocator_or_malloc(allocator);
    carom_area_drop_grid(&index->grid, &memory);
    carom_area_drop_lists(&index->lists, index->count, &memory);
    area_release(&memory, index->areas, index->count, sizeof *index->areas);
    area_release(&memory, index, 1, sizeof *index);
}

carom_status carom_area_index_create(const carom_scene *scene, const carom_allocator *allocator,
                                     const carom_task_runner *runner, carom_area_index **index,
                                     carom_area_error *error) {
    CAROM_ASSERT(scene != NULL && index != NULL);
    CAROM_ASSERT(runner == NULL || runner->run != NULL);
    *index = NULL;
    if (scene->links_at != 0)
        return CAROM_STATUS_NOT_A_SCENE;
    const carom_allocator memory = carom_allocator_or_malloc(allocator);
    carom_area_index *x = (carom_area_index *)area_allocate(&memory, 1, sizeof *x);
    if (x == NULL)
        return CAROM_STATUS_OUT_OF_MEMORY;
    memset(x, 0, sizeof *x);
    x->scene = scene;
    carom_area_error ignored = {0, 0, {0.0, 0.0}};
    area_build b = {.scene = scene,
                    .groups = scene_groups(scene),
                    .memory = &memory,
                    .runner = runner,
                    .index = x,
                    .error = error != NULL ? error : &ignored};
    carom_status status = CAROM_STATUS_OK;
    if (b.groups != NULL) {
        b.ranks = (uint32_t *)area_allocate(&memory, (size_t)scene->count, sizeof *b.ranks);
        status = b.ranks != NULL ? build_index(&b) : CAROM_STATUS_OUT_OF_MEMORY;
        area_release(&memory, b.ranks, (size_t)scene->count, sizeof *b.ranks);
    }
    if (status == CAROM_STATUS_OK)
        *index = x;
    else
        carom_area_index_destroy(x, allocator);
    return status;
}
