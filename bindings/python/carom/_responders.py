"""Functions of the user that choose responses, in the form in which the extension calls them."""

from collections.abc import Callable
from typing import Any

import numpy as np

from ._settings import amount
from .enums import ResponseKind


def responder(
    function: str,
    name: str,
    respond: Callable[[Any], Any],
    contact_of: Callable[..., Any],
    defaults: Callable[[Any], tuple[float, float]],
) -> Callable[..., tuple[int, float, float]]:
    """A function of the numbers of a contact that calls `respond`, and makes three numbers of what it returns.

    `function` and `name` are those of messages. `contact_of` makes what `respond` is called with, and `defaults` tells
    the restitution and the friction of a contact for which `respond` returns none.
    """

    def response_to(*numbers: Any) -> tuple[int, float, float]:
        contact = contact_of(*numbers)
        answer = respond(contact)
        kind, *parameters = answer if isinstance(answer, tuple) and answer else (answer,)
        if isinstance(kind, str) and kind.upper() in ResponseKind.__members__:
            kind = ResponseKind[kind.upper()]
        is_code = isinstance(kind, (int, np.integer)) and not isinstance(kind, bool) and 0 <= kind < len(ResponseKind)
        if not is_code or len(parameters) > 2:
            raise ValueError(
                f"{function}(): {name} returned {answer!r}, must return 'stop', 'slide', 'bounce' or 'pass', "
                "or a tuple of it, the restitution and the friction"
            )
        given = [*parameters, *defaults(contact)[len(parameters) :]]
        return (
            int(kind),
            amount(function, f"the restitution that {name} returned", given[0], 1.0),
            amount(function, f"the friction that {name} returned", given[1]),
        )

    return response_to


def check_callable(function: str, name: str, value: Any) -> Any:
    """The argument if it is None or can be called."""
    if value is not None and not callable(value):
        raise TypeError(f"{function}(): {name} must be callable, not {type(value).__name__}")
    return value
