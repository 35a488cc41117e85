// Walks through the tree of a scene: to all walls near a box, and to walls near a place or a way,
// early ones first, while what is asked for shrinks.
//
// Nothing here decides: every wall that may matter is named, others may be among them. Boxes are
// compared after maps that never fall (rounding, index coordinates), so none is lost; where numbers
// are computed from boxes, their error is allowed for. One text, scene_lanes.h, is compiled for
// each instruction set. Layer: scene.
#ifndef CAROM_SCENE_WALKS_H
#define CAROM_SCENE_WALKS_H

#include "contracts.h"
#include "scene/layout.h"
#include "simd/instruction_sets.h"

// ---- what is asked for ----

// The strip |normal . p - offset| <= room along a way, in index coordinates.
typedef struct index_slab {
    float normal_x, normal_y, offset, margin;
} index_slab;

// The walls within `reach` of a way, or of a place if both its ends are the same. Visitors may make
// it less with carom_search_shrink.
typedef struct tree_search {
    const carom_scene *scene;
    carom_vec2 from;
    // What still matters.
    carom_box box;
    index_box near;
    // Boxes at a greater distance from `from`, squared, do not matter; in index coordinates.
    float limit;
    float from_x, from_y;
    index_slab slab;
    // The same strip in doubles, around `from`; there is none for a place.
    bool has_slab;
    carom_vec2 normal;
    double slab_margin;
    // How often the search was narrowed.
    unsigned narrowed;
    // The way as far as it matters, and how near to it axes do, with room for its rounding.
    carom_vec2 path;
    double margin;
} tree_search;

// A sum of numbers >= 0, not below the real one.
static inline double sum_up(double p, double q) {
    return (p + q) * (1.0 + 0x1p-51) + DBL_TRUE_MIN;
}

// How far from a centre an axis may be: circle radius, gap and the radius that all walls have.
// Walls with radii of their own have them in their boxes.
static inline double reach_of(const carom_scene *s, double radius, double gap) {
    return sum_up(sum_up(radius, gap), s->radius);
}

// The box of a circle of radius `reach`. An axis that comes so near meets the box, after rounding,
// too.
static inline carom_box box_around(carom_vec2 center, double reach) {
    const carom_box box = {{center.x - reach, center.y - reach},
                           {center.x + reach, center.y + reach}};
    return box;
}

// Starts a search along a way.
void carom_search_start(tree_search *t, const carom_scene *s, carom_vec2 from, carom_vec2 to,
                        double reach);

// Sets how much still matters: the way as far as `to`, and walls within `reach` of it. Rounding of
// `to` by some ulp is allowed for: by 6 e of the largest coordinate of the way, e = 2^-53, of the
// 16 e that are added; from + share (to - from) takes 5. Boxes need no more: rounding never falls.
void carom_search_shrink(tree_search *t, carom_vec2 to, double reach);

// ---- walks ----

// Called with walls that may matter: bit i of `slots`, not 0, stands for slot first + i. False ends
// the walk.
typedef bool box_visit(void *context, size_t first, unsigned slots);
// Called with one such wall, which may narrow the search.
typedef bool search_visit(void *context, tree_search *t, size_t slot);

// The walks of an instruction set.
typedef struct scene_traversals {
    const char *name;
    void (*box)(const carom_scene *s, const carom_box *box, box_visit *visit, void *context);
    void (*search)(tree_search *t, search_visit *visit, void *context);
} scene_traversals;

// Defined where carom_batch_* of the same set are.
extern const scene_traversals carom_scene_scalar, carom_scene_sse2, carom_scene_avx2,
    carom_scene_neon, carom_scene_simd128;

// The best set of this processor.
const scene_traversals *carom_scene_choose(void);

// Takes the lowest bit.
static inline unsigned take_lowest(unsigned *bits) {
    CAROM_ASSERT(*bits != 0);
    const unsigned i = (unsigned)trailing_zeros(*bits);
    *bits &= *bits - 1;
    return i;
}

#endif
