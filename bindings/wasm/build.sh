#!/bin/sh
# Builds the modules of the package: carom.wasm with vectors, carom-scalar.wasm without,
# carom-classic.wasm with the methods of the articles.
#
#     build.sh [OUT_DIR]     default: beside this script
#
# Size comes first, but for the walks over arrays and scenes: nothing else is inlined by force, and
# the exact path has one loop over limbs instead of one text for each length. clang, wasm-ld
# (lld), wasi-libc and wasm-opt (binaryen) do it; only headers and memcpy's kin come from wasi-libc.
# Layer: bindings.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
out=${1:-$here}
sysroot=${WASI_SYSROOT:-/usr}
clang=${CLANG:-clang}

missing=""
for tool in "$clang" wasm-ld wasm-opt; do
    command -v "$tool" >/dev/null 2>&1 || missing="$missing $tool"
done
[ -f "$sysroot/include/wasm32-wasi/stdlib.h" ] || missing="$missing wasi-libc"
if [ -n "$missing" ]; then
    echo "build.sh: not installed:$missing (Debian: clang lld binaryen wasi-libc)" >&2
    exit 1
fi

mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

features="-mbulk-memory -msign-ext -mnontrapping-fptoint"
common="--target=wasm32-wasi --sysroot=$sysroot -std=c11 -flto -DNDEBUG -ffp-contract=off
    -fvisibility=hidden -DCAROM_LIMB_BITS=32 -I$root/include $features"
small="-Oz -Dalways_inline=unused -D__builtin_constant_p(x)=0"
fast="-O2"
# What is asked for each of many walls and circles.
fast_sources="batch_scalar batch_simd128 scene_scalar scene_simd128"

# compile FLAGS... -- FILES...: object files into the current folder
compile() {
    flags=""
    while [ "$1" != -- ]; do
        flags="$flags $1"
        shift
    done
    shift
    "$clang" $common $flags -c "$@"
}

# compile_library DEFINES VECTORS: only the kernels get vectors; elsewhere the compiler would make
# large code of them.
compile_library() {
    for file in "$root"/src/*.c; do
        name=$(basename "$file" .c)
        case $name in *_avx2 | *_sse2 | *_neon) continue ;; esac
        case " $fast_sources " in
        *" $name "*) compile $fast $2 -- "$file" ;;
        *) small_files="$small_files $file" ;;
        esac
    done
    compile $small $1 -- $small_files
}

# link NAME: the object files of the current folder become OUT_DIR/NAME
link() {
    wasm-ld --no-entry --stack-first -z stack-size=262144 --gc-sections --strip-debug -O2 --lto-O2 \
        ./*.o -L"$sysroot/lib/wasm32-wasi" -lc -o linked.wasm
    wasm-opt -Oz --low-memory-unused --converge --enable-simd --enable-bulk-memory \
        --enable-sign-ext --enable-nontrapping-float-to-int --strip-debug --strip-producers \
        linked.wasm -o optimised.wasm
    mv optimised.wasm "$out/$1.new"
    mv "$out/$1.new" "$out/$1"
    echo "$1: $(wc -c <"$out/$1" | tr -d ' ') bytes"
}

# module NAME DEFINES VECTORS FILES...
module() {
    module=$1 defines=$2 vectors=$3
    shift 3
    small_files=$*
    mkdir "$work/$module"
    cd "$work/$module"
    compile_library "$defines" "$vectors"
    compile -O1 -fno-builtin -- "$here/allocator.c"
    link "$module"
}

# The kernels have the vectors; the rest only needs to know that there are any.
module carom.wasm -D__wasm_simd128__=1 -msimd128 "$here/carom.c"
module carom-scalar.wasm "" "" "$here/carom.c"
module carom-classic.wasm "-I$root/classic -I$root/src" "" "$here/classic.c" "$root"/classic/*.c
