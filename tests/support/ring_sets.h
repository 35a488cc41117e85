// Sets of walls that bound areas, each with a different difficulty, and points and circles for
// them.
//
// A set depends only on (kind, seed) and is the same on every machine: only + - * / and exact
// scaling are used. Rings are closed, and otherwise anything: they cross, touch and repeat. Points
// are made from the walls, so that many are on the boundary or level with its vertices. Room:
// tests.
#ifndef CAROM_TESTS_RING_SETS_H
#define CAROM_TESTS_RING_SETS_H

#include "carom/areas.h"
#include "random.h"

enum { RING_WALLS_MAX = 4096 };

typedef enum ring_kind {
    /// Random rings over small integers, of one area.
    RINGS_ONE,
    /// The same, of a few areas, some of them in several.
    RINGS_FEW,
    /// Level and upright walls only.
    RINGS_SQUARE,
    /// Small integers times 2^1000.
    RINGS_HUGE,
    /// Small integers times the least number.
    RINGS_TINY,
    /// Small integers added to 2^52.
    RINGS_FAR,
    /// A tall comb, and one that lies.
    RINGS_COMB,
    /// Squares in squares, an area each: more than a set holds.
    RINGS_NESTED,
    /// Neighbours in a grid that is bent, an area each: all borders are shared.
    RINGS_TILES,
    /// Areas that overlap so deeply that there are no labels.
    RINGS_DEEP,
    /// A round coast with bays, an island in its lake, other areas around it; any doubles.
    RINGS_COAST,
    /// No height, or a single point.
    RINGS_FLAT,
    RINGS_COUNT
} ring_kind;

const char *ring_kind_name(ring_kind kind);

typedef struct ring_set {
    ring_kind kind;
    carom_wall walls[RING_WALLS_MAX];
    size_t count;
    /// The areas, 1 to `areas`, times this, so that their numbers may be large.
    uint32_t areas, factor;
    /// The typical distance of neighbours.
    double unit;
} ring_set;

/// Makes the set. Thick if `thick`: then the areas have radii, sometimes all the same. With
/// `others`, walls of no area are among them, also rays and lines.
void ring_set_make(ring_set *r, ring_kind kind, uint64_t seed, bool thick, bool others);

carom_vec2 ring_set_point(const ring_set *r, random_source *g);

/// A circle, often tangent to a wall.
carom_circle ring_set_circle(const ring_set *r, random_source *g);

/// A number of an area, sometimes of none.
uint32_t ring_set_area(const ring_set *r, random_source *g);

#endif
