// The generators behind moving_cases.h, one function per class, and the parts they share.
// Room: tests, private to the case generators.
#ifndef CAROM_TESTS_MOVING_MAKERS_H
#define CAROM_TESTS_MOVING_MAKERS_H

#include "motion_makers.h"
#include "moving_cases.h"

// Parts (moving_cases.c).

/// A circle and a wall at the time of a contact, as seen from end a: u = b - a, w = c - a, and
/// their velocities.
typedef struct moving_place {
    double time;
    carom_vec2 u, w, u_step, w_step;
    double reach;
} moving_place;

/// Starts the case so that at the time of the place end a is at `a` and moves by `drift`. The radii
/// stay.
void arrive_moving(moving_case *m, const moving_place *place, carom_vec2 a, carom_vec2 drift);

/// Exchanges a and b.
void swap_ends(moving_case *m);

/// The radius alone by up to 2 ulp, or any of the numbers by up to 4.
void nudge_moving(random_source *g, moving_case *m);

/// Calls `each` for all coordinates and radii, in a fixed order.
enum { MOVING_NUMBERS = 20 };
void moving_numbers_of(moving_case *m, double *numbers[MOVING_NUMBERS]);

/// The gap of a segment at t, rounded.
double rough_gap(const moving_case *m, double t);

/// Sets where the motions end: start + displacement, or some ulp beside that.
void choose_ends(random_source *g, moving_case *m);

// Ordinary cases, and cases at the ends of the range (moving_cases_ordinary.c).
void make_moving_still(random_source *g, moving_case *m);
void make_moving_translating(random_source *g, moving_case *m);
void make_moving_door(random_source *g, moving_case *m);
void make_moving_flipper(random_source *g, moving_case *m);
void make_moving_middle(random_source *g, moving_case *m);
void make_moving_far(random_source *g, moving_case *m);
void make_moving_swap(random_source *g, moving_case *m);
void make_moving_anywhere(random_source *g, moving_case *m);
void make_moving_barely_turning(random_source *g, moving_case *m);
void make_moving_grazing_near(random_source *g, moving_case *m);
void make_moving_big_radius(random_source *g, moving_case *m);
void make_moving_point(random_source *g, moving_case *m);
void make_moving_integers(random_source *g, moving_case *m);
void make_moving_overlapping(random_source *g, moving_case *m);
void make_moving_offset(random_source *g, moving_case *m);
void make_moving_needle(random_source *g, moving_case *m);
void make_moving_bullet(random_source *g, moving_case *m);
void make_moving_carried(random_source *g, moving_case *m);
void make_moving_tiny(random_source *g, moving_case *m);
void make_moving_huge(random_source *g, moving_case *m);
void make_moving_mixed_exponents(random_source *g, moving_case *m);
void make_moving_random_bits(random_source *g, moving_case *m);

// Ties (moving_cases_ties.c).
void make_moving_collapse(random_source *g, moving_case *m);
void make_moving_exact_time(random_source *g, moving_case *m);
void make_moving_double(random_source *g, moving_case *m);
void make_moving_triple(random_source *g, moving_case *m);
void make_moving_graze_then_hit(random_source *g, moving_case *m);
void make_moving_touching_start(random_source *g, moving_case *m);
void make_moving_touching_finish(random_source *g, moving_case *m);
void make_moving_nearly_touching(random_source *g, moving_case *m);
void make_moving_corner(random_source *g, moving_case *m);
void make_moving_together(random_source *g, moving_case *m);
void make_moving_point_exact(random_source *g, moving_case *m);
void make_moving_posts(random_source *g, moving_case *m);

#endif
