// Runs a fuzz target on every file of the given folders without libFuzzer, with any compiler.
// Prints the number of files; 0 files are a failure. Room: fuzz.
#include <dirent.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FILE_SIZE_MAX = 1 << 20 };

_Noreturn static void stop(const char *path) {
    fprintf(stderr, "replay: %s: %s\n", path, strerror(errno));
    exit(1);
}

// Runs one file. The memory is just as large as the file, for the address sanitizer.
static void run_file(const char *path) {
    static uint8_t buffer[FILE_SIZE_MAX];
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        stop(path);
    const size_t size = fread(buffer, 1, sizeof buffer, file);
    if (ferror(file))
        stop(path);
    fclose(file);
    uint8_t *data = malloc(size > 0 ? size : 1);
    if (data == NULL)
        stop(path);
    memcpy(data, buffer, size);
    // A failing target aborts; this shows on which file.
    fprintf(stderr, "%s\n", path);
    LLVMFuzzerTestOneInput(data, size);
    free(data);
}

static int run_folder(const char *folder) {
    DIR *dir = opendir(folder);
    if (dir == NULL)
        stop(folder);
    int count = 0;
    for (struct dirent *entry = readdir(dir); entry != NULL; entry = readdir(dir)) {
        char path[4096];
        struct stat info;
        const int n = snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        if (n < 0 || (size_t)n >= sizeof path || stat(path, &info) != 0)
            stop(path);
        if (S_ISREG(info.st_mode)) {
            run_file(path);
            count++;
        }
    }
    closedir(dir);
    return count;
}

int main(int argc, char **argv) {
    int count = 0;
    for (int i = 1; i < argc; i++)
        count += run_folder(argv[i]);
    printf("%d files\n", count);
    return count > 0 ? 0 : 1;
}
