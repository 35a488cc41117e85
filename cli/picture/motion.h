// Motion in a picture: the paths of a frame up to a contact, and the trails of balls.
// Room: cli.
#ifndef CAROM_CLI_PICTURE_MOTION_H
#define CAROM_CLI_PICTURE_MOTION_H

#include "picture/canvas.h"
#include "picture/layout.h"
#include "picture/steps.h"

/// Draws from p to q, with an arrowhead if there is room.
void motion_paint_arrow(const canvas *c, const layout *l, carom_vec2 p, carom_vec2 q, double width,
                        colour ink);

/// Paints the paths, each with the circle at contact and at its end.
void motion_paint_paths(const canvas *c, const layout *l, const drawing *d, steps *n);

/// Paints the trails, and the balls at their ends.
void motion_paint_trails(const canvas *c, const layout *l, const drawing *d, steps *n);
void motion_paint_balls(const canvas *c, const layout *l, const drawing *d, steps *n);

/// Returns the number of progress steps for both.
uint64_t motion_steps(const drawing *d);

#endif
