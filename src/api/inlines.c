// The symbols of the functions whose bodies stand in the public headers. Method: in C an inline
// definition becomes a symbol in the file that declares it extern, which is this one alone. Room:
// api.
#include "carom/base.h"

#undef CAROM_API_INLINE
#define CAROM_API_INLINE CAROM_API extern inline

#include "carom/carom.h"
