// The instruction sets: which ones are compiled, and which one this processor supports.
//
// With CAROM_NO_VECTORS, set by the build, only plain C is compiled. Room: simd.
#ifndef CAROM_INSTRUCTION_SETS_H
#define CAROM_INSTRUCTION_SETS_H

#include <stdbool.h>

#ifndef CAROM_NO_VECTORS
#if (defined(__x86_64__) || defined(__i386__)) && defined(__SSE2__)
#define CAROM_X86 1
#elif defined(__aarch64__)
#define CAROM_NEON 1
#elif defined(__wasm_simd128__)
#define CAROM_SIMD128 1
#endif
#endif

#ifdef CAROM_X86
// The kernels for AVX2 also use FMA.
static inline bool has_avx2(void) {
    // Bitwise, without a branch.
    return (__builtin_cpu_supports("avx2") != 0) & (__builtin_cpu_supports("fma") != 0);
}
#endif

// The best of the tables PREFIX_scalar, PREFIX_sse2 and so on that this processor supports.
#if defined(CAROM_X86)
#define CAROM_BEST_SET(prefix)                                                                     \
    ((const __typeof__(prefix##_sse2) *const[]){&prefix##_sse2, &prefix##_avx2}[has_avx2()])
#elif defined(CAROM_NEON)
#define CAROM_BEST_SET(prefix) (&prefix##_neon)
#elif defined(CAROM_SIMD128)
#define CAROM_BEST_SET(prefix) (&prefix##_simd128)
#else
#define CAROM_BEST_SET(prefix) (&prefix##_scalar)
#endif

#endif
