// Walls that are equal as shapes. A level that was imported twice has many, and an exact comparison
// of two of them ends in a tie, which integers find slowly. Room: rest.
#ifndef CAROM_EQUAL_WALLS_H
#define CAROM_EQUAL_WALLS_H

#include "carom/shapes.h"

// True if both walls have the same ends in the same order, radius and extent. Then all contacts
// with them are equal, too. Categories, groups and one-sided flags can differ.
static inline bool are_equal_walls(const carom_wall *p, const carom_wall *q) {
    return p->a.x == q->a.x && p->a.y == q->a.y && p->b.x == q->b.x && p->b.y == q->b.y &&
           p->radius == q->radius && p->extent == q->extent;
}

#endif
