// The rings of areas, for pictures: walls in any order, chained at their ends.
// Room: cli.
#ifndef CAROM_CLI_PICTURE_RINGS_H
#define CAROM_CLI_PICTURE_RINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <carom/shapes.h>

/// A closed polygon, whose corners are [begin, end) of the corners of the rings.
typedef struct ring {
    uint32_t area;
    size_t begin;
    size_t end;
} ring;

/// All rings, by area. Start with all zeros.
typedef struct rings {
    ring *items;
    size_t count;
    carom_vec2 *corners;
    /// The number of areas.
    size_t area_count;
} rings;

/// Chains the walls of each area, which is their group; 0 is none. The rings of each area must
/// close. Where more than two walls end, any two are chained: even-odd, the rings enclose the same.
/// Returns false if out of memory.
bool rings_make(rings *r, const carom_wall *walls, size_t count);

/// Returns the first ring behind those of the area of ring i.
size_t rings_next_area(const rings *r, size_t i);

/// Returns a point in the area of ring i, for a name: the middle of the longest part of a level
/// line at half its height.
carom_vec2 rings_middle(const rings *r, size_t i);

void rings_free(rings *r);

#endif
