#!/usr/bin/env python3
"""Makes carom.h and carom.c: all public headers in one file, and the library in another.

usage: amalgamate.py OUTPUT_FOLDER

Every header is copied where it is first included. The sources follow in the order of
src/CMakeLists.txt, the kernels at the end. What CMake does with options is done here with pragmas.
The kernels of all instruction sets are the same text; macros give its names a suffix for each set,
so that lanes64 becomes lanes64_avx2.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

HEADER = "All public headers, which are the manual."
SOURCE = """The library. C11 or C++11, without options:
//
//     cc -O1 program.c carom.c -lm
//
// The program chooses the instruction set of the kernels when it runs. Define NDEBUG to compile
// without asserts."""

PROLOGUE = """
// For aligned_alloc, if the compiler takes C99 for the default.
#ifndef _ISOC11_SOURCE
#define _ISOC11_SOURCE 1
#endif

// All results have the same bits everywhere, so products and sums must not be fused.
#if defined(__clang__)
#pragma STDC FP_CONTRACT OFF
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wmissing-field-initializers"
#ifdef __cplusplus // what is an extension in C++, or has a warning only there
#pragma clang diagnostic ignored "-Wunknown-warning-option"
#pragma clang diagnostic ignored "-Wbitwise-instead-of-logical"
#pragma clang diagnostic ignored "-Wenum-float-conversion"
#pragma clang diagnostic ignored "-Wc99-designator"
#pragma clang diagnostic ignored "-Wc99-extensions"
#pragma clang diagnostic ignored "-Wc++20-designator"
#endif
#elif defined(__GNUC__)
#pragma GCC push_options
// gcc 12 fuses in spite of fp-contract=off where it makes vectors of p + s u and q - t v. Without
// errno the compiler uses the instruction for a square root and no call.
#pragma GCC optimize("fp-contract=off", "no-tree-slp-vectorize", "no-math-errno")
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wmissing-field-initializers"
#pragma GCC diagnostic ignored "-Wmaybe-uninitialized"
#pragma GCC diagnostic ignored "-Wshadow" // a local name of one file can be a global one of another
#ifdef __cplusplus
#pragma GCC diagnostic ignored "-Wextra"
#pragma GCC diagnostic ignored "-Wpedantic" // designated initializers and compound literals of C
#if __GNUC__ >= 12
#pragma GCC diagnostic ignored "-Wc++20-extensions"
#endif
#endif
#endif

// The functions that carom.h defines inline are symbols of this file. C++ would leave out those that
// nothing here calls.
#if defined(__cplusplus) && defined(__GNUC__)
#define CAROM_API_INLINE CAROM_API __attribute__((used)) inline
#elif !defined(__cplusplus)
#define CAROM_API_INLINE CAROM_API extern inline
#endif

#include "carom.h"

#include <float.h>

// See compiler.h.
#define CAROM_SINGLE_FILE 1

#ifndef DBL_TRUE_MIN // C++11 has none
#define DBL_TRUE_MIN 4.9406564584124654e-324
#endif
#ifdef __cplusplus
#define _Static_assert static_assert
#define _Alignof alignof
#endif
"""
EPILOGUE = """
#if defined(__clang__)
#pragma clang diagnostic pop
#elif defined(__GNUC__)
#pragma GCC diagnostic pop
#pragma GCC pop_options
#endif
"""
PUSH = """
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC push_options
#endif
"""
POP = """
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC pop_options
#endif
"""
# The integers of the exact path gain from such vectors and cannot fuse.
SLP = PUSH.replace("#endif", '#pragma GCC optimize("tree-slp-vectorize")\n#endif')


def without_hexadecimals(text):
    """The text with all hexadecimal floating constants in decimals, which C++11 has."""
    number = re.compile(r"\b(0x[0-9a-f.]+p[+-]?\d+)(f?)\b")
    code = re.compile(r"^[^\n]*?(?=//|$)", re.M)

    def decimal(m):
        return repr(float.fromhex(m[1])) + m[2]

    return code.sub(lambda line: number.sub(decimal, line[0]), text)


def with_casts(text):
    """The text with a cast where a pointer is declared with a value. C++ needs it for void *."""
    left = r"^( +(?:static )?((?:const )?\w+ \*)(?:const )?\w+ =)"
    right = r"\s+(?:\(void|(?:\w+(?:->|\.))*\w+[;,(])[^;?]*;"
    return re.sub(rf"{left}(?={right})", r"\1 (\2)", text, flags=re.M)


def path_of(name):
    """The file that is included by this name."""
    for folder in ("include", "src"):
        path = ROOT / folder / name
        if path.is_file():
            return path
    sys.exit(f'amalgamate.py: #include "{name}": neither include/ nor src/ has this file')


def expand(name, seen, lanes=None):
    """The text of a file with the files that it includes, those with include guards once.

    Of the headers simd/lanes_*.h only `lanes` is included.
    """
    text = path_of(name).read_text(encoding="utf-8")
    guarded = re.fullmatch(r"((?://.*\n)*)\n*#ifndef (\w+_H)\n#define \2\n((?s:.*))#endif\n", text)
    if guarded:
        if name in seen:
            return ""
        seen.add(name)
        text = guarded[1] + guarded[3]
    if name == "simd/lanes.h":
        text = re.sub(r"#if .*?\n#endif\n", f'#include "{lanes}"\n', text, count=1, flags=re.S)
    text = re.sub(r'#include "(.+)"\n', lambda m: expand(m[1], seen, lanes), text)
    return f"\n// ---- {path_of(name).relative_to(ROOT).as_posix()} ----\n\n{text}"


def names_in(text):
    """The names that the text of kernels defines at file scope."""
    text = re.sub(r"//.*", "", text)
    name = r"(KERNEL\(\w+\)|\b\w+)"
    names = re.findall(rf"^(?:static|CAROM_\w*INLINE\w*) [^;{{=()]*?{name}(?:\(|\[| =)", text, re.M)
    names += re.findall(r"^typedef [^{};]*\b(\w+);", text, re.M)
    names += re.findall(r"^typedef (?:\w+ (\w+)\(|struct (\w+) \{)", text, re.M)
    for body in re.findall(r"^enum \{(.*?)\};", text, re.M | re.S):
        names += re.findall(rf"{name} =", body)
    kernel = re.compile(r"KERNEL\((\w+)\)")
    names = [name if isinstance(name, str) else "".join(name) for name in names]
    return {kernel.sub(rf"\1_of_{of}", name) for name in names for of in ("doubles", "floats")}


def kernels(name, seen):
    """The kernels of one instruction set, with names of their own.

    Those in plain C are compiled only where there are no vectors, to save time.
    """
    suffix = pathlib.Path(name).stem.removeprefix("kernels")
    others = {header for header in seen if not header.startswith("simd/lanes")}
    text = expand(name, others, f"simd/lanes{suffix}.h")
    macros = set(re.findall(r"^#define (\w+)", text, re.M))
    names = sorted(names_in(text))
    if suffix == "_scalar":
        vectors = "defined(CAROM_X86) || defined(CAROM_NEON) || defined(CAROM_SIMD128)"
        text = f"\n#if !({vectors})\n{text}#endif\n"
    return "".join(
        [
            "\n",
            *(f"#define {name} {name}{suffix}\n" for name in names),
            PUSH,
            text,
            POP,
            *(f"#undef {name}\n" for name in [*names, *sorted(macros)]),
        ]
    )


def banner(what):
    """The comment at the top of a file."""
    version = re.search(r'VERSION_STRING "(.*)"', path_of("carom/version.h").read_text())[1]
    licence = "\n".join(f"// {line}".rstrip() for line in (ROOT / "LICENSE").open(encoding="utf-8"))
    return (
        f"// Carom {version} in two files, carom.h and carom.c. {what}\n//\n"
        f"// Made by scripts/amalgamate.py of Carom's source tree.\n//\n{licence}\n"
    )


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: amalgamate.py OUTPUT_FOLDER")
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    cmake = (ROOT / "src/CMakeLists.txt").read_text(encoding="utf-8")
    names = re.search(r"add_library\(carom\n(.*?)\)", cmake, re.S)[1].split()
    with_slp = re.search(r"set_source_files_properties\((.*?)PROPERTIES", cmake, re.S)[1].split()

    seen = set()
    header = expand("carom/carom.h", seen)
    parts = [banner(HEADER), "#ifndef CAROM_H\n#define CAROM_H\n", header, "\n#endif\n"]
    (folder / "carom.h").write_text("".join(parts), encoding="utf-8")

    parts = [banner(SOURCE), PROLOGUE]
    for name in names:
        # The prologue does what inlines.c does.
        if not name.startswith("simd/") and name != "api/inlines.c":
            text = expand(name, seen)
            parts += [SLP, text, POP] if name in with_slp else [text]
    parts += [kernels(name, seen) for name in names if name.startswith("simd/")]
    (folder / "carom.c").write_text(with_casts(without_hexadecimals("".join([*parts, EPILOGUE]))), encoding="utf-8")


if __name__ == "__main__":
    main()
