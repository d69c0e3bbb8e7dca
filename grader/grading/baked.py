"""The truth of a kit: looked up in what was baked into it, where there is no reference to run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from grader.cases import Case, CasePlan
from grader.cases.edges import change_leaves
from grader.course.baked import Baked, place_of
from grader.course.references import References
from grader.grading.reference_limits import ReferenceSeconds
from grader.grading.truth import ReferenceFailed, Truth, digest_of_calls
from grader.sandbox import Call
from grader.values import Array, Value

NOT_BAKED = "the kit does not hold this; was it made by another version of grader?"


class BakedTruth(Truth):
    """Answers what the kit holds, and raises ReferenceFailed for anything else."""

    def __init__(self, references: References, seconds: ReferenceSeconds, baked: Baked) -> None:
        super().__init__(references, seconds)
        self._baked = baked

    def cases(
        self,
        raw: Mapping[str, Any],
        plan: CasePlan,
        secret: str,
        place: Sequence[str | int],
        round_: int = 0,
    ) -> tuple[Case, ...]:
        problem, part, number, _ = place
        kept = self._baked.cases.get(place_of(problem, part, number), ())
        return tuple(case_from_plain(one) for one in kept)

    def values(self, reference: str, calls: Sequence[Call]) -> list[Value]:
        if not calls:
            return []
        found = self._baked.truth.get(truth_key(reference, calls))
        if found is None:
            raise ReferenceFailed(NOT_BAKED)
        return list(found)

    def once(self, reference: str, calls: Sequence[Call], *, quote: bool) -> list[Value]:
        raise ReferenceFailed(NOT_BAKED)


def truth_key(reference: str, calls: Sequence[Call]) -> str:
    return f"{reference} {digest_of_calls(calls)}"


def case_to_plain(case: Case) -> dict[str, Any]:
    """A public case as plain values: whoever has it may see all of it."""
    assert case.public
    return {
        "number": case.number,
        "label": case.label,
        "inputs": dict(case.inputs),
        "seed": case.seed,
        "strided": case.strided,
        "expected": case.expected,
        "sizes": dict(case.sizes),
    }


def case_from_plain(plain: Mapping[str, Any]) -> Case:
    def bare(leaf: Any) -> Any:
        return leaf.data if isinstance(leaf, Array) else leaf

    return Case(**change_leaves(dict(plain), bare), public=True)
