// The commands of the tool and how they are called.
//
// A new command is one file that defines a tool_command, and one row in the table in tool.c.
// Room: cli.
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

/// Receives an option: its long name, the name of its value (NULL for none) and its description.
typedef struct option_listener {
    void (*hear)(void *context, const char *name, const char *value, const char *what);
    void *context;
} option_listener;

/// One call of a command.
typedef struct tool_call {
    const tool_command *command;
    /// All commands of the tool, and NULL behind the last.
    const tool_command *const *commands;
    /// The name of the command in messages: "carom relate", "carom draw relate".
    const char *who;
    /// Make only the picture and print no rows. Without --picture the picture is SVG on standard
    /// output.
    bool draw_only;
    /// If not NULL, the command only reports its options to this listener (complete.c).
    const option_listener *listener;
    /// The arguments; argv[0] is `who`.
    int argc;
    const char **argv;
} tool_call;

struct tool_command {
    const char *name;
    /// The plain arguments as the help shows them: "CIRCLES WALLS".
    const char *arguments;
    /// One line for the overview.
    const char *summary;
    /// One example for the overview, without "carom ".
    const char *example;
    /// The text of --help behind the options: columns, output, examples.
    const char *details;
    /// Whether `carom draw` can call it.
    bool draws;
    int (*run)(const tool_call *call);
};

/// Returns the command of that name, or NULL. `commands` are all, with NULL behind the last.
const tool_command *command_find(const tool_command *const *commands, const char *name);

/// Writes a suggestion (suggest.h) for an unknown command. With `draws` it suggests only commands
/// that can draw. Returns `out`.
const char *command_hint(const tool_command *const *commands, const char *name, bool draws,
                         char out[SUGGESTION_SIZE]);

#endif
