// Checks a depenetration against its promise, by loops over all walls: exact relations and sweeps
// of the oracle, orientation tests in GMP. Also searches a straight path out by brute force.
//
// Nothing is shared with src/mover/. Room: tests.
#ifndef CAROM_TESTS_DEPENETRATION_CHECK_H
#define CAROM_TESTS_DEPENETRATION_CHECK_H

#include "carom/mover.h"
#include "oracle_sweep.h"

/// Why the circle may not move straight to `to` out of its overlaps; NULL if it may: it
/// overlaps no solid wall at the end, the path is clear of every solid wall that it does not
/// overlap at the start, and the centre reaches the axis of no overlapped wall, unless it starts
/// there. `by_oracle` asks the oracle instead of the library; that is much slower.
const char *illegal_depenetration(carom_circle circle, carom_vec2 to, const carom_wall_list *walls,
                                  bool by_oracle);

/// What is wrong with a result, or NULL. For the walls that a filter of NULL considers.
const char *broken_depenetration(carom_circle circle, const carom_wall_list *walls,
                                 const carom_depenetration *result, bool by_oracle);

/// True if one of `directions` evenly spread directions leads straight out of all overlaps along a
/// legal way, with a margin of a millionth of the way. `to` is the nearest place found.
bool find_depenetration(carom_circle circle, const carom_wall_list *walls, int directions,
                        carom_vec2 *to);

#endif
