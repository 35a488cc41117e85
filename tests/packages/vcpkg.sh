#!/bin/sh
# The channel "vcpkg": the port, static and dynamic, and a project that finds what it installs, in
# both of vcpkg's configurations. vcpkg is no package of Debian or PyPI, so support/vcpkg_stand_in.cmake
# takes its place. What a user types (`vcpkg install carom --overlay-ports=vcpkg-port`) has not been run.
#
#     vcpkg.sh SOURCE_DIR
set -eu
. "$(dirname "$0")/support/channel.sh"
need git python3

source_archive "$work/carom-$version.tar.gz"
python3 "$source_dir/scripts/release/channel_files.py" "$work/carom-$version.tar.gz" "$work/files"
new_root "$work/root" gcc libc6-dev make cmake pkg-config
mkdir "$work/project"
cp "$source_dir/tests/packages/first_answer.c" "$work/project"
{
    printf 'cmake_minimum_required(VERSION 3.21)\nproject(main LANGUAGES C)\nadd_executable(main first_answer.c)\n'
    # The lines that vcpkg shows after an installation.
    sed -n 's/^    //p' "$source_dir/packaging/vcpkg/carom/usage"
} >"$work/project/CMakeLists.txt"
give "$work/root" "$work/carom-$version.tar.gz" "$work/files/vcpkg-port" "$work/project" \
    "$source_dir/tests/packages/support/vcpkg_stand_in.cmake"

for linkage in static dynamic; do
    start_clock
    quietly as_user "$work/root" "
        cmake -DPORT_DIR=\$HOME/vcpkg-port/carom -DARCHIVE=\$HOME/carom-$version.tar.gz \
            -DOUT_DIR=\$HOME/$linkage -DVCPKG_LIBRARY_LINKAGE=$linkage -P vcpkg_stand_in.cmake"
    for configuration in Release Debug; do
        build=project/$linkage-$configuration
        quietly as_user "$work/root" "
            cmake -S project -B $build -DCMAKE_PREFIX_PATH=\$HOME/$linkage/packages \
                -DCMAKE_BUILD_TYPE=$configuration
            cmake --build $build"
        first_answer "stand-in, $linkage, $configuration" "$(as_user "$work/root" "$build/main")"
    done
done
