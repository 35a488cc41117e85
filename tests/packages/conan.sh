#!/bin/sh
# The channel "conan": the package made by `conan create`, static and shared, and a project that
# requires it. Conan comes from PyPI.
#
#     conan.sh SOURCE_DIR
set -eu
. "$(dirname "$0")/support/channel.sh"
need git

source_archive "$work/carom-$version.tar.gz"
new_root "$work/root" gcc libc6-dev make cmake python3-venv
mkdir "$work/project"
cp "$source_dir/tests/packages/first_answer.c" "$work/project"
cat >"$work/project/CMakeLists.txt" <<'TEXT'
cmake_minimum_required(VERSION 3.21)
project(first_answer LANGUAGES C)
find_package(carom REQUIRED)
add_executable(first_answer first_answer.c)
target_link_libraries(first_answer PRIVATE carom::carom)
TEXT
give "$work/root" "$work/carom-$version.tar.gz" "$work/project" "$source_dir/packaging/conan/requirements.txt"
# Conan itself, as its users have it.
quietly as_user "$work/root" "
    python3 -m venv conan
    conan/bin/pip install -q -r requirements.txt
    conan/bin/conan profile detect --exist-ok
    tar -xzf carom-$version.tar.gz"

for shared in False True; do
    start_clock
    quietly as_user "$work/root" "
        export PATH=\$HOME/conan/bin:\$PATH
        conan create carom-$version/packaging/conan -o 'carom/*:shared=$shared'
        cd project
        conan install --requires=carom/$version -g CMakeDeps -g CMakeToolchain -o 'carom/*:shared=$shared' \
            --output-folder=$shared
        cmake -S . -B $shared -DCMAKE_TOOLCHAIN_FILE=conan_toolchain.cmake -DCMAKE_BUILD_TYPE=Release
        cmake --build $shared"
    first_answer "shared=$shared" "$(as_user "$work/root" ". project/$shared/conanrun.sh; project/$shared/first_answer")"
done
