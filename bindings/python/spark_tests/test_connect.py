"""A session of Spark Connect, whose server is a process of this machine. It needs a process of its own."""

import os
import subprocess
import sys

PROGRAM = """
import carom
from pyspark.sql import SparkSession

spark = SparkSession.builder.remote("local[1]").getOrCreate()
walls = spark.sql("select 'floor' as id, 0d as ax, 0d as ay, 4d as bx, 0d as by "
                  "union all select 'side', 4d, 0d, 4d, 3d")
circles = spark.sql("select id, id * 2d - 1 as cx, 1d as cy, 1d as r from range(1, 5)")
for options in ({}, {"walls_per_shard": 1}):
    print(sorted(map(tuple, carom.spark.hits(circles, walls, **options).collect())))
spark.stop()
"""


def test_one_scene_and_shards():
    # With SPARK_TESTING the server chooses a free port.
    environment = {**os.environ, "SPARK_TESTING": "1"}
    command = [sys.executable, "-c", PROGRAM]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=600)
    pairs = [(1, "floor"), (2, "floor"), (2, "side"), (3, "side")]
    assert done.stdout.splitlines() == [str(pairs)] * 2, done.stderr
