"""Circles that meet straight walls in the plane, decided exactly.

Every yes/no answer is the one that real arithmetic gives on the given doubles. Functions take
numbers or arrays that broadcast.
"""

from . import ufuncs
from ._carom import __version__, contact, get_threads, relate, set_threads, sweep, touches
from .answers import Contact, Sweep
from .enums import ContactRule, Extent, Feature, Relation, ResponseKind, SweepKind
from .scene import DynamicScene, Scene
from .scene_answers import BoxHits, Fan, First, Hits, HitsByCircle, Nearest, SweepAll, Walls

__all__ = [
    "BoxHits",
    "Contact",
    "ContactRule",
    "DynamicScene",
    "Extent",
    "Fan",
    "Feature",
    "First",
    "Hits",
    "HitsByCircle",
    "Nearest",
    "Relation",
    "ResponseKind",
    "Scene",
    "Sweep",
    "SweepAll",
    "SweepKind",
    "Walls",
    "__version__",
    "contact",
    "get_threads",
    "relate",
    "set_threads",
    "sweep",
    "touches",
    "ufuncs",
]
