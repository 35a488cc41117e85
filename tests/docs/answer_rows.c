// Reads rows of numbers and prints all answers of the library for a circle and a wall.
// test_degenerate.py and test_pictures.py compare the documentation with them.
//
// A row on standard input: cx cy r ax ay bx by wr extent gap vx vy, the extent as its number.
// strtod reads nan and inf, which the tool refuses. A row on standard output: relation feature
// along px py nx ny depth distance within crossings push push_x push_y, along x y of the two
// crossings, of the sweep kind feature t and the coordinates of centre, point and normal, and of
// the passage has_left exit_t exit_feature and the coordinates of centre, point and normal at the
// exit. Room: tests.
#include <stdio.h>
#include <stdlib.h>

#include <carom/carom.h>

enum { NUMBERS = 12 };

static void answer(const double *v) {
    const carom_circle circle = {{v[0], v[1]}, v[2]};
    const carom_wall wall = {{v[3], v[4]}, {v[5], v[6]}, v[7], (uint8_t)v[8]};
    const carom_contact k = carom_circle_contact(circle, wall);
    const carom_push push = carom_circle_push_out(circle, wall);
    const carom_crossings x = carom_circle_crossings(circle, wall);
    printf("%s %s %.17g %.17g %.17g %.17g %.17g %.17g %.17g %s %d %s %.17g %.17g",
           carom_relation_name(k.relation), carom_feature_name(k.feature), k.along, k.point.x,
           k.point.y, k.normal.x, k.normal.y, k.depth, carom_circle_distance(circle, wall),
           carom_circle_within(circle, wall, v[9]) ? "yes" : "no", x.count,
           carom_relation_name(push.relation), push.center.x, push.center.y);
    for (int i = 0; i < 2; i++)
        printf(" %.17g %.17g %.17g", x.along[i], x.point[i].x, x.point[i].y);
    const carom_sweep s = carom_circle_sweep(circle, carom_vec2_make(v[10], v[11]), wall);
    printf(" %s %s %.17g %.17g %.17g %.17g %.17g %.17g %.17g", carom_sweep_kind_name(s.kind),
           carom_feature_name(s.feature), s.t, s.center.x, s.center.y, s.point.x, s.point.y,
           s.normal.x, s.normal.y);
    const carom_passage p = carom_circle_passage(circle, carom_vec2_make(v[10], v[11]), wall);
    printf(" %s %.17g %s %.17g %.17g %.17g %.17g %.17g %.17g\n", p.has_left ? "yes" : "no",
           p.exit_t, carom_feature_name(p.exit_feature), p.exit_center.x, p.exit_center.y,
           p.exit_point.x, p.exit_point.y, p.exit_normal.x, p.exit_normal.y);
}

int main(void) {
    char line[1024];
    while (fgets(line, sizeof line, stdin) != NULL) {
        double v[NUMBERS];
        char *at = line;
        for (int i = 0; i < NUMBERS; i++) {
            char *end;
            v[i] = strtod(at, &end);
            if (end == at) {
                fprintf(stderr, "not a row of %d numbers: %s", NUMBERS, line);
                return 1;
            }
            at = end;
        }
        answer(v);
    }
    return 0;
}
