// Copies of a scene's bytes, see scene_bytes.h. Needs the private layout. Room: tests.
#define _POSIX_C_SOURCE 200809L // posix_memalign
#include "scene_bytes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene/layout.h"

void *scene_bytes_copy(const void *bytes, size_t size) {
    void *copy = NULL;
    // Accepts sizes that are not a multiple of the alignment, so that the block ends exactly there.
    if (posix_memalign(&copy, CAROM_SCENE_ALIGNMENT, size > 0 ? size : 1) != 0) {
        fprintf(stderr, "scene_bytes: no memory\n");
        exit(1);
    }
    if (size > 0) {
        memcpy(copy, bytes, size);
    }
    return copy;
}

void scene_bytes_set_checksum(void *bytes, size_t size) {
    carom_scene *scene = bytes;
    if (size >= sizeof *scene && scene->size <= size && scene->size >= sizeof *scene) {
        scene->checksum = carom_scene_checksum(scene);
    }
}
