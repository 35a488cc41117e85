"""The functions of all operations: docstrings, arguments by name, plain numbers, pickling. Room: tests."""

import doctest
import inspect
import itertools
import pickle
import re

import carom
import numpy as np
import pytest
from conftest import (
    OPERATIONS,
    WORDS,
    assert_same,
    bits,
    fields,
    parameters,
    plain,
    plain_rows,
    random_columns,
    words_of,
)

ANSWER_CLASSES = [item for item in vars(carom).values() if isinstance(item, type) and issubclass(item, tuple)]
MEMBERS = {"relation": carom.Relation, "kind": carom.SweepKind, "feature": carom.Feature, "exit_feature": carom.Feature}
ONE_RESULT = {"relate": carom.Relation}


def test_there_is_a_function_for_each_ufunc_and_a_stub_for_each():
    assert len(OPERATIONS) == 40 + 1
    assert set(OPERATIONS) <= set(carom.__all__)
    assert all(isinstance(getattr(carom.ufuncs, name), np.ufunc) for name in OPERATIONS)
    assert all(getattr(carom.ufuncs, name).__name__ == name for name in OPERATIONS)


@pytest.mark.parametrize("name", OPERATIONS)
def test_docstring(name):
    function = getattr(carom, name)
    doc = function.__doc__
    for part in ("Parameters\n----------\n", "Returns\n-------\n", "Examples\n--------\n"):
        assert part in doc, part
    described = re.findall(r"^([\w*, ]+) : .*\n    ", doc.split("Returns\n")[0], re.MULTILINE)
    described = [argument for line in described for argument in line.split(", ")]
    # Some docstrings describe the radius and the extent of both walls together.
    assert sorted(described) == sorted([*parameters(name), "out", "where", "**kwargs"])
    assert all(len(line) <= 100 for line in doc.splitlines())
    assert getattr(carom.ufuncs, name).__doc__.endswith(doc)


@pytest.mark.parametrize("name", OPERATIONS)
def test_examples_of_the_docstring(name):
    test = doctest.DocTestParser().get_doctest(getattr(carom, name).__doc__, {"carom": carom}, name, None, 0)
    assert test.examples
    runner = doctest.DocTestRunner()
    output = []
    runner.run(test, out=output.append)
    assert runner.failures == 0, "".join(output)


@pytest.mark.parametrize("name", OPERATIONS)
def test_signature(name):
    signature = inspect.signature(getattr(carom, name))
    *_, last = signature.parameters.values()
    assert last.kind is last.VAR_KEYWORD
    assert len(parameters(name)) == getattr(carom.ufuncs, name).nin
    for argument, parameter in parameters(name).items():
        if words_of(argument) is not None:
            assert parameter.default in WORDS[argument.rstrip("2")]


@pytest.mark.parametrize("name", OPERATIONS)
def test_numbers_and_arrays_give_the_same_bits(name):
    columns = random_columns(name, 400)
    # A quarter of the rows get odd numbers.
    random = np.random.default_rng(1)
    odd = np.array([np.nan, np.inf, -np.inf, 1e308, -1e308, 5e-324, -0.0, 1e-160, 0.1])
    for column in columns:
        if column.dtype == float:
            at = random.random(400) < 0.25 / len(columns)
            column[at] = random.choice(odd, at.sum())
    many = fields(getattr(carom, name)(*columns))
    for i in range(400):
        one = fields(getattr(carom, name)(*[plain(column[i]) for column in columns]))
        for p, q in zip(one, many, strict=True):
            assert bits(np.asarray(p, q.dtype)) == bits(q[i])


@pytest.mark.parametrize("name", OPERATIONS)
def test_numbers_for_numbers(name):
    row = plain_rows(name, 1)[0]
    expected = getattr(carom, name)(*row)
    words = [
        words_of(argument)[x] if words_of(argument) else x for argument, x in zip(parameters(name), row, strict=True)
    ]
    scalars = [np.float64(x) if isinstance(x, float) else np.uint8(x) for x in row]
    for answer in (expected, getattr(carom, name)(*words), getattr(carom, name)(*scalars)):
        assert repr(answer) == repr(expected)
        if isinstance(expected, tuple):
            assert type(answer).__module__ == "carom.answers"
            for field, value in answer._asdict().items():
                members = MEMBERS | {"relation": carom.WallRelation} if name == "wall_contact" else MEMBERS
                kind = members.get(field) or {"count": int, "has_left": bool}.get(field, float)
                assert type(value) is kind, field
        else:
            assert type(answer) is ONE_RESULT.get(name, type(expected))
            assert type(answer) in (carom.Relation, bool, float, int)


@pytest.mark.parametrize("name", OPERATIONS)
def test_arguments_by_name(name):
    function, names = getattr(carom, name), list(parameters(name))
    row = plain_rows(name, 3)[2]
    expected = function(*row)
    orders = [names, names[::-1], names[1::2] + names[::2]]
    orders += itertools.islice(itertools.permutations(names), 1, 50, 7)
    for order in orders:
        named = {argument: row[names.index(argument)] for argument in order}
        assert repr(function(**named)) == repr(expected)
        arrays = {argument: np.array([value], type(value)) for argument, value in named.items()}
        arrays = {k: v.astype(np.uint8) if words_of(k) else v for k, v in arrays.items()}
        assert_same(function(**arrays), function(*[np.array([x]) if isinstance(x, float) else x for x in row]))
    for count in range(len(names) + 1):
        rest = dict(zip(names[count:], row[count:], strict=True))
        assert repr(function(*row[:count], **rest)) == repr(expected)


@pytest.mark.parametrize("name", OPERATIONS)
def test_defaults(name):
    function, columns = getattr(carom, name), random_columns(name, 60)
    required = [x for x, p in zip(columns, parameters(name).values(), strict=True) if p.default is p.empty]
    defaults = [p.default for p in parameters(name).values() if p.default is not p.empty]
    for count in range(len(defaults) + 1):
        assert_same(function(*required), function(*required, *defaults[:count]))
        for row in zip(*map(np.ndarray.tolist, required), strict=True):
            assert repr(function(*row, *defaults[:count])) == repr(function(*row))
    for row in list(zip(*map(np.ndarray.tolist, required), strict=True))[:5]:
        assert repr(function(*map(np.float64, row))) == repr(function(*row))


@pytest.mark.parametrize("name", OPERATIONS)
def test_wrong_arguments(name):
    function, names = getattr(carom, name), list(parameters(name))
    required = [argument for argument, p in parameters(name).items() if p.default is p.empty]
    row = plain_rows(name, 1)[0]
    for count in range(len(required)):
        with pytest.raises(TypeError, match=rf"{name}\(\) is missing the argument {required[count]}$"):
            function(*row[:count])
    with pytest.raises(TypeError, match=rf"{name}\(\) takes at most {len(names)} arguments without names"):
        function(*row, 1.0)
    with pytest.raises(TypeError, match=rf"{name}\(\) got two values for the argument {names[0]}$"):
        function(*row, **{names[0]: 1.0})
    with pytest.raises(TypeError, match="nonsense"):
        function(*row, nonsense=1.0)
    for i, argument in enumerate(names):
        for bad in (None, "nonsense", object(), 1j, [None], {}, b"", [[1.0], [1.0, 2.0]], np.array(["a"])):
            with pytest.raises((TypeError, ValueError), match=rf"{name}\(\): the argument {argument} "):
                function(*row[:i], bad, *row[i + 1 :])
        if words_of(argument) is None:
            with pytest.raises(ValueError, match=f"the argument {argument} is an int beyond float64"):
                function(*row[:i], 10**400, *row[i + 1 :])
        else:
            for bad in (99, -1, "Segment", [0, 99], np.uint8(99), np.array([99])):
                with pytest.raises(ValueError, match=f"the argument {argument} is .*must be ('|True)"):
                    function(*row[:i], bad, *row[i + 1 :])


@pytest.mark.parametrize("name", OPERATIONS)
def test_pickles(name):
    function = getattr(carom, name)
    assert pickle.loads(pickle.dumps(function)) is function
    ufunc = getattr(carom.ufuncs, name)
    assert pickle.loads(pickle.dumps(ufunc)) is ufunc
    answer = function(*plain_rows(name, 1)[0])
    for protocol in range(2, pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(answer, protocol))
        assert type(again) is type(answer)
        assert repr(again) == repr(answer)


def test_members_of_enums():
    for enum in (carom.Relation, carom.Feature, carom.SweepKind, carom.Extent, carom.ContactRule, carom.ResponseKind):
        assert [member.value for member in enum] == list(range(len(enum)))
        for member in enum:
            assert pickle.loads(pickle.dumps(member)) is member
            assert enum(member.value) is member
    assert carom.relate(0, 5, 5, -10, 0, 10, 0) >= carom.Relation.TOUCHING
    assert carom.touches(0, 0, 9, -1, 0, 1, 0, rule=carom.ContactRule.RING) is False
    assert carom.relate(20, 0, 5, -10, 0, 10, 0, extent=carom.Extent.RAY) is carom.Relation.CROSSING


@pytest.mark.parametrize("answer_class", ANSWER_CLASSES, ids=lambda c: c.__name__)
def test_answers(answer_class):
    names = answer_class._fields
    answer = answer_class(*range(len(names)))
    assert [answer[name] for name in names] == list(answer) == [answer[i] for i in range(len(names))]
    assert answer[:2] == (0, 1)
    assert answer == answer_class(*range(len(names)))
    assert answer_class.__doc__
    assert getattr(carom, answer_class.__name__) is answer_class
    with pytest.raises(TypeError):
        answer["nonsense"]
    with pytest.raises(IndexError):
        answer[len(names)]


def test_answers_that_say_they_have_the_fields_of_a_sweep():
    sweep = carom.Sweep._fields
    for answer_class in (carom.Passage, carom.Cast, carom.Reflection):
        assert answer_class._fields[: len(sweep)] == sweep
    assert carom.First._fields == ("wall", *sweep)
    assert carom.SweepAll._fields == ("circle", *carom.First._fields)
    assert carom.Fan._fields == (*carom.First._fields, "distance")


def test_booleans_and_integers_are_numbers():
    assert carom.relate(False, 5, True, -10, 0, 10, 0) == carom.relate(0.0, 5.0, 1.0, -10.0, 0.0, 10.0, 0.0)
    assert carom.relate(2**53 + 2, 5, 5, -(2**60), 0, 2**60, 0) == carom.Relation.TOUCHING


def test_a_subclass_of_float_is_a_number():
    class Metres(float):
        pass

    assert carom.distance(Metres(0), Metres(7), Metres(5), -10, 0, 10, 0) == 2.0


# What docs/python.md says of functions of a circle and a wall.
@pytest.mark.parametrize("bad", [np.nan, np.inf, -np.inf])
def test_answers_to_what_is_not_finite(bad):
    checked = set()
    for name in OPERATIONS:
        function, row, names = getattr(carom, name), plain_rows(name, 1)[0], list(parameters(name))
        if not {"cx", "ax"} <= set(names) or name == "compare_distance" or name == "compare_time_of_impact":
            continue
        checked.add(name)
        for i in (i for i, argument in enumerate(names) if words_of(argument) is None):
            answer = function(*row[:i], bad, *row[i + 1 :])
            for item in answer if isinstance(answer, tuple) else (answer,):
                right = name == "compare_gap"
                assert np.isnan(item) if isinstance(item, float) else item == right, (name, names[i])
    assert {"relate", "contact", "sweep", "compare_gap", "within"} <= checked
    wall, invalid = (-10, 0, 10, 0), (-10, 0, bad, 0)
    assert carom.compare_distance(0, 5, 5, *invalid, *wall) == 1
    assert carom.compare_distance(0, 5, 5, *wall, *invalid) == -1
    assert carom.compare_time_of_impact(0, 9, 1, 0, -9, *invalid, *wall) == 1
    assert carom.compare_time_of_impact(0, 9, 1, 0, -9, *wall, *invalid) == -1
