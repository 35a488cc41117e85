// Ends with status 0 if the installed library tells a circle that touches a wall from one that is
// an ulp away from it. Room: packaging.
#include <carom/carom.h>
#include <stdio.h>

int main(void) {
    carom_wall wall = carom_segment(carom_vec2_make(-8.0, 0.0), carom_vec2_make(8.0, 0.0));
    carom_circle touching = carom_circle_make(carom_vec2_make(0.1, 1.0), 1.0);
    carom_circle above = carom_circle_make(carom_vec2_make(0.1, 0x1.0000000000001p0), 1.0);
    carom_relation first = carom_circle_relate(touching, wall);
    carom_relation second = carom_circle_relate(above, wall);
    printf("carom %s: %s, %s\n", carom_version(), carom_relation_name(first),
           carom_relation_name(second));
    return first == CAROM_RELATION_TOUCHING && second == CAROM_RELATION_SEPARATE ? 0 : 1;
}
