// Writes a file atomically: an unfinished file never replaces an existing one.
// Room: cli.
#ifndef CAROM_CLI_ATOMIC_FILE_H
#define CAROM_CLI_ATOMIC_FILE_H

#include <limits.h>
#include <stdbool.h>

/// A file that is being written under a temporary name in the same folder and renamed when
/// complete. A device or a pipe cannot be replaced and is written directly. Only one file at a
/// time.
typedef struct atomic_file {
    /// The descriptor to write to.
    int fd;
    bool in_place;
    char *target;
    char name[PATH_MAX];
} atomic_file;

/// Checks in advance that the folder exists and the name is not a folder. Returns 0 or the errno.
int atomic_file_check(const char *path);

/// Returns whether both paths name the same file.
bool atomic_file_same(const char *path, const char *other);

/// Starts the file. Returns NULL or the problem.
const char *atomic_file_open(atomic_file *f, const char *path);

/// Ends the file. If `problem` is NULL, the temporary file gets its name. Otherwise it is removed,
/// and an existing file is unchanged. Returns `problem` or the first problem found here, or NULL.
const char *atomic_file_close(atomic_file *f, const char *problem);

#endif
