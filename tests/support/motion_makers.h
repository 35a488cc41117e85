// The generators behind motion_cases.h, one function per class, and the parts they share.
// Room: tests, private to the case generators.
#ifndef CAROM_TESTS_MOTION_MAKERS_H
#define CAROM_TESTS_MOTION_MAKERS_H

#include "case_makers.h"
#include "motion_cases.h"

// Parts (motion_cases.c). As in case_makers.h, no call may draw two random numbers in its
// arguments.

/// A circle at contact, and the vector from the nearest point of the axis to its centre, scaled by
/// a power of two into ordinary range and rounded only if the numbers of the case are.
typedef struct contact_place {
    test_case at;
    carom_vec2 away;
} contact_place;

/// The contact place of a circle and a wall that touch, or nearly.
contact_place place_of(random_source *g, test_case at);

/// A vector in any direction with v . away < 0, of about this length.
carom_vec2 random_inward(random_source *g, const contact_place *place, double length);

/// A length in [2^lo, 2^hi) of that of the case: the largest difference of its coordinates.
double random_length(random_source *g, const test_case *at, int lo, int hi);

/// Starts the case so that after t of the move the circle is where the place says.
void arrive(random_source *g, motion_case *m, const contact_place *place, carom_vec2 move,
            double t);

/// Sets circle and wall.
void set_pair(motion_case *m, const test_case *at);

/// Moves the radius alone by up to 2 ulp, or any of the numbers by up to 4.
void nudge_motion(random_source *g, motion_case *m);

/// Sets the end of the path: centre + move, or some ulp beside that.
void choose_to(random_source *g, motion_case *m);

/// Sets the second wall: one that is met at the same time as the first or nearly, or any other.
void choose_second(random_source *g, motion_case *m);

// Ordinary cases, and cases at the ends of the range (motion_cases_ordinary.c).
void make_motion_anywhere(random_source *g, motion_case *m);
void make_motion_aimed(random_source *g, motion_case *m);
void make_motion_strip(random_source *g, motion_case *m);
void make_motion_bullet(random_source *g, motion_case *m);
void make_motion_none(random_source *g, motion_case *m);
void make_motion_overlapping(random_source *g, motion_case *m);
void make_motion_needle(random_source *g, motion_case *m);
void make_motion_offset(random_source *g, motion_case *m);
void make_motion_tiny(random_source *g, motion_case *m);
void make_motion_huge(random_source *g, motion_case *m);
void make_motion_mixed_exponents(random_source *g, motion_case *m);
void make_motion_random_bits(random_source *g, motion_case *m);
void make_motion_closest_at_start(random_source *g, motion_case *m);
void make_motion_integers(random_source *g, motion_case *m);
void make_motion_below_a_power_of_two(random_source *g, motion_case *m);

// Ties (motion_cases_ties.c).
void make_motion_grazing_near(random_source *g, motion_case *m);
void make_motion_grazing_exact(random_source *g, motion_case *m);
void make_motion_parallel(random_source *g, motion_case *m);
void make_motion_touching_in(random_source *g, motion_case *m);
void make_motion_touching_out(random_source *g, motion_case *m);
void make_motion_touching_along(random_source *g, motion_case *m);
void make_motion_nearly_touching(random_source *g, motion_case *m);
void make_motion_late(random_source *g, motion_case *m);
void make_motion_exact_time(random_source *g, motion_case *m);
void make_motion_zero_length(random_source *g, motion_case *m);
void make_motion_point(random_source *g, motion_case *m);
void make_motion_point_exact(random_source *g, motion_case *m);
void make_motion_corner(random_source *g, motion_case *m);
void make_motion_lost_reach(random_source *g, motion_case *m);
void make_motion_mirrored_pair(random_source *g, motion_case *m);
void make_motion_shared_corner(random_source *g, motion_case *m);

#endif
