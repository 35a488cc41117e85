"""Runs the Python sessions of a page of Markdown."""

import doctest
import re

import carom
import numpy as np
import pytest


def run_sessions(page: str, text: str, *, shared: bool) -> int:
    """Runs the blocks of a page, in one namespace or each in its own. Returns their number."""
    blocks = list(re.finditer(r"^```pycon\n(.*?)^```$", text, re.MULTILINE | re.DOTALL))
    names = {"carom": carom, "np": np}
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS, verbose=False)
    for block in blocks:
        line = text.count("\n", 0, block.start(1))
        test = doctest.DocTestParser().get_doctest(block[1], {}, page, page, line)
        test.globs = names if shared else dict(names)
        output: list[str] = []
        if runner.run(test, out=output.append, clear_globs=False).failed:
            pytest.fail("".join(output))
    return len(blocks)
