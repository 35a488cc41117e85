// The functions of the methods, which table.c calls. `steps` may be NULL. Room: classic.
#ifndef CAROM_CLASSIC_METHODS_H
#define CAROM_CLASSIC_METHODS_H

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

#endif
