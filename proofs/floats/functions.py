"""Writes a C function that is deterministic as a function of Coq, over structs, beside its record.

A C struct becomes a record of Coq in a module of its own: `p.(carom_vec2.x)`, `carom_vec2.make x y`. The function has
the parameters of C, a pointer as what it points to. Then follow the inputs of which nothing is known, such as the sign
of a NaN, and what local structs hold before they are set. It returns its result and what it stores, in the order of
the parameters. Of the function f of C there are

    f             the function
    f_relation    the record f_results, of structs
    f_record      a lemma: the record holds of what the function gives
    f_unique      the record of numbers holds of nothing else
    f_function    the relation holds of nothing else, for a function that stores all its results at once
"""

from records import base_of, field_terms, free_name, made_by, wrapped
from state import Object, parameters
from terms import BOOL, COQ_TYPES, DOUBLE, FLOAT, INT, RESERVED, Refused, Var, is_atom, replaced, text, variables

SCALARS = (DOUBLE, FLOAT, BOOL, INT)
STRUCTS = "Terms_structs"
HEAD = """(* Written by proofs/floats/extract.py from the C source: the structs of the functions. *)
From Coq Require Import ZArith.
From Carom Require Import Model.

(* A struct is what its members are. *)
Set Primitive Projections.

(* E : r = let u := a in b becomes u, Eu : u = a, and E : r = b. *)
Lemma let_is {A B} (a : A) (b : A -> B) r : r = (let x := a in b x) -> exists x, x = a /\\ r = b x.
Proof. intros H. now exists a. Qed.

Tactic Notation "let_out" hyp(E) ident(u) ident(Eu) :=
  match type of E with ?r = let x := ?a in @?b x =>
    apply (let_is a b r) in E; destruct E as [u [Eu E]]; cbv beta in E
  end.

(* H : v = a puts a in place of the variable v. *)
Tactic Notation "put" hyp(H) := symmetry in H; destruct H.

"""


MEMBERS = "(* A member of a struct that is made is what it is made of. *)"


def functions_module(module):
    """Returns the name of the module with the functions of a module of records."""
    return module + "_functions"


class Structs:
    """The structs that functions use, each once."""

    def __init__(self):
        self.texts, self.members = {}, []

    def type_text(self, ctype):
        """Returns a type as Coq has it."""
        if ctype.kind in SCALARS:
            return COQ_TYPES[ctype.kind]
        if ctype.kind != "struct" or ctype.is_array or not ctype.name:
            raise Refused("a parameter or a member that is neither a number nor a struct with a name")
        self.add(ctype)
        return ctype.name

    def add(self, ctype):
        """Takes a struct, after those of its members."""
        members = [f"{member_text(name)} : {self.type_text(kind)}" for name, kind in members_of(ctype)]
        lines = [f"Module {ctype.name}."]
        lines += wrapped("Record struct := make {", " ; ".join(members).split())
        lines[-1] += " }."
        made = "\n".join([*lines, f"End {ctype.name}.", f"Notation {ctype.name} := {ctype.name}.struct.", ""])
        if self.texts.setdefault(ctype.name, made) != made:
            raise Refused(f"two structs {ctype.name}")
        names = [f"{ctype.name}.{member_text(name)}" for name, _ in members_of(ctype)]
        self.members += [name for name in names if name not in self.members]

    def coq(self):
        """Returns the module of the structs."""
        tactic = wrapped("Ltac members := cbn beta match delta [", words(*self.members, end="] in *."))
        return "\n".join([HEAD + "\n".join(self.texts.values()), MEMBERS, *tactic, ""])


def members_of(ctype):
    """Returns the members that a record of Coq has: numbers and structs."""
    kinds = [(name, kind) for name, kind in ctype.fields if kind.kind in SCALARS or kind.kind == "struct"]
    return [(name, kind) for name, kind in kinds if not kind.is_array]


def member_text(name):
    """Returns the name of a member. Coq keeps some words for itself."""
    return name + "_" if name in RESERVED else name


def at_path(start, ctype, path):
    """Returns the text of a member of what `start` names."""
    for name in path:
        start = f"{start}.({ctype.name}.{member_text(name)})"
        ctype = ctype.member(name)
    return start


def built(ctype, leaf, path=()):
    """Returns a value of a type from the texts of its leaves. A struct that is there as a whole is not taken apart."""
    if ctype.kind in SCALARS:
        return leaf(path)
    members = members_of(ctype)
    texts = [built(kind, leaf, (*path, name)) for name, kind in members]
    ends = [f".({ctype.name}.{member_text(name)})" for name, _ in members]
    wholes = {made.removesuffix(end) if made.endswith(end) else None for made, end in zip(texts, ends, strict=True)}
    if len(wholes) == 1 and None not in wholes:
        return wholes.pop()
    return f"({' '.join([f'{ctype.name}.make', *texts])})"


def part_of(whole, number, count):
    """Returns the text of one of several results."""
    if count == 1:
        return whole
    for _ in range(count - 1 - max(number, 1)):
        whole = f"(fst {whole})"
    return f"({'snd' if number else 'fst'} {whole})"


class Function:
    """The function of a record."""

    def __init__(self, record, execution, functions, structs):
        self.record, self.structs, self.functions = record, structs, functions
        self.name = record.name
        self.unread = execution.unread
        self.params = [(p.name, pointee(execution.source.type_of(p.type))) for p in parameters(record.definition)]
        self.refuse(execution)
        self.parts = self.find_parts()
        self.fields = self.needed(execution.fields)
        self.frees = [var for key, var in record.inputs if key[0] == "free"]
        self.blanks = {}  # (parameter of a callee, type): the name of what is not set, and its CType
        self.write()

    def refuse(self, execution):
        """Refuses what is no function of structs."""
        record = self.record
        if record.entry.suffix or record.entry.given or record.hidden or record.entry.does_one_pass:
            raise Refused("a function with options that only records have")
        for key, _ in (*record.inputs, *record.outputs):
            is_sunk = key and (key[0] is None or key[0] in ("has", "load"))
            if is_sunk or (key and isinstance(key[0], Object) and is_far(key[0])):
                raise Refused("a function of more than numbers and structs")
        for field in record.fields:
            if field.relation and (field.is_first or field.may_fuse):
                raise Refused("a function whose products may be fused")
            if field.callee and field.callee.name not in self.functions:
                raise Refused(f"{field.callee.name} is no function so far")

    def find_parts(self):
        """Returns (name, type, path: variable) of the result and of all that is stored."""
        result = {key: var for key, var in self.record.outputs if not key or isinstance(key[0], str)}
        parts = [("result", self.record.result_type, result)] if result else []
        for name, ctype in self.params:
            items = [(key, var) for key, var in self.record.outputs if key and isinstance(key[0], Object)]
            stored = {key[1]: var for key, var in items if key[0].parent[0].name == name}
            if stored:
                parts.append((name, ctype, stored))
        return parts

    def needed(self, fields):
        """Returns the fields that results depend on; a call depends on all that it is given."""
        needed = {var for _, var in self.record.outputs}
        kept = []
        for field in reversed(fields):
            if not needed.isdisjoint(made_by(field)):
                kept.append(field)
                needed.update(var for term in self.terms_of(field) for var in variables(term))
        return kept[::-1]

    def terms_of(self, field):
        """Returns the terms that a field contains as part of a function."""
        if field.var:
            return field_terms(field)
        frees = [arg for arg, (key, _) in zip(field.args, field.callee.inputs, strict=True) if key[0] == "free"]
        return [*field.given.values(), *frees]

    # ---- names ----

    def write(self):
        """Makes the texts of the function and of both lemmas."""
        self.taken = set(RESERVED) | {field.callee.name for field in self.fields if field.callee} | {"r", "E", "H"}
        self.taken |= {"fst", "snd", self.name}
        self.names = {name: free_name(name, self.taken) for name, _ in self.params}
        self.values = {}  # what a variable of the record is in the function
        inputs = [(key, var) for key, var in self.record.inputs if isinstance(key[0], Object)]
        for (target, path), var in (*inputs, *self.unread.items()):
            self.values[var] = Var(var.type, "")
            self.values[var].name = self.input_text(target, path)
        for var in self.frees:
            self.values[var] = named(var, free_name(var.name, self.taken))
        uses = {}
        for field in self.fields:
            for term in self.terms_of(field):
                for var in variables(term):
                    uses[var] = uses.get(var, 0) + 1
        self.lets = []  # (name, text, field)
        self.of_calls = {}  # of a call: its name and its arguments
        for field in self.fields:
            if field.callee:
                self.call(field)
            else:
                self.equation(field, uses)
        self.result = self.result_text(self.text_of)

    def input_text(self, target, path):
        """Returns the text of an input."""
        if is_far(target):
            return "unknown"
        name = target.parent[0].name if target.parent else target.name
        return at_path(self.names[name], dict(self.params)[name], path)

    def equation(self, field, uses):
        """Appends an equation; one that only gives a new name is put in place, and so is a term that is used once."""
        term = replaced(field.term, self.values)
        if is_atom(term) or (field.var.origin == "generated" and uses.get(field.var, 0) == 1):
            self.values[field.var] = term
            return
        name = free_name(field.var.name or base_of(field.var), self.taken)
        self.values[field.var] = named(field.var, name)
        self.lets.append((name, text(term), field))

    def call(self, field):
        """Appends a call."""
        callee = self.functions[field.callee.name]
        args = []
        for param, ctype in callee.params:
            args.append(built(ctype, lambda path, p=param, c=ctype: self.given_text(field, p, c, path)))
        frees = [arg for arg, (key, _) in zip(field.args, field.callee.inputs, strict=True) if key[0] == "free"]
        args += [text(replaced(arg, self.values), True) for arg in frees]
        args += [self.blank(name, ctype) for name, ctype in callee.blank_items()]
        outs = dict(zip((var for _, var in field.callee.outputs), field.outs, strict=True))
        name = free_name(self.name_of_call(callee, outs), self.taken)
        for number, (_, ctype, leaves) in enumerate(callee.parts):
            part = part_of(name, number, len(callee.parts))
            for path, var in leaves.items():
                self.values[outs[var]] = named(var, at_path(part, ctype, path))
        self.of_calls[id(field)] = (name, args)
        self.lets.append((name, " ".join([callee.name, *args]), field))

    def given_text(self, field, param, ctype, path):
        """Returns the text of a number that a call is given."""
        term = field.given.get((param, path))
        if term is None:
            return at_path(self.blank(param, ctype), ctype, path)
        unknown = [var for var in variables(term) if var not in self.values]
        if unknown:
            raise Refused(f"{param} of {field.callee.name} needs {unknown[0].base}, which is no input of the record")
        return text(replaced(term, self.values), True)

    def blank(self, name, ctype):
        """Returns the parameter for what a local variable holds before it is set."""
        self.structs.type_text(ctype)
        if (name, ctype.name or ctype.kind) not in self.blanks:
            made = free_name(f"{name}_unset", self.taken)
            self.blanks[name, ctype.name or ctype.kind] = (made, ctype)
        return self.blanks[name, ctype.name or ctype.kind][0]

    def blank_items(self):
        """Returns (name, type) of what is not set."""
        return [(name, ctype) for (name, _), (_, ctype) in self.blanks.items()]

    def name_of_call(self, callee, outs):
        """Returns the name of what a call gives: that of the variable it is assigned to."""
        bases = set()
        for _, _, leaves in callee.parts:
            for path, var in leaves.items():
                out, end = outs[var], "".join("_" + name for name in path)
                is_assigned = out.scope.function != callee.record.entry.function
                base = base_of(out)
                bases.add(base.removesuffix(end) if is_assigned and base.endswith(end) else None)
        if len(bases) == 1 and len(callee.parts) == 1 and None not in bases:
            return bases.pop()
        return f"of_{callee.name}"

    # ---- text ----

    def text_of(self, var, nested=True):
        """Returns what a variable of the record is in the function."""
        return text(self.values.get(var, var), nested)

    def result_text(self, leaf_text):
        """Returns the results from the texts of the variables of the record."""
        texts = [built(part[1], lambda path, p=part: self.leaf_of(p, path, leaf_text)) for part in self.parts]
        return texts[0] if len(texts) == 1 else f"({', '.join(texts)})"

    def leaf_of(self, part, path, leaf_text):
        """Returns the text of a number of a result: what is stored, or what was there."""
        name, ctype, leaves = part
        return leaf_text(leaves[path]) if path in leaves else at_path(self.names[name], ctype, path)

    def binders(self):
        """Returns the parameters with their types, and without."""
        items = [(self.names[name], self.structs.type_text(ctype)) for name, ctype in self.params]
        items += [(self.values[var].name, COQ_TYPES[var.type]) for var in self.frees]
        items += [(made, self.structs.type_text(ctype)) for made, ctype in self.blanks.values()]
        return [f"({name} : {kind})" for name, kind in items], [name for name, _ in items]

    def coq(self):
        """Returns the function, its record as a relation of structs, and both lemmas."""
        binders, args = self.binders()
        entry = self.record.entry
        types = [self.structs.type_text(ctype) for _, ctype, _ in self.parts]
        kind = types[0] if len(types) == 1 else " * ".join(types)
        lines = [f"(* {entry.function} of {entry.path} *)"]
        lines += wrapped(f"Definition {self.name}", words(*binders, f": {kind} :="))
        for name, body, _ in self.lets:
            lines += wrapped(f"  let {name} :=", words(body, "in"))
        lines += [*wrapped(" ", words(self.result + ".")), ""]
        lines += self.relation(binders, kind)
        lines += ["", *self.record_lemma(binders, args), "", *self.unique_lemma(binders, args)]
        return "\n".join([*lines, "", *self.function_lemma(binders, args), ""])

    def outs_of(self, whole):
        """Returns the results of the record, from what the function gives."""
        outs = {}
        for number, (_, ctype, leaves) in enumerate(self.parts):
            part = part_of(whole, number, len(self.parts))
            outs.update((var, at_path(part, ctype, path)) for path, var in leaves.items())
        return [outs[var] for _, var in self.record.outputs]

    def relation(self, binders, kind):
        """Returns the definition of the record as a relation of structs."""
        lines = wrapped(f"Definition {self.name}_relation", words(*binders, f"(r : {kind}) : Prop :="))
        body = [f"{self.name}_results", *self.inputs_text(), *self.outs_of("r")]
        return [*lines, *wrapped(" ", words(*body, end="."))]

    def inputs_text(self):
        """Returns the inputs of the record, from the structs."""
        return [self.text_of(var) for _, var in self.record.inputs]

    def record_lemma(self, binders, args):
        """Returns the lemma that the record holds of what the function gives."""
        head = words(*binders, "r", ":", f"r = {self.name}", *args, "->", f"{self.name}_relation", *args, "r", end=".")
        lines = wrapped(f"Lemma {self.name}_record", head)
        lines += ["Proof.", f"  intros E. cbv beta delta [{self.name}] in E."]
        lines += [f"  unfold {self.name}_relation, {self.name}_results."]
        lines += [f"  let_out E {name} E_{name}." for name, _, _ in self.lets]
        _, between, _ = self.record.groups()
        lines += ["  subst r."]
        if between:
            lines += wrapped("  exists", words(", ".join(map(self.text_of, between)), end="."))
        lines += ["  constructor."]
        for field in self.record.fields:
            lines += wrapped("  -", words(self.step(field), end="."))
        return [*lines, "Qed."]

    def step(self, field):
        """Returns the step of a proof that a field of the record holds."""
        if field.callee:
            name, args = self.of_calls[id(field)]
            return " ".join([f"exact ({field.callee.name}_record", *args, name, f"E_{name})"])
        names = [name for name, _, made in self.lets if made is field]
        return f"exact E_{names[0]}" if names else "reflexivity"

    def unique_lemma(self, binders, args):
        """Returns the lemma that the record holds of nothing else."""
        _, between, outs = self.record.groups()
        taken = set(self.taken)
        flat = {var: free_name(f"v{number}", taken) for number, var in enumerate(between, 1)}
        flat.update((var, free_name(var.name, taken)) for var in outs)
        outs = [flat[var] for var in outs]
        lines = wrapped(f"Lemma {self.name}_unique", words(*binders, *outs, ":"))
        body = [f"{self.name}_results", *self.inputs_text(), *outs, "->", self.name, *args, "="]
        lines += wrapped(" ", words(*body, self.result_text(lambda var: flat[var]), end="."))
        lines += ["Proof.", f"  intros H. unfold {self.name}_results in H."]
        if between:
            lines += wrapped("  destruct H as", words(f"({' & '.join(flat[var] for var in between)} & H)."))
        facts = [f"F{number}" for number in range(1, len(self.record.fields) + 1)]
        lines += wrapped("  destruct H as", words(f"[{' '.join(facts)}]."))
        lines += wrapped("  remember", words(f"({self.name}", *args, end=") as r eqn:E."))
        lines += [f"  cbv beta delta [{self.name}] in E."]
        lines += [f"  let_out E {name} E_{name}." for name, _, _ in self.lets]
        for fact, field in zip(facts, self.record.fields, strict=True):
            lines += self.unique_step(fact, field, flat)
        return [*lines, "  exact E.", "Qed."]

    def function_lemma(self, binders, args):
        """Returns the lemma that gives the function from the relation. What is stored stands in for what was there."""
        count = len(self.parts)
        stored = {name: part_of("r", number, count) for number, (name, _, _) in enumerate(self.parts)}
        changed = {self.names[name]: part for name, part in stored.items() if name in self.names}
        args = [changed.get(arg, arg) for arg in args]
        kept = [binder for binder in binders if binder.split()[0][1:] not in changed]
        head = words(*kept, "r :", f"{self.name}_relation", *args, "r ->", f"{self.name}", *args, "= r", end=".")
        lines = wrapped(f"Lemma {self.name}_function", head)
        pattern = "r"
        for number in range(1, count):
            pattern = f"[{pattern} r{number}]"
        lines += ["Proof.", *([f"  destruct r as {pattern}."] if count > 1 else []), "  intros H."]
        unknown = ["_"] * (len(args) + len(self.record.outputs))
        return [*lines, *wrapped("  exact", words(f"({self.name}_unique", *unknown, "H).")), "Qed."]

    def unique_step(self, fact, field, flat):
        """Returns the lines that replace what a field makes by what it is in the function."""
        if field.var:
            names = [name for name, _, made in self.lets if made is field]
            if names:
                return [f"  apply (fun e => eq_trans e (eq_sym E_{names[0]})) in {fact}. put {fact}."]
            return [f"  put {fact}."]
        name, args = self.of_calls[id(field)]
        unknown = ["_"] * len(field.outs)
        proof = [f"(eq_trans E_{name} ({field.callee.name}_unique", *args, *unknown, f"{fact})) as G."]
        lines = wrapped("  pose proof", words(*proof))
        for out in field.outs:
            lines.append(f"  assert (O : {flat[out]} = {self.text_of(out)}) by now rewrite G. put O.")
        return [*lines, "  clear G."]


def words(*texts, end=""):
    """Returns the words of texts, the last of them with what ends it."""
    return (" ".join(texts) + end).split()


def named(var, name):
    """Returns a variable of this name."""
    made = Var(var.type, name)
    made.name = name
    return made


def pointee(ctype):
    """Returns the type of what a parameter is, or points to."""
    return ctype.target if ctype.kind == "pointer" else ctype


def is_far(target):
    """Returns true for what a pointer within the input points to."""
    return target.parent is not None and (target.parent[0].parent is not None or target.parent[1] != ())


def module_text(module, functions):
    """Returns the module of the functions of a module of records."""
    callees = {field.callee.entry.module for f in functions for field in f.fields if field.callee}
    needed = [STRUCTS, *sorted(callees | {module}), *sorted(functions_module(name) for name in callees - {module})]
    lines = ["(* Written by proofs/floats/extract.py from the C source. *)", "From Coq Require Import Bool ZArith."]
    lines += wrapped("From Carom Require Import Model Operations", needed)
    lines[-1] += "."
    return "\n".join([*lines, "", *(function.coq() for function in functions)])
