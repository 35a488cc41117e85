// The mirror of a scene: every question answered by a loop over all walls with the calls for one
// wall, and compared with what the scene says: lists, counts, visits, order, numbers, exactly.
//
// The first difference is kept in `broken` and printed with the question and, of a small scene, its
// walls as C initialisers. The tests and the fuzz targets share it. Layer: tests.
#ifndef CAROM_TESTS_SCENE_MIRROR_H
#define CAROM_TESTS_SCENE_MIRROR_H

#include "carom/scene_batch.h"
#include "wall_sets.h"

typedef struct scene_mirror {
    const carom_scene *scene;
    const carom_wall *walls;
    size_t count;
    /// What was found to differ first, or NULL; checks go on returning false then.
    const char *broken;
    /// Answers that name a wall, so that a test can see that it asked something.
    long found;

    /// Room for answers, in entries: more than there are walls.
    size_t room;
    uint32_t *expected, *got;
    carom_neighbor *nearest;
    /// One for each wall and one more: in the expected answer; visited.
    unsigned char *is_expected, *is_seen;
    /// When a way meets each wall; 2 for never.
    double *times;
    /// What varies from check to check: room in lists, where visits stop, how many nearest.
    size_t turn;
} scene_mirror;

/// A scene of these walls from malloc. Ends the program if it can't be made.
carom_scene *mirror_scene(const carom_wall *walls, size_t count);

/// Starts to mirror a scene of these walls, which must outlive the mirror. Ends the program when
/// there is no memory.
scene_mirror mirror_start(const carom_scene *scene, const carom_wall *walls, size_t count);
void mirror_end(scene_mirror *m);

// Each check asks the scene and returns false if anything differs.

/// Count, box, and the walls given back bit for bit.
bool mirror_check_walls(scene_mirror *m);

/// The lists: touching, each way of touching; within; in a box. By every call; with room for more
/// than all and, by turns, for none, one, two, one less than all, just all; visits to the end and,
/// by turns, stopped at every step.
bool mirror_check_touching(scene_mirror *m, carom_circle circle);
bool mirror_check_within(scene_mirror *m, carom_circle circle, double gap);
bool mirror_check_box(scene_mirror *m, carom_box box);

/// The 7 nearest and, by turns, 0, 1 or 2; if there are at most `all_up_to` walls, all of them and
/// five more in place of 7.
bool mirror_check_nearest(scene_mirror *m, carom_circle circle, size_t all_up_to);

/// The first wall met.
bool mirror_check_sweep(scene_mirror *m, carom_circle circle, carom_vec2 move);

/// The scene as a source of walls: none that matters is left out, each is visited at most once, by
/// visitors that look at all, shrink the way or stop. Invalid ways must do no harm.
bool mirror_check_way(scene_mirror *m, carom_path way);

/// All of these.
bool mirror_check(scene_mirror *m, const wall_question *q);

/// How mirror_check_range splits the work.
typedef struct range_split {
    /// Circles are taken as `order` says, in two calls: [0, at) and [at, count).
    const uint32_t *order;
    size_t at;
} range_split;

/// Many circles at once, in compressed form (CSR), from both parts of the split; with room for
/// none, just all and one less.
bool mirror_check_range(scene_mirror *m, const carom_circle_soa *circles, carom_contact_rule touch,
                        range_split split);

/// Whole batches: lists with just enough room and one less, and sweeps against single ones.
bool mirror_check_batch(scene_mirror *m, const carom_circle_soa *circles, carom_contact_rule touch);
bool mirror_check_sweep_batch(scene_mirror *m, const carom_moving_circle_soa *movers);

/// Many circles within a gap of walls, from both parts of the split, with room for all.
bool mirror_check_within_range(scene_mirror *m, const carom_circle_soa *circles, double gap,
                               range_split split);

/// Many moving circles at once.
bool mirror_check_sweep_range(scene_mirror *m, const carom_moving_circle_soa *movers,
                              range_split split);

/// The order along the curve: each circle once, invalid ones last, the same every time.
bool mirror_check_order(scene_mirror *m, const carom_circle_soa *circles, uint32_t *order);

// The mirror's own answers.

/// True if the first wall is met before the second, exactly, or at the same time and has the lower
/// index.
bool mirror_is_before(const scene_mirror *m, carom_circle circle, carom_vec2 move, size_t first,
                      size_t second);

/// The first hit by a loop over all walls.
carom_scene_hit mirror_sweep(const scene_mirror *m, carom_circle circle, carom_vec2 move);

/// True if all fields are equal; -0 is 0.
bool mirror_same_hit(const carom_scene_hit *p, const carom_scene_hit *q);

/// Notes that `what` is broken, and prints it with the walls if there are few; returns false.
bool mirror_break(scene_mirror *m, const char *what);

/// Prints numbers of the question after a difference.
void mirror_print_circle(carom_circle circle);

#endif
