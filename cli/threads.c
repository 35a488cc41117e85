// The number of threads of the tool: OpenMP's setting, or one in a build without OpenMP.
// Method: the tool changes OpenMP's own setting, so that OpenMP's environment variables stay valid.
// Room: cli.
#include "threads.h"

#include <stdlib.h>
#include <string.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#include "csv/text.h"
#include "report.h"

bool threads_take(const tool_call *call, const char *text) {
    char *end = NULL;
    long count = strtol(text, &end, 10);
    if (end == text || *end != '\0' || count < 1 || count > THREADS_MAX) {
        report(call->who, "--threads: expected a number from 1 to %d, got %s", (int)THREADS_MAX,
               text_quoted_of(text, strlen(text)).at);
        return false;
    }
#ifdef _OPENMP
    omp_set_num_threads((int)count);
#endif
    return true;
}

int threads_count(void) {
#ifdef _OPENMP
    return omp_get_max_threads();
#else
    return 1;
#endif
}

int threads_this(void) {
#ifdef _OPENMP
    return omp_get_thread_num();
#else
    return 0;
#endif
}

static void run_tasks(void *context, void (*task)(void *data, size_t i), void *data, size_t count) {
    (void)context;
#pragma omp parallel for schedule(dynamic, 1) if (count > 1)
    for (size_t i = 0; i < count; i++) {
        task(data, i);
    }
}

carom_task_runner threads_runner(void) {
    return (carom_task_runner){.run = run_tasks};
}
