#!/usr/bin/env python3
"""carom_api.json has the symbols of the library and no others, and says what the headers say. The parser
reads what C allows in headers like ours. Room: tests.

    test_api.py CAROM_API.JSON SCRIPTS_FOLDER
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

API = json.loads(pathlib.Path(sys.argv[1]).read_text(encoding="utf-8"))
sys.path.insert(0, sys.argv.pop(2))
del sys.argv[1]

import api  # noqa: E402

HEADER = """// A header.
/// How many.
#define CAROM_MANY (UINT32_C(1) << 2)
#define CAROM_NAME "many"

/// Two
/// lines.
typedef enum carom_kind {
    CAROM_KIND_A = 3,
    /// Another.
    CAROM_KIND_B,
    CAROM_KIND_MASK = 0xff
} carom_kind;

typedef struct carom_hidden carom_hidden;
typedef uint32_t carom_index;
typedef const char *carom_asked(void *context, const carom_hidden *const hidden);

typedef struct carom_row {
    /// Both.
    const uint32_t *categories, *masks;
    double cells[CAROM_MANY][2]; // not this
    carom_hidden **hidden;
    unsigned long long big;
    bool (*each)(void *context, int (*inner)(int), carom_kind kind);
    carom_asked *ask;
} carom_row;

/// Not inline.
CAROM_API carom_row
carom_row_make(carom_index index,
               const double *points);

CAROM_API_INLINE int carom_one(void) {
    if (1) {
        return 1;
    }
    return 0;
}
"""


class Api(unittest.TestCase):
    def test_every_symbol_is_a_function_and_every_function_a_symbol(self):
        command = ["nm", "-D", "--defined-only", os.environ["CAROM_LIBRARY"]]
        lines = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
        functions = [d["name"] for d in API["declarations"] if d["kind"] == "function"]
        self.assertGreater(len(functions), 100)
        self.assertEqual(sorted(functions), sorted(line.split()[-1] for line in lines))

    def test_names_are_declared_once_and_before_they_are_used(self):
        known = set("void bool char int float double size_t uint8_t uint32_t uint64_t int32_t".split())

        def names(node):
            """The names of types in a declaration."""
            if isinstance(node, list):
                for one in node:
                    yield from names(one)
            elif isinstance(node, dict):
                if set(node) <= {"name", "const"}:
                    yield node["name"]
                for key in ("type", "pointer", "array", "function", "returns", "parameters", "fields"):
                    yield from names(node.get(key))

        for d in API["declarations"]:
            self.assertEqual(set(names(d)) - known, set(), d["name"])
            self.assertNotIn(d["name"], known)
            known.add(d["name"])

    def test_no_callback_takes_or_returns_a_struct(self):
        """LuaJIT, for one, cannot make such callbacks."""
        structs = {d["name"] for d in API["declarations"] if d["kind"] == "struct"}

        def functions(node):
            """The types of functions in a declaration."""
            if isinstance(node, list):
                for one in node:
                    yield from functions(one)
            elif isinstance(node, dict):
                if "returns" in node:
                    yield node
                for value in node.values():
                    yield from functions(value)

        count = 0
        for d in API["declarations"]:
            inner = [d] if d["kind"] == "callback" else functions(d.get("fields"))
            for function in inner:
                for kind in (function["returns"], *(p["type"] for p in function["parameters"])):
                    self.assertNotIn(kind.get("name"), structs, d["name"])
                count += 1
        self.assertGreater(count, 10)

    def test_the_texts_of_the_headers_are_there(self):
        found = {d["name"]: d for d in API["declarations"]}
        self.assertIn("share a point", found["carom_circle_touches"]["doc"])
        self.assertTrue(found["carom_circle_touches"]["inline"])
        self.assertFalse(found["carom_circle_relate"]["inline"])
        self.assertEqual(found["carom_circle_relate"]["header"], "carom/relation.h")
        self.assertEqual(
            found["carom_circle_relate"]["c"],
            "carom_relation carom_circle_relate(carom_circle circle, carom_wall wall);",
        )
        headers = [header["name"] for header in API["headers"]]
        for d in API["declarations"]:
            self.assertIn(d["header"], headers)
            if d["kind"] in ("struct", "enum", "callback"):
                self.assertTrue(d["doc"], d["name"])
        self.assertTrue(all(header["doc"] for header in API["headers"]))


class Parser(unittest.TestCase):
    def read(self, text):
        with tempfile.TemporaryDirectory() as folder:
            (pathlib.Path(folder) / "h.h").write_text(text, encoding="utf-8")
            headers = api.Headers(pathlib.Path(folder))
            headers.read("h.h")
            return {d["name"]: d for d in headers.declarations}, headers.headers

    def test_what_c_allows(self):
        found, headers = self.read(HEADER)
        self.assertEqual(headers, [{"name": "h.h", "doc": "A header."}])
        self.assertEqual(found["CAROM_MANY"]["value"], 4)
        self.assertEqual(found["CAROM_MANY"]["doc"], "How many.")
        self.assertEqual(found["CAROM_NAME"]["value"], "many")
        kind = found["carom_kind"]
        self.assertEqual(kind["doc"], "Two\nlines.")
        self.assertEqual([value["value"] for value in kind["values"]], [3, 4, 255])
        self.assertEqual([value["doc"] for value in kind["values"]], ["", "Another.", ""])
        self.assertEqual(found["carom_hidden"]["kind"], "opaque")
        self.assertEqual(found["carom_index"]["type"], {"name": "uint32_t"})
        asked = found["carom_asked"]
        self.assertEqual(asked["returns"], {"pointer": {"name": "char", "const": True}})
        self.assertEqual(
            asked["parameters"][1]["type"],
            {"pointer": {"name": "carom_hidden", "const": True}, "const": True},
        )
        fields = {f["name"]: f for f in found["carom_row"]["fields"]}
        numbers = {"pointer": {"name": "uint32_t", "const": True}}
        self.assertEqual(fields["categories"], {"name": "categories", "type": numbers, "doc": "Both."})
        self.assertEqual(fields["masks"]["type"], numbers)
        cells = {"array": {"array": {"name": "double"}, "size": 2}, "size": 4}
        self.assertEqual(fields["cells"], {"name": "cells", "type": cells, "doc": ""})
        self.assertEqual(fields["hidden"]["type"], {"pointer": {"pointer": {"name": "carom_hidden"}}})
        self.assertEqual(fields["big"]["type"], {"name": "unsigned long long"})
        each = fields["each"]["type"]["pointer"]["function"]
        self.assertEqual(each["returns"], {"name": "bool"})
        self.assertEqual(each["parameters"][1]["type"]["pointer"]["function"]["returns"], {"name": "int"})
        self.assertIn("double cells[4][2];", found["carom_row"]["c"])
        make = found["carom_row_make"]
        self.assertEqual((make["doc"], make["inline"]), ("Not inline.", False))
        self.assertEqual(make["parameters"][1]["type"], {"pointer": {"name": "double", "const": True}})
        self.assertEqual(found["carom_one"]["parameters"], [])
        self.assertEqual(found["carom_one"]["c"], "int carom_one(void);")

    def test_what_it_does_not_know_stops_it(self):
        for text in (
            "union carom_u { int i; };",
            "CAROM_API int f(void",
            "CAROM_API int f(int i[N]);",
            "#define CAROM_X f(1)",
            "static int x;",
        ):
            with self.assertRaises(SystemExit, msg=text):
                self.read(f"// H.\n{text}\n")


unittest.main()
