// Random numbers for the tests, see random.h. Room: tests.
#include "random.h"

#include <float.h>
#include <math.h>
#include <string.h>

static uint64_t mixed(uint64_t z) {
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

random_source random_start(uint64_t seed, uint64_t stream, uint64_t index) {
    random_source g = {mixed(seed + UINT64_C(0x9e3779b97f4a7c15))};
    g.state = mixed(g.state ^ (stream * UINT64_C(0xd1342543de82ef95) + 1));
    g.state = mixed(g.state ^ (index * UINT64_C(0xaf251af3b0f025b5) + 3));
    return g;
}

uint64_t random_bits(random_source *g) {
    g->state += UINT64_C(0x9e3779b97f4a7c15);
    return mixed(g->state);
}

int random_int(random_source *g, int lo, int hi) {
    uint64_t span = (uint64_t)((int64_t)hi - lo) + 1;
    return (int)(lo + (int64_t)((random_bits(g) >> 32) * span >> 32));
}

bool random_one_in(random_source *g, int n) {
    return random_int(g, 1, n) == 1;
}

double random_between(random_source *g, double lo, double hi) {
    double unit = (double)(random_bits(g) >> 11) * 0x1p-53;
    return lo + (hi - lo) * unit;
}

double random_log(random_source *g, int lo, int hi) {
    double mantissa = random_between(g, 1.0, 2.0);
    return ldexp(mantissa, random_int(g, lo, hi));
}

double random_sign(random_source *g) {
    return random_one_in(g, 2) ? 1.0 : -1.0;
}

double nudged(double x, int k) {
    if (isnan(x)) {
        return x;
    }
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    const uint64_t magnitude = UINT64_C(0x7fffffffffffffff);
    const int64_t top = INT64_C(0x7fefffffffffffff); // DBL_MAX
    // Sign-magnitude to two's complement: neighbours in value become neighbours in integer.
    int64_t line = (int64_t)(bits & magnitude);
    line = (bits > magnitude ? -line : line) + k;
    line = line > top ? top : line < -top ? -top : line;
    bits = line < 0 ? (uint64_t)-line | ~magnitude : (uint64_t)line;
    memcpy(&x, &bits, sizeof x);
    return x;
}

double nudged_float(double x, int k) {
    float f = (float)x;
    uint32_t bits;
    memcpy(&bits, &f, sizeof bits);
    const uint32_t magnitude = UINT32_C(0x7fffffff);
    const int32_t top = INT32_C(0x7f7fffff); // FLT_MAX
    int32_t line = (int32_t)(bits & magnitude);
    line = (bits > magnitude ? -line : line) + k;
    line = line > top ? top : line < -top ? -top : line;
    bits = line < 0 ? (uint32_t)-line | ~magnitude : (uint32_t)line;
    memcpy(&f, &bits, sizeof f);
    return (double)f;
}
