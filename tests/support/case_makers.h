// The generators behind cases.h, one function per class, and the parts they share.
// Room: tests, private to the case generators.
#ifndef CAROM_TESTS_CASE_MAKERS_H
#define CAROM_TESTS_CASE_MAKERS_H

#include "cases.h"
#include "random.h"

// Parts (cases.c). C does not specify the order in which arguments are evaluated. So the arguments
// of one call must not draw two random numbers, or compilers would give different cases.

/// A point with coordinates in [-span, span).
carom_vec2 random_point(random_source *g, double span);

/// A point with integer coordinates from -span to span.
carom_vec2 random_lattice(random_source *g, int span);

/// A vector of this length in any direction.
carom_vec2 random_direction(random_source *g, double length);

/// Segment half the time, ray and line a quarter each.
carom_extent random_extent(random_source *g);

/// Splits the reach R into circle radius and wall radius, with rounding.
void deal_reach(random_source *g, test_case *t, double reach);

/// Moves the radius alone by up to 2 ulp, or any of the numbers by up to 4.
void nudge_case(random_source *g, test_case *t);

/// Sets the gap: 0, a part taken from the radius, or about the distance missing to the wall.
void choose_gap(random_source *g, test_case *t);

/// A Pythagorean triple p^2 + q^2 = h^2 with p, q of any sign, p or q possibly 0, h <= 1000.
void pythagorean(random_source *g, double *p, double *q, double *h);

/// A solution of Pell's equation c^2 - 2 r^2 = 1 or -1 in integers below 2^53. No other integers of
/// this size bring sqrt(2) r closer to c.
void pell(random_source *g, double *c, double *r);

// Ordinary cases (cases_ordinary.c).
void make_generic(random_source *g, test_case *t);
void make_integers(random_source *g, test_case *t);
void make_needle(random_source *g, test_case *t);
void make_random_bits(random_source *g, test_case *t);

// Ties (cases_tangent.c).
void make_tangent_side(random_source *g, test_case *t);
void make_tangent_end(random_source *g, test_case *t);
void make_tangent_exact(random_source *g, test_case *t);
void make_inside(random_source *g, test_case *t);
void make_inside_touching(random_source *g, test_case *t);
void make_inside_near(random_source *g, test_case *t);
void make_near_miss(random_source *g, test_case *t);
void make_lost_radius(random_source *g, test_case *t);
void make_offset(random_source *g, test_case *t);
void make_float(random_source *g, test_case *t);
void make_boundary(random_source *g, test_case *t);
void make_outline_end(random_source *g, test_case *t);

// Degenerate shapes and the ends of the range (cases_degenerate.c).
void make_zero_length(random_source *g, test_case *t);
void make_nearly_zero_length(random_source *g, test_case *t);
void make_radius_zero(random_source *g, test_case *t);
void make_radius_subnormal(random_source *g, test_case *t);
void make_tiny(random_source *g, test_case *t);
void make_huge(random_source *g, test_case *t);
void make_mixed_exponents(random_source *g, test_case *t);
void make_center_on_axis(random_source *g, test_case *t);
void make_range_ends(random_source *g, test_case *t);

// A coordinate of the contact point is 0 (cases_zero.c).
void make_zero_coordinate(random_source *g, test_case *t);

/// The exponents at which values, products of two and products of four underflow or overflow.
int range_exponent(random_source *g);

#endif
