// Clearance on a circuit board: round pads against tracks with a minimum gap.
//
// A track is a thick segment: a capsule. In whole micrometres every coordinate is a double without
// rounding, so a gap of exactly the minimum differs from one slightly below it. In millimetres 0.2
// is not a double: the answers would be exact for the nearest doubles, not for the intended
// numbers.
#include <stdio.h>

#include <carom/carom.h>

static const double minimum_gap = 200; // micrometres

static const char *verdict(carom_circle pad, carom_wall track) {
    if (carom_circle_touches(pad, track))
        return "SHORT";
    if (!carom_circle_within(pad, track, minimum_gap))
        return "clear";
    // Within the minimum: exactly at it, or nearer?
    const int sign =
        carom_detail_reach_sign(pad.center.x, pad.center.y, pad.radius, track.a.x, track.a.y,
                                track.b.x, track.b.y, track.radius, minimum_gap, track.extent);
    return sign == 0 ? "exactly at the minimum" : "TOO CLOSE";
}

int main(void) {
    const carom_circle pads[] = {
        {{0, 0}, 800},
        {{3000, 450}, 500},
        {{6000, 449}, 500},
    };
    const carom_wall tracks[] = {
        carom_capsule(carom_vec2_make(-1000, 1300), carom_vec2_make(7000, 1300), 150),
        carom_capsule(carom_vec2_make(1500, 0), carom_vec2_make(2300, 0), 150),
        carom_capsule(carom_vec2_make(6300, 49), carom_vec2_make(9000, 49), 150),
    };
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            printf("pad %d, track %d: gap %.1f um, %s\n", i, j,
                   carom_circle_distance(pads[i], tracks[j]), verdict(pads[i], tracks[j]));
    return 0;
}
