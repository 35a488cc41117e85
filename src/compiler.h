// Compiler extensions that the library uses, and their replacements in standard C.
//
// gcc, clang and compatible compilers use the extensions, others the standard forms. All results
// are the same bits. If the build defines CAROM_PORTABLE, all compilers use the standard forms, so
// that they are tested. If it defines CAROM_SMALL, code that serves only speed is left out.
// Extensions are used only here and in the lanes of simd/. Room: below all of src.
#ifndef CAROM_COMPILER_H
#define CAROM_COMPILER_H

#include <stdint.h>

#if defined(__GNUC__) && !defined(CAROM_PORTABLE)
#define CAROM_GNU 1
#else
#define CAROM_GNU 0
#endif

#if CAROM_GNU

// Always inlined. Builds for coverage or size define always_inline as nothing.
#define CAROM_INLINE static inline __attribute__((always_inline))
// Always inlined, except in the single file. There the compiler decides, and takes a fifth less
// time. For the stages after the filters: few calls come to them.
#ifdef CAROM_SINGLE_FILE
#define CAROM_INLINE_LATE static inline
#else
#define CAROM_INLINE_LATE CAROM_INLINE
#endif
// Never inlined, and no warning if nothing calls it.
#define CAROM_NOINLINE static __attribute__((noinline, unused))
// The condition, with its expected outcome.
#define CAROM_LIKELY(condition) __builtin_expect((condition), 1)
#define CAROM_UNLIKELY(condition) __builtin_expect((condition), 0)
#define CAROM_UNREACHABLE() __builtin_unreachable()
// True if this processor has the feature. For x86 only.
#define CAROM_CPU_HAS(feature) (__builtin_cpu_supports(feature) != 0)
// `bytes` bytes of numbers of the type, with + - * / and comparisons number by number.
#define CAROM_VECTOR(type, bytes) __attribute__((vector_size(bytes))) type

#else

#include <stdlib.h>

#define CAROM_INLINE static inline
#define CAROM_INLINE_LATE static inline
// Compilers do not warn about an inline function that nothing calls.
#define CAROM_NOINLINE static inline
#define CAROM_LIKELY(condition) (condition)
#define CAROM_UNLIKELY(condition) (condition)
#define CAROM_UNREACHABLE() abort()

#endif

#if CAROM_GNU && !defined(CAROM_SMALL)
// Prefetches the address into the cache, to be read or to be written.
#define CAROM_PREFETCH(address) __builtin_prefetch(address)
#define CAROM_PREFETCH_TO_WRITE(address) __builtin_prefetch((address), 1)
// True if the value is a compile-time constant. A loop over it then becomes straight-line code.
#define CAROM_IS_CONSTANT(value) __builtin_constant_p(value)
// Unrolls the next loop this many times.
#define CAROM_PRAGMA(text) _Pragma(#text)
#define CAROM_UNROLL(times) CAROM_PRAGMA(GCC unroll times)
#else
#define CAROM_PREFETCH(address) ((void)(address))
#define CAROM_PREFETCH_TO_WRITE(address) ((void)(address))
#define CAROM_IS_CONSTANT(value) 0
#define CAROM_UNROLL(times)
#endif

// Builds for size define always_inline as nothing, but not this spelling. For functions as short as
// a call.
#if CAROM_GNU && defined(CAROM_SMALL)
#define CAROM_INLINE_IF_SMALL static inline __attribute__((__always_inline__))
#else
#define CAROM_INLINE_IF_SMALL static inline
#endif

// 1 if the compiler has <stdatomic.h>. C++ has it from C++23 on. tcc 0.9.27 has none and does not
// say so.
#if defined(__STDC_NO_ATOMICS__) || defined(__cplusplus) || defined(__TINYC__)
#define CAROM_HAS_ATOMICS 0
#else
#define CAROM_HAS_ATOMICS 1
#endif

// An integer of 128 bits, if the compiler has one.
#ifdef __SIZEOF_INT128__
__extension__ typedef unsigned __int128 carom_uint128;
#endif

// The number of bits up to and including the highest set bit; m != 0.
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

// The number of bits below the lowest set bit; m != 0.
static inline int trailing_zeros(uint64_t m) {
#if CAROM_GNU
    return __builtin_ctzll(m);
#else
    return bit_length(m & (0 - m)) - 1;
#endif
}

// The bytes in reverse order.
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
