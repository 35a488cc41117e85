// A file that is there whole or not at all.
// Layer: cli.
#ifndef CAROM_CLI_WHOLE_FILE_H
#define CAROM_CLI_WHOLE_FILE_H

#include <limits.h>
#include <stdbool.h>

/// A file being written: under another name in the same folder, and renamed when complete. What is
/// no plain file, a device or a pipe, can't be replaced and is written as it is. One at a time.
typedef struct whole_file {
    /// Write here.
    int fd;
    bool in_place;
    char *target;
    char name[PATH_MAX];
} whole_file;

/// Checks before any work what can be checked: that the folder is there and the name is no folder.
/// 0, or the errno of what is wrong.
int whole_file_check(const char *path);

/// Would both paths be the same file, by whatever name?
bool whole_file_same(const char *path, const char *other);

/// Starts the file. NULL, or what went wrong.
const char *whole_file_open(whole_file *f, const char *path);

/// Ends the file: with a `problem` of NULL it gets its name, else it is removed, and there is what
/// was there before. Returns the problem, or what went wrong here, or NULL.
const char *whole_file_close(whole_file *f, const char *problem);

#endif
