// A scene as a file: svg, png or pdf, whole or not at all.
// Method: cairo writes through a function of ours to a descriptor, so that a full disk is noticed
// with its errno; the file gets its name by rename when it is complete and on the disk.
// Layer: cli.
#include "picture/picture.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <cairo.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "picture/canvas.h"
#include "picture/frame.h"
#include "picture/labels.h"
#include "picture/layout.h"
#include "picture/shapes.h"
#include "picture/unfinished.h"
#include "progress.h"
#include "report.h"

typedef enum picture_format { FORMAT_NONE, FORMAT_SVG, FORMAT_PNG, FORMAT_PDF } picture_format;

/// Where cairo's bytes go.
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

/// The folder of a path into `folder`; false if that is too long.
static bool folder_of(const char *path, char folder[PATH_MAX]) {
    const char *slash = strrchr(path, '/');
    size_t n = slash == NULL ? 1 : slash == path ? 1 : (size_t)(slash - path);
    if (n >= PATH_MAX) {
        return false;
    }
    memcpy(folder, slash == NULL ? "." : path, n);
    folder[n] = '\0';
    return true;
}

bool picture_check(const char *path, char problem[PICTURE_ERROR_SIZE]) {
    char folder[PATH_MAX];
    struct stat info;
    problem[0] = '\0';
    if (format_of(path) == FORMAT_NONE) {
        snprintf(problem, PICTURE_ERROR_SIZE,
                 "--picture %.300s: the name must end in .svg, .png or .pdf", path);
        return false;
    }
    if (!folder_of(path, folder)) {
        errno = ENAMETOOLONG;
    } else if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
        errno = EISDIR;
    } else if (stat(folder, &info) == 0 && !S_ISDIR(info.st_mode)) {
        errno = ENOTDIR;
    } else if (access(folder, W_OK | X_OK) == 0) {
        return true;
    }
    snprintf(problem, PICTURE_ERROR_SIZE, "--picture %.300s: cannot write: %s", path,
             strerror(errno));
    return false;
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

static cairo_surface_t *new_surface(picture_format format, sink *to, const layout *l) {
    switch (format) {
    case FORMAT_PDF:
        return cairo_pdf_surface_create_for_stream(write_bytes, to, l->width, l->height);
    case FORMAT_PNG:
        return cairo_image_surface_create(CAIRO_FORMAT_RGB24, l->width, l->height);
    case FORMAT_SVG:
    case FORMAT_NONE:
        break;
    }
    cairo_surface_t *surface =
        cairo_svg_surface_create_for_stream(write_bytes, to, l->width, l->height);
    cairo_svg_surface_set_document_unit(surface, CAIRO_SVG_UNIT_PX);
    return surface;
}

/// Paints all of a picture.
static void paint(cairo_t *cr, const layout *l, const scene *s) {
    canvas c = {.cr = cr, .area = l->plot, .unit = l->unit};
    progress bar;
    progress_start(&bar, "picture");
    frame_below(&c, l);
    cairo_save(cr);
    cairo_rectangle(cr, l->plot.x0, l->plot.y0, l->plot.x1 - l->plot.x0, l->plot.y1 - l->plot.y0);
    cairo_clip(cr);
    shapes_paint(&c, l, s, &bar);
    if (l->small) {
        labels_paint(&c, l, s);
    }
    cairo_restore(cr);
    frame_above(&c, l, s);
    progress_clear(&bar);
}

/// Draws into an open descriptor. NULL, or what went wrong.
static const char *draw_into(int fd, picture_format format, int width, const scene *s) {
    sink to = {.fd = fd, .error = 0};
    layout l = layout_plan(s, width);
    cairo_surface_t *surface = new_surface(format, &to, &l);
    cairo_t *cr = cairo_create(surface);
    paint(cr, &l, s);
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
    if (to.error != 0) {
        return strerror(to.error);
    }
    return status == CAIRO_STATUS_SUCCESS ? NULL : cairo_status_to_string(status);
}

/// Opens a new file beside `path`; its name goes into `name`.
static int open_beside(const char *path, char name[PATH_MAX]) {
    for (int attempt = 0; attempt < 100; attempt++) {
        int n = snprintf(name, PATH_MAX, "%s.%ld-%d.tmp", path, (long)getpid(), attempt);
        if (n < 0 || n >= PATH_MAX) {
            errno = ENAMETOOLONG;
            return -1;
        }
        int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0 || errno != EEXIST) {
            return fd;
        }
    }
    return -1;
}

/// Draws into a new file and gives it its name. NULL, or what went wrong.
static const char *draw_file(const char *path, picture_format format, int width, const scene *s) {
    char name[PATH_MAX];
    int fd = open_beside(path, name);
    if (fd < 0) {
        return strerror(errno);
    }
    unfinished_begin(name);
    const char *problem = draw_into(fd, format, width, s);
    if (problem == NULL && fsync(fd) != 0 && errno != EINVAL) {
        problem = strerror(errno);
    }
    if (close(fd) != 0 && problem == NULL) {
        problem = strerror(errno);
    }
    if (problem == NULL && rename(name, path) != 0) {
        problem = strerror(errno);
    }
    if (problem != NULL) {
        unlink(name);
    }
    unfinished_end();
    return problem;
}

/// Draws into something that is no plain file and can't be replaced: a device, a pipe.
static const char *draw_device(const char *path, picture_format format, int width, const scene *s) {
    int fd = open(path, O_WRONLY | O_CLOEXEC);
    if (fd < 0) {
        return strerror(errno);
    }
    const char *problem = draw_into(fd, format, width, s);
    if (close(fd) != 0 && problem == NULL) {
        problem = strerror(errno);
    }
    return problem;
}

bool picture_write(const char *path, int width, const scene *s, const char *who) {
    if (path == NULL) {
        const char *problem = draw_into(STDOUT_FILENO, FORMAT_SVG, width, s);
        if (problem != NULL) {
            report(who, "standard output: cannot draw: %s", problem);
        }
        return problem == NULL;
    }
    struct stat info;
    // A link stays a link: the file behind it is replaced.
    char *real = realpath(path, NULL);
    const char *target = real != NULL ? real : path;
    bool device = stat(target, &info) == 0 && !S_ISREG(info.st_mode);
    const char *problem = device ? draw_device(target, format_of(path), width, s)
                                 : draw_file(target, format_of(path), width, s);
    if (problem != NULL) {
        report(who, "%s: cannot draw: %s", path, problem);
    }
    free(real);
    return problem == NULL;
}
