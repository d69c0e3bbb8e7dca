"""Answers for functions of a student's from the outside: with what the reference returns."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from grader.values import Value

# In all, for one call: steps of a sequence, times a few.
MOST = 100

# What a function of that name returns for these arguments, as a tuple of one; nothing where that
# cannot be found out.
Supply = Callable[[str, list[Value]], "tuple[Value] | None"]


def supplied(
    ask: Callable[[dict[str, Any]], dict[str, Any]], call: dict[str, Any], supply: Supply
) -> dict[str, Any]:
    """The reply to a call, asked again with one result more as long as it wants one."""
    for _ in range(MOST):
        reply = ask(call)
        if reply.get("kind") != "wants":
            return reply
        name, args = reply.get("function"), reply.get("args")
        results = call["replaced"].get(name) if isinstance(name, str) else None
        if results is None or not isinstance(args, list):
            return {"kind": "garbled"}
        found = supply(str(name), args)
        if found is None:
            break
        results.append(found[0])
    message = "there is no result of the reference in place of yours"
    raised = {"kind": "raised", "type_name": "NotSupplied", "message": message}
    return {**raised, "frames": [], "note": ""}
