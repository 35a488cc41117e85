// A free place for one circle that overlaps walls or other balls. Room: crowd.
#ifndef CAROM_CROWD_FREE_PLACE_H
#define CAROM_CROWD_FREE_PLACE_H

#include "carom/world.h"

typedef struct free_place {
    bool found;
    // If found: the circle overlaps no wall and no ball there. The straight path to it is legal as
    // depenetration.h says; balls do not bar it. Both are exact. Otherwise the given centre.
    carom_vec2 center;
    // For the next search: the circle that was given, its place after the depenetration from walls
    // alone, and the distance of `center` from it.
    carom_circle circle;
    carom_vec2 origin;
    double distance;
} free_place;

// Called with every ball that may overlap a box, once each, in any order.
typedef void ball_visitor(void *context, carom_circle other);

typedef struct free_query {
    carom_circle circle;
    // The walls that the filter accepts. `query` may be NULL. One-sided walls count as
    // depenetration.h says.
    carom_wall_source walls;
    // Visits the other balls.
    void (*balls)(const void *source, carom_box box, ball_visitor *visit, void *context);
    const void *source;
    // The result of the last search among the same walls and balls, to which only balls may have
    // been added since; NULL if there is none. It saves time if that circle was near this one and
    // not larger. It can only change which of several free places is found, and a circle for which
    // no place was found is not searched for again.
    const free_place *last;
} free_query;

// Finds a free place for the circle, usually the nearest one. If the circle overlaps no ball at the
// place where carom_circle_depenetrate puts it, it is this place. None is found if there is no such
// place, and for invalid input. Otherwise the search goes from there over the balls, in 64 to 512
// directions and along walls, up to the first wall in each. It ends after about FREE_QUERIES_MAX
// queries of balls, which reach about 100 radii far among equal balls that lie close. It can miss a
// narrow place. The result does not depend on the order in which walls and balls are visited. Needs
// 60 KB of stack.
free_place carom_find_free_place(const free_query *query);

enum { FREE_QUERIES_MAX = 4096 };

#endif
