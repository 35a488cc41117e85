// The methods of five tutorials on circles and line segments, as published, mistakes and all, side
// by side with the exact answer.
//
// Each method is a file of its own that says which article it is from, what it gets right and what
// it gets wrong, with the smallest case. None of them is part of the library: use them to see, to
// teach and to compare. They work on plain double (naive-float in float), keep no state, allocate
// nothing, and give an answer, not always a sensible one, for every input. docs/classic.md.
#ifndef CAROM_CLASSIC_H
#define CAROM_CLASSIC_H

#include <stddef.h>

#include "carom/soa.h"
#include "carom/sweep.h"
#include "carom/wall_source.h"

CAROM_BEGIN_C

/// The methods.
typedef enum carom_classic {
    /// Article 1, area.c: height of a triangle over the line through a and b, closed.
    CAROM_CLASSIC_AREA_LINE = 0,
    /// Article 1, area.c: the same for the segment, with the farthest end: a ring, closed.
    CAROM_CLASSIC_AREA = 1,
    /// Article 2, closest_point.c: projection and its overlap vector, open.
    CAROM_CLASSIC_CLOSEST_POINT = 2,
    /// Article 3, moving_circle.c: a moving circle against a segment. The only one that sweeps.
    CAROM_CLASSIC_MOVING_CIRCLE = 3,
    /// Article 4, falling_circles.c: its first approach, the horizontal gate, closed.
    CAROM_CLASSIC_FALLING_GATE = 4,
    /// Article 4, falling_circles.c: its second approach, the projection, closed.
    CAROM_CLASSIC_FALLING_PROJECTION = 5,
    /// Article 5, tangent_clamp.c: clamping on the tangent, open.
    CAROM_CLASSIC_TANGENT_CLAMP = 6,
    /// No article, naive.c: what most code does: clamp, then compare squared distances, closed.
    CAROM_CLASSIC_NAIVE_DOUBLE = 7,
    /// The same with every number rounded to float.
    CAROM_CLASSIC_NAIVE_FLOAT = 8
} carom_classic;

#define CAROM_CLASSIC_COUNT 9

/// "area-line", "area", "closest-point", "moving-circle", "falling-gate", "falling-projection",
/// "tangent-clamp", "naive-double", "naive-float". "invalid" for what is none. Static text.
const char *carom_classic_name(carom_classic method);

/// One line for people: which article, in a few words. Static text, "" for what is none.
const char *carom_classic_summary(carom_classic method);

/// True for the one that answers moving circles; the others answer circles at rest.
bool carom_classic_is_sweep(carom_classic method);

/// The question a method at rest asks: closed or open disc, or ring. Closed for a sweep.
carom_contact_rule carom_classic_rule(carom_classic method);

/// The extent of the walls that the method knows; it ignores that of the wall it is given.
carom_extent carom_classic_extent(carom_classic method);

// ---- the steps of a method, for people to follow ----

/// One step: a quantity with one or two numbers. A yes or no is 1 or 0.
typedef struct carom_classic_step {
    /// What the article computes, as a short formula in ASCII: "distance = tangent . difference".
    /// Static text.
    const char *text;
    double value[2];
    /// How many numbers there are: 1 or 2.
    int count;
} carom_classic_step;

#define CAROM_CLASSIC_STEPS_MAX 24

/// All steps that were taken, in their order.
typedef struct carom_classic_steps {
    carom_classic_step step[CAROM_CLASSIC_STEPS_MAX];
    int count;
} carom_classic_steps;

// ---- answers ----

/// What a method says of a circle at rest. Walls with a radius are asked with the sum of both,
/// rounded, as a reader of the article would do.
typedef struct carom_classic_contact {
    bool collides;
    /// The method also gives the nearest point on the wall.
    bool has_point;
    carom_vec2 point;
    /// The method also gives a vector that is to move the circle out; only where it collides.
    bool has_offset;
    carom_vec2 offset;
} carom_classic_contact;

/// The answer of a method at rest, all zero for a sweep. `steps` may be NULL; else the steps are
/// written there.
carom_classic_contact carom_classic_relate(carom_classic method, carom_circle circle,
                                           carom_wall wall, carom_classic_steps *steps);

/// What a method says of a moving circle.
typedef struct carom_classic_sweep {
    bool hits;
    double t;
    /// Centre at the contact.
    carom_vec2 center;
    /// The normal that it reflects about.
    carom_vec2 normal;
    /// Centre at t = 1 after the reflection; without a hit, center + move.
    carom_vec2 end;
} carom_classic_sweep;

/// The answer of CAROM_CLASSIC_MOVING_CIRCLE; for a method at rest, whether it collides at the end
/// of the way, which is how they are used in games: t = 1, center and end there, normal zero.
carom_classic_sweep carom_classic_sweep_circle(carom_classic method, carom_circle circle,
                                               carom_vec2 move, carom_wall wall,
                                               carom_classic_steps *steps);

// ---- against the truth ----

typedef enum carom_classic_verdict {
    CAROM_CLASSIC_VERDICT_RIGHT = 0,
    /// It says yes, and the exact answer is no.
    CAROM_CLASSIC_VERDICT_FALSE_HIT = 1,
    /// It says no, and the exact answer is yes.
    CAROM_CLASSIC_VERDICT_MISSED = 2,
    /// Of a sweep: both say yes, at times more than 1e-9 apart or with a centre more than 1e-9 of
    /// the move's length apart.
    CAROM_CLASSIC_VERDICT_WRONG_TIME = 3,
    /// Circle or wall are not valid.
    CAROM_CLASSIC_VERDICT_NO_QUESTION = 4
} carom_classic_verdict;

/// "right", "false-hit", "missed", "wrong-time", "invalid". Static text.
const char *carom_classic_verdict_name(carom_classic_verdict verdict);

/// The exact answer to the question that the method asks, of a wall of the extent it knows: the
/// touch question of carom_classic_rule for methods at rest (`move` is ignored), for a sweep
/// whether its kind is hit or overlap.
bool carom_classic_truth(carom_classic method, carom_circle circle, carom_vec2 move,
                         carom_wall wall);

/// The method against the truth.
carom_classic_verdict carom_classic_judge(carom_classic method, carom_circle circle,
                                          carom_vec2 move, carom_wall wall);

/// Judges every centre of a grid: verdicts[row * columns + column] is a carom_classic_verdict of
/// the circle with its centre in the middle of that cell of `window`, row 0 at window.max.y, as
/// pictures have it. `counts` (may be NULL) gets how often each verdict came. The middle of a cell
/// is a double: min + (column + 0.5) / columns * (max - min), rounded at each step.
void carom_classic_map(carom_classic method, double radius, carom_vec2 move, carom_wall wall,
                       carom_box window, size_t columns, size_t rows, unsigned char *verdicts,
                       size_t counts[5]);

/// The centre of one cell of such a map.
carom_vec2 carom_classic_map_center(carom_box window, size_t columns, size_t rows, size_t column,
                                    size_t row);

CAROM_END_C

#endif
