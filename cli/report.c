// Messages on standard error, one line each.
// Method: the line is built in a buffer, its control characters are replaced, because file names
// can hold newlines, and it is written at once, so that lines of parallel runs do not mix.
// Room: cli.
#include "report.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

void report(const char *who, const char *format, ...) {
    char line[4096];
    size_t n = 0;
    if (who != NULL) {
        int written = snprintf(line, sizeof line / 2, "%s: ", who);
        n = written < 0 ? 0 : strlen(line);
    }
    va_list list;
    va_start(list, format);
    int written = vsnprintf(line + n, sizeof line - n - 1, format, list);
    va_end(list);
    if (written < 0) {
        line[n] = '\0';
    }
    n = strlen(line);
    for (size_t i = 0; i < n; i++) {
        if ((unsigned char)line[i] < 0x20 || line[i] == 0x7F) {
            line[i] = '?';
        }
    }
    line[n++] = '\n';
    fwrite(line, 1, n, stderr);
    fflush(stderr);
}
