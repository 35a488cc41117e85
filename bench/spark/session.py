"""One Spark session that answers with one peer: session.py PEER CACHE ROUNDS RESULTS.json FOLDER...

A folder has circles.parquet and walls.parquet. The answer comes as answer.parquet, with the columns circle and wall.
The first round in each folder is a warm-up. What takes minutes is repeated less often. Room: bench.
"""

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path

from pyspark.sql import DataFrame, SparkSession

# Sedona for this Spark, and the coordinate systems that it needs.
PACKAGES = "org.apache.sedona:sedona-spark-shaded-4.0_2.13:1.8.0,org.datasyslab:geotools-wrapper:1.8.0-33.1"
# For all peers. The tasks are small enough that both threads end at nearly the same time.
SETTINGS = {
    "spark.driver.memory": "8g",
    "spark.driver.host": "127.0.0.1",
    "spark.driver.bindAddress": "127.0.0.1",
    "spark.ui.enabled": "false",
    "spark.ui.showConsoleProgress": "false",
    "spark.sql.files.maxPartitionBytes": "32m",
}
# The seconds after which no further round begins.
PATIENCE = 150
# As Sedona's documentation recommends.
SEDONA = {
    "spark.serializer": "org.apache.spark.serializer.KryoSerializer",
    "spark.kryo.registrator": "org.apache.sedona.core.serde.SedonaKryoRegistrator",
    "spark.jars.packages": PACKAGES,
}
# "dwithin": the index over the walls goes to every worker. "partitioned": both tables are divided by place.
# "buffer": the circles as polygons, an older way.
JOINS = {
    "sedona-dwithin": "select /*+ BROADCAST(w) */ c.id circle, w.id wall from c join w on ST_DWithin(c.g, w.g, c.r)",
    "sedona-partitioned": "select c.id circle, w.id wall from c join w on ST_DWithin(c.g, w.g, c.r)",
    "sedona-buffer": "select /*+ BROADCAST(w) */ c.id circle, w.id wall from c join w "
    "on ST_Intersects(ST_Buffer(c.g, c.r), w.g)",
}


def by_carom(circles: DataFrame, walls: DataFrame) -> DataFrame:
    """The pairs by Carom."""
    import carom.spark

    return carom.spark.hits(circles, walls)


def by_sedona(join: str) -> Callable[[DataFrame, DataFrame], DataFrame]:
    """The pairs by Sedona: points, lines and a join."""

    def answer(circles: DataFrame, walls: DataFrame) -> DataFrame:
        circles.selectExpr("id", "r", "ST_Point(cx, cy) g").createOrReplaceTempView("c")
        lines = "ST_MakeLine(ST_Point(ax, ay), ST_Point(bx, by)) g"
        walls.selectExpr("id", lines).createOrReplaceTempView("w")
        return circles.sparkSession.sql(join)

    return answer


def open_session(peer: str, cache: str) -> SparkSession:
    """A session on two threads of this machine."""
    settings = dict(SETTINGS)
    if peer != "carom":
        settings |= {**SEDONA, "spark.jars.ivy": cache}
    if peer == "sedona-partitioned":
        settings["spark.sedona.join.autoBroadcastJoinThreshold"] = "-1"
    builder = SparkSession.builder.master("local[2]")
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    if peer != "carom":
        from sedona.spark import SedonaContext

        session = SedonaContext.create(session)
    session.sparkContext.setLogLevel("ERROR")
    return session


def main() -> None:
    if len(sys.argv) < 6:
        raise SystemExit("usage: session.py PEER CACHE ROUNDS RESULTS.json FOLDER...")
    peer, cache, rounds, results, *folders = sys.argv[1:]
    begin = time.perf_counter()
    session = open_session(peer, cache)
    answer = by_carom if peer == "carom" else by_sedona(JOINS[peer])
    shown: dict[str, object] = {"start": time.perf_counter() - begin}
    for folder in folders:
        times = []
        for _ in range(int(rounds) + 1):
            begin = time.perf_counter()
            circles, walls = (session.read.parquet(f"{folder}/{name}.parquet") for name in ("circles", "walls"))
            answer(circles, walls).write.mode("overwrite").parquet(f"{folder}/{peer}.parquet")
            times.append(time.perf_counter() - begin)
            print(f"{folder}: {peer}: {times[-1]:.1f} s", file=sys.stderr, flush=True)
            if sum(times) > PATIENCE:
                break
        shown[folder] = times
    session.stop()
    Path(results).write_text(json.dumps(shown) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
