#!/usr/bin/env python3
"""Writes a C program from carom_api.json that prints what a compiler makes of the headers: "NAME SIZE" of
structs, "NAME.FIELD OFFSET" of fields, "NAME.FIELD BYTES" of structs of zeros with a bit-field of ones,
and "NAME VALUE" of enum values and macros. Room: tests.

    layout.py CAROM_API.JSON
"""

import json
import sys

HEAD = r"""#include <carom/carom.h>
#include <stdio.h>
#include <string.h>

static void bytes(const char *name, const void *of, size_t size) {
    printf("%s ", name);
    for (size_t i = 0; i < size; i++)
        printf("%02x", ((const unsigned char *)of)[i]);
    printf("\n");
}

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
            if "bits" in f:
                print(f"    {{ {name} s; memset(&s, 0, sizeof s); s.{f['name']} = (1ULL << {f['bits']}) - 1;")
                print(f'    bytes("{place}", &s, sizeof s); }}')
            else:
                print(f'    printf("{place} %zu\\n", offsetof({name}, {f["name"]}));')
    for value in d.get("values", []):
        print(f'    printf("{value["name"]} %d\\n", (int){value["name"]});')
    if d["kind"] == "macro" and isinstance(d["value"], int):
        print(f'    printf("{name} %llu\\n", (unsigned long long){name});')
print("    return 0;\n}")
