// The table of the methods: names, contact rules, extents and functions. Room: classic.
#include "methods.h"
#include "vectors.h"

typedef carom_classic_contact method_at_rest(carom_circle circle, carom_wall wall,
                                             carom_classic_steps *steps);

typedef struct method_entry {
    const char *name, *summary;
    // NULL for the method of moving circles.
    method_at_rest *relate;
    carom_contact_rule touch;
    carom_extent extent;
} method_entry;

static const method_entry methods[CAROM_CLASSIC_COUNT] = {
    [CAROM_CLASSIC_AREA_LINE] = {"area-line", "article 1: circle and line by a triangle's area",
                                 classic_area_line, CAROM_CONTACT_RULE_CLOSED_DISC,
                                 CAROM_EXTENT_LINE},
    [CAROM_CLASSIC_AREA] = {"area", "article 1: ring and segment by a triangle's area",
                            classic_area, CAROM_CONTACT_RULE_RING, CAROM_EXTENT_SEGMENT},
    [CAROM_CLASSIC_CLOSEST_POINT] = {"closest-point",
                                     "article 2: closest point by projection, overlap vector",
                                     classic_closest_point, CAROM_CONTACT_RULE_OPEN_DISC,
                                     CAROM_EXTENT_SEGMENT},
    [CAROM_CLASSIC_MOVING_CIRCLE] = {"moving-circle",
                                     "article 3: moving circle and segment, reflection", NULL,
                                     CAROM_CONTACT_RULE_CLOSED_DISC, CAROM_EXTENT_SEGMENT},
    [CAROM_CLASSIC_FALLING_GATE] = {"falling-gate",
                                    "article 4: falling circles, first approach, horizontal gate",
                                    classic_falling_gate, CAROM_CONTACT_RULE_CLOSED_DISC,
                                    CAROM_EXTENT_SEGMENT},
    [CAROM_CLASSIC_FALLING_PROJECTION] = {"falling-projection",
                                          "article 4: falling circles, second approach, projection",
                                          classic_falling_projection,
                                          CAROM_CONTACT_RULE_CLOSED_DISC, CAROM_EXTENT_SEGMENT},
    [CAROM_CLASSIC_TANGENT_CLAMP] = {"tangent-clamp",
                                     "article 5: closest point by clamping on the tangent",
                                     classic_tangent_clamp, CAROM_CONTACT_RULE_OPEN_DISC,
                                     CAROM_EXTENT_SEGMENT},
    [CAROM_CLASSIC_NAIVE_DOUBLE] = {"naive-double",
                                    "no article: clamp, then squared distances, in double",
                                    classic_naive_double, CAROM_CONTACT_RULE_CLOSED_DISC,
                                    CAROM_EXTENT_SEGMENT},
    [CAROM_CLASSIC_NAIVE_FLOAT] = {"naive-float",
                                   "no article: clamp, then squared distances, in float",
                                   classic_naive_float, CAROM_CONTACT_RULE_CLOSED_DISC,
                                   CAROM_EXTENT_SEGMENT},
};

static const method_entry no_method = {"invalid", "", NULL, CAROM_CONTACT_RULE_CLOSED_DISC,
                                       CAROM_EXTENT_SEGMENT};

static const method_entry *entry(carom_classic method) {
    return (unsigned)method < CAROM_CLASSIC_COUNT ? &methods[method] : &no_method;
}

const char *carom_classic_name(carom_classic method) {
    return entry(method)->name;
}

const char *carom_classic_summary(carom_classic method) {
    return entry(method)->summary;
}

bool carom_classic_is_sweep(carom_classic method) {
    return method == CAROM_CLASSIC_MOVING_CIRCLE;
}

carom_contact_rule carom_classic_rule(carom_classic method) {
    return entry(method)->touch;
}

carom_extent carom_classic_extent(carom_classic method) {
    return entry(method)->extent;
}

static carom_vec2 one_nan(carom_vec2 p) {
    return carom_vec2_make(classic_one_nan(p.x), classic_one_nan(p.y));
}

carom_classic_contact carom_classic_relate(carom_classic method, carom_circle circle,
                                           carom_wall wall, carom_classic_steps *steps) {
    if (steps)
        steps->count = 0;
    method_at_rest *relate = entry(method)->relate;
    if (!relate)
        return (carom_classic_contact){0};
    carom_classic_contact answer = relate(circle, wall, steps);
    answer.point = one_nan(answer.point);
    answer.offset = one_nan(answer.offset);
    return answer;
}

carom_classic_sweep carom_classic_sweep_circle(carom_classic method, carom_circle circle,
                                               carom_vec2 move, carom_wall wall,
                                               carom_classic_steps *steps) {
    carom_classic_sweep answer = {.hits = false};
    if (carom_classic_is_sweep(method)) {
        if (steps)
            steps->count = 0;
        answer = classic_moving_circle(circle, move, wall, steps);
        answer.t = classic_one_nan(answer.t);
        answer.center = one_nan(answer.center);
        answer.normal = one_nan(answer.normal);
        answer.end = one_nan(answer.end);
        return answer;
    }
    circle.center = one_nan(carom_vec2_add(circle.center, move));
    answer.end = circle.center;
    if (carom_classic_relate(method, circle, wall, steps).collides) {
        answer.hits = true;
        answer.t = 1.0;
        answer.center = circle.center;
    }
    return answer;
}
