// The exact stage of the distance order: the sign of a sum of three square roots, in integers.
//
// Method: the distance to an axis is sqrt(|e|^2) at an end and sqrt((u x w)^2 / |u|^2) on the side.
// The difference of two distances and of the wall radii is brought to one denominator under the
// roots. The degree is 2, 4 or 6, depending on the number of sides. root_sum.h gives its sign.
// docs/exactness.md derives the bit widths. Room: rest.
#include "rest/distance_order_integers.h"

#include "arithmetic/root_sum.h"
#include "rest/inputs.h"

// The radius of the circle and the farther end do not matter.
static problem pose_distance(carom_vec2 center, const neighbor *near, double wall_radius,
                             carom_tier tier) {
    const carom_vec2 a = near->feature == CAROM_FEATURE_END_B ? near->wall.b : near->wall.a;
    const carom_vec2 b = near->feature == CAROM_FEATURE_SIDE ? near->wall.b : a;
    const double in[] = {center.x, center.y, a.x, a.y, b.x, b.y, 0.0, wall_radius, 0.0};
    problem p;
    CAROM_ASSERT(near->feature != CAROM_FEATURE_NONE && wall_radius >= 0.0);
    pose_inputs(&p, in, INPUTS_AT_REST, (carom_extent)near->wall.extent, tier);
    return p;
}

// The square of the distance to the axis: above / below on the side, above at an end.
typedef struct square {
    limb above[4 * LIMBS_MAX], below[2 * LIMBS_MAX];
    bool is_fraction;
} square;

CAROM_INLINE void set_square(square *s, int n, const problem *p, bool is_side) {
    vector w, u;
    s->is_fraction = is_side;
    load_vector(&w, n, p, CX, AX);
    if (!is_side) {
        dot_product(s->above, n, &w, &w);
        return;
    }
    limb cross[2 * LIMBS_MAX];
    load_vector(&u, n, p, BX, AX);
    cross_product(cross, n, &u, &w);
    limbs_mul(s->above, cross, 2 * n, cross, 2 * n);
    dot_product(s->below, n, &u, &u);
}

// out = x * s->below, for x of m limbs. Returns the number of limbs of out.
CAROM_INLINE int times_below(limb *out, const limb *x, int m, const square *s, int n) {
    if (!s->is_fraction) {
        limbs_copy(out, x, m);
        return m;
    }
    limbs_mul(out, x, m, s->below, 2 * n);
    return m + 2 * n;
}

// The number of limbs of the inputs. A polynomial of degree d needs d times as many.
static int limbs_between(int unit, int top, carom_tier tier) {
    if (tier == CAROM_TIER_ANY)
        return LIMBS_ANY;
    const int words = (top - unit + 2) / 64 + 1;
    CAROM_ASSERT(words * LIMBS_64 <= LIMBS_ANY);
    return (words > (int)tier ? words : (int)tier) * LIMBS_64;
}

int carom_exact_compare_distance(carom_vec2 center, neighbor first, neighbor second,
                                 carom_tier tier) {
    // Equal radii cancel and need no bits.
    const bool same = first.wall.radius == second.wall.radius;
    problem p1 = pose_distance(center, &first, same ? 0.0 : first.wall.radius, tier);
    problem p2 = pose_distance(center, &second, same ? 0.0 : second.wall.radius, tier);
    const int unit = p1.unit < p2.unit ? p1.unit : p2.unit;
    const int n = limbs_between(unit, p1.top > p2.top ? p1.top : p2.top, tier);
    CAROM_ASSUME(n >= 1);
    p1.unit = p2.unit = unit;

    square s1, s2;
    set_square(&s1, n, &p1, first.feature == CAROM_FEATURE_SIDE);
    set_square(&s2, n, &p2, second.feature == CAROM_FEATURE_SIDE);
    limb r1[LIMBS_MAX], r2[LIMBS_MAX], more2[2 * LIMBS_MAX], scaled[4 * LIMBS_MAX];
    load(r1, n, &p1, WALL_RADIUS);
    load(r2, n, &p2, WALL_RADIUS);
    const bool second_is_thinner = limbs_sum(r2, n, r2, false, r1, true);
    limbs_mul(more2, r2, n, r2, n);

    // d1 - d2 + (wr2 - wr1) has the sign of sqrt(x) - sqrt(y) +- sqrt(z), all times the roots of
    // both denominators.
    limb x[6 * LIMBS_MAX], y[6 * LIMBS_MAX], z[6 * LIMBS_MAX];
    times_below(x, s1.above, s1.is_fraction ? 4 * n : 2 * n, &s2, n);
    times_below(y, s2.above, s2.is_fraction ? 4 * n : 2 * n, &s1, n);
    int m = times_below(scaled, more2, 2 * n, &s1, n);
    m = times_below(z, scaled, m, &s2, n);
    return second_is_thinner ? -root_sum_sign(m, y, z, x) : root_sum_sign(m, x, z, y);
}

int carom_exact_compare_ends(carom_vec2 p, neighbor first, carom_vec2 q, neighbor second,
                             carom_tier tier) {
    problem p1 = pose_distance(p, &first, 0.0, tier), p2 = pose_distance(q, &second, 0.0, tier);
    const int unit = p1.unit < p2.unit ? p1.unit : p2.unit;
    const int n = limbs_between(unit, p1.top > p2.top ? p1.top : p2.top, tier);
    CAROM_ASSUME(n >= 1);
    p1.unit = p2.unit = unit;
    square s1, s2;
    set_square(&s1, n, &p1, first.feature == CAROM_FEATURE_SIDE);
    set_square(&s2, n, &p2, second.feature == CAROM_FEATURE_SIDE);
    limb x[6 * LIMBS_MAX], y[6 * LIMBS_MAX];
    const int m = times_below(x, s1.above, s1.is_fraction ? 4 * n : 2 * n, &s2, n);
    times_below(y, s2.above, s2.is_fraction ? 4 * n : 2 * n, &s1, n);
    return limbs_compare(x, y, m);
}
