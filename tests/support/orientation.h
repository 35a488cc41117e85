// Exact orientation tests of three points, in GMP. Room: tests.
#ifndef CAROM_ORIENTATION_H
#define CAROM_ORIENTATION_H

#include "carom/vec2.h"

// The sign of (p - o) x (q - o): 1 if q is to the left of o->p, 0 on that line, -1 to the right.
int orientation_side(carom_vec2 o, carom_vec2 p, carom_vec2 q);

// The sign of (p - o) . (q - o).
int orientation_along(carom_vec2 o, carom_vec2 p, carom_vec2 q);

#endif
