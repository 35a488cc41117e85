#!/usr/bin/env python3
"""Runs the programs of one language in a document, and compares what they print with the block of text
that follows each. Room: tests.

    programs.py DOCUMENT LANGUAGE FOLDER INTERPRETER
"""

import pathlib
import re
import subprocess
import sys

document, language, folder, interpreter = sys.argv[1:]
text = pathlib.Path(document).read_text(encoding="utf-8")
programs = re.findall(rf"^```{language}\n(.*?)^```\n\n```text\n(.*?)^```$", text, re.M | re.S)
count = len(re.findall(rf"^```{language}$", text, re.M))
if count == 0 or len(programs) != count:
    sys.exit(f"{document}: {count} programs in {language}, {len(programs)} with their output")
for program, expected in programs:
    got = subprocess.run([interpreter, "-"], input=program, cwd=folder, capture_output=True, text=True, check=False)
    if got.stdout != expected or got.returncode != 0:
        sys.exit(f"{document}: in {language}:\n{program}expected:\n{expected}got:\n{got.stdout}{got.stderr}")
print(f"same: {count} programs in {language}")
