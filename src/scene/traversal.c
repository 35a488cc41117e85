// Searches: the region of a path that still matters, as boxes and slabs that contain it despite
// rounding. Room: scene.
#include "scene/traversal.h"

#include "contracts.h"

// The longest path that is short, and the first part of a longer one: lengths in index coordinates
// times the root of the number of walls.
static const double SHORT_SEARCH = 12.0, FIRST_PART = 6.0;

// The largest squared distance from the start that matters, if the distance `far` does. The margin
// covers the rounding of index coordinates and of the distances in list_children. Let e = 2^-24, X
// the start and D the distance. X and the side of a box that contains a place at D are off by e (2
// |X| + D) together, and their difference by e D more. For both coordinates this is multiplied by
// sqrt 2. Squares and sum are off by 1.5 e D. The total is less than 3 e (|X| + |Y|) + 5 e D.
// Clamping never increases a distance. FLT_MIN covers underflow.
static float limit_of(float from_x, float from_y, double far) {
    const double error = 0x1p-19 * (fabs((double)from_x) + fabs((double)from_y) + far);
    const double limit = (far + error) * (far + error) + (double)FLT_MIN;
    return limit < (double)FLT_MAX ? (float)(limit * (1.0 + 0x1p-20)) : HUGE_VALF;
}

// Sets the path and the box that contains everything within reach of it.
static void set_path(tree_search *t, carom_vec2 to) {
    const double size =
        larger(larger(fabs(t->from.x), fabs(t->from.y)), larger(fabs(to.x), fabs(to.y)));
    const double margin = sum_up(t->reach, size * 0x1p-49);
    t->box.min =
        carom_vec2_make(smaller(t->from.x, to.x) - margin, smaller(t->from.y, to.y) - margin);
    t->box.max =
        carom_vec2_make(larger(t->from.x, to.x) + margin, larger(t->from.y, to.y) + margin);
    t->near = index_box_of(t->scene, t->box);
    t->path = carom_vec2_sub(to, t->from);
    t->margin = margin;
}

static void set_limit(tree_search *t) {
    const double scale = t->scene->scale, x = t->path.x * scale, y = t->path.y * scale;
    // Nothing is near a path of NaN. The comparisons of nodes would not exclude even empty boxes.
    const bool is_path = (t->near.min_x <= t->near.max_x) & (t->near.min_y <= t->near.max_y) &
                         (t->from_x == t->from_x) & (t->from_y == t->from_y);
    const float limit = limit_of(t->from_x, t->from_y, sqrt(x * x + y * y) + t->margin * scale);
    t->limit = is_path ? limit : -1.0f;
}

void carom_search_shrink(tree_search *t, double until) {
    CAROM_ASSERT(until >= 0.0 && until <= t->until);
    t->until = until;
    if (t->first_part > 0.0)
        return;
    set_path(t, carom_vec2_add(t->from, carom_vec2_scale(t->whole, until)));
    set_limit(t);
    t->narrowed++;
}

// The margin of the slab of a path with this normal, whose length is between 1 and sqrt 2. The
// error of n.(q - from) for a place q on the exact path, with e = 2^-53: the end of the path is off
// by 6 e size in each coordinate, the difference to it by 2 e size, the normal by e. The total is
// 20 e size; the margin is 32. The rest, and 2^-40, cover the rounding of this sum.
static double slab_margin_of(carom_vec2 normal, double reach, double size) {
    const double length = sqrt(normal.x * normal.x + normal.y * normal.y);
    return reach * (length + 0x1p-40) + 0x1p-48 * size + DBL_MIN;
}

static index_slab index_slab_of(const tree_search *t, carom_vec2 normal, double slab_margin) {
    const index_box *near = &t->near;
    const double far = larger(larger(fabs((double)near->min_x), fabs((double)near->max_x)),
                              larger(fabs((double)near->min_y), fabs((double)near->max_y)));
    index_slab slab = {0.0f, 0.0f, 0.0f, HUGE_VALF};
    // If an end of the path is beyond the index coordinates, the clamped path has another
    // direction.
    if (!(far < 0.5 * INDEX_FAR))
        return slab;
    slab.normal_x = (float)normal.x;
    slab.normal_y = (float)normal.y;
    slab.offset = slab.normal_x * t->from_x + slab.normal_y * t->from_y;
    // The errors with e = 2^-24, if no coordinate is outside the box of the path. Coordinates are
    // off by e of themselves, which is 4 e far for a place and the start. The normal adds 4 e far,
    // the offset 4 e far, the sums of node_beside 4 e far, and the ends of the slab 2 e far and e
    // margin. The total is 18 e far. Those of any_beam_meets add 12 e far and 3 e margin. The
    // margin is 64 e far. slab_margin 2^-20 is 16 e margin.
    const double margin =
        slab_margin * (1.0 + 0x1p-20) * t->scene->scale + 0x1p-18 * far + (double)FLT_MIN;
    if (margin < (double)FLT_MAX)
        slab.margin = (float)margin;
    return slab;
}

static carom_vec2 slab_normal_of(carom_vec2 path) {
    const double size = larger(fabs(path.x), fabs(path.y));
    return carom_vec2_make(-path.y / size, path.x / size);
}

static void set_index_start(tree_search *t) {
    const carom_scene *s = t->scene;
    t->from_x = index_coordinate(t->from.x, s->origin_x, s->scale);
    t->from_y = index_coordinate(t->from.y, s->origin_y, s->scale);
}

// The fraction of the path that crosses a few leaves. If the walls fill a square evenly, its side
// is 2.8 to 5.7 in index coordinates, so a leaf has a side of 8 to 16 divided by the root of the
// number of walls.
static double first_part_of(const tree_search *t, bool may_repeat) {
#ifdef CAROM_SMALL
    (void)t;
    (void)may_repeat;
    return 0.0;
#else
    const double scale = t->scene->scale, x = t->whole.x * scale, y = t->whole.y * scale;
    const double square = (x * x + y * y) * (double)t->scene->count;
    if (!t->has_slab || !(square < HUGE_VAL))
        return 0.0;
    if (square <= SHORT_SEARCH * SHORT_SEARCH)
        return 1.0;
    return may_repeat ? FIRST_PART / sqrt(square) : 0.0;
#endif
}

void carom_search_whole(tree_search *t) {
    t->first_part = t->early = 0.0;
    set_index_start(t);
    carom_search_shrink(t, t->until);
    if (t->has_slab)
        t->slab = index_slab_of(t, t->normal, t->slab_margin);
}

// Sets the slab of the whole path.
static void set_slab(tree_search *t) {
    const carom_vec2 from = t->from, to = carom_vec2_add(from, t->whole);
    const double size = larger(larger(fabs(from.x), fabs(from.y)), larger(fabs(to.x), fabs(to.y)));
    t->has_slab = has_slab(t->whole) && size <= DBL_MAX;
    if (t->has_slab) {
        t->normal = slab_normal_of(t->whole);
        t->slab_margin = slab_margin_of(t->normal, t->reach, size);
    }
}

void carom_search_start(tree_search *t, const carom_scene *s, carom_vec2 from, carom_vec2 move,
                        double reach, bool may_repeat) {
    t->scene = s;
    t->from = from;
    t->whole = move;
    t->reach = reach;
    t->narrowed = 0;
    t->until = 1.0;
    set_slab(t);
    t->first_part = first_part_of(t, may_repeat);
    if (t->first_part == 0.0)
        carom_search_whole(t);
    else
        set_path(t, carom_vec2_add(from, carom_vec2_scale(move, t->first_part)));
}

// ---- points ----

void carom_point_search_start(point_search *t, const carom_scene *s, carom_vec2 from, double span,
                              double reach) {
    CAROM_ASSERT(span <= POINT_SPAN_MAX);
    t->scene = s;
    t->from = from;
    t->from_x = index_coordinate(from.x, s->origin_x, s->scale);
    t->from_y = index_coordinate(from.y, s->origin_y, s->scale);
    t->span = span;
    t->beyond_least = HUGE_VAL;
    carom_point_search_shrink(t, reach, HUGE_VAL);
}

void carom_point_search_shrink(point_search *t, double reach, double most) {
    t->limit = limit_of(t->from_x, t->from_y, reach * t->scene->scale);
    t->most = most;
}

// ---- packets ----

// The box of a box and the end of a path.
static carom_box box_with_end(carom_box box, carom_vec2 from, carom_vec2 path) {
    const carom_vec2 to = carom_vec2_add(from, path);
    const carom_box end = {to, to};
    return carom_box_union(box, end);
}

// Sets the region of all paths, whose start and ends are in this box. Returns the size of its
// largest coordinate.
static double set_packet_region(beam_packet *p, carom_box ends, double reach) {
    tree_search *t = &p->search;
    const double size = larger(larger(fabs(ends.min.x), fabs(ends.max.x)),
                               larger(fabs(ends.min.y), fabs(ends.max.y)));
    p->reach = sum_up(reach, size * 0x1p-49);
    const carom_vec2 wide = carom_vec2_make(p->reach, p->reach);
    t->box.min = carom_vec2_sub(ends.min, wide);
    t->box.max = carom_vec2_add(ends.max, wide);
    t->near = index_box_of(t->scene, t->box);
    return size;
}

// The largest squared distance that matters to a beam until a time.
static float limit_of_beam(const beam_packet *p, double length, double until) {
    const tree_search *t = &p->search;
    return limit_of(t->from_x, t->from_y, until * length + p->reach * t->scene->scale);
}

static float larger_limit(float p, float q) {
    return p > q ? p : q;
}

// The slab of a beam, in doubles and in index coordinates, and the length of its path there.
typedef struct packet_beam {
    carom_vec2 normal;
    double slab_margin, length;
    index_slab slab;
} packet_beam;

static packet_beam beam_of(const tree_search *t, carom_vec2 path, double reach, double size) {
    const double scale = t->scene->scale, x = path.x * scale, y = path.y * scale;
    packet_beam beam;
    beam.normal = slab_normal_of(path);
    beam.slab_margin = slab_margin_of(beam.normal, reach, size);
    beam.slab = index_slab_of(t, beam.normal, beam.slab_margin);
    beam.length = sqrt(x * x + y * y);
    return beam;
}

static void set_beam(beam_packet *p, size_t i, carom_vec2 path, packet_beam beam) {
    p->path_x[i] = path.x;
    p->path_y[i] = path.y;
    p->normal_x[i] = beam.normal.x;
    p->normal_y[i] = beam.normal.y;
    p->slab_margin[i] = beam.slab_margin;
    p->until[i] = 1.0;
    p->index_normal_x[i] = beam.slab.normal_x;
    p->index_normal_y[i] = beam.slab.normal_y;
    p->index_offset[i] = beam.slab.offset;
    p->index_margin[i] = beam.slab.margin;
    p->length[i] = beam.length;
    p->limit[i] = limit_of_beam(p, beam.length, 1.0);
}

void carom_packet_start(beam_packet *p, const carom_scene *s, carom_vec2 from,
                        const carom_vec2 *paths, size_t count, double reach) {
    CAROM_ASSERT(count >= 1 && count <= FAN_BEAMS);
    tree_search *t = &p->search;
    t->scene = s;
    t->from = from;
    t->narrowed = 0;
    t->has_slab = false;
    set_index_start(t);
    p->beams = (1u << count) - 1;
    carom_box ends = {from, from};
    for (size_t i = 0; i < count; i++)
        ends = box_with_end(ends, from, paths[i]);
    const double size = set_packet_region(p, ends, reach);
    t->limit = 0.0f;
    for (size_t i = 0; i < FAN_BEAMS; i++) {
        const carom_vec2 path = paths[i < count ? i : 0];
        set_beam(p, i, path, beam_of(t, path, reach, size));
        t->limit = larger_limit(p->limit[i], t->limit);
    }
}

void carom_packet_shrink(beam_packet *p, size_t beam, double until) {
    CAROM_ASSERT(p->beams >> beam & 1 && until >= 0.0 && until <= p->until[beam]);
    tree_search *t = &p->search;
    p->until[beam] = until;
    p->limit[beam] = limit_of_beam(p, p->length[beam], until);
    t->limit = 0.0f;
    for (unsigned rest = p->beams; rest != 0;)
        t->limit = larger_limit(p->limit[take_lowest(&rest)], t->limit);
}

const scene_traversals *carom_scene_choose(void) {
    return CAROM_BEST_SET(carom_scene); // GCOVR_EXCL_BR_LINE: a processor has one best set
}
