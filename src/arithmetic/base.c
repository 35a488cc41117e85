// The version of the library, the names of statuses, and checks of the compiler's and the thread's
// floating point. Room: arithmetic.
#include "carom/base.h"

#include <float.h>

// For the same bits everywhere, every operation must round once, to double.
#if FLT_EVAL_METHOD < 0 || FLT_EVAL_METHOD > 1 // 1 widens floats only
#error                                                                                             \
    "carom: needs double arithmetic without excess precision (on 32-bit x86: -msse2 -mfpmath=sse)"
#endif

const char *carom_version(void) {
    return CAROM_VERSION_STRING;
}

// Each result is compared through a volatile variable, so that neither operands nor results are
// known to the compiler, and the operations happen in the environment of the caller. The answer
// false is tested by test_environment.c, in a build of its own.
// GCOVR_EXCL_BR_START

// Sums that end halfway between two doubles go to the even one: up, and toward zero.
static bool rounds_to_nearest(void) {
    const volatile double one = 1.0, after_one = 1.0 + DBL_EPSILON, half_ulp = 0.5 * DBL_EPSILON;
    const volatile double down = one + half_ulp, up = after_one + half_ulp;
    return down == 1.0 && up == 1.0 + 2.0 * DBL_EPSILON;
}

// Subnormal numbers as results and as operands. Scaled up before they are compared, because a
// comparison may take them for zero as well.
static bool keeps_subnormals(void) {
    const volatile double least_normal = DBL_MIN, half = 0.5, least = DBL_MIN * DBL_EPSILON;
    const volatile double subnormal = least_normal * half;
    const volatile double twice = subnormal + subnormal, scaled = least * 0x1p600;
    return twice == DBL_MIN && scaled == DBL_MIN * DBL_EPSILON * 0x1p600;
}

// The square of 1 + 2^-27 is 1 + 2^-26 + 2^-54. Its last bit is rounded off, unless the product is
// fused with the difference.
static bool rounds_products(void) {
    const volatile double factor = 1.0 + 0x1p-27, square = 1.0 + 0x1p-26;
    const volatile double rest = factor * factor - square, other = square - factor * factor;
    return rest == 0.0 && other == 0.0;
}

bool carom_environment_is_exact(void) {
    return rounds_to_nearest() && keeps_subnormals() && rounds_products();
}
// GCOVR_EXCL_BR_STOP

const char *carom_status_name(carom_status status) {
    switch (status) {
    case CAROM_STATUS_OK:
        return "ok";
    case CAROM_STATUS_OUT_OF_MEMORY:
        return "out of memory";
    case CAROM_STATUS_BAD_WALL:
        return "a wall that is not valid";
    case CAROM_STATUS_TOO_MANY_WALLS:
        return "too many walls";
    case CAROM_STATUS_NOT_A_SCENE:
        return "not a scene";
    case CAROM_STATUS_OTHER_VERSION:
        return "a scene of another version";
    case CAROM_STATUS_OTHER_BYTE_ORDER:
        return "a scene of the other byte order";
    case CAROM_STATUS_DAMAGED:
        return "a damaged scene";
    case CAROM_STATUS_STALE_ID:
        return "an id without a wall";
    case CAROM_STATUS_TOO_MANY_ITEMS:
        return "too many items";
    case CAROM_STATUS_NOT_A_CROWD:
        return "not the bytes of a crowd";
    case CAROM_STATUS_MISALIGNED:
        return "a scene that is not aligned";
    case CAROM_STATUS_OPEN_AREA:
        return "an area whose rings do not close";
    case CAROM_STATUS_AREA_RADII:
        return "an area whose walls have different radii";
    case CAROM_STATUS_ENDLESS_AREA:
        return "an area with a ray or a line";
    }
    return "unknown";
}
