"""`efficiency` on times that are written out: what is slow, what grows, what nobody can know."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from pydantic import ValidationError

from grader.cases import Case
from grader.checks import Ask, Evidence, Judgement, Tolerance, Verdict
from grader.checks.efficiency import Efficiency, EfficiencyOptions
from grader.checks.slowness import (
    CHANCE,
    FLOOR_SECONDS,
    MAX_ROUNDS,
    Pair,
    grows_faster,
    growth,
    too_slow,
)
from grader.course.signature import read_signature
from grader.kinds.function.keys import FunctionPart
from grader.sandbox import Died, Observation, Raised, Returned, Spent
from grader.values import Array

CHECK = Efficiency()
LOOP = ". Is there a loop that one array operation could replace?"
AGAIN = ". Is something done again for every entry that could be done once?"


def pair(size: int, mine: float, theirs: float) -> Pair:
    return Pair(size, Spent(mine, mine), Spent(theirs, theirs))


def beside(*ratios: float) -> list[list[Pair]]:
    """Rounds of one size in which the answer took so many times as long."""
    return [[pair(1, ratio, 1.0)] for ratio in ratios]


# Where the limit is 10, and a quarter more may be chance.
SLOW: dict[str, tuple[tuple[float, ...], int, bool | None]] = {
    "always faster": ((0.5, 0.6, 0.4), 3, False),
    "fewer rounds than are asked for": ((0.5, 0.6), 3, None),
    "one round, if that is asked for": ((0.5,), 1, False),
    "at the limit": ((10, 10, 10), 3, False),
    "over it by what may be chance": ((12.4, 12.5, 12.4), 3, False),
    "over it by more": ((12.6, 12.6, 12.6), 3, True),
    "one round alone makes nobody slow": ((1000,), 1, None),
    "two do not either": ((1000, 1000), 1, None),
    "three do": ((1000, 1000, 1000), 1, True),
    "not before as many as are asked for": ((1000,) * 4, 5, None),
    "an outlier asks for more": ((1, 1, 1000), 3, None),
    "a lucky one too": ((1000, 1000, 1), 3, None),
    "at the end it is decided by most": ((1, *[1000] * 8), 3, True),
    "two in three are not most": ((1, 1, 1, *[1000] * 6), 3, False),
    "three in four are not more than three in four": ((*[1] * 3, *[1000] * 9), 12, False),
    "a tie is the student's": ((*[1] * 4, *[1000] * 5), 3, False),
    "one outlier at the end costs nothing": ((1000, *[1] * 8), 3, False),
}


@pytest.mark.parametrize(("ratios", "least", "verdict"), SLOW.values(), ids=SLOW)
def test_when_an_answer_is_slow(
    ratios: tuple[float, ...], least: int, verdict: bool | None
) -> None:
    assert too_slow(beside(*ratios), 10, least) is verdict


def test_every_order_of_the_same_rounds_gives_the_same() -> None:
    """Once no more rounds come, the verdict does not hang on when the outlier was."""
    for outlier in range(MAX_ROUNDS):
        ratios = [1.0] * MAX_ROUNDS
        ratios[outlier] = 1000
        assert too_slow(beside(*ratios), 10, 3) is False


def test_a_reference_that_is_too_fast_to_be_measured_counts_as_a_millisecond() -> None:
    limit = CHANCE * 10 * FLOOR_SECONDS
    assert too_slow([[pair(1, 0.99 * limit, 1e-6)]] * 3, 10, 3) is False
    assert too_slow([[pair(1, 1.01 * limit, 1e-6)]] * 3, 10, 3) is True


def test_a_call_that_leaves_its_work_for_later_is_slow() -> None:
    late = Pair(1, mine=Spent(0.001, 3.0), theirs=Spent(0.01, 0.1))
    assert late.ratio == pytest.approx(30)
    assert too_slow([[late]] * 3, 10, 3) is True


def test_what_is_sent_costs_nobody_anything() -> None:
    one = Pair(1, mine=Spent(0.3, 10.3), theirs=Spent(0.1, 10.1))
    assert one.ratio == pytest.approx(3)


SIZES = (100, 200, 400)


def grown(mine: Sequence[float], theirs: Sequence[float], sizes: Sequence[int] = SIZES) -> Any:
    return [[pair(*one) for one in zip(sizes, mine, theirs, strict=True)]] * 3


# Seconds of the answer and of the reference at each size.
GROWTH = {
    "linear beside linear": ((1, 2, 4), (1, 2, 4), False),
    "slower but linear": ((9, 18, 36), (1, 2, 4), False),
    "quadratic beside linear": ((1, 4, 16), (1, 2, 4), True),
    "quadratic beside linear, and faster": ((0.1, 0.4, 1.6), (1, 2, 4), True),
    "quadratic beside quadratic": ((1, 4, 16), (0.1, 0.4, 1.6), False),
    "linear beside quadratic": ((1, 2, 4), (1, 4, 16), False),
    "cubic beside quadratic": ((1, 8, 64), (1, 4, 16), True),
    "n log n beside n": ((6.6, 15.2, 34.4), (1, 2, 4), False),
    "out of a cache at the end": ((1, 2, 11), (1, 2, 4), False),
    "with some noise": ((1.2, 3.6, 17), (0.9, 2.2, 4.1), True),
    "a reference too fast to be measured": ((1, 4, 16), (1e-4, 2e-4, 4e-4), False),
    "one that is too fast at the first size": ((1, 4, 16), (9e-4, 2e-3, 4e-3), False),
}


@pytest.mark.parametrize(("mine", "theirs", "faster"), GROWTH.values(), ids=GROWTH)
def test_when_a_time_grows_faster(
    mine: tuple[float, ...], theirs: tuple[float, ...], faster: bool
) -> None:
    assert grows_faster(grown(mine, theirs), 3) is faster


def test_sizes_at_which_the_reference_is_too_fast_are_left_out() -> None:
    rounds = grown((1, 4, 16, 64), (1e-6, 2, 4, 8), (100, 200, 400, 800))
    assert grows_faster(rounds, 3) is True
    assert growth(rounds) == (4, 16, 4)


def ask(secret: bool = False, public: bool = False, rounds: int = 1, **options: Any) -> Ask:
    """With the cases of so many rounds; the reference returns the number of the case."""
    spec = EfficiencyOptions(at_most=10, **options)
    sizes = CHECK.plan(spec).sizes * rounds
    part = FunctionPart.model_validate(
        {
            "asks": "function",
            "points": 1,
            "call": "f(x)",
            "reference": "m.f",
            "checks": [{"efficiency": {}}],
        },
        context={"checks": {"efficiency": EfficiencyOptions}},
    )
    return Ask(
        part=part,
        options=spec,
        cases=tuple(
            Case(i, f"case {i + 1}", {"x": float(i)}, seed=i, public=public, sizes=one)
            for i, one in enumerate(sizes)
        ),
        call=read_signature("f(x)"),
        first=(),
        returns=(),
        tolerance=Tolerance(1e-6, 1e-8),
        reference_library="numpy",
        secret=secret,
    )


def judged(
    ask: Ask,
    mine: Sequence[float],
    theirs: Sequence[float],
    changed: dict[int, Observation] | None = None,
    sure: bool = True,
) -> Judgement | None:
    """What `efficiency` says of these times, the same in every round; None: one more round."""
    length = len(CHECK.plan(ask.options).sizes)
    truth = [Array(np.full(3, float(i)), "numpy") for i in range(len(ask.cases))]
    seen: list[Observation] = []
    reference = []
    for index, value in enumerate(truth):
        # Whatever the first call of a round takes, it is not looked at.
        place = index % length - 1
        took = 1000.0 if place < 0 else mine[place]
        seen.append(Returned(value, 0.0, spent=Spent(took, took, sure)))
        needed = 0.001 if place < 0 else theirs[place]
        reference.append(Spent(needed, needed))
    for index, one in (changed or {}).items():
        seen[index] = one
    evidence = Evidence(tuple(seen), (), tuple(reference))
    if not CHECK.settled(ask, truth, evidence):
        return None
    return CHECK.judge(ask, truth, evidence)


GROWING: dict[str, Any] = {"sizes": {"n": [64, 128, 256]}}


def test_the_cases_of_a_round() -> None:
    plain, grows = EfficiencyOptions(), EfficiencyOptions(**GROWING)
    assert CHECK.plan(plain).sizes == ({}, {})
    assert [one["n"] for one in CHECK.plan(grows).sizes] == [256, 64, 128, 256]
    assert CHECK.title(plain) == "takes at most 20 times as long as the reference"
    assert CHECK.title(grows) == (
        "takes at most 20 times as long as the reference and grows no faster with n"
    )


def test_fast_enough_is_right() -> None:
    assert judged(ask(rounds=3), [1], [1]) == Judgement(Verdict.CORRECT, "fast enough")
    assert judged(ask(rounds=3, **GROWING), [1, 2, 4], [1, 2, 4]) == Judgement(
        Verdict.CORRECT, "fast enough"
    )


def test_rounds_go_on_until_there_are_enough() -> None:
    assert judged(ask(rounds=2), [1], [1]) is None
    assert judged(ask(rounds=2, repeats=2), [1], [1]) is not None
    assert judged(ask(rounds=2, repeats=2), [1000], [1]) is None


WORDS: dict[str, tuple[list[float], dict[str, Any], str]] = {
    "slow": ([40], {}, f"it takes about 40 times as long as the reference; at most 10 times is "
             f"asked for{LOOP}"),
    "growing": ([1, 4, 16], GROWING, "4 times the n takes 16 times as long; the reference takes "
                f"4 times as long{AGAIN}"),
    "slow and growing": ([100, 400, 1600], GROWING, "4 times the n takes 16 times as long; the "
                         f"reference takes 4 times as long{AGAIN}"),
    "slow at every size": ([40, 80, 160], GROWING, "it takes about 40 times as long as the "
                           f"reference; at most 10 times is asked for{LOOP}"),
}  # fmt: skip
HIDDEN = {
    "slow": f"it is slower than the reference by more than the factor 10 that is allowed{LOOP}",
    "growing": f"the time it takes grows faster with n than that of the reference{AGAIN}",
}


@pytest.mark.parametrize(("mine", "options", "words"), WORDS.values(), ids=WORDS)
def test_the_words_for_a_slow_answer(
    mine: list[float], options: dict[str, Any], words: str
) -> None:
    found = judged(ask(rounds=3, **options), mine, [1, 2, 4])
    assert found == Judgement(Verdict.WRONG, words)
    assert judged(ask(rounds=3, secret=True, public=True, **options), mine, [1, 2, 4]) == found


@pytest.mark.parametrize("name", HIDDEN)
def test_of_a_hidden_case_no_number_of_the_students_is_said(name: str) -> None:
    mine, options, _ = WORDS[name]
    found = judged(ask(secret=True, rounds=3, **options), mine, [1, 2, 4])
    assert found == Judgement(Verdict.WRONG, HIDDEN[name])


def test_a_wrong_value_is_told_in_the_words_of_equals_and_ends_it() -> None:
    nothing = Returned(None, 0.0, spent=Spent(1e-6, 1e-6))
    found = judged(ask(), [1], [1], {1: nothing})
    assert found is not None
    assert (found.verdict, found.message) == (
        Verdict.WRONG,
        "case 2: the result is None; does your function end without `return`?",
    )


def test_a_wrong_value_in_the_call_that_is_not_timed_counts_too() -> None:
    wrong = Returned(Array(np.array([5.0, 0.0, 0.0]), "numpy"), 0.0, spent=Spent(1, 1))
    found = judged(ask(), [1], [1], {0: wrong})
    assert found is not None
    assert (found.verdict, found.message) == (
        Verdict.WRONG,
        "case 1: the result differs in 1 of 3 entries",
    )


@pytest.mark.parametrize(
    ("seen", "verdict", "words"),
    [
        (Died("timed out"), Verdict.TIMED_OUT,
         "case 2: no answer in time; is there a loop that never ends?"),
        (Died("out of memory"), Verdict.OUT_OF_MEMORY, "case 2: it ran out of memory"),
        (Raised("ValueError", "no good"), Verdict.CRASHED, "case 2: ValueError: no good"),
    ],
)  # fmt: skip
def test_a_call_that_gives_nothing_ends_it(seen: Observation, verdict: Verdict, words: str) -> None:
    found = judged(ask(), [1], [1], {1: seen})
    assert found is not None
    assert (found.verdict, found.message) == (verdict, words)


def test_what_the_kernel_does_not_tell_makes_nobody_wrong() -> None:
    found = judged(ask(rounds=3), [1000], [1], sure=False)
    assert found == Judgement(
        Verdict.UNDECIDED,
        "it seems to be too slow, but how long it had to wait for a processor is not known here; "
        "a person decides",
    )
    assert judged(ask(rounds=3), [1], [1], sure=False) == Judgement(Verdict.CORRECT, "fast enough")


NEAR = (
    "ends at less than 4 times its first value, over which growth cannot be told from chance; "
    "write {n: [64, 128, 256]}"
)
UPWARDS = "goes from small to large, starting above 0; write {n: [64, 128, 256]}"
BAD = {
    "two names": (
        {"n": [64, 256], "d": [1, 4]},
        "grows 2 sizes at once; write {n: [64, 128, 256]}, with one name",
    ),
    "none": ({"n": []}, NEAR),
    "one value": ({"n": [64]}, NEAR),
    "too near": ({"n": [64, 128]}, NEAR),
    "downwards": ({"n": [256, 64]}, UPWARDS),
    "the same twice": ({"n": [64, 64, 256]}, UPWARDS),
    "from nothing": ({"n": [0, 64]}, UPWARDS),
}


@pytest.mark.parametrize(("sizes", "words"), BAD.values(), ids=BAD)
def test_sizes_that_show_no_growth_are_refused(sizes: dict[str, list[int]], words: str) -> None:
    with pytest.raises(ValidationError) as caught:
        EfficiencyOptions(sizes=sizes)
    assert [error["msg"] for error in caught.value.errors()] == [f"Value error, {words}"]


def test_some_of_the_cases_cannot_be_shown() -> None:
    assert EfficiencyOptions(public=True).public_cases()
    with pytest.raises(ValidationError) as caught:
        EfficiencyOptions(public=2)
    assert [error["msg"] for error in caught.value.errors()] == [
        "Value error, shows all cases or none here; write true or false"
    ]
