// Tests of what the library does not do yet. They are skipped unless CAROM_TEST_GAPS is set; the
// limits are those of docs/crowd.md. Needs cmocka. Layer: tests.
#ifndef CAROM_TESTS_KNOWN_GAP_H
#define CAROM_TESTS_KNOWN_GAP_H

#include <stdio.h>
#include <stdlib.h>

// Skips the test, and says why.
#define KNOWN_GAP(why)                                                                             \
    do {                                                                                           \
        if (getenv("CAROM_TEST_GAPS") == NULL) {                                                   \
            printf("known gap: %s\n", why);                                                        \
            skip();                                                                                \
        }                                                                                          \
    } while (0)

#endif
