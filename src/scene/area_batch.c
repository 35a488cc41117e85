// Asks about the areas of many circles. Room: scene.
#include "contracts.h"
#include "scene/area_layout.h"
#include "scene/scene_batch.h"

typedef struct areas_of_circles {
    const carom_scene *scene;
    const carom_area_index *index;
    const carom_filter *filter;
    double gap;
    uint32_t area;
    uint8_t *relations;
    size_t k;
    carom_area_hit *nearest;
} areas_of_circles;

static size_t relate_circle(void *context, size_t c, const carom_circle *circle, void *items,
                            size_t capacity) {
    const areas_of_circles *q = (const areas_of_circles *)context;
    (void)items;
    (void)capacity;
    q->relations[c] = (uint8_t)carom_scene_relate_area(q->scene, q->index, *circle, q->area);
    return 0;
}

static size_t areas_at_center(void *context, size_t c, const carom_circle *circle, void *items,
                              size_t capacity) {
    const areas_of_circles *q = (const areas_of_circles *)context;
    (void)c;
    return carom_scene_areas_at(q->scene, q->index, circle->center, q->filter, (uint32_t *)items,
                                capacity);
}

// True if the areas that hold a point are known without a look at walls.
static bool is_in_pure_cell(void *context, carom_vec2 center) {
    return carom_area_is_pure(((const areas_of_circles *)context)->index, center);
}

static size_t areas_of_circle(void *context, size_t c, const carom_circle *circle, void *items,
                              size_t capacity) {
    const areas_of_circles *q = (const areas_of_circles *)context;
    (void)c;
    return carom_scene_areas(q->scene, q->index, *circle, q->gap, q->filter,
                             (carom_area_hit *)items, capacity);
}

static size_t nearest_of_circle(void *context, size_t c, const carom_circle *circle, void *items,
                                size_t capacity) {
    const areas_of_circles *q = (const areas_of_circles *)context;
    carom_area_hit *row = q->nearest + c * q->k;
    (void)items;
    (void)capacity;
    const carom_area_hit none = {0, CAROM_AREA_RELATION_INVALID, HUGE_VAL};
    size_t i = carom_scene_nearest_areas(q->scene, q->index, *circle, q->filter, row, q->k);
    for (; i < q->k; i++)
        row[i] = none;
    return 0;
}

carom_status carom_scene_relate_area_batch(const carom_scene *scene, const carom_area_index *index,
                                           const carom_circle_soa *circles, uint32_t area,
                                           const carom_task_runner *runner,
                                           const carom_allocator *allocator, uint8_t *relations) {
    CAROM_ASSERT(circles != NULL && (relations != NULL || circles->count == 0));
    areas_of_circles q = {.scene = scene, .index = index, .area = area, .relations = relations};
    const carom_circle_query query = {relate_circle, NULL, &q, 0};
    const bool are_points = index != NULL && circles->radius == NULL;
    const batch_subject about = {circles, NULL, circles->count,
                                 are_points ? is_in_pure_cell : NULL};
    return carom_scene_batch_about(scene, about, &query, 0, runner, allocator, NULL);
}

carom_status carom_scene_areas_at_batch(const carom_scene *scene, const carom_area_index *index,
                                        const carom_circle_soa *circles, const carom_filter *filter,
                                        size_t most, const carom_task_runner *runner,
                                        const carom_allocator *allocator,
                                        carom_circle_lists *lists) {
    CAROM_ASSERT(circles != NULL);
    areas_of_circles q = {.scene = scene, .index = index, .filter = filter};
    const carom_circle_query query = {areas_at_center, NULL, &q, sizeof(uint32_t)};
    const batch_subject about = {circles, NULL, circles->count,
                                 index != NULL ? is_in_pure_cell : NULL};
    return carom_scene_batch_about(scene, about, &query, most, runner, allocator, lists);
}

carom_status carom_scene_areas_batch(const carom_scene *scene, const carom_area_index *index,
                                     const carom_circle_soa *circles, double gap,
                                     const carom_filter *filter, size_t most,
                                     const carom_task_runner *runner,
                                     const carom_allocator *allocator, carom_circle_lists *lists) {
    areas_of_circles q = {.scene = scene, .index = index, .filter = filter, .gap = gap};
    const carom_circle_query query = {areas_of_circle, NULL, &q, sizeof(carom_area_hit)};
    return carom_scene_batch(scene, circles, &query, most, runner, allocator, lists);
}

carom_status
carom_scene_nearest_areas_batch(const carom_scene *scene, const carom_area_index *index,
                                const carom_circle_soa *circles, const carom_filter *filter,
                                size_t k, const carom_task_runner *runner,
                                const carom_allocator *allocator, carom_area_hit *nearest) {
    CAROM_ASSERT(circles != NULL && (nearest != NULL || circles->count == 0 || k == 0));
    areas_of_circles q = {
        .scene = scene, .index = index, .filter = filter, .k = k, .nearest = nearest};
    const carom_circle_query query = {nearest_of_circle, NULL, &q, 0};
    return k == 0 ? CAROM_STATUS_OK
                  : carom_scene_batch(scene, circles, &query, 0, runner, allocator, NULL);
}
