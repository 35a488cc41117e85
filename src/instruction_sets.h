// Which vector instructions there are: what is compiled, and what this processor has.
//
// CAROM_NO_VECTORS, from the build, leaves only plain C. Layer: cpu features, under batch and
// scene.
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
// The sets for AVX2 use FMA, too.
static inline bool has_avx2(void) {
    // Without a branch.
    return (__builtin_cpu_supports("avx2") != 0) & (__builtin_cpu_supports("fma") != 0);
}
#endif

#endif
