// The feature of a wall that is nearest to a point, by filter or integers. Room: rest.
#ifndef CAROM_NEAREST_FEATURE_H
#define CAROM_NEAREST_FEATURE_H

#include "rest/relation_filter.h"
#include "rest/relation_integers.h"

// For valid input.
static inline carom_feature nearest_feature(carom_circle circle, carom_wall wall) {
    const carom_feature certain = carom_filter_feature(circle, wall);
    return certain != CAROM_FEATURE_NONE ? certain
                                         : carom_exact_feature(circle, wall, CAROM_TIER_64);
}

#endif
