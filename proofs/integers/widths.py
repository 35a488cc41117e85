"""Writes the widths of the exact stage as lemmas for Coq, from its C source.

Usage: widths.py SRC DECODE.C OUT.V

mutants.py sets CAROM_PROOF_ONLY to the one source to run, and CAROM_PROOF_SPARE to a wrong number, "limbs_for=2".

Runs the functions of SOURCES on symbols, along every path, for limbs of 64 and of 32 bits. A number of limbs is a
symbol n, the limbs of an input. Each call of the functions of limbs.h becomes a step, and what it requires
becomes a check: operands fit their limbs, |x| + |y| leaves the top bit free, and no array is too short. Widths.v proves
that checks that pass hold for all inputs. This program checks itself that no limb is read before it is written, and
that products do not overwrite their factors.
"""

import os
import pathlib
import re
import sys

from c_paths import Machine, Problem, Struct, Symbol, c_ast, parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = ["rest/relation_integers.c", "sweep/sweep_integers.c", "rest/distance_order_integers.c"]
FACTOR = Symbol("the m of a moment")
SHIFT = Symbol("the shift of a moment")


class Unit:
    """The unit of a problem's integers: scaled by the shift of a moment, or not."""

    def __init__(self, scaled):
        self.scaled = scaled


class Length:
    """A number of limbs a n + b. Inputs below 2^W have n words with W and `spare` bits, by contract of `maker`."""

    def __init__(self, a, b, maker):
        self.a, self.b, self.maker = a, b, maker


class Limbs:
    """An array of limbs: how many it has, and how many of them hold which step's value."""

    def __init__(self, machine, room):
        self.machine, self.room, self.step, self.length = machine, room, None, None

    def copy(self):
        """Return a copy, as the assignment of a struct makes it."""
        same = Limbs(self.machine, self.room)
        same.step, same.length = self.step, self.length
        return same

    def __setitem__(self, at, limb):
        """Set the lowest limb of 0 to 1."""
        zero = self.machine.known.get(("zero", self.step))
        if (at, limb) != (0, 1) or not self.machine.chosen.get(zero):
            raise Problem("a limb is set, and the others are not known to be 0")
        self.step = self.machine.step("One")


class Steps:
    """The steps and checks of all sources, without repetitions."""

    def __init__(self, spares):
        self.steps, self.numbers = [], {}
        self.spares, self.checks, self.rooms = spares, {}, {}


class Tiers(Machine):
    """Runs an exact source: its limbs and problems are symbols."""

    def __init__(self, tree, steps, limb_bits):
        super().__init__(tree)
        self.steps, self.limb_bits = steps, limb_bits
        self.inlined = {"vector_is_zero"}
        self.primitives = {
            name: getattr(self, name)
            for name in dir(self)
            if name.startswith(("limbs_", "pose_inputs", "load", "to_wide", "moment_of", "memset"))
            and name in {*self.functions, "memset"}
        }
        for name, node in self.functions.items():
            if name.startswith("wide_") and name != "wide_of_limb_difference":
                self.primitives[name] = lambda *_, kind=node.decl.type.type: self.make(kind)
        # It poses a problem of its own and is run by itself.
        self.primitives["carom_exact_feature"] = lambda *_: Symbol("feature")

    # ---- steps and checks ----

    def step(self, *key):
        """Return the number of a step."""
        if key not in self.steps.numbers:
            self.steps.steps.append(key)
            self.steps.numbers[key] = len(self.steps.steps)
        return self.steps.numbers[key]

    def parts(self, length):
        """Return a and b of a length."""
        return (0, length) if isinstance(length, int) else (length.a, length.b)

    def multiple(self, length):
        """Return how many times the length of an input this is, and who chose that length."""
        if isinstance(length, Length) and length.b == 0:
            return length.a, length.maker
        words = self.known.get("words")
        if not isinstance(length, int) or words is None or length % words[0] != 0:
            raise Problem(f"no multiple of the length of an input: {self.parts(length)}")
        return length // words[0], words[1]

    def room(self, array, length):
        """Check that an array has this many limbs."""
        if not isinstance(array, Limbs):
            raise Problem("no array of limbs")
        self.steps.rooms.setdefault(self.limb_bits, set()).add((*self.parts(length), array.room))

    def read(self, array, length):
        """Return the step whose value is read."""
        self.room(array, length)
        if array.step is None:
            raise Problem("limbs are read that are not written")
        have, want = self.parts(array.length), self.parts(length)
        if have[0] < want[0] or have[1] < want[1]:
            raise Problem(f"{want} limbs are read, {have} are written")
        if array.step == "factor":
            if length != self.constants["LIMBS_64"]:
                raise Problem("a factor has one word")
        else:
            self.check(length, "Fits", array.step)
        return array.step

    def check(self, length, *what):
        """Note a check of a length."""
        times, maker = self.multiple(length)
        self.steps.checks.setdefault(maker, set()).add((*what, times))

    def write(self, array, length, step):
        """Set an array to the value of a step."""
        self.room(array, length)
        array.step, array.length = step, length

    # ---- lengths ----

    def make(self, kind, name=""):
        """Return a fresh value of a type."""
        if isinstance(kind, c_ast.ArrayDecl) and getattr(kind.type.type, "names", None) == ["limb"]:
            return Limbs(self, self.value(kind.dim, {}))
        return super().make(kind, name)

    def binary(self, op, x, y):
        """Return the result of an operation."""
        if isinstance(x, Unit) or isinstance(y, Unit):
            return Unit(True) if op == "-" and y is SHIFT and not x.scaled else Symbol(op)
        if not isinstance(x, Length) and not isinstance(y, Length):
            return super().binary(op, x, y)
        maker = x.maker if isinstance(x, Length) else y.maker
        if op == "*" and isinstance(x, int):
            return Length(x * y.a, x * y.b, maker)
        if op == "+":
            (a, b), (c, d) = self.parts(x), self.parts(y)
            return Length(a + c, b + d, maker)
        if op in ("==", "<=") and isinstance(y, int) and self.parts(x) == (1, 0):
            return self.named((op, maker, y), when_true=lambda: self.known.update(words=(y, maker)))
        raise Problem(f"a length {op}")

    def assume(self, node, env):
        """Check an assumption on lengths."""
        test = next(item for item in node.block_items if isinstance(item, c_ast.If)).cond.expr
        parts = [test.left, test.right] if test.op == "&&" else [test]
        for part in parts:
            length, limit = self.value(part.left, env), self.value(part.right, env)
            if part.op == ">=" and limit == 1 and sum(self.parts(length)) >= 1:
                continue
            if part.op != "<=":
                raise Problem(f"{node.coord}: an assumption")
            self.steps.rooms.setdefault(self.limb_bits, set()).add((*self.parts(length), limit))

    # ---- primitives ----

    def limbs_for(self, *_):
        return Length(1, 0, "limbs_for")

    def limbs_between(self, *_):
        return Length(1, 0, "limbs_between")

    def limbs_at(self, *_):
        return Length(1, 0, "limbs_at")

    def pose_inputs(self, p, inputs, count, extent, _tier):
        if len(inputs) < count:
            raise Problem("fewer inputs than their count")
        number = self.known.get("problems", 0)
        self.known["problems"] = number + 1
        p.fields.update(number=number, count=count, unit=Unit(False), limbs=self.limbs_for(), extent=extent)

    def moment_of(self, _):
        return Struct({"m": FACTOR, "shift": SHIFT})

    def load(self, out, n, p, i):
        if not 0 <= i < p.fields["count"]:
            raise Problem(f"input {i} is not there")
        moves = p.fields["count"] == self.constants["INPUTS"]
        # p.number and i keep the inputs apart.
        self.write(out, n, self.step("In", p.fields["unit"].scaled, moves, p.fields["number"], i))
        self.read(out, n)
        return Symbol("negative")

    def limbs_set(self, out, n, m, shift):
        if m is not FACTOR or shift != 0:
            raise Problem("limbs_set of another number than a moment's")
        self.write(out, n, "factor")

    def limbs_sum(self, out, n, x, _x_negative, y, _y_negative):
        steps = self.read(x, n), self.read(y, n)
        self.check(n, "Free", *steps)
        self.write(out, n, self.step("Sum", *steps))
        return Symbol("negative")

    def limbs_mul(self, out, x, nx, y, ny):
        if out is x or out is y:
            raise Problem("a product overwrites its factor")
        steps = self.read(x, nx), self.read(y, ny)
        product = self.step("Scale", steps[0]) if steps[1] == "factor" else self.step("Mul", *steps)
        self.write(out, self.binary("+", nx, ny), product)

    def limbs_copy(self, out, x, n):
        if out is x:
            raise Problem("a copy overwrites its original")
        self.write(out, n, self.read(x, n))

    def limbs_compare(self, x, y, n):
        self.read(x, n)
        self.read(y, n)
        return Symbol("order")

    def limbs_is_zero(self, x, n):
        return self.named(("zero", self.read(x, n)))

    def limbs_sign(self, x, n, _negative):
        self.read(x, n)
        return Symbol("sign")

    def to_wide(self, x, n, _negative, _unit):
        self.read(x, n)
        return self.make(self.functions["to_wide"].decl.type.type)

    def memset(self, *_):
        return None


def run_entries(src, path, steps, limb_bits):
    """Run all functions of a source that other sources call. Return the machine."""
    tree = parse(src / path, [src, ROOT / "include"], limb_bits)
    machine = Tiers(tree, steps, limb_bits)
    for name, node in machine.functions.items():
        if "static" in node.decl.storage or not name.startswith("carom_exact_"):
            continue
        args = [
            machine.make(p.type.type if isinstance(p.type, c_ast.PtrDecl) else p.type, p.name)
            for p in node.decl.type.args.params
        ]
        try:
            machine.paths(lambda node=node, args=args: machine.enter(node, args))
        except Problem as problem:
            sys.exit(f"widths: {path}: {name}: {problem}")
    return machine


def term(key):
    """Return a step or a check as a term of Coq."""
    if key[0] == "In":
        return f"In {str(key[1]).lower()} {str(key[2]).lower()} {key[3]} {key[4]}"
    return " ".join(map(str, key))


def listed(name, kind, items):
    """Return a definition of a list for Coq."""
    return f"Definition {name} : list {kind} := [\n  " + ";\n  ".join(items) + "\n].\n\n"


def coq_of(steps, most):
    """Return the file for Coq."""
    text = "(* Written by widths.py. *)\nRequire Import ZArith List Widths.\nImport ListNotations.\n"
    text += "Open Scope Z_scope.\n\n"
    text += listed("steps", "step", [term(key) for key in steps.steps])
    for maker in sorted(steps.checks):
        text += listed(f"checks_of_{maker}", "check", [term(key) for key in sorted(steps.checks[maker], key=str)])
        text += f"Theorem widths_of_{maker} : widths_hold {steps.spares[maker]} steps checks_of_{maker}.\n"
        text += "Proof. apply checked. vm_compute. reflexivity. Qed.\n\n"
    for bits in sorted(steps.rooms):
        name = f"rooms_of_{bits}_bits"
        text += listed(name, "room", [f"Room {a} {b} {room}" for a, b, room in sorted(steps.rooms[bits])])
        text += f"Theorem no_array_is_too_short_{bits} : rooms_suffice {most[bits]} {name}.\n"
        text += "Proof. apply rooms_checked. vm_compute. reflexivity. Qed.\n\n"
    return text


def main():
    """Write the file for Coq."""
    src, contracts, out = map(pathlib.Path, sys.argv[1:])
    spares = dict(re.findall(r"#define SPARE_(\w+) (\d+)", contracts.read_text(encoding="utf-8")))
    if "CAROM_PROOF_SPARE" in os.environ:
        spares.update([os.environ["CAROM_PROOF_SPARE"].split("=")])
    only = os.environ.get("CAROM_PROOF_ONLY")
    steps, most = Steps(spares), {}
    for bits in (64,) if only else (64, 32):
        for path in [only] if only else SOURCES:
            most[bits] = run_entries(src, path, steps, bits).constants["LIMBS_MAX"]
    out.write_text(coq_of(steps, most), encoding="utf-8")
    checks = sum(map(len, steps.checks.values()))
    rooms = sum(map(len, steps.rooms.values()))
    print(f"widths: {len(steps.steps)} steps, {checks} checks of widths, {rooms} of arrays")


if __name__ == "__main__":
    main()
