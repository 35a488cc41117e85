// The sign of the reach, for input that is known to be valid. Room: rest.
#ifndef CAROM_REST_RELATION_H
#define CAROM_REST_RELATION_H

#include "carom/shapes.h"

// The sign of R - distance, for valid input.
int carom_reach_at(carom_circle circle, carom_wall wall);

#endif
