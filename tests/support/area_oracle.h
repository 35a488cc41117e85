// The oracle of areas: plain loops over walls, by the definitions. Whether a point is in an area is
// decided in rational numbers. Shares nothing with src/ but the types. Room: tests.
#ifndef CAROM_TESTS_AREA_ORACLE_H
#define CAROM_TESTS_AREA_ORACLE_H

#include "carom/areas.h"

/// Where a point is: outside, on an axis of the area, inside.
typedef enum area_place { AREA_PLACE_OUTSIDE, AREA_PLACE_ON, AREA_PLACE_INSIDE } area_place;

area_place area_oracle_place(const carom_wall *walls, size_t count, uint32_t area,
                             carom_vec2 point);

/// The relation of a disc and an area.
carom_area_relation area_oracle_relate(const carom_wall *walls, size_t count, carom_circle circle,
                                       uint32_t area);

/// The wall of an area whose axis is nearest to a point, the lowest index of equal ones;
/// CAROM_NO_WALL if the area has none.
carom_index area_oracle_nearest(const carom_wall *walls, size_t count, uint32_t area,
                                carom_vec2 point);

/// True if a wall of the area lies within the gap of the circle, or the centre is in the area.
bool area_oracle_within(const carom_wall *walls, size_t count, carom_circle circle, double gap,
                        uint32_t area);

/// The signed distance of a point from an area, rounded as carom_circle_signed_distance does for
/// the nearest wall.
double area_oracle_distance(const carom_wall *walls, size_t count, uint32_t area, carom_vec2 point);

/// The lowest wall that has an end at which an area is open, or CAROM_NO_WALL. Sets the point.
carom_index area_oracle_open_end(const carom_wall *walls, size_t count, carom_vec2 *point);

#endif
