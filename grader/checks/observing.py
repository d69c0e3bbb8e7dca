"""The words for a call that did not return."""

from __future__ import annotations

import builtins
from dataclasses import replace

from grader.cases import Case
from grader.checks.base import Ask, Judgement
from grader.checks.findings import CodeError
from grader.checks.verdict import Verdict
from grader.sandbox import Died, Observation, Raised, Refused, Returned
from grader.values import place_in

# Said twice by a process that has run the student's code, in fresh cells.
FAULTY = (
    "the process that runs your code says that grader failed in it; a person looks at this part"
)


def failure(observation: Observation, ask: Ask, case: Case) -> Judgement | None:
    """The judgement on a call of a case that gave no value; None if it returned."""
    failed = what_failed(observation, ask, case)
    return failed and replace(failed, message=f"{case.label}: {failed.message}")


def what_failed(observation: Observation, ask: Ask, case: Case) -> Judgement | None:
    """The same, without saying in which case."""
    if isinstance(observation, Returned):
        return None
    if isinstance(observation, Raised):
        return _raised(observation, ask, case)
    if isinstance(observation, Refused):
        reason = f": {observation.reason}" if ask.may_quote(case) else ""
        return Judgement(Verdict.WRONG, f"what you return is too large to compare{reason}")
    return _died(observation, ask, case)


def _died(died: Died, ask: Ask, case: Case) -> Judgement:
    limits = ask.part.limits
    if died.how == "timed out":
        within = f" within {limits.seconds:g} s" if limits.seconds else " in time"
        return Judgement(Verdict.TIMED_OUT, f"no answer{within}; is there a loop that never ends?")
    if died.how == "out of budget":
        message = "not run to its end: the time for the whole submission is used up"
        return Judgement(Verdict.TIMED_OUT, message)
    if died.how == "faulty":
        return Judgement(Verdict.UNDECIDED, FAULTY)
    if died.how == "out of memory":
        return Judgement(Verdict.OUT_OF_MEMORY, "it ran out of memory")
    if died.how == "crowded":
        return Judgement(
            Verdict.CRASHED,
            "too many processes or threads are running; end those that your code starts",
        )
    if died.how == "garbled":
        return Judgement(Verdict.CRASHED, "what came back could not be read")
    # The number of an exit or a signal is the student's to choose; a crash that has a name is not.
    numbered = died.how == "exited" or died.detail.startswith("signal ")
    hidden = numbered and not ask.may_quote(case)
    detail = f" ({died.detail})" if died.detail and not hidden else ""
    if died.how == "exited":
        message = f"the code ended Python itself{detail}; return a value instead"
        return Judgement(Verdict.CRASHED, message)
    return Judgement(Verdict.CRASHED, f"the Python process crashed{detail}")


def _raised(raised: Raised, ask: Ask, case: Case) -> Judgement:
    # Whatever came back is the student's to choose, and could carry hidden inputs.
    quote = ask.may_quote(case)
    name, after = ask.call.function, ask.part.calls_after
    if raised.type_name == "WrongArity":
        takes = f" {raised.message.strip()}" if quote else " other arguments"
        why = f": {raised.note}" if raised.note and quote else ""
        called = ", then ".join(map(str, (ask.call, *after)))
        return Judgement(Verdict.CRASHED, f"{name} takes{takes}, but is called as {called}{why}")
    if raised.type_name == "NotThere":
        if any(one.startswith(f"{raised.message}(") for one in after):
            return Judgement(Verdict.CRASHED, f"what {name} makes has no `{raised.message}`")
        note = raised.note if quote else ""
        return Judgement(Verdict.CRASHED, note or f"`{name}` is not there once the file has run")
    frame = raised.frames[-1] if raised.frames and quote else None
    known = isinstance(getattr(builtins, raised.type_name, None), type)
    error = raised.type_name if quote or known else "an error"
    text = raised.message.strip().split("\n")[0] if quote else ""
    place = f" at {place_in(frame.file, frame.line, frame.cell)}" if frame else ""
    cause = f"{raised.note}. " if raised.note and quote else ""
    notes: tuple[str, ...] = ()
    if "CUDA" in raised.message or "NVIDIA" in raised.message:
        notes = (*notes, "there is no GPU here: leave out .cuda() and device='cuda'")
    finding = CodeError(
        case=case.label,
        error=error,
        message=text,
        file=frame.file if frame else "",
        line=frame.line if frame else None,
        cell=frame.cell if frame else None,
        code=frame.code if frame else "",
        function=frame.function if frame else "",
    )
    message = f"{cause}{_about_none(raised, ask, case)}{error}{': ' + text if text else ''}{place}"
    if raised.type_name == "SystemExit":
        message = f"the code ended Python itself{place}; return a value instead"
    return Judgement(Verdict.CRASHED, message, (finding,), notes)


def _about_none(raised: Raised, ask: Ask, case: Case) -> str:
    """Which input it did not expect to be None, where that is what the error is about."""
    if "NoneType" not in raised.message:
        return ""
    absent = [
        argument.name
        for argument in ask.call.passed
        if argument.name in case.inputs and case.inputs[argument.name] is None
    ]
    return f"it fails when {' and '.join(absent)} is None: " if absent else ""
