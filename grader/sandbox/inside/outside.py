"""The names that the functions of a definition take from outside of themselves.

A function written in a notebook may read a global of the same name as what it should have been
passed: it works there, and nowhere else.
"""

from __future__ import annotations

import ast
import builtins
import dis
import warnings
from collections.abc import Iterator
from types import CodeType


def outside_names(node: ast.stmt) -> dict[str, int]:
    """Each name that is looked up outside when a function in `node` runs, and its first line, in
    the order in which they stand there."""
    try:
        with warnings.catch_warnings(action="ignore"):
            code = compile(ast.Module([node], []), "<scan>", "exec", dont_inherit=True)
    except Exception:  # what cannot be compiled is reported where it is loaded
        return {}
    wanted = {name for inner in _functions_in(code) for name in _globals_of(inner)}
    read = [
        (inner.lineno, inner.col_offset, inner.id)
        for inner in ast.walk(node)
        if isinstance(inner, ast.Name) and inner.id in wanted and not hasattr(builtins, inner.id)
    ]
    found: dict[str, int] = {}
    for line, _, name in sorted(read):
        found.setdefault(name, line)
    return found


def _functions_in(code: CodeType) -> Iterator[CodeType]:
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _functions_in(constant)


def _globals_of(code: CodeType) -> Iterator[str]:
    for instruction in dis.get_instructions(code):
        if instruction.opname == "LOAD_GLOBAL":
            yield str(instruction.argval)
