// The simplest question: one circle, one wall. Do they touch, and where?
//
// relate returns one of five relations, exactly. contact adds the nearest point, the unit normal
// from the wall to the circle, and the depth: > 0 for an overlap, < 0 for a gap.
#include <stdio.h>

#include <carom/carom.h>

static void show(const char *name, carom_circle circle, carom_wall wall) {
    const carom_contact k = carom_circle_contact(circle, wall);
    printf("%s: %s, nearest %s at (%g, %g), normal (%g, %g), depth %g\n", name,
           carom_relation_name(k.relation), carom_feature_name(k.feature), k.point.x, k.point.y,
           k.normal.x, k.normal.y, k.depth);
}

int main(void) {
    const carom_wall wall = carom_segment(carom_vec2_make(0, 0), carom_vec2_make(8, 0));

    show("above", carom_circle_make(carom_vec2_make(4, 3), 2), wall);
    show("on top", carom_circle_make(carom_vec2_make(4, 2), 2), wall);
    show("too deep", carom_circle_make(carom_vec2_make(4, 1.5), 2), wall);
    show("at the end", carom_circle_make(carom_vec2_make(11, 4), 5), wall);
    show("around it", carom_circle_make(carom_vec2_make(4, 1), 9), wall);

    // Yes or no without the numbers, which is faster.
    const carom_circle circle = carom_circle_make(carom_vec2_make(4, 2), 2);
    printf("share a point: %s\n", carom_circle_touches(circle, wall) ? "yes" : "no");
    printf("share more than a touch: %s\n", carom_circle_overlaps(circle, wall) ? "yes" : "no");
    return 0;
}
