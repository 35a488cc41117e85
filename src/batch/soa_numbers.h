// Numbers in arrays of double or float with a stride, as carom/soa.h describes them. Room: batch.
#ifndef CAROM_ARRAY_NUMBERS_H
#define CAROM_ARRAY_NUMBERS_H

#include <string.h>

#include "carom/soa.h"
#include "contracts.h"

// Bytes of one number.
static inline size_t carom_number_size(carom_number number) {
    CAROM_ASSERT(number == CAROM_NUMBER_DOUBLE || number == CAROM_NUMBER_FLOAT);
    return number == CAROM_NUMBER_FLOAT ? sizeof(float) : sizeof(double);
}

// Bytes from one number to the next.
static inline size_t carom_stride_of(carom_number number, size_t stride) {
    CAROM_ASSERT(stride % carom_number_size(number) == 0);
    return stride != 0 ? stride : carom_number_size(number);
}

// The number at an address of any alignment.
static inline double carom_number_at(const void *at, carom_number number) {
    if (number == CAROM_NUMBER_FLOAT) {
        float x;
        memcpy(&x, at, sizeof x);
        return (double)x;
    }
    double x;
    memcpy(&x, at, sizeof x);
    return x;
}

#endif
