// The exact stage for a circle at rest: evaluates polynomials of degree 2 and 4 in integers.
//
// They need 2W + 4 and 4W + 7 bits for inputs that span W, the points of a contact 6W + 10 with
// degree 6; see integers.h and docs/exactness.md.
// Room: rest.
#include "rest/relation_integers.h"

#include "rest/inputs.h"

static problem pose_circle(carom_circle circle, carom_wall wall, double gap, carom_tier tier) {
    const double in[] = {circle.center.x, circle.center.y, wall.a.x,    wall.a.y, wall.b.x,
                         wall.b.y,        circle.radius,   wall.radius, gap};
    problem p;
    CAROM_ASSERT(carom_circle_is_valid(circle) && carom_wall_is_valid(wall));
    CAROM_ASSERT(gap >= 0.0);
    pose_inputs(&p, in, INPUTS_AT_REST, (carom_extent)wall.extent, tier);
    return p;
}

CAROM_INLINE carom_feature feature_of(int n, carom_extent extent, const vector *u, const vector *w,
                                      const vector *z) {
    limb dot[2 * LIMBS_MAX];
    if (vector_is_zero(u, n))
        return CAROM_FEATURE_END_A;
    if (extent == CAROM_EXTENT_LINE)
        return CAROM_FEATURE_SIDE;
    if (dot_product(dot, n, w, u) || limbs_is_zero(dot, 2 * n))
        return CAROM_FEATURE_END_A;
    if (extent == CAROM_EXTENT_SEGMENT && !dot_product(dot, n, z, u))
        return CAROM_FEATURE_END_B;
    return CAROM_FEATURE_SIDE;
}

// The nearest feature, and the sign of R - distance.
typedef struct verdict {
    carom_feature feature;
    int reach;
} verdict;

CAROM_INLINE verdict judge_circle(const problem *p, int n) {
    vector u, w, z;
    load_vector(&u, n, p, BX, AX);
    load_vector(&w, n, p, CX, AX);
    load_vector(&z, n, p, CX, BX);
    verdict v = {feature_of(n, p->extent, &u, &w, &z), 0};

    limb reach[LIMBS_MAX], reach2[2 * LIMBS_MAX], dist2[2 * LIMBS_MAX];
    load_total(reach, n, p, CIRCLE_RADIUS, GAP);
    limbs_mul(reach2, reach, n, reach, n);
    if (v.feature != CAROM_FEATURE_SIDE) {
        // R^2 against |w|^2 or |z|^2
        const vector *d = v.feature == CAROM_FEATURE_END_A ? &w : &z;
        dot_product(dist2, n, d, d);
        v.reach = limbs_compare(reach2, dist2, 2 * n);
        return v;
    }
    // R^2 |u|^2 against (u x w)^2
    limb cross[2 * LIMBS_MAX], len2[2 * LIMBS_MAX], lhs[4 * LIMBS_MAX], rhs[4 * LIMBS_MAX];
    dot_product(len2, n, &u, &u);
    limbs_mul(lhs, reach2, 2 * n, len2, 2 * n);
    cross_product(cross, n, &u, &w);
    limbs_mul(rhs, cross, 2 * n, cross, 2 * n);
    v.reach = limbs_compare(lhs, rhs, 4 * n);
    return v;
}

static verdict judge_64(const problem *p) {
    return judge_circle(p, LIMBS_64);
}

static verdict judge_128(const problem *p) {
    return judge_circle(p, 2 * LIMBS_64);
}

static verdict judge_any(const problem *p) {
    return judge_circle(p, p->limbs);
}

static verdict judge_posed(const problem *p) {
    return p->limbs == LIMBS_64       ? judge_64(p)
           : p->limbs == 2 * LIMBS_64 ? judge_128(p)
                                      : judge_any(p);
}

int carom_exact_reach(carom_circle circle, carom_wall wall, double gap, carom_tier tier) {
    const problem p = pose_circle(circle, wall, gap, tier);
    return judge_posed(&p).reach;
}

carom_feature carom_exact_feature(carom_circle circle, carom_wall wall, carom_tier tier) {
    const problem p = pose_circle(circle, wall, 0.0, tier);
    return judge_posed(&p).feature;
}

int carom_exact_side(carom_circle circle, carom_wall wall, carom_tier tier) {
    const problem p = pose_circle(circle, wall, 0.0, tier);
    const int n = p.limbs;
    vector u, w;
    limb cross[2 * LIMBS_MAX];
    CAROM_ASSUME(n >= 1);
    load_vector(&u, n, &p, BX, AX);
    load_vector(&w, n, &p, CX, AX);
    const bool negative = cross_product(cross, n, &u, &w);
    return limbs_sign(cross, 2 * n, negative);
}

int carom_exact_turn(carom_wall first, carom_wall second, carom_tier tier) {
    // The ends of the second wall take the places of centre and displacement.
    const double in[] = {second.b.x, second.b.y, first.a.x, first.a.y,  first.b.x, first.b.y,
                         0.0,        0.0,        0.0,       second.a.x, second.a.y};
    problem p;
    pose_inputs(&p, in, INPUTS_OF_STILL_WALL, CAROM_EXTENT_LINE, tier);
    const int n = p.limbs;
    vector u, v;
    limb cross[2 * LIMBS_MAX];
    CAROM_ASSUME(n >= 1);
    load_vector(&u, n, &p, BX, AX);
    load_vector(&v, n, &p, CX, MOVE_X);
    const bool negative = cross_product(cross, n, &u, &v);
    return limbs_sign(cross, 2 * n, negative);
}

int carom_exact_rim(carom_circle circle, carom_wall segment, carom_tier tier) {
    CAROM_ASSERT(segment.extent == CAROM_EXTENT_SEGMENT);
    const problem p = pose_circle(circle, segment, 0.0, tier);
    const int n = p.limbs;
    // The farthest point lies at the distance max(|w|, |z|) + wr, so max(|w|, |z|) is compared with
    // r - wr.
    limb rim[LIMBS_MAX];
    if (load_difference(rim, n, &p, CIRCLE_RADIUS, WALL_RADIUS))
        return -1;
    vector w, z;
    limb rim2[2 * LIMBS_MAX], w2[2 * LIMBS_MAX], z2[2 * LIMBS_MAX];
    load_vector(&w, n, &p, CX, AX);
    load_vector(&z, n, &p, CX, BX);
    limbs_mul(rim2, rim, n, rim, n);
    dot_product(w2, n, &w, &w);
    dot_product(z2, n, &z, &z);
    return limbs_compare(rim2, limbs_compare(w2, z2, 2 * n) >= 0 ? w2 : z2, 2 * n);
}

carom_forms carom_exact_forms(carom_circle circle, carom_wall wall, carom_tier tier) {
    const problem p = pose_circle(circle, wall, 0.0, tier);
    const int n = p.limbs, n2 = 2 * n, n4 = 4 * n;
    const int unit2 = 2 * p.unit, unit4 = 4 * p.unit;
    vector u, w, z;
    limb reach[LIMBS_MAX], reach2[2 * LIMBS_MAX], product[2 * LIMBS_MAX];
    limb len2[2 * LIMBS_MAX], lhs[4 * LIMBS_MAX], rhs[4 * LIMBS_MAX];
    carom_forms f;
    CAROM_ASSUME(n >= 1); // otherwise compilers warn of uninitialized arrays

    load_vector(&u, n, &p, BX, AX);
    load_vector(&w, n, &p, CX, AX);
    load_vector(&z, n, &p, CX, BX);
    f.ux = vector_x(&u, &p);
    f.uy = vector_y(&u, &p);
    f.wx = vector_x(&w, &p);
    f.wy = vector_y(&w, &p);
    f.zx = vector_x(&z, &p);
    f.zy = vector_y(&z, &p);

    load_total(reach, n, &p, CIRCLE_RADIUS, WALL_RADIUS);
    f.reach = to_wide(reach, n, false, p.unit);
    limbs_mul(reach2, reach, n, reach, n);
    dot_product(product, n, &w, &w);
    f.gap_a = wide_of_limb_difference(reach2, product, n2, unit2);
    dot_product(product, n, &z, &z);
    f.gap_b = wide_of_limb_difference(reach2, product, n2, unit2);

    bool negative = dot_product(product, n, &w, &u);
    f.dot_a = to_wide(product, n2, negative, unit2);
    negative = dot_product(product, n, &z, &u);
    f.dot_b = to_wide(product, n2, negative, unit2);
    dot_product(len2, n, &u, &u);
    f.len2 = to_wide(len2, n2, false, unit2);
    negative = cross_product(product, n, &u, &w);
    f.cross = to_wide(product, n2, negative, unit2);

    limbs_mul(lhs, reach2, n2, len2, n2);
    limbs_mul(rhs, product, n2, product, n2);
    f.gap_side = wide_of_limb_difference(lhs, rhs, n4, unit4);
    return f;
}

// ---- the point of a contact ----

// With a vector v along the normal and L = |v|^2 the point is (N + M sqrt(L)) / L, coordinate by
// coordinate: N = e L + u (w . u) on the side and e L at an end e; M = wr v.
typedef struct surface {
    int end;     // the input e.x; a on the side
    vector u, w; // w = c - e
    bool is_side;
    bool is_turned, to_right; // v is u turned left, or right, and not w
    bool dot_negative;
    limb dot[2 * LIMBS_MAX], len2[2 * LIMBS_MAX]; // w . u and L
} surface;

static void pose_surface(surface *s, const problem *p, carom_feature feature) {
    const int n = p->limbs;
    limb cross[2 * LIMBS_MAX];
    s->end = feature == CAROM_FEATURE_END_B ? BX : AX;
    load_vector(&s->u, n, p, BX, AX);
    load_vector(&s->w, n, p, CX, s->end);
    // On a point the normal is (0, 1), left of (1, 0).
    if (vector_is_zero(&s->u, n))
        s->u.x[0] = 1;
    s->is_side = feature == CAROM_FEATURE_SIDE;
    s->is_turned = s->is_side || vector_is_zero(&s->w, n);
    s->to_right = cross_product(cross, n, &s->u, &s->w); // 0 on the end itself
    s->dot_negative = dot_product(s->dot, n, &s->w, &s->u);
    const vector *const v = s->is_turned ? &s->u : &s->w;
    dot_product(s->len2, n, v, v);
}

static const limb *component(const vector *v, bool is_y, bool *negative) {
    *negative = is_y ? v->y_negative : v->x_negative;
    return is_y ? v->y : v->x;
}

static wide surface_coordinate(const problem *p, const surface *s, bool is_y) {
    const int n = p->limbs, n2 = 2 * n, n3 = 3 * n, n6 = 6 * n;
    limb input[LIMBS_MAX], m[2 * LIMBS_MAX], sum[3 * LIMBS_MAX], term[3 * LIMBS_MAX];
    bool u_negative, v_negative, negative = load(input, n, p, s->end + is_y);
    limbs_mul(sum, s->len2, n2, input, n);
    const limb *const u = component(&s->u, is_y, &u_negative);
    if (s->is_side) {
        limbs_mul(term, s->dot, n2, u, n);
        negative = limbs_sum(sum, n3, sum, negative, term, s->dot_negative != u_negative);
    }
    const limb *const v =
        component(s->is_turned ? &s->u : &s->w, is_y != s->is_turned, &v_negative);
    // (-uy, ux) or (uy, -ux)
    if (s->is_turned && s->to_right == is_y)
        v_negative = !v_negative;
    load(input, n, p, WALL_RADIUS);
    limbs_mul(m, input, n, v, n);

    const wide len2 = to_wide(s->len2, n2, false, 2 * p->unit);
    const wide foot = to_wide(sum, n3, negative, 3 * p->unit);
    const wide radius = wide_mul(to_wide(m, n2, v_negative, 2 * p->unit), wide_sqrt(len2));
    if (foot.hi * radius.hi >= 0.0)
        return wide_div(wide_add(foot, radius), len2);
    // If the sum cancels, (N^2 - M^2 L) / (N - M sqrt(L)) does not.
    limb m2[4 * LIMBS_MAX], lhs[6 * LIMBS_MAX], rhs[6 * LIMBS_MAX];
    limbs_mul(lhs, sum, n3, sum, n3);
    limbs_mul(m2, m, n2, m, n2);
    limbs_mul(rhs, m2, 2 * n2, s->len2, n2);
    negative = limbs_sum(lhs, n6, lhs, false, rhs, true);
    const wide top = to_wide(lhs, n6, negative, 6 * p->unit);
    return wide_div(top, wide_mul(wide_sub(foot, radius), len2));
}

carom_surface_point carom_exact_surface(carom_circle circle, carom_wall wall, carom_feature feature,
                                        carom_tier tier) {
    CAROM_ASSERT(feature != CAROM_FEATURE_NONE);
    circle.radius = 0.0; // It does not matter.
    const problem p = pose_circle(circle, wall, 0.0, tier);
    surface s;
    CAROM_ASSUME(p.limbs >= 1);
    pose_surface(&s, &p, feature);
    return (carom_surface_point){surface_coordinate(&p, &s, false),
                                 surface_coordinate(&p, &s, true)};
}
