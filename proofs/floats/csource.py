"""Reads C: preprocesses a file of the library and finds its functions, types and constants."""

import subprocess

from pycparser import c_ast, c_parser
from terms import BOOL, DOUBLE, FLOAT, INT, Refused

# Headers of the system, as far as the library's files need them to be read.
HEADERS = {
    "stdbool.h": "typedef _Bool bool;\n#define true ((_Bool)1)\n#define false ((_Bool)0)\n",
    "stddef.h": """typedef unsigned long size_t; typedef long ptrdiff_t;
#define NULL ((void *)0)
#define offsetof(type, member) 0
""",
    "stdint.h": """typedef signed char int8_t; typedef unsigned char uint8_t;
typedef short int16_t; typedef unsigned short uint16_t; typedef int int32_t; typedef unsigned int uint32_t;
typedef long int64_t; typedef unsigned long uint64_t; typedef unsigned long uintptr_t; typedef unsigned long size_t;
#define UINT64_C(x) x##ULL
#define INT64_C(x) x##LL
#define UINT32_C(x) x##U
#define UINT8_MAX 255
#define UINT32_MAX 0xffffffffU
#define INT64_MAX 0x7fffffffffffffffLL
#define UINT64_MAX 0xffffffffffffffffULL
#define INT32_MAX 0x7fffffff
#define SIZE_MAX UINT64_MAX
""",
    "float.h": "#define DBL_MAX 0x1.fffffffffffffp1023\n#define DBL_MIN 0x1p-1022\n#define FLT_MAX 0x1.fffffep127f\n"
    "#define DBL_TRUE_MIN 0x1p-1074\n#define DBL_EPSILON 0x1p-52\n#define FLT_MIN 0x1p-126f\n",
    "math.h": """double fabs(double x); float fabsf(float x); double sqrt(double x);
double fma(double x, double y, double z);
double copysign(double x, double y); double floor(double x);
extern const double carom_infinity;
#define HUGE_VAL carom_infinity
#define HUGE_VALF ((float)carom_infinity)
#define isnan(x) ((x) != (x))
""",
    "limits.h": "#define INT_MAX 0x7fffffff\n#define CHAR_BIT 8\n",
    "assert.h": "#define assert(condition) ((void)0)\n",
    "stdlib.h": "#include <stddef.h>\nvoid abort(void); void *malloc(size_t size); void free(void *p);\n",
    "string.h": """#include <stddef.h>
void *memcpy(void *to, const void *from, size_t size); void *memset(void *to, int byte, size_t size);
void *memmove(void *to, const void *from, size_t size); int memcmp(const void *p, const void *q, size_t size);
size_t strlen(const char *text);
""",
}
# The plain C of the library: no vectors, no integers of 128 bits, no asserts.
OPTIONS = [
    "-E", "-xc", "-std=c11", "-nostdinc", "-DNDEBUG", "-DCAROM_PORTABLE", "-U__SIZEOF_INT128__",
    "-D__STDC_NO_ATOMICS__",
    "-D__attribute__(x)=", "-D__extension__=", "-D__restrict=", "-Wno-builtin-macro-redefined",
]  # fmt: skip
# Longer arrays are only memory.
MAX_ELEMENTS = 8
INTEGERS = {
    "char": (8, True), "signed char": (8, True), "unsigned char": (8, False), "short": (16, True),
    "unsigned short": (16, False), "int": (32, True), "unsigned": (32, False), "unsigned int": (32, False),
    "long": (64, True), "unsigned long": (64, False), "long long": (64, True), "unsigned long long": (64, False),
}  # fmt: skip


class CType:
    """A type of C: `kind` is that of terms, or struct, pointer, array, void or other."""

    def __init__(self, kind, bits=0, signed=False, fields=None, target=None):
        self.kind, self.bits, self.signed = kind, bits, signed
        self.fields, self.target = fields, target
        self.is_enum = False
        self.is_array = False  # a struct that stands for an array: its members are 0, 1, ...
        self.name = None  # of a struct: that of the typedef, else the tag

    def leaves(self, path=()):
        """Returns (path, type) of all members that are not structs."""
        if self.kind != "struct":
            return [(path, self)]
        return [leaf for name, kind in self.fields for leaf in kind.leaves((*path, name))]

    def member(self, name):
        """Returns the type of a member."""
        for field, kind in self.fields or []:
            if field == name:
                return kind
        raise Refused(f"no member {name}")

    def at(self, path):
        """Returns the type at the end of a path of members."""
        kind = self
        for name in path:
            kind = kind.member(name)
        return kind

    def holds(self, low, high):
        """Returns true if an integer type holds all numbers from low to high."""
        least = -(1 << (self.bits - 1)) if self.signed else 0
        return least <= low and high < least + (1 << self.bits)


C_INT = CType(INT, 32, True)
C_UNSIGNED = CType(INT, 32, False)
C_BOOL, C_DOUBLE, C_FLOAT = CType(BOOL), CType(DOUBLE), CType(FLOAT)


def preprocessed(path, root, fakes):
    """Returns the text of a C file after gcc's preprocessor."""
    for name, content in HEADERS.items():
        (fakes / name).write_text(content, encoding="utf-8")
    folders = [f"-I{fakes}", f"-I{root / 'include'}", f"-I{root / 'src'}"]
    return subprocess.run(["gcc", *OPTIONS, *folders, str(path)], check=True, capture_output=True, text=True).stdout


class Source:
    """The functions, types and constants of a C file."""

    def __init__(self, code, name):
        tree = c_parser.CParser().parse(code, name)
        self.functions, self.globals, self.enums, self.prototypes = {}, {}, {}, {}
        self.typedefs, self.tags = {}, {}
        for item in tree.ext:
            if isinstance(item, c_ast.FuncDef):
                self.functions[item.decl.name] = item
            elif isinstance(item, c_ast.Typedef):
                made = self.typedefs[item.name] = self.type_of(item.type)
                made.name = made.name or item.name
            elif isinstance(item, c_ast.Decl):
                if isinstance(item.type, c_ast.FuncDecl):
                    self.prototypes[item.name] = item
                elif item.name:
                    self.globals[item.name] = item
                self.type_of(item.type)

    def array(self, node, is_local):
        """Returns the CType of an array: a struct of its elements if these are structs, or if it is a local array."""
        element = self.type_of(node.type)
        count = self.constant(node.dim) if node.dim is not None else None
        if count is None or count > MAX_ELEMENTS or not (is_local or element.kind == "struct"):
            return CType("array", target=element)
        made = CType("struct", fields=[(str(i), element) for i in range(count)])
        made.is_array = True
        return made

    def type_of(self, node, is_local=False):
        """Returns the CType of a type in the syntax tree."""
        if isinstance(node, c_ast.Typename):
            return self.type_of(node.type)
        if isinstance(node, c_ast.TypeDecl):
            return self.type_of(node.type)
        if isinstance(node, c_ast.PtrDecl):
            return CType("pointer", target=self.type_of(node.type))
        if isinstance(node, c_ast.ArrayDecl):
            return self.array(node, is_local)
        if isinstance(node, c_ast.IdentifierType):
            return self.named(" ".join(node.names))
        if isinstance(node, c_ast.Enum):
            self.read_enum(node)
            kind = CType(INT, 32, False)
            kind.is_enum = True
            return kind
        if isinstance(node, c_ast.Struct):
            return self.struct(node)
        return CType("other")

    def named(self, name):
        """Returns the CType of a basic or defined name."""
        if name in self.typedefs:
            return self.typedefs[name]
        if name in INTEGERS:
            return CType(INT, *INTEGERS[name])
        return CType({"double": DOUBLE, "float": FLOAT, "_Bool": BOOL, "void": "void"}.get(name, "other"))

    def struct(self, node):
        """Returns the CType of a struct, which may be defined later."""
        known = self.tags.setdefault(node.name, CType("struct", fields=[])) if node.name else CType("struct", fields=[])
        if node.decls:
            decls = [decl for decl in node.decls if isinstance(decl, c_ast.Decl)]
            # A member of some bits has no type that could be read.
            known.fields = [(d.name, CType("other") if d.bitsize else self.type_of(d.type)) for d in decls]
            known.name = node.name
        return known

    def read_enum(self, node):
        """Takes the constants of an enum."""
        value = -1
        for item in node.values.enumerators if node.values else []:
            if item.value is not None:
                value = self.constant(item.value)
            elif value is not None:
                value += 1
            self.enums[item.name] = value

    def constant(self, node):
        """Returns the value of a constant expression of integers; None if it is too complicated."""
        if isinstance(node, c_ast.Constant) and "int" in node.type:
            return int_literal(node.value)
        if isinstance(node, c_ast.ID):
            return self.enums.get(node.name)
        if isinstance(node, c_ast.UnaryOp) and node.op == "-":
            value = self.constant(node.expr)
            return None if value is None else -value
        if isinstance(node, c_ast.BinaryOp):
            p, q = self.constant(node.left), self.constant(node.right)
            if p is None or q is None or min(p, q) < 0 or q > 32:
                return {"+": p + q, "-": p - q, "*": p * q}.get(node.op) if p is not None and q is not None else None
            return {"+": p + q, "-": p - q, "*": p * q, "/": p // q if q else None, "<<": p << q}.get(node.op)
        return None


def int_literal(written):
    """Returns the value of an integer literal."""
    digits = written.rstrip("uUlL")
    return int(digits, 8) if digits[0] == "0" and digits.isdigit() and len(digits) > 1 else int(digits, 0)
