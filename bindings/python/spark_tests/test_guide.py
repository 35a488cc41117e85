"""The snippets of docs/spark.md run in order, in one program, and print what the page says."""

import contextlib
import io
import pathlib
import re

PAGE = pathlib.Path(__file__).parents[3] / "docs/spark.md"
BLOCK = re.compile(r"^```(.*?)\n(.*?)^```\n(?:\n```text\n(.*?)^```\n)?", re.MULTILINE | re.DOTALL)


def test_snippets(spark):
    text = PAGE.read_text(encoding="utf-8")
    blocks = [(*match.groups(), text.count("\n", 0, match.start()) + 2) for match in BLOCK.finditer(text)]
    assert {language for language, *_ in blocks} == {"python", "sh norun"}
    names = {"__name__": "guide"}
    for language, code, expected, line in blocks:
        if language != "python":
            continue
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(compile("\n" * (line - 1) + code, str(PAGE), "exec"), names)
        assert printed.getvalue() == (expected or ""), f"spark.md:{line}"
