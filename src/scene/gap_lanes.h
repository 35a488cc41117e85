// The gaps between a circle and several walls over lanes.
//
// The same steps as measure_end and measure_side of contact_double_double.h, for several walls at
// once, so that the bits are those of carom_circle_signed_distance. That call computes what is left
// out here: sides that are level or upright, and what contact_double_double.h declines. Part of
// traversal_lanes.h, which includes it. Room: scene.

#include "carom/contact.h"
#include "rest/contact_double_double.h"

// Replaces the slot of a wall by its index, and sets its gap.
CAROM_INLINE void set_gap(const carom_scene *s, carom_circle circle, carom_neighbor *found) {
    const size_t slot = found->index;
    found->index = scene_index(s)[slot];
    found->gap = carom_circle_signed_distance(circle, scene_geometry_at(s, slot));
}

#ifdef CAROM_SMALL

static void gaps_of_found(const carom_scene *s, carom_circle circle, carom_neighbor *found,
                          size_t count) {
    for (size_t i = 0; i < count; i++)
        set_gap(s, circle, &found[i]);
}

#else

// hi + lo.
typedef struct lanes64_sum {
    lanes64 hi, lo;
} lanes64_sum;

// a + b exactly.
CAROM_INLINE lanes64_sum lanes64_exact_sum(lanes64 a, lanes64 b) {
    const lanes64 s = a + b, t = s - a;
    return (lanes64_sum){s, (a - (s - t)) + (b - t)};
}

// a * b exactly, if nothing underflows.
CAROM_INLINE lanes64_sum lanes64_exact_product(lanes64 a, lanes64 b) {
    const lanes64 p = a * b;
    return (lanes64_sum){p, lanes64_rest_of_product(a, b, p)};
}

// x^2 + y^2
CAROM_INLINE lanes64_sum lanes64_square(lanes64_sum x, lanes64_sum y) {
    const lanes64_sum px = lanes64_exact_product(x.hi, x.hi);
    const lanes64_sum py = lanes64_exact_product(y.hi, y.hi);
    const lanes64 cross_x = x.hi * x.lo, cross_y = y.hi * y.lo;
    lanes64_sum s = lanes64_exact_sum(px.hi, py.hi);
    s.lo = s.lo + ((px.lo + (cross_x + cross_x)) + (py.lo + (cross_y + cross_y)));
    return s;
}

// x * y; lo is not brought below an ulp of hi.
CAROM_INLINE lanes64_sum lanes64_product(lanes64_sum x, lanes64_sum y) {
    lanes64_sum p = lanes64_exact_product(x.hi, y.hi);
    p.lo = p.lo + (x.hi * y.lo + x.lo * y.hi);
    return p;
}

// True for 0 and numbers of at least FAST_LOW.
CAROM_INLINE lanes64_mask lanes64_is_fast(lanes64 x) {
    const lanes64_mask is_long = lanes64_abs(x) >= lanes64_all(FAST_LOW);
    const lanes64_mask is_none = x == lanes64_all(0.0);
    return is_long | is_none;
}

// Walls side by side, each in a lane.
typedef struct walls_in_lanes {
    double ax[LANES64], ay[LANES64], bx[LANES64], by[LANES64], radius[LANES64];
} walls_in_lanes;

// The distance to the line of a wall.
typedef struct side_in_lanes {
    lanes64_sum distance;
    // The terms of u x w divided by |u|.
    lanes64 spread;
    // False for what measure_side declines because of w or u x w, and for sides that are level or
    // upright.
    lanes64_mask is_fast;
} side_in_lanes;

// |u x w| / |u|, for |u| and its inverse.
CAROM_INLINE side_in_lanes distance_to_side(lanes64_sum ux, lanes64_sum uy, lanes64_sum wx,
                                            lanes64_sum wy, lanes64_sum length, lanes64 inverse) {
    const lanes64 none = lanes64_all(0.0), high = lanes64_all(FAST_HIGH);
    const lanes64_sum p1 = lanes64_product(ux, wy), p2 = lanes64_product(uy, wx);
    lanes64_sum cross = lanes64_exact_sum(p1.hi, -p2.hi);
    cross.lo = cross.lo + (p1.lo - p2.lo);
    const lanes64_mask is_right = cross.hi < none;
    const lanes64 size = lanes64_select(is_right, -cross.hi, cross.hi);
    const lanes64 size_rest = lanes64_select(is_right, -cross.lo, cross.lo);
    const lanes64 terms = lanes64_abs(p1.hi) + lanes64_abs(p2.hi);
    side_in_lanes k;
    k.spread = terms * inverse;
    k.distance.hi = size * inverse;
    const lanes64_sum back = lanes64_exact_product(k.distance.hi, length.hi);
    k.distance.lo =
        (((size - back.hi) - back.lo) + (size_rest - k.distance.hi * length.lo)) * inverse;
    const lanes64 w_size = lanes64_max(lanes64_abs(wx.hi), lanes64_abs(wy.hi));
    k.is_fast = lanes64_is_fast(wx.hi) & lanes64_is_fast(wy.hi) & (w_size <= high) &
                (size > lanes64_all(FAST_PRODUCT_ERROR) * terms) & (ux.hi != none) &
                (uy.hi != none);
    return k;
}

// Sets the gaps of these walls and returns those that are set, as bits. All walls are segments.
CAROM_INLINE unsigned gaps_of_walls(const walls_in_lanes *walls, carom_circle circle,
                                    double *gaps) {
    const lanes64 cx = lanes64_all(circle.center.x), cy = lanes64_all(circle.center.y);
    const lanes64 ax = lanes64_load(walls->ax), ay = lanes64_load(walls->ay);
    const lanes64 bx = lanes64_load(walls->bx), by = lanes64_load(walls->by);
    const lanes64 radius = lanes64_load(walls->radius);
    const lanes64 none = lanes64_all(0.0), one = lanes64_all(1.0);
    const lanes64 low = lanes64_all(FAST_LOW), high = lanes64_all(FAST_HIGH);
    const lanes64_sum reach = lanes64_exact_sum(lanes64_all(circle.radius), radius);
    // fast_feature
    const lanes64_sum ux = lanes64_exact_sum(bx, -ax), uy = lanes64_exact_sum(by, -ay);
    const lanes64_sum wx = lanes64_exact_sum(cx, -ax), wy = lanes64_exact_sum(cy, -ay);
    const lanes64 gx = ux.hi * wx.hi, gy = uy.hi * wy.hi;
    const lanes64 wu = gx + gy, length2 = ux.hi * ux.hi + uy.hi * uy.hi;
    const lanes64 feature_error =
        lanes64_all(FAST_PRODUCT_ERROR) * (lanes64_abs(gx) + lanes64_abs(gy) + length2) +
        lanes64_all(CAROM_FILTER_TINY);
    const lanes64_mask is_point = (ux.hi == none) & (uy.hi == none);
    const lanes64_mask at_side = (wu > feature_error) & (length2 - wu > feature_error);
    const lanes64_mask at_a = is_point | (wu < -feature_error);
    const lanes64_mask at_b = (wu - length2 > feature_error);
    // The square of the length of u, or of the vector from the end.
    const lanes64_sum zx = lanes64_exact_sum(cx, -bx), zy = lanes64_exact_sum(cy, -by);
    lanes64_sum dx, dy;
    dx.hi = lanes64_select(at_side, ux.hi, lanes64_select(at_a, wx.hi, zx.hi));
    dx.lo = lanes64_select(at_side, ux.lo, lanes64_select(at_a, wx.lo, zx.lo));
    dy.hi = lanes64_select(at_side, uy.hi, lanes64_select(at_a, wy.hi, zy.hi));
    dy.lo = lanes64_select(at_side, uy.lo, lanes64_select(at_a, wy.lo, zy.lo));
    const lanes64_sum square = lanes64_square(dx, dy);
    const lanes64 length = lanes64_root(square.hi);
    const lanes64 quotient = one / lanes64_select(at_side, square.hi, length);
    const lanes64 inverse = lanes64_select(at_side, length * quotient, quotient);
    const lanes64_sum back = lanes64_exact_product(length, length);
    const lanes64 length_rest =
        (((square.hi - back.hi) - back.lo) + square.lo) * (lanes64_all(0.5) * inverse);
    const lanes64_sum root = {length, length_rest};
    const side_in_lanes side = distance_to_side(ux, uy, wx, wy, root, inverse);
    // R - distance
    const lanes64 hi = lanes64_select(at_side, side.distance.hi, length);
    const lanes64 lo = lanes64_select(at_side, side.distance.lo, length_rest);
    const lanes64_sum g = lanes64_exact_sum(reach.hi, -hi);
    const lanes64 depth = g.hi + (g.lo + (reach.lo - lo));
    const lanes64 error = lanes64_all(FAST_DEPTH_ERROR) *
                          (reach.hi + hi + lanes64_select(at_side, side.spread, none));
    const lanes64_mask has_digits =
        side.spread <= lanes64_all(0x1p40) * (reach.hi + side.distance.hi);
    const lanes64_mask is_off = lanes64_abs(depth) > error;
    const lanes64_mask is_set = ((at_side & side.is_fast & has_digits) | at_a | at_b) &
                                lanes64_is_fast(dx.hi) & lanes64_is_fast(dy.hi) & (length >= low) &
                                (length <= high) & (reach.hi <= high) & lanes64_is_fast(radius) &
                                is_off;
    const lanes64 gap = none - depth;
    memcpy(gaps, &gap, sizeof gap);
    return lanes64_bits(is_set);
}

// The same for up to LANES64 walls.
CAROM_INLINE void set_gaps(const carom_scene *s, carom_circle circle, carom_neighbor *found,
                           size_t count) {
    walls_in_lanes walls;
    double gaps[LANES64];
    for (size_t i = 0; i < LANES64; i++) {
        const carom_wall wall = scene_geometry_at(s, found[i < count ? i : 0].index);
        walls.ax[i] = wall.a.x;
        walls.ay[i] = wall.a.y;
        walls.bx[i] = wall.b.x;
        walls.by[i] = wall.b.y;
        walls.radius[i] = wall.radius;
    }
    const unsigned set = gaps_of_walls(&walls, circle, gaps);
    for (size_t i = 0; i < count; i++) {
        const size_t slot = found[i].index;
        if (CAROM_LIKELY((set >> i & 1) != 0 && slot < s->endless_from))
            found[i] = (carom_neighbor){scene_index(s)[slot], gaps[i]};
        else
            set_gap(s, circle, &found[i]);
    }
}

static void gaps_of_found(const carom_scene *s, carom_circle circle, carom_neighbor *found,
                          size_t count) {
    size_t start = 0;
    for (; start + LANES64 <= count; start += LANES64)
        set_gaps(s, circle, found + start, LANES64);
    if (start + 1 < count)
        set_gaps(s, circle, found + start, count - start);
    else if (start < count) // a single one is faster by itself
        set_gap(s, circle, found + start);
}

#endif
