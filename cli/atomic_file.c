// Writes a file atomically: an unfinished file never replaces an existing one.
// Method: the text goes to a temporary file in the same folder. When it is complete and on the
// disk, rename replaces the target. A signal removes the temporary file (signal_cleanup.h).
// Room: cli.
#include "atomic_file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "signal_cleanup.h"

/// Writes the folder of a path into `folder`. Returns false if it is too long.
static bool folder_of(const char *path, char folder[PATH_MAX]) {
    const char *slash = strrchr(path, '/');
    size_t n = slash == NULL ? 1 : slash == path ? 1 : (size_t)(slash - path);
    if (n >= PATH_MAX) {
        return false;
    }
    memcpy(folder, slash == NULL ? "." : path, n);
    folder[n] = '\0';
    return true;
}

int atomic_file_check(const char *path) {
    char folder[PATH_MAX];
    struct stat info;
    if (!folder_of(path, folder)) {
        return ENAMETOOLONG;
    }
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) {
        return EISDIR;
    }
    if (stat(folder, &info) == 0 && !S_ISDIR(info.st_mode)) {
        return ENOTDIR;
    }
    return access(folder, W_OK | X_OK) == 0 ? 0 : errno;
}

static bool is_same(const struct stat *p, const struct stat *q) {
    return p->st_dev == q->st_dev && p->st_ino == q->st_ino;
}

bool atomic_file_same(const char *path, const char *other) {
    struct stat p, q;
    bool there = stat(path, &p) == 0, other_there = stat(other, &q) == 0;
    if (there || other_there) {
        return there && other_there && is_same(&p, &q);
    }
    // Neither file exists: compare the name and the folder.
    char folder[PATH_MAX], other_folder[PATH_MAX];
    const char *slash = strrchr(path, '/'), *other_slash = strrchr(other, '/');
    return strcmp(slash == NULL ? path : slash + 1,
                  other_slash == NULL ? other : other_slash + 1) == 0 &&
           folder_of(path, folder) && folder_of(other, other_folder) && stat(folder, &p) == 0 &&
           stat(other_folder, &q) == 0 && is_same(&p, &q);
}

/// Opens a new temporary file beside the target and stores its name in f->name. If it succeeds,
/// signals remove the file: from before it exists, so that no moment is left in which they do not.
static int open_beside(atomic_file *f) {
    for (int attempt = 0; attempt < 100; attempt++) {
        int n = snprintf(f->name, PATH_MAX, "%s.%ld-%d.tmp", f->target, (long)getpid(), attempt);
        if (n < 0 || n >= PATH_MAX) {
            errno = ENAMETOOLONG;
            return -1;
        }
        signal_cleanup_begin(f->name);
        int fd = open(f->name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (fd >= 0) {
            return fd;
        }
        int problem = errno;
        signal_cleanup_end();
        errno = problem;
        if (problem != EEXIST) {
            return -1;
        }
    }
    return -1;
}

const char *atomic_file_open(atomic_file *f, const char *path) {
    // A symbolic link is kept: the file that it points to is replaced.
    f->target = realpath(path, NULL);
    if (f->target == NULL && (errno != ENOENT || (f->target = strdup(path)) == NULL)) {
        return strerror(errno);
    }
    struct stat info;
    f->in_place = stat(f->target, &info) == 0 && !S_ISREG(info.st_mode);
    f->fd = f->in_place ? open(f->target, O_WRONLY | O_CLOEXEC) : open_beside(f);
    if (f->fd < 0) {
        const char *problem = strerror(errno);
        free(f->target);
        return problem;
    }
    return NULL;
}

const char *atomic_file_close(atomic_file *f, const char *problem) {
    if (problem == NULL && !f->in_place && fsync(f->fd) != 0 && errno != EINVAL) {
        problem = strerror(errno);
    }
    if (close(f->fd) != 0 && problem == NULL) {
        problem = strerror(errno);
    }
    if (!f->in_place) {
        if (problem == NULL && rename(f->name, f->target) != 0) {
            problem = strerror(errno);
        }
        if (problem != NULL) {
            unlink(f->name);
        }
        signal_cleanup_end();
    }
    free(f->target);
    return problem;
}
