"""The published methods with their errors: carom.classic. Room: tests."""

from pathlib import Path

import carom
import numpy as np
import pytest
from carom import classic
from carom.classic import ClassicMethod, Verdict
from worlds import read_table, same_bytes, tool

__all__ = ["tool"]

CASES = Path(__file__).resolve().parents[3] / "docs" / "classic"
AT_REST = [method for method in ClassicMethod if not classic.METHODS[method].is_sweep]


def small_questions(count, seed=2):
    """Circles and segments of small integers, with many ties."""
    random = np.random.default_rng(seed)
    numbers = random.integers(-6, 7, (8, count)).astype(float)
    numbers[2] = random.integers(0, 7, count)
    numbers[7] = 0.0
    return numbers


def test_facts():
    names = [facts.name for facts in classic.METHODS.values()]
    assert names == [method.name.lower().replace("_", "-") for method in ClassicMethod]
    assert [method for method in ClassicMethod if classic.METHODS[method].is_sweep] == [ClassicMethod.MOVING_CIRCLE]
    assert classic.METHODS[ClassicMethod.AREA].rule is carom.ContactRule.RING
    assert classic.METHODS[ClassicMethod.AREA_LINE].extent is carom.Extent.LINE
    assert all(facts.summary for facts in classic.METHODS.values())


def test_naive_method_by_its_formula():
    cx, cy, r, ax, ay, bx, by, _ = small_questions(2000)
    with np.errstate(divide="ignore", invalid="ignore"):
        t = ((cx - ax) * (bx - ax) + (cy - ay) * (by - ay)) / ((bx - ax) ** 2 + (by - ay) ** 2)
    t = np.where((ax == bx) & (ay == by), 0, np.clip(t, 0, 1))
    px, py = ax + t * (bx - ax), ay + t * (by - ay)
    expected = (cx - px) ** 2 + (cy - py) ** 2 <= r * r
    answer = classic.relate("naive-double", cx, cy, r, ax, ay, bx, by)
    usual = ~((ax == bx) & (ay == by))
    assert (answer.collides == expected)[usual].all()
    assert (classic.touches("naive_double", cx, cy, r, ax, ay, bx, by) == answer.collides).all()


@pytest.mark.parametrize("method", AT_REST)
def test_truth_is_the_exact_answer(method):
    numbers = small_questions(3000)
    facts = classic.METHODS[method]
    expected = carom.touches(*numbers, extent=facts.extent, rule=facts.rule)
    assert (classic.truth(method, *numbers) == expected).all()


@pytest.mark.parametrize("method", ClassicMethod)
def test_verdicts_compare_answer_and_truth(method):
    numbers = small_questions(3000)
    random = np.random.default_rng(3)
    move = dict(zip(("vx", "vy"), random.integers(-9, 10, (2, 3000)).astype(float), strict=True))
    if classic.METHODS[method].is_sweep:
        says = classic.sweep(method, *numbers[:3], *move.values(), *numbers[3:]).hits
        kind = carom.sweep(*numbers[:3], *move.values(), *numbers[3:]).kind
        exact = kind >= carom.SweepKind.HIT
    else:
        says, exact = classic.touches(method, *numbers), classic.truth(method, *numbers)
    assert (classic.truth(method, *numbers, **move) == exact).all()
    verdict = classic.judge(method, *numbers, **move)
    assert ((verdict == Verdict.FALSE_HIT) == (says & ~exact)).all()
    assert ((verdict == Verdict.MISSED) == (~says & exact)).all()
    assert ((verdict == Verdict.WRONG_TIME) <= (says & exact)).all()
    numbers[0, 0] = np.nan
    assert classic.judge(method, *numbers, **move)[0] == Verdict.NO_QUESTION


@pytest.mark.parametrize("method", AT_REST)
def test_cases_of_the_page_by_the_tool(tool, method):
    name = classic.METHODS[method].name
    pairs = read_table((CASES / f"{name}.csv").read_text())
    table = read_table(tool("relate", "--method", name, CASES / f"{name}.csv"))
    number = [[float.fromhex(text) if "x" in text else float(text) for text in pairs[key]]
              for key in ("cx", "cy", "r", "ax", "ay", "bx", "by")]  # fmt: skip
    wr = [float(text or 0) for text in pairs["wr"]] if "wr" in pairs else 0.0
    extent = classic.METHODS[method].extent
    assert [{"yes": True, "no": False}[word] for word in table["collides"]] == classic.touches(
        name, *number, wr, extent
    ).tolist()
    verdicts = classic.judge(name, *number, wr, extent)
    words = [word.upper().replace("-", "_") for word in table["verdict"]]
    assert words == [Verdict(code).name for code in verdicts]


def test_error_map_judges_each_centre():
    window, columns, rows = (-4.0, -3.0, 4.0, 3.0), 40, 30
    errors = classic.error_map("area", 1.5, -2, -1, 2, 1, window=window, columns=columns, rows=rows)
    assert errors.verdicts.shape == (rows, columns)
    assert errors.verdicts.dtype == np.int8
    cx = -4 + (np.arange(columns) + 0.5) / columns * 8
    cy = -3 + (rows - np.arange(rows)[:, np.newaxis] - 0.5) / rows * 6
    judged = classic.judge("area", cx, cy, 1.5, -2, -1, 2, 1)
    assert (errors.verdicts == judged).mean() > 0.99
    assert [errors.counts[verdict] for verdict in Verdict] == np.bincount(errors.verdicts.ravel(), minlength=5).tolist()
    falls = classic.error_map("falling-gate", 1, -2, -1, 2, 1, window=window, columns=40, rows=30)
    assert falls.counts[Verdict.MISSED] + falls.counts[Verdict.FALSE_HIT] > 0


def test_steps():
    steps = classic.steps("naive-double", 0, 4, 5, -10, 0, 10, 0)
    assert steps[-1] == ("collides: dist2 <= radius^2", 1.0)
    assert dict(steps)["closest = a + t u"] == (0.0, 0.0)
    assert len(classic.steps(3, 0, 10, 5, -10, 0, 10, 0, vy=-10)) > 3


def test_arrays_of_methods_and_threads(threads):
    numbers = small_questions(30000)
    codes = np.arange(30000) % 9
    answers = []
    for number in (1, 4):
        threads(number)
        answers.append((classic.relate(codes, *numbers), classic.judge(codes, *numbers, vy=-3.0)))
    same_bytes(answers[0], answers[1])
    assert answers[0][0].collides[7::9].tolist() == classic.touches("naive_double", *numbers[:, 7::9]).tolist()
    few = classic.relate(["area", ClassicMethod.AREA.name.lower()], 0, 4, 5, -10, 0, 10, 0)
    assert few["collides"].tolist() == [True, True]
    codes = [ClassicMethod.CLOSEST_POINT, ClassicMethod.AREA]
    for names in (["closest-point", 1], ("closest_point", "area"), np.array(["closest-point", "area"]), [2, "area"]):
        same_bytes(classic.relate(names, 0, 4, 5, -10, 0, 10, 0), classic.relate(codes, 0, 4, 5, -10, 0, 10, 0))


def test_numbers_for_numbers():
    answer = classic.relate(ClassicMethod.CLOSEST_POINT, 0, 4, 5, -10, 0, 10, 0)
    assert answer == (True, True, 0.0, 0.0, True, 0.0, 1.0)
    assert [type(number) for number in answer] == [bool, bool, float, float, bool, float, float]
    assert classic.judge("area", 0, 4, 5, -10, 0, 10, 0) is Verdict.RIGHT


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"method": "sphere"}, r"classic.relate\(\): the argument method is 'sphere'"),
        ({"method": 9}, "method is 9, must be"),
        ({"method": 1.5}, "method has dtype"),
        ({"cx": None}, "the argument cx must be a number"),
        ({"cx": "1"}, "the argument cx must be a number"),
        ({"cx": np.ma.masked_invalid([1.0, np.nan])}, "the argument cx has masked items"),
        ({"extent": "arc"}, "extent is 'arc'"),
        ({"cx": [1, 2], "r": [1, 2, 3]}, r"do not broadcast: cx \(2,\), r \(3,\)"),
    ],
)
def test_errors(changed, message):
    arguments = {"method": "area", "cx": 0, "cy": 0, "r": 1, "ax": 0, "ay": 0, "bx": 1, "by": 1} | changed
    with pytest.raises((TypeError, ValueError), match=message):
        classic.relate(**arguments)


def test_errors_of_maps():
    wall = (1, 0, 0, 1, 1)
    for changed, message in [
        ({"columns": 0}, "columns is 0, must be 1 to 65536"),
        ({"rows": 2.5}, "rows must be an int"),
        ({"window": (0, 0, 1)}, "window has 3 numbers, must have 4"),
        ({"window": (0, 0, 1, np.nan)}, r"window\[3\] is nan"),
    ]:
        settings = {"window": (0, 0, 1, 1), "columns": 4, "rows": 4} | changed
        with pytest.raises((TypeError, ValueError), match=message):
            classic.error_map("area", *wall, **settings)
    with pytest.raises(ValueError, match="one method"):
        classic.error_map(["area", "area"], *wall, window=(0, 0, 1, 1), columns=4, rows=4)
