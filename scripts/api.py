#!/usr/bin/env python3
"""Makes carom_api.json, the public API for programs that generate bindings, from the headers.

usage: api.py OUTPUT_FILE [INCLUDE_FOLDER]

docs/bindings.md describes the file. The parser knows the C of the headers in include/carom and
nothing else: what it does not know stops it.
"""

import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TOKEN = re.compile(r"///[^\n]*|//[^\n]*|#(?:[^\n]*\\\n)*[^\n]*|\w+(?:\.\w+)?|\.\.\.|\S")
MARKERS = {"CAROM_API", "CAROM_API_INLINE", "CAROM_BEGIN_C", "CAROM_END_C"}


class Reader:
    """The tokens of a header, without comments; `///` comments are kept as the text above a token."""

    def __init__(self, name, text):
        self.name, self.tokens, self.docs, self.at = name, [], {}, 0
        doc = []
        for token in TOKEN.finditer(text):
            word = token[0]
            if word.startswith("///"):
                doc.append(word[3:].removeprefix(" "))
                continue
            if doc:
                self.docs[len(self.tokens)] = "\n".join(doc).strip()
            doc = []
            if not word.startswith("//"):
                self.tokens.append(word)
        self.tokens += ["", ""]  # the end
        self.doc = "\n".join(line[2:].removeprefix(" ") for line in re.match(r"(?://(?!/).*\n)*", text)[0].splitlines())

    def peek(self):
        return self.tokens[self.at] if self.at < len(self.tokens) else ""

    def take(self, expected=None):
        token = self.peek()
        if not token or expected not in (None, token):
            around = " ".join(self.tokens[max(0, self.at - 8) : self.at + 3])
            sys.exit(f"api.py: {self.name}: {expected or 'more'} expected near: {around}")
        self.at += 1
        return token

    def take_if(self, token):
        if self.peek() != token:
            return False
        self.at += 1
        return True

    def skip_body(self):
        depth = 0
        while True:
            depth += {"{": 1, "}": -1}.get(self.take(), 0)
            if depth == 0:
                return


def number(text, constants):
    """The value of a constant expression of the headers, or None."""
    text = re.sub(r"\bU?INT\d+_C\b", "", text)
    text = re.sub(r"\b(0x[0-9a-fA-F]+|\d+)[uUlL]+\b", r"\1", text)
    for name in re.findall(r"\b[A-Za-z]\w*", text):
        if not name.startswith("0x") and name not in constants:
            return None
    if not re.fullmatch(r"[\w\s()+*<>|&~-]+", text):
        return None
    return eval(text, {"__builtins__": {}}, constants)  # numbers and operators only


class Headers:
    """Reads the headers in the order in which they include each other."""

    def __init__(self, folder):
        self.folder, self.seen, self.constants = folder, set(), {"UINT32_MAX": 2**32 - 1}
        self.headers, self.declarations = [], []

    def read(self, name):
        if name in self.seen:
            return
        self.seen.add(name)
        reader = Reader(name, (self.folder / name).read_text(encoding="utf-8"))
        while reader.peek():
            doc = reader.docs.get(reader.at, "")
            token = reader.peek()
            if token.startswith("#"):
                self.directive(reader.take(), name, doc)
            elif token in ("CAROM_BEGIN_C", "CAROM_END_C"):
                reader.take()
            else:
                self.declaration(reader, doc)
        self.headers.append({"name": name, "doc": reader.doc})

    def directive(self, text, header, doc):
        included = re.match(r'#\s*include\s*"(.*)"', text)
        if included:
            self.read(included[1])
        macro = re.match(r"#\s*define\s+(CAROM_\w+)[ \t]+(.+)", text)
        if not macro:
            return
        text = macro[2].strip()
        value = json.loads(text) if text.startswith('"') else number(text, self.constants)
        # The macros of base.h that tell C compilers what to do are no numbers.
        if value is None and header != "carom/base.h":
            sys.exit(f"api.py: {header}: {macro[1]} is no number")
        if value is not None:
            self.constants[macro[1]] = value
            self.declarations.append({"kind": "macro", "name": macro[1], "value": value, "header": header, "doc": doc})

    def declaration(self, r, doc):
        start = r.at
        if r.take_if("typedef"):
            if r.peek() == "enum":
                found = self.enumeration(r)
            elif r.peek() == "struct" and r.tokens[r.at + 2] in "{;" + r.tokens[r.at + 1]:
                found = self.structure(r)
            else:
                base = self.base(r)
                name, kind = self.declarator(r, base)
                is_callback = "function" in kind
                found = {"kind": "callback" if is_callback else "typedef", "name": name}
                found.update(kind["function"] if is_callback else {"type": kind})
            r.take(";")
            text = r.tokens[start : r.at]
        elif r.peek() in ("CAROM_API", "CAROM_API_INLINE"):
            inline = r.take() == "CAROM_API_INLINE"
            start = r.at
            name, kind = self.declarator(r, self.base(r))
            found = {"kind": "function", "name": name, "inline": inline, **kind["function"]}
            text = [*r.tokens[start : r.at], ";"]
            r.skip_body() if inline else r.take(";")
        else:
            r.take("a declaration")
        self.declarations.append({**found, "header": r.name, "doc": doc, "c": joined(text)})

    def enumeration(self, r):
        r.take("enum")
        r.take()
        r.take("{")
        values, following = [], 0
        while not r.take_if("}"):
            doc, name, text = r.docs.get(r.at, ""), r.take(), []
            if r.take_if("="):
                while r.peek() not in (",", "}"):
                    text.append(r.take())
                following = number(" ".join(text), self.constants)
            self.constants[name] = following
            values.append({"name": name, "value": following, "doc": doc})
            following += 1
            r.take_if(",")
        return {"kind": "enum", "name": r.take(), "values": values}

    def structure(self, r):
        r.take("struct")
        r.take()
        if not r.take_if("{"):
            return {"kind": "opaque", "name": r.take()}
        fields = []
        while not r.take_if("}"):
            doc, base = r.docs.get(r.at, ""), self.base(r)
            while True:
                name, kind = self.declarator(r, base)
                fields.append({"name": name, "type": kind, "doc": doc})
                if not r.take_if(","):
                    break
            r.take(";")
        return {"kind": "struct", "name": r.take(), "fields": fields}

    def base(self, r):
        """A type's name, with const before or after it."""
        const, words = r.take_if("const"), []
        while r.peek() in ("unsigned", "signed", "long", "short", "struct", "enum"):
            words.append(r.take())
        if not words or words[-1] in ("struct", "enum") or r.peek() in ("int", "char"):
            words.append(r.take())
        const = r.take_if("const") or const
        kind = {"name": " ".join(word for word in words if word not in ("struct", "enum"))}
        return {**kind, "const": True} if const else kind

    def declarator(self, r, kind):
        """The name and the type that follow a base type: pointers, arrays, functions."""
        while r.take_if("*"):
            kind = {"pointer": kind}
            if r.take_if("const"):
                kind["const"] = True
        if r.take_if("("):
            # (*name)(parameters): a pointer to a function.
            r.take("*")
            name = r.take()
            r.take(")")
            return name, {"pointer": self.function(r, kind)}
        name = r.take() if re.match(r"[A-Za-z_]", r.peek()) else ""
        if r.peek() == "(":
            return name, self.function(r, kind)
        sizes = []
        while r.take_if("["):
            sizes.append(self.size(r))
            r.take("]")
        for size in reversed(sizes):
            kind = {"array": kind, "size": size}
        return name, kind

    def size(self, r):
        """The value of one token, which becomes that number in "c" as well."""
        value = number(r.take(), self.constants)
        if value is None:
            sys.exit(f"api.py: {r.name}: {r.tokens[r.at - 1]} is no size")
        r.tokens[r.at - 1] = str(value)
        return value

    def function(self, r, returns):
        r.take("(")
        parameters = []
        if r.peek() == "void" and r.tokens[r.at + 1] == ")":
            r.take()
        while not r.take_if(")"):
            name, kind = self.declarator(r, self.base(r))
            parameters.append({"name": name, "type": kind})
            if r.peek() != ")":
                r.take(",")
        return {"function": {"returns": returns, "parameters": parameters}}


def joined(tokens):
    """One line of C."""
    text = " ".join(token for token in tokens if token not in MARKERS)
    text = re.sub(r" ([,;)\]])", r"\1", text)
    text = re.sub(r"([(\[]) ", r"\1", text)
    text = re.sub(r"(?<=[\w)\]]) (?=[(\[](?!\*))", "", text)
    return re.sub(r"\* (?=[\w*(])", "*", text).replace("*const ", "*const ")


def api(folder=ROOT / "include"):
    """The API as a dictionary, in the form of carom_api.json."""
    headers = Headers(folder)
    headers.read("carom/carom.h")
    return {
        "format": 1,
        "version": headers.constants["CAROM_VERSION_STRING"],
        "headers": headers.headers,
        "declarations": headers.declarations,
    }


def main():
    if len(sys.argv) not in (2, 3):
        sys.exit("usage: api.py OUTPUT_FILE [INCLUDE_FOLDER]")
    folder = pathlib.Path(sys.argv[2]) if len(sys.argv) == 3 else ROOT / "include"
    output = pathlib.Path(sys.argv[1])
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(json.dumps(api(folder), indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
