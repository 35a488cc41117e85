"""Checks the types of the installed package with mypy --strict and pyright: run by scripts/test_python.sh.

typed_sample.py must be without errors. In typed_mistakes.py each line with a comment `# mypy: CODE, pyright: RULE` must
have these errors, and no other line any.
"""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent
SAMPLE, MISTAKES = FOLDER / "typed_sample.py", FOLDER / "typed_mistakes.py"


def errors_of_mypy() -> set[tuple[str, int, str]]:
    """File, line and code of each error."""
    command = [sys.executable, "-m", "mypy", "--strict", "--output=json", str(SAMPLE), str(MISTAKES)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode not in (0, 1):
        raise SystemExit(f"mypy failed: {done.stdout}{done.stderr}")
    errors = [json.loads(line) for line in done.stdout.splitlines()]
    return {(Path(e["file"]).name, e["line"], e["code"]) for e in errors if e["severity"] == "error"}


def errors_of_pyright() -> set[tuple[str, int, str]]:
    """The same of pyright; a comment in the files sets its strict mode."""
    command = [
        sys.executable,
        "-m",
        "pyright",
        "--outputjson",
        "--pythonpath",
        sys.executable,
        str(SAMPLE),
        str(MISTAKES),
    ]
    # Without the warning of newer versions, for which it would ask the network.
    quiet = {**os.environ, "PYRIGHT_PYTHON_IGNORE_WARNINGS": "1"}
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=quiet)
    if done.returncode not in (0, 1):
        raise SystemExit(f"pyright failed: {done.stdout}{done.stderr}")
    errors = json.loads(done.stdout)["generalDiagnostics"]
    return {(Path(e["file"]).name, e["range"]["start"]["line"] + 1, e.get("rule", "")) for e in errors}


def expected() -> tuple[dict[int, str], dict[int, str]]:
    """The errors of mypy and of pyright by line of the file of mistakes."""
    mypy, pyright = {}, {}
    for number, line in enumerate(MISTAKES.read_text().splitlines(), 1):
        if found := re.search(r"# mypy: ([\w-]+), pyright: (\w+)$", line):
            mypy[number], pyright[number] = found.groups()
    return mypy, pyright


def differences(checker: str, errors: set[tuple[str, int, str]], right: dict[int, str]) -> list[str]:
    """What a checker says too much or too little, a line each."""
    texts = [
        f"{name}:{line}: {checker} says {code}, must say nothing"
        for name, line, code in sorted(errors)
        if name != MISTAKES.name or line not in right
    ]
    for line, code in right.items():
        said = {c for name, number, c in errors if name == MISTAKES.name and number == line}
        if code not in said:
            texts.append(
                f"{MISTAKES.name}:{line}: {checker} says {', '.join(sorted(said)) or 'nothing'}, must say {code}"
            )
    return texts


def main() -> None:
    mypy, pyright = expected()
    wrong = differences("mypy", errors_of_mypy(), mypy) + differences("pyright", errors_of_pyright(), pyright)
    if wrong or len(mypy) < 40:
        raise SystemExit("\n".join(wrong) or "there are too few mistakes")


if __name__ == "__main__":
    main()
