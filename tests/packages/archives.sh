#!/bin/sh
# The channel "archives": the source archive, built and installed by CMake in a clean root.
#
#     archives.sh SOURCE_DIR
set -eu
. "$(dirname "$0")/support/channel.sh"
need git

source_archive "$work/carom-$version.tar.gz"
new_root "$work/root" gcc libc6-dev make cmake pkg-config
give "$work/root" "$work/carom-$version.tar.gz" "$source_dir/tests/packages/first_answer.c"

start_clock
quietly as_user "$work/root" "
    tar -xzf carom-$version.tar.gz
    cmake -S carom-$version -B build -DCAROM_TOOL=OFF
    cmake --build build -j 2
    cmake --install build --prefix ~/.local
    export PKG_CONFIG_PATH=\$HOME/.local/lib/pkgconfig
    cc -std=c11 first_answer.c \$(pkg-config --cflags --libs carom) -o first_answer"
first_answer "source archive by CMake" "$(as_user "$work/root" ./first_answer)"
