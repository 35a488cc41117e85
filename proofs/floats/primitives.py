"""C functions that become one operation of Coq: they read the bits of a number, or memory."""

from terms import BOOL, DOUBLE, FLOAT, Op, as_integer

# The C function, its operation, the type of the result (None: that of the argument), and whether the sign of a NaN
# matters, of which nothing is known.
PRIMITIVES = {
    "fabs": ("fabs", None, False),
    "fabsf": ("fabs", None, False),
    "sqrt": ("fsqrt", None, False),
    "fma": ("ffma", None, False),
    # memcpy to an integer, + 2^26, the low 27 bits cleared: the leading 26 bits, ties away from 0.
    "high_half": ("fhigh", None, False),
    # The exponent as bits: 2^e.
    "wide_power_of_two": ("fpower", DOUBLE, False),
    # The bits of the number plus or minus 1: its neighbour.
    "next_toward": ("fnext", None, False),
    # The sign bit as an integer.
    "lanes64_sign_bits": ("fsign", BOOL, True),
    "lanes32_sign_bits": ("fsign", BOOL, True),
    "copysign": ("fcopysign", None, True),
}


def primitive(name, args, free):
    """Returns the term of a call; `free` makes a variable of which nothing is known."""
    op, kind, has_sign = PRIMITIVES[name]
    if has_sign:
        args = [free("nan_sign"), *args]
    if name == "wide_power_of_two":
        args = [as_integer(args[0])]
    term = Op(kind or args[-1].type, op, *args)
    return as_integer(term) if kind == BOOL else term


# Loads of lanes: the number that a pointer and an index lead to is an input.
LOADS = {"load_of_doubles": DOUBLE, "load_of_floats": FLOAT}
