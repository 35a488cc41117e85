// malloc and its kin in few bytes: the module's memory beyond its stack and data.
//
// Method: one list of spare blocks in the order of their addresses; the first that is large enough
// is taken, neighbours that meet are joined. All memory is in lines of 64 bytes, the alignment of a
// scene, and each block has one line ahead of it for its size. Meant for tens of blocks at a time:
// scenes, arrays, scratch. An instance of the module belongs to one thread. Room: bindings.
#include <stddef.h>
#include <stdint.h>

enum { LINE = 64, PAGE = 65536, PAGES_AT_ONCE = 16 };

typedef struct block {
    size_t size; // of all of it, its first line included
    struct block *next;
} block;

// Where the linker's own data end.
extern unsigned char __heap_base;

static block *spare;
// The end of what has been handed out so far; 0 before the first time.
static size_t top;

static void *contents(block *b) {
    return (char *)b + LINE;
}

// A block of new memory, which grows when it must.
static block *new_block(size_t size) {
    if (top == 0)
        top = ((size_t)&__heap_base + LINE - 1) / LINE * LINE;
    const uint64_t end = (uint64_t)top + size;
    // The last line of all stays unused: an end at 2^32 would be the 0 of the beginning.
    if (end > SIZE_MAX)
        return NULL;
    const size_t pages = __builtin_wasm_memory_size(0);
    if (end > (uint64_t)pages * PAGE) {
        const size_t missing = (size_t)((end - (uint64_t)pages * PAGE + PAGE - 1) / PAGE);
        const size_t wanted = missing > PAGES_AT_ONCE ? missing : PAGES_AT_ONCE;
        if (__builtin_wasm_memory_grow(0, wanted) == SIZE_MAX &&
            __builtin_wasm_memory_grow(0, missing) == SIZE_MAX)
            return NULL;
    }
    block *const b = (block *)top;
    b->size = size;
    top = (size_t)end;
    return b;
}

void *malloc(size_t bytes) {
    if (bytes > SIZE_MAX - 3 * (size_t)LINE)
        return NULL;
    const size_t size = (bytes + 2 * LINE - 1) / LINE * LINE;
    for (block **link = &spare; *link != NULL; link = &(*link)->next) {
        block *const b = *link;
        if (b->size < size)
            continue;
        if (b->size - size > LINE) {
            block *const rest = (block *)((char *)b + size);
            rest->size = b->size - size;
            rest->next = b->next;
            b->size = size;
            *link = rest;
        } else {
            *link = b->next;
        }
        return contents(b);
    }
    block *const b = new_block(size);
    return b != NULL ? contents(b) : NULL;
}

// Joins a block with the one after it if they meet.
static void join(block *b) {
    if (b->next != NULL && (char *)b + b->size == (char *)b->next) {
        b->size += b->next->size;
        b->next = b->next->next;
    }
}

void free(void *memory) {
    if (memory == NULL)
        return;
    block *const b = (block *)((char *)memory - LINE);
    block **link = &spare;
    block *before = NULL;
    while (*link != NULL && *link < b) {
        before = *link;
        link = &before->next;
    }
    b->next = *link;
    *link = b;
    join(b);
    if (before != NULL)
        join(before);
    // What lies last goes back to what has never been handed out.
    for (link = &spare; *link != NULL; link = &(*link)->next) {
        if ((size_t)*link + (*link)->size == top) {
            top = (size_t)*link;
            *link = NULL;
            break;
        }
    }
}

// No alignment above that of a line is asked for.
void *aligned_alloc(size_t alignment, size_t bytes) {
    return alignment <= LINE ? malloc(bytes) : NULL;
}

void *realloc(void *memory, size_t bytes) {
    void *const larger = malloc(bytes);
    if (memory != NULL && larger != NULL) {
        const block *const b = (const block *)((char *)memory - LINE);
        const size_t held = b->size - LINE;
        __builtin_memcpy(larger, memory, held < bytes ? held : bytes);
        free(memory);
    }
    return larger;
}
