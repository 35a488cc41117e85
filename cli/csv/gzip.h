// Decompresses a gzip file while it is read.
// Room: cli.
#ifndef CAROM_CLI_CSV_GZIP_H
#define CAROM_CLI_CSV_GZIP_H

#include <stdbool.h>
#include <stddef.h>

typedef enum gzip_status {
    GZIP_FINE = 0,
    /// The data is damaged; see gzip_problem.
    GZIP_BROKEN,
    GZIP_NO_MEMORY
} gzip_status;

typedef struct gzip gzip;

/// Returns whether a file that begins with these two or more bytes is a gzip file.
bool gzip_is(const char *bytes);

/// Makes a decompressor. Free it with gzip_free. Returns NULL if out of memory.
gzip *gzip_new(void);
void gzip_free(gzip *g);

/// Returns where the caller must put the next compressed bytes, and how many fit. Call it only when
/// all earlier bytes are decompressed.
char *gzip_room(gzip *g, size_t *room);

/// Adds the bytes that the caller put there. A `length` of 0 ends the file.
void gzip_add(gzip *g, size_t length);

/// Returns whether gzip_add has ended the file.
bool gzip_at_end(const gzip *g);

/// Decompresses up to `room` bytes and sets `length`. A `length` of 0 asks for more compressed
/// bytes, or means the end after gzip_add ended the file.
gzip_status gzip_read(gzip *g, char *text, size_t room, size_t *length);

/// Describes the damage.
const char *gzip_problem(const gzip *g);

#endif
