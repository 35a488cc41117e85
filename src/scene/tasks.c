// Runs tasks: shared by the caller's threads, or one after the other. Room: scene.
#include "scene/scene_build.h"

void carom_scene_run(const carom_task_runner *runner, void (*task)(void *data, size_t i),
                     void *data, size_t count) {
    if (runner != NULL) {
        runner->run(runner->context, task, data, count);
        return;
    }
    for (size_t i = 0; i < count; i++)
        task(data, i);
}
