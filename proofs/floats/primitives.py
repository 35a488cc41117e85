"""C functions that become one operation of Coq: they read the bits of a number, or memory."""

from terms import BOOL, DOUBLE, FLOAT, Op, as_integer

# The C function, its operation, the type of the result (None: that of the last argument), and what it takes first, if
# anything: a variable of which nothing is known, the sign of a NaN or the result where C gives bits without a meaning.
PRIMITIVES = {
    "fabs": ("fabs", None, None),
    "fabsf": ("fabs", None, None),
    "sqrt": ("fsqrt", None, None),
    "fma": ("ffma", None, None),
    # memcpy to an integer, + 2^26, the low 27 bits cleared: the leading 26 bits, ties away from 0.
    "high_half": ("fhigh", None, None),
    # The exponent as bits: 2^e.
    "wide_power_of_two": ("fpower", DOUBLE, "unknown"),
    # The exponent alone: the power of two below a number.
    "power_of_two_below": ("fbelow", None, "unknown"),
    # The bits of the number plus or minus 1: its neighbour.
    "down_by": ("fdown", DOUBLE, "unknown"),
    "next_up": ("fup", None, "unknown"),
    "next_toward": ("fnext", None, "unknown"),
    # The sign bit as an integer.
    "lanes64_sign_bits": ("fsign", BOOL, "nan_sign"),
    "lanes32_sign_bits": ("fsign", BOOL, "nan_sign"),
    "copysign": ("fcopysign", None, "nan_sign"),
}


def primitive(name, args, free):
    """Returns the term of a call; `free` makes a variable of which nothing is known."""
    op, kind, first = PRIMITIVES[name]
    if name == "wide_power_of_two":
        args = [as_integer(args[0])]
    if first:
        args = [free(first, BOOL if first == "nan_sign" else DOUBLE), *args]
    term = Op(kind or args[-1].type, op, *args)
    return as_integer(term) if kind == BOOL else term


# Loads of lanes: the number that a pointer and an index lead to is an input.
LOADS = {
    "load_of_doubles": DOUBLE,
    "load_of_floats": FLOAT,
    "lanes64_load": DOUBLE,
    "lanes32_load": FLOAT,
}

# Operations of lanes in which machines differ, so they are relations: minimum and maximum of equal numbers and NaN; the
# product in c + a * b and c - a * b, which some machines fuse.
LANES = {
    f"{lanes}_{name}": (relation, product)
    for lanes in ("lanes64", "lanes32")
    for name, relation, product in (
        ("min", "some_min", False),
        ("max", "some_max", False),
        ("plus", "sum_or_fused", True),
        ("minus", "difference_or_fused", True),
    )
}
# What a product loses, by a fused operation or by a record of its own.
REST_OF_PRODUCT = "lanes64_rest_of_product"
