"""Writes the record of a function: its inputs, its variables, its results and one field for each equation."""

from terms import COQ_TYPES, RESERVED, Const, Op, Term, Var, replaced, text, variables

LINE = 120


class Record:
    """What the execution of a function gives, without what no result depends on, and with names."""

    def __init__(self, entry, execution, result):
        self.name, self.entry, self.result_type = entry.record, entry, result.ctype
        self.top = execution.scopes[0]
        self.definition = execution.source.functions[entry.function]
        self.place = str(self.definition.coord)
        self.fields = execution.fields
        self.outputs = self.find_outputs(execution, result)
        self.drop_unused()
        self.nest()
        self.inputs, self.hidden = self.find_inputs(execution), []
        if self.entry.hides_unknown:
            self.hidden = [var for key, var in self.inputs if is_hidden(key, var)]
            self.inputs = [item for item in self.inputs if not is_hidden(*item)]
        self.give_names()

    # ---- what is in the record ----

    def find_outputs(self, execution, result):
        """Returns (key, variable) of all results: members of the result, then what the function has stored."""
        outs = list(execution.results)
        stored = [(key, leaf) for key, leaf in execution.env.items() if isinstance(key, tuple) and key[0].is_input]
        for (target, path), leaf in stored:
            if target.parent and isinstance(leaf, Term) and leaf is not execution.inputs.get((target, path)):
                outs.append(((target, path), leaf))
        return outs

    def find_inputs(self, execution):
        """Returns (key, variable) of the inputs that are used, in the order of the parameters."""
        used = {var for field in self.fields for term in field_terms(field) for var in variables(term)}
        order = list(self.top.blocks[0])
        items = [(key, made) for key, made in execution.inputs.items() if isinstance(made, Var) and made in used]

        def rank(item):
            key = item[0]
            if key[0] == "free":
                return [len(order) + 1]
            target, path = (key[1], ()) if key[0] in ("has", "load") else key
            ranks = [leaf_rank(target, path)]
            while target.parent:
                target, path = target.parent
                ranks.append(leaf_rank(target, path))
            place = order.index(target.name) if target.name in order else len(order)
            return [place, *ranks[::-1], [] if key[0] == "has" else [0]]

        return sorted(items, key=lambda item: [str(r) if isinstance(r, list) else f"{r:04}" for r in rank(item)])

    def nest(self):
        """Puts the term of every generated variable that is used once where it is used."""
        uses = {}
        for field in self.fields:
            for term in field_terms(field):
                for var in variables(term):
                    uses[var] = uses.get(var, 0) + 1
        final = {var for _, var in self.outputs}
        values, kept = {}, []
        for field in self.fields:
            field.term = field.term and replaced(field.term, values)
            field.args = [replaced(arg, values) for arg in field.args]
            var = field.var
            if var and var.origin == "generated" and uses.get(var, 0) == 1 and var not in final:
                values[var] = field.term
            else:
                kept.append(field)
        self.fields = kept

    def drop_unused(self):
        """Drops the fields that no result depends on."""
        needed = {var for _, var in self.outputs}
        kept = []
        for field in reversed(self.fields):
            if not needed.isdisjoint(made_by(field)):
                kept.append(field)
                needed.update(var for term in field_terms(field) for var in variables(term))
        self.fields = kept[::-1]

    # ---- names ----

    def give_names(self):
        """Gives every variable, and every call, a name that nothing else has."""
        made = [var for field in self.fields for var in made_by(field)]
        taken = set(RESERVED)
        self.name_scopes(made)
        for _, var in self.inputs:
            var.name = free_name(var.base, taken)
        for var in self.hidden:
            var.name = free_name(var.base, taken)
        versions = {var.name: 1 for var in (*(var for _, var in self.inputs), *self.hidden)}
        for var in made:
            base = base_of(var)
            count = versions.get(base, 0)
            versions[base] = count + 1
            if var.base in ("if", "rest", "of", "t", "min", "max", "plus", "minus") and var.origin in (
                "sum",
                "generated",
            ):
                name = f"{base}{count + 1}"
            else:
                name = base if count == 0 else f"{base}_{count}"
            var.name = free_name(name, taken)

    def name_scopes(self, made):
        """Gives every call in place a prefix: the name of the function, with a number if there are several."""
        calls = {}
        for var in made:
            if var.scope is not self.top and var.origin != "sum":
                numbers = calls.setdefault(var.scope.function, [])
                if var.scope not in numbers:
                    numbers.append(var.scope)
        for name, scopes in calls.items():
            for number, scope in enumerate(scopes, 1):
                scope.prefix = f"{name}_" if len(scopes) == 1 else f"{name}_{number}_"

    # ---- text ----

    def groups(self):
        """Returns the inputs, the variables between, and the results."""
        outs = [var for _, var in self.outputs]
        final = set(outs)
        between = [var for field in self.fields for var in made_by(field) if var not in final]
        return [var for _, var in self.inputs], [*self.hidden, *between], outs

    def coq(self):
        """Returns the record as Coq reads it, in a module of its own, with a predicate of inputs and results."""
        inputs, between, outs = self.groups()
        lines = [f"(* {self.entry.function} of {self.entry.path}{self.entry.remark} *)"]
        lines += [f"Module {self.name}_terms.", ""]
        lines += wrapped(f"Record {self.name}", [*binders(inputs), *binders(between), *binders(outs), ": Prop := {"])
        names = set()
        for field in self.fields:
            lines += self.field_lines(field, names)
        lines[-1] = lines[-1].removesuffix(";") + " }."
        lines += ["", f"(* {self.name} for some values of the variables between. *)"]
        head = wrapped(f"Definition {self.name}_results", [*binders(inputs), *binders(outs), ": Prop :="])
        body = [var.name for var in (*inputs, *between, *outs)]
        quantified = wrapped("  exists", [*binders(between), ","], "    ") if between else []
        lines += [*head, *quantified, *wrapped(f"    {self.name}", body, "      ")]
        lines[-1] += "."
        return "\n".join([*lines, "", f"End {self.name}_terms.", f"Export {self.name}_terms.", ""])

    def field_lines(self, field, names):
        """Returns a field as Coq reads it."""
        if field.var:
            return wrapped(f"  E_{field.var.name} :", [f"{field.var.name} =", *text(field.term).split(), ";"], "    ")
        var = field.outs[0]
        if field.is_first:
            words = [field.relation, var.name, *(relation_text(arg) for arg in field.args)]
            return wrapped(f"  E_{var.name} :", [*words, ";"], "    ")
        name = free_name(field.relation.removesuffix("_results"), names, first=True)
        args = [text(arg, True) for arg in field.args]
        words = [field.relation, *args, *(out.name for out in field.outs)]
        if field.may_fuse:
            words = [var.name, "= ffma", *args[:2], f"(fneg {args[2]})", "\\/", *words]
        return wrapped(f"  E_{name} :", [*words, ";"], "    ")


def is_hidden(key, var):
    """Returns true for an input that stands for what a primitive gives where C has no meaning."""
    return key[0] == "free" and var.base.startswith("unknown")


def leaf_rank(target, path):
    """Returns the place of a member among the members of an object."""
    paths = [leaf for leaf, _ in target.ctype.leaves()]
    return paths.index(path) if path in paths else len(paths)


def field_terms(field):
    """Returns the terms that a field contains."""
    return [field.term] if field.var else field.args


def made_by(field):
    """Returns the variables that a field defines."""
    return [field.var] if field.var else field.outs


def base_of(var):
    """Returns the name of a variable before it is made unique."""
    if var.origin in ("input", "output") or var.scope is None or var.scope.prefix is None or var.origin == "sum":
        return var.base
    return var.scope.prefix + var.base


def free_name(name, taken, first=False):
    """Returns the name, changed if it is taken, and takes it."""
    number = 1
    made = name
    while made in taken:
        number += 1
        made = f"{name}_{number}" if first or number > 2 else f"{name}_"
    taken.add(made)
    return made


def relation_text(term):
    """Returns an argument of a relation: a term, or the factors of a product."""
    if isinstance(term, Op) and term.op == "factors":
        return f"(Some ({', '.join(map(text, term.args))}))"
    return term.value if isinstance(term, Const) and term.type == "option" else text(term, True)


def binders(made):
    """Returns variables as binders, neighbours of one type together."""
    groups = []
    for var in made:
        if groups and groups[-1][0] == var.type:
            groups[-1][1].append(var.name)
        else:
            groups.append((var.type, [var.name]))
    words = []
    for kind, names in groups:
        names[0] = "(" + names[0]
        words += [*names, f": {COQ_TYPES[kind]})"]
    return words


def wrapped(head, words, indent="    "):
    """Returns lines of words, none too long."""
    lines = [head]
    for word in words:
        if word in (",", ";"):
            lines[-1] += word
        elif len(lines[-1]) + 1 + len(word) > LINE:
            lines.append(indent + word)
        else:
            lines[-1] += " " + word
    return lines
