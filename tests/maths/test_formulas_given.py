"""Formulas whose symbols are given: families, functions, cases and infinities."""

from __future__ import annotations

import math
from collections.abc import Mapping

import pytest

from grader.maths import (
    Definition,
    Domain,
    Formula,
    Given,
    Indexed,
    Meaning,
    Rows,
    Shape,
    Symbols,
    Unevaluable,
    Unreadable,
    compare,
    read,
    read_side,
    to_text,
    worked_out,
)
from grader.maths.equality.balls import ball

INDICES = {"i": "0..2", "j": "0..2"}


def symbols(**declared: str | Domain | Shape | Indexed) -> Symbols:
    return Symbols(first=0).declare({**INDICES, **declared})


class Fixed(Meaning):
    def __init__(self, *rows: list[int]) -> None:
        self.rows = Rows(tuple(tuple(ball(one) for one in row) for row in rows))

    def value(self, at: Given) -> Rows:
        return self.rows


def number(
    side: Meaning, around: Symbols, meanings: Mapping[str, Meaning] | None = None, **at: int
) -> float:
    value = worked_out(side, Given(around, meanings or {}, at))
    return float(value.real.mid())


def test_indices_may_count_from_zero() -> None:
    around = symbols(A=Shape(2, 3), v=Indexed((3,)))
    meanings = {"A": Fixed([1, 2, 3], [4, 5, 6]), "v": Fixed([7], [8], [9])}
    assert number(read_side("A_{0,2} + v_0", around, {}), around, meanings) == 10
    assert number(read_side(r"\sum_j A_{1j} v_j", around, {}), around, meanings) == 122
    with pytest.raises(Unreadable, match="count from 1"):
        read("v_0", Symbols().declare({"v": Indexed((3,))}))
    with pytest.raises(Unevaluable, match="out of range"):
        number(read_side("A_{i,2}", around, {}), around, meanings, i=2)


def test_matrices_written_out_count_from_zero_too() -> None:
    around = Symbols(first=0).declare({"A": Shape(2, 2)})
    found = compare(read("trace(A)", around), read("A_{0,0} + A_{1,1}", around), around)
    assert found.verdict == "proved"


def test_a_family_and_a_function_are_evaluated_where_they_are_used() -> None:
    around = symbols(Q=Indexed((3, 3)))
    square = Definition(("i", "j"), Formula(read("10*i + j", around), around))
    assert number(read_side("Q_{2,1} + Q_{j,0}", around, {}), around, {"Q": square}, j=1) == 31
    calling = Symbols(functions={"f": None}).declare({"x": "real"})
    body = Formula(read("x^2", calling), calling)
    side = read_side("f(x + 1) - f(2)", calling, {})
    assert number(side, calling, {"f": Definition(("x",), body)}, x=2) == 5
    with pytest.raises(Unevaluable, match="nothing is known of the function f"):
        number(side, calling, {}, x=2)


def test_a_floor_of_a_whole_fraction_is_known() -> None:
    around = symbols(d="natural")
    side = read_side(r"\lfloor 6 i / d \rfloor", around, {})
    meanings = {"d": Formula(read("3", around), around)}
    assert [number(side, around, meanings, i=i) for i in (0, 1, 2)] == [0, 2, 4]


MASK = r"\begin{cases} 0 & j \le i \\ -\infty & \text{otherwise} \end{cases}"


def test_cases_with_infinity() -> None:
    around = symbols()
    side = read_side(MASK, around, {})
    assert number(side, around, i=1, j=1) == 0
    assert number(side, around, i=1, j=2) == -math.inf
    exponential = symbols(M=Indexed((3, 3)))
    mask = Definition(("i", "j"), side, (range(3), range(3)))
    assert number(read_side("exp(M_{0,1})", exponential, {}), exponential, {"M": mask}) == 0


@pytest.mark.parametrize(
    ("condition", "holds"),
    [(r"j < i", False), (r"j \leq i", True), (r"\text{if } i = j", True), (r"i \ne j", False),
     (r"j \ge i + 1", False), (r"\text{for } j > i - 1,", True)],
)  # fmt: skip
def test_relations(condition: str, holds: bool) -> None:
    around = symbols()
    side = read_side(
        rf"\begin{{cases}} 1 & {condition} \\ 2 & \text{{else}} \end{{cases}}", around, {}
    )
    assert number(side, around, i=1, j=1) == (1 if holds else 2)


def test_conditions_in_words_need_a_meaning() -> None:
    around = symbols()
    text = r"\begin{cases} 1 & \text{if } i \text{ sees } j \\ 2 & \text{otherwise} \end{cases}"
    with pytest.raises(Unreadable, match="is in words: say under `conditions` what it means"):
        read_side(text, around, {})
    sees = Formula(read("i - j", around), around)
    side = read_side(text, around, {"i sees j": sees})
    assert (number(side, around, i=2, j=1), number(side, around, i=1, j=1)) == (1, 2)


def test_no_case_holds() -> None:
    around = symbols()
    side = read_side(r"\begin{cases} 1 & i < j \end{cases}", around, {})
    with pytest.raises(Unevaluable, match="none of the cases holds"):
        number(side, around, i=1, j=1)


def test_softmax_over_an_index() -> None:
    around = symbols(s=Indexed((3, 3)))
    found = read(r"\operatorname{softmax}_j s_{ij}", around)
    assert to_text(found, around) == "exp(s[i,j])/sum(exp(s[i,j']), j', 0, 2)"
    both = read(r"\operatorname{softmax}_{ij} s_{ij}", around)
    assert to_text(both, around).count("sum(") == 2
    with pytest.raises(Unreadable, match="only the indices it runs over"):
        read(r"\operatorname{softmax}_{j=1} s_{ij}", around)


def test_sums_over_indices_side_by_side() -> None:
    around = symbols(s=Indexed((3, 3)))
    assert read(r"\sum_{ij} s_{ij}", around) == read(r"\sum_i \sum_j s_{ij}", around)
    decorated = Symbols().declare({"j": "1..2", "j_1": "1..2", "j_2": "1..2", "W": Indexed((2, 2))})
    assert read(r"\sum_{j_1 j_2} W_{j_1 j_2}", decorated) == read(
        r"\sum_{j_1, j_2} W_{j_1, j_2}", decorated
    )
