"""Runs functions of a C source on symbols, along every path: pycparser reads the source.

Numbers that are not known are symbols. Where a condition is not known, both branches are run. A function that only
reads what it is given and returns a number is run on its own, and its result is a symbol.
"""

import pathlib
import subprocess

from pycparser import c_ast, c_parser


class Symbol:
    """A number that is not known. On one path it is always true, or always false."""

    def __init__(self, name="", when_true=None, negates=None):
        self.name, self.when_true, self.negates = name, when_true, negates


class Struct:
    """A struct: its members by name."""

    def __init__(self, fields):
        self.fields = fields


class Place:
    """A pointer to a number."""

    def __init__(self, container, key):
        self.container, self.key = container, key


class Returned(Exception):
    """Ends a function."""

    def __init__(self, value):
        self.value = value


class Problem(Exception):
    """The source does what the run does not understand, or what it must not do."""


def copy(value):
    """Return a copy of a value as an assignment makes it; arrays have their own method."""
    if isinstance(value, Struct):
        return Struct({name: copy(field) for name, field in value.fields.items()})
    if isinstance(value, list):
        return [copy(item) for item in value]
    return value.copy() if hasattr(value, "copy") else value


def parse(path, includes, limb_bits):
    """Return the syntax tree of a C source, with the portable forms of compiler.h."""
    options = ["-nostdinc", "-I/usr/share/python3-pycparser/fake_libc_include", "-DCAROM_PORTABLE"]
    options += [
        *(f"-I{include}" for include in includes),
        f"-DCAROM_LIMB_BITS={limb_bits}",
        "-D__extension__=",
        "-D__attribute__(x)=",
    ]
    run = subprocess.run(["cpp", *options, "-D__int128=long", str(path)], capture_output=True, text=True, check=True)
    return c_parser.CParser().parse(run.stdout, str(pathlib.Path(path).name))


class Machine:
    """Runs the functions of a syntax tree. A subclass has the primitives, and arrays of limbs."""

    def __init__(self, tree):
        self.functions, self.types, self.structs, self.constants = {}, {}, {}, {}
        self.primitives, self.inlined = {}, set()
        self.chosen, self.script, self.trail, self.known = {}, [], [], {}
        for node in tree.ext:
            if isinstance(node, c_ast.FuncDef):
                self.functions[node.decl.name] = node
            elif isinstance(node, c_ast.Typedef):
                self.types[node.name] = node.type
            self.note_types(node)

    def note_types(self, node):
        """Remember the structs and the constants that a declaration defines."""
        for _, child in node.children() if isinstance(node, (c_ast.Decl, c_ast.Typedef, c_ast.TypeDecl)) else ():
            if isinstance(child, c_ast.Struct) and child.decls:
                self.structs[child.name] = child
            elif isinstance(child, c_ast.Enum) and child.values:
                value = 0
                for item in child.values.enumerators:
                    value = self.value(item.value, {}) if item.value else value
                    self.constants[item.name] = value
                    value += 1
            elif isinstance(child, c_ast.TypeDecl):
                self.note_types(child)

    # ---- paths ----

    def paths(self, run):
        """Call run() once for each path, with the choices made so far kept."""
        outer = self.chosen, self.script, self.trail, self.known
        script = []
        while True:
            self.chosen, self.script, self.trail, self.known = dict(outer[0]), script, [], dict(outer[3])
            try:
                run()
            finally:
                trail = [choice for _, choice in self.trail]
                self.chosen, self.script, self.trail, self.known = outer
            while trail and not trail[-1]:
                trail.pop()
            if not trail:
                return
            script = [*trail[:-1], False]

    def decide(self, value):
        """Return whether a value is true: on this path, if it is a symbol."""
        if not isinstance(value, Symbol):
            if isinstance(value, (int, bool)):
                return bool(value)
            raise Problem(f"a condition on {value!r}")
        if value.negates is not None:
            return not self.decide(value.negates)
        if value not in self.chosen:
            at = len(self.trail)
            choice = self.script[at] if at < len(self.script) else True
            self.trail.append((value, choice))
            self.chosen[value] = choice
            if choice and value.when_true:
                value.when_true()
        return self.chosen[value]

    # ---- values ----

    def make(self, kind, name=""):
        """Return a fresh value of a type."""
        if isinstance(kind, c_ast.PtrDecl):
            return None
        if isinstance(kind, c_ast.ArrayDecl):
            return [self.make(kind.type, name) for _ in range(self.value(kind.dim, {}))]
        inner = kind.type
        if isinstance(inner, c_ast.IdentifierType):
            alias = self.types.get(inner.names[0])
            return self.make(alias, name) if alias is not None else Symbol(name)
        if isinstance(inner, c_ast.Struct):
            return Struct({field.name: self.make(field.type, field.name) for field in self.struct(inner).decls})
        return Symbol(name)

    def struct(self, node):
        """Return the definition of a struct."""
        return node if node.decls else self.structs[node.name]

    def initial(self, kind, init, env):
        """Return the value of a declaration with an initializer."""
        if not isinstance(init, c_ast.InitList):
            return copy(self.value(init, env))
        if isinstance(kind, c_ast.ArrayDecl):
            items = [self.initial(kind.type, item, env) for item in init.exprs]
            size = self.value(kind.dim, env) if kind.dim is not None else len(items)
            return items + [0] * (size - len(items))
        value = self.make(kind)
        names = list(value.fields)
        for i, item in enumerate(init.exprs):
            name = item.name[0].name if isinstance(item, c_ast.NamedInitializer) else names[i]
            expr = item.expr if isinstance(item, c_ast.NamedInitializer) else item
            value.fields[name] = copy(self.value(expr, env))
        return value

    def place(self, node, env):
        """Return the container and the key of what an expression names."""
        if isinstance(node, c_ast.ID):
            return env, node.name
        if isinstance(node, c_ast.StructRef):
            base = self.value(node.name, env)
            if not isinstance(base, Struct):
                raise Problem(f"{node.coord}: a member of no struct")
            return base.fields, node.field.name
        if isinstance(node, c_ast.ArrayRef):
            return self.value(node.name, env), self.value(node.subscript, env)
        if isinstance(node, c_ast.UnaryOp) and node.op == "*":
            at = self.value(node.expr, env)
            if isinstance(at, Place):
                return at.container, at.key
            return {"": at}, ""
        raise Problem(f"{node.coord}: no place")

    def value(self, node, env):
        """Return the value of an expression."""
        return getattr(self, "value_" + type(node).__name__)(node, env)

    def value_Constant(self, node, _env):
        return int(node.value.rstrip("uUlL"), 0) if "int" in node.type else Symbol(node.value)

    def value_ID(self, node, env):
        if node.name in env:
            return env[node.name]
        if node.name in self.constants:
            return self.constants[node.name]
        raise Problem(f"{node.coord}: {node.name} is not known")

    def value_StructRef(self, node, env):
        container, key = self.place(node, env)
        return container[key]

    value_ArrayRef = value_StructRef

    def value_Cast(self, node, env):
        return self.value(node.expr, env)

    def value_CompoundLiteral(self, node, env):
        return self.initial(node.type.type, node.init, env)

    def value_ExprList(self, node, env):
        return [self.value(item, env) for item in node.exprs][-1]

    def value_TernaryOp(self, node, env):
        return self.value(node.iftrue if self.decide(self.value(node.cond, env)) else node.iffalse, env)

    def value_Assignment(self, node, env):
        value = self.value(node.rvalue, env)
        container, key = self.place(node.lvalue, env)
        if node.op != "=":
            value = self.binary(node.op[:-1], container[key], value)
        value = copy(value)
        if isinstance(value, Struct) and isinstance(container[key], Struct):
            container[key].fields.update(value.fields)
        else:
            container[key] = value
        return value

    def value_UnaryOp(self, node, env):
        if node.op == "sizeof":
            return Symbol("sizeof")
        if node.op == "&":
            container, key = self.place(node.expr, env)
            scalar = not isinstance(container[key], (Struct, list)) and not hasattr(container[key], "copy")
            return Place(container, key) if scalar else container[key]
        if node.op in ("p++", "++"):
            container, key = self.place(node.expr, env)
            container[key] = self.binary("+", container[key], 1)
            return container[key]
        if node.op == "*":
            container, key = self.place(node, env)
            return container[key]
        value = self.value(node.expr, env)
        if isinstance(value, Symbol):
            return self.named((node.op, value), negates=value if node.op == "!" else None)
        return {"!": lambda: not value, "-": lambda: -value}[node.op]()

    def named(self, key, **more):
        """Return the symbol of an operation: the same one for the same operands."""
        return self.known.setdefault(key, Symbol(str(key), **more))

    def value_BinaryOp(self, node, env):
        left = self.value(node.left, env)
        if node.op in ("&&", "||"):
            if self.decide(left) == (node.op == "||"):
                return node.op == "||"
            return self.decide(self.value(node.right, env))
        return self.binary(node.op, left, self.value(node.right, env))

    def binary(self, op, x, y):
        """Return the result of an operation."""
        if isinstance(x, int) and isinstance(y, int):
            return {
                "+": x + y,
                "-": x - y,
                "*": x * y,
                "<": x < y,
                "<=": x <= y,
                ">": x > y,
                ">=": x >= y,
                "==": x == y,
                "!=": x != y,
                "/": x // y if y else 0,
                "%": x % y if y else 0,
            }[op]
        if isinstance(x, (int, Symbol)) and isinstance(y, (int, Symbol)):
            return self.named((op, x, y))
        raise Problem(f"{x!r} {op} {y!r}")

    # ---- statements ----

    def run(self, node, env):
        """Run a statement."""
        if isinstance(node, c_ast.Compound):
            for item in node.block_items or []:
                self.run(item, env)
        elif isinstance(node, c_ast.Decl):
            kind = node.type
            if node.init is not None and isinstance(kind, c_ast.PtrDecl):
                env[node.name] = self.value(node.init, env)
            elif node.init is not None:
                env[node.name] = self.initial(kind, node.init, env)
            else:
                env[node.name] = self.make(kind, node.name)
        elif isinstance(node, c_ast.DeclList):
            for item in node.decls:
                self.run(item, env)
        elif isinstance(node, c_ast.If):
            branch = node.iftrue if self.decide(self.value(node.cond, env)) else node.iffalse
            if branch is not None:
                self.run(branch, env)
        elif isinstance(node, c_ast.For):
            self.run(node.init, env)
            while self.decide(self.value(node.cond, env)):
                self.run(node.stmt, env)
                self.value(node.next, env)
        elif isinstance(node, c_ast.DoWhile):
            self.assume(node.stmt, env)
        elif isinstance(node, c_ast.Return):
            raise Returned(None if node.expr is None else self.value(node.expr, env))
        elif not isinstance(node, c_ast.EmptyStatement):
            self.value(node, env)

    def assume(self, _node, _env):
        """Run CAROM_ASSUME, the only do of these sources."""
        raise Problem("an assumption")

    def value_FuncCall(self, node, env):
        name = node.name.name
        if name == "assert":
            return None
        args = [self.value(arg, env) for arg in (node.args.exprs if node.args else [])]
        return self.call(name, args)

    def call(self, name, args):
        """Return the result of a function."""
        if name in self.primitives:
            return self.primitives[name](*args)
        if name not in self.functions:
            raise Problem(f"{name} is not known")
        definition = self.functions[name]
        kind = definition.decl.type
        if name in self.inlined or not self.is_pure(kind):
            return self.enter(definition, args)
        self.paths(lambda: self.enter(definition, args))
        return Symbol(name)

    def enter(self, definition, args):
        """Run the body of a function."""
        params = definition.decl.type.args.params if definition.decl.type.args else []
        env = {
            param.name: copy(arg) if isinstance(arg, Struct) and not isinstance(param.type, c_ast.PtrDecl) else arg
            for param, arg in zip(params, args, strict=True)
        }
        try:
            self.run(definition.body, env)
        except Returned as end:
            return end.value
        return None

    def is_pure(self, kind):
        """Return whether a function changes nothing and returns a number."""
        result = kind.type
        for param in kind.args.params if kind.args else []:
            if isinstance(param.type, c_ast.PtrDecl) and "const" not in param.type.type.quals:
                return False
        if isinstance(result, c_ast.PtrDecl) or not isinstance(result.type, c_ast.IdentifierType):
            return False
        name = result.type.names[0]
        while name in self.types:
            inner = self.types[name].type
            if not isinstance(inner, c_ast.IdentifierType):
                return isinstance(inner, c_ast.Enum)
            name = inner.names[0]
        return name != "void"
