"""The terms that C expressions become: variables, constants and operations, and how Coq writes them."""

from fractions import Fraction

# The types of a term: a double, a float, a bool, an integer.
DOUBLE, FLOAT, BOOL, INT = "D", "S", "B", "Z"
COQ_TYPES = {DOUBLE: "F double", FLOAT: "F single", BOOL: "bool", INT: "Z"}

# Words that Coq, or Model.v, keeps for itself.
RESERVED = set(
    "as at by cofix else end exists exists2 fix for forall fun if IF in let match mod Prop return Set SProp then Type "
    "using where with F Z double single format true false negb andb orb xorb Some None pair fst snd undecided".split()
)


class Refused(Exception):
    """A construct that the extraction does not understand."""


class Term:
    """An expression of a type."""

    def __init__(self, kind):
        self.type = kind


class Var(Term):
    """A variable of the record. It gets its name when the record is written."""

    def __init__(self, kind, base, scope=None, origin="local"):
        super().__init__(kind)
        self.base, self.scope, self.origin = base, scope, origin
        self.bounds = None  # of an integer, if they are known
        self.may_be_open = False  # the result of a call that may be undecided
        self.definition = None  # the term it is equal to, if one is known
        self.name = None


class Const(Term):
    """A constant: a bool, an int, a Fraction for a floating-point number, or the name of a special one."""

    def __init__(self, kind, value):
        super().__init__(kind)
        self.value = value


class Op(Term):
    """An operation on terms: `fadd`, `flt`, `if` and so on."""

    def __init__(self, kind, op, *args):
        super().__init__(kind)
        self.op, self.args = op, args


def is_atom(term):
    """Returns true for variables and constants."""
    return isinstance(term, Var | Const)


def same(p, q):
    """Returns true if two terms are equal, symbol by symbol."""
    if p is q:
        return True
    if isinstance(p, Const) and isinstance(q, Const):
        return p.type == q.type and p.value == q.value
    if isinstance(p, Op) and isinstance(q, Op):
        return p.op == q.op and len(p.args) == len(q.args) and all(map(same, p.args, q.args))
    return False


def integer(value):
    """Returns an integer constant."""
    return Const(INT, value)


def truth(value):
    """Returns a constant of type bool."""
    return Const(BOOL, value)


def if_then_else(condition, p, q):
    """Returns `if condition then p else q`, without the `if` where it makes no difference."""
    if isinstance(condition, Const):
        return p if condition.value else q
    if same(p, q):
        return p
    if p.type != q.type:
        raise Refused(f"the two sides of a condition have the types {p.type} and {q.type}")
    return Op(p.type, "if", condition, p, q)


def logical_not(term):
    """Returns the negation of a bool."""
    if isinstance(term, Op) and term.op == "negb":
        return term.args[0]
    return truth(not term.value) if isinstance(term, Const) else Op(BOOL, "negb", term)


def logical_and(p, q):
    """Returns p and q. A constant decides or vanishes."""
    if isinstance(p, Const):
        return q if p.value else p
    if isinstance(q, Const) and q.value:
        return p
    return Op(BOOL, "andb", p, q)


def logical_or(p, q):
    """Returns p or q. A constant decides or vanishes."""
    if isinstance(p, Const):
        return p if p.value else q
    if isinstance(q, Const) and not q.value:
        return p
    return Op(BOOL, "orb", p, q)


def is_open(term):
    """Returns true if the mark of a result that is left to another function may be the value of a term."""
    if isinstance(term, Const):
        return term.value == "undecided"
    if isinstance(term, Var):
        return term.may_be_open or (term.definition is not None and is_open(term.definition))
    return term.type == INT and term.op == "if" and any(map(is_open, term.args[1:]))


def decided(term):
    """Returns an integer that is computed with or compared. The mark is a result and nothing else."""
    if is_open(term):
        raise Refused("a result that may be undecided, in an expression")
    return term


def as_integer(term):
    """Returns a bool as 1 or 0; an integer as it is."""
    if term.type == INT:
        return term
    if isinstance(term, Const):
        return integer(int(term.value))
    return Op(INT, "if", term, integer(1), integer(0))


def as_bool(term):
    """Returns whether a number is not 0."""
    if term.type == BOOL:
        return term
    if term.type != INT:
        return logical_not(Op(BOOL, "feq", term, Const(term.type, Fraction(0))))
    decided(term)
    if isinstance(term, Const):
        return truth(term.value != 0)
    return logical_not(Op(BOOL, "Z.eqb", term, integer(0)))


def bounds(term):
    """Returns the least and the largest value of an integer term, or None if they are not known."""
    if term.type == BOOL:
        return 0, 1
    if isinstance(term, Const) and isinstance(term.value, int):
        return term.value, term.value
    if isinstance(term, Var):
        if term.bounds:
            return term.bounds
        return bounds(term.definition) if term.definition is not None else None
    if not isinstance(term, Op):
        return None
    if term.op == "if":
        p, q = bounds_if(term.args[0], term.args[1]), bounds(term.args[2])
        return p and q and (min(p[0], q[0]), max(p[1], q[1]))
    if term.op == "Z.modulo":
        return 0, term.args[1].value - 1
    if term.op in ("Z.land", "Z.lor", "Z.ldiff"):
        p, q = bounds(term.args[0]), bounds(term.args[1])
        if term.op == "Z.ldiff" and p and p[0] >= 0:
            return 0, p[1]
        if p and q and min(p[0], q[0]) >= 0:
            return 0, (1 << max(p[1], q[1]).bit_length()) - 1
    return None


def bounds_if(condition, term):
    """Returns the bounds of a term where a condition holds: a variable that is compared with a constant has less."""
    known = bounds(term)
    is_limit = isinstance(condition, Op) and condition.op == "Z.leb" and condition.args[0] is term
    limit = known and is_limit and bounds(condition.args[1])
    return (known[0], min(known[1], limit[1])) if limit else known


# ---- text ----


def const_text(const):
    """Returns a constant as Coq writes it."""
    value = const.value
    if isinstance(value, str):
        return value
    if const.type == BOOL:
        return "true" if value else "false"
    if const.type == INT:
        return f"{value}%Z" if value >= 0 else f"({value})%Z"
    if value == 0:
        return "(fconst 0 0)"
    mantissa, exponent = value.numerator, 1 - value.denominator.bit_length()
    while mantissa % 2 == 0:
        mantissa, exponent = mantissa // 2, exponent + 1
    return f"(fconst {mantissa} {exponent if exponent >= 0 else f'({exponent})'})"


def text(term, nested=False):
    """Returns a term as Coq writes it, in parentheses if it is nested."""
    if isinstance(term, Var):
        return term.name
    if isinstance(term, Const):
        return const_text(term)
    if term.op == "complement":
        raise Refused("the operator ~ but in a & ~b")
    if term.op == "if":
        condition, p, q = map(text, term.args)
        written = f"if {condition} then {p} else {q}"
    else:
        written = " ".join([term.op, *(text(arg, True) for arg in term.args)])
    return f"({written})" if nested else written


def variables(term):
    """Yields the variables of a term, as often as they occur."""
    if isinstance(term, Var):
        yield term
    elif isinstance(term, Op):
        for arg in term.args:
            yield from variables(arg)


def replaced(term, values):
    """Returns the term with these variables replaced: values maps variables to terms."""
    if isinstance(term, Var):
        return values.get(term, term)
    if isinstance(term, Op):
        return Op(term.type, term.op, *(replaced(arg, values) for arg in term.args))
    return term
