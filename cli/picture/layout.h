// The layout of a picture.
// Room: cli.
#ifndef CAROM_CLI_PICTURE_LAYOUT_H
#define CAROM_CLI_PICTURE_LAYOUT_H

#include <stdbool.h>

#include "picture/drawing.h"
#include "picture/view.h"

/// The layout of a picture, in pixels.
typedef struct layout {
    int width;
    int height;
    /// Pixels per design unit, see canvas.h.
    double unit;
    rectangle plot;
    view view;
    /// There are few enough circles and walls, or areas, to name all of them.
    bool small;
} layout;

/// Plans a picture of this width.
layout layout_plan(const drawing *d, int width);

#endif
