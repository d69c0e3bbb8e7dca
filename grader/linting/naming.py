"""Names that a problem declares and nothing uses, and a prompt that names another function."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from grader.course import Fault, Problem, ProblemFile
from grader.course.inputs import GENERATOR
from grader.course.parts import CodePart, Part
from grader.grading.finding import calls_of
from grader.linting.typesetting import texts_of

_WORD = re.compile(r"[^\W\d]\w*")
_CALLED = re.compile(r"`([^\W\d]\w*)\(")  # at the start of a span of code: `softplus(x)`
# What a person reads: that it mentions a name does not make anything use it.
_FOR_PEOPLE = {"text", "prompt", "title", "hint", "name", "asks", "reference", "library"}


def naming_faults(file: ProblemFile) -> Iterator[Fault]:
    for name, part in file.problem.parts.items():
        if isinstance(part, CodePart):
            yield from _unused_inputs(file, name, part)
            yield from _other_function(file, name, part)
        yield from _unused_symbols(file, name, part)


def _unused_inputs(file: ProblemFile, name: str, part: CodePart) -> Iterator[Fault]:
    """Inputs that nothing is called with and nothing is drawn from."""
    generators = [part.inputs, *(entry.options.inputs for entry in part.checks)]
    if any(GENERATOR in inputs for inputs in generators):
        return  # it gets all of them
    used = set(_words(part.model_dump(exclude={"checks", "inputs"}, mode="json")))
    for entry in part.checks:
        used |= set(_words(entry.options.model_dump(exclude={"inputs"}, mode="json")))
        used |= set(_words(list(entry.options.inputs.values())))
    used |= set(_words(list(part.inputs.values())))
    used |= set(_words([one.model_dump(mode="json") for one in file.problem.formulas]))
    used |= {word for other in file.problem.parts.values() for word in _bound_words(other)}
    for given in part.inputs:
        if given not in used:
            message = "is used by nothing; pass it in `call` or remove it"
            yield file.source.fault(("parts", name, "inputs", given), message)


def _bound_words(part: Part) -> Iterable[str]:
    return _words(part.binding.model_dump(mode="json")) if part.binding else ()


def _words(value: Any) -> Iterator[str]:
    """Every name in plain data; of a dictionary also the keys."""
    if isinstance(value, str):
        yield from _WORD.findall(value)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key not in _FOR_PEOPLE:
                yield from _words(key)
                yield from _words(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _words(item)


def _other_function(file: ProblemFile, name: str, part: CodePart) -> Iterator[Fault]:
    """A prompt that shows calls, none of which is the one that is asked for."""
    asked = [call.function for call in calls_of(part)]
    if any(re.search(rf"\b{re.escape(one)}\b", file.problem.prompt + part.text) for one in asked):
        return
    others = {
        call.function
        for other in file.problem.parts.values()
        if isinstance(other, CodePart)
        for call in calls_of(other)
    }
    for path, text in ((("parts", name, "text"), part.text), (("prompt",), file.problem.prompt)):
        for found in _CALLED.finditer(text):
            if found[1] not in others:
                start = file.source.text_lines.get(path, file.source.fault(path, "").line)
                line = start + text.count("\n", 0, found.start())
                message = (
                    f"names the function `{found[1]}`, but `call` of `{name}` asks for "
                    f"`{asked[0]}`; write the same name in both"
                )
                yield Fault(file.source.file, line, 1, ".".join(path), message)
                return


def _unused_symbols(file: ProblemFile, name: str, part: Part) -> Iterator[Fault]:
    """Symbols that neither the answers nor anything that a student reads has in it."""
    symbols = getattr(part, "symbols", None)
    if not isinstance(symbols, dict):
        return
    said = part.model_dump(exclude={"symbols", "usual"}, mode="json")
    beside = [one for one in symbols.values() if isinstance(one, str)]
    everything = _letters(" ".join([*_texts(said), *beside, *_read(file.problem)]))
    for symbol in symbols:
        if not re.search(rf"(?<![A-Za-z]){re.escape(_letters(symbol))}(?![A-Za-z])", everything):
            message = "stands in no answer and in nothing that a student reads; remove it"
            yield file.source.fault(("parts", name, "symbols", symbol), message)


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _texts(key)
            yield from _texts(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from _texts(item)


def _read(problem: Problem) -> Iterator[str]:
    return (text for _, text in texts_of(problem))


def _letters(text: str) -> str:
    """A spelling in which `d_{k}`, `d_k` and `{d}_k` are one."""
    return re.sub(r"[\\{}]|\\?(?:mathrm|mathbf|text|operatorname)", "", text)
