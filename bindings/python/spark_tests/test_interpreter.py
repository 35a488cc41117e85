"""The Python of the workers: of a session that nobody told which one, in an environment that is not activated."""

import os
import subprocess
import sys

import pytest

PROGRAM = """
import carom
from pyspark.sql import SparkSession

spark = SparkSession.builder.master("local[1]").config("spark.ui.enabled", "false").getOrCreate()
spark.sparkContext.setLogLevel("OFF")
walls = spark.sql("select 'floor' as id, 0d as ax, 0d as ay, 4d as bx, 0d as by")
circles = spark.sql("select id, id * 2d - 1 as cx, 1d as cy, 1d as r from range(1, 5)")
for options in ({}, {"walls_per_shard": 1}):
    print(sorted(map(tuple, carom.spark.hits(circles, walls, **options).collect())))
"""


@pytest.fixture
def environment(tmp_path):
    """What is python3 on the PATH is another Python, without packages."""
    python = tmp_path / "python3"
    python.write_text(f'#!/bin/sh\nexec {sys.executable} -S "$@"\n')
    python.chmod(0o755)
    kept = {name: value for name, value in os.environ.items() if name != "PYSPARK_PYTHON"}
    return kept | {"PATH": f"{tmp_path}:{os.environ['PATH']}"}


def run(environment):
    command = [sys.executable, "-c", PROGRAM]
    return subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600)


def test_python_of_the_driver(environment):
    done = run(environment)
    assert done.stdout.splitlines() == [str([(1, "floor"), (2, "floor")])] * 2, done.stderr


def test_the_choice_of_the_user_counts(environment, tmp_path):
    done = run(environment | {"PYSPARK_PYTHON": str(tmp_path / "python3")})
    assert done.returncode != 0
    assert "ModuleNotFoundError" in done.stderr, done.stderr
