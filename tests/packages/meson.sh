#!/bin/sh
# The channel "meson": Carom as a subproject by its wrap file, with Debian's Meson. The archive lies
# where Meson keeps its downloads, because it is not published. Then, beyond what a user does: all
# golden answers with the library that Meson builds, its soname, and its list of sources and flags
# against those of CMake.
#
#     meson.sh SOURCE_DIR
set -eu
. "$(dirname "$0")/support/channel.sh"
need git python3

source_archive "$work/carom-$version.tar.gz"
python3 "$source_dir/scripts/release/channel_files.py" "$work/carom-$version.tar.gz" "$work/files"
new_root "$work/root" gcc libc6-dev cmake make meson ninja-build pkg-config python3
for project in example golden; do
    mkdir -p "$work/$project/subprojects/packagecache"
    cp "$work/files/carom.wrap" "$work/$project/subprojects"
    cp "$work/carom-$version.tar.gz" "$work/$project/subprojects/packagecache"
done
cp "$source_dir/packaging/meson/example/meson.build" "$source_dir/tests/packages/first_answer.c" "$work/example"
cp "$source_dir/tests/packages/meson_golden/meson.build" "$work/golden"
cp -r "$source_dir/tests" "$work/golden/tests"
give "$work/root" "$work/example" "$work/golden" "$source_dir/tests/packages/support/compare_builds.py"

start_clock
quietly as_user "$work/root" "cd example && meson setup build && ninja -C build first_answer"
first_answer "subproject" "$(as_user "$work/root" example/build/first_answer)"

soname=$(readelf -d "$work/root$home/example/build/subprojects/carom-$version/libcarom.so" |
    sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')
carom=example/subprojects/carom-$version
quietly as_user "$work/root" "
    cmake -S $carom -B cmake -DCAROM_TOOL=OFF -DBUILD_SHARED_LIBS=ON -DCMAKE_BUILD_TYPE=Release
    readlink cmake/src/libcarom.so || cmake --build cmake --target carom -j 2"
expected=$(basename "$(readlink "$work/root$home/cmake/src/libcarom.so")")
[ "$soname" = "$expected" ] || fail "soname: Meson has $soname, CMake $expected"
echo "same      $channel: soname $soname"
as_user "$work/root" "python3 compare_builds.py cmake example/build $carom/src"

quietly as_user "$work/root" "cd golden && meson setup build -Dcarom:default_library=static && meson test -C build golden"
echo "same      $channel: golden answers"
