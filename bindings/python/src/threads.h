// Threads inside one call. They start with the call and end with it. Room: below operations.
#ifndef CAROM_PYTHON_THREADS_H
#define CAROM_PYTHON_THREADS_H

#include <stddef.h>

/// Calls task(data, i) once for each i in [0, count): on up to `threads` threads, the calling one
/// among them, in any order. Returns when all calls have returned. If the system gives no more
/// threads, fewer do the work.
void run_tasks(void (*task)(void *data, size_t i), void *data, size_t count, int threads);

/// The number of threads that a call may use, at least 1.
int threads_limit(void);
void set_threads_limit(int threads);

/// The number of processors that this process may use, at least 1.
int processors_count(void);

#endif
