#!/bin/sh
# Installs the library, static and shared, into an empty folder and uses it from there as users do:
# by pkg-config, by find_package(carom), in C11 and C++11, and by the command in examples/README.md.
#
#     test_install.sh SOURCE_DIR
set -eu

. "$(dirname "$0")/own_build.sh"
version=$(sed -n 's/.*CAROM_VERSION_STRING "\(.*\)"/\1/p' "$source_dir/include/carom/version.h")

# run COMMAND...: quiet unless it fails
run() {
    "$@" >"$work/log" 2>&1 || { echo "failed: $*"; cat "$work/log"; exit 1; }
}

# The same text is C and C++.
cat >"$work/consumer.c" <<'END'
#include <carom/carom.h>
#include <stdio.h>

int main(void) {
    carom_circle c = carom_circle_make(carom_vec2_make(2.0, 3.0), 1.0);
    carom_wall w = carom_segment(carom_vec2_make(0.0, 0.0), carom_vec2_make(8.0, 0.0));
    printf("%s %s %g\n", carom_version(), carom_relation_name(carom_circle_relate(c, w)),
           carom_circle_distance(c, w));
    return 0;
}
END
cp "$work/consumer.c" "$work/consumer.cpp"
cat >"$work/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.18)
project(consumer LANGUAGES C CXX)
find_package(carom REQUIRED)
foreach(language c cpp)
    add_executable(consumer_${language} consumer.${language})
    target_link_libraries(consumer_${language} PRIVATE carom::carom)
endforeach()
set_target_properties(consumer_cpp PROPERTIES CXX_STANDARD 11 CXX_EXTENSIONS OFF)
END

# check NAME PROGRAM
check() {
    got=$(LD_LIBRARY_PATH="$prefix/lib" "$2") || got="exit status $?"
    [ "$got" = "$version separate 2" ] || { echo "$1: got $got"; exit 1; }
    echo "works: $1"
}

# The command that examples/README.md names for touch.c.
cp "$source_dir/examples/touch.c" "$work"
example=$(grep '^cc .* touch\.c ' "$source_dir/examples/README.md")

for shared in OFF ON; do
    prefix="$work/prefix-$shared"
    build=$(release_build $shared)
    run cmake -S "$source_dir" -B "$build" -DBUILD_SHARED_LIBS=$shared -DCAROM_TOOL=OFF \
        -DCMAKE_BUILD_TYPE=Release -DCMAKE_INSTALL_PREFIX="$prefix" -DCMAKE_INSTALL_LIBDIR=lib
    run cmake --build "$build" --target install -j 2

    export PKG_CONFIG_PATH="$prefix/lib/pkgconfig"
    [ "$(pkg-config --modversion carom)" = "$version" ] || { echo "carom.pc: wrong version"; exit 1; }
    static=""
    [ $shared = ON ] || static=--static
    flags=$(pkg-config --cflags carom) libs=$(pkg-config $static --libs carom)
    run cc -std=c11 -pedantic-errors $flags "$work/consumer.c" $libs -o "$work/by_pkg_config_c"
    check "pkg-config, C11, shared $shared" "$work/by_pkg_config_c"
    run c++ -std=c++11 -pedantic-errors $flags "$work/consumer.cpp" $libs -o "$work/by_pkg_config_cpp"
    check "pkg-config, C++11, shared $shared" "$work/by_pkg_config_cpp"

    # Each library is named once.
    for how in "" --static; do
        twice=$(pkg-config $how --libs carom | tr ' ' '\n' | grep '^-l' | sort | uniq -d)
        [ -z "$twice" ] || { echo "pkg-config $how --libs names $twice twice"; exit 1; }
    done

    # The optimised build gives the golden answers, too.
    if [ $shared = OFF ]; then
        run cc -std=c11 -O1 -ffp-contract=off -I "$prefix/include" -I "$source_dir/src" -I "$tests/support" \
            "$tests/test_golden.c" "$tests"/support/cases*.c "$tests"/support/motion_cases*.c \
            "$tests/support/scenes.c" "$tests"/support/wall_*.c "$tests/support/random.c" \
            "$tests"/support/golden*.c "$tests/support/ring_sets.c" $libs -o "$work/golden"
        run "$work/golden" "$tests/golden.txt"
        echo "same: golden answers of the release build"
    fi

    (cd "$work" && run sh -c "$example")
    LD_LIBRARY_PATH="$prefix/lib" "$work/touch" >"$work/got"
    run diff "$source_dir/examples/expected/touch.txt" "$work/got"
    echo "works: examples/README.md, shared $shared"

    run cmake -S "$work" -B "$work/user-$shared" -DCMAKE_PREFIX_PATH="$prefix"
    run cmake --build "$work/user-$shared"
    check "find_package, C, shared $shared" "$work/user-$shared/consumer_c"
    check "find_package, C++11, shared $shared" "$work/user-$shared/consumer_cpp"

    grep -q '"name": "carom_circle_touches"' "$prefix/share/carom/carom_api.json" ||
        { echo "not installed: carom_api.json"; exit 1; }

    # All that the documentation links to among what is installed is there.
    docs="$prefix/share/doc/carom"
    for file in README.md CHANGELOG.md LICENSE docs/exactness.md docs/lessons/README.md examples/README.md; do
        [ -f "$docs/$file" ] || { echo "not installed: $file"; exit 1; }
    done
    for file in $(cd "$source_dir" && ls examples/*.c examples/expected/*.txt); do
        cmp -s "$source_dir/$file" "$docs/$file" || { echo "not installed: $file"; exit 1; }
    done
    (cd "$docs/docs" && grep -o '](pictures/[^)#]*\.[a-z_]*' *.md | sed 's/.*](//' | sort -u) >"$work/pictures"
    [ -s "$work/pictures" ] || { echo "no pictures in the documentation"; exit 1; }
    while read -r picture; do
        [ -f "$docs/docs/$picture" ] || { echo "not installed: docs/$picture"; exit 1; }
    done <"$work/pictures"
    echo "works: documentation and examples, shared $shared"
done

# A program finds the library of its own minor version only, as long as that may change the API.
case $version in 0.*) soversion=${version%.*} ;; *) soversion=${version%%.*} ;; esac
soname=$(readelf -d "$prefix/lib/libcarom.so" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')
[ "$soname" = "libcarom.so.$soversion" ] || { echo "soname: got $soname"; exit 1; }
echo "works: soname $soname"
