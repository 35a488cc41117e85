// Writes a drawing to a file: svg, png or pdf, atomically.
// Room: cli.
#ifndef CAROM_CLI_PICTURE_PICTURE_H
#define CAROM_CLI_PICTURE_PICTURE_H

#include <cairo.h>
#include <stdbool.h>

#include "picture/drawing.h"

enum { PICTURE_WIDTH_MIN = 100, PICTURE_WIDTH_MAX = 10000, PICTURE_ERROR_SIZE = 512 };

/// Checks in advance the kind of the picture and that its folder exists. On failure sets `problem`.
bool picture_check(const char *path, char problem[PICTURE_ERROR_SIZE]);

/// A picture of any kind: its size in pixels, and the function that paints it.
typedef struct picture_page {
    int width;
    int height;
    void (*paint)(cairo_t *cr, const void *content);
    const void *content;
} picture_page;

/// Draws a page into a file, or, with NULL, as SVG to standard output. A failure is reported under
/// the name `who` and leaves an existing file unchanged.
bool picture_write_page(const char *path, const picture_page *page, const char *who);

/// Draws a drawing in the same way.
bool picture_write(const char *path, int width, const drawing *d, const char *who);

#endif
