"""How a student's function takes what it is given: as a rule in the order of the problem's call."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import Any

Function = Callable[..., Any]


class WrongArity(Exception):
    """The function cannot take the arguments; the message is its signature."""


def adapted(function: Function, names: Sequence[str]) -> Function:
    """`function` for a call with arguments in order, which the problem calls `names`.

    What it takes by keyword only is passed so, if it has the problem's name. A device that it
    asks for, and the problem does not, is the processor.
    """
    parameters = _parameters(function)
    by_keyword = {
        one.name.casefold(): one.name for one in parameters if one.kind is one.KEYWORD_ONLY
    }
    places = {
        index: by_keyword[name.casefold()]
        for index, name in enumerate(names)
        if name.casefold() in by_keyword
    }
    needed = [one.name for one in parameters if one.default is one.empty and one.name == "device"]
    given = {name: "cpu" for name in needed if name not in names}
    if not places and not given:
        return function

    def called(*args: Any) -> Any:
        keywords = {name: args[index] for index, name in places.items() if index < len(args)}
        rest = [arg for index, arg in enumerate(args) if index not in places]
        check_arity(function, *rest, **keywords, **given)
        return function(*rest, **keywords, **given)

    return called


def check_arity(function: Function, *args: Any, **keywords: Any) -> None:
    """Raise WrongArity if the function cannot be called like this."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return  # not introspectable; the call itself will tell
    try:
        signature.bind(*args, **keywords)
    except TypeError:
        raise WrongArity(str(signature)[:200]) from None


def _parameters(function: Function) -> list[inspect.Parameter]:
    try:
        return list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return []
