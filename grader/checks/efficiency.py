"""`efficiency`: not slower than the reference by more than a factor, and not growing faster.

Both run on the same inputs, one after the other, in rounds with inputs of their own: an answer that
keeps its results finds none of them again. Every result is compared with the reference's. What is
measured, from outside, is the time as on a quiet machine (`grader.sandbox.meter`); what it means is
decided in `grader.checks.slowness`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from statistics import median
from typing import ClassVar

from pydantic import Field, field_validator

from grader.cases import CasePlan
from grader.checks.base import (
    Ask,
    Check,
    Evidence,
    Judgement,
    reference_calls_of,
    student_calls_of,
    truth_of,
)
from grader.checks.equals import best_of, judge_case, possible
from grader.checks.slowness import LEAST_SPAN, Pair, Round, grows_faster, growth, too_slow
from grader.checks.verdict import Verdict
from grader.course.specs import CheckOptions
from grader.sandbox import Call, Observation, Returned, Spent
from grader.values import Value
from grader.values.plain import Library

_EXAMPLE = "write {n: [64, 128, 256]}"


class EfficiencyOptions(CheckOptions):
    only_functions: ClassVar[bool] = True

    at_most: float = Field(
        20.0, gt=1, description="how many times the reference's time is still fine"
    )
    repeats: int = Field(
        3, ge=1, le=20, description="how often each side runs at least, on other inputs each time"
    )
    sizes: dict[str, list[int]] = Field(
        default_factory=dict,
        description="a size and its values, smallest first: the time may not grow faster with it "
        "than the reference's",
    )

    @field_validator("sizes")
    @classmethod
    def _can_be_compared(cls, sizes: dict[str, list[int]]) -> dict[str, list[int]]:
        if len(sizes) > 1:
            raise ValueError(f"grows {len(sizes)} sizes at once; {_EXAMPLE}, with one name")
        for values in sizes.values():
            if any(a >= b for a, b in pairwise(values)) or any(value < 1 for value in values):
                raise ValueError(f"goes from small to large, starting above 0; {_EXAMPLE}")
            if len(values) < 2 or values[-1] < LEAST_SPAN * values[0]:
                raise ValueError(
                    f"ends at less than {LEAST_SPAN} times its first value, over which growth "
                    f"cannot be told from chance; {_EXAMPLE}"
                )
        return sizes

    @field_validator("public")
    @classmethod
    def _all_or_none(cls, public: bool | int) -> bool | int:
        # One process runs all cases of a round: it must not carry a hidden one into a shown one.
        if not isinstance(public, bool):
            raise ValueError("shows all cases or none here; write true or false")
        return public

    def sizes_it_sets(self) -> Mapping[str, list[int]]:
        return self.sizes


class Efficiency(Check):
    kind: ClassVar[str] = "efficiency"
    Options: ClassVar[type[CheckOptions]] = EfficiencyOptions
    timed: ClassVar[bool] = True

    def title(self, options: EfficiencyOptions) -> str:
        title = f"takes at most {options.at_most:g} times as long as the reference"
        grows = "".join(f" and grows no faster with {name}" for name in options.sizes)
        return title + grows

    def plan(self, options: EfficiencyOptions) -> CasePlan:
        return CasePlan(sizes=_sizes(options), public=options.public_cases())

    def reference_calls(self, ask: Ask) -> list[Call]:
        return reference_calls_of(ask)

    def student_calls(self, ask: Ask, truth: Sequence[Value], library: Library) -> list[Call]:
        return student_calls_of(ask, truth, library)

    def settled(self, ask: Ask, truth: Sequence[Value], evidence: Evidence) -> bool:
        # Of the rounds before the last every value was right, or there would be no last.
        last = range(len(ask.cases) - len(_sizes(ask.options)), len(ask.cases))
        wrong = _first_wrong(ask, truth, evidence.observations, last)
        if wrong is not None and not _may_follow_a_convention(ask, evidence.observations):
            return True
        return _judged(ask, _rounds(ask, truth, evidence)) is not None

    def judge(self, ask: Ask, truth: Sequence[Value], evidence: Evidence) -> Judgement:
        wrong = _first_wrong(ask, truth, evidence.observations, range(len(ask.cases)))
        if wrong is not None:
            return wrong
        judged = _judged(ask, _rounds(ask, truth, evidence))
        assert judged is not None, "it is settled before it is judged"
        return judged


def _sizes(options: EfficiencyOptions) -> tuple[Mapping[str, int], ...]:
    """Of the cases of a round. The first is not timed: the first call in a fresh fork pays for
    pages that are copied, libraries that are only now imported, and memory that the process gets
    from the kernel once. That last is why it is of the largest size: after a small call the first
    large one took up to four times as long as the next."""
    grown = [{name: size} for name, values in options.sizes.items() for size in values] or [{}]
    return (grown[-1], *grown)


def _attempts(ask: Ask, observations: Sequence[Observation], index: int) -> Sequence[Observation]:
    """What was seen in a case: by the student's own and by given results of `first`."""
    stride = 2 if ask.first else 1
    return possible(ask, observations[index * stride : (index + 1) * stride])


def _compared(ask: Ask, truth: Sequence[Value], index: int, seen: Observation) -> Judgement:
    wanted, _ = truth_of(ask, truth, index)
    return judge_case(ask, ask.cases[index], wanted, seen)


def _right(ask: Ask, truth: Sequence[Value], index: int, seen: Observation) -> bool:
    return _compared(ask, truth, index, seen).verdict is Verdict.CORRECT


def _first_wrong(
    ask: Ask, truth: Sequence[Value], observations: Sequence[Observation], places: range
) -> Judgement | None:
    """The judgement on the first of these cases that did not give the right value."""
    for index in places:
        seen = _attempts(ask, observations, index)
        best = best_of([_compared(ask, truth, index, one) for one in seen])
        if best.verdict is not Verdict.CORRECT:
            return best
    return None


def _may_follow_a_convention(ask: Ask, observations: Sequence[Observation]) -> bool:
    """Whether another truth may make the values right: then the times are needed as well."""
    conventions = ask.part.readings
    return bool(conventions) and all(
        any(isinstance(one, Returned) for one in _attempts(ask, observations, index))
        for index in range(len(ask.cases))
    )


def _rounds(ask: Ask, truth: Sequence[Value], evidence: Evidence) -> list[Round]:
    """The times, where a value came back in every case; the first of each round is left out."""
    names = list(ask.options.sizes)
    length = len(_sizes(ask.options))
    pairs = []
    for index, case in enumerate(ask.cases):
        seen = _attempts(ask, evidence.observations, index)
        returned = [one for one in seen if isinstance(one, Returned)]
        if len(returned) > 1:
            right = [one for one in returned if _right(ask, truth, index, one)]
            returned = right or returned
        mine = min((_spent(one) for one in returned), key=lambda spent: spent.call)
        size = case.sizes[names[0]] if names else 1
        pairs.append(Pair(size, mine, evidence.reference[index]))
    return [pairs[start + 1 : start + length] for start in range(0, len(pairs), length)]


def _spent(seen: Returned) -> Spent:
    assert seen.spent is not None, "what is judged here was timed"
    return seen.spent


def _judged(ask: Ask, rounds: Sequence[Round]) -> Judgement | None:
    """The judgement on right values by their times; None while the rounds do not agree."""
    options: EfficiencyOptions = ask.options
    slow = too_slow(rounds, options.at_most, options.repeats)
    grows = grows_faster(rounds, options.repeats) if options.sizes else False
    if slow is False and grows is False:
        return Judgement(Verdict.CORRECT, "fast enough")
    if not slow and not grows:
        return None
    if not all(pair.mine.sure and pair.theirs.sure for one in rounds for pair in one):
        return Judgement(
            Verdict.UNDECIDED,
            "it seems to be too slow, but how long it had to wait for a processor is not known "
            "here; a person decides",
        )
    # A quotient is a number of the student's choosing, and could carry a hidden input.
    quote = all(ask.may_quote(case) for case in ask.cases)
    words = _growing(rounds, options, quote) if grows else _slow(rounds, options, quote)
    return Judgement(Verdict.WRONG, words)


def _slow(rounds: Sequence[Round], options: EfficiencyOptions, quote: bool) -> str:
    if quote:
        ratio = median(one[-1].ratio for one in rounds)
        said = (
            f"it takes about {ratio:.0f} times as long as the reference; "
            f"at most {options.at_most:g} times is asked for"
        )
    else:
        said = (
            f"it is slower than the reference by more than the factor {options.at_most:g} "
            "that is allowed"
        )
    return f"{said}. Is there a loop that one array operation could replace?"


def _growing(rounds: Sequence[Round], options: EfficiencyOptions, quote: bool) -> str:
    (name,) = options.sizes
    if quote:
        size, mine, theirs = growth(rounds)
        said = (
            f"{size:g} times the {name} takes {_number(mine)} times as long; "
            f"the reference takes {_number(theirs)} times as long"
        )
    else:
        said = f"the time it takes grows faster with {name} than that of the reference"
    return f"{said}. Is something done again for every entry that could be done once?"


def _number(factor: float) -> str:
    return f"{factor:.0f}" if factor >= 10 else f"{factor:.1f}".removesuffix(".0")
