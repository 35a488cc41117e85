"""Evaluates C expressions symbolically: every value is a term."""

import struct
from fractions import Fraction

from csource import C_BOOL, C_DOUBLE, C_FLOAT, C_INT, C_UNSIGNED, CType, int_literal
from pycparser import c_ast
from state import Scope
from terms import (
    BOOL,
    DOUBLE,
    FLOAT,
    INT,
    Const,
    Op,
    Refused,
    Term,
    as_bool,
    as_integer,
    bounds,
    decided,
    if_then_else,
    integer,
    logical_and,
    logical_not,
    logical_or,
    truth,
)

ARITHMETIC = {"+": "fadd", "-": "fsub", "*": "fmul", "/": "fdiv"}
COMPARISONS = {"<": ("flt", False), ">": ("flt", True), "<=": ("fle", False), ">=": ("fle", True)}
INTEGER_COMPARISONS = {"<": "Z.ltb", ">": "Z.gtb", "<=": "Z.leb", ">=": "Z.geb"}
INTEGER_OPERATIONS = {"+": "Z.add", "-": "Z.sub", "*": "Z.mul", "&": "Z.land", "|": "Z.lor", "^": "Z.lxor"}
# Towards 0, as in C.
INTEGER_QUOTIENTS = {"/": "Z.quot", "%": "Z.rem"}
SHIFTS = {"<<": "Z.shiftl", ">>": "Z.shiftr"}
FLOATS = (DOUBLE, FLOAT)


class Value:
    """A value of C: its type and its leaves, terms or pointers by path. A scalar has the path ()."""

    def __init__(self, ctype, leaves):
        self.ctype, self.leaves = ctype, leaves

    @property
    def term(self):
        """The term of a scalar."""
        if not isinstance(self.leaves.get(()), Term):
            raise Refused("a value that is not set on every path, or is no number")
        return self.leaves[()]


class Pointer:
    """The address of an object or a member."""

    def __init__(self, target, path=()):
        self.target, self.path = target, path


class Choice:
    """A pointer that depends on a condition."""

    def __init__(self, condition, yes, no):
        self.condition, self.yes, self.no = condition, yes, no


class Null:
    """The pointer NULL."""


class Undecided(Exception):
    """What follows is left to a function that is no filter."""


def scalar(term, ctype=None):
    """Returns the value of a term."""
    kinds = {DOUBLE: C_DOUBLE, FLOAT: C_FLOAT, BOOL: C_BOOL, INT: C_INT}
    return Value(ctype or kinds[term.type], {(): term})


def float_literal(written):
    """Returns the value of a floating-point literal, rounded to its type."""
    if written[-1] in "lL":
        raise Refused(f"the constant {written}")
    is_float = written[-1] in "fF" and ("x" not in written.lower() or "p" in written.lower())
    digits = written[:-1] if is_float else written
    number = float.fromhex(digits) if "x" in digits.lower() else float(digits)
    if is_float:
        if "x" not in digits.lower() and len(digits.replace(".", "").split("e")[0].strip("0")) > 15:
            raise Refused(f"the constant {written}, which would be rounded twice")
        number = struct.unpack("f", struct.pack("f", number))[0]
    return scalar(Const(FLOAT if is_float else DOUBLE, Fraction(number)))


def common_type(p, q):
    """Returns the type of arithmetic on two types of integers."""
    kinds = [C_INT if k.kind == BOOL or k.bits < 32 else k for k in (p, q)]
    longest = max(kinds, key=lambda k: (k.bits, not k.signed))
    return longest


def integer_operation(op, p, q, ctype):
    """Returns the result of an operation on integers."""
    if isinstance(p, Const) and isinstance(q, Const):
        x, y = p.value, q.value
        value = {"+": x + y, "-": x - y, "*": x * y, "&": x & y, "|": x | y, "^": x ^ y}.get(op)
        if value is not None and ctype.holds(value, value):
            return integer(value)
    if op == "&" and isinstance(q, Op) and q.op == "complement":
        return Op(INT, "Z.ldiff", p, q.args[0])
    if op in INTEGER_QUOTIENTS and ctype.signed and isinstance(q, Const) and q.value > 0:
        return Op(INT, INTEGER_QUOTIENTS[op], p, q)
    if op in SHIFTS and not ctype.signed and isinstance(q, Const) and 0 <= q.value < ctype.bits:
        shifted = Op(INT, SHIFTS[op], p, q)
        return Op(INT, "Z.modulo", shifted, integer(1 << ctype.bits)) if op == "<<" else shifted
    if op not in INTEGER_OPERATIONS:
        raise Refused(f"the operator {op} on integers of {ctype.bits} bits")
    exact = Op(INT, INTEGER_OPERATIONS[op], p, q)
    return Op(INT, "Z.modulo", exact, integer(1 << ctype.bits)) if op in "+-*" and not ctype.signed else exact


class Expressions:
    """The part of the execution that evaluates expressions. It needs the state of execute.py."""

    def value(self, node):
        """Returns the value of an expression."""
        method = getattr(self, "value_" + type(node).__name__, None)
        if method is None:
            raise Refused(f"an expression of the kind {type(node).__name__}")
        return self.at_node(node, method)

    def number(self, node):
        """Returns the term of a scalar expression."""
        return self.value(node).term

    def condition(self, node):
        """Returns an expression as a bool."""
        value = self.value(node)
        if value.ctype.kind == "pointer":
            return logical_not(self.is_null(value.leaves[()]))
        return as_bool(value.term)

    def value_Constant(self, node):
        """A literal."""
        if "int" in node.type:
            is_unsigned = "u" in node.value.lower()
            kind = C_UNSIGNED if is_unsigned else C_INT
            value = int_literal(node.value)
            if not kind.holds(value, value):
                kind = CType(INT, 64, not is_unsigned and value < 1 << 63)
            return scalar(integer(value), kind)
        if node.type in ("double", "float", "long double"):
            return float_literal(node.value)
        raise Refused(f"the constant {node.value}")

    def value_ID(self, node):
        """A variable or a named constant."""
        target = self.lookup(node.name)
        if target is not None:
            return self.read(Pointer(target))
        if node.name == "carom_infinity":
            return scalar(Const(DOUBLE, "finf"))
        if self.source.enums.get(node.name) is not None:
            return scalar(integer(self.source.enums[node.name]))
        decl = self.source.globals.get(node.name)
        if decl is not None and decl.init is not None and "const" in decl.quals:
            self.scopes.append(Scope(node.name, None))
            value = self.initial(decl.init, self.source.type_of(decl.type))
            self.scopes.pop()
            return value
        raise Refused(f"the name {node.name}")

    def value_StructRef(self, node):
        """A member."""
        if node.type == "." and not self.is_place(node.name):
            whole = self.value(node.name)
            name = node.field.name
            leaves = {path[1:]: leaf for path, leaf in whole.leaves.items() if path[0] == name}
            return Value(whole.ctype.member(name), leaves)
        return self.read(self.place(node))

    def value_ArrayRef(self, node):
        """An element of an array."""
        return self.read(self.place(node))

    def value_Cast(self, node):
        """A conversion."""
        ctype = self.source.type_of(node.to_type)
        value = self.value(node.expr)
        if ctype.kind == "void":
            return Value(ctype, {})
        if ctype.kind == "pointer":
            if value.ctype.kind == "pointer" and {ctype.target.kind, value.ctype.target.kind} == {DOUBLE, FLOAT}:
                raise Refused("a pointer to another type")
            zero = value.leaves.get(())
            return Value(ctype, {(): Null() if isinstance(zero, Const) and zero.value == 0 else zero})
        return self.converted(value, ctype)

    def converted(self, value, ctype):
        """Returns a value as another type, as C converts it."""
        if ctype.kind == "other":
            raise Refused("a value of a type that is not known")
        if ctype.kind not in (DOUBLE, FLOAT, BOOL, INT):
            return Value(ctype, value.leaves)
        term = value.term
        if ctype.kind == term.type and ctype.kind != INT:
            return Value(ctype, {(): term})
        if ctype.kind == BOOL:
            return Value(ctype, {(): as_bool(term)})
        if ctype.kind == INT:
            return Value(ctype, {(): self.as_integer_type(term, value.ctype, ctype)})
        if term.type in FLOATS:
            return Value(ctype, {(): self.other_format(term, ctype)})
        term = as_integer(term)
        if not isinstance(term, Const) and ctype.kind == DOUBLE:
            return Value(ctype, {(): Op(DOUBLE, "nearest double", term, integer(0), truth(False))})
        if not isinstance(term, Const):
            raise Refused("an integer that becomes a float")
        return Value(ctype, {(): Const(ctype.kind, Fraction(term.value))})

    def other_format(self, term, ctype):
        """Returns a double as a float, or a float as a double."""
        if isinstance(term.value if isinstance(term, Const) else None, str):
            return Const(ctype.kind, term.value)
        return Op(ctype.kind, "fnarrow" if ctype.kind == FLOAT else "fwiden", term)

    def as_integer_type(self, term, old, new):
        """Returns an integer as another type. Refuses numbers that may not fit."""
        if term.type in FLOATS:
            raise Refused("a floating-point number that becomes an integer")
        is_enum_or_same = new.bits >= old.bits and new.signed == old.signed
        known = bounds(term)
        term = as_integer(term)
        if old.kind == BOOL or is_enum_or_same or (new.bits > old.bits and not old.signed):
            return term
        if known and new.holds(*known):
            return term
        if new.is_enum or old.is_enum:
            return term
        raise Refused(f"an integer of {old.bits} bits that becomes one of {new.bits} bits")

    def value_UnaryOp(self, node):
        """- + ! ~ & * and steps of a counter."""
        if node.op == "&":
            place = self.place(node.expr)
            return Value(CType("pointer", target=self.place_type(place)), {(): place})
        if node.op == "*":
            return self.read(self.value(node.expr).leaves[()])
        if node.op in ("p++", "p--", "++", "--"):
            place = self.place(node.expr)
            old = self.read(place)
            kind = common_type(old.ctype, C_INT)
            new = Value(kind, {(): integer_operation(node.op[-1], as_integer(old.term), integer(1), kind)})
            self.assign(place, new)
            return old if node.op[0] == "p" else new
        if node.op == "!":
            return scalar(logical_not(self.condition(node.expr)))
        value = self.value(node.expr)
        term = value.term
        if node.op == "+":
            return value
        if node.op == "-" and term.type in FLOATS:
            return scalar(Op(term.type, "fneg", term))
        if node.op == "-" and value.ctype.signed:
            known = isinstance(decided(term), Const)
            kind = common_type(value.ctype, C_INT)
            return scalar(integer(-term.value) if known else Op(INT, "Z.opp", as_integer(term)), kind)
        if node.op == "~" and term.type == INT:
            # Only within `&`: the bits above those of an unsigned type would be 1.
            return Value(value.ctype, {(): Op(INT, "complement", term)})
        raise Refused(f"the operator {node.op}")

    def value_BinaryOp(self, node):
        """An operator with two operands."""
        if node.op in ("&&", "||"):
            return self.lazily(node)
        p, q = self.value(node.left), self.value(node.right)
        return self.binary(node.op, p, q)

    def binary(self, op, p, q):
        """Returns the result of an operator on two values."""
        if "pointer" in (p.ctype.kind, q.ctype.kind):
            return self.compare_pointers(op, p, q)
        x, y = p.term, q.term
        if x.type in FLOATS or y.type in FLOATS:
            return self.binary_floats(op, p, q)
        if x.type == BOOL and y.type == BOOL and op in ("&", "|"):
            return scalar((logical_and if op == "&" else logical_or)(x, y))
        if x.type == BOOL and y.type == BOOL and op in ("==", "!="):
            equal = Op(BOOL, "Bool.eqb", x, y)
            return scalar(equal if op == "==" else logical_not(equal))
        ctype = common_type(p.ctype, p.ctype if op in SHIFTS else q.ctype)
        x, y = self.fitting(x, p.ctype, ctype), self.fitting(y, q.ctype, ctype)
        if op in INTEGER_COMPARISONS or op in ("==", "!="):
            return scalar(self.compare_integers(op, x, y))
        return Value(ctype, {(): integer_operation(op, x, y, ctype)})

    def fitting(self, term, old, ctype):
        """Returns an integer for arithmetic in a type, which must not change its value."""
        if isinstance(term, Op) and term.op == "complement":
            if old.bits < ctype.bits and not old.signed:
                raise Refused("the operator ~ on a number that becomes one of more bits")
            return term
        known = bounds(decided(term))
        term = as_integer(term)
        if not ctype.signed and old.kind == INT and old.signed and not (known and known[0] >= 0):
            raise Refused("a signed integer that becomes unsigned")
        return term

    def same_number(self, value, ctype):
        """Refuses a value that may be another number in a type of integers."""
        known = bounds(value.term)
        if not ctype.signed and value.ctype.signed and not (known and known[0] >= 0):
            raise Refused("a signed integer that becomes unsigned")

    def compare_integers(self, op, x, y):
        """Returns a comparison of integers."""
        if isinstance(x, Const) and isinstance(y, Const):
            pairs = {"<": x.value < y.value, ">": x.value > y.value, "==": x.value == y.value}
            negated = {"<=": ">", ">=": "<", "!=": "=="}
            return Const(BOOL, not pairs[negated[op]] if op in negated else pairs[op])
        if op in ("==", "!="):
            equal = Op(BOOL, "Z.eqb", x, y)
            return equal if op == "==" else logical_not(equal)
        return Op(BOOL, INTEGER_COMPARISONS[op], x, y)

    def binary_floats(self, op, p, q):
        """Returns the result of an operator on floating-point numbers."""
        kind = C_DOUBLE if DOUBLE in (p.term.type, q.term.type) else C_FLOAT
        x, y = self.converted(p, kind).term, self.converted(q, kind).term
        if op in ARITHMETIC:
            return scalar(Op(kind.kind, ARITHMETIC[op], x, y))
        if op in COMPARISONS:
            name, is_swapped = COMPARISONS[op]
            return scalar(Op(BOOL, name, y, x) if is_swapped else Op(BOOL, name, x, y))
        if op in ("==", "!="):
            equal = Op(BOOL, "feq", x, y)
            return scalar(equal if op == "==" else logical_not(equal))
        raise Refused(f"the operator {op} on floating-point numbers")

    def compare_pointers(self, op, p, q):
        """Returns whether a pointer is NULL."""
        p, q = p.leaves[()], q.leaves[()]
        if isinstance(p, Null):
            p, q = q, p
        if not isinstance(q, Null) or op not in ("==", "!="):
            raise Refused("a comparison of pointers")
        null = self.is_null(p)
        return scalar(null if op == "==" else logical_not(null))

    def lazily(self, node):
        """Returns p && q or p || q. What q assigns holds only if q is evaluated."""
        p = self.condition(node.left)
        is_and = node.op == "&&"
        if isinstance(p, Const):
            return scalar(self.condition(node.right)) if p.value == is_and else scalar(p)
        before = dict(self.env)
        q = self.condition(node.right)
        if self.has_changed(before):
            p = self.bound(p, "if")
            after = self.env
            self.env = self.merged(p, after, before) if is_and else self.merged(p, before, after)
            # What q sets first is read only where q was evaluated. An input has a value before.
            self.env.update((key, leaf) for key, leaf in after.items() if key not in self.env)
        return scalar(logical_and(p, q) if is_and else logical_or(p, q))

    def value_TernaryOp(self, node):
        """A conditional expression. Both sides are evaluated."""
        condition = self.condition(node.cond)
        if isinstance(condition, Const):
            return self.value(node.iftrue if condition.value else node.iffalse)
        before = dict(self.env)
        yes = self.value_or_mark(node.iftrue)
        after_yes, self.env = self.env, dict(before)
        no = self.value_or_mark(node.iffalse)
        changed = self.has_changed(before) or after_yes.keys() != before.keys()
        changed = changed or any(after_yes[key] is not before[key] for key in before)
        if changed or len(yes.leaves) > 1:
            condition = self.bound(condition, "if")
        if changed:
            self.env = self.merged(condition, after_yes, self.env)
        return self.chosen(condition, yes, no)

    def value_or_mark(self, node):
        """Returns the value of one side of a condition; the mark if it is left to a function that is no filter."""
        depth = len(self.scopes)
        try:
            return self.value(node)
        except Undecided:
            del self.scopes[depth:]
            return scalar(Const(INT, "undecided"))

    def chosen(self, condition, yes, no):
        """Returns one of two values, leaf by leaf."""
        if yes.ctype.kind in ("struct", "pointer", "void"):
            paths = [path for path in yes.leaves if path in no.leaves]
            leaves = {path: self.chosen_leaf(condition, yes.leaves[path], no.leaves[path]) for path in paths}
            return Value(yes.ctype, leaves)
        kind = yes.ctype
        if yes.term.type != no.term.type:
            floats = [t for t in (DOUBLE, FLOAT) if t in (yes.term.type, no.term.type)]
            kind = {DOUBLE: C_DOUBLE, FLOAT: C_FLOAT}[floats[0]] if floats else C_INT
            yes, no = self.converted(yes, kind), self.converted(no, kind)
        elif kind.kind == INT:
            kind = common_type(yes.ctype, no.ctype)
            for side in (yes, no):
                if not isinstance(side.term, Const) or side.term.value != "undecided":
                    self.same_number(side, kind)
        return Value(kind, {(): if_then_else(condition, yes.term, no.term)})

    def chosen_leaf(self, condition, yes, no):
        """Returns one of two terms, or of two pointers."""
        if isinstance(yes, Term) and isinstance(no, Term):
            return if_then_else(condition, yes, no)
        return yes if yes is no else Choice(condition, yes, no)

    def value_Assignment(self, node):
        """An assignment; its value is the new one."""
        value = self.value(node.rvalue)
        place = self.place(node.lvalue)
        if node.op != "=":
            value = self.binary(node.op[:-1], self.read(place), value)
        self.assign(place, value)
        return self.read(place)

    def value_CompoundLiteral(self, node):
        """A struct in place."""
        return self.initial(node.init, self.source.type_of(node.type))

    def value_ExprList(self, node):
        """Expressions with commas."""
        values = [self.value(item) for item in node.exprs]
        return values[-1]

    def initial(self, node, ctype):
        """Returns the value of an initializer. Members without one are 0."""
        if not isinstance(node, c_ast.InitList):
            return self.converted(self.value(node), ctype)
        if ctype.kind != "struct":
            return self.initial(node.exprs[0], ctype)
        leaves = {}
        names = [name for name, _ in ctype.fields]
        given = set()
        for name, item in zip(names, node.exprs, strict=False):
            if isinstance(item, c_ast.NamedInitializer):
                is_member = len(item.name) == 1 and isinstance(item.name[0], c_ast.ID)
                name, item = item.name[0].name if is_member else "", item.expr
            kind = ctype.member(name)
            given.add(name)
            for path, leaf in self.initial(item, kind).leaves.items():
                leaves[name, *path] = leaf
        zeros = {DOUBLE: Fraction(0), FLOAT: Fraction(0), BOOL: False, INT: 0}
        for path, kind in ctype.leaves():
            if path not in leaves and kind.kind in zeros and path[0] not in given:
                leaves[path] = Const(kind.kind, zeros[kind.kind])
        return Value(ctype, leaves)
