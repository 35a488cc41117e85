"""Circles that meet straight walls in the plane, decided exactly.

Every yes/no answer is the one that real arithmetic gives on the given doubles. Functions take
numbers or arrays that broadcast.
"""

from . import ufuncs
from ._carom import __version__, contact, get_threads, relate, set_threads, sweep, touches
from .answers import Contact, Sweep
from .enums import ContactRule, Extent, Feature, Relation, ResponseKind, SweepKind
from .tables import Circles, Walls, circles, walls

__all__ = [
    "Circles",
    "Contact",
    "ContactRule",
    "Extent",
    "Feature",
    "Relation",
    "ResponseKind",
    "Sweep",
    "SweepKind",
    "Walls",
    "__version__",
    "circles",
    "contact",
    "get_threads",
    "relate",
    "set_threads",
    "sweep",
    "touches",
    "ufuncs",
    "walls",
]
