// Casts: the displacement from direction and length, in wide numbers so that no square leaves the
// range; the distance from the time. Room: sweep.
#include "carom/sweep.h"

#include <float.h>
#include <string.h>

#include "arithmetic/wide.h"
#include "numbers.h"
#include "sweep/sweep_double_double.h"

// Below this a time can be subnormal, with fewer digits than the distance.
#define TIME_HAS_ALL_DIGITS 0x1p-1000

static bool is_cast(carom_vec2 direction, double length) {
    const bool has_direction = direction.x != 0.0 || direction.y != 0.0;
    return is_finite(direction) && length >= 0.0 && length <= DBL_MAX &&
           (has_direction || length == 0.0);
}

carom_vec2 carom_vec2_along(carom_vec2 direction, double length) {
    if (!is_cast(direction, length) || length == 0.0)
        return carom_vec2_make(0.0, 0.0);
    const wide x = wide_of(direction.x), y = wide_of(direction.y);
    const wide scale = wide_div(wide_of(length), wide_sqrt(wide_sum_of_squares(x, y)));
    return carom_vec2_make(wide_to_double(wide_mul(scale, x)), wide_to_double(wide_mul(scale, y)));
}

carom_cast carom_circle_cast(carom_circle circle, carom_vec2 direction, double length,
                             carom_wall wall) {
    carom_cast cast;
    memset(&cast, 0, sizeof cast);
    if (!is_cast(direction, length))
        return cast;
    const carom_vec2 move = carom_vec2_along(direction, length);
    cast.sweep = carom_circle_sweep(circle, move, wall);
    cast.distance = cast.sweep.t * length;
    if (cast.sweep.kind > CAROM_SWEEP_KIND_MISS && cast.sweep.t < TIME_HAS_ALL_DIGITS) {
        const swept_query c = swept_query_make(circle, move, false, wall);
        cast.distance = carom_distance_to_contact(&c, cast.sweep.feature);
    }
    return cast;
}
