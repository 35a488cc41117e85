// Finds a command by its name.
// Room: cli.
#include "command.h"

#include <string.h>

const tool_command *command_find(const tool_command *const *commands, const char *name) {
    for (size_t i = 0; commands[i] != NULL; i++) {
        if (strcmp(commands[i]->name, name) == 0) {
            return commands[i];
        }
    }
    return NULL;
}

const char *command_hint(const tool_command *const *commands, const char *name, bool draws,
                         char out[SUGGESTION_SIZE]) {
    suggestion meant = suggest_start(name, strlen(name));
    for (size_t i = 0; commands[i] != NULL; i++) {
        if (commands[i]->draws || !draws) {
            suggest_consider(&meant, commands[i]->name);
        }
    }
    return suggest_hint(&meant, "", out);
}
