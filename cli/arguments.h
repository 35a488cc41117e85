// The options and arguments of a command: the shared options and its own, parsed by popt.
// Room: cli.
#ifndef CAROM_CLI_ARGUMENTS_H
#define CAROM_CLI_ARGUMENTS_H

#include <popt.h>
#include <stdbool.h>
#include <stddef.h>

#include "command.h"

/// The parsed arguments. Call arguments_free in any case.
typedef struct arguments {
    /// Skip bad rows.
    int skip_bad;
    /// The separator of the columns in the input; 0 to guess it from the header line.
    char delimiter;
    /// Print the rows as TSV.
    int tsv;
    /// The file of the picture, or NULL for none. With draw_only NULL is standard output.
    char *picture;
    /// The width of the picture in pixels.
    int width;
    bool has_width;
    /// True if a picture is to be made.
    bool draws;
    /// The plain arguments. Their number is checked.
    const char **plain;
    poptContext context;
} arguments;

/// A command's own options: flags set an int through their `arg`; options with a value have a
/// `val` from 1 to 99 and come through `take`, which reports what is wrong and returns false then.
typedef struct own_options {
    struct poptOption *table;
    bool (*take)(const tool_call *call, void *data, int option, const char *text);
    void *data;
} own_options;

/// Parses the arguments of a call, `least` to `most` of them plain. Returns ARGUMENTS_GO, or the
/// exit status after printing help or reporting wrong usage.
enum { ARGUMENTS_GO = -1 };
int arguments_parse(arguments *a, const tool_call *call, own_options own, int least, int most);

void arguments_free(arguments *a);

#endif
