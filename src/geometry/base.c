// The version of the library, and a check of the compiler's floating point. Layer: base.
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
