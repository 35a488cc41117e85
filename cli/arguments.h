// Options and arguments of a command: the shared ones, and its own, by popt.
// Layer: cli.
#ifndef CAROM_CLI_ARGUMENTS_H
#define CAROM_CLI_ARGUMENTS_H

#include <popt.h>
#include <stdbool.h>
#include <stddef.h>

#include "command.h"

/// What parsing found. Free with arguments_free in any case.
typedef struct arguments {
    /// Pass over bad rows.
    int skip_bad;
    /// What separates the columns of the input; 0 if the header line tells.
    char delimiter;
    /// Print the rows as TSV.
    int tsv;
    /// Where the picture goes, NULL for none; with draw_only NULL is standard output.
    char *picture;
    /// Width of the picture in pixels.
    int width;
    bool has_width;
    /// True if a picture is to be made.
    bool draws;
    /// The plain arguments, exactly as many as asked for.
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

/// Parses the arguments of a call. Returns ARGUMENTS_GO, or else the exit status: help was printed
/// or wrong usage reported.
enum { ARGUMENTS_GO = -1 };
int arguments_parse(arguments *a, const tool_call *call, own_options own, int plain_count);

void arguments_free(arguments *a);

#endif
