#!/bin/sh
# The channel "archives": the source archive, built and installed by CMake, and the archive that cpack
# makes of the preset release: static library, headers, tool and documentation.
#
#     archives.sh SOURCE_DIR
set -eu
. "$(dirname "$0")/support/channel.sh"
need git cmake cpack

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

# Made on this machine, used on one without CMake, and with the libraries of the tool.
tar -C "$work" -xzf "$work/carom-$version.tar.gz"
cd "$work/carom-$version"
quietly cmake --preset release
quietly cmake --build --preset release -j 2
cd build/release
quietly cpack
name=carom-$version-linux-$(uname -m)
new_root "$work/user" gcc libc6-dev pkg-config libcairo2 libpopt0 zlib1g libgomp1 libstdc++6
give "$work/user" "$name.tar.gz" "$source_dir/tests/packages/first_answer.c"
start_clock
quietly as_user "$work/user" "
    tar -xzf $name.tar.gz
    export PKG_CONFIG_PATH=\$HOME/$name/lib/pkgconfig
    cc -std=c11 first_answer.c \$(pkg-config --cflags --libs carom) -o first_answer"
first_answer "binary archive and pkg-config" "$(as_user "$work/user" ./first_answer)"
as_user "$work/user" "$name/bin/carom --version" | grep -qF "$version" || fail "carom --version is not $version"
as_user "$work/user" "cat $name/share/doc/carom/docs/exactness.md" >/dev/null || fail "no documentation in $name"
