// Transforms the plane to pixels: y up, the same scale on both axes, any finite coordinates.
//
// All coordinates are first scaled by a power of two into [-1/2, 1/2], so that neither 1e308 nor
// 5e-324 leaves the range of double.
// Room: cli.
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

/// The visible area. The first pass adds all magnitudes, and the second adds all shapes.
typedef struct bounds {
    double magnitude;
    bool empty;
    int exponent;
    double down[2];
    rectangle box; // scaled
} bounds;

/// Starts with nothing.
bounds bounds_start(void);

/// First pass: adds a coordinate or radius. Infinities and NaN are ignored.
void bounds_magnitude(bounds *b, double value);

/// Second pass: adds a disc around a point. Values that are not finite are ignored.
void bounds_disc(bounds *b, carom_vec2 center, double radius);

/// Returns the ratio of height to width, 0.6 if there is none.
double bounds_aspect(const bounds *b);

/// The transformation from the plane to pixels.
typedef struct view {
    rectangle area; // where shapes can be drawn
    int exponent;
    double down[2];
    carom_vec2 origin; // scaled
    double scale;      // pixels per scaled unit
} view;

/// Fits the bounds into `inner`; shapes can be drawn in all of `area`.
view view_fit(const bounds *b, rectangle area, rectangle inner);

/// A point in pixels.
carom_vec2 view_point(const view *v, carom_vec2 p);

/// A length in pixels.
double view_length(const view *v, double length);

/// Returns the length, in the user's unit, of so many pixels. It can be infinite.
double view_unit(const view *v, double pixels);

/// Returns the point in the user's unit at a pixel. It can be infinite.
carom_vec2 view_user(const view *v, carom_vec2 pixel);

/// The direction from a to b as a unit vector in pixels (y down); (0, 0) if a == b.
carom_vec2 view_direction(carom_vec2 a, carom_vec2 b);

/// Clips the line p + t u, t in [*t0, *t1], to a rectangle (Liang and Barsky). Returns false if
/// nothing is left.
bool rectangle_clip(rectangle r, carom_vec2 p, carom_vec2 u, double *t0, double *t1);

#endif
