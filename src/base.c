// The version of the library. Layer: base.
#include "carom/base.h"

const char *carom_version(void) {
    return CAROM_VERSION_STRING;
}
