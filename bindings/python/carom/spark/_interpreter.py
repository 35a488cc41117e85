"""Which Python the workers run. Room: Spark."""

import os
import sys
from typing import Any


def use_python_of_driver(session: Any) -> None:
    """Lets the workers of a session on this machine run the driver's Python, unless the user has chosen another one.

    By default Spark runs what is python3 on the PATH. If no environment is activated, that is another Python than the
    driver's, often of another version, and without Carom. Of other machines the driver does not know what Python they
    have, and the server of Spark Connect is not its own.
    """
    if not hasattr(session, "_jsparkSession") or os.environ.get("PYSPARK_PYTHON"):
        return
    context = session.sparkContext
    if context.master.startswith("local") and context.getConf().get("spark.pyspark.python") is None:
        context.pythonExec = sys.executable
