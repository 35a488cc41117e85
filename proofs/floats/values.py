"""Computes what a record says, with numbers, and what the C function gives: for the test that both agree."""

import math
import struct
import subprocess

from pycparser import c_generator
from state import parameters
from terms import BOOL, DOUBLE, FLOAT, INT, Const, Var

FORMATS = {DOUBLE: "d", FLOAT: "f"}
CODES = {DOUBLE: "%a", FLOAT: "%a", BOOL: "%d", INT: "%d"}


def rounded(kind, x):
    """Returns a number rounded to a format."""
    if kind != FLOAT:
        return x
    try:
        return struct.unpack("f", struct.pack("f", x))[0]
    except OverflowError:
        return math.copysign(math.inf, x)


def divided(x, y):
    """Returns x / y as IEEE 754 has it."""
    if y != 0 or math.isnan(x):
        return x / y if y != 0 else math.nan
    return math.nan if x == 0 else math.copysign(math.inf, x) * math.copysign(1, y)


def root(x):
    """Returns the square root, NaN of a negative number."""
    return math.sqrt(x) if x >= 0 else math.nan


def high(x):
    """Returns the leading 26 bits, as pair.h does."""
    bits = struct.unpack("<Q", struct.pack("<d", x))[0]
    return struct.unpack("<d", struct.pack("<Q", (bits + (1 << 26)) & ~((1 << 27) - 1) & (2**64 - 1)))[0]


def neighbour(unknown, x, to):
    """Returns the next double in a direction."""
    return math.nextafter(x, math.inf if to > 0 else -math.inf) if x != 0 and math.isfinite(x) else unknown


def below(unknown, x, is_down=True):
    """Returns the double below a positive number, if `is_down`."""
    return (math.nextafter(x, 0.0) if 0 < x < math.inf else unknown) if is_down else x


def above(unknown, x):
    """Returns the double above a number that is not negative."""
    return math.nextafter(x, math.inf) if is_negative(True, x) is False and x < math.inf else unknown


def power_below(unknown, x):
    """Returns the power of two below a normal number."""
    return math.ldexp(1, math.frexp(x)[1] - 1) if 2.0**-1022 <= x < math.inf else unknown


def is_negative(unknown, x):
    """Returns the sign of a number that is no NaN."""
    return unknown if math.isnan(x) else math.copysign(1, x) < 0


FUNCTIONS = {
    "fadd": lambda x, y: x + y, "fsub": lambda x, y: x - y, "fmul": lambda x, y: x * y, "fdiv": divided, "fsqrt": root,
    "fneg": lambda x: -x, "fabs": abs, "flt": lambda x, y: x < y, "fle": lambda x, y: x <= y,
    "feq": lambda x, y: x == y, "negb": lambda x: not x, "andb": lambda x, y: x and y, "orb": lambda x, y: x or y,
    "Bool.eqb": lambda x, y: x == y, "fhigh": high, "fnarrow": lambda x: x,
    "fwiden": lambda x: x, "fnext": neighbour, "fsign": is_negative, "fdown": below, "fup": above,
    "fbelow": power_below,
    "fpower": lambda unknown, e: math.ldexp(1, e) if -1022 <= e <= 1023 else unknown,
    "fcopysign": lambda unknown, x, y: -abs(x) if is_negative(unknown, y) else abs(x),
    "Z.add": lambda x, y: x + y, "Z.sub": lambda x, y: x - y, "Z.mul": lambda x, y: x * y, "Z.opp": lambda x: -x,
    "Z.ltb": lambda x, y: x < y, "Z.gtb": lambda x, y: x > y, "Z.leb": lambda x, y: x <= y,
    "Z.geb": lambda x, y: x >= y, "Z.eqb": lambda x, y: x == y, "Z.land": lambda x, y: x & y,
    "Z.lor": lambda x, y: x | y, "Z.ldiff": lambda x, y: x & ~y, "Z.quot": lambda x, y: math.trunc(x / y),
    "Z.rem": lambda x, y: int(math.fmod(x, y)), "Z.modulo": lambda x, y: x % y,
    "Z.shiftl": lambda x, y: x << y, "Z.shiftr": lambda x, y: x >> y, "nearest double": lambda x, e, s: float(x),
}  # fmt: skip
# Of what a relation allows: no product is fused, and one lane.
RELATIONS = {
    "sum_or_fused": lambda x, y: x + y,
    "difference_or_fused": lambda x, y: x - y,
    "some_min": lambda x, y: x if x < y else y,
    "some_max": lambda x, y: x if x > y else y,
}


def value_of(term, known):
    """Returns the value of a term, given those of its variables."""
    if isinstance(term, Var):
        return known[term]
    if isinstance(term, Const):
        special = {"finf": math.inf, "undecided": -1000}
        value = special.get(term.value, term.value) if isinstance(term.value, str) else term.value
        return float(value) if term.type in FORMATS else value
    if term.op == "if":
        condition, if_true, if_false = term.args
        return value_of(if_true if value_of(condition, known) else if_false, known)
    return rounded(term.type, FUNCTIONS[term.op](*[value_of(arg, known) for arg in term.args]))


def computed(record, given, records):
    """Returns the values of a record's results for those of its inputs."""
    known = dict(zip((var for _, var in record.inputs), given, strict=True))
    known.update((var, math.nan) for var in record.hidden)
    for field in record.fields:
        if field.var:
            known[field.var] = value_of(field.term, known)
        elif field.is_first:
            args = [value_of(arg, known) for arg in field.args[:2]]
            known[field.outs[0]] = rounded(field.outs[0].type, RELATIONS[field.relation](*args))
        else:
            callee = records[field.relation.removesuffix("_results")]
            results = computed(callee, [value_of(arg, known) for arg in field.args], records)
            known.update(zip(field.outs, results, strict=True))
    return [known[var] for _, var in record.outputs]


def computed_as_in_c(record, given, records):
    """The same without what C has not."""
    results = computed(record, given, records)
    return [x for x, item in zip(results, record.outputs, strict=True) if item in compared(record)]


# ---- C ----


def object_name(target):
    """Returns the name of an object in the C program."""
    return target.name + ("_object" if target.parent else "")


def is_array(target):
    """Returns true if what is loaded is the first number of an array."""
    above, path = target.parent
    return above.ctype.at(path).kind == "array"


def member_in_c(names):
    """Returns the C expression of a member. Numbers are indices."""
    return names[0] + "".join(f"[{name}]" if name.isdigit() else f".{name}" for name in names[1:])


def place_in_c(key):
    """Returns the C expression of an input or a result."""
    target, path = (key[1], ()) if key[0] == "load" else key
    if key[0] == "load" and is_array(target):
        return f"{place_in_c(target.parent)}[0]"
    return member_in_c((object_name(target), *path))


def declarations(record, source):
    """Returns the C declarations of the arguments, and the arguments."""
    lines, args = [], []
    for param in parameters(source.functions[record.entry.function]):
        is_pointer = source.type_of(param.type).kind == "pointer"
        inner = param.type.type if is_pointer else param.type
        name = param.name + ("_object" if is_pointer else "")
        lines.append(f"{' '.join(inner.type.names)} {name}; memset(&{name}, 0, sizeof {name});")
        args.append(f"&{name}" if is_pointer else name)
    for place, number in record.entry.given.items():
        name, *path = place.split(".")
        lines.append(f"{member_in_c((name + '_object', *path))} = {number};")
    for key, var in record.inputs:
        if key[0] == "load" and not is_array(key[1]):
            kind = {DOUBLE: "double", FLOAT: "float"}[var.type]
            above, path = key[1].parent
            lines.append(f"{kind} {place_in_c(key)}; {'.'.join((object_name(above), *path))} = &{place_in_c(key)};")
        elif key[0] == "has":
            place = args.index(f"&{object_name(key[1])}")
            lines.append("int has;")
            args[place] = f"has ? {args[place]} : NULL"
    return lines, args


def asked(key, var):
    """Returns the name of the unknown function that gives an input, or None."""
    name = var.base.rstrip("0123456789")
    return name[:-1] if key[0] == "free" and name.endswith("_") else None


def callees(record, records):
    """Returns a record and all that it contains."""
    names = {field.relation.removesuffix("_results") for field in record.fields if field.relation}
    return {record}.union(*(callees(records[name], records) for name in names if name in records))


def is_testable(record, records, source):
    """Returns whether the C program can stand in for all unknown functions: each gives one number."""
    names = [asked(*item) for item in record.inputs if asked(*item)]
    opens = {name for callee in callees(record, records) for name in callee.entry.unknown}
    kinds = [source.type_of(source.prototypes[name].type.type).kind for name in opens & set(source.prototypes)]
    return len(names) == len(set(names)) == len(opens) == len(kinds) and set(kinds) <= {INT, BOOL}


def other_files(record, records, source):
    """Returns the C files of the functions that a record contains and that its own file only declares."""
    found = {r.entry.path for r in callees(record, records) if r.entry.function not in source.functions}
    return sorted(found)


def reader(key, var):
    """Returns the C statement that reads an input."""
    if asked(key, var):
        return f"given_{asked(key, var)} = (int)scan();"
    if key[0] == "free":
        return "scan();"
    if key[0] == "has":
        return "has = scan() != 0;"
    return f"{place_in_c(key)} = {'scan() != 0' if var.type == BOOL else 'scan()'};"


def program(record, source):
    """Returns the C function that reads cases and prints the results of a record's function."""
    lines, args = declarations(record, source)
    lines += [reader(key, var) for key, var in record.inputs]
    is_void = record.result_type.kind == "void"
    if record.entry.does_one_pass:
        lines.append("where_object.count = 1;")
    call = f"{record.entry.function}({', '.join(args)});"
    lines.append(call if is_void else f"__auto_type result = {call}")
    for key, var in compared(record):
        is_result = not key or isinstance(key[0], str)
        place = member_in_c(("result", *key)) if is_result else SUNK[key[1]] if key[0] is None else place_in_c(key)
        lines.append(f'printf("{CODES[var.type]} ", {"" if var.type in FORMATS else "(int)"}{place});')
    body = "\n        ".join(lines)
    loop = f'    while (count-- > 0) {{\n        {body}\n        puts("");\n    }}\n'
    return f"static void test_{record.name}(int count) {{\n{loop}}}\n"


def compared(record):
    """Returns the results that C has too: not whether a loop goes on."""
    return [(key, var) for key, var in record.outputs if not (key and key[0] is None and key[1] not in SUNK)]


def undecided(records, source):
    """Returns C functions in place of those that records leave something to: -1000, as undecided in Operations.v."""
    names = sorted({name for record in records for name in record.entry.undecided})
    heads = [c_generator.CGenerator().visit(source.prototypes[name]) for name in names]
    return "".join(f"{head} {{\n    return -1000;\n}}\n" for head in heads)


def unknown(records, source):
    """Returns C functions in place of those of which nothing is known: they give what the case says."""
    names = sorted({asked(*item) for record in records for item in record.inputs} - {None})
    heads = [(name, c_generator.CGenerator().visit(source.prototypes[name])) for name in names]
    return "".join(f"static int given_{name};\n{head} {{\n    return given_{name};\n}}\n" for name, head in heads)


# What the kernels of a batch store: a verdict, and a bit if it is open.
SUNK = {"bits": "yes_object", "certain": "!(open_object & 1)"}
HEAD = """#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static double scan(void) {
    char word[64];
    return scanf("%63s", word) == 1 ? strtod(word, NULL) : 0.0;
}
"""


def build(path, records, source, root_folder, folder, others):
    """Builds a program for records of a C file that need others. Its arguments: the record, and how many cases."""
    tests = "".join(program(record, source) for record in records)
    cases = "".join(
        f'    if (strcmp(argv[1], "{r.name}") == 0)\n        test_{r.name}(atoi(argv[2]));\n' for r in records
    )
    main = f"int main(int argc, char **argv) {{\n    (void)argc;\n{cases}    return 0;\n}}\n"
    code = folder / ("_".join([path, *others]).replace("/", "_") + "_test.c")
    included = "".join(f'#include "{root_folder / name}"\n' for name in [path, *others])
    stubs = undecided(records, source) + unknown(records, source)
    if "carom_batch_bytes" in source.globals:
        stubs += (
            "const unsigned char carom_batch_bytes[1 << CAROM_BATCH_LANES_MAX][CAROM_BATCH_LANES_MAX] = {{0}, {1}};\n"
        )
    code.write_text(f"{HEAD}{included}{stubs}{tests}{main}", encoding="utf-8")
    made = code.with_suffix("")
    options = ["-std=gnu11", "-O1", "-ffp-contract=off", "-w", "-DCAROM_PORTABLE", "-DNDEBUG", "-static"]
    options += [f"-I{root_folder / 'include'}", f"-I{root_folder / 'src'}", "-Wl,--unresolved-symbols=ignore-all"]
    subprocess.run(["gcc", *options, str(code), "-o", str(made), "-lm"], check=True)
    return made


def by_c(made, record, cases):
    """Returns the results of the C function for each case."""
    words = "\n".join(" ".join(f"{float(x).hex()}" for x in case) for case in cases)
    command = [str(made), record.name, str(len(cases))]
    lines = subprocess.run(command, input=words, check=True, capture_output=True, text=True).stdout.splitlines()
    kinds = [var.type for _, var in compared(record)]
    return [[read(kind, word) for kind, word in zip(kinds, line.split(), strict=True)] for line in lines]


def read(kind, word):
    """Returns a number that C has printed."""
    if kind in FORMATS:
        return float.fromhex(word.replace("-nan", "nan"))
    return int(word) if kind == INT else word != "0"


def agree(p, q):
    """Returns true if two results are the same bits, or both NaN."""
    if isinstance(p, float):
        return struct.pack("d", p) == struct.pack("d", q) or (math.isnan(p) and math.isnan(q))
    return p == q
