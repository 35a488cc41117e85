// Writes a drawing to a file: svg, png or pdf, atomically.
// Method: cairo writes through a callback to a descriptor, so that a full disk is reported with its
// errno. The file is an atomic_file.
// Room: cli.
#include "picture/picture.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "atomic_file.h"
#include "closed_pipe.h"
#include "picture/canvas.h"
#include "picture/frame.h"
#include "picture/labels.h"
#include "picture/layout.h"
#include "picture/shapes.h"
#include "progress.h"
#include "report.h"

typedef enum picture_format { FORMAT_NONE, FORMAT_SVG, FORMAT_PNG, FORMAT_PDF } picture_format;

/// The destination of cairo's output.
typedef struct sink {
    int fd;
    int error;
} sink;

static picture_format format_of(const char *path) {
    const char *dot = strrchr(path, '.');
    if (dot == NULL || strchr(dot, '/') != NULL) {
        return FORMAT_NONE;
    }
    return strcasecmp(dot, ".svg") == 0   ? FORMAT_SVG
           : strcasecmp(dot, ".png") == 0 ? FORMAT_PNG
           : strcasecmp(dot, ".pdf") == 0 ? FORMAT_PDF
                                          : FORMAT_NONE;
}

bool picture_check(const char *path, char problem[PICTURE_ERROR_SIZE]) {
    problem[0] = '\0';
    if (format_of(path) == FORMAT_NONE) {
        snprintf(problem, PICTURE_ERROR_SIZE,
                 "--picture %.300s: the name must end in .svg, .png or .pdf", path);
        return false;
    }
    int error = atomic_file_check(path);
    if (error != 0) {
        snprintf(problem, PICTURE_ERROR_SIZE, "--picture %.300s: cannot write: %s", path,
                 strerror(error));
    }
    return error == 0;
}

static cairo_status_t write_bytes(void *data, const unsigned char *bytes, unsigned length) {
    sink *to = data;
    while (length > 0) {
        ssize_t n = write(to->fd, bytes, length);
        if (n < 0 && errno == EINTR) {
            continue;
        }
        if (n < 0) {
            to->error = errno;
            return CAIRO_STATUS_WRITE_ERROR;
        }
        bytes += n;
        length -= (unsigned)n;
    }
    return CAIRO_STATUS_SUCCESS;
}

static cairo_surface_t *new_surface(picture_format format, sink *to, const picture_page *page) {
    switch (format) {
    case FORMAT_PDF:
        return cairo_pdf_surface_create_for_stream(write_bytes, to, page->width, page->height);
    case FORMAT_PNG:
        return cairo_image_surface_create(CAIRO_FORMAT_RGB24, page->width, page->height);
    case FORMAT_SVG:
    case FORMAT_NONE:
        break;
    }
    cairo_surface_t *surface =
        cairo_svg_surface_create_for_stream(write_bytes, to, page->width, page->height);
    cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
    return surface;
}

/// A drawing and its layout.
typedef struct planned_drawing {
    const drawing *drawing;
    layout layout;
} planned_drawing;

static void paint_drawing(cairo_t *cr, const void *content) {
    const drawing *d = ((const planned_drawing *)content)->drawing;
    const layout *l = &((const planned_drawing *)content)->layout;
    canvas c = {.cr = cr, .area = l->plot, .unit = l->unit};
    progress bar;
    progress_start(&bar, "picture");
    frame_below(&c, l);
    cairo_save(cr);
    cairo_rectangle(cr, l->plot.x0, l->plot.y0, l->plot.x1 - l->plot.x0, l->plot.y1 - l->plot.y0);
    cairo_clip(cr);
    shapes_paint(&c, l, d, &bar);
    if (l->small) {
        labels_paint(&c, l, d);
    }
    cairo_restore(cr);
    frame_above(&c, l, d);
    progress_clear(&bar);
}

/// Draws into an open descriptor. Returns NULL or the problem.
static const char *draw_into(int fd, picture_format format, const picture_page *page) {
    sink to = {.fd = fd, .error = 0};
    cairo_surface_t *surface = new_surface(format, &to, page);
    cairo_t *cr = cairo_create(surface);
    page->paint(cr, page->content);
    cairo_status_t status = cairo_status(cr);
    cairo_destroy(cr);
    if (status == CAIRO_STATUS_SUCCESS && format == FORMAT_PNG) {
        status = cairo_surface_write_to_png_stream(surface, write_bytes, &to);
    }
    cairo_surface_finish(surface);
    if (status == CAIRO_STATUS_SUCCESS) {
        status = cairo_surface_status(surface);
    }
    cairo_surface_destroy(surface);
    if (fd == STDOUT_FILENO) {
        closed_pipe_end(to.error);
    }
    if (to.error != 0) {
        return strerror(to.error);
    }
    return status == CAIRO_STATUS_SUCCESS ? NULL : cairo_status_to_string(status);
}

bool picture_write_page(const char *path, const picture_page *page, const char *who) {
    if (path == NULL) {
        const char *problem = draw_into(STDOUT_FILENO, FORMAT_SVG, page);
        if (problem != NULL) {
            report(who, "standard output: cannot draw: %s", problem);
        }
        return problem == NULL;
    }
    atomic_file file;
    const char *problem = atomic_file_open(&file, path);
    if (problem == NULL) {
        problem = atomic_file_close(&file, draw_into(file.fd, format_of(path), page));
    }
    if (problem != NULL) {
        report(who, "%s: cannot draw: %s", path, problem);
    }
    return problem == NULL;
}

bool picture_write(const char *path, int width, const drawing *d, const char *who) {
    const planned_drawing planned = {.drawing = d, .layout = layout_plan(d, width)};
    const picture_page page = {.width = planned.layout.width,
                               .height = planned.layout.height,
                               .paint = paint_drawing,
                               .content = &planned};
    return picture_write_page(path, &page, who);
}
