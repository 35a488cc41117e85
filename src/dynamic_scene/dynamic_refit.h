// A pass over the boxes of a scene that changes, after many walls have moved. Room: dynamic_scene.
#ifndef CAROM_DYNAMIC_REFIT_H
#define CAROM_DYNAMIC_REFIT_H

#include "dynamic_scene/dynamic.h"

typedef struct refit {
    carom_dynamic_scene *d;
    // True for a new tree: all boxes are computed, and none has grown.
    bool is_new;
    // The walls listed, and the most that are put into the tree again one by one.
    size_t strays, strays_max;
    // If many walls move, the pass itself writes them: the wall of slot s is moves[from[s]], or
    // stays if from[s] is NO_INDEX. Else NULL.
    const carom_wall *moves;
    const uint32_t *from;
    // If few walls move, the leaves in which they are.
    const uint32_t *leaves;
    size_t leaf_count;
} refit;

// Sets all boxes, and lists the walls that have left their neighbours.
void carom_dynamic_refit(refit *r);

#endif
