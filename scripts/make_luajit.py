#!/usr/bin/env python3
"""Makes a LuaJIT module from carom_api.json: the whole library by the FFI.

usage: make_luajit.py CAROM_API.JSON OUTPUT.lua

An example of a generator, which the tests run. LuaJIT reads C, so the declarations of carom_api.json
are taken as they are. The module is a function of the shared library's path. Its result has the
functions and enum values of C under their names, and the macros.
"""

import json
import sys

HEAD = """-- Carom {version} by LuaJIT's FFI. Made by make_luajit.py from carom_api.json.
local ffi = require("ffi")

ffi.cdef[[
{declarations}
]]

-- What is no macro is a function or an enum value of the library.
return function(path)
    return setmetatable({{
{macros}
    }}, {{ __index = ffi.load(path) }})
end
"""


def main():
    if len(sys.argv) != 3:
        sys.exit("usage: make_luajit.py CAROM_API.JSON OUTPUT.lua")
    with open(sys.argv[1], encoding="utf-8") as file:
        api = json.load(file)
    declarations = [d["c"] for d in api["declarations"] if d["kind"] != "macro"]
    macros = [f"        {d['name']} = {json.dumps(d['value'])}," for d in api["declarations"] if d["kind"] == "macro"]
    with open(sys.argv[2], "w", encoding="utf-8") as file:
        file.write(HEAD.format(version=api["version"], declarations="\n".join(declarations), macros="\n".join(macros)))


if __name__ == "__main__":
    main()
