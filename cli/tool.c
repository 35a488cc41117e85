// The table of commands, and the dispatch from argv to a command.
// Room: cli.
#include "tool.h"

#include <stdio.h>
#include <string.h>

#include <carom/base.h>

#include "areas.h"
#include "cast.h"
#include "clearance.h"
#include "complete.h"
#include "csv/text.h"
#include "draw.h"
#include "first.h"
#include "help.h"
#include "hits.h"
#include "nearest.h"
#include "relate.h"
#include "report.h"
#include "run/run.h"
#include "sweep.h"

static const tool_command *const commands[] = {
    &command_relate, &command_sweep, &command_hits,      &command_nearest,
    &command_first,  &command_cast,  &command_clearance, &command_areas,
    &command_run,    &command_draw,  &command_help,      NULL,
};

/// Reports a first argument that is neither a command nor an option.
static int refuse_name(const char *name) {
    char hint[SUGGESTION_SIZE];
    if (name[0] == '-') {
        const size_t dashes = strspn(name, "-");
        suggestion meant = suggest_start(name + dashes, strlen(name + dashes));
        suggest_consider(&meant, "help");
        suggest_consider(&meant, "version");
        suggest_hint(&meant, "--", hint);
    } else {
        command_hint(commands, name, false, hint);
    }
    report("carom", "unknown %s %s%s (see carom help)", name[0] == '-' ? "option" : "command",
           text_quoted_of(name, strlen(name)).at, hint);
    return EXIT_BAD;
}

static int print_version(void) {
    printf("carom %s\n", carom_version());
    return help_printed("carom");
}

int tool_main(int argc, const char **argv) {
    if (argc < 2) {
        report("carom", "no command given (see carom help)");
        return EXIT_BAD;
    }
    const char *name = argv[1];
    if (strcmp(name, "--version") == 0) {
        if (argc > 2) {
            report("carom", "--version takes no arguments, got %s (see carom help)",
                   text_quoted_of(argv[2], strlen(argv[2])).at);
            return EXIT_BAD;
        }
        return print_version();
    }
    if (strcmp(name, "--complete") == 0) {
        return complete_print(commands, argc - 2, argv + 2);
    }
    const bool helps = strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0;
    if (helps && argc == 2) {
        return help_overview("carom", commands);
    }
    const tool_command *command = helps ? &command_help : command_find(commands, name);
    if (command == NULL) {
        return refuse_name(name);
    }
    char who[64];
    snprintf(who, sizeof who, "carom %s", command->name);
    argv[1] = who;
    tool_call call = {
        .command = command, .commands = commands, .who = who, .argc = argc - 1, .argv = argv + 1};
    int status = command->run(&call);
    argv[1] = name;
    return status;
}
