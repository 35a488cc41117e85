"""Executes a C function symbolically: both sides of every branch, with a term for every value.

The floating-point operations have no side effects, so both branches of an `if` are executed, and where they meet a
variable becomes `if condition then x else y`. A `return` ends its path; the result is chosen at last.
"""

from calls import Calls
from csource import CType
from expressions import Choice, Null, Pointer, Undecided, Value
from pycparser import c_ast
from state import FALL, Branch, Break, Field, Object, Return, Shared, falls, followed, replaced_falls
from terms import BOOL, INT, Const, Op, Refused, Term, Var, if_then_else, is_atom, logical_and, same, truth

MAX_PASSES = 8


class Execution(Calls):
    """The execution of one function."""

    def __init__(self, source, entry, records):
        self.source, self.entry, self.records = source, entry, records
        self.env, self.fields, self.inputs = {}, [], {}
        self.unread = {}  # inputs that are passed on and not read
        self.scopes, self.results = [], []
        self.has_sunk, self.branches = False, 0

    # ---- variables ----

    @property
    def scope(self):
        """The function that is executed."""
        return self.scopes[-1]

    def lookup(self, name):
        """Returns the object of a local name, or None."""
        for block in reversed(self.scope.blocks):
            if name in block:
                return block[name]
        return None

    def declare(self, name, ctype):
        """Returns a new object of the innermost block."""
        made = Object(name, self.scope, ctype)
        self.scope.blocks[-1][name] = made
        return made

    def place_type(self, place):
        """Returns the type of what a pointer points to."""
        if isinstance(place, Choice):
            return self.place_type(place.yes)
        return place.target.ctype.at(place.path)

    def is_place(self, node):
        """Returns true if an expression names an object in memory."""
        if isinstance(node, c_ast.StructRef):
            return node.type == "->" or self.is_place(node.name)
        if isinstance(node, c_ast.UnaryOp):
            return node.op == "*"
        if isinstance(node, c_ast.ArrayRef):
            return True
        return isinstance(node, c_ast.ID) and self.lookup(node.name) is not None

    def place(self, node):
        """Returns the pointer to what an expression names."""
        if isinstance(node, c_ast.ID) and self.lookup(node.name) is not None:
            return Pointer(self.lookup(node.name))
        if isinstance(node, c_ast.StructRef):
            base = self.value(node.name).leaves[()] if node.type == "->" else self.place(node.name)
            return self.member(base, node.field.name)
        if isinstance(node, c_ast.UnaryOp) and node.op == "*":
            return self.value(node.expr).leaves[()]
        if isinstance(node, c_ast.ArrayRef):
            return self.element(self.with_decay(node.name).leaves.get(()), self.number(node.subscript))
        raise Refused(f"a place in memory of the kind {type(node).__name__}")

    def member(self, base, name):
        """Returns the pointer to a member."""
        if isinstance(base, Choice):
            return Choice(base.condition, self.member(base.yes, name), self.member(base.no, name))
        if not isinstance(base, Pointer):
            raise Refused("a member of no object")
        return Pointer(base.target, (*base.path, name))

    def with_decay(self, node):
        """Returns the value of an expression; for an array the pointer to its first element."""
        if self.is_place(node):
            place = self.place(node)
            ctype = self.place_type(place)
            if ctype.is_array:
                return Value(CType("pointer", target=ctype.member("0")), {(): self.member(place, "0")})
        return self.value(node)

    def element(self, first, index):
        """Returns the pointer to an element, from one to an element of the same array."""
        if not isinstance(first, Pointer) or not isinstance(index, Const):
            raise Refused("an element of an array that is not known")
        path = first.path[:-1]
        if not first.path or not first.target.ctype.at(path).is_array:
            raise Refused("an element of no array")
        path = (*path, str(int(first.path[-1]) + index.value))
        first.target.ctype.at(path)
        return Pointer(first.target, path)

    def read(self, place):
        """Returns the value at a place."""
        if isinstance(place, Choice):
            return self.chosen(place.condition, self.read(place.yes), self.read(place.no))
        if not isinstance(place, Pointer):
            raise Refused("what a pointer points to")
        ctype = place.target.ctype.at(place.path)
        leaves = {}
        for path, kind in ctype.leaves():
            leaf = self.leaf(place.target, (*place.path, *path), kind)
            if leaf is not None:
                leaves[path] = leaf
        return Value(ctype, leaves)

    def leaf(self, target, path, kind):
        """Returns what an object holds at a path. An input gets its variable when it is read first."""
        key = (target, path)
        if key not in self.env and target.is_input:
            self.env[key] = self.input(target, path, kind)
        return self.env.get(key)

    def input(self, target, path, kind):
        """Returns the variable of an input, or the object that a pointer of the input points to."""
        key = (target, path)
        if key in self.inputs:
            return self.inputs[key]
        name = "_".join((target.name, *path))
        given = self.entry.given.get(".".join((target.name, *path)))
        if given is not None:
            self.inputs[key] = Const(INT, given)
            return self.inputs[key]
        if kind.kind in ("pointer", "array"):
            made = Pointer(Object(name, self.scopes[0], kind.target, is_input=True))
            made.target.parent = key
        elif kind.kind in ("other", "void"):
            return None
        else:
            made = Var(kind.kind, name, self.scopes[0], "input")
            made.bounds = None if kind.kind != INT or kind.signed else (0, (1 << kind.bits) - 1)
        self.inputs[key] = made
        return made

    def is_null(self, pointer):
        """Returns the condition that a pointer is NULL: for those of the input, a bool of its own."""
        if isinstance(pointer, Null):
            return truth(True)
        if isinstance(pointer, Choice):
            return if_then_else(pointer.condition, self.is_null(pointer.yes), self.is_null(pointer.no))
        if not pointer.target.is_input:
            return truth(False)
        key = ("has", pointer.target)
        if key not in self.inputs:
            self.inputs[key] = Var(BOOL, "has_" + pointer.target.name, self.scopes[0], "input")
        return Op(BOOL, "negb", self.inputs[key])

    # ---- assignments ----

    def assign(self, place, value):
        """Stores a value. Every leaf that is a number becomes a variable of the record."""
        if isinstance(place, Choice) or not isinstance(place, Pointer):
            raise Refused("an assignment through a pointer that depends on a condition")
        ctype = place.target.ctype.at(place.path)
        for path, kind in ctype.leaves():
            key = (place.target, (*place.path, *path))
            if path not in value.leaves:
                self.env.pop(key, None)
                continue
            leaf = value.leaves[path]
            if kind.kind == "array":
                raise Refused("a copy of an array")
            leaf_type = value.ctype.at(path) if value.ctype.kind == "struct" else value.ctype
            if isinstance(leaf, Const) and (kind.kind in (INT, BOOL) or key[1]):
                leaf = self.converted(Value(leaf_type, {(): leaf}), kind).term
            elif isinstance(leaf, Term):
                leaf = self.converted(Value(leaf_type, {(): leaf}), kind).term
                leaf = self.stored(leaf, "_".join((place.target.name, *key[1])), place.target.scope)
            self.env[key] = leaf

    def stored(self, term, base, scope, origin="local"):
        """Returns the variable for a term that is assigned. The variable of a callee gets the new name instead."""
        if isinstance(term, Var) and term.scope is not None and term.scope.is_over:
            term.base, term.scope, term.origin = base, scope, origin
            return term
        return self.define(Var(term.type, base, scope, origin), term)

    def define(self, var, term):
        """Appends the equation of a variable and returns the variable."""
        term = self.with_sums(term)
        if self.may_fuse(term):
            self.append_sum(var, term)
            return var
        var.definition = term
        self.fields.append(Field(var, term))
        return var

    def bound(self, term, base):
        """Returns a term as an atom: a generated variable if it is more than that."""
        return term if is_atom(term) else self.define(Var(term.type, base, self.scope, "generated"), term)

    # ---- fused sums ----

    def may_fuse(self, term):
        """Returns true for sums and differences in code that may fuse, if a product is part of them."""
        if not (self.entry.is_fused and isinstance(term, Op) and term.op in ("fadd", "fsub")):
            return False
        return any(isinstance(self.factors(arg), Op) for arg in term.args)

    def with_sums(self, term):
        """Returns a term for code that may fuse: each sum below the root with a product is a variable of its own."""
        if not self.entry.is_fused or not isinstance(term, Op):
            return term
        args = []
        for arg in map(self.with_sums, term.args):
            if self.may_fuse(arg):
                var = Var(arg.type, "t", self.scope, "sum")
                self.append_sum(var, arg)
                arg = var
            args.append(arg)
        return Op(term.type, term.op, *args)

    def append_sum(self, var, term):
        """Appends the relation of a sum whose products may be fused into it."""
        name = "sum_or_fused" if term.op == "fadd" else "difference_or_fused"
        x, y = term.args
        self.fields.append(
            Field(relation=name, args=[x, y, self.factors(x), self.factors(y)], outs=[var], is_first=True)
        )

    def factors(self, term, is_negative=False):
        """Returns `Some (a, b)` if a term is the product a * b, else `None`."""
        while isinstance(term, Var) and term.definition is not None:
            term = term.definition
        if isinstance(term, Op) and term.op == "fneg":
            return self.factors(term.args[0], not is_negative)
        if isinstance(term, Op) and term.op == "if" and any(isinstance(self.factors(x), Op) for x in term.args[1:]):
            raise Refused("a product under a condition, in a sum of code that may fuse")
        if not (isinstance(term, Op) and term.op == "fmul"):
            return Const("option", "None")
        a, b = term.args
        return Op("option", "factors", Op(a.type, "fneg", a) if is_negative else a, b)

    # ---- joins ----

    def has_changed(self, before):
        """Returns true if the state is no longer what it was."""
        return any(self.env.get(key) is not leaf for key, leaf in before.items()) or len(self.env) != len(before)

    def merged(self, condition, yes, no):
        """Returns the state where two paths meet."""
        env = {}
        for key in {**yes, **no}:
            target, path = key
            p, q = yes.get(key), no.get(key)
            if target.is_input and (p is None or q is None):
                made = self.input(target, path, target.ctype.at(path))
                p, q = p or made, q or made
            if p is None or q is None:
                continue
            if p is q or (isinstance(p, Term) and same(p, q)):
                env[key] = p
            elif isinstance(p, Term):
                condition = self.bound(condition, "if")
                var = Var(p.type, "_".join((target.name, *path)), target.scope)
                env[key] = self.define(var, if_then_else(condition, p, q))
            else:
                env[key] = Choice(condition, p, q)
        return env

    def folded(self, tree, memo, scope):
        """Returns the value and the state at the end of a function, from its paths."""
        if id(tree) in memo:
            return memo[id(tree)]
        if isinstance(tree, Return):
            result = tree.value, tree.env
        elif isinstance(tree, Shared):
            value, env = self.folded(tree.tree, memo, scope)
            if value is not None:
                leaves = {p: self.bound(t, "rest") if isinstance(t, Term) else t for p, t in value.leaves.items()}
                value = Value(value.ctype, leaves)
            result = value, env
        elif not isinstance(tree, Branch):
            raise Refused("paths that meet within a block and go on after it")
        else:
            yes, env_yes = self.folded(tree.yes, memo, scope)
            no, env_no = self.folded(tree.no, memo, scope)
            result = self.joined(tree.condition, (yes, env_yes), (no, env_no), scope)
        memo[id(tree)] = result
        return result

    def outside(self, env, scope):
        """Returns the state without the variables of a call."""
        return {key: leaf for key, leaf in env.items() if key[0].scope is not scope or key[0].is_input}

    def joined(self, condition, yes, no, scope):
        """Returns the value and the state of two paths as one."""
        (p, env_p), (q, env_q) = yes, no
        if env_p is None or env_q is None:
            env = env_q if env_p is None else env_p
        else:
            env = self.merged(condition, self.outside(env_p, scope), self.outside(env_q, scope))
        if p is None and q is None:
            return None, env
        if p is None or q is None:
            decided = q if p is None else p
            if not decided.leaves:
                raise Refused("a function without a result that is undecided")
            marks = {path: self.mark(leaf) for path, leaf in decided.leaves.items()}
            mark = Value(decided.ctype, marks)
            p, q = (mark, q) if p is None else (p, mark)
        return self.chosen(condition, p, q), env

    def mark(self, leaf):
        """Returns the mark of a result that is left to a function that is no filter."""
        if not isinstance(leaf, Term) or leaf.type != INT:
            raise Refused("a result that is undecided and no integer")
        return Const(INT, "undecided")

    # ---- statements ----

    def at_node(self, node, method):
        """Calls a method; a refusal names the place."""
        try:
            return method(node)
        except Refused as refusal:
            if node.coord is None or getattr(refusal, "has_place", False):
                raise
            made = Refused(f"{node.coord.file}:{node.coord.line}: {refusal}")
            made.has_place = True
            raise made from None

    def execute(self, node):
        """Executes a statement and returns its paths: FALL, a Return or a Branch."""
        method = getattr(self, "execute_" + type(node).__name__, None)
        try:
            if method is not None:
                return self.at_node(node, method) or FALL
            self.value(node)
        except Undecided:
            self.env = None
            return Return(None, None)
        return FALL

    def execute_Compound(self, node):
        """A block."""
        self.scope.blocks.append({})
        tree = self.sequence(node.block_items or [])
        self.scope.blocks.pop()
        return tree

    def sequence(self, nodes):
        """Executes statements one after another."""
        trees = []
        for node in nodes:
            trees.append(self.execute(node))
            if self.env is None:
                break
        whole = FALL
        for tree in reversed(trees):
            whole = followed(tree, whole)
        return whole

    def execute_EmptyStatement(self, node):
        """Nothing."""

    def execute_Decl(self, node):
        """The declaration of a variable."""
        ctype = self.source.type_of(node.type, True)
        if ctype.kind in ("other", "array"):
            raise Refused(f"the type of {node.name}")
        if "static" in node.storage and "const" not in node.quals:
            raise Refused(f"{node.name}, which keeps its value")
        value = None if node.init is None else self.initial(node.init, ctype)
        target = self.declare(node.name, ctype)
        if value is not None:
            self.assign(Pointer(target), value)

    def execute_DeclList(self, node):
        """The declarations of a loop."""
        for decl in node.decls:
            self.execute(decl)

    def execute_Return(self, node):
        """The end of a path."""
        value = Value(CType("void"), {}) if node.expr is None else self.value(node.expr)
        if node.expr is not None:
            value = self.returned(value)
        env, self.env = self.env, None
        return Return(value, env)

    def returned(self, value):
        """Returns a result as the type of the function."""
        ctype = self.scope.result_type
        if ctype.kind in ("struct", "pointer"):
            return Value(ctype, value.leaves)
        return self.converted(value, ctype)

    def execute_If(self, node):
        """A condition."""
        condition = self.condition(node.cond)
        if isinstance(condition, Const):
            chosen = node.iftrue if condition.value else node.iffalse
            return self.execute(chosen) if chosen is not None else FALL
        condition = self.bound(condition, "if")
        before = dict(self.env)
        self.branches += 1
        yes = self.execute(node.iftrue)
        after_yes, self.env = self.env, before
        no = self.execute(node.iffalse) if node.iffalse is not None else FALL
        self.branches -= 1
        if after_yes is not None and self.env is not None:
            self.env = self.merged(condition, after_yes, self.env)
        elif self.env is None:
            self.env = after_yes
        return FALL if yes is FALL and no is FALL else Branch(condition, yes, no)

    def execute_For(self, node):
        """A loop: refused, unless counters that are constants end it."""
        if self.entry.does_one_pass:
            return self.one_pass(node)
        self.scope.blocks.append({})
        if node.init is not None:
            self.execute(node.init)
        tree = self.passes(node, self.entry.passes or MAX_PASSES, truth(True))
        self.scope.blocks.pop()
        return tree

    def passes(self, node, left, reached):
        """Executes the passes of a loop as nested conditions. `reached` is the condition that it comes so far."""
        condition = self.condition(node.cond) if node.cond is not None else truth(True)
        if isinstance(condition, Const) and not condition.value:
            return FALL
        condition = self.bound(condition, "if")
        if self.entry.passes:
            reached = self.bound(logical_and(reached, condition), "if")
        if left == 0 and self.entry.passes:
            self.results.append(((None, "goes_on"), self.stored(reached, "goes_on", self.scopes[0], "output")))
            return FALL
        if left == 0:
            raise Refused("a loop")
        before = dict(self.env)
        tree, rest = self.execute(node.stmt), FALL
        if self.env is not None:
            if node.next is not None:
                self.value(node.next)
            rest = self.passes(node, left - 1, reached)
        self.env = self.left(tree, self.env)
        tree = replaced_falls(tree, Shared(rest) if rest is not FALL and falls(tree) > 1 else rest, FALL)
        if isinstance(condition, Const):
            return tree
        self.env = before if self.env is None else self.merged(condition, self.env, before)
        return FALL if tree is FALL else Branch(condition, tree, FALL)

    def left(self, tree, rest):
        """Returns the state after a loop, from the paths of a pass and the state after the passes that follow it."""
        if isinstance(tree, Branch):
            yes, no = self.left(tree.yes, rest), self.left(tree.no, rest)
            if yes is None or no is None:
                return no if yes is None else yes
            return self.merged(tree.condition, yes, no)
        return tree.env if isinstance(tree, Break) else rest if tree is FALL else None

    def execute_Break(self, node):
        """The end of a loop."""
        env, self.env = self.env, None
        return Break(env)

    def one_pass(self, node):
        """Executes one pass of a loop, for an arbitrary counter."""
        self.scope.blocks.append({})
        for decl in node.init.decls:
            target = self.declare(decl.name, self.source.type_of(decl.type))
            target.is_input = self.scope.is_top
        before = dict(self.env)
        known = {made for block in self.scope.blocks for made in block.values()} | {target for target, _ in before}
        if self.execute(node.stmt) is not FALL:
            raise Refused("a loop that returns")
        for key, leaf in self.env.items():
            if (key[0].is_input or key[0] in known) and leaf is not before.get(key, self.inputs.get(key)):
                raise Refused(f"a loop that changes {key[0].name}")
        self.scope.blocks.pop()
        return FALL

    def refuse(self, node):
        """Refuses a statement."""
        raise Refused(f"a statement of the kind {type(node).__name__}")

    execute_While = execute_Switch = execute_Goto = execute_Continue = refuse

    def execute_DoWhile(self, node):
        """CAROM_ASSUME: what it says is assumed."""
        last = (node.stmt.block_items or [None])[-1] if isinstance(node.stmt, c_ast.Compound) else None
        is_assumption = (
            isinstance(last, c_ast.If)
            and isinstance(last.iftrue, c_ast.FuncCall)
            and getattr(last.iftrue.name, "name", None) == "abort"
            and last.iffalse is None
            and all(isinstance(item, c_ast.Cast) for item in node.stmt.block_items[:-1])
        )
        if not is_assumption:
            self.refuse(node)
        return FALL
