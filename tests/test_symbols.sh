#!/bin/sh
# The shared library exports exactly what the public headers declare, and needs nothing but a few
# functions of libc and libm.
#
#     test_symbols.sh SOURCE_DIR
set -eu

. "$(dirname "$0")/own_build.sh"
export LC_ALL=C

build=$(release_build ON)
cmake -S "$source_dir" -B "$build" -DBUILD_SHARED_LIBS=ON -DCAROM_TOOL=OFF \
    -DCMAKE_BUILD_TYPE=Release >"$work/log" 2>&1 &&
    cmake --build "$build" -j 2 >>"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
library=$(find "$build" -name 'libcarom.so' | head -n 1)

# A declaration may run over several lines: join them, then take the name before the first bracket. Inline
# functions are symbols, too.
cat "$source_dir"/include/carom/*.h "$source_dir"/include/carom/detail/*.h | grep -v '^ *#' | sed 's|//.*||' | tr '\n' ' ' |
    grep -oE 'CAROM_API(_INLINE)? [^;{]*[;{]' | sed 's/(.*//; s/.*[ *]//' | sort -u >"$work/declared"
nm -D --defined-only "$library" | awk '{ print $NF }' | sort -u >"$work/exported"
if ! diff "$work/declared" "$work/exported" >"$work/difference"; then
    echo "declared with CAROM_API (<) and exported (>) differ:"
    cat "$work/difference"
    exit 1
fi

# sqrt; malloc for scenes without an allocator; functions that compilers call for plain C; asserts;
# symbols that the linker adds to every library.
cat >"$work/allowed" <<'END'
_ITM_deregisterTMCloneTable
_ITM_registerTMCloneTable
__assert_fail
__cxa_finalize
__gmon_start__
__stack_chk_fail
aligned_alloc
free
memcmp
memcpy
memmove
memset
sqrt
END
nm -D --undefined-only "$library" | awk '{ sub(/@.*/, "", $NF); print $NF }' | sort -u >"$work/needed"
if comm -23 "$work/needed" "$work/allowed" | grep .; then
    echo "needed by the library, but not on the list of what it may need"
    exit 1
fi
echo "$(wc -l <"$work/exported") symbols exported, all declared; needs: $(tr '\n' ' ' <"$work/needed")"
