// The table of commands, and the way from argv to one of them.
// Layer: cli.
#include "command.h"

#include <stdio.h>
#include <string.h>

#include <carom/base.h>

#include "csv/text.h"
#include "draw.h"
#include "first.h"
#include "help.h"
#include "hits.h"
#include "relate.h"
#include "report.h"
#include "run/run.h"
#include "sweep.h"

static const tool_command *const commands[] = {
    &command_relate, &command_sweep, &command_hits, &command_first,
    &command_run,    &command_draw,  &command_help,
};

const tool_command *command_at(size_t i) {
    return i < sizeof commands / sizeof commands[0] ? commands[i] : NULL;
}

const tool_command *command_find(const char *name) {
    for (size_t i = 0; command_at(i) != NULL; i++) {
        if (strcmp(command_at(i)->name, name) == 0) {
            return command_at(i);
        }
    }
    return NULL;
}

static int print_version(void) {
    printf("carom %s\n", carom_version());
    return help_printed("carom");
}

int command_main(int argc, const char **argv) {
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
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        return help_overview("carom");
    }
    const tool_command *command = command_find(name);
    if (command == NULL) {
        report("carom", "unknown %s %s (see carom help)", name[0] == '-' ? "option" : "command",
               text_quoted_of(name, strlen(name)).at);
        return EXIT_BAD;
    }
    char who[64];
    snprintf(who, sizeof who, "carom %s", command->name);
    argv[1] = who;
    tool_call call = {.command = command, .who = who, .argc = argc - 1, .argv = argv + 1};
    int status = command->run(&call);
    argv[1] = name;
    return status;
}
