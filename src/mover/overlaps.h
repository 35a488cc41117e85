// The walls that overlap a circle at a place, the push out of the deepest one, and which ways out
// are legal. Room: mover.
#ifndef CAROM_OVERLAPS_H
#define CAROM_OVERLAPS_H

#include "carom/filter.h"
#include "carom/world.h"

// A circle that starts somewhere among walls. One-sided walls stop it if it starts on their left
// and does not overlap them there.
typedef struct wall_query {
    carom_circle start;
    carom_wall_source walls;
    const carom_filter *filter;
} wall_query;

// The walls that overlap the circle at a place.
typedef struct wall_overlaps {
    const wall_query *query;
    carom_circle circle;
    bool found;
    carom_index lowest;
    // The deepest wall; among equally deep ones that with the lowest index.
    carom_index deepest_index;
    carom_wall deepest;
    carom_vec2 normal;
    double depth;
} wall_overlaps;

// Queries the walls near a path; no walls if there is no source.
void carom_query_walls(const wall_query *q, const carom_path *path,
                       carom_path_query_callback *callback, void *context);

// True if the wall can stop the circle.
bool carom_query_is_solid(const wall_query *q, carom_index index, const carom_wall *wall);

wall_overlaps carom_overlaps_at(const wall_query *q, carom_vec2 center);

// The push out of the deepest wall: along its normal, or, if that leads back into the wall with the
// normal `last`, along both. `last` is 0 for none.
carom_vec2 carom_push_of(const wall_overlaps *o, carom_vec2 last);

// True if the circle can leave its overlaps along the straight way to a place that is free of all
// solid walls. Exact.
bool carom_way_is_legal(const wall_query *q, carom_vec2 to);

#endif
