"""The NumPy ufuncs behind the functions of `carom`: same names, codes in place of words.

They take no names of arguments and no defaults: all arguments must be given, in order. NumPy rounds integers
that float64 cannot hold; the functions of `carom` refuse them.
"""

from ._carom import ufuncs as _ufuncs

globals().update(_ufuncs)
__all__ = sorted(_ufuncs)
