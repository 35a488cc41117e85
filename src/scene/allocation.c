// The allocator of the C library; see allocation.h. Room: scene.
#include "scene/allocation.h"

#include <stdlib.h>
#ifdef _WIN32
#include <malloc.h>
#endif

#include "contracts.h"

// Windows has calls of its own: its free does not take what aligned_alloc would give.
static void *allocate_by_malloc(void *context, size_t size, size_t alignment) {
    (void)context;
    CAROM_ASSERT(size <= SIZE_MAX - alignment);
    const size_t bytes = (size + alignment - 1) / alignment * alignment;
#ifdef _WIN32
    return _aligned_malloc(bytes, alignment);
#else
    return aligned_alloc(alignment, bytes);
#endif
}

static void release_to_malloc(void *context, void *memory, size_t size, size_t alignment) {
    (void)context;
    (void)size;
    (void)alignment;
#ifdef _WIN32
    _aligned_free(memory);
#else
    free(memory);
#endif
}

carom_allocator carom_allocator_or_malloc(const carom_allocator *allocator) {
    const carom_allocator by_malloc = {allocate_by_malloc, release_to_malloc, NULL};
    return allocator != NULL ? *allocator : by_malloc;
}
