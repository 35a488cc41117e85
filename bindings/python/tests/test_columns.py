"""The arguments of scenes: what is taken, and what the messages say of what is not. Room: tests."""

from fractions import Fraction

import carom
import numpy as np
import pandas as pd
import polars as pl
import pytest


@pytest.fixture(scope="module")
def scene():
    return carom.Scene([0, 0, 4], [0, 0, 0], [4, 0, 4], [0, 3, 3])


NUMBERS = "a number or an array of numbers that fit in float64"

WRONG = [
    # arguments of hits(), error, message
    ((1, float("nan"), 1), ValueError, "hits(): cy is nan, must be finite"),
    (([1, 2, 3, float("inf")], 0, 1), ValueError, "hits(): cx[3] is inf, must be finite"),
    (([[1, 2], [3, -np.inf]], 0, 1), ValueError, "hits(): cx[1, 1] is -inf, must be finite"),
    ((0, 0, -1), ValueError, "hits(): r is -1.0, must be finite and at least 0"),
    ((0, 0, [1, -0.5]), ValueError, "hits(): r[1] is -0.5, must be finite and at least 0"),
    ((0, 0, 1, -1), ValueError, "hits(): within is -1.0, must be finite and at least 0"),
    ((0, 0, 1, float("inf")), ValueError, "hits(): within is inf, must be finite and at least 0"),
    ((0, 0, 10**400), ValueError, "hits(): r is an int of more than 64 bits, must be finite and at least 0"),
    ((0, 0, None), TypeError, f"hits(): the argument r must be {NUMBERS}, not <class 'NoneType'>"),
    ((0, 0, "1"), TypeError, f"hits(): the argument r must be {NUMBERS}, not dtype('<U1')"),
    ((0, 0, 1j), TypeError, f"hits(): the argument r must be {NUMBERS}, not dtype('complex128')"),
    ((0, 0, Fraction(1, 2)), TypeError, f"hits(): the argument r must be {NUMBERS}, not dtype('O')"),
    (([1, [2, 3]], 0, 1), TypeError, f"hits(): the argument cx must be {NUMBERS}, not <class 'list'>"),
    ((np.longdouble(1), 0, 1), TypeError, f"hits(): the argument cx must be {NUMBERS}, not {np.dtype('g')!r}"),
    (
        (np.array(["2026-01-01"], "M8[D]"), 0, 1),
        TypeError,
        f"hits(): the argument cx must be {NUMBERS}, not dtype('<M8[D]')",
    ),
    (
        ([1, 2], [1, 2, 3], 1),
        ValueError,
        "hits(): the shapes of the arguments do not broadcast: cx (2,), cy (3,)",
    ),
    ((0, 0), TypeError, "hits() is missing the argument r"),
    ((0, 0, 1, 0, False, "closed"), TypeError, "hits() takes at most 5 arguments without names, not 6"),
    (
        (np.ma.array([1.0, 2.0], mask=[0, 1]), 0, 1),
        ValueError,
        "hits(): the argument cx has masked items: fill them, or leave them out",
    ),
]


@pytest.mark.parametrize(("arguments", "error", "message"), WRONG)
def test_message(scene, arguments, error, message):
    with pytest.raises(error) as caught:
        scene.hits(*arguments)
    assert str(caught.value) == message


WRONG_KEYWORDS = [
    ({"colour": 1}, TypeError, "hits() has no argument colour"),
    ({"cx": 1}, TypeError, "hits() got two values for the argument cx"),
    ({"mask": -1}, ValueError, "hits(): mask is -1, must be 0 to 4294967295"),
    ({"mask": [1, 2**32]}, ValueError, "hits(): mask[1] is 4294967296, must be 0 to 4294967295"),
    (
        {"mask": np.uint64(2**64 - 1)},
        ValueError,
        "hits(): mask is 18446744073709551615, must be 0 to 4294967295",
    ),
    ({"mask": 2**70}, ValueError, "hits(): mask is an int of more than 64 bits, must be 0 to 4294967295"),
    ({"mask": 1.5}, TypeError, "hits(): the argument mask must be an int or an array of ints, not dtype('float64')"),
    ({"mask": True}, TypeError, "hits(): the argument mask must be an int or an array of ints, not dtype('bool')"),
    ({"ring": 2}, ValueError, "hits(): ring is 2, must be True or False"),
    ({"ring": "yes"}, TypeError, "hits(): the argument ring must be True, False or an array of them, not dtype('<U3')"),
    (
        {"rule": "closd"},
        ValueError,
        "hits(): the argument rule is 'closd', must be 'closed', 'open', 'ring' or codes 0 to 2",
    ),
    (
        {"rule": "open", "ring": True},
        ValueError,
        "hits(): ring=True is the rule 'ring', but rule says 'open': give only one",
    ),
    (
        {"rule": "open", "within": [0, 1]},
        ValueError,
        "hits(): the rule 'open' is for walls that overlap, so within must be 0",
    ),
    ({"accept": 3}, TypeError, "hits(): the argument accept must be a function, not <class 'int'>"),
]


@pytest.mark.parametrize(("keywords", "error", "message"), WRONG_KEYWORDS)
def test_message_of_keywords(scene, keywords, error, message):
    with pytest.raises(error) as caught:
        scene.hits(0, 0, 1, **keywords)
    assert str(caught.value) == message


FLOATS = ["f2", "f4", "f8", ">f4", ">f8", "i1", "u2", "i4", "i8", "u8", "?"]


@pytest.mark.parametrize("dtype", FLOATS)
def test_every_type_of_numbers(scene, dtype):
    cx = np.array([1, 0, 1], dtype)
    expected = scene.hits(cx.astype(float), 1.0, 1.0)
    for numbers in (cx, np.repeat(cx, 2)[::2], cx[::-1][::-1], np.asarray(cx, order="F")):
        answer = scene.hits(numbers, 1.0, 1.0)
        assert answer.wall.tolist() == expected.wall.tolist()


def test_read_only_unaligned_and_structured(scene):
    expected = scene.hits([1.0, 9.0], [1.0, 9.0], 1.0)
    fixed = np.array([1.0, 9.0])
    fixed.flags.writeable = False
    packed = np.zeros(2, dtype=[("k", "u1"), ("cx", "f8")])
    packed["cx"] = fixed
    bytes_ = np.zeros(17, np.uint8)
    odd = bytes_[1:].view(np.float64)
    odd[:] = fixed
    for cx in (fixed, packed["cx"], odd, memoryview(fixed), np.ma.array(fixed)):
        assert scene.hits(cx, fixed, 1.0).wall.tolist() == expected.wall.tolist()


def test_arrays_are_not_written_or_kept(scene):
    cx = np.array([1.0, 9.0])
    before = cx.copy()
    scene.hits(cx, 1.0, 1.0)
    assert (cx == before).all()
    cx.resize(5)  # raises if a scene still held the array


def test_shapes_broadcast(scene):
    cx, cy = np.meshgrid(np.arange(-1.0, 6.0), np.arange(-1.0, 5.0))
    rows = scene.count(cx, cy, 0.5)
    assert rows.shape == (6, 7)
    assert (scene.count(cx[0], cy[:, :1], 0.5) == rows).all()
    assert (scene.touches(cx[0][np.newaxis], cy, [[0.5]]) == (rows > 0)).all()
    flat = scene.hits(cx, cy, 0.5)
    assert (np.bincount(flat.circle, minlength=42) == rows.ravel()).all()
    assert scene.nearest(cx, cy, 0.5, k=2).gap.shape == (6, 7, 2)
    one, two = scene.nearest(cx, cy, 0.5), scene.nearest(cx, cy, 0.5, k=2)
    assert one.gap.shape == one.wall.shape == (6, 7)
    assert (one.gap == two.gap[..., 0]).all()
    assert (one.wall == two.wall[..., 0]).all()


@pytest.mark.parametrize("shape", [(0,), (0, 3), (2, 0)])
def test_empty(scene, shape):
    none = np.zeros(shape)
    assert scene.hits(none, 1.0, 1.0).circle.tolist() == []
    assert scene.hits(none, 1.0, 1.0, csr=True).offsets.tolist() == [0]
    assert scene.count(none, none, none).shape == shape
    assert scene.nearest(none, 0, 0, k=3).wall.shape == (*shape, 3)
    assert scene.nearest(none, 0, 0).wall.shape == shape
    assert scene.first(none, 0, 0, 1, 1).t.shape == shape
    assert scene.sweep_all(none, 0, 0, 1, 1).wall.shape == (0,)
    assert scene.in_box(none, 0, 1, 1).wall.shape == (0,)
    assert scene.fan(0.0, 0.0, 0.0, none, 1.0).distance.shape == shape


def test_numbers_give_numbers(scene):
    assert type(scene.count(1, 1, 1)) is int
    assert type(scene.touches(1, 1, 1)) is bool
    wall, gap = scene.nearest(1, 1, 1)
    assert (type(wall), type(gap)) == (int, float)
    met = scene.first(1, 5, 1, 0, -8)
    assert {type(value) for value in met} == {int, float, carom.SweepKind, carom.Feature}
    # Zero-dimensional arrays and NumPy's scalars are numbers, too.
    assert scene.first(np.array(1), np.float32(5), np.int8(1), 0, -8) == met
    assert scene.hits(1, 1, 1).circle.tolist() == [0, 0]
    assert scene.nearest(1, 1, 1, k=2).wall.shape == (2,)
    assert scene.nearest([1], 1, 1).wall.shape == (1,)


@pytest.mark.parametrize(
    ("k", "error", "message"),
    [
        (0, ValueError, "nearest(): k is 0, must be 1 to 1073741824"),
        (-(2**70), ValueError, f"nearest(): k is {-(2**70)}, must be 1 to 1073741824"),
        (2**30 + 1, ValueError, "nearest(): k is 1073741825, must be 1 to 1073741824"),
        (1.0, TypeError, "nearest(): the argument k must be an int, not <class 'float'>"),
        (True, TypeError, "nearest(): the argument k must be an int, not <class 'bool'>"),
    ],
)
def test_bad_k(scene, k, error, message):
    with pytest.raises(error) as caught:
        scene.nearest(0, 0, 1, k=k)
    assert str(caught.value) == message


def test_large_k_needs_no_large_memory(scene):
    wall, gap = scene.nearest(0, 0, 1, k=1000)
    assert wall.tolist()[3:] == [-1] * 997
    assert np.isposinf(gap[3:]).all()
    with pytest.raises(ValueError, match="k is 1073741824 for 2 circles, but there are 3 walls"):
        scene.nearest([0, 1], 0, 1, k=2**30)


# ---- category bits and groups ----

BITS = {
    "hits": ("except_group", lambda scene, bits: scene.hits([0, 0], 0, 1, except_group=bits)),
    "move_balls": ("mask", lambda scene, bits: carom.move_balls(scene, [0, 0], 5, 1, 0, 0, 1, mask=bits)),
    "depenetrate": ("except_group", lambda scene, bits: carom.depenetrate(scene, [0, 0], 0, 1, except_group=bits)),
    "Scene": ("group", lambda scene, bits: carom.Scene([0, 0], 0, 1, 1, group=bits)),
    "Mover": ("except_group", lambda scene, bits: carom.Mover(scene, [0, 0], 5, 1, except_group=bits)),
    "Crowd": ("ball_mask", lambda scene, bits: carom.Crowd(None, [0, 9], 5, 1, ball_mask=bits)),
}
MISSING = [
    pd.Series([1, None], dtype="Int64"),
    pl.Series([1, None]),
    np.array([1.0, np.nan]),
    [1, None],
    [1, pd.NA],
]


@pytest.mark.parametrize("function", BITS)
@pytest.mark.parametrize("bits", MISSING, ids=["pandas", "polars", "nan", "none", "na"])
def test_bits_and_groups_with_missing_items(scene, function, bits):
    name, call = BITS[function]
    text = rf"the argument {name} has missing items, such as {name}\[1\]: fill them, or leave them out$"
    with pytest.raises(ValueError, match=rf"^{function}\(\): {text}"):
        call(scene, bits)


@pytest.mark.parametrize("function", BITS)
def test_bits_and_groups_as_whole_floats(scene, function):
    name, call = BITS[function]
    for bits in ([1.0, 4294967295.0], np.array([1, 4294967295], object), np.array([1.0, 2.0], "f4"), 3.0):
        whole = np.array(bits).astype(np.int64)
        assert repr(call(scene, bits)) == repr(call(scene, whole))
    for bits in ([1.5, 2], [1, np.inf], ["1", 2], [True, False], [1j, 2]):
        with pytest.raises(TypeError, match=rf"{function}\(\): the argument {name} must be an int or an array of ints"):
            call(scene, bits)
    for bits in ([1.0, -1.0], [1, 2.0**32], [1, 2**70], [1.0, 1e300]):
        with pytest.raises(ValueError, match=rf"{function}\(\): {name}\[1\] is .*, must be 0 to 4294967295"):
            call(scene, bits)


# A column of a table is read in the same way.
def test_whole_floats_in_except_group_and_in_the_column_group():
    owned = carom.Scene([0, 0, 0], [0, 1, 2], 4, [0, 1, 2], group=[1.0, 2.0, 3.0])
    assert owned.walls().group.tolist() == [1, 2, 3]
    table = carom.circles({"cx": [1, 1], "cy": 1, "r": 1, "group": [1.0, 3.0]})
    assert owned.hits(table).wall.tolist() == [1, 2, 0, 1]
    assert owned.hits([1, 1], 1, 1, except_group=[1.0, 3.0]).wall.tolist() == [1, 2, 0, 1]
