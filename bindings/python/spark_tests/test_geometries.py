"""Walls and circles out of columns of geometries."""

import warnings

import carom
import pytest
import shapely
from shapely import wkt


def table(spark, *texts, name="geometry"):
    rows = [(i, None if text is None else bytearray(wkt.loads(text).wkb)) for i, text in enumerate(texts)]
    return spark.createDataFrame(rows, f"id int, {name} binary")


SHAPES = [
    "LINESTRING (0 0, 4 0, 4 3)",
    "POLYGON ((10 0, 14 0, 14 4, 10 4, 10 0), (11 1, 12 1, 12 2, 11 1))",
    "MULTILINESTRING ((20 0, 21 0), (22 0, 23 0))",
    "POINT (30 0)",
    "GEOMETRYCOLLECTION (POINT (40 0), LINESTRING (41 0, 42 0))",
    "POINT EMPTY",
    None,
    "LINESTRING Z (50 0 1, 51 0 1)",
]


def test_walls_of_geometries(spark):
    walls = table(spark, *SHAPES)
    geometries = [None if text is None else wkt.loads(text) for text in SHAPES]
    wanted = carom.walls(geometries, outline=True)
    prepared = carom.spark.prepare(walls, outline=True)
    assert len(prepared) == len(wanted.ax)
    circles = spark.range(60).selectExpr("id", "id as cx", "0 as cy", "0.5d as r")
    scene = carom.Scene(wanted)
    circle, wall = scene.hits(range(60), 0.0, 0.5)
    expected = sorted(zip(circle.tolist(), wanted.source[wall].tolist(), strict=True))
    assert sorted(map(tuple, carom.spark.hits(circles, prepared).collect())) == expected


def test_circles_of_points_and_radii(spark, walls):
    circles = table(spark, "POINT (1 1)", "MULTIPOINT ((1 1), (9 9), (5 1))", None, name="shape")
    found = carom.spark.hits(circles.selectExpr("*", "1 as r"), walls).collect()
    assert sorted(map(tuple, found)) == [(0, "floor"), (1, "floor"), (1, "side")]
    assert carom.spark.hits(circles, walls).collect() == []
    thick = table(spark, "POINT (1 1)").selectExpr("*", "0.5d as wr", "'segment' as extent")
    assert carom.spark.hits(circles.selectExpr("*", "0 as r"), thick).count() == 2


def test_numbers_of_rows_hold_for_all_segments(spark, circles):
    walls = table(spark, *SHAPES[:3]).drop("id").coalesce(1)
    found = carom.spark.hits(circles.where("id = 3"), walls, outline=True).collect()
    assert sorted(map(tuple, found)) == [(3, 0), (3, 0)]


POLYGON = "is a polygon, and only its outline is asked about; spark.areas asks about areas. Pass outline=True"


@pytest.mark.parametrize("shards", [None, 2])
def test_polygons_are_warned_of(spark, circles, shards):
    walls = table(spark, "LINESTRING (0 0, 4 0)", "POINT (9 9)", *SHAPES)
    calls = {
        "prepare": lambda **options: carom.spark.prepare(walls, walls_per_shard=shards, **options),
        "hits": lambda **options: carom.spark.hits(circles, walls, walls_per_shard=shards, **options),
        "first": lambda **options: carom.spark.first(circles, walls, walls_per_shard=shards, **options),
        "nearest": lambda **options: carom.spark.nearest(circles, walls, walls_per_shard=shards, **options),
    }
    for name, call in calls.items():
        with pytest.warns(UserWarning, match="polygon") as caught:
            call()
        # Spark itself leaves sockets open.
        caught = [warning for warning in caught if warning.category is UserWarning]
        assert [warning.filename for warning in caught] == [__file__]
        assert str(caught[0].message).startswith(
            f"spark.{name}(): walls: the row with the id 3: the geometry {POLYGON}"
        )
        with warnings.catch_warnings(action="error", category=UserWarning):
            call(outline=True)
        with pytest.raises(TypeError, match=rf"spark.{name}\(\): outline is 'yes', must be True or False"):
            call(outline="yes")


def test_polygons_of_numbered_rows_and_of_bad_ones(spark, circles):
    walls = table(spark, *SHAPES[2:], *SHAPES[:2]).drop("id").coalesce(1)
    with pytest.warns(UserWarning, match=rf"^spark.prepare\(\): walls: row 7: the geometry {POLYGON}"):
        prepared = carom.spark.prepare(walls)
    with pytest.raises(ValueError, match=r"spark.hits\(\): outline is an argument of prepare\(\) for walls that are"):
        carom.spark.hits(circles, prepared, outline=True)
    infinite = shapely.Polygon([(0, 0), (1, 0), (float("inf"), 1)])
    walls = spark.createDataFrame([(0, bytearray(infinite.wkb))], "id int, geometry binary")
    points = table(spark, "POINT (1 1)").selectExpr("*", "1 as r")
    with warnings.catch_warnings(action="error", category=UserWarning):
        assert len(carom.spark.prepare(walls, bad_rows="column")) == 0
        carom.spark.hits(points, table(spark, "LINESTRING (0 0, 4 0)")).count()


def test_bad_geometries(spark, walls):
    rows = [
        (0, bytearray(b"\x01\x02")),
        (1, bytearray(shapely.box(0, 0, 1, 1).wkb)),
        (2, bytearray(shapely.Point(float("inf"), 0).wkb)),
        (3, bytearray(shapely.Point(1, 1).wkb)),
    ]
    circles = spark.createDataFrame(rows, "id int, geometry binary").selectExpr("*", "1 as r")
    answer = carom.spark.hits(circles, walls, bad_rows="column")
    rejects = {row.circle: row.reject for row in answer.where("reject is not null").collect()}
    assert rejects == {
        0: "circles: the geometry is no valid WKB",
        1: "circles: the geometry is a Polygon, must be a point",
        2: "circles: the geometry has a coordinate that is not finite",
    }
    assert [tuple(row)[:2] for row in answer.where("reject is null").collect()] == [(3, "floor")]
    with pytest.raises(ValueError, match=r"^spark.prepare\(\): walls: the row with the id 0: the geometry is no valid"):
        carom.spark.prepare(circles)


def test_which_column_is_meant(spark, walls):
    two = spark.sql("select 1 as id, cast('' as binary) as a, cast('' as binary) as b, 1 as r")
    with pytest.raises(ValueError, match="circles: there are several columns of geometries: a, b; select one, or name"):
        carom.spark.hits(two, walls)
    named = table(spark, "POINT (1 1)").selectExpr("*", "geometry as other", "1 as r")
    assert carom.spark.hits(named, walls).count() == 1
    odd = table(spark, "POINT (1 1)", name="`a.b ``c`").selectExpr("*", "1 as r")
    assert carom.spark.hits(odd, walls).count() == 1


def test_geoparquet(spark, walls, tmp_path):
    """Its geometries are plain binary columns of WKB for Spark."""
    table(spark, "POINT (1 1)").selectExpr("*", "1 as r").write.parquet(str(tmp_path / "points"))
    assert carom.spark.hits(spark.read.parquet(str(tmp_path / "points")), walls).count() == 1
