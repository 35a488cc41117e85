"""The types of arguments and of columns, for type checkers. Nothing imports them when the package runs.

NumPy's own ArrayLike also takes text, so these say what is a number.
"""

from collections.abc import Sequence
from typing import Any, Literal, Protocol, TypeAlias, TypedDict, TypeVar

import numpy as np
from numpy.typing import NDArray

_Item = TypeVar("_Item", covariant=True)
_Scalar = TypeVar("_Scalar", bound=np.generic, covariant=True)
_Got = TypeVar("_Got", covariant=True)
_Put = TypeVar("_Put", contravariant=True)


class _Array(Protocol[_Scalar]):
    """An array of NumPy, or of a library that NumPy makes one of."""

    def __array__(self) -> np.ndarray[Any, np.dtype[_Scalar]]: ...


class _Items(Protocol[_Item]):
    """A list, a tuple or the like. Text and bytes are none: they contain no objects."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> _Item: ...
    def __contains__(self, item: object, /) -> bool: ...
    def count(self, value: Any, /) -> int: ...


class Attribute(Protocol[_Got, _Put]):
    """A property that may be set to more types than it has."""

    def __get__(self, instance: object, owner: type[Any] | None = None, /) -> _Got: ...
    def __set__(self, instance: Any, value: _Put, /) -> None: ...


# ---- arguments: one, or an array ----

Number: TypeAlias = float | np.floating[Any] | np.integer[Any] | np.bool_
_NumberArray: TypeAlias = _Array[np.floating[Any] | np.integer[Any] | np.bool_]
_NumberRow: TypeAlias = _Items[Number | _NumberArray]
Numbers: TypeAlias = Number | _NumberArray | _NumberRow | _Items[_NumberRow] | _Items[_Items[_NumberRow]]

Integer: TypeAlias = int | np.integer[Any]
_IntegerArray: TypeAlias = _Array[np.integer[Any]]
Integers: TypeAlias = Integer | _IntegerArray | _Items[Integer | _IntegerArray] | _Items[_Items[Integer]]

Truth: TypeAlias = bool | np.bool_
_TruthArray: TypeAlias = _Array[np.bool_ | np.integer[Any]]
Truths: TypeAlias = Truth | _TruthArray | _Items[Truth | _TruthArray] | _Items[_Items[Truth]]

ExtentWord: TypeAlias = Literal["segment", "ray", "line"]
RuleWord: TypeAlias = Literal["closed", "open", "ring"]
ResponseWord: TypeAlias = Literal["stop", "slide", "bounce", "pass"]
OneExtent: TypeAlias = ExtentWord | Integer
OneRule: TypeAlias = RuleWord | Integer
OneResponse: TypeAlias = ResponseWord | Integer
# No checker knows the words in an array. A list of words must be a Sequence, or checkers see any text in it.
_WordArray: TypeAlias = _Array[np.integer[Any] | np.str_ | np.object_]
Extents: TypeAlias = OneExtent | _WordArray | Sequence[OneExtent]
Rules: TypeAlias = OneRule | _WordArray | Sequence[OneRule]
Responses: TypeAlias = OneResponse | _WordArray | Sequence[OneResponse]


class UfuncOptions(TypedDict, total=False):
    """The keywords of every ufunc."""

    out: Any
    where: Any
    casting: Literal["no", "equiv", "safe", "same_kind", "unsafe"]
    order: Literal["K", "A", "C", "F"] | None
    dtype: Any
    subok: bool
    signature: Any


# ---- columns of answers ----

Floats: TypeAlias = NDArray[np.float64]
Integers64: TypeAlias = NDArray[np.int64]
Codes: TypeAlias = NDArray[np.int8]
Bools: TypeAlias = NDArray[np.bool_]

# ---- columns of tables ----

TableNumbers: TypeAlias = NDArray[np.floating[Any] | np.integer[Any]]
Codes8: TypeAlias = NDArray[np.uint8]
Bits: TypeAlias = NDArray[np.uint32]
