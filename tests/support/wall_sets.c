// The sets of walls of wall_sets.h: a table of makers. Room: tests.
#include "wall_sets.h"

#include <float.h>
#include <math.h>

#include "case_makers.h"

// The arguments of a wall maker: its position in the set.
typedef struct set_place {
    size_t i, count;
    /// The index of the one wall that is unlike the others, if the set has one.
    size_t odd;
    /// The side of a field with about one wall to a unit square.
    int span;
    /// The wall before, or the first of the set; where a polyline is.
    carom_wall before;
} set_place;

static carom_wall segment_from(random_source *g, carom_vec2 a, double length) {
    const carom_vec2 u = random_direction(g, length);
    return carom_segment(a, carom_vec2_add(a, u));
}

static carom_wall make_uniform(random_source *g, const set_place *at) {
    const carom_vec2 a = random_point(g, 0.5 * at->span);
    return segment_from(g, a, random_between(g, 0.5, 1.5));
}

static carom_wall make_clustered(random_source *g, const set_place *at) {
    random_source heap = random_start(77, at->i / 32, 0);
    const carom_vec2 middle = random_point(&heap, at->span);
    const carom_vec2 off = random_point(g, 0.05);
    return segment_from(g, carom_vec2_add(middle, off), random_log(g, -10, 0));
}

static carom_wall make_polyline(random_source *g, const set_place *at) {
    return segment_from(g, at->before.b, random_between(g, 0.1, 1.0));
}

static carom_wall make_grid(random_source *g, const set_place *at) {
    const carom_vec2 a = random_lattice(g, at->span / 2 + 1);
    const bool upright = random_one_in(g, 2);
    const double way = random_sign(g);
    const carom_vec2 u = {upright ? 0.0 : way, upright ? way : 0.0};
    return carom_segment(a, carom_vec2_add(a, u));
}

static carom_wall make_same(random_source *g, const set_place *at) {
    return at->i > 0 ? at->before : make_uniform(g, at);
}

static carom_wall make_collinear(random_source *g, const set_place *at) {
    const double j = random_int(g, -at->span, at->span);
    const double k = random_int(g, -4, 4);
    return carom_segment(carom_vec2_make(3 * j, 4 * j), carom_vec2_make(3 * (j + k), 4 * (j + k)));
}

static carom_wall make_points(random_source *g, const set_place *at) {
    carom_wall wall = carom_post(random_point(g, 0.5 * at->span), 0.0);
    wall.radius = random_one_in(g, 2) ? 0.0 : random_between(g, 0.0, 0.5);
    wall.extent = (uint8_t)random_extent(g);
    return wall;
}

static carom_wall make_star(random_source *g, const set_place *at) {
    (void)at;
    const carom_vec2 u = random_lattice(g, 100), p = {7.0, -5.0};
    return carom_segment(carom_vec2_sub(p, u), carom_vec2_add(p, u));
}

static carom_wall make_giant(random_source *g, const set_place *at) {
    return segment_from(g, random_point(g, 1.0), at->i == at->odd ? 1e6 : 1e-6);
}

static carom_wall make_outlier(random_source *g, const set_place *at) {
    carom_wall wall = make_uniform(g, at);
    if (at->i == at->odd) {
        wall.a = random_point(g, 1e300);
    }
    return wall;
}

static carom_wall scaled(carom_wall wall, int k) {
    wall.a = carom_vec2_make(ldexp(wall.a.x, k), ldexp(wall.a.y, k));
    wall.b = carom_vec2_make(ldexp(wall.b.x, k), ldexp(wall.b.y, k));
    wall.radius = ldexp(wall.radius, k);
    return wall;
}

static carom_wall make_huge_set(random_source *g, const set_place *at) {
    return scaled(make_uniform(g, at), 997);
}

static carom_wall make_tiny_set(random_source *g, const set_place *at) {
    return scaled(make_uniform(g, at), -997);
}

static carom_wall make_offset_set(random_source *g, const set_place *at) {
    const carom_vec2 far = {1e12, -3e12};
    carom_wall wall = make_uniform(g, at);
    wall.a = carom_vec2_add(wall.a, far);
    wall.b = carom_vec2_add(wall.b, far);
    return wall;
}

static carom_wall make_overflowing(random_source *g, const set_place *at) {
    return scaled(make_uniform(g, at), 507 + (int)(at->count % 9));
}

static carom_wall make_underflowing(random_source *g, const set_place *at) {
    return scaled(make_uniform(g, at), -533 - (int)(at->count % 9));
}

static carom_wall make_subnormal_set(random_source *g, const set_place *at) {
    carom_wall wall = {.category = 0};
    wall.a = random_lattice(g, at->span);
    wall.b = random_lattice(g, at->span);
    wall.radius = random_int(g, -3, 2);
    wall.radius = wall.radius > 0 ? wall.radius : 0.0;
    wall.extent = (uint8_t)random_extent(g);
    return scaled(wall, -1074);
}

static double range_end(random_source *g) {
    static const double ends[] = {DBL_MAX, DBL_MAX / 2, DBL_MAX / 4, 1e300, 1.0, 0.0};
    const double end = ends[random_int(g, 0, 5)];
    const double x = nudged(end, -random_int(g, 0, 2));
    return random_one_in(g, 2) ? x : -x;
}

static carom_wall make_range_end_walls(random_source *g, const set_place *at) {
    (void)at;
    carom_wall wall = {.category = 0};
    wall.a.x = range_end(g);
    wall.a.y = range_end(g);
    wall.b.x = range_end(g);
    wall.b.y = range_end(g);
    wall.radius = random_one_in(g, 2) ? 0.0 : fabs(range_end(g));
    wall.extent = (uint8_t)random_extent(g);
    return wall;
}

static double zero_or_one(random_source *g) {
    static const double numbers[] = {-0.0, 0.0, -0.0, 0.0, -1.0, 1.0};
    return numbers[random_int(g, 0, 5)];
}

static carom_wall make_zeros(random_source *g, const set_place *at) {
    (void)at;
    carom_wall wall = {.category = 0};
    wall.a.x = zero_or_one(g);
    wall.a.y = zero_or_one(g);
    wall.b.x = zero_or_one(g);
    wall.b.y = zero_or_one(g);
    wall.radius = random_one_in(g, 3) ? 0.0 : random_one_in(g, 2) ? -0.0 : 1.0;
    wall.extent = (uint8_t)random_extent(g);
    return wall;
}

static carom_wall make_axis_parallel(random_source *g, const set_place *at) {
    const carom_vec2 a = random_lattice(g, at->span);
    const double length = random_int(g, -3, 3);
    const bool upright = random_one_in(g, 2);
    carom_wall wall = carom_segment(a, a);
    if (upright) {
        wall.b.y += length;
    } else {
        wall.b.x += length;
    }
    wall.radius = random_one_in(g, 2) ? 0.0 : 0.5;
    return wall;
}

static carom_wall make_rays(random_source *g, const set_place *at) {
    carom_wall wall = make_uniform(g, at);
    wall.extent = CAROM_EXTENT_RAY;
    if (random_one_in(g, 4)) {
        wall.b.y = wall.a.y; // endless in one coordinate only
    }
    return wall;
}

static carom_wall make_lines(random_source *g, const set_place *at) {
    carom_wall wall = make_uniform(g, at);
    wall.extent = CAROM_EXTENT_LINE;
    if (random_one_in(g, 4)) {
        wall.b.x = wall.a.x;
    }
    return wall;
}

static carom_wall make_mixed(random_source *g, const set_place *at) {
    static const double radii[] = {0.0, 0.0, 0.25, 0.5};
    carom_wall wall = random_one_in(g, 3) ? make_grid(g, at) : make_uniform(g, at);
    wall.extent = (uint8_t)(random_one_in(g, 4) ? random_extent(g) : CAROM_EXTENT_SEGMENT);
    wall.radius = radii[random_int(g, 0, 3)];
    return wall;
}

static carom_wall make_equal_radii(random_source *g, const set_place *at) {
    carom_wall wall = random_one_in(g, 3) ? make_grid(g, at) : make_uniform(g, at);
    wall.radius = 0.125;
    return wall;
}

static carom_wall make_radii(random_source *g, const set_place *at) {
    carom_wall wall = make_uniform(g, at);
    wall.radius = random_log(g, -30, 3);
    return wall;
}

static carom_wall make_thick(random_source *g, const set_place *at) {
    carom_wall wall = make_uniform(g, at);
    wall.radius = random_between(g, 1.0, 3.0) * at->span;
    return wall;
}

// A double at a float or up to two beside it.
static double beside_float(random_source *g, double x) {
    const double on_float = (double)(float)x;
    return nudged(on_float, random_int(g, -2, 2));
}

static carom_wall make_beside_floats(random_source *g, const set_place *at) {
    carom_wall wall = random_one_in(g, 2) ? make_uniform(g, at) : make_axis_parallel(g, at);
    wall.a.x = beside_float(g, wall.a.x);
    wall.a.y = beside_float(g, wall.a.y);
    wall.b.x = beside_float(g, wall.b.x);
    wall.b.y = beside_float(g, wall.b.y);
    return wall;
}

static double float_end(random_source *g) {
    static const double ends[] = {(double)FLT_MAX, 0x1.fffffffp127, 0x1p128,  0x1p-126,
                                  0x1p-149,        0x1p-150,        0x1p-151, 0.0};
    const double end = ends[random_int(g, 0, 7)];
    const double x = nudged(end, random_int(g, -1, 1));
    return random_one_in(g, 2) ? x : -x;
}

static carom_wall make_float_ends(random_source *g, const set_place *at) {
    (void)at;
    carom_wall wall = {.category = 0};
    wall.a.x = float_end(g);
    wall.a.y = float_end(g);
    wall.b.x = random_one_in(g, 2) ? wall.a.x : float_end(g);
    wall.b.y = float_end(g);
    wall.radius = random_one_in(g, 2) ? 0.0 : fabs(float_end(g));
    wall.extent = (uint8_t)(random_one_in(g, 4) ? random_extent(g) : CAROM_EXTENT_SEGMENT);
    return wall;
}

static double any_exponent(random_source *g) {
    const double x = random_log(g, -1000, 1000);
    return random_sign(g) * x;
}

static carom_wall make_exponents(random_source *g, const set_place *at) {
    (void)at;
    carom_wall wall = {.category = 0};
    wall.a.x = any_exponent(g);
    wall.a.y = any_exponent(g);
    wall.b.x = any_exponent(g);
    wall.b.y = any_exponent(g);
    wall.radius = random_one_in(g, 2) ? 0.0 : fabs(any_exponent(g));
    wall.extent = (uint8_t)(random_one_in(g, 4) ? random_extent(g) : CAROM_EXTENT_SEGMENT);
    return wall;
}

static const struct {
    const char *name;
    carom_wall (*make)(random_source *g, const set_place *at);
} sets[WALL_SET_COUNT] = {
    [SET_UNIFORM] = {"uniform", make_uniform},
    [SET_CLUSTERED] = {"clustered", make_clustered},
    [SET_POLYLINE] = {"polyline", make_polyline},
    [SET_GRID] = {"grid", make_grid},
    [SET_SAME] = {"same", make_same},
    [SET_COLLINEAR] = {"collinear", make_collinear},
    [SET_POINTS] = {"points", make_points},
    [SET_STAR] = {"star", make_star},
    [SET_GIANT] = {"giant", make_giant},
    [SET_OUTLIER] = {"outlier", make_outlier},
    [SET_HUGE] = {"huge", make_huge_set},
    [SET_TINY] = {"tiny", make_tiny_set},
    [SET_OFFSET] = {"offset", make_offset_set},
    [SET_OVERFLOWING] = {"overflowing", make_overflowing},
    [SET_UNDERFLOWING] = {"underflowing", make_underflowing},
    [SET_SUBNORMAL] = {"subnormal", make_subnormal_set},
    [SET_RANGE_ENDS] = {"range_ends", make_range_end_walls},
    [SET_ZEROS] = {"zeros", make_zeros},
    [SET_AXIS_PARALLEL] = {"axis_parallel", make_axis_parallel},
    [SET_RAYS] = {"rays", make_rays},
    [SET_LINES] = {"lines", make_lines},
    [SET_MIXED] = {"mixed", make_mixed},
    [SET_EQUAL_RADII] = {"equal_radii", make_equal_radii},
    [SET_RADII] = {"radii", make_radii},
    [SET_THICK] = {"thick", make_thick},
    [SET_BESIDE_FLOATS] = {"beside_floats", make_beside_floats},
    [SET_FLOAT_ENDS] = {"float_ends", make_float_ends},
    [SET_EXPONENTS] = {"exponents", make_exponents},
};

const char *wall_set_name(wall_set kind) {
    return sets[kind].name;
}

void wall_set_make(wall_set kind, uint64_t seed, carom_wall *walls, size_t count) {
    random_source g = random_start(seed, 5000 + (uint64_t)kind, count);
    set_place at = {.count = count, .span = 1 + (int)sqrt((double)count)};
    at.odd = count > 0 ? (size_t)(random_bits(&g) % count) : 0;
    for (at.i = 0; at.i < count; at.i++) {
        walls[at.i] = sets[kind].make(&g, &at);
        at.before = walls[at.i];
    }
}
