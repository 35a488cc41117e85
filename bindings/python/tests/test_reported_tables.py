"""One case for each bug with other libraries that has been reported. Room: tests."""

import json

import carom
import geopandas
import numpy as np
import pandas
import polars
import pyarrow
import pyarrow.parquet
import pytest
import shapely
import xarray

WALL = (-9.0, 0.0, 9.0, 0.0)


@pytest.mark.parametrize("library", [pandas.Series, xarray.DataArray])
def test_wrong_codes_of_other_libraries_passed(library):
    codes = library(np.array([0, 77], dtype=np.uint8))
    ball = ([0.0, 1.0], 5.0, 1.0, 0.0, -9.0)
    calls = [
        lambda: carom.relate(0, 0, 1, *WALL, 0.0, codes),
        lambda: carom.velocity_respond(1, -1, 0, 1, codes, 1, 1),
        lambda: carom.Scene(*WALL, 0.0, codes),
        lambda: carom.Scene(*WALL).hits([0, 1], 0, 1, rule=codes),
        lambda: carom.move_balls(WALL, *ball, 1.0, response=codes),
        lambda: carom.Mover(WALL, *ball, response=codes),
        lambda: carom.Crowd(WALL, *ball, response=codes),
        lambda: carom.MovingWalls(*WALL, extent=codes),
    ]
    for call in calls:
        with pytest.raises(ValueError, match=r"the argument \S+ is 77, must be"):
            call()


def arrow_walls(**columns):
    """An Arrow table of three walls with some more columns."""
    return pyarrow.table({"ax": [1.0, 2.0, 3.0], "ay": [0] * 3, "bx": [1] * 3, "by": [1] * 3} | columns)


def test_views_of_text_in_arrow_aborted():
    names = ["short", None, "longer than twelve bytes: é"]
    views = pyarrow.array(names, pyarrow.string_view())
    assert carom.walls(arrow_walls(id=views)).source.tolist() == names
    assert carom.walls(arrow_walls(id=views).slice(1)).source.tolist() == names[1:]
    words = pyarrow.DictionaryArray.from_arrays([1, 0, None], views.slice(1))
    assert carom.walls(arrow_walls(id=words)).source.tolist() == [names[2], None, None]
    extents = pyarrow.array(["ray", None, "line"], pyarrow.string_view())
    assert carom.walls(arrow_walls(extent=extents)).extent.tolist() == [1, 0, 2]
    for value in (pyarrow.array([["a"]] * 3, pyarrow.list_(pyarrow.string_view())), pyarrow_runs()):
        with pytest.raises(
            TypeError, match=r"walls\(\): the column id is of the Arrow format '\+.', which is not read"
        ):
            carom.walls(arrow_walls(id=value))


def pyarrow_runs():
    return pyarrow.RunEndEncodedArray.from_arrays([2, 3], ["u", "v"])


def test_geometries_in_binary_views_of_arrow_aborted():
    shapes = [shapely.Point(1, 2), None, shapely.LineString([(0, 0), (1, 1)])]
    array = pyarrow.array([None if shape is None else shape.wkb for shape in shapes], pyarrow.binary_view())
    field = pyarrow.field("geometry", array.type, metadata={"ARROW:extension:name": "geoarrow.wkb"})
    got = carom.walls(pyarrow.table([array], schema=pyarrow.schema([field])))
    assert (got.source.tolist(), got.bx.tolist()) == ([0, 2], [1.0, 1.0])


def test_lists_as_labels_were_a_matrix():
    lists = pyarrow.array([[1, 2], [3, 4], [5, 6]])
    for table in (arrow_walls(id=lists), polars.DataFrame(arrow_walls(id=lists))):
        assert carom.walls(table).source.shape == (3,)
    with pytest.raises(TypeError, match=r"walls\(\): wr must hold numbers"):
        carom.walls(polars.DataFrame(arrow_walls(wr=lists)))
    with pytest.raises(ValueError, match="the column ax has items of different lengths"):
        carom.walls({"ax": [[1], [2, 3]], "ay": 0, "bx": 0, "by": 0})


def test_texts_in_columns_passed_for_numbers():
    columns = {"cx": ["1", "2"], "cy": [0.0, 0.0], "r": [1.0, 1.0]}
    for table in (pandas.DataFrame(columns), polars.DataFrame(columns), pyarrow.table(columns)):
        with pytest.raises(TypeError, match=r"circles\(\): cx must hold numbers: '1' is a text"):
            carom.circles(table)


def test_frames_without_geometries():
    table = {"ax": [0.0], "ay": [0.0], "bx": [4.0], "by": [0.0]}
    assert carom.walls(geopandas.GeoDataFrame(table)).bx.tolist() == [4.0]
    with pytest.raises(ValueError, match="there is no column 'ax'; the columns are: wr"):
        carom.walls(geopandas.GeoDataFrame({"wr": [1.0]}))
    assert len(carom.walls([None, None]).ax) == 0


@pytest.mark.parametrize("events", [False, True])
def test_motions_had_no_table(events):
    one = carom.move_balls(WALL, 3, 3, 1, 0, -9, 1, events=events)
    many = carom.move_balls(WALL, [3, 4], 3, 1, 0, -9, 1, events=events)
    for motion, rows in ((one, 1), (many, 2)):
        frame = carom.to_pandas(motion)
        assert frame.shape == (rows, 19)
        assert frame["state"].tolist() == ["moved"] * rows
        assert frame["crushed_by1"].tolist() == [-1] * rows
        assert carom.to_arrow(motion).column_names == frame.columns.tolist()
    if events:
        assert carom.to_pandas(many.events)["feature"].tolist() == ["side", "side"]
    crowd = carom.Crowd(WALL, [3, 4], 3, 1).step(1, events=events)
    with pytest.raises(TypeError, match="the answer has answers in it, such as balls: pass one of them"):
        carom.to_pandas(crowd)


def test_exit_features_were_numbers():
    passage = carom.passage([0.0, 0.0], [5.0, 2.0], 1.0, 0.0, -9.0, *WALL)
    words = carom.to_pandas(passage)["exit_feature"].tolist()
    assert words == carom.to_arrow(passage)["exit_feature"].to_pylist() == ["side", "side"]


def test_labels_that_do_not_fit():
    hits = carom.Scene(*WALL).hits([0, 1], 0, 1)
    with pytest.raises(ValueError, match="the answer has the circle 1, but the argument circles has 1 labels"):
        carom.to_pandas(hits, ["a"])
    with pytest.raises(ValueError, match="the answer has the wall 0, but the argument walls has 0 labels"):
        carom.to_pandas(hits, walls=[])
    index = pandas.MultiIndex.from_tuples([("a", 1), ("a", 2)])
    assert carom.to_pandas(hits, index)["circle"].tolist() == [("a", 1), ("a", 2)]
    with pytest.raises(TypeError, match="the column circle has values that are of no type of Arrow"):
        carom.to_arrow(hits, index)


def test_series_of_polars_were_refused():
    x = polars.Series([0.0, 1.0, None])
    for call in (
        lambda x: carom.relate(x, 2.0, 2.0, *WALL),
        lambda x: carom.contact(x, 2.0, 2.0, *WALL, 0.0, polars.Series(["ray", "line", "ray"])),
    ):
        answer, right = (np.asarray(call(value)) for value in (x, np.array([0.0, 1.0, np.nan])))
        assert answer.tobytes() == right.tobytes()
    assert carom.relate(x, 2.0, 2.0, *WALL).tolist() == [2, 2, 0]


def test_pictures_of_wrong_arguments():
    axes = pytest.importorskip("matplotlib.figure").Figure().add_subplot()
    for call, message in (
        (lambda: carom.plot.circles(axes, [1, 2], [1, 2, 3], 1), r"plot.circles\(\): .* cx \(2,\), cy \(3,\)"),
        (lambda: carom.plot.circles(axes, "a", 0, 1), r"plot.circles\(\): the argument cx must be a number"),
        (lambda: carom.plot.circles(axes, 0, 0, 1, relation="x"), "the argument relation must be a number"),
        (lambda: carom.plot.walls(axes, (0, 0, 1, "b")), r"plot.walls\(\): the argument by must be a number"),
        (lambda: carom.plot.walls(axes, (0, 0, 1, 1, 0, "rays")), "the argument extent is 'rays', must be 'segment'"),
        (lambda: carom.plot.paths(axes, [1, 2], [1, 2, 3]), r"plot.paths\(\): .* x \(2,\), y \(3,\)"),
        (lambda: carom.plot.contacts(axes, 3), "the argument contact is a int, must be a Contact"),
        (lambda: carom.plot.sweeps(axes, 0, 0, 1, 1, 1, 3), "the argument sweep is a int, must be a Sweep"),
    ):
        with pytest.raises((TypeError, ValueError), match=message):
            call()


def test_pictures_of_five_columns_lost_the_radius():
    axes = pytest.importorskip("matplotlib.figure").Figure().add_subplot()
    (thick,) = carom.plot.walls(axes, (0, 0, 4, 0, 0.5))
    (same,) = carom.plot.walls(axes, (0, 0, 4, 0, 0.5, "segment"))
    assert type(thick) is type(same)
    (thin,) = carom.plot.walls(axes, (0, 0, 4, 0))
    assert type(thin) is not type(thick)


@pytest.mark.parametrize("library", ["pandas", "geopandas"])
def test_a_column_id_took_the_place_of_the_index(library):
    shops = pandas.DataFrame({"id": [1, 2, 0], "cx": [1.0, 2.0, 3.0], "cy": [5.0, 6.0, 7.0], "r": 1.0})
    if library == "geopandas":
        shops = geopandas.GeoDataFrame(
            shops[["id", "r"]], geometry=geopandas.points_from_xy(shops.cx, shops.cy), crs="EPSG:3035"
        )
    scene = carom.Scene(*WALL)
    shops["gap"] = carom.to_pandas(scene.nearest(shops), shops).gap
    assert shops.gap.tolist() == [4.0, 5.0, 6.0]
    assert carom.to_pandas(scene.hits(shops, within=5.5), shops).circle.tolist() == [0, 1]
    assert carom.circles(shops, columns={"id": "id"}).source.tolist() == [1, 2, 0]
    if library == "geopandas":
        answer = carom.to_geopandas(scene.hits(shops, within=5.5), shops)
        assert answer.index.tolist() == [0, 1]
        assert (answer.geometry == shops.geometry.loc[answer.index]).all()


def test_a_column_id_of_walls_took_the_place_of_the_index():
    columns = {"id": [7, 8], "ax": 0.0, "ay": [0.0, 9.0], "bx": 1.0, "by": [0.0, 9.0]}
    frame = pandas.DataFrame(columns, index=["floor", "ceiling"])
    assert carom.walls(frame).source.tolist() == ["floor", "ceiling"]
    for table in (columns, polars.DataFrame(columns), pyarrow.Table.from_pandas(frame, preserve_index=False)):
        assert carom.walls(table).source.tolist() == [7, 8]


BALLS = geopandas.GeoDataFrame(
    {"r": 0.5}, geometry=geopandas.points_from_xy([5.0, 2.0], [5.0, 5.0]), index=["still", "fast"], crs="EPSG:3035"
)
ROOM = geopandas.GeoDataFrame(
    geometry=[shapely.LineString([(0, -9), (0, 19)]), shapely.LineString([(10, -9), (10, 19)])], index=["west", "east"]
)


def test_impacts_had_labels_by_position():
    motion = carom.move_balls(ROOM, BALLS.geometry.x, [5.0, 12.0], 0.5, [0.0, 21.0], 0.0, 1.0, events=True)
    assert motion.events.ball.tolist() == [1, 1]
    frame = carom.to_pandas(motion.events, BALLS, ROOM)
    assert frame.ball.tolist() == ["fast", "fast"]
    assert frame.wall.tolist() == ["east", "west"]
    assert frame.index.tolist() == [0, 1]
    assert carom.to_arrow(motion.events, BALLS)["ball"].to_pylist() == ["fast", "fast"]
    assert "circle" not in carom.to_arrow(motion.events, BALLS).column_names
    centres = carom.to_geopandas(motion.events, BALLS)
    assert "ball" not in centres
    assert centres.index.tolist() == ["fast", "fast"]
    assert centres.geometry.x.tolist() == [2.0, 2.0]
    contacts = carom.to_geopandas(motion.events, BALLS, geometry="contact")
    assert [(point.x, point.y) for point in contacts.geometry] == [(10.0, 12.0), (0.0, 12.0)]
    one = carom.move_balls(ROOM, [5.0, 2.0], [5.0, 12.0], 0.5, [0.0, 8.0], 0.0, 1.0, events=True)
    assert carom.to_pandas(one.events, BALLS).ball.tolist() == ["fast"]
    with pytest.raises(ValueError, match="the answer has the ball 1, but the argument circles has 1 labels"):
        carom.to_pandas(motion.events, BALLS[:1])


def test_impacts_with_moving_walls_had_labels_of_walls_at_rest():
    lift = carom.MovingWalls([5.0], -9, 5.0, 19)
    motion = carom.move_balls(
        ROOM, [2.0, 8.0], 5.0, 0.5, [5.0, 3.0], 0.0, 1.0, moving_walls=lift, events=True, response="stop"
    )
    assert motion.events.wall_moves.tolist() == [True, False]
    frame = carom.to_pandas(motion.events, BALLS, ROOM)
    assert frame.wall.isna().tolist() == [True, False]
    assert frame.wall[1] == "east"
    assert carom.to_pandas(motion.events).wall.tolist() == [0, 1]
    shapes = carom.to_geopandas(motion.events, BALLS, ROOM, geometry="wall").geometry
    assert shapes.isna().tolist() == [True, False]
    assert shapes.iloc[1].equals(ROOM.geometry["east"])


def test_events_of_crowds_had_labels_by_position():
    names = ["a", "b", "c"]
    crowd = carom.Crowd(ROOM, [8.0, 3.0, 5.0], 5.0, 0.5, [9.0, 9.0, 0.0], 0.0)
    motion = crowd.step(0.25, events=True)
    impacts, touches = motion.ball_events, motion.touches
    frame = carom.to_pandas(impacts, names)
    assert list(zip(frame["first"], frame["second"], strict=True)) == [
        (names[i], names[k]) for i, k in zip(impacts.first, impacts.second, strict=True)
    ]
    assert len(frame) == 1
    frame = carom.to_pandas(touches, names, ROOM)
    assert len(frame) == 2
    assert frame.ball.tolist() == ["a", "b"]
    assert frame.other.isna().tolist() == [True, False]
    assert frame.other[1] == "c"
    assert frame.wall.isna().tolist() == [False, True]
    assert frame.wall[0] == "east"
    assert carom.to_pandas(motion.balls.events, names).ball.tolist() == ["a"]
    assert carom.to_arrow(touches, names)["other"].to_pylist() == [None, "c"]


def test_boxes_had_labels_by_position():
    hits = carom.Scene(ROOM).in_box([4.0, -1.0, 9.0], 0.0, [5.0, 1.0, 11.0], 1.0)
    assert carom.to_pandas(hits, ["middle", "left", "right"], ROOM).to_dict("list") == {
        "box": ["left", "right"],
        "wall": ["west", "east"],
    }


# A road with a value that is no default in each column, and what is given in its place.
ROAD = geopandas.GeoDataFrame(
    {"wr": [4.0, 3.0], "extent": "ray", "category": 6, "one_sided": True, "group": 5},
    geometry=[shapely.LineString([(0, 0), (5, 0), (5, 5)]), shapely.LineString([(9, 9), (8, 8)])],
)
DEFAULTS = {"wr": 0.0, "extent": "segment", "category": 0, "one_sided": False, "group": 0}


@pytest.mark.parametrize("scene_class", [carom.Scene, carom.DynamicScene])
@pytest.mark.parametrize("read", [lambda frame: frame, carom.walls, lambda frame: carom.Scene(frame).walls()])
@pytest.mark.parametrize("name", DEFAULTS)
def test_arguments_that_equal_the_default_were_ignored(scene_class, read, name):
    kept = scene_class(read(ROAD)).walls()
    assert kept.wr.tolist() == [4.0, 4.0, 3.0]
    assert (kept.extent == 1).all()
    assert (kept.category == 6).all()
    assert kept.one_sided.all()
    assert (kept.group == 5).all()
    got = scene_class(read(ROAD), **{name: DEFAULTS[name]}).walls()
    wanted = carom.Scene(*kept[:4], **{name: DEFAULTS[name]}).walls()
    assert getattr(got, name).tolist() == getattr(wanted, name).tolist()
    for other in DEFAULTS:
        if other != name:
            assert getattr(got, other).tolist() == getattr(kept, other).tolist()
    # None is what is not given.
    assert getattr(scene_class(read(ROAD), **{name: None}).walls(), name).tolist() == getattr(kept, name).tolist()
    numbers = [*kept[:4], *(None if other == name else getattr(kept, other) for other in DEFAULTS)]
    assert getattr(scene_class(*numbers).walls(), name).tolist() == getattr(wanted, name).tolist()


def test_one_sided_is_an_argument_of_walls():
    assert carom.walls(ROAD, one_sided=False).one_sided.tolist() == [False] * 3
    assert carom.walls(ROAD, one_sided=[False, True]).one_sided.tolist() == [False, False, True]
    assert carom.Scene(ROAD, one_sided=[False, True]).walls().one_sided.tolist() == [False, False, True]
    named = ROAD.rename(columns={"one_sided": "toll"})
    assert carom.walls(named).one_sided is None
    assert carom.walls(named, one_sided="toll").one_sided.all()
    with pytest.raises(ValueError, match=r"walls\(\): there is no column 'gate'"):
        carom.walls(ROAD, one_sided="gate")
    with pytest.raises(ValueError, match=r"walls\(\): the argument one_sided has shape \(3,\), must be a number or an"):
        carom.walls(ROAD, one_sided=[True] * 3)
    with pytest.raises(TypeError, match=r"walls\(\): the argument one_sided has dtype float64, must be True or False"):
        carom.walls(ROAD, one_sided=0.5)


def test_columns_of_text_stopped_arguments():
    words = {"wr": "wide", "category": "road", "group": "north", "one_sided": "no"}
    roads = geopandas.GeoDataFrame({"wr": [4.0]}, geometry=ROAD.geometry[:1]).assign(**words)
    walls = carom.Scene(roads, wr=0, category=0, group=0, one_sided=False).walls()
    for got, wanted in zip(walls, carom.Scene(ROAD.geometry[:1]).walls(), strict=True):
        assert got.tolist() == wanted.tolist()
    shops = BALLS.assign(category="bakery", group="north", vx="fast", vy=None)
    scene = carom.Scene(ROOM, category=2)
    named = {"mask": 2, "except_group": 0}
    assert scene.hits(shops, within=2.0, **named).wall.tolist() == [0]
    assert scene.first(shops, vx=-9.0, vy=0.0, **named).wall.tolist() == [0, 0]
    assert scene.hits(shops, within=2.0, mask=1, except_group=0).wall.tolist() == []
    for call, message in (
        (lambda: carom.walls(roads), r"walls\(\): wr .*: 'wide' is a text: pass wr=, which wins over the column"),
        (lambda: carom.Scene(roads, wr=1), r"walls\(\): category .*: pass category=, which wins over the column"),
        (lambda: scene.hits(shops), r"category .* text: pass category=, or mask= to a query, which wins"),
        (lambda: scene.hits(shops, mask=1), r"group .* text: pass group=, or except_group= to a query, which wins"),
    ):
        with pytest.raises(TypeError, match=message):
            call()


def test_tables_of_walls_without_a_row_or_a_source():
    none = carom.Scene(ROOM).nearest(BALLS, mask=2)
    empty = carom.to_geopandas(none, BALLS, ROOM[:0], geometry="wall")
    assert empty.geometry.isna().tolist() == [True, True]
    assert empty.wall.isna().tolist() == [True, True]
    assert empty.index.tolist() == ["still", "fast"]
    scene = carom.Scene(ROOM)
    frame = carom.to_geopandas(scene.nearest(BALLS), BALLS, scene.walls(), geometry="wall")
    assert frame.wall.tolist() == [0, 0]
    assert frame.geometry.tolist() == [ROOM.geometry["west"]] * 2
    with pytest.raises(ValueError, match="the answer has the wall 0, but the argument walls has 0 labels"):
        carom.to_geopandas(scene.nearest(BALLS), BALLS, carom.Scene([], [], [], []).walls(), geometry="wall")


def wkb_of_arc():
    """CIRCULARSTRING (0 0, 1 1, 2 0), which shapely does not write."""
    return b"\x01" + np.array([8, 3], "<u4").tobytes() + np.array([0, 0, 1, 1, 2, 0], "<f8").tobytes()


def test_arcs_raised_errors_of_shapely():
    message = r"s\(\): the geometry in row 1 has arcs, must have straight edges only"
    nested = shapely.from_wkt("GEOMETRYCOLLECTION (POINT (0 0), CIRCULARSTRING (0 0, 1 1, 2 0))")
    column = [shapely.Point(0, 0).wkb, wkb_of_arc()]
    texts = pyarrow.array(["POINT (0 0)", "CIRCULARSTRING (0 0, 1 1, 2 0)"])
    field = pyarrow.field("geometry", texts.type, metadata={"ARROW:extension:name": "geoarrow.wkt"})
    for source in (
        [shapely.Point(0, 0), nested],
        column,
        pandas.DataFrame({"geometry": column}),
        polars.DataFrame({"geometry": column}),
        pyarrow.table({"geometry": column}),
        pyarrow.table([texts], schema=pyarrow.schema([field])),
    ):
        for reader in (carom.walls, carom.circles):
            with pytest.raises(ValueError, match=message):
                reader(source)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ({"type": "Feature", "properties": {}}, "the feature in row 0 has no geometry, must have one, or None in its"),
        ([{"type": "Feature", "geometry": None}, {"type": "Feature"}], "the feature in row 1 has no geometry"),
        ({"type": "FeatureCollection", "features": None}, "features of the FeatureCollection is a NoneType, must be"),
        ({"type": "FeatureCollection", "features": {}}, "features of the FeatureCollection is a dict, must be a list"),
        ({"type": "FeatureCollection"}, "features of the FeatureCollection is missing, must be a list"),
        ({"type": "FeatureCollection", "features": [3]}, "row 0 is an int without a type, must be a feature or"),
        ({"type": "FeatureCollection", "features": [{}]}, "row 0 is a dict without a type, must be a feature or"),
        ({"type": "Feature", "geometry": 3}, "the geometry of the feature in row 0 is an int, must be a mapping or"),
        ({"type": "Feature", "geometry": None, "properties": [1]}, "the properties of the feature in row 0 is a list"),
        ({"type": "FeatureCollection", "features": [{"type": "Point"}]}, "row 0 is no GeoJSON geometry: 'coord"),
    ],
)
def test_incomplete_geojson_raised_errors_of_python(source, message):
    with pytest.raises(ValueError, match=message):
        carom.walls(source)


def test_masks_were_ignored():
    masked = np.ma.array([[True, True]], mask=[[False, True]])
    with pytest.raises(ValueError, match=r"walls\(\): the grid has masked items: fill them"):
        carom.walls(masked)
    assert carom.walls(masked.filled(False)).bx.max() == 1
    assert carom.walls(np.ma.array([[True, True]])).bx.max() == 2
    with pytest.raises(ValueError, match=r"walls\(\): by\[0\] is null, must be a finite number"):
        carom.walls(np.ma.array([[0.0, 0.0, 1.0, 1.0]], mask=[[False, False, False, True]]))
    wr = np.ma.array([1.0, 2.0], mask=[False, True])
    with pytest.raises(ValueError, match=r"walls\(\): the argument wr has masked items: fill them"):
        carom.walls(ROOM, wr=wr)


@pytest.mark.filterwarnings("error")
def test_grids_out_of_range_warned_before_the_error():
    with pytest.raises(ValueError, match="the corners of the grid are not finite"):
        carom.walls(np.ones((2, 2), bool), origin=(1e308, 0.0), cell=1e308)


def test_geometries_in_plain_pandas_were_refused():
    wanted = carom.walls(ROAD)
    widths = pandas.DataFrame({"name": ["b", "a", "c"], "width": [3.0, 4.0, 1.0]})
    named = ROAD.drop(columns="wr").assign(name=["a", "b"])
    objects = pandas.DataFrame({"name": ["a", "b"], "geometry": pandas.Series(list(ROAD.geometry), dtype=object)})
    for frame in (
        widths.merge(pandas.DataFrame(named), on="name", how="left"),
        widths.merge(objects, on="name", how="left"),
    ):
        assert type(frame) is pandas.DataFrame
        got = carom.walls(frame, wr="width", extent="ray")
        order = [2, 0, 1]
        for name in ("ax", "ay", "bx", "by", "wr"):
            assert getattr(got, name).tolist() == getattr(wanted, name)[order].tolist(), name
        assert got.source.tolist() == [0, 1, 1]
    assert carom.walls(pandas.DataFrame(BALLS)).crs == BALLS.crs
    assert carom.circles(pandas.DataFrame(BALLS)).source.tolist() == ["still", "fast"]
    two = pandas.DataFrame({"line": list(ROAD.geometry), "other": list(ROAD.geometry)})
    with pytest.raises(ValueError, match="the columns line, other are binary or hold geometries: name the one"):
        carom.walls(two)
    assert carom.walls(two, geometry="other").ax.tolist() == wanted.ax.tolist()


def test_series_of_geometries_of_pandas_were_refused():
    labels = ["x", "y", "z"]
    for values in ([ROAD.geometry[0], None, ROAD.geometry[1]], [ROAD.geometry[0].wkb, None, ROAD.geometry[1].wkb]):
        got = carom.walls(pandas.Series(values, index=labels))
        assert got.source.tolist() == ["x", "x", "z"]
        assert got.ax.tolist() == carom.walls(ROAD).ax.tolist()
    message = r"s\(\): the source is a row of a DataFrame as a Series: pass a frame of this row, such as frame.iloc"
    for row in (ROAD.iloc[0], ROAD[["geometry", "wr"]].iloc[0]):
        with pytest.raises(TypeError, match=message):
            carom.walls(row)
    with pytest.raises(TypeError, match=message):
        carom.Scene(ROOM).hits(BALLS.iloc[0])
    assert len(carom.walls(ROAD.iloc[[0]]).ax) == 2


POSTS = {"cx": [1.0, 9.0, 50.0], "cy": [2.0, 1.0, 0.0]}
CIRCLE_SOURCES = {
    "dict": POSTS,
    "dict with ids": {**POSTS, "id": ["a", "b", "c"]},
    "mappings": [dict(zip(POSTS, row, strict=True)) for row in zip(*POSTS.values(), strict=True)],
    "mappings with ids": [{"cx": 1.0, "cy": 2.0, "id": "a"}, {"cx": 9.0, "cy": 1.0, "id": "b"}],
    "tuples": list(zip(*POSTS.values(), strict=True)),
    "array": np.column_stack([*POSTS.values()]),
    "structured": np.array([(1.0, 2.0), (9.0, 1.0)], dtype=[("cx", float), ("cy", float)]),
    "polars": polars.DataFrame(POSTS),
    "pandas with a text": pandas.DataFrame({**POSTS, "category": "shop", "vx": "fast"}, index=["a", "b", "c"]),
    "points": shapely.points(*POSTS.values()),
    "wkb": list(shapely.to_wkb(shapely.points(*POSTS.values()))),
    "series": pandas.Series(list(shapely.points(*POSTS.values())), index=["a", "b", "c"]),
    "geojson": {"type": "MultiPoint", "coordinates": [[1.0, 2.0], [9.0, 1.0]], "crs": None},
}


@pytest.mark.parametrize("kind", CIRCLE_SOURCES)
def test_keys_and_rows_were_labels(kind):
    source = CIRCLE_SOURCES[kind]
    scene = carom.Scene(ROOM)
    hits = scene.hits(source, r=1.0, mask=1) if kind == "pandas with a text" else scene.hits(source, r=1.0)
    assert hits.circle.tolist() == [0, 1]
    labels = [0, 0] if kind == "geojson" else ["a", "b"] if kind in ("series", "pandas with a text") else [0, 1]
    labels = ["a", "b"] if kind.endswith("ids") else labels
    assert carom.to_pandas(hits, source).circle.tolist() == labels
    assert carom.to_arrow(hits, source)["circle"].to_pylist() == labels
    frame = carom.to_geopandas(hits, source)
    assert frame.index.tolist() == labels
    assert frame.geometry.x.tolist() == [1.0, 9.0]


@pytest.mark.parametrize("labels", [["x", "y"], ("x", "y"), np.array(["x", "y"]), pandas.Index(["x", "y"]), [7, 8]])
def test_labels_stay_labels(labels):
    hits = carom.Scene(ROOM).hits([1.0, 9.0], 1.0, 1.0)
    assert carom.to_pandas(hits, labels, labels).to_dict("list") == {"circle": [*labels], "wall": [*labels]}


def test_walls_of_answers_as_rows_and_scenes():
    rows = [
        {"ax": 0, "ay": -9, "bx": 0, "by": 19, "id": "west", "wr": 1},
        {"ax": 9, "ay": 0, "bx": 9, "by": 9, "wr": 0},
    ]
    hits = carom.Scene(rows).hits([1.0, 9.0], 1.0, 1.0)
    assert carom.to_pandas(hits, None, rows).wall.fillna("?").tolist() == ["west", "?"]
    scene = carom.Scene(ROOM.set_crs(3035))
    near = scene.nearest([1.0, 9.0], 1.0, 1.0)
    assert carom.to_pandas(near, None, scene).wall.tolist() == [0, 1]
    frame = carom.to_geopandas(near, None, scene, geometry="wall")
    assert frame.geometry.tolist() == ROOM.geometry.tolist()
    assert frame.crs == 3035
    with pytest.raises(TypeError, match=r"to_pandas\(\): the argument walls is a DynamicScene, whose ids are no"):
        carom.to_pandas(near, None, carom.DynamicScene(ROOM))


def test_hits_as_csr_had_no_table():
    scene = carom.Scene(ROOM)
    for answer, wanted in (
        (scene.hits(BALLS, r=3.0, csr=True), [("fast", "west")]),
        (scene.hits(BALLS, r=6.0, csr=True), [("still", "west"), ("still", "east"), ("fast", "west")]),
        (scene.in_box([20.0, -1.0], 0.0, [30.0, 1.0], 1.0, csr=True), [("fast", "west")]),
    ):
        frame = carom.to_pandas(answer, BALLS, ROOM)
        assert list(zip(frame.circle, frame.wall, strict=True)) == wanted
        assert carom.to_geopandas(answer, BALLS, ROOM).index.tolist() == [circle for circle, _ in wanted]


def test_rows_without_a_wall_were_left_out():
    scene = carom.Scene(0, 0, 10, 0)
    fan = scene.fan(5, 5, 0, [0.0, 0.0, 1.0], [10.0, -10.0, 0.0])
    beams = scene.fan([[5.0], [6.0]], 5.0, 0.0, [0.0, 0.0, 0.0], [10.0, -10.0, 1.0])
    one, two = carom.to_pandas(fan), carom.to_pandas(beams, ["near", "far"])
    assert one.wall.isna().tolist() == [True, False, True]
    assert two.circle.tolist() == ["near"] * 3 + ["far"] * 3
    assert two["rank"].tolist() == [0, 1, 2] * 2
    assert two.wall.isna().tolist() == [True, False, True] * 2
    assert two.wall.dropna().tolist() == [0, 0]
    assert two.kind.tolist() == ["miss", "hit", "miss"] * 2
    assert two.distance.tolist() == beams.distance.ravel().tolist()
    assert carom.to_arrow(beams)["wall"].to_pylist() == [None, 0, None] * 2
    grid = scene.nearest([[5.0], [6.0]], [[5.0], [5.0]], 0, mask=2)
    assert carom.to_pandas(grid).wall.isna().tolist() == [True, True]
    centres = carom.circles({"cx": [5.0, 6.0], "cy": 5.0, "r": 0.0})
    frame = carom.to_geopandas(beams, centres, scene, geometry="contact")
    assert frame.geometry.isna().tolist() == [True, False, True] * 2
    assert frame.index.tolist() == [0, 0, 0, 1, 1, 1]
    lines = carom.to_geopandas(beams, centres, scene, geometry="wall").geometry
    assert lines.isna().tolist() == [True, False, True] * 2


def geojson(*line):
    return {"type": "Feature", "geometry": {"type": "LineString", "coordinates": line}, "properties": None}


def test_geojson_without_a_crs_had_no_degrees():
    copenhagen = geojson([12.5, 55.6], [12.6, 55.7])
    for source in (copenhagen, copenhagen["geometry"], [copenhagen], geojson([180, -90], [-180, 90])):
        with pytest.warns(UserWarning, match=r"walls\(\): the geometries are in degrees"):
            assert carom.walls(source).crs == "OGC:CRS84"
    with pytest.warns(UserWarning, match="the geometries are in degrees"):
        scene = carom.Scene(copenhagen)
    with pytest.warns(UserWarning, match="the circles are in EPSG:3035 and the walls in OGC:CRS84"):
        scene.touches(BALLS)
    degrees = geopandas.GeoDataFrame({"r": [0.0]}, geometry=[shapely.Point(12.5, 55.6)], crs=4326)
    with pytest.warns(UserWarning, match="degrees") as warned:
        assert scene.touches(degrees).tolist() == [True]
    assert len(warned) == 1  # circles() only: longitude and latitude are the same system


@pytest.mark.filterwarnings("error")
def test_geojson_of_a_plane_has_no_crs():
    large = [geojson([0, 0], [181, 0]), geojson([0, 0], [0, -91]), geojson([500_000, 6_000_000], [500_001, 6_000_000])]
    unknown = {"type": "LineString", "coordinates": [[0, 0], [9, 9]], "crs": None}
    empty = {"type": "FeatureCollection", "features": []}
    for source in (*large, large, unknown, empty):
        assert carom.walls(source).crs is None


def test_crs_of_geoparquet_in_polars(tmp_path):
    path = tmp_path / "lines.parquet"
    table = pyarrow.table({"geometry": list(ROOM.geometry.to_wkb())})
    system = {"primary_column": "geometry", "columns": {"geometry": {"encoding": "WKB", "crs": {"name": "plan"}}}}
    pyarrow.parquet.write_table(table.replace_schema_metadata({"geo": json.dumps(system)}), path)
    assert carom.walls(pyarrow.parquet.read_table(path)).crs == {"name": "plan"}
    assert carom.walls(polars.read_parquet(path)).crs is None
    pandas_frame = pyarrow.parquet.read_table(path).to_pandas()
    assert carom.walls(pandas_frame).crs is None
    metadata = {"ARROW:extension:name": "geoarrow.wkb", "ARROW:extension:metadata": '{"crs": {"name": "plan"}}'}
    fields = [pyarrow.field("geometry", pyarrow.binary(), metadata=metadata)]
    pyarrow.parquet.write_table(pyarrow.table([table["geometry"]], schema=pyarrow.schema(fields)), path)
    assert carom.walls(polars.read_parquet(path)).crs == {"name": "plan"}


def test_series_go_by_position_except_in_ufuncs():
    x, y = pandas.Series([1.0, 50.0], index=["a", "b"]), pandas.Series([5.0, 0.0], index=["b", "a"])
    assert carom.distance(x, y, 0, 0, 0, 100, 0).to_dict() == {"a": 0.0, "b": 5.0}
    assert carom.Scene(0, 0, 100, 0).nearest(x, y, 0).gap.tolist() == [5.0, 0.0]
    shuffled = pandas.Series([1.0, 9.0], index=["fast", "still"])
    assert carom.circles(BALLS, r=shuffled).r.tolist() == [1.0, 9.0]
    assert carom.Scene(ROOM).count(BALLS, r=shuffled).tolist() == [0, 2]


LINES = [shapely.LineString([(0, 0), (4, 0)]), shapely.LineString([(4, 0), (4, 3)])]
LABELS = {
    "intervals of integers": pandas.IntervalIndex.from_breaks([0, 1, 2, 3]),
    "intervals of dates": pandas.IntervalIndex.from_breaks(pandas.date_range("2020", periods=4)),
    "periods": pandas.period_range("2020", periods=3, freq="M"),
    "large integers": pandas.Index([2**64 - 1, 2**63, 1], dtype="uint64"),
    "categories": pandas.CategoricalIndex(list("abc")),
    "truth values": pandas.Index([True, False, True]),
    "levels": pandas.MultiIndex.from_tuples([(1, "a"), (2, "b"), (3, "c")]),
}


@pytest.mark.parametrize("index", LABELS.values(), ids=LABELS)
def test_labels_of_types_without_a_missing_value(index):
    walls = geopandas.GeoDataFrame(geometry=LINES, index=index[:2])
    balls = geopandas.GeoDataFrame(geometry=[shapely.Point(x, 1) for x in (1, 3.5, 50)], index=index)
    answer = carom.Scene(walls).first(balls, vx=3.0, vy=-1.0)
    for table in (carom.to_pandas(answer, balls, walls), carom.to_geopandas(answer, balls, walls)):
        assert table.index.equals(index)
        found = [index[wall] for wall in answer.wall[:2]]
        assert list(table["wall"])[:2] == found
        assert pandas.isna(table["wall"].iloc[2])
        assert all(label in walls.index for label in found)
