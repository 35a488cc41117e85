// The arguments of CREATE VIRTUAL TABLE ... USING carom(...).
// Room: above sqlite_api.
#include "declaration.h"

#include <string.h>

static bool is_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' ||
           (unsigned char)c >= 0x80;
}

static bool is_space(char c) {
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static const char *skip_spaces(const char *text) {
    while (is_space(*text))
        text++;
    return text;
}

/// The end of a name: a word, or text in quotes, where a doubled quote stands for one. NULL if
/// there is none.
static const char *end_of_name(const char *text) {
    if (*text != '"') {
        const char *end = text;
        while (is_word(*end))
            end++;
        return end > text && !(*text >= '0' && *text <= '9') ? end : NULL;
    }
    for (const char *end = text + 1; *end != '\0'; end++) {
        if (*end != '"')
            continue;
        if (end[1] != '"')
            return end + 1;
        end++;
    }
    return NULL;
}

/// A copy of a name with quotes around it. NULL if out of memory.
static char *quoted(const char *name, const char *end) {
    const int length = (int)(end - name);
    return *name == '"' ? sqlite3_mprintf("%.*s", length, name)
                        : sqlite3_mprintf("\"%.*s\"", length, name);
}

/// True if a word begins a constraint. Constraints cannot be added.
static bool begins_constraint(const char *word, int length) {
    static const char *const words[] = {"not",     "null",       "default",   "unique",
                                        "primary", "check",      "collate",   "constraint",
                                        "as",      "references", "generated", "on"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if ((int)strlen(words[i]) == length && sqlite3_strnicmp(word, words[i], length) == 0)
            return true;
    }
    return false;
}

/// True if the text is a type: words, then perhaps numbers in parentheses. It may be empty.
static bool is_type(const char *text) {
    text = skip_spaces(text);
    while (is_word(*text)) {
        const char *end = text;
        while (is_word(*end))
            end++;
        if (begins_constraint(text, (int)(end - text)))
            return false;
        text = skip_spaces(end);
    }
    if (*text == '(') {
        const size_t inside = strspn(text + 1, "0123456789, ");
        if (text[inside + 1] != ')')
            return false;
        text = skip_spaces(text + inside + 2);
    }
    return *text == '\0';
}

/// The column of an argument "area=COLUMN", or NULL if the argument is another one.
static const char *area_column(const char *text) {
    if (sqlite3_strnicmp(text, "area", 4) != 0)
        return NULL;
    text = skip_spaces(text + 4);
    return *text == '=' ? skip_spaces(text + 1) : NULL;
}

/// True if names of a declaration have this one, which is quoted.
static bool has_name(const char *names, const char *quoted_name) {
    for (const char *text = names; text != NULL && *text != '\0';) {
        text += 2; // the comma and the space before a name
        const char *end = end_of_name(text);
        const int length = (int)(end - text);
        if ((int)strlen(quoted_name) == length && sqlite3_strnicmp(text, quoted_name, length) == 0)
            return true;
        text = end;
    }
    return false;
}

/// Reads "+name TEXT".
static int read_column(carom_declaration *d, const char *argument, sqlite3_str *columns,
                       sqlite3_str *names, char **error) {
    const char *text = skip_spaces(argument);
    const char *name = *text == '+' ? skip_spaces(text + 1) : text;
    const char *end = *text == '+' ? end_of_name(name) : NULL;
    if (end == NULL || !is_type(end)) {
        *error = sqlite3_mprintf("carom: the argument \"%s\" must be a + and a column, with a "
                                 "type and no constraint, such as +name TEXT, or the column that "
                                 "names areas, such as area=name",
                                 argument);
        return SQLITE_ERROR;
    }
    char *quoted_name = quoted(name, end);
    if (quoted_name == NULL)
        return SQLITE_NOMEM;
    sqlite3_str_appendf(columns, ", %s%s", quoted_name, end);
    sqlite3_str_appendf(names, ", %s", quoted_name);
    sqlite3_free(quoted_name);
    d->count++;
    return SQLITE_OK;
}

/// Reads the column of "area=COLUMN".
static int read_area(carom_declaration *d, const char *column, char **error) {
    const char *end = end_of_name(column);
    if (end == NULL || *skip_spaces(end) != '\0' || d->area != NULL) {
        *error =
            sqlite3_mprintf("carom: the argument \"area=%s\" must name one column, once", column);
        return SQLITE_ERROR;
    }
    d->area = quoted(column, end);
    return d->area != NULL ? SQLITE_OK : SQLITE_NOMEM;
}

int carom_declaration_read(carom_declaration *d, int count, const char *const *arguments,
                           char **error) {
    memset(d, 0, sizeof *d);
    sqlite3_str *columns = sqlite3_str_new(NULL);
    sqlite3_str *names = sqlite3_str_new(NULL);
    int rc = SQLITE_OK;
    for (int i = 0; i < count && rc == SQLITE_OK; i++) {
        const char *text = skip_spaces(arguments[i]);
        if (*text == '\0' && count == 1)
            break; // USING carom()
        const char *area = area_column(text);
        rc = area != NULL ? read_area(d, area, error)
                          : read_column(d, arguments[i], columns, names, error);
    }
    if (rc == SQLITE_OK)
        rc = sqlite3_str_errcode(columns) != SQLITE_OK ? sqlite3_str_errcode(columns)
                                                       : sqlite3_str_errcode(names);
    // NULL if empty.
    d->columns = sqlite3_str_finish(columns);
    d->names = sqlite3_str_finish(names);
    if (rc == SQLITE_OK && d->area != NULL && !has_name(d->names, d->area)) {
        *error = sqlite3_mprintf("carom: area=%s must name a column that is added, such as in "
                                 "carom(+name TEXT, area=name)",
                                 d->area);
        rc = SQLITE_ERROR;
    }
    return rc;
}

bool carom_declaration_has_column(const char *added, const char *name) {
    static const char *const always[] = {
        "id",  "ax",   "ay",       "bx", "by", "wr", "extent", "px", "py",    "nx",      "ny",
        "gap", "kind", "relation", "qx", "qy", "t",  "x",      "y",  "depth", "feature", "()"};
    for (size_t i = 0; i < sizeof always / sizeof *always; i++) {
        if (sqlite3_stricmp(always[i], name) == 0)
            return true;
    }
    char *quoted_name = sqlite3_mprintf("\"%w\"", name);
    const bool has = quoted_name != NULL && has_name(added, quoted_name);
    sqlite3_free(quoted_name);
    return has;
}

void carom_declaration_release(carom_declaration *d) {
    sqlite3_free(d->columns);
    sqlite3_free(d->names);
    sqlite3_free(d->area);
    memset(d, 0, sizeof *d);
}
