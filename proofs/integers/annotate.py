"""Puts the contracts of a .acsl file in front of the functions and loops of a C source: the source stays as it is.

Usage: annotate.py [--some] SOURCE CONTRACTS > ANNOTATED

Stops if a function or a loop has no contract. With --some, only those that the contracts name have one, and a contract
may be of another source. "replace TEXT" with "with TEXT" on the next line of the contracts replaces text of the copy.
"""

import re
import sys


def contracts_of(path):
    """Return the text of each contract, by ("function", name) or ("loop", name, number); and the replacements."""
    contracts, replaced = {}, []
    keys = []
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        words = line.split()
        if not words or words[0].startswith("#"):
            continue
        if words[0] == "replace":
            replaced.append([line.strip().partition(" ")[2]])
            continue
        if words[0] == "with":
            replaced[-1].append(line.strip().partition(" ")[2])
            continue
        if words[0] == "function":
            keys = [("function", name) for name in words[1:]]
        elif words[0] == "loop" and len(words) == 3 and words[2].isdigit():
            keys = [("loop", words[1], int(words[2]))]
        else:
            for key in keys:
                contracts[key] = contracts.get(key, "") + line
            continue
        for key in keys:
            if key in contracts:
                sys.exit(f"{path}:{number}: {' '.join(map(str, key))} has two contracts")
            contracts[key] = ""
    return contracts, replaced


# The first line of a function that is defined.
HEAD = re.compile(r"^(?=\w)(?:CAROM_INLINE(?:_LATE)? |CAROM_NOINLINE |static )?(?:inline )?[\w *]*?\b(\w+)\((?!.*;$)")
LOOP = re.compile(r"^\s*(?:for|while) \(")


def annotated(source, contracts, some=False):
    """Return the lines of the source with its contracts, and what has no contract or no place."""
    named = {key[1] for key in contracts}
    used = set()
    name, loops, missing = None, 0, []
    out = []
    for number, line in enumerate(source, 1):
        head = HEAD.match(line)
        key = None
        if head:
            name, loops = head[1], 0
            key = ("function", name)
        elif name and LOOP.match(line):
            loops += 1
            key = ("loop", name, loops)
        if key:
            if some and name not in named:
                pass
            elif key not in contracts:
                missing.append(f"line {number}: {' '.join(map(str, key))} has no contract")
            else:
                used.add(key)
                out.append(f"/*@ {contracts[key]}*/\n")
        out.append(line)
    if not some:
        missing += [f"{' '.join(map(str, key))} is not in the source" for key in contracts if key not in used]
    return out, missing


def main():
    """Print the annotated source."""
    some = sys.argv[1] == "--some"
    source, contracts = sys.argv[1 + some :]
    contracts, replaced = contracts_of(contracts)
    text = open(source, encoding="utf-8").read()
    for old, new in replaced:
        text = text.replace(old, new)
    out, problems = annotated(text.splitlines(keepends=True), contracts, some)
    if problems:
        sys.exit("\n".join(f"{source}: {problem}" for problem in problems))
    sys.stdout.writelines(out)


if __name__ == "__main__":
    main()
