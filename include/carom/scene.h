// A fixed set of walls with an index over it: who touches, who is nearest, who is met first, among
// millions.
//
// Every answer is the one a loop over all walls with the calls of relation and sweep would give,
// exactly. A scene never changes: any number of threads may ask it at once. Nothing but create
// allocates. It is one block of memory without pointers, so that a file of it can be mapped and
// used as it is. How it is built and what a question costs: docs/scene.md. Layer: scene.
#ifndef CAROM_SCENE_H
#define CAROM_SCENE_H

#include <stdint.h>

#include "carom/soa.h"
#include "carom/sweep.h"
#include "carom/wall_source.h"

CAROM_BEGIN_C

/// A scene. Only pointers to it are handed out.
typedef struct carom_scene carom_scene;

/// What may go wrong when a scene is made or opened.
typedef enum carom_status {
    CAROM_STATUS_OK = 0,
    /// The allocator had none.
    CAROM_STATUS_OUT_OF_MEMORY = 1,
    /// A wall that is not valid; its index is told.
    CAROM_STATUS_BAD_WALL = 2,
    /// More than CAROM_SCENE_WALLS_MAX walls.
    CAROM_STATUS_TOO_MANY_WALLS = 3,
    /// Not the image of a scene.
    CAROM_STATUS_NOT_A_SCENE = 4,
    /// The image of a scene, of another version of its format.
    CAROM_STATUS_OTHER_VERSION = 5,
    /// The image of a scene from a machine of the other byte order.
    CAROM_STATUS_OTHER_BYTE_ORDER = 6,
    /// The image of a scene, cut short, changed or not what it says.
    CAROM_STATUS_DAMAGED = 7,
    /// The image does not start at a multiple of CAROM_SCENE_ALIGNMENT bytes.
    CAROM_STATUS_MISALIGNED = 8
} carom_status;

/// "ok", "out of memory", "a wall that is not valid" and so on, for people. Static text, never
/// NULL.
CAROM_API const char *carom_status_name(carom_status status);

/// Where a scene gets its memory.
typedef struct carom_allocator {
    /// `size` bytes at a multiple of `alignment`, a power of two up to CAROM_SCENE_ALIGNMENT, or
    /// NULL.
    void *(*allocate)(void *context, size_t size, size_t alignment);
    /// Gives back what allocate gave, with the same size and alignment.
    void (*release)(void *context, void *memory, size_t size, size_t alignment);
    /// Handed to both.
    void *context;
} carom_allocator;

#define CAROM_SCENE_ALIGNMENT 64
#define CAROM_SCENE_WALLS_MAX ((size_t)1 << 31)

// ---- making, saving, opening ----

/// Makes a scene of walls of every extent and radius; it keeps them, the array is not needed
/// afterwards. Walls are named by their index in the array. The order of equal walls, and every
/// byte of the scene, depends on the walls alone. `allocator` may be NULL: malloc. It is asked
/// once, for all the memory there is: about 43 bytes a wall, 8 more if radii differ, 1 for a ray or
/// line. Takes 35 KB of stack.
///
/// On failure `*scene` is NULL and nothing is kept; with CAROM_STATUS_BAD_WALL `*bad_wall` (may be
/// NULL) is the lowest index of a wall that is not valid.
CAROM_API carom_status carom_scene_create(carom_scene **scene, const carom_wall *walls,
                                          size_t count, const carom_allocator *allocator,
                                          size_t *bad_wall);

/// Gives the memory of a created scene back, to the same allocator. NULL is fine. Not for opened
/// scenes.
CAROM_API void carom_scene_destroy(carom_scene *scene, const carom_allocator *allocator);

/// The scene as bytes, to be written to a file: they start at `scene` itself.
CAROM_API size_t carom_scene_byte_size(const carom_scene *scene);

/// A scene from the bytes of another, such as a file that was read or mapped; they must be kept
/// unchanged while the scene is used, and are not copied. `size` may be more than the scene's.
/// Every byte is read and checked, so that whatever the bytes are, a scene that opens answers as
/// its walls demand. NULL on failure, with the reason in `*status` (may be NULL).
CAROM_API const carom_scene *carom_scene_open(const void *bytes, size_t size, carom_status *status);

// ---- its walls ----

/// How many walls there are.
CAROM_API size_t carom_scene_count(const carom_scene *scene);

/// A wall by its index, which must be less than the count; bit for bit as it was given, but for the
/// sign of a zero radius.
CAROM_API carom_wall carom_scene_wall(const carom_scene *scene, size_t index);

/// The union of carom_wall_box of all walls: infinite where a ray or line is. Minimum above maximum
/// if there are none.
CAROM_API carom_box carom_scene_box(const carom_scene *scene);

/// The scene as the source of a mover's walls. The scene must outlive it.
CAROM_API carom_wall_source carom_scene_wall_source(const carom_scene *scene);

/// Is called with a wall and its index. Return false to be called no more.
typedef bool carom_wall_query_callback(void *context, size_t index, carom_wall wall);

// ---- all walls that touch ----
//
// The calls that list write the indices of the first `capacity` walls found, in rising order if all
// fit, and return how many there are, so that 0 for capacity counts. `indices` may be NULL then.
// Invalid circles, what is no carom_contact_rule, and gaps that are not finite or below 0 find
// nothing, and neither do boxes with a NaN. Visits are in any order, and end when `visit` returns
// false.

/// The walls that touch the circle.
CAROM_API size_t carom_scene_touching(const carom_scene *scene, carom_circle circle,
                                      carom_contact_rule touch, uint32_t *indices, size_t capacity);
CAROM_API void carom_scene_query_touching(const carom_scene *scene, carom_circle circle,
                                          carom_contact_rule touch,
                                          carom_wall_query_callback *visit, void *context);
/// True if any wall does; cheaper than counting.
CAROM_API bool carom_scene_touches(const carom_scene *scene, carom_circle circle,
                                   carom_contact_rule touch);

/// The walls with carom_circle_within(circle, wall, gap).
CAROM_API size_t carom_scene_within(const carom_scene *scene, carom_circle circle, double gap,
                                    uint32_t *indices, size_t capacity);
CAROM_API void carom_scene_query_within(const carom_scene *scene, carom_circle circle, double gap,
                                        carom_wall_query_callback *visit, void *context);

/// The walls whose carom_wall_box meets the box.
CAROM_API size_t carom_scene_in_box(const carom_scene *scene, carom_box box, uint32_t *indices,
                                    size_t capacity);
CAROM_API void carom_scene_query_box(const carom_scene *scene, carom_box box,
                                     carom_wall_query_callback *visit, void *context);

// ---- nearest ----

/// A wall near a circle.
typedef struct carom_neighbor {
    /// The wall's index.
    size_t index;
    /// The gap between disc and wall: -depth of carom_circle_contact.
    double gap;
} carom_neighbor;

/// The `capacity` walls nearest to the circle, or all if there are fewer, nearest first. The order
/// is that of carom_circle_compare_distance, exact; of equally near walls the lower index comes
/// first. Returns how many were written, 0 for an invalid circle. The time grows with capacity
/// times its logarithm.
CAROM_API size_t carom_scene_nearest(const carom_scene *scene, carom_circle circle,
                                     carom_neighbor *nearest, size_t capacity);

// ---- first ----

/// The wall that a moving circle meets first.
typedef struct carom_scene_hit {
    /// The wall's index; 0 if none is met.
    size_t index;
    /// Of that wall. CAROM_SWEEP_KIND_MISS if none is met, CAROM_SWEEP_KIND_INVALID for invalid
    /// input.
    carom_sweep sweep;
} carom_scene_hit;

/// The first wall met by a circle that moves by `move`: the one whose carom_circle_sweep is not a
/// miss and comes first by carom_circle_compare_time_of_impact, exactly; of walls met at the same
/// time the one with the lowest index. A graze counts as met, and so does an overlap at the start.
CAROM_API carom_scene_hit carom_scene_sweep(const carom_scene *scene, carom_circle circle,
                                            carom_vec2 move);

CAROM_END_C

#endif
