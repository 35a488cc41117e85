"""Bounds the limbs that the search for a contact with a wall that turns takes of its block.

Usage: blocks.py SRC

Runs the functions of src/exact/exact_moving.c on bounds: an integer is the number of bits that it has at most, an int
is a range, and everything else is unknown. Where a condition is not known, both branches are run, and the bounds are
joined. integer.h is not run: block.acsl says, and Frama-C proves, how many limbs each of its functions takes. A loop
of the search is run once for each range of depths of the piece, from every piece of such a depth. Fails if a block is
too short, or if an integer is read after its limbs were released.
"""

import itertools
import math
import pathlib
import sys

from c_paths import c_ast, parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
PATH = "exact/exact_moving.c"
INF = math.inf
# The lowest bit of a double, the highest one, and the bits of a double in units of the lowest one.
LOW, HIGH = -1074, 1024
INPUT_BITS = HIGH - LOW
# Ranges of depths, up to CUT_DEPTH_MAX and DEPTH_MAX. Shorter ones give sharper bounds.
DEPTHS = [(0, 2047), (2048, 4095), (4096, 6143), (6144, 8192), (8193, 33792)]


class Problem(Exception):
    """The block is too short, or the source does what this program does not understand."""


class Unknown:
    """A value of which nothing is known."""


UNKNOWN = Unknown()
# A double from 0 to 1.
AT_MOST_ONE = Unknown()


class Num:
    """An int from lo to hi. Also a sum of symbols, each times 1 or -1, and of something from least to most."""

    def __init__(self, lo, hi, symbols=None, least=None, most=None):
        self.lo, self.hi, self.symbols = lo, hi, symbols or {}
        self.least, self.most = (lo, hi) if least is None else (least, most)


class Big:
    """An integer: its bits at most, the takings from the block that may hold it, and whether it may be released.

    If it was shifted down: by how much, and its bits at most if it is shifted up again.
    """

    def __init__(self, bits, takings=frozenset(), released=False, shifted=None):
        self.bits, self.takings, self.released, self.shifted = bits, takings, released, shifted


class Mark:
    """A place in a block: its limbs at most, and the number of the last taking before."""

    def __init__(self, limbs, taking):
        self.limbs, self.taking = limbs, taking


class Place:
    """A struct, an array or a frame: its members are in the memory."""

    count = 0

    def __init__(self, kind, keys):
        self.kind, self.keys = kind, keys
        Place.count += 1
        self.number = Place.count


class Variable:
    """A pointer to a member."""

    def __init__(self, place, key):
        self.place, self.key = place, key


class Result:
    """What a statement ends with: the memory that goes on, returns with values, breaks and continues."""

    def __init__(self):
        self.returned, self.value, self.broken, self.continued = None, None, None, None
        self.function = None
        # The memory by what a bool function returns, if it is asked for.
        self.by_truth = {}


OPAQUE = {"wide", "form_signs", "gap_signs", "needed_forms", "rough", "rough_polynomial", "wide_polynomial",
          "root_cluster", "wide_values", "rough_vector", "moving_contact", "moving_query"}  # fmt: skip
NO_LIMBS = {"signs_of_bernstein", "opposite", "is_always", "square_signs", "gap_sign", "gap_at_begin", "gap_after",
            "gap_at_end", "feature_from", "forms_needed", "features_on", "unit_of_query", "wide_polynomial_of",
            "find_cluster", "rough_signs_on", "rough_gap_now", "memset"}  # fmt: skip


# The symbol of the depth of the piece.
DEPTH = "depth"
# The most turns of a loop: that of narrow_at_cut halves the distance of two exponents, which is at most 2^13.
TURNS = {"narrow_at_cut": 16}
# Run once for each degree of its polynomials.
ENUMERATED = {"find_ties_of_side", "find_ties_of_point"}

# Their conditions hold or fail with what they set.
SPLIT = {"find_cut", "predict_part", "zoom_to_roots", "narrow_at_cut", "find_event", "find_first_event"}


class Bounds:
    """Runs functions of a syntax tree on bounds."""

    def __init__(self, tree, limb_bits):
        self.limb_bits = limb_bits
        self.functions, self.types, self.structs, self.constants = {}, {}, {}, {}
        self.memory, self.takings, self.symbols = {}, itertools.count(1), itertools.count(1)
        self.most, self.room, self.pieces, self.stack = 0, INF, None, []
        # Does the wall keep its direction? Each run is for one answer.
        self.keeps_direction = 0
        # Is the event that the search finds one of the gap, or at a root?
        self.by_gap = 0
        # The degrees of polynomials on this path, those that were chosen for it, if a function is run for all.
        self.trail, self.degrees = [], None
        # The last taking, and the last one before the function that runs.
        self.last = self.entered = 0
        for node in tree.ext:
            if isinstance(node, c_ast.FuncDef):
                self.functions[node.decl.name] = node
            elif isinstance(node, c_ast.Typedef):
                self.types[node.name] = node.type
            self.note_types(node)

    def note_types(self, node):
        """Remember structs and constants."""
        for _, child in node.children() if isinstance(node, (c_ast.Decl, c_ast.Typedef, c_ast.TypeDecl)) else ():
            if isinstance(child, c_ast.Struct) and child.decls:
                self.structs[child.name] = child
            elif isinstance(child, c_ast.Enum) and child.values:
                value = 0
                for item in child.values.enumerators:
                    value = self.exact(item.value) if item.value else value
                    self.constants[item.name] = value
                    value += 1
            elif isinstance(child, c_ast.TypeDecl):
                self.note_types(child)

    def exact(self, node):
        """Return the value of a constant expression."""
        value = self.value(node, None)
        if value.lo != value.hi:
            raise Problem(f"{node.coord}: not constant")
        return value.lo

    # ---- memory ----

    def get(self, place, key):
        """Return a member."""
        if isinstance(place, Unknown):
            return UNKNOWN
        if isinstance(key, Num):
            values = [self.memory[place, i] for i in place.keys if key.lo <= i <= key.hi and (place, i) in self.memory]
            if not values:
                raise Problem(f"{place.kind}: no member is set")
            return self.joined_all(values)
        if (place, key) not in self.memory:
            raise Problem(f"{place.kind}: {key} is not set")
        return self.memory[place, key]

    def set(self, place, key, value):
        """Set a member. A struct is copied into the one that is there."""
        if isinstance(place, Unknown):
            return
        if isinstance(key, Num):
            if key.lo != key.hi:
                raise Problem(f"{place.kind}: a member of unknown number is set")
            key = key.lo
        if key == "keeps_direction" and isinstance(value, Unknown):
            value = Num(self.keeps_direction, self.keeps_direction)
        old = self.memory.get((place, key))
        if isinstance(value, Place) and value.kind != "frame" and isinstance(old, Place):
            for name in value.keys:
                if (value, name) in self.memory:
                    self.set(old, name, self.memory[value, name])
            return
        self.memory[place, key] = value
        place.keys.setdefault(key)

    def copied(self, value):
        """Return a copy of a struct."""
        if not isinstance(value, Place) or value.kind == "block":
            return value
        place = Place(value.kind, dict.fromkeys(value.keys))
        for key in value.keys:
            if (value, key) in self.memory:
                self.memory[place, key] = self.copied(self.memory[value, key])
        return place

    def joined(self, x, y):
        """Return what includes both values."""
        if x is y:
            return x
        if isinstance(x, Num) and isinstance(y, Num):
            (a, b), (c, d) = self.range(x), self.range(y)
            if x.symbols and x.symbols == y.symbols:
                return Num(min(a, c), max(b, d), x.symbols, min(x.least, y.least), max(x.most, y.most))
            return Num(min(a, c), max(b, d))
        if isinstance(x, Big) and isinstance(y, Big):
            return Big(max(x.bits, y.bits), x.takings | y.takings, x.released or y.released)
        if isinstance(x, Mark) and isinstance(y, Mark):
            return Mark(max(x.limbs, y.limbs), min(x.taking, y.taking))
        if isinstance(x, int) and isinstance(y, int):
            return max(x, y)
        if isinstance(x, frozenset):
            return x | y
        if isinstance(x, tuple):
            return min(x[0], y[0]), max(x[1], y[1])
        if isinstance(x, Place) and isinstance(y, Place):
            both = Place(x.kind, {**x.keys, **y.keys})
            for key in both.keys:
                values = [self.memory[p, key] for p in (x, y) if (p, key) in self.memory]
                if values:
                    self.memory[both, key] = self.copied(self.joined_all(values))
            return both
        return UNKNOWN

    def joined_all(self, values):
        """Return what includes all values."""
        result = values[0]
        for value in values[1:]:
            result = self.joined(result, value)
        return result

    def join(self, first, second):
        """Return the memory after one of two branches; None is one that is not taken."""
        if first is None or second is None:
            return first if second is None else second
        result = self.after_releases(first)
        self.memory = result
        for key in [key for key in result if key[0] == "fact" and key not in second]:
            del result[key]
        for key, value in self.after_releases(second).items():
            if key not in result:
                if key[0] != "fact":
                    result[key] = value
            elif key[0] == "fact":
                result[key] = min(result[key], value)
            elif result[key] is not value:
                result[key] = self.joined(self.pinned(result[key], first), self.pinned(value, second))
        return result

    def pinned(self, x, memory):
        """Return a value with its range in a memory."""
        if not isinstance(x, Num):
            return x
        self.memory, here = memory, self.memory
        lo, hi = self.range(x)
        self.memory = here
        return Num(lo, hi, x.symbols, x.least, x.most)

    def after_releases(self, memory):
        """Return a copy of the memory in which each integer knows whether it is released."""
        gone = frozenset().union(*[value for key, value in memory.items() if key[1] == "killed"])
        return {
            key: frozenset()
            if key[1] == "killed"
            else Big(value.bits, value.takings, True)
            if isinstance(value, Big) and not value.released and value.takings & gone
            else value
            for key, value in memory.items()
        }

    # ---- ranges ----

    def range(self, x):
        """Return the least and the largest value of an int."""
        if isinstance(x, Unknown):
            return -INF, INF
        if not isinstance(x, Num):
            raise Problem(f"{type(x).__name__} is no number")
        lo, hi = x.least, x.most
        for symbol, times in x.symbols.items():
            a, b = self.memory.get(("symbol", symbol), (-INF, INF))
            lo, hi = (lo + a, hi + b) if times > 0 else (lo - b, hi - a)
        if len(x.symbols) > 1:
            lo = max(lo, self.memory.get(("fact", frozenset(x.symbols.items())), -INF) + x.least)
            opposite = frozenset((symbol, -times) for symbol, times in x.symbols.items())
            hi = min(hi, x.most - self.memory.get(("fact", opposite), -INF))
        return max(x.lo, lo), min(x.hi, hi)

    def symbol(self, lo=-INF, hi=INF):
        """Return an int of which nothing else is known but what conditions will say."""
        symbol = next(self.symbols)
        self.memory["symbol", symbol] = (lo, hi)
        return Num(-INF, INF, {symbol: 1}, 0, 0)

    def narrow(self, node, env, lo, hi):
        """Note that the value of an expression is in a range. Return whether it can be."""
        value = self.value(node, env) if self.is_plain(node) else UNKNOWN
        if not isinstance(value, Num):
            return True
        least, most = self.range(value)
        if least > hi or most < lo:
            return False
        if value.symbols:
            for symbol, times in value.symbols.items():
                a, b = self.memory.get(("symbol", symbol), (-INF, INF))
                rest = Num(-INF, INF, {s: t for s, t in value.symbols.items() if s != symbol}, value.least, value.most)
                c, d = self.range(rest)
                low, high = (lo - d, hi - c) if times > 0 else (c - hi, d - lo)
                self.memory["symbol", symbol] = (max(a, low), min(b, high))
        if isinstance(node, (c_ast.ID, c_ast.StructRef)) or (isinstance(node, c_ast.UnaryOp) and node.op == "*"):
            place, key = self.place(node, env)
            if isinstance(place, Place):
                kept = (value.symbols, value.least, value.most) if value.symbols else ()
                self.memory[place, key] = Num(max(least, lo), min(most, hi), *kept)
        return True

    def is_plain(self, node):
        """Return whether an expression can be evaluated twice."""
        if isinstance(node, c_ast.FuncCall):
            return node.name.name in ("length_exp", "integer_bits")
        return not isinstance(node, c_ast.Assignment) and all(self.is_plain(child) for _, child in node.children())

    def suppose(self, node, env, truth):
        """Note that a condition holds or not. Return whether it can."""
        if isinstance(node, c_ast.UnaryOp) and node.op == "!":
            return self.suppose(node.expr, env, not truth)
        if isinstance(node, c_ast.BinaryOp) and node.op in ("&&", "||"):
            if (node.op == "&&") == truth:
                return self.suppose(node.left, env, truth) and self.suppose(node.right, env, truth)
            return True
        if not isinstance(node, c_ast.BinaryOp) or node.op not in ("<", "<=", ">", ">=", "==", "!="):
            return True
        if not (self.is_plain(node.left) and self.is_plain(node.right)):
            return True
        x, y = self.value(node.left, env), self.value(node.right, env)
        if not isinstance(x, Num) or not isinstance(y, Num):
            return True
        (a, b), (c, d) = self.range(x), self.range(y)
        self.note_difference(node.op, truth, x, y)
        op = node.op if truth else {"<": ">=", "<=": ">", ">": "<=", ">=": "<", "==": "!=", "!=": "=="}[node.op]
        if op == "!=":
            return not a == b == c == d
        if op == "==":
            return self.narrow(node.left, env, c, d) and self.narrow(node.right, env, a, b)
        if op in ("<", "<="):
            one = op == "<"
            return self.narrow(node.left, env, -INF, d - one) and self.narrow(node.right, env, a + one, INF)
        one = op == ">"
        return self.narrow(node.left, env, c + one, INF) and self.narrow(node.right, env, -INF, b - one)

    def note_difference(self, op, truth, x, y):
        """Remember which of two sums of symbols is larger, and by how much."""
        if op not in ("<", "<=", ">", ">="):
            return
        if (op[0] == "<") == truth:
            x, y = y, x
        rest = self.binary("-", x, y)
        if len(rest.symbols) > 1:
            least = 1 if (op in ("<", ">")) == truth else 0
            key = ("fact", frozenset(rest.symbols.items()))
            self.memory[key] = max(self.memory.get(key, -INF), least - rest.most)

    # ---- blocks ----

    def limbs(self, bits):
        """Return the limbs of an integer."""
        if bits == INF:
            raise Problem("the length of an integer is not known")
        return -(-max(bits, 0) // self.limb_bits)

    def read(self, a):
        """Return an integer, whose limbs must not be released."""
        if not isinstance(a, Big):
            raise Problem(f"{type(a).__name__} is no integer")
        gone = [value for key, value in self.memory.items() if key[1] == "killed"]
        if a.released or any(a.takings & takings for takings in gone):
            raise Problem("an integer is read after its limbs were released")
        return a

    def release(self, m, mark):
        """Set the block back to a mark."""
        if mark.taking < self.entered:
            raise Problem("a function releases what its caller took")
        alive = self.memory[m, "alive"]
        gone = frozenset(taking for taking in alive if taking > mark.taking)
        self.memory[m, "alive"] = alive - gone
        self.memory[m, "killed"] |= gone
        self.memory[m, "next"] = mark.limbs

    def take(self, m, bits, room):
        """Return an integer that takes at most `room` limbs until it is trimmed."""
        used = self.memory[m, "next"] + room
        if used > self.most:
            self.most, self.where = used, list(self.stack)
        if used > self.room:
            raise Problem(f"{used} of {self.room} limbs of a block")
        taking = self.last = next(self.takings)
        self.memory[m, "alive"] |= {taking}
        self.memory[m, "next"] += min(self.limbs(bits), room)
        return Big(bits, frozenset([taking]))

    # ---- integer.h, as block.acsl says ----

    def integer_zero(self):
        return Big(0)

    def integer_neg(self, a):
        return self.read(a)

    def integer_sign(self, a):
        self.read(a)
        return Num(-1, 1)

    def integer_bits(self, a):
        return Num(0, self.read(a).bits)

    def integer_compare_magnitudes(self, a, b):
        self.read(a)
        self.read(b)
        return UNKNOWN

    def integer_of(self, m, number, shift, _negative):
        (_, most), (least, shift) = self.range(number), self.range(shift)
        if least < 0:
            raise Problem(f"a shift by {least}")
        bits = 64 if most == INF else int(most).bit_length()
        return self.take(m, bits + shift, (shift + 64) // self.limb_bits + 1)

    def integer_add(self, m, a, b):
        longest = max(self.read(a).bits, self.read(b).bits)
        total = self.take(m, longest + 1, self.limbs(longest) + 1)
        if a.shifted and b.bits <= 1:
            total.shifted = a.shifted[0], a.shifted[1] + 1
        return total

    integer_sub = integer_add

    def integer_mul(self, m, a, b):
        self.read(a)
        self.read(b)
        if a.bits == 0 or b.bits == 0:
            return Big(0)
        return self.take(m, a.bits + b.bits, self.limbs(a.bits) + self.limbs(b.bits))

    def integer_scale(self, m, a, factor):
        return self.take(m, self.read(a).bits + int(self.range(factor)[1]).bit_length(), self.limbs(a.bits) + 1)

    def integer_shift(self, m, a, shift):
        least, most = self.range(shift)
        if least < 0:
            raise Problem(f"a shift by {least}")
        if self.read(a).bits == 0:
            return Big(0)
        if a.shifted and self.is_same(a.shifted[0], shift):
            return self.take(m, a.shifted[1], self.limbs(a.shifted[1]) + 3)
        return self.take(m, a.bits + most, self.limbs(a.bits) + most // self.limb_bits + 1)

    def is_same(self, x, y):
        """Return whether two ints have the same value because they are the same sum of symbols."""
        return x.symbols == y.symbols and x.least == x.most == y.least == y.most

    def product_sum(self, m, a, b, c, d):
        n = [self.limbs(self.read(x).bits) for x in (a, b, c, d)]
        bits = max(a.bits + b.bits if a.bits and b.bits else 0, c.bits + d.bits if c.bits and d.bits else 0)
        if bits == 0:
            return Big(0)
        return self.take(m, bits + 1, sum(n) + max(n[0] + n[1], n[2] + n[3]) + 1)

    def keep(self, m, mark, a):
        self.read(a)
        self.release(m, mark)
        return self.take(m, a.bits, self.limbs(a.bits)) if a.bits else a

    def keep_all(self, m, mark, a, n):
        last = self.range(n)[1]
        numbers = [i for i in a.keys if i < last and (a, i) in self.memory]
        lengths = [self.read(self.memory[a, i]).bits for i in numbers]
        self.release(m, mark)
        for i, bits in zip(numbers, lengths, strict=True):
            self.memory[a, i] = self.take(m, bits, self.limbs(bits))

    def integer_shift_down(self, m, a, bits):
        least = max(self.range(bits)[0], 0)
        rest = self.take(m, max(self.read(a).bits - least, 0), self.limbs(a.bits))
        rest.shifted = bits, a.bits
        return rest

    def round_down_to(self, m, a, _bits):
        # integer_shift_down, and then integer_shift by as many bits as were left out. A number shifted to 0 takes none.
        mark = Mark(self.memory[m, "next"], 0)
        self.take(m, self.read(a).bits, 2 * self.limbs(a.bits) + 2)
        self.memory[m, "next"] = mark.limbs + 2 * self.limbs(a.bits) + 2
        return Big(a.bits, frozenset([*self.take(m, 0, 0).takings, *a.takings]))

    def signs_of(self, m, f):
        # An array of one limb more than the longest coefficient for each coefficient, released at the end.
        degree = int(self.range(self.get(f, "degree"))[1])
        c = self.get(f, "c")
        used = [self.read(self.memory[c, i]) for i in range(degree + 1) if (c, i) in self.memory]
        n = max(self.limbs(a.bits) for a in used) + 1
        self.room_for(m, (degree + 1) * n)
        return UNKNOWN

    def room_for(self, m, limbs):
        """Check that the block has this room."""
        before = self.memory[m, "next"], self.memory[m, "alive"]
        self.take(m, 0, limbs)
        self.memory[m, "next"], self.memory[m, "alive"] = before

    def residue_of(self, a):
        self.read(a)
        return UNKNOWN

    def read_double(self, r, _x):
        # Below 2^1024, and a multiple of the unit, which is at least 2^-1074.
        return self.take(self.get(r, "block"), INPUT_BITS, (INPUT_BITS - 1 + 64) // self.limb_bits + 1)

    def double_below(self, j, _k):
        self.read(j)
        return AT_MOST_ONE

    def decode(self, x):
        place = Place("decoded", {"m": None, "exp": None, "negative": None})
        self.memory[place, "m"] = Num(0, 2**53 - 1)
        self.memory[place, "exp"] = Num(LOW, -52 if x is AT_MOST_ONE else 971)
        self.memory[place, "negative"] = UNKNOWN
        return place

    def trailing_zeros(self, _m):
        return Num(0, 63)

    def bit_length(self, _m):
        return Num(1, 64)

    def to_wide(self, x, _n, _negative, _unit):
        self.read(x)
        return UNKNOWN

    def rough_of(self, a):
        self.read(a)
        return UNKNOWN

    # ---- the piece ----

    def position(self, s):
        return Big(self.range(self.get(s, "k"))[1] + 1)

    def piece_size(self, s):
        return Big(self.memory[s, "size_bits"])

    def length_exp(self, s):
        # k + 1 less the bits of the size, at least 1.
        k = self.get(s, "k")
        exp = self.binary("+", k, Num(1 - self.memory[s, "size_bits"], 0))
        return Num(max(exp.lo, 0), exp.hi, exp.symbols, exp.least, exp.most)

    def set_piece(self, s, begin, size, _k):
        self.read(begin)
        self.read(size)
        self.any_piece(s, *self.pieces)

    def set_length(self, s, begin, exp):
        # The relation of k and exp is lost on ranges, so they come first: k is the larger of s->k and exp.
        (least, most), (short, shortest) = self.range(self.get(s, "k")), self.range(exp)
        m, one = self.get(s, "block"), Num(1, 1)
        k = Num(max(least, short), max(most, shortest))
        begin = self.integer_shift(m, begin, Num(0, max(shortest - least, 0)))
        length = self.integer_of(m, one, Num(0, max(most - short, 0)), UNKNOWN)
        self.call("set_ends", [s, begin, self.integer_add(m, begin, length), k, UNKNOWN])

    def any_piece(self, s, lowest, highest):
        """Make the piece any one of these depths."""
        # What was known of the last depth stays known as ranges.
        for key, value in list(self.memory.items()):
            if isinstance(value, Num) and DEPTH in value.symbols:
                self.memory[key] = Num(*self.range(value))
            elif key[0] == "fact" and any(symbol == DEPTH for symbol, _ in key[1]):
                del self.memory[key]
        self.memory["symbol", DEPTH] = (lowest, highest)
        self.memory[s, "begin_limbs"] = UNKNOWN
        self.memory[s, "k"] = Num(-INF, INF, {DEPTH: 1}, 0, 0)
        self.memory[s, "size_bits"] = min(highest, self.constants["CUT_DEPTH_MAX"]) + 1

    # ---- values ----

    def make(self, kind):
        """Return a value of a type that is not set."""
        if isinstance(kind, c_ast.ArrayDecl):
            count = self.exact(kind.dim)
            name = getattr(kind.type.type, "names", [""])[0]
            if name in ("limb", "int", "bool"):
                return UNKNOWN if name == "limb" else self.array([UNKNOWN] * count)
            return self.array([self.make(kind.type) for _ in range(count)])
        if isinstance(kind, c_ast.PtrDecl):
            return None
        inner = kind.type
        if isinstance(inner, c_ast.IdentifierType):
            name = inner.names[0]
            if name in OPAQUE:
                return UNKNOWN
            if name in ("integer", "int"):
                return None
            if name == "limb_block":
                return self.block()
            return self.make(self.types[name]) if name in self.types else UNKNOWN
        if isinstance(inner, c_ast.Struct):
            decls = (inner if inner.decls else self.structs[inner.name]).decls
            place = Place(inner.name or "struct", {})
            for field in decls:
                place.keys[field.name] = None
                value = self.make(field.type)
                if value is not None:
                    self.memory[place, field.name] = value
            return place
        return UNKNOWN

    def block(self):
        """Return an empty block."""
        place = Place("block", dict.fromkeys(["next", "alive", "killed"]))
        self.memory.update({(place, "next"): 0, (place, "alive"): frozenset(), (place, "killed"): frozenset()})
        return place

    def array(self, items):
        """Return an array of these items."""
        place = Place("array", dict.fromkeys(range(len(items))))
        for i, item in enumerate(items):
            if item is not None:
                self.memory[place, i] = item
        return place

    def initial(self, kind, init, env):
        """Return the value of a declaration."""
        name = getattr(getattr(kind, "type", None), "names", [""])[0]
        if not isinstance(init, c_ast.InitList):
            value = self.value(init, env)
            if name == "int" and isinstance(value, Unknown):
                return self.symbol()
            if name == "int" and not value.symbols and value.lo != value.hi:
                return self.symbol(*self.range(value))
            return self.copied(value)
        if isinstance(kind, c_ast.ArrayDecl):
            return self.array([self.initial(kind.type, item, env) for item in init.exprs])
        value = self.make(kind)
        if isinstance(value, Place) and value.kind == "block":
            return value
        if isinstance(value, Unknown):
            return value
        if value is None:
            raise Problem(f"{init.coord}: an integer is built")
        named = getattr(kind, "type", kind)
        while isinstance(named, c_ast.IdentifierType):
            named = self.types[named.names[0]].type
        fields = (named if named.decls else self.structs[named.name]).decls
        for i, item in enumerate(init.exprs):
            if isinstance(item, c_ast.NamedInitializer):
                field, expr = next(f for f in fields if f.name == item.name[0].name), item.expr
            else:
                field, expr = fields[i], item
            if isinstance(field.type, c_ast.ArrayDecl) and isinstance(expr, c_ast.InitList):
                array = self.memory[value, field.name]
                for j, part in enumerate(expr.exprs):
                    self.set(array, j, self.value(part, env))
                # C makes the members that the list does not name 0.
                if field.type.type.type.names == ["integer"]:
                    for j in list(array.keys)[len(expr.exprs) :]:
                        self.set(array, j, self.integer_zero())
            else:
                self.memory[value, field.name] = self.initial(field.type, expr, env)
        return value

    def place(self, node, env):
        """Return the place and the key of what an expression names."""
        if isinstance(node, c_ast.ID):
            return env, node.name
        if isinstance(node, c_ast.StructRef):
            return self.value(node.name, env), node.field.name
        if isinstance(node, c_ast.ArrayRef):
            key = self.value(node.subscript, env)
            base = self.value(node.name, env)
            if isinstance(key, Num):
                lo, hi = self.range(key)
                return base, lo if lo == hi else Num(lo, hi)
            return base, Num(0, INF) if isinstance(base, Place) else 0
        if isinstance(node, c_ast.UnaryOp) and node.op == "*":
            at = self.value(node.expr, env)
            if isinstance(at, Variable):
                return at.place, at.key
            if isinstance(at, Place):
                return self.array([at]), 0
            return UNKNOWN, 0
        raise Problem(f"{node.coord}: no place")

    def value(self, node, env):
        """Return the value of an expression."""
        return getattr(self, "value_" + type(node).__name__)(node, env)

    def value_Constant(self, node, _env):
        if "int" not in node.type:
            return UNKNOWN
        number = int(node.value.rstrip("uUlL"), 0)
        return Num(number, number)

    def value_ID(self, node, env):
        if env is not None and (env, node.name) in self.memory:
            return self.memory[env, node.name]
        if node.name in self.constants:
            return Num(self.constants[node.name], self.constants[node.name])
        raise Problem(f"{node.coord}: {node.name} is not set")

    def value_StructRef(self, node, env):
        place, key = self.place(node, env)
        if isinstance(place, Variable):
            place = self.get(place.place, place.key)
        if isinstance(place, Big):
            return {"n": Num(0, self.limbs(place.bits)), "x": place, "negative": UNKNOWN}[key]
        if isinstance(place, Place) and place.kind == "block":
            if key == "next":
                return Mark(self.memory[place, "next"], self.last)
            return UNKNOWN
        return self.get(place, key)

    def value_ArrayRef(self, node, env):
        place, key = self.place(node, env)
        if isinstance(place, Big):
            return UNKNOWN
        return self.get(place, key)

    def value_Cast(self, node, env):
        return self.value(node.expr, env)

    def value_CompoundLiteral(self, node, env):
        return self.initial(node.type.type, node.init, env)

    def value_TernaryOp(self, node, env):
        return self.branch(node.cond, env, lambda: self.value(node.iftrue, env), lambda: self.value(node.iffalse, env))

    def branch(self, cond, env, if_true, if_false):
        """Return the joined values of the branches that can be taken."""
        after, values = None, []
        for memory, run in zip(self.outcomes(cond, env), (if_true, if_false), strict=True):
            if memory is not None:
                self.memory = memory
                values.append(self.pinned(run(), self.memory))
                after = self.join(after, self.memory)
        self.memory = after
        return self.joined_all(values)

    def outcomes(self, cond, env):
        """Return the memory where a condition holds and where it does not; None where that cannot be."""
        if isinstance(cond, c_ast.UnaryOp) and cond.op == "!":
            holds, fails = self.outcomes(cond.expr, env)
            return fails, holds
        if isinstance(cond, c_ast.BinaryOp) and cond.op in ("&&", "||"):
            both = cond.op == "&&"
            first = self.outcomes(cond.left, env)
            go_on, stop = first if both else first[::-1]
            if go_on is None:
                return (None, stop) if both else (stop, None)
            self.memory = go_on
            second = self.outcomes(cond.right, env)
            other = self.join(stop, second[1] if both else second[0])
            return (second[0], other) if both else (other, second[1])
        if isinstance(cond, c_ast.FuncCall) and cond.name.name in SPLIT:
            result = self.enter(cond.name.name, [self.value(arg, env) for arg in cond.args.exprs])
            return result.by_truth[True], result.by_truth[False]
        self.value(cond, env)
        before, found = dict(self.memory), []
        for truth in (True, False):
            self.memory = dict(before)
            can_be = self.can_be(cond, env, truth) and self.suppose(cond, env, truth)
            found.append(self.memory if can_be else None)
        return found

    def can_be(self, cond, env, truth):
        """Return whether a condition without calls can have this value."""
        if not self.is_plain(cond):
            return True
        value = self.value(cond, env)
        if not isinstance(value, Num):
            return True
        lo, hi = self.range(value)
        return (lo, hi) != (0, 0) if truth else lo <= 0 <= hi

    def value_Assignment(self, node, env):
        value = self.value(node.rvalue, env)
        place, key = self.place(node.lvalue, env)
        if isinstance(place, Place) and place.kind == "block" and key == "next":
            self.release(place, value if isinstance(value, Mark) else Mark(0, 0))
            return value
        if node.op != "=":
            value = self.binary(node.op[:-1], self.get(place, key), value)
        if isinstance(value, Unknown) and isinstance(node.rvalue, c_ast.BinaryOp) and node.rvalue.op in "+-":
            value = self.symbol()
        self.set(place, key, self.copied(value))
        return value

    def value_UnaryOp(self, node, env):
        if node.op == "sizeof":
            return UNKNOWN
        if node.op == "&":
            place, key = self.place(node.expr, env)
            if isinstance(place, Unknown):
                return UNKNOWN
            value = self.memory.get((place, key)) if not isinstance(key, Num) else self.get(place, key)
            return value if isinstance(value, Place) else UNKNOWN if value is UNKNOWN else Variable(place, key)
        if node.op in ("p++", "++", "--", "p--"):
            place, key = self.place(node.expr, env)
            old = self.get(place, key)
            self.set(place, key, self.binary("+" if "+" in node.op else "-", old, Num(1, 1)))
            return old
        if node.op == "*":
            place, key = self.place(node, env)
            return self.get(place, key)
        value = self.value(node.expr, env)
        if node.op == "-" and isinstance(value, Num):
            lo, hi = self.range(value)
            return Num(-hi, -lo)
        return UNKNOWN

    def value_BinaryOp(self, node, env):
        if node.op in ("&&", "||"):
            holds, fails = self.outcomes(node, env)
            self.memory = self.join(holds, fails)
            return UNKNOWN if holds is not None and fails is not None else Num(int(fails is None), int(fails is None))
        left = self.value(node.left, env)
        return self.binary(node.op, left, self.value(node.right, env))

    def binary(self, op, x, y):
        """Return the result of an operation."""
        if isinstance(x, Mark) or isinstance(y, Mark) or not (isinstance(x, Num) and isinstance(y, Num)):
            return UNKNOWN
        (a, b), (c, d) = self.range(x), self.range(y)
        if op in ("+", "-"):
            if op == "-":
                y = Num(-d, -c, {symbol: -times for symbol, times in y.symbols.items()}, -y.most, -y.least)
                c, d = -d, -c
            symbols = {s: x.symbols.get(s, 0) + y.symbols.get(s, 0) for s in {**x.symbols, **y.symbols}}
            if any(times not in (-1, 0, 1) for times in symbols.values()):
                return Num(a + c, b + d)
            symbols = {s: times for s, times in symbols.items() if times}
            return Num(a + c, b + d, symbols, x.least + y.least, x.most + y.most)
        if INF in (abs(a), abs(b), abs(c), abs(d)):
            return UNKNOWN
        if op == "*":
            products = [a * c, a * d, b * c, b * d]
            return Num(min(products), max(products))
        if op == "/" and c == d > 0:
            return Num(int(a / c), int(b / c))
        if op == "%" and c == d > 0 and a >= 0:
            return Num(a % c, a % c) if a == b else Num(0, c - 1)
        if op == ">>":
            return Num(0, int(b) >> int(c)) if a >= 0 and c >= 0 else UNKNOWN
        if op == "<" and (b < c or a >= d):
            return Num(int(b < c), int(b < c))
        if op == "<=" and (b <= c or a > d):
            return Num(int(b <= c), int(b <= c))
        if op in (">", ">="):
            return self.binary({">": "<", ">=": "<="}[op], y, x)
        if op in ("==", "!=") and (a == b == c == d or b < c or a > d):
            same = a == b == c == d
            return Num(int(same == (op == "==")), int(same == (op == "==")))
        return UNKNOWN

    def value_FuncCall(self, node, env):
        name = node.name.name
        if name == "assert":
            return UNKNOWN
        args = [self.value(arg, env) for arg in (node.args.exprs if node.args else [])]
        for arg in args:
            if isinstance(arg, Big) and not name.startswith("integer_zero"):
                self.read(arg)
        self.stack.append(f"{node.coord.line}:{name}")
        try:
            return self.call(name, args)
        except Problem as problem:
            problem.calls = f"{node.coord}: {name}: {getattr(problem, 'calls', '')}"
            raise
        finally:
            self.stack.pop()

    def call(self, name, args):
        """Return the result of a function."""
        if name in NO_LIMBS:
            return UNKNOWN
        if name in ENUMERATED and self.degrees is None:
            return self.every_degree(name, args)
        if hasattr(self, name):
            return getattr(self, name)(*args)
        if name.startswith(("wide_", "rough_", "limbs_", "fabs")) and name != "wide_of_integer":
            return UNKNOWN
        return self.enter(name, args).value

    def enter(self, name, args):
        """Run the body of a function. Return its results."""
        definition = self.functions[name]
        env = Place("frame", {})
        for param, arg in zip(definition.decl.type.args.params, args, strict=True):
            pointer = isinstance(param.type, c_ast.PtrDecl)
            self.set(env, param.name, arg if pointer else self.copied(arg))
        result = Result()
        result.function = name
        if name in SPLIT:
            result.by_truth = {True: None, False: None}
        entered, last = self.entered, env.number
        # It is given a mark of its caller.
        if name != "keep_root":
            self.entered = self.last
        alive = self.run(definition.body, env, result)
        self.entered = entered
        self.memory = self.join(self.memory if alive else None, result.returned)
        if self.memory is None:
            raise Problem(f"{name} does not return")
        for memory in (self.memory, *result.by_truth.values()):
            if memory:
                self.forget(memory, last, result.value)
        return result

    def forget(self, memory, first, value):
        """Drop the structs since the number `first` that neither a value nor an older struct leads to."""
        todo, kept = [value], set()
        todo += [value for key, value in memory.items() if not isinstance(key[0], Place) or key[0].number < first]
        while todo:
            at = todo.pop()
            at = at.place if isinstance(at, Variable) else at
            if isinstance(at, Place) and at.number >= first and at not in kept:
                kept.add(at)
                todo += [memory[at, key] for key in at.keys if (at, key) in memory]
        for key in [key for key in memory if isinstance(key[0], Place) and key[0].number >= first]:
            if key[0] not in kept:
                del memory[key]

    def drop_root(self, e):
        """Forget the root of an event: it is read only where it was set for this piece, and not if it is by gap."""
        c = self.memory[self.memory[e, "root"], "c"]
        for i in list(c.keys):
            self.memory.pop((c, i), None)

    def event_on_piece(self, s, e):
        self.drop_root(e)
        self.enter("event_on_piece", [s, e])
        self.memory[e, "by_gap"] = Num(self.by_gap, self.by_gap)
        if self.by_gap:
            self.drop_root(e)
        return UNKNOWN

    def every_degree(self, name, args):
        """Run a function once for each degree that a polynomial can have. Join what follows."""
        before, after, script = dict(self.memory), None, []
        while True:
            self.memory, self.degrees, self.trail = dict(before), script, []
            self.call(name, args)
            after = self.join(after, self.memory)
            trail = self.trail
            while trail and trail[-1] == -1:
                trail.pop()
            if not trail:
                break
            script = [*trail[:-1], trail[-1] - 1]
        self.memory, self.degrees = after, None

    def true_degree(self, f):
        least, most = self.range(self.get(f, "degree"))
        if least != most:
            raise Problem("a degree is not known")
        at = len(self.trail)
        self.trail.append(self.degrees[at] if at < len(self.degrees) else int(most))
        return Num(self.trail[-1], self.trail[-1])

    def run(self, node, env, result):
        """Run a statement."""
        if node is None or isinstance(node, c_ast.EmptyStatement):
            return True
        if isinstance(node, c_ast.Compound):
            return all(self.run(item, env, result) for item in node.block_items or [])
        if isinstance(node, c_ast.Decl):
            self.memory.pop((env, node.name), None)
            value = self.initial(node.type, node.init, env) if node.init is not None else self.make(node.type)
            if value is not None:
                self.memory[env, node.name] = value
            env.keys.setdefault(node.name)
            return True
        if isinstance(node, c_ast.DeclList):
            return all(self.run(item, env, result) for item in node.decls)
        if isinstance(node, c_ast.If):
            return self.run_if(node, env, result)
        if isinstance(node, (c_ast.For, c_ast.While)):
            return self.run_loop(node, env, result)
        if isinstance(node, c_ast.Return):
            if result.by_truth and isinstance(node.expr, c_ast.FuncCall):
                ends = self.outcomes(node.expr, env)
                for truth, memory in zip((True, False), ends, strict=True):
                    if memory is not None:
                        result.by_truth[truth] = self.join(result.by_truth[truth], memory)
                self.memory = self.join(*ends)
                result.returned, result.value = self.join(result.returned, self.memory), UNKNOWN
                return False
            value = self.value(node.expr, env) if node.expr is not None else None
            value = self.copied(value)
            first, here = result.returned is None, self.memory
            for truth in result.by_truth:
                can_be = isinstance(value, Num) and self.range(value) in ((truth, truth), (0, 1))
                if can_be or isinstance(value, Unknown):
                    result.by_truth[truth] = self.join(result.by_truth[truth], dict(here))
            self.memory = here
            result.returned = dict(self.join(result.returned, here))
            self.memory = result.returned
            result.value = value if first else self.joined(result.value, value)
            return False
        if isinstance(node, c_ast.Break):
            result.broken = self.join(result.broken, self.memory)
            return False
        if isinstance(node, c_ast.Continue):
            result.continued = self.join(result.continued, self.memory)
            return False
        self.value(node, env)
        return True

    def run_if(self, node, env, result):
        """Run both branches that can be taken."""
        after = None
        for memory, branch in zip(self.outcomes(node.cond, env), (node.iftrue, node.iffalse), strict=True):
            if memory is not None:
                self.memory = memory
                if self.run(branch, env, result):
                    after = self.join(after, self.memory)
        self.memory = after
        return after is not None

    def run_loop(self, node, env, result):
        """Run a loop until its bounds no longer change."""
        if isinstance(node, c_ast.For) and node.init is not None:
            self.run(node.init, env, result)
        inner, after = Result(), None
        inner.by_truth = dict.fromkeys(result.by_truth)
        turns = {}
        for turn in itertools.count():
            before = dict(self.memory)
            cond, counted = node.cond, False
            if cond is not None:
                self.value(cond, env)
                here = dict(self.memory)
                counted = turn < 64 and (isinstance(node, c_ast.For) or not self.can_be(cond, env, False))
                if self.can_be(cond, env, False) and self.suppose(cond, env, False):
                    after = self.join(after, dict(self.memory))
                self.memory = here
                if not (self.can_be(cond, env, True) and self.suppose(cond, env, True)):
                    break
            inner.continued = None
            alive = self.run(node.stmt, env, inner)
            ends = self.join(self.memory if alive else None, inner.continued)
            if ends is None:
                break
            self.memory = ends
            if isinstance(node, c_ast.For) and node.next is not None:
                self.value(node.next, env)
            if cond is None and turn + 1 == TURNS.get(result.function):
                break
            if not counted:
                joined = self.join(dict(before), self.memory)
                self.memory = joined
                if not self.grew(before, joined, turns):
                    break
        if inner.returned is not None:
            first = result.returned is None
            value = inner.value if first else self.joined(result.value, inner.value)
            memory = self.memory
            result.returned = self.join(result.returned, inner.returned)
            for truth, ended in inner.by_truth.items():
                result.by_truth[truth] = self.join(result.by_truth[truth], ended)
            result.value, self.memory = value, memory
        after = self.join(after, inner.broken)
        if after is None:
            return False
        self.memory = after
        return True

    def grew(self, before, after, turns):
        """Return whether bounds grew. Make those infinite that did so in many turns."""
        grew = False
        for key, value in before.items():
            new = after.get(key)
            if isinstance(value, Num) and isinstance(new, Num) and value is not new:
                (a, b), (c, d) = self.range(value), self.range(new)
                if (c, d) != (a, b):
                    grew = True
                    turns[key] = turns.get(key, 0) + 1
                    if turns[key] > 6:
                        after[key] = Num(-INF if c < a else c, INF if d > b else d)
            elif isinstance(value, Big) and isinstance(new, Big) and new.bits > value.bits:
                grew = True
            elif isinstance(value, int) and new > value:
                grew = True
        return grew


ENTRIES = {
    "carom_exact_moves_alike": "START_LIMBS",
    "carom_exact_speed_at_a": "START_LIMBS",
    "carom_exact_speed_to_left": "START_LIMBS",
    "carom_exact_moving_gap": "MOMENT_LIMBS",
}


class Case:
    """What is run: the limbs and their bits, whether the wall keeps its direction, the depths of the piece."""

    def __init__(self, tree, limb_bits, keeps_direction, by_gap=0, depths=(0, 0)):
        self.machine = Bounds(tree, limb_bits)
        self.machine.keeps_direction, self.machine.by_gap = keeps_direction, by_gap
        self.machine.pieces = depths

    def run(self, name, room):
        """Run a function with unknown arguments. Return the limbs that it takes."""
        machine = self.machine
        machine.room = machine.constants[room]
        params = machine.functions[name].decl.type.args.params
        try:
            # t is the only number.
            machine.call(name, [AT_MOST_ONE if param.name == "t" else UNKNOWN for param in params])
        except Problem as problem:
            sys.exit(f"blocks: {name}: {getattr(problem, 'calls', '')}{problem}")
        return machine.most


SEARCHES = {"carom_exact_moving_contact": "BLOCK_LIMBS", "carom_exact_moving_is_clear": "BLOCK_LIMBS"}


def main():
    """Run the entries; print what they take."""
    src = pathlib.Path(sys.argv[1])
    for limb_bits in (64, 32):
        tree = parse(src / PATH, [src, ROOT / "include"], limb_bits)
        for name, room in ENTRIES.items():
            cases = [Case(tree, limb_bits, keeps_direction) for keeps_direction in (0, 1)]
            most = max(case.run(name, room) for case in cases)
            print(f"blocks: {name}: {most} of {cases[0].machine.room} limbs of {limb_bits} bits")
        for name, room in SEARCHES.items():
            constants = Bounds(tree, limb_bits).constants
            if {constants["CUT_DEPTH_MAX"], constants["DEPTH_MAX"]} - {most for _, most in DEPTHS}:
                sys.exit("blocks: not all depths are run")
            cases = [Case(tree, limb_bits, *case) for case in itertools.product((0, 1), (0, 1), DEPTHS)]
            most = max(case.run(name, room) for case in cases)
            print(f"blocks: {name}: {most} of {cases[0].machine.room} limbs of {limb_bits} bits")


if __name__ == "__main__":
    main()
