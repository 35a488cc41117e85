// The functions of the methods, which methods.c calls. `steps` may be NULL. Room: classic.
#ifndef CAROM_CLASSIC_METHODS_H
#define CAROM_CLASSIC_METHODS_H

#include <math.h>

#include "classic.h"

carom_classic_contact classic_area_line(carom_circle circle, carom_wall wall,
                                        carom_classic_steps *steps);
carom_classic_contact classic_area(carom_circle circle, carom_wall wall,
                                   carom_classic_steps *steps);
carom_classic_contact classic_closest_point(carom_circle circle, carom_wall wall,
                                            carom_classic_steps *steps);
carom_classic_sweep classic_moving_circle(carom_circle circle, carom_vec2 move, carom_wall wall,
                                          carom_classic_steps *steps);
carom_classic_contact classic_falling_gate(carom_circle circle, carom_wall wall,
                                           carom_classic_steps *steps);
carom_classic_contact classic_falling_projection(carom_circle circle, carom_wall wall,
                                                 carom_classic_steps *steps);
carom_classic_contact classic_tangent_clamp(carom_circle circle, carom_wall wall,
                                            carom_classic_steps *steps);
carom_classic_contact classic_naive_double(carom_circle circle, carom_wall wall,
                                           carom_classic_steps *steps);
carom_classic_contact classic_naive_float(carom_circle circle, carom_wall wall,
                                          carom_classic_steps *steps);

/// The length of a vector as in the articles: the root of the sum of squares. It overflows and
/// underflows at half the range of exponents.
static inline double classic_length(carom_vec2 p) {
    return sqrt(carom_vec2_dot(p, p));
}

/// Makes the sign of NaN the same on all machines, which differ in the sign of 0/0.
static inline double classic_one_nan(double x) {
    return isnan(x) ? (double)NAN : x;
}

#endif
