"""One local session of Spark for all tests, and the tables that they share."""

import os
import sys

import pytest

os.environ.setdefault("PYSPARK_PYTHON", sys.executable)


@pytest.fixture(scope="session")
def spark():
    """A session with two workers and few partitions."""
    from pyspark.sql import SparkSession

    options = {
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.sql.shuffle.partitions": "3",
        "spark.sql.session.timeZone": "UTC",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
    }
    builder = SparkSession.builder.master("local[2]").appName("carom tests")
    for name, value in options.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    session.sparkContext.setLogLevel("OFF")
    yield session
    session.stop()


@pytest.fixture(scope="session")
def walls(spark):
    """A floor and a side."""
    rows = [("floor", 0.0, 0.0, 4.0, 0.0), ("side", 4.0, 0.0, 4.0, 3.0)]
    return spark.createDataFrame(rows, "id string, ax double, ay double, bx double, by double")


@pytest.fixture(scope="session")
def circles(spark):
    """One that touches the floor, one far away, and one that reaches both walls."""
    rows = [(1, 1.0, 1.0, 1.0, 0.0, -1.0), (2, 9.0, 9.0, 1.0, 0.0, 0.0), (3, 3.0, 1.0, 1.5, 1.0, 0.0)]
    return spark.createDataFrame(rows, "id int, cx double, cy double, r double, vx double, vy double")
