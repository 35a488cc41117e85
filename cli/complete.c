// `carom --complete WORD...`: prints candidates for the last word, for the completion of shells.
// Method: the commands and options come from the tables of the tool. The values of an option come
// from its help, as in bounce|slide|stop.
// Room: cli.
#include "complete.h"

#include <stdio.h>
#include <string.h>

#include <classic.h>

#include "errors/errors.h"
#include "help.h"

/// The word to complete, and the option before it if the word is the value of that option.
typedef struct completion {
    const tool_command *command;
    /// The text typed so far; for a value, only the value.
    const char *word;
    /// The name of that option and its length, or NULL.
    const char *option;
    size_t option_length;
    /// The text to print before a value: "--option=" if it is typed.
    const char *prefix;
    size_t prefix_length;
    /// Whether the option takes a value.
    bool takes_value;
} completion;

static bool begins_with(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

static void print_candidate(const char *word, const char *candidate, const char *what) {
    if (begins_with(candidate, word)) {
        printf("%s\t%s\n", candidate, what);
    }
}

static void print_files(void) {
    fputs(":files\n", stdout);
}

static void print_value(const completion *c, const char *value, size_t length) {
    if (length >= strlen(c->word) && memcmp(value, c->word, strlen(c->word)) == 0) {
        printf("%.*s%.*s\n", (int)c->prefix_length, c->prefix, (int)length, value);
    }
}

/// Prints the methods that fit the command.
static void print_methods(const completion *c) {
    for (int i = 0; i < CAROM_CLASSIC_COUNT; i++) {
        const carom_classic method = (carom_classic)i;
        const bool sweeps = carom_classic_is_sweep(method);
        if (c->command == &command_errors || sweeps == (strcmp(c->command->name, "sweep") == 0)) {
            const char *name = carom_classic_name(method);
            print_value(c, name, strlen(name));
        }
    }
}

static bool is_asked_for(const completion *c, const char *name) {
    return c->option != NULL && strlen(name) == c->option_length &&
           memcmp(name, c->option, c->option_length) == 0;
}

/// Listens to the options and prints the values of the option that is being completed.
static void hear_values(void *context, const char *name, const char *value, const char *what) {
    (void)what;
    completion *c = context;
    if (value == NULL || !is_asked_for(c, name)) {
        return;
    }
    c->takes_value = true;
    if (strcmp(value, "FILE") == 0) {
        print_files();
    } else if (strcmp(value, "NAME") == 0) {
        print_methods(c);
    } else if (strchr(value, '|') != NULL) {
        for (const char *at = value; *at != '\0'; at += strspn(at, "|")) {
            const size_t length = strcspn(at, "|");
            print_value(c, at, length);
            at += length;
        }
    }
}

static void hear_option(void *context, const char *name, const char *value, const char *what) {
    (void)value;
    const completion *c = context;
    char option[64];
    snprintf(option, sizeof option, "--%s", name);
    print_candidate(c->word, option, what);
}

/// Prints all options of the command.
static void listen(completion *c, void (*hear)(void *, const char *, const char *, const char *)) {
    const option_listener listener = {.hear = hear, .context = c};
    const tool_call call = {.command = c->command, .who = "carom", .listener = &listener};
    c->command->run(&call);
}

/// Completes the last of the words behind a command: an option, a value or a file.
static void complete_argument(const tool_command *command, int count, const char **words) {
    completion c = {.command = command, .word = words[count - 1]};
    const char *equals = strchr(c.word, '=');
    for (int i = 0; i < count - 1; i++) {
        if (strcmp(words[i], "--") == 0) {
            print_files();
            return;
        }
    }
    if (begins_with(c.word, "--") && equals != NULL) {
        c.option = c.word + 2;
        c.option_length = (size_t)(equals - c.option);
        c.prefix = c.word;
        c.prefix_length = (size_t)(equals - c.word) + 1;
        c.word = equals + 1;
        listen(&c, hear_values);
        return;
    }
    if (count > 1 && begins_with(words[count - 2], "--")) {
        c.option = words[count - 2] + 2;
        c.option_length = strlen(c.option);
        listen(&c, hear_values);
    }
    if (!c.takes_value && c.word[0] == '-') {
        listen(&c, hear_option);
    } else if (!c.takes_value) {
        print_files();
    }
}

static void complete_command(const tool_command *const *commands, const char *word, bool draws) {
    for (size_t i = 0; commands[i] != NULL; i++) {
        if (commands[i]->draws || !draws) {
            print_candidate(word, commands[i]->name, commands[i]->summary);
        }
    }
}

static bool asks_for_errors(int count, const char **words) {
    for (int i = 0; i < count; i++) {
        if (strcmp(words[i], "--errors") == 0 || begins_with(words[i], "--errors=")) {
            return true;
        }
    }
    return false;
}

/// Completes the words behind `draw`, which begin with a command.
static void complete_draw(const tool_command *const *commands, int count, const char **words) {
    if (asks_for_errors(count, words)) {
        complete_argument(&command_errors, count, words);
    } else if (count == 1) {
        complete_command(commands, words[0], true);
        print_candidate(words[0], "--errors", command_errors.summary);
        print_candidate(words[0], "--help", "Print this help");
    } else if (command_find(commands, words[0]) != NULL &&
               command_find(commands, words[0])->draws) {
        complete_argument(command_find(commands, words[0]), count - 1, words + 1);
    }
}

int complete_print(const tool_command *const *commands, int count, const char **words) {
    const tool_command *command = count > 0 ? command_find(commands, words[0]) : NULL;
    if (count == 1) {
        complete_command(commands, words[0], false);
        print_candidate(words[0], "--help", command_help.summary);
        print_candidate(words[0], "--version", "Print the version");
    } else if (command == &command_help) {
        complete_command(commands, words[count - 1], false);
    } else if (command != NULL && strcmp(command->name, "draw") == 0) {
        complete_draw(commands, count - 1, words + 1);
    } else if (command != NULL) {
        complete_argument(command, count - 1, words + 1);
    }
    return help_printed("carom");
}
