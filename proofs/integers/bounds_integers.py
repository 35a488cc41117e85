"""What the functions of integer.h and of the piece of a search do to bounds, as block.acsl says."""

from bounds import AT_MOST_ONE, DEPTH, INF, INPUT_BITS, LOW, UNKNOWN, Big, Mark, Num, Place, Problem
from bounds_memory import Memory


class Integers(Memory):
    """The functions that are not run."""

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
