"""Runs C on bounds: expressions, calls and statements."""

import itertools

from bounds import INF, UNKNOWN, Big, Mark, Num, Place, Problem, Result, Unknown, Variable
from bounds_integers import Integers
from c_paths import c_ast

# Types whose values are unknown, and functions that take no limbs and whose results are.
OPAQUE = {"wide", "form_signs", "gap_signs", "needed_forms", "rough", "rough_polynomial", "wide_polynomial",
          "root_cluster", "wide_values", "rough_vector", "moving_contact", "moving_query"}  # fmt: skip
NO_LIMBS = {"signs_of_bernstein", "opposite", "is_always", "square_signs", "gap_sign", "gap_at_begin", "gap_after",
            "gap_at_end", "feature_from", "forms_needed", "features_on", "unit_of_query", "wide_polynomial_of",
            "find_cluster", "rough_signs_on", "rough_gap_now", "memset"}  # fmt: skip
# The most turns of a loop: that of narrow_at_cut halves the distance of two exponents, which is at most 2^13.
TURNS = {"narrow_at_cut": 16}
# Run once for each degree of its polynomials.
ENUMERATED = {"find_ties_of_side", "find_ties_of_point"}

# Their conditions hold or fail with what they set.
SPLIT = {"find_cut", "predict_part", "zoom_to_roots", "narrow_at_cut", "find_event", "find_first_event"}


class Bounds(Integers):
    """Runs functions of a syntax tree on bounds."""

    def __init__(self, tree, limb_bits):
        self.limb_bits = limb_bits
        self.functions, self.types, self.structs, self.constants = {}, {}, {}, {}
        self.memory, self.blocks, self.takings, self.symbols = {}, [], itertools.count(1), itertools.count(1)
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
        self.blocks.append(place)
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
        todo, kept, young = [value], set(), []
        for key, value in memory.items():
            if isinstance(key[0], Place) and key[0].number >= first:
                young.append(key)
            elif isinstance(value, (Place, Variable)):
                todo.append(value)
        while todo:
            at = todo.pop()
            at = at.place if isinstance(at, Variable) else at
            if isinstance(at, Place) and at.number >= first and at not in kept:
                kept.add(at)
                todo += [memory[at, key] for key in at.keys if (at, key) in memory]
        for key in young:
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
