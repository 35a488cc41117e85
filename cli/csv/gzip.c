// Decompresses a gzip file while it is read.
// Method: zlib's inflate. A file can have several members in sequence, as bgzip and parallel
// compressors write them, and zeros at its end, as tapes have. Other bytes are an error.
// Room: cli.
#include "csv/gzip.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum { INPUT_SIZE = 1 << 17, GZIP_ONLY = 16 + MAX_WBITS };

struct gzip {
    z_stream stream;
    /// The stream is between members: at the start of the file, or behind a member.
    bool between;
    bool at_end;
    const char *problem;
    char input[INPUT_SIZE];
};

bool gzip_is(const char *bytes) {
    return memcmp(bytes, "\x1F\x8B", 2) == 0;
}

// Use the program's own allocator, even if zlib is linked against another one.
static void *allocate(void *context, unsigned items, unsigned size) {
    (void)context;
    return calloc(items, size);
}

static void release(void *context, void *memory) {
    (void)context;
    free(memory);
}

gzip *gzip_new(void) {
    gzip *g = malloc(sizeof *g);
    if (g == NULL) {
        return NULL;
    }
    g->stream = (z_stream){.zalloc = allocate, .zfree = release};
    g->between = true;
    g->at_end = false;
    g->problem = NULL;
    if (inflateInit2(&g->stream, GZIP_ONLY) != Z_OK) {
        free(g);
        return NULL;
    }
    return g;
}

void gzip_free(gzip *g) {
    if (g != NULL) {
        inflateEnd(&g->stream);
        free(g);
    }
}

char *gzip_room(gzip *g, size_t *room) {
    *room = sizeof g->input;
    return g->input;
}

void gzip_add(gzip *g, size_t length) {
    g->stream.next_in = (unsigned char *)g->input;
    g->stream.avail_in = (unsigned)length;
    g->at_end = length == 0;
}

bool gzip_at_end(const gzip *g) {
    return g->at_end;
}

/// Skips zeros and starts the next member. Returns false if there are no more bytes.
static bool start_member(gzip *g) {
    while (g->stream.avail_in > 0 && *g->stream.next_in == 0) {
        g->stream.next_in++;
        g->stream.avail_in--;
    }
    if (g->stream.avail_in == 0) {
        return false;
    }
    inflateReset(&g->stream);
    g->between = false;
    return true;
}

static gzip_status broken(gzip *g, const char *problem) {
    g->problem = problem;
    return GZIP_BROKEN;
}

gzip_status gzip_read(gzip *g, char *text, size_t room, size_t *length) {
    z_stream *z = &g->stream;
    z->next_out = (unsigned char *)text;
    z->avail_out = (unsigned)room;
    int status = Z_OK;
    while (status == Z_OK && z->avail_out > 0 && !(g->between && !start_member(g))) {
        status = inflate(z, Z_NO_FLUSH);
        if (status == Z_STREAM_END) {
            g->between = true;
            status = Z_OK;
        }
    }
    *length = room - z->avail_out;
    // The data before an error is returned first; the next call meets the error again.
    if (*length > 0) {
        return GZIP_FINE;
    }
    switch (status) {
    case Z_OK:
    case Z_BUF_ERROR: // no progress without more input
        return g->at_end && !g->between ? broken(g, "it ends too early") : GZIP_FINE;
    case Z_MEM_ERROR:
        return GZIP_NO_MEMORY;
    default:
        return broken(g, z->msg != NULL ? z->msg : "no gzip data");
    }
}

const char *gzip_problem(const gzip *g) {
    return g->problem;
}
