"""Writes the reference of the Python package: python_reference.py FOLDER.

Griffe reads the docstrings and the types of the installed package, those of the extension from the
compiled module. GROUPS sorts all public names into pages. Each page is Markdown, and README.md in the
folder lists all names.
"""

import fnmatch
import itertools
import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import griffe

# A page: its file, its title, and patterns of names. A pattern with a dot is one of a module, and
# stands for all public names of that module. A name belongs to the first page that has it.
GROUPS = [
    ("enums", "Codes", ["carom.enums"]),
    ("scenes", "Scenes", ["carom.scene*"]),
    ("characters", "Characters and crowds", ["carom.character*", "carom.crowd*"]),
    ("movers", "Moving balls", ["carom.mov*", "carom.motion*", "move_*", "depenetrate*"]),
    ("tables", "Tables, frames and Arrow", ["carom.tables", "carom.outputs"]),
    ("files", "Files", ["carom.files*"]),
    ("board", "Clearance of boards", ["carom.board"]),
    ("classic", "Methods of tutorials", ["carom.classic"]),
    ("plot", "Pictures", ["carom.plot"]),
    ("spark", "DataFrames of Spark", ["carom.spark"]),
    ("circles", "Circles and circles", ["*circle", "balls_*"]),
    ("walls", "Walls and walls", ["*wall_gap", "wall_contact", "WallContact"]),
    ("moving-walls", "Moving walls", ["*moving*", "turning_*", "WallEnds", "WallMoves"]),
    (
        "sweeps",
        "Moving circles",
        "sweep* cast passage path_* reflect velocity_* compare_time* Sweep Cast Passage Reflection Velocity*".split(),
    ),
    ("threads", "Threads", ["*_threads", "environment_*"]),
    ("contacts", "Circles and walls", ["*"]),
]
# The order in which the pages are listed and read.
ORDER = ["contacts", "circles", "walls", "sweeps", "moving-walls", "scenes", "movers", "characters", "tables", "files"]
ORDER += ["board", "plot", "spark", "enums", "classic", "threads"]

HEAD = """\
<!-- Written by `make docs-python` from the docstrings. Change those, not this file. -->

"""
FIRST = """\
# Reference of the Python package

[bindings/python/README.md](../../bindings/python/README.md) is the introduction. Lengths have the unit of your
coordinates. All functions of circles and walls are [ufuncs](https://numpy.org/doc/stable/reference/ufuncs.html) for
arrays: arguments broadcast, and `out=` and `where=` work. `carom.ufuncs` holds the ufuncs themselves.

"""

Member = griffe.Object | griffe.Alias


def page_of(path: str, name: str) -> str:
    """The file of the page for a public name that is defined at a path such as carom.enums.Relation."""
    module = path.rpartition(".")[0]
    for file, _, patterns in GROUPS:
        for pattern in patterns:
            if fnmatch.fnmatchcase(module if "." in pattern else name, pattern):
                return file
    raise AssertionError("the last pattern fits all names")


def public_members(package: griffe.Module) -> Iterator[tuple[str, str, Member]]:
    """All public names as a user writes them, with their page."""
    for name in package.exports or []:
        member = package[str(name)]
        if name == "__version__" or name == "ufuncs":
            continue
        if member.is_module:
            for inner in member.exports or [n for n in member.members if not n.startswith("_")]:
                inner_member = member[str(inner)]
                if not inner_member.is_alias or str(inner) in map(str, member.exports or []):
                    yield f"{name}.{inner}", page_of(f"carom.{name}.{inner}", str(inner)), inner_member
        else:
            yield str(name), page_of(member.canonical_path, str(name)), member


def is_answer(member: Member) -> bool:
    """True for a class of answers, which comes after what returns it."""
    return member.is_class and any("NamedTuple" in str(base) for base in member.bases)


def is_enum(member: Member) -> bool:
    """True for a class of codes."""
    return member.is_class and any("Enum" in str(base) for base in member.bases)


def summary(member: Member) -> str:
    """The first paragraph of a docstring, in one line."""
    if member.docstring is None:
        raise SystemExit(f"{member.canonical_path}: has no docstring")
    return " ".join(member.docstring.value.strip().split("\n\n")[0].split())


def signature(name: str, function: griffe.Function) -> str:
    """The call as a user writes it, with defaults and without types."""
    words = []
    kinds = griffe.ParameterKind
    parameters = [p for p in function.parameters if p.name not in ("self", "cls")]
    for i, p in enumerate(parameters):
        star = {kinds.var_positional: "*", kinds.var_keyword: "**"}.get(p.kind, "")
        if p.kind is kinds.keyword_only and not any("*" in word for word in words):
            words.append("*")
        words.append(star + p.name + ("" if p.default is None or star else f"={p.default}"))
        is_last = i + 1 == len(parameters) or parameters[i + 1].kind is not kinds.positional_only
        if p.kind is kinds.positional_only and is_last:
            words.append("/")
    return f"{name}({', '.join(words)})"


def paragraphs(text: str) -> str:
    """The text of a docstring as it is, its lines joined where they are not code or a list."""
    blocks = text.strip().split("\n\n")
    return "\n\n".join(b if b.startswith((" ", "-", "|", ">>>", "```")) else " ".join(b.split()) for b in blocks)


def rows(items: list[tuple[str, str, str]], first: str) -> str:
    """A table of names, types and descriptions. The column of types is left out if all are empty."""
    typed = any(kind for _, kind, _ in items)
    lines = [
        f"| {first} | type | |" if typed else f"| {first} | |",
        "| --- | --- | --- |" if typed else "| --- | --- |",
    ]
    # Arguments that share a description, such as cx, cy, r, share a row. A field without one shares
    # that of the field before it: px, py.
    for i in range(1, len(items)):
        name, kind, text = items[i]
        if not text and kind in ("", items[i - 1][1]):
            items[i] = (name, *items[i - 1][1:])
    for (kind, text), same in itertools.groupby(items, lambda item: item[1:]):
        names = ", ".join(f"`{name}`" for name, _, _ in same)
        cells = [names, *([kind] if typed else []), " ".join(text.split())]
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines)


def type_text(annotation: object) -> str:
    """A type as the docstring has it. Griffe reads `str, bytes or None` as a tuple and `-` as minus."""
    text = str(annotation or "").replace(" - ", "-")
    return text[1:-1] if text.startswith("(") and (" or " in text or "Error" in text) else text


def section(part: griffe.DocstringSection) -> str:
    """One section of a docstring in Markdown."""
    kinds = griffe.DocstringSectionKind
    titles = {kinds.parameters: "argument", kinds.other_parameters: "argument", kinds.attributes: "attribute"}
    if part.kind is kinds.text:
        return paragraphs(part.value)
    if part.kind in titles:
        items = [(v.name, type_text(v.annotation), v.description) for v in part.value]
        return rows(items, titles[part.kind])
    if part.kind in (kinds.returns, kinds.yields):
        lines = []
        for value in part.value:
            kind = " ".join(filter(None, [f"`{value.name}`" if value.name else "", type_text(value.annotation)]))
            text = " ".join(value.description.split())
            lines.append(f"- {kind}: {text}" if text else f"- {kind}")
        return "Returns:\n\n" + "\n".join(lines)
    if part.kind in (kinds.raises, kinds.warns):
        lines = [f"- `{type_text(value.annotation)}`: {' '.join(value.description.split())}" for value in part.value]
        return f"{part.kind.value.capitalize()}:\n\n" + "\n".join(lines)
    if part.kind is kinds.examples:
        texts = [value.strip() if kind is kinds.text else f"```pycon\n{value}\n```" for kind, value in part.value]
        return "\n\n".join(texts)
    if part.kind is kinds.admonition:
        return f"**{part.title}** {paragraphs(part.value.description)}"
    raise SystemExit(f"the reference has no form for the section {part.kind.value} of a docstring")


def entry(name: str, member: Member, level: int) -> str:
    """A function, class or attribute with what belongs to it."""
    parts = [f"{'#' * level} {name}"]
    if member.is_class:
        # The members of an alias are aliases, too.
        member = member.final_target if member.is_alias else member
    call = constructor(member) if member.is_class else member if member.is_function else None
    if call is not None:
        parts.append(f"```python\n{signature(name.rpartition('.')[2] if level > 2 else name, call)}\n```")
    parts += [section(part) for part in (member.docstring.parsed if member.docstring else [])]
    return "\n\n".join(parts + class_parts(name, member, level) if member.is_class else parts)


def describes_arguments(member: Member) -> bool:
    """True if the docstring of a class has a section of arguments."""
    parts = member.docstring.parsed if member.docstring else []
    return any(part.kind is griffe.DocstringSectionKind.parameters for part in parts)


def constructor(member: Member) -> Member | None:
    """The function that makes an object of a class, if users call it: its arguments are described."""
    if is_answer(member) or is_enum(member) or not describes_arguments(member):
        return None
    return next((member.all_members[name] for name in ("__init__", "__new__") if name in member.all_members), None)


def class_parts(name: str, member: Member, level: int) -> list[str]:
    """The fields of a class in a table, then its methods, also those of its bases."""
    own = [m for n, m in member.all_members.items() if not n.startswith("_") and not m.is_module]
    fields = [m for m in own if m.is_attribute]
    parts = []
    if fields and not any(p.kind is griffe.DocstringSectionKind.attributes for p in member.docstring.parsed):
        enum = is_enum(member)
        items = [(m.name, str(m.value) if enum else "", m.docstring.value if m.docstring else "") for m in fields]
        parts.append(rows(items, "member" if enum else "field").replace("| type |", "| code |"))
    return parts + [entry(f"{name}.{m.name}", m, level + 1) for m in own if m.is_function]


def pages() -> dict[str, str]:
    """All files of the reference: name and text."""
    logging.getLogger("griffe").setLevel(logging.ERROR)
    package = griffe.load("carom", docstring_parser="numpy", resolve_aliases=True)
    if not isinstance(package, griffe.Module):
        raise SystemExit("carom is not a module")
    members: dict[str, list[tuple[str, Member]]] = {file: [] for file in ORDER}
    for name, page, member in public_members(package):
        members[page].append((name, member))
    for of_page in members.values():
        of_page.sort(key=lambda item: is_answer(item[1]))
    titles = {file: title for file, title, _ in GROUPS}
    files = {"README.md": HEAD + FIRST}
    for file in ORDER:
        lines = [f"| [`{n}`]({file}.md#{n.replace('.', '').lower()}) | {summary(m)} |" for n, m in members[file]]
        table = "\n".join(["| name | |", "| --- | --- |", *lines])
        files["README.md"] += f"## [{titles[file]}]({file}.md)\n\n{table}\n\n"
        entries = "\n\n".join(entry(name, member, 2) for name, member in members[file])
        files[f"{file}.md"] = f"{HEAD}# {titles[file]}\n\n{entries}\n"
    files["README.md"] = files["README.md"].rstrip() + "\n"
    return files


def main() -> None:
    if len(sys.argv) != 2:
        raise SystemExit("usage: python_reference.py FOLDER")
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    files = pages()
    for old in folder.glob("*.md"):
        if old.name not in files:
            old.unlink()
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    print(f"{folder}: {len(files)} files")


if __name__ == "__main__":
    main()
