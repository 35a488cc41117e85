// The options and arguments of a command: the shared options and its own, parsed by popt.
// Method: values are read as text, never by popt's own conversions, so that the messages are
// uniform and every text is freed.
// Room: cli.
#include "arguments.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "csv/table.h"
#include "csv/text.h"
#include "help.h"
#include "picture/picture.h"
#include "report.h"

enum { OPTION_PICTURE = 100, OPTION_WIDTH, OPTION_DELIMITER, OPTION_HELP };
enum { WIDTH_DEFAULT = 1200 };

static bool take_width(arguments *a, const tool_call *call, const char *text) {
    char *end = NULL;
    long width = strtol(text, &end, 10);
    if (end == text || *end != '\0' || width < PICTURE_WIDTH_MIN || width > PICTURE_WIDTH_MAX) {
        report(call->who, "--width: expected %d to %d pixels, got %s", PICTURE_WIDTH_MIN,
               PICTURE_WIDTH_MAX, text_quoted_of(text, strlen(text)).at);
        return false;
    }
    a->width = (int)width;
    a->has_width = true;
    return true;
}

static bool take_delimiter(arguments *a, const tool_call *call, const char *text) {
    if (strcmp(text, "tab") == 0) {
        text = "\t";
    }
    if (strlen(text) != 1 || strchr(TABLE_DELIMITERS, text[0]) == NULL) {
        report(call->who, "--delimiter: expected tab, or one of , ; and |, got %s",
               text_quoted_of(text, strlen(text)).at);
        return false;
    }
    a->delimiter = text[0];
    return true;
}

static bool take_picture(arguments *a, const tool_call *call, char *text) {
    free(a->picture);
    a->picture = text;
    char problem[PICTURE_ERROR_SIZE];
    if (!picture_check(text, problem)) {
        report(call->who, "%s", problem);
        return false;
    }
    return true;
}

static int print_help(const arguments *a, const tool_call *call) {
    printf("carom %s: %s\n\n", call->command->name, call->command->summary);
    poptPrintHelp(a->context, stdout, 0);
    printf("\n%s\n\n" HELP_EXIT_STATUS, call->command->details);
    return help_printed(call->who);
}

/// Calls `visit` for each option of both tables.
static void visit_options(struct poptOption *const tables[2],
                          void (*visit)(void *context, const struct poptOption *option),
                          void *context) {
    for (int i = 0; i < 2; i++) {
        for (const struct poptOption *o = tables[i]; o->longName != NULL; o++) {
            visit(context, o);
        }
    }
}

static void consider_option(void *meant, const struct poptOption *option) {
    suggest_consider(meant, option->longName);
}

/// Writes a suggestion for an unknown option such as "--sumary" or "-sumary=1".
static void suggest_option(const char *text, struct poptOption *const tables[2],
                           char out[SUGGESTION_SIZE]) {
    const char *name = text + strspn(text, "-");
    suggestion meant = suggest_start(name, strcspn(name, "="));
    visit_options(tables, consider_option, &meant);
    suggest_hint(&meant, "--", out);
}

static void tell_option(void *listener, const struct poptOption *option) {
    const option_listener *l = listener;
    l->hear(l->context, option->longName, option->argDescrip, option->descrip);
}

/// Reads the options. Returns ARGUMENTS_GO or the exit status.
static int take_options(arguments *a, const tool_call *call, own_options own,
                        struct poptOption *const tables[2]) {
    int option;
    while ((option = poptGetNextOpt(a->context)) > 0) {
        if (option == OPTION_HELP) {
            return print_help(a, call);
        }
        char *text = poptGetOptArg(a->context);
        if (text == NULL) {
            report(call->who, "out of memory");
            return EXIT_BAD;
        }
        bool good;
        if (option == OPTION_PICTURE) {
            good = take_picture(a, call, text); // keeps the text
        } else {
            good = option == OPTION_WIDTH       ? take_width(a, call, text)
                   : option == OPTION_DELIMITER ? take_delimiter(a, call, text)
                                                : own.take(call, own.data, option, text);
            free(text);
        }
        if (!good) {
            return EXIT_BAD;
        }
    }
    if (option < -1) {
        const char *name = poptBadOption(a->context, POPT_BADOPTION_NOALIAS);
        char hint[SUGGESTION_SIZE] = "";
        if (option == POPT_ERROR_BADOPT) {
            suggest_option(name, tables, hint);
        }
        report(call->who, "%s: %s%s (see %s --help)", text_quoted_of(name, strlen(name)).at,
               poptStrerror(option), hint, call->who);
        return EXIT_BAD;
    }
    return ARGUMENTS_GO;
}

/// Reads the plain arguments. Returns ARGUMENTS_GO or the exit status.
static int take_plain(arguments *a, const tool_call *call, int least, int most) {
    a->plain = poptGetArgs(a->context);
    int count = 0;
    bool all_named = true;
    while (a->plain != NULL && a->plain[count] != NULL) {
        all_named = all_named && a->plain[count][0] != '\0';
        count++;
    }
    if (count < least || count > most) {
        report(call->who, "expected %s, got %d argument%s (see %s --help)",
               call->command->arguments, count, count == 1 ? "" : "s", call->who);
        return EXIT_BAD;
    }
    if (!all_named) {
        report(call->who, "expected %s, got an empty file name (see %s --help)",
               call->command->arguments, call->who);
        return EXIT_BAD;
    }
    return ARGUMENTS_GO;
}

int arguments_parse(arguments *a, const tool_call *call, own_options own, int least, int most) {
    *a = (arguments){.width = WIDTH_DEFAULT};
    struct poptOption shared[] = {
        {"skip-bad", '\0', POPT_ARG_NONE, &a->skip_bad, 0,
         "Report bad rows on standard error and skip them; the exit status is then 1", NULL},
        {"delimiter", '\0', POPT_ARG_STRING, NULL, OPTION_DELIMITER,
         "Separator of the input columns: tab, or one of , ; | (default: the first of comma, tab, "
         "; and | that the header has)",
         "C"},
        {"tsv", '\0', POPT_ARG_NONE, &a->tsv, 0, "Print the rows as TSV instead of CSV", NULL},
        {"picture", '\0', POPT_ARG_STRING, NULL, OPTION_PICTURE,
         "Also draw a picture; the name must end in .svg, .png or .pdf", "FILE"},
        {"width", '\0', POPT_ARG_STRING, NULL, OPTION_WIDTH,
         "Width of the picture (1200); the content determines the height", "PIXELS"},
        {"help", 'h', POPT_ARG_NONE, NULL, OPTION_HELP, "Print this help", NULL},
        POPT_TABLEEND,
    };
    struct poptOption *const tables[] = {own.table, shared};
    struct poptOption all[] = {
        {NULL, '\0', POPT_ARG_INCLUDE_TABLE, own.table, 0, NULL, NULL},
        {NULL, '\0', POPT_ARG_INCLUDE_TABLE, shared, 0, NULL, NULL},
        POPT_TABLEEND,
    };
    if (call->listener != NULL) {
        option_listener listener = *call->listener;
        visit_options(tables, tell_option, &listener);
        return EXIT_FINE;
    }
    a->context = poptGetContext(NULL, call->argc, call->argv, all, 0);
    if (a->context == NULL) {
        report(call->who, "out of memory");
        return EXIT_BAD;
    }
    char usage[128];
    snprintf(usage, sizeof usage, "[OPTION...] %s", call->command->arguments);
    poptSetOtherOptionHelp(a->context, usage);
    int status = take_options(a, call, own, tables);
    if (status != ARGUMENTS_GO) {
        return status;
    }
    if (a->tsv && call->draw_only) {
        report(call->who, "--tsv: a picture has no rows (see %s --help)", call->who);
        return EXIT_BAD;
    }
    a->draws = call->draw_only || a->picture != NULL;
    if (a->has_width && !a->draws) {
        report(call->who, "--width: there is no picture; add --picture FILE (see %s --help)",
               call->who);
        return EXIT_BAD;
    }
    return take_plain(a, call, least, most);
}

void arguments_free(arguments *a) {
    poptFreeContext(a->context);
    free(a->picture);
    *a = (arguments){0};
}
