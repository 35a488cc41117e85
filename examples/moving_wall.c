// A wall that moves: a bat meets a ball.
//
// In the frame of the bat, the bat is at rest and the ball moves by the difference of the two
// motions. So sweep by the relative motion, then add the bat's motion until then, t times its
// motion, to the centre and the point. For a bounce, reflect the relative motion and add the bat's
// motion.
#include <stdio.h>

#include <carom/carom.h>

static void meet(const char *name, carom_circle ball, carom_vec2 move, carom_wall bat,
                 carom_vec2 bat_move) {
    const carom_vec2 relative = carom_vec2_sub(move, bat_move);
    const carom_sweep s = carom_circle_sweep(ball, relative, bat);
    printf("%s: %s\n", name, carom_sweep_kind_name(s.kind));
    if (s.kind != CAROM_SWEEP_KIND_HIT)
        return;
    const carom_vec2 by_then = carom_vec2_scale(bat_move, s.t);
    const carom_vec2 center = carom_vec2_add(s.center, by_then);
    const carom_vec2 point = carom_vec2_add(s.point, by_then);
    const carom_vec2 after = carom_vec2_add(carom_velocity_reflect(relative, s.normal), bat_move);
    printf("  after %g of the frame, the ball at (%g, %g), touched at (%g, %g)\n", s.t, center.x,
           center.y, point.x, point.y);
    printf("  it moved by (%g, %g) a frame and now does by (%g, %g)\n", move.x, move.y, after.x,
           after.y);
}

int main(void) {
    const carom_wall bat = carom_capsule(carom_vec2_make(0, -2), carom_vec2_make(0, 2), 0.25);
    const carom_circle ball = carom_circle_make(carom_vec2_make(3.25, 1), 1);
    const carom_circle low = carom_circle_make(carom_vec2_make(3, -3), 1);
    const carom_circle at_bat = carom_circle_make(carom_vec2_make(1.25, 0), 1);
    const carom_vec2 still = {0, 0}, right = {4, 0};

    meet("ball at rest", ball, still, bat, right);
    meet("ball comes towards the bat", ball, carom_vec2_make(-4, 1), bat, right);
    meet("ball flees, too slow", ball, carom_vec2_make(1.5, 0), bat, right);
    meet("ball flees, fast enough", ball, carom_vec2_make(2.5, 0), bat, right);
    meet("ball keeps touching the bat", at_bat, right, bat, right);
    meet("bat strikes with its end", low, still, bat, right);
    return 0;
}
