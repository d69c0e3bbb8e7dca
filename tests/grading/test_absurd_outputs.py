"""Whatever a student's process sends, every kind of check has a verdict on it, in little memory.

Observations are judged as they would have come from the sandbox; nothing is run.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from absurd_outputs import ABSURD, CHOSEN, NAME, observed, view, zeros
from kinds_course import OTHERS, PROPERTIES, REFERENCE, TORCH
from small_course import write_course

from grader.cases.edges import leaves
from grader.checks import Ask, Check, Evidence, Judgement, Verdict, all_checks
from grader.checks.afterwards import Afterwards
from grader.checks.comparing import compare
from grader.checks.describing import NDArray
from grader.checks.properties import PROPERTIES as ALL_PROPERTIES
from grader.checks.tolerance import Tolerance
from grader.course import Course, load_course
from grader.grading.agreement import _arranged, _Unlike
from grader.grading.asking import Prepared, prepare
from grader.grading.outcome import Outcome
from grader.grading.picturing import figures_of
from grader.grading.reference_limits import ReferenceSeconds
from grader.grading.truth import Truth
from grader.kinds import language
from grader.sandbox import Observation, Spent
from grader.values import Array, Value

# What judging may take beyond what was sent; a quarter of a megabyte was the most that was seen.
MAX_BYTES = 8 << 20
Absurd = Mapping[str, Callable[[], Any]]
LONGEST = 2_000  # characters of what a student reads about one check

EQUALS = """
id: kinds/equals
title: Equal
prompt: Two functions.
parts:
  gram:
    asks: function
    call: gram(x)
    reference: plain.gram
    points: 1
    inputs: {n: 4..5, m: 6..7, x: "normal[n, m]"}
    checks:
      - equals: {cases: 2}
      - accepts: {by: plain.accepted, words: {other: it is another one}, cases: 2}
  bias:
    asks: function
    call: gram(x)
    reference: plain.gram
    points: 1
    inputs: {n: 4..5, m: 6..7, x: "normal[n, m]"}
    checks:
      - equals: {cases: 2, after: plain.falling_off}
  drawn:
    asks: function
    call: gram(x)
    reference: plain.gram
    points: 1
    inputs: {n: 4..5, m: 6..7, x: "normal[n, m]"}
    checks:
      - equals: {cases: 1, public: true}
    draw: {rows: row, columns: column}
  chance:
    asks: function
    call: noisy(x, rng)
    reference: plain.noisy
    points: 1
    inputs: {n: 2..3, m: 4..5, x: "normal[n, m]", rng: rng}
    checks:
      - distribution: {cases: 1, draws: 100, error: 1e-3}
  several:
    asks: function
    call: several(x)
    reference: plain.several
    returns: [gram, x, "note?"]
    points: 1
    inputs: {n: 4..5, m: 6..7, x: "normal[n, m]"}
    checks:
      - equals: {cases: 2}
"""
SEVERAL = """

def several(x):
    return x @ x.T, x


def noisy(x, rng):
    return x + rng.normal(size=x.shape)


def falling_off(x):
    return x / (1 + np.arange(x.shape[-1]))


def accepted(inputs, truth, result):
    return True if np.allclose(truth, result) else "other"
"""


@cache
def plain() -> dict[str, Any]:
    """The functions of the reference that need no torch."""
    found: dict[str, Any] = {}
    exec(REFERENCE + SEVERAL, found)
    return found


@dataclass(frozen=True)
class Question:
    """A check of the course, and the truth that it asks for."""

    check: Check
    ask: Ask
    truth: Sequence[Value]

    def judge(self, value: Value, *, hidden: bool = False, **more: Any) -> Judgement:
        """The judgement where every call returned this."""
        return self.judge_all(lambda _: observed(value, **more), hidden=hidden)

    def judge_all(self, seen: Callable[[int], Observation], *, hidden: bool = False) -> Judgement:
        cases = tuple(replace(case, public=not hidden) for case in self.ask.cases)
        ask = replace(self.ask, cases=cases, secret=hidden)
        count = len(self.check.student_calls(ask, self.truth, "numpy"))
        evidence = Evidence(tuple(map(seen, range(count))), (), (Spent(1.0, 1.0),))
        return self.check.judge(ask, self.truth, evidence)


@pytest.fixture(scope="module")
def course(tmp_path_factory: pytest.TempPathFactory) -> Course:
    root = tmp_path_factory.mktemp("absurd") / "course"
    problems = {"properties": PROPERTIES, "others": OTHERS, "equals": EQUALS}
    write_course(root, problems, {"plain": REFERENCE + SEVERAL, "learned": TORCH})
    return load_course(root, language(all_checks()))


def prepared_of(course: Course, problem: str, part: str) -> list[Prepared]:
    with Truth(course.references, ReferenceSeconds(course), Path("unused")) as nothing_runs:
        return prepare(course, dict(all_checks()), nothing_runs, f"kinds/{problem}", part)


def question(course: Course, problem: str, part: str, number: int = 0) -> Question:
    one = prepared_of(course, problem, part)[number]
    ask = replace(one.ask, after=one.ask.after and Afterwards("plain.falling_off", Here()))
    ask = replace(ask, judge=ask.judge and Here())
    return Question(one.check, ask, _truth(one.check, ask))


class Here:
    """Runs the course's own function in this process."""

    def trusted(self, arrays: Sequence[NDArray]) -> list[NDArray]:
        return [plain()["falling_off"](array) for array in arrays]

    def handed_in(self, arrays: Sequence[NDArray], *, quote: bool) -> list[NDArray]:
        return self.trusted(arrays)

    def words(self, asked: Sequence[tuple[Value, Value, Value]], *, quote: bool) -> list[str]:
        found = [plain()["accepted"](given, to.data, got.data) for given, to, got in asked]
        return ["" if one is True else one for one in found]


def _truth(check: Check, ask: Ask) -> list[Value]:
    """What the reference gives, or something of the same form where that takes torch."""
    inputs = [case.inputs for case in ask.cases]
    if check.kind in ("equals", "accepts", "property"):
        function = plain()[ask.part.reference.partition(".")[2]]
        arguments = ask.call.arguments
        values = [function(*(argument.of(given) for argument in arguments)) for given in inputs]
        return [
            tuple(map(Array, value)) if isinstance(value, tuple) else Array(value)
            for value in values
        ]
    if check.kind == "distribution":
        rng = np.random.default_rng(1)
        draws = range(ask.options.calls)
        return [[Array(plain()["noisy"](given["x"], rng)) for _ in draws] for given in inputs]
    if check.kind == "gradient":
        wrt = [path[0] for path in ask.options.names().values()]
        found = [[Array(np.ones_like(given[name])) for name in wrt] for given in inputs]
        return [each for one in found for each in (one, one)]  # autograd and differences
    return [module_reply(given["x"]) for given in inputs] if check.kind == "module" else []


def module_reply(x: Any) -> dict[str, Any]:
    return {
        "parameters": [["first.weight", [4, 2]]], "groups": [[[4, 2]]], "trainable": 8,
        "shared": [], "unregistered": [], "state": None, "loaded": "names", "known": True,
        "output": Array(x), "alike": Array(x), "precision": "float64",
    }  # fmt: skip


# (problem, part, number of the check): one of each kind, and every property
QUESTIONS = [
    ("equals", "gram", 0),
    ("equals", "gram", 1),
    ("equals", "bias", 0),
    ("equals", "several", 0),
    ("others", "backward", 0),
    ("others", "energy", 1),
    ("others", "net", 0),
    ("equals", "chance", 0),
    *(("properties", name, 0) for name in ALL_PROPERTIES),
]
# What says nothing about the numbers that are returned is right whatever they are.
NOT_ABOUT_NUMBERS = {"right_dtype", "leaves_inputs_unchanged"}


def test_every_kind_that_is_shown_a_value_is_tried(course: Course) -> None:
    kinds = {question(course, *one).check.kind for one in QUESTIONS}
    shown = {name for name, check in all_checks().items() if not check.reads_source}
    assert kinds == shown - {"efficiency"}  # which looks at the time and nothing else
    assert len(ABSURD) >= 40


def everything_said(judgement: Judgement) -> str:
    """But for a public case as code, which is the course's own, and has a bound of its own."""
    findings = [finding.model_dump_json(exclude={"code"}) for finding in judgement.findings]
    return "\n".join([judgement.message, *judgement.notes, *findings])


@pytest.fixture
def absurd(request: pytest.FixtureRequest, where: tuple[str, str, int]) -> Absurd:
    """Every fourth, the next question the next ones; with --whole all."""
    if request.config.getoption("--whole"):
        return ABSURD
    return dict(list(ABSURD.items())[QUESTIONS.index(where) % 4 :: 4])


@pytest.mark.one_in(2)
@pytest.mark.parametrize("where", QUESTIONS, ids=lambda where: f"{where[0]}-{where[1]}")
def test_there_is_a_verdict_on_everything(
    course: Course, where: tuple[str, str, int], absurd: Absurd
) -> None:
    asked = question(course, *where)
    fine = {"correct"} if where[1] in NOT_ABOUT_NUMBERS else set()
    for what, make in absurd.items():
        value = make()
        tracemalloc.start()
        judgement = asked.judge(value, **aside(asked))
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert judgement.verdict.value in {"wrong", "crashed"} | fine, (what, judgement)
        assert len(everything_said(judgement)) < LONGEST, what
        assert peak < MAX_BYTES, (what, peak >> 20)


@pytest.mark.one_in(2)
@pytest.mark.parametrize("where", QUESTIONS, ids=lambda where: f"{where[0]}-{where[1]}")
def test_nothing_of_it_is_told_of_a_hidden_case(
    course: Course, where: tuple[str, str, int], absurd: Absurd
) -> None:
    asked = question(course, *where)
    for what, make in absurd.items():
        if "400 000" in what:
            continue  # slow to look at, and said nothing else of than of few
        judgement = asked.judge(make(), hidden=True, **aside(asked))
        said = everything_said(judgement)
        assert str(CHOSEN) not in said, (what, said)
        assert len(said) < LONGEST, what


def aside(asked: Question) -> dict[str, Any]:
    """What is said beside the value: positions that are none, and the inputs as they were."""
    given = (Array(asked.ask.cases[0].inputs["x"]),)
    return {"changed_inputs": (CHOSEN,) * 1000, "inputs_after": given}


@pytest.mark.parametrize("where", QUESTIONS[:8], ids=lambda where: f"{where[0]}-{where[1]}")
def test_nothing_of_it_is_a_known_mistake(
    course: Course, where: tuple[str, str, int], absurd: Absurd
) -> None:
    asked = question(course, *where)
    case, wanted = asked.ask.cases[0], asked.truth[0]
    for what, make in absurd.items():
        assert not asked.check.same(asked.ask, case, make(), wanted), what


def test_absurd_draws_are_wrong_one_by_one_too(course: Course) -> None:
    asked = question(course, "equals", "chance")
    for what, make in ABSURD.items():
        if "400 000" in what:
            continue  # a hundred of them are more than crosses the wire
        for hidden in (False, True):
            judgement = asked.judge([make()] * asked.ask.options.calls, hidden=hidden)
            said = everything_said(judgement)
            assert judgement.verdict is Verdict.WRONG, (what, judgement)
            assert len(said) < LONGEST, what
            assert not hidden or str(CHOSEN) not in said, (what, said)


@pytest.mark.parametrize("field", list(module_reply(np.zeros(1))))
def test_a_module_whose_reply_is_forged_in_one_place(course: Course, field: str) -> None:
    asked = question(course, "others", "net")
    lists: dict[str, Callable[[], Any]] = {
        "400 000 names": lambda: [NAME] * 399_999,
        "a name of megabytes": lambda: [NAME * 10**6],
        "parameters of megabytes": lambda: [[NAME * 10**6, [1] * 10**6]] * 3,
        "parameters without names": lambda: [[1.5, [CHOSEN]]],
        "parameters with odd sizes": lambda: [[NAME, [CHOSEN, "x", None]]],
        "many parameters": lambda: [[NAME, [CHOSEN]]] * 50_000,
        "a negative number": lambda: -1,
        "mismatch": lambda: "mismatch",
        "order": lambda: "order",
    }
    for what, make in {**ABSURD, **lists}.items():
        value = make()
        seen = [observed({**reply, field: value}) for reply in asked.truth]
        for hidden in (False, True):
            judgement = asked.judge_all(seen.__getitem__, hidden=hidden)
            said = everything_said(judgement)
            assert judgement.verdict.value in ("wrong", "crashed", "correct", "undecided"), what
            assert len(said) < LONGEST, (what, said[:200])
            assert not hidden or str(CHOSEN) not in said, (what, said)


def said(course: Course, holds: str, value: Value, **more: Any) -> str:
    return question(course, "properties", holds).judge(value, **more).message


OTHER_SHAPES: list[tuple[str, Value, str, str]] = [
    ("depends_on_differences", zeros(12_000, 1), "the result has shape (12000, 1), not (6, 6)",
     "the result has another shape than (6, 6)"),
    ("depends_on_differences", zeros(8_000_000, 1), "the result has shape (8000000, 1), not (6, 6)",
     "the result has another shape than (6, 6)"),
    ("rows_sum_to_one", view(CHOSEN, 0), "the result has shape (7013, 0), not (5, 7)",
     "the result has another shape than (5, 7)"),
    ("causal", 0.5, "the result has shape (), not (4, 6); it is a single number",
     "the result has another shape than (4, 6); it is a single number"),
    ("symmetric", [[0.5] * CHOSEN] * 2, "the result has shape (2, 7013), not (5, 5)",
     "the result has another shape than (5, 5)"),
    ("deterministic", "text", "the result is not an array of numbers",
     "the result is not an array of numbers"),
    ("orthogonal", Array(np.full((4, 4), 1j)),
     "the result holds complex numbers, but real numbers are asked for",
     "the result holds complex numbers, but real numbers are asked for"),
    ("right_dtype", [0.5] * CHOSEN, "the result is a list of 7013 items, not float64",
     "the result is a list of items, not float64"),
]  # fmt: skip


@pytest.mark.parametrize(("holds", "value", "public", "hidden"), OTHER_SHAPES)
def test_a_property_is_looked_for_in_the_references_shape_only(
    course: Course, holds: str, value: Value, public: str, hidden: str
) -> None:
    assert said(course, holds, value) == f"case 1: {public}"
    assert said(course, holds, value, hidden=True) == f"case 1: {hidden}"


# What an array of the right shape may hold.
CONTENTS: dict[str, Callable[[tuple[int, ...]], Any]] = {
    "NaN": lambda shape: np.full(shape, np.nan),
    "infinity": lambda shape: np.full(shape, np.inf),
    "minus infinity": lambda shape: np.full(shape, -np.inf),
    "the largest numbers": lambda shape: np.full(shape, 1.7e308),
    "subnormal numbers": lambda shape: np.full(shape, 5e-324),
    "negative zeros": lambda shape: np.full(shape, -0.0),
    "Booleans": lambda shape: np.ones(shape, dtype=bool),
    "unsigned bytes": lambda shape: np.full(shape, 255, dtype=np.uint8),
    "unsigned words": lambda shape: np.full(shape, 2**64 - 1, dtype=np.uint64),
    "the least integers": lambda shape: np.full(shape, -(2**63)),
    "half precision": lambda shape: np.full(shape, 6e4, dtype=np.float16),
    "complex numbers": lambda shape: np.full(shape, 1j),
    "complex NaN": lambda shape: np.full(shape, complex(np.nan, np.inf)),
    "axes of one around it": lambda shape: np.zeros((1,) * 20 + shape),
}


@pytest.mark.parametrize("what", CONTENTS)
@pytest.mark.parametrize("where", QUESTIONS[8:], ids=lambda where: where[1])
def test_a_property_of_anything_in_the_right_shape(
    course: Course, where: tuple[str, str, int], what: str
) -> None:
    asked = question(course, *where)
    share = len(asked.check.student_calls(asked.ask, asked.truth, "numpy")) // len(asked.truth)
    shapes = [truth.data.shape for truth in asked.truth for _ in range(share)]
    for listed in (False, True):

        def seen(number: int, listed: bool = listed) -> Observation:
            array = CONTENTS[what](shapes[number])
            return observed(array.tolist() if listed else Array(array))

        judgement = asked.judge_all(seen)
        assert judgement.verdict.value in ("wrong", "correct"), judgement
        if "NaN" in what and where[1] not in (*NOT_ABOUT_NUMBERS, "deterministic"):
            assert judgement.verdict.value == "wrong", judgement


@pytest.mark.parametrize(
    ("holds", "words"),
    [
        ("causal", "changing positions 2 and later changes the outputs before them"),
        ("permutation_invariant", "permuting the inputs changes the result"),
        ("permutation_equivariant", "permuting the inputs does not just permute the outputs"),
        ("depends_on_differences",
         "moving all positions by the same amount changes the inner products"),
    ],
)  # fmt: skip
def test_one_infinity_does_not_hide_the_rest(course: Course, holds: str, words: str) -> None:
    asked = question(course, "properties", holds)

    def seen(number: int) -> Observation:
        shape = asked.truth[number // 2].data.shape
        array = np.random.default_rng(number).normal(size=shape)
        if number % 2 == 0:
            array.flat[0] = np.inf
        return observed(Array(array))

    assert asked.judge_all(seen).message == f"case 1: {words}"


def test_what_is_hidden_by_infinity_may_be_causal(course: Course) -> None:
    asked = question(course, "properties", "causal")
    masked = [Array(np.where(truth.data > 0, -np.inf, 1.0)) for truth in asked.truth]
    assert asked.judge_all(lambda number: observed(masked[number // 2])).verdict.value == "correct"


@pytest.mark.parametrize("truth", [0, 5, 2**40])
def test_an_integer_is_not_right_because_it_overflows(truth: int) -> None:
    got = np.array([truth - 2**63, truth])
    comparison = compare(Array(got), Array(np.array([truth, truth])), Tolerance())
    assert comparison.problem == "the result differs in 1 of 2 entries"


def test_two_large_integers_are_not_equal_because_their_floats_are() -> None:
    got, truth = np.array([2**53 + 1, -(2**62)]), np.array([2**53, -(2**62)])
    assert compare(Array(got), Array(truth), Tolerance()).problem == (
        "the result differs in 1 of 2 entries"
    )


LARGE: list[tuple[Value, Value, tuple[str, ...], str, str]] = [
    (["x"] * CHOSEN, zeros(2, 3), (),
     "the result is a list of 7013 items, but an array of shape (2, 3) is asked for",
     "the result is a list of items, but an array of shape (2, 3) is asked for"),
    ([[1.0], [1.0] * CHOSEN], zeros(2, 3), (),
     "the result is a list of 2 rows of different lengths, but an array of shape (2, 3) is asked "
     "for",
     "the result is a list of rows of different lengths, but an array of shape (2, 3) is asked "
     "for"),
    (zeros(CHOSEN), (zeros(2), zeros(2)), ("a", "b"),
     "you return an array of shape (7013,), but 2 values are asked for: a, b",
     "you return an array, but 2 values are asked for: a, b"),
    (zeros(CHOSEN), {"a": zeros(2)}, (),
     "the result is an array of shape (7013,), but a dictionary is asked for with the keys a",
     "the result is an array, but a dictionary is asked for with the keys a"),
    ([1.0] * CHOSEN, [zeros(2), "x"], (),
     "the result has 7013 items, but 2 are asked for",
     "the result has not the 2 items asked for"),
    (zeros(*(2,) * 20), zeros(2, 3), (),
     f"the result has shape ({', '.join(['2'] * 20)}), not (2, 3)",
     "the result has another shape than (2, 3)"),
    (zeros(1, 2, 2), zeros(2, 3), (), "the result has shape (1, 2, 2), not (2, 3)",
     "the result has another shape than (2, 3)"),
    (zeros(3, 2), zeros(2, 3), (),
     "the result has shape (3, 2), not (2, 3); it looks transposed",
     "the result has another shape than (2, 3); it looks transposed"),
]  # fmt: skip


@pytest.mark.parametrize(("got", "truth", "returns", "quoted", "unquoted"), LARGE)
def test_what_is_said_of_a_value_of_another_form(
    got: Value, truth: Value, returns: tuple[str, ...], quoted: str, unquoted: str
) -> None:
    assert compare(got, truth, Tolerance(), returns=returns).problem == quoted
    assert compare(got, truth, Tolerance(), returns=returns, quote=False).problem == unquoted


def test_how_many_values_are_returned_beside_the_answer_is_not_told() -> None:
    got = (zeros(2), *[1.0] * CHOSEN)
    assert compare(got, zeros(2), Tolerance()).notes == (
        "you return 7014 values; the first one was taken as the answer",
    )
    assert compare(got, zeros(2), Tolerance(), quote=False).notes == (
        "you return several values; the first one was taken as the answer",
    )


def test_the_changed_inputs_are_named_once_and_in_order(course: Course) -> None:
    asked = question(course, "equals", "gram")
    right = [observed(value, changed_inputs=(5, 0, 0, 2**70, 0)) for value in asked.truth]
    judgement = asked.judge_all(right.__getitem__)
    assert judgement.verdict.value == "correct"
    assert judgement.notes == ("your function changes its input x in place",)
    other = [observed(value, changed_inputs=(5, 2**70)) for value in asked.truth]
    assert asked.judge_all(other.__getitem__).notes == ()


def test_a_picture_is_drawn_of_what_fits_on_a_page(course: Course) -> None:
    (prepared,) = prepared_of(course, "equals", "drawn")
    case = replace(prepared.ask.cases[0], public=True)
    asked = replace(prepared.ask, cases=(case,))
    part = asked.part
    drawn = []
    for what, make in ABSURD.items():
        seen = (observed(make()),)
        outcome = Outcome(prepared, asked, Judgement(Verdict.WRONG, ""), Evidence(seen))
        tracemalloc.start()
        figures = figures_of(part, [outcome])
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < MAX_BYTES, (what, peak >> 20)
        drawn += [what for figure in figures if len(figure.model_dump_json()) < 200_000]
    assert "many rows" in drawn
    assert "NaN everywhere" in drawn
    assert not {"eight million rows", "a view of terabytes", "no rows", "text"} & set(drawn)


@pytest.mark.parametrize("returns", [(), ("gram",), ("gram", "x")])
def test_a_formula_is_compared_with_code_of_the_truths_shape_only(
    course: Course, returns: tuple[str, ...]
) -> None:
    asked = question(course, "equals", "several" if len(returns) > 1 else "gram")
    (wanted, *_) = asked.truth
    assert np.array_equal(leaves(_arranged(wanted, wanted, returns))[0], leaves(wanted)[0].data)
    sizes = [leaf.data.shape for leaf in leaves(wanted)]
    for what, make in ABSURD.items():
        value = make()
        tracemalloc.start()
        try:
            found = leaves(_arranged(value, wanted, returns))
            pairs = zip(found, sizes, strict=True)
            assert all(leaf is None or leaf.shape == size for leaf, size in pairs), what
        except _Unlike:
            pass
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
        assert peak < MAX_BYTES, (what, peak >> 20)
