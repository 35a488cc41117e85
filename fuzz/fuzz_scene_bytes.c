// Fuzzes carom_scene_open with arbitrary bytes, and with serialized scenes that are changed, with
// or without a corrected checksum. Each is refused with a reason, or answers every question
// correctly for its own walls (tests/support/scene_mirror.h). Room: fuzz.
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "scene_bytes.h"
#include "scene_mirror.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

// The first byte of an input.
enum {
    // The rest is the bytes of a scene. Otherwise it chooses a scene and the changes to it.
    IS_SCENE = 1,
    // The checksum is corrected.
    IS_MENDED = 2,
    // The bytes start one byte after an aligned address.
    IS_MISALIGNED = 4
};

enum { WALLS_MAX = 80, OPENED_WALLS_MAX = 4096, QUESTIONS = 1 };

_Noreturn static void broken(const char *what) {
    fprintf(stderr, "fuzz_scene_bytes: broken: %s\n", what);
    abort();
}

// A scene that has been opened gives the right answers for its walls.
static void check_answers(const carom_scene *scene, uint64_t seed) {
    static carom_wall walls[OPENED_WALLS_MAX];
    const size_t count = carom_scene_count(scene);
    if (count > OPENED_WALLS_MAX) {
        return;
    }
    for (size_t i = 0; i < count; i++) {
        walls[i] = carom_scene_wall(scene, (carom_index)i);
        if (!carom_wall_is_valid(walls[i])) {
            broken("an opened scene has an invalid wall");
        }
    }
    scene_mirror m = mirror_start(scene, walls, count);
    random_source g = random_start(seed, 0, 0);
    bool good = mirror_check_walls(&m);
    for (int i = 0; good && i < QUESTIONS; i++) {
        const wall_question q = wall_set_question(&g, walls, count);
        good = mirror_check(&m, &q);
    }
    if (!good) {
        broken(m.broken);
    }
    mirror_end(&m);
}

static void check_open(const void *bytes, size_t size, bool is_aligned, uint64_t seed) {
    const carom_scene *scene = NULL;
    const carom_status status = carom_scene_open(bytes, size, &scene);
    if (scene == NULL) {
        if (status < CAROM_STATUS_NOT_A_SCENE || status > CAROM_STATUS_MISALIGNED) {
            broken("the reason for a refusal");
        }
        return;
    }
    if (status != CAROM_STATUS_OK || !is_aligned || carom_scene_byte_size(scene) > size) {
        broken("what has been opened");
    }
    check_answers(scene, seed);
}

// A scene of a set of walls as bytes: kind and count from the first two of the data.
static void *make_bytes(const uint8_t *data, size_t size, size_t *byte_count) {
    static carom_wall walls[WALLS_MAX];
    const size_t count = size > 1 ? data[1] % (WALLS_MAX + 1) : 0;
    wall_set_make((wall_set)(size > 0 ? data[0] % WALL_SET_COUNT : 0), 1, walls, count);
    carom_scene *scene = mirror_scene(walls, count);
    *byte_count = carom_scene_byte_size(scene);
    void *bytes = scene_bytes_copy(scene, *byte_count);
    carom_scene_destroy(scene, NULL);
    return bytes;
}

// Each change is four bytes: where, in two of them, how, and with what.
static size_t change_bytes(uint8_t *bytes, size_t size, const uint8_t *data, size_t data_size) {
    size_t kept = size;
    for (size_t i = 0; i + 4 <= data_size; i += 4) {
        const size_t at = ((size_t)data[i] | (size_t)data[i + 1] << 8) % size;
        const uint8_t how = data[i + 2], value = data[i + 3];
        const size_t length = 1 + (how >> 4), end = at + length < size ? at + length : size;
        switch (how & 7) {
        case 0:
            bytes[at] = value;
            break;
        case 1:
            bytes[at] = (uint8_t)(bytes[at] + value);
            break;
        case 2:
            bytes[at] ^= value;
            break;
        case 3:
            memset(bytes + at, value, end - at);
            break;
        case 4: // from another place, at multiples of eight, where numbers start
            memmove(bytes + at, bytes + (at + (size_t)value * 8) % (size - length + 1), end - at);
            break;
        case 5: // a word of the header
            bytes[8 * (at % 32) + value % 8] ^= (uint8_t)(1u << how / 32);
            break;
        case 6:
            kept = at;
            break;
        default:
            memset(bytes + at / 8 * 8, value, 8);
        }
    }
    return kept;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size == 0) {
        return 0;
    }
    const int flags = data[0];
    void *bytes;
    size_t byte_count = size - 1;
    if (flags & IS_SCENE) {
        bytes = scene_bytes_copy(data + 1, byte_count);
    } else {
        bytes = make_bytes(data + 1, size - 1, &byte_count);
        const size_t kept =
            size > 3 ? change_bytes(bytes, byte_count, data + 3, size - 3) : byte_count;
        void *cut = scene_bytes_copy(bytes, kept);
        free(bytes);
        bytes = cut;
        byte_count = kept;
    }
    if (flags & IS_MENDED) {
        scene_bytes_set_checksum(bytes, byte_count);
    }
    if (flags & IS_MISALIGNED) {
        uint8_t *moved = malloc(byte_count + 1);
        if (moved == NULL) {
            broken("no memory");
        }
        memcpy(moved + 1, bytes, byte_count);
        check_open(moved + 1, byte_count, false, (uint64_t)flags);
        free(moved);
    } else {
        check_open(bytes, byte_count, true, (uint64_t)flags);
    }
    free(bytes);
    return 0;
}
