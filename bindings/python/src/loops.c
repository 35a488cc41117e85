// The rows of a ufunc, shared by threads. NumPy has released the GIL when it calls a loop.
//
// Room: operations.
#include "operations.h"
#include "threads.h"

#include <fenv.h>

/// Rows of one task. It takes some 0.1 ms, more than the start of a thread.
#define TASK_ROWS 8192

typedef struct rows {
    row_range *range;
    char **args;
    const npy_intp *steps;
    npy_intp count;
} rows;

static void run_task(void *data, size_t i) {
    const rows *all = data;
    const npy_intp begin = (npy_intp)i * TASK_ROWS;
    const npy_intp end = begin + TASK_ROWS < all->count ? begin + TASK_ROWS : all->count;
    all->range(all->args, all->steps, begin, end);
}

static void run_range(row_range *range, char **args, npy_intp count, const npy_intp *steps) {
    const int threads = count > 2 * (npy_intp)TASK_ROWS ? threads_limit() : 1;
    if (threads == 1) {
        range(args, steps, 0, count);
        return;
    }
    rows all = {.range = range, .args = args, .steps = steps, .count = count};
    run_tasks(run_task, &all, ((size_t)count + TASK_ROWS - 1) / TASK_ROWS, threads);
}

// NumPy warns if a loop leaves a flag of the floating-point unit set. Ours computes with sums that
// overflow and underflow on the way to an exact answer, so such a flag means nothing.
void run_rows(row_range *range, char **args, npy_intp count, const npy_intp *steps) {
    fenv_t before;
    feholdexcept(&before);
    run_range(range, args, count, steps);
    fesetenv(&before);
}
