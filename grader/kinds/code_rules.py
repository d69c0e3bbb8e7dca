"""What is said of every part that is answered by code: where to write it, what not to use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grader.course.parts import CodePart
from grader.course.rules import RulesOptions
from grader.kinds.wording import codes
from grader.typeset.escaping import escape

WHERE = "in any `.py` file or notebook of your folder"


def rules_of(part: CodePart) -> Iterator[str]:
    """A paragraph of Markdown, if the part has rules."""
    rules = " ".join(rule for check in part.checks for rule in _rules(check.options))
    if rules:
        yield rules


def _rules(options: Any) -> Iterator[str]:
    if not isinstance(options, RulesOptions):
        return
    if options.forbid:
        yield f"You may not use {codes(options.forbid, 'or')}."
    if not options.loops:
        yield "You may not use a loop or a comprehension."
    if options.require:
        yield f"You must use {codes(options.require, 'or')}."
    if options.hint:
        yield escape(options.hint)
