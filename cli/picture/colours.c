// The computed colours of a picture.
// Method: Okabe and Ito's colours, which suit all kinds of colour vision, with a darker purple. For
// many balls a circle of hues in Ottosson's OKLCH, "A perceptual color space for image processing",
// 2020.
// Room: cli.
#include "picture/colours.h"

#include <math.h>

colour colour_of_relation(carom_relation relation) {
    switch (relation) {
    case CAROM_RELATION_TOUCHING:
        return (colour){0xE69F00, 1.0};
    case CAROM_RELATION_CROSSING:
        return (colour){0xD55E00, 1.0};
    case CAROM_RELATION_INSIDE_TOUCHING:
        return (colour){0xB0569B, 1.0};
    case CAROM_RELATION_INSIDE:
        return (colour){0x009E73, 1.0};
    case CAROM_RELATION_SEPARATE:
    case CAROM_RELATION_INVALID:
        break;
    }
    return (colour){0x6C93B8, 1.0};
}

colour colour_of_kind(carom_sweep_kind kind) {
    switch (kind) {
    case CAROM_SWEEP_KIND_GRAZE:
        return colour_of_relation(CAROM_RELATION_TOUCHING);
    case CAROM_SWEEP_KIND_HIT:
        return colour_of_relation(CAROM_RELATION_CROSSING);
    case CAROM_SWEEP_KIND_OVERLAP:
        return colour_of_relation(CAROM_RELATION_INSIDE_TOUCHING);
    case CAROM_SWEEP_KIND_MISS:
    case CAROM_SWEEP_KIND_INVALID:
        break;
    }
    return colour_of_relation(CAROM_RELATION_SEPARATE);
}

/// Converts a linear light fraction to 0..255 of sRGB.
static unsigned channel(double light) {
    double v = light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1.0 / 2.4) - 0.055;
    return (unsigned)(255.0 * fmin(fmax(v, 0.0), 1.0) + 0.5);
}

/// Returns a hue, a fraction of a turn, with constant lightness: OKLCH with L = 0.62, C = 0.15.
static unsigned rgb_of_hue(double hue) {
    const double angle = 2.0 * acos(-1.0) * hue;
    const double a = 0.15 * cos(angle);
    const double b = 0.15 * sin(angle);
    const double l = pow(0.62 + 0.3963377774 * a + 0.2158037573 * b, 3.0);
    const double m = pow(0.62 - 0.1055613458 * a - 0.0638541728 * b, 3.0);
    const double s = pow(0.62 - 0.0894841775 * a - 1.2914855480 * b, 3.0);
    return channel(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s) << 16 |
           channel(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s) << 8 |
           channel(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s);
}

colour colour_of_ball(size_t i, size_t count) {
    static const unsigned few[] = {0x0072B2, 0xD55E00, 0x009E73, 0xB0569B, 0xC98A00, 0x4DA3D9};
    enum { FEW = sizeof few / sizeof few[0] };
    return (colour){count <= FEW ? few[i % FEW] : rgb_of_hue((double)i / (double)count), 1.0};
}

colour colour_faded(colour ink, double alpha) {
    ink.alpha = alpha;
    return ink;
}
