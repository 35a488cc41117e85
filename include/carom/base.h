// The base of every other header: export macro, language linkage, checks of the compiler.
// Layer: base.
#ifndef CAROM_BASE_H
#define CAROM_BASE_H

#include <stdbool.h>

#include "carom/version.h"

// The floating-point filter in detail/reach.h is inlined into the caller's code. It is wrong if the
// compiler reorders sums or assumes that there is no NaN. Contraction (fma) does no harm.
// Clang and gcc before 9 do not say that sums may be reordered, except with -ffast-math.
#if defined(__FAST_MATH__) || defined(_M_FP_FAST) || defined(__ASSOCIATIVE_MATH__) ||              \
    defined(__RECIPROCAL_MATH__) || (defined(__FINITE_MATH_ONLY__) && __FINITE_MATH_ONLY__ > 0)
#error "carom: exact answers need standard floating point; no -ffast-math, nor its parts"
#endif

// Marks the symbols that a shared library exports. On Windows, code that uses the DLL must define
// CAROM_SHARED. The CMake package and pkg-config define it. The build of the DLL also defines
// CAROM_BUILDING.
#if defined(_WIN32) && defined(CAROM_SHARED) && defined(CAROM_BUILDING)
#define CAROM_API __declspec(dllexport)
#elif defined(_WIN32) && defined(CAROM_SHARED)
#define CAROM_API __declspec(dllimport)
#elif defined(__GNUC__) && !defined(_WIN32)
#define CAROM_API __attribute__((visibility("default")))
#else
#define CAROM_API
#endif

#ifdef __cplusplus
#define CAROM_BEGIN_C extern "C" {
#define CAROM_END_C }
#else
#define CAROM_BEGIN_C
#define CAROM_END_C
#endif

CAROM_BEGIN_C

/// The version of the linked library, "major.minor.patch". Static text, never NULL.
/// CAROM_VERSION_STRING is the version of the headers.
CAROM_API const char *carom_version(void);

CAROM_END_C

#endif
