// Through a thick wall: where a ray and a disc enter it, where they leave it, and the length
// between. The same with circles, which are walls of length 0.
//
// The passage gives both ends of the contact in one call. Both times are fractions of the path. The
// entry is rounded down and the exit is rounded up, so the interval always contains the exact one.
// A cast takes a direction and a length instead of a displacement, and returns the distance.
#include <stdio.h>

#include <carom/carom.h>

static void pass(const char *what, carom_circle circle, carom_vec2 move, carom_wall wall) {
    const carom_passage p = carom_circle_passage(circle, move, wall);
    printf("%-22s %-7s", what, carom_sweep_kind_name(p.entry.kind));
    if (p.entry.kind == CAROM_SWEEP_KIND_OVERLAP)
        printf(" starts within");
    else if (p.entry.kind >= CAROM_SWEEP_KIND_GRAZE)
        printf(" in at %.6f (%g, %g)", p.entry.t, p.entry.point.x, p.entry.point.y);
    if (p.has_left)
        printf(", out at %.6f (%g, %g) by %s", p.exit_t, p.exit_point.x, p.exit_point.y,
               carom_feature_name(p.exit_feature));
    else if (p.entry.kind >= CAROM_SWEEP_KIND_GRAZE)
        printf(", still in contact at the end");
    printf("\n");
}

int main(void) {
    // A wall 2 thick and 10 long, with round ends.
    const carom_wall wall = carom_capsule(carom_vec2_make(0, -5), carom_vec2_make(0, 5), 1);
    const carom_circle ray = carom_circle_make(carom_vec2_make(-4, 0), 0);
    const carom_circle disc = carom_circle_make(carom_vec2_make(-4, 0), 1);
    const carom_circle within = carom_circle_make(carom_vec2_make(0, 0), 0);
    pass("a ray across", ray, carom_vec2_make(8, 0), wall);
    pass("a disc across", disc, carom_vec2_make(8, 0), wall);
    pass("a ray that ends within", ray, carom_vec2_make(4, 0), wall);
    pass("a ray from within", within, carom_vec2_make(3, 4), wall);
    pass("a ray past the end", ray, carom_vec2_make(8, 12), wall);
    pass("a tangent", carom_circle_make(carom_vec2_make(-4, 6), 0), carom_vec2_make(8, 0), wall);

    const carom_cast cast = carom_circle_cast(disc, carom_vec2_make(1, 0), 100, wall);
    printf("cast of length 100: %s after %g\n", carom_sweep_kind_name(cast.sweep.kind),
           cast.distance);

    // Two discs, the second at rest.
    const carom_circle ball = carom_circle_make(carom_vec2_make(0, 0), 2);
    const carom_circle puck = carom_circle_make(carom_vec2_make(6, 8), 3);
    const carom_vec2 move = carom_vec2_along(carom_vec2_make(3, 4), 20);
    printf("ball and puck: %s, gap %g\n",
           carom_relation_name(carom_circle_relate(ball, carom_circle_as_post(puck))),
           carom_circle_distance(ball, carom_circle_as_post(puck)));
    const carom_sweep s = carom_circle_sweep(ball, move, carom_circle_as_post(puck));
    printf("moved by (%g, %g): %s at t = %g, normal (%g, %g)\n", move.x, move.y,
           carom_sweep_kind_name(s.kind), s.t, s.normal.x, s.normal.y);
    return 0;
}
