// What the steps of building a scene share. Room: scene.
//
// Each step is a number of tasks that write different memory, so threads can share it. The tasks do
// not depend on the number of threads, and neither does any byte of the scene.
#ifndef CAROM_SCENE_BUILD_H
#define CAROM_SCENE_BUILD_H

#include "scene/layout.h"
#include "scene/wall_order.h"

// Walls are inspected and sorted in at most BLOCKS_MAX blocks of at least BLOCK_WALLS.
enum { BLOCKS_MAX = 64, BLOCK_WALLS = 1 << 15 };

// What is known of a block of walls, or of all.
typedef struct wall_survey {
    // The lowest index of an invalid wall; the count of all walls if there is none.
    size_t bad;
    scene_parts parts;
    carom_box box;
    // The number of walls of each class, and the box of their middles, which builds for size do
    // not need.
    size_t counts[WALL_CLASSES];
    carom_box middles[WALL_CLASSES];
} wall_survey;

typedef struct scene_build {
    const carom_wall *walls;
    size_t count;
    // The square root of the count.
    double root;
    // NULL runs the tasks in the calling thread.
    const carom_task_runner *runner;
    // The header until the scene is allocated, then the scene.
    carom_scene *scene;
    size_t block_count;
    wall_survey all, blocks[BLOCKS_MAX];
} scene_build;

// Runs task(data, 0) to task(data, count - 1).
void carom_scene_run(const carom_task_runner *runner, void (*task)(void *data, size_t i),
                     void *data, size_t count);

// The first of `count` items that belongs to block i of `blocks`.
static inline size_t block_start(size_t count, size_t blocks, size_t i) {
    return (size_t)((uint64_t)count * i / blocks);
}

static inline size_t block_count_for(size_t count) {
    const size_t blocks = count / BLOCK_WALLS;
    if (blocks < 1)
        return 1;
    if (blocks > BLOCKS_MAX) // GCOVR_EXCL_BR_LINE: 2^21 walls, too many for a test
        return BLOCKS_MAX;   // GCOVR_EXCL_LINE: the same
    return blocks;
}

// Sets the index part: all bounded walls class by class, each class in Hilbert order, then rays and
// lines. The leaves and the slots, not yet filled, serve as scratch memory.
void carom_scene_curve_order(scene_build *b);

#endif
