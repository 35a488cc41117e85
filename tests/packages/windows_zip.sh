#!/bin/sh
# The channel "windows_zip": the DLL, its import library, headers and CMake package for 64-bit
# Windows. A clean root with the cross compiler builds programs with what is in the zip; wine runs them.
#
#     windows_zip.sh SOURCE_DIR
set -eu
. "$(dirname "$0")/support/channel.sh"
. "$source_dir/tests/wine.sh"
need git cmake cpack x86_64-w64-mingw32-gcc x86_64-w64-mingw32-objdump
trap 'stop_wine; $become_root rm -rf "$work"' EXIT
start_wine || skip "wine is not installed (scripts/setup.sh packages)"

source_archive "$work/carom-$version.tar.gz"
tar -C "$work" -xzf "$work/carom-$version.tar.gz"
cd "$work/carom-$version"
quietly cmake --preset windows
quietly cmake --build --preset windows -j 2
cd build/windows
quietly cpack
name=carom-$version-windows-x86_64
[ -f "$name.zip" ] || fail "cpack made no $name.zip"

# Nothing beside the system's own libraries is needed.
x86_64-w64-mingw32-objdump -p bin/libcarom.dll 2>/dev/null >"$work/imports" ||
    x86_64-w64-mingw32-objdump -p src/libcarom.dll >"$work/imports"
sed -n 's/.*DLL Name: //p' "$work/imports" | sort >"$work/needed"
if grep -v -i -x -e kernel32.dll -e msvcrt.dll "$work/needed"; then
    fail "the DLL needs more than kernel32.dll and msvcrt.dll"
fi

new_root "$work/root" gcc-mingw-w64-x86-64 cmake make unzip
mkdir "$work/project"
cat >"$work/project/CMakeLists.txt" <<'TEXT'
cmake_minimum_required(VERSION 3.21)
project(first_answer LANGUAGES C)
find_package(carom REQUIRED)
add_executable(first_answer first_answer.c)
target_link_libraries(first_answer PRIVATE carom::carom)
TEXT
cp "$source_dir/tests/packages/first_answer.c" "$work/project"
give "$work/root" "$name.zip" "$work/project"

# answer PROGRAM: what it prints under wine, with the line ends of this machine
answer() {
    "$wine" "$work/root$home/$1" | tr -d '\r'
}

start_clock
quietly as_user "$work/root" "
    unzip -q $name.zip
    x86_64-w64-mingw32-gcc -std=c11 -DCAROM_SHARED -I$name/include project/first_answer.c \
        -L$name/lib -lcarom -o first_answer.exe
    cp $name/bin/libcarom.dll ."
first_answer "gcc and the import library" "$(answer first_answer.exe)"

start_clock
quietly as_user "$work/root" "
    cmake -S project -B build -DCMAKE_SYSTEM_NAME=Windows -DCMAKE_C_COMPILER=x86_64-w64-mingw32-gcc \
        -Dcarom_DIR=\$HOME/$name/lib/cmake/carom
    cmake --build build
    cp build/first_answer.exe $name/bin/answer_cmake.exe"
first_answer "find_package" "$(answer "$name/bin/answer_cmake.exe")"
