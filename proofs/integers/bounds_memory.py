"""What is known of a memory: its members, how two paths meet, the ranges of ints, and the limbs of a block."""

import functools

from bounds import INF, UNKNOWN, Big, Mark, Num, Place, Problem, Unknown
from c_paths import c_ast


class Memory:
    """The memory of a run, and what is known of its ints."""

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
            if x.kind == "block":
                self.blocks.append(both)
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
            other = result.get(key)
            if other is value:
                continue
            if other is None:
                if key[0] != "fact":
                    result[key] = value
            elif key[0] == "fact":
                result[key] = min(other, value)
            else:
                result[key] = self.joined(self.pinned(other, first), self.pinned(value, second))
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
        after, gone = dict(memory), self.gone(memory)
        if gone:
            for key, value in memory.items():
                if isinstance(value, Big) and not value.released and value.takings & gone:
                    after[key] = Big(value.bits, value.takings, True)
            for block in self.blocks:
                if (block, "killed") in memory:
                    after[block, "killed"] = frozenset()
        return after

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

    @staticmethod
    @functools.cache
    def is_plain(node):
        """Return whether an expression can be evaluated twice."""
        if isinstance(node, c_ast.FuncCall):
            return node.name.name in ("length_exp", "integer_bits")
        return not isinstance(node, c_ast.Assignment) and all(Memory.is_plain(child) for _, child in node.children())

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
        if a.released or a.takings & self.gone(self.memory):
            raise Problem("an integer is read after its limbs were released")
        return a

    def gone(self, memory):
        """Return the takings that were released since two paths last met."""
        return frozenset().union(*[memory.get((block, "killed"), ()) for block in self.blocks])

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
