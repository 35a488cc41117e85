#!/bin/sh
# Builds the modules of the package: carom.wasm with vectors, carom-scalar.wasm without,
# carom-classic.wasm with the methods of the articles.
#
#     build.sh [OUT_DIR]     default: beside this script
#
# Size comes first: the library and its glue are compiled as one file, so that what many files use
# is there once; hardly anything is inlined; CAROM_SMALL leaves out what there is for speed alone.
# What that gains and costs is in README.md. clang, wasm-ld (lld), wasi-libc and wasm-opt (binaryen)
# do it; only headers and memcmp come from wasi-libc.
# Room: bindings.
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
out=$(cd "$out" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

features="-mbulk-memory -msign-ext -mnontrapping-fptoint"
common="--target=wasm32-wasi --sysroot=$sysroot -std=c11 -flto -DNDEBUG -ffp-contract=off
    -fvisibility=hidden -DCAROM_LIMB_BITS=32 -I$root/include -I$root/src $features"
size="-Oz -fno-jump-tables -DCAROM_SMALL -D__builtin_prefetch(...)=(void)0"
# Below 0 only what has one caller, or is as short as its call, goes inline.
small="$size -Dalways_inline=unused -D__builtin_constant_p(x)=0
    -mllvm -inline-threshold=-30 -mllvm -sink-common-insts"
linking="-mllvm -inline-threshold=-35 -mllvm -sink-common-insts -mllvm -disable-lsr
    -mllvm -enable-pre=false -mllvm -enable-load-pre=false"
# For speed: short functions are inlined. always_inline is ignored here too, which costs 8 % of the
# time and keeps the module small.
fast="-Os -DCAROM_SMALL -Dalways_inline=unused -mllvm -inline-threshold=100"
# What is asked for each of many walls and circles: with lanes, and its short functions inline.
lane_sources="batch/batch simd/kernels_scalar simd/kernels_simd128"
# Calls for one circle and one wall, and the loops of crowds. With vectors they are compiled for speed,
# each as a file of its own. Without vectors they are part of the whole: the module for old engines.
fast_sources="rest/contact sweep/sweep crowd/events crowd/solver"
# So is the glue of the calls that programs make most. Built for size, it copies a wall by a call.
fast_glue="pair_calls.c"

# names FILE: the functions, types and constants that a file has of its own
names() {
    {
        sed -nE -e 's/^(static|CAROM_[A-Z]*INLINE) [^=;(]*[ *]([a-zA-Z_0-9]+)\(.*/\2/p' \
            -e 's/^EXPORT\(.*\) .*[ *]([a-z_0-9]+)\(.*/\1/p' -e 's/^} ([a-z_0-9]+);.*/\1/p' \
            -e 's/^#define ([A-Z_0-9]+) .*/\1/p' "$1"
        grep -oE '\<[A-Z][A-Z_0-9]+ = ' "$1" | sed 's/ = //'
    } | sort -u
}

# The names that several files of the whole have: each file gets its own under another name.
shared_names=$(for file in "$root"/src/*/*.[ch] "$here"/*.[ch]; do names "$file"; done |
    sort | uniq -d)

# compile FLAGS... -- FILES...: object files into the current folder. The inline functions of the
# headers are no symbols here.
compile() {
    flags=""
    while [ "$1" != -- ]; do
        flags="$flags $1"
        shift
    done
    shift
    "$clang" $common "-DCAROM_API_INLINE=static inline" $flags -c "$@"
}

# whole "APART..." GLUE...: the library without the files apart, and the glue, as one file on
# standard output
whole() {
    apart=$1
    shift
    for file in "$root"/src/*/*.c; do
        name=${file#"$root"/src/}
        name=${name%.c}
        case $name in *_avx2 | *_sse2 | *_neon | api/inlines) continue ;; esac
        case " $apart " in *" $name "*) continue ;; esac
        own=$(names "$file" | grep -xF "$shared_names" || true)
        for word in $own; do echo "#define $word ${word}_of_${name#*/}"; done
        echo "#include \"$file\""
        for word in $own; do echo "#undef $word"; done
    done
    for file in "$@"; do echo "#include \"$here/$file\""; done
}

# link NAME: the object files of the current folder become OUT_DIR/NAME
# docs/stack.md says how much of the stack's 320 KB calls need. Beyond the stack a call traps.
link() {
    wasm-ld --no-entry --stack-first -z stack-size=327680 --gc-sections --strip-debug -O2 --lto-O2 \
        $linking ./*.o -L"$sysroot/lib/wasm32-wasi" -lc -o linked.wasm
    wasm-opt --low-memory-unused --enable-simd --enable-bulk-memory --enable-sign-ext \
        --enable-nontrapping-float-to-int --strip-debug --strip-producers \
        --flatten --rereloop -Oz -Oz --converge linked.wasm -o optimised.wasm
    mv optimised.wasm "$out/$1.new"
    mv "$out/$1.new" "$out/$1"
    echo "$1: $(wc -c <"$out/$1" | tr -d ' ') bytes"
}

# module NAME DEFINES VECTORS "GLUE..." FILES...: only lanes get vectors; elsewhere the compiler would
# make large code of them.
module() {
    module=$1 defines=$2 vectors=$3 glue=$4
    shift 4
    mkdir "$work/$module"
    cd "$work/$module"
    for name in $lane_sources; do
        compile $size $vectors -- "$root/src/$name.c"
    done
    apart=$lane_sources
    if [ -n "$vectors" ]; then
        for name in $fast_sources; do
            compile $fast -- "$root/src/$name.c"
        done
        for file in $fast_glue; do
            compile $fast -O2 -- "$here/$file"
        done
        apart="$apart $fast_sources"
    fi
    whole "$apart" $glue >library.c
    compile $small $defines -- library.c "$@"
    compile -Oz -fno-builtin -- "$here/allocator.c"
    link "$module"
}

# The lanes have the vectors; the rest only needs to know that there are any.
calls="carom.c scenes.c areas.c moves.c crowd.c moving.c dynamic.c"
module carom.wasm -D__wasm_simd128__=1 -msimd128 "$calls"
module carom-scalar.wasm "" "" "$calls $fast_glue"
module carom-classic.wasm -I$root/classic "" classic.c "$root"/classic/*.c
