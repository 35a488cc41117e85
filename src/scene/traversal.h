// Traversal of a scene's tree: to all walls near a box, or to the walls near a point or path, near
// ones first, while the search region shrinks.
//
// A traversal reports every wall that may matter, and possibly others; it decides nothing. Boxes
// are compared after monotonic maps (rounding, index coordinates), so no wall is lost. Numbers
// computed from boxes include a margin for their error. traversal_lanes.h is compiled for each
// instruction set. Room: scene.
#ifndef CAROM_SCENE_TRAVERSAL_H
#define CAROM_SCENE_TRAVERSAL_H

#include "contracts.h"
#include "scene/layout.h"
#include "scene/watch.h"
#include "simd/instruction_sets.h"

// ---- what is asked for ----

// The slab |normal . p - offset| <= margin along a path, in index coordinates.
typedef struct index_slab {
    float normal_x, normal_y, offset, margin;
} index_slab;

// A search for the walls within `reach` of a path, or of a point if both ends of the path are
// equal. Visitors can shrink it with carom_search_shrink.
typedef struct tree_search {
    const carom_scene *scene;
    carom_vec2 from;
    // The region that still matters.
    carom_box box;
    index_box near;
    // The largest squared distance from `from` that still matters, in index coordinates.
    float limit;
    float from_x, from_y;
    index_slab slab;
    // The same slab in doubles, relative to `from`. A point has none.
    bool has_slab;
    carom_vec2 normal;
    double slab_margin;
    // How often the search has been shrunk.
    unsigned narrowed;
    // The part of the path that still matters, and the distance within which an axis matters, with
    // a margin for rounding.
    carom_vec2 path;
    double margin;
} tree_search;

// The sum of two numbers >= 0, rounded up.
static inline double sum_up(double p, double q) {
    return (p + q) * (1.0 + 0x1p-51) + DBL_TRUE_MIN;
}

// The largest distance from the centre at which an axis matters: circle radius + gap + the radius
// common to all walls. If radii differ, the boxes contain them.
static inline double reach_of(const carom_scene *s, double radius, double gap) {
    return sum_up(sum_up(radius, gap), s->radius);
}

// The box of a circle of radius `reach`. Every axis within `reach` overlaps the box, rounding
// included.
static inline carom_box box_around(carom_vec2 center, double reach) {
    const carom_box box = {{center.x - reach, center.y - reach},
                           {center.x + reach, center.y + reach}};
    return box;
}

// Starts a search along a path.
void carom_search_start(tree_search *t, const carom_scene *s, carom_vec2 from, carom_vec2 to,
                        double reach);

// Shrinks the search to the path as far as `to` and the walls within `reach` of it. `to` may be off
// by 6 e of the largest coordinate of the path, e = 2^-53; 16 e are added. from + fraction (to -
// from) is off by 5 e. Boxes need no further margin, because rounding is monotonic.
void carom_search_shrink(tree_search *t, carom_vec2 to, double reach);

// ---- traversals ----

// Called with walls that may matter: bit i of `slots` stands for slot first + i; `slots` is not 0.
// Returns false to end the traversal.
typedef bool box_visit(void *context, size_t first, unsigned slots);
// Called with one wall that may matter. May shrink the search. Returns false to end the traversal.
typedef bool search_visit(void *context, tree_search *t, size_t slot);

// The traversals of an instruction set. Call them through scene_visit_box and scene_visit_search.
typedef struct scene_traversals {
    const char *name;
    void (*box)(const carom_scene *s, const carom_box *box, box_visit *visit, void *context);
    void (*search)(tree_search *t, search_visit *visit, void *context);
} scene_traversals;

// Each is defined if carom_batch_* of the same set is.
extern const scene_traversals carom_scene_scalar, carom_scene_sse2, carom_scene_avx2,
    carom_scene_neon, carom_scene_simd128;

// The best set that this processor supports.
const scene_traversals *carom_scene_choose(void);

static inline void scene_visit_box(const carom_scene *s, const carom_box *box, box_visit *visit,
                                   void *context) {
    scene_ask_begin(s);
    carom_scene_choose()->box(s, box, visit, context);
    scene_ask_end(s);
}

static inline void scene_visit_search(tree_search *t, search_visit *visit, void *context) {
    scene_ask_begin(t->scene);
    carom_scene_choose()->search(t, visit, context);
    scene_ask_end(t->scene);
}

// Removes the lowest bit and returns its position.
static inline unsigned take_lowest(unsigned *bits) {
    CAROM_ASSERT(*bits != 0);
    const unsigned i = (unsigned)trailing_zeros(*bits);
    *bits &= *bits - 1;
    return i;
}

#endif
