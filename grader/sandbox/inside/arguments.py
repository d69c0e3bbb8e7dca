"""How a student's function takes what it is given: as a rule in the order of the problem's call."""

from __future__ import annotations

import inspect
import types
from collections.abc import Callable, Mapping, Sequence
from typing import Any

Function = Callable[..., Any]


class WrongArity(Exception):
    """The function cannot take the arguments; the message is its signature. `missing` are the
    parameters that would get no value."""

    def __init__(self, signature: str, missing: Sequence[str] = ()) -> None:
        super().__init__(signature)
        self.missing = missing


def adapted(function: Function, names: Sequence[str]) -> Function:
    """`function` for a call with arguments in order, which the problem calls `names`.

    What it takes by keyword only is passed so, if it has the problem's name; and what stands
    further behind there, past parameters of its own that need not be given. A device that it asks
    for, and the problem does not, is the processor.
    """
    own = _in_order(function)
    if own is not None and _fits(own, names):
        return function
    parameters = _parameters(function)
    places = {
        index: found
        for index, name in enumerate(names)
        if (found := _keyword(parameters, index, name.casefold(), names))
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


def _in_order(function: Function) -> Sequence[str] | None:
    """The parameters of a plain function that takes each of them in order; None of any other.

    Most are such, and `inspect` takes longer with them than the call itself."""
    if type(function) is not types.FunctionType or vars(function):
        return None
    code = function.__code__
    if code.co_kwonlyargcount or code.co_flags & (inspect.CO_VARARGS | inspect.CO_VARKEYWORDS):
        return None
    return code.co_varnames[: code.co_argcount]


def _fits(own: Sequence[str], names: Sequence[str]) -> bool:
    """Whether every parameter that has a name of the problem's stands where the problem has it."""
    wanted = [name.casefold() for name in names]
    return "device" not in own and all(
        wanted[index : index + 1] == [name]
        for index, name in enumerate(map(str.casefold, own))
        if name in wanted
    )


def _keyword(
    parameters: Sequence[inspect.Parameter], index: int, name: str, names: Sequence[str]
) -> str:
    """The parameter of that name, if it cannot be reached in order; else nothing."""
    known = {one.casefold() for one in names}
    for place, one in enumerate(parameters):
        if one.name.casefold() != name:
            continue
        if one.kind is one.KEYWORD_ONLY:
            return one.name
        passed_over = parameters[index:place]
        own = (each.name.casefold() not in known for each in passed_over)
        if passed_over and all(own) and all(each.default is not each.empty for each in passed_over):
            return one.name
    return ""


def check_arity(function: Function, *args: Any, **keywords: Any) -> None:
    """Raise WrongArity if the function cannot be called like this."""
    own = _in_order(function)
    if own is not None and not keywords:
        needed = len(own) - len(function.__defaults__ or ())
        if needed <= len(args) <= len(own):
            return
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return  # not introspectable; the call itself will tell
    try:
        signature.bind(*args, **keywords)
    except TypeError:
        raise WrongArity(str(signature)[:200], _missing(signature, args, keywords)) from None


def _missing(
    signature: inspect.Signature, args: Sequence[Any], keywords: Mapping[str, Any]
) -> list[str]:
    try:
        bound = signature.bind_partial(*args, **keywords).arguments
    except TypeError:  # too many
        return []
    return [
        one.name
        for one in signature.parameters.values()
        if one.name not in bound
        and one.default is one.empty
        and one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)
    ]


def _parameters(function: Function) -> list[inspect.Parameter]:
    try:
        return list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):
        return []
