// A circle at rest beside a bent wall in integers.
//
// Method: the inputs are integers of W bits in a common unit, and the bulge is n 2^-e. The forms of
// arc_filter.h are multiplied by 2^(2e), so that the cosine 2^(2e) - n^2, the sine 2n 2^e and the
// stretch 2^(2e) + n^2 are integers. The longest form has 4W + 4e + 12 bits. Room: rest.
#include "rest/arc_integers.h"

#include "arithmetic/integer.h"
#include "rest/inputs.h"

// Room for what arc_side_sign keeps at a time, with W = 2098 and e = 1074: docs/exactness.md.
enum { ARC_LIMBS = 100352 / CAROM_LIMB_BITS };

// The question in integers, and the memory for what is computed from it.
typedef struct arc_question {
    limb_block block;
    integer ux, uy, wx, wy, zx, zy;
    integer reach; // what the distance is compared with
    integer cosine, sine, stretch;
    int unit, bulge_unit; // the forms are in units of 2^(2 unit - 2 bulge_unit)
    bool is_right;        // k < 0
    limb memory[ARC_LIMBS];
} arc_question;

static integer arc_input(limb_block *m, const problem *p, int i) {
    const decoded d = p->in[i];
    const int shift = d.exp - p->unit;
    if (d.m == 0)
        return integer_zero();
    return shift >= 0 ? integer_of(m, d.m, shift, d.negative)
                      : integer_of(m, d.m >> -shift, 0, d.negative);
}

// Input i minus input j, or plus it.
static integer arc_input_sum(limb_block *m, const problem *p, int i, int j, bool is_minus) {
    limb *const mark = m->next;
    const integer x = arc_input(m, p, i), y = arc_input(m, p, j);
    return keep(m, mark, is_minus ? integer_sub(m, x, y) : integer_add(m, x, y));
}

static void set_arc_bulge(arc_question *q, double bulge) {
    limb_block *const m = &q->block;
    const decoded k = decode(bulge);
    CAROM_ASSERT(k.m != 0);
    const int zeros = trailing_zeros(k.m);
    const int e = -(k.exp + zeros);
    CAROM_ASSERT(e >= 0 && e <= 1074); // |k| <= 1
    q->bulge_unit = e;
    q->is_right = k.negative;
    q->sine = integer_of(m, k.m >> zeros, e + 1, k.negative);
    limb *mark = m->next;
    integer n = integer_of(m, k.m >> zeros, 0, false);
    const integer one = integer_of(m, 1, 2 * e, false);
    n = integer_mul(m, n, n);
    q->cosine = keep(m, mark, integer_sub(m, one, n));
    mark = m->next;
    n = integer_of(m, k.m >> zeros, 0, false);
    n = integer_mul(m, n, n);
    q->stretch = keep(m, mark, integer_add(m, integer_of(m, 1, 2 * e, false), n));
}

// The distance is compared with the circle's radius plus the wall's and the gap, or, of the
// farthest point, with the circle's minus the wall's.
static void pose_arc(arc_question *q, carom_circle circle, carom_arc arc, double gap, bool is_rim) {
    CAROM_ASSERT(carom_circle_is_valid(circle) && carom_arc_is_valid(arc) && gap >= 0.0);
    CAROM_ASSERT(arc.a.x != arc.b.x || arc.a.y != arc.b.y);
    const double in[] = {circle.center.x, circle.center.y, arc.a.x,    arc.a.y, arc.b.x,
                         arc.b.y,         circle.radius,   arc.radius, gap};
    problem p;
    pose_inputs(&p, in, INPUTS_AT_REST, CAROM_EXTENT_SEGMENT, CAROM_TIER_64);
    q->block = (limb_block){q->memory, q->memory + ARC_LIMBS};
    limb_block *const m = &q->block;
    q->unit = p.unit;
    q->ux = arc_input_sum(m, &p, BX, AX, true);
    q->uy = arc_input_sum(m, &p, BY, AY, true);
    q->wx = arc_input_sum(m, &p, CX, AX, true);
    q->wy = arc_input_sum(m, &p, CY, AY, true);
    q->zx = arc_input_sum(m, &p, CX, BX, true);
    q->zy = arc_input_sum(m, &p, CY, BY, true);
    limb *const mark = m->next;
    const integer radii = arc_input_sum(m, &p, CIRCLE_RADIUS, WALL_RADIUS, is_rim);
    q->reach = keep(m, mark, integer_add(m, radii, arc_input(m, &p, GAP)));
    set_arc_bulge(q, arc.bulge);
}

// u x w
static integer arc_cross(arc_question *q) {
    return product_sum(&q->block, q->ux, q->wy, integer_neg(q->uy), q->wx);
}

// The sign of (1 - k^2) w.u - 2k u x w, or of -(1 - k^2) z.u - 2k u x w: positive on the arc's side
// of the end.
static int arc_wedge_sign(arc_question *q, bool is_end_b) {
    limb_block *const m = &q->block;
    limb *const mark = m->next;
    integer along =
        product_sum(m, is_end_b ? q->zx : q->wx, q->ux, is_end_b ? q->zy : q->wy, q->uy);
    if (is_end_b)
        along = integer_neg(along);
    const integer cross = arc_cross(q);
    const int sign = integer_sign(product_sum(m, q->cosine, along, integer_neg(q->sine), cross));
    m->next = mark;
    return sign;
}

// 2k w.z - (1 - k^2) u x w
static integer arc_power(arc_question *q) {
    limb_block *const m = &q->block;
    limb *const mark = m->next;
    const integer cross = arc_cross(q);
    const integer dot = product_sum(m, q->wx, q->zx, q->wy, q->zy);
    return keep(m, mark, product_sum(m, q->sine, dot, integer_neg(q->cosine), cross));
}

// The sign of x^2 + y^2 - (s^2 + t^2)
static int compare_squares(limb_block *m, integer x, integer y, integer s, integer t) {
    limb *const mark = m->next;
    const integer left = product_sum(m, x, x, y, y), right = product_sum(m, s, s, t, t);
    const int sign = integer_compare_magnitudes(left, right);
    m->next = mark;
    return sign;
}

static int compare_end_a(arc_question *q) {
    return compare_squares(&q->block, q->wx, q->wy, q->reach, integer_zero());
}

static int compare_end_b(arc_question *q) {
    return compare_squares(&q->block, q->zx, q->zy, q->reach, integer_zero());
}

// The sign of m^2 - reach^2 |u|^2 (1 + k^2)^2, with m = sign(k) power - 2 |k| reach^2.
static int arc_side_sign(arc_question *q) {
    limb_block *const m = &q->block;
    limb *const mark = m->next;
    integer power = arc_power(q);
    if (q->is_right)
        power = integer_neg(power);
    limb *const after_power = m->next;
    integer sine = q->sine;
    sine.negative = true;
    const integer reach2 = integer_mul(m, q->reach, q->reach);
    const integer square = keep(m, after_power, integer_mul(m, sine, reach2));
    const integer middle = keep(m, mark, integer_add(m, power, square));
    const integer factor = integer_mul(m, q->reach, q->stretch);
    const integer x = integer_mul(m, factor, q->ux), y = integer_mul(m, factor, q->uy);
    const int sign = compare_squares(m, middle, integer_zero(), x, y);
    m->next = mark;
    return sign;
}

static carom_feature arc_feature(arc_question *q) {
    const int at_a = arc_wedge_sign(q, false), at_b = arc_wedge_sign(q, true);
    if (at_a > 0 && at_b > 0)
        return CAROM_FEATURE_SIDE;
    const int nearer = compare_squares(&q->block, q->wx, q->wy, q->zx, q->zy);
    // Both wedges are 0 on one line if k = +-1, else only in the arc's centre.
    if (at_a == 0 && at_b == 0 && nearer == 0)
        return CAROM_FEATURE_SIDE;
    return nearer <= 0 ? CAROM_FEATURE_END_A : CAROM_FEATURE_END_B;
}

int carom_arc_exact_reach(carom_circle circle, carom_arc arc, double gap) {
    arc_question q;
    pose_arc(&q, circle, arc, gap, false);
    // No point of the arc is farther than an end that is nearest, and none nearer than the side.
    const int at_a = compare_end_a(&q), at_b = compare_end_b(&q);
    const int ends = at_a < at_b ? at_a : at_b;
    if (ends < 0 || arc_wedge_sign(&q, false) <= 0 || arc_wedge_sign(&q, true) <= 0)
        return -ends;
    // Neither end is nearer than the reach, so not all of the circle is.
    return -arc_side_sign(&q);
}

int carom_arc_exact_rim(carom_circle circle, carom_arc arc) {
    if (circle.radius < arc.radius)
        return -1;
    arc_question q;
    pose_arc(&q, circle, arc, 0.0, true);
    const int at_a = compare_end_a(&q), at_b = compare_end_b(&q);
    const int ends = at_a > at_b ? at_a : at_b;
    // Opposite to the arc, the farthest point is on the far side of its circle.
    if (ends > 0 || arc_wedge_sign(&q, false) >= 0 || arc_wedge_sign(&q, true) >= 0)
        return -ends;
    // Neither end is beyond the rim, so not all of the circle is.
    return arc_side_sign(&q);
}

carom_feature carom_arc_exact_feature(carom_circle circle, carom_arc arc) {
    arc_question q;
    pose_arc(&q, circle, arc, 0.0, false);
    return arc_feature(&q);
}

static wide arc_wide(integer a, int unit) {
    return to_wide(a.x, a.n, a.negative, unit);
}

carom_arc_numbers carom_arc_exact_numbers(carom_circle circle, carom_arc arc) {
    arc_question q;
    pose_arc(&q, circle, arc, 0.0, false);
    limb_block *const m = &q.block;
    const int unit = q.unit, form_unit = 2 * (unit - q.bulge_unit);
    carom_arc_numbers f;
    limb *const mark = m->next;
    f.power = arc_wide(arc_power(&q), form_unit);
    m->next = mark;
    f.len2 = arc_wide(product_sum(m, q.ux, q.ux, q.uy, q.uy), 2 * unit);
    m->next = mark;
    const integer sx = integer_add(m, q.wx, q.zx), sy = integer_add(m, q.wy, q.zy);
    limb *const after_sum = m->next;
    f.foot = arc_wide(product_sum(m, sx, q.ux, sy, q.uy), 2 * unit);
    m->next = after_sum;
    // Half of 2k (w + z) + (1 - k^2) (u.y, -u.x)
    const int half_unit = unit - 2 * q.bulge_unit - 1;
    f.nx = arc_wide(product_sum(m, q.sine, sx, q.cosine, q.uy), half_unit);
    m->next = after_sum;
    f.ny = arc_wide(product_sum(m, q.sine, sy, q.cosine, integer_neg(q.ux)), half_unit);
    f.is_center = f.nx.hi == 0.0 && f.ny.hi == 0.0;
    if (f.is_center) {
        f.nx = arc_wide(q.uy, unit);
        f.ny = arc_wide(integer_neg(q.ux), unit);
    }
    return f;
}
