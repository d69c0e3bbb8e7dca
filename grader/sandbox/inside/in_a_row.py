"""Several calls in a row: what earlier ones returned or changed, later ones are called with."""

from __future__ import annotations

import copy
import types
from typing import Any

from grader.sandbox.inside.arguments import WrongArity, adapted, check_arity


class NotThere(Exception):
    """The module has no such name (any more)."""


def find(module: types.ModuleType, name: str) -> Any:
    value = module
    for part in name.split("."):
        if not hasattr(value, part):
            raise NotThere(name)
        value = getattr(value, part)
    return value


def arguments(entries: list[dict[str, Any]], results: list[Any]) -> list[Any]:
    """What a call is passed: values of its own, and pieces of what was there before."""
    args = []
    for entry in entries:
        if "use" in entry:
            step, path = entry["use"]
            value = results[step]
            for key in path:
                value = value[key]
            args.append(value)
        else:
            args.append(entry["value"])
    return args


def continued(
    module: types.ModuleType, call: dict[str, Any], made: Any, results: list[Any]
) -> tuple[Any, ...]:
    """What is returned in all, and then the inputs that are to be changed, as they are afterwards.

    The calls that follow are methods of what was made where it has them, else functions of the
    module. Each result is taken as it is then: a later call may change it.
    """
    methods = [hasattr(made, step["function"]) for step in call["then"]]
    # An object is no output, and what a single call returns may be several.
    found = [] if methods and all(methods) else [_as_it_is(made)]
    if not methods:
        found = _kept(found[0], call["keeps"])
    for step, method in zip(call["then"], methods, strict=True):
        function = getattr(made, step["function"]) if method else find(module, step["function"])
        function = adapted(function, ())
        args = arguments(step["args"], results)
        try:
            check_arity(function, *args)
        except WrongArity as error:
            raise WrongArity(f" {step['function']}{error}") from None
        found.append(_as_it_is(function(*args)))
    return (*found, *arguments(call["changes"], results))


def _as_it_is(value: Any) -> Any:
    """A copy of it; itself where it cannot be copied, as a tensor in the midst of a graph."""
    try:
        return copy.deepcopy(value)
    except Exception:
        return value


def _kept(returned: Any, count: int) -> list[Any]:
    """As many of the values that were returned as are looked at; None for what is not there."""
    several = isinstance(returned, tuple) or (isinstance(returned, list) and count > 1)
    values = list(returned) if several else [returned]
    return [*values, *[None] * count][:count]
