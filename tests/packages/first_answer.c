// The first program of every channel: one circle and one wall that only just touch.
//
// The distance from (4, -7) to the wall is 1. Clamping and comparing squares in double gives a
// little more than 1 and misses the touch. The exact answers for the radius 1, one ulp less and one
// ulp more are in first_answer.txt. The text is C11 and C++11.
#include <carom/carom.h>
#include <stdio.h>

static const char *relation(double radius) {
    carom_wall wall = carom_segment(carom_vec2_make(0.0, 0.0), carom_vec2_make(6.0, -8.0));
    carom_circle circle = carom_circle_make(carom_vec2_make(4.0, -7.0), radius);
    return carom_relation_name(carom_circle_relate(circle, wall));
}

int main(void) {
    const double ulp = 1.0 / 9007199254740992.0; // 2^-53, the spacing of doubles below 1
    printf("%s %s %s\n", relation(1.0), relation(1.0 - ulp), relation(1.0 + 2.0 * ulp));
    return 0;
}
