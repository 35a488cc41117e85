// The instruction sets: which ones are compiled, and which one this processor supports.
//
// The vectors need extensions of gcc and clang. Other compilers compile plain C only. Room: simd.
#ifndef CAROM_INSTRUCTION_SETS_H
#define CAROM_INSTRUCTION_SETS_H

#include <stdbool.h>

#include "compiler.h"

#if CAROM_GNU
#if (defined(__x86_64__) || defined(__i386__)) && defined(__SSE2__)
#define CAROM_X86 1
// On 64-bit Windows gcc keeps vectors of 32 bytes on a stack that is aligned to 16
// (https://gcc.gnu.org/bugzilla/show_bug.cgi?id=54412), where they may crash.
#if !defined(_WIN64) || defined(__clang__)
#define CAROM_AVX2 1
#endif
#elif defined(__aarch64__)
#define CAROM_NEON 1
#elif defined(__wasm_simd128__)
#define CAROM_SIMD128 1
#endif
#endif

#ifdef CAROM_AVX2
// The kernels for AVX2 also use FMA.
static inline bool has_avx2(void) {
    // Bitwise, without a branch.
    return CAROM_CPU_HAS("avx2") & CAROM_CPU_HAS("fma");
}
#endif

// The best of the tables PREFIX_scalar, PREFIX_sse2 and so on that this processor supports.
#if defined(CAROM_AVX2)
#define CAROM_BEST_SET(prefix) (has_avx2() ? &prefix##_avx2 : &prefix##_sse2)
#elif defined(CAROM_X86)
#define CAROM_BEST_SET(prefix) (&prefix##_sse2)
#elif defined(CAROM_NEON)
#define CAROM_BEST_SET(prefix) (&prefix##_neon)
#elif defined(CAROM_SIMD128)
#define CAROM_BEST_SET(prefix) (&prefix##_simd128)
#else
#define CAROM_BEST_SET(prefix) (&prefix##_scalar)
#endif

#endif
