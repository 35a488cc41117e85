"""Operations over arrays: dtypes, strides, shapes, masks, out=, where=, overlaps, threads. Room: tests."""

import os
import threading

import carom
import numpy as np
import pytest
from conftest import OPERATIONS, assert_same, bits, fields, parameters, random_columns, words_of

CONTACT = ("relation", "feature", "along", "px", "py", "nx", "ny", "depth")
COUNT = 36


def strided(column):
    """The same numbers at other strides and in other forms of memory, by name."""
    wide = np.zeros((len(column), 3), column.dtype)
    wide[:, 1] = column
    record = np.zeros(len(column), [("first", "i1"), ("it", column.dtype), ("last", "i1")])
    record["it"] = column
    read_only = column.copy()
    read_only.flags.writeable = False
    return {
        "every third": wide[:, 1],
        "backwards": column[::-1].copy()[::-1],
        "field": record["it"],
        "big-endian": column.astype(column.dtype.newbyteorder(">")),
        "read-only": read_only,
        "list": column.tolist(),
        "tuple": tuple(column.tolist()),
        "object with __array__": type("Wrapper", (), {"__array__": lambda self, dtype=None, copy=None: column})(),
        "subclass": column.view(type("Subclass", (np.ndarray,), {})),
    }


@pytest.mark.parametrize("name", OPERATIONS)
def test_forms_of_memory(name):
    columns = random_columns(name, COUNT)
    function = getattr(carom, name)
    expected = function(*columns)
    for form in strided(columns[0]):
        assert_same(expected, function(*[strided(column)[form] for column in columns]))
    for i, column in enumerate(columns):
        for other in strided(column).values():
            assert_same(expected, function(*columns[:i], other, *columns[i + 1 :]))


@pytest.mark.parametrize("name", OPERATIONS)
def test_shapes(name):
    columns = random_columns(name, COUNT)
    function = getattr(carom, name)
    expected = fields(function(*columns))
    for order in "CF":
        for shape in ((6, 6), (2, 3, 6), (36, 1)):
            found = fields(function(*[column.reshape(shape, order="C").copy(order) for column in columns]))
            for p, q in zip(expected, found, strict=True):
                assert q.shape == shape
                assert bits(p) == bits(q.ravel(order="C"))
    transposed = fields(function(*[column.reshape(6, 6).T for column in columns]))
    for p, q in zip(expected, transposed, strict=True):
        assert bits(p) == bits(q.T.ravel())
    for shape in ((0,), (3, 0), (0, 5, 2)):
        for p, q in zip(fields(function(*[np.zeros(shape, c.dtype) for c in columns])), expected, strict=True):
            assert p.shape == shape
            assert p.dtype == q.dtype
    row = [column[0] for column in columns]
    for none in (row, [np.array(x) for x in row]):
        for p, q in zip(fields(function(*none)), expected, strict=True):
            assert bits(np.asarray(p, q.dtype)) == bits(q[0])


@pytest.mark.parametrize("name", OPERATIONS)
def test_broadcasting(name):
    columns = random_columns(name, 12)
    function = getattr(carom, name)
    for k in range(len(columns)):
        # The arguments before k go along the first axis, the others along the second.
        parts = [c[:, None] if i < k else c[None, :] for i, c in enumerate(columns)]
        full = [np.ascontiguousarray(part) for part in np.broadcast_arrays(*parts)]
        assert_same(function(*parts), function(*full))
    for i, column in enumerate(columns):
        one = [column[0] if i == k else c for k, c in enumerate(columns)]
        full = [np.full_like(column, column[0]) if i == k else c for k, c in enumerate(columns)]
        assert_same(function(*one), function(*full))
        wrong = [np.zeros(7, c.dtype) if i == k else c for k, c in enumerate(columns)]
        if len(columns) > 1:
            with pytest.raises(ValueError, match=rf"{name}\(\): the shapes .*{list(parameters(name))[i]} \(7,\)"):
                function(*wrong)


@pytest.mark.parametrize("name", OPERATIONS)
@pytest.mark.parametrize("dtype", ["?", "b", "h", "i", "l", "q", "B", "H", "I", "L", "Q", "e", "f", "d"])
def test_dtypes(name, dtype):
    function = getattr(carom, name)
    columns = [np.abs(column) if dtype in "?BHILQ" else column for column in random_columns(name, COUNT)]
    typed = [
        c if words_of(argument) else c.astype(dtype) for argument, c in zip(parameters(name), columns, strict=True)
    ]
    exact = [c if words_of(argument) else c.astype(float) for argument, c in zip(parameters(name), typed, strict=True)]
    expected = function(*exact)
    assert_same(expected, function(*typed))
    swapped = [c.astype(c.dtype.newbyteorder("S")) for c in typed]
    assert_same(expected, function(*swapped))
    codes = [c.astype(dtype) if words_of(a) else c for a, c in zip(parameters(name), exact, strict=True)]
    if dtype in "bhilqBHILQ":
        assert_same(expected, function(*codes))


@pytest.mark.parametrize("name", OPERATIONS)
@pytest.mark.parametrize("dtype", ["g", "F", "D", "O", "U3", "S3", "M8[s]", "m8[s]", [("x", "f8")]])
def test_wrong_dtypes(name, dtype):
    columns = random_columns(name, 3)
    for i, argument in enumerate(parameters(name)):
        try:
            wrong = columns[i].astype(dtype)
        except TypeError:
            wrong = np.zeros(3, dtype)
        if words_of(argument) and dtype == "O":
            continue  # an array of objects may hold words and codes
        with pytest.raises((TypeError, ValueError), match=rf"{name}\(\): the argument {argument} "):
            getattr(carom, name)(*columns[:i], wrong, *columns[i + 1 :])


@pytest.mark.parametrize("name", OPERATIONS)
def test_words_in_arrays(name):
    columns = random_columns(name, COUNT)
    function = getattr(carom, name)
    for i, argument in enumerate(parameters(name)):
        if words_of(argument) is None:
            continue
        words = np.array(words_of(argument))[columns[i]]
        forms = [words, words.astype(object), words.tolist()]
        if words.dtype.kind == "U":
            forms.append(words.astype(np.dtypes.StringDType()))
        forms.append([words_of(argument)[c] if k % 2 else int(c) for k, c in enumerate(columns[i])])
        for form in forms:
            if isinstance(form, list) and any(isinstance(x, int) for x in form):
                form = np.array(form, dtype=object)
            assert_same(function(*columns), function(*columns[:i], form, *columns[i + 1 :]))


@pytest.mark.parametrize("name", OPERATIONS)
def test_masked_arrays(name):
    columns = random_columns(name, COUNT)
    function = getattr(carom, name)
    expected = fields(function(*columns))
    for i in range(len(columns)):
        mask = np.arange(COUNT) % (i + 2) == 0
        masked = [np.ma.array(c, mask=mask) if k == i else c for k, c in enumerate(columns)]
        for p, q in zip(fields(function(*masked)), expected, strict=True):
            assert isinstance(p, np.ma.MaskedArray)
            assert np.array_equal(np.ma.getmaskarray(p), mask)
            assert bits(p.compressed()) == bits(q[~mask])


@pytest.mark.parametrize("name", OPERATIONS)
def test_out_and_where(name):
    columns = random_columns(name, COUNT)
    function = getattr(carom, name)
    expected = fields(function(*columns))
    outs = tuple(np.full_like(q, 7) for q in expected)
    answer = function(*columns, out=outs)
    assert all(p is q for p, q in zip(fields(answer), outs, strict=True))
    assert_same(outs, expected)
    where = np.arange(COUNT) % 3 == 0
    outs = tuple(np.full_like(q, 7) for q in expected)
    function(*columns, out=outs, where=where)
    for p, q in zip(outs, expected, strict=True):
        assert bits(p) == bits(np.where(where, q, np.full_like(q, 7)))
    wide = tuple(np.full((COUNT, 2), 7, q.dtype) for q in expected)
    function(*columns, out=tuple(w[::-1, 1] for w in wide))
    for p, q in zip(wide, expected, strict=True):
        assert bits(p[::-1, 1]) == bits(q)
        assert bits(p[:, 0]) == bits(np.full_like(q, 7))
    with pytest.raises((TypeError, ValueError)):
        function(*columns, out=tuple(np.zeros(5, q.dtype) for q in expected))
    with pytest.raises(TypeError):
        function(*columns, out=tuple(np.zeros(COUNT, "M8[s]") for q in expected))
    frozen = tuple(np.zeros_like(q) for q in expected)
    for q in frozen:
        q.flags.writeable = False
    with pytest.raises(ValueError, match="read-only"):
        function(*columns, out=frozen)


@pytest.mark.parametrize("name", OPERATIONS)
def test_out_that_is_an_input(name):
    function = getattr(carom, name)
    columns = random_columns(name, 600)
    expected = fields(function(*columns))
    for i in range(len(columns)):
        for k, q in enumerate(expected):
            if q.dtype.itemsize != columns[i].dtype.itemsize:
                continue
            for shift in (0, 1, -1, 100):
                memory = np.zeros(900, columns[i].dtype)
                given = memory[150:750]
                given[:] = columns[i]
                outs = [np.empty_like(p) for p in expected]
                outs[k] = memory[150 + shift : 750 + shift].view(q.dtype)
                function(*columns[:i], given, *columns[i + 1 :], out=tuple(outs))
                assert_same(tuple(outs), expected)


@pytest.mark.parametrize("name", ["touches", "overlaps"])
def test_verdicts_over_the_bytes_of_an_input(name):
    function = getattr(carom, name)
    columns = random_columns(name, 3000)
    expected = function(*columns)
    for i in range(8):
        for step in (1, 8):
            memory = columns[i].copy()
            out = memory.view(bool)[: 3000 * step : step]
            function(*columns[:i], memory, *columns[i + 1 :], out=out)
            assert np.array_equal(out, expected)


@pytest.mark.parametrize("name", ["touches", "overlaps"])
def test_batches_agree_with_single_rows(name):
    """Every way through the loop of the touch tests: packed, one circle, one wall, constant parts."""
    function = getattr(carom, name)
    columns = random_columns(name, 5000)
    names = list(parameters(name))
    circle, wall = ("cx", "cy", "r"), ("ax", "ay", "bx", "by")
    for constant in ((), circle, wall, ("wr", "extent"), ("r", "wr"), ("extent",), ("wr",)):
        for code in (0, 1):
            for count in (1, 3, 4, 31, 256, 257, 5000):
                row = [c[:count] for c in columns]
                for argument in constant:
                    i = names.index(argument)
                    row[i] = np.full(count, code if argument in ("wr", "extent") else columns[i][0], columns[i].dtype)
                few = [c[0] if a in constant else c for a, c in zip(names, row, strict=True)]
                one_by_one = [function(*[c[k].item() for c in row]) for k in range(0, count, 97)]
                full, found = function(*row), function(*few)
                assert np.array_equal(full, found)
                assert full[::97].tolist() == one_by_one


def test_rules():
    columns = random_columns("relate", 4000)
    relation = carom.relate(*columns)
    closed, opened = relation >= 2, relation > 2
    ring = (relation >= 2) & (relation <= 4)
    for rule, expected in (("closed", closed), ("open", opened), ("ring", ring)):
        assert np.array_equal(carom.touches(*columns, rule=rule), expected)
        assert np.array_equal(carom.touches(*[c[::2] for c in columns], rule=rule), expected[::2])
    mixed = np.arange(4000) % 3
    assert np.array_equal(carom.touches(*columns, rule=mixed), np.choose(mixed, [closed, opened, ring]))
    assert np.array_equal(carom.overlaps(*columns), opened)


def test_unknown_codes_in_ufuncs_are_invalid():
    wall = [np.float64(x) for x in (0, 0, 2, 0, 0, 5, 0, 0)]
    for code in (3, 255):
        assert carom.ufuncs.relate(*wall, np.uint8(code)) == carom.Relation.INVALID
        assert not carom.ufuncs.touches(*wall, np.uint8(code), np.uint8(0))
        assert not carom.ufuncs.touches(*[[x] * 40 for x in wall], np.full(40, code, np.uint8), np.uint8(0)).any()
        assert not carom.ufuncs.touches(*wall, np.uint8(0), np.uint8(code))
        assert not carom.ufuncs.touches(*[[x] * 40 for x in wall], np.uint8(0), np.uint8(code)).any()


@pytest.mark.parametrize("name", OPERATIONS)
def test_numpy_never_warns(name):
    columns = random_columns(name, 300)
    random = np.random.default_rng(3)
    odd = np.array([np.nan, np.inf, -np.inf, 1.7e308, -1.7e308, 5e-324, 2.2e-308])
    columns = [random.choice(odd, 300) if c.dtype == float else c for c in columns]
    with np.errstate(all="raise"):
        getattr(carom, name)(*columns)
        np.add(1.0, 1.0)


@pytest.mark.parametrize("name", OPERATIONS)
def test_threads_do_not_change_the_answer(name, threads):
    count = 3000 if "moving" in name else 40000
    columns = random_columns(name, count)
    function = getattr(carom, name)
    threads(1)
    expected = function(*columns)
    for n in (2, 4, 7):
        threads(n)
        assert_same(expected, function(*columns))


def test_calls_from_several_threads(threads):
    threads(4)
    columns = random_columns("contact", 40000)
    expected = carom.contact(*columns)
    found = [None] * 6

    def work(i):
        found[i] = carom.contact(*columns)

    workers = [threading.Thread(target=work, args=(i,)) for i in range(6)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    for answer in found:
        assert_same(expected, answer)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="the system has no fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_calls_after_a_fork(threads):
    threads(4)
    columns = random_columns("relate", 60000)
    expected = carom.relate(*columns)
    for _ in range(5):
        child = os.fork()
        if child == 0:
            same = np.array_equal(carom.relate(*columns), expected)
            os._exit(0 if same else 1)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert np.array_equal(carom.relate(*columns), expected)


def test_number_of_threads(threads):
    threads(3)
    assert carom.get_threads() == 3
    for bad in (0, -1, 257):
        with pytest.raises(ValueError, match=rf"set_threads\(\): threads is {bad}, must be 1 to 256"):
            carom.set_threads(bad)
    for bad in (None, "2", 1.5):
        with pytest.raises(TypeError):
            carom.set_threads(bad)
    assert carom.get_threads() == 3


def test_structured_arrays():
    circles = np.zeros(5, [("id", "i4"), ("cx", "f4"), ("cy", "f8"), ("r", "f8")])
    circles["cy"], circles["r"] = [4, 5, 6, 7, 8], 6
    walls = np.zeros(5, [("extent", "u1"), ("ax", "f8"), ("ay", "f8"), ("bx", "f8"), ("by", "f8")])
    walls["bx"] = 10
    relation = carom.relate(*[circles[c] for c in ("cx", "cy", "r")], *[walls[c] for c in ("ax", "ay", "bx", "by")])
    assert relation.tolist() == [3, 3, 2, 1, 1]
    answers = np.zeros(5, [(field, "i1" if k < 2 else "f8") for k, field in enumerate(CONTACT)])
    carom.contact(
        *[circles[c] for c in ("cx", "cy", "r")],
        *[walls[c] for c in ("ax", "ay", "bx", "by")],
        extent=walls["extent"],
        out=tuple(answers[field] for field in CONTACT),
    )
    assert answers["depth"].tolist() == [2, 1, 0, -1, -2]
