// The mark of a contact in a picture: a dot at the point and an arrow along the normal.
// Room: cli.
#ifndef CAROM_CLI_PICTURE_CONTACT_MARK_H
#define CAROM_CLI_PICTURE_CONTACT_MARK_H

#include "picture/canvas.h"
#include "picture/layout.h"

/// A contact of a circle of this radius.
typedef struct contact_mark {
    carom_vec2 point;
    carom_vec2 normal;
    double radius;
    colour ink;
} contact_mark;

/// Returns whether its point is in the plot.
bool contact_mark_is_seen(const layout *l, const contact_mark *t);

/// Paint the arrow, and the dot, which must be above all arrows.
void contact_mark_paint_normal(const canvas *c, const layout *l, const contact_mark *t);
void contact_mark_paint_dot(const canvas *c, const layout *l, const contact_mark *t);

#endif
