"""Libraries that only some functions need. They are imported when such a function is called.

Room: base of the pure Python modules.
"""

import importlib
from typing import Any


def load(module: str, extra: str, function: str) -> Any:
    """The module, or an ImportError that says which extra of Carom installs it."""
    try:
        return importlib.import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != module.partition(".")[0]:
            raise
        package = module.partition(".")[0]
        text = f"{function}() needs {package}, which is not installed: pip install carom[{extra}]"
        raise ModuleNotFoundError(text, name=error.name) from error
