"""What can be named in a case: its inputs, its sizes, and what the function returned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from grader.cases import Case
from grader.course.binding import RESULT
from grader.errors import AuthorError, NoValue
from grader.values import Value


class Unnamed(AuthorError, NoValue):
    """The result does not have the outputs that the part names."""


def namespace(case: Case, result: Value, returns: Sequence[str]) -> dict[str, Value]:
    """Values by name. An output hides an input of the same name; `result` is all of it."""
    return {**case.sizes, **case.inputs, **outputs(result, returns), RESULT: result}


def outputs(result: Value, returns: Sequence[str]) -> dict[str, Value]:
    """The named outputs of a result, as the part declares them. Raises Unnamed."""
    names = [name.rstrip("?") for name in returns]
    if len(names) == 1:
        return {names[0]: result}
    if isinstance(result, Mapping) and set(names) <= set(result):
        return {name: result[name] for name in names}
    if isinstance(result, tuple | list):
        pairs = zip(names, result, strict=False)
        return {name: value for name, value in pairs if name != "_"}
    required = [name for name in returns if not name.endswith("?") and name != "_"]
    if not names or (required and required == [returns[0]]):
        return dict.fromkeys(required, result)
    raise Unnamed(f"the result is not {', '.join(names)}")
