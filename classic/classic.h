// The methods of five tutorials on circles and line segments, as published with their errors, and
// the exact answers to compare with.
//
// Each article has a file. The file lists what the method gets right and wrong, with the smallest
// cases. The methods are for teaching and comparison; they are not part of the library. They
// compute in double (naive-float in float), keep no state, allocate nothing, and return for every
// input. See docs/classic.md.
#ifndef CAROM_CLASSIC_H
#define CAROM_CLASSIC_H

#include <stddef.h>

#include "carom/soa.h"
#include "carom/sweep.h"
#include "carom/world.h"

CAROM_BEGIN_C

/// The methods.
typedef enum carom_classic {
    /// Article 1, area.c: height of a triangle over the line through a and b, closed.
    CAROM_CLASSIC_AREA_LINE = 0,
    /// Article 1, area.c: the same for a segment and a ring.
    CAROM_CLASSIC_AREA = 1,
    /// Article 2, closest_point.c: projection and a depenetration vector, open.
    CAROM_CLASSIC_CLOSEST_POINT = 2,
    /// Article 3, moving_circle.c: a moving circle against a segment. The only one that sweeps.
    CAROM_CLASSIC_MOVING_CIRCLE = 3,
    /// Article 4, falling_circles.c: its first approach, the horizontal gate, closed.
    CAROM_CLASSIC_FALLING_GATE = 4,
    /// Article 4, falling_circles.c: its second approach, the projection, closed.
    CAROM_CLASSIC_FALLING_PROJECTION = 5,
    /// Article 5, tangent_clamp.c: clamping on the tangent, open.
    CAROM_CLASSIC_TANGENT_CLAMP = 6,
    /// No article, naive.c: clamp, then compare squared distances, closed.
    CAROM_CLASSIC_NAIVE_DOUBLE = 7,
    /// The same with every number rounded to float.
    CAROM_CLASSIC_NAIVE_FLOAT = 8
} carom_classic;

#define CAROM_CLASSIC_COUNT 9

/// "area-line", "area", "closest-point", "moving-circle", "falling-gate", "falling-projection",
/// "tangent-clamp", "naive-double", "naive-float". "invalid" for another value. Static text.
const char *carom_classic_name(carom_classic method);

/// The article and the method in a few words. Static text, "" for another value.
const char *carom_classic_summary(carom_classic method);

/// True for the method of moving circles; the others are for circles at rest.
bool carom_classic_is_sweep(carom_classic method);

/// The contact rule of a method at rest: closed disc, open disc or ring. Closed for a sweep.
carom_contact_rule carom_classic_rule(carom_classic method);

/// The extent that the method supports. It ignores the extent of the given wall.
carom_extent carom_classic_extent(carom_classic method);

// ---- the steps of a method ----

/// One step: a quantity with one or two numbers. Yes is 1 and no is 0.
typedef struct carom_classic_step {
    /// The formula of the article in ASCII: "distance = tangent . difference".
    /// Static text.
    const char *text;
    double value[2];
    /// The number of values, 1 or 2.
    int count;
} carom_classic_step;

#define CAROM_CLASSIC_STEPS_MAX 24

/// All steps in order.
typedef struct carom_classic_steps {
    carom_classic_step step[CAROM_CLASSIC_STEPS_MAX];
    int count;
} carom_classic_steps;

// ---- answers ----

/// The answer of a method for a circle at rest. If the wall has a radius, the method gets the
/// rounded sum of both radii.
typedef struct carom_classic_contact {
    bool collides;
    /// The method also returns the nearest point on the wall.
    bool has_point;
    carom_vec2 point;
    /// The method also returns a depenetration vector; only if it collides.
    bool has_offset;
    carom_vec2 offset;
} carom_classic_contact;

/// Returns the answer of a method at rest, all zeros for a sweep. `steps` receives the steps; it
/// may be NULL.
carom_classic_contact carom_classic_relate(carom_classic method, carom_circle circle,
                                           carom_wall wall, carom_classic_steps *steps);

/// The answer of a method for a moving circle.
typedef struct carom_classic_sweep {
    bool hits;
    double t;
    /// The centre at contact.
    carom_vec2 center;
    /// The normal of the reflection.
    carom_vec2 normal;
    /// The centre at t = 1 after the reflection; without a hit, center + move.
    carom_vec2 end;
} carom_classic_sweep;

/// Returns the answer of CAROM_CLASSIC_MOVING_CIRCLE. A method at rest tests the end of the path,
/// as games use it: t = 1, center and end are there, and the normal is zero.
carom_classic_sweep carom_classic_sweep_circle(carom_classic method, carom_circle circle,
                                               carom_vec2 move, carom_wall wall,
                                               carom_classic_steps *steps);

// ---- comparison with the exact answer ----

typedef enum carom_classic_verdict {
    CAROM_CLASSIC_VERDICT_RIGHT = 0,
    /// It says yes, and the exact answer is no.
    CAROM_CLASSIC_VERDICT_FALSE_HIT = 1,
    /// It says no, and the exact answer is yes.
    CAROM_CLASSIC_VERDICT_MISSED = 2,
    /// For a sweep: both say yes, but the times differ by more than 1e-9, or the centres by more
    /// than 1e-9 of the length of the displacement.
    CAROM_CLASSIC_VERDICT_WRONG_TIME = 3,
    /// The circle or the wall is invalid.
    CAROM_CLASSIC_VERDICT_NO_QUESTION = 4
} carom_classic_verdict;

/// "right", "false-hit", "missed", "wrong-time", "invalid". Static text.
const char *carom_classic_verdict_name(carom_classic_verdict verdict);

/// Returns the exact answer for a wall of the extent that the method supports. For a method at rest
/// it follows carom_classic_rule and ignores `move`. For a sweep it is whether the kind is hit or
/// overlap.
bool carom_classic_truth(carom_classic method, carom_circle circle, carom_vec2 move,
                         carom_wall wall);

/// Compares the method with the exact answer.
carom_classic_verdict carom_classic_judge(carom_classic method, carom_circle circle,
                                          carom_vec2 move, carom_wall wall);

/// Judges every centre of a grid: verdicts[row * columns + column] is the carom_classic_verdict for
/// a centre in the middle of that cell of `window`. Row 0 is at window.max.y. `counts` receives the
/// number of each verdict; it may be NULL. The middle of a cell is
/// min + (column + 0.5) / columns * (max - min), rounded at each step.
void carom_classic_map(carom_classic method, double radius, carom_vec2 move, carom_wall wall,
                       carom_box window, size_t columns, size_t rows, unsigned char *verdicts,
                       size_t counts[5]);

/// Returns the centre of one cell of such a map.
carom_vec2 carom_classic_map_center(carom_box window, size_t columns, size_t rows, size_t column,
                                    size_t row);

CAROM_END_C

#endif
