// The table of all operations. Room: operations.
#include "operations.h"

const operation *const operations[OPERATIONS_COUNT] = {
#define X(name) &name##_operation,
    OPERATIONS(X)
#undef X
};
