"""Scenes that change: random edits mirrored in a dict, ids, messages. Room: tests."""

import copy
import pickle

import carom
import numpy as np
import pytest
from conftest import assert_same
from scene_cases import (
    allowed,
    column_of,
    geometry,
    grid_circles,
    grid_moves,
    grid_walls,
    met_by_loop,
    nearest_by_loop,
    pairs_of,
)

CIRCLES = grid_circles(30, 1)
MOVES = grid_moves(30, 2)


def rows(walls):
    """The walls as a list of tuples."""
    return list(zip(*(column.tolist() for column in walls), strict=True))


def columns(walls):
    """A dict of walls by id as ids and columns, by rising id."""
    ids = sorted(walls)
    types = [np.float64] * 5 + [np.uint8, np.uint32, np.bool_, np.uint32]
    values = [np.array([walls[i][k] for i in ids], types[k]) for k in range(9)]
    return np.array(ids, np.int64), carom.Walls(*values)


def check(scene, mirror):
    ids, walls = columns(mirror)
    assert len(scene) == len(mirror)
    assert_same(scene.ids(), ids)
    assert_same(scene.walls(), walls)
    table = carom.touches(*column_of(CIRCLES), *geometry(walls)) & allowed(walls, 6)
    circle, place = pairs_of(table)
    hits = scene.hits(*CIRCLES, mask=6)
    assert (hits.circle.tolist(), hits.wall.tolist()) == (circle, ids[place].tolist())
    assert_same(scene.count(*CIRCLES, mask=6), table.sum(axis=1))
    first = scene.first(*CIRCLES, *MOVES)
    near = scene.nearest(*CIRCLES, k=3)
    for i in range(0, 30, 6):
        one, way = tuple(value[i] for value in CIRCLES), tuple(value[i] for value in MOVES)
        met = met_by_loop(one, way, walls, ids)
        assert first.wall[i] == (ids[met[0]] if met else -1)
        order = ids[nearest_by_loop(one, walls, ids)][:3].tolist()
        assert near.wall[i].tolist() == order + [-1] * (3 - len(order))
    frozen = scene.freeze().hits(*CIRCLES, mask=6)
    assert_same(ids[frozen.wall], hits.wall)


@pytest.mark.parametrize("seed", range(4))
def test_random_edits(seed):
    random = np.random.default_rng(seed)
    first = grid_walls([0, 1, 40, 300][seed], seed)
    scene = carom.DynamicScene(*first)
    mirror = dict(enumerate(rows(first)))
    for step in range(60):
        new = grid_walls(int(random.integers(1, 12)), 1000 * seed + step)
        kind = random.integers(0, 5)
        if kind == 0:
            ids = scene.insert(*new)
            mirror.update(zip(ids.tolist(), rows(new), strict=True))
        elif kind == 1:
            wall = rows(new)[0]
            id = scene.insert(*wall)
            assert type(id) is int
            assert id not in mirror
            mirror[id] = wall
        elif mirror and kind == 2:
            ids = random.choice(sorted(mirror), int(random.integers(0, min(len(mirror), 8) + 1)), replace=False)
            scene.remove(ids)
            for id in ids.tolist():
                del mirror[id]
        elif kind == 3:
            ids = random.choice(sorted(mirror), min(len(mirror), len(new.ax)), replace=False) if mirror else []
            move = [scene.move, scene.move_many][step % 2]
            some = carom.Walls(*(column[: len(ids)] for column in new))
            move(ids, *some)
            mirror.update(zip(map(int, ids), rows(some), strict=True))
        elif mirror:
            ids = random.choice(sorted(mirror), min(len(mirror), 3), replace=False)
            scene.set_category(ids, 6)
            for id in ids.tolist():
                mirror[id] = (*mirror[id][:6], 6, *mirror[id][7:])
            scene.set_group(ids, 9)
            for id in ids.tolist():
                mirror[id] = (*mirror[id][:8], 9)
        if step % 6 == 0:
            check(scene, mirror)
    check(scene, mirror)


def test_move_keeps_what_is_left_out():
    scene = carom.DynamicScene(0, 0, 1, 1, 0.5, "ray", 6, True, 5)
    scene.move(0, 2, 2, 3, 3)
    assert scene.walls(0) == (2, 2, 3, 3, 0.5, 1, 6, True, 5)
    scene.move(0, 2, 2, 3, 3, wr=0, one_sided=False)
    assert scene.walls(0) == (2, 2, 3, 3, 0, 1, 6, False, 5)
    scene.move(0, 2, 2, 3, 3, group=8)
    assert scene.walls(0) == (2, 2, 3, 3, 0, 1, 6, False, 8)
    assert scene.touches(2, 2, 1)
    assert not scene.touches(2, 2, 1, except_group=8)
    assert scene.freeze().walls(0).group == 8


def test_ids():
    scene = carom.DynamicScene()
    assert len(scene) == 0
    assert scene.ids().tolist() == []
    assert scene.insert([0, 1, 2], 0, 1, 1).tolist() == [0, 1, 2]
    scene.remove([2, 0])
    assert scene.insert(0, 0, 1, 1) == 0  # the last one removed comes first
    assert scene.has([0, 1, 2, 3]).tolist() == [True, True, False, False]
    assert scene.has(1) is True
    assert 1 in scene
    assert 2 not in scene
    assert -1 not in scene
    assert "x" not in scene
    assert repr(scene) == "<carom.DynamicScene of 2 walls>"
    assert scene.walls([[1, 0]]).ax.shape == (1, 2)


BAD = [
    (lambda s: s.remove(7), "remove(): no wall has the id 7"),
    (lambda s: s.remove([0, 1, 0]), "remove(): the id 0 occurs more than once"),
    (lambda s: s.remove([0, 7]), "remove(): no wall has the id 7"),
    (lambda s: s.remove(-1), "remove(): id is -1, must be 0 to 4294967295"),
    (lambda s: s.move([0, 0], 0, 0, 1, 1), "move(): the id 0 occurs more than once"),
    (lambda s: s.move(5, 0, 0, 1, 1), "move(): no wall has the id 5"),
    (lambda s: s.move([0, 1], 0, [0, np.nan], 1, 1), "move(): ay[1] is nan, must be finite"),
    (lambda s: s.move_many([0, 1], 0, 0, 1, 1, -1), "move_many(): wr is -1.0, must be finite and at least 0"),
    (lambda s: s.set_category(9, 1), "set_category(): no wall has the id 9"),
    (lambda s: s.set_category(0, -1), "set_category(): category is -1, must be 0 to 4294967295"),
    (lambda s: s.set_group(0, 2**32), "set_group(): group is 4294967296, must be 0 to 4294967295"),
    (lambda s: s.insert([0, np.inf], 0, 1, 1), "insert(): ax[1] is inf, must be finite"),
    (lambda s: s.walls([0, 3]), "walls(): no wall has the id 3"),
    (lambda s: s.hits(0, 0, -1), "hits(): r is -1.0, must be finite and at least 0"),
]


@pytest.mark.parametrize(("edit", "message"), BAD)
def test_a_failed_edit_changes_nothing(edit, message):
    scene = carom.DynamicScene([0, 0], [0, 0], [4, 0], [0, 3])
    before = scene.walls()
    with pytest.raises(ValueError) as caught:  # noqa: PT011 - the whole message is compared
        edit(scene)
    assert str(caught.value) == message
    assert_same(scene.walls(), before)
    assert scene.ids().tolist() == [0, 1]


def test_no_pickles_and_copies():
    scene = carom.DynamicScene([0, 0], [0, 0], [4, 0], [0, 3])
    for make in (*(lambda s, p=p: pickle.dumps(s, p) for p in range(6)), copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match=r"cannot be pickled or copied.*freeze\(\)"):
            make(scene)
    with pytest.raises(TypeError):
        memoryview(scene)


def test_an_edit_during_a_query_is_an_error():
    scene = carom.DynamicScene([0, 0], [0, 0], [4, 0], [0, 3])
    messages = []

    def edit(index, wall):
        for change in (
            lambda: scene.insert(0, 0, 1, 1),
            lambda: scene.remove(0),
            lambda: scene.move(0, 0, 0, 1, 1),
            lambda: scene.set_category(0, 1),
        ):
            with pytest.raises(RuntimeError, match="a query of the scene is running") as caught:
                change()
            messages.append(str(caught.value))
        return True

    assert scene.hits(1, 1, 5, accept=edit).wall.tolist() == [0, 1]
    assert len(messages) == 8
    assert messages[0] == "insert(): a query of the scene is running; edit it when the query has ended"
    assert scene.insert(0, 0, 1, 1) == 2
