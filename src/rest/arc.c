// Validity of bent walls. Room: rest.
#include "rest/arc.h"

#include "numbers.h"

bool carom_arc_is_valid(carom_arc arc) {
    return is_finite(arc.a) && is_finite(arc.b) && arc.radius >= 0.0 && arc.radius <= DBL_MAX &&
           fabs(arc.bulge) <= 1.0;
}
