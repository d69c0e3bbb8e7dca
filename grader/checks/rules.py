"""`rules`: what the source may not, or must, use. Read from the syntax tree, never executed."""

from __future__ import annotations

import fnmatch
from collections.abc import Sequence
from typing import Any, ClassVar

from pydantic import Field

from grader.checks.base import Ask, Check, Evidence, Judgement, SourceUse
from grader.checks.findings import Place
from grader.checks.verdict import Verdict
from grader.course.specs import CheckOptions
from grader.values import Value

# With these a name can be used without being written, so where names are forbidden they are too.
HIDES_NAMES = (
    "eval", "exec", "compile", "__import__", "importlib", "globals", "locals", "vars", "getattr",
    "__builtins__", "builtins", "operator.attrgetter", "operator.methodcaller", "sys.modules",
    "*.__dict__", "*.__getattribute__", "*.__getattr__",
)  # fmt: skip
LOOP, MATMUL, TOO_MANY = "<loop>", "<matmul>", "<too many>"


class RulesOptions(CheckOptions):
    weight: float = Field(0.0, ge=0, description="a rule earns nothing; breaking it costs")
    forbid: list[str] = Field(
        default_factory=list, description="names: torch.autograd, *.backward, torch.nn.functional.*"
    )
    require: list[str] = Field(default_factory=list, description="at least one of these is used")
    loops: bool = Field(True, description="false: no for, while or comprehension")
    why: str = Field("", description="to the student: the reason for the rule")


class Rules(Check):
    kind: ClassVar[str] = "rules"
    Options: ClassVar[type[CheckOptions]] = RulesOptions
    reads_source: ClassVar[bool] = True

    def title(self, options: RulesOptions) -> str:
        return "keeps to the rules"

    def judge(self, ask: Ask, truth: Sequence[Value], evidence: Evidence) -> Judgement:
        options: RulesOptions = ask.options
        why = f" {options.why}" if options.why else ""
        for use in evidence.uses:
            pattern = _forbidden(use, options)
            if pattern:
                return _broken(f"uses {use.name}, which this part forbids.{why}", use)
            if use.name == LOOP and not options.loops:
                return _broken(f"uses a loop, which this part forbids.{why}", use)
        if any(use.name == TOO_MANY for use in evidence.uses):
            message = "the source uses more names than can be read; a person looks at the rules"
            return Judgement(Verdict.UNDECIDED, message)
        if options.require and not any(
            _matches(use.name, pattern) for use in evidence.uses for pattern in options.require
        ):
            wanted = " or ".join(options.require)
            return Judgement(Verdict.BROKE_A_RULE, f"does not use {wanted}.{why}")
        return Judgement(Verdict.CORRECT, "nothing forbidden is used")


def _forbidden(use: SourceUse, options: RulesOptions) -> str:
    if not options.forbid:
        return ""
    for pattern in (*options.forbid, *HIDES_NAMES):
        if _matches(use.name, pattern):
            return pattern
    return ""


def _matches(name: str, pattern: str) -> bool:
    """`torch.autograd` also covers `torch.autograd.grad`; `*.backward` any object's method."""
    return fnmatch.fnmatchcase(name, pattern) or fnmatch.fnmatchcase(name, f"{pattern}.*")


def _broken(message: str, use: SourceUse) -> Judgement:
    place = Place(file=use.file, line=use.line, cell=use.cell, what=message)
    where = f"cell {use.cell}, line {use.line}" if use.cell else f"line {use.line}"
    return Judgement(Verdict.BROKE_A_RULE, f"{use.file}, {where}: {message}", (place,))


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
