// Builds the index over the walls of a command.
// Room: cli.
#include "walls.h"

#include "report.h"
#include "threads.h"

bool walls_build_scene(const answers *a, const carom_wall *items, size_t count,
                       carom_scene **scene) {
    const carom_task_runner runner = threads_runner();
    size_t bad = 0;
    const carom_status status = carom_scene_create(items, count, NULL, &runner, scene, &bad);
    if (status == CAROM_STATUS_OUT_OF_MEMORY) {
        report(a->call->who, "out of memory: no room for an index over %zu walls", count);
    } else if (status == CAROM_STATUS_TOO_MANY_WALLS) {
        report(a->call->who, "%zu walls are too many (expected at most %zu)", count,
               (size_t)CAROM_INDEX_MAX);
    } else if (status != CAROM_STATUS_OK) {
        report(a->call->who, "cannot build an index over the walls: %s", carom_status_name(status));
    }
    return status == CAROM_STATUS_OK;
}
