// Where everything of a picture goes.
// Layer: cli.
#ifndef CAROM_CLI_PICTURE_LAYOUT_H
#define CAROM_CLI_PICTURE_LAYOUT_H

#include <stdbool.h>

#include "picture/drawing.h"
#include "picture/view.h"

/// Where everything of a picture goes, in pixels.
typedef struct layout {
    int width;
    int height;
    /// Pixels per unit of design, see canvas.h.
    double unit;
    rectangle plot;
    view view;
    /// Few enough circles and walls to name them all.
    bool small;
} layout;

/// Plans a picture of this width.
layout layout_plan(const drawing *d, int width);

#endif
