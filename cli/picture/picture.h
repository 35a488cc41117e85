// A drawing as a file: svg, png or pdf, whole or not at all.
// Layer: cli.
#ifndef CAROM_CLI_PICTURE_PICTURE_H
#define CAROM_CLI_PICTURE_PICTURE_H

#include <cairo.h>
#include <stdbool.h>

#include "picture/drawing.h"

enum { PICTURE_WIDTH_MIN = 100, PICTURE_WIDTH_MAX = 10000, PICTURE_ERROR_SIZE = 512 };

/// Checks before any work what can be checked: the kind of picture, and that its folder is there.
/// On failure `problem` says what is wrong.
bool picture_check(const char *path, char problem[PICTURE_ERROR_SIZE]);

/// A picture of any kind: its size in pixels, and what paints it.
typedef struct picture_page {
    int width;
    int height;
    void (*paint)(cairo_t *cr, const void *content);
    const void *content;
} picture_page;

/// Draws a page into a file of that name, or, with NULL, as SVG to standard output. The file is
/// written under another name in the same folder and renamed when complete: after a failure, which
/// is reported as of `who`, there is what was there before.
bool picture_write_page(const char *path, const picture_page *page, const char *who);

/// The same of a drawing.
bool picture_write(const char *path, int width, const drawing *d, const char *who);

#endif
