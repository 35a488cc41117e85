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
    // The whole path and the distance without the margin.
    carom_vec2 whole;
    double reach;
    // The fraction of the whole path that crosses a few leaves, 1 if the path is short. At first
    // only this part is searched: all its leaves are found, and then their walls are sorted, while
    // the region stays as it is. 0 if the search goes through the tree, near leaves first.
    double first_part;
    // The wall visited certainly does not matter before this fraction of the whole path.
    double early;
    // The fraction of the whole path that still matters.
    double until;
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

// Starts a search along the path of `from` by `move`. If `may_repeat`, walls near the first part
// can be visited twice. The difference of two places, a product of it with a fraction and the sum
// are off by 5 e of the largest coordinate of the path, e = 2^-53; 16 e are added to `reach`. Boxes
// need no further margin, because rounding is monotonic.
void carom_search_start(tree_search *t, const carom_scene *s, carom_vec2 from, carom_vec2 move,
                        double reach, bool may_repeat);

// Goes on with the whole path, as far as it still matters.
void carom_search_whole(tree_search *t);

// Shrinks the search to the fraction `until` of the path.
void carom_search_shrink(tree_search *t, double until);

// ---- points ----

// Squares of lengths up to the largest span do not overflow.
#define POINT_SPAN_MAX 0x1p500

// A search for the walls nearest to a point.
typedef struct point_search {
    const carom_scene *scene;
    carom_vec2 from;
    float from_x, from_y;
    // The largest squared distance from `from` that still matters, in index coordinates.
    float limit;
    // The largest rough distance that still matters.
    double most;
    // If only the nearest wall is asked for: how much the rough distance of another may be more.
    // Else infinite.
    double beyond_least;
    // Walls that reach farther than this from `from` have no rough distance, nor have wider ones.
    // At most POINT_SPAN_MAX.
    double span;
} point_search;

// The span of a search around a place. Most walls lie within some thousand times the typical
// distance from the origin.
static inline double span_around(const carom_scene *s, carom_vec2 c) {
    const double far = fabs(c.x - s->origin_x) + fabs(c.y - s->origin_y) + 0x1p12 / s->scale;
    return smaller(far, POINT_SPAN_MAX);
}

// Starts a search for the walls within `reach` of a point. A common radius of all walls does not
// count: distances are those of the axes then, else those of the surfaces.
void carom_point_search_start(point_search *t, const carom_scene *s, carom_vec2 from, double span,
                              double reach);

// Shrinks the search to the walls within `reach` with rough distances up to `most`.
void carom_point_search_shrink(point_search *t, double reach, double most);

// ---- fans ----

enum { FAN_BEAMS = 8 };

// A search for the walls near several paths from one place: neighbouring beams of a fan.
typedef struct beam_packet {
    // The region of all beams. It has no slab.
    tree_search search;
    // The distance within which an axis matters, with a margin for rounding. If radii differ, the
    // wall's own radius comes on top.
    double reach;
    // The beams that exist, as bits. Where there is none, the arrays hold the first one.
    unsigned beams;
    // By beam: the path, its slab as in tree_search, and the part of the path that still matters:
    // from 0 to the time `until`.
    double path_x[FAN_BEAMS], path_y[FAN_BEAMS];
    double normal_x[FAN_BEAMS], normal_y[FAN_BEAMS], slab_margin[FAN_BEAMS];
    double until[FAN_BEAMS];
    // By beam, in index coordinates: the slab, the length of the path, and the largest squared
    // distance that still matters.
    float index_normal_x[FAN_BEAMS], index_normal_y[FAN_BEAMS];
    float index_offset[FAN_BEAMS], index_margin[FAN_BEAMS];
    double length[FAN_BEAMS];
    float limit[FAN_BEAMS];
} beam_packet;

// True if the path is long enough for a slab. False for infinity and NaN.
static inline bool has_slab(carom_vec2 path) {
    const double size = larger(fabs(path.x), fabs(path.y));
    return size >= 0x1p-500 && size <= DBL_MAX;
}

// Starts a search along `count` paths that have a slab, 1 to FAN_BEAMS of them.
void carom_packet_start(beam_packet *p, const carom_scene *s, carom_vec2 from,
                        const carom_vec2 *paths, size_t count, double reach);

// Shrinks the path of a beam: only times up to `until` matter.
void carom_packet_shrink(beam_packet *p, size_t beam, double until);

// ---- traversals ----

// Called with walls that may matter: bit i of `slots` stands for slot first + i; `slots` is not 0.
// Returns false to end the traversal.
typedef bool box_visit(void *context, size_t first, unsigned slots);
// Called with one wall that may matter. May shrink the search. Returns false to end the traversal.
typedef bool search_visit(void *context, tree_search *t, size_t slot);
// Called with walls that may be near: bit i of `slots` stands for slot first + i; `slots` is not 0.
// By i, their rough distances, which are off by less than 2^-48 of the span, or NaN. Those of rays
// and lines mean nothing. May shrink the search.
typedef void point_visit(void *context, point_search *t, size_t first, unsigned slots,
                         const double *rough);
// Called with a beam and a wall that may matter to it. May shrink the path of the beam.
typedef void beam_visit(void *context, beam_packet *p, size_t beam, size_t slot);

// The traversals of an instruction set. Call them through scene_visit_box, scene_visit_search,
// scene_visit_point, scene_visit_packet and scene_descend.
typedef struct scene_traversals {
    const char *name;
    void (*box)(const carom_scene *s, const carom_box *box, box_visit *visit, void *context);
    void (*search)(tree_search *t, search_visit *visit, void *context);
    void (*point)(point_search *t, point_visit *visit, void *context);
    void (*gaps)(const carom_scene *s, carom_circle circle, carom_neighbor *found, size_t count);
    void (*packet)(beam_packet *p, beam_visit *visit, void *context);
    uint32_t (*descend)(const carom_scene *s, uint32_t node, uint32_t levels, const index_box *box);
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

static inline void scene_visit_point(point_search *t, point_visit *visit, void *context) {
    scene_ask_begin(t->scene);
    carom_scene_choose()->point(t, visit, context);
    scene_ask_end(t->scene);
}

static inline void scene_visit_packet(beam_packet *p, beam_visit *visit, void *context) {
    scene_ask_begin(p->search.scene);
    carom_scene_choose()->packet(p, visit, context);
    scene_ask_end(p->search.scene);
}

// Goes down from a node of a tree with links, through so many levels of nodes, always to the child
// whose box a new box enlarges least. Returns the leaf's place: NODE_CHILDREN * node + child. For
// edits, so nothing counts it as a query.
static inline uint32_t scene_descend(const carom_scene *s, uint32_t node, uint32_t levels,
                                     const index_box *box) {
    return carom_scene_choose()->descend(s, node, levels, box);
}

// Removes the lowest bit and returns its position.
static inline unsigned take_lowest(unsigned *bits) {
    CAROM_ASSERT(*bits != 0);
    const unsigned i = (unsigned)trailing_zeros(*bits);
    *bits &= *bits - 1;
    return i;
}

#endif
