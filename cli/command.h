// The commands of the tool: a table of them, and what each is called with.
//
// A new command is one file that defines a tool_command, and one row in the table in command.c.
// Layer: cli.
#ifndef CAROM_CLI_COMMAND_H
#define CAROM_CLI_COMMAND_H

#include <stdbool.h>
#include <stddef.h>

#include "suggest.h"

/// Exit statuses.
enum {
    EXIT_FINE = 0,
    /// With --skip-bad: all done, but bad rows were passed over.
    EXIT_SKIPPED = 1,
    /// Bad input, wrong usage, or a failure to read or write.
    EXIT_BAD = 2
};

typedef struct tool_command tool_command;

/// Is told of an option: its long name, what its value is called (NULL for none) and what it does.
typedef struct option_listener {
    void (*hear)(void *context, const char *name, const char *value, const char *what);
    void *context;
} option_listener;

/// One call of a command.
typedef struct tool_call {
    const tool_command *command;
    /// The command as messages name it: "carom relate", "carom draw relate".
    const char *who;
    /// Print no rows, only make the picture; without --picture as SVG on standard output.
    bool draw_only;
    /// If not NULL: tell this of every option there is, and do nothing else (complete.c).
    const option_listener *listener;
    /// The arguments; argv[0] is `who`.
    int argc;
    const char **argv;
} tool_call;

struct tool_command {
    const char *name;
    /// The plain arguments as help shows them: "CIRCLES WALLS".
    const char *arguments;
    /// One line for the overview.
    const char *summary;
    /// One example for the overview, without "carom ".
    const char *example;
    /// What --help prints behind the options: columns, output, examples.
    const char *details;
    /// Can be called by `carom draw`.
    bool draws;
    int (*run)(const tool_call *call);
};

/// The i-th command, NULL behind the last.
const tool_command *command_at(size_t i);

/// The command of that name, or NULL.
const tool_command *command_find(const char *name);

/// Writes the hint of suggest.h for a name that no command has. With `draws` only commands that can
/// draw are suggested. Returns `out`.
const char *command_hint(const char *name, bool draws, char out[SUGGESTION_SIZE]);

/// The whole tool: main without its globals. Returns the exit status.
int command_main(int argc, const char **argv);

#endif
