// The mirror of a scene that changes: an array of walls by index that gets the same edits, and a
// loop over it that answers every question (scene_mirror.h). Indices without a wall hold a wall of
// NaN. The tests say id for an index: the mirror adds the generation.
//
// `broken` names the first difference. Random edits come in phases: growth, churn, shrinking, walls
// that wander, walls in one spot. Tests and the fuzz target use it. Room: tests.
#ifndef CAROM_TESTS_EDIT_MIRROR_H
#define CAROM_TESTS_EDIT_MIRROR_H

#include "carom/dynamic_scene.h"
#include "scene_mirror.h"

enum { EDIT_IDS_MAX = 4096 };

typedef struct edit_mirror {
    carom_dynamic_scene *scene;
    /// By id, up to `end`; not valid if the id is not in use.
    carom_wall walls[EDIT_IDS_MAX];
    size_t end, count;
    /// The id that each index has, or had last.
    carom_dynamic_id known[EDIT_IDS_MAX];
    /// The ids removed, the last one at the end.
    uint32_t removed[EDIT_IDS_MAX];
    size_t removed_count;
    const char *broken;
    /// The number of answers that name a wall.
    long found;
    size_t turn;
    /// The view, which stays the same.
    const carom_scene *view;
    /// Scratch memory of edits of many walls.
    carom_dynamic_id listed[EDIT_IDS_MAX];
    uint32_t ids[EDIT_IDS_MAX];
    carom_wall moved[EDIT_IDS_MAX];
} edit_mirror;

/// Starts with these walls, valid ones. `allocator` may be NULL. Ends the program without memory.
void edit_mirror_start(edit_mirror *m, const carom_wall *walls, size_t count,
                       const carom_allocator *allocator);
void edit_mirror_end(edit_mirror *m);

// Each edit returns its status, and notes what is broken: an id that is not the documented one, a
// status that does not fit the wall. If it fails nothing may have changed.

carom_status edit_mirror_insert(edit_mirror *m, carom_wall wall);
void edit_mirror_remove(edit_mirror *m, uint32_t id);
carom_status edit_mirror_move(edit_mirror *m, uint32_t id, carom_wall wall);
carom_status edit_mirror_set_category(edit_mirror *m, uint32_t id, uint32_t category);
/// Moves the walls ids[i] to moved[i]. If `all`, without a list of ids: moved[i] is for id i.
carom_status edit_mirror_move_many(edit_mirror *m, size_t count, bool all);

/// An id in use, any of them; there must be one.
uint32_t edit_mirror_id(const edit_mirror *m, random_source *g);

/// A random edit, of walls like those of the set.
typedef enum edit_phase {
    PHASE_GROW,
    PHASE_CHURN,
    PHASE_SHRINK,
    PHASE_WANDER,
    PHASE_ONE_SPOT,
    PHASE_COUNT
} edit_phase;
carom_status edit_mirror_random(edit_mirror *m, random_source *g, edit_phase phase, wall_set set);

/// Compares count, ids, list, box and walls.
bool edit_mirror_check_walls(edit_mirror *m);

/// Asks everything.
bool edit_mirror_check(edit_mirror *m, const wall_question *q);

/// A question for the walls.
wall_question edit_mirror_question(const edit_mirror *m, random_source *g);

#endif
