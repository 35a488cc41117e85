// Internal contracts: asserts for invariants, and assumptions for the optimiser.
//
// A debug or test build stops at a broken contract; a release build trusts it. To react in another
// way, define CAROM_ASSERT_FAILED(text, file, line) on the compiler's command line. Nothing can be
// set at run time, so the library has no global state. Room: below all rooms.
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

// 1 if a broken contract stops the program.
#if defined(CAROM_ASSERT_FAILED) || !defined(NDEBUG)
#define CAROM_HAS_ASSERTS 1
#else
#define CAROM_HAS_ASSERTS 0
#endif

// Tells the compiler what holds. Checks it if asserts are on.
#define CAROM_ASSUME(condition)                                                                    \
    do {                                                                                           \
        CAROM_ASSERT(condition);                                                                   \
        if (!(condition))                                                                          \
            CAROM_UNREACHABLE();                                                                   \
    } while (0)

#endif
