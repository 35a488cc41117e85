"""What the symbolic execution of C works on: objects, calls, the fields of a record, paths."""

from pycparser import c_ast

FALL = "falls through"


class Object:
    """A variable of C, or what a pointer parameter points to."""

    def __init__(self, name, scope, ctype, is_input=False):
        self.name, self.scope, self.ctype, self.is_input = name, scope, ctype, is_input
        self.parent = None  # of what a pointer of the input points to: where the pointer is


class Scope:
    """A call of a function."""

    def __init__(self, function, ctype, is_top=False):
        self.function, self.result_type, self.is_top = function, ctype, is_top
        self.blocks = [{}]
        self.is_over = False
        self.prefix = None


class Field:
    """An equation `var = term`, or a relation between terms and new variables."""

    def __init__(self, var=None, term=None, relation=None, args=(), outs=(), is_first=False, may_fuse=False):
        self.var, self.term, self.relation = var, term, relation
        self.args, self.outs = list(args), list(outs)
        self.may_fuse = may_fuse  # or the variable is fma of the first two terms, less the third
        self.is_first = is_first  # the variable comes first, before the terms
        self.callee, self.given = None, {}  # of a call: its record, and (parameter, path): term for what it gets


class Return:
    """The end of a path, with its result (None if it has none) and the state. Undecided has no state."""

    def __init__(self, value, env):
        self.value, self.env = value, env


class Break:
    """The end of a loop on a path, with the state."""

    def __init__(self, env):
        self.env = env


class Branch:
    """Paths that depend on a condition."""

    def __init__(self, condition, yes, no):
        self.condition, self.yes, self.no = condition, yes, no


class Shared:
    """What follows several paths."""

    def __init__(self, tree):
        self.tree = tree


def falls(tree):
    """Returns on how many paths the execution goes on."""
    return falls(tree.yes) + falls(tree.no) if isinstance(tree, Branch) else tree is FALL


def followed(tree, rest):
    """Returns the paths with what follows the ones that fall through."""
    if rest is FALL or isinstance(tree, Return | Shared | Break):
        return tree
    return replaced_falls(tree, Shared(rest) if falls(tree) > 1 else rest)


def replaced_falls(tree, rest, after_break=None):
    """Returns the paths with `rest` in place of FALL, and another end, if given, in place of Break."""
    if tree is FALL:
        return rest
    if isinstance(tree, Branch):
        yes, no = (replaced_falls(part, rest, after_break) for part in (tree.yes, tree.no))
        return FALL if yes is FALL and no is FALL else Branch(tree.condition, yes, no)
    return after_break if isinstance(tree, Break) and after_break else tree


def parameters(definition):
    """Returns the parameters of a function."""
    args = definition.decl.type.args
    return [p for p in args.params if isinstance(p, c_ast.Decl)] if args else []
