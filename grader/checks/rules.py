"""`rules`: what an answer may not, or must, use.

Its source is read, from the syntax tree and never executed; and while the part's other checks run
it, calls of forbidden functions are noted. What was noted can only accuse: silence proves nothing.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from grader.checks.base import Ask, Check, Evidence, Judgement
from grader.checks.findings import Place
from grader.checks.verdict import Verdict
from grader.course.rules import RulesOptions
from grader.course.specs import CheckOptions
from grader.sandbox.hiding import LIBRARY, last_word, matches, public_name, what_it_hides
from grader.sandbox.observations import SourceUse
from grader.values import Value, place_in

LOOP, TOO_MANY = "<loop>", "<too many>"
PERHAPS_OWN = "<own?> "  # before `cell.backward` where the submission has a method of that name
MODULE = "<module> "  # before `torch` where it is handed on, so that it may have other names


class Rules(Check):
    kind: ClassVar[str] = "rules"
    Options: ClassVar[type[CheckOptions]] = RulesOptions
    reads_source: ClassVar[bool] = True

    def title(self, options: RulesOptions) -> str:
        return "keeps to the rules"

    def watched(self, options: RulesOptions) -> tuple[str, ...]:
        return tuple(options.forbid)

    def judge(self, ask: Ask, truth: Sequence[Value], evidence: Evidence) -> Judgement:
        options: RulesOptions = ask.options
        why = f" {options.hint}" if options.hint else ""
        for judgement in (*_written(options, evidence, why), *_called(options, evidence, why)):
            return judgement  # the first broken rule; what is doubtful comes after all of them
        for judgement in _doubtful(options, evidence):
            return judgement
        if options.require and not any(
            matches(_plain(use), pattern) for use in evidence.uses for pattern in options.require
        ):
            wanted = " or ".join(options.require)
            return Judgement(Verdict.BROKE_A_RULE, f"does not use {wanted}.{why}")
        return Judgement(Verdict.CORRECT, "nothing forbidden is used")


def _written(options: RulesOptions, evidence: Evidence, why: str) -> Iterator[Judgement]:
    """Rules that the source plainly breaks."""
    for use in evidence.uses:
        if use.name == LOOP and not options.loops:
            yield _at(use, Verdict.BROKE_A_RULE, f"uses a loop, which this part forbids.{why}")
        elif (pattern := _forbidden(use, options)) and not _may_be_own(use, pattern):
            message = f"uses {_plain(use)}, which this part forbids.{why}"
            yield _at(use, Verdict.BROKE_A_RULE, message)
        elif (pattern := _reached(use, options)) and _hides(use):
            message = f"uses {_plain(use)} to reach {pattern}, which this part forbids.{why}"
            yield _at(use, Verdict.BROKE_A_RULE, message)


def _called(options: RulesOptions, evidence: Evidence, why: str) -> Iterator[Judgement]:
    """Rules that were broken while it ran, by the word of the student's own process."""
    for call in evidence.calls:
        pattern = next((one for one in options.forbid if one == call.pattern), None)
        if pattern is None or not matches(call.name, pattern):
            continue
        if call.hidden:  # a name, a file or a line could carry what it was called with
            message = f"calls {pattern} while it runs, which this part forbids.{why}"
            yield Judgement(Verdict.BROKE_A_RULE, message)
        else:
            use = SourceUse(call.name, call.file, call.line, call.cell)
            message = f"calls {call.name} while it runs, which this part forbids.{why}"
            yield _at(use, Verdict.BROKE_A_RULE, message)


def _doubtful(options: RulesOptions, evidence: Evidence) -> Iterator[Judgement]:
    """What only a person can decide: plainer doubts first."""
    handed_on = [
        use.name.removeprefix(MODULE) for use in evidence.uses if use.name.startswith(MODULE)
    ]
    for use in evidence.uses:
        name = _plain(use)
        if _forbidden(use, options):
            message = f"a person looks whether {name} is your own: this part forbids a library's"
            yield _at(use, Verdict.UNDECIDED, message)
        elif pattern := _perhaps(use, options, handed_on):
            message = f"a person looks whether {name} is {pattern}, which this part forbids"
            yield _at(use, Verdict.UNDECIDED, message)
    for use in evidence.uses if options.forbid else ():
        if what := _hides(use):
            which = "what this part forbids"
            message = f"a person looks whether {_plain(use)}, which {what}, reaches {which}"
            yield _at(use, Verdict.UNDECIDED, message)
    if any(use.name == TOO_MANY for use in evidence.uses):
        message = "the source uses more names than can be read; a person looks at the rules"
        yield Judgement(Verdict.UNDECIDED, message)


def _forbidden(use: SourceUse, options: RulesOptions) -> str:
    """The pattern that forbids it; one without a star counts before one with."""
    names = {_plain(use)}
    if not use.origin and _plain(use).isidentifier():  # a variable or function of the student's
        return ""
    if use.origin == LIBRARY and not _hides(use):
        names |= {public_name(_plain(use)), _plain(use).removeprefix("builtins.")}
        # A library's module may hold the library: `torch.nn.functional.torch.softmax`.
        root, _, below = _plain(use).partition(".")
        names.add(".".join([root, below.rpartition(f"{root}.")[2]]))
    hits = [one for one in options.forbid if any(matches(name, one) for name in names)]
    return min(hits, key=lambda pattern: pattern.startswith("*."), default="")


def _may_be_own(use: SourceUse, pattern: str) -> bool:
    return pattern.startswith("*.") and use.name.startswith(PERHAPS_OWN)


def _hides(use: SourceUse) -> str:
    return what_it_hides(_plain(use), use.origin)


def _reached(use: SourceUse, options: RulesOptions) -> str:
    """The pattern whose name stands as a text beside this one, or within it:
    `torch.ops.aten._softmax`."""
    words = {*use.words, *(part.strip("_") for part in _plain(use).split("."))}
    return next((one for one in options.forbid if last_word(one) in words), "")


def _perhaps(use: SourceUse, options: RulesOptions, handed_on: Sequence[str]) -> str:
    """The pattern that `tools.softmax` may be where `torch` was handed on, and nobody knows what
    `tools` is."""
    _, dot, last = _plain(use).rpartition(".")
    if use.origin == LIBRARY or not dot or _plain(use).startswith("<"):
        return ""
    return next(
        (
            one
            for one in options.forbid
            if last_word(one) == last and any(one.startswith(f"{name}.") for name in handed_on)
        ),
        "",
    )


def _plain(use: SourceUse) -> str:
    return use.name.removeprefix(PERHAPS_OWN)


def _at(use: SourceUse, verdict: Verdict, message: str) -> Judgement:
    place = Place(file=use.file, line=use.line, cell=use.cell, what=message)
    where = place_in(use.file, use.line, use.cell)
    return Judgement(verdict, f"{where}: {message}", (place,))
