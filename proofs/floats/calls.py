"""Calls: operations, primitives, records of their own, and functions whose body is executed in place."""

from fractions import Fraction

from csource import CType
from expressions import FLOATS, Choice, Expressions, Null, Pointer, Undecided, Value, scalar
from primitives import LANES, LOADS, PRIMITIVES, REST_OF_PRODUCT, primitive
from pycparser import c_ast
from state import FALL, Field, Object, Return, Scope, followed, parameters
from terms import BOOL, DOUBLE, FLOAT, INT, Const, Op, Refused, Term, Var, bounds, integer, is_open, logical_not

ZEROS = {DOUBLE: Fraction(0), FLOAT: Fraction(0), BOOL: False, INT: 0}


def is_count(record, key, var):
    """Returns whether a result is a constant integer next to an array, so that loops over the array end."""
    has_array = any(kind.is_array for _, kind in record.result_type.fields or [])
    return has_array and len(key) == 1 and var.type == INT and isinstance(var.definition, Const)


class Prototype:
    """The head of a function without a body."""

    def __init__(self, decl):
        self.decl = decl


class Calls(Expressions):
    """The part of the execution that calls functions. It needs the state of execute.py."""

    def value_FuncCall(self, node):
        """A call: an operation, a primitive, a relation of its own, or the body in place."""
        name = node.name.name if isinstance(node.name, c_ast.ID) else "through a pointer"
        if name in self.entry.undecided:
            raise Undecided
        if name in self.entry.unknown:
            return self.unknown(name, node.args.exprs if node.args else [])
        if name == "memcpy":
            return self.copied(*node.args.exprs)
        if name == "memset":
            return self.cleared(*node.args.exprs)
        args = [self.with_decay(arg) for arg in (node.args.exprs if node.args else [])]
        if name in PRIMITIVES:
            known = self.source.functions.get(name)
            terms = [a.term for a in self.converted_to_parameters(name, args)]
            term = primitive(name, terms, self.free)
            return scalar(term, self.source.type_of(known.decl.type.type) if known and term.type == INT else None)
        if name in LOADS:
            return scalar(self.loaded(LOADS[name], *args))
        if name in LANES and self.entry.has_any_lanes:
            return scalar(self.of_any_lanes(name, args))
        if name in self.entry.sinks:
            return self.sink(name, args)
        if name in self.entry.calls:
            return self.call_record(name, args)
        if name not in self.source.functions:
            raise Refused(f"a call of {name}")
        return self.inlined(name, args)

    def free(self, name, kind):
        """Returns a new variable of which nothing is known."""
        number = sum(1 for key in self.inputs if key[0] == "free" and self.inputs[key].base.startswith(name))
        made = Var(kind, f"{name}{number + 1}", self.scopes[0], "input")
        self.inputs["free", made] = made
        return made

    def converted_to_parameters(self, name, args):
        """Returns the arguments of a primitive as the types of its parameters, which are numbers."""
        known = self.source.functions.get(name)
        if known is None and name not in self.source.prototypes:
            raise Refused(f"{name} has no prototype")
        params = parameters(known or Prototype(self.source.prototypes[name]))
        return [self.converted(a, self.source.type_of(p.type)) for a, p in zip(args, params, strict=True)]

    def unknown(self, name, args):
        """Returns variables of which nothing is known for the result of a function."""
        decl = self.source.functions[name].decl if name in self.source.functions else self.source.prototypes[name]
        for param in parameters(Prototype(decl)):
            is_pointer = self.source.type_of(param.type).kind == "pointer"
            if is_pointer and "const" not in param.type.type.quals:
                raise Refused(f"{name}, which may store what is not known")
        for arg in args:
            self.value(arg)
        ctype = self.source.type_of(decl.type.type)
        kinds = [(path, kind.kind, "_".join((name, *path, ""))) for path, kind in ctype.leaves()]
        return Value(ctype, {path: self.free(base, kind) for path, kind, base in kinds})

    def of_any_lanes(self, name, args):
        """Returns the result of an operation of lanes in which machines differ."""
        relation, has_product = LANES[name]
        scope = Scope(name, None)
        scope.is_over = True
        terms = [self.bound(arg.term, "of") for arg in args]
        var = Var(terms[0].type, name.split("_")[1], scope, "sum")
        if has_product:
            c, a, b = terms
            terms = [c, Op(c.type, "fmul", a, b), Const("option", "None"), Op("option", "factors", a, b)]
        self.fields.append(Field(relation=relation, args=terms, outs=[var], is_first=True))
        return var

    def sink(self, name, args):
        """Makes the numbers that a function gets results of the record. Returns nothing."""
        if self.has_sunk or self.branches:
            raise Refused(f"a call of {name} under a condition, or a second one")
        self.has_sunk = True
        for param, value in zip(parameters(self.source.functions[name]), args, strict=True):
            if isinstance(value.leaves.get(()), Term) and param.name != "i":
                var = self.stored(value.term, param.name, self.scopes[0], "output")
                self.results.append(((None, param.name), var))
        return Value(CType("void"), {})

    def copied(self, to, source, size):
        """Copies one floating-point number, or an array."""
        is_size = isinstance(size, c_ast.UnaryOp) and size.op == "sizeof"
        if is_size and all(self.is_place(node) for node in (to, source, size.expr)):
            places = [self.place(node) for node in (to, source, size.expr)]
            types = [self.place_type(place) for place in places]
            if types[0].is_array and all(t.fields == types[0].fields for t in types):
                self.assign(places[0], self.read(places[1]))
                return Value(CType("void"), {})
        places = [self.value(node).leaves[()] for node in (to, source)]
        kinds = [self.place_type(place).kind for place in places]
        if kinds[0] != kinds[1] or kinds[0] not in FLOATS or not is_size or self.sized(size.expr).kind != kinds[0]:
            raise Refused("a copy of more than a number")
        self.assign(places[0], self.read(places[1]))
        return Value(CType("void"), {})

    def cleared(self, to, byte, size):
        """Sets all numbers of an object to 0."""
        place, zero = self.value(to).leaves[()], self.number(byte)
        ctype = self.place_type(place)
        is_size = isinstance(size, c_ast.UnaryOp) and size.op == "sizeof"
        if not isinstance(zero, Const) or zero.value != 0 or not is_size or self.sized(size.expr) is not ctype:
            raise Refused("a memory that is filled")
        if any(kind.kind not in ZEROS for _, kind in ctype.leaves()):
            raise Refused("a pointer that is cleared")
        leaves = {path: Const(kind.kind, ZEROS[kind.kind]) for path, kind in ctype.leaves()}
        self.assign(place, Value(ctype, leaves))
        return Value(CType("void"), {})

    def sized(self, node):
        """Returns the type of what stands after sizeof."""
        return self.source.type_of(node) if isinstance(node, c_ast.Typename) else self.place_type(self.place(node))

    def loaded(self, kind, pointer, index=None):
        """Returns the number that a pointer of the input and an index lead to."""
        index = index or scalar(integer(0))
        place = pointer.leaves[()]
        if not isinstance(place, Pointer) or not place.target.is_input:
            raise Refused("a load from memory that is no input")
        key = ("load", place.target, index.term.value if isinstance(index.term, Const) else index.term)
        if key not in self.inputs:
            self.inputs[key] = Var(kind, place.target.name, self.scopes[0], "input")
        return self.inputs[key]

    def inlined(self, name, args):
        """Executes a function in place."""
        if any(scope.function == name for scope in self.scopes) or len(self.scopes) > 60:
            raise Refused(f"the recursion of {name}")
        definition = self.source.functions[name]
        scope = Scope(name, self.source.type_of(definition.decl.type.type))
        targets = []
        for param, value in zip(parameters(definition), args, strict=True):
            ctype = self.source.type_of(param.type)
            value = value if ctype.kind in ("struct", "pointer") else self.converted(value, ctype)
            target = Object(param.name, scope, ctype)
            scope.blocks[0][param.name] = target
            targets.append((target, value))
        self.scopes.append(scope)
        for target, value in targets:
            for path, leaf in value.leaves.items():
                base = "_".join((target.name, *path))
                self.env[target, path] = self.bound(leaf, base) if isinstance(leaf, Term) else leaf
        try:
            return self.body(definition, scope)
        finally:
            self.scopes.pop()
            scope.is_over = True

    def body(self, definition, scope):
        """Executes the body of a function and returns its result."""
        tree = self.execute(definition.body)
        if tree is FALL or self.env is not None:
            tree = followed(tree, Return(Value(CType("void"), {}), self.env))
        value, env = self.folded(tree, {}, scope)
        if env is None:
            raise Undecided
        self.env = self.outside(env, scope)
        return value

    def call_record(self, name, args):
        """Returns the result of a function that is a record of its own: a relation of arguments and results."""
        args_of = self.source.functions[name] if name in self.source.functions else None
        given = dict(zip((p.name for p in parameters(args_of)), args, strict=True)) if args_of else {}
        record = self.records.get(name + self.entry.suffix) or self.record_for(name, given)
        if name not in self.source.functions:
            # The library itself never fuses.
            record = record or self.records.get(name)
        if record is None or any(key and key[0] is None and key[1] != "goes_on" for key, _ in record.outputs):
            raise Refused(f"{name} is no record so far")
        if not self.is_function_of(record, name):
            raise Refused(f"the record of {name} is another function, of {record.place}")
        given = dict(zip((p.name for p in parameters(record.definition)), args, strict=True))
        terms = [self.bound(self.argument(key, given, var.type), "of") for key, var in record.inputs]
        scope = Scope(name, None)
        scope.is_over = True
        result, stored, outs = {}, [], []
        for key, var in record.outputs:
            out = Var(var.type, var.base, scope)
            out.bounds = bounds(var) if var.type == INT else None
            out.may_be_open = is_open(var)
            outs.append(out)
            if key and isinstance(key[0], Object):
                stored.append((key, out))
            elif not key or key[0] is not None:
                result[key] = var.definition if is_count(record, key, var) else out
        may_fuse = name == REST_OF_PRODUCT and self.entry.has_any_lanes
        field = Field(relation=record.name + "_results", args=terms, outs=outs, may_fuse=may_fuse)
        field.callee, field.given = record, self.whole_arguments(record, given, terms)
        self.fields.append(field)
        if stored:
            self.refuse_aliases(given)
        for (target, path), out in stored:
            place = self.in_caller(target, given)
            place = Pointer(place.target, (*place.path, *path))
            self.assign(place, Value(self.place_type(place), {(): out}))
        return Value(record.result_type, result)

    def record_for(self, name, given):
        """Returns the record of a function for the constants that it gets, or None."""
        for record in self.records.values():
            entry = record.entry
            if entry.function == name and entry.given and entry.options == self.entry.options:
                if all(self.has_constant(given, *item) for item in entry.given.items()):
                    return record
        return None

    def has_constant(self, given, place, number):
        """Returns whether a member of an argument is a constant."""
        param, *path = place.split(".")
        pointer = given[param].leaves.get(()) if param in given else None
        value = self.read(self.leaf_place(pointer, path)) if isinstance(pointer, Pointer) else None
        term = value.leaves.get(()) if value else None
        return isinstance(term, Const) and term.value == number

    def is_function_of(self, record, name):
        """Returns whether a name of this file is the function of a record, maybe one that another file exports."""
        if name in self.source.functions:
            return record.place == str(self.source.functions[name].coord)
        return name in self.source.prototypes and "static" not in record.definition.decl.storage

    def refuse_aliases(self, given):
        """Refuses two pointers to one object as arguments: a record has different objects."""
        places = [value.leaves.get(()) for value in given.values() if value.ctype.kind == "pointer"]
        places = [place for pointer in places for place in self.places(pointer)]
        for number, p in enumerate(places):
            for q in places[:number]:
                length = min(len(p.path), len(q.path))
                if p.target is q.target and p.path[:length] == q.path[:length]:
                    raise Refused("two pointers to one object")

    def places(self, pointer):
        """Returns all that a pointer may be."""
        if isinstance(pointer, Choice):
            return [*self.places(pointer.yes), *self.places(pointer.no)]
        return [pointer] if isinstance(pointer, Pointer) else []

    def argument(self, key, given, kind):
        """Returns the term of the caller for an input of a record."""
        if key[0] == "free":
            return self.free(key[1].base.rstrip("0123456789"), kind)
        if key[0] == "has":
            return logical_not(self.is_null(self.in_caller(key[1], given)))
        if key[0] == "load":
            pointer = Value(CType("pointer"), {(): self.in_caller(key[1], given)})
            index = given[key[2].base].term if isinstance(key[2], Var) else integer(key[2])
            return self.loaded(kind, pointer, scalar(index))
        target, path = key
        if target.parent is None:
            return given[target.name].leaves[path]
        place = self.in_caller(target, given)
        if isinstance(place, Null):
            return self.free("unset", kind)
        value = self.read(self.leaf_place(place, path))
        return value.term if value.leaves else self.free("unset", kind)

    def whole_arguments(self, record, given, terms):
        """Returns (parameter, path): term for all that the arguments of a call hold, as far as it is set."""
        whole = {}
        for param in parameters(record.definition):
            value = given[param.name]
            leaves = self.held(value.leaves.get(())) if value.ctype.kind == "pointer" else value.leaves
            whole.update({(param.name, path): leaf for path, leaf in leaves.items() if isinstance(leaf, Term)})
        for (key, _), term in zip(record.inputs, terms, strict=True):
            if isinstance(key[0], Object):
                target, path = key
                whole[target.parent[0].name if target.parent else target.name, path] = term
        return whole

    def held(self, place):
        """Returns what is at a place, by path, and leaves the state as it is."""
        if isinstance(place, Choice):
            yes, no = self.held(place.yes), self.held(place.no)
            return {path: self.chosen_leaf(place.condition, yes[path], no[path]) for path in yes if path in no}
        if not isinstance(place, Pointer):
            return {}
        leaves = {}
        for path, kind in place.target.ctype.at(place.path).leaves():
            key = (place.target, (*place.path, *path))
            leaf = self.env.get(key)
            if leaf is None and place.target.is_input and kind.kind in ZEROS:
                made = Var(kind.kind, "unread", self.scopes[0], "input")
                leaf = self.inputs.get(key) or self.unread.setdefault(key, made)
            if leaf is not None:
                leaves[path] = leaf
        return leaves

    def leaf_place(self, place, path):
        """Returns the place of a member."""
        for name in path:
            place = self.member(place, name)
        return place

    def in_caller(self, target, given):
        """Returns the pointer of the caller to what a pointer parameter of a record points to."""
        above, path = target.parent
        if above.parent is None:
            return given[above.name].leaves[path]
        place = self.in_caller(above, given)
        return place if isinstance(place, Null) else self.read(self.leaf_place(place, path)).leaves[()]

    def run(self, name):
        """Executes the function of the record. Returns its result."""
        if name not in self.source.functions:
            raise Refused(f"{name} is not defined in this file")
        definition = self.source.functions[name]
        scope = Scope(name, self.source.type_of(definition.decl.type.type), is_top=True)
        self.scopes.append(scope)
        for param in parameters(definition):
            target = Object(param.name, scope, self.source.type_of(param.type), is_input=True)
            scope.blocks[0][param.name] = target
        value = self.body(definition, scope)
        for path, _ in value.ctype.leaves() if value.ctype.kind != "void" else []:
            if path not in value.leaves:
                raise Refused(f"{'.'.join(('the result', *path))} is not set on every path")
            leaf, base = value.leaves[path], "_".join(("result", *path))
            self.results.append((path, self.stored(leaf, base, scope, "output")))
        self.name_stored(scope)
        return value

    def name_stored(self, scope):
        """Gives what the function has stored through its pointers variables of its own."""
        for (target, path), leaf in list(self.env.items()):
            if not target.parent or not isinstance(leaf, Term) or leaf is self.inputs.get((target, path)):
                continue
            base = "_".join((target.name, *path))
            if isinstance(leaf, Const) or leaf.scope is not scope or leaf.base != base:
                self.env[target, path] = self.define(Var(leaf.type, base, scope), leaf)
