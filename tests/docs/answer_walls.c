// Reads rows of numbers and prints the answers of the library for two walls.
// test_degenerate_walls.py compares the documentation with them.
//
// A row on standard input: ax ay bx by wr extent of a wall, the same of another, and a gap; the
// extents as their numbers. A row on standard output: relation gap px py qx qy nx ny compared, the
// last one the sign of carom_wall_compare_gap. Room: tests.
#include <stdio.h>
#include <stdlib.h>

#include <carom/carom.h>

enum { WALL = 6, NUMBERS = 2 * WALL + 1 };

static carom_wall wall_of(const double *v) {
    return (carom_wall){{v[0], v[1]}, {v[2], v[3]}, v[4], (uint8_t)v[5]};
}

static void answer(const double *v) {
    const carom_wall wall = wall_of(v), other = wall_of(v + WALL);
    const carom_clearance k = carom_wall_contact(wall, other);
    printf("%s %.17g %.17g %.17g %.17g %.17g %.17g %.17g %d\n",
           carom_wall_relation_name(k.relation), k.gap, k.point.x, k.point.y, k.other_point.x,
           k.other_point.y, k.normal.x, k.normal.y,
           carom_wall_compare_gap(wall, other, v[2 * WALL]));
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
