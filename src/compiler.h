// What the library asks of a compiler beyond the C standard, and what stands for it in standard C.
//
// gcc, clang and compilers like them get their own words, others the standard forms. All results
// are the same bits. CAROM_PORTABLE, from the build, selects the standard forms everywhere, so that
// they are tested. CAROM_SMALL, from a build for which size comes first, drops what serves only
// speed. The lanes of simd/ are the only other place with such words. Layer: below all of src.
#ifndef CAROM_COMPILER_H
#define CAROM_COMPILER_H

#include <stdint.h>

#if defined(__GNUC__) && !defined(CAROM_PORTABLE)
#define CAROM_GNU 1
#else
#define CAROM_GNU 0
#endif

#if CAROM_GNU

// Inlined always; coverage and builds for size define always_inline away.
#define CAROM_INLINE static inline __attribute__((always_inline))
// Never inlined, and no warning where nothing calls it.
#define CAROM_NOINLINE static __attribute__((noinline, unused))
// The condition, with the outcome that is expected.
#define CAROM_LIKELY(condition) __builtin_expect((condition), 1)
#define CAROM_UNLIKELY(condition) __builtin_expect((condition), 0)
#define CAROM_UNREACHABLE() __builtin_unreachable()
// True if this processor has the feature. Also needs the instructions to be x86.
#define CAROM_CPU_HAS(feature) (__builtin_cpu_supports(feature) != 0)
// `bytes` bytes of numbers of the type, with + - * / and comparisons number by number.
#define CAROM_VECTOR(type, bytes) __attribute__((vector_size(bytes))) type

#else

#include <stdlib.h>

#define CAROM_INLINE static inline
// Compilers do not warn of an inline function that nothing calls.
#define CAROM_NOINLINE static inline
#define CAROM_LIKELY(condition) (condition)
#define CAROM_UNLIKELY(condition) (condition)
#define CAROM_UNREACHABLE() abort()

#endif

#if CAROM_GNU && !defined(CAROM_SMALL)
// Brings what is at the address into the cache, to be read or to be written.
#define CAROM_PREFETCH(address) __builtin_prefetch(address)
#define CAROM_PREFETCH_TO_WRITE(address) __builtin_prefetch((address), 1)
// True if the compiler knows the value: then a loop over it becomes straight-line code.
#define CAROM_IS_CONSTANT(value) __builtin_constant_p(value)
// The next loop is unrolled so many times.
#define CAROM_PRAGMA(text) _Pragma(#text)
#define CAROM_UNROLL(times) CAROM_PRAGMA(GCC unroll times)
#else
#define CAROM_PREFETCH(address) ((void)(address))
#define CAROM_PREFETCH_TO_WRITE(address) ((void)(address))
#define CAROM_IS_CONSTANT(value) 0
#define CAROM_UNROLL(times)
#endif

// Builds for size define always_inline away, but not this spelling: for what is as short as a call.
#if CAROM_GNU && defined(CAROM_SMALL)
#define CAROM_INLINE_IF_SMALL static inline __attribute__((__always_inline__))
#else
#define CAROM_INLINE_IF_SMALL static inline
#endif

// An integer of 128 bits, where there is one.
#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 carom_uint128;
#endif

// The number of bits up to the highest that is set; m != 0.
static inline int bit_length(uint64_t m) {
#if CAROM_GNU
    return 64 - __builtin_clzll(m);
#else
    int length = 1;
    for (int step = 32; step > 0; step /= 2)
        if (m >> step != 0) {
            m >>= step;
            length += step;
        }
    return length;
#endif
}

// The number of bits below the lowest that is set; m != 0.
static inline int trailing_zeros(uint64_t m) {
#if CAROM_GNU
    return __builtin_ctzll(m);
#else
    return bit_length(m & (0 - m)) - 1;
#endif
}

// The bytes in the other order.
static inline uint64_t swap_bytes(uint64_t m) {
#if CAROM_GNU
    return __builtin_bswap64(m);
#else
    uint64_t swapped = 0;
    for (int i = 0; i < 8; i++)
        swapped |= (m >> 8 * i & 0xff) << (56 - 8 * i);
    return swapped;
#endif
}

#endif
