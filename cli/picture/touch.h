// The sign of a contact in a picture: a dot where it is, an arrow along the normal.
// Layer: cli.
#ifndef CAROM_CLI_PICTURE_TOUCH_H
#define CAROM_CLI_PICTURE_TOUCH_H

#include "picture/canvas.h"
#include "picture/layout.h"

/// A contact of a circle of this radius.
typedef struct touch {
    carom_vec2 point;
    carom_vec2 normal;
    double radius;
    colour ink;
} touch;

/// Whether its point is in the plot.
bool touch_is_seen(const layout *l, const touch *t);

/// The arrow, and the dot, which belongs above all arrows.
void touch_paint_normal(const canvas *c, const layout *l, const touch *t);
void touch_paint_dot(const canvas *c, const layout *l, const touch *t);

#endif
