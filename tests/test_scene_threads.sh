#!/bin/sh
# Builds the library and test_scene_threads.c with the thread sanitizer, and runs it: a race is a failure.
#
#     test_scene_threads.sh SOURCE_DIR
#
# Without a compiler that has the sanitizer it is skipped with a message; with
# CAROM_ALL_BUILDS=1 that is a failure.
set -eu

. "$(dirname "$0")/own_build.sh"

echo 'int main(void) { return 0; }' >"$work/empty.c"
found=
for compiler in ${CC:-} gcc clang; do
    if "$compiler" -fsanitize=thread "$work/empty.c" -o "$work/empty" 2>/dev/null && "$work/empty"; then
        found=$compiler
        break
    fi
done
if [ -z "$found" ]; then
    skip test_scene_threads "no compiler has -fsanitize=thread"
    exit $failed
fi

# This program must have a data race; otherwise the test below would show nothing.
cat >"$work/race.c" <<'END'
#include <pthread.h>
static int shared;
static void *raise_it(void *context) {
    shared++;
    return context;
}
int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, 0, raise_it, 0) != 0)
        return 0;
    shared++;
    return pthread_join(thread, 0);
}
END
"$found" -O1 -fsanitize=thread "$work/race.c" -o "$work/race" -pthread
if "$work/race" 2>/dev/null; then
    echo "FAILED: the sanitizer of $found sees no race"
    exit 1
fi

# Not optimised and without forced inlining: the build is fast and the sanitizer sees every access.
"$found" -std=c11 -O0 -g -ffp-contract=off -Dalways_inline=unused -fsanitize=thread -pthread \
    -I "$source_dir/include" -I "$tests/support" -I "$source_dir/src" "$source_dir"/src/*/*.c \
    "$tests/test_scene_threads.c" "$tests/support/scene_mirror.c" "$tests/support/scene_mirror_many.c" \
    "$tests/support/edit_mirror.c" \
    "$tests/support/wall_sets.c" "$tests/support/wall_questions.c" "$tests"/support/cases*.c \
    "$tests/support/random.c" -o "$work/threads" -lm
"$work/threads"
