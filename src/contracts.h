// Internal contracts: asserts for invariants, and assumptions the optimiser may use.
//
// A debug or test build stops at a broken contract; a release build trusts it. Builders who want
// their own reaction define CAROM_ASSERT_FAILED(text, file, line) on the compiler's command line;
// nothing is settable at run time, so that the library keeps no global state. Layer: below all of
// src.
#ifndef CAROM_CONTRACTS_H
#define CAROM_CONTRACTS_H

#include "compiler.h"

#ifndef CAROM_ASSERT_FAILED
#include <assert.h>
#define CAROM_ASSERT(condition) assert(condition)
#else
#define CAROM_ASSERT(condition)                                                                    \
    ((condition) ? (void)0 : CAROM_ASSERT_FAILED(#condition, __FILE__, __LINE__))
#endif

// Tells the compiler what holds, and checks it where asserts are on.
#define CAROM_ASSUME(condition)                                                                    \
    do {                                                                                           \
        CAROM_ASSERT(condition);                                                                   \
        if (!(condition))                                                                          \
            CAROM_UNREACHABLE();                                                                   \
    } while (0)

#endif
