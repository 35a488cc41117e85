// The base of every other header: export macro, language linkage, checks of the compiler, and the
// types that calls which allocate have in common: status, allocator, task runner.
// Room: base.
#ifndef CAROM_BASE_H
#define CAROM_BASE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "carom/version.h"

// The floating-point filter in detail/reach.h is inlined into the caller's code. It is wrong if the
// compiler reorders sums or assumes that there is no NaN. Fused products do no harm there; in the
// compiled library they do: see carom_environment_is_exact. Clang, and gcc before 9, define no
// macro that shows that sums may be reordered, except with -ffast-math.
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

// Marks functions whose bodies stand in the headers, so that compilers can inline them. The library
// exports each as a symbol, too (src/api/inlines.c): for calls that are not inlined, for pointers
// to functions, and for other languages. C++ compiles copies of its own.
#ifndef CAROM_API_INLINE
#if defined(__GNUC_GNU_INLINE__) && !defined(__cplusplus)
#define CAROM_API_INLINE CAROM_API extern inline
#elif defined(__cplusplus) || defined(_WIN32)
#define CAROM_API_INLINE inline
#else
#define CAROM_API_INLINE CAROM_API inline
#endif
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

/// True if the floating-point environment of this thread is the one that exact answers need:
/// rounding to nearest, subnormal numbers neither flushed to zero nor taken for zero, and products
/// in the compiled library not fused with sums. A host may have changed it: with fesetround, by a
/// setting of the processor in a thread for sound or graphics, by linking with -ffast-math, or by
/// compiling carom.c with -ffp-contract=fast in clang. If it is false, every call still returns,
/// but answers may be wrong.
/// Costs less than a microsecond. A build with asserts calls it where scenes are created and where
/// balls, characters and crowds move.
CAROM_API bool carom_environment_is_exact(void);

/// The index of a wall in its source, or of a ball in its array: below CAROM_INDEX_MAX.
typedef uint32_t carom_index;

/// The largest number of walls in a source and of balls in a crowd.
#define CAROM_INDEX_MAX (UINT32_C(1) << 30)

/// The index that stands for no wall.
#define CAROM_NO_WALL UINT32_MAX

/// The result of a call that allocates or reads bytes.
typedef enum carom_status {
    CAROM_STATUS_OK = 0,
    /// The allocator returned NULL.
    CAROM_STATUS_OUT_OF_MEMORY = 1,
    /// A wall is invalid.
    CAROM_STATUS_BAD_WALL = 2,
    /// There are more than CAROM_INDEX_MAX walls.
    CAROM_STATUS_TOO_MANY_WALLS = 3,
    /// The bytes are not a serialized scene.
    CAROM_STATUS_NOT_A_SCENE = 4,
    /// The bytes are a serialized scene of another version of the format.
    CAROM_STATUS_OTHER_VERSION = 5,
    /// The bytes are a serialized scene from a machine with the other byte order.
    CAROM_STATUS_OTHER_BYTE_ORDER = 6,
    /// The bytes are a serialized scene that is cut short or has been changed.
    CAROM_STATUS_DAMAGED = 7,
    /// The bytes do not start at a multiple of CAROM_SCENE_ALIGNMENT.
    CAROM_STATUS_MISALIGNED = 8,
    /// The bytes are not those of a crowd of this version and byte order, or are damaged.
    CAROM_STATUS_NOT_A_CROWD = 9,
    /// A batch found more items than the caller allows.
    CAROM_STATUS_TOO_MANY_ITEMS = 10,
    /// No wall has this id: it was removed, or the id was never given.
    CAROM_STATUS_STALE_ID = 11,
    /// The rings of an area do not close.
    CAROM_STATUS_OPEN_AREA = 12,
    /// The walls of an area have different radii.
    CAROM_STATUS_AREA_RADII = 13,
    /// A wall of an area is a ray or a line.
    CAROM_STATUS_ENDLESS_AREA = 14
} carom_status;

/// A short English text for messages, such as "ok" or "out of memory". Static text, never NULL.
CAROM_API const char *carom_status_name(carom_status status);

/// Where a scene or a crowd gets its memory from.
typedef struct carom_allocator {
    /// Returns `size` bytes at a multiple of `alignment`, or NULL. `alignment` is a power of two
    /// and at most 64.
    void *(*allocate)(void *context, size_t size, size_t alignment);
    /// Releases memory that `allocate` returned. `size` and `alignment` are the same as in that
    /// call.
    void (*release)(void *context, void *memory, size_t size, size_t alignment);
    /// Passed to both functions.
    void *context;
} carom_allocator;

/// Runs the tasks of a call on threads of the caller.
typedef struct carom_task_runner {
    /// Calls task(data, i) once for each i in [0, count), in any order and on any threads, also at
    /// the same time. Returns when all these calls have returned. Must not be NULL.
    void (*run)(void *context, void (*task)(void *data, size_t i), void *data, size_t count);
    /// Passed to `run`.
    void *context;
} carom_task_runner;

CAROM_END_C

#endif
