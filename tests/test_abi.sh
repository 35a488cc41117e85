#!/bin/sh
# The binary interface of the shared library is the one described in tests/abi/libcarom.abi, as long
# as the soname is the same: no symbol is missing, no struct, enum or function has changed. The symbols
# file of the Debian package names every symbol, and the packages are named after the soname.
#
#     test_abi.sh SOURCE_DIR [--renew]
#
# --renew writes the description and the symbols file anew. The description is of 64-bit x86 and gcc;
# elsewhere, and without abidiff (abigail-tools), the test is skipped with a message.
set -eu

. "$(dirname "$0")/own_build.sh"
export LC_ALL=C
description=$tests/abi/libcarom.abi
debian=$source_dir/packaging/debian
version=$(sed -n 's/.*CAROM_VERSION_STRING "\(.*\)"/\1/p' "$source_dir/include/carom/version.h")

for program in abidiff abidw; do
    command -v $program >/dev/null 2>&1 || { skip abi "$program is not installed"; exit $failed; }
done
[ "$(uname -m)" = x86_64 ] || { skip abi "the description is of x86_64"; exit $failed; }

# Types come from debug information, whose paths are made relative to the source tree.
cmake -S "$source_dir" -B "$work/build" -DBUILD_SHARED_LIBS=ON -DCAROM_TOOL=OFF -DCMAKE_BUILD_TYPE=Debug \
    -DCMAKE_C_COMPILER=gcc -DCMAKE_C_FLAGS="-ffile-prefix-map=$source_dir/=" >"$work/log" 2>&1 &&
    cmake --build "$work/build" --target carom -j 2 >>"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
library=$work/build/src/libcarom.so
soname=$(readelf -d "$library" | sed -n 's/.*SONAME.*\[\(.*\)\]/\1/p')
package=libcarom${soname#libcarom.so.}
symbols=$debian/$package.symbols
nm -D --defined-only "$library" | awk '{ print $NF }' | sort -u >"$work/exported"

# Types of src/ are left out. Lines are, too, so that the description changes only with the interface.
abidw --no-corpus-path --no-comp-dir-path --no-show-locs --no-elf-needed --exported-interfaces-only \
    --type-id-style hash --headers-dir "$source_dir/include" --drop-private-types \
    --out-file "$work/now.abi" "$library"

# symbols_of FILE: the names in a symbols file
symbols_of() {
    sed -n 's/^ \(.*\)@.*/\1/p' "$1" | sort -u
}

if [ "${2:-}" = --renew ]; then
    cp "$work/now.abi" "$description"
    # A symbol keeps the version in which it first appeared under this soname.
    touch "$work/old"
    [ ! -f "$symbols" ] || cp "$symbols" "$work/old"
    {
        echo "$soname $package #MINVER#"
        echo "* Build-Depends-Package: libcarom-dev"
        while read -r name; do
            grep "^ $name@" "$work/old" || echo " $name@Base $version"
        done <"$work/exported"
    } >"$symbols"
    echo "written: ${description#"$source_dir/"}, ${symbols#"$source_dir/"}"
    exit 0
fi

described=$(sed -n "s/.*soname='\([^']*\)'.*/\1/p" "$description" | head -n 1)
if [ "$described" != "$soname" ]; then
    echo "the soname is $soname, the description in tests/abi is of $described: sh tests/test_abi.sh . --renew"
    exit 1
fi
# Status 4: a change, 8: certainly incompatible. New symbols do no harm to programs.
status=0
abidiff --no-added-syms "$description" "$work/now.abi" >"$work/report" 2>&1 || status=$?
if [ $status != 0 ]; then
    cat "$work/report"
    echo "programs linked with $soname may break: change the version in version.h, and so the soname. If no"
    echo "release has this soname yet, keep it. Then: sh tests/test_abi.sh . --renew"
    exit 1
fi
echo "same interface as tests/abi/libcarom.abi"

if [ ! -f "$symbols" ]; then
    echo "packaging/debian/$package.symbols is missing: sh tests/test_abi.sh . --renew"
    exit 1
fi
symbols_of "$symbols" >"$work/named"
if ! diff "$work/named" "$work/exported" >"$work/difference"; then
    echo "packaging/debian/$package.symbols (<) and the exported symbols (>) differ:"
    cat "$work/difference"
    echo "after a new function: sh tests/test_abi.sh . --renew"
    exit 1
fi
echo "$(wc -l <"$work/named") symbols in $package.symbols"

# dpkg-buildpackage would stop only when the package is built.
for line in "control:Package: $package" "changelog:carom ($version-"; do
    grep -qF "${line#*:}" "$debian/${line%%:*}" ||
        { echo "packaging/debian/${line%%:*}: no \"${line#*:}\""; failed=1; }
done
[ -f "$debian/$package.install" ] || { echo "packaging/debian/$package.install is missing"; failed=1; }
exit $failed
