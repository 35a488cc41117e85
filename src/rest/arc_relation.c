// The relation of a circle at rest and a bent wall.
//
// A branch-free filter in double decides the certain cases, integers decide the rest. A second
// stage in double-doubles would gain little: it takes half the time of the integers, and most of
// what the filter leaves are ties, which it would leave too. docs/exactness.md derives the bounds.
// Room: rest.
#include "rest/arc_relation.h"

#include "rest/arc_integers.h"
#include "rest/nearest_feature.h"

// The sign of circle radius + wall radius + gap - distance if it is certain, else 0.
static int arc_filter_reach(const arc_view *v, double radii, double gap) {
    if (gap == 0.0)
        return arc_certain_reach(v, radii);
    // The bounds are for a reach that was rounded once. With a gap it is rounded twice, so it lies
    // between these two.
    const double reach = radii + gap;
    const double least = reach * (1.0 - 0x1p-51), most = reach * (1.0 + 0x1p-51);
    if (!(gap > 0.0 && most <= CAROM_ARC_MOST))
        return 0;
    const int at_least = arc_certain_reach(v, least);
    return at_least > 0 ? 1 : arc_certain_reach(v, most) < 0 ? -1 : 0;
}

int carom_arc_reach(carom_circle circle, carom_arc arc, double gap) {
    if (arc_is_straight(&arc) && fabs(arc.bulge) <= 1.0)
        return -carom_circle_compare_gap(circle, arc_chord(&arc), gap);
    const arc_view v = arc_view_of(circle, &arc);
    const int certain = arc_filter_reach(&v, circle.radius + arc.radius, gap);
    if (CAROM_LIKELY(certain != 0))
        return certain;
    if (!carom_circle_is_valid(circle) || !carom_arc_is_valid(arc) ||
        !(gap >= 0.0 && gap <= DBL_MAX))
        return -1;
    return carom_arc_exact_reach(circle, arc, gap);
}

// The relation of an overlapping circle.
static carom_relation relate_overlapping_arc(const arc_view *v, carom_circle circle,
                                             const carom_arc *arc) {
    const double rim = circle.radius - arc->radius;
    int sign = rim < 0.0 ? -1 : arc_certain_rim(v, rim);
    if (sign == 0)
        sign = carom_arc_exact_rim(circle, *arc);
    return sign < 0    ? CAROM_RELATION_CROSSING
           : sign == 0 ? CAROM_RELATION_INSIDE_TOUCHING
                       : CAROM_RELATION_INSIDE;
}

carom_relation carom_arc_relate_view(const arc_view *v, carom_circle circle, const carom_arc *arc) {
    int sign = arc_certain_reach(v, circle.radius + arc->radius);
    if (CAROM_UNLIKELY(sign == 0)) {
        if (!carom_circle_is_valid(circle) || !carom_arc_is_valid(*arc))
            return CAROM_RELATION_INVALID;
        sign = carom_arc_exact_reach(circle, *arc, 0.0);
    }
    return sign < 0    ? CAROM_RELATION_SEPARATE
           : sign == 0 ? CAROM_RELATION_TOUCHING
                       : relate_overlapping_arc(v, circle, arc);
}

carom_relation carom_arc_relate(carom_circle circle, carom_arc arc) {
    if (arc_is_straight(&arc))
        return fabs(arc.bulge) <= 1.0 ? carom_circle_relate(circle, arc_chord(&arc))
                                      : CAROM_RELATION_INVALID;
    const arc_view v = arc_view_of(circle, &arc);
    return carom_arc_relate_view(&v, circle, &arc);
}

carom_feature carom_arc_feature_view(const arc_view *v, carom_circle circle, const carom_arc *arc) {
    const carom_feature certain = arc_certain_feature(v);
    return certain != CAROM_FEATURE_NONE ? certain : carom_arc_exact_feature(circle, *arc);
}

carom_feature carom_arc_feature(carom_circle circle, carom_arc arc) {
    if (!carom_circle_is_valid(circle) || !carom_arc_is_valid(arc))
        return CAROM_FEATURE_NONE;
    if (arc_is_straight(&arc))
        return nearest_feature(circle, arc_chord(&arc));
    const arc_view v = arc_view_of(circle, &arc);
    return carom_arc_feature_view(&v, circle, &arc);
}
