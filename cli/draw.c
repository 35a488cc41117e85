// `carom draw COMMAND ...`: draws the results of a command and prints no rows.
// Method: calls the command with the same arguments and draw_only set. With --errors it calls the
// command of errors/errors.c.
// Room: cli.
#include "draw.h"

#include <stdio.h>
#include <string.h>

#include "csv/text.h"
#include "errors/errors.h"
#include "help.h"
#include "method.h"
#include "report.h"

static void print_commands(const tool_command *const *commands) {
    fputs("COMMAND is one of:\n", stdout);
    for (size_t i = 0; commands[i] != NULL; i++) {
        if (commands[i]->draws) {
            printf("  %-10s%-16s%s\n", commands[i]->name, commands[i]->arguments,
                   commands[i]->summary);
        }
    }
}

static int draw_help(const tool_call *call) {
    printf("carom draw: %s\n\nUsage: carom draw COMMAND [OPTION...] FILE...\n\n",
           call->command->summary);
    print_commands(call->commands);
    printf("\n%s\n", call->command->details);
    fputs(
        "\ncarom draw --errors NAME PAIRS draws a map of the errors of a published method, for\n"
        "the radius and the wall of the first row of PAIRS; see carom draw --errors NAME --help.\n"
        "NAME is one of:\n",
        stdout);
    method_print_list();
    return help_printed(call->who);
}

/// Returns whether an argument is --errors. It may stand behind other options.
static bool asks_for_errors(const tool_call *call) {
    for (int i = 1; i < call->argc; i++) {
        const char *text = call->argv[i];
        if (strcmp(text, "--errors") == 0 || strncmp(text, "--errors=", 9) == 0) {
            return true;
        }
    }
    return false;
}

static int draw_errors(const tool_call *outer) {
    tool_call inner = *outer;
    inner.command = &command_errors;
    inner.draw_only = true;
    return command_errors.run(&inner);
}

static int draw_run(const tool_call *outer) {
    if (outer->argc < 2) {
        report(outer->who, "expected the command to draw (see carom draw --help)");
        return EXIT_BAD;
    }
    const char *name = outer->argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        return draw_help(outer);
    }
    const tool_command *command = command_find(outer->commands, name);
    if (command == NULL && asks_for_errors(outer)) {
        return draw_errors(outer);
    }
    if (command == NULL || !command->draws) {
        char hint[SUGGESTION_SIZE];
        report(outer->who, "%s is no command that draws; it comes first%s (see carom draw --help)",
               text_quoted_of(name, strlen(name)).at,
               command_hint(outer->commands, name, true, hint));
        return EXIT_BAD;
    }
    char who[64];
    snprintf(who, sizeof who, "carom draw %s", command->name);
    outer->argv[1] = who;
    tool_call inner = {
        .command = command,
        .commands = outer->commands,
        .who = who,
        .draw_only = true,
        .argc = outer->argc - 1,
        .argv = outer->argv + 1,
    };
    int status = command->run(&inner);
    outer->argv[1] = name;
    return status;
}

const tool_command command_draw = {
    .name = "draw",
    .arguments = "COMMAND ...",
    .summary = "draw the results of a command instead of printing rows",
    .example = "draw hits circles.csv walls.csv --picture level.png",
    .details =
        "The arguments and options are those of COMMAND. No rows are printed. With --picture\n"
        "FILE the picture goes to FILE (.svg, .png or .pdf), otherwise to standard output as\n"
        "SVG.\n"
        "\n"
        "The colour of a circle shows its relation or kind. Walls are dark and drawn to scale.\n"
        "Dots and arrows show contacts and normals. A small picture also shows names, a and b\n"
        "at the ends of the walls, and a dashed line from each centre to the nearest point.\n"
        "sweep and first show the path to the contact, the circle there, and dashed the path\n"
        "without a contact; sweep also shows the path after the contact. A wall that moves is\n"
        "dashed at its end, with an arrow for each end. clearance shows where each two walls are\n"
        "nearest, in the colour of their relation. areas fills the areas; of several areas the "
        "one\n"
        "whose wall a circle meets gives the colour. run shows the path of each ball, from a ring\n"
        "at the start to a disc at the end, in its own colour.\n"
        "\n"
        "Examples:\n"
        "  carom draw relate pairs.csv > pairs.svg\n"
        "  carom draw hits circles.csv walls.csv --picture level.png --width 2400\n"
        "  carom draw run balls.csv walls.csv --time 60 --picture paths.png",
    .draws = false,
    .run = draw_run,
};
