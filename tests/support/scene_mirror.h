// The mirror of a scene: a loop over all walls answers every question with the calls for one wall.
// It compares lists, counts, visits, order and numbers exactly with those of the scene.
//
// `broken` names the first difference. It is printed with the question and, for a small scene, the
// walls as C initialisers. Tests and fuzz targets use it. Room: tests.
#ifndef CAROM_TESTS_SCENE_MIRROR_H
#define CAROM_TESTS_SCENE_MIRROR_H

#include "carom/scene_batch.h"
#include "wall_sets.h"

typedef struct scene_mirror {
    const carom_scene *scene;
    /// A wall that is not valid stands for an index without a wall, in a view of a scene that
    /// changes.
    const carom_wall *walls;
    size_t count;
    /// The first difference, or NULL. All later checks return false.
    const char *broken;
    /// The number of answers that name a wall, so that a test can check that its questions had
    /// answers.
    long found;

    /// The capacity for answers, in entries. Larger than the number of walls.
    size_t capacity;
    uint32_t *expected, *got;
    carom_neighbor *nearest;
    /// One for each wall and one more: in the expected answer; visited.
    unsigned char *is_expected, *is_seen;
    /// The time of impact of a path for each wall; 2 for never.
    double *times;
    /// Varies from check to check: capacities, where visits stop, the number of nearest walls.
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

/// The lists: touching by each contact rule, within, near a wall, in a box, by every call. The
/// capacity is more than all and, in turn, 0, 1, 2, one less than all, exactly all. Visits go to
/// the end and, in turn, stop at every step.
bool mirror_check_touching(scene_mirror *m, carom_circle circle);
bool mirror_check_within(scene_mirror *m, carom_circle circle, double gap);
bool mirror_check_near_wall(scene_mirror *m, carom_wall wall, double gap);
bool mirror_check_box(scene_mirror *m, carom_box box);

/// The 7 nearest and, by turns, 0, 1 or 2; if there are at most `all_up_to` walls, all of them and
/// five more in place of 7.
bool mirror_check_nearest(scene_mirror *m, carom_circle circle, size_t all_up_to);

/// The first wall met.
bool mirror_check_sweep(scene_mirror *m, carom_circle circle, carom_vec2 move);

/// A fan of beams around the move, towards ends of walls, along one direction, of no length, and
/// invalid. By turns with the settings of a cast. Each beam equals the single sweep.
bool mirror_check_fan(scene_mirror *m, carom_circle circle, carom_vec2 move);

/// The scene as a wall source: no wall that matters is left out, and each is visited at most once.
/// Visitors look at all walls, shrink the path, or stop. Invalid paths must be harmless.
bool mirror_check_path(scene_mirror *m, carom_path path);

/// All of these.
bool mirror_check(scene_mirror *m, const wall_question *q);

/// Batches with a runner, or NULL: lists with the most that they may hold, and with one less.
bool mirror_check_batch(scene_mirror *m, const carom_circle_soa *circles, carom_contact_rule touch,
                        const carom_task_runner *runner);
bool mirror_check_within_batch(scene_mirror *m, const carom_circle_soa *circles, double gap,
                               const carom_task_runner *runner);
/// The walls near each of these, and the pairs of the scene's own walls. `walls` NULL: only the
/// latter. Also with `except_same_group`.
bool mirror_check_clearance(scene_mirror *m, const carom_wall *walls, size_t count, double gap,
                            const carom_filter *filter, const carom_task_runner *runner);
/// Against single calls.
bool mirror_check_nearest_batch(scene_mirror *m, const carom_circle_soa *circles, size_t k,
                                const carom_task_runner *runner);
bool mirror_check_sweep_batch(scene_mirror *m, const carom_moving_circle_soa *movers,
                              const carom_task_runner *runner);

/// The order in which a batch asks, in the calling thread: each circle once, and invalid ones last
/// if it is that of the curve.
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
