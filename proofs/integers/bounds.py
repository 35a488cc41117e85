"""The bounds that blocks.py computes with: of ints, of integers and their limbs, and of what holds them."""

import math

INF = math.inf
# The lowest bit of a double, the highest one, and the bits of a double in units of the lowest one.
LOW, HIGH = -1074, 1024
INPUT_BITS = HIGH - LOW
# The symbol of the depth of the piece.
DEPTH = "depth"


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
