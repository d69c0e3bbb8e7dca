"""Laws that any comparison must obey, and the linear programme and numbers underneath."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.maths import Add, Applied, Expr, Multiply, Name, Number, Power
from grader.maths.algebra.simplex import maximise
from grader.maths.growth import AtMost, Path, Relation, compare_growth
from grader.maths.growth.budget import Budget
from grader.maths.growth.exact import Exact, natural_log
from grader.maths.growth.growth import Growth
from grader.maths.growth.region import Constraint, Region

NAMES = ("n", "d")
MIRROR = {Relation.LARGER: Relation.SMALLER, Relation.SMALLER: Relation.LARGER}
AT_MOST = {Relation.SAME, Relation.SMALLER}

powers = st.sampled_from([Fraction(p, 2) for p in (-2, 0, 0, 1, 2, 3, 4)])


@st.composite
def terms(draw: st.DrawFn) -> Expr:
    factors: list[Expr] = []
    for name in NAMES:
        factors.append(Power(Name(name), Number(draw(powers))))
        factors.append(
            Power(Applied("log", (Name(name),)), Number(Fraction(draw(st.integers(0, 2)))))
        )
    if draw(st.integers(0, 4)) == 0:
        base = Number(Fraction(draw(st.integers(2, 3))))
        factors.append(Power(base, Name(draw(st.sampled_from(NAMES)))))
    return Multiply(tuple(factors))


@st.composite
def growths(draw: st.DrawFn) -> Growth:
    parts = draw(st.lists(terms(), min_size=1, max_size=3))
    return Growth(Add(tuple(parts)), NAMES)


_D, _N = (("d", Fraction(1)),), (("n", Fraction(1)),)
assumption_lists = st.sampled_from([[], [AtMost(_D, _N, False)], [AtMost(_D, _N, True)]])


@settings(max_examples=40, deadline=None)
@given(growths(), growths(), assumption_lists)
def test_antisymmetry(one: Growth, other: Growth, assumed: list[AtMost]) -> None:
    there = compare_growth(one, other, assumed).relation
    back = compare_growth(other, one, assumed).relation
    assert back is MIRROR.get(there, there)


@settings(max_examples=40, deadline=None)
@given(growths(), growths(), growths(), assumption_lists)
def test_transitivity(a: Growth, b: Growth, c: Growth, assumed: list[AtMost]) -> None:
    first = compare_growth(a, b, assumed).relation
    second = compare_growth(b, c, assumed).relation
    if first in AT_MOST and second in AT_MOST:
        whole = compare_growth(a, c, assumed).relation
        assert whole in AT_MOST | {Relation.UNDECIDED}
        if Relation.SMALLER in (first, second):
            assert whole is not Relation.SAME


@settings(max_examples=30, deadline=None)
@given(growths(), growths())
def test_a_sum_is_at_least_its_parts(one: Growth, other: Growth) -> None:
    total = Growth(Add((one.expression, other.expression)), NAMES)
    assert compare_growth(one, total).relation in AT_MOST | {Relation.UNDECIDED}


@settings(max_examples=30, deadline=None)
@given(growths(), growths(), terms())
def test_a_common_factor_changes_nothing(one: Growth, other: Growth, factor: Expr) -> None:
    plain = compare_growth(one, other).relation
    scaled = compare_growth(
        Growth(Multiply((factor, one.expression)), NAMES),
        Growth(Multiply((other.expression, factor)), NAMES),
    ).relation
    assert Relation.UNDECIDED in (plain, scaled) or plain is scaled


@settings(max_examples=30, deadline=None)
@given(growths())
def test_reflexivity(one: Growth) -> None:
    doubled = Growth(Add((one.expression, one.expression)), NAMES)
    assert compare_growth(one, doubled).relation is Relation.SAME


def _fractions(*values: int) -> list[Fraction]:
    return [Fraction(v) for v in values]


def test_simplex_finds_the_corner() -> None:
    # x + y + s = 4, x + 3y + t = 6: 3x + 2y is greatest at (4, 0)
    solution = maximise(
        _fractions(3, 2, 0, 0),
        [_fractions(1, 1, 1, 0), _fractions(1, 3, 0, 1)],
        _fractions(4, 6),
        Budget(),
    )
    assert solution is not None
    assert [solution.value, *solution.point[:2]] == _fractions(12, 4, 0)


def test_simplex_ends_on_a_cycling_example() -> None:
    # Beale's example: the largest-coefficient rule cycles on it, Bland's does not
    rows = [
        [Fraction(1, 4), Fraction(-60), Fraction(-1, 25), Fraction(9), *_fractions(1, 0, 0)],
        [Fraction(1, 2), Fraction(-90), Fraction(-1, 50), Fraction(3), *_fractions(0, 1, 0)],
        _fractions(0, 0, 1, 0, 0, 0, 1),
    ]
    objective = [
        Fraction(3, 4),
        Fraction(-150),
        Fraction(1, 50),
        Fraction(-6),
        *_fractions(0, 0, 0),
    ]
    solution = maximise(objective, rows, _fractions(0, 0, 1), Budget())
    assert solution is not None
    assert solution.value == Fraction(1, 20)


def test_simplex_says_when_nothing_is_feasible() -> None:
    rows = [_fractions(1), _fractions(1)]
    assert maximise(_fractions(0), rows, _fractions(1, 2), Budget()) is None


@pytest.mark.parametrize(
    ("value", "sign"),
    [
        (Exact(Fraction(0)), 0),
        (Exact(Fraction(-1, 3)), -1),
        (Exact(Fraction(-1), ((2, Fraction(1)),)), -1),  # ln 2 < 1
        (Exact(Fraction(-1), ((3, Fraction(1)),)), 1),  # ln 3 > 1
        (Exact(Fraction(0), ((2, Fraction(-19)), (3, Fraction(12)))), 1),  # 3^12 > 2^19
        (Exact(Fraction(0), ((2, Fraction(84)), (3, Fraction(-53)))), -1),  # 3^53 > 2^84
    ],
)
def test_sign(value: Exact, sign: int) -> None:
    assert value.sign == sign


def test_logarithms_of_rationals_add_up() -> None:
    eight, ninth = natural_log(Fraction(8)), natural_log(Fraction(1, 9))
    assert eight is not None
    assert ninth is not None
    assert eight + ninth == natural_log(Fraction(8, 9))
    assert natural_log(Fraction(999_999_937**2)) is None


@pytest.mark.parametrize(
    ("growing", "of_logs", "strict", "allowed"),
    [
        ({"n": 1}, False, True, True),
        ({"d": 1}, False, False, False),
        ({"n": 1, "d": 1}, False, False, True),
        ({"n": 1, "d": 1}, False, True, False),
        ({"n": 2, "d": 1}, False, True, True),
        ({"n": 1, "d": 2}, True, False, False),
        ({"n": 2, "d": 1}, True, True, True),
        ({}, False, False, True),
        ({}, False, True, False),
    ],
)
def test_a_path_must_stay_in_the_region(
    growing: dict[str, int], of_logs: bool, strict: bool, allowed: bool
) -> None:
    limit = Constraint((("n", Fraction(1)), ("d", Fraction(-1))), strict)
    path = Path(
        tuple((name, Fraction(weight)) for name, weight in growing.items()),
        tuple((name, Fraction(1)) for name in NAMES if name not in growing),
        of_logs,
    )
    assert path.allowed(Region(NAMES, (limit,))) is allowed
