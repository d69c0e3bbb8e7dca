"""`rules`: what the source may not, or must, use. Read from the syntax tree, never executed."""

from __future__ import annotations

import fnmatch
from collections.abc import Sequence
from typing import Any, ClassVar

from grader.checks.base import Ask, Check, Evidence, Judgement, SourceUse
from grader.checks.findings import Place
from grader.checks.verdict import Verdict
from grader.course.rules import RulesOptions
from grader.course.specs import CheckOptions
from grader.values import Value, place_in

# With these a name can be used without being written, so where names are forbidden they are too.
HIDES_NAMES = (
    "eval", "exec", "compile", "__import__", "importlib", "globals", "locals", "vars", "getattr",
    "__builtins__", "builtins", "operator.attrgetter", "operator.methodcaller", "sys.modules",
    "*.__dict__", "*.__getattribute__", "*.__getattr__",
)  # fmt: skip
LOOP, MATMUL, TOO_MANY = "<loop>", "<matmul>", "<too many>"
PERHAPS_OWN = "<own?> "  # before `cell.backward` where the submission has a method of that name


class Rules(Check):
    kind: ClassVar[str] = "rules"
    Options: ClassVar[type[CheckOptions]] = RulesOptions
    reads_source: ClassVar[bool] = True

    def title(self, options: RulesOptions) -> str:
        return "keeps to the rules"

    def judge(self, ask: Ask, truth: Sequence[Value], evidence: Evidence) -> Judgement:
        options: RulesOptions = ask.options
        why = f" {options.why}" if options.why else ""
        doubtful: SourceUse | None = None
        for use in evidence.uses:
            pattern = _forbidden(use, options)
            if pattern.startswith("*.") and use.name.startswith(PERHAPS_OWN):
                doubtful = doubtful or use
            elif pattern:
                return _broken(f"uses {_plain(use)}, which this part forbids.{why}", use)
            if use.name == LOOP and not options.loops:
                return _broken(f"uses a loop, which this part forbids.{why}", use)
        if doubtful is not None:
            whose = f"a person looks whether {_plain(doubtful)} is your own"
            message = f"{whose}: this part forbids a library's"
            return _at(doubtful, Verdict.UNDECIDED, message)
        if any(use.name == TOO_MANY for use in evidence.uses):
            message = "the source uses more names than can be read; a person looks at the rules"
            return Judgement(Verdict.UNDECIDED, message)
        if options.require and not any(
            _matches(_plain(use), pattern) for use in evidence.uses for pattern in options.require
        ):
            wanted = " or ".join(options.require)
            return Judgement(Verdict.BROKE_A_RULE, f"does not use {wanted}.{why}")
        return Judgement(Verdict.CORRECT, "nothing forbidden is used")


def _forbidden(use: SourceUse, options: RulesOptions) -> str:
    """The pattern that forbids it; one without a star counts before one with."""
    if not options.forbid:
        return ""
    hits = [one for one in (*options.forbid, *HIDES_NAMES) if _matches(_plain(use), one)]
    return min(hits, key=lambda pattern: pattern.startswith("*."), default="")


def _plain(use: SourceUse) -> str:
    return use.name.removeprefix(PERHAPS_OWN)


def _matches(name: str, pattern: str) -> bool:
    """`torch.autograd` also covers `torch.autograd.grad`; `*.backward` any object's method."""
    return fnmatch.fnmatchcase(name, pattern) or fnmatch.fnmatchcase(name, f"{pattern}.*")


def _broken(message: str, use: SourceUse) -> Judgement:
    return _at(use, Verdict.BROKE_A_RULE, message)


def _at(use: SourceUse, verdict: Verdict, message: str) -> Judgement:
    place = Place(file=use.file, line=use.line, cell=use.cell, what=message)
    where = place_in(use.file, use.line, use.cell)
    return Judgement(verdict, f"{where}: {message}", (place,))


def source_uses(entries: Any) -> tuple[SourceUse, ...]:
    """The uses of one definition as the scan reported them; malformed entries are dropped."""
    found = []
    for entry in entries if isinstance(entries, list) else []:
        if isinstance(entry, list) and len(entry) == 4:
            name, line, cell, place = entry  # a helper may stand in another file
            texts = isinstance(name, str) and isinstance(place, str)
            if texts and isinstance(line, int) and (cell is None or isinstance(cell, int)):
                found.append(SourceUse(name[:200], place[:300], line, cell))
    return tuple(found)
