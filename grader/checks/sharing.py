"""Of an answer with several outputs each earns: what is right of a wrong one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from grader.checks.base import Ask, Judgement
from grader.checks.verdict import Verdict
from grader.sandbox import Observation, Returned
from grader.values import Value
from grader.values.counting import counted

# What is right among the outputs of a case, given what was returned for it.
Right = Callable[[int, Value], dict[str, bool]]


def with_share(
    judgement: Judgement, ask: Ask, seen: Sequence[Observation], stride: int, right: Right
) -> Judgement:
    """The judgement on a wrong answer, with the share that its outputs earn which are right in
    every case. Of the attempts with a student's own earlier results and with the reference's,
    `stride` in all, that counts which has more of them.
    """
    if judgement.verdict is not Verdict.WRONG:
        return judgement
    found = [_always(seen[attempt::stride], right) for attempt in range(stride)]
    best = max(found, key=lambda one: sum(one.values()))
    count = sum(best.values())
    if not count:
        return judgement
    quote = all(map(ask.may_quote, ask.cases))
    names = ", ".join(name for name, is_right in best.items() if is_right)
    which = f": {names}" if quote else ""
    are = "is" if count == 1 else "are"
    right_ones = f"{count} of {counted(len(best), 'output')} {are} right in every case{which}"
    message = f"{judgement.message}; {right_ones}"
    return replace(judgement, message=message, share=count / len(best))


def _always(seen: Sequence[Observation], right: Right) -> dict[str, bool]:
    """Each output, and whether it is right in all cases; nothing where one gave no outputs."""
    found: dict[str, bool] = {}
    for index, one in enumerate(seen):
        here = right(index, one.value) if isinstance(one, Returned) else {}
        if not here:
            return {}
        found = {name: is_right and found.get(name, True) for name, is_right in here.items()}
    return found
