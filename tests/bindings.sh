#!/bin/sh
# carom_api.json against the library, and bindings that are generated from it, in Python (ctypes) and
# Lua (LuaJIT), against C. Also runs the programs of docs/bindings.md.
#
#     bindings.sh SOURCE_DIR
#
# Without LuaJIT its part is skipped with a message; with CAROM_ALL_BUILDS=1 that is a failure.
set -eu

. "$(dirname "$0")/own_build.sh"
build=$(release_build ON)
cmake -S "$source_dir" -B "$build" -DBUILD_SHARED_LIBS=ON -DCAROM_TOOL=OFF \
    -DCMAKE_BUILD_TYPE=Release >"$work/log" 2>&1 &&
    cmake --build "$build" --target carom -j 2 >>"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
CAROM_LIBRARY=$(find "$build" -name 'libcarom.so' | head -n 1)
CAROM_LAYOUT=$work/layout.txt
export CAROM_LIBRARY CAROM_LAYOUT PYTHONDONTWRITEBYTECODE=1

scripts=$source_dir/scripts
python3 "$scripts/api.py" "$work/carom_api.json"
python3 "$scripts/make_ctypes.py" "$work/carom_api.json" "$work/carom_ctypes.py"
python3 "$scripts/make_luajit.py" "$work/carom_api.json" "$work/carom_luajit.lua"

# What a compiler makes of the headers, which the bindings must agree with.
python3 "$tests/bindings/layout.py" "$work/carom_api.json" >"$work/layout.c"
cc -std=c11 -Wall -Wextra -Werror -I "$source_dir/include" "$work/layout.c" -o "$work/layout"
"$work/layout" >"$CAROM_LAYOUT"

python3 "$tests/bindings/test_api.py" "$work/carom_api.json" "$scripts"
PYTHONPATH=$work python3 "$tests/bindings/test_ctypes.py"
python3 "$tests/bindings/programs.py" "$source_dir/docs/bindings.md" python "$work" python3
if command -v luajit >/dev/null 2>&1; then
    LUA_PATH="$work/?.lua" luajit "$tests/bindings/test_luajit.lua"
    python3 "$tests/bindings/programs.py" "$source_dir/docs/bindings.md" lua "$work" luajit
else
    skip LuaJIT "luajit is not installed"
fi
exit $failed
