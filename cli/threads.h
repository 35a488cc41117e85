// The number of threads of the tool: OpenMP's setting, or one in a build without OpenMP.
// Room: cli.
#ifndef CAROM_CLI_THREADS_H
#define CAROM_CLI_THREADS_H

#include <carom/scene.h>

#include "command.h"

/// The entry of an option table for --threads. `option` is the number of its value.
#define THREADS_OPTION(option)                                                                     \
    {                                                                                              \
        "threads", '\0', POPT_ARG_STRING, NULL, option,                                            \
            "Use N threads (default: one for each processor)", "N"                                 \
    }

/// The maximum of --threads.
enum { THREADS_MAX = 1024 };

/// Parses the value of --threads. Returns false if it is invalid, which is reported.
bool threads_take(const tool_call *call, const char *text);

/// Returns the number of threads.
int threads_count(void);

/// Returns the number of this thread, from 0.
int threads_this(void);

/// Returns a runner that shares the tasks of a library call among the threads.
carom_task_runner threads_runner(void);

#endif
