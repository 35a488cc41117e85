#!/bin/sh
# Checks the layers: which room, and which public header, may include which. Also checks that the first line of every
# file says what it holds. CONTRIBUTING.md explains both.
set -eu
cd "$(dirname "$0")/.."
status=0

fail() {
    echo "$1"
    status=1
}

includes_of() {
    sed -n 's/^#include "\(.*\)"$/\1/p' "$1"
}

# header NAME MAY_INCLUDE...: the public headers that include/carom/NAME.h may include. It may also
# use what these headers include.
headers=" carom"
header() {
    name=$1
    shift
    headers="$headers $name"
    for included in $(includes_of "include/carom/$name.h"); do
        included=${included#carom/}
        case " $* " in
        *" ${included%.h} "*) ;;
        *) fail "include/carom/$name.h: includes carom/$included, which its layer does not permit ($*)" ;;
        esac
    done
}

header version
header base version
header vec2 base
header shapes vec2
header detail/reach shapes
header relation detail/reach
header contact relation
header clearance contact
header sweep relation
header moving_wall sweep
header response sweep
header soa relation
header filter shapes
header batch filter soa
header world filter moving_wall
header scene clearance filter soa sweep world
header dynamic_scene scene
header scene_batch scene
header areas scene_batch
header mover response world
header character mover
header crowd mover

for file in include/carom/*.h include/carom/*/*.h; do
    name=${file#include/carom/}
    case "$headers " in
    *" ${name%.h} "*) ;;
    *) fail "$file: not in scripts/check_layers.sh" ;;
    esac
done

# room NAME MAY_INCLUDE...: the private headers that src/NAME may include besides its own.
room() {
    name=$1
    shift
    for file in src/"$name"/*.[ch]; do
        for included in $(includes_of "$file"); do
            case $included in
            carom/*) continue ;;
            */*) from=${included%%/*} ;;
            *) from=$included ;;
            esac
            case " $name compiler.h contracts.h numbers.h $* " in
            *" $from "* | *" $included "*) ;;
            *) fail "$file: includes $included, which room $name does not permit" ;;
            esac
        done
    done
}

room api
room arithmetic
room rest arithmetic
room sweep arithmetic rest
room turning arithmetic rest/relation.h sweep
# The kernels of an instruction set are compiled in simd/ from source text in batch/ and scene/.
room simd batch/batch_set.h scene/traversal_lanes.h
room batch simd
room scene simd batch/soa_numbers.h rest/contact_double_double.h rest/distance_order_filter.h rest/equal_walls.h \
    rest/orientation.h rest/path_box.h sweep/sweep.h
room dynamic_scene scene
room mover rest/path_box.h sweep/passage.h sweep/side_path.h sweep/sweep.h sweep/sweep_double_double.h \
    sweep/sweep_filter.h
room crowd mover scene/allocation.h scene/hilbert.h

# The arithmetic knows no circle.
for file in src/arithmetic/*.[ch]; do
    for included in $(includes_of "$file"); do
        case $included in
        carom/base.h | carom/vec2.h) ;;
        carom/*) fail "$file: includes $included; arithmetic knows no circle" ;;
        esac
    done
done

for file in src/*.h; do
    for included in $(includes_of "$file"); do
        case $included in
        carom/vec2.h | compiler.h) ;;
        *) fail "$file: includes $included; it is below all rooms" ;;
        esac
    done
done

# The first line of every file says what it holds.
python3 -B scripts/map.py --check || status=1

# The files that CONTRIBUTING.md names by their whole path are there. COMMAND stands for any command.
for path in $(grep -oE '`[a-z]+/[A-Za-z0-9_./-]*`' CONTRIBUTING.md | tr -d '`' | grep -v COMMAND | sort -u); do
    [ ! -d "${path%%/*}" ] || [ -e "$path" ] || fail "CONTRIBUTING.md: names $path, which is not there"
done

# The extension of the Python package includes its own headers, public ones and classic/classic.h.
for file in bindings/python/src/*.[ch]; do
    for included in $(includes_of "$file"); do
        case $included in
        carom/*.h) [ -f "include/$included" ] || fail "$file: includes $included, which is not a public header" ;;
        classic.h | classic/classic.h) ;;
        *) [ -f "bindings/python/src/$included" ] || fail "$file: includes $included, which is not of the extension" ;;
        esac
    done
done

# The extension of SQLite includes its own headers and those of the system.
for file in bindings/sqlite/src/*.[ch]; do
    for included in $(includes_of "$file"); do
        [ "$included" = ../carom_sqlite.h ] || [ -f "bindings/sqlite/src/$included" ] ||
            fail "$file: includes $included, which is not of the extension"
    done
done

# No files need each other, not even by way of others.
python3 -B scripts/check_cycles.py || status=1

# Extensions of gcc and clang are permitted only in compiler.h and in simd/. The rest is standard C.
words='__builtin_|__attribute__|__typeof|__extension__|__int128|__asm|__GNUC__|__clang__|_Pragma|# *pragma'
for file in src/*.[ch] src/*/*.[ch] include/carom/*.h include/carom/*/*.h bindings/python/src/*.[ch]; do
    case $file in
    src/compiler.h | src/simd/*) continue ;;
    include/carom/base.h) allowed='CAROM_API|defined\(__GNUC__\)' ;;
    *) allowed='^$' ;;
    esac
    ! grep -nE "$words" "$file" | grep -vE "$allowed" | sed "s|^|$file: not standard C: |" | grep . || status=1
done

# The tables of proofs/floats/README.md name every proof, by its name or by the start of it, such as `ContactPush...`.
proof_tables=$(sed -n '/^## Where is what$/,/^## How a proof goes$/p' proofs/floats/README.md)
proof_starts=$(echo "$proof_tables" | grep -o '`[A-Za-z]*\.\.\.`' | tr -d '`.')
for file in proofs/floats/*/*.v; do
    name=$(basename "$file" .v)
    listed=false
    ! echo "$proof_tables" | grep -q "\`$name\`" || listed=true
    for start in $proof_starts; do
        case $name in "$start"*) listed=true ;; esac
    done
    $listed || fail "$file: not in the tables of proofs/floats/README.md"
done

# proofs FOLDER MAY_USE...: the folders of proofs/floats whose files those of FOLDER may require besides its own.
proofs() {
    of=$1
    shift
    for name in $(cat proofs/floats/"$of"/*.v | tr '\n' ' ' | grep -oE 'From Carom Require [^.]*\.' |
        sed 's/From Carom Require//' | tr -s ' .' '\n' | grep -vE '^(Import|Export|Terms_.*)?$' | sort -u); do
        found=false
        for folder in "$of" "$@"; do
            [ ! -e "proofs/floats/$folder/$name.v" ] || found=true
        done
        $found || fail "proofs/floats/$of: uses $name, which is in none of: $of $*"
    done
}

proofs base
proofs arithmetic base
proofs rest base arithmetic
proofs sweep base arithmetic rest
proofs turning base arithmetic rest sweep
proofs batch base arithmetic rest
proofs scene base arithmetic rest sweep batch
proofs crowd base arithmetic rest sweep

# The tool, the module, fuzz targets, examples and benchmarks must not include private headers.
for file in cli/*.[ch] cli/*/*.[ch] cli/*/*.cpp bindings/wasm/*.c fuzz/*.[ch] examples/*.c examples/*/*.[ch] \
    bench/*.[ch] bench/*.cpp bench/web/*.cpp; do
    [ -f "$file" ] || continue
    for included in $(includes_of "$file"); do
        [ ! -f "src/$included" ] || fail "$file: includes the private $included"
    done
done

# Within the tool, csv/ must not include headers of picture/, run/ and errors/, and picture/ must not
# include headers of run/ and errors/.
refuse() {
    pattern=$1
    shift
    ! grep -nE "^#include \"($pattern)/" "$@" || status=1
}
refuse "picture|run|errors" cli/csv/*
refuse "run|errors" cli/picture/*
refuse "errors" cli/run/*
refuse "run" cli/errors/*
# The playground imports only its packages and its own files. A tab does not import files of another
# tab; what two tabs need is in playground/src.
for file in playground/src/*.ts playground/src/*/*.ts; do
    for name in $(sed -nE 's/^(import|.*\bfrom|.*\bimport\()[ (]*"([^"]+)".*/\2/p' "$file"); do
        case "$file $name" in
        *" carom" | *" carom/classic" | *" lit-html"* | *" papaparse") ;;
        "playground/src/main.ts ./"* | "playground/src/table/levels.ts ../../../levels/"*) ;;
        *" ./"*/* | *" ../"*/*)
            echo "$file: imports $name, which belongs to another tab or is not the page's"
            status=1
            ;;
        *" ./"* | *" ../"*) ;;
        *)
            echo "$file: imports $name, which is none of its packages"
            status=1
            ;;
        esac
    done
done
exit $status
