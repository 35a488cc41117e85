// From the plane to pixels: y up, the same scale both ways, any finite coordinates.
//
// All coordinates are first scaled by a power of two into [-1/2, 1/2], so that neither 1e308 nor
// 5e-324 leaves the range of double on the way.
// Layer: cli.
#ifndef CAROM_CLI_PICTURE_VIEW_H
#define CAROM_CLI_PICTURE_VIEW_H

#include <stdbool.h>

#include <carom/shapes.h>

/// A rectangle in pixels; x0 <= x1, y0 <= y1.
typedef struct rectangle {
    double x0;
    double y0;
    double x1;
    double y1;
} rectangle;

/// What is to be seen. First all magnitudes are told, then all shapes.
typedef struct bounds {
    double magnitude;
    bool empty;
    int exponent;
    double down[2];
    rectangle box; // scaled
} bounds;

/// Starts with nothing.
bounds bounds_start(void);

/// First pass: a coordinate or radius. Infinities and NaN are left out.
void bounds_magnitude(bounds *b, double value);

/// Second pass: a disc around a point; not finite ones are left out.
void bounds_disc(bounds *b, carom_vec2 center, double radius);

/// Height over width of what was told, 0.6 if that says nothing.
double bounds_aspect(const bounds *b);

/// The way from the plane to pixels.
typedef struct view {
    rectangle area; // where shapes may be drawn
    int exponent;
    double down[2];
    carom_vec2 origin; // scaled
    double scale;      // pixels per scaled unit
} view;

/// Fits what was told into `inner`; shapes may be drawn in all of `area`.
view view_fit(const bounds *b, rectangle area, rectangle inner);

/// A point in pixels.
carom_vec2 view_point(const view *v, carom_vec2 p);

/// A length in pixels.
double view_length(const view *v, double length);

/// The length, in the user's unit, of so many pixels. May be infinite.
double view_unit(const view *v, double pixels);

/// The point in the user's unit at a pixel. May be infinite.
carom_vec2 view_user(const view *v, carom_vec2 pixel);

/// The direction from a to b as a unit vector in pixels (y down); (0, 0) if a == b.
carom_vec2 view_direction(carom_vec2 a, carom_vec2 b);

/// Cuts the straight p + t u, t in [*t0, *t1], down to a rectangle (Liang and Barsky). False if
/// nothing is left.
bool rectangle_clip(rectangle r, carom_vec2 p, carom_vec2 u, double *t0, double *t1);

#endif
