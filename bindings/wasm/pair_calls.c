// The calls that programs make most, of one circle and one wall. build.sh compiles this file for
// speed, which takes 12 to 20 ns off each of them. Room: bindings, on public headers only.
#include "call_numbers.h"

EXPORT(relate) int relate(void) {
    return (int)carom_circle_relate(circle_argument(), wall_at(WALL));
}

// along, point, normal, depth, feature; returns the relation
EXPORT(contact) int contact(void) {
    const carom_contact k = carom_circle_contact(circle_argument(), wall_at(WALL));
    numbers[RESULT] = k.along;
    put(RESULT + 1, k.point);
    put(RESULT + 3, k.normal);
    numbers[RESULT + 5] = k.depth;
    numbers[RESULT + 6] = k.feature;
    return (int)k.relation;
}

EXPORT(sweep) void sweep(void) {
    const carom_sweep s = carom_circle_sweep(circle_argument(), vec2_at(VECTOR), wall_at(WALL));
    put_sweep(RESULT, &s);
}
