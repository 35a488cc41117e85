// What a batch asks a scene about. Room: scene.
#ifndef CAROM_SCENE_SCENE_BATCH_H
#define CAROM_SCENE_SCENE_BATCH_H

#include "carom/scene_batch.h"

// Circles, or walls, or, if both are NULL, the walls of the scene itself, each named by its index.
typedef struct batch_subject {
    const carom_circle_soa *circles;
    const carom_wall *walls;
    // How many there are. In a scene that changes an index may have no wall.
    size_t count;
    // NULL, or whether the query has its answer for a circle with this centre at once. Such circles
    // are not sorted, which would take longer than the answers. The context is that of the query.
    bool (*is_quick)(void *context, carom_vec2 center);
} batch_subject;

// carom_scene_batch about any subject. For walls `circle` is a circle of zeros.
carom_status carom_scene_batch_about(const carom_scene *scene, batch_subject about,
                                     const carom_circle_query *query, size_t most,
                                     const carom_task_runner *runner,
                                     const carom_allocator *allocator, carom_circle_lists *lists);

#endif
