// A scene in a file: saved once, mapped into memory, and ready at once.
//
//     scene_file [FILE]
//
// A scene is one block of memory without pointers. One fwrite saves it, and the mapped file is the
// scene: nothing is parsed or built again, and several processes share the memory. carom_scene_open
// checks every byte and returns an error for a file that is damaged or is not a scene. For POSIX
// systems (mmap).
#define _POSIX_C_SOURCE 200809L
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <carom/carom.h>

enum { STEPS = 3000 };

// A coast in zigzag steps from (0, 0) to (3000, ...).
static carom_vec2 coast(int i) {
    return carom_vec2_make(i, i * 37 % 11 + i * i % 7);
}

static bool save(const carom_scene *scene, const char *path) {
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return false;
    const size_t size = carom_scene_byte_size(scene);
    const bool written = fwrite(scene, 1, size, file) == size;
    return fclose(file) == 0 && written;
}

static bool build_and_save(const char *path) {
    static carom_wall walls[STEPS];
    for (int i = 0; i < STEPS; i++)
        walls[i] = carom_segment(coast(i), coast(i + 1));
    carom_scene *scene;
    const carom_status status = carom_scene_create(walls, STEPS, NULL, NULL, &scene, NULL);
    if (status != CAROM_STATUS_OK) {
        fprintf(stderr, "no scene: %s\n", carom_status_name(status));
        return false;
    }
    const bool saved = save(scene, path);
    if (!saved)
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    carom_scene_destroy(scene, NULL);
    return saved;
}

// A file in memory.
typedef struct mapping {
    void *bytes;
    size_t size;
} mapping;

static bool map_file(mapping *m, const char *path) {
    struct stat about;
    m->bytes = MAP_FAILED;
    const int file = open(path, O_RDONLY);
    if (file >= 0 && fstat(file, &about) == 0) {
        m->size = (size_t)about.st_size; // mmap refuses an empty one
        m->bytes = mmap(NULL, m->size, PROT_READ, MAP_PRIVATE, file, 0);
    }
    if (m->bytes == MAP_FAILED)
        fprintf(stderr, "%s: %s\n", path, strerror(errno));
    if (file >= 0)
        close(file); // the mapping stays
    return m->bytes != MAP_FAILED;
}

// Maps the file and queries it. Prints the reason if that fails.
static bool ask(const char *what, const char *path) {
    mapping m;
    if (!map_file(&m, path))
        return false;
    const carom_scene *scene;
    const carom_status status = carom_scene_open(m.bytes, m.size, &scene);
    if (status != CAROM_STATUS_OK) {
        printf("%s: can't be used: %s\n", what, carom_status_name(status));
    } else {
        const carom_circle buoy = carom_circle_make(carom_vec2_make(1234, 20), 2);
        carom_neighbor nearest;
        carom_scene_nearest(scene, buoy, NULL, &nearest, 1);
        printf("%s: %zu walls; nearest to the buoy is wall %u, %.6f away\n", what,
               carom_scene_count(scene), nearest.index, nearest.gap);
    }
    munmap(m.bytes, m.size);
    return scene != NULL;
}

// Changes one bit in the middle of a file.
static bool damage(const char *path) {
    FILE *file = fopen(path, "r+b");
    if (file == NULL)
        return false;
    bool done = fseek(file, 0, SEEK_END) == 0;
    const long middle = ftell(file) / 2;
    done = done && fseek(file, middle, SEEK_SET) == 0;
    const int byte = fgetc(file);
    done = done && fseek(file, middle, SEEK_SET) == 0 && fputc(byte ^ 1, file) != EOF;
    return fclose(file) == 0 && done;
}

static bool write_text(const char *path, const char *text) {
    FILE *file = fopen(path, "wb");
    if (file == NULL)
        return false;
    const bool written = fputs(text, file) != EOF;
    return fclose(file) == 0 && written;
}

int main(int argc, char **argv) {
    const char *path = argc > 1 ? argv[1] : "scene_file.scene";
    bool good = build_and_save(path) && ask("as it was saved", path);
    // Damaged files, and the errors they give.
    if (good && damage(path))
        good = !ask("with one bit changed", path);
    if (good && write_text(path, "a letter, not a scene\n"))
        good = !ask("another file", path);
    remove(path);
    return good ? 0 : 1;
}
