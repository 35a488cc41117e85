// Threads inside one call, of POSIX or of Windows.
//
// Threads take the tasks one by one from a counter. There is no pool: nothing lives on after a
// call, so a fork and the end of the program find no threads of ours. Room: below operations.
#include "threads.h"

#include <stdatomic.h>
#include <stdbool.h>

#ifdef _WIN32
#include <windows.h>
typedef HANDLE thread_handle;
#else
#include <pthread.h>
#include <sched.h>
#include <unistd.h>
typedef pthread_t thread_handle;
#endif

#define THREADS_MAX 256

/// A wall that turns takes 245 KB of stack. Some systems give a thread only 128 KB.
#define STACK_BYTES (2 << 20)

static atomic_int limit = 1;

int threads_limit(void) {
    return atomic_load_explicit(&limit, memory_order_relaxed);
}

void set_threads_limit(int threads) {
    atomic_store_explicit(&limit, threads, memory_order_relaxed);
}

int processors_count(void) {
#if defined(_WIN32)
    SYSTEM_INFO system;
    GetSystemInfo(&system);
    const long count = (long)system.dwNumberOfProcessors;
#elif defined(CPU_COUNT)
    cpu_set_t set;
    const long count = sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set)
                                                                   : sysconf(_SC_NPROCESSORS_ONLN);
#else
    const long count = sysconf(_SC_NPROCESSORS_ONLN);
#endif
    return count < 1 ? 1 : count > THREADS_MAX ? THREADS_MAX : (int)count;
}

/// The work of one call of run_tasks.
typedef struct work {
    void (*task)(void *data, size_t i);
    void *data;
    size_t count;
    atomic_size_t next;
} work;

static void do_tasks(work *shared) {
    size_t i;
    while ((i = atomic_fetch_add(&shared->next, 1)) < shared->count)
        shared->task(shared->data, i);
}

#ifdef _WIN32
static DWORD WINAPI thread_main(void *shared) {
    do_tasks(shared);
    return 0;
}

static bool start(thread_handle *thread, work *shared) {
    *thread = CreateThread(NULL, STACK_BYTES, thread_main, shared, 0, NULL);
    return *thread != NULL;
}

static void join(thread_handle thread) {
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
}
#else
static void *thread_main(void *shared) {
    do_tasks(shared);
    return NULL;
}

static bool start(thread_handle *thread, work *shared) {
    pthread_attr_t attributes;
    if (pthread_attr_init(&attributes) != 0)
        return false;
    const bool is_started = pthread_attr_setstacksize(&attributes, STACK_BYTES) == 0 &&
                            pthread_create(thread, &attributes, thread_main, shared) == 0;
    pthread_attr_destroy(&attributes);
    return is_started;
}

static void join(thread_handle thread) {
    pthread_join(thread, NULL);
}
#endif

void run_tasks(void (*task)(void *data, size_t i), void *data, size_t count, int threads) {
    work shared = {.task = task, .data = data, .count = count};
    atomic_init(&shared.next, 0);
    thread_handle started[THREADS_MAX];
    int running = 0;
    while (running < THREADS_MAX && running + 1 < threads && (size_t)running + 1 < count &&
           start(&started[running], &shared))
        running++;
    do_tasks(&shared);
    for (int i = 0; i < running; i++)
        join(started[i]);
}
