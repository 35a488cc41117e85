// Replaces malloc and related functions, which glibc permits for a program and all its libraries,
// and calls those of glibc. Sizes are those of the blocks returned, rounding included. If nothing
// is watched the cost is one branch. Room: bench.
#include "memory_watch.h"

#include <malloc.h>

#include <cerrno>
#include <cstddef>
#include <cstdlib>

extern "C" {
// The names of glibc's own functions.
void *__libc_malloc(std::size_t size);
void *__libc_calloc(std::size_t count, std::size_t size);
void *__libc_realloc(void *memory, std::size_t size);
void *__libc_memalign(std::size_t alignment, std::size_t size);
void __libc_free(void *memory);
}

namespace {

bool watching = false;
std::ptrdiff_t in_use = 0, most = 0;

void *taken(void *memory) {
    if (watching && memory != nullptr) {
        in_use += static_cast<std::ptrdiff_t>(malloc_usable_size(memory));
        most = in_use > most ? in_use : most;
    }
    return memory;
}

void *given_back(void *memory) {
    if (watching && memory != nullptr)
        in_use -= static_cast<std::ptrdiff_t>(malloc_usable_size(memory));
    return memory;
}

} // namespace

extern "C" {

void *malloc(std::size_t size) noexcept {
    return taken(__libc_malloc(size));
}
void *calloc(std::size_t count, std::size_t size) noexcept {
    return taken(__libc_calloc(count, size));
}
void *realloc(void *memory, std::size_t size) noexcept {
    return taken(__libc_realloc(given_back(memory), size));
}
void *aligned_alloc(std::size_t alignment, std::size_t size) noexcept {
    return taken(__libc_memalign(alignment, size));
}
void *memalign(std::size_t alignment, std::size_t size) noexcept {
    return taken(__libc_memalign(alignment, size));
}
int posix_memalign(void **memory, std::size_t alignment, std::size_t size) noexcept {
    *memory = taken(__libc_memalign(alignment, size));
    return *memory != nullptr ? 0 : ENOMEM;
}
void free(void *memory) noexcept {
    __libc_free(given_back(memory));
}
}

namespace bench {

void memory_watch_start() {
    in_use = most = 0;
    watching = true;
}

memory_use memory_watch_stop() {
    watching = false;
    return {static_cast<std::size_t>(in_use > 0 ? in_use : 0), static_cast<std::size_t>(most)};
}

} // namespace bench
