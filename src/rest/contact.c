// Contact, distance and push-out of ordinary size.
//
// Method: the feature and all signs are exact. contact_double_double.h has the numbers; what it
// declines goes to contact_integers.c. This file is compiled for speed even where size comes first.
// Room: rest.
#include "carom/contact.h"

#include "rest/contact_double_double.h"
#include "rest/contact_integers.h"
#include "rest/push_off.h"

carom_contact carom_circle_contact(carom_circle circle, carom_wall wall) {
    const fast_vectors v = fast_vectors_of(circle, &wall);
    fast_distance k;
    if (!measure_fast(&k, &v, circle, &wall))
        return carom_contact_of_any_size(circle, &wall);
    carom_contact contact;
    contact.relation = fast_relation(&v, circle, &wall, k.depth);
    if (CAROM_UNLIKELY(contact.relation == CAROM_RELATION_INVALID))
        contact.relation = carom_circle_relate(circle, wall);
    contact.feature = k.feature;
    contact.along = k.along + k.along_rest + 0.0; // no -0
    contact.depth = k.depth;
    contact.normal = fast_normal(&k);
    if (CAROM_UNLIKELY(!fast_point(&contact.point, &k, circle, &wall)))
        contact.point = carom_careful_point(circle, &wall, k.feature, contact.normal);
    return contact;
}

double carom_circle_signed_distance(carom_circle circle, carom_wall wall) {
    const fast_vectors v = fast_vectors_of(circle, &wall);
    fast_distance k;
    return measure_fast(&k, &v, circle, &wall) ? 0.0 - k.depth
                                               : carom_distance_of_any_size(circle, &wall);
}

double carom_circle_distance(carom_circle circle, carom_wall wall) {
    const double distance = carom_circle_signed_distance(circle, wall);
    return distance > 0.0 ? distance : 0.0;
}

carom_push carom_circle_push_out(carom_circle circle, carom_wall wall) {
    const fast_vectors v = fast_vectors_of(circle, &wall);
    fast_distance k;
    if (!measure_fast(&k, &v, circle, &wall))
        return carom_push_of_any_size(circle, &wall);
    carom_push push = {k.depth == 0.0 ? CAROM_RELATION_TOUCHING : CAROM_RELATION_SEPARATE,
                       circle.center};
    if (k.depth <= 0.0)
        return push;
    if (k.is_level ? push_off_level(&push, &k, circle.center, &wall)
                   : push_off(&push, &k, circle.center))
        return push;
    push.relation = carom_circle_relate(carom_circle_make(push.center, circle.radius), wall);
    return push.relation <= CAROM_RELATION_TOUCHING ? push : carom_push_of_any_size(circle, &wall);
}
