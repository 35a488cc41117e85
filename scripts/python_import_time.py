"""Prints how many milliseconds of processor time `import carom` takes beyond `import numpy`.

Each import runs in a process of its own. The median of several pairs of processes is printed.
"""

import statistics
import subprocess
import sys

PAIRS = 15
# Processor time of this process and of its threads: what else runs on the machine matters little.
CODE = "import time; import numpy; start = time.process_time(); import carom; print(time.process_time() - start)"


def import_seconds() -> float:
    answer = subprocess.run([sys.executable, "-c", CODE], capture_output=True, text=True, check=True)
    return float(answer.stdout)


import_seconds()  # the first one compiles the Python files
print(f"{1000 * statistics.median(import_seconds() for _ in range(PAIRS)):.1f}")
