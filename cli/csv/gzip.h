// A gzip file, decompressed as it is read.
// Layer: cli.
#ifndef CAROM_CLI_CSV_GZIP_H
#define CAROM_CLI_CSV_GZIP_H

#include <stdbool.h>
#include <stddef.h>

typedef enum gzip_status {
    GZIP_FINE = 0,
    /// The data is broken; see gzip_problem.
    GZIP_BROKEN,
    GZIP_NO_MEMORY
} gzip_status;

typedef struct gzip gzip;

/// Whether a file that begins with these bytes, two or more, is a gzip file.
bool gzip_is(const char *bytes);

/// A decompressor, to be freed by gzip_free; NULL if memory is out.
gzip *gzip_new(void);
void gzip_free(gzip *g);

/// Where to put the next compressed bytes, and how many there is room for. Only when all bytes
/// before them are decompressed.
char *gzip_room(gzip *g, size_t *room);

/// Adds the bytes put there; a `length` of 0 ends the file.
void gzip_add(gzip *g, size_t length);

/// Whether gzip_add has ended the file.
bool gzip_at_end(const gzip *g);

/// Decompresses up to `room` bytes; `length` says how many. 0 asks for more compressed bytes, or
/// is the end if there are none.
gzip_status gzip_read(gzip *g, char *text, size_t room, size_t *length);

/// What is wrong with broken data, in words.
const char *gzip_problem(const gzip *g);

#endif
