// How many threads the tool uses: those of OpenMP, or one where it was built without.
// Layer: cli.
#ifndef CAROM_CLI_THREADS_H
#define CAROM_CLI_THREADS_H

#include "command.h"

/// The entry of an option table for --threads, with the number that its value comes under.
#define THREADS_OPTION(option)                                                                     \
    {                                                                                              \
        "threads", '\0', POPT_ARG_STRING, NULL, option,                                            \
            "Use N threads (one for each processor); what is printed stays the same", "N"          \
    }

/// The most that can be asked for.
enum { THREADS_MAX = 1024 };

/// Takes the value of --threads. False if it is no such number, which is reported.
bool threads_take(const tool_call *call, const char *text);

/// How many threads there will be.
int threads_count(void);

/// The number of this thread, from 0.
int threads_this(void);

#endif
