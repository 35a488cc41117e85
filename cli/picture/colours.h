// The colours of a picture.
// Room: cli.
#ifndef CAROM_CLI_PICTURE_COLOURS_H
#define CAROM_CLI_PICTURE_COLOURS_H

#include <stddef.h>

#include <carom/relation.h>
#include <carom/sweep.h>

/// A colour: 0xRRGGBB and an opacity.
typedef struct colour {
    unsigned rgb;
    double alpha;
} colour;

enum {
    COLOUR_PAPER = 0xF7F5F0,
    COLOUR_WHITE = 0xFFFFFF,
    COLOUR_GRID = 0xEBE8E1,
    COLOUR_AXIS = 0xD3CEC3, // the grid line through 0, and the edge of the plot
    COLOUR_INK = 0x1F2A37,  // text, normals, centres
    COLOUR_INK_DIM = 0x6B7280,
    COLOUR_INK_PALE = 0xA5A9B0, // numbers of the grid
    COLOUR_WALL = 0x333C48,
    COLOUR_WALL_BODY = 0xA3A9B1,
    COLOUR_AREA = 0xC9D3DC,
    COLOUR_WALL_NAME = 0x4B5563
};

/// Returns the colour of a relation, or of the kind of a sweep.
colour colour_of_relation(carom_relation relation);
colour colour_of_kind(carom_sweep_kind kind);

/// Returns the colour of ball i of `count`: a few balls get distinct colours, many get a circle of
/// hues.
colour colour_of_ball(size_t i, size_t count);

/// Returns the same colour, translucent.
colour colour_faded(colour ink, double alpha);

#endif
