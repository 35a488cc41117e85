// Exact signs of products of vectors in GMP; see orientation.h. Room: tests.
#include "orientation.h"

#include <gmp.h>

// The sign of (p - o) x (q - o), or of (p - o) . (q - o), in GMP.
static int sign_of(carom_vec2 o, carom_vec2 p, carom_vec2 q, bool of_dot) {
    mpq_t n[6];
    const double numbers[6] = {o.x, o.y, p.x, p.y, q.x, q.y};
    for (int i = 0; i < 6; i++) {
        mpq_init(n[i]);
        mpq_set_d(n[i], numbers[i]);
    }
    for (int i = 2; i < 6; i++) {
        mpq_sub(n[i], n[i], n[i % 2]);
    }
    mpq_mul(n[0], n[2], n[of_dot ? 4 : 5]);
    mpq_mul(n[1], n[3], n[of_dot ? 5 : 4]);
    if (of_dot) {
        mpq_neg(n[1], n[1]);
    }
    const int sign = mpq_cmp(n[0], n[1]);
    for (int i = 0; i < 6; i++) {
        mpq_clear(n[i]);
    }
    return (sign > 0) - (sign < 0);
}

int orientation_side(carom_vec2 o, carom_vec2 p, carom_vec2 q) {
    return sign_of(o, p, q, false);
}

int orientation_along(carom_vec2 o, carom_vec2 p, carom_vec2 q) {
    return sign_of(o, p, q, true);
}
