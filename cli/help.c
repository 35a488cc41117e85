// `carom help`: an overview of the commands; `carom help COMMAND` is COMMAND --help.
// Room: cli.
#include "help.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "closed_pipe.h"
#include "csv/text.h"
#include "report.h"

int help_printed(const char *who) {
    if (fflush(stdout) != 0 || ferror(stdout)) {
        closed_pipe_end(errno);
        report(who, "standard output: cannot write");
        return EXIT_BAD;
    }
    return EXIT_FINE;
}

int help_overview(const char *who, const tool_command *const *commands) {
    fputs("Usage: carom COMMAND [OPTION...] FILE...\n"
          "\n"
          "Exact collision queries for circles and straight walls in the plane.\n"
          "\n"
          "Commands:\n",
          stdout);
    for (size_t i = 0; commands[i] != NULL; i++) {
        const tool_command *c = commands[i];
        char head[64];
        snprintf(head, sizeof head, "%s %s", c->name, c->arguments);
        printf("  %-24s%s\n", head, c->summary);
        printf("      example: carom %s\n", c->example);
    }
    fputs("\n"
          "Files are CSV or TSV with a header line and columns in any order. They may be\n"
          "gzipped. - is standard input.\n"
          "  circle   cx,cy,r      centre and radius\n"
          "  mover    also vx,vy   displacement over a frame; in run the velocity\n"
          "  cast     also dx,dy,length  direction, and how far at most\n"
          "  wall     ax,ay,bx,by  from a to b; optional: wr (wall radius, default 0) and\n"
          "                        extent (segment, the default, ray or line); in sweep,\n"
          "                        first and run avx,avy,bvx,bvy (displacement or, in run,\n"
          "                        velocity of a and b, default 0); in run also\n"
          "                        restitution, friction, sensor, one_sided; in areas area,\n"
          "                        the name of the area that the wall bounds\n"
          "  id       optional     the name of the row in the results\n"
          "\n"
          "With --method NAME, relate and sweep compare a published method with the exact answer.\n"
          "carom draw --errors NAME PAIRS draws the errors of such a method.\n"
          "\n" HELP_EXIT_STATUS "\n"
          "carom COMMAND --help prints the help of a command, carom --version the version.\n",
          stdout);
    return help_printed(who);
}

static int help_command(const tool_call *outer, const tool_command *command) {
    const char *argv[] = {NULL, "--help", NULL};
    char who[64];
    snprintf(who, sizeof who, "carom %s", command->name);
    argv[0] = who;
    tool_call call = {
        .command = command, .commands = outer->commands, .who = who, .argc = 2, .argv = argv};
    return command->run(&call);
}

static int help_run(const tool_call *call) {
    if (call->argc < 2) {
        return help_overview(call->who, call->commands);
    }
    const char *name = call->argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0) {
        printf("Usage: carom help [COMMAND]\n\n%s\n", call->command->details);
        return help_printed(call->who);
    }
    if (call->argc > 2) {
        report(call->who, "expected at most one command (see carom help)");
        return EXIT_BAD;
    }
    const tool_command *command = command_find(call->commands, name);
    if (command == NULL) {
        char hint[SUGGESTION_SIZE];
        report(call->who, "unknown command %s%s (see carom help)",
               text_quoted_of(name, strlen(name)).at,
               command_hint(call->commands, name, false, hint));
        return EXIT_BAD;
    }
    return help_command(call, command);
}

const tool_command command_help = {
    .name = "help",
    .arguments = "[COMMAND]",
    .summary = "print this overview, or the help of one command",
    .example = "help relate",
    .details = "Prints the commands, or, with COMMAND, the help of that command.",
    .draws = false,
    .run = help_run,
};
