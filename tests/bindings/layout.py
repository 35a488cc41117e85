#!/usr/bin/env python3
"""Writes a C program from carom_api.json that prints what a compiler makes of the headers: "NAME SIZE" of
structs, "NAME.FIELD OFFSET" of fields, and "NAME VALUE" of enum values and macros. Room: tests.

    layout.py CAROM_API.JSON
"""

import json
import sys

HEAD = r"""#include <carom/carom.h>
#include <stddef.h>
#include <stdio.h>

int main(void) {
"""

with open(sys.argv[1], encoding="utf-8") as file:
    declarations = json.load(file)["declarations"]
print(HEAD)
for d in declarations:
    name = d["name"]
    if d["kind"] == "struct":
        print(f'    printf("{name} %zu\\n", sizeof({name}));')
        for f in d["fields"]:
            place = f"{name}.{f['name']}"
            print(f'    printf("{place} %zu\\n", offsetof({name}, {f["name"]}));')
    for value in d.get("values", []):
        print(f'    printf("{value["name"]} %d\\n", (int){value["name"]});')
    if d["kind"] == "macro" and isinstance(d["value"], int):
        print(f'    printf("{name} %llu\\n", (unsigned long long){name});')
print("    return 0;\n}")
