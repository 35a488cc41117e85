// Stops a build with asserts if a scene is edited while a query about it runs, on this thread or
// on another. A release build does nothing.
//
// The view of a scene that changes counts the queries that run. The count follows the header. An
// edit sets it to -1 while it runs. Scenes that never change have no count. Room: scene.
#ifndef CAROM_SCENE_WATCH_H
#define CAROM_SCENE_WATCH_H

#include <string.h>

#include "contracts.h"
#include "scene/layout.h"

// What follows the header of a view, with asserts or without: the same layout in both.
enum { WATCH_BYTES = CAROM_SCENE_ALIGNMENT };

#if CAROM_HAS_ASSERTS && CAROM_HAS_ATOMICS

#include <stdatomic.h>

static inline atomic_int *scene_running(const carom_scene *view) {
    const union {
        const carom_scene *view;
        char *bytes; // a query takes its scene as const, and yet the count behind it changes
    } same = {view};
    return (atomic_int *)(void *)(same.bytes + sizeof *view);
}

static inline void scene_ask_begin(const carom_scene *s) {
    if (s->links_at == 0)
        return;
    CAROM_ASSERT(memcmp(s->magic, VIEW_MAGIC, sizeof s->magic) == 0); // else it is destroyed
    const int running = atomic_fetch_add(scene_running(s), 1);
    CAROM_ASSERT(running >= 0); // else the scene is being edited
}

static inline void scene_ask_end(const carom_scene *s) {
    if (s->links_at != 0)
        atomic_fetch_sub(scene_running(s), 1);
}

static inline void scene_edit_begin(const carom_scene *view) {
    int running = 0;
    const bool alone = atomic_compare_exchange_strong(scene_running(view), &running, -1);
    CAROM_ASSERT(alone); // else a query about the scene runs, or another edit
}

static inline void scene_edit_end(const carom_scene *view) {
    atomic_store(scene_running(view), 0);
}

#else

static inline void scene_ask_begin(const carom_scene *s) {
    (void)s;
}

static inline void scene_ask_end(const carom_scene *s) {
    (void)s;
}

static inline void scene_edit_begin(const carom_scene *view) {
    (void)view;
}

static inline void scene_edit_end(const carom_scene *view) {
    (void)view;
}

#endif

#endif
