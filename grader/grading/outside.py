"""Says it plainly where an answer reads a global in place of what it is called with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from grader.course.parts import CodePart
from grader.course.signature import Signature
from grader.sandbox.observations import SourceUse
from grader.values import place_in

OUTSIDE = "<outside> "  # how the scan marks a name that is read from outside of the function


def outside_notes(part: CodePart, call: Signature, uses: Sequence[SourceUse]) -> Iterator[str]:
    """One note, if names of the part's inputs are read from outside of the student's functions."""
    where = dict(_places(part.inputs, call))
    read = _read(uses)
    names = [name for use in read if (name := use.name.removeprefix(OUTSIDE)) in where]
    if not names:
        return
    first = next(use for use in read if use.name == OUTSIDE + names[0])
    place = place_in(first.file, first.line, first.cell)
    listed = " and ".join(filter(None, [", ".join(names[:-1]), names[-1]]))
    verb = "are variables" if len(names) > 1 else "is a variable"
    instead = f": {where[names[0]]}" if where[names[0]] else ""
    yield (
        f"{listed} ({place}) {verb} from outside of your function, not what it is "
        f"called with; use what is passed{instead}"
    )


def failing_notes(codes: Iterable[str], uses: Sequence[SourceUse]) -> Iterator[str]:
    """One note, if a line that fails, of these, reads a variable from outside of its function: in a
    notebook it may hold what other cells have put into it."""
    words = {word for code in codes for word in re.findall(r"\w+", code)}
    for use in _read(uses):
        name = use.name.removeprefix(OUTSIDE)
        if name in words:
            yield (
                f"the line that fails reads {name}, a variable from outside of your function: "
                "what other cells or lines put into it is not there"
            )
            return


def _read(uses: Sequence[SourceUse]) -> list[SourceUse]:
    return [use for use in uses if use.name.startswith(OUTSIDE)]


def _places(inputs: Mapping[str, Any], call: Signature) -> Iterator[tuple[str, str]]:
    """Every name among the inputs, and how the call passes it; empty where it does not."""
    passed = {argument.name for argument in call.passed if not argument.path}
    for name, value in inputs.items():
        if isinstance(value, Mapping) and set(value) != {"value"}:
            for key in value:
                yield str(key), f"{name}[{str(key)!r}]" if name in passed else ""
    for name in inputs:
        yield name, ""
