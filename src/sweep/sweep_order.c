// Which of two walls a moving circle meets first: by the times rounded down, and in integers if
// these are equal. Room: sweep.
#include "carom/sweep.h"
#include "rest/relation.h"
#include "sweep/sweep_integers.h"

int carom_circle_compare_time_of_impact(carom_circle circle, carom_vec2 move, carom_wall first,
                                        carom_wall second) {
    const swept_query c1 = swept_query_make(circle, move, false, first),
                      c2 = swept_query_make(circle, move, false, second);
    const carom_sweep s1 = carom_circle_sweep(circle, move, first),
                      s2 = carom_circle_sweep(circle, move, second);
    const bool met1 = s1.kind >= CAROM_SWEEP_KIND_GRAZE, met2 = s2.kind >= CAROM_SWEEP_KIND_GRAZE;
    if (!met1 || !met2)
        return met2 - met1;
    if (s1.t != s2.t)
        return s1.t < s2.t ? -1 : 1;
    // If both times round down to 0, a contact at the start comes first.
    const bool starts1 = carom_reach_at(c1.circle, c1.wall) >= 0,
               starts2 = carom_reach_at(c2.circle, c2.wall) >= 0;
    if (starts1 || starts2)
        return starts2 - starts1;
    return carom_exact_compare_time(&c1, s1.feature, &c2, s2.feature, CAROM_TIER_64);
}
