// Transforms the plane to pixels: y up, the same scale on both axes, any finite coordinates.
// Method: scales by powers of two, in two factors because 2^1074 is not a double. Clips by Liang
// and Barsky, "A new concept and method for line clipping", 1984.
// Room: cli.
#include "picture/view.h"

#include <math.h>

bounds bounds_start(void) {
    return (bounds){.magnitude = 0.0, .empty = true, .exponent = 0, .down = {1.0, 1.0}};
}

void bounds_magnitude(bounds *b, double value) {
    double size = fabs(value);
    if (isfinite(size) && size > b->magnitude) {
        b->magnitude = size;
        int exponent;
        frexp(size, &exponent);
        // A point plus a radius can have twice the magnitude: keep two bits of room.
        b->exponent = exponent + 2;
        int half = -b->exponent / 2;
        b->down[0] = ldexp(1.0, half);
        b->down[1] = ldexp(1.0, -b->exponent - half);
    }
}

void bounds_disc(bounds *b, carom_vec2 center, double radius) {
    double x = center.x * b->down[0] * b->down[1];
    double y = center.y * b->down[0] * b->down[1];
    double r = radius * b->down[0] * b->down[1];
    if (!isfinite(x) || !isfinite(y) || !isfinite(r)) {
        return;
    }
    rectangle disc = {x - r, y - r, x + r, y + r};
    if (b->empty) {
        b->box = disc;
        b->empty = false;
        return;
    }
    b->box.x0 = fmin(b->box.x0, disc.x0);
    b->box.y0 = fmin(b->box.y0, disc.y0);
    b->box.x1 = fmax(b->box.x1, disc.x1);
    b->box.y1 = fmax(b->box.y1, disc.y1);
}

double bounds_aspect(const bounds *b) {
    double width = b->box.x1 - b->box.x0;
    double height = b->box.y1 - b->box.y0;
    if (b->empty || fmax(width, height) <= 0.0) {
        return 0.6;
    }
    return width <= height * 1e-6 ? 1e6 : height / width;
}

view view_fit(const bounds *b, rectangle area, rectangle inner) {
    view v = {.area = area, .exponent = b->exponent, .down = {b->down[0], b->down[1]}};
    double width = 0.0;
    double height = 0.0;
    if (!b->empty) {
        width = b->box.x1 - b->box.x0;
        height = b->box.y1 - b->box.y0;
        v.origin = carom_vec2_make(b->box.x0 + 0.5 * width, b->box.y0 + 0.5 * height);
    }
    // A single point gets a quarter of its coordinates' size around it. No scale may overflow.
    if (fmax(width, height) <= 0.0) {
        width = 0.25;
    }
    width = fmax(width, 1e-200);
    height = fmax(height, 1e-200);
    v.scale = fmin((inner.x1 - inner.x0) / width, (inner.y1 - inner.y0) / height);
    // The origin is at the middle of `inner`, not of `area`: shift it by pixels.
    double dx = 0.5 * (inner.x0 + inner.x1) - 0.5 * (area.x0 + area.x1);
    double dy = 0.5 * (inner.y0 + inner.y1) - 0.5 * (area.y0 + area.y1);
    v.origin.x -= dx / v.scale;
    v.origin.y += dy / v.scale;
    return v;
}

carom_vec2 view_point(const view *v, carom_vec2 p) {
    double x = p.x * v->down[0] * v->down[1] - v->origin.x;
    double y = p.y * v->down[0] * v->down[1] - v->origin.y;
    return carom_vec2_make(0.5 * (v->area.x0 + v->area.x1) + v->scale * x,
                           0.5 * (v->area.y0 + v->area.y1) - v->scale * y);
}

double view_length(const view *v, double length) {
    return length * v->down[0] * v->down[1] * v->scale;
}

double view_unit(const view *v, double pixels) {
    return ldexp(pixels / v->scale, v->exponent);
}

carom_vec2 view_user(const view *v, carom_vec2 pixel) {
    double x = v->origin.x + (pixel.x - 0.5 * (v->area.x0 + v->area.x1)) / v->scale;
    double y = v->origin.y - (pixel.y - 0.5 * (v->area.y0 + v->area.y1)) / v->scale;
    return carom_vec2_make(ldexp(x, v->exponent), ldexp(y, v->exponent));
}

carom_vec2 view_direction(carom_vec2 a, carom_vec2 b) {
    double x = b.x - a.x;
    double y = a.y - b.y;
    if (!isfinite(x) || !isfinite(y)) {
        x = 0.5 * b.x - 0.5 * a.x;
        y = 0.5 * a.y - 0.5 * b.y;
    }
    int exponent;
    frexp(fmax(fabs(x), fabs(y)), &exponent);
    x = ldexp(x, -exponent);
    y = ldexp(y, -exponent);
    double length = hypot(x, y);
    return length > 0.0 ? carom_vec2_make(x / length, y / length) : carom_vec2_make(0.0, 0.0);
}

/// Restricts a range of t to step * t <= room.
static bool clip_side(double step, double room, double *t0, double *t1) {
    if (step == 0.0) {
        return room >= 0.0;
    }
    double t = room / step;
    if (step > 0.0) {
        *t1 = fmin(*t1, t);
    } else {
        *t0 = fmax(*t0, t);
    }
    return *t0 <= *t1;
}

bool rectangle_clip(rectangle r, carom_vec2 p, carom_vec2 u, double *t0, double *t1) {
    return isfinite(p.x) && isfinite(p.y) && isfinite(u.x) && isfinite(u.y) &&
           clip_side(-u.x, p.x - r.x0, t0, t1) && clip_side(u.x, r.x1 - p.x, t0, t1) &&
           clip_side(-u.y, p.y - r.y0, t0, t1) && clip_side(u.y, r.y1 - p.y, t0, t1);
}
